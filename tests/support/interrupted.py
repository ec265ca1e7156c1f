"""A search that Ctrl-C interrupts again and again."""

from __future__ import annotations

import pytest
from cancelling import ending_when

from excover.search.engine import Cover
from excover.search.search import Search
from excover.search.up_to_symmetry import FirstOfOrbits


def covers_of(
    search: Search | FirstOfOrbits, monkeypatch: pytest.MonkeyPatch, part: Search | None = None
) -> list[Cover]:
    """What it finds, though every third look at its cancellation, or its part's, is an interrupt."""
    asked = 0

    def interrupt() -> bool:
        nonlocal asked
        asked += 1
        if asked % 3 == 0:
            raise KeyboardInterrupt
        return False

    monkeypatch.setattr(part or search, "_run", ending_when(interrupt))
    found: list[Cover] = []
    while not search.outcome.exhausted:
        try:
            found.extend(search)
        except KeyboardInterrupt:
            found += search.drain()
    return found + search.drain()
