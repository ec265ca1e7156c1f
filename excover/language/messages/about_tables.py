"""Messages about tables and their records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import Value, brief
from excover.base.words import did_you_mean, listed, reached, visible
from excover.language.messages.edits import nearest
from excover.language.messages.message import Located, Unknown


class UnknownRecord(Located, code="E116"):
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


class UnknownColumn(Unknown, code="E117"):
    wording = "there is no column `{name}`"
    advice = "choose one of {choices}"

    def fix(self) -> Edit | None:
        column = self.span.part(len(self.span.text) - len(self.name), len(self.name))
        return nearest(column, self.name, self.known)


class RepeatedKey(Located, code="E118"):
    name: str
    repeated: Value
    binding: str

    wording = "the first fields of `{name}` repeat, such as {repeated:brief}, and do not identify its records"
    label = "{binding:reached}"
    advice = (
        "select records: `for x in {name} where ..`",
        "or insert a first column with a unique key",
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


class EmptyTable(Located, code="E244"):
    name: str

    wording = "table `{name}` has no header"
    advice = "name the columns in its first line"


class InvalidColumnName(Located, code="E245"):
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


class WrongFieldCount(Located, code="E246"):
    got: int
    wanted: int

    wording = "a line of {got:plural field}, but the header has {wanted}"
    advice = "separate fields by blanks, or by bars if the header has bars; in CSV, as in the header"


class SeveralSeparators(Located, code="E258"):
    found: Sequence[str]

    def report(self) -> Report:
        signs = listed(["tab" if sign == "\t" else sign for sign in self.found], "and")
        return (
            Report(f"the separator is ambiguous: the header has {signs}")
            .at(self.span)
            .helped('quote names of columns that contain one of them: `"size; in mm"`')
        )


class UnclosedField(Located, code="E258"):
    wording = "this quote is not closed"
    advice = 'close it; write a field that begins with a quote as `"""so"" it begins"`'


class TextAfterQuote(Located, code="E258"):
    wording = "text after the closing quote of a field"
    advice = 'double a quote within quotes: `"5"" pipe"`'


class DecimalsAreText(Located, code="W208"):
    table: str
    column: str
    text: str

    wording = (
        "`{text:visible}` is a text, and so is the whole column `{table}.{column}`: numbers are integers"
    )
    advice = "to calculate with the column, write it in smaller units: 35 tenths for 3.5"
