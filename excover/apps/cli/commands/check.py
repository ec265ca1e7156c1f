"""`excover check`: runs the tests that a description contains, its `expect` lines.

`excover new`: asks five questions, and writes a first description, which has a solution.

>>> print(KINDS["values"](["A grid", 4, 4, "yes"]), end="")
puzzle "A grid"
board grid 4x4
# Every value once in each row and column, and in each block.
fill grid with 1..4, once per row, column, block 2x2
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from excover.apps.cli.files import new_file, read_spec
from excover.apps.cli.parameters import option, seconds, takes_json
from excover.apps.cli.process import ExitStatus, note, print_data, print_text, printable
from excover.apps.cli.session import Session
from excover.authors.unique import Expectation, ExpectationResult
from excover.base.diagnostics import SpecError
from excover.base.words import listed, plural
from excover.language import gallery
from excover.problem.problem import compile_source, parse
from excover.search.outcome import Unfinished
from excover.search.run import Budget, Run

if TYPE_CHECKING:
    from excover.base.json.outputs import CheckData

LARGEST = 30
"""The most rows and columns that are offered: a first puzzle is to be solved at once."""
SECONDS = 10.0
"""So long may the first solution of a description take that is written here."""


def _pieces(answers: Sequence[Any]) -> str:
    title, rows, columns, size = answers
    return f"""\
puzzle "{title}"
board tray {rows}x{columns}
# Every piece of {plural(size, "cell")}, each as often as it is wanted. Draw pieces of your own instead:
# `shapes piece` and below it lines such as `  |AA BB`.
shapes piece = all free {size} of square
place free piece on tray each at least 0 times
"""


def _values(answers: Sequence[Any]) -> str:
    title, size, given, blocks = answers
    high = next(n for n in range(isqrt(size), 0, -1) if size % n == 0)
    has_blocks = blocks == "yes" and high > 1
    block = f", block {high}x{size // high}" if has_blocks else ""
    return f"""\
puzzle "{title}"
board grid {size}x{size}
# Every value once in each row and column{", and in each block" if has_blocks else ""}.
fill grid with 1..{given}, once per row, column{block}
"""


def _marks(answers: Sequence[Any]) -> str:
    title, size, number, touch = answers
    apart = "# No two marks touch.\nrequire mark(p) implies not mark(q) for p in field, q in around(p)\n"
    return f"""\
puzzle "{title}"
board field {size}x{size}, may stay empty
choose mark(p in field)
# So many marks in each row and column.
require count(mark(r, c) for c in 1..{size}) = {number} for r in 1..{size}
require count(mark(r, c) for r in 1..{size}) = {number} for c in 1..{size}
{apart if touch == "no" else ""}draw mark(p) at p as "*"
"""


def _pairs(answers: Sequence[Any]) -> str:
    title, people, tasks, forbidden = answers
    who, what = ([f'"{name}"' for name in names] for names in (people, tasks))
    first = f"# {people[0]} does not do the first task.\nforbid does({who[0]}, {what[0]})\n"
    return f"""\
