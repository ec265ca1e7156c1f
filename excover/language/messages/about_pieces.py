"""Messages about pieces: drawn, listed, tiles with colors, and those that fit nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial
from typing import Literal, NamedTuple

from excover.base.diagnostics import Edit, Report
from excover.base.names import Value, brief, show
from excover.base.source import Span
from excover.base.words import clipped, did_you_mean, listed, plural, raised
from excover.language.messages.message import Located, nearest

_MOST_EXCHANGED = 30
"""Of more pieces, the number of their orders is not shown."""


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

    wording = "piece `{letter}` is not connected"
    label = "it has {count:,} parts"

    def _help(self) -> list[str]:
        return [
            "give a part its own letter if it is another piece",
            f'if the parts belong together, write below the drawing: `legend "{self.letter}" = detached`',
            "a bar begins the next layer for the whole line: draw each piece in the same columns again"
            if self.in_layers
            else "",
        ]


class CongruentPieces(Located, code="W205"):
    letters: Sequence[str]
    each: int | None
    """How often each of them is used, if that is one number."""
    first: Span
    is_every: bool
    """Whether the statement has no other pieces, which its `each` is about, too."""

    def report(self) -> Report:
        again = "exchanging them gives another solution"
        report = self.located(f"pieces {listed(self.letters, 'and')} have the same shape")
        report = report.beside(self.first, "the first of them")
        apart = "" if self.is_every else " as `shapes` of its own, place these,"
        alike = f"to treat them as identical, draw one of them{apart} and"
        if self.each is None:
            return report.noted(again).helped(f"{alike} state behind `each` how many there are altogether")
        number = len(self.letters) * self.each
        if number <= _MOST_EXCHANGED:
            factor = factorial(number) // factorial(self.each) ** len(self.letters)
            again += f": counts are {factor:,} times as large"
        return report.noted(again).helped(f"{alike} write `each {number} times`")


class LettersTwice(Located, code="W209"):
    shapes: str
    letters: list[str]
    other: str
    other_span: Span
    are_drawn: bool

    def report(self) -> Report:
        pieces = "a piece" if len(self.letters) == 1 else "pieces"
        return (
            self.located(
                f"`{self.other}` and `{self.shapes}` both have {pieces} {listed(self.letters, 'and')}"
            )
            .beside(self.other_span, "on the same board")
            .noted("pictures show them by these letters only, and in the same colors; texts add numbers")
            .helped(
                f"use other letters in `{self.shapes}`"
                if self.are_drawn
                else "make all pieces together, such as `all free 2..3 of square`, and take sets from them "
                "by their letters: `shapes two = A of piece`"
            )
        )


_EMPTY = "draw cells that may stay empty as `?`, or state how many may: `board .., at most 4 holes`"


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
        found = self.located(
            f"the pieces of {listed(self.shapes, 'and')} {bound} {plural(self.area, 'cell')}, "
            f"{listed(self.boards, 'and')} {has} {self.cells:,} to cover"
        ).noted("so there is no solution")
        if not self.is_exact:
            often = "more" if self.area < self.cells else "less"
            optional = _EMPTY if self.area < self.cells else ""
            return found.helped(f"state behind `each` that pieces may be used {often} often", optional)
        if self.walls == self.area:
            return found.helped(
                f"check the drawing: `.` is a cell and `#` is not; "
                f"the other way round there are {self.walls:,} cells"
            )
        if self.area < self.cells:
            times, rest = divmod(self.cells, self.area)
            often = "" if rest else f"`each {times} times` if there are so many of each, or "
            return found.helped(
                f"end the statement with {often}`each at least 0 times` if there is no limit", _EMPTY
            )
        return found.helped(
            "draw a larger board, or remove pieces",
            "end the statement with `each at most once` if not every piece has to be used",
        )


class InvalidPieceSize(Located, code="E270"):
    value: Value

    def report(self) -> Report:
        return self.located(f"a shape has at least one cell, and this is {show(self.value)}").helped(
            "write a number of cells such as `5`, or a range such as `1..5`"
        )


class EdgesHaveNoHoles(Located, code="E271"):
    many: str

    wording = "pieces of {many} enclose no {many}"
    advice = "omit `without holes`"


class UnknownPiece(Located, code="E760"):
    letter: str
    name: str
    known: Sequence[str]
    words: Sequence[str] = ()
    """What may stand there besides."""
    is_value: bool = False
    """Whether a parameter or another value has this name."""

    def report(self) -> Report:
        there = f"its pieces are {clipped(', '.join(self.known), 200)}"
        by_value = (
            f"to leave out the piece that the value of `{self.letter}` names: "
            f"`place free .. each at most once where piece != {self.letter}`"
        )
        return self.located(f"`{self.name}` has no piece `{self.letter}`").helped(
            did_you_mean(self.letter, self._possible) or there, by_value if self.is_value else ""
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.letter, self._possible)

    @property
    def _possible(self) -> list[str]:
        return [*self.words, *self.known]


class PieceListedTwice(Located, code="E761"):
    letter: str
    earlier: Span

    wording = "piece `{letter}` is listed twice"
    related = ("earlier", "first listed here")
    advice = "to use a piece several times, write `each 2 times` in `place`"


class PlacesOfAPiece(Located, code="E762"):
    letter: str
    value: Value
    binding: str

    wording = "the cells of piece `{letter}` are no set of places, but {value:brief}"
    label = "{binding}"
    advice = "write pairs, `{{(1, 1), (1, 2)}}`, or triples `(layer, row, column)`"


class InvalidPieceName(Located, code="E763"):
    value: Value
    binding: str

    wording = "{value:brief} cannot be the name of a piece"
    label = "{binding}"
    advice = 'use a number, or letters and digits: `"A"`'


class NoPiecesLeft(Located, code="E764"):
    name: str

    wording = "no pieces of `{name}` are left"
    advice = "keep at least one"


class PieceOffLattice(Located, code="E765"):
    letter: str
    cells: str
    sites: str

    wording = "not all cells of piece `{letter}` are {cells} of one lattice"

    def _help(self) -> list[str]:
        return [self.sites and f"{self.cells} {self.sites}"]


class NoRims(Located, code="E788"):
    lattice: str

    wording = "cells of `{lattice}` have no sides and corners that could have colors"
    advice = "tiles lie on flat lattices whose cells are polygons, or on `cube`"


class ColorsOfATile(Located, code="E789"):
    name: str
    rim: str
    wanted: int
    value: Value
    binding: str

    def report(self) -> Report:
        found = f"{len(self.value)} colors" if isinstance(self.value, tuple) else f"`{brief(self.value)}`"
        return self.located(
            f"tile `{self.name}` has {self.wanted} {self.rim}, but {found}", self.binding
        ).helped("write one color for each, in parentheses, clockwise from the top")


class SidesAndCorners(Located, code="E795"):
    rim: str
    other: str
    earlier: Span

    wording = "this tile has colors on its {rim}, another on its {other}"
    related = ("earlier", "this one has {other}")
    advice = "declare them in two statements `shapes`"


class NotForTiles(Located, code="E796"):
    clause: str
    name: str

    wording = "`{clause}` is not for tiles, such as those of `{name}`"
    advice = "leave it out: tiles cover one cell, and equal colors touch"


class OnlyForTiles(Located, code="E797"):
    name: str

    wording = "the pieces of `{name}` have no colors"
    advice = "`border` is for tiles: `shapes tile = all one-sided tiles of square with sides in 1..3`"


class TilesOnSeveralBoards(Located, code="E798"):
    name: str
    earlier: Span

    wording = "the tiles of `{name}` are placed twice"
    related = ("earlier", "first here")
    advice = "draw one board with all cells; parts that do not touch are allowed"


class TwoSetsOfTiles(Located, code="E821"):
    board: str
    rim: str
    earlier: Span

    wording = "two sets of tiles with colors on their {rim} are placed on `{board}`"
    related = ("earlier", "first here")
    advice = 'list all tiles in one set: `shapes tile = "A" with .., "B" with ..`'


class TooManyTiles(Located, code="E794"):
    colors: int
    sides: int
    limit: int

    wording = "{colors:,} colors on {sides} sides are too many tiles to try"
    advice = (
        'take fewer colors, or list the tiles: `shapes tile = "A" with sides (..), ..`',
        raised("bindings"),
    )


MOST_REASONS = 4
"""The most pieces whose reasons are shown."""


class Misfit(NamedTuple):
    """Why a piece has no placement on a board.

    It has more ``cells``, its ``extent`` is too large in every orientation, all its places are ``blocked``,
    or it has some, but all are ``ruled out``: ``here`` and ``there`` are the sizes of piece and board, or
    what may block it, or the statements that may rule it out.
    """

    letter: str
    board: str
    reason: Literal["cells", "extent", "blocked", "ruled out"]
    here: str
    there: str = ""
    turned: str = ""

    def in_words(self) -> str:
        if self.reason == "cells":
            sizes = f"it has {self.here}, `{self.board}` has {self.there}"
            return f"`{self.letter}` is too large for `{self.board}`: {sizes}"
        if self.reason == "extent":
            sizes = f"it is {self.here}, `{self.board}` is {self.there}"
            return f"`{self.letter}` is too long for `{self.board}`{self.turned}: {sizes}"
        if self.reason == "ruled out":
            return f"there is room for `{self.letter}` on `{self.board}`, but {self.here} leaves it no place"
        return f"wherever `{self.letter}` is put on `{self.board}`, {self.here}"


class PiecesWithoutRoom(Located, code="W302"):
    """Pieces that have to be used; ``span`` is where they are drawn."""

    letters: Sequence[str]
    boards: Sequence[str]
    reasons: Sequence[Misfit]
    are_drawn: bool
    """Whether one sees in the description what the pieces look like."""

    def report(self) -> Report:
        several = len(self.letters) > 1
        which = (
            f"pieces {listed(self.letters, 'and', 12)} fit" if several else f"piece `{self.letters[0]}` fits"
        )
        reasons = [each.in_words() for each in self.reasons[:MOST_REASONS]]
        more = len(self.reasons) - len(reasons)
        is_ruled_out = all(each.reason == "ruled out" for each in self.reasons)
        shown = ": all marks of a letter in a band are one piece" if self.are_drawn else ""
        return (
            self.located(f"{which} nowhere on {listed(self.boards, 'and')}", "declared here")
            .noted(*reasons, f"and {plural(more, 'more such reason')}" if more else "")
            .noted(f"so there is no solution: {'they have' if several else 'it has'} to be used")
            .helped(
                ""
                if self.are_drawn or is_ruled_out
                else f"`excover pieces SPEC` draws {'them' if several else 'it'}",
                "" if is_ruled_out else f"make the board larger or the piece smaller{shown}",
                "write `each at most once` at the end of `place` if not every piece has to be used",
            )
        )
