"""Finds conflicting constraints: a smallest set, an irreducible set, or all irreducible sets.

Constraints are numbered; sets of them are integers, bit ``k`` for constraint ``k``. The caller has an oracle
that finds a way to meet a set, and returns the constraints that this way meets.

>>> def oracle(wanted: int) -> int | None:  # 0 and 1 exclude each other, and so do 1, 2 and 3
...     ways = (0b1101, 0b0110, 0b1010)
...     return next((way for way in ways if way & wanted == wanted), None)
>>> conflicts = MusSearch(4, oracle)
>>> bin(conflicts.mus(0b1111)), bin(conflicts.smallest()), list(map(bin, conflicts.every()))
('0b11', '0b11', ['0b11', '0b1110'])

An irreducible set conflicts, but does not if any member is left out. It is found as in U. Junker,
*QuickXplain* (AAAI 2004). Irreducible sets are the minimal sets that have a member outside each set that can
be met (J. Bailey and P. Stuckey, PADL 2005); a smallest one is found by this property (A. Ignatiev and
others, *Smallest MUS extraction with minimal hitting set dualization*, CP 2015), all of them by
`excover.authors.mus`.

Finds a set of constraints whose status is unknown, given sets that can be met and sets that conflict.

>>> bin(unexplored(0b1111, [0b1100], [0b0011]))
'0b1101'
>>> print(unexplored(0b11, [0b01, 0b10], [0b11]))
None

Every subset of a set that can be met can be met, and every superset of a conflict conflicts; so the wanted
set has a member outside each set of the first kind, and lacks a member of each set of the second. Asking
about such sets one after the other finds all minimal conflicts without building any twice (M. Liffiton and
others, *Fast, flexible MUS enumeration*, Constraints 21, 2016). Sets are integers, as in
`excover.authors.mus`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from excover.matrix.capabilities import bits
from excover.search.run import UNLIMITED, Run

NODES = 200_000
"""How many nodes a question may take before what it asks to leave out is taken to be needed."""


def unexplored(
    all_of_them: int, met: Sequence[int], conflicts: Sequence[int], run: Run = UNLIMITED
) -> int | None:
    """A large set that is within none that can be met, and contains no conflict; None if there is none left.

    Raises Unfinished.
    """
    return _Search([all_of_them & ~each for each in met], conflicts, run).completed(all_of_them, 0)


@dataclass(frozen=True, slots=True)
class _Search:
    """``missed``: sets of which a member is required; ``conflicts``: sets that must lack a member."""

    missed: Sequence[int]
    conflicts: Sequence[int]
    run: Run

    def completed(self, allowed: int, chosen: int) -> int | None:
        """A set of allowed members that contains the chosen ones.

        Members with higher numbers are preferably absent.
        """
        self.run.check()
        propagated = self._propagated(allowed, chosen)
        if propagated is None:
            return None
        allowed, chosen = propagated
        within = [each & ~chosen for each in self.conflicts if not each & ~allowed]
        if not within:
            return allowed
        free = min(within, key=int.bit_count)
        while free:
            member = 1 << free.bit_length() - 1
            found = self.completed(allowed & ~member, chosen)
            if found is not None:
                return found
            free, chosen = free & ~member, chosen | member
        return None

    def _propagated(self, allowed: int, chosen: int) -> tuple[int, int] | None:
        """The state after all consequences; None if there is no such set."""
        before = None
        while before != (allowed, chosen):
            before = allowed, chosen
            for each in self.missed:
                able = each & allowed
                if not able:
                    return None
                if not able & able - 1:
                    chosen |= able
            for each in self.conflicts:
                free = each & ~chosen
                if not free:
                    return None
                if not free & free - 1:
                    allowed &= ~free
        return allowed, chosen


Oracle = Callable[[int], int | None]
"""The constraints that some way meets, including all wanted ones; None if there is no such way."""


class MusSearch:
    """Caches the answers of the oracle; ``asked`` counts them, ``least`` is the smallest known conflict.

    Every method raises Unfinished if the run, or the oracle, ends.
    """

    def __init__(self, size: int, oracle: Oracle, run: Run = UNLIMITED) -> None:
        self.all = (1 << size) - 1
        self.asked = 0
        self.least: int | None = None
        self._oracle = oracle
        self._run = run
        self._met: list[int] = []

    def can_be_met(self, some: int) -> bool:
        if any(some & ~met == 0 for met in self._met):
            return True
        self.asked += 1
        met = self._oracle(some)
        if met is not None:
            self._met.append(met)
        elif self.least is None or some.bit_count() < self.least.bit_count():
            self.least = some
        return met is not None

    def mus(self, some: int, background: int = 0) -> int:
        """An irreducible set that conflicts with the ``background``, within one that does.

        It is empty if the background conflicts by itself. Members with higher numbers are preferably left
        out.
        """
        return self._explained(background, True, some & ~background)

    def _explained(self, background: int, has_grown: bool, candidates: int) -> int:
        if has_grown and not self.can_be_met(background):
            return 0
        if candidates.bit_count() <= 1:
            return candidates
        first, second = _halves(candidates)
        part = self._explained(background | first, True, second)
        return self._explained(background | part, part != 0, first) | part

    def smallest(self, patience: int | None = None) -> int | None:
        """A conflicting set with fewest members; None if there is none, or after ``patience`` questions."""
        until = None if patience is None else self.asked + patience
        if self.can_be_met(self.all):
            return None
        for size in range(self.all.bit_count() + 1):
            for found in self._transversals(0, self.all, size, until):
                return found
            if until is not None and self.asked >= until:
                return None
        raise AssertionError("the whole set conflicts")

    def every(self) -> Iterator[int]:
        """All irreducible conflicting sets, each once."""
        found: list[int] = []
        while (some := unexplored(self.all, self._met, found, self._run)) is not None:
            if self.can_be_met(some):
                self._met[-1] = self._grown(self._met[-1])
            else:
                found.append(self.mus(some))
                yield found[-1]

    def _transversals(self, chosen: int, allowed: int, size: int, until: int | None) -> Iterator[int]:
        """Conflicting sets of at most ``size`` members that contain the chosen ones, and others from the
        allowed ones.

        Every conflict has a member outside each set that can be met.
        """
        self._run.check()
        missed = [self.all & ~met for met in self._met if chosen & ~met == 0]
        while not missed:
            if until is not None and self.asked >= until:
                return
            if not self.can_be_met(chosen):
                yield chosen
                return
            self._met[-1] = self._grown(self._met[-1])
            missed.append(self.all & ~self._met[-1])
        if chosen.bit_count() + _disjoint(missed) > size:
            return
        branch = min((each & allowed for each in missed), key=int.bit_count)
        for member in bits(branch):
            allowed &= ~(1 << member)
            yield from self._transversals(chosen | 1 << member, allowed, size, until)

    def _grown(self, met: int) -> int:
        """A set that can be met, and to which nothing can be added."""
        for member in bits(self.all & ~met):
            if not met >> member & 1:
                self.asked += 1
                met = self._oracle(met | 1 << member) or met
        return met


def _halves(some: int) -> tuple[int, int]:
    members = list(bits(some))
    first = sum(1 << member for member in members[: len(members) // 2])
    return first, some & ~first


def _disjoint(sets: list[int]) -> int:
    """A lower bound on the number of sets with disjoint members: at least that many members are needed to
    meet them.
    """
    used = number = 0
    for each in sorted(sets, key=int.bit_count):
        if not each & used:
            used |= each
            number += 1
    return number
