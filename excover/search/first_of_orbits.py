"""One cover of each orbit: of all covers that symmetries map to each other.

>>> from excover.base.names import ItemName, OptionName
>>> cells = [(ItemName("cell", (k,)), 1, 1) for k in range(4)]  # of a square: 0 1 / 2 3
>>> dominoes = Matrix.build(cells, [(OptionName("d", p), p) for p in ((0, 1), (2, 3), (0, 2), (1, 3))])
>>> quarter = array("I", [3, 2, 0, 1])
>>> firsts = FirstOfOrbits(dominoes, Group(4, [quarter]))
>>> list(firsts), firsts.outcome.count, firsts.outcome.exhausted
([(0, 1)], 1, True)

Of each orbit the *first* cover is given: that of the least set of numbers, where the options of one item
(that of `representatives`) are numbered before all others. Exactly one of them is in a cover. If it were not
the least of its orbit of options, a symmetry would make an earlier cover; so every first cover has one of the
representatives, and only covers with one are searched for. Whether such a cover is the first is asked of the
group, whose chain of stabilizers begins with the options of that item: where an option has as many images as
there are symmetries, all covers with it are first ones, and that is known at once.

What is given depends on the matrix and the group alone, not on the engine or on whether all was searched
(``Strategy.symmetry``), and no cover is kept to compare it with later ones. (One representative of each orbit
of a first choice, and a test of what is left: "orderly generation", R. C. Read, Annals of Discrete
Mathematics 2, 1978; I. A. Faradzhev, 1978.)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from excover.matrix.matrix import Matrix
from excover.search.engine import Cover
from excover.search.outcome import Outcome, StoppedBy, Unfinished
from excover.search.run import UNLIMITED, Run
from excover.search.search import CoverBatch, Search
from excover.search.symmetries.group import Group, Look
from excover.search.symmetries.orbits import is_small
from excover.search.symmetries.representatives import Representatives, representatives


class FirstOfOrbits(Iterator[Cover]):
    """An iterator over the first cover of each orbit under ``group``; otherwise like `Search`.

    ``outcome`` counts the covers given so far. A budget of nodes limits the search, one of solutions what is
    given. Raises Unfinished if the run ends before the search begins.
    """

    def __init__(self, matrix: Matrix, group: Group, run: Run = UNLIMITED) -> None:
        self._run = run = run.started()
        orbits = representatives(matrix, group, run.check) if is_small(matrix) else None
        self._group, self._places = _item_first(matrix, group, orbits, run.check)
        self._orbits = orbits if run.strategy.symmetry else None
        listed = self._orbits.listed if self._orbits else matrix
        self._search = Search(listed, run.limited(nodes=run.budget.nodes))
        self._found: Cover | None = None
        self._given = 0
        self._exhausted = False
        self._ended: StoppedBy | None = None

    @property
    def outcome(self) -> Outcome:
        found = self._search.outcome
        stopped_by = self._ended or found.stopped_by
        if self._is_full:
            stopped_by = StoppedBy.LIMIT
        statistics = found.statistics
        if self._orbits:
            statistics = statistics.replaced(reason=f"{self._orbits.of}; {statistics.reason}")
        return Outcome(self._given, self._exhausted, stopped_by, statistics)

    @property
    def progress(self) -> float | None:
        """The finished part of the search tree, from 0 to 1; None if unknown."""
        return self._search.progress

    def __next__(self) -> Cover:
        while not self._ended and not self._is_full:
            if self._found is None:
                self._search_on()
            assert self._found is not None
            cover, is_first = self._found, self._is_first(self._found)
            self._found = None  # only now: an interruption of the test loses nothing
            if is_first:
                self._given += 1
                return cover
        raise StopIteration

    def batches(self) -> Iterator[CoverBatch]:
        """The covers not yet given, one at a time, for readers of batches."""
        for cover in self:
            batch = CoverBatch()
            batch.extend([cover])
            yield batch

    def drain(self) -> list[Cover]:
        """Covers that were found but not yet given, without further search."""
        found = [] if self._found is None else [self._found]
        self._found = None
        found += map(self._original, self._search.drain())
        covers = list(filter(self._is_first, found))
        if self._limit is not None:
            covers = covers[: self._limit - self._given]
        self._given += len(covers)
        return covers

    @property
    def _limit(self) -> int | None:
        return self._run.budget.solutions

    @property
    def _is_full(self) -> bool:
        return self._limit is not None and self._given >= self._limit

    def _search_on(self) -> None:
        try:
            self._found = self._original(next(self._search))
        except StopIteration:
            self._exhausted = self._search.outcome.exhausted
            raise

    def _original(self, cover: Cover) -> Cover:
        return tuple(map(self._orbits.kept.__getitem__, cover)) if self._orbits else cover

    def _is_first(self, cover: Cover) -> bool:
        """In a large group that may take long; if time runs out, the stream ends."""
        try:
            return self._group.is_canonical(sorted(map(self._places.__getitem__, cover)), self._run.check)
        except Unfinished as unfinished:
            self._ended = unfinished.outcome.stopped_by
            return False


def _item_first(
    matrix: Matrix, group: Group, orbits: Representatives | None, look: Look
) -> tuple[Group, range | array[int]]:
    """The group on options that are numbered anew, those of the item first; and the new number of each."""
    options = len(matrix.options)
    if orbits is None:
        return group, range(options)
    places, before = array("I", bytes(4 * options)), matrix.columns[orbits.item]
    others = sorted(set(range(options)).difference(before))
    for place, option in enumerate((*before, *others)):
        places[option] = place
    return group.renumbered(options, places, look), places
