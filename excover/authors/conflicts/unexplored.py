"""Finds a set of constraints whose status is unknown, given sets that can be met and sets that conflict.

>>> bin(unexplored(0b1111, [0b1100], [0b0011]))
'0b1101'
>>> print(unexplored(0b11, [0b01, 0b10], [0b11]))
None

Every subset of a set that can be met can be met, and every superset of a conflict conflicts; so the wanted
set has a member outside each set of the first kind, and lacks a member of each set of the second. Asking
about such sets one after the other finds all minimal conflicts without building any twice (M. Liffiton and
others, *Fast, flexible MUS enumeration*, Constraints 21, 2016). Sets are integers, as in
`excover.authors.conflicts.minimal`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from excover.search.run import UNLIMITED, Run


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
