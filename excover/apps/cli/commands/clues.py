"""`excover clues`: the needless givens, and a minimal subset that still leaves one solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import click

from excover.apps.cli.analysis import note_end, takes_unique_puzzle
from excover.apps.cli.deadline import Deadline
from excover.apps.cli.parameters import takes_json
from excover.apps.cli.session import Session
from excover.apps.cli.streams import ExitStatus, note, print_data, print_text, printable
from excover.authors.clue import Clue, clues_drawing
from excover.authors.clues import Clues, clues, minimal_clues
from excover.base.words import plural
from excover.search.outcome import Unfinished

if TYPE_CHECKING:
    from excover.base.json.objects import SubsetData
    from excover.base.json.standard_output import CluesData
    from excover.problem.problem import Problem

DEFAULT_LIMIT = 100


@click.command("clues")
@takes_unique_puzzle
@click.option("--all", "every", is_flag=True, help="Draw every minimal subset, as it is found.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="With --all: draw at most N subsets (default: 100).",
)
@takes_json("Write `needless`, `needed` and `enough` as one JSON object; with --all, an object per line.")
def command(session: Session, problem: Problem, deadline: Deadline, every: bool, limit: int | None) -> int:
    """Find the givens that a puzzle does not need, and draw a minimal subset of the givens.

    The puzzle must have exactly one solution. A minimal subset has the same one solution, and leaving out any
    given of the subset allows others. --all draws every minimal subset, up to --limit.
    """
    if limit is not None and not every:
        raise click.UsageError("--limit needs --all")
    with deadline.working():
        if every:
            return _show_every(session, problem, deadline, limit or DEFAULT_LIMIT)
        found = clues(problem, deadline.run)
    if session.json:
        print_data(_data(problem, found))
    else:
        _show(problem, found, deadline)
    return ExitStatus.SOLVED if found.finished else deadline.status


def _show(problem: Problem, found: Clues, deadline: Deadline) -> None:
    print_text(_drawn(problem, found.enough))
    number = f"{len(found.needless):,} of {plural(len(found.given), 'given')}"
    if not found.finished:
        note(f"{deadline.reason}: fewer may be enough")
    elif not found.enough:
        note("there is only one solution even without givens")
        return
    elif not found.needless:
        note(f"none of the {plural(len(found.given), 'given')} is needless")
        return
    if found.needless:
        names = ", ".join(map(str, found.needless))
        note(printable(f"{number} can each be left out if the others stay: {names}"))
    enough = "and none of them can be left out" if found.finished else "but some of them may be needless"
    note(f"the {len(found.enough):,} givens drawn are enough, {enough}")


def _show_every(session: Session, problem: Problem, deadline: Deadline, limit: int) -> int:
    number = 0
    try:
        for number, subset in enumerate(islice(minimal_clues(problem, deadline.run), limit), 1):
            deadline.line.clear()
            if session.json:
                print_data({"number": number, **_subset(problem, subset)})
            else:
                print_text("\n" * (number > 1) + _drawn(problem, subset))
    except Unfinished:
        note_end(session, f"{deadline.reason} after {plural(number, 'minimal subset')}")
        return deadline.status
    if not session.json:
        found = plural(number, "minimal subset")
        note(f"{found}: stopped by --limit {limit:,}" if number == limit else f"{found}, and no others")
    return ExitStatus.SOLVED


def _drawn(problem: Problem, subset: Iterable[Clue]) -> str:
    return printable(clues_drawing(subset, problem.full) or ", ".join(map(str, subset)) or "no given")


def _data(problem: Problem, found: Clues) -> CluesData:
    return {
        "needed": list(map(str, found.needed)),
        "needless": list(map(str, found.needless)),
        "enough": _subset(problem, found.enough),
        "finished": found.finished,
        "solution": found.solution.as_data(),
    }


def _subset(problem: Problem, subset: Sequence[Clue]) -> SubsetData:
    return {"clues": list(map(str, subset)), "drawing": clues_drawing(subset, problem.full).splitlines()}
