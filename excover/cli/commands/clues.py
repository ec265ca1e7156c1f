"""`excover clues`: which givens are needless, and fewest that still leave one solution."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from excover.analysis.clue import Clue, drawing_of
from excover.analysis.clues import Clues, NotUnique, clues, minimal_clues
from excover.cli.analysis import tell_end, tell_not_unique
from excover.cli.deadline import Deadline, takes_deadline
from excover.cli.options import takes_json, takes_problem
from excover.cli.session import Session
from excover.cli.status import ExitStatus
from excover.cli.streams import printable, say, tell
from excover.solve.outcome import Unfinished
from excover.words import plural

if TYPE_CHECKING:
    from excover.problem import Problem

DEFAULT_LIMIT = 100


@click.command("clues")
@takes_problem
@takes_deadline
@click.option("--all", "every", is_flag=True, help="Every minimal subset, as they are found.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="With --all: N of them at most.")
@takes_json("What is needless, needed and enough, as one JSON object; with --all an object a line.")
def command(session: Session, problem: Problem, deadline: Deadline, every: bool, limit: int | None) -> int:
    """Tell which givens are needless, and draw a subset none of which is.

    The puzzle must have exactly one solution with its givens; the subset has the same one, and more if any
    given of it is left out. --all draws every such subset, 100 unless --limit says otherwise.
    """
    if limit is not None and not every:
        raise click.UsageError("--limit goes with --all")
    try:
        with deadline.working():
            if every:
                return _show_every(session, problem, deadline, limit or DEFAULT_LIMIT)
            found = clues(problem, deadline.run)
    except NotUnique as wrong:
        return tell_not_unique(session, wrong)
    except Unfinished:
        tell_end(session, f"{deadline.told} before anything was known")
        return deadline.status
    if session.json:
        say(json.dumps(_data(problem, found)))
    else:
        _show(problem, found, deadline)
    return ExitStatus.SOLVED if found.finished else deadline.status


def _show(problem: Problem, found: Clues, deadline: Deadline) -> None:
    say(_drawn(problem, found.enough))
    number = f"{len(found.needless):,} of {plural(len(found.given), 'given')}"
    if not found.finished:
        tell(f"{deadline.told}: perhaps fewer would do")
    elif not found.enough:
        tell("there is only one solution even without givens")
        return
    elif not found.needless:
        tell(f"none of the {plural(len(found.given), 'given')} is needless")
        return
    if found.needless:
        names = ", ".join(map(str, found.needless))
        tell(printable(f"{number} can each be left out, the others given: {names}"))
    enough = "and none of them can be left out" if found.finished else "and perhaps not all of them"
    tell(f"the {len(found.enough):,} drawn are enough, {enough}")


def _show_every(session: Session, problem: Problem, deadline: Deadline, limit: int) -> int:
    number = 0
    try:
        for number, subset in enumerate(islice(minimal_clues(problem, deadline.run), limit), 1):
            line = json.dumps({"number": number, **_subset(problem, subset)})
            deadline.line.clear()
            say(line if session.json else "\n" * (number > 1) + _drawn(problem, subset))
    except Unfinished:
        tell_end(session, f"{deadline.told} after {plural(number, 'minimal subset')}")
        return deadline.status
    if not session.json:
        told = plural(number, "minimal subset")
        tell(f"{told}: stopped by --limit {limit:,}" if number == limit else f"{told}: these are all")
    return ExitStatus.SOLVED


def _drawn(problem: Problem, subset: Iterable[Clue]) -> str:
    return printable(drawing_of(subset, problem.full) or ", ".join(map(str, subset)) or "no given")


def _data(problem: Problem, found: Clues) -> dict[str, Any]:
    return {
        "needed": list(map(str, found.needed)),
        "needless": list(map(str, found.needless)),
        "enough": _subset(problem, found.enough),
        "finished": found.finished,
        "solution": found.solution.as_data(),
    }


def _subset(problem: Problem, subset: Sequence[Clue]) -> dict[str, Any]:
    return {"clues": list(map(str, subset)), "drawing": drawing_of(subset, problem.full).splitlines()}
