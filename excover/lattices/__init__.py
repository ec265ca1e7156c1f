"""The lattices on which boards and pieces are drawn, one module each: everything that differs between them.

Other rooms ask a lattice; none compares its name. To add one, write a module as its like here, list it in
`LATTICES`, add its name to ``LATTICE`` in ``grammars/excover.lark``, and make the JSON Schema again with
``python -m excover.syntax.yaml_schema``. ``tests/test_lattices.py`` compares the names, and checks the
geometry of every lattice of the list; ``tests/test_placements.py`` needs a second geometry of it.

>>> LATTICES["hex"].plain, LATTICES["square"].plain
(False, True)
"""

from __future__ import annotations

from excover.lattices.cube import CUBE
from excover.lattices.hex import HEX
from excover.lattices.lattice import Cell, Lattice, extent, translated
from excover.lattices.point_groups import Isometry, Vector
from excover.lattices.square import SQUARE
from excover.lattices.triangle import TRIANGLE

__all__ = [
    "CUBE",
    "HEX",
    "LATTICES",
    "LATTICE_NAMES",
    "SQUARE",
    "TRIANGLE",
    "Cell",
    "Isometry",
    "Lattice",
    "Vector",
    "default_lattice",
    "extent",
    "translated",
]

LATTICES = {lattice.name: lattice for lattice in (SQUARE, HEX, TRIANGLE, CUBE)}
LATTICE_NAMES = tuple(LATTICES)


def default_lattice(solid: bool) -> Lattice:
    """The lattice of what is drawn without the name of one: cubes in space, else squares."""
    return CUBE if solid else SQUARE
