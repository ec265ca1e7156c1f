"""Messages about pieces without a drawing."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import Value, brief
from excover.base.source import Span
from excover.base.words import clipped, did_you_mean
from excover.language.messages.edits import nearest


class UnknownPiece(Diagnostic, code="E760"):
    span: Span
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


class PieceListedTwice(Diagnostic, code="E761"):
    span: Span
    letter: str
    earlier: Span

    def report(self) -> Report:
        return (
            Report(f"piece `{self.letter}` is listed twice")
            .at(self.span)
            .beside(self.earlier, "first listed here")
            .helped("to use a piece several times, write `each 2 times` in `place`")
        )


class PlacesOfAPiece(Diagnostic, code="E762"):
    span: Span
    letter: str
    value: Value
    binding: str

    def report(self) -> Report:
        return (
            Report(f"the cells of piece `{self.letter}` are no set of places, but {brief(self.value)}")
            .at(self.span, self.binding)
            .helped("write pairs, `{(1, 1), (1, 2)}`, or triples `(layer, row, column)`")
        )


class InvalidPieceName(Diagnostic, code="E763"):
    span: Span
    value: Value
    binding: str

    def report(self) -> Report:
        return (
            Report(f"{brief(self.value)} cannot be the name of a piece")
            .at(self.span, self.binding)
            .helped('use a number, or letters and digits: `"A"`')
        )


class NoPiecesLeft(Diagnostic, code="E764"):
    span: Span
    name: str

    def report(self) -> Report:
        return Report(f"no pieces of `{self.name}` are left").at(self.span).helped("keep at least one")


class PieceOffLattice(Diagnostic, code="E765"):
    span: Span
    letter: str
    cells: str
    sites: str

    def report(self) -> Report:
        return (
            Report(f"not all cells of piece `{self.letter}` are {self.cells} of one lattice")
            .at(self.span)
            .helped(self.sites and f"{self.cells} {self.sites}")
        )
