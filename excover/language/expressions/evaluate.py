"""Evaluates expressions for all bindings of a frame at once.

>>> from excover.base.source import Source
>>> from excover.language.syntax.parse import parse
>>> tree = parse(Source("x.xc", "let x = {r*r for r in 1..4 where r != 2}")).statements[0].value
>>> Evaluator(Scope(), Limits()).constant(tree)
OrderedSet([1, 9, 16])
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, assert_never, cast

from excover.base.diagnostics import SpecError
from excover.base.limits import Limits
from excover.base.names import OrderedSet, Record, Value, measured_all
from excover.base.source import Span
from excover.language import messages
from excover.language.expressions.frame import (
    MEMBERSHIP,
    UNIT,
    Column,
    Frame,
    compared,
    grouped,
    require_comparable,
)
from excover.language.expressions.library import LIBRARY, TRUTHS, Builtin
from excover.language.expressions.loops import conjuncts, parts_made
from excover.language.expressions.scope import (
    Broken,
    Constant,
    Function,
    ItemFamily,
    LabelValues,
    Scope,
    TableValue,
)
from excover.language.expressions.special import SPECIAL, SpecialFunctions, are_of_kind, require
from excover.language.syntax import ast

_FEWER = {
    ast.Each: "narrow the loop, as by a `where`: each member counts, and each of its parts",
    ast.Binary: "join fewer or shorter texts",
}
_SMALLEST, _LARGEST = -(2**63), 2**63 - 1
_ARITHMETIC: dict[str, Callable[[Any, Any], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "div": operator.floordiv,
    "mod": operator.mod,
}


class Evaluator(SpecialFunctions):
    """Evaluates checked expressions in a scope, within a limit of bindings.

    All methods raise SpecError, located, with the first wrong binding. An expression must have passed
    ``check``, so that its names have a meaning.
    """

    def __init__(self, scope: Scope, limits: Limits) -> None:
        super().__init__(scope, limits)

    def constant(self, expr: ast.Expr) -> Value:
        return self.column(expr, UNIT)[0]

    def column(self, expr: ast.Expr, frame: Frame) -> Column:
        """The value of the expression in every binding of the frame."""
        if frame.size != 1 and frame.columns.keys().isdisjoint(expr.mentioned):
            return self.column(expr, UNIT) * frame.size if frame.size else []
        if frame.size > 1 and isinstance(expr, ast.Each | ast.Aggregate | ast.Call | ast.Set):
            return self._once_each(expr, frame)
        return self.evaluated(expr, frame)

    def evaluated(self, expr: ast.Expr, frame: Frame) -> Column:
        """The column of an expression, each binding by itself."""
        return _DISPATCH[type(expr)](self, expr, frame)

    def _once_each(self, expr: ast.Expr, frame: Frame) -> Column:
        """An expensive expression, evaluated once for each combination of the values on which it depends."""
        smaller, groups = frame.distinct(expr.mentioned)
        if smaller.size == frame.size:
            return self.evaluated(expr, frame)
        return list(map(self.evaluated(expr, smaller).__getitem__, groups))

    def of_kind(self, expr: ast.Expr, frame: Frame, kind: str) -> list[Any]:
        """The column of an expression whose values must be of one kind: ``number``, ``set`` .."""
        column = self.column(expr, frame)
        require(self.scope, expr.span, column, kind, frame)
        return column

    def key(self, expr: ast.Expr, frame: Frame) -> Column:
        """The column of an expression that is used as a key, with ranges converted to sets."""
        return self._written_out(self.column(expr, frame), expr.span)

    # Expressions, one method per node

    def _text(self, expr: ast.Text, frame: Frame) -> Column:
        return [expr.value] * frame.size

    def _number(self, expr: ast.Number, frame: Frame) -> Column:
        return _within_64_bits(expr, [expr.value] * frame.size, frame)

    def _name(self, expr: ast.Name, frame: Frame) -> Column:
        if expr.id in frame.columns:
            return frame.columns[expr.id]
        if expr.id in TRUTHS and expr.id not in self.scope:
            return [TRUTHS[expr.id]] * frame.size
        definition = self.scope[expr.id]
        assert not isinstance(definition, Function | Broken), "check lets only values through"
        return [definition.value] * frame.size

    def _tuple(self, expr: ast.Tuple, frame: Frame) -> Column:
        if not expr.members:
            return [()] * frame.size
        return self._sized(expr, list(zip(*self._members(expr.members, frame), strict=True)))

    def _set(self, expr: ast.Set, frame: Frame) -> Column:
        if not expr.members:
            return [OrderedSet()] * frame.size
        sets = list(map(OrderedSet, zip(*self._members(expr.members, frame), strict=True)))
        if merged := [row for row, each in enumerate(sets) if len(each) < len(expr.members)]:
            self.scope.merged.setdefault(expr.span, frame.binding(merged[0]))
        return self._sized(expr, list[Value](sets))

    def _sized(self, expr: ast.Expr, column: Column) -> Column:
        """The column; nested tuples and sets could double without limit, so they are counted."""
        parts_of_all = chain.from_iterable(cast(list[Iterable[Value]], column))
        if {tuple, OrderedSet}.isdisjoint(map(type, parts_of_all)):
            return column
        parts, depth = measured_all(cast(list[Collection[Value]], column), self.limits.bindings)
        self._spent += parts
        self._refuse_over(self._spent, expr)
        if depth > self.limits.nesting:
            raise SpecError(messages.ValueTooDeep(expr.span, self.limits.nesting))
        return column

    def _refuse_over(self, parts: int, expr: ast.Expr) -> None:
        if parts > self.limits.bindings:
            raise SpecError(
                messages.ValuesTooLarge(
                    expr.span, self.limits.bindings, _FEWER.get(type(expr), "nest fewer sets")
                )
            )

    def _members(self, exprs: Sequence[ast.Expr], frame: Frame) -> Iterator[Column]:
        for expr in exprs:
            column = self.column(expr, frame)
            if bool in set(map(type, column)):
                raise SpecError(messages.ConditionAsMember(expr.span))
            yield self._written_out(column, expr.span)

    def _written_out(self, column: Column, span: Span) -> Column:
        """Ranges converted to the equal sets, where they are compared or stored."""
        if range not in set(map(type, column)):
            return column
        self._spend(sum(len(value) for value in column if isinstance(value, range)), span, [(span.text, 0)])
        return [OrderedSet(value) if isinstance(value, range) else value for value in column]

    def _each(self, expr: ast.Each, frame: Frame) -> Column:
        before = self._tuples
        inner, rows = self.expand(expr.loop, frame)
        if self._tuples == before:
            self._refuse_over(self._spent + parts_made(expr, inner.size), expr)
        (members,) = self._members((expr.value,), inner)
        return self._sized(expr, list(map(OrderedSet, grouped(members, rows, frame.size))))

    def _interval(self, expr: ast.Interval, frame: Frame) -> Column:
        low, high = self.of_kind(expr.low, frame, "number"), self.of_kind(expr.high, frame, "number")
        lengths = [last - first + 1 for first, last in zip(low, high, strict=True)]
        if max(lengths, default=0) > _LARGEST:
            raise SpecError(messages.NumberOutOfRange(expr.span, frame.binding(lengths.index(max(lengths)))))
        return [range(first, last + 1) for first, last in zip(low, high, strict=True)]

    def _negation(self, expr: ast.Negation, frame: Frame) -> Column:
        if isinstance(expr.operand, ast.Number):  # 2^63 is a number only after a minus
            return _within_64_bits(expr, [-expr.operand.value] * frame.size, frame)
        return _within_64_bits(expr, map(operator.neg, self.of_kind(expr.operand, frame, "number")), frame)

    def _binary(self, expr: ast.Binary, frame: Frame) -> Column:
        left: list[Any] = self.column(expr.left, frame)
        right: list[Any] = self.column(expr.right, frame)
        if expr.operator == "+" and _is_text(left) and _is_text(right):
            return self._joined_texts(expr, left, right)
        for side, column in ((expr.left, left), (expr.right, right)):
            require(self.scope, side.span, column, "number", frame)
        if expr.operator in ("div", "mod") and 0 in right:
            raise SpecError(messages.DivisionByZero(expr.span, frame.binding(right.index(0))))
        return _within_64_bits(expr, map(_ARITHMETIC[expr.operator], left, right), frame)

    def _joined_texts(self, expr: ast.Binary, left: list[str], right: list[str]) -> Column:
        self._spent += sum(map(len, left)) + sum(map(len, right))
        self._refuse_over(self._spent, expr)
        return list(map(operator.add, left, right))

    def _comparison(self, expr: ast.Comparison, frame: Frame) -> Column:
        """A chain means "and": each comparison tests only the rows that are still true."""
        result: Column = [True] * frame.size
        rows = list(range(frame.size))
        left_expr, left = expr.first, self.key(expr.first, frame)
        for sign, right_expr in expr.rest:
            right = self._compared(right_expr, sign, frame)
            span = left_expr.span.to(right_expr.span)
            require_comparable(self.scope, expr, span, sign, left, right, frame)
            holds = compared(sign, left, right)
            if len(expr.rest) == 1:  # nearly all
                return cast(Column, holds)
            for row, value in zip(rows, holds, strict=True):
                result[row] = value
            frame, kept = frame.filtered(holds)
            rows = list(map(rows.__getitem__, kept))
            left_expr, left = right_expr, list(map(right.__getitem__, kept))
        return result

    def _compared(self, expr: ast.Expr, sign: str, frame: Frame) -> Column:
        """The right side of a comparison; sets that are searched are not converted."""
        return self.searched(expr, frame) if sign in MEMBERSHIP else self.key(expr, frame)

    def _not(self, expr: ast.Not, frame: Frame) -> Column:
        return list(map(operator.not_, self.of_kind(expr.operand, frame, "condition")))

    def _logical(self, expr: ast.Logical, frame: Frame) -> Column:
        """The next operand is evaluated only for the undecided rows."""
        undecided = expr.operator == "and"
        result: Column = [undecided] * frame.size
        rows = list(range(frame.size))
        for operand in expr.operands:
            column = self.of_kind(operand, frame, "condition")
            for row, value in zip(rows, column, strict=True):
                result[row] = value
            frame, kept = frame.filtered([value is undecided for value in column])
            rows = list(map(rows.__getitem__, kept))
        return result

    def _implication(self, expr: ast.Implication, frame: Frame) -> Column:
        """The consequence is evaluated only where the condition holds."""
        column: Column = [True] * frame.size
        needed, rows = frame.filtered(self.of_kind(expr.condition, frame, "condition"))
        for row, value in zip(rows, self.of_kind(expr.consequence, needed, "condition"), strict=True):
            column[row] = value
        return column

    def _conditional(self, expr: ast.Conditional, frame: Frame) -> Column:
        holds = self.of_kind(expr.condition, frame, "condition")
        result: Column = [None] * frame.size
        for branch, wanted in ((expr.then, True), (expr.otherwise, False)):
            chosen, rows = frame.filtered([value is wanted for value in holds])
            for row, value in zip(rows, self.column(branch, chosen), strict=True):
                result[row] = value
        return result

    def _index(self, expr: ast.Index, frame: Frame) -> Column:
        if (found := self._lookup(expr, frame)) is not None:
            return found
        column: list[Any] = self.column(expr.value, frame)
        span = expr.value.span
        for index_expr in expr.indices:
            require(self.scope, span, column, "sequence", frame)
            indices = self.of_kind(index_expr, frame, "number")
            if min(indices, default=1) < 1 or any(map(operator.gt, indices, map(len, column))):
                off = (not 1 <= index <= len(value) for index, value in zip(indices, column, strict=True))
                row = list(off).index(True)
                span, binding = index_expr.span, frame.binding(row)
                raise SpecError(messages.IndexOutOfRange(span, indices[row], len(column[row]), binding))
            column = [value[index - 1] for value, index in zip(column, indices, strict=True)]
            span = Span(span.source, span.start, index_expr.span.end)
        return column

    def _lookup(self, expr: ast.Index, frame: Frame) -> Column | None:
        """``table[key]`` is a record, ``board[row, column]`` the label drawn there; None for other values."""
        name = expr.value.id if isinstance(expr.value, ast.Name) else ""
        definition = None if name in frame.columns else self.scope.get(name)
        match definition:
            case TableValue(records=records):
                known: Mapping[Any, Value] = records
            case LabelValues(labels=labels):
                known = labels
            case ItemFamily() if definition.labels:
                known = definition.labels
            case ItemFamily() | Constant() | Function() | Broken() | None:
                return None
            case _:
                assert_never(definition)
        columns = [self.key(index, frame) for index in expr.indices]
        keys: Column = list(zip(*columns, strict=True)) if len(columns) > 1 else columns[0]
        repeated = definition.repeated if isinstance(definition, TableValue) else None
        if repeated is None and known.keys() >= {*keys}:  # nearly always
            return list(map(known.__getitem__, keys))
        for row, key in enumerate(keys):
            if repeated is not None and (isinstance(repeated, int) or key not in known):
                raise SpecError(messages.RepeatedKey(expr.span, name, repeated, frame.binding(row)))
            if key not in known and isinstance(definition, LabelValues):
                raise SpecError(messages.NoLabel(expr.span, name, key, frame.binding(row)))
            if key not in known:
                raise SpecError(messages.UnknownRecord(expr.span, name, key, list(known), frame.binding(row)))
        return list(map(known.__getitem__, keys))

    def _field(self, expr: ast.Field, frame: Frame) -> Column:
        table = self.scope.get(expr.record.id) if isinstance(expr.record, ast.Name) else None
        if isinstance(table, TableValue) and table.name not in frame.columns:  # all values of a column
            self._require_column(expr, table.columns)
            return [OrderedSet(r.fields[expr.column] for r in table.records.values())] * frame.size
        records: list[Record] = self.of_kind(expr.record, frame, "record")
        for record in records:
            self._require_column(expr, list(record.fields))
        return [record.fields[expr.column] for record in records]

    def _require_column(self, expr: ast.Field, columns: Collection[str]) -> None:
        if expr.column not in columns:
            raise SpecError(messages.UnknownColumn(expr.span, expr.column, columns))

    def _call(self, expr: ast.Call, frame: Frame) -> Column:
        function = self.scope.get(expr.function.id)
        if function is None and (special := SPECIAL.get(expr.function.id)):
            return special(self, expr, frame)
        if not isinstance(function, Function):
            return self._call_builtin(expr, LIBRARY[expr.function.id], frame)
        arguments = [self.column(argument, frame) for argument in expr.arguments]
        self._spend(frame.size, expr.span, [(expr.span.text, frame.size)])
        return self.column(function.body, self._called(expr, function, arguments, frame))

    def _called(self, expr: ast.Call, function: Function, arguments: Sequence[Column], frame: Frame) -> Frame:
        """The parameters of a function."""
        passed = {each.id for each in expr.arguments if isinstance(each, ast.Name)}
        are_distinct = frame.are_distinct and frame.columns.keys() <= passed
        return Frame(frame.size, dict(zip(function.parameters, arguments, strict=True)), are_distinct)

    def _call_builtin(self, expr: ast.Call, builtin: Builtin, frame: Frame) -> Column:
        if len(expr.arguments) == 1 and builtin.many:
            sets = self.of_kind(expr.arguments[0], frame, "members")
            longest = max(map(len, sets), default=0)
            self._spend(sum(map(len, sets)), expr.span, [(expr.arguments[0].span.text, longest)])
            return self._aggregated(expr, builtin, list(map(list, sets)), frame)
        arguments = [self.of_kind(argument, frame, builtin.arguments) for argument in expr.arguments]
        assert builtin.one is not None, "check counts the arguments"
        result = map(builtin.one, zip(*arguments, strict=True))
        return _within_64_bits(expr, result, frame)

    def _aggregate(self, expr: ast.Aggregate, frame: Frame) -> Column:
        if expr.function.id == "count" and type(expr.value) is ast.Comparison and frame.size > 1:
            counts = self._counted(expr.value, expr.loop, frame)
            if counts is not None:
                return counts
        inner, rows = self.expand(expr.loop, frame)
        groups = grouped(self.column(expr.value, inner), rows, frame.size)
        return self._aggregated(expr, LIBRARY[expr.function.id], groups, frame)

    def _counted(self, condition: ast.Expr, loop: ast.Loop, frame: Frame) -> Column | None:
        """How often a condition holds, by looking members up; None if it cannot, or something is wrong."""
        if condition.mentioned <= {name.id for name in loop.names}:
            return None
        spent = self._spent
        with suppress(SpecError):
            where = ast.Logical(condition.span, "and", (*conjuncts(loop.where), condition))
            _, rows = self.expand(ast.Loop(loop.span, loop.binders, where), frame)
            return list(map(Counter(rows).__getitem__, range(frame.size)))
        self._spent = spent
        return None

    def _aggregated(
        self, expr: ast.Call | ast.Aggregate, builtin: Builtin, groups: list[list[Any]], frame: Frame
    ) -> Column:
        if builtin.needs_one and [] in groups:
            raise SpecError(
                messages.EmptyExtremum(expr.span, expr.function.id, frame.binding(groups.index([])))
            )
        if not (builtin.members == "any" or are_of_kind(chain.from_iterable(groups), builtin.members)):
            whole = expr.arguments[0] if isinstance(expr, ast.Call) else expr.value
            for row, group in enumerate(groups):
                try:
                    require(self.scope, whole.span, group, builtin.members, frame, row)
                except SpecError:
                    for member in whole.members if isinstance(whole, ast.Set | ast.Tuple) else ():
                        self.of_kind(member, frame, builtin.members)
                    raise
        assert builtin.many is not None, "check lets only aggregates through"
        result = map(builtin.many, groups)
        return _within_64_bits(expr, result, frame) if builtin.members == "number" else list(result)


_DISPATCH: dict[type, Callable[[Evaluator, Any, Frame], Column]] = {
    ast.Number: Evaluator._number,
    ast.Text: Evaluator._text,
    ast.Name: Evaluator._name,
    ast.Tuple: Evaluator._tuple,
    ast.Set: Evaluator._set,
    ast.Each: Evaluator._each,
    ast.Interval: Evaluator._interval,
    ast.Negation: Evaluator._negation,
    ast.Binary: Evaluator._binary,
    ast.Comparison: Evaluator._comparison,
    ast.Not: Evaluator._not,
    ast.Logical: Evaluator._logical,
    ast.Implication: Evaluator._implication,
    ast.Conditional: Evaluator._conditional,
    ast.Index: Evaluator._index,
    ast.Field: Evaluator._field,
    ast.Call: Evaluator._call,
    ast.Aggregate: Evaluator._aggregate,
}


def _is_text(column: Column) -> bool:
    return bool(column) and set(map(type, column)) == {str}


def _within_64_bits(expr: ast.Expr, values: Iterable[int], frame: Frame) -> Column:
    """Arithmetic uses 64-bit integers, so that no expression can grow a number without limit."""
    column = list(values)
    if column and not (min(column) >= _SMALLEST and max(column) <= _LARGEST):
        row = next(i for i, value in enumerate(column) if not _SMALLEST <= value <= _LARGEST)
        raise SpecError(messages.NumberOutOfRange(expr.span, frame.binding(row)))
    return cast(Column, column)
