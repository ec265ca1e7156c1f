"""Sums and counts over sets that are written by their members: equal members are one.

>>> from excover.problem.problem import parse
>>> text = "item a option x(p, q in 1..3) where sum({p, q}) = 3 covers a"
>>> [warning.message for warning in parse(text).warnings]
['equal values are summed once: a set has each member once']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from excover.base.diagnostics import Diagnostic
from excover.language.expressions.functions import LIBRARY
from excover.language.expressions.scope import Scope
from excover.language.messages.about_names import EqualMembersOnce
from excover.language.syntax import ast
from excover.language.syntax.node import nodes_within, same

_PLAIN = (ast.Name, ast.Number, ast.Index, ast.Field, ast.Call, ast.Aggregate, ast.Tuple)
"""What needs no parentheses between signs."""


_APART = {"<", ">", "!="}
"""The signs between values that are never equal."""


def equal_members(spec: ast.Spec, scope: Scope) -> Iterator[Diagnostic]:
    """Of sets of numbers of which several members depend on names of loops or arguments, and may be equal."""
    for node in sorted(nodes_within(spec.statements), key=lambda node: node.span.start):
        match node:
            case ast.Call(span, ast.Name(id=name) as function, (ast.Set(_, members) as whole,)):
                pass
            case ast.Aggregate(span, ast.Name(id=name) as function, _, ast.Loop(binders=(binder, *_))):
                if not isinstance(binder.domain, ast.Set):
                    continue
                whole, members = binder.domain, binder.domain.members
            case _:
                continue
        if name not in ("sum", "count") or any(isinstance(each, ast.Tuple) for each in members):
            continue
        if not _are_apart([each for each in members if _varies(each, scope)], whole, spec):
            added = f"({' + '.join(map(_operand, members))})" if isinstance(node, ast.Call) else ""
            yield EqualMembersOnce(whole.span, name, span, function.span, added)


def _varies(member: ast.Expr, scope: Scope) -> bool:
    return any(name not in scope and name not in LIBRARY for name in member.mentioned)


def _are_apart(members: Sequence[ast.Expr], whole: ast.Expr, spec: ast.Spec) -> bool:
    """Whether a condition beside the set says of each two members that they are not equal."""
    pairs = list(combinations(members, 2))
    stated = list(_stated_beside(whole, spec)) if pairs else []
    return all(any(_are_same(pair, (one, other)) for pair in stated) for one, other in pairs)


def _stated_beside(whole: ast.Expr, spec: ast.Spec) -> Iterator[tuple[ast.Expr, ast.Expr]]:
    """Two expressions that differ because of a condition that is joined by `and` to one with the set."""
    for node in nodes_within(spec.statements):
        if isinstance(node, ast.Logical) and node.operator == "and" and _is_in(whole, node):
            for each in node.operands:
                if isinstance(each, ast.Comparison):
                    yield from _stated(each)


def _stated(comparison: ast.Comparison) -> Iterator[tuple[ast.Expr, ast.Expr]]:
    """Each two of a chain that ascends or descends; of another, neighbors."""
    signs = [sign for sign, _ in comparison.rest]
    values = [comparison.first, *(value for _, value in comparison.rest)]
    if set(signs) in ({"<"}, {">"}):
        yield from combinations(values, 2)
    else:
        yield from (pair for sign, pair in zip(signs, pairwise(values), strict=True) if sign in _APART)


def _are_same(pair: Sequence[ast.Expr], other: Sequence[ast.Expr]) -> bool:
    return any(all(map(same, pair, way)) for way in (other, other[::-1]))


def _is_in(part: ast.Expr, node: ast.Expr) -> bool:
    return node.span.start <= part.span.start and part.span.end <= node.span.end


def _operand(member: ast.Expr) -> str:
    return member.span.text if isinstance(member, _PLAIN) else f"({member.span.text})"
