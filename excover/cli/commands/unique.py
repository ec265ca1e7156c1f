"""`excover unique`: is there exactly one solution? If there are more, two of them and how they differ."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, assert_never

import click

from excover.analysis.unique import Uniqueness, Verdict, unique
from excover.cli.options import takes_effort, takes_json, takes_problem
from excover.cli.report import REASONS, Clock
from excover.cli.session import Session
from excover.cli.status import ExitStatus
from excover.cli.streams import printable, say, tell
from excover.solve.run import Budget, Run

if TYPE_CHECKING:
    from excover.problem import Problem

VERDICTS = {
    Verdict.UNIQUE: "exactly one solution",
    Verdict.NONE: "no solution",
    Verdict.SEVERAL: "at least two solutions: one, and where another one differs",
}


@click.command("unique")
@takes_problem
@takes_effort
@takes_json("The verdict (unique, none, several or unknown) with the solutions found, as one JSON object.")
def command(session: Session, problem: Problem, budget: Budget) -> int:
    """Tell whether there is exactly one solution, and draw it.

    If there are several, one of them is drawn, and then another one, but only where it differs. The exit
    status is 0 for exactly one, 1 for none or several.
    """
    clock = Clock()
    with session.stop.requested_only():
        found = unique(problem, Run(budget, cancellation=session.stop))
    outcome = found.outcome
    if session.json:
        from excover.render.json import outcome_data

        say(json.dumps({**_data(found), "outcome": outcome_data(outcome)}))
    else:
        if found.solutions:
            say(printable("\n\n".join(filter(None, [str(found.solutions[0]), found.difference]))))
        seconds = clock.told(outcome)
        unknown = f"{REASONS[outcome.stopped_by]} after {seconds}: whether there is exactly one is unknown"
        tell(f"{VERDICTS[found.verdict]} ({seconds})" if found.verdict in VERDICTS else unknown)
    verdict = found.verdict
    match verdict:
        case Verdict.UNIQUE:
            return ExitStatus.SOLVED
        case Verdict.UNKNOWN:
            return session.stop.status or ExitStatus.STOPPED
        case Verdict.SEVERAL | Verdict.NONE:
            return ExitStatus.NO_SOLUTION
        case _:
            assert_never(verdict)


def _data(found: Uniqueness) -> dict[str, Any]:
    return {
        "verdict": found.verdict.value,
        "solutions": [solution.as_data() for solution in found.solutions],
        "difference": found.difference.splitlines(),
    }
