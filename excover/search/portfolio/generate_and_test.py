"""Covers that keep to rules which an engine does not know: each one that it lists is tested.

The rules prune nothing: the work is that of listing all candidates.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Protocol

from excover.base.words import plural
from excover.search.engine import ENDLESS, Cover, Sink
from excover.search.outcome import Outcome, StoppedBy
from excover.search.portfolio.portfolio import Member


class CoverRule(Protocol):
    """A bound on a sum, or a global constraint."""

    def holds(self, cover: Cover) -> bool: ...


class GenerateAndTest:
    """The first ``most`` covers of a member that keep to all rules; all of them with None."""

    def __init__(self, rules: Sequence[CoverRule], most: int | None, engine: Member) -> None:
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

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """See `Member`; ``solutions`` are candidates here."""
        self._has_looked_at_all = False
        self._engine.run_slice(solutions, nodes)
        self._test()

    def hand_over(self, into: Sink) -> None:
        """See `Member`."""
        self._test()
        into.extend(self._found)
        self._found = []

    def _test(self) -> None:
        self._engine.hand_over(self._candidates)
        within = (cover for cover in self._candidates if all(rule.holds(cover) for rule in self._rules))
        room = None if self._most is None else max(0, self._most - self._count)
        found = list(islice(within, room))
        # All at once, at the end: after an interruption before it, the same candidates are looked at again.
        count = self._count + len(found)
        self._found, self._count, self._candidates = self._found + found, count, []
        self._has_looked_at_all = True
