"""Searches that are started from within a text: `solve`, `count`, and one `expect` line.

>>> from excover.base.source import Source
>>> source = Source("x.xc", "item a  option x() covers a\\nexpect solutions = 1\\n")
>>> solved(source, 60.0).text, counted(source, 60.0).text, tried(source, 28, 60.0).text
('x()', '1 solution', 'met: solutions = 1')
"""

from __future__ import annotations

from collections.abc import Iterator

from excover.authors.expectation import Expectation
from excover.base.diagnostics import SpecError
from excover.base.errors import ExcoverError
from excover.base.frozen import Frozen
from excover.base.source import Source
from excover.base.words import plural
from excover.language.meaning.puzzle import COST
from excover.problem.problem import Problem, compile_source
from excover.search.outcome import Unfinished
from excover.search.run import Budget, Run
from excover.solutions.decode import Solution


class SearchReport(Frozen):
    """``svg`` is empty if nothing is drawn; ``text`` tells in any case what was found, or why nothing was."""

    text: str
    svg: str = ""


def solved(source: Source, seconds: float) -> SearchReport:
    """A solution; of a description with a goal, a best one."""
    run = Run(Budget(seconds=seconds))
    try:
        problem = compile_source(source)
        solution = problem.best(run) if problem.puzzle.goal else problem.solve(run)
    except Unfinished as unfinished:
        return SearchReport(f"stopped after {seconds:g} s: {unfinished}")
    except ExcoverError as wrong:
        return SearchReport(_in_words(wrong))
    if solution is None:
        return SearchReport("no solution")
    lines = [str(solution), *_sums(problem, solution)]
    return SearchReport("\n".join(lines), solution.svg())


def _sums(problem: Problem, solution: Solution) -> Iterator[str]:
    """The goals, which are the best there are, in one line; other sums of items in units, and the cost."""
    aims = problem.puzzle.aims
    goals = [aim.name for aim in aims]
    if aims:
        best = (
            f"{aims[0].direction[:3]}imum" if len(aims) == 1 else f"best by `{problem.puzzle.goal_in_words}`"
        )
        yield f"{', '.join(f'{name} {solution.value(name):,}' for name in goals)} ({best})"
    costs = [COST] if solution.cost is not None else []
    for name in (*solution.totals, *costs):
        if name not in goals:
            yield f"{name} {solution.value(name):,}"


def counted(source: Source, seconds: float) -> SearchReport:
    try:
        outcome = compile_source(source).tally(Run(Budget(seconds=seconds)))
    except ExcoverError as wrong:
        return SearchReport(_in_words(wrong))
    found = plural(outcome.count, "solution")
    return SearchReport(found if outcome.exhausted else f"at least {found}: stopped after {seconds:g} s")


def tried(source: Source, offset: int, seconds: float) -> SearchReport:
    """The `expect` line that begins at a place, in the words of `excover check`."""
    try:
        problem = compile_source(source)
        expect = next((e for e in problem.puzzle.expectations if e.span.start == offset), None)
        if expect is None:
            return SearchReport("there is no `expect` line any more")
        expectation = Expectation(source, problem, expect)
        result = expectation.trial(Run(Budget(seconds=seconds))).result()
    except ExcoverError as wrong:
        return SearchReport(_in_words(wrong))
    match result.holds:
        case None:
            return SearchReport(f"unknown: {expectation.text}; {result.found} within {seconds:g} s")
        case True:
            return SearchReport(f"met: {expectation.text}")
        case False:
            return SearchReport(f"not met: {expectation.text}; found {result.found}")


def _in_words(wrong: ExcoverError) -> str:
    return wrong.diagnostics[0].message if isinstance(wrong, SpecError) else str(wrong)
