"""A set of constraints of which nothing is known yet, though some sets can be met and some conflict.

>>> bin(unexplored(0b1111, [0b1100], [0b0011]))
'0b1101'
>>> print(unexplored(0b11, [0b01, 0b10], [0b11]))
None

What is within a set that can be met can be met, and what has a conflicting set within it conflicts; so the
wanted set has a member outside each of the one kind, and lacks one of each of the other. To ask about such
sets one after the other finds all least conflicts without ever building one twice (M. Liffiton and others,
*Fast, flexible MUS enumeration*, Constraints 21, 2016). Sets are integers, as in
`excover.analysis.conflicts.search`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from excover.solve.run import UNLIMITED, Run


def unexplored(
    all_of_them: int, met: Sequence[int], conflicts: Sequence[int], run: Run = UNLIMITED
) -> int | None:
    """A large set within none that is met, and with no conflict within it; None if there is no more.

    Raises Unfinished.
    """
    return _Search([all_of_them & ~each for each in met], conflicts, run).completed(all_of_them, 0)


@dataclass(frozen=True, slots=True)
class _Search:
    """``missed``: sets of which a member is wanted each; ``conflicts``: of which a member must be lacking."""

    missed: Sequence[int]
    conflicts: Sequence[int]
    run: Run

    def completed(self, allowed: int, chosen: int) -> int | None:
        """A set of allowed members, the chosen ones among them. Members of higher numbers rather lack."""
        self.run.check()
        settled = self._settled(allowed, chosen)
        if settled is None:
            return None
        allowed, chosen = settled
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

    def _settled(self, allowed: int, chosen: int) -> tuple[int, int] | None:
        """After all that follows; None if there is no such set."""
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
