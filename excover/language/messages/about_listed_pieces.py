"""Messages about pieces without a drawing."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Edit, Report
from excover.base.names import Value
from excover.base.source import Span
from excover.base.words import clipped, did_you_mean
from excover.language.messages.edits import nearest
from excover.language.messages.message import Located


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
        return (
            Report(f"`{self.name}` has no piece `{self.letter}`")
            .at(self.span)
            .helped(did_you_mean(self.letter, self._possible) or there, by_value if self.is_value else "")
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

    def report(self) -> Report:
        return (
            Report(f"not all cells of piece `{self.letter}` are {self.cells} of one lattice")
            .at(self.span)
            .helped(self.sites and f"{self.cells} {self.sites}")
        )
