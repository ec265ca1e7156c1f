"""Expressions and parts of statements as text, with no more parentheses than they need.

>>> from excover.source import Source
>>> from excover.syntax.parse import parse_expression
>>> expression(parse_expression(Source("<text>", "(3*((r - 1) div 3)) + ((c-1))div 3")))
'3*((r-1) div 3) + (c-1) div 3'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from excover.syntax import ast

# How tightly a form of expression holds together: the rules of the grammar, from the loosest to the tightest.
_ANY, _OR, _AND, _NOT, _COMPARISON, _RANGE, _SUM, _TERM, _UNARY, _POSTFIX, _ATOM = range(11)

_BINARY = {"+": _SUM, "-": _SUM, "*": _TERM, "div": _TERM, "mod": _TERM}
_LATTICE = re.compile(r"(square|hex|triangle|cube)\b")

# Expressions


def expression(expr: ast.Expr) -> str:
    return _within(expr, _ANY, tight=False)


def _within(expr: ast.Expr, level: int, tight: bool = True) -> str:
    """``expr`` where the grammar has a rule of ``level``; sums that stand ``tight`` have no blanks."""
    own, text = _written(expr, tight)
    return text if own >= level else f"({_written(expr, True)[1]})"


def _written(expr: ast.Expr, tight: bool) -> tuple[int, str]:
    match expr:
        case ast.Conditional(_, then, condition, otherwise):
            first, second = _within(then, _OR, tight), _within(condition, _OR, tight)
            return _ANY, f"{first} if {second} else {_within(otherwise, _ANY, tight)}"
        case ast.Logical(_, "or", operands):
            return _OR, " or ".join(_within(operand, _AND, tight) for operand in operands)
        case ast.Logical(_, _, operands):
            return _AND, " and ".join(_within(operand, _NOT, tight) for operand in operands)
        case ast.Not(_, operand):
            return _NOT, f"not {_within(operand, _NOT, tight)}"
        case ast.Comparison(_, first_, rest):
            chain = (f" {operator} {_within(other, _RANGE, tight)}" for operator, other in rest)
            return _COMPARISON, _within(first_, _RANGE, tight) + "".join(chain)
        case ast.Interval(_, low, high):
            return _RANGE, f"{_within(low, _SUM)}..{_within(high, _SUM)}"
        case ast.Binary():
            return _BINARY[expr.operator], _chain(expr, tight)
        case ast.Negation(_, operand):
            return _UNARY, f"-{_within(operand, _UNARY)}"
        case ast.Index() | ast.Field():
            return _POSTFIX, _path(expr)
        case _:
            return _ATOM, _atom(expr)


def _chain(expr: ast.Binary, tight: bool) -> str:
    """``a - b + c``, as long as it may be, without recursion to the left."""
    level, parts, left = _BINARY[expr.operator], [], expr  # type: int, list[str], ast.Expr
    while isinstance(left, ast.Binary) and _BINARY[left.operator] == level:
        right = _within(left.right, level + 1, tight)
        close = left.operator == "*" or (tight and level == _SUM and not right.startswith("-"))
        parts.append(f"{left.operator}{right}" if close else f" {left.operator} {right}")
        left = left.left
    return _within(left, level, tight) + "".join(reversed(parts))


def _path(expr: ast.Expr) -> str:
    """``value[i].column[j]``, as long as it may be."""
    parts: list[str] = []
    while isinstance(expr, ast.Index | ast.Field):
        if isinstance(expr, ast.Index):
            parts.append(_index(expr.indices))
            expr = expr.value
        else:
            parts.append(f".{expr.column}")
            expr = expr.record
    return _within(expr, _ATOM) + "".join(reversed(parts))


def _atom(expr: ast.Expr) -> str:
    match expr:
        case ast.Number(_, value):
            return str(value)
        case ast.Text():
            return text(expr)
        case ast.Name(_, id_):
            return id_
        case ast.Tuple(_, members):
            return f"({_list(members)})"
        case ast.Set(_, members):
            return f"{{{_list(members)}}}"
        case ast.Each(_, value, loop_):
            return f"{{{_within(value, _ANY)} {loop(loop_)}}}"
        case ast.Call(_, function, arguments):
            return f"{function.id}({_list(arguments)})"
        case ast.Aggregate(_, function, value, loop_):
            return f"{function.id}({_within(value, _ANY)} {loop(loop_)})"
        case _:
            raise TypeError(f"not an atom: {expr!r}")


def _list(exprs: Iterable[ast.Expr]) -> str:
    return ", ".join(_within(expr, _ANY) for expr in exprs)


def _index(exprs: Sequence[ast.Expr]) -> str:
    return f"[{_list(exprs)}]" if exprs else ""


def text(literal: ast.Text) -> str:
    return f'"{literal.value}"'


# Loops


def binders(loop: ast.Loop) -> str:
    return ", ".join(_binder(binder) for binder in loop.binders)


def _binder(binder: ast.Binder) -> str:
    return f"{', '.join(map(_pattern, binder.patterns))} in {_within(binder.domain, _RANGE)}"


def _pattern(pattern: ast.Pattern) -> str:
    names = ", ".join(name.id for name in pattern.names)
    return f"({names})" if pattern.is_tuple else names


def loop(loop: ast.Loop) -> str:
    condition = f"where {_within(loop.where, _ANY)}" if loop.where else ""
    return " ".join(filter(None, ["for", binders(loop), condition]))


def _optional_loop(loop_: ast.Loop | None) -> str:
    return f" {loop(loop_)}" if loop_ else ""


# Parts of statements


def domain(expr: ast.Expr) -> str:
    return _within(expr, _RANGE)


def library(statement: ast.Import) -> str:
    source = statement.library
    name = source.id if isinstance(source, ast.Name) else text(source)
    return f"{name} as {statement.prefix.id}" if statement.prefix else name


def signature(statement: ast.Def) -> str:
    return f"{statement.name.id}({', '.join(name.id for name in statement.parameters)})"


def head(statement: ast.Option) -> str:
    return f"{statement.name.id}({binders(statement.loop)})"


def family(node: ast.Family | ast.Ref) -> str:
    """An item family, or what is said about items of one."""
    return node.name.id + _index(node.index)


def bounds(multiplicity: ast.Multiplicity | None) -> str:
    match multiplicity:
        case None:
            return ""
        case ast.AtMostOnce():
            return "at most once"
        case ast.Colored():
            return "colored"
        case ast.Bounds(_, lower, None):
            return f"at least {_within(lower, _SUM)} times"
        case ast.Bounds(_, lower, ast.Node() as upper) if ast.same(lower, upper):
            return f"{_within(lower, _SUM)} times"
        case ast.Bounds(_, ast.Number(_, 0), ast.Node() as upper):
            return f"at most {_within(upper, _SUM)} times"
        case ast.Bounds(_, lower, upper):
            assert upper is not None
            return f"{_within(lower, _SUM)}..{_within(upper, _SUM)} times"


def cover(covered: ast.Covered) -> str:
    if isinstance(covered, ast.CoverEach):
        return f"({', '.join(map(cover, covered.covers))} {loop(covered.loop)})"
    color = f" = {_within(covered.color, _SUM)}" if covered.color else ""
    condition = f" if {_within(covered.condition, _OR, tight=False)}" if covered.condition else ""
    return family(covered.ref) + color + condition


def size(board: ast.Board) -> str:
    if board.sizes and all(isinstance(length, ast.Number) for length in board.sizes):
        return "x".join(map(_atom, board.sizes))
    return " by ".join(map(_length, board.sizes))


def _length(length: ast.Expr) -> str:
    written = _within(length, _ATOM)
    return f"({written})" if _LATTICE.match(written) else written


def flag(flag: str) -> str:
    return f"open {flag}" if flag in {"below", "above"} else flag


def meaning(node: ast.Meaning) -> str:
    return f"{text(node.character)} = {node.meaning.id}"


def least(expr: ast.Expr) -> str:
    return f"at least {_within(expr, _SUM, tight=False)}"


def unit(unit: ast.Unit) -> str:
    return " ".join(filter(None, [unit.kind, "x".join(map(str, unit.sizes))]))


def option(ref: ast.OptionRef) -> str:
    return f"{ref.name.id}({_list(ref.arguments)})"


def given_color(statement: ast.GivenColor) -> str:
    color = _within(statement.color, _SUM, tight=False)
    return f"{family(statement.item)} = {color}{_optional_loop(statement.loop)}"


def forbidden(statement: ast.Forbid) -> str:
    return option(statement.option) + _optional_loop(statement.loop)


def seen_in(statement: ast.DrawMark) -> str:
    return expression(statement.color) + _optional_loop(statement.loop)


def motion(motion: ast.Motion) -> str:
    return f"{option(motion.source)} -> {option(motion.image)}"


def subject(statement: ast.Expect) -> str:
    return f"{statement.subject} up to symmetry" if statement.up_to_symmetry else statement.subject


def number(expr: ast.Expr) -> str:
    """A value where an expression with conditions would need parentheses."""
    return _within(expr, _SUM, tight=False)


def setting(setting: ast.Setting) -> str:
    return f"{setting.name.id} = {number(setting.value)}"
