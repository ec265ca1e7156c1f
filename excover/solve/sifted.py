"""Covers that keep to rules which an engine does not know: each one that it lists is tested.

The rules prune nothing: the work is that of listing all candidates.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Protocol

from excover.solve.engine import Cover, Progressing, Sink
from excover.solve.outcome import Outcome, StoppedBy
from excover.words import plural


class CoverRule(Protocol):
    """A bound on a sum, or a global constraint."""

    def holds(self, cover: Cover) -> bool: ...


class Candidates(Progressing, Protocol):
    """An engine that lists covers."""

    def run_slice(self, solutions: int) -> None: ...

    def hand_over(self, into: Sink) -> None: ...


class Sifted:
    """The first ``most`` covers of an engine that keep to all rules; all of them with None."""

    def __init__(self, rules: Sequence[CoverRule], most: int | None, engine: Candidates) -> None:
        self._rules, self._most, self._engine = rules, most, engine
        self._candidates: list[Cover] = []  # from the engine, and not looked at
        self._has_looked_at_all = True
        self._found: list[Cover] = []
        self._count = 0

    @property
    def _is_enough(self) -> bool:
        return self._most is not None and self._count >= self._most

    @property
    def is_over(self) -> bool:
        return self._is_enough or self._engine.is_over

    @property
    def outcome(self) -> Outcome:
        known = self._engine.outcome
        candidates = plural(known.count, "candidate")
        work = known.statistics.replaced(reason=f"{known.statistics.reason}; {candidates} tested")
        exhausted = known.exhausted and self._has_looked_at_all
        known = known.replaced(count=self._count, exhausted=exhausted, statistics=work)
        return known.replaced(exhausted=False, stopped_by=StoppedBy.LIMIT) if self._is_enough else known

    @property
    def progress(self) -> float | None:
        return self._engine.progress

    def run_slice(self, solutions: int) -> None:
        """See the method of an engine; ``solutions`` are candidates here."""
        self._has_looked_at_all = False
        self._engine.run_slice(solutions)
        self._sift()

    def hand_over(self, into: Sink) -> None:
        """See the method of an engine."""
        self._sift()
        into.extend(self._found)
        self._found = []

    def _sift(self) -> None:
        self._engine.hand_over(self._candidates)
        within = (cover for cover in self._candidates if all(rule.holds(cover) for rule in self._rules))
        room = None if self._most is None else max(0, self._most - self._count)
        found = list(islice(within, room))
        # All at once, at the end: after an interruption before it, the same candidates are looked at again.
        count = self._count + len(found)
        self._found, self._count, self._candidates = self._found + found, count, []
        self._has_looked_at_all = True
