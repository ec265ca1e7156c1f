"""`excover sample`: solutions at random, by number, or the best, without listing the others.

`excover estimate`: the estimated number of solutions, and the time to list them.
"""

from __future__ import annotations

import math
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

import click

from excover.apps.cli.analysis import Deadline, note_no_solution, solution_set_data, takes_solution_set
from excover.apps.cli.files import new_file, note_written, plot_format_of
from excover.apps.cli.parameters import option, seconds, takes_json, takes_problem
from excover.apps.cli.process import ExitStatus, note, print_data, print_text, printable, write
from excover.apps.cli.report import REASONS, ProgressLine
from excover.apps.cli.session import Session
from excover.base.words import blank_between, plural, rounded
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import UNIT
from excover.language.meaning.puzzle import Objective
from excover.problem.problem import Problem
from excover.search.outcome import Outcome, StoppedBy
from excover.search.run import Budget
from excover.solutions.decode import JsonLines, Solution

if TYPE_CHECKING:
    from excover.base.json.outputs import EstimateData, SampledData
    from excover.problem.solution_set import SolutionSet
    from excover.search.estimate import ConfidenceInterval, Estimate, Profile

Numbered: TypeAlias = tuple[int | None, Solution]

WALKS = 10_000


@click.command("estimate")
@takes_problem
@option("--walks N", f"Number of random walks (default: {WALKS:,}).", click.IntRange(min=2), default=WALKS)
@option("--seed S", "Seed of the walks (default: 1).", click.IntRange(0, 2**64 - 1), default=1)
@option("--time-limit S", "Walk for at most S seconds, then search for at most S seconds.", seconds)
@option("--exact", "Also search the whole tree, and report its nodes at each level.")
@option("--plot FILE", "Plot how the estimate converges; needs excover[plot].")
@takes_json("Write everything as one JSON object; null means unknown or infinite.")
def estimate_command(
    session: Session,
    problem: Problem,
    walks: int,
    seed: int,
    time_limit: float | None,
    exact: bool,
    plot: str | None,
) -> int:
    """Estimate the number of solutions, the nodes of the search tree, and the seconds to list all solutions.

    Random walks descend the tree (Knuth 1975); the same seed gives the same numbers. Each estimate has an
    interval that contains the true number with a confidence of 95 %, provided that the walks met everything
    that matters. The exit status is 3 if a limit stopped the walks.
    """
    from excover.search.estimate import estimate, profile, small_profile, speed

    with ExitStack() as stack:
        form = plot_format_of(plot) if plot is not None else ""
        file = stack.enter_context(new_file(plot)) if plot is not None else None
        with session.stop.requested_only(), ProgressLine(session) as line:
            run = session.run(Budget(seconds=time_limit), progress=line)
            found = estimate(problem.matrix, walks, seed, run)
            listing = speed(problem.matrix, run)
            counted: Profile | None = None
            if exact:
                counted = profile(problem.matrix, run)
            elif listing and listing.exhausted:
                counted = small_profile(problem.matrix, run)
        known = _known(problem, listing, counted)
        if file is not None and found.trace:
            file.write(_plotted(found, known, problem.title, form))
            note_written(file, plural(found.walks, "walk"), walks=found.walks)
    if session.json:
        print_data(_data(found, listing, counted, known))
    else:
        _show_estimate(found, listing, counted, known)
        if found.walks < walks:
            reason = REASONS[session.stop.reason or StoppedBy.TIME]
            note(f"{reason} after {found.walks:,} of {plural(walks, 'walk')}")
    if session.stop:
        return session.stop.status
    return ExitStatus.SOLVED if found.walks == walks else ExitStatus.STOPPED


def _plotted(found: Estimate, known: int | None, title: str, form: str) -> bytes:
    from excover.render.chart import running_estimate

    return running_estimate(found.trace, (found.solutions.low, found.solutions.high), known, title, form)


def _known(problem: Problem, listing: Outcome | None, counted: Profile | None) -> int | None:
    """The number of solutions, if it was just counted or is in the description."""
    if listing and listing.exhausted:
        return listing.count
    if counted and counted.exhausted:
        return counted.solutions
    return _expected(problem)


def _expected(problem: Problem) -> int | None:
    """The number in an `expect` line, if neither parameters nor clues can change it."""
    if problem.puzzle.settings or problem.compiled is not problem.full:
        return None
    for expect in problem.puzzle.expectations:
        if (expect.subject, expect.operator, expect.up_to) == ("solutions", "=", None):
            evaluator = Evaluator(problem.puzzle.scope, problem.limits)
            return int(evaluator.of_kind(expect.value, UNIT, "number")[0])
    return None


def _rate(listing: Outcome | None) -> float:
    """Nodes per second; nan if not measured."""
    if listing is None:
        return math.nan
    return listing.statistics.nodes / max(listing.statistics.seconds, 1e-6)


def _show_estimate(
    found: Estimate, listing: Outcome | None, counted: Profile | None, known: int | None
) -> None:
    rows = [
        ["", "estimate", "from", "to", "exact"],
        ["solutions", *_words(found.solutions), "" if known is None else f"{known:,}"],
        ["nodes", *_words(found.nodes), f"{sum(counted.levels):,}" if counted else ""],
        ["seconds to list all", *_words(found.nodes, 1 / _rate(listing)), ""],
    ]
    for level, nodes in enumerate(found.levels):
        exact = f"{counted.levels[level]:,}" if counted and level < len(counted.levels) else ""
        rows.append([f"nodes at level {level}", *_words(nodes), exact])
    if not any(row[-1] for row in rows[1:]):
        rows = [row[:-1] for row in rows]
    print_text(_aligned(rows))
    note(f"after {plural(found.walks, 'random walk')}; {_speed(listing)}")
    if listing and listing.exhausted:
        note("the tree is so small that measuring the speed searched all of it")
    elif not found.walks:
        note("no walk has ended, so nothing is known: use a longer --time-limit")
    elif found.is_doubtful:
        note("a few walks dominate this estimate, so it may be far off; use more --walks")
    if counted and not counted.exhausted:
        note("the exact numbers are those of the part of the tree that was searched")


def _speed(listing: Outcome | None) -> str:
    if listing is None:
        return "the speed of the search was not measured"
    return f"engine {listing.statistics.engine}: about {rounded(_rate(listing))} nodes a second"


def _aligned(rows: list[list[str]]) -> str:
    """Left-aligned names and right-aligned numbers."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows
    )
    return "\n".join(lines)


def _words(interval: ConfidenceInterval, factor: float = 1) -> list[str]:
    return [rounded(factor * each) for each in (interval.mean, interval.low, interval.high)]


def _data(
    found: Estimate, listing: Outcome | None, counted: Profile | None, known: int | None
) -> EstimateData:
    return {
        **found.as_data(),
        "seconds": found.nodes.times(1 / _rate(listing)).as_data(),
        "nodes_per_second": _rate(listing) if listing else None,
        "known": known,
        "exact": None if counted is None else counted.as_data(),
    }


SEEDS = 2**32


@click.command("sample")
@takes_solution_set
@option("-n N", "Number of random solutions (default: 1).", click.IntRange(min=1), name="number")
@option("--seed S", "Random seed; the same seed draws the same solutions.", click.IntRange(min=0))
@option(
    "--index K",
    "Show solution number K, from 1; -1 is the last. May be repeated.",
    click.INT,
    name="indices",
    multiple=True,
)
@option("--best K", "Show the K best solutions by cost, the best first.", click.IntRange(min=1))
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
                text = printable(str(solution))
                write(blank_between(text) * (shown.number > 0) + text)
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
