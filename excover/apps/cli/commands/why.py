"""`excover why`: why there is no solution: the givens that conflict, drawn, and a reason in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from excover.apps.cli.deadline import Deadline, takes_deadline
from excover.apps.cli.inputs import SpecOptions
from excover.apps.cli.parameters import takes_json, takes_spec
from excover.apps.cli.session import current_session
from excover.apps.cli.streams import ExitStatus, note, print_data, print_text, printable
from excover.authors.why import Why, why
from excover.search import outcome

if TYPE_CHECKING:
    from excover.base.json.standard_output import WhyData


@click.command("why")
@takes_spec
@takes_deadline
@takes_json("Write the conflicting givens and the reason as one JSON object.")
def command(described: SpecOptions, deadline: Deadline) -> int:
    """Explain why there is no solution.

    The command draws givens that conflict, as few as possible, and gives a reason: an item that no option
    covers, items that compete, areas, colorings, or items that cannot all be covered. The exit status is 1 if
    there is no solution, 0 if there is one.
    """
    session = current_session()
    problem = described.problem(with_given=False)
    session.show(problem.warnings)
    with deadline.working():
        found = why(problem, described.drawing(), deadline.run)
    if session.json:
        print_data(_data(found))
    else:
        _show(found, deadline)
    match found.status:
        case outcome.Status.SOLVED:
            return ExitStatus.SOLVED
        case outcome.Status.NONE:
            return session.stop.status or ExitStatus.NO_SOLUTION
        case _:
            return deadline.status


def _show(found: Why, deadline: Deadline) -> None:
    if found.solution is not None:
        print_text(printable(str(found.solution)))
        note("there is a solution")
        return
    if found.extent is None:
        note(f"{deadline.reason} before it was known whether there is a solution")
        return
    if found.reason is None:
        note(f"{deadline.reason} before a reason was found")
    print_text(printable(str(found)))


def _data(found: Why) -> WhyData:
    return {
        "status": found.status.value,
        "clues": list(map(str, found.clues)),
        "extent": found.extent and found.extent.value,
        "drawing": found.drawing.splitlines(),
        "reason": None if found.reason is None else found.reason.as_data(),
        "solution": None if found.solution is None else found.solution.as_data(),
    }
