"""Messages about tables and their records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from excover.diagnostics import Diagnostic, Edit, Report
from excover.messages.edits import nearest
from excover.names import Value, brief
from excover.source import Span
from excover.words import did_you_mean, listed, plural, reached, visible


class UnknownRecord(Diagnostic, code="E116"):
    """Nothing stands there.

    A table is indexed by the first column of its records (or by their numbers, where that column does not
    tell them apart), a board by row and column.

    Wrong:

    ```
    table Flight
      |name from
      |A    Oslo
    item leaves[{f.from for f in Flight}]
    option fly() covers leaves[Flight["B"].from]
    ```

    Fixed:

    ```
    table Flight
      |name from
      |A    Oslo
    item leaves[{f.from for f in Flight}]
    option fly() covers leaves[Flight["A"].from]
    ```
    """

    span: Span
    name: str
    key: Value
    known: list[Value]
    binding: str

    def report(self) -> Report:
        near = did_you_mean(str(self.key), [other for other in self.known if isinstance(other, str)])
        return (
            Report(f"`{self.name}` has nothing at {brief(self.key)}")
            .at(self.span, reached(self.binding))
            .helped(near or f"it has {listed([brief(other) for other in self.known], 'and', 6)}")
        )


class UnknownColumn(Diagnostic, code="E117"):
    """There is no such column.

    The first line of a table names its columns; `record.column` is the field of a record, `table.column`
    the set of all.

    Wrong:

    ```
    table Flight
      |name from
      |A    Oslo
    item leaves[{f.form for f in Flight}]
    ```

    Fixed:

    ```
    table Flight
      |name from
      |A    Oslo
    item leaves[{f.from for f in Flight}]
    option fly(f in Flight) covers leaves[f.from]
    ```
    """

    span: Span
    column: str
    columns: Iterable[str]

    def report(self) -> Report:
        names = list(self.columns)
        return (
            Report(f"there is no column `{self.column}`")
            .at(self.span)
            .helped(did_you_mean(self.column, names) or f"the columns are {listed(names, 'and')}")
        )

    def fix(self) -> Edit | None:
        column = self.span.part(len(self.span.text) - len(self.column), len(self.column))
        return nearest(column, self.column, self.columns)


class RepeatedKey(Diagnostic, code="E118"):
    """Several records have the same first field.

    `T["p1"]` is the record of table `T` whose first field is `p1`. Where first fields repeat, they do not
    tell the records apart, and a number in brackets could be a first field or count the records. Go through
    the records with a condition, or put a first column before the others that has a key for each.

    Wrong:

    ```
    table Flight
      |day from
      |7   Oslo
      |7   Rome
    item leaves[Flight.from]
    option fly() covers leaves[Flight[7].from]
    ```

    Fixed:

    ```
    table Flight
      |name day from
      |A    7   Oslo
      |B    7   Rome
    item leaves[Flight.from]
    option fly() covers leaves[Flight["A"].from]
    option drive() covers leaves[Flight["B"].from]
    ```
    """

    span: Span
    name: str
    repeated: Value
    binding: str

    def report(self) -> Report:
        return (
            Report(
                f"first fields of `{self.name}` repeat, as {brief(self.repeated)}, "
                f"and do not tell its records apart"
            )
            .at(self.span, reached(self.binding))
            .helped(
                f"go through the records: `for x in {self.name} where ..`",
                "or put a first column with a key of its own before the others",
            )
        )


class EmptyTable(Diagnostic, code="E244"):
    """A table without header.

    The first line of a table names its columns, each further line is a record.

    Wrong:

    ```
    table Flight
      |
    ```

    Fixed:

    ```
    table Flight
      |name from
      |A    Rome
    ```
    """

    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"table `{self.name}` has no header")
            .at(self.span)
            .helped("its first line names the columns")
        )


class InvalidColumnName(Diagnostic, code="E245"):
    """A name that no column can have.

    Columns are named with letters, digits and underscores, each by another name; a `*` behind it makes a
    column of lists.

    Wrong:

    ```
    table Flight
      |name 1st
      |A    Oslo
    ```

    Fixed:

    ```
    table Flight
      |name first
      |A    Oslo
    ```
    """

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
                "letters from A to Z, digits and underscores, a `*` behind it for a column of lists",
                "no two columns have the same name",
                "a comment stands on a line of its own" if "#" in self.name else "",
            )
        )


class WrongFieldCount(Diagnostic, code="E246"):
    """A line with too few or too many fields.

    Every record has a field for each column. Fields stand between blanks, or between bars where the header
    has bars; the members of lists between commas.

    Wrong:

    ```
    table Flight
      |name from
      |A
    ```

    Fixed:

    ```
    table Flight
      |name from
      |A    Rome
    ```
    """

    span: Span
    got: int
    wanted: int

    def report(self) -> Report:
        return (
            Report(f"a line of {plural(self.got, 'field')}, and the header names {self.wanted}")
            .at(self.span)
            .helped(
                "fields are separated by blanks, or by bars if the header has bars; in CSV, as in the header"
            )
        )


class UnclearFields(Diagnostic, code="E258"):
    """A file that cannot be read as CSV.

    The header of a CSV file decides what separates fields: commas, semicolons or tabs. A name of a column
    that contains one of these stands in quotes. A field that begins with a quote ends with the next quote
    that is not written twice, and the next separator follows at once. So a text such as `5" pipe` can be
    written as it is, and in quotes as `"5"" pipe"`.
    """


class SeveralSeparators(UnclearFields):
    span: Span
    found: Sequence[str]

    def report(self) -> Report:
        signs = listed(["tab" if sign == "\t" else sign for sign in self.found], "and")
        return (
            Report(f"what separates the columns: the header has {signs}")
            .at(self.span)
            .helped('put quotes around names of columns that contain one of them: `"size; in mm"`')
        )


class UnclosedField(UnclearFields):
    span: Span

    def report(self) -> Report:
        return (
            Report("the quote that opens here is never closed")
            .at(self.span)
            .helped('close it; a field that begins with a quote is written `"""so"" it begins"`')
        )


class TextAfterQuote(UnclearFields):
    span: Span

    def report(self) -> Report:
        return (
            Report("a field ends with its closing quote, and something stands behind that")
            .at(self.span)
            .helped('within quotes, write a quote twice: `"5"" pipe"`')
        )


class DecimalsAreText(Diagnostic, code="W208"):
    """A column of decimals.

    Numbers are whole. Where a column of a table has a decimal such as `3.5` or `3,5`, all of its fields are
    texts as they are written, also those that are whole: so no value changes, and none can be added or
    compared as a number. To calculate with the column, write it in smaller units: tenths of hours, cents.
    To keep the fields as texts, as numbers of versions or sections, nothing needs to be done.

    Wrong:

    ```
    table Job
      |name hours
      |saw  3
      |mill 3.5
    item job[Job.name]
    option work(j in Job) covers job[j.name]
    ```

    Fixed:

    ```
    table Job
      |name tenths
      |saw  30
      |mill 35
    item job[Job.name]
    option work(j in Job) covers job[j.name]
    ```
    """

    span: Span
    table: str
    column: str
    text: str

    def report(self) -> Report:
        return (
            Report(
                f"`{visible(self.text)}` is a text, "
                f"and so is all of `{self.table}.{self.column}`: numbers are whole"
            )
            .at(self.span)
            .helped("to calculate with the column, write it in smaller units: 35 tenths for 3.5")
        )
