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

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain, combinations
from operator import or_
from typing import NamedTuple

from excover.authors.whole_rules import RuleGroup, WholeRule, WholeRules, rule_groups
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


ItemTuple = tuple[int, ...]
"""Items, in ascending order."""
MOST_COVERS = 300_000
"""So many are remembered: they are the same as long as the options of an item are."""
MOST_SAID = 100_000
"""So many answers of rules are remembered, each with what has been chosen in its cells."""


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
        self.groups = rule_groups(matrix, self.users, self.items_of)
        self._once_of = [frozenset(i for i in items if matrix.upper[i] == 1) for items in self.items_of]
        self._needing = [[i for i in items if matrix.lower[i]] for items in self.items_of]
        self._said: dict[tuple[int, int], int] = {}
        self._covers: dict[tuple[int, int, int], Sequence[ItemTuple]] = {}
        self._kept = 0

    def is_solved(self, state: PartialSolution) -> bool:
        """Whether every item has the options that it needs."""
        return not state.open

    def undecided(self, state: PartialSolution) -> int:
        """The options that are neither chosen nor excluded."""
        return state.alive & ~state.chosen

    def excluded(self, state: PartialSolution, options: int) -> PartialSolution:
        return state._replace(alive=state.alive & ~options)

    def propagated(self, state: PartialSolution, since: int | None = None) -> PartialSolution | None:
        """The state after all forced moves; None if they contradict."""
        propagated: PartialSolution | None = state
        for propagated in self.rounds(state, since):  # noqa: B007 - the last one is wanted
            pass
        return propagated

    def rounds(self, state: PartialSolution, since: int | None = None) -> Iterator[PartialSolution | None]:
        """The state after each round of simultaneously forced options, and of what bounds on sums and the
        like exclude; a last None is a contradiction.

        ``since`` are the options of a state before, of which nothing was forced.
        """
        while True:
            alive = self.left(state)
            forced = None if alive is None else self.forced(state._replace(alive=alive), since)
            if alive is None or forced is None:
                yield None
                return
            if not forced and alive == state.alive:
                return
            after = self.chosen(state._replace(alive=alive), forced)
            yield after
            if after is None:
                return
            state, since = after, alive

    def left(self, state: PartialSolution) -> int | None:
        """The options that bounds on sums and the like leave; None for a contradiction."""
        return self.whole.left(state.alive, state.chosen)

    def forced(self, state: PartialSolution, since: int | None = None) -> int | None:
        """The options of items that have no others; None if an item has too few."""
        forced, alive, users, lower = 0, state.alive, self.users, self.matrix.lower
        for item in state.open if since is None else self._touched(since & ~alive):
            able = alive & users[item]
            if not able & able - 1:
                if not able or lower[item] > 1:
                    return None
                forced |= able
            elif lower[item] > 1:
                spare = able.bit_count() - lower[item]
                if spare < 0:
                    return None
                forced |= 0 if spare else able
        return forced & ~state.chosen

    def _touched(self, options: int) -> Collection[int]:
        """The items that need one of these, whether they have it or not."""
        return set().union(*[self._needing[option] for option in bits(options)])

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

    def said(self, group: int, chosen: int, run: Run) -> int:
        """What the rule of a group excludes by itself after these choices."""
        if (group, chosen) not in self._said:
            if len(self._said) >= MOST_SAID:
                self._said.clear()
            needed = tuple(item for item in self.groups[group].items if self.matrix.lower[item])
            here = self.chosen(self.start._replace(open=needed), chosen)
            self._said[group, chosen] = (
                _unmet(self, here, self.groups[group], run) if here and here.open else 0
            )
        return self._said[group, chosen]

    def covers(self, item: int, options: int, size: int) -> Sequence[ItemTuple]:
        """The smallest sets of at most that many others of which each of these options of an item has one,
        if each may be covered once.
        """
        asked = item, options, size
        if asked not in self._covers:
            if self._kept >= MOST_COVERS:
                self._covers, self._kept = {}, 0
            counts = Counter(each for option in bits(options) for each in self._once_of[option])
            whole = {each for each, count in counts.items() if count == options.bit_count()}
            shared = [count for each, count in counts.items() if each not in whole]
            found: set[ItemTuple] = {(each,) for each in whole if each != item}
            if size > 1 and options.bit_count() <= size * max(shared, default=0):
                found.update(self._larger_covers(options, size, max(shared), frozenset(whole)))
            self._covers[asked] = sorted(found)
            self._kept += len(found)
        return self._covers[asked]

    def _larger_covers(self, missing: int, size: int, most: int, out: frozenset[int]) -> Iterator[ItemTuple]:
        """Such sets without some items, of which no other one has more than ``most`` of these options."""
        if size == 1:
            common = reduce(frozenset.intersection, map(self._once_of.__getitem__, bits(missing)))
            yield from ((each,) for each in common - out)
            return
        first = (missing & -missing).bit_length() - 1
        for each in self._once_of[first] - out:
            left = missing & ~self.users[each]
            if not left:
                yield (each,)
            elif left.bit_count() <= (size - 1) * most:
                for others in self._larger_covers(left, size - 1, most, out):
                    yield tuple(sorted((each, *others)))

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


def locked(rules: Rules, state: PartialSolution, run: Run = UNLIMITED) -> Iterator[Exclusion]:
    """Options that leave an open item without any option, or a rule without a way to be met.

    All options of the item exclude them; of a rule that takes several items, forced moves among these do, and
    among what is decided within it, such as the cells of a line.
    """
    yield from _locked_by_items(rules, state, run)
    for group in rules.groups:
        here = state._replace(open=tuple(set(group.items).intersection(state.open)))
        if found := _unmet(rules, here, group, run) if here.open else 0:
            yield Exclusion(found, group.items)


