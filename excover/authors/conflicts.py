"""Which rules of a description conflict: as few statements as possible, with the values of their loops.

>>> from excover.problem.problem import parse
>>> numbers = parse('''choose a(i in 1..5) from 0..3
... require a(5) = 2
... require a(i) <= a(i + 1) for i in 1..4
... require sum(a(i) for i in 1..5) = 11
... require a(1) != 0
... ''')
>>> print(*rules_in_conflict(numbers), sep=chr(10))
require a(5) = 2
require a(i) <= a(i+1) for 4 values of its loop, such as i = 1
require sum(a(i) for i in 1..5) = 11

A statement is left out by compiling the others, since some conditions only take options away. The values of
its loop are distinguished by what it makes of them: items, whose bounds are taken away, and sums.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from excover.authors.clues import Clue
from excover.authors.mus import NODES, MusSearch
from excover.base.names import HIDDEN, ItemName, RuleItem
from excover.base.words import plural
from excover.language.meaning.items import bounding, rule_names, statement_text
from excover.language.meaning.puzzle import COST
from excover.language.syntax import ast
from excover.matrix.capabilities import bits
from excover.matrix.constraints import WeightedSum
from excover.matrix.expand import expand
from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.problem.problem import Problem
from excover.search.outcome import Unfinished
from excover.search.run import UNLIMITED, Run
from excover.search.search import first_cover

MOST_WORK = 20_000_000
"""Entries of the matrix times conditions, up to which the others are compiled without each of them."""
SHOWN = 3
"""The most values of a loop for which a rule is written out."""


def rules_in_conflict(problem: Problem, clues: Sequence[Clue] = (), run: Run = UNLIMITED) -> list[str]:
    """The rules that no solution keeps to which agrees with the clues, in words, of which none can be left
    out as far as is known; nothing if there is no solution without rules, or if that is not known.

    Clues are those of the matrix without givens. A budget of nodes is for each question.
    """
    return _Conflict(problem, clues, run).rules()


class _Part(NamedTuple):
    """A rule: a condition, families of items, a global constraint by its name, or a ``side`` of a sum."""

    words: str
    condition: ast.RequireThat | None = None
    families: frozenset[str] = frozenset()
    constraint: str = ""
    side: WeightedSum | None = None


class _Conflict:
    def __init__(self, problem: Problem, clues: Sequence[Clue], run: Run) -> None:
        self._problem, self._clues, self._run = problem, clues, run
        self._matrix = problem.full.matrix
        self._parts = [*self._all_parts()]
        conditions = [part for part in self._parts if part.condition]
        is_small = 0 < len(self._matrix.entries) * len(conditions) <= MOST_WORK
        self._compiles = is_small and _are_alike(self._compiled(self._parts), self._matrix)

    def rules(self) -> list[str]:
        if (
            not self._parts
            or self._has_none(self._matrix) is False
            or self._has_none(self._with([])) is not False
        ):
            return []
        last_first = self._parts[::-1]  # the first ones are left out, if possible

        def met(wanted: int) -> int | None:
            some = [part for k, part in enumerate(last_first) if wanted >> k & 1]
            return None if self._has_none(self._with(some)) else wanted

        search = MusSearch(len(last_first), met, self._run)
        found = search.mus(search.all)
        needed = [part for k, part in enumerate(last_first) if found >> k & 1][::-1]
        return [*self._in_words(needed)]

    def _all_parts(self) -> Iterator[_Part]:
        puzzle, names = self._problem.puzzle, set[str]()
        for statement, name in rule_names(puzzle):
            names.add(name)
            if statement.price is None:
                yield _Part(statement_text(statement), statement)
        stated: dict[str, set[str]] = {}
        for family, words in families_of_rules(self._problem).items():
            if family not in names:
                stated.setdefault(words, set()).add(family)
        yield from (_Part(words, families=frozenset(found)) for words, found in stated.items())
        for name in dict.fromkeys(each.name for each in self._matrix.constraints):
            yield _Part(f"require {name}", constraint=name)
        for total in self._matrix.bounds:
            for side in () if total.is_rule else sides_of(total):
                yield _Part(_sum_in_words(side), side=side)

    # What is left out

    def _compiled(self, parts: Collection[_Part]) -> Matrix:
        """The matrix with these conditions alone, besides those that cost something. Raises Unfinished."""
        self._run.check()
        puzzle, kept = self._problem.puzzle, [id(part.condition) for part in parts if part.condition]
        conditions = [each for each in puzzle.conditions if each.price is not None or id(each) in kept]
        return expand(puzzle.replaced(conditions=conditions), self._problem.limits).matrix

    def _with(self, parts: Sequence[_Part]) -> Matrix:
        """The matrix with these rules alone, before clues."""
        matrix = self._compiled(parts) if self._compiles else self._matrix
        out = [part for part in self._parts if part not in parts]
        spans = {part.condition.span for part in out if part.condition}
        families = {name for part in out for name in part.families}
        constraints = {part.constraint for part in out}
        items = [
            number
            for number, item in enumerate(matrix.items)
            if item.family in families or (isinstance(item, RuleItem) and matrix.item_spans[number] in spans)
        ]
        sums = (_without(each, [part.side for part in out]) for each in matrix.sums)
        return loosened(matrix, items).replaced(
            sums=[each for each in sums if not (each.is_rule and each.span in spans)],
            constraints=[each for each in matrix.constraints if each.name not in constraints],
        )

    def _has_none(self, matrix: Matrix) -> bool | None:
        """Whether there is no solution that agrees with the clues; None if that is not known."""
        run = self._run.aside(nodes=self._run.budget.nodes or NODES)
        try:
            return not has_solution(self._with_clues(matrix), run)
        except Unfinished:
            self._run.check()
            return None

    def _with_clues(self, matrix: Matrix) -> Matrix:
        """What the clues leave of it: options have their names in all matrices, but hidden ones."""
        if not self._clues:
            return matrix
        names, numbers = self._matrix.options, {name: at for at, name in enumerate(matrix.options)}
        banned = {names[option] for clue in self._clues for option in clue.banned}
        banned = {name for name in banned if name.family != HIDDEN}
        keep = [option for option, name in enumerate(matrix.options) if name not in banned]
        demands = [
            (ItemName(f"given {at}"), clue.span, [numbers[names[each]] for each in clue.options])
            for at, clue in enumerate(self._clues)
        ]
        return matrix.restricted(keep, demands)

    # The values of loops

    def _in_words(self, needed: Sequence[_Part]) -> Iterator[str]:
        matrix = self._with(needed)
        made = _made_by_bindings(matrix, {part.condition.span for part in needed if part.condition})
        kept = self._needed(matrix, [*made.values()])
        of_sum: dict[str, list[_Part]] = {}
        for part in needed:
            of_sum.setdefault(part.side.name if part.side else part.words, []).append(part)
        for part, *others in of_sum.values():
            if part.side and others and others[0].side:
                yield _sum_in_words(part.side.replaced(upper=others[0].side.upper))
            elif part.condition and part.condition.loop and not self._excludes(part, needed, matrix):
                span = part.condition.span
                found = [binding for (at, binding), each in made.items() if at == span and each in kept]
                yield from _with_bindings(part, part.condition, found)
            else:
                yield part.words

    def _excludes(self, part: _Part, needed: Sequence[_Part], matrix: Matrix) -> bool:
        """Whether a condition takes options away, so that its bindings are not distinguished."""
        if not self._compiles:
            return True
        without = self._with([each for each in needed if each is not part])
        return any(name.family != HIDDEN for name in {*without.options} - {*matrix.options})

    def _needed(self, matrix: Matrix, made: Sequence[_Made]) -> Sequence[_Made]:
        def met(wanted: int) -> int | None:
            out = [each for k, each in enumerate(made) if not wanted >> k & 1]
            items, sums = (
                {item for each in out for item in each.items},
                {at for each in out for at in each.sums},
            )
            left = [total for at, total in enumerate(matrix.sums) if at not in sums]
            return None if self._has_none(loosened(matrix, items).replaced(sums=left)) else wanted

        search = MusSearch(len(made), met, self._run)
        return [made[k] for k in bits(search.mus(search.all))] if made else []


def _with_bindings(part: _Part, condition: ast.RequireThat, bindings: Sequence[str]) -> Iterator[str]:
    """A condition with the values of its loop that matter: the whole of it if these are not known."""
    if not bindings or not all(bindings):
        yield part.words
    elif len(bindings) <= SHOWN:
        yield from (f"{condition.words} with {binding}" for binding in bindings)
    else:
        yield f"{condition.words} for {plural(len(bindings), 'value')} of its loop, such as {bindings[0]}"


def _sum_in_words(total: WeightedSum) -> str:
    return f"{total.name} {total.in_words}{'' if total.name == COST else ' units'}"


class _Made(NamedTuple):
    """The items and the sums that one binding of a condition made, by number."""

    items: list[int]
    sums: list[int]


def _made_by_bindings(matrix: Matrix, spans: Collection[Any]) -> dict[tuple[Any, str], _Made]:
    found: dict[tuple[Any, str], _Made] = {}
    for number, item in enumerate(matrix.items):
        span = matrix.item_spans[number]
        if span in spans and isinstance(item, RuleItem):
            found.setdefault((span, item.binding()), _Made([], [])).items.append(number)
    for number, total in enumerate(matrix.sums):
        if total.is_rule and total.span in spans:
            binding = total.name.rpartition(" with ")[2] if " with " in total.name else ""
            found.setdefault((total.span, binding), _Made([], [])).sums.append(number)
    return found


def has_solution(matrix: Matrix, run: Run) -> bool:
    """Raises Unfinished."""
    return first_cover(matrix, run.aside(nodes=run.budget.nodes)) is not None


def families_of_rules(problem: Problem) -> dict[str, str]:
    """The rules by the families of items that they declare, without those whose bounds are others by now."""
    stated = {
        ItemName(family.name, key): (bounds.lower, UNBOUNDED if bounds.upper is None else bounds.upper)
        for family in problem.puzzle.families
        for key, bounds in zip(family.keys, family.bounds, strict=True)
    }
    rules, matrix = bounding(problem.puzzle), problem.full.matrix
    for item, *bounds in zip(matrix.items, matrix.lower, matrix.upper, strict=True) if rules else ():
        if item.family in rules and stated.get(item, tuple(bounds)) != tuple(bounds):
            del rules[item.family]
    return rules


def sides_of(total: WeightedSum) -> Iterator[WeightedSum]:
    """Each of its bounds alone."""
    if total.lower is not None:
        yield total.replaced(upper=None)
    if total.upper is not None:
        yield total.replaced(lower=None)


def _without(total: WeightedSum, sides: Iterable[WeightedSum | None]) -> WeightedSum:
    for side in sides:
        if side is not None and side.name == total.name:
            total = total.replaced(lower=None) if side.lower is not None else total.replaced(upper=None)
    return total


def loosened(matrix: Matrix, items: Collection[int]) -> Matrix:
    """Some items may be covered any number of times."""
    lower, upper = array("I", matrix.lower), array("I", matrix.upper)
    for number in items:
        lower[number], upper[number] = 0, UNBOUNDED
    return matrix.replaced(lower=lower, upper=upper)


def _are_alike(one: Matrix, other: Matrix) -> bool:
    """Whether a problem is still as it was compiled."""
    return (one.items, one.options, one.lower, one.upper, one.entries, one.starts) == (
        other.items,
        other.options,
        other.lower,
        other.upper,
        other.entries,
        other.starts,
    )
