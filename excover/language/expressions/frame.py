"""Many bindings at once: expressions are evaluated for all of them together, column by column.

A comprehension over 40,000 bindings costs a few list operations per operator instead of 40,000 walks through
the expression; this makes compilation fast (see benchmarks/).

>>> frame = Frame(2, {"r": [1, 2]}).extended([0, 0, 1], {"c": [7, 8, 9]})
>>> frame.size, frame.columns
(3, {'r': [1, 1, 2], 'c': [7, 8, 9]})

Comparisons: the existing ones, the values that they compare, and those that can never hold.

>>> kind_numbers([(1, "a"), (2, "b"), (1, 2, 3), "A", Symbol("A")])
[0, 0, 1, 2, 3]

The field of a table that a wrong value comes from, so that a message can point to the line of its file.

>>> from excover.base.source import Source
>>> line = Span(Source("jobs.csv", '"saw, large" ; 3O', first_line=7), 0, 17)
>>> field = _field(line, ["saw, large", "3O"], 1)
>>> field.line, field.column, field.text
(7, 16, '3O')
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, count, islice, repeat
from typing import Any, TypeAlias, TypeVar, cast

from excover.base.diagnostics import SpecError
from excover.base.frozen import Frozen
from excover.base.names import OrderedSet, Record, Symbol, Value, is_number, show
from excover.base.source import Span, TableField
from excover.language import messages
from excover.language.expressions.scope import LabelValues, Scope, TableValue
from excover.language.syntax import ast

Column = list[Value]

Grouped = TypeVar("Grouped")


class Frame(Frozen):
    """``size`` bindings; column ``name`` has the value of that variable in each of them. If they
    ``are_distinct``, no two are equal; if not, that is not known.
    """

    _is_made_often = True

    size: int
    columns: Mapping[str, Column] = {}
    are_distinct: bool = False

    def taken(self, rows: Sequence[int]) -> Frame:
        """The given rows, in that order."""
        taken = {name: list(map(column.__getitem__, rows)) for name, column in self.columns.items()}
        return Frame(len(rows), taken)

    def extended(
        self, rows: Sequence[int], columns: Mapping[str, Column], are_distinct: bool = False
    ) -> Frame:
        """The given rows, with further columns; what is added to the same row may be known to differ."""
        are_distinct = are_distinct and self.are_distinct and self.columns.keys().isdisjoint(columns)
        return Frame(len(rows), {**self.taken(rows).columns, **columns}, are_distinct)

    def joined(
        self, members: Sequence[Sequence[int]], columns: Mapping[str, Column], are_distinct: bool
    ) -> tuple[Frame, list[int]]:
        """Each row once for each of its members, which are rows of further columns; and the row of each.
        ``are_distinct`` is as in `extended`.
        """
        rows = list(chain.from_iterable(map(repeat, range(self.size), map(len, members))))
        taken = list(chain.from_iterable(members))
        further = {name: list(map(column.__getitem__, taken)) for name, column in columns.items()}
        return self.extended(rows, further, are_distinct), rows

    def distinct(self, names: AbstractSet[str]) -> tuple[Frame, list[int]]:
        """The different rows of the columns of these names, and the number of the one that each row has.

        >>> Frame(3, {"r": [1, 2, 1], "c": [7, 8, 9]}).distinct({"r"})
        (Frame(size=2, columns={'r': [1, 2]}, are_distinct=True), [0, 1, 0])
        >>> Frame(0, {"r": [], "c": []}).distinct({"r"})
        (Frame(size=0, columns={'r': []}, are_distinct=True), [])
        """
        if self.are_distinct and self.columns.keys() <= names:
            return self, list(range(self.size))
        chosen = {name: _numbered(column) for name, column in self.columns.items() if name in names}
        if not chosen:
            return Frame(min(self.size, 1), are_distinct=True), [0] * self.size
        keys = [column for column, _ in chosen.values()]
        numbers: defaultdict[Value, int] = defaultdict(count().__next__)  # counts without a call of Python
        groups = list(map(numbers.__getitem__, zip(*keys, strict=True) if len(keys) > 1 else keys[0]))
        if len(numbers) == self.size:
            return Frame(self.size, {name: self.columns[name] for name in chosen}, are_distinct=True), groups
        different = map(list, zip(*numbers, strict=True)) if len(keys) > 1 else [list(numbers)]
        columns = {
            name: list(map(values.__getitem__, column)) if values else column
            for (name, (_, values)), column in zip(chosen.items(), different, strict=True)
        }
        return Frame(len(numbers), columns, are_distinct=True), groups

    def filtered(self, keep: Sequence[bool]) -> tuple[Frame, list[int]]:
        """The rows to keep, and their numbers here."""
        rows = [row for row, kept in enumerate(keep) if kept]
        if len(rows) == self.size:
            return self, rows
        return Frame(len(rows), self.taken(rows).columns, self.are_distinct), rows

    def binding(self, row: int) -> str:
        """A row in readable form: ``r = 8, c = 0``."""
        return ", ".join(f"{name} = {show(column[row])}" for name, column in self.columns.items())


UNIT = Frame(1, are_distinct=True)
"""One binding without names, for the evaluation of constants."""


def grouped(members: Sequence[Grouped], rows: Sequence[int], size: int) -> list[list[Grouped]]:
    """The members that belong to each of the rows."""
    groups: list[list[Grouped]] = [[] for _ in range(size)]
    for row, member in zip(rows, members, strict=True):
        groups[row].append(member)
    return groups


def _numbered(column: Column) -> tuple[Column, list[Value]]:
    """A number for each value of a column, and the values by number; a column of numbers and texts itself.

    A value that many rows share is hashed once, since it may be a long tuple. `true` is not 1, as Python
    has it.

    >>> path, other = (1, 2), (3,)
    >>> _numbered([path, other, path, 1, True])
    ([0, 1, 0, 2, 3], [(1, 2), (3,), 1, True])
    """
    if _HASHED_SOON.issuperset(map(type, column)):
        return column, []
    shared = dict(zip(map(id, column), column, strict=True))
    numbers: dict[tuple[type, Value], int] = {}
    known = {key: numbers.setdefault((type(value), value), len(numbers)) for key, value in shared.items()}
    return list(map(known.__getitem__, map(id, column))), [value for _, value in numbers]


_HASHED_SOON = frozenset({int, str})


# Comparisons: the existing ones, the values that they compare, and those that can never hold.


def cell_of(value: Value, scope: Scope, frame: Frame, row: int) -> TableField | None:
    """The field that has this text, in a table that was read from text; None if it comes from elsewhere.

    Values go through expressions as the objects that were read, so the same object comes from a field that
    has it: one of the records that are bound in this row, if it can be, otherwise the first.
    """
    if not isinstance(value, str):  # equal numbers may be one object; a set is in a column with a star
        return None
    bound = [column[row] for column in frame.columns.values() if isinstance(column[row], Record)]
    tables = [table for name in scope if isinstance(table := scope[name], TableValue) and table.lines]
    found = [cell for table in tables for cell in _cells(value, table)]
    of_bound = (cell for record, cell in found if any(record is each for each in bound))
    return next(of_bound, found[0][1] if found else None)


def field_span(table: TableValue, number: int, column: str) -> Span:
    """Where a field of a record is written; the name of the table if its records come from a program."""
    if not table.lines:
        return table.span
    line, texts = table.lines[number]
    return _field(line, texts, table.columns.index(column))


def _cells(value: str, table: TableValue) -> Iterator[tuple[Record, TableField]]:
    for record, (line, texts) in zip(table.records.values(), table.lines, strict=True):
        for place, (column, field) in enumerate(record.fields.items()):
            members = field if isinstance(field, OrderedSet) else [field]
            if any(member is value for member in members):
                yield record, TableField(f"{table.name}.{column}", _field(line, texts, place))


def _field(line: Span, texts: Sequence[str], place: int) -> Span:
    """A field of a line, found behind the fields before it, of which quotes may be doubled in the line."""
    at = length = 0
    for number, text in enumerate(texts[: place + 1]):
        begin = at + (number > 0)  # behind a separator
        written = [form for form in (text, text.replace('"', '""')) if form in line.text[begin:]]
        if not written:
            return line
        at, length = line.text.index(written[0], begin), len(written[0])
        if number < place:
            at += length
    return line.part(at, length)


EQUALITY = frozenset(("=", "!="))
MEMBERSHIP = frozenset(("in", "not in"))
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
TURNED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""Signs by those that say the same from right to left."""
OPPOSITE = {"=": "!=", "<": ">=", ">": "<=", "in": "not in"}
OPPOSITE |= {other: sign for sign, other in OPPOSITE.items()}


