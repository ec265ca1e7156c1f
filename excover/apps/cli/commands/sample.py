"""`excover sample`: solutions at random, by number, or the best, without listing the others."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

import click

from excover.apps.cli.analysis import Deadline, note_no_solution, solution_set_data, takes_solution_set
from excover.apps.cli.parameters import takes_json
from excover.apps.cli.process import ExitStatus, note, printable, write
from excover.apps.cli.session import Session
from excover.base.words import plural

if TYPE_CHECKING:
    from excover.base.json.outputs import SampledData
    from excover.language.meaning.puzzle import Objective
    from excover.problem.problem import Problem
    from excover.problem.solution_set import SolutionSet
    from excover.solutions.decode import Solution

    Numbered: TypeAlias = tuple[int | None, Solution]

SEEDS = 2**32


@click.command("sample")
@takes_solution_set
@click.option(
    "-n", "number", type=click.IntRange(min=1), metavar="N", help="Number of random solutions (default: 1)."
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="S",
    help="Random seed; the same seed draws the same solutions.",
)
@click.option(
    "--index",
    "indices",
    type=int,
    multiple=True,
    metavar="K",
    help="Show solution number K, from 1; -1 is the last. May be repeated.",
)
@click.option(
    "--best",
    type=click.IntRange(min=1),
    metavar="K",
    help="Show the K best solutions by cost, the best first.",
)
@takes_json("Write a JSON object per line for each solution, and per message on standard error.")
def sample_command(
    session: Session,
    problem: Problem,
    deadline: Deadline,
    build: Callable[[], SolutionSet],
    number: int | None,
    seed: int | None,
    indices: Sequence[int],
    best: int | None,
) -> int:
    """Show solutions at random, by number, or the best.

    Random solutions are drawn exactly uniformly from all solutions, and may repeat. Solutions are numbered
    in the order of `excover solve SPEC --all --engine graph`.
    """
    at_random = number is not None or seed is not None
    if at_random + bool(indices) + (best is not None) > 1:
        raise click.UsageError("choose one of: -n with --seed, --index, --best")
    if best is not None and not problem.puzzle.goal:
        raise click.UsageError("--best needs a description with `minimize` or `maximize`")
    solution_set = build()
    if not solution_set:
        known = solution_set_data(solution_set, deadline)
        nothing: SampledData = {**known, "shown": 0, "seed": None}
        return note_no_solution(session, solution_set, nothing)
    if indices:
        shown = _show(session, deadline, problem.puzzle.objectives, _by_number(solution_set, indices))
        summary = f"number {', '.join(map(str, indices))} of {plural(solution_set.count, 'solution')}"
    elif best is not None:
        shown = _show(session, deadline, problem.puzzle.objectives, _the_best(solution_set, best, deadline))
        summary = (
            f"the best of {plural(solution_set.count, 'solution')}{shown.best(problem.puzzle.objectives)}"
        )
    else:
        seed = secrets.randbelow(SEEDS) if seed is None else seed
        shown = _show(
            session, deadline, problem.puzzle.objectives, _at_random(solution_set, number or 1, seed)
        )
        summary = f"drawn from {plural(solution_set.count, 'solution')} with --seed {seed}"
    _note(session, solution_set, deadline, shown, summary, None if indices or best else seed)
    return ExitStatus.SOLVED if shown.is_all else deadline.status


def _by_number(solution_set: SolutionSet, indices: Sequence[int]) -> Iterator[Numbered]:
    for index in indices:
        if not 1 <= abs(index) <= solution_set.count:
            raise click.UsageError(
                f"--index {index}: solutions run from 1 to {solution_set.count}, or backwards from -1"
            )
    numbers = [index if index > 0 else solution_set.count + 1 + index for index in indices]
    return ((number, solution_set[number - 1]) for number in numbers)


def _the_best(solution_set: SolutionSet, best: int, deadline: Deadline) -> Iterator[Numbered]:
    return (
        (None, solution) for solution in islice(solution_set.ranked(deadline.run), min(best, sys.maxsize))
    )


def _at_random(solution_set: SolutionSet, number: int, seed: int) -> Iterator[Numbered]:
    drawn = islice(solution_set.numbers(seed=seed), min(number, sys.maxsize))
    return ((number + 1, solution_set[number]) for number in drawn)


MOST_VALUES = 10


@dataclass(slots=True)
class _Shown:
    """The number of solutions shown; ``is_all`` is false if the deadline came before all of them."""

    number: int = 0
    is_all: bool = True
    values: list[str] = field(default_factory=list)
    last: str = ""

    def add(self, objectives: Sequence[Objective], solution: Solution) -> None:
        self.number += 1
        self.last = ", ".join(f"{objective.value(solution.value):,}" for objective in objectives)
        if self.number <= MOST_VALUES:
            self.values.append(self.last)

    def best(self, objectives: Sequence[Objective]) -> str:
        """The values of the goals of each solution, of many the first and the last ones."""
        if not self.number:
            return ""
        between = "; " if len(objectives) > 1 else ", "
        rest = f" .. {self.last}" if self.number > MOST_VALUES else ""
        return f": {', '.join(objective.name for objective in objectives)} {between.join(self.values)}{rest}"


def _show(
    session: Session, deadline: Deadline, objectives: Sequence[Objective], solutions: Iterable[Numbered]
) -> _Shown:
    """Shows solutions one by one, because there may be more than memory holds."""
    from excover.solutions.decode import JsonLines

    shown, lines = _Shown(), JsonLines()
    with deadline.working():
        for number, solution in solutions:
            if deadline.run.stopped_by:
                shown.is_all = False
                break
            if session.json:
                known = {} if number is None else {"number": number}
                write(lines.line(solution, **known))
            else:
                write("\n" * (shown.number > 0) + printable(str(solution)))
            shown.add(objectives, solution)
    return shown


def _note(
    session: Session,
    solution_set: SolutionSet,
    deadline: Deadline,
    shown: _Shown,
    summary: str,
    seed: int | None,
) -> None:
    if session.json:
        known = solution_set_data(solution_set, deadline, shown.is_all)
        data: SampledData = {**known, "shown": shown.number, "seed": seed}
        session.note_data({"outcome": data})
    elif shown.is_all:
        note(summary)
    else:
        note(f"{deadline.reason} after {deadline.seconds:.2f} s: {shown.number:,} shown, {summary}")
