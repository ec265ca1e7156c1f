"""Messages about values and expressions."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from excover.diagnostics import Diagnostic, Report
from excover.names import Record, Symbol, Value, brief, kind
from excover.source import Span
from excover.words import clipped, did_you_mean, listed, plural, raised, reached


def _mended(text: str, value: Value, wanted: str) -> str:
    """How a value of one kind is made one of another kind, where there is a usual way."""
    match value, wanted:
        case str(), "a number":
            return 'texts are not calculated with, and cannot be joined: write a tuple, `("x", "y")`'
        case bool(), "a number":
            return f"write `1 if {text} else 0`"
        case int(), "a condition":
            return f"compare it, as in `{text} > 0`"
        case int(), "a set":
            return f"write `1..{text}`, or `{{{text}}}` for a set of one"
        case _:
            return ""


def _exactly(value: Value) -> str:
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


def _made_alike(left: Value, right: Value) -> str:
    """How two values of different kinds become comparable, where there is a usual way."""
    match left, right:
        case (str() as text, Symbol(name)) | (Symbol(name), str() as text):
            return f"a symbol is written without quotes: `{name if name == text else text}`"
        case (str(), int()) | (int(), str()):
            return (
                'numbers are written without quotes; labels of boards and letters of pieces are texts: `"1"`'
            )
        case (Record(fields=fields), str() | int() | Symbol()) | (
            str() | int() | Symbol(),
            Record(fields=fields),
        ):
            return f"compare a field of the record, such as `.{next(iter(fields))}`"
        case tuple(), tuple():
            return "tuples are equal if they have as many members, and those are equal"
        case _:
            return "compare values of one kind"


class WrongKind(Diagnostic, code="E108"):
    """A value of another kind is needed.

    Numbers, texts, conditions, symbols, tuples and sets do not turn into each other by themselves. The
    message says what is needed, and what is there.

    Wrong:

    ```
    item a
    option x(r in 8) covers a
    ```

    Fixed:

    ```
    item a[1..8]
    option x(r in 1..8) covers a[r]
    ```
    """

    span: Span
    value: Value
    wanted: str
    binding: str

    def report(self) -> Report:
        found = Report(f"{self.wanted} is needed here, and this is {kind(self.value)}: {brief(self.value)}")
        return found.at(self.span, reached(self.binding)).helped(
            _mended(clipped(self.span.text), self.value, self.wanted)
        )


class Incomparable(Diagnostic, code="E109"):
    """Values that cannot be compared.

    Only numbers are less or greater than numbers, and only texts than texts. Conditions are not compared
    but joined with `and`, `or`, `not`.

    Values of different kinds are never equal: a number and a text, a text and a symbol, symbols of two
    enums, records of two tables, tuples of different length. A comparison with `=`, `!=`, `in` or `not in`
    that finds only such values, in every binding that reaches it, is an error, since its answer is the same
    for all values.

    Wrong:

    ```
    enum Team = Ajax, Bayern
    item a[Team]
    option x(t in Team) where t != "Ajax" covers a[t]
    ```

    Fixed:

    ```
    enum Team = Ajax, Bayern
    item a[{Bayern}]
    option x(t in Team) where t != Ajax covers a[t]
    ```
    """


class NotComparable(Incomparable):
    span: Span
    left: Value
    right: Value
    binding: str

    def report(self) -> Report:
        return (
            Report(
                f"{kind(self.left)} and {kind(self.right)} cannot be compared: "
                f"{brief(self.left)} and {brief(self.right)}"
            )
            .at(self.span, reached(self.binding))
            .helped("conditions are joined with `and`, `or`, `not`" if isinstance(self.left, bool) else "")
        )


class NeverEqual(Incomparable):
    """Two values of different kinds are compared by `=` or `!=`."""

    span: Span
    left: Value
    right: Value
    binding: str

    def report(self) -> Report:
        return (
            Report(
                f"{_exactly(self.left)} never equals {_exactly(self.right)}: "
                f"{brief(self.left)} and {brief(self.right)}"
            )
            .at(self.span, reached(self.binding))
            .helped(_made_alike(self.left, self.right))
        )


class NeverMember(Incomparable):
    """A value is looked for in a set of values of another kind."""

    span: Span
    member: Value
    members: Collection[Value]
    binding: str

    def report(self) -> Report:
        first = next(iter(self.members))
        return (
            Report(
                f"{_exactly(self.member)} never equals {_exactly(first)}: "
                f"{brief(self.member)} in {brief(self.members)}"
            )
            .at(self.span, reached(self.binding))
            .helped(_made_alike(self.member, first))
        )


class DivisionByZero(Diagnostic, code="E110"):
    """Division by zero.

    `div` and `mod` need a divisor other than zero, for every binding that reaches them. Conditions behind
    `where` are applied in their order, so that an earlier one can guard a later one.

    Wrong:

    ```
    item a[0..3]
    option x(r in 0..3) where 6 mod r = 0 covers a[r]
    ```

    Fixed:

    ```
    item a[1..3]
    option x(r in 0..3) where r > 0 and 6 mod r = 0 covers a[r]
    ```
    """

    span: Span
    binding: str

    def report(self) -> Report:
        return (
            Report("division by zero")
            .at(self.span, reached(self.binding))
            .helped("guard it: `a div b if b != 0 else 0`, or exclude zero in `where`")
        )


class NumberOutOfRange(Diagnostic, code="E111"):
    """A number is too large.

    Numbers, and the lengths of sets, have 64 bits: they lie between -2^63 and 2^63 - 1.

    Wrong:

    ```
    let n = 1000000000
    let a = n * n * n
    ```

    Fixed:

    ```
    let n = 1000000000
    let a = n * n
    ```
    """

    span: Span
    binding: str

    def report(self) -> Report:
        return (
            Report("the result does not fit 64 bits")
            .at(self.span, reached(self.binding))
            .helped("numbers, and the lengths of sets, lie between -2^63 and 2^63 - 1")
        )


class IndexOutOfRange(Diagnostic, code="E112"):
    """There is no such member.

    The members of tuples and texts are counted from 1.

    Wrong:

    ```
    let pair = (3, 4)
    let a = pair[0]
    ```

    Fixed:

    ```
    let pair = (3, 4)
    let a = pair[1]
    ```
    """

    span: Span
    index: Value
    length: int
    binding: str

    def report(self) -> Report:
        return (
            Report(f"there is no member {brief(self.index)} in a tuple or text of {self.length}")
            .at(self.span, reached(self.binding))
            .helped("members are counted from 1")
        )


class EmptyExtremum(Diagnostic, code="E113"):
    """The smallest or largest of nothing.

    `min` and `max` need at least one member. Exclude the empty case with a condition.

    Wrong:

    ```
    let a = min(x for x in 1..9 where x > 10)
    ```

    Fixed:

    ```
    let a = min(x for x in 1..9 where x > 8)
    ```
    """

    span: Span
    name: str
    binding: str

    def report(self) -> Report:
        return (
            Report(f"`{self.name}` of nothing has no value")
            .at(self.span, reached(self.binding))
            .helped("exclude the empty case with `if`")
        )


class MemberNotTuple(Diagnostic, code="E114"):
    """Members cannot be taken apart.

    `(r, c) in S` takes each member of `S` apart into two names, so that the members must be pairs. Names
    that run through a set each by itself stand without parentheses.

    Wrong:

    ```
    item a
    option x((r, c) in 1..8) covers a
    ```

    Fixed:

    ```
    item a[1..8, 1..8]
    option x(r, c in 1..8) covers a[r, c]
    ```
    """

    span: Span
    value: Value
    length: int

    def report(self) -> Report:
        return (
            Report(f"members of this set are to be taken apart into {plural(self.length, 'name')}")
            .at(self.span, f"but {brief(self.value)} is a member")
            .helped("leave the parentheses out for names that each run through the set: `r, c in 1..8`")
        )  # fmt: skip


class ConditionAsMember(Diagnostic, code="E115"):
    """A condition is not a member.

    Conditions cannot stand in tuples and sets. Make a number of it.

    Wrong:

    ```
    let a = {1 < 2}
    ```

    Fixed:

    ```
    let a = {1 if 1 < 2 else 0}
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("a condition cannot be a member of a tuple or set")
            .at(self.span)
            .helped("write `1 if condition else 0`")
        )


class TooManyBindings(Diagnostic, code="E501"):
    """Too many bindings.

    All binders together run through more combinations than are tried. Conditions behind `where` are applied
    in their order, each as soon as its names are bound: put one that needs only the first names first.

    Wrong:

    ```
    item i[1..300]
    option x(a in 1..300, b in 1..300, c in 1..300) where a + b = c covers i[c]
    ```

    Fixed:

    ```
    item i[2..300]
    option x(a in 1..299, c in 2..300) where a = c - 1 covers i[c]
    ```
    """

    # ``binders`` are the texts of the binders and how many values each has, at most.
    span: Span
    binders: list[tuple[str, int]]
    limit: int

    def report(self) -> Report:
        widest = clipped(max(self.binders, key=lambda binder: binder[1])[0])
        factors = " × ".join(f"{count:,} for `{clipped(text)}`" for text, count in self.binders[-8:])
        return (
            Report(f"more than {self.limit:,} bindings would be tried")
            .at(self.span, factors)
            .helped(
                f"narrow `{widest}`, or put a `where` condition that needs only the first names first: "
                "it is applied as soon as its names are bound",
                raised("bindings"),
            )
        )


class ValueTooLarge(Diagnostic, code="E508"):
    """Values that are too large.

    Tuples and sets within each other can double with every line; they are limited in depth and in the
    number of their parts. Put numbers and symbols into them, and look other things up with a `def` or a
    `table`.
    """


class ValuesTooLarge(ValueTooLarge):
    span: Span
    limit: int

    def report(self) -> Report:
        return (
            Report(f"tuples and sets of more than {self.limit:,} parts, counted with all within each other")
            .at(self.span, "up to here")
            .helped("put fewer sets into sets", raised("bindings"))
        )


class ValueTooDeep(ValueTooLarge):
    span: Span
    limit: int

    def report(self) -> Report:
        return (
            Report(f"more than {self.limit} tuples and sets stand within each other")
            .at(self.span, "here one more is put around")
            .helped("put numbers or symbols into tuples and sets, and look other values up with a `def`")
        )


class CallTooLarge(Diagnostic, code="E502"):
    """A function that takes too long.

    Functions that call functions multiply their operations. Give a value that is used several times a name
    with `let`, or make it a parameter.

    Wrong:

    ```
    def a(x) = x + x + x + x + x + x + x + x + x + x
    def b(x) = a(x) + a(x) + a(x) + a(x) + a(x) + a(x) + a(x) + a(x)
    def c(x) = b(x) + b(x) + b(x) + b(x) + b(x) + b(x) + b(x) + b(x)
    def d(x) = c(x) + c(x) + c(x) + c(x) + c(x) + c(x) + c(x) + c(x)
    def e(x) = d(x) + d(x) + d(x) + d(x) + d(x) + d(x) + d(x) + d(x)
    ```

    Fixed:

    ```
    def a(x) = 8 * 8 * 8 * 8 * 10 * x
    ```
    """


class CallTakesTooLong(CallTooLarge):
    span: Span
    name: str
    limit: int

    def report(self) -> Report:
        return (
            Report(f"one call of `{self.name}` would take more than {self.limit:,} operations")
            .at(self.span)
            .helped("give a value that is used several times a name with `let`, or as a parameter")
        )


class CallNestsTooDeeply(CallTooLarge):
    span: Span
    name: str
    limit: int

    def report(self) -> Report:
        return (
            Report(f"one call of `{self.name}` would nest more than {self.limit} operations")
            .at(self.span, "those of the functions that it calls included")
            .helped("let fewer functions call each other")
        )


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
