"""Shared by the commands about all solutions: build or load the diagram, and report refusals."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING

import click

from excover.apps.cli.deadline import Deadline, takes_deadline
from excover.apps.cli.parameters import CommandFunction, takes_memory, takes_problem, takes_threads
from excover.apps.cli.report import REASONS
from excover.apps.cli.session import Session
from excover.apps.cli.streams import ExitStatus, note, printable
from excover.base.words import visible

if TYPE_CHECKING:
    from excover.base.json.objects import SolutionSetData
    from excover.base.json.standard_error import SampledData, StartsData
    from excover.problem.problem import Problem
    from excover.problem.solution_set.solution_set import SolutionSet
    from excover.search.outcome import Outcome

    Build = Callable[[], SolutionSet]


def _takes_file(function: CommandFunction) -> CommandFunction:
    """Adds --load and --recount."""
    load = click.option(
        "--load",
        "saved",
        metavar="FILE",
        help="Load the diagram from a file of `diagram --save`. Every solution in it is verified; that none"
        " is missing, only with --recount.",
    )
    recount = click.option(
        "--recount",
        is_flag=True,
        help="With --load, count the solutions again and refuse a file that leaves some out.",
    )
    return load(recount(function))


def takes_solution_set(function: CommandFunction) -> CommandFunction:
    """Adds SPEC, -p, --given, --time-limit, --threads, --memory, --load and --recount.

    The function gets the ``problem``, the ``deadline``, and a function to ``build`` the set of solutions,
    which it calls after all other checks because it may take long. If the set cannot be built within the
    limits of time and memory, the command reports that and ends.
    """

    @takes_problem
    @takes_deadline
    @takes_threads
    @takes_memory
    @_takes_file
    @wraps(function)
    def command(
        session: Session,
        problem: Problem,
        deadline: Deadline,
        threads: int,
        memory: int | None,
        saved: str | None,
        recount: bool,
        **rest: object,
    ) -> int:
        from excover.problem.solution_set.solution_set import SolutionSet, TooLarge
        from excover.search.outcome import Unfinished
        from excover.search.strategy import Strategy

        if recount and saved is None:
            raise click.UsageError("--recount needs --load FILE")

        def build() -> SolutionSet:
            run = deadline.run.by(Strategy(threads=threads, memory=memory))
            with deadline.working():
                if saved is None:
                    solution_set = SolutionSet.of(problem, run)
                else:
                    solution_set = SolutionSet.load(saved, problem, memory, run, recount=recount)
            session.stop.raise_if_requested()
            if saved and not solution_set.is_proven and not session.json:
                note(f"{visible(saved)} is taken to be complete; only --recount proves it")
            return solution_set

        try:
            return function(session=session, problem=problem, deadline=deadline, build=build, **rest)
        except TooLarge as refused:
            session.show(refused.diagnostics)
            return ExitStatus.STOPPED
        except Unfinished as unfinished:
            _note_unfinished(session, deadline, unfinished.outcome)
            return deadline.status

    return command


def _note_unfinished(session: Session, deadline: Deadline, outcome: Outcome) -> None:
    """Reports that time ran out before the diagram was complete, or before it answered a query.

    Until it is complete, it is unknown even whether there is a solution.
    """
    if session.json:
        session.note_data({"outcome": outcome.as_data()})
        return
    reason = f"{REASONS[outcome.stopped_by]} after {deadline.seconds:.2f} s"
    if outcome.statistics.engine == "none":  # it was complete
        note(f"{reason}, before the diagram of all solutions gave an answer")
        return
    states = f"{outcome.statistics.nodes:,} states so far"
    note(f"{reason}, before the diagram of all solutions was complete: {states}")


def solution_set_data(
    solution_set: SolutionSet, deadline: Deadline, exhausted: bool = True
) -> SolutionSetData:
    """For JSON. The number of solutions is known; ``exhausted`` is false if the rest was stopped."""
    return {
        "status": "solved" if solution_set else "none",
        "count": solution_set.count,
        "exhausted": exhausted,
        "stopped_by": None if exhausted else deadline.stopped_by.value,
        "seconds": round(deadline.seconds, 6),
        "proven": solution_set.is_proven,
    }


def note_no_solution(
    session: Session, solution_set: SolutionSet, data: SampledData | StartsData | None = None
) -> int:
    """Reports that there is no solution; ``data`` is the report as JSON."""
    if session.json and data:
        session.note_data({"outcome": data})
        return ExitStatus.NO_SOLUTION
    note("no solution")
    if drawing := solution_set.problem.given_drawing:
        note("with these givens:\n\n" + printable(drawing))
    return ExitStatus.NO_SOLUTION