def is_member(member: Value, collection: range | OrderedSet) -> bool:
    """A range is tested only for numbers: for anything else Python would iterate over all of it."""
    return (type(member) is int or type(collection) is not range) and member in collection


def comparison(sign: str) -> Callable[[Any, Any], bool]:
    """Whether two values compare so."""
    if sign in MEMBERSHIP:
        return lambda left, right: is_member(left, right) == (sign == "in")
    return COMPARISONS[sign]


def compared(sign: str, left: Column, right: Column) -> list[bool]:
    """Whether values compare so, row by row.

    >>> compared("not in", [1, 2, "a"], [range(1, 2)] * 3)
    [False, True, True]
    """
    if sign not in MEMBERSHIP:
        return list(map(COMPARISONS[sign], left, right))
    if len(set(map(id, right))) == 1:
        holds = list(map(_contains(right[0], left), left))
    else:
        holds = list(map(is_member, left, cast(list[OrderedSet], right)))
    return holds if sign == "in" else list(map(operator.not_, holds))


def _contains(collection: Any, members: Column) -> Callable[[Any], bool]:
    """Whether a value is in the collection; of the members, without a call of Python for each."""
    if type(collection) is OrderedSet:
        return collection.hashed.__contains__
    if type(collection) is range and _NUMBERS.issuperset(map(type, members)):
        return collection.__contains__
    return lambda member: is_member(member, collection)


