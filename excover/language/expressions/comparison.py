"""Comparisons: the existing ones, the values that they compare, and those that can never hold.

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
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, TypeAlias, cast

from excover.base.diagnostics import SpecError
from excover.base.names import OrderedSet, Record, Symbol, Value, is_number
from excover.base.source import Span, TableField
from excover.language import messages
from excover.language.expressions.frame import Column, Frame
from excover.language.expressions.scope import LabelValues, Scope, TableValue
from excover.language.syntax import ast


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
