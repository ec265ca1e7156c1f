"""`excover solve --given-lines`: a line of clues after the other, and a line of result for each.

Standard output has as many lines as there are lines of clues, in their order: the solved line, or `- none`,
`- ambiguous` or `- wrong`. Standard error says which lines these are, and why.
"""

from __future__ import annotations

import codecs
import io
import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from typing import BinaryIO

import click
from click.core import ParameterSource

from excover.cli.report import REASONS
from excover.cli.session import Session
from excover.cli.signals import Interrupted
from excover.cli.status import ExitStatus
from excover.cli.streams import flush, printable, tell, write
from excover.diagnostics import SpecError
from excover.given_lines import Line, LineResult, LineSolver, LineStatus, Rejection
from excover.limits import Ceiling
from excover.messages.about_files import NotUtf8
from excover.messages.about_syntax import TextTooLong
from excover.problem import Problem
from excover.solve.outcome import Status, StoppedBy
from excover.solve.run import Run
from excover.words import plural, visible

CHUNK = 2**18
"""Bytes read at once, if there are so many."""


TAKEN = ("spec", "settings", "given_lines", "unique", "threads", "time_limit", "json", "allowed", "quiet")
"""The options of `solve` that lines are compatible with."""
SAID: dict[LineStatus, str] = {
    Status.NONE: "no solution",
    Rejection.AMBIGUOUS: "at least 2 solutions",
    Status.UNKNOWN: "stopped before it was known whether there is a solution",
}


def solve_lines(session: Session, problem: Problem, given: str, unique: bool, run: Run) -> int:
    """The exit status; answers lines as they come, in constant memory."""
    _check_options(click.get_current_context())
    name = "<stdin>" if given == "-" else given
    try:
        solver = LineSolver(problem, unique, run.strategy.threads, name)
    except ValueError as misfit:
        raise click.UsageError(f"--given-lines: {misfit}") from None
    tally = _Tally(run.started())
    # While it reads, nothing is in the air that a signal could break.
    with suppress(Interrupted), _opened(given) as stream:
        for batch in _batches(solver, stream, name, problem.limits.ceiling("source")):
            with session.stop.requested_only():
                results = solver.solve(batch, tally.run)
                for result in results:
                    _show(session, name, result)
                flush()
                tally.add(results, solver.is_stopped)
            if session.stop or tally.is_stopped:
                break
    _tell(session, tally)
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
        said = context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
        if said and parameter.name not in TAKEN:
            raise click.UsageError(f"--given-lines and {parameter.opts[0]} exclude each other")


def _opened(given: str) -> AbstractContextManager[BinaryIO]:
    if given != "-":
        return open(given, "rb")
    if sys.stdin is None:
        raise click.UsageError("standard input is closed")
    return nullcontext(sys.stdin.buffer)


def _batches(solver: LineSolver, stream: BinaryIO, name: str, ceiling: Ceiling) -> Iterator[list[Line]]:
    """The lines of clues, as many as can be read at once."""
    number = 0
    for lines in _lines(stream, name, ceiling):
        batch = [Line(number + k, line) for k, line in enumerate(lines, 1) if solver.is_clue(line)]
        number += len(lines)
        if batch:
            yield batch


def _lines(stream: BinaryIO, name: str, ceiling: Ceiling) -> Iterator[list[str]]:
    """Those that have come by now. Raises SpecError where one is longer than its ceiling."""
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8-sig")(), translate=True)
    rest, chunk = "", b"some"
    while chunk:
        chunk = stream.read1(CHUNK)  # type: ignore[attr-defined]  # what has come by now
        try:
            text = rest + decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError:
            raise SpecError(NotUtf8(name)) from None
        *lines, rest = text.split("\n")
        if max(map(len, (*lines, rest))) > ceiling.most:
            raise SpecError(TextTooLong(f"a line of {name}", ceiling))
        if not chunk and rest:
            lines.append(rest)
        yield lines


def _show(session: Session, name: str, result: LineResult) -> None:
    write(json.dumps(_data(result)) if session.json else printable(str(result)))
    if result.faults:
        session.show(result.faults)
    elif result.status is not Status.SOLVED and not session.json:
        tell(f"{visible(name)}:{result.line}: {SAID[result.status]}")


def _data(result: LineResult) -> dict[str, object]:
    solution = result.solution
    return {
        "number": result.number,
        "line": result.line,
        "status": result.status.value,
        "solved": result.drawing,
        "solution": solution and solution.as_data(),
    }


def _tell(session: Session, tally: _Tally) -> None:
    counts, seconds = tally.counts, tally.run.seconds
    rate = counts.total() / seconds
    reason = _reason(session, tally)
    if session.json:
        kinds: list[LineStatus] = [Status.SOLVED, Status.NONE, *Rejection]
        told = {kind.value: counts[kind] for kind in kinds}
        stopped_by = reason.value if reason else None
        times = {"seconds": round(seconds, 6), "per_second": round(rate)}
        session.tell_data({"lines": {**told, "stopped_by": stopped_by, **times}})
        return
    parts = [
        f"{counts[Status.SOLVED]:,} solved",
        f"{counts[Status.NONE]:,} without solution",
        f"{counts[Rejection.AMBIGUOUS]:,} ambiguous" if counts[Rejection.AMBIGUOUS] else "",
        f"{counts[Rejection.UNREADABLE]:,} wrong" if counts[Rejection.UNREADABLE] else "",
    ]
    end = f"{REASONS[reason]} after" if reason else "in"
    said = f"{', '.join(filter(None, parts))} {end} {seconds:.2f} s"
    tell(f"{plural(counts.total(), 'line')}: {said}, {rate:,.0f} a second")


def _reason(session: Session, tally: _Tally) -> StoppedBy | None:
    """Why not all lines were answered, as far as that is known: a signal may have come at the last one."""
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
