"""Lines between places that are one loop, or paths between places with equal labels."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations

from excover.base.names import show
from excover.matrix.constraints import Disjunction, GlobalConstraint, not_all, reached, some_of

MOST_LINES = 10
"""With more lines at a place, clauses about three of them come only as cuts."""

NO_END = 2**32 - 1
"""Of a place without a label, as the core takes it."""


class LineConstraint(GlobalConstraint):
    """Each option joins its first place to its second, its third to its fourth, and so on."""

    def links(self) -> Iterator[tuple[int, int, int]]:
        for option in range(len(self.starts) - 1):
            ends = self.of(option)
            yield from ((option, one, other) for one, other in zip(ends[::2], ends[1::2], strict=True))

    def clauses(self) -> Iterator[Disjunction]:
        """How many lines meet at each place that has few."""
        for place, options in enumerate(self.marking):
            if len(options) <= MOST_LINES:
                yield from self._meeting(place, options)

    def cuts(self, cover: Iterable[int]) -> list[Disjunction]:
        """Where too few lines meet or too many, what is wrong there; otherwise, what is about the parts that
        hang together.
        """
        chosen = set(cover)
        at = [[option for option in options if option in chosen] for options in self.marking]
        wrong = [place for place, lines in enumerate(at) if len(lines) not in self._numbers(place)]
        if wrong:
            return [self._mended(place, at[place]) for place in wrong]
        near: list[list[int]] = [[] for _ in self.places]
        for option, one, other in self.links():
            if option in chosen:
                near[one].append(other)
                near[other].append(one)
        left, parts = {place for place, lines in enumerate(at) if lines}, list[Collection[int]]()
        while left:
            parts.append(reached(near, min(left), left))
            left.difference_update(parts[-1])
        return self._cuts_of(parts, at)

    @abstractmethod
    def _cuts_of(self, parts: list[Collection[int]], at: Sequence[Sequence[int]]) -> list[Disjunction]:
        """About chosen lines that hang together, which are right ``at`` each place."""

    @abstractmethod
    def _numbers(self, place: int) -> tuple[int, ...]:
        """How many lines may meet at a place, ascending."""

    def _meeting(self, place: int, options: Sequence[int]) -> Iterator[Disjunction]:
        """About the lines at a place."""
        numbers = self._numbers(place)
        yield from (not_all(several) for several in combinations(options, numbers[-1] + 1))
        if numbers[0]:
            yield some_of(options)
            return
        for option in options:
            if options.count(option) == 1:
                others = (other for other in options if other != option)
                yield [*some_of(others), *not_all([option])]

    def _mended(self, place: int, lines: Sequence[int]) -> Disjunction:
        most = self._numbers(place)[-1]
        if len(lines) > most:
            return not_all(lines[: most + 1])
        return [*some_of(set(self.marking[place]).difference(lines)), *not_all(lines)]

    def _leaving(self, part: Collection[int]) -> Disjunction:
        """One of the options with a line that leaves some places."""
        return some_of(option for option, one, other in self.links() if (one in part) != (other in part))

    def _joined(self, cover: Iterable[int]) -> dict[int, list[int]]:
        """The places at the other ends of the lines at each place that has any."""
        joined: dict[int, list[int]] = {}
        for option in cover:
            ends = self.of(option)
            for one, other in zip(ends[::2], ends[1::2], strict=True):
                joined.setdefault(one, []).append(other)
                joined.setdefault(other, []).append(one)
        return joined

    def _wrong_number(self, lines: int, place: int) -> str:
        wrong = {0: "no line ends", 1: "1 line ends"}.get(lines, f"{lines:,} lines meet")
        return f"`{self.name}` does not hold: {wrong} at {show(self.places[place])}"


class OneLoop(LineConstraint):
    """All lines together are a single closed loop, which passes no place twice.

    >>> lines = array("I", [0, 1, 1, 2, 2, 0])
    >>> triangle = OneLoop("line as one loop", None, "abc", array("I", [0, 2, 4, 6]), lines)
    >>> triangle.holds([0, 1, 2]), triangle.fault([0, 1])
    (True, '`line as one loop` does not hold: 1 line ends at "a"')
    """

    def fault(self, cover: Iterable[int]) -> str:
        joined = self._joined(cover)
        if not joined:
            return f"`{self.name}` does not hold: there is no line"
        for place, others in joined.items():
            if len(others) != 2:
                return self._wrong_number(len(others), place)
        return self._other_loop(joined)

    def _other_loop(self, joined: dict[int, list[int]]) -> str:
        """Why lines that form loops are not a single one; empty if they are."""
        first = min(joined)
        before, place = first, joined.pop(first)[0]
        while place != first:
            one, other = joined.pop(place)
            before, place = place, (other if one == before else one)
        if not joined:
            return ""
        here, there = show(self.places[first]), show(self.places[min(joined)])
        return f"`{self.name}` does not hold: {here} and {there} are in different loops"

    def clauses(self) -> Iterator[Disjunction]:
        """There is a line, too."""
        yield self._some_line()
        yield from super().clauses()

    def _some_line(self) -> Disjunction:
        return some_of(self._markers(range(len(self.places))))

    def _numbers(self, place: int) -> tuple[int, ...]:
        return (0, 2)

    def _cuts_of(self, parts: list[Collection[int]], at: Sequence[Sequence[int]]) -> list[Disjunction]:
        """Each loop but the largest is left, or has no line, or no other loop has."""
        if not parts:
            return [self._some_line()]
        parts.sort(key=len)
        there = at[min(parts[-1])][0]
        return [[*self._leaving(part), *not_all([at[min(part)][0], there])] for part in parts[:-1]]


class Paths(LineConstraint):
    """All lines together are paths, each between two places with the same label, which pass no place twice;
    each place with a label is the end of one. ``ends`` (``array('I')``) has the label of each place, by
    numbers from 0 on, or `NO_END`.

    >>> lines = array("I", [0, 1, 1, 2, 2, 0])
    >>> ends = array("I", [0, NO_END, 0])
    >>> triangle = Paths("line as paths between n", None, "abc", array("I", [0, 2, 4, 6]), lines, ends)
    >>> triangle.holds([0, 1]), triangle.holds([2]), triangle.fault([0, 1, 2])
    (True, True, '`line as paths between n` does not hold: 2 lines meet at "a"')
    """

    ends: array[int]

    def fault(self, cover: Iterable[int]) -> str:
        joined = self._joined(cover)
        for place, label in enumerate(self.ends):
            number = len(joined.get(place, ()))
            if number not in ((0, 2) if label == NO_END else (1,)):
                return self._wrong_number(number, place)
        for start, label in enumerate(self.ends):
            if label != NO_END and start in joined:
                end = self._walk(start, joined)
                if self.ends[end] != label:
                    here, there = show(self.places[start]), show(self.places[end])
                    return (
                        f"`{self.name}` does not hold: a path joins {here} and {there}, whose labels differ"
                    )
        if joined:
            return f"`{self.name}` does not hold: {show(self.places[min(joined)])} is in a closed loop"
        return ""

    def _walk(self, start: int, joined: dict[int, list[int]]) -> int:
        """The other end of the path from a place, which is taken away."""
        before, (place,) = start, joined.pop(start)
        while len(near := joined.pop(place)) == 2:
            before, place = place, near[near[0] == before]
        return place

    def _numbers(self, place: int) -> tuple[int, ...]:
        return (0, 2) if self.ends[place] == NO_END else (1,)

    def _cuts_of(self, parts: list[Collection[int]], at: Sequence[Sequence[int]]) -> list[Disjunction]:
        """A closed loop is left, or has no line; a path between different labels is left: all that hangs
        together has an even number of ends of each label.
        """
        found = []
        for part in parts:
            labels = [self.ends[place] for place in part if self.ends[place] != NO_END]
            if not labels:
                found.append([*self._leaving(part), *not_all([at[min(part)][0]])])
            elif labels[0] != labels[1]:
                found.append(self._leaving(part))
        return found
