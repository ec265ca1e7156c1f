"""Squares in rows and columns.

>>> [len(SQUARE.motions(group)) for group in ("fixed", "one-sided", "free")]
[1, 4, 8]
>>> len(SQUARE.orientations([(0, 0, 0), (0, 1, 0), (0, 1, 1)], "free"))
4
"""

from __future__ import annotations

from collections.abc import Iterator

from excover.lattices.lattice import ORIGIN, Corner, Lattice, Polygons, Script, Side, Spot, as_drawn
from excover.lattices.point_groups import Vector, planar_square

STEPS: list[Vector] = [(0, 0, 1), (0, 0, -1), (0, 1, 0), (0, -1, 0)]


def _corners(row: int, column: int) -> tuple[Corner, ...]:
    return (column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)


def _side(side: Side, step: int) -> Iterator[tuple[Spot, str]]:
    (x, y), (_, y2) = side
    if y == y2:
        yield from (((2 * y, step * x + at), "─") for at in range(1, step))
    else:
        yield (2 * y + 1, step * x), "│"


def _script(step: int, folds: bool) -> Script:
    return Script(
        lambda corners: (2 * corners[0][1] + 1, step * corners[0][0] + 1),
        step - 1,
        lambda side: _side(side, step),
        step,
        lambda corner: (2 * corner[1], step * corner[0]),
        crosses=True,
        folds=folds,
    )


POLYGONS = Polygons(_corners, (1, 1), 1 / 2)
SCRIPT, NARROW = _script(4, folds=False), _script(2, folds=True)

SQUARE = Lattice(
    "square",
    ("square", "squares"),
    planar_square(),
    as_drawn,
    as_drawn,
    {ORIGIN: STEPS},
    POLYGONS,
    SCRIPT,
    NARROW,
    sides=((0, 1, 0), (0, 0, 1)),
    cubes=True,
    libraries={
        (4, "free"): "tetrominoes",
        (4, "one-sided"): "one_sided_tetrominoes",
        (5, "free"): "pentominoes",
        (5, "one-sided"): "one_sided_pentominoes",
    },
)
