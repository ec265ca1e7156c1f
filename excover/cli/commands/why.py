"""`excover why`: why there is no solution: the givens that conflict, drawn, and a reason in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from excover.analysis.why import Extent, Why, why
from excover.cli.deadline import Deadline, takes_deadline
from excover.cli.inputs import read_given, read_problem
from excover.cli.parameters import takes_json, takes_spec
from excover.cli.session import current_session
from excover.cli.status import ExitStatus
from excover.cli.streams import note, printable, say, say_data
from excover.solve import outcome
from excover.words import plural

if TYPE_CHECKING:
    from excover.json.standard_output import WhyData

EXTENTS = {
    Extent.SMALLEST: "no set of fewer givens does",
    Extent.IRREDUCIBLE: "none of them can be left out, though there may be other sets that are smaller",
    Extent.SOME: "fewer of them may conflict, too",
}


@click.command("why")
@takes_spec
@takes_deadline
@takes_json("Write the conflicting givens and the reason as one JSON object.")
def command(
    spec: str,
    written: str | None,
    settings: Sequence[str],
    tables: Sequence[str],
    given: str | None,
    deadline: Deadline,
) -> int:
    """Explain why there is no solution.

    The command draws givens that conflict, as few as possible, and gives a reason: an item that no option
    covers, items that compete, areas, colorings, or items that cannot all be covered. The exit status is 1 if
    there is no solution, 0 if there is one.
    """
    session = current_session()
    problem = read_problem(spec, settings, None, written, tables)
    session.show(problem.warnings)
    with deadline.working():
        found = why(problem, read_given(given), deadline.run)
    if session.json:
        say_data(_data(found))
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
        say(printable(str(found.solution)))
        note("there is a solution")
        return
    if found.extent is None:
        note(f"{deadline.reason} before it was known whether there is a solution")
        return
    if found.reason is None:
        note(f"{deadline.reason} before a reason was found")
    if found.drawing:
        say(printable(found.drawing) + "\n")
    say(printable("\n".join(_sentences(found))))


def _sentences(found: Why) -> list[str]:
    assert found.extent is not None
    lines = ["there is no solution, even without givens"]
    if found.clues:
        names = "; ".join(map(str, found.clues))
        these = f"these {plural(len(found.clues), 'given')} conflict"
        conflict = these if len(found.clues) > 1 else "this given cannot be met"
        lines = [f"no solution: {conflict}, and {EXTENTS[found.extent]}: {names}"]
    if found.reason:
        lines += [f"reason: {found.reason.text}"]
        lines += ["", found.reason.drawing] if found.reason.drawing else []
    return lines


def _data(found: Why) -> WhyData:
    return {
        "status": found.status.value,
        "clues": list(map(str, found.clues)),
        "extent": found.extent and found.extent.value,
        "drawing": found.drawing.splitlines(),
        "reason": None if found.reason is None else found.reason.as_data(),
        "solution": None if found.solution is None else found.solution.as_data(),
    }
