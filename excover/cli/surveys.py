"""What the commands about all solutions share: the diagram, built or refused."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING

import click

from excover.cli.files import NewFile
from excover.cli.inputs import Function, takes_memory, takes_problem
from excover.cli.session import Session
from excover.cli.status import Status
from excover.cli.streams import printable, tell

if TYPE_CHECKING:
    from excover.problem import Problem


def takes_survey(function: Function) -> Function:
    """Adds SPEC, -p, --given, --memory and --load; the function gets the ``survey`` of all solutions."""

    @takes_problem
    @takes_memory
    @click.option("--load", "saved", metavar="FILE", help="The diagram as `diagram --save` has written it.")
    @wraps(function)
    def command(
        session: Session, problem: Problem, memory: int | None, saved: str | None, **rest: object
    ) -> int:
        from excover.survey.solutions import Survey, TooLarge

        try:
            survey = Survey.load(saved, problem, memory) if saved else Survey.of(problem, memory)
        except TooLarge as refused:
            session.show(refused.diagnostics)
            return Status.STOPPED
        return function(session=session, survey=survey, **rest)

    return command


def tell_none(session: Session, problem: Problem) -> int:
    """There is no solution to say anything about."""
    if session.json:
        session.tell_data({"solutions": 0})
        return Status.NO_SOLUTION
    tell("no solution")
    if drawing := problem.given_drawing:
        tell("with these givens:\n\n" + printable(drawing))
    return Status.NO_SOLUTION


def new_file(context: click.Context, _option: click.Parameter, path: str | None) -> NewFile | None:
    """Refuses a file that cannot be written before anything is computed."""
    return None if path is None else context.with_resource(NewFile(path))
