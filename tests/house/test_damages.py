"""A short run of `fuzz/damages.py`, the same every time: no wrong answer and no traceback."""

from __future__ import annotations

import pytest
from effort import examples
from fuzz.damaged_files import KINDS
from fuzz.damages import trials


@pytest.mark.whole
@pytest.mark.outer
@pytest.mark.parametrize("kind", KINDS)
def test_damaged_files_answer_what_is_right_or_refuse(kind: str) -> None:
    told = trials(kind, examples(400), seed=1)
    assert told["refused"] > told["answered"] / 2 > 0
