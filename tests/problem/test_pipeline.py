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
