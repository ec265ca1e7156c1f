"""`excover solve --given-lines`: solves one puzzle per line of clues, with one line of result for each.

Standard output has one line per line of clues, in the same order: the solved line, or `- none`,
`- ambiguous` or `- wrong`. Standard error names the lines that were not solved, and the reason.
"""

from __future__ import annotations

import codecs
import io
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO

import click
from click.core import ParameterSource

from excover.apps.cli.files import reading, standard_stream
from excover.apps.cli.process import ExitStatus, Interrupted, flush, note, printable, write
from excover.apps.cli.report import REASONS
from excover.apps.cli.session import Session
from excover.authors.clue_lines import LineResult, LineSolver, LineStatus, Rejection
from excover.base.diagnostics import SpecError
from excover.base.json import line
from excover.base.limits import Ceiling
from excover.base.words import plural, visible
from excover.language import messages
from excover.language.texts import BytesRead
from excover.problem.problem import Problem
from excover.search.outcome import Status, StoppedBy
from excover.search.run import Run

if TYPE_CHECKING:
    from excover.base.json.outputs import LineResultData, LinesData

CHUNK = 2**20
"""The most bytes to read at once."""


TAKEN = (
    "spec",
    "settings",
    "tables",
    "given_lines",
    "unique",
    "threads",
    "time_limit",
    "json",
    "allowed",
    "quiet",
)
"""The options of `solve` that --given-lines can be combined with."""
WORDING: dict[LineStatus, str] = {
    Status.NONE: "no solution",
    Rejection.AMBIGUOUS: "at least 2 solutions",
    Status.UNKNOWN: "stopped before it was known whether there is a solution",
}


def solve_lines(session: Session, problem: Problem, given: str, unique: bool, run: Run) -> int:
    """Answers lines as they arrive, in constant memory; returns the exit status."""
    _check_options(click.get_current_context())
    name = "<stdin>" if given == "-" else given
    try:
        solver = LineSolver(problem, unique, run.strategy.threads, name)
    except ValueError as misfit:
        raise click.UsageError(f"--given-lines: {misfit}") from None
    tally = _Tally(run.started())
    # While it reads, no result is pending, so a signal may end it at once.
    with suppress(Interrupted), _opened(given) as stream:
        number = 1
        for lines in _lines(stream, name, problem.limits.ceiling("source")):
            with session.stop.requested_only():
                results = _results(session, solver, lines, number, tally.run)
                if isinstance(results, str):
                    write(results)
                    tally.counts[Status.SOLVED] += len(lines)
                else:
                    for result in results:
                        _show(session, name, result)
                    tally.add(results, solver.is_stopped)
                flush()
            number += len(lines)
            if session.stop or tally.is_stopped:
                break
    _note(session, tally)
    return _exit_status(session, tally)


@dataclass(slots=True)
class _Tally:
    run: Run
    counts: Counter[LineStatus] = field(default_factory=Counter)
    is_stopped: bool = False

    def add(self, results: list[LineResult], is_stopped: bool) -> None:
        self.counts.update(result.status for result in results)
        self.is_stopped = is_stopped


def _check_options(context: click.Context) -> None:
    if context.params["spec"] == context.params["given_lines"] == "-":
        raise click.UsageError("SPEC and --given-lines cannot both be read from standard input")
    for parameter in context.command.params:
        chosen = context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
        if chosen and parameter.name not in TAKEN:
            raise click.UsageError(f"--given-lines and {parameter.opts[0]} exclude each other")


def _opened(given: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(standard_stream()) if given == "-" else open(given, "rb")


def _results(
    session: Session, solver: LineSolver, lines: list[str], number: int, run: Run
) -> str | list[LineResult]:
    """For lines from this number on; JSON has more of each than its text."""
    if session.json:
        return solver.solve(solver.clues(lines, number), run)
    return solver.solve_texts(lines, number, run)


def _lines(stream: BinaryIO, name: str, ceiling: Ceiling) -> Iterator[list[str]]:
    """The lines that have arrived so far. Raises SpecError if a line is longer than the limit."""
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8-sig")(), translate=True)
    rest, chunk, passed = "", b"some", BytesRead()
    while chunk:
        with reading(f"`{visible(name)}`"):
            chunk = stream.read1(CHUNK)  # type: ignore[attr-defined]  # what has arrived so far
        passed.add(chunk)
        try:
            text = rest + decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as wrong:
            raise SpecError(passed.refused(wrong, name)) from None
        *lines, rest = text.split("\n")
        if max(map(len, (*lines, rest))) > ceiling.most:
            raise SpecError(messages.TextTooLong(f"a line of {name}", ceiling))
        if not chunk and rest:
            lines.append(rest)
        yield lines


def _show(session: Session, name: str, result: LineResult) -> None:
    write(line(_data(result)) if session.json else printable(str(result)))
    if result.faults:
        session.show(result.faults)
    elif result.status is not Status.SOLVED and not session.json:
        note(f"{visible(name)}:{result.line}: {WORDING[result.status]}")


def _data(result: LineResult) -> LineResultData:
    solution = result.solution
    return {
        "number": result.number,
        "line": result.line,
        "status": result.status.value,
        "solved": result.drawing,
        "solution": None if solution is None else solution.as_data(),
    }


def _note(session: Session, tally: _Tally) -> None:
    counts, seconds = tally.counts, tally.run.seconds
    rate = counts.total() / seconds
    reason = _reason(session, tally)
    if session.json:
        lines: LinesData = {
            "solved": counts[Status.SOLVED],
            "none": counts[Status.NONE],
            "ambiguous": counts[Rejection.AMBIGUOUS],
            "wrong": counts[Rejection.UNREADABLE],
            "stopped_by": reason and reason.value,
            "seconds": round(seconds, 6),
            "per_second": round(rate),
        }
        session.note_data({"lines": lines})
        return
    parts = [
        f"{counts[Status.SOLVED]:,} solved",
        f"{counts[Status.NONE]:,} without solution",
        f"{counts[Rejection.AMBIGUOUS]:,} ambiguous" if counts[Rejection.AMBIGUOUS] else "",
        f"{counts[Rejection.UNREADABLE]:,} wrong" if counts[Rejection.UNREADABLE] else "",
    ]
    end = f"{REASONS[reason]} after" if reason else "in"
    summary = f"{', '.join(filter(None, parts))} {end} {seconds:.2f} s"
    note(f"{plural(counts.total(), 'line')}: {summary}, {rate:,.0f} a second")


def _reason(session: Session, tally: _Tally) -> StoppedBy | None:
    """Why not all lines were answered, if it is known; a signal may have come at the last line."""
    return session.stop.reason or (StoppedBy.TIME if tally.is_stopped else None)


def _exit_status(session: Session, tally: _Tally) -> int:
    counts = tally.counts
    if session.stop:
        return session.stop.status
    if tally.is_stopped:
        return ExitStatus.STOPPED
    if counts[Rejection.UNREADABLE]:
        return ExitStatus.USAGE
    return ExitStatus.NO_SOLUTION if counts[Status.NONE] or counts[Rejection.AMBIGUOUS] else ExitStatus.SOLVED
