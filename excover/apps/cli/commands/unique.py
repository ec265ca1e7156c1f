"""`excover unique`: whether there is exactly one solution; if there are more, two and how they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

import click

from excover.apps.cli.parameters import takes_effort, takes_json, takes_problem
from excover.apps.cli.report import REASONS, Clock
from excover.apps.cli.session import Session
from excover.apps.cli.streams import ExitStatus, note, print_data, print_text, printable
from excover.authors.unique import Uniqueness, Verdict, unique
from excover.search.run import Budget, Run

if TYPE_CHECKING:
    from excover.base.json.standard_output import UniqueData
    from excover.problem.problem import Problem

VERDICTS = {
    Verdict.UNIQUE: "exactly one solution",
    Verdict.NONE: "no solution",
    Verdict.SEVERAL: "at least two solutions: one, and the cells where another differs",
}


@click.command("unique")
@takes_problem
@takes_effort
@takes_json("Write the verdict (unique, none, several, unknown) and solutions as one JSON object.")
def command(session: Session, problem: Problem, budget: Budget) -> int:
    """Check whether there is exactly one solution, and draw it.

    If there are several, one is drawn, and of another one only the cells where it differs. The exit status is
    0 for exactly one solution, 1 for none or several.
    """
    clock = Clock()
    with session.stop.requested_only():
        found = unique(problem, Run(budget, cancellation=session.stop))
    outcome = found.outcome
    if session.json:
        print_data(_data(found))
    else:
        if found.solutions:
            print_text(printable("\n\n".join(filter(None, [str(found.solutions[0]), found.difference]))))
        seconds = clock.elapsed(outcome)
        stopped = f"{REASONS[outcome.stopped_by]} after {seconds}"
        unknown = f"{stopped}, before it was known whether there is exactly one solution"
        note(f"{VERDICTS[found.verdict]} ({seconds})" if found.verdict in VERDICTS else unknown)
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


def _data(found: Uniqueness) -> UniqueData:
    return {
        "verdict": found.verdict.value,
        "solutions": [solution.as_data() for solution in found.solutions],
        "difference": found.difference.splitlines(),
        "outcome": found.outcome.as_data(),
    }
