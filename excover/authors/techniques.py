"""The techniques of a person between forced moves and guesses, in terms of exact cover.

>>> from excover.problem.problem import load
>>> rules = Rules(load("queens", {"n": 6}, given=".Q....").matrix)
>>> state = rules.propagated(rules.start)
>>> [str(rules.matrix.options[option]) for option in bits(excluded(locked(rules, state)))]
['queen(3, 5)']

Each technique takes a state and finds options that no solution contains, if the state's exclusions and
choices are right. Each is monotone: of two states, the one with more knowledge loses at least the options
that the other loses, or has already lost them. All options are found in the given state, none by way of
another.

In a Sudoku, `locked` finds the pointing and claiming candidates; `subsets` of two the naked and hidden pairs
and the X-wing, of three the triples and the swordfish (all are base and cover sets); `refuted` within one
round finds the wings and skyscrapers, within a few the short chains, without a bound it is trial.

What is known of a puzzle on the way to its solution, and what follows from it directly.

>>> state.chosen.bit_count(), rules.is_solved(state)
(1, False)

Sets of options are integers, bit ``o`` for option ``o``, so that testing an item is one operation. Everything
here is *monotone*: more knowledge at the start (fewer options alive, more of them chosen) gives at least as
much knowledge afterwards. The monotonicity of ratings depends on it (see `excover.authors.rate`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import NamedTuple

from excover.authors.whole_rules import WholeRule, WholeRules
from excover.base.names import HIDDEN, RuleItem
from excover.matrix.capabilities import OptionSets, bits
from excover.matrix.matrix import Matrix
from excover.search.engine_table import REASONING
from excover.search.run import UNLIMITED, Run
from excover.search.tuning import tuning


class PartialSolution(NamedTuple):
    """Options that are not excluded; the chosen ones among them; items that still need options."""

    alive: int
    chosen: int
    open: tuple[int, ...]


class Rules:
    """What choosing an option excludes, and what is forced. ``start`` is the state without knowledge."""

    def __init__(self, matrix: Matrix) -> None:
        """Raises MemoryError before the sets take gigabytes."""
        if len(matrix.items) * len(matrix.options) > tuning.rule_bits:
            raise MemoryError
        self.matrix = matrix
        self._sets = OptionSets(matrix, REASONING, tuning.rule_kept_bits)
        self.whole = WholeRules(matrix)
        self.users = self._sets.of_item
        self.items_of = [tuple(matrix.option_items(option)) for option in range(len(matrix.options))]
        needed = tuple(item for item in range(len(matrix.items)) if matrix.lower[item])
        self.start = PartialSolution(self._sets.everything, 0, needed)
        self.tried = self._sets.everything & ~_helpers(matrix)
        """The options that a person may try: all but those by which rules are expressed."""
        self.groups = _groups(matrix, self)

    def is_solved(self, state: PartialSolution) -> bool:
        """Whether every item has the options that it needs."""
        return not state.open

    def undecided(self, state: PartialSolution) -> int:
        """The options that are neither chosen nor excluded."""
        return state.alive & ~state.chosen

    def excluded(self, state: PartialSolution, options: int) -> PartialSolution:
        return state._replace(alive=state.alive & ~options)

    def propagated(self, state: PartialSolution) -> PartialSolution | None:
        """The state after all forced moves; None if they contradict."""
        propagated: PartialSolution | None = state
        for propagated in self.rounds(state):  # noqa: B007 - the last one is wanted
            pass
        return propagated

    def rounds(self, state: PartialSolution) -> Iterator[PartialSolution | None]:
        """The state after each round of simultaneously forced options, and of what bounds on sums and the
        like exclude; a last None is a contradiction.
        """
        while True:
            alive = self.left(state)
            forced = None if alive is None else self.forced(state._replace(alive=alive))
            if alive is None or forced is None:
                yield None
                return
            if not forced and alive == state.alive:
                return
            after = self.chosen(state._replace(alive=alive), forced)
            yield after
            if after is None:
                return
            state = after

    def left(self, state: PartialSolution) -> int | None:
        """The options that bounds on sums and the like leave; None for a contradiction."""
        return self.whole.left(state.alive, state.chosen)

    def forced(self, state: PartialSolution) -> int | None:
        """The options of items that have no others; None if an item has too few."""
        forced, alive, users, lower = 0, state.alive, self.users, self.matrix.lower
        for item in state.open:
            able = alive & users[item]
            if lower[item] > 1:
                spare = able.bit_count() - lower[item]
                if spare < 0:
                    return None
                forced |= 0 if spare else able
            elif not able & able - 1:
                if not able:
                    return None
                forced |= able
        return forced & ~state.chosen

    def chosen(self, state: PartialSolution, options: int) -> PartialSolution | None:
        """The state after these choices; None if one of them excludes another."""
        alive, chosen = state.alive, state.chosen | options
        for option in bits(options):
            alive = self._sets.left(alive, chosen, option)
        if chosen & ~alive:
            return None
        used = (item for option in bits(options) for item in self.items_of[option])
        closed = {item for item in used if self._has_enough(item, chosen)}
        return PartialSolution(alive, chosen, tuple([item for item in state.open if item not in closed]))

    def _has_enough(self, item: int, chosen: int) -> bool:
        """Whether an item of one of the chosen options has as many of them as it needs."""
        lower = self.matrix.lower[item]
        return lower <= 1 or (chosen & self.users[item]).bit_count() >= lower

    def rivals(self, option: int) -> int:
        """The options that cannot be chosen together with it."""
        return self._sets.rivals(option)


def _helpers(matrix: Matrix) -> int:
    """The options that rules add; those of a decision that is not taken are none."""
    rules = {item.family for item in matrix.items if isinstance(item, RuleItem)}
    if not rules:
        return 0
    hidden = (number for number, name in enumerate(matrix.options) if name.family == HIDDEN)
    return sum(1 << number for number in hidden if matrix.options[number].arguments[0] in rules)


class Exclusion(NamedTuple):
    """What a technique excludes, and the items by which it is seen: those that must be covered, and those
    that they use up. ``rule`` is the one that excludes it, if it is no item.
    """

    excluded: int
    base: tuple[int, ...] = ()
    cover: tuple[int, ...] = ()
    rule: WholeRule | None = None


def excluded(findings: Iterable[Exclusion]) -> int:
    """What all of them exclude."""
    found = 0
    for finding in findings:
        found |= finding.excluded
    return found


class RuleGroup(NamedTuple):
    """The items that express a rule for some values of its loop, those that are decided within their options
    behind them, and all these options.
    """

    items: tuple[int, ...]
    options: int


def _groups(matrix: Matrix, rules: Rules) -> list[RuleGroup]:
    """Of all rules that take several items."""
    parts: dict[tuple[str, str], list[int]] = {}
    for number, item in enumerate(matrix.items):
        if isinstance(item, RuleItem):
            parts.setdefault((item.family, item.binding()), []).append(number)
    found = []
    for items in parts.values():
        options = reduce(or_, map(rules.users.__getitem__, items))
        near = sorted({item for option in bits(options) for item in rules.items_of[option]})
        others = (item for item in near if not isinstance(matrix.items[item], RuleItem))
        inside = [item for item in others if matrix.lower[item] and not rules.users[item] & ~options]
        if len(items) > 1:
            found.append(RuleGroup((*items, *inside), options))
    return found


def locked(rules: Rules, state: PartialSolution, run: Run = UNLIMITED) -> Iterator[Exclusion]:
    """Options that leave an open item without any option, or a rule without a way to be met.

    All options of the item exclude them; of a rule that takes several items, forced moves among these do, and
    among what is decided within it, such as the cells of a line.
    """
    yield from _locked_by_items(rules, state, run)
    free = rules.undecided(state) & rules.tried
    for items, options in rules.groups:
        here = state._replace(open=tuple(set(items).intersection(state.open)))
        for option in bits(free & options if here.open else 0):
            run.check()
            if _is_unmet(rules, here, 1 << option):
                yield Exclusion(1 << option, items)


def _is_unmet(rules: Rules, state: PartialSolution, options: int) -> bool:
    """Whether choosing these leads to a contradiction by forced moves."""
    tried = rules.chosen(state, options)
    while tried is not None:
        forced = rules.forced(tried)
        if not forced:
            return forced is None
        tried = rules.chosen(tried, forced)
    return True


def _locked_by_items(rules: Rules, state: PartialSolution, run: Run) -> Iterator[Exclusion]:
    """Options that leave an open item without any option: all of its options exclude them."""
    free = left = rules.undecided(state)
    for item in state.open:
        run.check()
        if rules.matrix.lower[item] == 1:
            found = _excluded_by_all(rules, free & rules.users[item], left)
            left &= ~found
            if found:
                yield Exclusion(found, (item,))


def _excluded_by_all(rules: Rules, options: int, candidates: int) -> int:
    for option in bits(options):
        candidates &= rules.rivals(option)
        if not candidates:
            break
    return candidates


def refuted(
    rules: Rules, state: PartialSolution, run: Run = UNLIMITED, *, rounds: int | None
) -> Iterator[Exclusion]:
    """Options that lead to a contradiction within that many rounds of forced moves."""
    for option in bits(rules.undecided(state) & rules.tried):
        run.check()
        if _is_refuted(rules, state, 1 << option, rounds):
            yield Exclusion(1 << option)


def _is_refuted(rules: Rules, state: PartialSolution, option: int, rounds: int | None) -> bool:
    """The round that finds an item without options does not count, because it forces nothing."""
    tried = rules.chosen(state, option)
    if tried is None:
        return True
    for number, after in enumerate(rules.rounds(tried)):
        if after is None:
            return True
        if rounds is not None and number == rounds:
            return False
    return False


def subsets(rules: Rules, state: PartialSolution, run: Run = UNLIMITED, *, size: int) -> Iterator[Exclusion]:
    """What sets of at most ``size`` items exclude that need all of as many others (Hall's condition).

    Let the base be items that must be covered and share no option, and the cover as many items that may be
    covered once. If every option of the base has an item of the cover, they use up the cover: no other option
    has an item of it, and none of the base has two.
    """
    return _Subsets(rules, state, size, run).found()


@dataclass(slots=True)
class _Subsets:
    """A cover grows by what is needed to cover one more item of the base; each cover is tried once."""

    rules: Rules
    state: PartialSolution
    size: int
    run: Run
    users: dict[int, int] = field(default_factory=dict)
    """The undecided options of each item; decided items are omitted."""
    able: frozenset[int] = frozenset()
    """Items that may be in a cover."""
    near: dict[int, frozenset[int]] = field(default_factory=dict)
    """Items that must be covered and share an undecided option with each item."""
    seen: set[frozenset[int]] = field(default_factory=set)

    def found(self) -> Iterator[Exclusion]:
        rules, free = self.rules, self.rules.undecided(self.state)
        matrix = rules.matrix
        items_of = [rules.items_of[option] for option in bits(free)]
        near: dict[int, set[int]] = {item: set() for items in items_of for item in items}
        base = frozenset(self.state.open).intersection(near)
        for items in items_of:
            for item in items:
                near[item].update(items)
        self.near = {item: base.intersection(others) for item, others in near.items()}
        self.users = {item: free & rules.users[item] for item in near}
        self.able = frozenset(item for item in near if matrix.upper[item] == 1)
        return self._grown(frozenset(), 0, base)

    def _grown(self, cover: frozenset[int], within: int, base: frozenset[int]) -> Iterator[Exclusion]:
        """What this cover and larger ones exclude.

        ``within`` are the options that have an item of the cover, ``base`` the items that must be covered and
        have one of these options.
        """
        self.run.check()
        if cover:
            yield from self._excluded(cover, within, base)
        if len(cover) == self.size:
            return
        for item in base:
            missing = self.users[item] & ~within
            for more in self._covers(item, missing, self.size - len(cover), frozenset()) if missing else ():
                larger = cover | more
                if larger not in self.seen:
                    self.seen.add(larger)
                    yield from self._grown(larger, *self._around(larger))

    def _around(self, cover: frozenset[int]) -> tuple[int, frozenset[int]]:
        within = 0
        for each in cover:
            within |= self.users[each]
        return within, frozenset().union(*(self.near[each] for each in cover))

    def _covers(self, item: int, missing: int, size: int, chosen: frozenset[int]) -> Iterator[frozenset[int]]:
        """Sets of at most that many other items such that each of the options has one of them."""
        if not missing:
            yield chosen
            return
        if not size:
            return
        option = (missing & -missing).bit_length() - 1
        for each in self.rules.items_of[option]:
            if each != item and each in self.able:
                left = missing & ~self.users[each]
                if size > 1 or not left:
                    yield from self._covers(item, left, size - 1, chosen | {each})

    def _excluded(self, cover: frozenset[int], within: int, base: frozenset[int]) -> Iterator[Exclusion]:
        own = {self.users[each] for each in cover}
        inside = [i for i in base if not self.users[i] & ~within and self.users[i] not in own]
        twice = self._twice(cover) if len(inside) >= len(cover) else 0
        for items, used in self._disjoint(inside, len(cover), (), 0):
            if found := within & ~used | twice:
                yield Exclusion(found, items, tuple(sorted(cover)))

    def _disjoint(
        self, items: Sequence[int], size: int, taken: tuple[int, ...], used: int
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """That many items that share no option, and their options."""
        if not size:
            yield taken, used
            return
        for number, item in enumerate(items):
            if not used & self.users[item]:
                more = (*taken, item), used | self.users[item]
                yield from self._disjoint(items[number + 1 :], size - 1, *more)

    def _twice(self, cover: frozenset[int]) -> int:
        """The options that have two items of a cover."""
        once = twice = 0
        for each in cover:
            twice |= once & self.users[each]
            once |= self.users[each]
        return twice
