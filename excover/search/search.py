r"""The covers of a matrix, as a stream or as a number; and answers to many lines of clues against it.

>>> from excover.base.names import OptionName
>>> matrix = Matrix.build(
...     items=[(ItemName("a"), 1, 1), (ItemName("b"), 1, 1)],
...     options=[(OptionName("x"), [0]), (OptionName("y"), [1]), (OptionName("z"), [0, 1])],
... )
>>> search = Search(matrix)
>>> list(search), search.outcome.status.value
([(0, 1), (2,)], 'solved')
>>> count(matrix).count, count(matrix, Run.within(solutions=1)).exhausted
(2, False)

On one thread with the same limit of memory, the same matrix gives the same covers in the same order, and the
same statistics, however it is cut into batches. Only a budget of up to four solutions may give others than
the first ones of the listing, if these are hard to find. A cancellation and Ctrl-C take effect within a few
hundredths of a second, and everything found is still available.

Many lines of clues against one matrix, answered in the native core.

>>> latin = Matrix.build(
...     [(ItemName(family, (k,)), 1, 1) for family in ("cell", "digit") for k in (1, 2)],
...     [(OptionName("put", (c, v)), [c, 2 + v]) for c in (0, 1) for v in (0, 1)],
... )
>>> starts, places, digits = array("I", range(5)), array("I", [0, 0, 1, 1]), array("B", [1, 2, 1, 2])
>>> marks = Marks(starts, places, digits, blank=array("B", [0, 0]))
>>> answers = LineSearch(latin, marks, unique=True, threads=1).answers(bytes([0, 1, 0, 0, 2, 2]))
>>> [finding.name for finding in answers.findings]
['SOLVED', 'AMBIGUOUS', 'NONE']
>>> answers.drawn[:2], answers.cover(0)
(b'\x02\x01', (1, 2))

The marks of a line are *symbols*, numbers from 1 to 255; 0 is no mark. Every solution is verified, and
checked against its clues, by independent code.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from enum import IntEnum
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING

from excover.base.frozen import Frozen
from excover.base.names import GIVEN, HIDDEN, ItemName
from excover.matrix.constraints import NO_OPTION
from excover.matrix.matrix import Matrix
from excover.matrix.verify import CoverError, verify
from excover.search._core import ClueLines, CoverBatch, lane_bytes
from excover.search.engine import Cover, Sink, VerificationError
from excover.search.engine_table import LINES
from excover.search.native import native_problem, slice_of
from excover.search.outcome import Outcome, StoppedBy, Unfinished
from excover.search.portfolio.plans import COUNTS, LISTS, SearchQuestion, planned
from excover.search.portfolio.portfolio import Member
from excover.search.run import SEARCH, UNLIMITED, Run
from excover.search.tuning import tuning

if TYPE_CHECKING:
    from excover.search.permutation_group import FindGroup

ALMOST = 0.999
"""The most that is reported as done before the end: how much is left is estimated."""

__all__ = ["Count", "Cover", "CoverBatch", "Search", "VerificationError", "count"]


class Search(Iterator[Cover]):
    """An iterator over covers, found lazily and each of them verified; memory is bounded.

    ``outcome`` is available at any time; its count may be more than the covers returned, since they are found
    in batches. After a KeyboardInterrupt, the iteration may continue, or ``drain`` returns what was found.
    ``find_group`` may be called, once, to find symmetries of the matrix, by which there is less to search.
    ValueError if the matrix is malformed, or the engine of the strategy does not apply to it (Unsuitable).
    """

    def __init__(self, matrix: Matrix, run: Run = UNLIMITED, find_group: FindGroup | None = None) -> None:
        self._run = run = run.started().forward()
        self._engine = planned(LISTS, SearchQuestion(matrix, run, find_group))
        self._stopped_by: StoppedBy | None = None
        self._found: Iterator[Cover] = iter(())
        self._batch = 1
        self._last_batch = perf_counter()

    @property
    def outcome(self) -> Outcome:
        """The progress of the search."""
        return self._engine.outcome.ended(self._stopped_by)

    @property
    def progress(self) -> float | None:
        """The finished part of the search tree, from 0 to 1; None if unknown."""
        return self._engine.progress

    def __next__(self) -> Cover:
        for cover in self._found:
            return cover
        covers: list[Cover] = []
        self._found = iter(covers)  # before the search, which an interruption may end
        self._search_on(covers)
        return next(self._found)

    def batches(self) -> Iterator[CoverBatch]:
        """The covers not yet returned, many at a time, without an object for each."""
        while True:
            batch = CoverBatch()
            batch.extend(list(self._found))
            if not len(batch):
                with suppress(StopIteration):
                    self._search_on(batch)
            if not len(batch):
                return
            yield batch

    def drain(self) -> list[Cover]:
        """Covers that were found but not yet returned, without further search."""
        rest = list(self._found)
        self._engine.hand_over(rest)
        return rest

    def _search_on(self, found: Sink) -> None:
        try:
            self._fill(found)
        except KeyboardInterrupt:
            self._stopped_by = StoppedBy.INTERRUPT
            raise

    def _fill(self, found: Sink) -> None:
        self._stopped_by = None
        # Hand over first: an interruption may have left covers in the engine.
        self._engine.hand_over(found)
        while not len(found):
            # The reason first: the engine of another program then hears of it, too, and ends its process.
            reason = self._run.cancellation.reason
            if self._engine.is_over:
                raise StopIteration
            if reason:
                self._stopped_by = reason
                raise StopIteration
            known = self._engine.outcome
            self._run.report(SEARCH, known.count, done=_done(self._engine, known))
            if self._run.cancellation.reason:  # by the listener
                continue
            self._engine.run_slice(self._next_batch(known.statistics.depth))
            self._engine.hand_over(found)

    def _next_batch(self, depth: int) -> int:
        """One cover at first, then more at a time, as many as are consumed soon; not too many to keep."""
        batch, now = self._batch, perf_counter()
        room = tuning.batch_numbers // (depth + 1)
        wanted = 2 * batch if now - self._last_batch < tuning.batch_seconds else batch // 2
        self._batch = max(1, min(wanted, tuning.batch_covers, room))
        self._last_batch = now
        return batch


def _done(engine: Member, known: Outcome) -> float | None:
    """The finished part of the work: all of it only once the engine has finished."""
    if known.exhausted:
        return 1.0
    done = engine.progress
    return None if done is None else min(done, ALMOST)


class Selected(Iterator[Cover], ABC):
    """Covers of a search that are wanted, at most so many (``most``); otherwise like `Search`.

    ``outcome`` counts the covers given so far.
    """

    def __init__(self, search: Search | Selected, most: int | None) -> None:
        self._search, self._most = search, most
        self._found: Cover | None = None
        self._given = 0
        self._is_exhausted = False
        self._ended: StoppedBy | None = None

    @abstractmethod
    def _is_wanted(self, cover: Cover) -> bool:
        """Asked once of each cover, unless it is interrupted; may set ``_ended``."""

    def _original(self, cover: Cover) -> Cover:
        """A cover of the search, in the numbers of what is given."""
        return cover

    @property
    def outcome(self) -> Outcome:
        found = self._search.outcome
        stopped_by = StoppedBy.LIMIT if self._is_full else self._ended or found.stopped_by
        return Outcome(self._given, self._is_exhausted, stopped_by, found.statistics)

    @property
    def progress(self) -> float | None:
        """The finished part of the search tree, from 0 to 1; None if unknown."""
        return self._search.progress

    def __next__(self) -> Cover:
        while not self._ended and not self._is_full:
            if self._found is None:
                self._search_on()
            assert self._found is not None
            cover, is_wanted = self._found, self._is_wanted(self._found)
            self._found = None  # only now: an interruption of the test loses nothing
            if is_wanted:
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
        most = None if self._most is None else self._most - self._given
        covers = list(islice(filter(self._is_wanted, found), most))
        self._given += len(covers)
        return covers

    @property
    def _is_full(self) -> bool:
        return self._most is not None and self._given >= self._most

    def _search_on(self) -> None:
        try:
            self._found = self._original(next(self._search))
        except StopIteration:
            self._is_exhausted = self._search.outcome.exhausted
            raise


class Count:
    """The number of covers, which are not kept.

    The engine "auto" runs listing and "graph" in turns. A count with a budget of solutions or nodes uses only
    listing, which finds solutions one by one. A frontier search finds all at once, perhaps more than the
    budget of solutions; then no more than that are counted, so that the budget means the same for every
    engine. A KeyboardInterrupt passes through ``finish``; ``outcome`` still has the progress, and ``finish``
    can continue. ``find_group`` is as for `Search`.
    """

    def __init__(self, matrix: Matrix, run: Run = UNLIMITED, find_group: FindGroup | None = None) -> None:
        self._run = run = run.started().forward()
        self._most = run.budget.solutions
        self._engine = planned(COUNTS, SearchQuestion(matrix, run, find_group))
        self._stopped_by: StoppedBy | None = None

    @property
    def outcome(self) -> Outcome:
        """The progress of the count."""
        found = self._engine.outcome.ended(self._stopped_by)
        if self._most is not None and found.count > self._most:
            return found.replaced(count=self._most, exhausted=False, stopped_by=StoppedBy.LIMIT)
        return found

    def finish(self) -> Outcome:
        """Counts until all are counted or the run ends."""
        self._stopped_by = None
        try:
            while not self._engine.is_over:
                self._stopped_by = self._run.cancellation.reason
                if self._stopped_by:
                    break
                self._engine.run_slice()
                done = _done(self._engine, self._engine.outcome)
                self._run.report(SEARCH, self.outcome.count, done=done)
        except KeyboardInterrupt:  # also between two slices
            self._stopped_by = StoppedBy.INTERRUPT
            raise
        return self.outcome


def count(matrix: Matrix, run: Run = UNLIMITED, find_group: FindGroup | None = None) -> Outcome:
    """Counts the covers of a matrix: exact if the outcome is exhausted, otherwise a lower bound.

    ``find_group`` is as for `Search`.
    """
    return Count(matrix, run, find_group).finish()


def first_cover(matrix: Matrix, run: Run) -> Cover | None:
    """A cover; None if there is none. Raises Unfinished if the run ends before that is known."""
    search = Search(matrix, run.limited(solutions=1, nodes=run.budget.nodes))
    cover = next(search, None)
    if cover is None and not search.outcome.exhausted:
        raise Unfinished(search.outcome)
    return cover


MOST_NODES = 10**6
"""Of a search for the hidden options of a solution."""


def completed(matrix: Matrix, chosen: Iterable[int]) -> list[int]:
    """Options with the hidden ones that belong to them in a solution; the same, if there is no such solution.

    Those of rules follow from the others, but not from each alone. Raises Unfinished if that takes more than
    `MOST_NODES`.
    """
    cover, spans = sorted(chosen), matrix.option_spans
    hidden = {option for option, name in enumerate(matrix.options) if name.family == HIDDEN}
    if not hidden or len({*cover}) < len(cover) or not {*cover}.issubset(range(len(spans))):
        return cover
    with suppress(CoverError):
        verify(matrix, cover)
        return cover
    keep = sorted({*cover} | hidden)
    shown = {*cover} - hidden
    demands = [(ItemName(GIVEN, (option,)), spans[option], [option]) for option in shown]
    found: list[Cover] = []
    search = planned(LISTS, SearchQuestion(matrix.restricted(keep, demands), Run.within(solutions=1)))
    while not search.is_over:
        if search.outcome.statistics.nodes > MOST_NODES:
            raise Unfinished(search.outcome.ended(StoppedBy.NODES))
        search.run_slice()
    search.hand_over(found)
    return [keep[option] for option in found[0]] if found else cover


class Finding(IntEnum):
    """The status of a line."""

    UNKNOWN = 0
    SOLVED = 1
    NONE = 2
    AMBIGUOUS = 3
    UNREADABLE = 4
    """No option draws one of its symbols at its place."""


class Marks(Frozen):
    """How options are drawn on a line: option o draws ``symbols[k]`` at ``at[k]``.

    k is from ``starts[o]`` up to ``starts[o + 1]`` (``array('I')``, as ``at`` is); ``blank`` (``array('B')``,
    as ``symbols`` is) is the line before anything is drawn.
    """

    starts: array[int]
    at: array[int]
    symbols: array[int]
    blank: array[int]


class Answers(Frozen):
    """Answers to some lines: their status and, for solved ones, the drawing, one symbol per place."""

    findings: Sequence[Finding]
    drawn: bytes
    covers: bytes

    def cover(self, line: int) -> Cover:
        """The options of the first solution found."""
        width = len(self.covers) // len(self.findings)
        numbers = array("I", self.covers[line * width : (line + 1) * width])
        return tuple(option for option in numbers if option != NO_OPTION)


class LineSearch:
    """ValueError if the lanes do not suit the matrix, or clues do more than exclude options.

    With ``unique``, a line is solved only if its solution is known to be the only one.
    """

    def __init__(self, matrix: Matrix, marks: Marks, unique: bool, threads: int) -> None:
        problem = native_problem(matrix, LINES)
        if lane_bytes(problem) > tuning.lane_bytes:
            raise ValueError("the lanes do not fit")
        self._core = ClueLines(problem, marks.starts, marks.at, marks.symbols, marks.blank, unique)
        self._threads = threads

    def answers(self, lines: bytes, run: Run = UNLIMITED) -> Answers:
        """Answers to concatenated lines, in order; unknown for lines after the run's end."""
        return self.with_covers(self.drawings(lines, run))

    def drawings(self, lines: bytes, run: Run) -> Answers:
        """The same, but no one may ask for covers."""
        run = run.started()
        self._core.load(lines)
        while not self._core.run(slice_of(run), self._threads):
            if run.stopped_by:
                break
        return Answers([*map(FINDINGS, self._core.answers())], self._core.drawn(), b"")

    def with_covers(self, answers: Answers) -> Answers:
        """The last answers, and their covers."""
        return answers.replaced(covers=self._core.covers())


FINDINGS: Callable[[int], Finding] = tuple(Finding).__getitem__
