"""The pieces of a puzzle by themselves.

>>> import excover
>>> soma = excover.load("soma")
>>> pieces = pieces_of(soma.puzzle, soma.full.canvases)
>>> len(pieces), list(drawings(pieces))[2]
(7, 'V\\nVV')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from excover.cover.compiled import Canvas, Ink
from excover.lattices import extent
from excover.puzzle.puzzle import Piece, Placing, Puzzle
from excover.render.board import board
from excover.render.isometric import hides, solid
from excover.render.scene import Scene, scenes
from excover.render.svg import CELL, Picture, grid, stack
from excover.render.text import picture

GAP = CELL / 2


def pieces_of(puzzle: Puzzle, canvases: Sequence[Canvas]) -> list[Scene]:
    """Every piece that is placed, as often as it may be, on a canvas as large as it is.

    Shapes that are placed on several boards are there once.
    """
    placings = {source.shapes.name: source for source in puzzle.sources if isinstance(source, Placing)}
    return [
        scene
        for placing in placings.values()
        for piece in placing.shapes.pieces
        for scene in [_scene(piece, placing, canvases)] * _copies(puzzle, placing, piece)
    ]


def _scene(piece: Piece, placing: Placing, canvases: Sequence[Canvas]) -> Scene:
    lattice = placing.board.lattice
    size = extent(piece.cells)
    layers, rows, columns = map(range, size)
    missing = frozenset(product(layers, rows, columns)).difference(piece.cells)
    marks = tuple(dict.fromkeys(mark for canvas in canvases for mark in canvas.marks))
    colors = canvases[0].colors
    canvas = Canvas(
        "", size, (1, 1, 1), frozenset(), missing, lattice, marks=marks, tiled=True, colors=colors
    )
    return scenes([canvas], [[Ink(0, piece.letter, piece.cells)]])[0]


def _copies(puzzle: Puzzle, placing: Placing, piece: Piece) -> int:
    family = next(family for family in puzzle.families if family.name == placing.shapes.name)
    bounds = family.bounds[family.keys.index((piece.letter,))]
    return bounds.upper or max(bounds.lower, 1)


def drawings(pieces: Iterable[Scene]) -> Iterator[str]:
    """Each as plain text."""
    for piece in pieces:
        inks = [Ink(0, mark, (cell,)) for cell, mark in piece.marks.items()]
        yield picture([piece.canvas], inks)


def _drawn(scene: Scene) -> Picture:
    """Of cubes, their layers lifted apart only where one would be hidden."""
    lattice = scene.canvas.lattice
    return solid([scene], lifted=hides(scene)) if lattice.solid and lattice.cubes else board(scene)


def cutouts(pieces: Iterable[Scene], room: float) -> Picture:
    """All on one sheet, in rows, as they come; a row is as wide as so many cells, or as one wider piece."""
    rows: list[list[Picture]] = [[]]
    for drawn in map(_drawn, pieces):
        if rows[-1] and sum(each.width + GAP for each in rows[-1]) + drawn.width > room * CELL:
            rows.append([])
        rows[-1].append(drawn)
    return stack((grid(row, len(row), GAP) for row in rows), GAP).framed(GAP)
