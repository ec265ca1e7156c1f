"""Sums and counts over sets that are written by their members: equal members are one.

>>> from excover.problem.problem import parse
>>> text = "item a option x(p, q in 1..3) where sum({p, q}) = 3 covers a"
>>> [warning.message for warning in parse(text).warnings]
['equal values are summed once: a set has each member once']
"""

from __future__ import annotations

from collections.abc import Iterator

from excover.base.diagnostics import Diagnostic
from excover.language.expressions.functions import LIBRARY
from excover.language.expressions.scope import Scope
from excover.language.messages.about_slips import EqualMembersOnce
from excover.language.syntax import ast
from excover.language.syntax.node import nodes_within

_PLAIN = (ast.Name, ast.Number, ast.Index, ast.Field, ast.Call, ast.Aggregate, ast.Tuple)
"""What needs no parentheses between signs."""


def equal_members(spec: ast.Spec, scope: Scope) -> Iterator[Diagnostic]:
    """Of sets of which several members depend on names of loops or arguments."""
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
        if name in ("sum", "count") and sum(_varies(each, scope) for each in members) > 1:
            added = f"({' + '.join(map(_operand, members))})" if isinstance(node, ast.Call) else ""
            yield EqualMembersOnce(whole.span, name, span, function.span, added)


def _varies(member: ast.Expr, scope: Scope) -> bool:
    return any(name not in scope and name not in LIBRARY for name in member.mentioned)


def _operand(member: ast.Expr) -> str:
    return member.span.text if isinstance(member, _PLAIN) else f"({member.span.text})"
