"""A run of all tests tries a few cases of each parametrized test; `.ci/run slow` tries more, or all of a test
marked `whole`, and `thorough` all.

Whoever names a file, a folder or a test gets all of its cases.
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import pytest

CASES = 2
"""As many cases of a test does a run of all tests try, and as many of a slow test `.ci/run slow`."""
MORE_CASES = 4
"""As many more of a test that is not slow does `.ci/run slow` try."""


def mark_by_number(items: Iterable[pytest.Item]) -> None:
    """Mark cases slow or thorough where a test has many: the same in every run, or others with
    `FRESH_EXAMPLES=1`.

    What compares golden files keeps its cases, because a run of all reports the files that no test has used.
    """
    cases: dict[str, list[Any]] = defaultdict(list)
    for item in items:
        if hasattr(item, "callspec") and "golden" not in item.fixturenames:
            cases[item.nodeid.partition("[")[0]].append(item)
    for name, each in cases.items():
        chosen = random.Random(None if os.environ.get("FRESH_EXAMPLES") else name)
        shuffled = chosen.sample(each, len(each))
        slow = [item for item in shuffled if item.get_closest_marker("slow")]
        usual = [item for item in shuffled if not item.get_closest_marker("slow")]
        for item in usual[CASES:]:
            item.add_marker(pytest.mark.slow)
        for item in [*usual[CASES + MORE_CASES :], *slow[CASES:]]:
            if not item.get_closest_marker("whole"):
                item.add_marker(pytest.mark.thorough)
