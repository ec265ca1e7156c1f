"""Streams of solutions: covers as the search finds them, decoded one at a time.

>>> from excover.problem.problem import parse
>>> coin = parse("item a  option heads() covers a  option tails() covers a")
>>> found = coin.solutions()
>>> [str(solution) for solution in found], found.outcome.count
(['heads()', 'tails()'], 2)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

from excover.base.errors import Unpicklable
from excover.base.frozen import checks_kinds
from excover.base.words import plural
from excover.matrix.compiled import Compiled
from excover.search.outcome import Outcome, StoppedBy, Unfinished
from excover.search.permutation_group import FindGroup, Group
from excover.search.portfolio.portfolio import Improving
from excover.search.run import Listener, Progress, Run
from excover.search.search import Cover, CoverBatch, Search
from excover.solutions.decode import Decoder, Solution
from excover.solutions.solution_rows import SolutionRows, write_data

if TYPE_CHECKING:
    import numpy
    import pandas
    import pyarrow

    from excover.search.up_to_symmetry import FirstOfOrbits


class Solutions(Unpicklable, Iterator[Solution]):
    """A stream of solutions; ``outcome`` is up to date at any time.

    With a group, only one of the solutions that it maps to each other is yielded, and counted.
    """

    _instead = "a stream of solutions stays in its process: send the problem, or a list of its solutions"

    def __init__(
        self,
        compiled: Compiled,
        run: Run,
        group: Group | None = None,
        find_group: FindGroup | None = None,
    ) -> None:
        """``find_group`` finds symmetries by which there is less to search, not less to yield (`Search`)."""
        self._compiled, self._decode = compiled, Decoder(compiled)
        is_limited = run.budget.solutions is not None
        run = run.by(run.strategy.replaced(ordered=run.strategy.ordered or is_limited)).started()
        self._search: Search | FirstOfOrbits
        if group is None:
            self._search = Search(compiled.matrix, run, find_group)
        else:
            from excover.search.up_to_symmetry import FirstOfOrbits  # few ask for symmetries

            self._search = FirstOfOrbits(compiled.matrix, group, run)

    def __repr__(self) -> str:
        found = plural(self.outcome.count, "solution")
        return f"<Solutions: {found} so far; `next`, `list` or a loop gives them>"

    @property
    def outcome(self) -> Outcome:
        return self._search.outcome

    @property
    def progress(self) -> float | None:
        """The finished part of the search tree, from 0 to 1; None if unknown."""
        return self._search.progress

    def covers(self) -> Iterator[Cover]:
        """The same, not decoded: option numbers of the matrix."""
        yield from self._search

    def batches(self) -> Iterator[CoverBatch]:
        """The same many at a time, without an object for each."""
        yield from self._search.batches()

    # As data; each takes the solutions that were not yet given

    @cached_property
    def _data(self) -> SolutionRows:
        return SolutionRows.of(self._compiled)

    def to_frame(self) -> pandas.DataFrame:
        """A row for each chosen option: the solution from 1, the option, its family and arguments, its cost.

        Raises MissingExtra without pandas.
        """
        frame: pandas.DataFrame = self._data.to_frame(self.covers())
        return frame

    def to_arrays(self) -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]:
        """The option numbers of all solutions, one after the other, and where each solution starts.

        Solution ``k`` has the options ``options[starts[k] : starts[k + 1]]`` of the matrix of this problem,
        whose names are `problem.matrix.options[n]`; another problem, such as `problem.forbid(..)`, has other
        numbers. Raises MissingExtra without numpy.
        """
        return self._data.to_arrays(self.covers())

    @checks_kinds
    def arrow_batches(self, rows: int = 100_000) -> Iterator[pyarrow.RecordBatch]:
        """The rows of `to_frame` in batches of about so many rows, found as they are asked for.

        Raises MissingExtra without pyarrow.
        """
        return self._data.arrow_batches(self.covers(), rows)

    @checks_kinds
    def to_parquet(self, path: str | PathLike[str]) -> int:
        """Writes the rows of `to_frame` as they are found; returns the number of solutions.

        The file appears when all are written. Raises CannotWrite (an OSError), MissingExtra without pyarrow.
        """
        return self._written("parquet", path)

    @checks_kinds
    def to_sqlite(self, path: str | PathLike[str]) -> int:
        """Writes a database as they are found; returns the number of solutions.

        Its table `options` has the arguments of each option under its number, and `choices` the numbers of
        the options of each solution. The file appears when all are written. Raises CannotWrite (an OSError).
        """
        return self._written("sqlite", path)

    def _written(self, kind: str, path: str | PathLike[str]) -> int:
        number = 0

        def counted() -> Iterator[Cover]:
            nonlocal number
            for cover in self.covers():
                number += 1
                yield cover

        write_data(self._data, kind, path, counted())
        return number

    def __next__(self) -> Solution:
        return self._decode(next(self._search))

    def __iter__(self) -> Iterator[Solution]:
        """As by `next`, with less to do for each."""
        return map(self._decode, self._search)

    def drain(self) -> list[Solution]:
        """Solutions that were found but not yet yielded, without further search; for use after Ctrl-C."""
        return list(map(self._decode, self._search.drain()))


class UnstartedSolutions(Solutions):
    """A stream that ended before its search began."""

    def __init__(self, outcome: Outcome, compiled: Compiled) -> None:
        self._outcome, self._compiled = outcome, compiled

    @property
    def outcome(self) -> Outcome:
        return self._outcome

    @property
    def progress(self) -> float | None:
        return None

    def covers(self) -> Iterator[Cover]:
        yield from ()

    def batches(self) -> Iterator[CoverBatch]:
        yield from ()

    def __next__(self) -> Solution:
        raise StopIteration

    def __iter__(self) -> Iterator[Solution]:
        return self

    def drain(self) -> list[Solution]:
        return []


class Unproved(Unfinished):
    """A run that was to find the best solution ended early: ``solution`` is the best one so far.

    ``outcome`` has its cost, and the bound that no solution can pass.
    """

    def __init__(self, outcome: Outcome, solution: Solution) -> None:
        super().__init__(outcome)
        self.args = (outcome, solution)
        self.solution = solution

    def __str__(self) -> str:
        return f"{super().__str__()}: {self.outcome.best_so_far}"


class Improvements(Unpicklable, Iterator[Solution]):
    """A stream of better and better solutions; ``outcome`` shows at any time how far it has come.

    It has the ``cost`` of the last one found, the ``bound`` that none can pass, and the ``gap`` between them.
    """

    _instead = "a stream of solutions stays in its process: send the problem, or a list of its solutions"

    def __init__(self, compiled: Compiled, covers: Improving) -> None:
        self._decode = Decoder(compiled)
        self._covers, self._originals = covers, compiled.originals

    def __repr__(self) -> str:
        known = self.outcome.best_so_far or "no solution yet"
        return f"<Improvements: {known}; `next`, `list` or a loop gives each better solution>"

    @property
    def outcome(self) -> Outcome:
        return self._covers.outcome.in_own_numbers(self._originals.total)

    def __next__(self) -> Solution:
        return self._decode(next(self._covers))

    def drain(self) -> list[Solution]:
        """Solutions that were found but not yet yielded, without further search; for use after Ctrl-C."""
        return list(map(self._decode, self._covers.drain()))


class InOwnNumbers:
    """A listener to a search for the best solution, which passes on what is known in own numbers."""

    improvements: Improvements | None = None

    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    def __call__(self, progress: Progress) -> None:
        if self.improvements is not None and progress.outcome is not None:
            known = self.improvements.outcome
            progress = progress.replaced(count=known.count, note=known.best_so_far, outcome=known)
        self._listener(progress)


def last_of(improvements: Improvements) -> Solution | None:
    """The last improvement, which is a best solution; None if there is no solution.

    Raises Unproved or Unfinished where the run ended first. A KeyboardInterrupt names what is lost with it.
    """
    try:
        last = next(iter(deque(improvements, maxlen=1)), None)
    except KeyboardInterrupt as interrupted:
        if known := improvements.outcome.best_so_far:
            interrupted.add_note(
                f"best() had found {known}: `for solution in problem.improvements()` gives each solution "
                "when it is found, and a run with a time limit raises Unproved with the last one"
            )
        raise
    outcome = improvements.outcome
    if outcome.exhausted or outcome.stopped_by is StoppedBy.GAP:
        return last
    raise Unfinished(outcome) if last is None else Unproved(outcome, last)
