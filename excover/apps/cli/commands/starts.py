"""`excover starts`: the sets of K placed pieces that have exactly one completion."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from excover.apps.cli.deadline import Deadline
from excover.apps.cli.parameters import takes_json, takes_up_to
from excover.apps.cli.session import Session
from excover.apps.cli.solution_sets import note_no_solution, solution_set_data, takes_solution_set
from excover.apps.cli.streams import ExitStatus, flush, note, printable, write
from excover.base.json.encoding import line
from excover.base.words import plural
from excover.language.meaning.puzzle import Placing
from excover.search.run import Progress

if TYPE_CHECKING:
    from excover.apps.cli.solution_sets import Build
    from excover.language.syntax.ast import UpTo
    from excover.problem.problem import Problem
    from excover.problem.solution_set.solution_set import SolutionSet
    from excover.problem.solution_set.starts import Start, Starts

SHOWN = 3


@click.command("starts")
@takes_solution_set
@click.option(
    "--pieces", type=click.IntRange(min=1), required=True, metavar="K", help="Number of pieces in a start."
)
@click.option("--all", "every", is_flag=True, help=f"Show all starts with one completion, not only {SHOWN}.")
@click.option(
    "--most",
    type=click.IntRange(min=0),
    default=1,
    metavar="N",
    help="Show the N starts with most completions (default: 1).",
)
@takes_up_to
@takes_json("Write a JSON object per line for each start, and per message on standard error.")
def command(
    session: Session,
    problem: Problem,
    deadline: Deadline,
    build: Build,
    pieces: int,
    every: bool,
    most: int,
    up_to: UpTo | None,
) -> int:
    """Find the starts of K pieces that have exactly one completion, and one that has the most.

    A start is a set of K options of one solution, such as placed pieces or digits in cells. All starts are
    counted. Exit status: 0 if a start has exactly one completion, 1 if none has, 3 if a limit came first.
    """
    if up_to:
        with deadline.working():  # reports errors before the diagram is built
            problem.group(up_to, deadline.run)
    solution_set = build()
    if not solution_set:
        known = solution_set_data(solution_set, deadline)
        return note_no_solution(session, solution_set, {**known, "starts": 0, "unique": 0})

    def before_searching_on(progress: Progress) -> None:
        flush()
        deadline.line(progress)

    run, keep = deadline.run.replaced(progress=before_searching_on), None if every else SHOWN
    with deadline.working():
        starts = solution_set.starts(pieces, up_to=up_to, keep=keep, most=most, run=run)
        for start in starts:
            deadline.line.clear()
            _show(session, start)
    for start in starts.most:
        if start.completions > 1:  # the others have already been shown
            _show(session, start)
    _note(session, solution_set, deadline, starts, _noun(problem, pieces) + f" up to {up_to}" * bool(up_to))
    if not starts.exhausted:
        return deadline.status
    return ExitStatus.SOLVED if starts.unique else ExitStatus.NO_SOLUTION


def _show(session: Session, start: Start) -> None:
    if session.json:
        write(line(start.as_data()))
        return
    words = [", ".join(map(str, start.placed))] if start.placed.drawing else []
    write(printable("\n".join([plural(start.completions, "completion"), str(start), *words])) + "\n")


def _why_none(solution_set: SolutionSet) -> str:
    from excover.matrix.given import Givens

    most = _noun(solution_set.problem, solution_set.longest_start)
    return f"; no solution has more than {most}" + " that are not given" * (
        solution_set.problem.givens != Givens()
    )


def _noun(problem: Problem, pieces: int) -> str:
    sources = problem.puzzle.sources
    placed = sources and all(isinstance(source, Placing) for source in sources)
    return plural(pieces, "piece" if placed else "option")


def _note(
    session: Session, solution_set: SolutionSet, deadline: Deadline, starts: Starts, pieces: str
) -> None:
    if session.json:
        outcome = solution_set_data(solution_set, deadline, starts.exhausted)
        session.note_data({"outcome": {**outcome, "starts": starts.count, "unique": starts.unique}})
    elif starts.exhausted:
        verb = "has" if starts.unique == 1 else "have"
        note(
            f"{starts.unique:,} of {plural(starts.count, 'start')} of {pieces} {verb} exactly one completion"
            + (_why_none(solution_set) if not starts.count else "")
        )
    else:
        until = f"{deadline.reason} after {deadline.seconds:.2f} s, about {starts.done:.0%} of the work"
        known = f"at least {starts.unique:,} of at least {plural(starts.count, 'start')} of {pieces}"
        note(f"{until}: {known} have exactly one completion")
