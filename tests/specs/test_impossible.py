"""Figures that pieces do not fill, as is known: `solve` says so soon, and `why` in words."""

from __future__ import annotations

import pytest
from slow_values import with_slow

import excover
from excover import Run, Status
from excover.authors import colorings
from excover.authors.infeasibility import Kind, short_reason
from excover.matrix.matrix import Matrix
from excover.search.linear_refutation import refutation
from excover.search.search import Search
from excover.search.tuning import tuned

TETRASTICKS = """
import tetrasticks
board grid square_edges 5x5
place free tetrasticks on grid
item box
option left_in(p in {"I"}) covers box, tetrasticks[p]
"""


def filled(shapes: str, board: str, rest: str = "") -> str:
    return f"board b {board}\nshapes p = {shapes}\nplace free p on b {rest}"


def copies(shape: str, board: str, most: int) -> str:
    lines = "\n".join("  |" + line for line in shape.split("/"))
    return f"board b {board}\nshapes p\n{lines}\nplace free p on b each at most {most} times"


FIGURES = {
    "tetrominoes, 4x5": (filled("all free 4 of square", "4x5"), "10 are W, and whichever options cover the"),
    "tetrominoes, 2x10": (filled("all free 4 of square", "2x10"), "leaves 2 when divided by 4"),
    "one-sided tetrominoes, 4x7": (
        filled("all one-sided 4 of square", "4x7").replace("free", "one-sided"),
        "14 `b` items are B and 14 are W",
    ),
    "T tetrominoes, 10x10": (copies("TTT/.T.", "10x10", 25), "multiple of 8, but all that is to be covered"),
    "L tetrominoes, 6x6": (
        copies("LLL/L", "6x6", 9),
        "weighs a multiple of 4, but all that is to be covered",
    ),
    "straight tetrominoes, 10x10": (copies("IIII", "10x10", 25), "what may be chosen covers at most 25"),
    "straight hexominoes, 8x9": (copies("IIIIII", "8x9", 12), "32 `b` items are B and 40 are W"),
    "bricks of 1x2x4, 6x6x6": (copies("AAAA/AAAA", "6x6x6", 27), "what may be chosen covers at most 54"),
    "fifteen tetrasticks without I": (TETRASTICKS, "30 `grid` items are B and 30 are W"),
    "hexominoes, 10x21": (filled("all free 6 of square", "10x21"), "105 are W, and whichever options cover"),
}
"""S. Golomb's book of 1965 has most of them; the bricks are those of N. de Bruijn (1969), and the parity of
tetrasticks is D. Knuth's.
"""


@pytest.mark.parametrize("name", with_slow(FIGURES, slow=["hexominoes, 10x21"]))
def test_an_impossible_figure(name: str) -> None:
    text, told = FIGURES[name]
    problem = excover.parse(text)
    search = Search(problem.matrix, Run.within(solutions=1))
    assert next(search, None) is None
    assert search.outcome.status is Status.NONE
    assert search.outcome.statistics.engine in ("sparse", "linear")
    reason = short_reason(problem.compiled)
    assert reason is not None
    assert reason.kind in (Kind.COLORING, Kind.WEIGHTS)
    assert told in reason.text
    assert reason.proof is not None
    assert reason.proof.refutes(problem.matrix)


@pytest.mark.parametrize(
    "text",
    [
        filled("all free 4 of square", "5x8", "each 2 times"),
        copies("TTT/.T.", "8x8", 16),
        copies("LLL/L", "8x8", 16),
        copies("IIII", "8x8", 16),
        copies("AAAA/AAAA", "4x4x4", 8),
        TETRASTICKS.replace('"I"', '"H"'),
    ],
)
def test_a_figure_like_it_that_can_be_filled(text: str) -> None:
    """No argument refutes it."""
    problem = excover.parse(text)
    assert refutation(problem.matrix) is None
    assert short_reason(problem.compiled) is None


@pytest.mark.parametrize("looks", [0, 1, 7, 100])
def test_many_families_are_looked_at_as_little(looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each coloring of each family beside each partner is a look, and so is its preparation."""
    families = range(5)
    items = "".join(f"item a{f}[1..2]\nitem s{f}\n" for f in families)
    covers = ", ".join(f"a{f}[1], a{f}[2], s{f}" for f in families)
    matrix = excover.parse(f"{items}option x(k in 1..2) covers {covers}").matrix
    made, tried = [], []

    class Spread(colorings._Spread):
        def __init__(self, matrix: Matrix, family: str, partner: str) -> None:
            made.append((family, partner))
            super().__init__(matrix, family, partner)

        def refuted_by(self, pattern: colorings.CellColors) -> None:
            tried.append(pattern)

    monkeypatch.setattr(colorings, "_Spread", Spread)
    with tuned(coloring_looks=looks * len(matrix.entries)):
        assert colorings.refuting_coloring(matrix) is None
    assert len(made) == min(looks, 30)
    assert len(tried) == looks
