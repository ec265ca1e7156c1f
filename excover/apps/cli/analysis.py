"""Shared by the commands for puzzle authors."""

from __future__ import annotations

from functools import wraps

from excover.apps.cli.deadline import Deadline, takes_deadline
from excover.apps.cli.parameters import CommandFunction, takes_problem
from excover.apps.cli.session import Session
from excover.apps.cli.streams import ExitStatus, note, print_data
from excover.authors.clues import NotUnique
from excover.authors.unique import Verdict
from excover.search.outcome import Unfinished

NOT_UNIQUE = {
    Verdict.SEVERAL: "at least two solutions; `excover unique` shows where they differ",
    Verdict.NONE: "no solution; `excover why` explains why",
}


def takes_unique_puzzle(function: CommandFunction) -> CommandFunction:
    """Adds what `takes_problem` and `takes_deadline` do, for a puzzle with exactly one solution.

    If it has none or several, or that is not known in time, the command reports so and ends.
    """

    @takes_problem
    @takes_deadline
    @wraps(function)
    def command(session: Session, deadline: Deadline, **rest: object) -> int:
        try:
            return function(session=session, deadline=deadline, **rest)
        except NotUnique as wrong:
            return _note_not_unique(session, wrong)
        except Unfinished:
            note_end(session, f"{deadline.reason} before anything was known")
            return deadline.status

    return command


def _note_not_unique(session: Session, wrong: NotUnique) -> int:
    """Reports that a puzzle does not have exactly one solution; returns the exit status."""
    verdict = wrong.found.verdict
    if session.json:
        print_data({"verdict": verdict.value})
    else:
        note(NOT_UNIQUE[verdict])
    return ExitStatus.NO_SOLUTION


def note_end(session: Session, text: str) -> None:
    """Reports why there is no answer, or no further one."""
    if session.json:
        session.note_data({"end": text})
    else:
        note(text)
