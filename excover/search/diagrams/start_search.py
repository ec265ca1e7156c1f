"""All sets of a given number of options that some cover contains, with the number of covers that contain
each.

>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> dominoes = Matrix.build(
...     items=[(ItemName("cell", (k,)), 1, 1) for k in range(6)],
...     options=[(OptionName("d", p), p) for p in ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5))],
... )
>>> starts = StartSearch(Diagram(dominoes), size=1, keep=9, most=1)
>>> while not starts.is_over:
...     starts.run_slice()
>>> starts.sets, starts.unique, sorted(starts.hand_over()), starts.most()
(7, 5, [(0,), (1,), (2,), (3,), (5,)], [(2, (4,))])

Nothing is listed: one pass over a part of the diagram shows how far each further option restricts a set.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from excover.search._core import Starts as Core
from excover.search._core import Stop
from excover.search.diagrams.diagram import Diagram
from excover.search.engine import ENDLESS, Cover
from excover.search.symmetries.group import Group
from excover.search.tuning import tuning


class StartSearch:
    """A search in slices for all starts: sets of ``size`` options that some cover contains.

    Starts with ``skipped`` options are left out; of starts that a ``group`` maps to each other, one counts.
    Of the unique ones, which a single cover contains, the first ``keep`` are handed over; ``most`` is the
    number of reported starts that most covers contain. ValueError for a size below 1.
    """

    def __init__(
        self,
        diagram: Diagram,
        size: int,
        *,
        skipped: Iterable[int] = (),
        group: Group | None = None,
        keep: int = ENDLESS,
        most: int = 0,
    ) -> None:
        flags = array("B", bytes(diagram.options))
        for option in skipped:
            flags[option] = 1
        self._core = Core(diagram.core, size, flags, group.core if group else None, keep, most)
        self.is_over = False
        """Whether all starts were counted."""

    @property
    def sets(self) -> int:
        """Starts found so far."""
        return self._core.sets

    @property
    def unique(self) -> int:
        """Those that a single cover contains."""
        return self._core.unique

    @property
    def done(self) -> float:
        """The approximate finished part of the work, from 0 to 1."""
        return self._core.done

    def run_slice(self, unique: int = ENDLESS) -> None:
        """Works for a moment, or until about that many unique starts wait to be handed over."""
        self.is_over = self._core.run(unique, tuning.slice_seconds) is Stop.EXHAUSTED

    def hand_over(self) -> list[Cover]:
        """The unique starts found since the last call, with ascending options."""
        return self._core.hand_over()

    def most(self) -> list[tuple[int, Cover]]:
        """The starts that most covers contain, with the number of covers, most first."""
        return self._core.most()
