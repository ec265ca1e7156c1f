"""Lattices that a description declares: cells with periods or without, by their neighbors or as polygons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from weakref import WeakValueDictionary

from excover.lattices import square
from excover.lattices.cell_motions import IDENTITY, KindMotion, Periods
from excover.lattices.lattice import Cell, Lattice, plus, translated
from excover.lattices.point_groups import Isometry, Vector, times
from excover.lattices.tilings import Tiling


@dataclass(frozen=True)
class LatticeDefinition:
    """Everything that a declared lattice is made from.

    ``kinds`` are cells as drawn, ``ways`` those from each of them to its neighbors; ``steps`` are the periods
    in the order of their declaration, none if it has no periods: see ``NO_PERIOD``. ``tiling`` has the
    polygons; ``congruent``: a piece can go wherever an isometry of the plane takes its cells to cells.
    """

    name: str
    periods: Periods
    kinds: tuple[Cell, ...]
    ways: tuple[tuple[Vector, ...], ...]
    motions: tuple[KindMotion, ...]
    steps: tuple[Vector, ...]
    solid: bool
    tiling: Tiling | None
    congruent: bool


class DeclaredLattice(Lattice):
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    definition: LatticeDefinition | None = None

    @property
    def defined(self) -> LatticeDefinition:
        assert self.definition
        return self.definition

    @property
    def whole(self) -> tuple[Cell, ...]:
        return () if self.defined.steps else self.defined.kinds

    def motions(self, group: str) -> tuple[Isometry, ...]:
        """Polygons that are ``fixed`` are also moved by translations shorter than the periods."""
        if group == "fixed" and self.defined.tiling and self.defined.steps:
            return tuple(motion for motion in self.defined.motions if motion.rows == IDENTITY)
        return super().motions(group)

    @property
    def most_images(self) -> int:
        tiling = self.defined.tiling
        if self.defined.congruent and tiling:
            return len(tiling.plane.turns) * len(self.defined.kinds)
        return super().most_images

    def images(self, cells: Sequence[Cell], group: str) -> Iterator[list[Cell]]:
        """On a lattice without periods, pieces go wherever they fit in the plane."""
        if self.defined.congruent and self.defined.tiling:
            return self.defined.tiling.images(cells, group == "free", group != "fixed")
        return super().images(cells, group)

    def __reduce__(self) -> tuple[object, ...]:
        return declared_lattice, (self.definition,)


_MADE: WeakValueDictionary[LatticeDefinition, DeclaredLattice] = WeakValueDictionary()
"""One lattice for each definition, as long as it is used: boards and pieces compare lattices by identity."""


def declared_lattice(definition: LatticeDefinition) -> DeclaredLattice:
    if (known := _MADE.get(definition)) is not None:
        return known
    made = _MADE[definition] = _made(definition)
    return made


def _made(definition: LatticeDefinition) -> DeclaredLattice:
    paper = definition.tiling.on_paper() if definition.tiling else square.POLYGONS
    return DeclaredLattice(
        definition.name,
        ("cell", "cells"),
        definition.motions,
        _as_placed,
        _as_placed,
        dict(zip(definition.kinds, definition.ways, strict=True)),
        paper,
        None if definition.tiling else square.SCRIPT,
        None if definition.tiling else square.NARROW,
        translations=definition.periods.translations,
        sites=f"cells of `{definition.name}` stand where its drawing has them"
        + (", and at all translates by its periods" if definition.steps else ""),
        solid=definition.solid,
        flush=definition.tiling is not None,
        box=lambda *sizes: _box(definition, sizes),
        sides=(definition.steps[0], definition.steps[1]) if len(definition.steps) == 2 else None,
        definition=definition,
    )


def _as_placed(cell: Cell) -> Vector:
    """Motions are not linear in the drawing, unlike those of lattices that are `plain`."""
    return cell


def _box(definition: LatticeDefinition, sizes: Sequence[int]) -> Iterable[Cell]:
    """So many periods in each direction, moved to where a drawing may begin."""
    cells = []
    for many in product(*map(range, sizes[-len(definition.steps) :])):
        by = (0, 0, 0)
        for n, step in zip(many, definition.steps, strict=True):
            by = plus(by, times(n, step))
        cells += translated(definition.kinds, by)
    corner = tuple(map(min, zip(*cells, strict=True)))
    _, many_back = definition.periods.split((corner[0], corner[1], corner[2]))
    return translated(cells, times(-1, definition.periods.vector(many_back)))
