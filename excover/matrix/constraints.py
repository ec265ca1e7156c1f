"""Constraints beyond items: bounds on sums of costs or amounts, and global constraints, as that options
connect.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain
from typing import NamedTuple, Self, TypeAlias

from excover.base.frozen import Frozen
from excover.base.names import HIDDEN, OptionName, Symbol, Value, show
from excover.base.source import Span
from excover.language.meaning.puzzle import COST


class WeightedSum(Frozen):
    """A linear row over the options: the weights of all chosen ones sum to at least ``lower`` and at most
    ``upper``; None is no bound.

    ``options`` (``array('I')``, ascending) are those whose weight is not 0, ``weights`` (``array('q')``)
    the weight of each. ``name`` and ``span`` are those of the description: of the item in units, or ``cost``.
    The name of a rule, which several rows may have, states the bounds, too: `require a + b = 5`.

    >>> budget = WeightedSum.of("cost", [3, 0, 5], None, 6)
    >>> budget.options.tolist(), budget.holds([0, 2]), budget.holds([1, 2]), budget.in_words
    ([0, 2], False, True, 'at most 6')
    """

    name: str
    options: array[int]
    weights: array[int]
    lower: int | None = None
    upper: int | None = None
    span: Span | None = None
    is_rule: bool = False

    @classmethod
    def of(
        cls,
        name: str,
        weights: Iterable[int],
        lower: int | None = None,
        upper: int | None = None,
        span: Span | None = None,
    ) -> WeightedSum:
        """From the weight of every option."""
        pairs = [(option, weight) for option, weight in enumerate(weights) if weight]
        options, kept = (
            (array(code, column) for code, column in zip("Iq", zip(*pairs, strict=True), strict=True))
            if pairs
            else (array("I"), array("q"))
        )
        return cls(name, options, kept, lower, upper, span)

    @property
    def is_bounded(self) -> bool:
        return self.lower is not None or self.upper is not None

    @property
    def terms(self) -> Iterator[tuple[int, int]]:
        """Weights, each with its option."""
        return zip(self.weights, self.options, strict=True)

    def weight(self, option: int) -> int:
        at = bisect_left(self.options, option)
        return self.weights[at] if at < len(self.options) and self.options[at] == option else 0

    def dense(self, options: int) -> array[int]:
        """The weight of each of so many options."""
        found = array("q", bytes(8 * options))
        for weight, option in self.terms:
            found[option] = weight
        return found

    def total(self, cover: Collection[int]) -> int:
        """The sum of a cover. Where many rows are asked of the same one, it is best a set."""
        if len(cover) < len(self.options):
            return sum(map(self.weight, cover))
        chosen = frozenset(cover)
        return sum(weight for weight, option in self.terms if option in chosen)

    def holds(self, cover: Collection[int]) -> bool:
        total = self.total(cover)
        return (self.lower is None or self.lower <= total) and (self.upper is None or total <= self.upper)

    def fault(self, cover: Collection[int]) -> str:
        """What is wrong with a cover, in words; empty if it keeps to the bounds."""
        if self.holds(cover):
            return ""
        if self.is_rule:
            return f"`{self.name}` does not hold"
        return f"the sum of {self.name} is {self.total(cover):,}, not {self.in_words}"

    @property
    def in_words(self) -> str:
        """The bounds: `at most 8`."""
        if self.lower is not None and self.lower == self.upper:
            return f"{self.lower:,}"
        bounds = (("at least", self.lower), ("at most", self.upper))
        return " and ".join(f"{words} {bound:,}" for words, bound in bounds if bound is not None)

    def altered(self, costs: Sequence[int]) -> WeightedSum:
        """That of other costs, if this is the sum of the costs."""
        return (
            WeightedSum.of(self.name, costs, self.lower, self.upper, self.span) if self.name == COST else self
        )

    def among(self, keep: Sequence[int]) -> WeightedSum:
        """The same for some of the options, numbered anew."""
        weights = dict(zip(self.options, self.weights, strict=True))
        kept = [(new, weights[old]) for new, old in enumerate(keep) if old in weights]
        options, numbers = array("I", (new for new, _ in kept)), array("q", (weight for _, weight in kept))
        return self.replaced(options=options, weights=numbers)


# Constraints on all chosen options together, which items cannot express: that they are connected, or a loop.
#
# A search by items knows nothing of them: its covers are candidates, and each is tested. A solver that takes
# clauses gets those that it broke, and goes on (G. Dantzig, R. Fulkerson and S. Johnson, Operations
# Research 2,
# 1954).

Disjunction: TypeAlias = list[int]
"""Literals: ``option + 1`` if it is chosen, ``-option - 1`` if it is not. At least one of them is true."""


def some_of(options: Iterable[int]) -> Disjunction:
    return [option + 1 for option in sorted(set(options))]


def not_all(options: Iterable[int]) -> Disjunction:
    return [-option - 1 for option in sorted(set(options))]


EDGE = Symbol("the edge")
"""The place beside all cells at the edge of a board."""
AT_EDGE = OptionName(HIDDEN, (EDGE,))
"""The hidden option that marks it."""


class GlobalConstraint(Frozen, ABC):
    """``starts`` (options + 1, ``array('I')``) and ``marked`` (``array('I')``): option ``o`` marks the places
    numbered from ``starts[o]`` up to ``starts[o + 1]``. ``places`` are their names.

    ``name`` is the text of the description: `paint connected`.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    name: str
    span: Span | None
    places: Sequence[Value]
    starts: array[int]
    marked: array[int]

    @abstractmethod
    def fault(self, cover: Iterable[int]) -> str:
        """Why a set of options breaks it, in words; empty if it does not."""

    @abstractmethod
    def links(self) -> Iterator[tuple[int, int, int]]:
        """Pairs of places that an option joins, with its number; -1 if it takes no more than to mark both."""

    @abstractmethod
    def cuts(self, cover: Iterable[int]) -> list[Disjunction]:
        """Clauses that all sets keep which keep the constraint, but not this one; none if it does, too."""

    def clauses(self) -> Iterator[Disjunction]:
        """Some that are worth knowing from the beginning."""
        return iter(())

    def holds(self, cover: Iterable[int]) -> bool:
        return not self.fault(cover)

    @cached_property
    def marking(self) -> Sequence[Sequence[int]]:
        """The options that mark each place; one that does so twice is there twice."""
        found: list[list[int]] = [[] for _ in self.places]
        for option in range(len(self.starts) - 1):
            for place in self.of(option):
                found[place].append(option)
        return found

    def _markers(self, places: Iterable[int]) -> Iterator[int]:
        return chain.from_iterable(self.marking[place] for place in places)

    def of(self, option: int) -> array[int]:
        """The places that an option marks."""
        return self.marked[self.starts[option] : self.starts[option + 1]]

    def among(self, keep: Sequence[int]) -> Self:
        """The same for some of the options, numbered anew."""
        rows = [self.of(option) for option in keep]
        starts = array("I", accumulate(map(len, rows), initial=0))
        return self.replaced(starts=starts, marked=array("I", b"".join(map(bytes, rows))))


