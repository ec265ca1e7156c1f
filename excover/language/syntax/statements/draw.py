"""``draw queen(r, c) at (r, c) as "Q"``: how a solution is drawn, and in which colors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.base.source import Span
from excover.language.syntax import actions, phrases
from excover.language.syntax.actions import Builder, as_tuple, node, only, spanned, spread
from excover.language.syntax.nodes import Expr, Loop, OptionRef, Ref
from excover.language.syntax.statements.base import BaseStatement, Clause, StatementForm, maps
from excover.language.syntax.yaml_forms import EXPRESSION, LOOPED, Key, KeyedForm, Phrase, Word

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


class DrawItem(BaseStatement):
    """Draws the color of an item."""

    item: Ref
    position: Expr

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"draw {phrases.item(self.item)}")
        yield Clause(f"at {phrases.expression(self.position)}")


class DrawMark(BaseStatement):
    """``draw as p color hue(p) for p in piece``: the color in which marks are shown, whatever draws them."""

    mark: Expr
    color: Expr
    loop: Loop | None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"draw as {phrases.expression(self.mark)}")
        yield Clause(f"color {phrases.expression(self.color)}{phrases.optional_loop(self.loop)}")


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


@spanned
def _drawn_at(_builder: Builder, _span: Span, children: list[Any]) -> tuple[Expr, bool]:
    return children[0], False


@spanned
def _draw_option(_builder: Builder, span: Span, children: list[Any]) -> Draw:
    option, (position, joining), mark, color = children
    return Draw(span, option, position, mark, color, joining)


_OPTION = Key(
    "option",
    Phrase("option_ref", write=phrases.option),
    "An option with names for its arguments: `queen(r, c)`.",
    needed=True,
)
_COLOR = Key(
    "color",
    EXPRESSION,
    "The color in which the mark is seen: a name of CSS or `#rrggbb`, in double quotes.",
)
_DRAW = KeyedForm(
    Draw,
    "the drawing of an option",
    "The drawing of an option.",
    _OPTION,
    Key("at", EXPRESSION, "A cell, `(r, c)`, or a set of cells.", needed=True, fields="position"),
    Key("as", EXPRESSION, "The mark at the cell.", fields="mark"),
    _COLOR,
    joining=False,
)
_DRAW_LINE = KeyedForm(
    Draw,
    "the drawing of an option as a line",
    "A line between two cells.",
    _OPTION,
    Key(
        "joining",
        EXPRESSION,
        "A set of two cells, `{p, q}`, that a line joins.",
        needed=True,
        fields="position",
    ),
    Key("as", EXPRESSION, "How many lines join them: 1, 2 or 3.", fields="mark"),
    _COLOR,
    joining=True,
)
_DRAW_ITEM = KeyedForm(
    DrawItem,
    "the drawing of an item",
    "The drawing of the color of an item.",
    Key(
        "item",
        Phrase("ref", write=phrases.item),
        "An item with names for its indices: `letter[r, c]`.",
        needed=True,
    ),
    Key("at", EXPRESSION, "A cell, `(r, c)`.", needed=True, fields="position"),
)
_DRAW_MARK = KeyedForm(
    DrawMark,
    "the color of a mark",
    "The color in which marks are seen, whatever draws them.",
    Key("as", EXPRESSION, "The mark.", needed=True, fields="mark"),
    Key(
        "color",
        LOOPED,
        "A name of CSS or `#rrggbb` in double quotes, `'\"orange\"'`, or of many marks "
        "`hue(p) for p in piece`.",
        needed=True,
        fields="color loop",
    ),
)
_DECORATE = KeyedForm(
    Decorate,
    "a decoration",
    "What belongs to the puzzle and not to a solution.",
    Key(
        "look",
        Word(LOOKS),
        "What is drawn of the puzzle itself: lines through cells, lines around cells, dots between cells.",
        needed=True,
    ),
    Key(
        "at",
        LOOPED,
        "A cell, a set of cells, or a path, `((1, 1), (1, 2))`; or many, `path for path in thermometers`.",
        needed=True,
        fields="position loop",
    ),
    Key("as", EXPRESSION, "The text of a `cage`, a `dot` or a `text`.", fields="text"),
    Key("color", EXPRESSION, "A name of CSS or `#rrggbb`, in double quotes."),
)

DRAW_FORM = StatementForm(
    maps(
        "draw",
        "How a solution is drawn, and so how a drawing of givens is read.",
        *(_DRAW, _DRAW_LINE, _DRAW_ITEM, _DRAW_MARK, _DECORATE),
    ),
    {
        **{"draw_option": _draw_option, "drawn_at": _drawn_at, "drawn_as": only, "drawn_in": only},
        **{"draw_item": node(DrawItem), "draw_mark": spread(DrawMark), "seen_in": as_tuple},
        **{"decoration": node(Decorate), "look_option": node(OptionRef), "look_item": node(Ref)},
        **{"look_index": as_tuple, "look_name": actions.name},
    },
    {"draw": "how a solution looks"},
    names="drawn",
)
