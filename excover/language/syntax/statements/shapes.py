"""``shapes pieces`` and a drawing, one letter or digit for each piece; or without a drawing: all of a size,
some of other pieces, or their cells as expressions; and tiles by the colors of their sides or corners.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, node, only, spanned, spread, word
from excover.language.syntax.nodes import Drawing, Expr, Loop, Meaning, Name, Node, Text
from excover.language.syntax.statements.base import (
    Clause,
    NamedStatement,
    NameKind,
    StatementForm,
    named_maps,
)
from excover.language.syntax.yaml_forms import (
    DRAWING,
    EXPRESSION,
    FLAG,
    LATTICE,
    LEGEND,
    NAME,
    Key,
    KeyedForm,
    Phrase,
    Word,
    several,
)


class ShapesStatement(NamedStatement):
    """``lattice`` is None if omitted. ``labels`` are drawn at the places of the cells that have one."""

    declares = NameKind.SHAPES

    lattice: Name | None
    detached: bool
    drawing: Drawing
    legend: tuple[Meaning, ...]
    labels: Drawing | None

    def clauses(self) -> Iterator[Clause | Drawing]:
        words = ["shapes", self.name.id, phrases.lattice(self.lattice), _detached(self.detached)]
        yield Clause(" ".join(filter(None, words)))
        yield self.drawing
        yield Clause("legend" if self.legend else "", list(map(phrases.meaning, self.legend)))
        if self.labels:
            yield Clause("labels")
            yield self.labels


def _detached(stated: bool) -> str:
    return "detached" if stated else ""


@spanned
def _shapes(_builder: Builder, span: Span, children: list[Any]) -> ShapesStatement:
    name, lattice, detached, drawing, meanings, labels = children
    return ShapesStatement(span, name, lattice, bool(detached), drawing, meanings, labels)


class AllShapes(NamedStatement):
    """All shapes of some numbers of connected cells of a lattice, up to the motions of ``group``; ``without``
    are the names of those left out.
    """

    declares = NameKind.SHAPES

    group: str
    sizes: Expr
    lattice: Name
    holes: bool
    without: tuple[Text, ...]

    def clauses(self) -> Iterator[Clause]:
        sizes = phrases.domain(self.sizes)
        yield Clause(f"shapes {self.name.id} = all {self.group} {sizes} of {self.lattice.id}")
        left_out = _left_out_text((self.holes, self.without))
        yield Clause(f"without {left_out}" if left_out else "")


def _left_out_text(stated: tuple[bool, tuple[Text, ...]]) -> str:
    holes, without = stated
    return ", ".join([*([] if holes else ["holes"]), *_letters(without)])


def _without(_builder: Builder, _start: int, _end: int, children: list[Any]) -> tuple[bool, tuple[Text, ...]]:
    return children[0] if children else (True, ())


def _left_out(
    _builder: Builder, _start: int, _end: int, children: list[Any]
) -> tuple[bool, tuple[Text, ...]]:
    """Whether shapes may have holes, and the names of those left out."""
    letters = children[-1] if isinstance(children[-1], tuple) else ()
    return isinstance(children[0], tuple), letters


class ChosenShapes(NamedStatement):
    """Some pieces of ``source``: those with these letters, or, unless they are ``kept``, all others."""

    declares = NameKind.SHAPES

    letters: tuple[Text, ...]
    kept: bool
    source: Name

    def clauses(self) -> Iterator[Clause]:
        if self.kept:
            yield Clause(f"shapes {self.name.id} =", _letters(self.letters))
            yield Clause(f"of {self.source.id}")
        else:
            yield Clause(f"shapes {self.name.id} = {self.source.id} without", _letters(self.letters))


def _letters(letters: tuple[Text, ...]) -> list[str]:
    return [letter.value for letter in letters]


@spanned
def _letter(builder: Builder, span: Span, children: list[Any]) -> Text:
    return Text(span, builder.written(children[0]))


@spanned
def _chosen(_builder: Builder, span: Span, children: list[Any]) -> ChosenShapes:
    name, first, second = children
    kept = isinstance(first, tuple)
    letters, source = (first, second) if kept else (second, first)
    return ChosenShapes(span, name, letters, kept, source)


class PieceCells(Node):
    """A piece by its name and its cells, or one for each binding of a loop."""

    letter: Expr
    cells: Expr
    loop: Loop | None = None


class ListedShapes(NamedStatement):
    """Pieces as sets of cells, which are places as on a board. ``lattice`` is None if omitted."""

    declares = NameKind.SHAPES

    pieces: tuple[PieceCells, ...]
    lattice: Name | None
    detached: bool

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"shapes {self.name.id} =", list(map(_piece, self.pieces)))
        yield Clause(f"of {self.lattice.id}" if self.lattice else "")
        yield Clause(_detached(self.detached))


def _piece(piece: PieceCells) -> str:
    text = f"{phrases.number(piece.letter)} at {phrases.expression(piece.cells)}"
    return f"({text} {phrases.loop(piece.loop)})" if piece.loop else text


@spanned
def _listed(_builder: Builder, span: Span, children: list[Any]) -> ListedShapes:
    name, pieces, lattice, detached = children
    return ListedShapes(span, name, pieces, lattice, bool(detached))


_ON = Key("lattice", LATTICE)
_OF = Key("lattice", LATTICE, needed=True)
_DETACHED = Key("detached", FLAG, "Whether pieces of several parts are intended.")
_DRAWN = KeyedForm(
    ShapesStatement,
    "a set of shapes",
    "Pieces.",
    _ON,
    _DETACHED,
    Key("art", DRAWING, needed=True, fields="drawing"),
    Key("legend", LEGEND),
    Key("labels", DRAWING, "The labels of cells, drawn at their places."),
)
_POLYFORMS = KeyedForm(
    AllShapes,
    "a set of all shapes",
    "All shapes of some cells.",
    Key(
        "all",
        Word(("free", "one-sided", "fixed")),
        "Which shapes are the same: those that can be turned and turned over, turned, or only moved.",
        needed=True,
        fields="group",
    ),
    Key("cells", EXPRESSION, "How many cells a shape has: `5`, or `1..5`.", needed=True, fields="sizes"),
    _OF,
    Key(
        "without",
        Phrase("left_out", write=_left_out_text, absent=(True, ())),
        "What is left out: `holes` for shapes that enclose a cell, and letters.",
        fields="holes without",
    ),
)
_SOURCE = Key("of", NAME, "The name of other pieces.", needed=True, fields="source")
_LETTERS = Phrase("letters", write=lambda letters: ", ".join(_letters(letters)))
_CHOSEN = KeyedForm(
    ChosenShapes,
    "a choice of pieces",
    "Some of other pieces.",
    _SOURCE,
    Key("pieces", _LETTERS, "The letters of some of them: `F, P, W`.", needed=True, fields="letters"),
    kept=True,
)
_REST = KeyedForm(
    ChosenShapes,
    "a choice of pieces",
    "All but some of other pieces.",
    _SOURCE,
    Key("without", _LETTERS, "The letters of those left out.", needed=True, fields="letters"),
    kept=False,
)
_LISTED = KeyedForm(
    ListedShapes,
    "a list of pieces",
    "Pieces by their cells.",
    Key(
        "pieces",
        Phrase("piece_list", write=several(_piece)),
        'Pieces by their cells: `"A" at {(1, 1), (1, 2)}`.',
        needed=True,
    ),
    _ON,
    _DETACHED,
)

SHAPES_FORM = StatementForm(
    named_maps(
        "shapes",
        "Pieces: drawn, a letter or digit each, or by their cells, or chosen.",
        *(_DRAWN, _POLYFORMS, _REST, _CHOSEN, _LISTED),
    ),
    {
        **{"shapes": _shapes, "cell_labels": only, "detached": word},
        **{"polyforms": spread(AllShapes), "without": _without, "left_out": _left_out},
        **{"chosen_shapes": _chosen, "letters": as_tuple, "letter": _letter},
        **{"listed_shapes": _listed, "of_lattice": only, "piece_list": as_tuple},
        **{"piece_cells": node(PieceCells), "piece_each": node(PieceCells)},
    },
    {"shapes": "pieces: drawn, a letter each, or all of a kind, or tiles by their colors"},
    names="nothing",
)


# ``shapes tile = all one-sided tiles of square with sides in Color``: colors of sides, or of corners.


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
    loop: Loop | None = None


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
def _all_tiles(builder: Builder, span: Span, children: list[Any]) -> AllTiles:
    name, group, lattice, rim, *_, colors, where = children
    return AllTiles(span, name, builder.written(group), lattice, builder.written(rim), colors, where)


_ALL_TILES = Key(
    "all",
    Word(("free", "one-sided", "fixed")),
    "Which tiles are the same: those that can be turned and turned over, turned, or neither.",
    needed=True,
    fields="group",
)
_WHERE = Key("where", EXPRESSION, "A condition on `sides` or `corners`, the colors around a tile.")


def _all_with(rim: str) -> KeyedForm:
    colors = Key(rim, EXPRESSION, f"The colors of the {rim}, such as `1..3`.", needed=True, fields="colors")
    description = f"All tiles with colored {rim}."
    return KeyedForm(AllTiles, "a set of all tiles", description, *(_ALL_TILES, _OF, colors, _WHERE), rim=rim)


_LISTED_TILES = KeyedForm(
    ListedTiles,
    "a list of tiles",
    "Tiles by the colors around them.",
    Key(
        "tiles",
        Phrase("tile_list", write=several(_tile)),
        'Tiles by the colors around them: `"A" with sides (red, blue, red, green)`.',
        needed=True,
    ),
    _ON,
)

TILES_FORM = StatementForm(
    named_maps(
        "tiles",
        "Tiles of one cell whose sides or corners have colors.",
        *(_all_with("sides"), _all_with("corners"), _LISTED_TILES),
    ),
    {
        **{"all_tiles": _all_tiles, "listed_tiles": node(ListedTiles), "tile_list": as_tuple},
        **{"tile_colors": node(TileColors), "tile_each": node(TileColors)},
    },
    {},
)
