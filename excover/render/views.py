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
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import ceil, sqrt
from typing import Literal, Protocol, get_args

from excover.base.names import show
from excover.base.words import listed, plural
from excover.language.meaning.puzzle import Piece, Placing, Puzzle, Shapes, TilesOnBoard
from excover.lattices import Lattice, default_lattice, extent
from excover.matrix.compiled import Canvas, Marking, Place
from excover.matrix.decorating import mark_text
from excover.render.isometric import hides, solid
from excover.render.layers import BallView, aligned, board, drawing, pile
from excover.render.scene import Scene, fills, given_scenes, scenes
from excover.render.solids import cut, exploded, polyhedra
from excover.render.svg import CELL, Picture, captioned, grid, stack
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
