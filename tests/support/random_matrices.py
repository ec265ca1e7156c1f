"""Random problems for properties, and a problem in the form of the native core."""

from __future__ import annotations

from itertools import combinations
from random import Random

from hypothesis import strategies as st
from matrices import COLORED, ONCE, exact, general

from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.search._core import Problem

PRIMARY_BOUNDS = [ONCE, ONCE, ONCE, (0, 0), (0, 2), (1, 2), (2, 3), (0, UNBOUNDED), (2, UNBOUNDED)]


@st.composite
def random_matrices(draw: st.DrawFn) -> Matrix:
    """Small enough for the definition; bounds of all kinds."""
    primary = draw(st.lists(st.sampled_from(PRIMARY_BOUNDS), max_size=4))
    secondary = draw(st.lists(st.sampled_from([(0, 1), COLORED]), max_size=3))
    bounds = primary + secondary
    colored = [False] * len(primary) + [b == COLORED for b in secondary]
    options = []
    for _ in range(draw(st.integers(0, 7)) if primary else 0):
        must = draw(st.integers(0, len(primary) - 1))
        items = sorted({must} | draw(st.sets(st.integers(0, len(bounds) - 1))))
        options.append([(i, draw(st.integers(1, 2)) if colored[i] else 0) for i in items])
    return general(bounds, colored, options)


@st.composite
def random_pairs(draw: st.DrawFn) -> Matrix:
    """A graph, to be covered by pairs of its vertices."""
    vertices = draw(st.integers(2, 8))
    pairs = st.sets(st.sampled_from([*combinations(range(vertices), 2)]), max_size=12)
    return exact(vertices, sorted(draw(pairs)))


@st.composite
def matrices_for_lanes(draw: st.DrawFn) -> Matrix:
    """Larger than what the definition can solve; items once, at most once, colored, or not at all."""
    primary = draw(st.lists(st.sampled_from([ONCE, ONCE, ONCE, ONCE, (0, 0)]), min_size=1, max_size=24))
    bounds = primary + draw(st.lists(st.sampled_from([(0, 1), COLORED]), max_size=6))
    seed, options = Random(draw(st.integers(0, 2**32))), []
    for _ in range(draw(st.integers(0, 150))):
        items = {seed.randrange(len(primary))} | {
            seed.randrange(len(bounds)) for _ in range(seed.randrange(4))
        }
        options.append([(i, seed.randint(1, 2) if bounds[i] == COLORED else 0) for i in sorted(items)])
    return general(bounds, [b == COLORED for b in bounds], options)


def native(matrix: Matrix) -> Problem:
    m = matrix
    return Problem(m.lower, m.upper, m.colored, m.starts, m.entries, m.colors)
