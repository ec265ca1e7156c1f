"""Little exact cover problems, as texts of the language and as a model: all covers, from the definition.

>>> little = Little(items=((1, 1, False), (0, 1, False)), options=(((0, 0), (1, 0)), ((0, 0),)), costs=(2, 1))
>>> print(little.text())
item i0
item i1 at most once
option o0() covers i0, i1 cost 2
option o1() covers i0 cost 1
minimize
>>> sorted(map(sorted, little.covers()))
[['o0'], ['o1']]

The model shares nothing with the package, not even the matrix.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

Cover: TypeAlias = frozenset[str]
"""The names of the options of a solution."""

KINDS = (
    (1, 1, False),
    (1, 1, False),
    (1, 1, False),
    (0, 1, False),
    (0, 1, True),
    (1, 2, False),
    (2, 2, False),
)
"""Of items: how often they are covered at least and at most, and whether with a color instead."""


@dataclass(frozen=True)
class Little:
    """``options`` are lists of (item, color); ``costs`` are empty, or one an option, to be minimized."""

    items: tuple[tuple[int, int, bool], ...]
    options: tuple[tuple[tuple[int, int], ...], ...]
    costs: tuple[int, ...] = ()

    @staticmethod
    def of(data: Any) -> Little:
        """From JSON."""
        options = tuple(tuple((item, color) for item, color in option) for option in data["options"])
        items = tuple((low, high, colored) for low, high, colored in data["items"])
        return Little(items, options, tuple(data["costs"]))

    @staticmethod
    def random(random: Random) -> Little:
        items = [random.choice(KINDS) for _ in range(random.randint(1, 7))]
        items[0] = (1, 1, False)
        options = []
        for _ in range(random.randint(1, 12)):
            chosen = random.sample(range(len(items)), random.randint(1, min(3, len(items))))
            options.append(
                tuple((item, random.randint(1, 2) if items[item][2] else 0) for item in sorted(chosen))
            )
        for item in set(range(len(items))) - {item for option in options for item, _ in option}:
            options.append(((item, 1 if items[item][2] else 0),))  # whatever is declared is used
        costs = [random.randint(-2, 3) for _ in options] if random.random() < 0.3 else []
        return Little(tuple(items), tuple(options), tuple(costs))

    def text(self) -> str:
        lines = [f"item i{k}{self._bounds(k)}" for k in range(len(self.items))]
        for k, option in enumerate(self.options):
            must = any(self.items[item][0] for item, _ in option)
            covered = ", ".join(f"i{item}" + (f" = {color}" if color else "") for item, color in option)
            cost = f" cost {self.costs[k]}" if self.costs else ""
            lines.append(f"{'' if must else 'optional '}option o{k}() covers {covered}{cost}")
        return "\n".join([*lines, *["minimize"] * bool(self.costs)])

    def _bounds(self, item: int) -> str:
        low, high, colored = self.items[item]
        if colored:
            return " colored"
        return {(1, 1): "", (0, 1): " at most once"}.get((low, high), f" {low}..{high} times")

    def covers(self) -> Iterator[Cover]:
        """Every solution, once."""
        for chosen in self._within((), 0):
            tally = Counter(item for option in chosen for item, _ in self.options[option])
            if all(tally[item] >= low for item, (low, _, _) in enumerate(self.items)):
                yield frozenset(f"o{option}" for option in chosen)

    def cost(self, cover: Cover) -> int:
        return sum(self.costs[int(name[1:])] for name in cover)

    def _within(self, chosen: tuple[int, ...], option: int) -> Iterator[tuple[int, ...]]:
        """All ways to go on that cover nothing too often, and nothing with two colors."""
        if option == len(self.options):
            yield chosen
            return
        if self._is_within((*chosen, option)):
            yield from self._within((*chosen, option), option + 1)
        yield from self._within(chosen, option + 1)

    def _is_within(self, chosen: tuple[int, ...]) -> bool:
        covered = [each for option in chosen for each in self.options[option]]
        tally = Counter(item for item, _ in covered)
        colors = Counter(item for item, _ in set(covered))
        return all(
            colors[item] <= 1 if colored else tally[item] <= high
            for item, (_, high, colored) in enumerate(self.items)
        )
