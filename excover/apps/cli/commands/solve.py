"""`excover solve`: solutions on standard output as they are found, a summary on standard error."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from excover.apps.cli.files import new_file, plot_format_of, read_given, will_write
from excover.apps.cli.parameters import (
    option,
    part,
    takes_budget,
    takes_json,
    takes_order,
    takes_problem,
    takes_stats,
    takes_strategy,
    takes_up_to,
)
from excover.apps.cli.pictures import Album, takes_pictures
from excover.apps.cli.process import ExitStatus, flush, note, print_text, printable, write, write_encoded
from excover.apps.cli.report import Clock, ProgressBar, best_summary, exit_status, statistics, summary
from excover.apps.cli.session import Session
from excover.base.errors import MissingExtra
from excover.language.syntax.ast import UpTo
from excover.search.engine_table import PROGRAMS
from excover.search.outcome import Outcome, Unfinished
from excover.search.run import Budget, Listener, Progress, Run
from excover.search.strategy import Strategy

if TYPE_CHECKING:
    from excover.problem.problem import Problem
    from excover.problem.what_if import StartLike
    from excover.search.progress_log import ProgressTrace
    from excover.solutions.decode import Solution
    from excover.solutions.solution_texts import SolutionTexts
    from excover.solutions.solutions import Solutions

SOON = 20_000
"""Nodes of each question about the bounds that leave no solution."""


@click.command("solve")
@takes_problem
@takes_pictures
@takes_budget
@option("--given-lines FILE", "Solve a puzzle per line of clues; print a line for each.")
@option("--unique", "With --given-lines: require exactly one solution for each line.")
@option("--all", "Show every solution (default: the first, or the best).", name="every")
@option(
    "--gap PART",
    "Stop when the cost, or each goal, is proved to be within PART of the best: 1%, or 0.01 (default: 0).",
    part,
)
@option(
    "--start FILE",
    "Begin with a solution, also of a problem that was a little different: a drawing, names of options,"
    " or a line of --json.",
)
@option("--near", "With --start: as few changes as possible, and of such solutions the best.")
@option("--plot FILE", "Plot the best cost and the bound; needs excover[plot].")
@takes_strategy
@takes_order
@takes_up_to
@option(
    "--distinct-by FAMILY",
    "With --all or --limit: show one solution of each group of `count --by`: `keep`, or `piece[..]`.",
)
@takes_stats
@option("--csv", "Write a CSV table with a row for each option of each solution.", name="as_csv")
@option("--parquet FILE", "Write the rows of --csv to a Parquet file, not to the output.")
@option("--sqlite FILE", "Write solutions to a SQLite database, not to the output.")
@takes_json("Write a JSON object per line for each solution, and per message on standard error.")
def solve_command(
    session: Session,
    problem: Problem,
    album: Album,
    budget: Budget,
    every: bool,
    gap: float | None,
    start: str | None,
    near: bool,
    plot: str | None,
    up_to: UpTo | None,
    distinct_by: str | None,
    strategy: Strategy,
    stats: bool,
    given_lines: str | None,
    unique: bool,
    as_csv: bool,
    **paths: str | None,
) -> int:
    """Find solutions and draw them: the first one, all with --all, or the first N with --limit N.

    If the description contains `minimize` or `maximize`, the default is the best solution.
    """
    run = session.run(budget, strategy)
    if gap is not None and (not problem.puzzle.goal or every or budget.solutions or given_lines):
        raise click.UsageError(
            "--gap needs a description with `minimize` or `maximize`, and no --all, --limit or --given-lines"
        )
    if given_lines is not None:
        from excover.apps.cli.given_lines import solve_lines

        album.refuse("--given-lines")
        return solve_lines(session, problem, given_lines, unique, run)
    _refuse_together(budget, every, unique, as_csv and session.json, near and start is None)
    if distinct_by is not None and not every and budget.solutions is None:
        raise click.UsageError("--distinct-by needs --all or --limit")
    listing = partial(problem.solutions, up_to=up_to, distinct_by=distinct_by)
    clock = Clock(session.began)
    if files := {kind: path for kind, path in paths.items() if path}:
        outcome = _written(session, listing, album, files, as_csv, run, every)
        return _end(session, problem, outcome, clock, stats, first_only=False)
    texts = _texts(session, problem, album, as_csv)
    first_only = not every and budget.solutions is None
    if start is not None and not (first_only and (problem.puzzle.goal or near)):
        raise click.UsageError("--start needs `minimize` or `maximize`, or --near, and no --all or --limit")
    if first_only and (problem.puzzle.goal or near):
        _refuse_for_best(strategy, up_to)
        wishes = _Wishes(gap or 0.0, start, near, plot, stats)
        return _show_best(session, problem, album, texts, run, wishes, clock)
    wanted = run.limited(1, budget.nodes) if first_only else run
    outcome = _show_solutions(session, listing, album, texts, wanted)
    return _end(session, problem, outcome, clock, stats, first_only)


def _refuse_together(budget: Budget, every: bool, unique: bool, two_forms: bool, near_nothing: bool) -> None:
    """Raises UsageError for options that exclude or need each other."""
    if two_forms:
        raise click.UsageError("--csv and --json exclude each other")
    if unique:
        raise click.UsageError("--unique needs --given-lines; for a single puzzle, use `excover unique`")
    if every and budget.solutions is not None:
        raise click.UsageError(
            "--all and --limit exclude each other:"
            f" `--limit {budget.solutions}` alone gives the first {budget.solutions:,}"
        )
    if near_nothing:
        raise click.UsageError("--near needs --start: the solution from which few changes are wanted")


def _end(
    session: Session, problem: Problem, outcome: Outcome, clock: Clock, stats: bool, first_only: bool
) -> int:
    """Reports the outcome of a listing; returns the exit status."""
    if session.json:
        session.note_data({"outcome": outcome.as_data()})
    else:
        _note(problem, outcome, clock, first_only)
        if stats:
            note(statistics(outcome, full=True))
    return exit_status(outcome, session.stop, enough=True)


def _written(
    session: Session,
    listing: Callable[[Run], Solutions],
    album: Album,
    files: Mapping[str, str],
    as_csv: bool,
    run: Run,
    every: bool,
) -> Outcome:
    """Writes solutions to a file as they are found: all, or as many as --limit allows."""
    if len(files) > 1 or as_csv:
        raise click.UsageError("--parquet, --sqlite and --csv exclude each other")
    ((kind, path),) = files.items()
    album.refuse(f"--{kind}")
    will_write(path)
    if not every and run.budget.solutions is None:
        raise click.UsageError("--parquet and --sqlite need --all or --limit")
    with session.stop.requested_only(), ProgressBar(session) as bar:
        solutions = listing(run.replaced(progress=bar))
        try:
            (solutions.to_parquet if kind == "parquet" else solutions.to_sqlite)(path)
        except MissingExtra as missing:
            raise click.UsageError(str(missing)) from None
    return solutions.outcome


def _refuse_for_best(strategy: Strategy, up_to: UpTo | None) -> None:
    """Raises UsageError for an option without effect on the search for the best solution."""
    without_effect = {
        f"--engine {strategy.engine}": strategy.engine not in ("auto", *PROGRAMS),
        f"--up-to {up_to}": up_to is not None,
    }
    for given in (each for each, is_given in without_effect.items() if is_given):
        raise click.UsageError(
            f"{given} has no effect on the search for the best solution; with --all or --limit, it has"
        )


def _show_best(
    session: Session,
    problem: Problem,
    album: Album,
    texts: SolutionTexts,
    run: Run,
    wishes: _Wishes,
    clock: Clock,
) -> int:
    """Shows every improvement as soon as it is found; the last is the best, and the one in pictures."""
    best: Solution | None = None
    start, form = _start(problem, wishes.start), wishes.plot and plot_format_of(wishes.plot)
    if wishes.near and start is not None:
        problem = problem.near(start)
    from excover.search.progress_log import ProgressTrace  # few descriptions have a goal

    trace, hint = ProgressTrace(), _Hint(session)
    improvements = problem.improvements(run.replaced(progress=hint.of(trace)), gap=wishes.gap, start=start)
    with new_file(wishes.plot) if wishes.plot else nullcontext() as file, session.stop.requested_only():
        for number, best in enumerate(improvements, 1):
            print_text(texts.one(number, best))
            trace.note(improvements.outcome)
        outcome = album.outcome = improvements.outcome
        trace.note(outcome)
        if file is not None:
            from excover.render.chart import cost_and_bound

            file.write(cost_and_bound(trace.known, problem.title, form or ""))
    if best:
        album.add(best)
    if session.json:
        session.note_data({"outcome": outcome.as_data()})
    elif best:
        nothing = "" if best.options else "; no option is chosen"
        note(best_summary(outcome, problem.puzzle.goal, clock) + nothing)
    else:
        _note(problem, outcome, clock, first_only=False)
    if wishes.stats and not session.json:
        note(statistics(outcome, full=True))
    status = exit_status(outcome, session.stop, enough=True)
    return ExitStatus.NONE_YET if status == ExitStatus.STOPPED and best is None else status


class _Wishes(NamedTuple):
    """How near to the best, the file of a start, whether near to it, and the file of a plot."""

    gap: float
    start: str | None
    near: bool
    plot: str | None
    stats: bool


class _Hint:
    """A line about what else could be tried, once, where a gap stays wide."""

    def __init__(self, session: Session) -> None:
        self._session, self._is_done = session, session.json or session.quiet

    def of(self, trace: ProgressTrace) -> Listener:
        """A listener that keeps the trace, too."""
        from excover.search.progress_log import what_else

        def listen(progress: Progress) -> None:
            self._session.progress = progress
            trace(progress)
            known = None if self._is_done else progress.outcome
            if known is not None and (line := what_else(known, in_commands=True)):
                self._is_done = True
                note(line)

        return listen


def _start(problem: Problem, file: str | None) -> StartLike | None:
    if file is None:
        return None
    from excover.problem.what_if import read_start

    source = read_given(file)
    return source and read_start(problem.compiled, source)


def _show_solutions(
    session: Session, listing: Callable[[Run], Solutions], album: Album, texts: SolutionTexts, run: Run
) -> Outcome:
    """Shows solutions as they are found; after a signal, it still shows those already found."""

    def before_searching_on(progress: Progress) -> None:
        flush()
        bar(progress)

    with session.stop.requested_only(), ProgressBar(session) as bar:
        solutions = listing(run.replaced(progress=before_searching_on))
        for covers in solutions.batches():
            album.add_covers(covers)
            bar.clear()
            write_encoded(texts.written(covers))
    album.outcome = solutions.outcome
    return album.outcome


def _texts(session: Session, problem: Problem, album: Album, as_csv: bool) -> SolutionTexts:
    """How to show solutions on standard output; writes the head of a table."""
    if as_csv:
        from excover.solutions.solution_texts import SolutionTable, csv_texts

        write(SolutionTable(problem.matrix.options).head())
        return csv_texts(problem.compiled)
    if session.json:
        from excover.solutions.solution_texts import json_texts

        return json_texts(problem.compiled)
    return album.texts()


def _note(problem: Problem, outcome: Outcome, clock: Clock, first_only: bool) -> None:
    if first_only and outcome.count and not outcome.exhausted:
        note(f"first solution in {clock.elapsed(outcome)}; use --all for all solutions")
        return
    note(summary(outcome, clock) + _bounds_in_words(problem, outcome))
    if not outcome.count and (drawing := problem.given_drawing):
        note("with these givens:\n\n" + printable(drawing))


def _bounds_in_words(problem: Problem, outcome: Outcome) -> str:
    """The bounds on sums, or global constraints, that leave no solution, where that is soon known."""
    if outcome.count or not outcome.exhausted or not (problem.matrix.bounds or problem.matrix.constraints):
        return ""
    from excover.authors.why import conflicting_rules

    try:
        reason = conflicting_rules(problem.matrix, Run.within(nodes=SOON))
    except Unfinished:
        return ""
    return f": {reason.brief or reason.text}" if reason else ""
