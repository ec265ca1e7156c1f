"""Random problems with costs, bounds, colors, units and several goals, against the definition.

    .venv/bin/python tests/fuzz/best.py --problems 3000 --seed 1 [--engines 100] [--larger 10]

Of each problem, the best solution (by one thread and by several), a first one, their number, what a stopped
run says, and a gap are compared with all solutions, which `naive.py` finds. For every Nth problem
(``--engines``), the solvers of other people that are installed answer, too. So they do for a problem that is
too large for `naive.py`, beside every Nth one (``--larger``). The first disagreement ends it.
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

import fuzz.places  # noqa: F401

# isort: split
from matrices import COLORED, general
from test_best import priced, random_costly
from test_external import by, small
from test_goals import allowed, random_goals, rank, with_sums, within_the_gap

from excover.language.meaning.puzzle import Objective
from excover.matrix.matrix import Matrix
from excover.search.engine_table import PROGRAMS
from excover.search.lexicographic import best_covers
from excover.search.outcome import StoppedBy
from excover.search.run import Run
from excover.search.search import Search, count
from excover.search.strategy import Strategy, Unsuitable
from excover.search.tuning import tuned

Cover = tuple[int, ...]
SECONDS = 20.0
"""For a solver of other people and a larger problem."""


def best_is_right(
    matrix: Matrix, objectives: list[Objective], solutions: list[Cover], run: Run, gap: float
) -> None:
    search = best_covers(matrix, objectives, run, gap)
    found = list(search)
    outcome, ranks = search.outcome, [rank(matrix, objectives, cover) for cover in found]
    least = min((rank(matrix, objectives, cover) for cover in solutions), default=None)
    assert ranks == sorted(ranks, reverse=True)
    assert set(found) <= set(solutions)
    if outcome.exhausted:
        assert ranks[-1:] == ([] if least is None else [least])
    elif outcome.stopped_by is StoppedBy.GAP:
        assert within_the_gap(matrix, objectives, found[-1], gap)
    else:
        assert run.budget.nodes is not None
    if least is not None and outcome.bound is not None:
        assert (-1 if objectives[0].direction == "maximize" else 1) * outcome.bound <= least[0]


def engines_are_right(matrix: Matrix, objectives: list[Objective], number: int) -> None:
    """With costs that are small enough for all of them."""
    matrix = small(matrix)
    solutions = allowed(matrix)
    for engine, program in PROGRAMS.items():
        if find_spec(program.module) is None or (matrix.bounds and not program.largest_row):
            continue
        try:
            best_is_right(matrix, objectives, solutions, by(engine), 0.0)
        except Unsuitable as refused:
            print(f"problem {number}: {refused}")


def try_one(number: int, seed: int, with_engines: bool) -> bool:
    """Whether the problem has a solution; AssertionError if an answer is wrong."""
    random = Random(f"{seed} {number}")
    matrix = with_sums(random_costly(random), random, units=[1] if with_engines else (1, 1, 10**6, 10**14))
    objectives, solutions = random_goals(matrix, random), allowed(matrix)
    for run in (Run(), Run.within(nodes=random.randint(1, 30))):
        for gap in (0.0, random.choice([0.01, 0.1, 0.5])):
            best_is_right(matrix, objectives, solutions, run, gap)
    with tuned(
        cost_alone=0, cost_team_turn=random.choice([1, 200]), best_first_nodes=random.choice([1, 5000])
    ):
        best_is_right(
            matrix, objectives, solutions, Run(strategy=Strategy(threads=random.randint(2, 3))), 0.0
        )
    first = list(Search(matrix, Run.within(solutions=1)))
    assert set(first) <= set(solutions)
    assert bool(first) == bool(solutions)
    assert count(matrix).count == len(solutions)
    if with_engines:
        engines_are_right(matrix, objectives, number)
    return bool(solutions)


def larger(random: Random) -> Matrix:
    """Some dozens of options, in which a solution is hidden; items may be left open at a price."""
    items, hues = random.randint(8, 14), random.randint(0, 2)
    colored = [item >= items for item in range(items + hues)]
    left, rows = random.sample(range(items), items), []
    hidden = [random.randint(1, 2) for _ in range(hues)]
    while left:
        rows.append(sorted(left.pop() for _ in range(min(len(left), random.randint(1, 4)))))
    planted = len(rows)
    for _ in range(random.randint(items, 3 * items)):
        rows.append(sorted(random.sample(range(items), random.randint(1, 4))))
    options = [
        [
            *((item, 0) for item in row),
            *(
                (items + hue, _color(random, hidden[hue], number < planted))
                for hue in range(hues)
                if random.random() < 0.3
            ),
        ]
        for number, row in enumerate(rows)
    ]
    bounds = [random.choice([(1, 1), (1, 1), (1, 1), (1, 2)]) for _ in range(items)]
    matrix = general([*bounds, *[COLORED] * hues], colored, options)
    return priced(matrix, [random.randint(-3, 40) for _ in options])


def _color(random: Random, hidden: int, is_planted: bool) -> int:
    return hidden if is_planted else random.randint(1, 2)


def all_agree(random: Random) -> None:
    """One thread, several, and the engines that carry the problem find the same best values, or none, unless
    they take too long.
    """
    matrix = with_sums(larger(random), random, units=[1])
    objectives = random_goals(matrix, random)
    answers = []
    with tuned(cost_alone=0, cost_team_turn=1000):
        for run in (Run(), Run(strategy=Strategy(threads=2))):
            answers.append(_best_values(matrix, objectives, run))
    for engine, program in PROGRAMS.items():
        if find_spec(program.module) is not None and (program.largest_row or not matrix.bounds):
            try:
                answers.append(_best_values(matrix, objectives, by(engine, seconds=SECONDS)))
            except Unsuitable as refused:
                print(refused)
    assert len({values for values in answers if values is not None}) == 1, answers


def _best_values(matrix: Matrix, objectives: list[Objective], run: Run) -> tuple[int, ...] | None:
    """Empty if there is no solution; None if that is not known."""
    search = best_covers(matrix, objectives, run, 0.0)
    found = list(search)
    if not search.outcome.exhausted:
        assert run.budget.seconds is not None
        return None
    return tuple(rank(matrix, objectives, found[-1])) if found else ()


def main() -> None:
    """Tries problems, and says how many had a solution."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--problems", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--engines", type=int, default=0, metavar="N", help="other solvers for each Nth problem"
    )
    parser.add_argument("--larger", type=int, default=0, metavar="N", help="a larger one beside each Nth")
    wanted = parser.parse_args()
    solvable = 0
    for number in range(wanted.problems):
        try:
            solvable += try_one(number, wanted.seed, bool(wanted.engines) and number % wanted.engines == 0)
            if wanted.larger and number % wanted.larger == 0:
                all_agree(Random(f"larger {wanted.seed} {number}"))
        except BaseException:
            print(f"problem {number} of seed {wanted.seed}")
            raise
    print(f"{wanted.problems:,} problems, {solvable:,} with a solution: all answers are right")


if __name__ == "__main__":
    main()