def _unmet(rules: Rules, here: PartialSolution, group: RuleGroup, run: Run) -> int:
    """The options with which a rule cannot be met, in a state in which only its items are open."""
    found = 0
    for option in bits(rules.undecided(here) & rules.tried & group.options):
        run.check()
        if _is_unmet(rules, here, 1 << option):
            found |= 1 << option
    return found


def written(rules: Rules, state: PartialSolution, run: Run = UNLIMITED) -> Iterator[Exclusion]:
    """Options with which a rule that takes several items cannot be met, whatever else is excluded: what it
    says of its cells, such as those of a line, by what has been chosen in them.
    """
    for number, group in enumerate(rules.groups):
        chosen = state.chosen & rules.tried & group.options
        if found := rules.said(number, chosen, run) & rules.undecided(state):
            yield Exclusion(found, group.items)


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
    for number, after in enumerate(rules.rounds(tried, state.alive)):
        if after is None:
            return True
        if rounds is not None and number == rounds:
            return False
    return False


def subsets(rules: Rules, state: PartialSolution, run: Run = UNLIMITED, *, size: int) -> Iterator[Exclusion]:
    """What sets of at most ``size`` items, one to three, exclude that need all of as many others (Hall's
    condition).

    Let the base be items that must be covered and share no option, and the cover as many items that may be
    covered once. If every option of the base has an item of the cover, they use up the cover: no other option
    has an item of it, and none of the base has two.
    """
    return _Subsets(rules, state, size, run).found()


@dataclass(slots=True)
class _Subsets:
    """A cover takes in what the smallest covers within it do. One that is two without an item in common needs
    no look: what it excludes, these do.
    """

    rules: Rules
    state: PartialSolution
    size: int
    run: Run
    users: dict[int, int] = field(default_factory=dict)
    """The undecided options of each item; decided items are omitted."""

    def found(self) -> Iterator[Exclusion]:
        rules, free = self.rules, self.rules.undecided(self.state)
        near = {item for option in bits(free) for item in rules.items_of[option]}
        self.users = {item: free & rules.users[item] for item in sorted(near)}
        once = [item for item in self.users if rules.matrix.upper[item] == 1]
        covering = self._distinct(once)
        out = set(once).difference(covering.values())
        smallest: dict[int, Sequence[ItemTuple]] = {}
        for users, item in self._distinct(near.intersection(self.state.open)).items():
            self.run.check()
            barred = out | {covering.get(users, item)}
            every = rules.covers(item, users, self.size)
            smallest[item] = [cover for cover in every if barred.isdisjoint(cover)]
        counts = Counter(chain.from_iterable(smallest.values()))
        covers = {*self._crowded(counts), *self._joined(counts)}
        within: dict[ItemTuple, list[int]] = {}
        for item, each in smallest.items():
            for cover in covers.intersection(each):
                within.setdefault(cover, []).append(item)
        for cover in sorted(covers, key=lambda each: (len(each), each)):
            self.run.check()
            parts = (part for size in range(len(cover)) for part in combinations(cover, size + 1))
            inside = [item for part in parts for item in within.get(part, ())]
            if len(inside) >= len(cover):
                yield from self._excluded(cover, inside)

    def _distinct(self, items: Collection[int]) -> dict[int, int]:
        """By their options, the first of those that have the same."""
        return {self.users[item]: item for item in sorted(items, reverse=True)}

    def _crowded(self, counts: Mapping[ItemTuple, int]) -> Iterator[ItemTuple]:
        """The smallest covers, without those of the full size in which too few items can be."""
        others = dict.fromkeys(self.users, 0)
        for cover, number in counts.items():
            for each in cover if len(cover) < self.size else ():
                others[each] += number
        beside = others.__getitem__
        for cover, number in counts.items():
            if len(cover) < self.size or number + sum(map(beside, cover)) >= self.size:
                yield cover

    def _joined(self, counts: Mapping[ItemTuple, int]) -> Iterator[ItemTuple]:
        """Three items that are two covers of two, if enough items can be in them."""
        beside: dict[int, list[tuple[int, int]]] = {}
        for cover, number in counts.items() if self.size == 3 else ():
            if len(cover) == 2:
                one, other = cover
                beside.setdefault(one, []).append((other, number + counts.get((other,), 0)))
                beside.setdefault(other, []).append((one, number + counts.get((one,), 0)))
        for item, others in beside.items():
            self.run.check()
            own = counts.get((item,), 0)
            for (one, some), (other, more) in combinations(sorted(others), 2):
                if own + some + more >= 3 or (one, other) in counts:
                    yield tuple(sorted((item, one, other)))

    def _excluded(self, cover: ItemTuple, inside: Sequence[int]) -> Iterator[Exclusion]:
        base, own = sorted(set(inside)), {self.users[each] for each in cover}
        base = [item for item in base if self.users[item] not in own]
        within = reduce(or_, map(self.users.__getitem__, cover))
        twice = self._twice(cover)
        for items, used in self._disjoint(base, len(cover), (), 0):
            if found := within & ~used | twice:
                yield Exclusion(found, items, cover)

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

    def _twice(self, cover: ItemTuple) -> int:
        """The options that have two items of a cover."""
        once = twice = 0
        for each in cover:
            twice |= once & self.users[each]
            once |= self.users[each]
        return twice
