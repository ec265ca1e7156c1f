"""Messages about pieces that have to be used, and fit nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from excover.base.diagnostics import Report
from excover.base.words import listed, plural
from excover.language.messages.message import Located

MOST_REASONS = 4
"""The most pieces whose reasons are told."""


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
        told = [each.in_words() for each in self.reasons[:MOST_REASONS]]
        more = len(self.reasons) - len(told)
        is_ruled_out = all(each.reason == "ruled out" for each in self.reasons)
        shown = ": all marks of a letter in a band are one piece" if self.are_drawn else ""
        return (
            Report(f"{which} nowhere on {listed(self.boards, 'and')}")
            .at(self.span, "declared here")
            .noted(*told, f"and {plural(more, 'more such reason')}" if more else "")
            .noted(f"so there is no solution: {'they have' if several else 'it has'} to be used")
            .helped(
                ""
                if self.are_drawn or is_ruled_out
                else f"`excover pieces SPEC` draws {'them' if several else 'it'}",
                "" if is_ruled_out else f"make the board larger or the piece smaller{shown}",
                "write `each at most once` at the end of `place` if not every piece has to be used",
            )
        )
