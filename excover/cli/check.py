"""`excover check`: every description carries its own tests, its `expect` lines."""

from __future__ import annotations

import json
import operator
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from excover import gallery
from excover.cli.inputs import read_spec, seconds, takes_json
from excover.cli.session import Session
from excover.cli.status import Status
from excover.cli.streams import printable, say, tell
from excover.diagnostics import SpecError
from excover.expressions.evaluate import Evaluator
from excover.expressions.frame import UNIT
from excover.limits import DEFAULT
from excover.names import Value, show
from excover.problem import Problem, compile_source
from excover.solve.search import Budget
from excover.words import plural

if TYPE_CHECKING:
    from excover.source import Source
    from excover.syntax import ast

OK, FAIL, UNKNOWN, BAD, NONE = "ok", "FAIL", "unknown", "bad", "none"
"""What is said of an expectation; of a description that does not compile; of one that expects nothing."""

COMPARISONS = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Result:
    spec: str
    verdict: str
    expectation: str = ""
    remark: str = ""
    seconds: float = 0.0

    def as_text(self) -> str:
        said = f"{self.verdict:<7} {self.spec}: {self.expectation}"
        remark = f"  {self.remark}" if self.remark else ""
        return said + remark + (f"  {self.seconds:.2f} s" if self.expectation else "")

    def as_data(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


@click.command("check")
@click.argument("specs", nargs=-1, metavar="SPEC...")
@click.option("--all", "every", is_flag=True, help="Check every shipped puzzle.")
@click.option(
    "--time-limit", type=float, callback=seconds, metavar="S", help="Search at most S seconds for each line."
)
@takes_json("A JSON object for each line.")
@click.pass_obj
def command(session: Session, specs: Sequence[str], every: bool, time_limit: float | None) -> int:
    """Run the `expect` lines of descriptions.

    Exit status: 0 if all hold, 1 if any does not, 2 if a description is wrong or cannot be read, 3 if a limit
    came before an answer.
    """
    if every == bool(specs):
        raise click.UsageError("name descriptions, or give --all")
    verdicts: Counter[str] = Counter()
    for spec in gallery.names() if every else specs:
        for result in _check(session, spec, time_limit):
            verdicts[result.verdict] += 1
            say(json.dumps(result.as_data()) if session.json else printable(result.as_text()))
    if not session.json:
        tell(_total(verdicts))
    worst = [Status.USAGE] * verdicts[BAD] + [Status.NO_SOLUTION] * verdicts[FAIL]
    return max(worst, default=Status.STOPPED if verdicts[UNKNOWN] else Status.SOLVED)


def _total(verdicts: Counter[str]) -> str:
    words = [f"{plural(verdicts[OK], 'expectation')} met", f"{verdicts[FAIL]:,} not"]
    if verdicts[UNKNOWN]:
        words.append(f"{verdicts[UNKNOWN]:,} unknown")
    if verdicts[BAD]:
        words.append(f"{plural(verdicts[BAD], 'description')} failed to compile")
    return ", ".join(words)


def _check(session: Session, spec: str, time_limit: float | None) -> Iterator[Result]:
    """The results of one description, each as soon as it is known."""
    try:
        source = read_spec(spec)
        problem = compile_source(source)
    except SpecError as wrong:
        session.show(wrong.diagnostics)
        yield Result(spec, BAD, remark="does not compile")
        return
    except OSError as wrong:
        yield Result(spec, BAD, remark=f"cannot be read: {wrong.strerror}")
        return
    session.show(problem.warnings)
    for expect in problem.puzzle.expectations:
        yield _tried(session, _Trial(spec, source, problem, expect), time_limit)
    if not problem.puzzle.expectations:
        yield Result(spec, NONE, remark="there is no `expect` line")


@dataclass(frozen=True, slots=True)
class _Trial:
    """An `expect` line, and the description as it stands."""

    spec: str
    source: Source
    problem: Problem
    expect: ast.Expect

    def settings(self) -> dict[str, Value]:
        evaluator = Evaluator(self.problem.puzzle.scope, DEFAULT)
        return {each.name.id: evaluator.constant(each.value) for each in self.expect.settings}

    def under_settings(self, settings: dict[str, Value]) -> Problem:
        return compile_source(self.source, settings) if settings else self.problem

    def text(self, settings: dict[str, Value]) -> str:
        expect = self.expect
        when = ", ".join(f"{name} = {show(value)}" for name, value in settings.items())
        said = f"{expect.subject} {expect.operator} {' '.join(expect.value.span.text.split())}"
        return f"{said} when {when}" if when else said


def _tried(session: Session, trial: _Trial, time_limit: float | None) -> Result:
    began, expect = perf_counter(), trial.expect
    text = ""
    try:
        settings = trial.settings()
        text = trial.text(settings)
        problem = trial.under_settings(settings)
        wanted = Evaluator(problem.puzzle.scope, DEFAULT).of_kind(expect.value, UNIT, "number")[0]
        verdict, remark = _verdict(session, problem, expect, wanted, time_limit)
    except SpecError as wrong:
        session.show(wrong.diagnostics)
        verdict, remark = FAIL, "it cannot be evaluated"
    return Result(trial.spec, verdict, text or expect.subject, remark, perf_counter() - began)


def _verdict(
    session: Session, problem: Problem, expect: ast.Expect, wanted: int, time_limit: float | None
) -> tuple[str, str]:
    """Whether a description holds what it promises, and a remark if it does not."""
    match expect.subject:
        case "items":
            count, exhausted = len(problem.full.matrix.items), True
        case "options":
            count, exhausted = len(problem.full.matrix.options), True
        case _:
            count, exhausted = _counted(session, problem, decided_at(expect.operator, wanted), time_limit)
    at_least = "" if exhausted else "at least "
    if not exhausted and count < decided_at(expect.operator, wanted):
        return UNKNOWN, f"{at_least}{count:,} found within the time limit"
    holds = COMPARISONS[expect.operator](count, wanted)
    return (OK, "") if holds else (FAIL, f"expected {_bound(expect, wanted)}, found {at_least}{count:,}")


def _counted(session: Session, problem: Problem, most: int, time_limit: float | None) -> tuple[int, bool]:
    with session.stop.requested_only():
        outcome = problem.tally(Budget(solutions=most, seconds=time_limit), session.stop)
    session.stop.raise_if_requested()
    return outcome.count, outcome.exhausted


def decided_at(comparison: str, wanted: int) -> int:
    """So many solutions settle the comparison, however many more there are.

    >>> decided_at(">=", 1), decided_at("=", 92)
    (1, 93)
    """
    return max(1, wanted if comparison in ("<", ">=") else wanted + 1)


def _bound(expect: ast.Expect, wanted: int) -> str:
    return f"{wanted:,}" if expect.operator == "=" else f"{expect.operator} {wanted:,}"
