"""`excover solve`: solutions on standard output as they are found, a summary on standard error."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from excover.cli.inputs import takes_budget, takes_json, takes_problem
from excover.cli.report import exit_status, settled, summary
from excover.cli.session import Session
from excover.cli.streams import flush, printable, tell, write
from excover.solve.outcome import Outcome
from excover.solve.search import Budget

if TYPE_CHECKING:
    from excover.decode import Solution
    from excover.problem import Problem


@click.command("solve")
@takes_problem
@takes_budget
@click.option("--all", "every", is_flag=True, help="Every solution; without it, the first.")
@takes_json("A JSON object a line for each solution, and for all that is told on standard error.")
def command(session: Session, problem: Problem, budget: Budget, every: bool) -> int:
    """Find solutions and draw them: the first, all with --all, or so many with --limit."""
    if every and budget.solutions is not None:
        raise click.UsageError("--all and --limit exclude each other")
    first_only = not every and budget.solutions is None
    outcome = _show_solutions(session, problem, replace(budget, solutions=1) if first_only else budget)
    if session.json:
        from excover.render.json import outcome_data

        session.tell_data({"outcome": outcome_data(outcome)})
    else:
        _tell(problem, outcome, first_only)
        if problem.puzzle.goal and outcome.count:
            tell(f"`{problem.puzzle.goal}` was not heeded: solutions come in the order they are found")
    return exit_status(outcome, session.stop, enough=True)


def _show_solutions(session: Session, problem: Problem, budget: Budget) -> Outcome:
    """Shows what is found until a signal asks for an end; what was found by then is shown too."""

    def before_searching_on() -> bool:
        flush()
        return session.stop()

    with session.stop.requested_only():
        solutions = problem.solutions(budget, before_searching_on)
        for number, solution in enumerate(solutions, 1):
            write(_as_json(number, solution) if session.json else _as_text(number, solution))
    return settled(solutions.outcome, session.stop)


def _as_json(number: int, solution: Solution) -> str:
    return json.dumps({"number": number, **solution.as_data()})


def _as_text(number: int, solution: Solution) -> str:
    return ("\n" if number > 1 else "") + printable(str(solution))


def _tell(problem: Problem, outcome: Outcome, first_only: bool) -> None:
    if first_only and outcome.count and not outcome.exhausted:
        tell(f"first solution in {outcome.statistics.seconds:.2f} s; --all shows all there are")
        return
    tell(summary(outcome))
    if not outcome.count and (drawing := problem.given_drawing):
        tell("with these givens:\n\n" + printable(drawing))
