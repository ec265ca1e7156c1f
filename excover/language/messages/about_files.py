"""Messages about files, parameters and imports, and about the data of models in Python."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import ItemName, OptionName, Value, brief, kind
from excover.base.source import Span
from excover.base.words import clipped, did_you_mean, listed, near, plural, raised, visible
from excover.language.messages.message import Located, Unknown, Worded, nearest


class UnknownDescription(Diagnostic, code="E011"):
    name: str
    shipped: Sequence[str]
    near: str | None = None
    """The path of a file whose name is similar."""

    def report(self) -> Report:
        found = Report(f"there is no file and no shipped puzzle `{visible(self.name)}`")
        if re.search(r"://|/p(?:\.html)?\?|\?load=|fpuz", self.name):
            return found.helped(
                "give a link whole and in quotes, such as `https://puzz.link/p?simpleloop/6/2/200`, "
                "or of f-puzzles, `https://www.f-puzzles.com/?load=..`"
            )
        return found.helped(
            _similar(self.name, self.shipped, self.near), "run `excover gallery` to list them all"
        )


class UnknownGivens(Worded, code="E012"):
    name: str
    shipped: Sequence[str]
    near: str | None = None
    """The path of a file whose name is similar."""

    wording = "there is no file of givens `{name:visible}`"

    def _help(self) -> list[str]:
        return [_similar(self.name, self.shipped, self.near), f"choose one of {listed(self.shipped, 'and')}"]


def _similar(name: str, shipped: Sequence[str], file: str | None) -> str:
    """A help line: a file, or what is shipped, or both if both are similar."""
    found = [visible(each) for each in (file, near(name, shipped)) if each]
    return f"did you mean {listed(found)}?" if found else ""


class NotUtf8(Diagnostic, code="E013"):
    name: str
    byte: int
    line: int
    column: int
    encoding: str
    """That of the file as far as known: `ZIP` if it is packed."""
    place: Span | None = None
    """Of the byte, in its line as it was probably meant."""
    span: Span | None = None
    """What names the file."""

    def at(self, span: Span) -> NotUtf8:
        """The same of a file that is named at ``span``."""
        return self.replaced(span=span)

    def report(self) -> Report:
        found = Report(f"`{visible(self.name)}` is not a text in UTF-8").at(self.span)
        byte, convert = f"the byte {self.byte:02X}", f"`iconv -f {self.encoding} -t UTF-8` converts it"
        match self.encoding:
            case "ZIP":
                found = found.noted("it is a packed file, such as a spreadsheet")
                return found.helped("export what is in it as a text in UTF-8, a table as CSV")
            case "UTF-16" | "UTF-32":
                found = found.noted(f"it begins with the mark of {self.encoding}")
                return found.helped(f"save the file in UTF-8; {convert}")
            case "UTF-8":
                found = self._located(found, f"{byte} is no character, though others are in UTF-8")
                return found.helped("write this character again, and save the file in UTF-8")
            case "":
                found = found.noted(f"{byte} in line {self.line:,}, column {self.column:,} is not of UTF-8")
                return found.helped("check that this is the right file; if it is a text, save it in UTF-8")
            case _:
                meant = self.place.text if self.place else ""
                found = self._located(found, f"{byte}, which is `{meant}` in {self.encoding}")
                return found.helped(f"save the file in UTF-8; {convert}, if that is its encoding")

    def _located(self, found: Report, text: str) -> Report:
        if self.place is None:
            return found
        return found.beside(self.place, text) if self.span else found.at(self.place, text)


class EvaluationTooDeep(Worded, code="E014"):
    limit: int

    wording = "a nesting limit of {limit:,} is too high for Python's stack here"
    advice = (
        "compute an intermediate result with `let`, or merge functions",
        "set a lower limit `nesting`",
    )


class UnknownGenre(Located, code="E015"):
    genre: str
    known: Sequence[str]

    def report(self) -> Report:
        is_named = f"links of the genre `{self.genre}` are not read"
        found = self.located(is_named if self.genre else "the link has no genre")
        return found.helped(did_you_mean(self.genre, self.known), "docs/genres.md lists the genres of links")


class WrongLink(Located, code="E016"):
    wanted: str

    wording = "the link is not complete, or has been changed"
    label = "expected {wanted}"
    advice = "copy the whole link again"


class LinkTooLarge(Located, code="E017"):
    columns: int
    rows: int
    most: int

    wording = "the puzzle of the link has {columns:,} columns and {rows:,} rows"
    note = "at most {most:,} cells are read"
    advice = "write a description with a board from a file, and load that"


class UnreadLinkPart(Located, code="E018"):
    part: str

    wording = "the puzzle of the link has a part that is no known rule: {part}"
    advice = "write its rules as a description, from `excover gallery show NAME` of its genre"


class UnknownParameter(Diagnostic, code="E202"):
    name: str
    known: Iterable[str]
    span: Span | None = None

    def report(self) -> Report:
        names = list(self.known)
        found = Report(f"there is no parameter `{self.name}`").at(self.span)
        return found.helped(
            did_you_mean(self.name, names),
            f"choose one of {listed(names, 'and')}"
            if names
            else "remove it: this description has no parameters",
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.known) if self.span else None


class ParameterOutOfRange(Located, code="E203"):
    name: str
    value: Value
    domain: Value

    wording = "parameter `{name}` cannot be {value:brief}"
    label = "must be one of {domain:brief}"
    advice = "choose one of these values, or extend the set after `in`"


class ParameterOfOtherKind(Located, code="E204"):
    name: str
    value: Value
    default: Value

    def report(self) -> Report:
        of_members = isinstance(self.value, tuple) and kind(self.default) == "a set"
        members = (
            "a tuple is one value: write a set in braces; in Python, give a set or a list of its members"
        )
        return self.located(
            f"parameter `{self.name}` cannot be {brief(self.value)}", f"declared as {kind(self.default)}"
        ).helped(members if of_members else "give a value of the same type as the default")


class UnknownLibrary(Unknown, code="E205"):
    wording = "there is no shipped description `{name}`"
    advice = "choose one of {choices}"


class ImportCycle(Located, code="E206"):
    name: str

    wording = "`{name:visible}` imports itself"
    advice = "remove this import, or move what both need to a third file"


class UnreadableFile(Located, code="E247"):
    name: str
    why: str

    wording = "`{name:visible}` cannot be read: {why}"


class FileWithoutFolder(UnreadableFile):
    def report(self) -> Report:
        help_ = "save the description as a file in that folder; in Python, name the folder: "
        return super().report().helped(f'{help_}`excover.parse(text, folder="..")`')


class MissingFile(UnreadableFile):
    near: str | None
    """The path of a file whose name is similar, from the same folder."""

    def report(self) -> Report:
        close = f"did you mean `{visible(self.near)}`?" if self.near else ""
        return super().report().helped(close, "use a path relative to the folder of this description")

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, [self.near]) if self.near else None


class OutsideFolder(Located, code="E248"):
    name: str

    wording = "`{name:visible}` is outside the folder of this description"
    advice = "copy the file into that folder, and use a relative path"


class ImportsTooDeep(Located, code="E260"):
    limit: int

    wording = "more than {limit} nested imports"
    advice = (
        "import directly what you need here",
        raised("nesting"),
    )


class SeveralSeparators(Located, code="E258"):
    found: Sequence[str]

    def report(self) -> Report:
        signs = listed(["tab" if sign == "\t" else sign for sign in self.found], "and")
        return self.located(f"the separator is ambiguous: the header has {signs}").helped(
            'quote names of columns that contain one of them: `"size; in mm"`'
        )


class UnclosedField(Located, code="E258"):
    wording = "this quote is not closed"
    advice = 'close it; write a field that begins with a quote as `"""so"" it begins"`'


class TextAfterQuote(Located, code="E258"):
    wording = "text after the closing quote of a field"
    advice = 'double a quote within quotes: `"5"" pipe"`'


# Messages about models in Python.


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
        return self._differing(
            f"the options `{self.name}`",
            "give every column a value for each option, or a single value for all",
        )

    def _differing(self, whose: str, advice: str) -> Report:
        lengths = ", ".join(f"{self._shown(column)} {length:,}" for column, length in self.lengths)
        return Report(f"the columns of {whose} have different lengths").noted(lengths).helped(advice)

    def _shown(self, column: str) -> str:
        return column


class TableColumnsOfOtherLengths(ColumnsOfOtherLengths):
    """Of a table that is a mapping from names to columns."""

    span: Span

    def report(self) -> Report:
        found = self._differing(f"the table `{self.name}`", "give every column a value for each record")
        return found.at(self.span)

    def _shown(self, column: str) -> str:
        return f"`{visible(column)}`"


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
