"""Messages about tables that a program or a file gives, in place of those of the text."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import visible
from excover.language.messages.about_files import UnreadableFile
from excover.language.messages.about_models import at_row


class NotATable(Diagnostic, code="E266"):
    """What is given for a table is no table.

    `tables={"shift": shifts}` gives the records of `table shift`: a list of dicts, dataclasses or named
    tuples, a mapping from names to columns, a data frame of pandas or Polars, a table of Arrow, or the path
    of a file in CSV, JSON or Parquet. Every record has the same fields; a list without records has the
    columns that the statement draws. A column whose name has a star there, such as `skills*`, takes a list,
    a tuple or a set in each record. Texts of a CSV file are split, and its numbers read, if its path is
    given.
    """

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
