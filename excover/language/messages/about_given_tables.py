"""Messages about tables that a program or a file gives, in place of those of the text."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import visible
from excover.language.messages.about_files import UnreadableFile
from excover.language.messages.about_models import at_row


class NotATable(Diagnostic, code="E266"):
    span: Span | None
    wrong: str
    ways_out: Sequence[str]
    row: int | None = None
    path: str = ""

    def report(self) -> Report:
        found = Report(self.wrong)
        found = found.at(self.span) if self.span else found
        read_from = f"it was read from `{visible(self.path)}`" if self.path else ""
        return found.noted(at_row(self.row), read_from).helped(*self.ways_out)


class UnreadableTable(UnreadableFile):
    near: str | None = None
    """The path of a file whose name is similar."""

    def report(self) -> Report:
        return (
            Report(f"`{visible(self.name)}` cannot be read: {self.why}")
            .at(self.span, "given for this table")
            .helped(
                f"did you mean `{visible(self.near)}`?" if self.near else "",
                "a text that is given for a table is the path of a file, from the current folder",
            )
        )
