"""`excover why`: why there is no solution: which givens conflict, drawn, and a reason in words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from excover.analysis.why import Extent, Why, why
from excover.cli.deadline import Deadline, takes_deadline
from excover.cli.options import current_session, read_given, read_problem, takes_json, takes_spec
from excover.cli.status import ExitStatus
from excover.cli.streams import printable, say, tell
from excover.solve import outcome
from excover.words import plural

EXTENTS = {
    Extent.SMALLEST: "no set of fewer givens does",
    Extent.IRREDUCIBLE: "none of them can be left out, though there may be other sets that are smaller",
    Extent.SOME: "perhaps fewer of them do, too",
}


@click.command("why")
@takes_spec
@takes_deadline
@takes_json("Givens that conflict and the reason, as one JSON object.")
def command(
    spec: str, written: str | None, settings: Sequence[str], given: str | None, deadline: Deadline
) -> int:
    """Tell why there is no solution.

    Draws givens that conflict, as few as possible, and says why they do: an item that no option covers, items
    that compete, areas, colorings, or else items that cannot all be covered. The exit status is 1 where there
    is no solution, 0 where there is one.
    """
    session = current_session()
    problem = read_problem(spec, settings, None, written)
    session.show(problem.warnings)
    with deadline.working():
        found = why(problem, read_given(given), deadline.run)
    if session.json:
        say(json.dumps(_data(found)))
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
        tell("there is a solution")
        return
    if found.extent is None:
        tell(f"{deadline.told}: whether there is a solution is unknown")
        return
    if found.reason is None:
        tell(f"{deadline.told} before a reason was found")
    if found.drawing:
        say(printable(found.drawing) + "\n")
    say(printable("\n".join(_sentences(found))))


def _sentences(found: Why) -> list[str]:
    assert found.extent is not None
    said = ["there is no solution, even without givens"]
    if found.clues:
        names = "; ".join(map(str, found.clues))
        these = f"these {plural(len(found.clues), 'given')} conflict"
        conflict = these if len(found.clues) > 1 else "this given cannot be met"
        said = [f"no solution: {conflict}, and {EXTENTS[found.extent]}: {names}"]
    if found.reason:
        said += [f"reason: {found.reason.text}"]
        said += ["", found.reason.drawing] if found.reason.drawing else []
    return said


def _data(found: Why) -> dict[str, Any]:
    reason = found.reason
    return {
        "status": found.status.value,
        "clues": list(map(str, found.clues)),
        "extent": found.extent and found.extent.value,
        "drawing": found.drawing.splitlines(),
        "reason": reason
        and {
            "kind": reason.kind.value,
            "text": reason.text,
            "items": list(map(str, reason.items)),
            "drawing": reason.drawing.splitlines(),
        },
        "solution": found.solution and found.solution.as_data(),
    }
