"""Expressions and parts of statements as text, with no more parentheses than they need.

>>> from excover.base.source import Source
>>> from excover.language.syntax.parse import parse_expression
>>> expression(parse_expression(Source("<text>", "(3*((r - 1) div 3)) + ((c-1))div 3")))
'3*((r-1) div 3) + (c-1) div 3'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias, assert_never

from excover.language.syntax.nodes import (
    Aggregate,
    AtMostOnce,
    Binary,
    Binder,
    Bounds,
    Call,
    Colored,
    Comparison,
    Conditional,
    Each,
    Expr,
    Field,
    Implication,
    Index,
    Interval,
    LabelMatch,
    Logical,
    Loop,
    Meaning,
    Multiplicity,
    Name,
    Negation,
    Node,
    Not,
    Number,
    OptionRef,
    Pattern,
    Ref,
    Set,
    Text,
    Tuple,
    Units,
    same,
)
from excover.lattices import LATTICES

# How tightly a form of expression binds: the rules of the grammar, from the loosest to the tightest.
_ANY, _IMPLIES, _OR, _AND, _NOT, _COMPARISON, _RANGE, _SUM, _TERM, _UNARY, _POSTFIX, _ATOM = range(12)

_BINARY = {"+": _SUM, "-": _SUM, "*": _TERM, "div": _TERM, "mod": _TERM}

# Expressions


def expression(expr: Expr) -> str:
    return _within(expr, _ANY, tight=False)


def _within(expr: Expr, level: int, tight: bool = True) -> str:
    """``expr`` for a place where the grammar has a rule of ``level``; ``tight`` sums have no blanks."""
    own, text = _written(expr, tight)
    return text if own >= level else f"({_written(expr, True)[1]})"


def _written(expr: Expr, tight: bool) -> tuple[int, str]:  # noqa: C901
    match expr:
        case Conditional(_, then, condition, otherwise):
            first, second = _within(then, _OR, tight), _within(condition, _OR, tight)
            return _ANY, f"{first} if {second} else {_within(otherwise, _ANY, tight)}"
        case Implication(_, condition, consequence):
            first = _within(condition, _OR, tight)
            return _IMPLIES, f"{first} implies {_within(consequence, _IMPLIES, tight)}"
        case Logical(_, "or", operands):
            return _OR, " or ".join(_within(operand, _AND, tight) for operand in operands)
        case Logical(_, _, operands):
            return _AND, " and ".join(_within(operand, _NOT, tight) for operand in operands)
        case Not(_, operand):
            return _NOT, f"not {_within(operand, _NOT, tight)}"
        case Comparison(_, first_, rest):
            chain = (f" {operator} {_within(other, _RANGE, tight)}" for operator, other in rest)
            return _COMPARISON, _within(first_, _RANGE, tight) + "".join(chain)
        case Interval(_, low, high):
            return _RANGE, f"{_within(low, _SUM)}..{_within(high, _SUM)}"
        case Binary():
            return _BINARY[expr.operator], _chain(expr, tight)
        case Negation(_, operand):
            return _UNARY, f"-{_within(operand, _UNARY)}"
        case Index() | Field():
            return _POSTFIX, _path(expr)
        case Number() | Text() | Name() | Tuple() | Set() | Each() | Call() | Aggregate():
            return _ATOM, _atom(expr)
        case _:
            assert_never(expr)


def _chain(expr: Binary, tight: bool) -> str:
    """``a - b + c`` of any length, without left recursion."""
    level, parts, left = _BINARY[expr.operator], [], expr  # type: int, list[str], Expr
    while isinstance(left, Binary) and _BINARY[left.operator] == level:
        right = _within(left.right, level + 1, tight)
        close = left.operator == "*" or (tight and level == _SUM and not right.startswith("-"))
        parts.append(f"{left.operator}{right}" if close else f" {left.operator} {right}")
        left = left.left
    return _within(left, level, tight) + "".join(reversed(parts))


def _path(expr: Expr) -> str:
    """``value[i].column[j]`` of any length."""
    parts: list[str] = []
    while isinstance(expr, Index | Field):
        if isinstance(expr, Index):
            parts.append(_index(expr.indices))
            expr = expr.value
        else:
            parts.append(f".{expr.column}")
            expr = expr.record
    return _within(expr, _ATOM) + "".join(reversed(parts))


_Atom: TypeAlias = Number | Text | Name | Tuple | Set | Each | Call | Aggregate


def _atom(expr: _Atom) -> str:
    match expr:
        case Number(_, value):
            return str(value)
        case Text():
            return text(expr)
        case Name(_, id_):
            return id_
        case Tuple(_, members):
            return f"({_list(members)}{',' if len(members) == 1 else ''})"
        case Set(_, members):
            return f"{{{_list(members)}}}"
        case Each(_, value, loop_):
            return f"{{{_within(value, _ANY)} {loop(loop_)}}}"
        case Call(_, function, arguments):
            return f"{function.id}({_list(arguments)})"
        case Aggregate(_, function, value, loop_):
            return f"{function.id}({_within(value, _ANY)} {loop(loop_)})"
        case _:
            assert_never(expr)


def _list(exprs: Iterable[Expr]) -> str:
    return ", ".join(_within(expr, _ANY) for expr in exprs)


def _index(exprs: Sequence[Expr]) -> str:
    return f"[{_list(exprs)}]" if exprs else ""


def text(literal: Text) -> str:
    return f'"{literal.value}"'


# Loops


def binders(loop: Loop) -> str:
    return ", ".join(_binder(binder) for binder in loop.binders)


def _binder(binder: Binder) -> str:
    return f"{', '.join(map(_pattern, binder.patterns))} in {_within(binder.domain, _RANGE)}"


def _pattern(pattern: Pattern) -> str:
    names = ", ".join(name.id for name in pattern.names)
    return f"({names})" if pattern.is_tuple else names


def loop(loop: Loop) -> str:
    condition = f"where {_within(loop.where, _ANY)}" if loop.where else ""
    return " ".join(filter(None, ["for", binders(loop), condition]))


def optional_loop(loop_: Loop | None) -> str:
    return f" {loop(loop_)}" if loop_ else ""


# Parts of statements


def domain(expr: Expr) -> str:
    return _within(expr, _RANGE)


def number(expr: Expr) -> str:
    """A value where an expression with conditions would need parentheses."""
    return _within(expr, _SUM, tight=False)


def condition(expr: Expr) -> str:
    """A condition where one with an alternative would need parentheses."""
    return _within(expr, _OR, tight=False)


def atom(expr: Expr) -> str:
    """An expression where anything but a single value would need parentheses."""
    return _within(expr, _ATOM)


def indexed(name: Name, index: Sequence[Expr]) -> str:
    return name.id + _index(index)


def item(ref: Ref) -> str:
    return indexed(ref.name, ref.index)


def option(ref: OptionRef) -> str:
    return f"{ref.name.id}({_list(ref.arguments)})"


def label_match(node: LabelMatch) -> str:
    return f"{text(node.piece)} on {text(node.board)}"


def lattice(name: Name | None) -> str:
    """Behind a name: `hex`, or `on` and the name of a declared lattice."""
    if name is None:
        return ""
    return name.id if name.id in LATTICES else f"on {name.id}"


def meaning(node: Meaning) -> str:
    return f"{text(node.character)} = {node.meaning.id}"


def bounds(multiplicity: Multiplicity | None) -> str:
    match multiplicity:
        case None:
            return ""
        case AtMostOnce():
            return "at most once"
        case Colored():
            return "colored"
        case Bounds(_, lower, None):
            return f"at least {_within(lower, _SUM)} times"
        case Bounds(_, lower, Node() as upper) if same(lower, upper):
            return f"{_within(lower, _SUM)} times"
        case Bounds(_, Number(_, 0), Node() as upper):
            return f"at most {_within(upper, _SUM)} times"
        case Bounds(_, lower, upper):
            assert upper is not None
            return f"{_within(lower, _SUM)}..{_within(upper, _SUM)} times"
        case Units(_, lower, upper):
            return f"{_units(lower, upper)} units"
        case _:
            assert_never(multiplicity)


def _units(lower: Expr | None, upper: Expr | None) -> str:
    if lower is None:
        return "in" if upper is None else f"at most {_within(upper, _SUM)}"
    if upper is None:
        return f"at least {_within(lower, _SUM)}"
    if same(lower, upper):
        return _within(lower, _SUM)
    return f"{_within(lower, _SUM)}..{_within(upper, _SUM)}"
