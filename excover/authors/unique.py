"""Whether a puzzle has exactly one solution, and whether its `expect` lines are met.

>>> from excover.problem.problem import load
>>> queens = load("queens", {"n": 4})
>>> print(unique(queens).verdict.value, unique(queens.given(".Q..")).verdict.value)
several unique
>>> print(unique(queens).difference)
.-Q.
Q..-
-..Q
.Q-.

The difference of two drawings, and drawings of a part.

>>> from excover.matrix.compiled import Canvas
>>> from excover.render.text import TextRenderer
>>> canvas = Canvas("", (1, 1, 3), (1, 1, 1), frozenset())
>>> first, second, third = (0, 0, 0), (0, 0, 1), (0, 0, 2)
>>> cells = ("A", (first, second)), ("B", (third,)), ("A", (first,)), ("B", (second, third))
>>> renderer = TextRenderer([canvas], [(Marking(0, mark, where),) for mark, where in cells])
>>> one, other = (Solution((), numbers=n, renderer=renderer) for n in ((0, 1), (2, 3)))
>>> different(one, other)
'.B.'
>>> different(other, Solution((), numbers=(0,), renderer=renderer))  # the last cell is empty in the second
'.A-'
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from excover.base.names import Value, show
from excover.base.source import Source
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import COMPARISONS, UNIT
from excover.language.meaning.objectives import is_said, sums_in
from excover.language.syntax import ast
from excover.language.syntax.format import format_spec
from excover.matrix.compiled import Marking, Place, unused_sign
from excover.problem.problem import Problem, compile_source
from excover.render.text import drawing_text
from excover.search.outcome import Outcome
from excover.search.run import UNLIMITED, Run, takes_run
from excover.solutions.decode import Solution


def marks_of(markings: Iterable[Iterable[Marking]]) -> dict[Place, str]:
    """The mark of each cell; if several options draw it, the last one, as in a drawing."""
    return {
        (marking.canvas, cell): marking.mark
        for each in markings
        for marking in each
        for cell in marking.cells
    }


def different(one: Solution, other: Solution) -> str:
    """A drawing of ``other`` with only the cells in which it differs; empty if none does.

    Those that only ``other`` leaves empty have the sign that `emptied` gives.
    """
    before, after = marks_of(one.markings), marks_of(other.markings)
    empty = emptied(one, other)
    changed = [
        Marking(canvas, after.get((canvas, cell), empty), (cell,))
        for canvas, cell in before | after
        if before.get((canvas, cell)) != after.get((canvas, cell))
    ]
    return drawing_text(other.canvases, changed) if changed else ""


def emptied(one: Solution, other: Solution) -> str:
    """The sign of cells that only ``other`` leaves empty: `-`, or one that no mark has; empty without any."""
    none = marks_of(one.markings).keys() <= marks_of(other.markings).keys()
    return "" if none else unused_sign(other.canvases, "-_~=")


class Verdict(Enum):
    """How many solutions a puzzle has."""

    UNIQUE = "unique"
    NONE = "none"
    SEVERAL = "several"
    UNKNOWN = "unknown"
    """The search was stopped before a second solution was found or excluded."""


@dataclass(frozen=True, slots=True)
class Uniqueness:
    """``solutions`` has the only one, or two of several, or none; ``outcome`` has the cost of the search."""

    solutions: tuple[Solution, ...]
    outcome: Outcome

    @property
    def verdict(self) -> Verdict:
        match len(self.solutions):
            case 2:
                return Verdict.SEVERAL
            case _ if not self.outcome.exhausted:
                return Verdict.UNKNOWN
            case 1:
                return Verdict.UNIQUE
            case _:
                return Verdict.NONE

    @property
    def difference(self) -> str:
        """Of two solutions: the drawing or options of the second where it differs; see `different`."""
        if len(self.solutions) < 2:
            return ""
        first, second = self.solutions
        known = set(first.options)
        return different(first, second) or ", ".join(str(each) for each in second if each not in known)


@takes_run
def unique(problem: Problem, run: Run = UNLIMITED) -> Uniqueness:
    """Checks whether there is exactly one solution.

    It searches for two, regardless of the run's limit of solutions.
    """
    solutions = problem.solutions(run.limited(2, run.budget.nodes))
    found = tuple(solutions)
    return Uniqueness(found, solutions.outcome)


# Checks an `expect` line, with no more search than its comparison needs.


@dataclass(frozen=True, slots=True)
class ExpectationResult:
    """``holds`` is None if unknown; ``wanted`` and ``found`` are the compared values in words."""

    holds: bool | None
    wanted: str
    found: str


class Expectation:
    """An `expect` line and its problem, which is compiled again if the line sets parameters."""

    def __init__(self, source: Source, problem: Problem, expect: ast.Expect) -> None:
        self.source = source
        self.problem = problem
        self.expect = expect
        text = format_spec(ast.Spec(expect.span, (expect,)))  # the same for both forms
        self.text = " ".join(text.split()).removeprefix("expect ")

    def trial(self, run: Run = UNLIMITED) -> Trial:
        """Compiles what the line needs. Raises SpecError if it cannot be evaluated."""
        problem = self._under_settings()
        wanted = Evaluator(problem.puzzle.scope, problem.limits).of_kind(self.expect.value, UNIT, "number")[0]
        return Trial(problem, self.expect, wanted, run)

    def _under_settings(self) -> Problem:
        if not self.expect.settings:
            return self.problem
        evaluator = Evaluator(self.problem.puzzle.scope, self.problem.limits)
        settings: dict[str, Value] = {
            each.name.id: evaluator.constant(each.value) for each in self.expect.settings
        }
        return compile_source(self.source, settings, limits=self.problem.limits)


@dataclass(frozen=True, slots=True)
class Trial:
    """An `expect` line that is ready to be tried."""

    problem: Problem
    expect: ast.Expect
    wanted: int
    run: Run

    def result(self) -> ExpectationResult:
        """Searches until the comparison is decided, or the run ends."""
        subject = self.expect.subject
        match subject:
            case "items":
                return self._decided(len(self.problem.full.matrix.own_items()), exhausted=True)
            case "options":
                return self._decided(len(self.problem.full.matrix.own_options()), exhausted=True)
            case "cost" | "units":
                return self._of_cost()
            case "solutions":
                return self._of_solutions()
            case _:
                assert_never(subject)

    def _of_solutions(self) -> ExpectationResult:
        most = decided_at(self.expect.operator, self.wanted)
        outcome = self.problem.tally(self.run.limited(solutions=most), up_to=self.expect.up_to)
        return self._decided(outcome.count, exhausted=outcome.exhausted)

    def _decided(self, count: int, *, exhausted: bool) -> ExpectationResult:
        found = f"{count:,}" if exhausted else f"at least {count:,}"
        if not exhausted and count < decided_at(self.expect.operator, self.wanted):
            return ExpectationResult(None, self._wanted(), found)
        return ExpectationResult(COMPARISONS[self.expect.operator](count, self.wanted), self._wanted(), found)

    def _of_cost(self) -> ExpectationResult:
        """The least or greatest cost of all solutions."""
        improvements = self.problem.improvements(self.run)
        best = deque(improvements, maxlen=1)
        cost = self._value(best[0]) if best else None
        found = "no solution" if cost is None else show(cost)
        if not improvements.outcome.exhausted:
            return ExpectationResult(None, self._wanted(), f"{found} so far")
        holds = cost is not None and COMPARISONS[self.expect.operator](cost, self.wanted)
        return ExpectationResult(holds, self._wanted(), found)

    def _value(self, best: Solution) -> int | None:
        """The cost, or the units of an item."""
        if (item := self.expect.item) is None:
            return best.cost
        puzzle = self.problem.puzzle
        items = sums_in(item, puzzle.scope, Evaluator(puzzle.scope, self.problem.limits))
        return next(goal.value(best.value) for goal in puzzle.objectives if is_said(goal, item, items))

    def _wanted(self) -> str:
        return (
            f"{self.wanted:,}" if self.expect.operator == "=" else f"{self.expect.operator} {self.wanted:,}"
        )


def decided_at(comparison: str, wanted: int) -> int:
    """The number of solutions that decides the comparison, no matter how many more exist.

    >>> decided_at(">=", 1), decided_at("=", 92)
    (1, 93)
    """
    return max(1, wanted if comparison in ("<", ">=") else wanted + 1)
