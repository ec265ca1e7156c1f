"""`excover check`: runs the tests that a description contains, its `expect` lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

import click

from excover.apps.cli.files import read_spec
from excover.apps.cli.parameters import seconds, takes_json
from excover.apps.cli.process import ExitStatus, note, print_data, print_text, printable
from excover.apps.cli.session import Session
from excover.authors.expectation import Expectation, ExpectationResult
from excover.base.diagnostics import SpecError
from excover.base.words import plural
from excover.language import gallery
from excover.problem.problem import compile_source
from excover.search.run import Budget, Run

if TYPE_CHECKING:
    from excover.base.json.outputs import CheckData

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
@click.option("--all", "every", is_flag=True, help="Check every shipped puzzle.")
@click.option(
    "--time-limit", callback=seconds, metavar="S", help="Search for at most S seconds per `expect` line."
)
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
