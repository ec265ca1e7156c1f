"""`also`: what options cover besides, against a filter of all solutions in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest

import excover
from excover.base.diagnostics import SpecError

LATIN = """
board grid {n}x{n}
fill grid with 1..{n}, once per row, column
"""

Grid = dict[tuple[int, int], int]


def latin_squares(n: int) -> Iterator[Grid]:
    cells = list(product(range(1, n + 1), repeat=2))
    for values in product(range(1, n + 1), repeat=n * n):
        grid = dict(zip(cells, values, strict=True))
        lines = [[grid[r, c] for c in range(1, n + 1)] for r in range(1, n + 1)]
        if all(len({*line}) == n for line in [*lines, *zip(*lines, strict=True)]):
            yield grid


def rises(grid: Grid) -> bool:
    return grid[1, 1] < grid[1, 2] < grid[2, 2]


def sees_no_equal(grid: Grid) -> bool:
    return all(grid[r, c] != grid[r + 1, c + 1] for r, c in product((1, 2), repeat=2))


def is_odd_in_corners(grid: Grid) -> bool:
    return grid[1, 1] % 2 == grid[3, 3] % 2 == 1


@pytest.mark.parametrize(
    ("rule", "statements"),
    [
        (
            rises,
            """
            let steps = {((1, 1), (1, 2)), ((1, 2), (2, 2))}
            item rise[steps, 1..3] at most once
            also grid(r, c, v)
              covers (rise[(a, b), s] for (a, b) in steps, s in 1..v where a = (r, c)),
                (rise[(a, b), s] for (a, b) in steps, s in v..3 where b = (r, c))
            """,
        ),
        (
            sees_no_equal,
            """
            item seen[1..2, 1..2, 1..3] at most once
            also grid(r, c, v) covers seen[r, c, v] if r < 3 and c < 3
            also grid(r, c, v) where r > 1 and c > 1 covers seen[r-1, c-1, v]
            """,
        ),
        (
            is_odd_in_corners,
            """
            item odd[{(1, 1), (3, 3)}]
            also grid(r, c, v) where (r, c) in {(1, 1), (3, 3)} and v mod 2 = 1 covers odd[(r, c)]
            """,
        ),
    ],
)
def test_rules_of_a_filled_board(rule: Callable[[Grid], bool], statements: str) -> None:
    problem = excover.parse(LATIN.format(n=3) + statements)
    wanted = sorted(tuple(sorted(grid.items())) for grid in latin_squares(3) if rule(grid))
    found = sorted(
        tuple(sorted(((r, c), v) for name, (r, c, v) in solution)) for solution in problem.solutions()
    )
    assert found == wanted
    assert problem.count() == len(wanted)


def test_colors_are_added_to_options_without_any() -> None:
    """Neighbouring columns of a row agree on who begins: the colored item is covered by both."""
    problem = excover.parse(
        LATIN.format(n=3)
        + """
        item corner colored
        also grid(r, c, v) where (r, c) in {(1, 1), (3, 3)} covers corner = v
        """
    )
    assert problem.count() == sum(grid[1, 1] == grid[3, 3] for grid in latin_squares(3))


def test_pieces() -> None:
    """The tilings of a 2 by 6 board by dominoes with exactly two upright: choose 2 of 4 places."""
    problem = excover.parse("""
        board tray 2x6
        shapes domino
          |DD
        place free domino on tray each 6 times
        item upright 2 times
        also domino(piece, cells) where len({r for (r, c) in cells}) = 2 covers upright
    """)
    assert problem.count() == 6


def test_pieces_on_two_boards() -> None:
    problem = excover.parse("""
        board left 1x2
        board right 1x2
        shapes domino
          |AA BB
        place fixed domino on left
        place fixed domino on right
        item first
        also domino(piece, place_, cells) where piece = "A" and place_ = "left" covers first
    """)
    assert [str(option) for option in next(iter(problem.solutions()))] == [
        'domino("A", "left", {(1, 1), (1, 2)})',
        'domino("B", "right", {(1, 1), (1, 2)})',
    ]


def test_an_option_of_secondary_items_alone_may_be_extended() -> None:
    problem = excover.parse("""
        item spare at most once
        item needed
        option f() covers spare
        also f() covers needed
    """)
    assert problem.count() == 1


def test_distinct_looks_at_all_that_is_covered() -> None:
    problem = excover.parse("""
        item needed
        item other[1..2] at most once
        option f(x in 1..2) distinct covers needed
        also f(x) covers other[x]
    """)
    assert problem.count() == 2


def test_symmetries_are_those_of_the_extended_options() -> None:
    """Two dominoes are both upright or both flat; a quarter turn no longer is a symmetry."""
    tray = """
        board tray 2x2
        shapes domino
          |DD
        place free domino on tray each 2 times
    """
    extended = (
        tray
        + """
        item upright 2 times
        also domino(p, cells) where len({r for (r, c) in cells}) = 2 covers upright
    """
    )
    assert (excover.parse(tray).count(), excover.parse(tray).count(up_to="symmetry")) == (2, 1)
    assert excover.parse(extended).count(up_to="symmetry") == 1
    assert len(list(excover.parse(extended).solutions(up_to="symmetry"))) == 1


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("also grid(1, c, v) covers extra", "E226"),
        ("also grid(r, r, v) covers extra", "E226"),
        ("also grid(r, c) covers extra", "E225"),
        ("also gird(r, c, v) covers extra", "E224"),
        ("also grid(r, c, v) covers extra, grid_row[r, v]", "E301"),
        ("also grid(r, c, v) where v covers extra", "E108"),
        ("also grid(r, c, v) covers extra = v", "E242"),
    ],
)
def test_mistakes(statement: str, code: str) -> None:
    with pytest.raises(SpecError) as wrong:
        excover.parse(f"{LATIN.format(n=2)} item extra at most once\n{statement}")
    assert [diagnostic.code for diagnostic in wrong.value.diagnostics if diagnostic.is_error] == [code]


def test_the_arguments_of_pieces_are_counted_when_all_boards_are_known() -> None:
    with pytest.raises(SpecError, match="piece"):
        excover.parse("""
            board tray 1x2
            shapes domino
              |DD
            place fixed domino on tray
            item extra at most once
            also domino(cells) covers extra
        """)
