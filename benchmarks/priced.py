"""Instances with costs, made from seeds: the least cost is wanted of all.

Kidney cycles have gains, which are negative costs.

    python benchmarks/priced.py [--solver highs] [--seconds S] [NAME | FILE ...]

measures them, and files of the OR-Library, by excover, HiGHS (`pip install highspy`) or CP-SAT (`ortools`).

>>> crew = set_partition(40, 1000, seed=1)
>>> len(crew.items), len(crew.options), crew.costs is not None
(40, 1000, True)
"""

from __future__ import annotations

import argparse
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise, permutations, product
from math import isfinite, isqrt
from operator import mul
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from instances import Cell, matrix

from excover.language.meaning.puzzle import Objective
from excover.matrix.constraints import WeightedSum
from excover.matrix.matrix import Matrix
from excover.search.lexicographic import best_covers
from excover.search.run import Run


def priced(
    primary: Iterable[object],
    options: Mapping[tuple[object, ...], int],
    at_most_once: Iterable[object] = (),
) -> Matrix:
    """Options as the items they cover, and their costs."""
    return replace(matrix(primary, options, at_most_once), costs=array("q", options.values()))


def bounded(plain: Matrix, bounds: Mapping[int, tuple[int, int]]) -> Matrix:
    """Items, by their numbers, that are covered so often."""
    lower, upper = plain.lower[:], plain.upper[:]
    for item, (low, high) in bounds.items():
        lower[item], upper[item] = low, high
    return replace(plain, lower=lower, upper=upper)


def set_partition(items: int, options: int, seed: int) -> Matrix:
    """Crews and their duties: sets of two to six at a cost that grows with them; one partition is planted."""
    random = Random(seed)
    worth = [random.randint(20, 60) for _ in range(items)]
    left = random.sample(range(items), items)
    chosen: set[tuple[int, ...]] = set()
    while left:
        size = min(len(left), random.randint(2, 6))
        chosen.add(tuple(sorted(left.pop() for _ in range(size))))
    while len(chosen) < options:
        chosen.add(tuple(sorted(random.sample(range(items), random.randint(2, 6)))))
    rows: dict[tuple[object, ...], int] = {
        row: sum(worth[item] for item in row) * random.randint(60, 140) // 100 for row in sorted(chosen)
    }
    return priced(range(items), rows)


DOMINOES = [[(0, 0), (0, 1)], [(0, 0), (1, 0)]]
TROMINOES = [
    [(0, 0), (0, 1), (0, 2)], [(0, 0), (1, 0), (2, 0)],
    [(0, 0), (0, 1), (1, 0)], [(0, 0), (0, 1), (1, 1)], [(0, 0), (1, 0), (1, 1)], [(0, 1), (1, 0), (1, 1)],
]  # fmt: skip


def tiling(n: int, shapes: Sequence[Sequence[Cell]], seed: int) -> Matrix:
    """Small pieces on n x n cells, each place at a price of its own."""
    random = Random(seed)
    cells = list(product(range(n), repeat=2))
    rows: dict[tuple[object, ...], int] = {}
    for (r, c), shape in product(cells, shapes):
        placed = tuple((r + y, c + x) for y, x in shape)
        if all(y < n and x < n for y, x in placed):
            rows[placed] = random.randint(1, 100)
    return priced(cells, rows)


def assignment(n: int, seed: int) -> Matrix:
    random = Random(seed)
    people, tasks = [("person", k) for k in range(n)], [("task", k) for k in range(n)]
    return priced([*people, *tasks], {pair: random.randint(1, 1000) for pair in product(people, tasks)})


