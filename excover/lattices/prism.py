"""Prisms: layers of triangles or hexagons, one upon the other.

>>> [len(PRISM.motions(group)) for group in ("fixed", "one-sided", "free")]
[1, 12, 24]
>>> HEXPRISM.components([(0, 0, 0), (1, 0, 0), (1, 0, 2)])
1
"""

from __future__ import annotations

from collections.abc import Iterable

from excover.lattices.hex import HEX
from excover.lattices.lattice import Cell, Lattice, Point3
from excover.lattices.point_groups import turned_over
from excover.lattices.triangle import TRIANGLE

_UP_AND_DOWN = [(-1, 0, 0), (1, 0, 0)]


def _stacked(flat: Lattice, name: str, cell_names: tuple[str, str]) -> Lattice:
    def box(layers: int, rows: int, columns: int) -> Iterable[Cell]:
        return ((n, r, c) for n in range(layers) for _, r, c in flat.box(1, rows, columns))

    def point(cell: Cell) -> Point3:
        """A prism is as high as a side of a triangle, or as a hexagon is wide."""
        layer, row, column = cell
        corners, (across, down) = flat.polygons.corners(row, column), flat.polygons.unit
        x, y = (sum(axis) / len(corners) / flat.polygons.width for axis in zip(*corners, strict=True))
        return x * across, y * down, layer

    steps = {kind: [*around, *_UP_AND_DOWN] for kind, around in flat.steps.items()}
    motions = turned_over(flat.all_motions)
    changed = flat.replaced(all_motions=motions, steps=steps, solid=True, box=box, point=point, libraries={})
    return changed.replaced(name=name, cell_names=cell_names, sides=None)


PRISM = _stacked(TRIANGLE, "prism", ("prism", "prisms"))
HEXPRISM = _stacked(HEX, "hexprism", ("hexagonal prism", "hexagonal prisms"))