_NUMBERS = frozenset({int})


def require_comparable(
    scope: Scope, expr: ast.Comparison, span: Span, sign: str, left: Column, right: Column, frame: Frame
) -> None:
    """Raises SpecError if values cannot be compared, or are of kinds that are never equal.

    ``scope`` has the tables from which a wrong value may come. Labels with a name differ from drawing to
    drawing: what ``expr`` asks of them, numbers, words or tuples, may hold in none of this one.

    Equality of different kinds is refused only if the kinds differ in every binding, because the members of a
    set may be of several kinds.
    """
    asks_labels = any(isinstance(scope.get(name), LabelValues) for name in expr.mentioned)
    if asks_labels and left and (text := _quoted_number(scope, expr)):
        raise SpecError(messages.QuotedNumber(text.span, text.value))
    is_fixed = not asks_labels or not _may_be_labels(left, right, sign in MEMBERSHIP)
    if sign in MEMBERSHIP:
        if bool in map(type, left):
            raise SpecError(messages.ConditionAsMember(span))
        if is_fixed and left and not _may_hold(left, right, _is_among):
            raise SpecError(messages.NeverMember(span, left[0], cast(OrderedSet, right[0]), frame.binding(0)))
    elif sign in EQUALITY:
        _refuse_conditions(scope, span, left, right, frame)
        if is_fixed and left and not _may_hold(left, right, _are_alike):
            raise SpecError(messages.NeverEqual(span, left[0], right[0], frame.binding(0)))
    elif not cannot_fail(sign, [*left, *right]):
        _refuse_unfit(scope, span, left, right, frame, _are_ordered)


def _quoted_number(scope: Scope, expr: ast.Comparison) -> ast.Text | None:
    """A text of digits that a label is compared with: a label of digits is a number."""
    sides = (expr.first, *(side for _, side in expr.rest))
    if not any(_is_label(scope, side) for side in sides):
        return None
    members = chain.from_iterable(side.members if isinstance(side, ast.Set) else (side,) for side in sides)
    return next((each for each in members if isinstance(each, ast.Text) and is_number(each.value)), None)


def _is_label(scope: Scope, expr: ast.Expr) -> bool:
    """Whether it is a label with a name, or a member of one."""
    while isinstance(expr, ast.Index):
        expr = expr.value
        if isinstance(expr, ast.Name) and isinstance(scope.get(expr.id), LabelValues):
            return True
    return False


def _may_be_labels(left: Column, right: Column, are_members: bool) -> bool:
    """Whether values could be labels of one kind in some drawing: a text of digits is a number there."""
    sets: dict[int, Any] = dict(zip(map(id, right), right, strict=True)) if are_members else {}
    searched = (each for each in sets.values() if not isinstance(each, range))
    values = {*left, *chain.from_iterable(searched)} if are_members else {*left, *right}
    kinds = set(map(type, values))
    written = (value for value in values if isinstance(value, str))
    return kinds <= {tuple} or (kinds <= {int, str, Symbol} and not any(map(is_number, written)))


