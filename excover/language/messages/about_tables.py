"""Messages about tables and their records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import Value, brief
from excover.base.source import Span
from excover.base.words import did_you_mean, listed, plural, reached, visible
from excover.language.messages.edits import nearest


class UnknownRecord(Diagnostic, code="E116"):
    span: Span
    name: str
    key: Value
    known: list[Value]
    binding: str

    def report(self) -> Report:
        near = did_you_mean(str(self.key), [other for other in self.known if isinstance(other, str)])
        return (
            Report(f"`{self.name}` has no entry {brief(self.key)}")
            .at(self.span, reached(self.binding))
            .helped(near or f"it has {listed([brief(other) for other in self.known], 'and', 6)}")
        )

    def fix(self) -> Edit | None:
        """The nearest key, if this one is written here as a text."""
        at = self.span.text.find(f'"{self.key}"')
        place = self.span.part(at, len(str(self.key)) + 2) if at >= 0 else self.span
        return nearest(place, str(self.key), [each for each in self.known if isinstance(each, str)])


class UnknownColumn(Diagnostic, code="E117"):
    span: Span
    column: str
    columns: Iterable[str]

    def report(self) -> Report:
        names = list(self.columns)
        return (
            Report(f"there is no column `{self.column}`")
            .at(self.span)
            .helped(did_you_mean(self.column, names) or f"choose one of {listed(names, 'and')}")
        )

    def fix(self) -> Edit | None:
        column = self.span.part(len(self.span.text) - len(self.column), len(self.column))
        return nearest(column, self.column, self.columns)


class RepeatedKey(Diagnostic, code="E118"):
    span: Span
    name: str
    repeated: Value
    binding: str

    def report(self) -> Report:
        return (
            Report(
                f"the first fields of `{self.name}` repeat, such as {brief(self.repeated)}, "
                f"and do not identify its records"
            )
            .at(self.span, reached(self.binding))
            .helped(
                f"select records: `for x in {self.name} where ..`",
                "or insert a first column with a unique key",
            )
        )


class UnknownTable(Diagnostic, code="E263"):
    name: str
    known: Iterable[str]

    def report(self) -> Report:
        names = list(self.known)
        near = did_you_mean(self.name, names)
        declared = (
            f"it has {listed(names, 'and')}" if names else f"declare it: `table {self.name}` and its columns"
        )
        return Report(f"the description has no table `{self.name}`").helped(near or declared)


class EmptyTable(Diagnostic, code="E244"):
    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"table `{self.name}` has no header")
            .at(self.span)
            .helped("name the columns in its first line")
        )


class InvalidColumnName(Diagnostic, code="E245"):
    span: Span
    name: str
    number: int

    def report(self) -> Report:
        called = (
            f"`{visible(self.name)}` cannot be the name of a column"
            if self.name
            else f"column {self.number} has no name"
        )
        return (
            Report(called)
            .at(self.span)
            .helped(
                "use letters from A to Z, digits and underscores, and a trailing `*` for a column of lists",
                "give each column a different name",
                "put a comment on a line of its own" if "#" in self.name else "",
            )
        )


class WrongFieldCount(Diagnostic, code="E246"):
    span: Span
    got: int
    wanted: int

    def report(self) -> Report:
        return (
            Report(f"a line of {plural(self.got, 'field')}, but the header has {self.wanted}")
            .at(self.span)
            .helped("separate fields by blanks, or by bars if the header has bars; in CSV, as in the header")
        )


class SeveralSeparators(Diagnostic, code="E258"):
    span: Span
    found: Sequence[str]

    def report(self) -> Report:
        signs = listed(["tab" if sign == "\t" else sign for sign in self.found], "and")
        return (
            Report(f"the separator is ambiguous: the header has {signs}")
            .at(self.span)
            .helped('quote names of columns that contain one of them: `"size; in mm"`')
        )


class UnclosedField(Diagnostic, code="E258"):
    span: Span

    def report(self) -> Report:
        return (
            Report("this quote is not closed")
            .at(self.span)
            .helped('close it; write a field that begins with a quote as `"""so"" it begins"`')
        )


class TextAfterQuote(Diagnostic, code="E258"):
    span: Span

    def report(self) -> Report:
        return (
            Report("text after the closing quote of a field")
            .at(self.span)
            .helped('double a quote within quotes: `"5"" pipe"`')
        )


class DecimalsAreText(Diagnostic, code="W208"):
    span: Span
    table: str
    column: str
    text: str

    def report(self) -> Report:
        return (
            Report(
                f"`{visible(self.text)}` is a text, "
                f"and so is the whole column `{self.table}.{self.column}`: numbers are integers"
            )
            .at(self.span)
            .helped("to calculate with the column, write it in smaller units: 35 tenths for 3.5")
        )
