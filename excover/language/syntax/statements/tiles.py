"""``shapes tile = all one-sided tiles of square with sides in Color``: colors of sides, or of corners."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, spanned
from excover.language.syntax.nodes import Expr, Loop, Name, Node
from excover.language.syntax.statements.base import (
    Clause,
    NamedStatement,
    NameKind,
    StatementForm,
    named_maps,
)
from excover.language.syntax.yaml_forms import EXPRESSION, LATTICE, Key, KeyedForm, Phrase, Word, several


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
    fields="group",
)
_OF = Key("lattice", LATTICE, needed=True)
_WHERE = Key("where", EXPRESSION, "A condition on `sides` or `corners`, the colors around a tile.")


def _all_with(rim: str) -> KeyedForm:
    colors = Key(rim, EXPRESSION, f"The colors of the {rim}, such as `1..3`.", needed=True, fields="colors")
    description = f"All tiles with colored {rim}."
    return KeyedForm(AllTiles, "a set of all tiles", description, *(_ALL, _OF, colors, _WHERE), rim=rim)


_LISTED = KeyedForm(
    ListedTiles,
    "a list of tiles",
    "Tiles by the colors around them.",
    Key(
        "tiles",
        Phrase("tile_list", write=several(_tile)),
        'Tiles by the colors around them: `"A" with sides (red, blue, red, green)`.',
        needed=True,
    ),
    Key("lattice", LATTICE),
)

FORM = StatementForm(
    named_maps(
        "tiles",
        "Tiles of one cell whose sides or corners have colors.",
        *(_all_with("sides"), _all_with("corners"), _LISTED),
    ),
    {
        **{"all_tiles": _all, "listed_tiles": _listed, "tile_list": as_tuple},
        **{"tile_colors": _colors, "tile_each": _colors},
    },
    {},
)
