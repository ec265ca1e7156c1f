"""Messages about values and expressions, and about tables and their records."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import NAME, OrderedSet, Record, Symbol, Value, brief, is_number, kind
from excover.base.source import TableField
from excover.base.words import clipped, did_you_mean, listed, reached, visible
from excover.language.messages.message import Located, Unknown, nearest


def _from_cell(found: Report, cell: TableField | None) -> Report:
    """With the field of a table that a value comes from, if it comes from one."""
    return found.beside(cell.span, f"it comes from the column `{cell.column}`") if cell else found


def _mended(text: str, value: Value, wanted: str, cell: TableField | None) -> str:
    """How a value of one kind is made one of another kind, where there is a usual way."""
    match value, wanted:
        case str() | Symbol(), "a number":
            return _number_for(text, value, cell)
        case bool(), "a number":
            return f"write `1 if {text} else 0`"
        case int(), "a condition":
            return f"compare it, as in `{text} > 0`"
        case OrderedSet(), "a condition" | "a number":
            return "write the union of sets as `{x for S in {A, B}, x in S}`"
        case str(), "a set" if column := re.search(rf"\.({NAME})$", text):
            return f"fields are sets where the name of the column ends with a star: `{column[1]}*`"
        case int(), "a set" if ends := re.fullmatch(r"(\w+) *- *(\w+)", text):
            return f"write `{ends[1]}..{ends[2]}` for all numbers from {ends[1]} to {ends[2]}"
        case int(), "a set":
            return f"write `1..{text}`, or `{{{text}}}` for a set of one"
        case tuple(), _:
            return _taken_from(text, value, wanted)
        case _:
            return ""


def _taken_from(text: str, value: tuple[Value, ...], wanted: str) -> str:
    """How a number or a set is made of a tuple."""
    if wanted == "a number" and text.isidentifier():
        return f"`{text}[1]` is its first member; a loop that takes it apart has parentheses: `(r, c) in ..`"
    if wanted == "a number":
        return "`x[1]` is the first member of a tuple `x`; so is `a` in a loop `a for (a, b) in ..`"
    if wanted == "a set" and all(isinstance(member, tuple) for member in value):
        return f"a set of these has braces: `{{{brief(value)[1:-1]}}}`"
    if wanted == "a set":
        return f"parentheses around it change nothing: a set of one is written `{{{brief(value)}}}`"
    return ""


def _number_for(written: str, text: str | Symbol, cell: TableField | None) -> str:
    if isinstance(text, Symbol):
        return (
            "symbols cannot be counted with: let a number run, `i in 1..n`, "
            f"and take the symbol from a tuple, `({text.name}, ..)[i]`"
        )
    if re.fullmatch(r"[-+]?\d+[.,]\d+", text):
        return "numbers are integers: write the column in smaller units, such as 35 tenths for 3.5"
    if cell and re.fullmatch(r"[-+]?\d+", text):
        return (
            f"all of `{cell.column}` are texts, since one has a decimal or digits such as 007: mend that one"
        )
    if cell:
        return f"write a whole number in line {cell.span.line} of {cell.span.source.name}"
    if is_number(text):
        return f"`number({clipped(written)})` is the number that the digits of a text write"
    return 'of texts, there is `"x" + "y"` alone: let numbers stand for them'


def exactly(value: Value) -> str:
    """Its kind, as far as values of another kind never equal it."""
    match value:
        case Symbol():
            return f"a symbol of `{value.enum}`"
        case Record():
            return f"a record of `{value.table}`"
        case tuple():
            return f"a tuple of {len(value)}"
        case _:
            return kind(value)


def made_alike(left: Value, right: Value) -> str:
    """How two values of different kinds become comparable, where there is a usual way."""
    match left, right:
        case (str() as text, Symbol(name)) | (Symbol(name), str() as text):
            return f"write a symbol without quotes: `{name if name == text else text}`"
        case (str(), int()) | (int(), str()):
            return (
                'write numbers without quotes; labels of boards and letters of pieces are texts: `"1"`, '
                "of which `number(..)` is the number"
            )
        case (Record(fields=fields), str() | int() | Symbol()) | (
            str() | int() | Symbol(),
            Record(fields=fields),
        ):
            return f"compare a field of the record, such as `.{next(iter(fields))}`"
        case tuple(), tuple():
            return "compare tuples of the same length"
        case _:
            return "compare values of the same type"


class NamesRepeated(Located, code="E358"):
    wording = "a tuple has a member several times here, so that names are not different"
    advice = "write a set, which has each member once: `{{x for x in t}}`"


class NotAStep(Located, code="E359"):
    value: Value
    binding: str

    wording = "a step has a number for each coordinate of the cell, and is not 0, but this is {value:brief}"
    label = "{binding:reached}"
    advice = "write `(0, 1)` for the right, `(1, 0)` for down, `(-1, -1)` for a diagonal"


class TextWithoutNumber(Located, code="E119"):
    value: str
    binding: str

    wording = "{value:brief} is no number"
    label = "{binding:reached}"
    note = '`number(..)` reads digits, with a minus before them if need be: `number("12")` is 12'
    advice = "{way_out}"

    @property
    def way_out(self) -> str:
        digits = self.value.removeprefix("-")
        if digits.isascii() and digits.isdecimal() and digits[0] == "0":
            return "a number has no zeros before it: leave them out, or compare it as the text that it is"
        return "leave out other texts, such as those of cells without a digit, by a condition"


class NotACellOfBoard(Located, code="E357"):
    value: Value
    board: str
    binding: str

    wording = "{value:brief} is no cell of the board `{board}`"
    label = "{binding:reached}"
    advice = "write `where p in {board}` for cells that may lie off the board"


class WrongKind(Located, code="E108"):
    value: Value
    wanted: str
    binding: str
    cell: TableField | None

    def report(self) -> Report:
        found = self.located(
            f"{self.wanted} is needed here, but this is {kind(self.value)}: {brief(self.value)}",
            reached(self.binding),
        )
        text = clipped(self.span.text)
        if again := self._compared_again:
            return found.helped(f"write the comparison again: `{clipped(again)}`")
        if self._taken_apart:
            return found.helped(f"take the tuples apart: `{self._taken_apart}`")
        if isinstance(self.value, tuple) and re.search(r"\b(min|max)\([^(){]*\Z", self._before):
            return found.helped("`<` compares tuples: write `a if a < b else b` for the lesser one")
        if self._ends_a_range:
            return found.helped('a range has numbers: write all of these texts in braces, `{"A", "B", ..}`')
        return _from_cell(found, self.cell).helped(_mended(text, self.value, self.wanted, self.cell))

    @property
    def _before(self) -> str:
        return self.span.source.text[max(0, self.span.start - 20) : self.span.start]

    @property
    def _taken_apart(self) -> str:
        """A function of the members of tuples, which are all that it is called with; otherwise empty."""
        called = re.search(r"\b(min|max|sum|product)\(\s*\Z", self._before)
        is_all = self.span.source.text[self.span.end :].lstrip().startswith(")")
        if not (called and is_all and self.span.text.isidentifier() and isinstance(self.value, tuple)):
            return ""
        names = [each for each in "abcdefgh" if each != self.span.text][: len(self.value)]
        return f"{called[1]}({names[0]} for ({', '.join(names)}) in {self.span.text})"

    @property
    def _ends_a_range(self) -> bool:
        before, after = (
            self.span.source.text[part] for part in (slice(self.span.start), slice(self.span.end, None))
        )
        is_end = before.rstrip().endswith("..") or after.lstrip().startswith("..")
        return is_end and isinstance(self.value, str) and not self.cell

    @property
    def _compared_again(self) -> str:
        """Behind `x = 1 or`, the comparison that was probably meant; otherwise empty."""
        before = self.span.source.text[max(0, self.span.start - 100) : self.span.start]
        found = re.search(r"([^\W\d][\w.]*(?:\[[^\]\n]*\])?) *(!=|[<>]=?|=) *[^\n]*\b(?:or|and)\s+\Z", before)
        return f"{found[1]} {found[2]} {self.span.text}" if found and self.wanted == "a condition" else ""

    def fix(self) -> Edit | None:
        if again := self._compared_again:
            return Edit(self.span, again)
        match self.value, self.wanted:
            case bool(), "a number":
                return Edit(self.span, f"(1 if {self.span.text} else 0)", is_certain=True)
            case int(), "a set" if self.span.text.isalnum():
                return Edit(self.span, f"1..{self.span.text}")
            case _:
                return None


class NotComparable(Located, code="E109"):
    left: Value
    right: Value
    binding: str
    cell: TableField | None

    def report(self) -> Report:
        found = self.located(
            f"{kind(self.left)} and {kind(self.right)} cannot be compared: "
            f"{brief(self.left)} and {brief(self.right)}",
            reached(self.binding),
        )
        way_out = "join conditions with `and`, `or` or `not`" if isinstance(self.left, bool) else ""
        return _from_cell(found, self.cell).helped(way_out)


class NeverEqual(Located, code="E109"):
    """Two values of different kinds are compared by `=` or `!=`."""

    left: Value
    right: Value
    binding: str

    def report(self) -> Report:
        return self.located(
            f"{exactly(self.left)} never equals {exactly(self.right)}: "
            f"{brief(self.left)} and {brief(self.right)}",
            reached(self.binding),
        ).helped(made_alike(self.left, self.right))

    def fix(self) -> Edit | None:
        """A symbol without quotes, if its name is written here once."""
        match self.left, self.right:
            case (str() as text, Symbol(name)) | (Symbol(name), str() as text) if name == text:
                at = self.span.text.find(f'"{text}"')
                once = at >= 0 and self.span.text.count('"') == 2
                return Edit(self.span.part(at, len(text) + 2), text, is_certain=True) if once else None
            case _:
                return None


class QuotedNumber(Located, code="E109"):
    """A label of a drawing is compared with a text of digits."""

    text: str

    wording = 'a label never equals the text `"{text}"`, as one of digits is a number'
    advice = "write it without quotes: `{text}`"

    def fix(self) -> Edit | None:
        return Edit(self.span, self.text, is_certain=True)


class NeverMember(Located, code="E109"):
    """A value is looked for in a set of values of another kind."""

    member: Value
    members: Collection[Value]
    binding: str

    def report(self) -> Report:
        first = next(iter(self.members))
        return self.located(
            f"{exactly(self.member)} never equals {exactly(first)}: "
            f"{brief(self.member)} in {brief(self.members)}",
            reached(self.binding),
        ).helped(made_alike(self.member, first))


class DivisionByZero(Located, code="E110"):
    binding: str

    wording = "division by zero"
    label = "{binding:reached}"
    advice = "guard it: `a div b if b != 0 else 0`, or exclude zero in `where`"


class NumberOutOfRange(Located, code="E111"):
    binding: str

    wording = "the result does not fit in 64 bits"
    label = "{binding:reached}"
    advice = "keep numbers and the lengths of sets between -2^63 and 2^63 - 1"


class IndexOutOfRange(Located, code="E112"):
    index: Value
    length: int
    binding: str

    wording = "there is no member {index:brief} in a tuple or text of {length}"
    label = "{binding:reached}"
    advice = "count members from 1"


class EmptyExtremum(Located, code="E113"):
    name: str
    binding: str

    wording = "`{name}` of an empty set has no value"
    label = "{binding:reached}"
    advice = "exclude the empty case with `if`"


class MemberNotTuple(Located, code="E114"):
    value: Value
    length: int

    wording = "members of this set must unpack into {length:plural name}"
    label = "but {value:brief} is a member"
    advice = "remove the parentheses if each name ranges over the set: `r, c in 1..8`"


class ConditionAsMember(Located, code="E115"):
    wording = "a condition cannot be a member of a tuple or set"
    advice = "write `1 if condition else 0`"

    def fix(self) -> Edit | None:
        return Edit(self.span, f"1 if {self.span.text} else 0", is_certain=True)


# Messages about tables and their records.


class UnknownRecord(Located, code="E116"):
    name: str
    key: Value
    known: list[Value]
    binding: str

    def report(self) -> Report:
        near = did_you_mean(str(self.key), [other for other in self.known if isinstance(other, str)])
        return self.located(f"`{self.name}` has no entry {brief(self.key)}", reached(self.binding)).helped(
            near or f"it has {listed([brief(other) for other in self.known], 'and', 6)}"
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
        return Report(f"the description has no table or board `{self.name}`").helped(near or declared)


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
        return self.located(called).helped(
            "use letters from A to Z, digits and underscores, and a trailing `*` for a column of lists",
            "give each column a different name",
            "put a comment on a line of its own" if "#" in self.name else "",
        )


class WrongFieldCount(Located, code="E246"):
    got: int
    wanted: int

    wording = "a line of {got:plural field}, but the header has {wanted}"
    advice = "separate fields by blanks, or by bars if the header has bars; in CSV, as in the header"


class DecimalsAreText(Located, code="W208"):
    table: str
    column: str
    text: str

    wording = (
        "`{text:visible}` is a text, and so is the whole column `{table}.{column}`: numbers are integers"
    )
    advice = "to calculate with the column, write it in smaller units: 35 tenths for 3.5"
