"""Messages about models in Python."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import ItemName, OptionName
from excover.base.source import Span
from excover.base.words import clipped, plural, visible
from excover.language.messages.message import Worded


def at_row(row: int | None) -> str:
    return "" if row is None else f"in row {row:,} (counted from 0)"


class UnknownModelItem(Diagnostic, code="E701"):
    item: ItemName
    shape: str
    row: int | None
    count: int
    rows: int = 0
    near: str = ""
    """What an index may be a misspelling of."""
    member: int | None = None
    """The place in the list of its row, in a column of lists."""
    hint: str = ""
    """What makes indices of texts that were read from a file."""

    def report(self) -> Report:
        found = Report(f"the model has no item `{self.item}`")
        others = f"{plural(self.count, 'row')} name no item" if self.count > 1 else ""
        if self.count == self.rows > 1:
            others = f"none of the {self.rows:,} rows names an item"
        if self.member is not None:
            of_list = f"member {self.member:,} of the list in row {self.row:,} (both counted from 0)"
            others = f"{self.count:,} lists have members that name no item" if self.count > 1 else ""
            return found.noted(of_list, others).helped(
                self.hint,
                f"did you mean `{self.near}`?" if self.near else "",
                f"`{self.item.family}` has the indices {self.shape}" if self.shape else "",
            )
        partly = self.row is not None and self.count != self.rows
        is_tuple = (
            self.row is None and len(self.item.indices) == 1 and isinstance(self.item.indices[0], tuple)
        )
        return found.noted(at_row(self.row), others).helped(
            self.hint,
            f"did you mean `{self.near}`?" if self.near else "",
            "a tuple is one index; a column of indices is a list, `list(..)`" if is_tuple else "",
            f"`{self.item.family}` has the indices {self.shape}" if self.shape else "",
            "cover it only where it exists, with `.where(condition)`" if partly and not self.hint else "",
        )


class NotALanguageValue(Diagnostic, code="E702"):
    what: str
    value: str
    type: str
    row: int | None

    def report(self) -> Report:
        if self.type == "missing":
            found = Report(f"{self.what} has a missing value")
        else:
            found = Report(f"{self.what} has the value {clipped(self.value)} of the type `{self.type}`")
        return found.noted(at_row(self.row)).helped(self._way_out)

    @property
    def _way_out(self) -> str:
        """By the name of the type, as libraries have their own: `float64`, `Timestamp`."""
        converted = "`column.astype(int)`, or `int(value)` of one"
        match self.type.lower().rstrip("0123456789"):
            case "float" | "decimal" | "fraction":
                return f"fractions must be scaled, such as to cents, and whole ones converted: {converted}"
            case "bool":
                return f"convert truth values to numbers: {converted}"
            case "date" | "time" | "datetime" | "timestamp" | "timedelta" | "period":
                return "write dates and times as texts: `column.astype(str)`, or `str(value)` of one"
            case "missing":
                return (
                    "drop rows with missing values, or fill them in; in a data frame by `frame.dropna()` or "
                    "`column.fillna(0)`, and until `.astype(int)`, numbers among them are fractions"
                )
            case "dict":
                return 'a column has one field of each record: `[row["name"] for row in rows]`'
            case "list":
                return "a list is a column of values; one value with several parts is a tuple, `tuple(..)`"
            case "int":
                return f"whole numbers have 64 bits: from {-(2**63)} to {2**63 - 1}"
            case _:
                return "use whole numbers, texts, and tuples or sets of them"


class NotATruthValue(NotALanguageValue):
    def report(self) -> Report:
        found = "a missing value" if self.type == "missing" else f"the value {clipped(self.value)}"
        return (
            Report(f"{self.what} has {found}")
            .noted(at_row(self.row))
            .helped(
                "a condition is a truth value, or 0 or 1, for each row: `column == value`, `column.notna()`"
            )
        )


class ColumnsOfOtherLengths(Diagnostic, code="E703"):
    name: str
    lengths: Sequence[tuple[str, int]]

    def report(self) -> Report:
        lengths = ", ".join(f"{what} {length:,}" for what, length in self.lengths)
        return (
            Report(f"the columns of the options `{self.name}` have different lengths")
            .noted(lengths)
            .helped("give every column a value for each option, or a single value for all")
        )


class TableColumnsOfOtherLengths(ColumnsOfOtherLengths):
    """Of a table that is a mapping from names to columns."""

    span: Span

    def report(self) -> Report:
        lengths = ", ".join(f"`{visible(what)}` {length:,}" for what, length in self.lengths)
        return (
            Report(f"the columns of the table `{self.name}` have different lengths")
            .at(self.span)
            .noted(lengths)
            .helped("give every column a value for each record")
        )


class OptionListedTwice(Diagnostic, code="E704"):
    option: OptionName
    span: Span
    earlier: Span

    def report(self) -> Report:
        return (
            Report(f"the model has two options `{self.option}`")
            .at(self.span, "the second")
            .beside(self.earlier, "the first")
            .helped("add an argument that distinguishes them, or omit the arguments to number the options")
        )


class NotRowsOfZeroAndOne(Worded, code="E705"):
    family: str
    items: int
    wrong: str

    wording = "the matrix of `{family}` has {wrong}"
    advice = "give it 0 and 1, and {items:plural column}: one for each item of `{family}`"


class ItemsAfterOption(Worded, code="E706"):
    option: str
    family: str

    wording = "the options `{option}` cover `{family}`, which was declared after their first option"
    advice = "declare `{family}` before any option `{option}`"
