"""The actions of the grammar: those of expressions and shared parts, and those of every statement.

>>> from excover.base.limits import Limits
>>> from excover.base.source import Source
>>> from excover.language.syntax.actions import Passage
>>> MAKERS["name"](Builder(Passage.whole(Source("x.xc", "row[1]")), Limits()), 0, 3, [])
Name(span=Span(source=Source(name='x.xc', path=''), start=0, end=3), id='row')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from excover.base.diagnostics import SpecError
from excover.base.names import normal
from excover.base.source import Span
from excover.language import messages
from excover.language.syntax import actions, ast
from excover.language.syntax.actions import Action, Builder, as_tuple, node, only, spanned
from excover.language.syntax.statements import FORMS


@spanned
def _spec(_builder: Builder, span: Span, children: list[Any]) -> ast.Spec:
    return ast.Spec(span, tuple(children))


# Loops


def _binders(_builder: Builder, _start: int, _end: int, children: list[Any]) -> tuple[ast.Binder, ...]:
    """``r, c in 1..n`` is parsed as two expressions; names before one with ``in`` share its domain."""
    found: list[ast.Binder] = []
    waiting: list[ast.Expr] = []
    for child in children:
        match child:
            case ast.Comparison(_, first, (("in", domain),)):
                patterns = (*map(_pattern, waiting), _pattern(first))
                found.append(ast.Binder(patterns[0].span.to(child.span), patterns, domain))
                waiting = []
            case ast.Comparison():
                raise SpecError(messages.NotAPattern(child.span))
            case _:
                waiting.append(child)
    if waiting:
        raise SpecError(messages.BinderWithoutDomain(waiting[-1].span, waiting[-1].span.text))
    return tuple(found)


def _pattern(expr: ast.Expr) -> ast.Pattern:
    if isinstance(expr, ast.Name):
        return ast.Pattern(expr.span, (expr,), is_tuple=False)
    members = expr.members if isinstance(expr, ast.Tuple) else ()
    if members and all(isinstance(member, ast.Name) for member in members):
        return ast.Pattern(expr.span, cast(tuple[ast.Name, ...], members), is_tuple=True)
    raise SpecError(messages.NotAPattern(expr.span))


# Expressions


@spanned
def _disjunction(_builder: Builder, span: Span, children: list[Any]) -> ast.Logical:
    return ast.Logical(span, "or", tuple(children))


@spanned
def _conjunction(_builder: Builder, span: Span, children: list[Any]) -> ast.Logical:
    return ast.Logical(span, "and", tuple(children))


@spanned
def _comparison(builder: Builder, span: Span, children: list[Any]) -> ast.Comparison:
    operators = (_comparing(builder, operator) for operator in children[1::2])
    return ast.Comparison(span, children[0], tuple(zip(operators, children[2::2], strict=True)))


def _comparing(builder: Builder, operator: slice) -> str:
    """Between `not` and `in` there may be blanks and comments."""
    written = builder.written(operator)
    return "not in" if written.startswith("not") else written


@spanned
def _addition(builder: Builder, span: Span, children: list[Any]) -> ast.Expr:
    """``a - b + c`` as ``(a - b) + c``."""
    left: ast.Expr = children[0]
    for operator, right in zip(children[1::2], children[2::2], strict=True):
        left = ast.Binary(span.to(right.span), left, builder.written(operator), right)
    return left


@spanned
def _negation(_builder: Builder, span: Span, children: list[Any]) -> ast.Negation:
    return ast.Negation(span, children[1])


@spanned
def _index_of(_builder: Builder, span: Span, children: list[Any]) -> ast.Index:
    return ast.Index(span, children[0], tuple(children[1:]))


@spanned
def _field(builder: Builder, span: Span, children: list[Any]) -> ast.Field:
    return ast.Field(span, children[0], normal(builder.written(children[1])))


@spanned
def _lattice_name(builder: Builder, span: Span, children: list[Any]) -> ast.Name:
    """Of a shipped or a declared lattice, without the word `on`."""
    (name,) = children
    return (
        name
        if isinstance(name, ast.Name)
        else ast.Name(builder.span(name.start, name.stop), builder.written(name))
    )


@spanned
def _tuple(_builder: Builder, span: Span, children: list[Any]) -> ast.Tuple:
    return ast.Tuple(span, (*children,))


# Parts of several statements


@spanned
def _at_most(_builder: Builder, span: Span, children: list[Any]) -> ast.Bounds:
    return ast.Bounds(span, ast.Number(span, 0), children[0])


@spanned
def _at_least(_builder: Builder, span: Span, children: list[Any]) -> ast.Bounds:
    return ast.Bounds(span, children[0], None)


@spanned
def _at_least_once(_builder: Builder, span: Span, _children: list[Any]) -> ast.Bounds:
    return ast.Bounds(span, ast.Number(span, 1), None)


@spanned
def _times(_builder: Builder, span: Span, children: list[Any]) -> ast.Bounds:
    return ast.Bounds(span, children[0], children[0])


def _units_of(has_lower: bool, has_upper: bool) -> Action:
    @spanned
    def units(_builder: Builder, span: Span, children: list[Any]) -> ast.Units:
        return ast.Units(span, children[0] if has_lower else None, children[-1] if has_upper else None)

    return units


@spanned
def _drawing(builder: Builder, span: Span, children: list[Any]) -> ast.Drawing:
    return ast.Drawing(span, tuple(builder.span(line.start + 1, line.stop) for line in children))


_SHARED: Mapping[str, Action] = {
    "spec": _spec,
    "expression": only,
    **{"number": actions.number, "text": actions.text, "name": actions.name, "names": as_tuple},
    # Loops
    **{"loop": node(ast.Loop), "loop_or_none": only, "binders": _binders, "where": only},
    # Expressions
    **{"conditional": node(ast.Conditional), "disjunction": _disjunction, "conjunction": _conjunction},
    "implication": node(ast.Implication),
    **{"inversion": node(ast.Not), "comparison": _comparison, "interval": node(ast.Interval)},
    **{"addition": _addition, "multiplication": _addition, "negation": _negation},
    **{"index_of": _index_of, "field": _field, "arguments": as_tuple, "call": node(ast.Call)},
    **{"aggregate": node(ast.Aggregate), "tuple_": _tuple, "set_": node(ast.Set), "each": node(ast.Each)},
    # Parts of several statements
    **{"ref": node(ast.Ref), "index": as_tuple, "option_ref": node(ast.OptionRef)},
    **{
        "once": lambda *_: None,
        "bounds": only,
        "at_most_once": node(ast.AtMostOnce),
        "colored": node(ast.Colored),
    },
    **{
        "at_most": _at_most,
        "at_least": _at_least,
        "at_least_once": _at_least_once,
        "times": _times,
        "between": node(ast.Bounds),
    },
    **{"units_free": _units_of(False, False), "units_exact": _units_of(True, True)},
    **{"units_at_most": _units_of(False, True), "units_at_least": _units_of(True, False)},
    "units_between": _units_of(True, True),
    **{"drawing": _drawing, "legend": as_tuple, "meaning": node(ast.Meaning), "lattice": only},
    **{"lattice_name": _lattice_name, "lattice_called": _lattice_name},
}

MAKERS: Mapping[str, Action] = {
    **_SHARED,
    **{rule: action for form in FORMS for rule, action in form.actions.items()},
}
"""The action of each rule."""
