"""A limit of memory holds for all searches of a question together."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from slow_values import with_slow

from excover.search import strategy as strategies
from excover.search.strategy import Sharer, Strategy

LIMIT = 20_000_000
GROWTH = Path(__file__).parents[1] / "support/memory_growth.py"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "nodes"),
    with_slow(
        [("first", 4_000_000), ("count", 8_000_000), ("few", 8_000_000), ("list", 8_000_000)],
        [("first", 4_000_000), ("count", 8_000_000), ("few", 8_000_000)],
    ),
)
def test_all_searches_of_a_question_keep_to_it(question: str, nodes: int) -> None:
    """When each had the limit for itself, the first question took 52 MB, and the list 25 MB."""
    command = [sys.executable, str(GROWTH), question, str(LIMIT), str(nodes)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 1.2 * LIMIT


@pytest.mark.parametrize("memory", [0, 10**6, 10**8, 10**12])
def test_shares_are_no_more_than_the_whole(memory: int) -> None:
    strategy, sharers = Strategy(memory=memory), get_args(Sharer)
    shares = {sharer: strategy.share(sharer) for sharer in sharers}
    assert sum(shares.values()) <= memory
    assert strategy.rest(*sharers) + sum(shares.values()) == memory
    assert strategy.rest() == strategy.room == memory


def test_without_a_limit_it_is_a_quarter_of_the_free_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a search takes is no longer free for those that begin later, so theirs is no more."""
    free = [8_000, 4_000]
    monkeypatch.setattr(strategies, "free_memory", lambda: free.pop(0))
    assert Strategy().rest("linear", "learning") == 2_000 - 250 - 500
    assert Strategy().share("background") == 125
