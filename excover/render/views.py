r"""A solution as a picture: the layers of its boards beside each other, or as solids, whole or opened.

>>> import excover
>>> picture = solution_picture(excover.load("soma").solve(), "isometric")
>>> round(picture.width), round(picture.height)
(214, 246)
>>> page([picture] * 5, columns=2).width > 2 * picture.width
True

The pieces of a puzzle, drawn separately.

>>> import excover
>>> soma = excover.load("soma")
>>> pieces = pieces_of(soma.puzzle, soma.full.canvases)
>>> len(pieces), list(drawings(pieces))[2]
(7, 'V\nVV')

Solutions of descriptions that draw nothing, as tables: who is where and when, or a row for each option.

>>> talks = [("ada", 1, "hall"), ("ben", 1, "attic"), ("cem", 2, "hall"), ("dot", 2, "attic")]
>>> [table] = tables([OptionName("hold", talk) for talk in talks])
>>> print(*table.lines(), sep="\n")
hold  hall  attic
1     ada   ben
2     cem   dot
>>> print(*tables([OptionName("paint", ("WA", "red"))])[0].lines(), sep="\n")
paint
WA  red
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, combinations, product, zip_longest
from math import ceil, sqrt
from typing import Any, Literal, NamedTuple, Protocol, get_args
from xml.etree.ElementTree import Element

from excover.base.names import OptionLine, OptionName, Record, Value, show
from excover.base.words import listed, plural, text_width
from excover.language.meaning.puzzle import Piece, Placing, Puzzle, Shapes, TilesOnBoard
from excover.lattices import Lattice, default_lattice, extent
from excover.matrix.compiled import Canvas, Marking, Place
from excover.matrix.decorating import mark_text
from excover.render.isometric import hides, solid
from excover.render.layers import BallView, aligned, board, drawing, pile
from excover.render.scene import Scene, fills, given_scenes, scenes
from excover.render.solids import cut, exploded, polyhedra
from excover.render.svg import (
    CELL,
    FONT,
    INK,
    MUTED,
    PAPER,
    Picture,
    captioned,
    element,
    grid,
    path,
    shown,
    stack,
)
from excover.render.text import drawing_text

View = Literal["layers", "balls", "isometric", "lifted", "exploded", "cut"]
VIEWS: tuple[View, ...] = get_args(View)


class Drawable(Protocol):
    """A solution, or anything else with markings on canvases."""

    @property
    def canvases(self) -> Sequence[Canvas]: ...

    @property
    def markings(self) -> Iterable[Iterable[Marking]]: ...

    @property
    def given(self) -> frozenset[Place]: ...


def solution_picture(what: Drawable, view: View = "layers") -> Picture:
    """The picture of a solution. Raises ValueError if there is no such view, or not for the lattice."""
    if view not in VIEWS:
        raise ValueError(f"there is no view {show(view)}, but {listed(VIEWS, 'and')}")
    shown = scenes(what.canvases, what.markings, what.given)
    if view == "layers":
        return drawing(shown)
    if misfit := next((canvas for canvas in what.canvases if not suits(view, canvas)), None):
        board = "tiles" if view == "balls" and misfit.tiles else f"lattice `{misfit.lattice.name}`"
        raise ValueError(f"a board of {board} has no view `{view}`")
    if view == "balls":
        return drawing(shown, BallView)
    return stack((_opened(scene, view) for scene in shown), gap=CELL)


def solution_pictures(drawn: Sequence[Drawable]) -> list[Picture]:
    """The pictures of solutions of puzzles that have the same boards, all in one size."""
    return aligned([scenes(what.canvases, what.markings, what.given) for what in drawn])


def usual_view(canvases: Sequence[Canvas]) -> View:
    """Layers, but for cells whose form is seen only in space, and pieces with layers on a bare board."""
    seen = any(c.lattice.schematic or (c.tiled and not c.flat and not c.decorations) for c in canvases)
    return "isometric" if seen and all(suits("isometric", canvas) for canvas in canvases) else "layers"


def _opened(scene: Scene, view: View) -> Picture:
    """A flat board has no inside: it is shown as it lies."""
    if view == "exploded" and scene.canvas.lattice.solid and scene.marks:
        return standing(exploded(scene))
    if view == "cut" and scene.canvas.lattice.solid:
        return _slices(scene)
    return standing(scene, lifted=view == "lifted")


def _slices(scene: Scene) -> Picture:
    """The solid, and what is left of it without its upper layers, at most five side by side."""
    pictures = [
        captioned(standing(part), f"without {plural(top, 'layer')}" if top else "whole")
        for top, part in enumerate(cut(scene))
    ]
    return grid(pictures, min(5, len(pictures)), gap=CELL)


def standing(scene: Scene, *, lifted: bool = False) -> Picture:
    """A solid board from above, the front and the right."""
    lattice = scene.canvas.lattice
    if lattice.cubes:
        return solid([scene], lifted=lifted)
    return (pile if lattice.balls else polyhedra)(scene, lifted=lifted)


def suits(view: View, canvas: Canvas) -> bool:
    """Whether its cells are squares, cubes or balls, but no tiles; for other views, whether they have a place
    in space.
    """
    lattice = canvas.lattice
    if view == "balls":
        return (lattice.plain or lattice.balls) and not canvas.tiles
    return lattice.cubes or lattice.point is not None


def puzzle_drawn(canvases: Sequence[Canvas], given: Sequence[Marking]) -> Picture | None:
    """The boards with the givens; None if there are none. Cells of the same mark are one piece."""
    if not canvases:
        return None
    return drawing(given_scenes(canvases, given))


def page(pictures: Sequence[Picture], columns: int | None = None) -> Picture:
    """Pictures on white paper, in that many columns, or a little wider than high."""
    if not columns:
        width, height = max(each.width for each in pictures), max(each.height for each in pictures)
        columns = ceil(sqrt(1.3 * len(pictures) * height / width))
    return grid(pictures, min(columns, len(pictures)), gap=CELL * 0.8).framed(CELL * 0.4)


GAP = CELL / 2


def pieces_of(puzzle: Puzzle, canvases: Sequence[Canvas]) -> list[Scene]:
    """Every placed piece, as often as it may be placed, on a canvas of its size.

    Shapes that are placed on several boards occur once. Tiles are behind the others.
    """
    placings = {source.shapes.name: source for source in puzzle.sources if isinstance(source, Placing)}
    pieces = [
        scene
        for name, placing in placings.items()
        for piece in placing.shapes.pieces
        for scene in [_scene(piece, placing.board.lattice, canvases)] * _copies(puzzle, name, piece)
    ]
    tiles = [
        scene
        for tiled in puzzle.tiled
        for tile in tiled.tiles
        for scene in [_tile(tile, tiled, canvases)] * _copies(puzzle, tiled.shapes, tile)
    ]
    return pieces + tiles


def unplaced(shapes: Shapes, canvases: Sequence[Canvas]) -> list[Scene]:
    """Each piece once, on the lattice that its drawing names or looks like."""
    deep = any(extent(piece.cells)[0] > 1 for piece in shapes.pieces)
    lattice = shapes.lattice or default_lattice(deep)
    return [_scene(piece, lattice, canvases) for piece in shapes.pieces]


def _scene(piece: Piece, lattice: Lattice, canvases: Sequence[Canvas]) -> Scene:
    size = lattice.extent(piece.cells)
    layers, rows, columns = map(range, size)
    missing = frozenset(product(layers, rows, columns)).difference(piece.cells)
    marks = tuple(dict.fromkeys(mark for canvas in canvases for mark in canvas.marks))
    marks = marks if piece.letter in marks else (*marks, piece.letter)
    colors = canvases[0].colors if canvases else {}
    canvas = Canvas(
        "", size, (1, 1, 1), frozenset(), missing, lattice, marks=marks, tiled=True, colors=colors
    )
    return scenes([canvas], [[Marking(0, piece.letter, piece.cells)]])[0]


def _tile(tile: Piece, tiled: TilesOnBoard, canvases: Sequence[Canvas]) -> Scene:
    """A tile as it was drawn or found, with its name as its mark, and the colors that it has in solutions."""
    scene = _scene(tile, tiled.board.lattice, canvases)
    colors = {tile.letter: tuple(map(mark_text, tile.colors))}
    canvas = scene.canvas.replaced(tiles=colors, rim=tiled.rim, tiled=False)
    (alone,) = scenes([canvas], [[Marking(0, tile.letter, tile.cells)]])
    return replace(alone, fills=fills([*canvases, canvas]))


def _copies(puzzle: Puzzle, name: str, piece: Piece) -> int:
    family = next(family for family in puzzle.families if family.name == name)
    bounds = family.bounds[family.keys.index((piece.letter,))]
    return bounds.upper or max(bounds.lower, 1)


def drawings(pieces: Iterable[Scene]) -> Iterator[str]:
    """Each piece as plain text; all tiles as one text, with their names and the colors around them."""
    tiles = list[str]()
    for piece in pieces:
        tiles += (f"{name}: {' '.join(colors)}" for name, colors in piece.canvas.tiles.items())
        if not piece.canvas.tiles:
            markings = [Marking(0, mark, (cell,)) for cell, mark in piece.marks.items()]
            yield drawing_text([piece.canvas], markings)
    if tiles:
        yield "\n".join(tiles)


def _drawn(scene: Scene) -> Picture:
    """Pieces of cubes and divided cubes as solids, cubes with their layers lifted apart only if one would be
    hidden; others as layers; all sides of tiles.
    """
    lattice = scene.canvas.lattice
    if lattice.schematic:
        return polyhedra(scene)
    upright = lattice.solid and lattice.cubes and not scene.canvas.tiles
    return solid([scene], lifted=hides(scene)) if upright else board(scene)


def cutouts(pieces: Iterable[Scene], room: float) -> Picture:
    """All pieces on one sheet, in rows; a row is as wide as that many cells, or as one wider piece."""
    rows: list[list[Picture]] = [[]]
    for drawn in map(_drawn, pieces):
        if rows[-1] and sum(each.width + GAP for each in rows[-1]) + drawn.width > room * CELL:
            rows.append([])
        rows[-1].append(drawn)
    return stack((grid(row, len(row), GAP) for row in rows), GAP).framed(GAP)


# Solutions of descriptions that draw nothing, as tables: who is where and when, or a row for each option.


SIZE = 16
"""Of letters, in the units of pictures."""
LETTER, LINE, MARGIN = 0.66 * SIZE, 1.75 * SIZE, 0.6 * SIZE
"""The width of a letter, the height of a row, and the room beside texts."""
HEAD = "#e9e9e4"
"""The ground of the first row, and of the first column."""


class OptionTable(NamedTuple):
    """The chosen options of a ``family``, empty if they are only names: ``heads`` of columns, none if each
    row is an option, and rows.
    """

    family: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]

    @property
    def cells(self) -> list[tuple[str, ...]]:
        """All rows, with what stands above them."""
        above = [(self.family, *self.heads)] if self.family else []
        return [*above, *self.rows]

    @property
    def named_rows(self) -> list[tuple[str, ...]]:
        """Rows with a head each: the name of the family where no columns have heads."""
        if self.heads:
            return self.cells
        return [(self.family, *row) if self.family else row for row in self.rows]

    @property
    def widths(self) -> list[int]:
        """Of the columns, in letters; a family without heads of columns is written across them."""
        columns = zip_longest(*(self.cells if self.heads else self.rows), fillvalue="")
        widths = [max(map(text_width, map(shown, column))) for column in columns]
        widths[-1] = max(widths[-1], text_width(self.family) - sum(widths[:-1]))
        return widths

    def lines(self) -> Iterator[str]:
        """As plain text, a line for each row."""
        widths = self.widths
        for row in self.cells:
            texts = zip(map(shown, row), widths, strict=False)
            padded = (text + " " * (width - text_width(text)) for text, width in texts)
            yield "  ".join(padded).rstrip()

    def picture(self) -> Picture:
        """With lines between all cells; heads are bold."""
        xs = list(accumulate((width * LETTER + 2 * MARGIN for width in self.widths), initial=0.0))
        ys = [row * LINE for row in range(len(self.cells) + 1)]
        top = ys[bool(self.family and not self.heads)]
        lines = [[(xs[0], y), (xs[-1], y)] for y in ys[1:-1]] + [[(x, top), (x, ys[-1])] for x in xs[1:-1]]
        heads = [_box(xs[-1], ys[1])] * bool(self.family) + [_box(xs[1], ys[-1])] * bool(self.heads)
        body = [
            element("path", d=path([_box(xs[-1], ys[-1])], closed=True), fill=PAPER),
            element("path", d=path(heads, closed=True), fill=HEAD),
            element("path", d=path(lines, closed=False), stroke=MUTED, stroke_width=1, fill="none"),
            element(
                "path", d=path([_box(xs[-1], ys[-1])], closed=True), stroke=INK, stroke_width=2, fill="none"
            ),
            element("g", *self._texts(xs, ys), font_family=FONT, font_size=SIZE, fill=INK),
        ]
        return Picture(xs[-1], ys[-1], body)

    def _texts(self, xs: Sequence[float], ys: Sequence[float]) -> Iterator[Element]:
        for row, line in enumerate(self.cells):
            for column, text in enumerate(line):
                is_head = (row == 0 and self.family) or (column == 0 and self.heads)
                style = {"font_weight": "bold"} if is_head else {}
                at = ys[row] + (LINE + 0.7 * SIZE) / 2
                yield element("text", text=text, x=xs[column] + MARGIN, y=at, **style)


def _box(right: float, bottom: float) -> list[tuple[float, float]]:
    return [(0.0, 0.0), (right, 0.0), (right, bottom), (0.0, bottom)]


def tables(options: Sequence[OptionName]) -> list[OptionTable]:
    """A table for each family, in the order of their first options, and one for those that are only names."""
    families: dict[str, list[tuple[Value, ...]]] = {}
    for option in options:
        if isinstance(option, OptionLine):
            families.setdefault("", []).append((str(option),))
        elif option.arguments:
            families.setdefault(option.family, []).append(tuple(option.arguments))
        else:
            families.setdefault("", []).append((option.family,))
    return [_table(family, chosen) for family, chosen in families.items()]


def table_picture(options: Sequence[OptionName]) -> Picture:
    """The tables of a solution, one below the other."""
    return stack([table.picture() for table in tables(options)], CELL / 2)


def _table(family: str, chosen: Sequence[tuple[Value, ...]]) -> OptionTable:
    """Crossed by the two arguments that fill most of a table, if that is at least half of it."""
    filled = {pair: _filled(chosen, *pair) for pair in combinations(range(min(map(len, chosen))), 2)}
    best = max(filled, key=lambda pair: (filled[pair], pair), default=None)
    if best is None or filled[best] < 0.5:
        return OptionTable(family, (), [tuple(map(cell_text, arguments)) for arguments in chosen])
    return _crossed(family, chosen, *best)


def _filled(chosen: Sequence[tuple[Value, ...]], row: int, column: int) -> float:
    """The share of cells with an option.

    It is 0 if a cell would have two options, or a single row or column nothing beside it, or if rows, columns
    and what is left for the cells have values in common: 1, 2, 3 is a set of numbers, and no place for one.
    """
    rows, columns = {each[row] for each in chosen}, {each[column] for each in chosen}
    rest = {value for each in chosen for at, value in enumerate(each) if at not in (row, column)}
    cells = {(each[row], each[column]) for each in chosen}
    if min(map(len, (rows, columns))) < 2 or not rest or len(cells) < len(chosen):
        return 0
    if not (rows.isdisjoint(columns) and rest.isdisjoint(rows | columns)):
        return 0
    return len(cells) / (len(rows) * len(columns))


def _crossed(family: str, chosen: Sequence[tuple[Value, ...]], row: int, column: int) -> OptionTable:
    rows, columns = (_in_order(each[at] for each in chosen) for at in (row, column))
    cells = {
        (each[row], each[column]): ", ".join(
            cell_text(value) for at, value in enumerate(each) if at not in (row, column)
        )
        for each in chosen
    }
    body = [(cell_text(r), *(cells.get((r, c), "") for c in columns)) for r in rows]
    return OptionTable(family, tuple(map(cell_text, columns)), body)


def _in_order(values: Iterable[Any]) -> list[Any]:
    """Numbers, and tuples of numbers, by size; others as they occur."""
    found = list(dict.fromkeys(values))
    try:
        return found if any(isinstance(each, str) for each in found) else sorted(found)
    except TypeError:
        return found


def cell_text(value: Value) -> str:
    """Without quotation marks, and a row of a table by its key alone.

    >>> cell_text("hall"), cell_text((1, "hall")), cell_text(Record("lectures", "algebra", {}))
    ('hall', '(1, "hall")', 'algebra')
    """
    if isinstance(value, Record):
        return cell_text(value.key)
    return value if isinstance(value, str) else show(value)