class Connected(GlobalConstraint):
    """All marked places are connected through marked places. ``near`` has the neighbors of each place.

    None at all, and a single one, are connected.

    >>> row = Connected(
    ...     "paint connected", None, "abc", array("I", range(4)), array("I", range(3)), [[1], [0, 2], [1]]
    ... )
    >>> row.holds([0, 1]), row.holds([]), row.fault([0, 2])
    (True, True, '`paint connected` does not hold: "a" and "c" are apart')
    """

    near: Sequence[Sequence[int]]

    def fault(self, cover: Iterable[int]) -> str:
        left = {place for option in cover for place in self.of(option)}
        if not left:
            return ""
        first = min(left, key=lambda place: (self.places[place] is not EDGE, place))
        left.difference_update(reached(self.near, first, left))
        if not left:
            return ""
        one, other = show(self.places[first]), show(self.places[min(left)])
        return f"`{self.name}` does not hold: {one} and {other} are apart"

    def cuts(self, cover: Iterable[int]) -> list[Disjunction]:
        """For each part but the largest: it is not marked, or the largest is not, or a place between them
        is.
        """
        by = {place: option for option in cover for place in self.of(option)}
        left, parts = set(by), list[set[int]]()
        while left:
            parts.append({*reached(self.near, min(left), left)})
            left -= parts[-1]
        parts.sort(key=len)
        return [self._cut(part, by[min(part)], min(parts[-1]), by) for part in parts[:-1]]

    def _cut(self, part: set[int], option: int, there: int, by: Mapping[int, int]) -> Disjunction:
        """Of the places around a part only those to which ways from elsewhere lead."""
        rim = {place for each in part for place in self.near[each]} - part
        outside = reached(self.near, there, {place for place, by in enumerate(self.marking) if by} - rim)
        rim &= {place for each in outside for place in self.near[each]}
        return [*some_of(self._markers(rim)), *not_all([option, by[there]])]

    def links(self) -> Iterator[tuple[int, int, int]]:
        return ((-1, one, other) for one, near in enumerate(self.near) for other in near if one < other)


