"""Messages about boards of a description that is begun."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Edit, Report
from excover.language.messages.message import Located
from excover.language.messages.statement_edits import added


class BoardStaysEmpty(Located, code="W771"):
    board: str
    lattice: str
    """What pieces on it say of their lattice."""
    shapes: Sequence[str]
    """Those that could be placed on it."""
    is_solid: bool
    size: int
    """Of values that would fill a row and a column; 0 if the board cannot be filled."""

    def report(self) -> Report:
        placed, shapes = f"`{self._placed}`", self.shapes[0] if self.shapes else "s"
        return (
            Report(f"nothing lies on board `{self.board}` yet")
            .at(self.span)
            .helped(
                f"place the pieces on it: {placed}"
                if self.shapes
                else f"draw pieces below `shapes {shapes}{self.lattice}`, and place them: {placed}",
                f"or write values into it: `{self._filled}`" if self.size else "",
            )
        )

    @property
    def _placed(self) -> str:
        way = "one-sided" if self.is_solid else "free"
        return f"place {way} {self.shapes[0] if self.shapes else 's'} on {self.board}"

    @property
    def _filled(self) -> str:
        return f"fill {self.board} with 1..{self.size}, once per row, column"

    def fix(self) -> Edit | None:
        return added(self.span, self._placed) if self.shapes else None

    def other_fixes(self) -> Sequence[Edit]:
        filled = added(self.span, self._filled) if self.size else None
        return [filled] if filled else []
