"""Messages about drawn pieces."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

from excover.base.diagnostics import Report
from excover.base.names import Value, show
from excover.base.source import Span
from excover.base.words import listed, plural
from excover.language.messages.message import Located

_MOST_EXCHANGED = 30
"""Of more pieces, it is not told how many orders they have."""


class DrawingWithoutPieces(Located, code="E216"):
    name: str

    wording = "`{name}` has no pieces"
    advice = "draw each piece with its own letter"


class PieceDrawnTwice(Located, code="E217"):
    letter: str
    earlier: Span

    wording = "piece `{letter}` is drawn twice"
    related = ("earlier", "first drawn here, in an earlier band")
    advice = "use another letter: a blank line separates bands"


class PieceInParts(Located, code="W202"):
    letter: str
    count: int
    in_layers: bool

    def report(self) -> Report:
        return (
            Report(f"piece `{self.letter}` is not connected")
            .at(self.span, f"it has {self.count:,} parts")
            .helped(
                "give a part its own letter if it is another piece",
                f'if the parts belong together, write below the drawing: `legend "{self.letter}" = detached`',
                "a bar begins the next layer for the whole line: draw each piece in the same columns again"
                if self.in_layers
                else "",
            )
        )


class CongruentPieces(Located, code="W205"):
    letters: Sequence[str]
    each: int | None
    """How often each of them is used, if that is one number."""
    first: Span

    def report(self) -> Report:
        again = "exchanging them gives another solution"
        said = Report(f"pieces {listed(self.letters, 'and')} have the same shape").at(self.span)
        said = said.beside(self.first, "the first of them")
        alike = "to treat them as identical, draw one of them and"
        if self.each is None:
            return said.noted(again).helped(f"{alike} state behind `each` how many there are altogether")
        number = len(self.letters) * self.each
        if number <= _MOST_EXCHANGED:
            factor = factorial(number) // factorial(self.each) ** len(self.letters)
            again += f": counts are {factor:,} times as large"
        return said.noted(again).helped(f"{alike} write `each {number} times`")


class LettersTwice(Located, code="W209"):
    shapes: str
    letters: list[str]
    other: str
    other_span: Span
    are_drawn: bool

    def report(self) -> Report:
        pieces = "a piece" if len(self.letters) == 1 else "pieces"
        return (
            Report(f"`{self.other}` and `{self.shapes}` both have {pieces} {listed(self.letters, 'and')}")
            .at(self.span)
            .beside(self.other_span, "on the same board")
            .noted("pictures show them by these letters only, and in the same colors; texts add numbers")
            .helped(
                f"use other letters in `{self.shapes}`"
                if self.are_drawn
                else "make all pieces together, such as `all free 2..3 of square`, and take sets from them "
                "by their letters: `shapes two = A of piece`"
            )
        )


class AreasDisagree(Located, code="W303"):
    shapes: Sequence[str]
    area: int
    boards: Sequence[str]
    cells: int
    walls: int
    is_exact: bool = True
    """Whether each piece is used once; otherwise, the area is the least or the greatest by what is stated."""

    def report(self) -> Report:
        has = "has" if len(self.boards) == 1 else "have"
        bound = "have" if self.is_exact else "cover at most" if self.area < self.cells else "cover at least"
        found = (
            Report(
                f"the pieces of {listed(self.shapes, 'and')} {bound} {plural(self.area, 'cell')}, "
                f"{listed(self.boards, 'and')} {has} {self.cells:,} to cover"
            )
            .at(self.span)
            .noted("so there is no solution")
        )
        if not self.is_exact:
            often = "more" if self.area < self.cells else "less"
            optional = "draw cells that may stay empty as `?`" if self.area < self.cells else ""
            return found.helped(f"state behind `each` that pieces may be used {often} often", optional)
        if self.walls == self.area:
            return found.helped(
                f"check the drawing: `.` is a cell and `#` is not; "
                f"the other way round there are {self.walls:,} cells"
            )
        if self.area < self.cells:
            return found.helped(
                "write `each at least 0 times` if a piece may be used more than once",
                "draw cells that may stay empty as `?`",
            )
        return found.helped(
            "draw a larger board, or remove pieces",
            "write `each at most once` if not every piece has to be used",
        )


class InvalidPieceSize(Located, code="E270"):
    value: Value

    def report(self) -> Report:
        return (
            Report(f"a shape has at least one cell, and this is {show(self.value)}")
            .at(self.span)
            .helped("write a number of cells such as `5`, or a range such as `1..5`")
        )


class EdgesHaveNoHoles(Located, code="E271"):
    many: str

    wording = "pieces of {many} enclose no {many}"
    advice = "omit `without holes`"
