"""`excover solve`: solutions on standard output as they are found, a summary on standard error."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from excover.cli.options import (
    takes_budget,
    takes_json,
    takes_order,
    takes_problem,
    takes_stats,
    takes_strategy,
    takes_up_to,
)
from excover.cli.pictures import Album, takes_pictures
from excover.cli.progress import Bar
from excover.cli.report import Clock, exit_status, statistics, summary
from excover.cli.session import Session
from excover.cli.streams import flush, printable, tell, write
from excover.solve.outcome import Outcome
from excover.solve.run import Budget, Progress, Run
from excover.solve.strategy import Strategy

if TYPE_CHECKING:
    from excover.cover.motions import UpTo
    from excover.decode import Solution
    from excover.problem import Problem

    Show = Callable[[int, Solution], str]


@click.command("solve")
@takes_problem
@takes_pictures
@takes_budget
@click.option(
    "--given-lines", metavar="FILE", help="A line of clues after the other: a line of result for each."
)
@click.option("--unique", is_flag=True, help="Each of these lines is to have exactly one solution.")
@click.option("--all", "every", is_flag=True, help="Every solution; without it, the first (or the best).")
@takes_strategy
@takes_order
@takes_up_to
@takes_stats
@click.option("--csv", "as_csv", is_flag=True, help="A table: a row for each option of each solution.")
@takes_json("A JSON object a line for each solution, and for all that is told on standard error.")
def command(
    session: Session,
    problem: Problem,
    album: Album,
    budget: Budget,
    every: bool,
    up_to: UpTo | None,
    strategy: Strategy,
    stats: bool,
    given_lines: str | None,
    unique: bool,
    as_csv: bool,
) -> int:
    """Find solutions and draw them: the first, all with --all, or so many with --limit.

    Of a description that says `minimize` or `maximize`, the best is found unless --all or --limit is given.
    """
    run = Run(budget, strategy, session.stop)
    if given_lines is not None:
        from excover.cli.given_lines import solve_lines

        album.refuse("--given-lines")
        return solve_lines(session, problem, given_lines, unique, run)
    if as_csv and session.json:
        raise click.UsageError("--csv and --json exclude each other")
    if unique:
        raise click.UsageError("--unique is for --given-lines; `excover unique` is for a single puzzle")
    if every and budget.solutions is not None:
        raise click.UsageError(
            "--all and --limit exclude each other:"
            f" `--limit {budget.solutions}` alone gives the first {budget.solutions:,}"
        )
    clock = Clock()
    show = _shown_by(session, problem, album, as_csv)
    first_only = not every and budget.solutions is None
    if first_only and problem.puzzle.goal:
        return _show_best(session, problem, album, show, run, stats, clock)
    wanted = run.limited(1, budget.nodes) if first_only else run
    outcome = _show_solutions(session, problem, album, show, wanted, up_to)
    if session.json:
        from excover.render.json import outcome_data

        session.tell_data({"outcome": outcome_data(outcome)})
    else:
        _tell(problem, outcome, clock, first_only)
        if stats:
            tell(statistics(outcome, full=True))
    return exit_status(outcome, session.stop, enough=True)


def _show_best(
    session: Session, problem: Problem, album: Album, show: Show, run: Run, stats: bool, clock: Clock
) -> int:
    """Shows the best solution, or the best found until the budget was spent or a signal came."""
    with session.stop.requested_only():
        improvements = problem.improvements(run)
        best = deque(improvements, maxlen=1)
    outcome = album.outcome = improvements.outcome
    for solution in best:
        album.add(solution)
        write(show(1, solution))
    if session.json:
        from excover.render.json import outcome_data

        session.tell_data({"outcome": outcome_data(outcome)})
    elif best:
        proven = "the best there is" if outcome.exhausted else "the best so far; there may be better ones"
        tell(f"cost {best[0].cost:,}: {proven}, after {clock.told(outcome)}")
    else:
        _tell(problem, outcome, clock, first_only=False)
    if stats and not session.json:
        tell(statistics(outcome, full=True))
    return exit_status(outcome, session.stop, enough=outcome.exhausted)


def _show_solutions(
    session: Session,
    problem: Problem,
    album: Album,
    show: Show,
    run: Run,
    up_to: UpTo | None,
) -> Outcome:
    """Shows what is found until a signal asks for an end; what was found by then is shown too."""

    def before_searching_on(progress: Progress) -> None:
        flush()
        bar(progress)

    with session.stop.requested_only(), Bar(session) as bar:
        solutions = problem.solutions(replace(run, progress=before_searching_on), up_to=up_to)
        for number, solution in enumerate(solutions, 1):
            album.add(solution)
            bar.clear()
            write(show(number, solution))
    album.outcome = solutions.outcome
    return album.outcome


def _shown_by(session: Session, problem: Problem, album: Album, as_csv: bool) -> Show:
    """How a solution is shown on standard output; of a table, the head is written."""
    if as_csv:
        from excover.formats.solution_table import SolutionTable

        table = SolutionTable(problem.matrix.options)
        write(table.head())
        return lambda number, solution: "\n".join(table.rows(number, solution.numbers))
    if session.json:
        from excover.decode import JsonLines

        lines = JsonLines()
        return lambda number, solution: lines.line(solution, number=number)
    return lambda number, solution: ("\n" if number > 1 else "") + album.text(solution)


def _tell(problem: Problem, outcome: Outcome, clock: Clock, first_only: bool) -> None:
    if first_only and outcome.count and not outcome.exhausted:
        tell(f"first solution in {clock.told(outcome)}; --all shows all there are")
        return
    tell(summary(outcome, clock))
    if not outcome.count and (drawing := problem.given_drawing):
        tell("with these givens:\n\n" + printable(drawing))
