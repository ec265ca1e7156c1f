"""What rules add to the options of a description: items with colors, linear constraints, hidden options.

The shapes of relations between two decisions, from which the smallest form in items is chosen.

A relation is a table of which values of one decision go with which of another.

>>> less = tuple(tuple(a < b for b in range(4)) for a in range(4))
>>> classes(less), len(bicliques(less))
(None, 4)
>>> classes(tuple(tuple(a % 2 == b % 2 for b in range(4)) for a in range(4)))
([0, 1, 0, 1], [0, 1, 0, 1])
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import NamedTuple

from excover.base.frozen import Frozen
from excover.base.names import HIDDEN, OptionName
from excover.base.source import Span
from excover.language.expressions.decided import Compares, Condition, Decided, Linear, in_covers
from excover.language.expressions.frame import comparison
from excover.language.expressions.scope import AT_MOST_ONCE, COLORED, ONCE, Times
from excover.matrix.matrix_room import MatrixRoom, NumberedItems, RuleItems
from excover.matrix.rules.choices import Choices

AT_LEAST_ONCE = Times(1, None)


class LinearRule(NamedTuple):
    """A linear constraint: the weights of the chosen options sum to a number within bounds. ``words`` are the
    rule.
    """

    words: str
    span: Span
    weights: Mapping[int, int]
    lower: int | None
    upper: int | None


class HiddenOption(NamedTuple):
    """An option that helps to state a rule, with its first items and their colors."""

    name: OptionName
    span: Span
    items: tuple[int, ...]
    colors: tuple[int, ...]
    cost: int


class Additions:
    """``entries`` has, for each option by number, further items; ``hues`` the colors of those that have
    one, by item; ``excluded`` are options that no solution has. ``hidden`` are options, numbered behind
    all others.
    """

    def __init__(self, choices: Choices, items: NumberedItems, room: MatrixRoom) -> None:
        self.entries: defaultdict[int, list[int]] = defaultdict(list)
        self.hues: defaultdict[int, dict[int, int]] = defaultdict(dict)
        self.excluded: set[int] = set()
        self.rows: list[LinearRule] = []
        self.hidden: list[HiddenOption] = []
        self._choices, self._items, self._room = choices, items, room
        self._known: defaultdict[Times, set[frozenset[int]]] = defaultdict(set)
        self._pairs: dict[tuple[int, int], None] = {}
        self._ties: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        self._rule = RuleItems("", 0, "", str)
        self.span: Span

    @property
    def size(self) -> tuple[int, ...]:
        """The same before and after a rule that adds nothing and excludes nothing."""
        return len(self._items.names), len(self.excluded), len(self.rows), len(self.hidden)

    def begin(self, name: str, span: Span, words: str, binding: Callable[[], str] = str) -> None:
        """What follows belongs to a rule of this name; ``words`` state it, and ``binding`` gives the values
        of its loop in words, which few rules need.
        """
        before = self._rule.before if name == self._rule.family else len(self._items.names) - 1
        self._rule = RuleItems(name, before, words, binding)
        self.span = span

    def end(self) -> None:
        """Makes the items of all pairs that exclude each other, few for many pairs."""
        for clique in cliques(self._pairs, self._choices.exact_items.__getitem__):
            self._item(clique, AT_MOST_ONCE)
        self._pairs.clear()

    # Items

    def covered(self, options: Sequence[int], bounds: Times) -> None:
        """Options that are chosen so often together. One that is listed twice counts twice, so a list that
        may have one twice must not become a set before.
        """
        if bounds.upper != 1:
            self._item(options, bounds)
            return
        if len(set(options)) < len(options):
            twice = {option for option in options if options.count(option) > 1}
            self.excluded |= twice
            options = [option for option in options if option not in twice]
        if bounds == AT_MOST_ONCE and len(options) == 2:
            self._pairs[min(options), max(options)] = None
        elif bounds != AT_MOST_ONCE or len(options) > 1:
            self._item(options, bounds)

    def _item(self, options: Sequence[int], bounds: Times) -> None:
        """Makes an item, unless there is the same one."""
        known = self._known[bounds]
        before = len(known)
        known.add(frozenset(options))
        if len(known) > before:
            item = self._items.add(self._rule, self.span, bounds, len(options))
            entries = self.entries
            for option in options:
                entries[option].append(item)

    def same(self, colors: Iterable[tuple[int, int]]) -> None:
        """Options with a number each, of which all that are chosen have the same."""
        of_option: dict[int, int] = {}
        for option, number in colors:
            if of_option.setdefault(option, number) != number:
                self.excluded.add(option)
        item = self.item(COLORED)
        for option, number in of_option.items():
            if option not in self.excluded:
                self._color(option, item, number)

    def item(self, bounds: Times) -> int:
        return self._items.add(self._rule, self.span, bounds)

    def cover(self, options: Sequence[int], item: int) -> None:
        self._room.take(self.span, entries=len(options))
        entries = self.entries
        for option in options:
            entries[option].append(item)

    def _color(self, option: int, item: int, value: int) -> None:
        """Covers an item with a color."""
        self.cover([option], item)
        self.hues[option][item] = self._items.color(value)

    # Decisions: see `Choices`

    def decision(self, option: int) -> int:
        """That of an option; one with `not chosen` as its other value is made if there is none."""
        found = self._choices.decision(option)
        if found is None:
            found = self.item(ONCE)
            self.cover([option], found)
            self._choices.join(option, found)
            self.option([found])
        return found

    def members(self, decisions: Collection[int]) -> list[Sequence[int]]:
        """The options of each, in the order of their items; some may be ``~option`` (`Choices.decisions`)."""
        if min(decisions) < 0:
            alone = sorted([~each for each in decisions if each < 0])
            decisions = [each for each in decisions if each >= 0] + list(map(self.decision, alone))
        return list(map(self._choices.members, sorted(decisions)))

    def only_members(self, operand: Decided) -> Sequence[int] | None:
        """The options of the one decision on which it depends; None if there are several, or too many."""
        found = self._choices.few(operand, 1)
        return None if found is None else self.members(found)[0]

    def others(self, option: int) -> list[int]:
        """The other options of its decision."""
        return [each for each in self._choices.members(self.decision(option)) if each != option]

    def truth(self) -> tuple[int, int]:
        """Two hidden options, exactly one of which is chosen."""
        decision = self.item(ONCE)
        return self.option([decision]), self.option([decision])

    def priced(self, option: int, cost: int) -> None:
        """A cost where an option is not chosen."""
        item = self.item(ONCE)
        self.cover([option], item)
        self.option([item], cost=cost)

    def option(self, items: Sequence[int], colors: Collection[int] = (), cost: int = 0) -> int:
        """A hidden option."""
        self._room.take(self.span, options=1, entries=len(items))
        name = OptionName(HIDDEN, (self._rule.family, len(self.hidden) + 1))
        hues = tuple(colors) or (0,) * len(items)
        self.hidden.append(HiddenOption(name, self.span, tuple(items), hues, cost))
        bounds = self._items.bounds
        return self._choices.add([item for item in items if bounds[item] == ONCE])

    def tuples(
        self,
        allowed: Sequence[tuple[int, ...]],
        members: Sequence[Sequence[int]],
        costs: Sequence[int] = (),
    ) -> None:
        """A hidden option for each combination of options, one of each decision, that may be chosen."""
        decision = self.item(ONCE)
        ties = [self.item(COLORED) for _ in members]
        colors = [{option: self._items.color(at) for at, option in enumerate(options)} for options in members]
        for tie, color in zip(ties, colors, strict=True):
            self.cover([*color], tie)
            for option, number in color.items():
                self.hues[option][tie] = number
        for each, cost in zip(allowed, costs or [0] * len(allowed), strict=True):
            found = [color[option] for color, option in zip(colors, each, strict=True)]
            self.option([decision, *ties], [0, *found], cost)

    def run(self, parts: Sequence[tuple[Sequence[int], Sequence[int]]]) -> Sequence[int]:
        """A hidden option for each number of conditions that hold before the first that does not, from 0 on.
        Each has the options with which it holds, and with which not; nothing if two have the same.
        """
        keys = [(tuple(met), tuple(unmet)) for met, unmet in parts]
        if len({*keys}) < len(keys):
            return ()
        yes, no = map(self._items.color, (1, 0))
        for key in keys:
            if key not in self._ties:
                self._ties[key] = self.item(COLORED)
                for options, value in zip(key, (1, 0), strict=True):
                    for option in options:
                        self._color(option, self._ties[key], value)
        ties, decision = [self._ties[key] for key in keys], self.item(ONCE)
        found = [self.option([decision, *ties[: met + 1]], [0, *[yes] * met, no]) for met in range(len(ties))]
        return [*found, self.option([decision, *ties], [0, *[yes] * len(ties)])]

    def related(self, table: Relation, one: Sequence[int], other: Sequence[int]) -> bool:
        """Options of two decisions that go together by a table, in the smallest form; False if none do."""
        if table.left_over:
            ones, others = [one[at] for at in table.rows], [other[at] for at in table.columns]
            self.excluded.update({*one}.difference(ones), {*other}.difference(others))
            table, one, other = table.left_over, ones, others
        if not one:
            return False
        found = table.classes
        if found is None:
            for left, right in table.bicliques:
                self.covered([one[at] for at in left] + [other[at] for at in right], AT_MOST_ONCE)
        elif (count := len(set(found[0]))) == 2:
            first = [option for option, number in zip(one, found[0], strict=True) if number == 0]
            second = [option for option, number in zip(other, found[1], strict=True) if number == 1]
            self.covered([*first, *second], ONCE)
        elif count > 2:
            self.same(zip([*one, *other], [*found[0], *found[1]], strict=True))
        return True

    def unrelated(
        self, table: Relation, one: Sequence[int], other: Sequence[int], unless: Sequence[int]
    ) -> None:
        """Refuses those that do not go together by the table, unless some options are chosen."""
        both = [*one, *other]
        are_apart = len({*both, *unless}) == len(both) + len(unless)  # nearly always
        for places in table.outside:
            options = [both[at] for at in places]
            options += unless
            self.covered(options if are_apart else [*dict.fromkeys(options)], AT_LEAST_ONCE)

    # Sums

    def row(self, weights: Mapping[int, int], lower: int | None, upper: int | None) -> None:
        self._room.take(self.span, entries=len(weights))
        binding, words = self._rule.binding(), self._rule.words
        words = f"{words} with {binding}" if binding else words
        self.rows.append(LinearRule(words, self.span, weights, lower, upper))


Compatible = tuple[tuple[bool, ...], ...]

Biclique = tuple[frozenset[int], frozenset[int]]
"""Rows and columns of a table that are all forbidden together."""


class Relation(Frozen):
    """What is made of a table, once: many pairs of decisions have the same."""

    table: Compatible

    @cached_property
    def rows(self) -> Sequence[int]:
        """Those with something that goes with them."""
        return [at for at, row in enumerate(self.table) if any(row)]

    @cached_property
    def columns(self) -> Sequence[int]:
        return [at for at, column in enumerate(zip(*self.table, strict=True)) if any(column)]

    @cached_property
    def left_over(self) -> Relation | None:
        """That of these rows and columns; None if it has no others."""
        if len(self.rows) == len(self.table) and len(self.columns) == len(self.table[0]):
            return None
        return Relation(tuple(tuple(self.table[row][at] for at in self.columns) for row in self.rows))

    @cached_property
    def classes(self) -> tuple[list[int], list[int]] | None:
        return classes(self.table)

    @cached_property
    def bicliques(self) -> Sequence[Biclique]:
        return bicliques(self.table)

    @cached_property
    def outside(self) -> Sequence[Sequence[int]]:
        """For each biclique the other rows, and the other columns, numbered behind all rows."""
        rows, columns = range(len(self.table)), range(len(self.table[0]))
        return [
            [at for at in rows if at not in left] + [len(rows) + at for at in columns if at not in right]
            for left, right in self.bicliques
        ]

    @cached_property
    def opposite(self) -> Relation:
        """Of the pairs that do not go together."""
        return Relation(tuple(tuple(not allowed for allowed in row) for row in self.table))


def in_pairs(condition: Condition, one: Sequence[int], other: Sequence[int]) -> Compatible:
    """Whether a condition holds with an option of one decision, by row, and one of another."""
    match condition:
        case Compares(Linear(weights=dict() as of) as total, sign, int() as right):
            compare = comparison(sign)
            needed = [right - total.constant - of.get(option, 0) for option in one]
            weights = [of.get(option, 0) for option in other]
            return tuple([tuple([compare(weight, rest) for weight in weights]) for rest in needed])
        case _:
            found = iter(in_covers(condition, [*product(one, other)]))
            return tuple([tuple([next(found) for _ in other]) for _ in one])


def classes(table: Compatible) -> tuple[list[int], list[int]] | None:
    """A class for each row and each column, so that those of equal class go together; None if there is none.

    Every row and every column has something that goes with it.
    """
    rows = [frozenset(at for at, allowed in enumerate(row) if allowed) for row in table]
    numbers = {row: at for at, row in enumerate(dict.fromkeys(rows))}
    of_column: dict[int, int] = {}
    for row, number in numbers.items():
        for column in row:
            if of_column.setdefault(column, number) != number:
                return None
    return [numbers[row] for row in rows], [of_column[column] for column in range(len(table[0]))]


@lru_cache(maxsize=1000)
def bicliques(table: Compatible) -> Sequence[Biclique]:
    """Bicliques that cover all that is forbidden: greedily, those that cover most of what is left. Conditions
    for many cells have few tables.

    Edge covers by bicliques (Fishburn and Hammer 1996): a chain of nested rows, such as of `<`, needs one for
    each step. Candidates are the sets of columns that some row forbids, and what two of them have in common.
    """
    forbidden = [frozenset(at for at, allowed in enumerate(row) if not allowed) for row in table]
    sets = list(dict.fromkeys(filter(None, forbidden)))
    candidates = dict.fromkeys(sets)
    if len(sets) <= _MOST_CROSSED:
        candidates |= dict.fromkeys(filter(None, (one & other for one in sets for other in sets)))
    found = [
        (frozenset(row for row, columns in enumerate(forbidden) if columns >= each), each)
        for each in candidates
    ]
    masks = [sum(1 << column for column in columns) for _, columns in found]
    left = [sum(1 << column for column in columns) for columns in forbidden]
    made: list[Biclique] = []
    while any(left):
        gains = [
            sum([(left[row] & mask).bit_count() for row in rows])
            for (rows, _), mask in zip(found, masks, strict=True)
        ]
        best = gains.index(max(gains))
        made.append(found[best])
        for row in found[best][0]:
            left[row] &= ~masks[best]
    return made


_MOST_CROSSED = 12
"""With more sets than these, no two are intersected: that is quadratic."""


def cliques(
    edges: Iterable[tuple[int, int]], groups: Callable[[int], Iterable[int]] = lambda _one: ()
) -> Iterator[list[int]]:
    """Cliques that cover all edges of a graph, each edge once or more, greedily (Kellerman 1973).

    Pairs that have a group in common exclude each other anyway: they are edges that need not be covered.

    >>> [*cliques([(1, 2), (2, 3), (1, 3), (3, 4)])]
    [[1, 2, 3], [3, 4]]
    >>> [*cliques([(1, 2), (2, 3)], lambda one: [one % 2])]
    [[1, 2, 3]]
    """
    near: dict[int, set[int]] = {}
    for one, other in edges:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    left = {one: set(others) for one, others in near.items()}
    of = {one: frozenset(groups(one)) for one in near}
    for one in sorted(left):
        while left[one]:
            clique = _grown(one, near, left, of)
            for each in clique:
                left[each].difference_update(clique)
            yield sorted(clique)


def _grown(
    first: int,
    near: Mapping[int, set[int]],
    left: Mapping[int, Collection[int]],
    groups: Mapping[int, frozenset[int]],
) -> list[int]:
    """A clique of which each further member covers most of what is left, and something."""
    clique, able, member = [first], near[first], min(left[first])
    while True:
        others = near[member].difference(able, clique)
        able = _able(able, member, near, groups) - {member}
        for one in clique if others else ():
            others = _able(others, one, near, groups)
        clique.append(member)
        able |= others
        gain = {each: sum([each in left[other] for other in clique]) for each in able}
        member = min(able, key=lambda each: (-gain[each], each), default=first)
        if not gain.get(member):
            return clique


def _able(
    others: Collection[int], one: int, near: Mapping[int, set[int]], groups: Mapping[int, frozenset[int]]
) -> set[int]:
    """Those that may be in a clique with one."""
    found, is_apart = near[one], groups[one].isdisjoint
    return {each for each in others if each in found or not is_apart(groups[each])}
