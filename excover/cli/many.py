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
from contextlib import contextmanager
from time import perf_counter

import click

from excover import faults
from excover.cli.session import Session
from excover.cli.signals import Interrupted
from excover.cli.status import Status as Exit
from excover.cli.streams import flush, printable, tell, write
from excover.diagnostics import SpecError
from excover.many import Line, LineSolver, Result, Status
from excover.problem import Problem
from excover.words import plural, visible

CHUNK = 2**18
"""Bytes read at once, if there are so many."""
LONGEST = 2**20
"""Characters of a line."""


def solve_lines(
    session: Session, problem: Problem, given: str, unique: bool, threads: int, seconds: float | None
) -> int:
    """The exit status; answers lines as they come, in constant memory."""
    name = "<stdin>" if given == "-" else given
    try:
        solver = LineSolver(problem, unique, threads, name)
    except ValueError as misfit:
        raise click.UsageError(f"--given-lines: {misfit}") from None
    began, counts = perf_counter(), Counter[Status]()
    with _opened(given) as stream:
        for batch in _batches(session, solver, stream, name):
            left = None if seconds is None else max(0.0, began + seconds - perf_counter())
            with session.stop.requested_only():
                results = solver.solve(batch, left, session.stop)
            for result in results:
                _show(session, name, result)
            flush()
            counts.update(result.status for result in results)
            if session.stop() or solver.is_stopped:
                break
    _tell(session, counts, perf_counter() - began, solver.is_stopped)
    return _exit_status(session, counts, solver.is_stopped)


@contextmanager
def _opened(given: str) -> Iterator[io.BufferedIOBase]:
    if given != "-":
        try:
            with open(given, "rb") as stream:
                yield stream
        except FileNotFoundError:
            raise SpecError(faults.no_given(given)) from None
    elif sys.stdin is None:
        raise click.UsageError("standard input is closed")
    else:
        yield sys.stdin.buffer


def _batches(
    session: Session, solver: LineSolver, stream: io.BufferedIOBase, name: str
) -> Iterator[list[Line]]:
    """The lines of clues, as many as can be read at once; an end when a signal asks for it."""
    number = 0
    for lines in _lines(session, stream, name):
        batch = [Line(number + k, line) for k, line in enumerate(lines, 1) if solver.is_clue(line)]
        number += len(lines)
        if batch:
            yield batch


def _lines(session: Session, stream: io.BufferedIOBase, name: str) -> Iterator[list[str]]:
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8-sig")(), translate=True)
    rest = ""
    while not session.stop():
        try:
            chunk = stream.read1(CHUNK)
            text = rest + decoder.decode(chunk, final=not chunk)
        except Interrupted:
            return
        except UnicodeDecodeError:
            raise SpecError(faults.not_text(name)) from None
        *lines, rest = text.split("\n")
        if len(rest) > LONGEST:
            raise click.UsageError(f"`{name}` has a line of more than {LONGEST:,} characters")
        if not chunk and rest:
            lines.append(rest)
        yield lines
        if not chunk:
            return


def _show(session: Session, name: str, result: Result) -> None:
    write(json.dumps(_data(result)) if session.json else printable(str(result)))
    if result.faults:
        session.show(result.faults)
    elif result.status is not Status.SOLVED:
        said = "no solution" if result.status is Status.NONE else "at least 2 solutions"
        if not session.json:
            tell(f"{visible(name)}:{result.line}: {said}")


def _data(result: Result) -> dict[str, object]:
    solution = result.solution
    return {
        "number": result.number,
        "line": result.line,
        "status": result.status.value,
        "drawing": result.drawing,
        "solution": solution and solution.as_data(),
    }


def _tell(session: Session, counts: Counter[Status], seconds: float, stopped: bool) -> None:
    rate = counts.total() / seconds
    if session.json:
        told = {status.value: counts[status] for status in Status if status is not Status.UNKNOWN}
        session.tell_data({"lines": {**told, "seconds": round(seconds, 6), "per_second": round(rate)}})
        return
    parts = [
        f"{counts[Status.SOLVED]:,} solved",
        f"{counts[Status.NONE]:,} without solution",
        f"{counts[Status.AMBIGUOUS]:,} ambiguous" if counts[Status.AMBIGUOUS] else "",
        f"{counts[Status.WRONG]:,} wrong" if counts[Status.WRONG] else "",
    ]
    end = "interrupted after" if session.stop() else "stopped by --time-limit after" if stopped else "in"
    said = f"{', '.join(filter(None, parts))} {end} {seconds:.2f} s"
    tell(f"{plural(counts.total(), 'line')}: {said}, {rate:,.0f} a second")


def _exit_status(session: Session, counts: Counter[Status], stopped: bool) -> int:
    if session.stop():
        return session.stop.status
    if stopped:
        return Exit.STOPPED
    if counts[Status.WRONG]:
        return Exit.USAGE
    return Exit.NO_SOLUTION if counts[Status.NONE] or counts[Status.AMBIGUOUS] else Exit.SOLVED
