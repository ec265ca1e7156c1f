"""`excover estimate`: the estimated number of solutions, and the time to list them."""

from __future__ import annotations

import math
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from excover.apps.cli.files import new_file, plot_format_of
from excover.apps.cli.parameters import seconds, takes_json, takes_problem
from excover.apps.cli.picture_files import note_written
from excover.apps.cli.process import ExitStatus, note, print_data, print_text
from excover.apps.cli.report import REASONS, ProgressLine
from excover.apps.cli.session import Session
from excover.base.words import plural, rounded
from excover.search.outcome import StoppedBy
from excover.search.run import Budget

if TYPE_CHECKING:
    from excover.base.json.outputs import EstimateData
    from excover.problem.problem import Problem
    from excover.search.estimate import ConfidenceInterval, Estimate, Profile
    from excover.search.outcome import Outcome

WALKS = 10_000


@click.command("estimate")
@takes_problem
@click.option(
    "--walks",
    type=click.IntRange(min=2),
    default=WALKS,
    metavar="N",
    help=f"Number of random walks (default: {WALKS:,}).",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=1,
    metavar="S",
    help="Seed of the walks (default: 1).",
)
@click.option(
    "--time-limit",
    callback=seconds,
    metavar="S",
    help="Walk for at most S seconds, then search for at most S seconds.",
)
@click.option("--exact", is_flag=True, help="Also search the whole tree, and report its nodes at each level.")
@click.option("--plot", metavar="FILE", help="Plot how the estimate converges; needs excover[plot].")
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
        _show(found, listing, counted, known)
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
    from excover.language.expressions.evaluate import Evaluator
    from excover.language.expressions.frame import UNIT

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


def _show(found: Estimate, listing: Outcome | None, counted: Profile | None, known: int | None) -> None:
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