def _refuse_conditions(scope: Scope, span: Span, left: Column, right: Column, frame: Frame) -> None:
    """A condition is only equal to a condition."""
    if bool in map(type, left) or bool in map(type, right):
        _refuse_unfit(scope, span, left, right, frame, lambda a, b: (type(a) is bool) == (type(b) is bool))


def _refuse_unfit(
    scope: Scope,
    span: Span,
    left: Column,
    right: Column,
    frame: Frame,
    fits: Callable[[Value, Value], bool],
) -> None:
    for row, (a, b) in enumerate(zip(left, right, strict=True)):
        if not fits(a, b):
            cell = cell_of(a, scope, frame, row) or cell_of(b, scope, frame, row)
            raise SpecError(messages.NotComparable(span, a, b, frame.binding(row), cell))


def _are_ordered(a: Value, b: Value) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_are_ordered, a, b))
    return type(a) is type(b) and type(a) in (int, str)


# What can be equal

ValueKind: TypeAlias = object
"""Values of different kinds are never equal. The kind of a tuple is that of its members in order, the kind of
a set a frozenset of those of its members; an empty set may be equal to any set.
"""


def cannot_fail(sign: str, values: Column) -> bool:
    """Whether no comparison of two of the values is an error; a member stands for a set that is searched.

    >>> cannot_fail("=", [(1, "a"), (2, "b")]), cannot_fail("=", [1, "a"]), cannot_fail("<", [Symbol("A")])
    (True, False, False)
    """
    if not _are_of_one_kind(values):
        return False
    return sign not in COMPARISONS.keys() - EQUALITY or all(_are_ordered(each, each) for each in values[:1])


def _are_of_one_kind(values: Sequence[Value]) -> bool:
    """Conditions are of none."""
    types = set(map(type, values))
    if types == {tuple}:
        tuples = cast(Sequence[tuple[Value, ...]], values)
        return len(set(map(len, tuples))) == 1 and all(map(_are_of_one_kind, zip(*tuples, strict=True)))
    return (
        types <= {int}
        or types <= {str}
        or (bool not in types and len({_kind(each, {}) for each in values}) == 1)
    )


def kind_numbers(values: Iterable[Value]) -> list[int]:
    """The kind of each value, as a number: values of different kinds are never equal.

    >>> kind_numbers([1, "a", 2, (1, 2), (3, 4)])
    [0, 1, 0, 2, 2]
    """
    numbers: dict[ValueKind, int] = {}
    return [numbers.setdefault(_kind(value, {}), len(numbers)) for value in values]


def _may_hold(left: Column, right: Column, fits: Callable[[ValueKind, ValueKind], bool]) -> bool:
    """Whether any row has matching kinds. Of sets, only the first member is checked if that is enough."""
    if fits(_kind(left[0], {}, most=1), _kind(right[0], {}, most=1)):
        return True
    known: dict[int, ValueKind] = {}
    pairs = {(_kind(a, known), _kind(b, known)) for a, b in zip(left, right, strict=True)}
    return any(fits(a, b) for a, b in pairs)


def _kind(value: Value, known: dict[int, ValueKind], most: int | None = None) -> ValueKind:
    """At most ``most`` members of a set are checked.

    ``known`` has the kinds of sets by their `id`, and lives no longer than the column that holds them.
    """
    match value:
        case tuple():
            return tuple([_kind(member, known, most) for member in value])
        case range():
            return frozenset({int} if value else ())
        case OrderedSet():
            if id(value) not in known:
                members = islice(value, most)
                known[id(value)] = frozenset([_kind(member, known, most) for member in members])
            return known[id(value)]
        case Symbol():
            return f"symbol of {value.enum}"
        case Record():
            return f"record of {value.table}"
        case _:
            return type(value)


def _are_alike(a: ValueKind, b: ValueKind) -> bool:
    match a, b:
        case (frozenset() as one, frozenset() as other):
            return not one or not other or any(_are_alike(x, y) for x in one for y in other)
        case (tuple() as one, tuple() as other):
            return len(one) == len(other) and all(map(_are_alike, one, other))
        case _:
            return a == b


def _is_among(member: ValueKind, collection: ValueKind) -> bool:
    assert isinstance(collection, frozenset)
    return not collection or any(_are_alike(member, other) for other in collection)
