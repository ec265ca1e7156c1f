"""`solve --given-lines`, `rate --given-lines`: a puzzle per line of clues, and a line of result for each.

Standard output has one line per line of clues, in the same order: the solved line or the rating, or `- none`,
`- ambiguous` or `- wrong`. Standard error names the lines that have no such answer, and the reason.
"""

from __future__ import annotations

import codecs
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO

import click
from click.core import ParameterSource

from excover.apps.cli.analysis import Deadline, note_end
from excover.apps.cli.files import reading, standard_stream
from excover.apps.cli.process import ExitStatus, Interrupted, flush, note, printable, write
from excover.apps.cli.report import REASONS
from excover.apps.cli.session import Session
from excover.authors.clue_lines import ClueLine, LineResult, LineSolver, LineStatus, Rejection
from excover.authors.clues import NotUnique
from excover.authors.rate import Level, Rating, rate
from excover.authors.unique import Verdict
from excover.base.diagnostics import SpecError
from excover.base.json import line
from excover.base.limits import Ceiling
from excover.base.words import plural, visible
from excover.language import messages
from excover.language.texts import BytesRead
from excover.problem.problem import Problem
from excover.search.outcome import Status, StoppedBy, Unfinished
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
"""The options that --given-lines can be combined with."""
WORDING: dict[LineStatus, str] = {
    Status.NONE: "no solution",
    Rejection.AMBIGUOUS: "at least 2 solutions",
    Status.UNKNOWN: "stopped before it was known whether there is a solution",
}
REST: dict[LineStatus, str] = {
    Status.NONE: "without solution",
    Rejection.AMBIGUOUS: "ambiguous",
    Rejection.UNREADABLE: "wrong",
}
"""In a summary, lines without an answer."""


def solve_lines(session: Session, problem: Problem, given: str, unique: bool, run: Run) -> int:
    """Answers lines as they arrive, in constant memory; returns the exit status."""
    solver, name = _solver(problem, given, unique, run.strategy.threads)
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


def rate_lines(session: Session, problem: Problem, given: str, deadline: Deadline) -> int:
    """Rates lines as they arrive; returns the exit status."""
    solver, name = _solver(problem, given)
    counts: Counter[Level | LineStatus] = Counter()
    with suppress(Interrupted), _opened(given) as stream:
        number = 1
        for lines in _lines(stream, name, problem.limits.ceiling("source")):
            for clues in solver.clues(lines, number):
                with deadline.working():
                    rated = _rated(session, solver, clues, deadline)
                if rated is Status.UNKNOWN:
                    _note_ratings(session, counts, deadline)
                    note_end(session, f"{deadline.reason} in line {clues.number} of {visible(name)}")
                    return deadline.status
                counts[rated.level if isinstance(rated, Rating) else rated] += 1
                _show_rating(session, name, counts.total(), clues.number, rated)
            number += len(lines)
    _note_ratings(session, counts, deadline)
    return session.stop.status or _status_of(counts)


def _note_ratings(session: Session, counts: Mapping[Level | LineStatus, int], deadline: Deadline) -> None:
    """In JSON, each line has its own."""
    if not session.json:
        parts = [f"{counts[level]:,} {level.value}" for level in Level if counts[level]]
        parts += [f"{counts[each]:,} {words}" for each, words in REST.items() if counts[each]]
        total = plural(sum(counts.values()), "line")
        note(f"{total}: {', '.join(parts) or 'none rated'} in {deadline.seconds:.2f} s")


def _rated(session: Session, solver: LineSolver, clues: ClueLine, deadline: Deadline) -> Rating | LineStatus:
    """The faults of unreadable clues are shown."""
    try:
        return rate(solver.given(clues), deadline.run)
    except SpecError as fault:
        if all(isinstance(each, messages.CONTRADICTIONS) for each in fault.diagnostics):
            return Status.NONE
        session.show(fault.diagnostics)
        return Rejection.UNREADABLE
    except NotUnique as wrong:
        return Status.NONE if wrong.found.verdict is Verdict.NONE else Rejection.AMBIGUOUS
    except Unfinished:
        return Status.UNKNOWN


def _show_rating(session: Session, name: str, number: int, at: int, rated: Rating | LineStatus) -> None:
    """``at`` is the number of the line in its file."""
    rating = rated if isinstance(rated, Rating) else None
    status = Status.SOLVED if isinstance(rated, Rating) else rated
    if session.json:
        data = rating.as_data() if rating else None
        write(line({"number": number, "line": at, "status": status.value, "rating": data}))
    else:
        write(str(rating) if rating else f"- {status.value}")
        if status in WORDING:
            note(f"{visible(name)}:{at}: {WORDING[status]}")
    flush()


def _solver(problem: Problem, given: str, unique: bool = False, threads: int = 1) -> tuple[LineSolver, str]:
    """For the lines of a file, whose name for messages is the second; UsageError if options exclude it."""
    _check_options(click.get_current_context())
    name = "<stdin>" if given == "-" else given
    try:
        return LineSolver(problem, unique, threads, name), name
    except ValueError as misfit:
        raise click.UsageError(f"--given-lines: {misfit}") from None


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
    parts = [f"{counts[Status.SOLVED]:,} solved", f"{counts[Status.NONE]:,} {REST[Status.NONE]}"]
    parts += [f"{counts[each]:,} {REST[each]}" for each in Rejection if counts[each]]
    end = f"{REASONS[reason]} after" if reason else "in"
    summary = f"{', '.join(parts)} {end} {seconds:.2f} s"
    note(f"{plural(counts.total(), 'line')}: {summary}, {rate:,.0f} a second")


def _reason(session: Session, tally: _Tally) -> StoppedBy | None:
    """Why not all lines were answered, if it is known; a signal may have come at the last line."""
    return session.stop.reason or (StoppedBy.TIME if tally.is_stopped else None)


def _exit_status(session: Session, tally: _Tally) -> int:
    if session.stop:
        return session.stop.status
    return ExitStatus.STOPPED if tally.is_stopped else _status_of(tally.counts)


def _status_of(counts: Mapping[Any, int]) -> int:
    """Of lines that were all answered."""
    if counts[Rejection.UNREADABLE]:
        return ExitStatus.USAGE
    return ExitStatus.NO_SOLUTION if counts[Status.NONE] or counts[Rejection.AMBIGUOUS] else ExitStatus.SOLVED
