"""From a ``lattice`` statement to a lattice: its cells, neighbors and motions, all of which are checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import cast

from excover.base.diagnostics import SpecError
from excover.base.names import OrderedSet, Value
from excover.base.source import Span
from excover.base.words import plural
from excover.language import messages
from excover.language.expressions.frame import Frame
from excover.language.expressions.scope import Constant, check
from excover.language.meaning.drawing import BLANK, box_of
from excover.language.meaning.pieces import checked_marks
from excover.language.meaning.state import State
from excover.language.meaning.tile_reading import DrawnCells, tiling_of
from excover.language.syntax import ast
from excover.lattices import LATTICES, Cell, Vector, declared_lattice
from excover.lattices.cell_motions import (
    IDENTITY,
    NO_PERIOD,
    KindMotion,
    PeriodMatrix,
    Periods,
    TooManyAutomorphisms,
    automorphisms,
    generated,
    has_finite_order,
)
from excover.lattices.declared import LatticeDefinition
from excover.lattices.lattice import plus
from excover.lattices.point_groups import times
from excover.lattices.tilings import Tiling

PERIODS = {
    2: "write two, as in `periods (2, 0), (0, 3)`: 2 rows down, and 3 columns to the right",
    3: "write three, as in `periods (1, 0, 0), (0, 2, 0), (0, 0, 3)`: of layers, rows and columns",
}
"""Help on periods of so many numbers."""

MOST_MOTIONS = 10_000
"""Of a declared lattice, apart from translations."""


def lattice(state: State, statement: ast.LatticeStatement) -> None:
    """Raises SpecError."""
    name = statement.name
    if name.id in LATTICES:
        raise SpecError(messages.LatticeNameTaken(name.span, name.id))
    cells = _cells(state, statement)
    tiling = tiling_of(state, statement, cells)
    if tiling is None and statement.neighbors is None:
        raise SpecError(messages.LatticeWithoutNeighbors(name.span, name.id))
    generators = [_motion(state, cells, tiling, move) for move in statement.moves]
    found_all = tiling is not None and not generators
    group = _group(cells, tiling, statement, generators)
    if statement.neighbors or tiling is None:
        ways = _ways(state, statement, cells, group)
    else:
        ways = tiling.neighbors()
    if not cells.steps and not tiling and not generators:
        group = _automorphisms(statement.name.span, cells, ways)
    elif not tiling and not generators:
        state.found.append(messages.LatticeWithoutMotions(name.span, name.id))
    definition = LatticeDefinition(
        name.id,
        cells.periods,
        cells.kinds,
        tuple(tuple(ways[kind]) for kind in cells.kinds),
        tuple(group),
        cells.steps,
        cells.solid,
        tiling,
        found_all and not cells.steps,
    )
    state.declare(Constant(name.id, name.span, OrderedSet(map(cells.position, cells.kinds))))
    state.lattices[name.id] = declared_lattice(definition)


def _cells(state: State, statement: ast.LatticeStatement) -> DrawnCells:
    """The cells of the drawing, and the periods. Raises SpecError."""
    name, lines = statement.name, statement.drawing.lines
    box = box_of(lines, None)
    size = 1
    for side in box:
        size *= side
    if size > state.limits.cells:
        raise SpecError(messages.BoardTooLarge(name.span, box, state.limits.cells))
    shown = [mark for mark in checked_marks(statement.drawing, None) if mark.text not in {".", BLANK}]
    if not shown:
        raise SpecError(messages.BoardWithoutCells(name.span, name.id))
    steps = _steps(state, statement.periods, len(box) > 2)
    solid = len(steps) == 3 or len(box) > 2
    far = (NO_PERIOD, 0, 0), (0, NO_PERIOD, 0), (0, 0, NO_PERIOD)
    periods = Periods.of(steps or far)
    if periods is None:
        why = "this period leads where the others lead, or nowhere"
        fixed = "give periods in different directions, such as `(2, 0), (0, 3)`"
        raise SpecError(messages.WrongPeriods(statement.periods[-1].span, why, fixed))
    cells = DrawnCells(name.id, shown, periods, tuple(steps), solid)
    if twins := cells.twins():
        raise SpecError(messages.CellsCoincide(twins[1].span, twins[0].span))
    return cells


def _steps(state: State, periods: Sequence[ast.Period], layered: bool) -> list[Vector]:
    steps = []
    for period in periods:
        value, span = state.constant(period.step), period.step.span
        if not _is_vector(value):
            raise SpecError(
                messages.WrongPeriods(
                    span, "a period is a tuple of two numbers, or three in space", PERIODS[2]
                )
            )
        numbers = cast(tuple[int, ...], value)
        if layered and len(numbers) == 2:
            why = "this lattice has layers, so a period has three numbers: layers, rows and columns"
            raise SpecError(messages.WrongPeriods(span, why, PERIODS[3]))
        if (wanted := len(numbers)) != len(periods):
            number = plural(len(periods), "period")
            why = f"a lattice with a period of {wanted} numbers has {wanted} of them, and this has {number}"
            raise SpecError(messages.WrongPeriods(span, why, PERIODS[wanted]))
        if max(map(abs, numbers)) > NO_PERIOD // 100:
            raise SpecError(
                messages.WrongPeriods(
                    span, "this period is too long", f"the largest number is {NO_PERIOD // 100:,}"
                )
            )
        layer, row, column = (0, *numbers) if len(numbers) == 2 else numbers
        steps.append((layer, row, column))
    return steps


def _is_vector(value: Value) -> bool:
    return isinstance(value, tuple) and len(value) in (2, 3) and all(type(part) is int for part in value)


# Neighbors


def _ways(
    state: State, statement: ast.LatticeStatement, cells: DrawnCells, group: Sequence[KindMotion]
) -> dict[Cell, list[Vector]]:
    """The ways to the neighbors that are stated, and to all that motions and translations make of these."""
    assert statement.neighbors
    pairs = [
        (cells.cell(key, at), cells.cell(member, of))
        for key, value, at, of in cells.stated(state, statement.neighbors)
        for member in (value if isinstance(value, OrderedSet) else [value])
    ]
    found: dict[Cell, dict[Vector, None]] = {kind: {} for kind in cells.kinds}
    for motion, (one, other) in product(group, pairs):
        for here, there in ((motion(one), motion(other)), (motion(other), motion(one))):
            way = plus(there, times(-1, here))
            if any(way):
                found[cells.periods.split(here)[0]][way] = None
    return {kind: sorted(ways) for kind, ways in found.items()}


def _automorphisms(span: Span, cells: DrawnCells, ways: Mapping[Cell, Sequence[Vector]]) -> list[KindMotion]:
    numbers = {cell: number for number, cell in enumerate(cells.kinds)}
    near = [[numbers[plus(cell, way)] for way in ways[cell]] for cell in cells.kinds]
    try:
        found = automorphisms(near, MOST_MOTIONS)
    except TooManyAutomorphisms:
        raise SpecError(messages.TooManySymmetries(span, MOST_MOTIONS)) from None
    images = ([cells.kinds[to] for to in image] for image in found)
    return [KindMotion(IDENTITY, cells.periods, cells.kinds, tuple(image)) for image in images]


# Motions


def _group(
    cells: DrawnCells,
    tiling: Tiling | None,
    statement: ast.LatticeStatement,
    generators: Sequence[KindMotion],
) -> list[KindMotion]:
    """What some motions generate; all isometries of polygons, if none are stated."""
    if tiling:
        return tiling.generated(generators) if generators else tiling.motions()
    identity = KindMotion(IDENTITY, cells.periods, cells.kinds, cells.kinds)
    for move, motion in zip(statement.moves, generators, strict=True):
        if not has_finite_order(motion.rows):
            raise SpecError(messages.MotionNotFinite(move.span, MOST_MOTIONS))
    group = generated(generators, identity, MOST_MOTIONS)
    if group is None:
        raise SpecError(messages.MotionNotFinite(statement.moves[-1].span, MOST_MOTIONS))
    return group


def _motion(state: State, cells: DrawnCells, tiling: Tiling | None, move: ast.LatticeMotion) -> KindMotion:
    """Found from the images of the cells of one period, and of those one period further in each direction.

    Raises SpecError if these are no cells, or those of polygons that are not moved together, or else if the
    images of periods differ.
    """
    periods = cells.periods.translations
    further = periods[0 if cells.solid else 1 :] if cells.steps else ()
    shown = [(kind, plus(kind, by)) for by in further for kind in cells.kinds]
    images = _images(state, cells, move, [*cells.kinds, *(cell for _, cell in shown)])
    if tiling is None:
        return _kind_motion(cells, move, further, images)
    found = tiling.isometry(images)
    if found is None:
        raise SpecError(messages.MotionNotIsometry(move.span))
    return found


def _kind_motion(
    cells: DrawnCells, move: ast.LatticeMotion, further: Sequence[Vector], images: Mapping[Cell, Cell]
) -> KindMotion:
    """Raises SpecError."""
    carried: list[Vector] = []
    for by in further:
        ways = {plus(images[plus(kind, by)], times(-1, images[kind])): kind for kind in cells.kinds}
        for way, kind in ways.items():
            if len(ways) > 1 or any(cells.periods.split(way)[0]):
                why = "it takes cells that are one period apart to cells that are not apart by a period alike"
                raise SpecError(messages.MotionOffLattice(move.span, cells.shown(plus(kind, by)), why))
        carried.append(cells.periods.split(next(iter(ways)))[1])
    if len({cells.periods.split(images[kind])[0] for kind in cells.kinds}) < len(cells.kinds):
        raise SpecError(
            messages.MotionOffLattice(
                move.span, "", "it takes two cells to the same, or to translates of the same"
            )
        )
    columns = [*IDENTITY[: 3 - len(carried)], *carried]
    rows = cast(PeriodMatrix, tuple(zip(*columns, strict=True)))
    if not cells.steps:
        return KindMotion(rows, cells.periods, cells.kinds, tuple(images[kind] for kind in cells.kinds))
    return KindMotion.of(rows, cells.periods, cells.kinds, [images[kind] for kind in cells.kinds])


def _images(
    state: State, cells: DrawnCells, move: ast.LatticeMotion, wanted: Sequence[Cell]
) -> dict[Cell, Cell]:
    names = [name.id for name in move.names]
    for number, name in enumerate(move.names):
        if name.id in names[:number]:
            raise SpecError(
                messages.NameDeclaredTwice(name.id, name.span, move.names[names.index(name.id)].span)
            )
    places = [cells.position(cell) for cell in wanted]
    if len(names) != len(places[0]):
        what = "layer, row and column" if cells.solid else "row and column"
        raise SpecError(
            messages.NotACell(
                move.names[0].span.to(move.names[-1].span), cells.name, f"a cell has a {what} here"
            )
        )
    check(move.image, state.scope, names)
    frame = Frame(len(places), {name: [place[i] for place in places] for i, name in enumerate(names)})
    found = state.evaluator.column(move.image, frame)
    images: dict[Cell, Cell] = {}
    for cell, image in zip(wanted, found, strict=True):
        to = cells.at(image)
        if to is None:
            raise SpecError(messages.MotionOffLattice(move.image.span, cells.shown(cell), "", image))
        images[cell] = to
    return images
