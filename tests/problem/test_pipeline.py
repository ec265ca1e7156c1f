"""The stages from a text to a matrix, together."""

from __future__ import annotations

import gc
from typing import Any

import pytest

import excover
from excover.problem import pipeline


def test_python_looks_for_no_garbage_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    expand, collects = pipeline.expand, []

    def watched(*arguments: Any) -> Any:
        collects.append(gc.isenabled())
        return expand(*arguments)

    monkeypatch.setattr(pipeline, "expand", watched)
    problem = excover.parse("param n = 2 item a[1..n] option x(i in a) covers a[i]")
    assert problem.with_parameters(n=3).count() == 1
    assert (collects, gc.isenabled()) == ([False, False], True)
    with pytest.raises(excover.SpecError):
        excover.parse("item a option x() covers b")
    assert gc.isenabled()


@pytest.mark.parametrize(
    "name", ["combined-sudoku", "ripple-effect", "heyawake", "light-up", "masyu", "nurikabe", "renban"]
)
def test_what_was_compiled_is_no_garbage_in_circles(name: str) -> None:
    """It is taken for old afterwards, and a search for garbage in what is old is rare."""
    excover.load(name)  # what is kept for the next time is made
    gc.collect()
    gc.disable()
    try:
        assert excover.load(name).matrix.options
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_what_was_compiled_is_old_and_what_was_frozen_stays_so() -> None:
    problem = excover.load("light-up")
    assert any(each is problem.puzzle for each in gc.get_objects(generation=2))
    gc.freeze()
    try:
        problem = excover.load("light-up")
        assert gc.get_freeze_count()
        assert not any(each is problem.puzzle for each in gc.get_objects(generation=2))
    finally:
        gc.unfreeze()
