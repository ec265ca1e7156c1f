"""Starts of a puzzle: some options of a solution, and in how many ways the rest can be completed.

>>> from excover.problem import parse
>>> from excover.solution_set.solution_set import SolutionSet
>>> pieces = "shapes piece\\n  |PP. LLL TTT III\\n  |PPP L.. .T."
>>> starts = SolutionSet.of(parse(f"board tray 4x4\\n{pieces}\\nplace free piece on tray")).starts(1)
>>> len(list(starts)), starts.count, starts.most[0].completions
(32, 48, 2)
>>> print(starts.most[0])
TTT.
.T..
....
....
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from excover.cover.compiled import Compiled, Place
from excover.cover.given import given_options
from excover.cover.motions import UpTo
from excover.decode import Solution, decoder
from excover.diagnostics import SpecError
from excover.messages.about_solution_sets import OtherDiagram
from excover.names import HIDDEN
from excover.solution_set.heat import exclude_each_other
from excover.solve.engine import ENDLESS, Cover
from excover.solve.outcome import StoppedBy
from excover.solve.run import UNLIMITED, Run
from excover.solve.start_search import Starts as StartSearch

if TYPE_CHECKING:
    from excover.solution_set.solution_set import SolutionSet

BATCH = 1000


@dataclass(frozen=True, slots=True)
class Start:
    """``placed`` is a part of a solution, ``completions`` is the number of solutions that it is part of."""

    placed: Solution
    completions: int

    def __str__(self) -> str:
        return str(self.placed)

    def as_data(self) -> dict[str, Any]:
        return {"completions": self.completions, **self.placed.as_data()}


class Starts(Iterator[Start]):
    """A stream of all starts with exactly one completion, found as they are asked for.

    What is told of all starts, ``count``, ``unique`` and ``most``, grows until the stream has ended.
    """

    def __init__(self, search: StartSearch, compiled: Compiled, run: Run = UNLIMITED) -> None:
        self._search = search
        self._decode = decoder(compiled)
        self._run = run.started()
        self._found: list[Cover] = []
        self._stopped_by: StoppedBy | None = None

    @property
    def count(self) -> int:
        """Starts of that size that have a completion."""
        return self._search.sets

    @property
    def unique(self) -> int:
        """Those of them that have exactly one."""
        return self._search.unique

    @property
    def most(self) -> list[Start]:
        """Those with most completions, most first."""
        return [self._start(cover, completions) for completions, cover in self._search.most()]

    @property
    def stopped_by(self) -> StoppedBy | None:
        """Why the stream ended before all starts were counted; None where it did not."""
        return self._stopped_by

    @property
    def exhausted(self) -> bool:
        """All starts were counted."""
        return self._search.is_over

    @property
    def done(self) -> float:
        """About which part of the work, from 0 to 1."""
        return self._search.done

    def __next__(self) -> Start:
        while not self._found:
            self._run.report("starts", self._search.sets, done=self._search.done)
            self._stopped_by = None if self._search.is_over else self._run.stopped_by
            if self._search.is_over or self._stopped_by:
                raise StopIteration
            self._search.run_slice(BATCH)
            self._found = self._search.hand_over()[::-1]
        return self._start(self._found.pop(), 1)

    def _start(self, cover: Cover, completions: int) -> Start:
        return Start(self._decode(cover), completions)


def starts_of(
    solution_set: SolutionSet,
    pieces: int,
    *,
    up_to: UpTo | None,
    keep: int | None,
    most: int,
    run: Run,
) -> Starts:
    """As `SolutionSet.starts` says."""
    if pieces < 1:
        raise ValueError("a start has at least one piece")
    try:
        search = StartSearch(
            solution_set.diagram,
            min(pieces, solution_set.diagram.options + 1),  # of more there are as many: none
            skipped=_skipped(solution_set),
            group=solution_set.symmetries(up_to) if up_to else None,
            keep=ENDLESS if keep is None else keep,
            most=min(most, ENDLESS),
        )
    except ValueError as fault:
        raise SpecError(OtherDiagram(f"this is no diagram of these solutions: {fault}")) from None
    return Starts(search, solution_set.compiled, run)


def longest(solution_set: SolutionSet) -> int:
    """The most options of any solution that are not given: no start has more. 0 without a solution."""
    skipped = set(_skipped(solution_set))
    counted = [int(option not in skipped) for option in range(solution_set.diagram.options)]
    best = solution_set.diagram.best(counted, maximize=True)
    return best[0] if best else 0


def _skipped(solution_set: SolutionSet) -> Iterator[int]:
    """Options that the description does not have, and those that are given, whole or in part."""
    given = frozenset(given_options(solution_set.problem.full, solution_set.problem.givens))
    partly = _partly_given(solution_set)
    for option, name in enumerate(solution_set.compiled.matrix.options):
        if name.family == HIDDEN or name in given or option in partly:
            yield option


def _partly_given(solution_set: SolutionSet) -> set[int]:
    """Options that draw a given place where only one of them can: the ways in which a given piece lies."""
    drawers: dict[Place, list[int]] = {place: [] for place in solution_set.compiled.given}
    for option, inks in enumerate(solution_set.compiled.inks):
        for place in {(ink.canvas, cell) for ink in inks for cell in ink.cells}:
            if place in drawers:
                drawers[place].append(option)
    matrix = solution_set.compiled.matrix
    return {o for options in drawers.values() if exclude_each_other(matrix, options) for o in options}
