"""The deductions of a person, one after the other: the easiest that is left, and a guess where there is none.

>>> from excover.problem.problem import load
>>> from excover.authors.techniques import Rules
>>> from excover.search.run import UNLIMITED
>>> problem = load("queens", {"n": 6}, given=".Q....")
>>> rules = Rules(problem.matrix)
>>> way = Deductions(rules, rules.start, only_options(problem, UNLIMITED), (), UNLIMITED)
>>> [deduction.technique.value for deduction in way.deductions()][:3]
['forced', 'locked', 'wings']
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from operator import or_
from typing import NamedTuple

from excover.authors.clues import only_solution
from excover.authors.rate import FINDERS, Contradiction, Technique
from excover.authors.techniques import Exclusion, PartialSolution, Rules
from excover.base.names import ItemName, RuleItem
from excover.matrix.capabilities import bits
from excover.problem.problem import Problem
from excover.search.run import Run

TRIALS = (Technique.WINGS, Technique.CHAINS, Technique.TRIAL)


class Deduction(NamedTuple):
    """What was found in a state; ``chosen`` are the options that it forces, one or none."""

    technique: Technique
    before: PartialSolution
    finding: Exclusion
    chosen: int = 0

    def is_trial(self, rules: Rules) -> bool:
        """Whether it takes forced moves until what is tried fails: a person does not see that at once."""
        return self.technique in TRIALS and len(tried(rules, self.before, self.finding.excluded)) > 1

    def by_rules(self, rules: Rules, options: int) -> dict[int, int]:
        """The items of rules by which the chosen option excludes others, and these: but for those of the same
        cell and the like, which are seen at once.
        """
        found: dict[int, int] = {}
        for option in bits(options):
            both = shared(rules, self.chosen.bit_length() - 1, option)
            if both and all(isinstance(rules.matrix.items[item], RuleItem) for item in both):
                found[both[0]] = found.get(both[0], 0) | 1 << option
        return found


def shared(rules: Rules, first: int, second: int) -> list[int]:
    """The items that both options cover."""
    others = set(rules.matrix.option_items(second))
    return [item for item in rules.matrix.option_items(first) if item in others]


def tried(rules: Rules, before: PartialSolution, option: int) -> list[PartialSolution]:
    """The states after an option is chosen and after each round of forced moves; none if it excludes what is
    known.
    """
    state = rules.chosen(before, option)
    return [] if state is None else [state, *iter(partial(next, rules.rounds(state), None), None)]


@dataclass(slots=True)
class Deductions:
    rules: Rules
    state: PartialSolution
    solution: int
    """The options of the only one, some of which are guessed."""
    cells: Collection[ItemName]
    """The items that are cells."""
    run: Run
    ended: dict[int, int] = field(default_factory=dict)
    """The deduction that chose or excluded an option."""

    def deductions(self) -> Iterator[Deduction]:
        """One after the other, until there is nothing left to find. Raises Contradiction, and Unfinished."""
        number = 0
        while self.state.open and (found := self.next() or self._guess()):
            excluded = self.rules.excluded(self.state, found.finding.excluded)
            after = self.rules.chosen(excluded, found.chosen) if found.chosen else excluded
            if after is None:
                raise Contradiction
            self.ended |= dict.fromkeys(bits(self.state.alive & ~after.alive | found.chosen), number)
            self.state = after
            number += 1
            yield found

    def next(self) -> Deduction | None:
        """The easiest thing to find in the state. Raises Contradiction, and Unfinished."""
        rules, state = self.rules, self.state
        forced = rules.forced(state)
        if forced is None:
            raise Contradiction
        if forced:
            by = {option: self._forcing(option) for option in bits(forced)}
            option = max(by, key=lambda each: len(by[each]))
            return Deduction(Technique.FORCED, state, Exclusion(0, by[option]), 1 << option)
        if whole := rules.whole.first(state.alive, state.chosen):
            rule, left = whole
            if left is None:
                raise Contradiction
            return Deduction(Technique.FORCED, state, Exclusion(state.alive & ~left, rule=rule))
        for technique, finder in FINDERS:
            first: Exclusion | None = None
            for found in finder(rules, state, self.run):
                if rules.forced(rules.excluded(state, found.excluded)):
                    return Deduction(technique, state, found)  # a person sees where it leads
                first = first or found
            if first:
                return Deduction(technique, state, first)
        return None

    def _guess(self) -> Deduction | None:
        """What has fewest options left; None if nothing of the solution is left."""
        state, users = self.state, self.rules.users
        ready = self.solution & self.rules.undecided(state)
        items = [item for item in state.open if users[item] & ready]
        if not items:
            return None
        item = min(items, key=lambda each: (state.alive & users[each]).bit_count())
        option = next(bits(users[item] & ready))
        return Deduction(Technique.GUESSES, state, Exclusion(0, (item,)), 1 << option)

    def _forcing(self, option: int) -> tuple[int, ...]:
        """The items that have no other options left: that by which it is seen best, as a value in a row,
        first, and cells last.
        """
        state, matrix, users = self.state, self.rules.matrix, self.rules.users
        still = set(state.open)
        found = [
            item
            for item in matrix.option_items(option)
            if item in still and (state.alive & users[item]).bit_count() <= matrix.lower[item]
        ]
        return tuple(sorted(found, key=lambda item: matrix.items[item] in self.cells))

    def needed(self, found: Sequence[Deduction], drawn: int) -> set[int]:
        """What chooses an option that is drawn, and what that follows from."""
        needed: set[int] = set()
        for number in range(len(found) - 1, -1, -1):
            deduction = found[number]
            if not deduction.chosen & drawn and number not in needed:
                continue
            needed.add(number)
            used = self._used(deduction)
            needed.update(
                range(number)
                if used is None
                else (self.ended[option] for option in bits(used) if option in self.ended)
            )
        return needed

    def _used(self, deduction: Deduction) -> int | None:
        """The options that it follows from, as they are chosen or excluded; None if these may be any."""
        technique, (alive, chosen, _), (_, base, _, rule), choice = deduction
        if rule:
            return rule.options & (chosen | ~alive)
        about = reduce(or_, (self.rules.users[item] for item in (base[:1] if choice else base)), 0)
        if technique is Technique.FORCED and not choice:
            return about & chosen & self.rules.tried
        return about & ~alive if base else None

    def reasons(self, deduction: Deduction, drawn: int) -> dict[int, int]:
        """The deductions that left nothing else for what is chosen, and the options that each took away: but
        for those that an option already drawn excludes, as a reader sees.
        """
        found: dict[int, int] = {}
        if deduction.chosen and deduction.technique is not Technique.GUESSES:
            shown = deduction.before.chosen & drawn
            for option in bits(self._used(deduction) or 0):
                if option in self.ended and not self._is_plain(option, shown):
                    number = self.ended[option]
                    found[number] = found.get(number, 0) | 1 << option
        return found

    def _is_plain(self, option: int, shown: int) -> bool:
        """Whether one of those options excludes it by more than a rule."""
        items = self.rules.matrix.items
        return any(
            not isinstance(items[item], RuleItem)
            for other in bits(self.rules.rivals(option) & shown)
            for item in shared(self.rules, option, other)
        )


def only_options(problem: Problem, run: Run) -> int:
    """Those of the only solution that it shows. Raises NotUnique, and Unfinished."""
    numbers = problem.matrix.option_numbers
    return sum(1 << numbers[option] for option in only_solution(problem, run).options)
