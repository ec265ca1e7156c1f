"""Evaluates the conditions of `require`: expressions in which options stand for whether they are chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, cast

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.limits import Limits
from excover.base.names import OrderedSet, Value
from excover.language import messages
from excover.language.expressions.decided import (
    Chosen,
    Condition,
    Decided,
    Different,
    Linear,
    Operand,
    Tupled,
    ValueOf,
    called,
    compares,
    every,
    is_number,
    leading,
    opposite,
    some,
    weighted,
)
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import MEMBERSHIP, UNIT, Column, Frame, grouped
from excover.language.expressions.library import LIBRARY
from excover.language.expressions.loops import conjuncts
from excover.language.expressions.scope import Function, ItemFamily, LabelValues, Scope
from excover.language.expressions.special import require
from excover.language.syntax import ast
from excover.matrix.rules.choices import Choices, all_fit, described, unfit


class RuleEvaluator(Evaluator):
    """Values may be `Decided`. All that depends on no option is evaluated as elsewhere."""

    def __init__(self, scope: Scope, limits: Limits, choices: Choices) -> None:
        super().__init__(scope, limits)
        self._choices = choices
        self._deciding = choices.families | scope.deciding()
        self._has_labels = any(isinstance(scope.get(name), LabelValues) for name in scope)
        self._decided_arguments = 0
        """The number of calls, around what is evaluated, with arguments that are decided."""

    def evaluated(self, expr: ast.Expr, frame: Frame) -> Column:
        if not self._may_be_decided(expr, frame):
            return super().evaluated(expr, frame)
        if (evaluate := _DISPATCH.get(type(expr))) is None:
            self._refuse_decided(expr, frame)
            return super().evaluated(expr, frame)
        return evaluate(self, expr, frame)

    def _may_be_decided(self, expr: ast.Expr, frame: Frame) -> bool:
        if not expr.called.isdisjoint(self._deciding):
            return True
        return self._decided_arguments > 0 and any(
            _has_decided(column) for name, column in frame.columns.items() if name in expr.mentioned
        )

    def _refuse_decided(self, expr: ast.Expr, frame: Frame) -> None:
        """Raises SpecError if a part of what has to be known is not."""
        parts = expr.expressions()
        if isinstance(expr, ast.Each):
            frame, _, holds = self._loop(expr.loop, frame)
            self._refuse(expr.loop, holds, frame)
            parts = iter([expr.value])
        for part in parts:
            assert isinstance(part, ast.Expr)
            if self._may_be_decided(part, frame):
                self._refuse(part, self.column(part, frame), frame)

    def of_kind(self, expr: ast.Expr, frame: Frame, kind: str) -> list[Any]:
        column = self.column(expr, frame)
        self._refuse(expr, column, frame)
        require(self.scope, expr.span, column, kind, frame)
        return column

    def _refuse(self, expr: ast.Expr | ast.Loop, column: Sequence[object], frame: Frame) -> None:
        """Raises SpecError if any value is not known."""
        if _has_decided(column):
            row = next(row for row, value in enumerate(column) if isinstance(value, Decided))
            raise SpecError(messages.MustBeKnown(expr.span, frame.binding(row)))

    def instances(self, statement: ast.RequireThat) -> tuple[Frame, list[Condition | bool]]:
        """The bindings of a statement, and what must hold for each of them."""
        if statement.loop is None:
            return UNIT, self.conditions(statement.condition, UNIT)
        frame, _, holds = self._loop(statement.loop, UNIT)
        conditions = self.conditions(statement.condition, frame)
        return frame, [_where(on, each) for on, each in zip(holds, conditions, strict=True)]

    def differences(self, statement: ast.RequireThat) -> tuple[Frame, str, list[int | Linear]]:
        """The bindings of a statement, the sign of its comparison, and left minus right for each of them."""
        comparison, frame = statement.condition, UNIT
        assert isinstance(comparison, ast.Comparison)
        ((sign, right),) = comparison.rest
        if statement.loop is not None:
            frame, _, holds = self._loop(statement.loop, UNIT)
            if any(each is not True for each in holds):
                raise SpecError(messages.MustBeKnown(statement.loop.span, ""))
        sides = zip(self._numbers(comparison.first, frame), self._numbers(right, frame), strict=True)
        return frame, sign, [weighted([(one, 1), (other, -1)]) for one, other in sides]

    def _loop(self, loop: ast.Loop, frame: Frame) -> tuple[Frame, list[int], list[Condition | bool]]:
        """As `expand`, and for each binding the conditions that are not known."""
        for binder in loop.binders:
            if self._may_be_decided(binder.domain, frame):
                raise SpecError(messages.MustBeKnown(binder.domain.span, ""))
        where = [(each, self._may_be_decided(each, frame)) for each in conjuncts(loop.where)]
        known = tuple(each for each, is_open in where if not is_open)
        condition = ast.Logical(loop.span, "and", known) if known else None
        inner, rows = self.expand(ast.Loop(loop.span, loop.binders, condition), frame)
        open_ = [self.conditions(each, inner) for each, is_open in where if is_open]
        return inner, rows, [*map(every, zip(*open_, strict=True))] if open_ else [True] * inner.size

    # Operands and conditions

    def conditions(self, expr: ast.Expr, frame: Frame) -> list[Condition | bool]:
        """The column of an expression whose values must be conditions."""
        return self._of(expr, frame, _are_conditions, "a condition")

    def _numbers(self, expr: ast.Expr, frame: Frame) -> list[Operand]:
        return self._of(expr, frame, _are_numbers, "a number")

    def _of(
        self, expr: ast.Expr, frame: Frame, fits: Callable[[Sequence[Operand]], bool], wanted: str
    ) -> list[Operand]:
        column = self.column(expr, frame)
        self._require(expr, column, fits, wanted, frame, range(frame.size))
        return column

    def _require(
        self,
        expr: ast.Expr,
        column: Sequence[Operand],
        fits: Callable[[Sequence[Operand]], bool],
        wanted: str,
        frame: Frame,
        rows: Sequence[int],
    ) -> None:
        if not fits(column):
            row, value = next(each for each in zip(rows, column, strict=True) if not fits(each[1:]))
            raise SpecError(messages.WrongDecided(expr.span, wanted, described(value), frame.binding(row)))

    # Expressions, one method per node

    def _negation(self, expr: ast.Negation, frame: Frame) -> Column:
        return [weighted([(each, -1)]) for each in self._numbers(expr.operand, frame)]

    def _binary(self, expr: ast.Binary, frame: Frame) -> Column:
        pairs = zip(self._numbers(expr.left, frame), self._numbers(expr.right, frame), strict=True)
        match expr.operator:
            case "+":
                return [weighted([(left, 1), (right, 1)]) for left, right in pairs]
            case "-":
                return [weighted([(left, 1), (right, -1)]) for left, right in pairs]
            case function:
                return [self._computed(expr, function, pair, frame, row) for row, pair in enumerate(pairs)]

    def _computed(
        self, expr: ast.Expr, function: str, operands: Sequence[Operand], frame: Frame, row: int
    ) -> Operand:
        """A part of a rule of which only some operands may be known."""
        if function in ("div", "mod") and _may_be_zero(operands[1]):
            wanted, found = "a divisor that is never 0", described(operands[1])
            raise SpecError(messages.WrongDecided(expr.span, wanted, found, frame.binding(row)))
        return called(function, operands)

    def _comparison(self, expr: ast.Comparison, frame: Frame) -> Column:
        sides = [self._operands(each, frame) for each in (expr.first, *(side for _, side in expr.rest))]
        parts: list[list[Condition | bool]] = []
        for at, (sign, _) in enumerate(expr.rest):
            if sign in ("=", "!=") and len(sides) == 2 and ValueOf in set(map(type, chain(*sides))):
                self._choices.refuse_strange(expr, sides, self._has_labels, frame)
            left, right = sides[at], sides[at + 1]
            if all_fit(sign, left, right):
                parts.append([compares(one, sign, other) for one, other in zip(left, right, strict=True)])
                continue
            pairs = zip(left, right, strict=True)
            parts.append([self._pair(expr, sign, *pair, frame, row) for row, pair in enumerate(pairs)])
        return list(parts[0] if len(parts) == 1 else map(every, zip(*parts, strict=True)))

    def _operands(self, expr: ast.Expr, frame: Frame) -> Column:
        column = self.column(expr, frame)
        if range not in set(map(type, column)):
            return column
        return [OrderedSet(each) if isinstance(each, range) else each for each in column]

    def _pair(
        self, expr: ast.Comparison, sign: str, left: Operand, right: Operand, frame: Frame, row: int
    ) -> Condition | bool:
        if sign in MEMBERSHIP and isinstance(right, Tupled):
            among = some(self._pair(expr, "=", left, each, frame, row) for each in right.members)
            return among if sign == "in" else opposite(among)
        if not isinstance(left, Decided) and not isinstance(right, Decided):
            one, other = ast.Name(expr.span, "left"), ast.Name(expr.span, "right")
            known = ast.Comparison(expr.span, one, ((sign, other),))
            return bool(super()._comparison(known, Frame(1, {"left": [left], "right": [right]}))[0])
        if sign in MEMBERSHIP and isinstance(right, tuple):
            right = OrderedSet(right)
        if fault := unfit(sign, left, right):
            raise SpecError(messages.WrongDecided(expr.span, *fault, frame.binding(row)))
        if isinstance(left, bool | Condition):  # `=` and `!=`
            return _as_condition(sign, left, right)
        return compares(left, sign, right)

    def _not(self, expr: ast.Not, frame: Frame) -> Column:
        return list(map(opposite, self.conditions(expr.operand, frame)))

    def _logical(self, expr: ast.Logical, frame: Frame) -> Column:
        """The next operand is evaluated only for the rows that are not decided yet."""
        join, ended = (every, False) if expr.operator == "and" else (some, True)
        parts: list[list[Condition | bool]] = [[] for _ in range(frame.size)]
        rows = list(range(frame.size))
        for operand in expr.operands:
            column = self.conditions(operand, frame)
            for row, value in zip(rows, column, strict=True):
                parts[row].append(value)
            frame, kept = frame.filtered([value is not ended for value in column])
            rows = list(map(rows.__getitem__, kept))
        return list(map(join, parts))

    def _implication(self, expr: ast.Implication, frame: Frame) -> Column:
        either = ast.Logical(expr.span, "or", (ast.Not(expr.span, expr.condition), expr.consequence))
        return self.column(either, frame)

    def _conditional(self, expr: ast.Conditional, frame: Frame) -> Column:
        condition = self.conditions(expr.condition, frame)
        result: Column = [None] * frame.size
        branches: list[dict[int, Operand]] = []
        for branch, excluded in ((expr.then, False), (expr.otherwise, True)):
            chosen, rows = frame.filtered([value is not excluded for value in condition])
            branches.append(dict(zip(rows, self.column(branch, chosen), strict=True)))
        for row, holds in enumerate(condition):
            if isinstance(holds, bool):
                result[row] = branches[not holds][row]
            else:
                result[row] = self._either(expr, holds, branches[0][row], branches[1][row], frame, row)
        return result

    def _either(
        self, expr: ast.Conditional, holds: Condition, then: Operand, other: Operand, frame: Frame, row: int
    ) -> Operand:
        if isinstance(then, bool | Condition) and isinstance(other, bool | Condition):
            return every([some([opposite(holds), then]), some([holds, other])])
        for branch, value in ((expr.then, then), (expr.otherwise, other)):
            self._require(branch, [value], _are_numbers, "a number", frame, [row])
        return called("if", (holds, then, other))

    def _tuple(self, expr: ast.Tuple, frame: Frame) -> Column:
        rows = zip(*(self.column(member, frame) for member in expr.members), strict=True)
        return [Tupled(row) if any(isinstance(each, Decided) for each in row) else row for row in rows]

    def _name(self, expr: ast.Name, frame: Frame) -> Column:
        """A parameter of a function."""
        return frame.columns[expr.id]

    def _call(self, expr: ast.Call, frame: Frame) -> Column:
        name = expr.function.id
        arguments = [self.column(argument, frame) for argument in expr.arguments]
        if name in self._choices.families:
            for argument, column in zip(expr.arguments, arguments, strict=True):
                self._require(argument, column, _are_known, "a known value", frame, range(frame.size))
            return self._options(expr, list(zip(*arguments, strict=True)) or [()] * frame.size, frame)
        if isinstance(function := self.scope.get(name), Function):
            self._spend(frame.size, expr.span, [(expr.span.text, frame.size)])
            self._decided_arguments += 1
            found = self.column(function.body, self._called(expr, function, arguments, frame))
            self._decided_arguments -= 1
            return found
        if len(arguments) == 1 and LIBRARY[name].many:
            return [self._of_tuple(expr, value, frame, row) for row, value in enumerate(arguments[0])]
        if name not in ("abs", "min", "max"):
            for argument, column in zip(expr.arguments, arguments, strict=True):
                self._refuse(argument, column, frame)
            return super().evaluated(expr, frame)
        for argument, column in zip(expr.arguments, arguments, strict=True):
            self._require(argument, column, _are_numbers, "a number", frame, range(frame.size))
        return [called(name, row) for row in zip(*arguments, strict=True)]

    def _of_tuple(self, expr: ast.Call, value: Operand, frame: Frame, row: int) -> Operand:
        """A function of the members of a tuple, or of a known set."""
        if isinstance(value, Tupled):
            return self._aggregated_row(expr, [(each, True) for each in value.members], frame, row)
        argument = expr.arguments[0]
        self._refuse(argument, [value], frame.taken([row]))
        known = ast.Call(expr.span, expr.function, (ast.Name(argument.span, "members"),))
        return self._call_builtin(known, LIBRARY[expr.function.id], Frame(1, {"members": [value]}))[0]

    def _options(self, expr: ast.Call, arguments: Sequence[tuple[Value, ...]], frame: Frame) -> Column:
        column: Column = [*self._choices.find(expr.function.id, arguments)]
        if not any(issubclass(kind, Diagnostic) for kind in set(map(type, column))):
            return column
        row, found = next((row, each) for row, each in enumerate(column) if isinstance(each, Diagnostic))
        found = found.replaced(span=expr.span, binding=frame.binding(row))
        if isinstance(found, messages.NoSuchOption) and len(self.scope.boards) == 1:
            found = self._off_board(expr, found)
        raise SpecError(found)

    def _off_board(self, expr: ast.Call, found: messages.NoSuchOption) -> messages.NoSuchOption:
        """What is missing; that its place is not on the only board, if so."""
        (board,) = self.scope.boards
        family = self.scope[board]
        cells = {*family.keys} if isinstance(family, ItemFamily) else set()
        if found.place in cells or found.like not in cells or not _are_alike(found.place, found.like):
            return found
        written = ", ".join(each.span.text for each in expr.arguments)
        place_text = f"({written})" if len(expr.arguments) > 1 else written
        return found.replaced(board=board, instead=f"{expr.span.text} if {place_text} in {board} else false")

    def _aggregate(self, expr: ast.Aggregate, frame: Frame) -> Column:
        inner, rows, holds = self._loop(expr.loop, frame)
        members = self.column(expr.value, inner)
        are_options = expr.function.id in ("count", "sum") and set(map(type, members)) == {Chosen}
        if are_options and all(each is True for each in holds):  # nearly always
            options = grouped([cast(Chosen, each).option for each in members], rows, frame.size)
            return [Linear(0, tuple(Counter(each).items())) if each else 0 for each in options]
        groups = grouped(list(zip(members, holds, strict=True)), rows, frame.size)
        return [self._aggregated_row(expr, group, frame, row) for row, group in enumerate(groups)]

    def _aggregated_row(
        self,
        expr: ast.Aggregate | ast.Call,
        group: Sequence[tuple[Operand, Condition | bool]],
        frame: Frame,
        row: int,
    ) -> Operand:
        """``group`` are the members of one binding, each with the condition on which it is one."""
        group = [each for each in group if each[1] is not False]
        members = [member for member, _ in group]
        rows = [row] * len(group)
        match function := expr.function.id:
            case "all" | "any" | "leading":
                self._require(expr, members, _are_conditions, "a condition", frame, rows)
                if function == "leading":
                    return leading(group)
                if function == "all":
                    return every(_where(holds, member) for member, holds in group)
                return some(member if holds is True else every([holds, member]) for member, holds in group)
            case "count":
                counted = [
                    (each if isinstance(each, bool | Condition) else True, holds) for each, holds in group
                ]
                met = [each if holds is True else every([each, holds]) for each, holds in counted]
                return weighted([(int(each) if isinstance(each, bool) else each, 1) for each in met])
            case "sum":
                self._require(expr, members, _are_numbers, "a number", frame, rows)
                return weighted(
                    [(member if holds is True else _only_if(holds, member), 1) for member, holds in group]
                )
            case "product" if any(isinstance(part, Decided) for each in group for part in each):
                self._require(expr, members, _are_numbers, "a number", frame, rows)
                found = called("*", [_only_if(holds, member, 1) for member, holds in group])
                return self._within(expr, found, frame, row)
            case _:
                if isinstance(expr, ast.Aggregate) and any(holds is not True for _, holds in group):
                    raise SpecError(messages.MustBeKnown(expr.loop.span, frame.binding(row)))
                return self._of_members(expr, members, frame, row)

    def _within(self, expr: ast.Expr, found: Operand, frame: Frame, row: int) -> Operand:
        """Raises SpecError if a known factor does not fit in 64 bits."""
        terms = found.terms if isinstance(found, Linear) else ()
        if any(abs(weight) >= 2**63 for _, weight in terms):
            raise SpecError(messages.NumberOutOfRange(expr.span, frame.binding(row)))
        return found

    def _of_members(
        self, expr: ast.Aggregate | ast.Call, members: Sequence[Operand], frame: Frame, row: int
    ) -> Operand:
        function = expr.function.id
        if not _has_decided(members):
            return super()._aggregated(expr, LIBRARY[function], [list(members)], frame.taken([row]))[0]
        if function == "different":
            return Different(tuple(members))
        self._require(expr, members, _are_numbers, "a number", frame, [row] * len(members))
        return called(function, members)


def _where(holds: Condition | bool, condition: Condition | bool) -> Condition | bool:
    """A condition that need not hold unless another one does."""
    return condition if holds is True else some([opposite(holds), condition])


def _only_if(holds: Condition | bool, member: Operand, otherwise: int = 0) -> Operand:
    match holds:
        case bool():
            return member if holds else otherwise
        case _ if not isinstance(member, Decided):
            return weighted([(holds, member - otherwise), (otherwise, 1)])
        case _:
            return called("if", (holds, member, otherwise))


def _are_alike(one: Value, other: Value) -> bool:
    """Whether two values are tuples of as many members."""
    return isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other)


def _are_known(column: Sequence[Operand]) -> bool:
    return not _has_decided(column)


def _are_conditions(column: Sequence[Operand]) -> bool:
    return all(issubclass(kind, bool | Condition) for kind in set(map(type, column)))


def _are_numbers(column: Sequence[Operand]) -> bool:
    return all(map(is_number, column))


def _may_be_zero(divisor: Operand) -> bool:
    if isinstance(divisor, ValueOf):
        return any(value == 0 for _, value in divisor.cases)
    return isinstance(divisor, Decided) or divisor == 0


def _as_condition(sign: str, left: Condition | bool, right: Condition | bool) -> Condition | bool:
    """`=` or `!=` between conditions, at least one of which is decided."""
    for known, other in ((left, right), (right, left)):
        if isinstance(known, bool):
            return other if known == (sign == "=") else opposite(other)
    return compares(left, sign, right)


def _has_decided(column: Iterable[object]) -> bool:
    return any(issubclass(kind, Decided) for kind in set(map(type, column)))


_DISPATCH: dict[type, Callable[[RuleEvaluator, Any, Frame], Column]] = {
    ast.Negation: RuleEvaluator._negation,
    ast.Binary: RuleEvaluator._binary,
    ast.Comparison: RuleEvaluator._comparison,
    ast.Not: RuleEvaluator._not,
    ast.Logical: RuleEvaluator._logical,
    ast.Implication: RuleEvaluator._implication,
    ast.Conditional: RuleEvaluator._conditional,
    ast.Tuple: RuleEvaluator._tuple,
    ast.Name: RuleEvaluator._name,
    ast.Call: RuleEvaluator._call,
    ast.Aggregate: RuleEvaluator._aggregate,
}
