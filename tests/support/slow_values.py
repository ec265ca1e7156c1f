"""Values of a parameter that take long, while others check the same: those are for `.ci/run slow`."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from typing import Any, TypeVar

import pytest

from excover.language import gallery
from excover.language.syntax.grammar import statement_words
from excover.lattices import LATTICE_NAMES

T = TypeVar("T")


def with_slow(values: Iterable[T], slow: Container[T]) -> list[Any]:
    """All of the values, for `pytest.mark.parametrize`; tuples are of several parameters."""
    return [_marked(value) if value in slow else value for value in values]


def _marked(value: Any) -> Any:
    return pytest.param(*(value if isinstance(value, tuple) else [value]), marks=pytest.mark.slow)


def _with_new_words(names: Iterable[str]) -> Iterator[str]:
    """Of puzzles of the gallery, those with a statement or a grid that none before them has."""
    left = {*statement_words(), *LATTICE_NAMES}
    for name in names:
        source = gallery.puzzle(name)
        assert source
        used = left & set(re.findall(r"\w+", re.sub("#.*", "", source.text)))
        if used:
            left -= used
            yield name


VARIED = list(_with_new_words(sorted(gallery.names(), key=lambda name: len(gallery.puzzle(name).text))))  # type: ignore[union-attr]
"""Short puzzles of the gallery that have every statement and every grid that any of it has."""
PUZZLES = with_slow(gallery.names(), slow=set(gallery.names()) - set(VARIED))
"""The gallery, for tests that take long on all of it."""