def nurses(n: int, seed: int) -> Matrix:
    """A week of 7 days with 2 shifts; each nurse works one of 60 patterns, each shift has enough nurses."""
    random = Random(seed)
    shifts = list(product(range(7), range(2)))
    rows: dict[tuple[object, ...], int] = {}
    for nurse in range(n):
        patterns: set[tuple[object, ...]] = set()
        while len(patterns) < 60:
            days = sorted(random.sample(range(7), random.randint(4, 5)))
            patterns.add(tuple((day, int(random.random() < 0.4)) for day in days))
        for pattern in sorted(patterns, key=str):
            rows[(("nurse", nurse), *pattern)] = random.randint(1, 50)
    plain = priced([*(("nurse", k) for k in range(n)), *shifts], rows)
    need = {0: n * 3 // 10, 1: n // 5}
    return bounded(plain, {n + k: (need[late], need[late] + 3) for k, (_, late) in enumerate(shifts)})


def conference(talks: int, seed: int) -> Matrix:
    """Talks in rooms and slots, of which there are hardly enough; a talk needs a room that is large enough,
    and two people cannot be elsewhere at that time. Each talk has a price of 0 to 9 in each slot.
    """
    random = Random(seed)
    rooms = 6 + talks // 25
    slots = -(-talks * 21 // (20 * rooms))
    size = [random.randint(1, rooms) for _ in range(talks)]
    people = [random.sample(range(talks), 2) for _ in range(talks)]
    rows: dict[tuple[object, ...], int] = {}
    for talk, slot in product(range(talks), range(slots)):
        price = random.randint(0, 9)
        busy = [(("busy", person), slot) for person in people[talk]]
        for room in range(size[talk] // 2, rooms):
            rows[(talk, (("room", room), slot), *busy)] = price
    scarce = [
        ((kind, k), slot)
        for kind, number in (("room", rooms), ("busy", talks))
        for k in range(number)
        for slot in range(slots)
    ]
    return priced(range(talks), rows, scarce)


def round_robin(teams: int, seed: int) -> Matrix:
    """Each two teams meet once; every team plays once a round; each game has a price in each round."""
    random = Random(seed)
    rounds = range(teams - 1)
    pairs = list(combinations(range(teams), 2))
    rows: dict[tuple[object, ...], int] = {
        ((a, b), ("plays", a, r), ("plays", b, r)): random.randint(1, 100) for a, b in pairs for r in rounds
    }
    return priced([*pairs, *(("plays", t, r) for t in range(teams) for r in rounds)], rows)


def kidney_cycles(people: int, seed: int, density: float = 0.12) -> Matrix:
    """Swaps among two or three pairs of patient and donor; who is in none stays, at no gain."""
    random = Random(seed)
    gain = {
        arc: random.randint(50, 100) for arc in permutations(range(people), 2) if random.random() < density
    }
    rows: dict[tuple[object, ...], int] = {(person,): 0 for person in range(people)}
    for a, b in combinations(range(people), 2):
        if (a, b) in gain and (b, a) in gain:
            rows[a, b] = -gain[a, b] - gain[b, a]
    for a, b, c in permutations(range(people), 3):
        if a < min(b, c) and {(a, b), (b, c), (c, a)} <= gain.keys():
            rows[(a, b, c) if b < c else (a, c, b)] = -gain[a, b] - gain[b, c] - gain[c, a]
    return priced(range(people), rows)


def machines(jobs: int, machines: int, seed: int) -> Matrix:
    """Generalized assignment: each job on a machine, at a cost; its hours there are of a limited sum, a third
    more than the least.
    """
    random = Random(seed)
    places = list(product(range(jobs), range(machines)))
    hours = {place: random.randint(3, 20) for place in places}
    rows: dict[tuple[object, ...], int] = {place: random.randint(5, 30) for place in places}
    least = sum(min(hours[job, machine] for machine in range(machines)) for job in range(jobs))
    plain = matrix(range(jobs), [(job,) for job, _ in places])
    limit = least * 4 // (3 * machines)
    loads = [
        WeightedSum.of(f"load[{each}]", [hours[place] * (place[1] == each) for place in places], None, limit)
        for each in range(machines)
    ]
    return replace(plain, costs=array("q", rows.values()), sums=loads)


def bins(things: int, bins: int, seed: int) -> Matrix:
    """Each thing in a bin, which holds 100; a place costs more in later bins."""
    random = Random(seed)
    sizes = [random.randint(10, 60) for _ in range(things)]
    places = list(product(range(things), range(bins)))
    plain = matrix(range(things), [(thing,) for thing, _ in places])
    loads = [
        WeightedSum.of(
            f"load[{each}]", [sizes[thing] * (place == each) for thing, place in places], None, 100
        )
        for each in range(bins)
    ]
    costs = array("q", [place * place * sizes[thing] // 10 for thing, place in places])
    return replace(plain, costs=costs, sums=loads)


def knapsack(things: int, rows: int, seed: int) -> Matrix:
    """Things to take or to leave; each has a gain, a negative cost, and half of all amounts may be taken."""
    random = Random(seed)
    amounts = [[random.randint(1, 1000) for _ in range(things)] for _ in range(rows)]
    costs = array("q", [-random.randint(1, 1000) for _ in range(things)] + [0] * things)
    plain = matrix(range(things), [(thing,) for _ in ("take", "leave") for thing in range(things)])
    loads = [
        WeightedSum.of(f"load[{k}]", [*each, *[0] * things], None, sum(each) // 2)
        for k, each in enumerate(amounts)
    ]
    return replace(plain, costs=costs, sums=loads)


def set_cover(items: int, options: int, seed: int) -> Matrix:
    """Places that each serve some customers, of whom every fourth needs two."""
    random = Random(seed)
    rows: dict[tuple[object, ...], int] = {}
    while len(rows) < options:
        size = random.randint(3, 12)
        rows[tuple(sorted(random.sample(range(items), size)))] = size * random.randint(8, 14)
    bounds = {item: (2 if item % 4 == 0 else 1, options) for item in range(items)}
    return bounded(priced(range(items), rows), bounds)


def set_packing(items: int, options: int, seed: int) -> Matrix:
    """Bids for two to six things, of which there are one or two each; a bid that fails gains nothing."""
    random = Random(seed)
    worth = [random.randint(20, 60) for _ in range(items)]
    bids = {tuple(sorted(random.sample(range(items), random.randint(2, 6)))) for _ in range(options)}
    rows: dict[tuple[object, ...], int] = {}
    for number, bid in enumerate(sorted(bids)):
        rows[(("bid", number), *bid)] = -sum(worth[thing] for thing in bid) * random.randint(80, 120) // 100
        rows[(("bid", number),)] = 0
    plain = priced([*(("bid", k) for k in range(len(bids))), *range(items)], rows)
    return bounded(plain, {len(bids) + thing: (0, 1 + thing % 2) for thing in range(items)})


def cutting_stock(widths: int, patterns: int, seed: int) -> Matrix:
    """How many rolls of 1,000 are cut by each pattern, none to ten; of each width, some pieces are wanted.

    There are fewer patterns where no more fit.

    >>> len(cutting_stock(4, 20, seed=130).items)
    18
    """
    random = Random(seed)
    width = random.sample(range(150, 480), widths)
    fills = [0]
    for each in width:
        fills = [fill + more for fill in fills for more in range(0, 1001 - fill, each)]
    patterns = min(patterns, len(fills) - 1)
    made: set[tuple[int, ...]] = set()
    while len(made) < patterns:
        counts, left = [0] * widths, 1000
        for each in random.sample(range(widths), widths):
            counts[each] = random.randint(0, left // width[each])
            left -= counts[each] * width[each]
        if any(counts):
            made.add(tuple(counts))
    chosen = [(pattern, times) for pattern in sorted(made) for times in range(11)]
    plain = matrix(sorted(made), [(pattern,) for pattern, _ in chosen])
    costs = array("q", [times * (1000 - sum(map(mul, pattern, width)) + 100) for pattern, times in chosen])
    wanted = [
        WeightedSum.of(f"w[{k}]", [times * pattern[k] for pattern, times in chosen], random.randint(20, 60))
        for k in range(widths)
    ]
    return replace(plain, costs=costs, sums=wanted)


def vehicle_routes(customers: int, vehicles: int, seed: int) -> Matrix:
    """Tours from the middle to one to four customers who are near each other, with so many vehicles."""
    random = Random(seed)
    place = [(random.randint(-100, 100), random.randint(-100, 100)) for _ in range(customers)]
    far = [[isqrt((a - c) ** 2 + (b - d) ** 2) for c, d in [*place, (0, 0)]] for a, b in [*place, (0, 0)]]
    near = [sorted(range(customers), key=far[k].__getitem__)[:9] for k in range(customers)]
    rows: dict[tuple[object, ...], int] = {}
    for first in range(customers):
        for others in (more for size in range(4) for more in combinations(near[first][1:], size)):
            stops = tuple(sorted((first, *others)))
            if ("cars", *stops) not in rows:
                tours = ((customers, *tour, customers) for tour in permutations(stops))
                rows["cars", *stops] = min(sum(far[a][b] for a, b in pairwise(tour)) for tour in tours)
    plain = priced([*range(customers), "cars"], rows)
    return bounded(plain, {customers: (0, vehicles)})


def from_or_library(path: Path) -> Matrix:
    """A set partitioning problem of J. E. Beasley's OR-Library (`sppnw12.txt` and the like).

    The numbers of rows and columns, then for each column its cost, how many rows it covers and which, from 1.
    """
    numbers: list[int] = list(map(int, path.read_text().split()))
    items, options, at = numbers[0], numbers[1], 2
    rows: list[Sequence[int]] = []
    costs = array("q")
    for _ in range(options):
        cost, size = numbers[at], numbers[at + 1]
        costs.append(cost)
        rows.append([row - 1 for row in numbers[at + 2 : at + 2 + size]])
        at += 2 + size
    return replace(matrix(range(items), rows), costs=costs)


MACHINES = [(15, 4), (20, 4), (25, 5), (30, 5), (40, 5)]
"""Numbers of jobs and machines."""

PRICED: Mapping[str, Callable[[], Matrix]] = {
    "set partition 40x1,000": lambda: set_partition(40, 1000, 1),
    "set partition 50x1,000": lambda: set_partition(50, 1000, 1),
    "set partition 60x2,000": lambda: set_partition(60, 2000, 1),
    "dominoes 14x14": lambda: tiling(14, DOMINOES, 1),
    "dominoes 20x20": lambda: tiling(20, DOMINOES, 1),
    "dominoes and trominoes 10x10": lambda: tiling(10, [*DOMINOES, *TROMINOES], 1),
    "dominoes and trominoes 14x14": lambda: tiling(14, [*DOMINOES, *TROMINOES], 1),
    "dominoes and trominoes 20x20": lambda: tiling(20, [*DOMINOES, *TROMINOES], 1),
    "assignment 20": lambda: assignment(20, 1),
    "assignment 50": lambda: assignment(50, 1),
    "assignment 200": lambda: assignment(200, 1),
    "round robin 10": lambda: round_robin(10, 1),
    "kidney cycles 60": lambda: kidney_cycles(60, 1),
    "nurses 20": lambda: nurses(20, 1),
    "conference of 48 talks": lambda: conference(48, 1),
    "conference of 150 talks": lambda: conference(150, 1),
    "conference of 300 talks": lambda: conference(300, 1),
    **{f"{jobs} jobs, {count} machines": partial(machines, jobs, count, 1) for jobs, count in MACHINES},
    "knapsack of 3,000": lambda: knapsack(3000, 1, 1),
    "knapsack of 60, 5 sums": lambda: knapsack(60, 5, 1),
    "knapsack of 3,000, 5 sums": lambda: knapsack(3000, 5, 1),
}


def highs_of(matrix: Matrix) -> Any:
    """HiGHS, on one thread, with the program."""
    import highspy  # type: ignore[import-not-found]
    import numpy

    program, solver = highspy.HighsLp(), highspy.Highs()
    columns, rows = len(matrix.options), len(matrix.items)
    sums = [each.dense(columns) for each in matrix.bounds]
    program.num_col_, program.num_row_ = columns, rows + len(sums)
    program.col_cost_ = numpy.array(matrix.prices(), dtype=float)
    program.col_lower_, program.col_upper_ = numpy.zeros(columns), numpy.ones(columns)
    free = highspy.kHighsInf
    low = [-free if each.lower is None else each.lower for each in matrix.bounds]
    high = [free if each.upper is None else each.upper for each in matrix.bounds]
    program.row_lower_ = numpy.array([*matrix.lower, *low], dtype=float)
    program.row_upper_ = numpy.array([*matrix.upper, *high], dtype=float)
    starts, index, value = [0], list[int](), list[int]()
    for option in range(columns):
        items = matrix.option_items(option)
        weighing = [row for row, weights in enumerate(sums) if weights[option]]
        index += [*items, *(rows + row for row in weighing)]
        value += [*(1 for _ in items), *(sums[row][option] for row in weighing)]
        starts.append(len(index))
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_ = numpy.array(starts)
    program.a_matrix_.index_ = numpy.array(index)
    program.a_matrix_.value_ = numpy.array(value, dtype=float)
    program.integrality_ = [highspy.HighsVarType.kInteger] * columns
    for name, setting in {"output_flag": False, "threads": 1, "mip_rel_gap": 0.0}.items():
        solver.setOptionValue(name, setting)
    solver.passModel(program)
    return solver


def highs(matrix: Matrix, seconds: float) -> tuple[int | None, bool]:
    """The best cost that HiGHS finds, and whether it proves it."""
    import highspy

    solver = highs_of(matrix)
    solver.setOptionValue("time_limit", seconds)
    solver.run()
    proved = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    found = solver.getInfo().objective_function_value
    return (round(found) if isfinite(found) else None), proved


def cp_model_of(matrix: Matrix) -> Any:
    """The model of CP-SAT."""
    from ortools.sat.python import cp_model  # type: ignore[import-not-found]

    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in matrix.options]
    users: list[list[object]] = [[] for _ in matrix.items]
    for option, variable in enumerate(chosen):
        for item in matrix.option_items(option):
            users[item].append(variable)
    for item, variables in enumerate(users):
        if matrix.lower[item] == matrix.upper[item] == 1:
            model.add_exactly_one(variables)
        else:
            model.add_linear_constraint(sum(variables), matrix.lower[item], matrix.upper[item])
    for each in matrix.bounds:
        low, high = (
            number if number is not None else end
            for number, end in zip((each.lower, each.upper), (-(2**61), 2**61), strict=True)
        )
        model.add_linear_constraint(sum(w * chosen[option] for w, option in each.terms), low, high)
    model.minimize(sum(cost * variable for cost, variable in zip(matrix.prices(), chosen, strict=True)))
    return model


def cp_sat(matrix: Matrix, seconds: float) -> tuple[int | None, bool]:
    """The same of CP-SAT."""
    from ortools.sat.python import cp_model

    model, solver = cp_model_of(matrix), cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return (round(solver.objective_value) if found else None), status == cp_model.OPTIMAL


def excover(matrix: Matrix, seconds: float) -> tuple[int | None, bool]:
    search = best_covers(matrix, [Objective("minimize", None)], Run.within(seconds=seconds), 0.0)
    for _ in search:
        pass
    return search.outcome.cost, search.outcome.exhausted


SOLVERS = {"excover": excover, "highs": highs, "cp-sat": cp_sat}


def main() -> None:
    """Prints cost, proof and processor seconds of each instance, by one solver."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--solver", choices=SOLVERS, default="excover")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("instances", nargs="*", help="parts of names, or files of the OR-Library")
    wanted = parser.parse_args()
    files: dict[str, Callable[[], Matrix]] = {
        path: partial(from_or_library, Path(path)) for path in wanted.instances if Path(path).is_file()
    }
    parts = [part for part in wanted.instances if part not in files]
    made = {n: build for n, build in PRICED.items() if not wanted.instances or any(p in n for p in parts)}
    for name, build in {**made, **files}.items():
        instance, began = build(), process_time()
        cost, proved = SOLVERS[wanted.solver](instance, wanted.seconds)
        print(f"{name}: cost {cost}, {'proved' if proved else 'not proved'}, {process_time() - began:.3f} s")


if __name__ == "__main__":
    main()
