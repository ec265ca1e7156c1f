"""What the commands about all solutions share: the diagram, built, loaded or refused, and how it is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from excover.cli.deadline import Deadline, takes_deadline
from excover.cli.files import NewFile
from excover.cli.options import Function, takes_memory, takes_problem, takes_threads
from excover.cli.report import REASONS
from excover.cli.session import Session
from excover.cli.status import ExitStatus
from excover.cli.streams import printable, tell

if TYPE_CHECKING:
    from excover.problem import Problem
    from excover.solution_set.solution_set import SolutionSet
    from excover.solve.outcome import Outcome

    Build = Callable[[], SolutionSet]


def takes_solution_set(function: Function) -> Function:
    """Adds SPEC, -p, --given, --time-limit, --threads, --memory and --load.

    The function gets the ``problem``, the ``deadline`` that there is, and how to ``build`` the set of
    solutions: once everything else that may be wrong is looked at, for it may take long. Where it cannot be
    built in time or memory, the command says so and ends.
    """

    @takes_problem
    @takes_deadline
    @takes_threads
    @takes_memory
    @click.option("--load", "saved", metavar="FILE", help="The diagram as `diagram --save` has written it.")
    @wraps(function)
    def command(
        session: Session,
        problem: Problem,
        deadline: Deadline,
        threads: int,
        memory: int | None,
        saved: str | None,
        **rest: object,
    ) -> int:
        from excover.solution_set.solution_set import SolutionSet, TooLarge
        from excover.solve.outcome import Unfinished

        def build() -> SolutionSet:
            if saved is not None:
                return SolutionSet.load(saved, problem, memory)
            return _built(session, problem, deadline, threads, memory)

        try:
            return function(session=session, problem=problem, deadline=deadline, build=build, **rest)
        except TooLarge as refused:
            session.show(refused.diagnostics)
            return ExitStatus.STOPPED
        except Unfinished as unfinished:
            _tell_unfinished(session, deadline, unfinished.outcome)
            return deadline.status

    return command


def _built(
    session: Session, problem: Problem, deadline: Deadline, threads: int, memory: int | None
) -> SolutionSet:
    from excover.solution_set.solution_set import SolutionSet
    from excover.solve.strategy import Strategy

    with deadline.working():
        solution_set = SolutionSet.of(problem, deadline.run.by(Strategy(threads=threads, memory=memory)))
    session.stop.raise_if_requested()
    return solution_set


def _tell_unfinished(session: Session, deadline: Deadline, outcome: Outcome) -> None:
    """Nothing is known of the solutions before their diagram is built, not even whether there is one."""
    if session.json:
        from excover.render.json import outcome_data

        session.tell_data({"outcome": outcome_data(outcome)})
        return
    reason = f"{REASONS[outcome.stopped_by]} after {deadline.seconds:.2f} s"
    states = f"{outcome.statistics.nodes:,} states so far"
    tell(f"{reason}: the diagram of all solutions is not built yet, with {states}")


def solution_set_data(
    solution_set: SolutionSet, deadline: Deadline, exhausted: bool = True
) -> dict[str, Any]:
    """For JSON, in the words of `excover.render.json.outcome_data`.

    The number of solutions is known; ``exhausted`` tells whether all else was, too, that was asked for.
    """
    return {
        "status": "solved" if solution_set else "none",
        "count": solution_set.count,
        "exhausted": exhausted,
        "stopped_by": None if exhausted else deadline.stopped_by.value,
        "seconds": round(deadline.seconds, 6),
    }


def tell_none(session: Session, solution_set: SolutionSet, deadline: Deadline, **more: int) -> int:
    """There is no solution to say anything about; ``more`` is told in JSON."""
    if session.json:
        session.tell_data({"outcome": {**solution_set_data(solution_set, deadline), **more}})
        return ExitStatus.NO_SOLUTION
    tell("no solution")
    if drawing := solution_set.problem.given_drawing:
        tell("with these givens:\n\n" + printable(drawing))
    return ExitStatus.NO_SOLUTION


def new_file(context: click.Context, _option: click.Parameter, path: str | None) -> NewFile | None:
    """Refuses a file that cannot be written before anything is computed."""
    return None if path is None else context.with_resource(NewFile(path))
