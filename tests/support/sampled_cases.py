"""A run of all tests tries a few cases of each parametrized test; `.ci/run slow` tries the others, too.

Whoever names a file, a folder or a test gets all of its cases.
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import pytest

CASES = 4
"""As many cases of a test does a run of all tests try."""


def mark_others_slow(items: Iterable[pytest.Item]) -> None:
    """Mark all cases slow but `CASES` of each test: the same in every run, or others with `FRESH_EXAMPLES=1`.

    What compares golden files keeps its cases, because such a run reports the files that no test has used.
    """
    cases: dict[str, list[Any]] = defaultdict(list)
    for item in items:
        if hasattr(item, "callspec") and not item.get_closest_marker("slow"):
            cases[item.nodeid.partition("[")[0]].append(item)
    for name, each in cases.items():
        if len(each) <= CASES or "golden" in each[0].fixturenames:
            continue
        chosen = random.Random(None if os.environ.get("FRESH_EXAMPLES") else name)
        kept = {item.nodeid for item in chosen.sample(each, CASES)}
        for item in each:
            if item.nodeid not in kept:
                item.add_marker(pytest.mark.slow)
