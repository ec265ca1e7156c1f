"""What is passed to the native core: matrices, texts to fill in, and solids to take apart.

The core writes covers, in batches, as text:

>>> form = Template(b", ")
>>> form.add_number()
>>> form.add_text(b": ")
>>> form.add_list(b" + ", False)
>>> form.define(0, [b"x"], [])
>>> form.define(1, [b"y"], [])
>>> batch = CoverBatch()
>>> batch.extend([(0, 1), (1,)])
>>> form.write(batch, 0, 1)
(b'1: x + y, 2: y', 2)

It finds the fewest straight moves until some solid pieces are away from the others (`native/separate`):

>>> from excover.lattices import CUBE
>>> from excover.search.run import UNLIMITED
>>> separation([[(0, 0, 0), (0, 0, 1)], [(0, 1, 0), (0, 1, 1)]], CUBE, UNLIMITED)
[(1, (1, 0, 0), None)]
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import NamedTuple, TypeAlias

from excover.lattices import Cell, Lattice, Vector, lattice_named
from excover.matrix.capabilities import Consumer
from excover.matrix.constraints import Areas, Connected, GlobalConstraint
from excover.matrix.covered_items import MOST_TOGETHER
from excover.matrix.line_constraints import LineConstraint, Paths
from excover.matrix.matrix import Matrix
from excover.search._core import CoverBatch as CoverBatch
from excover.search._core import Problem, Slides, SparseSearch, Stop, linear_bound
from excover.search._core import Separation as Core
from excover.search._core import Template as Template
from excover.search.engine_table import BEST, ENGINES
from excover.search.run import Run
from excover.search.tuning import tuning


def native_problem(matrix: Matrix, consumer: Consumer, upper: array[int] | None = None) -> Problem:
    """A copy of the arrays, checked by the core: ValueError if they do not describe a problem.

    They have no bounds on sums and no global constraints: NotCarried if there are any, unless the consumer
    declares that it keeps to them by itself. Upper bounds are the effective ones, unless others are given.
    """
    consumer.check(matrix)
    m, most = matrix, matrix.effective_upper if upper is None else upper
    return Problem(m.lower, most, m.colored, m.starts, m.entries, m.colors)


UpperRow: TypeAlias = "tuple[array[int], array[int], int]"


Slack: TypeAlias = tuple[int, list[tuple[int, int]]]
"""Of a bound on a sum: how much more than the least there may be, and the options that take some of it, with
what each takes.
"""


def upper_rows(matrix: Matrix) -> list[UpperRow]:
    """The bounds on sums as the core takes them: options, their weights, and what these sum to at most.

    A lower bound is an upper one of the opposite weights.
    """
    rows = []
    for bound in matrix.bounds:
        if bound.lower is not None:
            opposite = array("q", [-weight for weight in bound.weights])
            rows.append((bound.options, opposite, _within_reach(-bound.lower)))
        if bound.upper is not None:
            rows.append((bound.options, bound.weights, _within_reach(bound.upper)))
    return rows


def slice_of(run: Run) -> float:
    """Seconds of native work until the next look at what may end the run."""
    left = run.seconds_left
    return tuning.slice_seconds if left is None else min(tuning.slice_seconds, left)


def linear_prices(
    matrix: Matrix, costs: array[int], seconds: float
) -> tuple[int, float, list[float], list[float]]:
    """Of the linear program: its status, the least cost, prices of items, and rates of `upper_rows`."""
    return linear_bound(native_problem(matrix, BEST), costs, upper_rows(matrix), seconds)


def slacks(matrix: Matrix) -> list[Slack]:
    """Those of `sparse`, for each of `upper_rows`."""
    rows = upper_rows(matrix)
    return (
        SparseSearch(native_problem(matrix, ENGINES["sparse"]), False, False, linear_constraints=rows).slacks
        if rows
        else []
    )


def _within_reach(bound: int) -> int:
    """A bound with the same effect that fits 64 bits: no sum is as large."""
    return max(-MOST_TOGETHER, min(MOST_TOGETHER, bound))


CoreConstraint: TypeAlias = (
    "tuple[bool, array[int], array[int], array[int], array[int], array[int], array[int]]"
)


class RulesOfCore(NamedTuple):
    """What a matrix asks beyond its items, as the core takes it."""

    linear_constraints: list[UpperRow]
    global_constraints: list[CoreConstraint]

    @classmethod
    def of(cls, matrix: Matrix) -> RulesOfCore:
        return cls(upper_rows(matrix), list(map(core_constraint, matrix.constraints)))


def core_constraint(constraint: GlobalConstraint) -> CoreConstraint:
    """Whether it has lines, the places of each option, the neighbors of each place, areas, ends of paths."""
    near = constraint.near if isinstance(constraint, Connected | Areas) else [()] * len(constraint.places)
    listed = constraint.areas if isinstance(constraint, Areas) else ()
    starts = array("I", accumulate(map(len, near), initial=0))
    neighbors = array("I", (place for places in near for place in places))
    areas = array("I", chain.from_iterable(each.in_core for each in listed))
    ends = constraint.ends if isinstance(constraint, Paths) else array("I")
    has_lines = isinstance(constraint, LineConstraint)
    return has_lines, constraint.starts, constraint.marked, starts, neighbors, areas, ends


@lru_cache(maxsize=8)
def _slides(name: str) -> Slides:
    """What cells of each kind pass along each way; kept, since pieces lie alike in many assemblies."""
    lattice = lattice_named(name)
    passed = [lattice.passed(kind, way) for kind in lattice.steps for way in lattice.slides]
    return Slides(lattice.slides, passed)


MOST_PIECES = 64
MOST_GROUPS = 64
"""About the most groups of pieces that are tried in one position and direction. If there are more, the moves
found need not be the fewest."""


@lru_cache(maxsize=1 << 12)
def _coordinates(cells: tuple[Cell, ...]) -> array[int]:
    """Of all cells, in one array; kept, since pieces lie alike in many assemblies."""
    return array("i", chain.from_iterable(cells))


def separation(
    pieces: Sequence[Collection[Cell]], lattice: Lattice, run: Run
) -> list[tuple[int, Vector, int | None]] | None:
    """The moves: the pieces that are shifted (bits), the direction, and how many steps.

    The last one has None for the steps: as far as one likes. None if no moves separate pieces. ``pieces`` are
    disjoint sets of at least one cell, at most `MOST_PIECES`, of a lattice that has `slides`. Raises
    Unfinished.
    """
    cells = array("i")
    for piece in pieces:
        cells += _coordinates(tuple(piece))
    kinds = array("B", bytes(len(cells) // 3))
    if len(lattice.steps) > 1:
        number = {kind: n for n, kind in enumerate(lattice.steps)}
        kinds = array("B", (number[lattice.kind(cell)] for cell in chain.from_iterable(pieces)))
    search = Core(_slides(lattice.name), cells, kinds, array("I", map(len, pieces)), MOST_GROUPS)
    run = run.started()
    while True:
        run.check()
        stop = search.run(tuning.slice_seconds)
        if stop is not Stop.TIME:
            return search.moves() if stop is Stop.SOLUTIONS else None
        run.report("positions", search.positions)
