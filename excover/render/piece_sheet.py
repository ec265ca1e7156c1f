"""The pieces of a puzzle, drawn separately.

>>> import excover
>>> soma = excover.load("soma")
>>> pieces = pieces_of(soma.puzzle, soma.full.canvases)
>>> len(pieces), list(drawings(pieces))[2]
(7, 'V\\nVV')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from excover.cover.compiled import Canvas, Marking
from excover.lattices import Lattice, default_lattice, extent
from excover.puzzle.puzzle import Piece, Placing, Puzzle, Shapes
from excover.render.isometric import hides, solid
from excover.render.layers import board
from excover.render.scene import Scene, scenes
from excover.render.svg import CELL, Picture, grid, stack
from excover.render.text import drawing_text

GAP = CELL / 2


def pieces_of(puzzle: Puzzle, canvases: Sequence[Canvas]) -> list[Scene]:
    """Every placed piece, as often as it may be placed, on a canvas of its size.

    Shapes that are placed on several boards occur once.
    """
    placings = {source.shapes.name: source for source in puzzle.sources if isinstance(source, Placing)}
    return [
        scene
        for placing in placings.values()
        for piece in placing.shapes.pieces
        for scene in [_scene(piece, placing.board.lattice, canvases)] * _copies(puzzle, placing, piece)
    ]


def unplaced(shapes: Shapes, canvases: Sequence[Canvas]) -> list[Scene]:
    """Each piece once, on the lattice that its drawing says or looks like."""
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


def _copies(puzzle: Puzzle, placing: Placing, piece: Piece) -> int:
    family = next(family for family in puzzle.families if family.name == placing.shapes.name)
    bounds = family.bounds[family.keys.index((piece.letter,))]
    return bounds.upper or max(bounds.lower, 1)


def drawings(pieces: Iterable[Scene]) -> Iterator[str]:
    """Each piece as plain text."""
    for piece in pieces:
        markings = [Marking(0, mark, (cell,)) for cell, mark in piece.marks.items()]
        yield drawing_text([piece.canvas], markings)


def _drawn(scene: Scene) -> Picture:
    """Pieces of cubes, with their layers lifted apart only if a cube would be hidden."""
    lattice = scene.canvas.lattice
    return solid([scene], lifted=hides(scene)) if lattice.solid and lattice.cubes else board(scene)


def cutouts(pieces: Iterable[Scene], room: float) -> Picture:
    """All pieces on one sheet, in rows; a row is as wide as that many cells, or as one wider piece."""
    rows: list[list[Picture]] = [[]]
    for drawn in map(_drawn, pieces):
        if rows[-1] and sum(each.width + GAP for each in rows[-1]) + drawn.width > room * CELL:
            rows.append([])
        rows[-1].append(drawn)
    return stack((grid(row, len(row), GAP) for row in rows), GAP).framed(GAP)
