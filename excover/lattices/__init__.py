"""The lattices on which boards and pieces are drawn, one module each: everything that differs between them.

Other packages ask a lattice and never compare its name. To add one, write a module like those here, list it
in `LATTICES`, add its name to ``LATTICE`` in ``grammars/excover.lark``, and make the JSON Schema again with
``python -m excover.syntax.yaml_schema``. ``tests/test_lattices.py`` compares the names, and checks the
geometry of every lattice of the list; ``tests/test_placements.py`` needs a second geometry of it.

>>> LATTICES["hex"].plain, LATTICES["square"].plain
(False, True)
"""

from __future__ import annotations

import copyreg

from excover.lattices.cube import CUBE
from excover.lattices.declared import DeclaredLattice, declared_lattice
from excover.lattices.divided import DRAFTER, KITE, TAN
from excover.lattices.edges import HEX_EDGES, SQUARE_EDGES, TRIANGLE_EDGES
from excover.lattices.hex import HEX
from excover.lattices.lattice import Cell, Lattice, extent, translated
from excover.lattices.point_groups import Isometry, Vector
from excover.lattices.prism import HEXPRISM, PRISM
from excover.lattices.rhombic import RHOMBIC
from excover.lattices.sphere import SPHERE
from excover.lattices.square import SQUARE
from excover.lattices.tetraocta import TETRAOCTA
from excover.lattices.triangle import TRIANGLE

__all__ = [
    "CUBE",
    "DRAFTER",
    "HEX",
    "HEXPRISM",
    "HEX_EDGES",
    "KITE",
    "LATTICES",
    "LATTICE_NAMES",
    "PRISM",
    "RHOMBIC",
    "SPHERE",
    "SQUARE",
    "SQUARE_EDGES",
    "TAN",
    "TETRAOCTA",
    "TRIANGLE",
    "TRIANGLE_EDGES",
    "Cell",
    "DeclaredLattice",
    "Isometry",
    "Lattice",
    "Vector",
    "declared_lattice",
    "default_lattice",
    "extent",
    "lattice_named",
    "translated",
]

LATTICES = {
    lattice.name: lattice
    for lattice in (
        *(SQUARE, HEX, TRIANGLE, CUBE, SPHERE, PRISM, HEXPRISM, RHOMBIC, TETRAOCTA),
        *(SQUARE_EDGES, TRIANGLE_EDGES, HEX_EDGES),
        *(KITE, DRAFTER, TAN),
    )
}
LATTICE_NAMES = tuple(LATTICES)


def lattice_named(name: str) -> Lattice:
    return LATTICES[name]


# A lattice is pickled by its name: there is one of each in a process.
copyreg.pickle(Lattice, lambda lattice: (lattice_named, (lattice.name,)))


def default_lattice(solid: bool) -> Lattice:
    """The lattice of drawings that name none: cubes in space, otherwise squares."""
    return CUBE if solid else SQUARE