class Area(NamedTuple):
    """How many places hang together with ``start``, which counts if it is marked: at least and at most; if
    ``option`` is chosen, which marks the start, or in any case.
    """

    start: int
    option: int | None
    least: int
    most: int

    @property
    def in_core(self) -> tuple[int, int, int, int]:
        option = NO_OPTION if self.option is None else self.option
        return self.start, option, min(self.least, _NEVER), min(self.most, _NEVER)


NO_OPTION = 2**32 - 1
"""For the core, in place of the number of one."""
_NEVER = NO_OPTION - 1
"""More than there are places."""


class Areas(GlobalConstraint):
    """What hangs together with some places, through marked places, has so many of these. ``near`` has the
    neighbors of each place.

    >>> row = Areas(
    ...     "paint as areas",
    ...     None,
    ...     "abc",
    ...     array("I", range(4)),
    ...     array("I", range(3)),
    ...     [[1], [0, 2], [1]],
    ...     [Area(0, 0, 1, 2), Area(2, None, 0, 1)],
    ... )
    >>> row.holds([1]), row.holds([0, 1, 2]), row.fault([0, 1])
    (True, False, '`paint as areas` does not hold: 2 places hang together with "c"')
    """

    near: Sequence[Sequence[int]]
    areas: Sequence[Area]

    def fault(self, cover: Iterable[int]) -> str:
        options = frozenset(cover)
        marked = {place for option in options for place in self.of(option)}
        for area in self.areas:
            if area.option is None or area.option in options:
                size = sum(place in marked for place in reached(self.near, area.start, marked))
                if not area.least <= size <= area.most:
                    hang = "1 place hangs" if size == 1 else f"{size:,} places hang"
                    start = show(self.places[area.start])
                    return f"`{self.name}` does not hold: {hang} together with {start}"
        return ""

    def cuts(self, cover: Iterable[int]) -> list[Disjunction]:
        """An area that is too large has no more of its first places; one that is too small has one around."""
        options = frozenset(cover)
        by = {place: option for option in options for place in self.of(option)}
        found: list[Disjunction] = []
        for area in self.areas:
            asked = () if area.option is None else (area.option,)
            if options.issuperset(asked):
                together = reached(self.near, area.start, by)
                inside = [place for place in together if place in by]
                if len(inside) > area.most:
                    found.append(not_all([*asked, *map(by.__getitem__, inside[: area.most + 1])]))
                elif len(inside) < area.least:
                    around = {place for each in together for place in self.near[each]}
                    rim = around.union(together).difference(by)
                    found.append([*some_of(self._markers(rim)), *not_all(asked)])
        return found

    def links(self) -> Iterator[tuple[int, int, int]]:
        return ((-1, one, other) for one, near in enumerate(self.near) for other in near if one < other)

    def among(self, keep: Sequence[int]) -> Self:
        number: dict[int | None, int | None] = {old: new for new, old in enumerate(keep)}
        number[None] = None
        areas = [each._replace(option=number[each.option]) for each in self.areas if each.option in number]
        return super().among(keep).replaced(areas=areas)


def reached(near: Sequence[Sequence[int]], start: int, places: Collection[int]) -> dict[int, None]:
    """What hangs together with a place, which comes first, through some places: the nearest first."""
    found = {start: None}
    for place in (waiting := [start]):
        fresh = [other for other in near[place] if other in places and other not in found]
        found |= dict.fromkeys(fresh)
        waiting += fresh
    return found
