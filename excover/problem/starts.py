r"""Starts of a puzzle: sets of options of a solution, with the number of their completions.

>>> from excover.problem.problem import parse
>>> from excover.problem.solution_set import SolutionSet
>>> pieces = "shapes piece\n  |PP. LLL TTT III\n  |PPP L.. .T."
>>> starts = SolutionSet.of(parse(f"board tray 4x4\n{pieces}\nplace free piece on tray")).starts(1)
>>> len(list(starts)), starts.count, starts.most[0].completions
(32, 48, 2)
>>> print(starts.most[0])
III.
....
....
....
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from excover.base.diagnostics import SpecError
from excover.base.names import HIDDEN
from excover.language import messages
from excover.matrix.compiled import Compiled, Place
from excover.matrix.givens.given import given_names
from excover.problem.heat import exclude_each_other
from excover.problem.problem import Problem
from excover.search.diagram import Diagram, StartSearch
from excover.search.engine import ENDLESS, Cover
from excover.search.outcome import StoppedBy
from excover.search.permutation_group import Group
from excover.search.run import UNLIMITED, Run
from excover.search.tuning import tuning
from excover.solutions.decode import Decoder, Solution

if TYPE_CHECKING:
    from excover.base.json.outputs import StartData


@dataclass(frozen=True, slots=True)
class Start:
    """``placed`` is a part of a solution, ``completions`` the number of solutions that contain it."""

    placed: Solution
    completions: int

    def __str__(self) -> str:
        return str(self.placed)

    def as_data(self) -> StartData:
        return {"completions": self.completions, **self.placed.as_data()}


class Starts(Iterator[Start]):
    """A stream of all starts with exactly one completion, found lazily.

    The totals ``count``, ``unique`` and ``most`` grow until the stream has ended.
    """

    def __init__(self, search: StartSearch, compiled: Compiled, run: Run = UNLIMITED) -> None:
        self._search = search
        self._decode = Decoder(compiled)
        self._run = run.started()
        self._found: list[Cover] = []
        self._stopped_by: StoppedBy | None = None

    @property
    def count(self) -> int:
        """The number of starts of that size that have a completion."""
        return self._search.sets

    @property
    def unique(self) -> int:
        """The number of starts that have exactly one."""
        return self._search.unique

    @property
    def most(self) -> list[Start]:
        """The starts with most completions, most first."""
        return [self._start(cover, completions) for completions, cover in self._search.most()]

    @property
    def stopped_by(self) -> StoppedBy | None:
        """Why the stream ended before all starts were counted; None if it did not."""
        return self._stopped_by

    @property
    def exhausted(self) -> bool:
        """Whether all starts were counted."""
        return self._search.is_over

    @property
    def done(self) -> float:
        """The approximate part of the work that is done, from 0 to 1."""
        return self._search.done

    def __next__(self) -> Start:
        while not self._found:
            self._run.report("starts", self._search.sets, done=self._search.done)
            self._stopped_by = None if self._search.is_over else self._run.stopped_by
            if self._search.is_over or self._stopped_by:
                raise StopIteration
            try:
                self._search.run_slice(tuning.starts_batch)
            except ValueError as fault:
                raise SpecError(
                    messages.OtherDiagram(f"this is no diagram of these solutions: {fault}")
                ) from None
            self._found = self._search.hand_over()[::-1]
        return self._start(self._found.pop(), 1)

    def _start(self, cover: Cover, completions: int) -> Start:
        return Start(self._decode(cover), completions)


def starts_of(
    diagram: Diagram,
    compiled: Compiled,
    pieces: int,
    *,
    skipped: Iterable[int],
    group: Group | None,
    keep: int | None,
    most: int,
    run: Run,
) -> Starts:
    """See `SolutionSet.starts`; ``skipped`` options do not count as pieces (see `skipped_options`)."""
    if pieces < 1:
        raise ValueError("a start has at least one piece")
    if min(most, keep or 0) < 0:
        raise ValueError(f"{min(most, keep or 0)} starts: there is no such number")
    search = StartSearch(
        diagram,
        min(pieces, diagram.options + 1),  # there are as many of more pieces: none
        skipped=skipped,
        group=group,
        keep=ENDLESS if keep is None else keep,
        most=min(most, ENDLESS),
    )
    return Starts(search, compiled, run)


def longest_start(diagram: Diagram, skipped: Iterable[int]) -> int:
    """The most options of any solution that are not skipped; no start has more. 0 without a solution."""
    left_out = set(skipped)
    counted = [int(option not in left_out) for option in range(diagram.options)]
    best = diagram.best(counted, maximize=True)
    return best[0] if best else 0


def skipped_options(problem: Problem, compiled: Compiled) -> Iterator[int]:
    """Options that are not in the description, and those that are given, wholly or in part."""
    given = frozenset(given_names(problem.full, problem.givens))
    partly = _partly_given(compiled)
    for option, name in enumerate(compiled.matrix.options):
        if name.family == HIDDEN or name in given or option in partly:
            yield option


def _partly_given(compiled: Compiled) -> set[int]:
    """Options that draw a given place that only one of them can draw: the possible placements of a given
    piece.
    """
    drawers: dict[Place, list[int]] = {place: [] for place in compiled.given}
    for option, markings in enumerate(compiled.markings):
        for place in {(marking.canvas, cell) for marking in markings for cell in marking.cells}:
            if place in drawers:
                drawers[place].append(option)
    alternatives = (options for options in drawers.values() if exclude_each_other(compiled.matrix, options))
    return {option for options in alternatives for option in options}
