"""How a solid is taken apart, as a strip of pictures: before the first move, and after each.

>>> cube, bar = Marking(0, "A", ((0, 0, 0),)), Marking(0, "B", ((0, 0, 1), (0, 0, 2)))
>>> first, second = stages([cube, bar], [((0,), (0, 0, -1), None)])
>>> first[0].cells, second[0].cells
(((0, 0, 0),), ((0, 0, -1),))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TypeAlias

from excover.lattices import Vector
from excover.matrix.compiled import Canvas, Marking
from excover.render.isometric import solid
from excover.render.scene import scenes
from excover.render.svg import CAPTION, CELL, Picture, captioned, grid

Shifted: TypeAlias = tuple[Sequence[int], Vector, int | None]
"""Numbers of pieces, a direction, and a distance in cells; None if they are taken away from the others."""


def strip(
    canvas: Canvas, pieces: Sequence[Marking], moves: Sequence[Shifted], captions: Iterable[str]
) -> Picture:
    """A picture for each stage, at most five side by side, with a caption for each move."""
    marks = tuple(dict.fromkeys(piece.mark for piece in pieces))
    pictures = [_picture(canvas.replaced(marks=marks), stage) for stage in stages(pieces, moves)]
    words = ["assembled", *captions]
    size = max(CAPTION, max(picture.width for picture in pictures) / 20)
    drawn = [captioned(picture, word, size) for picture, word in zip(pictures, words, strict=True)]
    return grid(drawn, min(5, len(drawn)), gap=CELL).framed(CELL * 0.4)


def stages(pieces: Sequence[Marking], moves: Iterable[Shifted]) -> Iterator[list[Marking]]:
    """The pieces before the first move, and after each move those of the part in which something moved."""
    where = dict(enumerate(pieces))
    parts = [set(where)]
    yield list(where.values())
    for moved, direction, distance in moves:
        part = next(part for part in parts if part.issuperset(moved))
        rest = part.difference(moved)
        steps = distance or _clearance([where[k] for k in moved], [where[k] for k in rest], direction)
        where |= {piece: _shifted(where[piece], direction, steps) for piece in moved}
        yield [where[piece] for piece in sorted(part)]
        if distance is None:
            parts.remove(part)
            parts += [set(moved), rest]


def _shifted(piece: Marking, direction: Vector, steps: int) -> Marking:
    (z, y, x), cells = direction, piece.cells
    return piece._replace(cells=tuple((c + steps * z, b + steps * y, a + steps * x) for c, b, a in cells))


def _clearance(moved: Iterable[Marking], rest: Iterable[Marking], direction: Vector) -> int:
    """The distance that leaves a layer of cells between what is moved and the rest."""
    return max(_along(rest, direction)) + 2 - min(_along(moved, direction))


def _along(pieces: Iterable[Marking], direction: Vector) -> list[int]:
    return [
        sum(a * b for a, b in zip(cell, direction, strict=True)) for piece in pieces for cell in piece.cells
    ]


def _picture(canvas: Canvas, pieces: Sequence[Marking]) -> Picture:
    """The pieces in a box that just holds them, without a floor."""
    cells = [cell for piece in pieces for cell in piece.cells]
    low = tuple(map(min, zip(*cells, strict=True)))
    z, y, x = (axis - least + 1 for axis, least in zip(map(max, zip(*cells, strict=True)), low, strict=True))
    back = [_shifted(piece, low, -1) for piece in pieces]
    empty = set(product(range(z), range(y), range(x))).difference(*(piece.cells for piece in back))
    box = canvas.replaced(extent=(z, y, x), origin=(1, 1, 1), holes=frozenset(empty), gaps=frozenset())
    return solid(scenes([box], [[piece] for piece in back]))
