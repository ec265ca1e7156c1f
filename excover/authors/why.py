r"""Why a puzzle has no solution: givens that conflict, or bounds on sums, as few as possible, and a reason.

>>> from excover.problem.problem import load
>>> found = why(load("queens", {"n": 4}), "Q...|....|....|...Q".replace("|", chr(10)))
>>> print(*found.clues, found.extent.value)
`Q` at (1, 1) smallest
>>> print(why(load("queens", {"n": 3})))  # doctest: +NORMALIZE_WHITESPACE
there is no solution, even without givens
reason: 3 items cannot all be covered, though all but any one of them can: `row[1]`, `row[2]` and `row[3]`;
    their options compete for `up[3]`, `up[4]`, `up[5]`, `down[-1]`, `down[0]` and `down[1]`
>>> found.reason.kind.value, found.status.value
('items', 'none')

Bounds on sums that no solution keeps to, as few as possible.

>>> from excover.problem.problem import parse
>>> shop = parse("item a[1..2] option x(i in 1..2, k in 3..5) covers a[i] cost k cost at most 5")
>>> print(conflicting_bounds(shop.matrix).text)
no solution keeps to `cost at most 5`: the least is 6

Global constraints that no solution keeps to, as few as possible.

>>> ends = parse(
...     "board strip 1x3 item end[1..2] optional option paint(r, c in 1..3) where r = 1 covers strip[r, c], "
...     "(end[k] for k in {1, 2} where c = 2*k - 1) option plain() covers strip[1, 2] "
...     "require paint connected"
... )
>>> conflicting_constraints(ends.matrix).text
'no solution keeps to `require paint connected`'
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby
from typing import TypeVar

from excover.authors.clues import Agreement, Clue, clues_drawing, clues_of
from excover.authors.conflicts import has_solution, rules_in_conflict, sides_of
from excover.authors.deductions import RuleNames
from excover.authors.infeasibility import (
    Kind,
    Reason,
    conflicting_items,
    disagreed,
    short_reason,
    with_closed,
)
from excover.authors.mus import NODES, MusSearch
from excover.base.words import listed, plural
from excover.language.meaning.items import statement_text
from excover.language.meaning.puzzle import COST
from excover.matrix.capabilities import bits
from excover.matrix.constraints import WeightedSum
from excover.matrix.givens.given import GivenLike, read_givens
from excover.matrix.matrix import Matrix
from excover.problem.problem import Problem
from excover.render.svg import preformatted
from excover.search.outcome import Status, Unfinished
from excover.search.portfolio.until_proved import Optimizer
from excover.search.run import UNLIMITED, Run, takes_run
from excover.search.tuning import tuning
from excover.solutions.decode import Solution, decode

T = TypeVar("T")

NONE = "no solution keeps to"
SHOWN = 3
"""The most bounds that are named where there is only a line for the reason."""


def conflicting_bounds(matrix: Matrix, run: Run = UNLIMITED) -> Reason | None:
    """The reason why there is no solution, if it is in the bounds; None if there is none without them.

    A budget of nodes is for each question. Raises Unfinished if the run ends before it is known that the
    reason is in the bounds.
    """
    if not matrix.bounds or not has_solution(matrix.replaced(sums=()), run):
        return None

    def refutes(sides: Sequence[WeightedSum]) -> bool:
        try:
            return not has_solution(matrix.replaced(sums=sides), run.aside(nodes=run.budget.nodes or NODES))
        except Unfinished:
            run.check()
            return False

    needed = fewest([side for each in matrix.bounds for side in sides_of(each)], refutes)
    *names, last = _in_words(needed)
    if not names:
        best = _best_without(matrix, needed[0], run) if len(needed) == 1 and not needed[0].is_rule else ""
        return Reason(Kind.BOUNDS, f"{NONE} {last}{best}", ())
    text = f"{NONE} {', '.join(names)} and {last} together"
    more = len(names) + 1 - SHOWN
    brief = f"{NONE} {', '.join(names[:SHOWN])} and {more:,} more together; `excover why` names all"
    return Reason(Kind.BOUNDS, text, (), brief=brief if more > 0 else "")


def fewest(parts: Sequence[T], refutes: Callable[[Sequence[T]], bool]) -> Sequence[T]:
    """As few of the parts as still refute, of which none can be left out as far as is known."""
    needed = parts
    for part in parts:
        others = [each for each in needed if each is not part]
        if refutes(others):
            needed = others
    return needed


def _in_words(needed: Sequence[WeightedSum]) -> Iterator[str]:
    """The reason of each sum, with both its bounds if both are needed."""
    for name, sides in groupby(needed, lambda side: side.name):
        first, *rest = sides
        both = first.replaced(upper=rest[0].upper) if rest else first
        units = "" if name == COST else " units"
        yield f"`{name}`" if both.is_rule else f"`{name} {both.in_words}{units}`"


def _best_without(matrix: Matrix, bound: WeightedSum, run: Run) -> str:
    """What the sum can be at best; empty if that takes long."""
    goal = "minimize" if bound.lower is None else "maximize"
    priced = matrix.replaced(costs=bound.dense(len(matrix.options)), sums=())
    search = Optimizer(priced, goal, run.aside(nodes=run.budget.nodes or NODES))
    deque(search, maxlen=0)
    outcome = search.outcome
    if not outcome.exhausted or outcome.cost is None:
        return ""
    return f": the {'least' if goal == 'minimize' else 'greatest'} is {outcome.cost:,}"


def conflicting_rules(matrix: Matrix, run: Run = UNLIMITED) -> Reason | None:
    """The reason why there is no solution, if it is in bounds on sums or in global constraints."""
    return conflicting_bounds(matrix.without_constraints(), run) or conflicting_constraints(matrix, run)


def conflicting_constraints(matrix: Matrix, run: Run = UNLIMITED) -> Reason | None:
    """The reason why there is no solution, if it is in the global constraints; None if there is none without
    them.

    A budget of nodes is for each question. Raises Unfinished if the run ends before it is known that the
    reason is in the constraints.
    """
    if not matrix.constraints or not has_solution(matrix.without_constraints(), run):
        return None
    needed = list(dict.fromkeys(each.name for each in matrix.constraints))
    for name in list(needed):
        others = [each for each in needed if each != name]
        try:
            asked = run.aside(nodes=run.budget.nodes or NODES)
            if others and not has_solution(_with_constraints(matrix, others), asked):
                needed = others
        except Unfinished:
            run.check()
    names = [f"require {name}" for name in needed]
    together = " together" if len(names) > 1 else ""
    return Reason(Kind.CONSTRAINTS, f"no solution keeps to {listed(names, 'and')}{together}", ())


def _with_constraints(matrix: Matrix, names: Collection[str]) -> Matrix:
    """With some of the constraints alone."""
    return matrix.replaced(constraints=[each for each in matrix.constraints if each.name in names])


class Extent(Enum):
    """What is known about a set of conflicting givens."""

    SMALLEST = "smallest"
    """No set of fewer givens conflicts."""
    IRREDUCIBLE = "irreducible"
    """If any is left out, the others do not conflict; there may be a smaller set elsewhere."""
    SOME = "some"
    """They conflict; the search was stopped before more was known."""


_IN_WORDS = {
    Extent.SMALLEST: "no set of fewer givens does",
    Extent.IRREDUCIBLE: "none of them can be left out, though there may be other sets that are smaller",
    Extent.SOME: "fewer of them may conflict, too",
}


@dataclass(frozen=True, slots=True)
class Why:
    """``clues`` conflict as ``extent`` describes; if empty, there is no solution even without givens.

    ``solution``: there is one, so nothing needs an explanation. ``reason`` is None if the search was stopped
    before one was found; ``status`` is unknown if it was stopped even earlier.
    """

    clues: tuple[Clue, ...]
    extent: Extent | None
    reason: Reason | None
    solution: Solution | None
    drawing: str

    def __str__(self) -> str:
        """In words, as `excover why` prints it."""
        if self.solution is not None:
            return f"there is a solution:\n\n{self.solution}"
        if self.extent is None:
            return "the search was stopped before it was known whether there is a solution"
        lines = [self.drawing, ""] if self.drawing else []
        lines.append(self._conflict(self.extent))
        if self.reason:
            lines += [f"reason: {self.reason.text}"]
            lines += ["", self.reason.drawing] if self.reason.drawing else []
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """For notebooks."""
        return preformatted(str(self))

    def _conflict(self, extent: Extent) -> str:
        return conflict_in_words(self.clues, extent) or "there is no solution, even without givens"

    @property
    def status(self) -> Status:
        if self.solution is not None:
            return Status.SOLVED
        return Status.UNKNOWN if self.extent is None else Status.NONE


def conflict_in_words(clues: Sequence[Clue], extent: Extent) -> str:
    """That clues conflict, and what is known about fewer of them; empty without clues.

    If less than all was decided about a single one, there may be no solution without it either.
    """
    if not clues:
        return ""
    names = "; ".join(map(str, clues))
    if len(clues) > 1:
        return f"no solution: these {plural(len(clues), 'given')} conflict, and {_IN_WORDS[extent]}: {names}"
    known = extent is not Extent.SOME
    without = (
        "though there is a solution without givens" if known else "and perhaps nothing without it either"
    )
    return f"no solution: this given cannot be met, {without}: {names}"


@takes_run
def why(problem: Problem, given: GivenLike | Run = None, run: Run = UNLIMITED) -> Why:
    """Why there is no solution: givens that conflict, and a reason.

    ``given`` are further givens; unlike those of the problem, they may directly contradict each other. Raises
    SpecError if a given cannot be met alone.
    """
    assert not isinstance(given, Run), "`takes_run` has moved it"
    return _Question(problem, given, run).answer()


class _Question:
    def __init__(self, problem: Problem, given: GivenLike, run: Run) -> None:
        self.full = problem.full
        self.problem = problem
        self.clues = clues_of(self.full, problem.givens + read_givens(given, self.full))
        self.run = run.started()
        self.agreement = Agreement(self.full.matrix, self.clues, self.run)
        self.conflicts = MusSearch(len(self.clues), self._asked, self.run)

    def answer(self) -> Why:
        everything = self.conflicts.all
        try:
            if self.conflicts.can_be_met(everything):
                cover = self.agreement.cover(everything)
                return Why((), None, None, decode(self.full, cover or ()), "")
        except Unfinished:
            return Why((), None, None, None, "")
        some, extent = self._conflict()
        clues = tuple(self.clues[k] for k in bits(some))
        reason = self._reason(some)
        if reason and len(clues) == 2:
            reason = _rivals(self.full.matrix, *clues, reason)
        return Why(clues, extent, reason, None, clues_drawing(clues, self.full))

    def _asked(self, wanted: int) -> int | None:
        self.run.report("givens", self.conflicts.asked)
        return self.agreement(wanted)

    def _conflict(self) -> tuple[int, Extent]:
        conflicts = self.conflicts
        try:
            if not conflicts.can_be_met(0):
                return 0, Extent.SMALLEST
            some = conflicts.mus(conflicts.all)
        except Unfinished:
            return conflicts.least or 0, Extent.SOME
        try:
            smallest = conflicts.smallest(tuning.conflict_patience)
        except Unfinished:
            smallest = None
        return (some, Extent.IRREDUCIBLE) if smallest is None else (smallest, Extent.SMALLEST)

    def _reason(self, some: int) -> Reason | None:
        keep, matrix = self.agreement.left(some)
        try:
            reason = conflicting_rules(matrix, self.run) or self._shorter(some, keep, matrix)
        except Unfinished:
            return None
        try:
            rules = rules_in_conflict(self.problem, [self.clues[k] for k in bits(some)], self.run)
        except Unfinished:
            return reason
        loops = {statement_text(each): each.words for each in self.problem.puzzle.conditions}
        rules_told = all(
            f"`{each}`" in reason.text or f"`{loops.get(each, each)} with " in reason.text for each in rules
        )
        names = self._named([*rules, *re.findall("`([^`]+)`", reason.text)])
        for rule, name in names.items():
            reason = replace(reason, text=reason.text.replace(f"`{rule}`", name))
        *others, last = [names[each] for each in rules] or [""]
        summary = f"{NONE} {', '.join(others)} and {last} together" if others else f"{NONE} {last}"
        if not rules or reason.text.startswith(summary):
            return reason
        is_of_rules = reason.kind in (Kind.BOUNDS, Kind.CONSTRAINTS)
        if is_of_rules or reason.text == f"no option is left that covers {last}":
            return replace(reason, text=summary)
        return reason if rules_told else replace(reason, text=f"{reason.text}; {summary}")

    def _named(self, rules: Iterable[str]) -> dict[str, str]:
        """Rules with the values of their loops: the only one about a label by that, as hints do."""
        names, found = RuleNames(self.problem), dict[str, str]()
        spans = {statement.words: statement.span for statement in self.problem.puzzle.conditions}
        for rule in dict.fromkeys(rules):
            words, _, binding = rule.partition(" with ")
            found[rule] = names.of(words, binding, spans[words]) if words in spans else ""
        times = Counter(found.values())
        return {
            rule: name if name.startswith("the ") and times[name] == 1 else f"`{rule}`"
            for rule, name in found.items()
        }

    def _shorter(self, some: int, keep: Sequence[int], matrix: Matrix) -> Reason:
        """The reason in the items of the matrix. Raises Unfinished."""
        matrix = matrix.relaxed()
        compiled = self.full.replaced(matrix=matrix, markings=[self.full.markings[option] for option in keep])
        given = self._given_items(some, matrix)
        return with_closed(
            matrix, short_reason(compiled, self.run) or conflicting_items(compiled, self.run, given)
        )

    def _given_items(self, some: int, matrix: Matrix) -> set[int]:
        """What every option of a clue covers, and the items that stand for clues in a matrix with them."""
        full = self.full.matrix
        rows = [[set(full.option_items(option)) for option in self.clues[k].options] for k in bits(some)]
        return {*range(len(full.items), len(matrix.items))}.union(*(set.intersection(*row) for row in rows))


def _rivals(matrix: Matrix, one: Clue, other: Clue, reason: Reason) -> Reason:
    """Two clues contradict each other directly if both need an item that is covered once."""
    rows = [set(matrix.option_items(option)) for option in one.options | other.options]
    shared = [item for item in sorted(set.intersection(*rows)) if matrix.upper[item] == 1]
    names = tuple(matrix.items[item] for item in shared if not matrix.colored[item])
    if not one.options.isdisjoint(other.options):
        return reason
    if not names:
        names = tuple(
            matrix.items[item] for item in disagreed(matrix, sorted(one.options), sorted(other.options))
        )
        text = f"one gives {listed([name.in_words for name in names], 'and')} another color than the other"
        return replace(reason, kind=Kind.ITEMS, text=text, items=names, drawing="") if names else reason
    text = f"both need {listed([name.in_words for name in names], 'and')}, and that may be covered once"
    return replace(reason, kind=Kind.CROWDED, text=text, items=names, drawing="")
