"""`excover estimate`: how many solutions there may be, and how long it takes to list them."""

from __future__ import annotations

import json
import math
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from excover.cli.files import NewFile
from excover.cli.options import seconds, takes_json, takes_problem
from excover.cli.picture_files import tell_written
from excover.cli.progress import Line
from excover.cli.report import REASONS
from excover.cli.session import Session
from excover.cli.status import ExitStatus
from excover.cli.streams import say, tell
from excover.solve.outcome import StoppedBy
from excover.solve.run import Budget, Run
from excover.words import plural, rounded

if TYPE_CHECKING:
    from excover.problem import Problem
    from excover.solve.estimate import Estimate, Interval, Profile
    from excover.solve.outcome import Outcome

WALKS = 10_000


@click.command("estimate")
@takes_problem
@click.option(
    "--walks", type=click.IntRange(min=2), default=WALKS, metavar="N", help=f"Random walks; {WALKS:,}."
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, metavar="S", help="Of the walks; 1.")
@click.option(
    "--time-limit",
    callback=seconds,
    metavar="S",
    help="Walk, and search, for at most S seconds each.",
)
@click.option("--exact", is_flag=True, help="Search the whole tree too, and tell its nodes at each level.")
@click.option("--plot", metavar="FILE", help="Plot how the estimate settled; needs excover[plot].")
@takes_json("Everything as one JSON object; null is no number, or one without end.")
def command(
    session: Session,
    problem: Problem,
    walks: int,
    seed: int,
    time_limit: float | None,
    exact: bool,
    plot: str | None,
) -> int:
    """Estimate the number of solutions, the nodes of the search tree, and the seconds to list them all.

    Random walks go down the tree (Knuth 1975); the same seed gives the same numbers. Behind each estimate
    stands an interval in which the truth lies with a confidence of 95 %, if the walks met all that matters.
    The exit status is 3 if a limit came before all walks.
    """
    from excover.solve.estimate import estimate, profile, small_profile, speed

    with ExitStack() as stack:
        form = _plot_format(plot) if plot is not None else ""
        file = stack.enter_context(NewFile(plot)) if plot is not None else None
        with session.stop.requested_only(), Line(session) as line:
            run = Run(Budget(seconds=time_limit), cancellation=session.stop, progress=line)
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
            tell_written(file, plural(found.walks, "walk"), walks=found.walks)
    if session.json:
        say(json.dumps(_data(found, listing, counted, known)))
    else:
        _show(found, listing, counted, known)
        if found.walks < walks:
            reason = REASONS[session.stop.reason or StoppedBy.TIME]
            tell(f"{reason} after {found.walks:,} of {plural(walks, 'walk')}")
    if session.stop:
        return session.stop.status
    return ExitStatus.SOLVED if found.walks == walks else ExitStatus.STOPPED


def _plot_format(path: str) -> str:
    from excover.render.plot import NoPlot, plot_format

    try:
        return plot_format(path)
    except NoPlot as wrong:
        raise click.UsageError(str(wrong)) from None


def _plotted(found: Estimate, known: int | None, title: str, form: str) -> bytes:
    from excover.render.plot import running_estimate

    return running_estimate(found.trace, (found.solutions.low, found.solutions.high), known, title, form)


def _known(problem: Problem, listing: Outcome | None, counted: Profile | None) -> int | None:
    """The number of solutions, if it was counted just now, or the description says it."""
    if listing and listing.exhausted:
        return listing.count
    if counted and counted.exhausted:
        return counted.solutions
    return _expected(problem)


def _expected(problem: Problem) -> int | None:
    """What an `expect` line says, where neither a parameter nor a clue can make it another number."""
    if problem.puzzle.settings or problem.compiled is not problem.full:
        return None
    from excover.expressions.evaluate import Evaluator
    from excover.expressions.frame import UNIT

    for expect in problem.puzzle.expectations:
        if (expect.subject, expect.operator, expect.up_to_symmetry) == ("solutions", "=", False):
            evaluator = Evaluator(problem.puzzle.scope, problem.limits)
            return int(evaluator.of_kind(expect.value, UNIT, "number")[0])
    return None


def _rate(listing: Outcome | None) -> float:
    """Nodes a second; not a number where that was not measured."""
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
    say(_aligned(rows))
    tell(f"after {plural(found.walks, 'random walk')}; {_speed(listing)}")
    if listing and listing.exhausted:
        tell("the tree is so small that all of it was searched while the speed was measured")
    elif found.is_doubtful:
        tell("few walks carry most of this: the truth may be far from it; more --walks tell more")
    if counted and not counted.exhausted:
        tell("the exact numbers are those of a part of the tree: stopped before its end")


def _speed(listing: Outcome | None) -> str:
    if listing is None:
        return "the speed of the search was not measured"
    return f"engine {listing.statistics.engine}: about {rounded(_rate(listing))} nodes a second"


def _aligned(rows: list[list[str]]) -> str:
    """Names to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows
    )
    return "\n".join(lines)


def _words(interval: Interval, factor: float = 1) -> list[str]:
    return [rounded(factor * each) for each in (interval.mean, interval.low, interval.high)]


def _data(
    found: Estimate, listing: Outcome | None, counted: Profile | None, known: int | None
) -> dict[str, Any]:
    rate = _rate(listing)
    exact = counted and {
        "count": counted.solutions,
        "exhausted": counted.exhausted,
        "nodes": sum(counted.levels),
        "levels": list(counted.levels),
    }
    nodes = found.nodes.as_data()
    seconds = {name: value and value / rate if listing else None for name, value in nodes.items()}
    speed = rate if listing else None
    return {**found.as_data(), "seconds": seconds, "nodes_per_second": speed, "known": known, "exact": exact}
