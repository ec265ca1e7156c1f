"""Expressions with everything known substituted: values for names, bodies for calls of functions.

The result contains only local names, library functions, tables, symbols and labelled boards.

>>> from excover.base.limits import DEFAULT
>>> from excover.language.syntax import phrases
>>> from excover.language.syntax.parse import parse_expression
>>> scope = Scope()
>>> scope.declare(Constant("n", NOWHERE, 8))
>>> reducer, name = Reducer(scope, DEFAULT), ast.Name(NOWHERE, "r")
>>> phrases.expression(reducer.reduced(parse_expression(Source("x", "r + 2*n - 1")), {"r": name}))
'r + 16 - 1'
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from itertools import count
from typing import Any, assert_never, cast

from excover.base.diagnostics import SpecError
from excover.base.errors import Unsuitable
from excover.base.limits import Limits
from excover.base.names import OrderedSet, Record, Symbol, Value
from excover.base.source import Source, Span
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.library import PLACES, named_board
from excover.language.expressions.scope import (
    Broken,
    Constant,
    Function,
    ItemFamily,
    LabelValues,
    Scope,
    TableValue,
)
from excover.language.syntax import ast

NOWHERE = Span(Source("<made>", ""), 0, 0)
"""The place of a node that was not read from a text."""

_MOST_STEPS = 1_000_000
_LARGEST = 100_000
"""The most nodes of one expression after functions are expanded."""

Meanings = Mapping[str, ast.Expr]
"""The substitution for each local name."""


TOO_LARGE = "the functions of this description are too large to be written out"


class Unwritable(Unsuitable):
    """Something that the language cannot express."""


# Values as expressions


def literal(value: Value) -> ast.Expr:
    """The expression of a value. Raises Unwritable."""
    match value:
        case bool():
            return ast.Comparison(NOWHERE, number(0), (("=" if value else "!=", number(0)),))
        case int():
            return number(value)
        case str():
            if not ast.is_quotable(value):
                why = "it has a quotation mark, a line break, or half of a character"
                raise Unwritable(f"{value!r} is no text of the language: {why}")
            return ast.Text(NOWHERE, value)
        case Symbol():
            return ast.Name(NOWHERE, value.name)
        case Record():
            return ast.Index(NOWHERE, ast.Name(NOWHERE, value.table), (literal(value.key),))
        case range():
            return ast.Interval(NOWHERE, number(value.start), number(value.stop - 1))
        case OrderedSet():
            return ast.Set(NOWHERE, tuple(map(literal, value)))
        case tuple():
            return ast.Tuple(NOWHERE, tuple(map(literal, value)))
        case _:
            raise TypeError(f"no value of the language: {value!r}")


def number(value: int) -> ast.Expr:
    return ast.Negation(NOWHERE, ast.Number(NOWHERE, -value)) if value < 0 else ast.Number(NOWHERE, value)


def set_of(values: Iterable[Value]) -> ast.Expr:
    """The same as a literal, except that consecutive numbers become an interval."""
    members = list(values)
    first = members[0] if members else None
    if type(first) is int and len(members) > 1 and members == list(range(first, first + len(members))):
        return literal(range(first, first + len(members)))
    return literal(OrderedSet(members))


# Expressions


class Reducer:
    """Reduces expressions that have been checked. Raises Unwritable if the result grows without limit."""

    def __init__(self, scope: Scope, limits: Limits, options: frozenset[str] = frozenset()) -> None:
        self.scope = scope
        self._open = options | scope.deciding()
        self._options = options
        self.evaluator = Evaluator(scope, limits)
        self.steps = 0

    @cached_property
    def kept(self) -> set[str]:
        """The names that keep their meaning."""
        return {name for name in self.scope if self._is_kept(name)}

    def reduced(self, expr: ast.Expr, meanings: Meanings) -> ast.Expr:
        self._step()
        names = expr.mentioned
        if names.isdisjoint(meanings) and expr.called.isdisjoint(self._open):
            with suppress(SpecError):
                return literal(self.evaluator.constant(expr))
        made = self._made(expr, meanings)
        if made.called.isdisjoint(self._open) and self._is_worth_a_try(names, made, meanings):
            with suppress(SpecError):
                return literal(self.evaluator.constant(made))
        return made

    def loop(self, loop: ast.Loop, meanings: Meanings) -> tuple[ast.Loop, Meanings]:
        """The loop, and the meaning of all names within it."""
        binders = []
        for binder in loop.binders:
            domain = self.reduced(binder.domain, meanings)
            names = [name.id for pattern in binder.patterns for name in pattern.names]
            meanings = {**meanings, **self.renamed(names, meanings)}
            patterns = tuple(_pattern(pattern, meanings) for pattern in binder.patterns)
            binders.append(ast.Binder(NOWHERE, patterns, domain))
        where = None if loop.where is None else self.condition(loop.where, meanings)
        return ast.Loop(NOWHERE, tuple(binders), where), meanings

    def renamed(self, names: Collection[str], meanings: Meanings) -> dict[str, ast.Expr]:
        """The new names of further local names: other names if they would hide one that is already in use."""
        taken = self.kept.union(*(meaning.mentioned for meaning in meanings.values()))
        return {name: ast.Name(NOWHERE, fresh(name, taken, names)) for name in names}

    def condition(self, expr: ast.Expr, meanings: Meanings) -> ast.Expr | None:
        """None if it always holds."""
        made = self.reduced(expr, meanings)
        return None if ast.same(made, literal(True)) else made

    def _made(self, expr: ast.Expr, meanings: Meanings) -> ast.Expr:
        match expr:
            case ast.Name(_, name):
                return meanings[name] if name in meanings else literal(self.evaluator.constant(expr))
            case ast.Call(_, function, arguments):
                board = named_board(function.id, arguments) if function.id in PLACES else ()
                others = arguments[: len(arguments) - len(board)]
                reduced = (*(self.reduced(argument, meanings) for argument in others), *board)
                called = self.scope.get(function.id)
                if not isinstance(called, Function) or function.id in self._options:
                    return ast.Call(NOWHERE, function, reduced)
                return self.reduced(called.body, dict(zip(called.parameters, reduced, strict=True)))
            case ast.Each(_, value, loop):
                inner, known = self.loop(loop, meanings)
                return ast.Each(NOWHERE, self.reduced(value, known), inner)
            case ast.Aggregate(_, function, value, loop):
                inner, known = self.loop(loop, meanings)
                return ast.Aggregate(NOWHERE, function, self.reduced(value, known), inner)
            case ast.Index(_, ast.Name(_, name), indices) if name not in meanings and self._is_kept(name):
                return ast.Index(NOWHERE, expr.value, self._reduced_parts(indices, meanings))
            case ast.Logical(_, operator, operands):
                return _logical(operator, [self.reduced(operand, meanings) for operand in operands])
            case _ if isinstance(expr, ast.Structural):
                return type(expr)(*self._reduced_parts(expr.parts, meanings))
            case _:
                assert_never(expr)

    def _reduced_parts(self, parts: tuple[Any, ...], meanings: Meanings) -> tuple[Any, ...]:
        """Reduces a node, or the nodes of a tuple; other values stay."""
        return tuple(
            self.reduced(cast(ast.Expr, part), meanings)
            if isinstance(part, ast.Node)
            else self._reduced_parts(part, meanings)
            if type(part) is tuple
            else part
            for part in parts
        )

    def _is_kept(self, name: str) -> bool:
        definition = self.scope.get(name)
        match definition:
            case TableValue() | LabelValues():
                return True
            case ItemFamily(labels=labels):
                return bool(labels)
            case Constant(value=Symbol(name=symbol)):
                return symbol == name
            case Constant() | Function() | Broken() | None:
                return False
            case _:
                assert_never(definition)

    def _is_worth_a_try(self, names: frozenset[str], made: ast.Expr, meanings: Meanings) -> bool:
        """Whether local names are gone because their substitution has none."""
        if made.size > _LARGEST:
            raise Unwritable(TOO_LARGE)
        if isinstance(made, ast.Name) or names.isdisjoint(meanings):
            return False
        return all(made.mentioned.isdisjoint(meaning.mentioned) for meaning in meanings.values())

    def _step(self) -> None:
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise Unwritable(TOO_LARGE)


def _logical(operator: str, operands: Iterable[ast.Expr]) -> ast.Expr:
    """Without the operands that have no effect."""
    neutral = literal(operator == "and")
    left = [operand for operand in operands if not ast.same(operand, neutral)]
    if len(left) > 1:
        return ast.Logical(NOWHERE, operator, tuple(left))
    return left[0] if left else neutral


def _pattern(pattern: ast.Pattern, meanings: Meanings) -> ast.Pattern:
    names = tuple(cast(ast.Name, meanings[name.id]) for name in pattern.names)
    return ast.Pattern(NOWHERE, names, pattern.is_tuple)


def fresh(name: str, taken: Collection[str], wanted: Collection[str] = ()) -> str:
    """The name unless it is taken, otherwise a similar one that is not wanted either."""
    if name not in taken:
        return name
    return next(
        other for number in count(2) if (other := f"{name}_{number}") not in taken and other not in wanted
    )
