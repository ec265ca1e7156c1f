"""From the rules of the grammar to the nodes of the syntax tree.

>>> from excover.source import Source
>>> here = Passage.whole(Source("x.xc", "row[1]"))
>>> Builder.name(Builder(here, Limits()), 0, 3, [])
Name(span=Span(source=Source(name='x.xc', path=''), start=0, end=3), id='row')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from excover.diagnostics import SpecError
from excover.limits import Limits
from excover.source import Span
from excover.syntax import ast, faults
from excover.syntax.passage import Passage

_Build = Callable[["Builder", int, int, list[Any]], Any]


_MOST_DIGITS = len(str(2**63))
"""None takes quadratic time to read."""


def _spanned(make: Callable[[Builder, Span, list[Any]], Any]) -> _Build:
    """A rule whose node knows where it stands."""

    def build(self: Builder, start: int, end: int, children: list[Any]) -> Any:
        return make(self, self._span(start, end), children)

    return build


def _node(make: Callable[..., ast.Node]) -> _Build:
    """A rule whose children are just what its node holds, in order."""

    def build(self: Builder, start: int, end: int, children: list[Any]) -> Any:
        return make(self._span(start, end), *children)

    return build


def _statement(make: Callable[..., ast.Node]) -> _Build:
    """A statement that is its keyword and one part: what its node holds."""

    def build(self: Builder, start: int, end: int, children: list[Any]) -> Any:
        return make(self._span(start, end), *children[0])

    return build


def _list(_builder: Builder, _start: int, _end: int, children: list[Any]) -> tuple[Any, ...]:
    return tuple(children)


def _only(_builder: Builder, _start: int, _end: int, children: list[Any]) -> Any:
    """A rule that is the one thing in it, or nothing."""
    return children[0] if children else None


class Builder:
    """Makes the nodes of the tree from the bottom up; one method a rule of the grammar.

    A method is given the extent of what its rule matched, and what was made of its parts: a slice for a word.
    """

    def __init__(self, passage: Passage, limits: Limits) -> None:
        self.passage = passage
        self.limits = limits

    def _span(self, start: int, end: int) -> Span:
        return self.passage.span(start, end)

    def _written(self, word: slice) -> str:
        return self.passage.text[word]

    puzzle = _node(ast.Puzzle)
    let = _node(ast.Let)
    enum = _node(ast.Enum)
    table = _node(ast.Table)
    cover = _node(ast.Cover)
    meaning = _node(ast.Meaning)
    given_color = _node(ast.GivenColor)
    motion = _node(ast.Motion)
    draw_option = _node(ast.Draw)
    draw_item = _node(ast.DrawItem)
    symmetry = _node(ast.Symmetry)
    conditional = _node(ast.Conditional)
    at_most_once = _node(ast.AtMostOnce)
    colored = _node(ast.Colored)
    between = _node(ast.Bounds)
    items = _node(ast.Items)
    family = _node(ast.Family)
    ref = _node(ast.Ref)
    shapes = _node(ast.Shapes)
    option_ref = _node(ast.OptionRef)
    setting = _node(ast.Setting)
    loop = _node(ast.Loop)
    each = _node(ast.Each)
    interval = _node(ast.Interval)
    inversion = _node(ast.Not)
    call = _node(ast.Call)
    aggregate = _node(ast.Aggregate)
    cover_each = _node(ast.CoverEach)
    import_ = _statement(ast.Import)
    forbid = _statement(ast.Forbid)

    names = index = covers = arguments = legend = settings = settings_ = families = units = motions = _list
    library = signature = head = forbidden = seen_in = _list
    expression = given_part = least = _only

    @_spanned
    def spec(self, span: Span, children: list[Any]) -> ast.Spec:
        return ast.Spec(span, tuple(children))

    @_spanned
    def param(self, span: Span, children: list[Any]) -> ast.Param:
        name, value, *domain = (child for child in children if not isinstance(child, slice))
        return ast.Param(span, name, value, *domain or [None])

    @_spanned
    def def_(self, span: Span, children: list[Any]) -> ast.Def:
        (name, parameters), body = children
        return ast.Def(span, name, parameters, body)

    @_spanned
    def at_most(self, span: Span, children: list[Any]) -> ast.Bounds:
        return ast.Bounds(span, ast.Number(span, 0), children[0])

    @_spanned
    def at_least(self, span: Span, children: list[Any]) -> ast.Bounds:
        return ast.Bounds(span, children[0], None)

    @_spanned
    def times(self, span: Span, children: list[Any]) -> ast.Bounds:
        return ast.Bounds(span, children[0], children[0])

    @_spanned
    def option(self, span: Span, children: list[Any]) -> ast.Option:
        words = {self._written(child) for child in children if isinstance(child, slice)}
        (name, binders), where, covers, cost = (c for c in children if not isinstance(c, slice))
        loop = ast.Loop(Span(span.source, name.span.end, span.end), binders, where)
        return ast.Option(span, name, loop, covers, cost, "optional" in words, "distinct" in words)

    @_spanned
    def board(self, span: Span, children: list[Any]) -> ast.Board:
        return ast.Board(span, *children)

    def lattice(self, _start: int, _end: int, children: list[Any]) -> str:
        return self._written(children[0]) if children else ""

    def size(self, _start: int, _end: int, children: list[Any]) -> tuple[ast.Expr, ...]:
        if not children or not isinstance(children[0], slice):
            return tuple(children)
        return tuple(self._lengths(children[0]))

    def _lengths(self, dimensions: slice) -> Iterator[ast.Number]:
        """The numbers of ``5x11``."""
        for length in re.finditer(r"\d+", self._written(dimensions)):
            yield self.number(dimensions.start + length.start(), dimensions.start + length.end(), [])

    def flag(self, _start: int, _end: int, children: list[Any]) -> str:
        return self._written(children[0])

    flags = _list
    as_name = bounds = cost = color = condition = drawing_or_none = where = _only
    each_times = covering = loop_or_none = drawn_as = drawn_in = _only

    @_spanned
    def drawing(self, span: Span, children: list[Any]) -> ast.Drawing:
        return ast.Drawing(span, tuple(self._span(line.start + 1, line.stop) for line in children))

    @_spanned
    def place(self, span: Span, children: list[Any]) -> ast.Place:
        group, *others = children
        return ast.Place(span, self._written(group), *others)

    @_spanned
    def fill(self, span: Span, children: list[Any]) -> ast.Fill:
        board, values, *units = children
        return ast.Fill(span, board, values, *units or [()])

    @_spanned
    def unit(self, span: Span, children: list[Any]) -> ast.Unit:
        kind, *size = children
        lengths = self._lengths(size[0]) if size else ()
        return ast.Unit(span, self._written(kind), tuple(length.value for length in lengths))

    @_spanned
    def given(self, span: Span, children: list[Any]) -> ast.GivenDrawing | ast.GivenOptions | ast.GivenColor:
        (said,) = children
        if isinstance(said, ast.Drawing):
            return ast.GivenDrawing(span, said)
        return cast(ast.GivenOptions | ast.GivenColor, type(said)(span, *said.parts[1:]))

    @_spanned
    def given_options(self, span: Span, children: list[Any]) -> ast.GivenOptions:
        return ast.GivenOptions(span, tuple(children))

    @_spanned
    def goal(self, span: Span, children: list[Any]) -> ast.Goal:
        return ast.Goal(span, self._written(children[0]))

    @_spanned
    def draw_mark(self, span: Span, children: list[Any]) -> ast.DrawMark:
        mark, (color, loop) = children
        return ast.DrawMark(span, mark, color, loop)

    @_spanned
    def expect(self, span: Span, children: list[Any]) -> ast.Expect:
        (subject, up_to_symmetry), operator, value, settings = children
        return ast.Expect(span, subject, up_to_symmetry, self._written(operator), value, settings)

    def subject(self, _start: int, _end: int, children: list[Any]) -> tuple[str, bool]:
        subject, up_to_symmetry = children
        return self._written(subject), up_to_symmetry

    def claim(self, _start: int, _end: int, children: list[Any]) -> tuple[str, ast.Expr]:
        """Equality goes without saying."""
        *operator, value = children
        return (self._written(operator[0]) if operator else "="), value

    def up_to_symmetry(self, start: int, end: int, _children: list[Any]) -> bool:
        return end > start

    def binders(self, _start: int, _end: int, children: list[Any]) -> tuple[ast.Binder, ...]:
        """``r, c in 1..n`` is read as two expressions; names before one with ``in`` share its domain."""
        found: list[ast.Binder] = []
        waiting: list[ast.Expr] = []
        for child in children:
            match child:
                case ast.Comparison(_, first, (("in", domain),)):
                    patterns = (*map(self._pattern, waiting), self._pattern(first))
                    found.append(ast.Binder(patterns[0].span.to(child.span), patterns, domain))
                    waiting = []
                case ast.Comparison():
                    raise SpecError(faults.not_a_pattern(child.span))
                case _:
                    waiting.append(child)
        if waiting:
            raise SpecError(faults.binder_without_domain(waiting[-1].span, waiting[-1].span.text))
        return tuple(found)

    def _pattern(self, expr: ast.Expr) -> ast.Pattern:
        match expr:
            case ast.Name():
                return ast.Pattern(expr.span, (expr,), is_tuple=False)
            case ast.Tuple(span, members) if all(isinstance(member, ast.Name) for member in members):
                return ast.Pattern(span, cast(tuple[ast.Name, ...], members), is_tuple=True)
            case _:
                raise SpecError(faults.not_a_pattern(expr.span))

    @_spanned
    def disjunction(self, span: Span, children: list[Any]) -> ast.Logical:
        return ast.Logical(span, "or", tuple(children))

    @_spanned
    def conjunction(self, span: Span, children: list[Any]) -> ast.Logical:
        return ast.Logical(span, "and", tuple(children))

    @_spanned
    def comparison(self, span: Span, children: list[Any]) -> ast.Comparison:
        operators = map(self._comparing, children[1::2])
        return ast.Comparison(span, children[0], tuple(zip(operators, children[2::2], strict=True)))

    def _comparing(self, operator: slice) -> str:
        """Between `not` and `in` there may be blanks and comments."""
        written = self._written(operator)
        return "not in" if written.startswith("not") else written

    @_spanned
    def addition(self, span: Span, children: list[Any]) -> ast.Expr:
        """``a - b + c`` as ``(a - b) + c``."""
        left: ast.Expr = children[0]
        for operator, right in zip(children[1::2], children[2::2], strict=True):
            left = ast.Binary(span.to(right.span), left, self._written(operator), right)
        return left

    multiplication = addition

    @_spanned
    def negation(self, span: Span, children: list[Any]) -> ast.Negation:
        return ast.Negation(span, children[1])

    @_spanned
    def index_of(self, span: Span, children: list[Any]) -> ast.Index:
        return ast.Index(span, children[0], tuple(children[1:]))

    @_spanned
    def field(self, span: Span, children: list[Any]) -> ast.Field:
        return ast.Field(span, children[0], self._written(children[1]))

    @_spanned
    def tuple_(self, span: Span, children: list[Any]) -> ast.Tuple:
        return ast.Tuple(span, (*children,))

    @_spanned
    def set_(self, span: Span, children: list[Any]) -> ast.Set:
        return ast.Set(span, children[0])

    def number(self, start: int, end: int, _children: list[Any]) -> ast.Number:
        """2^63 is read too: it is a number behind a minus, which the evaluation knows."""
        span, digits = self._span(start, end), self.passage.text[start:end]
        if end - start > _MOST_DIGITS or int(digits) > 2**63:
            raise SpecError(faults.number_too_large(span, digits))
        return ast.Number(span, int(digits))

    def text(self, start: int, end: int, _children: list[Any]) -> ast.Text:
        return ast.Text(self._span(start, end), self.passage.text[start + 1 : end - 1])

    def name(self, start: int, end: int, _children: list[Any]) -> ast.Name:
        span = self._span(start, end)
        if end - start > self.limits.name:
            raise SpecError(faults.name_too_long(span, self.limits.name))
        return ast.Name(span, self.passage.text[start:end])


MAKERS: Mapping[str, Callable[[Builder, int, int, list[Any]], Any]] = {
    rule: make for rule, make in vars(Builder).items() if not rule.startswith("_")
}
"""What makes the node of each rule."""