puzzle "{title}"
let people = {{{", ".join(who)}}}
let tasks = {{{", ".join(what)}}}
# Each task is done by one person, and nobody does two.
item task[tasks]
item person[people] at most once
option does(p in people, t in tasks) covers person[p], task[t]
{first if forbidden == "yes" else ""}"""


KINDS: dict[str, Callable[[Sequence[Any]], str]] = {
    "pieces": _pieces,
    "values": _values,
    "marks": _marks,
    "pairs": _pairs,
}
"""What is made of the answers to the four questions after the first."""
ABOUT = {
    "pieces": "pieces that fill a board, as pentominoes",
    "values": "a value in every cell, as in a Sudoku",
    "marks": "marks on some cells, as queens or stars",
    "pairs": "who does what: people and tasks",
}


@click.command("new")
@click.argument("file")
@click.pass_obj
def new_command(session: Session, file: str) -> int:
    """Write a first description to FILE: five questions are asked, and what is written has a solution.

    An answer is a line; an empty one takes the value in brackets. A file that exists is not replaced.
    """
    if re.search(r"\.(?!xc$)\w+$", file):
        raise click.UsageError(f"`{printable(file)}` does not end with .xc, as descriptions do")
    path = file if file.endswith(".xc") else f"{file}.xc"
    with new_file(path) as written:
        if written.replaced:
            raise click.UsageError(f"`{printable(path)}` exists: name a new file")
        while True:
            try:
                kind, *answers = _asked()
            except click.Abort as ended:  # also by Ctrl-C, which is found behind it
                raise click.UsageError("the input ended before every question was answered") from ended
            text = KINDS[kind](answers)
            problem = parse(text, limits=session.limits)
            try:
                solution = problem.solve(Run.within(seconds=SECONDS))
            except Unfinished:
                note(f"no solution was found in {SECONDS:g} seconds: smaller numbers, please")
                continue
            if solution is not None:
                break
            note("these have no solution: other numbers, please")
        written.write(text.encode())
    print_text(printable(str(solution)))
    note(f"{printable(path)} is written, and this is a solution; next: excover solve {printable(path)} --all")
    return ExitStatus.SOLVED


def _asked() -> Iterator[Any]:
    """The kind, and the answers of its questions."""
    for name, words in ABOUT.items():
        note(f"  {name:8} {words}")
    kind = _choice("What is it about?", list(ABOUT), "pieces")
    yield kind
    yield click.prompt("Its title", default="My puzzle", value_proc=_text, err=True)
    match kind:
        case "pieces":
            rows, columns = _number("Rows", 4), _number("Columns", 5)
            yield from (rows, columns, _number("Cells of a piece", 5, most=6))
        case "values":
            size = _number("Rows and columns", 6)
            yield from (size, size, _choice("Blocks, too?", ["yes", "no"], "yes"))
        case "marks":
            size = _number("Rows and columns", 6)
            yield size
            yield _number("Marks in each row and column", 1, most=size)
            yield _choice("May marks touch?", ["yes", "no"], "no")
        case _:
            people = _names("People, separated by commas", "Ada, Ben, Cleo", 1)
            yield people
            yield _names("Tasks", "cook, wash, shop", 1, most=len(people))
            yield _choice("Is there something that somebody does not do?", ["yes", "no"], "yes")


def _number(text: str, default: int, most: int = LARGEST) -> int:
    return int(click.prompt(text, type=click.IntRange(1, most), default=min(default, most), err=True))


def _choice(text: str, choices: list[str], default: str) -> str:
    return str(click.prompt(text, type=click.Choice(choices), default=default, err=True))


def _text(value: str) -> str:
    """A text of the language has neither quotation marks nor control characters in it."""
    if '"' in value or not value.isprintable():
        raise click.BadParameter("a text has no quotation marks in it")
    return value


def _names(text: str, default: str, fewest: int, most: int = LARGEST) -> list[str]:
    def read(value: str) -> list[str]:
        names = [each.strip() for each in _text(value).split(",") if each.strip()]
        if twice := sorted({each for each in names if names.count(each) > 1}):
            raise click.BadParameter(f"{listed(twice, 'and')} is there twice")
        if not fewest <= len(names) <= most:
            raise click.BadParameter(f"{fewest} to {most} names are wanted, and these are {len(names)}")
        return names

    found: list[str] = click.prompt(text, default=default, value_proc=read, err=True)
    return found


OK, FAIL, UNKNOWN, BAD, NONE = "ok", "FAIL", "unknown", "bad", "none"
"""Verdicts: three on an expectation, one on a description that does not compile or has no expectation."""


@dataclass(frozen=True, slots=True)
class Checked:
    """``line`` is that of the `expect` line, which is reported unless it is met."""

    spec: str
    verdict: str
    expectation: str = ""
    remark: str = ""
    seconds: float = 0.0
    line: int = 0

    def as_text(self) -> str:
        place = f"{self.spec}:{self.line}" if self.line and self.verdict != OK else self.spec
        line = f"{self.verdict:<7} {place}: {self.expectation}"
        remark = f"  {self.remark}" if self.remark else ""
        return line + remark + (f"  {self.seconds:.2f} s" if self.expectation else "")

    def as_data(self) -> CheckData:
        return {
            "spec": self.spec,
            "verdict": self.verdict,
            "expectation": self.expectation,
            "remark": self.remark,
            "seconds": round(self.seconds, 6),
        }


@click.command("check")
@click.argument("specs", nargs=-1, metavar="SPEC...")
@option("--all", "Check every shipped puzzle.", name="every")
@option("--time-limit S", "Search for at most S seconds per `expect` line.", seconds)
@takes_json("Write a JSON object per `expect` line.")
@click.pass_obj
def check_command(session: Session, specs: Sequence[str], every: bool, time_limit: float | None) -> int:
    """Check the `expect` lines of descriptions.

    Exit status: 0 if all hold, 1 if one does not, 2 if a description has an error or cannot be read, 3 if a
    time limit stopped a check.
    """
    if every == bool(specs):
        raise click.UsageError("name one or more descriptions, or use --all")
    verdicts: Counter[str] = Counter()
    for spec in gallery.names() if every else specs:
        for result in _check(session, spec, time_limit):
            verdicts[result.verdict] += 1
            if session.json:
                print_data(result.as_data())
            else:
                print_text(printable(result.as_text()))
    if not session.json:
        note(_total(verdicts))
    worst = [ExitStatus.USAGE] * verdicts[BAD] + [ExitStatus.NO_SOLUTION] * verdicts[FAIL]
    return max(worst, default=ExitStatus.STOPPED if verdicts[UNKNOWN] else ExitStatus.SOLVED)


def _total(verdicts: Counter[str]) -> str:
    words = [f"{plural(verdicts[OK], 'expectation')} met", f"{verdicts[FAIL]:,} not"]
    if verdicts[UNKNOWN]:
        words.append(f"{verdicts[UNKNOWN]:,} unknown")
    if verdicts[BAD]:
        words.append(f"{plural(verdicts[BAD], 'description')} failed to compile")
    return ", ".join(words)


def _check(session: Session, spec: str, time_limit: float | None) -> Iterator[Checked]:
    """Yields the results of one description as they become known."""
    try:
        source = read_spec(spec)
        problem = compile_source(source, limits=session.limits)
        if problem.puzzle.symmetries:
            problem.symmetries  # noqa: B018 (an error in them is reported even if no line uses them)
    except SpecError as wrong:
        session.show(wrong.diagnostics)
        yield Checked(spec, BAD, remark="does not compile")
        return
    except OSError as wrong:
        yield Checked(spec, BAD, remark=f"cannot be read: {wrong.strerror}")
        return
    session.show(problem.warnings)
    for expect in problem.puzzle.expectations:
        yield _tried(session, spec, Expectation(source, problem, expect), time_limit)
    if not problem.puzzle.expectations:
        yield Checked(spec, NONE, remark="no `expect` line")


def _tried(session: Session, spec: str, expectation: Expectation, time_limit: float | None) -> Checked:
    began = perf_counter()
    try:
        trial = expectation.trial(Run(Budget(seconds=time_limit), cancellation=session.stop))
        with session.stop.requested_only():
            verdict, remark = _verdict(trial.result())
    except SpecError as wrong:
        session.show(wrong.diagnostics)
        verdict, remark = FAIL, "cannot be evaluated"
    session.stop.raise_if_requested()
    taken = perf_counter() - began
    return Checked(spec, verdict, expectation.text, remark, taken, expectation.expect.span.line)


def _verdict(finding: ExpectationResult) -> tuple[str, str]:
    """The verdict on an expectation, and a remark if it is not met."""
    if finding.holds is None:
        return UNKNOWN, f"{finding.found} within the time limit"
    return (OK, "") if finding.holds else (FAIL, f"expected {finding.wanted}, found {finding.found}")
