"""Messages about drawn pieces."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import Value, show
from excover.base.source import Span
from excover.base.words import listed, plural

_MOST_EXCHANGED = 30
"""Of more pieces, it is not told how many orders they have."""


class DrawingWithoutPieces(Diagnostic, code="E216"):
    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"`{self.name}` has no pieces").at(self.span).helped("draw each piece with its own letter")
        )


class PieceDrawnTwice(Diagnostic, code="E217"):
    span: Span
    letter: str
    earlier: Span

    def report(self) -> Report:
        return (
            Report(f"piece `{self.letter}` is drawn twice")
            .at(self.span)
            .beside(self.earlier, "first drawn here, in an earlier band")
            .helped("use another letter: a blank line separates bands")
        )


class PieceInParts(Diagnostic, code="W202"):
    span: Span
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


class CongruentPieces(Diagnostic, code="W205"):
    span: Span
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


class LettersTwice(Diagnostic, code="W209"):
    span: Span
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


class AreasDisagree(Diagnostic, code="W303"):
    span: Span
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


class InvalidPieceSize(Diagnostic, code="E270"):
    span: Span
    value: Value

    def report(self) -> Report:
        return (
            Report(f"a shape has at least one cell, and this is {show(self.value)}")
            .at(self.span)
            .helped("write a number of cells such as `5`, or a range such as `1..5`")
        )


class EdgesHaveNoHoles(Diagnostic, code="E271"):
    span: Span
    many: str

    def report(self) -> Report:
        return (
            Report(f"pieces of {self.many} enclose no {self.many}")
            .at(self.span)
            .helped("omit `without holes`")
        )
