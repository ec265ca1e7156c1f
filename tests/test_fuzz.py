"""A short run of `fuzz/front_ends.py`, the same every time: both forms refuse what is wrong in words."""

from __future__ import annotations

import pytest
from fuzz.front_ends import Mutator, check


@pytest.mark.parametrize("form", ["xc", "yaml"])
def test_changed_descriptions_are_read_or_refused(form: str) -> None:
    mutator = Mutator(form, seed=1)
    told = [check(mutator.text(), form) for _ in range(150)]
    assert sum(text.startswith("error") for text in told) > 50


def test_the_same_seed_gives_the_same_texts() -> None:
    first, second = Mutator("xc", seed=3), Mutator("xc", seed=3)
    assert [first.text() for _ in range(20)] == [second.text() for _ in range(20)]
