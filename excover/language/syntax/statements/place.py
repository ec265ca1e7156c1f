"""``place free pieces on chess``: every placement of a piece on a board is an option."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, node, only, spanned
from excover.language.syntax.nodes import AtMostOnce, Bounds, Expr, LabelMatch, Name
from excover.language.syntax.statements.base import BaseStatement, Clause, StatementForm
from excover.language.syntax.yaml_forms import (
    EXPRESSION,
    NAME,
    Data,
    Inline,
    Key,
    KeyedForm,
    Phrase,
    Reader,
    Word,
    YamlNode,
)
from excover.language.syntax.yaml_sections import Entry, Many


class PlaceStatement(BaseStatement):
    """``group`` is ``free``, ``one-sided`` or ``fixed``; ``matching`` is None if omitted."""

    group: str
    shapes: Name
    board: Name
    each: Bounds | AtMostOnce | None
    at_least: Expr | None
    matching: tuple[LabelMatch, ...] | None
    border: Expr | None
    where: Expr | None

    def placed(self) -> tuple[Name, ...]:
        return (self.shapes,)

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"place {self.group} {self.shapes.id} on {self.board.id}")
        yield Clause(f"each {phrases.bounds(self.each)}" if self.each else "")
        yield Clause(f"covering {_least(self.at_least)}" if self.at_least else "")
        yield Clause("matching" if self.matching else "", list(map(phrases.label_match, self.matching or ())))
        yield Clause(f"border {phrases.number(self.border)}" if self.border else "")
        yield Clause(f"where {phrases.expression(self.where)}" if self.where else "")

    def to_yaml(self) -> Entry:
        return _SECTION.entry(Inline(self._fields()))

    def _fields(self) -> Iterator[tuple[str, Data]]:
        yield "shapes", self.shapes.id
        yield "board", self.board.id
        yield "as", self.group
        if self.each:
            yield "each", phrases.bounds(self.each)
        if self.at_least:
            yield "covering", _least(self.at_least)
        if self.matching:
            yield "matching", ", ".join(map(phrases.label_match, self.matching))
        if self.border:
            yield "border", phrases.expression(self.border)
        if self.where:
            yield "where", phrases.expression(self.where)


def _least(expr: Expr) -> str:
    return f"at least {phrases.number(expr)}"


@spanned
def _place(builder: Builder, span: Span, children: list[Any]) -> PlaceStatement:
    group, *others = children
    return PlaceStatement(span, builder.written(group), *others)


_SHAPES = Key("shapes", NAME, "The name of the pieces.", needed=True)
_BOARD = Key("board", NAME, "The name of the board.", needed=True)
_AS = Key(
    "as",
    Word(("free", "one-sided", "fixed")),
    "How pieces may be moved: `free` may be turned and turned over, `one-sided` turned, `fixed` neither.",
    needed=True,
)
_EACH = Key("each", Phrase("bounds"), "How often each piece is used, such as `2 times`; otherwise once.")
_COVERING = Key(
    "covering",
    Phrase("least", {"type": "string", "pattern": "^at least .+"}),
    "How many cells of the board a placement covers: `at least 4`.",
)
_MATCHING = Key(
    "matching",
    Phrase("matches"),
    'On which labels of the board labelled cells of pieces may lie: `"1" on "a"`; otherwise on their own.',
)
_BORDER = Key("border", EXPRESSION, "The color of sides and corners of tiles along the border of the board.")
_WHERE = Key("where", EXPRESSION, "A condition; only what meets it is made.")
_PLACE = KeyedForm(
    "a placement",
    "Pieces and a board.",
    *(_SHAPES, _BOARD, _AS),
    *(_EACH, _COVERING, _MATCHING, _BORDER, _WHERE),
)


def _from_yaml(reader: Reader, node: YamlNode) -> PlaceStatement:
    fields = _PLACE.read(reader, node)
    return PlaceStatement(
        node.span,
        fields[_AS],
        fields[_SHAPES],
        fields[_BOARD],
        fields.get(_EACH),
        fields.get(_COVERING),
        fields.get(_MATCHING),
        fields.get(_BORDER),
        fields.get(_WHERE),
    )


_SECTION = Many("place", "Every placement of pieces on a board is an option.", _from_yaml, _PLACE.schema)

FORM = StatementForm(
    _SECTION,
    {
        **{"place": _place, "each_times": only, "covering": only, "least": only},
        **{"matching": only, "matches": as_tuple, "label_match": node(LabelMatch), "border": only},
    },
    {
        "place": "places pieces on a board: `free` ones may be turned and reflected, `one-sided` "
        "ones only turned, `fixed` ones neither",
    },
)
