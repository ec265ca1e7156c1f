"""From text to syntax tree: the only module that knows Lark.

>>> from excover.source import Source
>>> spec = parse(Source("x.xc", 'puzzle "Tiny" item a, b option x() covers a, b'))
>>> [type(statement).__name__ for statement in spec.statements]
['Puzzle', 'Items', 'Option']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from lark import Lark, Token, Transformer_NonRecursive, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedToken, VisitError

from excover.cache import cache_file
from excover.diagnostics import Diagnostic, SpecError
from excover.limits import DEFAULT, Limits
from excover.source import Source, Span
from excover.syntax import ast, faults
from excover.syntax.passage import Passage


def parse(source: Source, limits: Limits = DEFAULT) -> ast.Spec:
    """The syntax tree of a description in the text form.

    Raises SpecError where the text is not a description, or is larger or deeper than ``limits``.
    """
    return cast(ast.Spec, parse_part(Passage.whole(source), "spec", limits))


def parse_expression(source: Source, limits: Limits = DEFAULT) -> ast.Expr:
    """A single expression, such as the value of a parameter. Raises SpecError."""
    return cast(ast.Expr, parse_part(Passage.whole(source), "expression", limits))


PARTS = (
    *("name", "expression", "ref", "option_ref", "library", "signature", "head", "families", "bounds"),
    *("covers", "size", "flag", "least", "units", "given_part", "forbidden", "motions"),
    *("subject", "claim", "settings_"),
)
"""What forms other than the text form are made of: parts of statements, without their keywords."""


def parse_part(passage: Passage, rule: str, limits: Limits = DEFAULT) -> Any:
    """What a rule of the grammar makes of a passage: a node, or a tuple of them. Raises SpecError."""
    _refuse_bombs(passage, limits)
    try:
        tree = _grammar().parse(passage.text, start=rule)
    except UnexpectedToken as unexpected:
        raise SpecError(_unexpected_token(passage, unexpected)) from None
    except UnexpectedCharacters as unexpected:
        at = unexpected.pos_in_stream or 0
        raise SpecError(faults.unexpected_character(passage.span(at, at + 1))) from None
    try:
        made = _Builder(passage, limits).transform(tree)
    except VisitError as wrapped:
        raise wrapped.orig_exc from None
    _refuse_depth(made, limits)
    return made


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    path = Path(str(files("excover"))) / "grammars" / "excover.lark"
    if not path.exists():  # an uninstalled checkout
        path = Path(__file__).parents[2] / "grammars" / "excover.lark"
    return Lark.open(
        str(path),
        parser="lalr",
        start=["spec", *PARTS],
        propagate_positions=True,
        maybe_placeholders=False,
        cache=cache_file("grammar") or False,
    )


_WORD = re.compile(r'[|#][^\n]*|"[^"\n]*"|\w+|[^\s\w]')


def _refuse_bombs(passage: Passage, limits: Limits) -> None:
    """Size and depth are counted on the text itself, before anything is made of it."""
    text = passage.text
    if len(text) > limits.source:
        raise SpecError(faults.too_long(passage.source, limits.source))
    depth = words = 0
    for token in _WORD.finditer(text):
        sign = text[token.start()]
        words += sign not in "|#"
        depth = max(0, depth + (sign in "[({") - (sign in "])}"))
        if depth > limits.nesting:
            raise SpecError(faults.too_deep(passage.span(*token.span()), limits.nesting))
        if words > limits.words:
            raise SpecError(faults.too_many_words(passage.span(*token.span()), limits.words))


def _refuse_depth(tree: Any, limits: Limits) -> None:
    """Long chains of operations are deep trees, which would overflow the stack of later stages."""
    most = 2 * limits.nesting
    waiting: list[tuple[object, int]] = [(tree, 0)]
    while waiting:
        part, depth = waiting.pop()
        if isinstance(part, tuple):
            waiting += [(member, depth) for member in part]
        elif isinstance(part, ast.Node):
            if depth > most:
                raise SpecError(faults.too_long_a_chain(part.span, most))
            waiting += [(child, depth + 1) for child in part.parts]


def _unexpected_token(passage: Passage, unexpected: UnexpectedToken) -> Diagnostic:
    token = unexpected.token
    span = _end(passage) if token.type == "$END" else passage.span(token.start_pos, token.end_pos)
    parser: Any = unexpected.interactive_parser
    accepted = parser.accepts() if parser else unexpected.expected
    names = sorted(_word(name) for name in accepted if name != "$END")
    return faults.unexpected_token(span, names)


def _end(passage: Passage) -> Span:
    """The empty place behind the last word."""
    length = len(passage.text.rstrip())
    last = passage.span(max(0, length - 1), length)
    return Span(last.source, last.end, last.end)


def _word(terminal: str) -> str:
    """How a terminal of the grammar is written, or what it stands for."""
    if terminal in faults.TERMINALS:
        return faults.TERMINALS[terminal]
    pattern = next(t.pattern for t in _grammar().terminals if t.name == terminal)
    return str(pattern.value).removesuffix(r"\b")


def _fold(span: Span, children: list[Any]) -> ast.Expr:
    """``a - b + c`` as ``(a - b) + c``."""
    left = children[0]
    for operator, right in zip(children[1::2], children[2::2], strict=True):
        left = ast.Binary(Span(span.source, span.start, right.span.end), left, str(operator), right)
    return cast(ast.Expr, left)


class _Builder(Transformer_NonRecursive):  # type: ignore[type-arg]
    """Makes the nodes of the tree from the bottom up; one method a rule of the grammar."""

    def __init__(self, passage: Passage, limits: Limits) -> None:
        super().__init__()
        self.passage = passage
        self.limits = limits

    def _span(self, meta: Any) -> Span:
        return self.passage.span(getattr(meta, "start_pos", 0), getattr(meta, "end_pos", 0))

    def _token_span(self, token: Token) -> Span:
        return self.passage.span(cast(int, token.start_pos), cast(int, token.end_pos))

    # A rule whose children are just what its node holds, in order.

    def _node(make: Any) -> Any:  # noqa: N805
        def build(self: _Builder, meta: Any, children: list[Any]) -> Any:
            return make(self._span(meta), *children)

        return v_args(meta=True)(build)

    puzzle = _node(ast.Puzzle)
    let = _node(ast.Let)
    enum = _node(ast.Enum)
    table = _node(ast.Table)
    cover = _node(ast.Cover)
    meaning = _node(ast.Meaning)
    given_color = _node(ast.GivenColor)
    motion = _node(ast.Motion)
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

    # A statement that is its keyword and one part: the part is what its node holds.

    def _statement(make: Any) -> Any:  # noqa: N805
        def build(self: _Builder, meta: Any, children: list[Any]) -> Any:
            return make(self._span(meta), *children[0])

        return v_args(meta=True)(build)

    import_ = _statement(ast.Import)
    forbid = _statement(ast.Forbid)

    # A rule that is a list.

    def _list(self, children: list[Any]) -> tuple[Any, ...]:
        return tuple(children)

    names = index = covers = arguments = legend = settings = settings_ = families = units = motions = _list
    library = signature = head = forbidden = subject = _list

    # A rule that is the one thing in it.

    def _only(self, children: list[Any]) -> Any:
        return children[0]

    expression = given_part = least = _only

    @v_args(meta=True)
    def spec(self, meta: Any, children: list[Any]) -> ast.Spec:
        return ast.Spec(self._span(meta), tuple(children))

    @v_args(meta=True)
    def param(self, meta: Any, children: list[Any]) -> ast.Param:
        name, value, *domain = (child for child in children if not isinstance(child, Token))
        return ast.Param(self._span(meta), name, value, *domain or [None])

    @v_args(meta=True)
    def def_(self, meta: Any, children: list[Any]) -> ast.Def:
        (name, parameters), body = children
        return ast.Def(self._span(meta), name, parameters, body)

    @v_args(meta=True)
    def at_most(self, meta: Any, children: list[Any]) -> ast.Bounds:
        return ast.Bounds(self._span(meta), ast.Number(self._span(meta), 0), children[0])

    @v_args(meta=True)
    def at_least(self, meta: Any, children: list[Any]) -> ast.Bounds:
        return ast.Bounds(self._span(meta), children[0], None)

    @v_args(meta=True)
    def times(self, meta: Any, children: list[Any]) -> ast.Bounds:
        return ast.Bounds(self._span(meta), children[0], children[0])

    @v_args(meta=True)
    def option(self, meta: Any, children: list[Any]) -> ast.Option:
        words = {str(child) for child in children if isinstance(child, Token)}
        (name, binders), where, covers, cost = (c for c in children if not isinstance(c, Token))
        span = self._span(meta)
        loop = ast.Loop(Span(span.source, name.span.end, span.end), binders, where)
        return ast.Option(span, name, loop, covers, cost, "optional" in words, "distinct" in words)

    @v_args(meta=True)
    def board(self, meta: Any, children: list[Any]) -> ast.Board:
        return ast.Board(self._span(meta), *children)

    def lattice(self, children: list[Token]) -> str:
        return str(children[0]) if children else ""

    def size(self, children: list[Any]) -> tuple[ast.Expr, ...]:
        if not children or not isinstance(children[0], Token):
            return tuple(children)
        return tuple(self._lengths(children[0]))

    def _lengths(self, dimensions: Token) -> Iterator[ast.Number]:
        """The numbers of ``5x11``."""
        start = cast(int, dimensions.start_pos)
        for length in re.finditer(r"\d+", dimensions):
            yield self._number(length[0], self.passage.span(start + length.start(), start + length.end()))

    def flag(self, children: list[Token]) -> str:
        return str(children[0])

    flags = _list

    # A rule that is one thing or nothing.

    def _maybe(self, children: list[Any]) -> Any:
        return children[0] if children else None

    as_name = bounds = cost = color = condition = drawing_or_none = where = _maybe
    each_times = covering = loop_or_none = _maybe

    @v_args(meta=True)
    def drawing(self, meta: Any, children: list[Token]) -> ast.Drawing:
        spans = map(self._token_span, children)
        return ast.Drawing(self._span(meta), tuple(Span(s.source, s.start + 1, s.end) for s in spans))

    @v_args(meta=True)
    def place(self, meta: Any, children: list[Any]) -> ast.Place:
        group, *others = children
        return ast.Place(self._span(meta), str(group), *others)

    @v_args(meta=True)
    def fill(self, meta: Any, children: list[Any]) -> ast.Fill:
        board, values, *units = children
        return ast.Fill(self._span(meta), board, values, *units or [()])

    @v_args(meta=True)
    def unit(self, meta: Any, children: list[Token]) -> ast.Unit:
        kind, *size = children
        lengths = self._lengths(size[0]) if size else ()
        return ast.Unit(self._span(meta), str(kind), tuple(length.value for length in lengths))

    @v_args(meta=True)
    def given(self, meta: Any, children: list[Any]) -> ast.GivenDrawing | ast.GivenOptions | ast.GivenColor:
        (said,) = children
        if isinstance(said, ast.Drawing):
            return ast.GivenDrawing(self._span(meta), said)
        return cast(ast.GivenOptions | ast.GivenColor, type(said)(self._span(meta), *said.parts[1:]))

    @v_args(meta=True)
    def given_options(self, meta: Any, children: list[Any]) -> ast.GivenOptions:
        return ast.GivenOptions(self._span(meta), tuple(children))

    @v_args(meta=True)
    def goal(self, meta: Any, children: list[Token]) -> ast.Goal:
        return ast.Goal(self._span(meta), str(children[0]))

    @v_args(meta=True)
    def draw_option(self, meta: Any, children: list[Any]) -> ast.Draw:
        option, position, *mark = children
        return ast.Draw(self._span(meta), option, position, *mark or [None])

    @v_args(meta=True)
    def expect(self, meta: Any, children: list[Any]) -> ast.Expect:
        (subject, up_to_symmetry), operator, value, settings = children
        span = self._span(meta)
        return ast.Expect(span, str(subject), up_to_symmetry, str(operator), value, settings)

    def claim(self, children: list[Any]) -> tuple[str, ast.Expr]:
        """Equality goes without saying."""
        *operator, value = children
        return str(*operator) or "=", value

    @v_args(meta=True)
    def up_to_symmetry(self, meta: Any, _children: list[Token]) -> bool:
        return not meta.empty

    def binders(self, children: list[ast.Expr]) -> tuple[ast.Binder, ...]:
        """``r, c in 1..n`` is read as two expressions; names before one with ``in`` share its domain."""
        found: list[ast.Binder] = []
        waiting: list[ast.Expr] = []
        for child in children:
            match child:
                case ast.Comparison(_, first, (("in", domain),)):
                    patterns = (*map(self._pattern, waiting), self._pattern(first))
                    found.append(ast.Binder(patterns[0].span.to(child.span), patterns, domain))
                    waiting = []
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

    @v_args(meta=True)
    def disjunction(self, meta: Any, children: list[Any]) -> ast.Logical:
        return ast.Logical(self._span(meta), "or", tuple(children))

    @v_args(meta=True)
    def conjunction(self, meta: Any, children: list[Any]) -> ast.Logical:
        return ast.Logical(self._span(meta), "and", tuple(children))

    @v_args(meta=True)
    def comparison(self, meta: Any, children: list[Any]) -> ast.Comparison:
        operators = (" ".join(operator.split()) for operator in children[1::2])
        return ast.Comparison(
            self._span(meta), children[0], tuple(zip(operators, children[2::2], strict=True))
        )

    @v_args(meta=True)
    def addition(self, meta: Any, children: list[Any]) -> ast.Expr:
        return _fold(self._span(meta), children)

    multiplication = addition

    @v_args(meta=True)
    def negation(self, meta: Any, children: list[Any]) -> ast.Negation:
        return ast.Negation(self._span(meta), children[1])

    @v_args(meta=True)
    def index_of(self, meta: Any, children: list[Any]) -> ast.Index:
        return ast.Index(self._span(meta), children[0], tuple(children[1:]))

    @v_args(meta=True)
    def field(self, meta: Any, children: list[Any]) -> ast.Field:
        return ast.Field(self._span(meta), children[0], str(children[1]))

    @v_args(meta=True)
    def tuple_(self, meta: Any, children: list[Any]) -> ast.Tuple:
        return ast.Tuple(self._span(meta), (*children,))

    @v_args(meta=True)
    def set_(self, meta: Any, children: list[Any]) -> ast.Set:
        return ast.Set(self._span(meta), children[0])

    @v_args(inline=True)
    def number(self, token: Token) -> ast.Number:
        return self._number(str(token), self._token_span(token))

    def _number(self, digits: str, span: Span) -> ast.Number:
        if len(digits) > 18:  # so that every literal fits 64 bits, and none costs quadratic time to read
            raise SpecError(faults.number_too_large(span, digits))
        return ast.Number(span, int(digits))

    @v_args(inline=True)
    def text(self, token: Token) -> ast.Text:
        return ast.Text(self._token_span(token), str(token)[1:-1])

    @v_args(inline=True)
    def name(self, token: Token) -> ast.Name:
        if len(token) > self.limits.name:
            raise SpecError(faults.name_too_long(self._token_span(token), self.limits.name))
        return ast.Name(self._token_span(token), str(token))
