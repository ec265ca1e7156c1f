"""Values of a parameter that take seconds, while others check the same: those are for `.ci/run slow`."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def with_slow(values: Iterable[T], slow: Container[T]) -> list[Any]:
    """All of the values, for `pytest.mark.parametrize`."""
    return [pytest.param(value, marks=pytest.mark.slow) if value in slow else value for value in values]
