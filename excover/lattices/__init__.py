"""The lattices on which boards and pieces are drawn, a module for each or for a few of a kind: everything
that differs between them.

Other packages ask a lattice and never compare its name. To add one, write a module like those here, list it
in ``_HOMES``, and add its name to ``LATTICE`` in ``grammars/excover.lark``.
``tests/lattices/test_lattices.py`` compares the names, and checks the geometry of every lattice of the list;
``test_placements.py`` beside it needs a second geometry.

A lattice is loaded when it is first asked for; most descriptions need only squares.

>>> LATTICES["hex"].plain, LATTICES["square"].plain
(False, True)
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from excover.lattices.lattice import Cell, Lattice, extent, translated
from excover.lattices.point_groups import Isometry, Vector
from excover.lattices.square import SQUARE

if TYPE_CHECKING:
    from excover.lattices.cubic import CUBE, HYPERCUBE, RHOMBIC, SPHERE, TETRAOCTA
    from excover.lattices.declared import DeclaredLattice, declared_lattice
    from excover.lattices.divided import DRAFTER, HEX_EDGES, KITE, SQUARE_EDGES, TAN, TRIANGLE_EDGES
    from excover.lattices.hexagonal import HEX, HEXPRISM, PRISM, TRIANGLE

__all__ = [
    "CUBE",
    "DRAFTER",
    "HEX",
    "HEXPRISM",
    "HEX_EDGES",
    "HYPERCUBE",
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

_HOMES = {
    "square": "square",
    "hex": "hexagonal",
    "triangle": "hexagonal",
    "cube": "cubic",
    "hypercube": "cubic",
    "sphere": "cubic",
    "prism": "hexagonal",
    "hexprism": "hexagonal",
    "rhombic": "cubic",
    "tetraocta": "cubic",
    "square_edges": "divided",
    "triangle_edges": "divided",
    "hex_edges": "divided",
    "kite": "divided",
    "drafter": "divided",
    "tan": "divided",
}
"""The module of each lattice, by its name."""

LATTICE_NAMES = tuple(_HOMES)


class _Lattices(Mapping[str, Lattice]):
    """Every lattice by its name."""

    def __getitem__(self, name: str) -> Lattice:
        lattice: Lattice = getattr(import_module(f"excover.lattices.{_HOMES[name]}"), name.upper())
        return lattice

    def __contains__(self, name: object) -> bool:
        return name in _HOMES

    def __iter__(self) -> Iterator[str]:
        return iter(_HOMES)

    def __len__(self) -> int:
        return len(_HOMES)


LATTICES: Mapping[str, Lattice] = _Lattices()


def __getattr__(name: str) -> object:
    if name.isupper() and name.lower() in _HOMES:
        value: object = LATTICES[name.lower()]
    elif name in ("DeclaredLattice", "declared_lattice"):
        value = getattr(import_module("excover.lattices.declared"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def lattice_named(name: str) -> Lattice:
    return LATTICES[name]


# A lattice is pickled by its name: there is one of each in a process.
copyreg.pickle(Lattice, lambda lattice: (lattice_named, (lattice.name,)))


def default_lattice(solid: bool) -> Lattice:
    """The lattice of drawings that name none: cubes in space, otherwise squares."""
    return LATTICES["cube" if solid else "square"]
