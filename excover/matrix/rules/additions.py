"""What rules add to the options of a description: items with colors, linear constraints, hidden options."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from excover.base.names import HIDDEN, ItemName, OptionName
from excover.base.source import Span
from excover.language.expressions.scope import AT_MOST_ONCE, COLORED, ONCE, Times
from excover.matrix.matrix_room import MatrixRoom, NumberedItems
from excover.matrix.rules.choices import Choices
from excover.matrix.rules.relations import cliques


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
    """An option that helps to state a rule, with its items and their colors."""

    name: OptionName
    span: Span
    items: list[int]
    colors: list[int]
    cost: int


class Additions:
    """``entries`` has, for each option by number, further items with their colors (0 for none); ``excluded``
    are options that no solution has. ``hidden`` are options, numbered behind all others.
    """

    def __init__(self, choices: Choices, items: NumberedItems, room: MatrixRoom) -> None:
        self.entries: dict[int, list[tuple[int, int]]] = {}
        self.excluded: set[int] = set()
        self.rows: list[LinearRule] = []
        self.hidden: list[HiddenOption] = []
        self._choices, self._items, self._room = choices, items, room
        self._first_hidden = choices.size
        self._known: set[tuple[frozenset[int], Times]] = set()
        self._pairs: dict[tuple[int, int], None] = {}
        self._name, self._words, self._parts = "", "", 0
        self.span: Span

    @property
    def size(self) -> tuple[int, ...]:
        """The same before and after a rule that adds nothing and excludes nothing."""
        return len(self._items.names), len(self.excluded), len(self.rows), len(self.hidden)

    def begin(self, name: str, span: Span, words: str) -> None:
        """What follows belongs to a rule of this name; ``words`` state it with the values of its loop."""
        if name != self._name:
            self._parts = 0
        self._name, self.span, self._words = name, span, words

    def end(self) -> None:
        """Makes the items of all pairs that exclude each other, few for many pairs."""
        for clique in cliques(self._pairs, self._choices.exclude):
            self._item(clique, AT_MOST_ONCE)
        self._pairs.clear()

    # Items

    def covered(self, options: Sequence[int], bounds: Times) -> None:
        """Options that are chosen so often together. One that is listed twice counts twice."""
        if bounds.upper == 1 and len(set(options)) < len(options):
            twice = {option for option in options if options.count(option) > 1}
            self.excluded |= twice
            options = [option for option in options if option not in twice]
        if bounds == AT_MOST_ONCE and len(options) == 2:
            self._pairs[min(options), max(options)] = None
        elif bounds != AT_MOST_ONCE or len(options) > 1:
            self._item(options, bounds)

    def _item(self, options: Sequence[int], bounds: Times) -> None:
        """Makes an item, unless there is the same one."""
        key = frozenset(options), bounds
        if key not in self._known:
            self._known.add(key)
            self.cover(options, self.item(bounds))

    def same(self, colors: Iterable[tuple[int, int]]) -> None:
        """Options with a number each, of which all that are chosen have the same."""
        of_option: dict[int, int] = {}
        for option, number in colors:
            if of_option.setdefault(option, number) != number:
                self.excluded.add(option)
        item = self.item(COLORED)
        for option, number in of_option.items():
            if option not in self.excluded:
                self.cover([option], item, self._items.color(number))

    def item(self, bounds: Times) -> int:
        return self._items.add(self._part(), self.span, bounds)

    def cover(self, options: Iterable[int], item: int, color: int = 0) -> None:
        for option in options:
            self._room.take(self.span, entries=1)
            if option >= self._first_hidden:
                hidden = self.hidden[option - self._first_hidden]
                hidden.items.append(item)
                hidden.colors.append(color)
            else:
                self.entries.setdefault(option, []).append((item, color))

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
        name = OptionName(HIDDEN, (self._name, len(self.hidden) + 1))
        hues = list(colors) or [0] * len(items)
        self.hidden.append(HiddenOption(name, self.span, list(items), hues, cost))
        return self._choices.add(item for item in items if self._items.bounds[item] == ONCE)

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
            for option, number in color.items():
                self.cover([option], tie, number)
        for each, cost in zip(allowed, costs or [0] * len(allowed), strict=True):
            found = [color[option] for color, option in zip(colors, each, strict=True)]
            self.option([decision, *ties], [0, *found], cost)

    # Sums

    def row(self, weights: Mapping[int, int], lower: int | None, upper: int | None) -> None:
        self._room.take(self.span, entries=len(weights))
        self.rows.append(LinearRule(self._words, self.span, weights, lower, upper))

    def _part(self) -> ItemName:
        """A name for what is added next: `rule_1[1]`, `rule_1[2]` .."""
        self._parts += 1
        return ItemName(self._name, (self._parts,))
