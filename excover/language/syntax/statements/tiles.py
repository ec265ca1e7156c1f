"""``shapes tile = all one-sided tiles of square with sides in Color``: colors of sides, or of corners."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, spanned
from excover.language.syntax.nodes import Expr, Loop, Name, Node
from excover.language.syntax.statements.base import Clause, NamedStatement, NameKind, StatementForm
from excover.language.syntax.yaml_forms import (
    EXPRESSION,
    LATTICE,
    NAME,
    Data,
    Inline,
    Key,
    KeyedForm,
    Phrase,
    Reader,
    Word,
    YamlMapping,
)
from excover.language.syntax.yaml_sections import Entry, Named, Pair


class AllTiles(NamedStatement):
    """All tiles of one cell whose ``rim``, `sides` or `corners`, has these colors and meets ``where``, up to
    the motions of ``group``.
    """

    declares = NameKind.SHAPES

    group: str
    lattice: Name
    rim: str
    colors: Expr
    where: Expr | None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"shapes {self.name.id} = all {self.group} tiles of {self.lattice.id}")
        yield Clause(f"with {self.rim} in {phrases.domain(self.colors)}")
        yield Clause(f"where {phrases.expression(self.where)}" if self.where else "")

    def to_yaml(self) -> Entry:
        return _SECTION.entry(Inline(self._fields()), self.name.id)

    def _fields(self) -> Iterator[tuple[str, Data]]:
        yield "all", self.group
        yield "lattice", self.lattice.id
        yield self.rim, phrases.expression(self.colors)
        if self.where:
            yield "where", phrases.expression(self.where)


class TileColors(Node):
    """A tile by its name and the colors of its ``rim``, or one for each binding of a loop."""

    letter: Expr
    rim: str
    colors: Expr
    loop: Loop | None


class ListedTiles(NamedStatement):
    """Tiles by the colors of their sides or corners. ``lattice`` is None if omitted."""

    declares = NameKind.SHAPES

    tiles: tuple[TileColors, ...]
    lattice: Name | None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"shapes {self.name.id} =", list(map(_tile, self.tiles)))
        yield Clause(f"of {self.lattice.id}" if self.lattice else "")

    def to_yaml(self) -> Entry:
        return _SECTION.entry(Inline(self._fields()), self.name.id)

    def _fields(self) -> Iterator[tuple[str, Data]]:
        yield "tiles", ", ".join(map(_tile, self.tiles))
        if self.lattice:
            yield "lattice", self.lattice.id


def _tile(tile: TileColors) -> str:
    text = f"{phrases.number(tile.letter)} with {tile.rim} {phrases.expression(tile.colors)}"
    return f"({text} {phrases.loop(tile.loop)})" if tile.loop else text


@spanned
def _all(builder: Builder, span: Span, children: list[Any]) -> AllTiles:
    name, group, lattice, rim, *_, colors, where = children
    return AllTiles(span, name, builder.written(group), lattice, builder.written(rim), colors, where)


@spanned
def _colors(builder: Builder, span: Span, children: list[Any]) -> TileColors:
    letter, rim, colors, *loop = children
    return TileColors(span, letter, builder.written(rim), colors, loop[0] if loop else None)


@spanned
def _listed(_builder: Builder, span: Span, children: list[Any]) -> ListedTiles:
    return ListedTiles(span, *children)


_ALL = Key(
    "all",
    Word(("free", "one-sided", "fixed")),
    "Which tiles are the same: those that can be turned and turned over, turned, or neither.",
    needed=True,
)
_OF = Key("lattice", LATTICE, needed=True)
_SIDES = Key("sides", EXPRESSION, "The colors of the sides, such as `1..3`.", needed=True)
_CORNERS = Key("corners", EXPRESSION, "The colors of the corners, such as `1..3`.", needed=True)
_WHERE = Key("where", EXPRESSION, "A condition on `sides` or `corners`, the colors around a tile.")
_SIDED = KeyedForm("a set of all tiles", "All tiles with colored sides.", _ALL, _OF, _SIDES, _WHERE)
_CORNERED = KeyedForm("a set of all tiles", "All tiles with colored corners.", _ALL, _OF, _CORNERS, _WHERE)

_TILES = Key(
    "tiles",
    Phrase("tile_list"),
    'Tiles by the colors around them: `"A" with sides (red, blue, red, green)`.',
    needed=True,
)
_ON = Key("lattice", LATTICE)
_LISTED = KeyedForm("a list of tiles", "Tiles by the colors around them.", _TILES, _ON)


def _from_yaml(reader: Reader, pair: Pair) -> AllTiles | ListedTiles:
    keys = {key.text for key, _ in pair.value.entries} if isinstance(pair.value, YamlMapping) else set()
    name = NAME.read(reader, pair.key)
    if _TILES.name in keys:
        fields = _LISTED.read(reader, pair.value)
        return ListedTiles(pair.span, name, fields[_TILES], fields.get(_ON))
    form, rim = (_CORNERED, _CORNERS) if _CORNERS.name in keys else (_SIDED, _SIDES)
    fields = form.read(reader, pair.value)
    group, lattice, where = fields[_ALL], fields[_OF], fields.get(_WHERE)
    return AllTiles(pair.span, name, group, lattice, rim.name, fields[rim], where)


_SECTION = Named(
    "tiles",
    "Tiles of one cell whose sides or corners have colors.",
    _from_yaml,
    NAME.schema,
    {"anyOf": [form.schema for form in (_SIDED, _CORNERED, _LISTED)]},
)

FORM = StatementForm(
    _SECTION,
    {
        **{"all_tiles": _all, "listed_tiles": _listed, "tile_list": as_tuple},
        **{"tile_colors": _colors, "tile_each": _colors},
    },
    {},
)
