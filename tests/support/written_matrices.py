"""Random matrices of every kind of item, and matrices read from texts of other programs."""

from __future__ import annotations

from array import array
from dataclasses import replace

import naive
from hypothesis import strategies as st
from matrices import COLORED, ONCE, general

from excover.base.source import Source
from excover.formats.matrix_files import read_matrix
from excover.matrix.matrix import UNBOUNDED, Matrix

BOUNDS = [ONCE, ONCE, ONCE, (0, 2), (1, 2), (2, 3), (0, UNBOUNDED), (2, UNBOUNDED)]


@st.composite
def random_matrices(draw: st.DrawFn, most: int = 6) -> Matrix:
    primary = draw(st.lists(st.sampled_from(BOUNDS), max_size=4))
    bounds = primary + draw(st.lists(st.sampled_from([(0, 1), COLORED]), max_size=3))
    colored = [k >= len(primary) and each == COLORED for k, each in enumerate(bounds)]
    options = []
    for _ in range(draw(st.integers(0, most)) if primary else 0):
        must = draw(st.integers(0, len(primary) - 1))
        items = sorted({must} | draw(st.sets(st.integers(0, len(bounds) - 1))))
        options.append([(i, draw(st.integers(1, 3)) if colored[i] else 0) for i in items])
    matrix = general(bounds, colored, options)
    costs = draw(st.none() | st.lists(st.integers(0, 9), min_size=len(options), max_size=len(options)))
    return replace(matrix, costs=None if costs is None else array("q", costs))


def read(text: str, name: str = "a.dlx") -> Matrix:
    return read_matrix(Source(name, text), {})[1].matrix


def covers(matrix: Matrix) -> set[tuple[int, ...]]:
    return set(naive.covers(matrix))


KNUTH = """\
| A simple example of color controls
A B 2:3|C | X Y
A B X:0 Y:0
A C X:1 Y:1
C X:0
B X:1
C Y:1
"""
