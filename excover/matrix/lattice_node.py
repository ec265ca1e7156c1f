"""A declared lattice as a statement again, for descriptions in which boards are only drawn.

Cells, neighbors and polygons are those of the lattice; motions other than those of polygons are left out.
"""

from __future__ import annotations

from collections.abc import Iterable

from excover.base.names import OrderedSet, Value
from excover.language.expressions.reduce import NOWHERE, literal
from excover.language.syntax import ast
from excover.lattices import Cell, DeclaredLattice, extent
from excover.lattices.lattice import plus
from excover.matrix.core_nodes import drawing_of, name_node


def lattice_node(lattice: DeclaredLattice) -> ast.LatticeStatement:
    made = lattice.defined
    layers, rows, columns = extent(made.kinds)
    kinds = frozenset(made.kinds)
    lines = (
        "|".join(
            "".join("*" if (layer, row, column) in kinds else "." for column in range(columns))
            for layer in range(layers)
        )
        for row in range(rows)
    )
    corners = angle = neighbors = None
    if made.tiling:
        angle = literal(made.tiling.angle)
        corners = _on_cells((_place(lattice, kind), polygon) for kind, polygon in made.tiling.polygons)
    else:
        neighbors = _on_cells(
            (_place(lattice, kind), OrderedSet(_place(lattice, plus(kind, way)) for way in ways))
            for kind, ways in zip(made.kinds, made.ways, strict=True)
            if ways
        )
    names = tuple(map(name_node, "lrc" if made.solid else "rc"))
    stays = ast.LatticeMotion(NOWHERE, names, ast.Tuple(NOWHERE, names))
    moves = () if made.tiling else (stays,)
    name, drawing = name_node(lattice.name), drawing_of(lines)
    return ast.LatticeStatement(NOWHERE, name, drawing, _periods(lattice), angle, corners, neighbors, moves)


def _periods(lattice: DeclaredLattice) -> tuple[ast.Period, ...]:
    made = lattice.defined
    if not made.steps:
        return ()
    first = 0 if made.solid else 1
    ways = made.tiling.steps if made.tiling else (None,) * 3
    return tuple(
        ast.Period(NOWHERE, literal(step[first:]), None if way is None else literal(way))
        for step, way in zip(made.periods.translations[first:], ways, strict=False)
    )


def _place(lattice: DeclaredLattice, cell: Cell) -> Value:
    place = tuple(number + 1 for number in cell)
    return place if lattice.solid else place[1:]


def _on_cells(stated: Iterable[tuple[Value, Value]]) -> ast.OnCells:
    entries = (ast.OnCell(NOWHERE, literal(cell), literal(value)) for cell, value in stated)
    return ast.OnCells(NOWHERE, tuple(entries), None)
