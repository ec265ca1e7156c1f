"""Random problems with costs, bounds, colors, units and several goals, against the definition.

    .venv/bin/python tests/fuzz/best.py --problems 3000 --seed 1 [--engines 100]

Of each problem, the best solution, a first one, their number, what a stopped run says, and a gap are
compared with all solutions, which `naive.py` finds. For every Nth problem (``--engines``), the solvers of
other people that are installed answer, too. The first disagreement ends it.
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from test_best import random_costly
from test_external import by, small
from test_goals import allowed, random_goals, rank, with_sums, within_the_gap

from excover.cover.matrix import Matrix
from excover.puzzle.puzzle import Aim
from excover.solve.outcome import StoppedBy
from excover.solve.programs import PROGRAMS
from excover.solve.races.best import best_covers
from excover.solve.run import Run
from excover.solve.search import Search, count
from excover.solve.strategy import Unsuitable

Cover = tuple[int, ...]


def best_is_right(matrix: Matrix, aims: list[Aim], solutions: list[Cover], run: Run, gap: float) -> None:
    search = best_covers(matrix, aims, run, gap)
    found = list(search)
    outcome, ranks = search.outcome, [rank(matrix, aims, cover) for cover in found]
    least = min((rank(matrix, aims, cover) for cover in solutions), default=None)
    assert ranks == sorted(ranks, reverse=True)
    assert set(found) <= set(solutions)
    if outcome.exhausted:
        assert ranks[-1:] == ([] if least is None else [least])
    elif outcome.stopped_by is StoppedBy.GAP:
        assert within_the_gap(matrix, aims, found[-1], gap)
    else:
        assert run.budget.nodes is not None
    if least is not None and outcome.bound is not None:
        assert (-1 if aims[0].direction == "maximize" else 1) * outcome.bound <= least[0]


def engines_are_right(matrix: Matrix, aims: list[Aim], number: int) -> None:
    """With costs that are small enough for all of them."""
    matrix = small(matrix)
    solutions = allowed(matrix)
    for engine, program in PROGRAMS.items():
        if find_spec(program.module) is None or (matrix.bounds and not program.largest_row):
            continue
        try:
            best_is_right(matrix, aims, solutions, by(engine), 0.0)
        except Unsuitable as refused:
            print(f"problem {number}: {refused}")


def try_one(number: int, seed: int, with_engines: bool) -> bool:
    """Whether the problem has a solution; AssertionError if an answer is wrong."""
    random = Random(f"{seed} {number}")
    matrix = with_sums(random_costly(random), random, units=[1] if with_engines else (1, 1, 10**6, 10**14))
    aims, solutions = random_goals(matrix, random), allowed(matrix)
    for run in (Run(), Run.within(nodes=random.randint(1, 30))):
        for gap in (0.0, random.choice([0.01, 0.1, 0.5])):
            best_is_right(matrix, aims, solutions, run, gap)
    first = list(Search(matrix, Run.within(solutions=1)))
    assert set(first) <= set(solutions)
    assert bool(first) == bool(solutions)
    assert count(matrix).count == len(solutions)
    if with_engines:
        engines_are_right(matrix, aims, number)
    return bool(solutions)


def main() -> None:
    """Tries problems, and says how many had a solution."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--problems", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--engines", type=int, default=0, metavar="N", help="other solvers for each Nth problem"
    )
    wanted = parser.parse_args()
    solvable = 0
    for number in range(wanted.problems):
        try:
            solvable += try_one(number, wanted.seed, bool(wanted.engines) and number % wanted.engines == 0)
        except BaseException:
            print(f"problem {number} of seed {wanted.seed}")
            raise
    print(f"{wanted.problems:,} problems, {solvable:,} with a solution: all answers are right")


if __name__ == "__main__":
    main()
