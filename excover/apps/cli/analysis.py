"""What commands with several steps share: their time limit and progress, one solution, the diagram of all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING

import click

from excover.apps.cli.files import CommandFunction
from excover.apps.cli.parameters import (
    option,
    takes_memory,
    takes_problem,
    takes_threads,
    takes_time_limit,
)
from excover.apps.cli.process import ExitStatus, note, print_data, printable
from excover.apps.cli.report import REASONS, ProgressLine
from excover.apps.cli.session import Session, current_session
from excover.base.words import visible
from excover.problem.problem import Problem
from excover.search.outcome import Outcome, StoppedBy, Unfinished
from excover.search.run import Budget
from excover.search.strategy import Strategy

if TYPE_CHECKING:
    from excover.authors.clues import NotUnique
    from excover.base.json.objects import SolutionSetData
    from excover.base.json.outputs import SampledData, StartsData
    from excover.problem.solution_set import SolutionSet

# The run of a command with several steps: its time limit, its cancellation, and its line of progress.


class Deadline:
    """A ``run`` that a signal or the time limit ends; a ``line`` on a terminal shows its progress."""

    def __init__(self, session: Session, limit: float | None) -> None:
        self._session = session
        self.line = ProgressLine(session)
        self.run = session.run(Budget(seconds=limit), progress=self.line)

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return self.run.seconds

    @contextmanager
    def working(self) -> Iterator[None]:
        """A context in which signals only request an end. The line of progress is erased afterwards."""
        with self._session.stop.requested_only(), self.line:
            yield

    @property
    def status(self) -> int:
        """The exit status of a command that was stopped."""
        return self._session.stop.status or ExitStatus.STOPPED

    @property
    def stopped_by(self) -> StoppedBy:
        """Why a command was stopped."""
        return self.run.stopped_by or StoppedBy.TIME

    @property
    def reason(self) -> str:
        """Why a command was stopped, in words."""
        return REASONS[self.stopped_by]


def takes_deadline(function: CommandFunction) -> CommandFunction:
    """Adds --time-limit; the function gets the ``deadline``."""

    @takes_time_limit
    @wraps(function)
    def command(time_limit: float | None, **rest: object) -> int:
        return function(deadline=Deadline(current_session(), time_limit), **rest)

    return command


def takes_unique_puzzle(function: CommandFunction) -> CommandFunction:
    """Adds what `takes_problem` and `takes_deadline` do, for a puzzle with exactly one solution.

    If it has none or several, or that is not known in time, the command reports so and ends.
    """

    @takes_problem
    @takes_deadline
    @wraps(function)
    def command(session: Session, deadline: Deadline, **rest: object) -> int:
        from excover.authors.clues import NotUnique  # which others do without

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
    from excover.authors.unique import Verdict

    verdict = wrong.found.verdict
    if session.json:
        print_data({"verdict": verdict.value})
    elif verdict is Verdict.SEVERAL:
        note("at least two solutions; `excover unique` shows where they differ")
    else:
        note("no solution; `excover why` explains why")
    return ExitStatus.NO_SOLUTION


def note_end(session: Session, text: str) -> None:
    """Reports why there is no answer, or no further one."""
    if session.json:
        session.note_data({"end": text})
    else:
        note(text)


# Shared by the commands about all solutions: build or load the diagram, and report refusals.


def _takes_file(function: CommandFunction) -> CommandFunction:
    """Adds --load and --recount."""
    load = option(
        "--load FILE",
        "Load the diagram from a file of `diagram --save`. Every solution in it is verified; that none"
        " is missing, only with --recount.",
        name="saved",
    )
    recount = option(
        "--recount", "With --load, count the solutions again and refuse a file that leaves some out."
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
        from excover.problem.solution_set import SolutionSet

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
