"""``draw queen(r, c) at (r, c) as "Q"``: how a solution is drawn, and in which colors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.base.source import Span
from excover.language.syntax import actions, phrases
from excover.language.syntax.actions import Builder, as_tuple, node, only, spanned
from excover.language.syntax.nodes import Expr, Loop, OptionRef, Ref
from excover.language.syntax.statements.base import BaseStatement, Clause, StatementForm
from excover.language.syntax.yaml_forms import (
    EXPRESSION,
    Inline,
    Key,
    KeyedForm,
    Phrase,
    Reader,
    Word,
    YamlMapping,
    YamlNode,
    ref,
)
from excover.language.syntax.yaml_sections import Entry, Many

LOOKS = (
    "line",
    "thermometer",
    "arrow",
    "cage",
    "outline",
    "wall",
    "shade",
    "circle",
    "box",
    "dot",
    "text",
)
"""The decorations, as in the grammar."""


class Draw(BaseStatement):
    """``color`` is the color in which its marks are shown, unrelated to the colors of items. If ``joining``,
    the position is a set of two places, which a line joins, or as many lines as the mark states.
    """

    option: OptionRef
    position: Expr
    mark: Expr | None
    color: Expr | None
    joining: bool = False

    @property
    def _word(self) -> str:
        return "joining" if self.joining else "at"

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"draw {phrases.option(self.option)}")
        yield Clause(f"{self._word} {phrases.expression(self.position)}")
        yield Clause(f"as {phrases.expression(self.mark)}" if self.mark else "")
        yield Clause(f"color {phrases.expression(self.color)}" if self.color else "")

    def to_yaml(self) -> Entry:
        drawn = {"option": phrases.option(self.option), self._word: phrases.expression(self.position)}
        marks = {"as": self.mark, "color": self.color}
        written = {key: phrases.expression(expr) for key, expr in marks.items() if expr}
        return _SECTION.entry(Inline({**drawn, **written}))


class DrawItem(BaseStatement):
    """Draws the color of an item."""

    item: Ref
    position: Expr

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"draw {phrases.item(self.item)}")
        yield Clause(f"at {phrases.expression(self.position)}")

    def to_yaml(self) -> Entry:
        drawn = {"item": phrases.item(self.item), "at": phrases.expression(self.position)}
        return _SECTION.entry(Inline(drawn))


class DrawMark(BaseStatement):
    """``draw as p color hue(p) for p in piece``: the color in which marks are shown, whatever draws them."""

    mark: Expr
    color: Expr
    loop: Loop | None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"draw as {phrases.expression(self.mark)}")
        yield Clause(f"color {self._seen_in()}")

    def to_yaml(self) -> Entry:
        return _SECTION.entry(Inline({"as": phrases.expression(self.mark), "color": self._seen_in()}))

    def _seen_in(self) -> str:
        return phrases.expression(self.color) + phrases.optional_loop(self.loop)


class Decorate(BaseStatement):
    """``draw cage at cells(k) as k.sum for k in cages``: what belongs to the puzzle and not to a solution."""

    look: str
    position: Expr
    text: Expr | None
    color: Expr | None
    loop: Loop | None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"draw {self.look}")
        yield Clause(f"at {phrases.expression(self.position)}")
        yield Clause(f"as {phrases.expression(self.text)}" if self.text else "")
        yield Clause(f"color {phrases.expression(self.color)}" if self.color else "")
        yield Clause(phrases.loop(self.loop) if self.loop else "")

    def to_yaml(self) -> Entry:
        place = phrases.expression(self.position) + phrases.optional_loop(self.loop)
        marks = {"as": self.text, "color": self.color}
        written = {key: phrases.expression(expr) for key, expr in marks.items() if expr}
        return _SECTION.entry(Inline({"look": self.look, "at": place, **written}))


@spanned
def _decorate(builder: Builder, span: Span, children: list[Any]) -> Decorate:
    look, *others = children
    return Decorate(span, builder.written(look), *others)


@spanned
def _drawn_at(_builder: Builder, _span: Span, children: list[Any]) -> tuple[Expr, bool]:
    return children[0], False


@spanned
def _draw_option(_builder: Builder, span: Span, children: list[Any]) -> Draw:
    option, (position, joining), mark, color = children
    return Draw(span, option, position, mark, color, joining)


@spanned
def _draw_mark(_builder: Builder, span: Span, children: list[Any]) -> DrawMark:
    mark, (color, loop) = children
    return DrawMark(span, mark, color, loop)


_OPTION = Key(
    "option",
    Phrase("option_ref"),
    "An option with names for its arguments: `queen(r, c)`.",
    needed=True,
)
_AT = Key("at", EXPRESSION, "A cell, `(r, c)`, or a set of cells.", needed=True)
_MARK = Key("as", EXPRESSION, "The mark at the cell.")
_COLOR = Key(
    "color",
    EXPRESSION,
    "The color in which the mark is seen: a name of CSS or `#rrggbb`, in double quotes.",
)
_DRAW = KeyedForm("the drawing of an option", "The drawing of an option.", _OPTION, _AT, _MARK, _COLOR)

_JOINING = Key("joining", EXPRESSION, "A set of two cells, `{p, q}`, that a line joins.", needed=True)
_TIMES = Key("as", EXPRESSION, "How many lines join them: 1, 2 or 3.")
_DRAW_LINE = KeyedForm(
    "the drawing of an option as a line", "A line between two cells.", _OPTION, _JOINING, _TIMES, _COLOR
)

_ITEM = Key("item", Phrase("ref"), "An item with names for its indices: `letter[r, c]`.", needed=True)
_AT_CELL = Key("at", EXPRESSION, "A cell, `(r, c)`.", needed=True)
_DRAW_ITEM = KeyedForm("the drawing of an item", "The drawing of the color of an item.", _ITEM, _AT_CELL)

_AS = Key("as", EXPRESSION, "The mark.", needed=True)
_SEEN_IN = Key(
    "color",
    Phrase("seen_in", ref("expression")),
    "A name of CSS or `#rrggbb` in double quotes, `'\"orange\"'`, or of many marks `hue(p) for p in piece`.",
    needed=True,
)
_DRAW_MARK = KeyedForm(
    "the color of a mark", "The color in which marks are seen, whatever draws them.", _AS, _SEEN_IN
)


_LOOK = Key(
    "look",
    Word(LOOKS),
    "What is drawn of the puzzle itself: lines through cells, lines around cells, dots between cells.",
    needed=True,
)
_LOOK_AT = Key(
    "at",
    Phrase("seen_in", ref("expression")),
    "A cell, a set of cells, or a path, `((1, 1), (1, 2))`; or many, `path for path in thermometers`.",
    needed=True,
)
_TEXT = Key("as", EXPRESSION, "The text of a `cage`, a `dot` or a `text`.")
_LOOK_COLOR = Key("color", EXPRESSION, "A name of CSS or `#rrggbb`, in double quotes.")
_DECORATE = KeyedForm(
    "a decoration", "What belongs to the puzzle and not to a solution.", _LOOK, _LOOK_AT, _TEXT, _LOOK_COLOR
)


def _from_yaml(reader: Reader, node: YamlNode) -> Draw | DrawItem | DrawMark | Decorate:
    keys = {key.text for key, _ in node.entries} if isinstance(node, YamlMapping) else set()
    if "look" in keys:
        fields = _DECORATE.read(reader, node)
        position, loop = fields[_LOOK_AT]
        return Decorate(node.span, fields[_LOOK], position, fields.get(_TEXT), fields.get(_LOOK_COLOR), loop)
    if "item" in keys:
        fields = _DRAW_ITEM.read(reader, node)
        return DrawItem(node.span, fields[_ITEM], fields[_AT_CELL])
    if keys & {"as", "color"} and keys.isdisjoint({"option", "at", "joining"}):
        fields = _DRAW_MARK.read(reader, node)
        color, loop = fields[_SEEN_IN]
        return DrawMark(node.span, fields[_AS], color, loop)
    if "joining" in keys:
        fields = _DRAW_LINE.read(reader, node)
        line, times = fields[_JOINING], fields.get(_TIMES)
        return Draw(node.span, fields[_OPTION], line, times, fields.get(_COLOR), joining=True)
    fields = _DRAW.read(reader, node)
    return Draw(node.span, fields[_OPTION], fields[_AT], fields.get(_MARK), fields.get(_COLOR))


_SECTION = Many(
    "draw",
    "How a solution is drawn, and so how a drawing of givens is read.",
    _from_yaml,
    {"oneOf": [_DRAW.schema, _DRAW_LINE.schema, _DRAW_ITEM.schema, _DRAW_MARK.schema, _DECORATE.schema]},
)

FORM = StatementForm(
    _SECTION,
    {
        **{"draw_option": _draw_option, "drawn_at": _drawn_at, "drawn_as": only, "drawn_in": only},
        **{"draw_item": node(DrawItem), "draw_mark": _draw_mark, "seen_in": as_tuple},
        **{"decoration": _decorate, "look_option": node(OptionRef), "look_item": node(Ref)},
        **{"look_index": as_tuple, "look_name": actions.name},
    },
    {"draw": "how a solution looks"},
    names="drawn",
)
