"""A message about drawings that stand in other columns than was probably meant."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.source import Span
from excover.base.words import plural
from excover.language.messages.statement_edits import has_lines


class ColumnsOff(Diagnostic, code="W212"):
    lines: Sequence[Span]
    """The lines of the drawing."""
    name: str
    cells: str
    """The word for several cells of the lattice."""
    now: int
    then: int
    """Parts of a board, or pieces in parts, as it is drawn, and if it is moved."""
    by: int
    """By how many columns to the right, or to the left if negative."""
    are_pieces: bool = False

    def report(self) -> Report:
        way = f"{plural(abs(self.by), 'column')} to the {'right' if self.by > 0 else 'left'}"
        now, then = plural(self.now, "part"), str(self.then)
        if self.are_pieces:
            now = f"{plural(self.now, 'piece')} in parts"
            then = "none" if not self.then else then
        return (
            Report(f"the {self.cells} of {self.name} are probably drawn in the wrong columns")
            .at(self.lines[0], f"here it has {now}; moved {way}, it has {then}")
            .helped(f"move the whole drawing {way}")
        )

    def fix(self) -> Edit | None:
        """All lines moved; not certain, since places may be named elsewhere."""
        first, last = self.lines[0], self.lines[-1]
        texts = [line.text for line in self.lines]
        alike = all(line.source is first.source for line in self.lines)
        margin = min((len(text) - len(text.lstrip(" ")) for text in texts if text.strip()), default=0)
        if not alike or not has_lines(first.source) or margin < -self.by:
            return None
        whole = Span(first.source, first.start, last.end)
        lines = iter(self.lines)
        written, at = "", first.start
        for line in lines:
            between = first.source.text[at : line.start]
            moved = " " * self.by + line.text if self.by > 0 else line.text[-self.by :]
            written, at = written + between + (moved if line.text.strip() else line.text), line.end
        return Edit(whole, written)
