"""Pen-and-paper genres on tiny boards, where a plain reading of their rules tries every filling."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from effort import examples
from readings import GENRES
from tiny_boards import posed

import excover


def agree(name: str, seed: int) -> bool:
    """Whether a random puzzle has a solution; its description has those that the reading finds.

    A description may refuse a puzzle that has none.
    """
    puzzle = posed(name, seed)
    try:
        problem = excover.load(name, puzzle.settings, tables=puzzle.tables)
    except excover.SpecError:
        assert not puzzle.solutions, puzzle
        return False
    found = Counter(
        GENRES[name].key([(option.family, option.arguments) for option in solution.options])
        for solution in problem.solutions()
    )
    assert found == Counter(puzzle.solutions), (puzzle.settings, puzzle.tables)
    return bool(found)


@pytest.mark.whole
@pytest.mark.random
@pytest.mark.parametrize("name", GENRES)
def test_a_description_has_the_solutions_of_the_rules(name: str) -> None:
    has_some = [agree(name, seed) for seed in range(examples(40))]
    assert any(has_some) or not os.environ.get("THOROUGH")


LATIN = {"cage": ["a a a"] * 3}


@pytest.mark.parametrize(
    ("name", "drawings", "count"),
    [
        (
            "slitherlink-cells",
            {"clue": [". ."] * 2},
            13,
        ),  # OEIS A140517: cycles along the lines of a square grid
        ("slitherlink-cells", {"clue": [". . ."] * 3}, 213),
        ("slitherlink-cells", {"clue": [". . .", ". 4 .", ". . ."]}, 1),  # no second loop around the first
        ("mejilink", {"region": ["a a a a"] * 4}, 0),  # no loop at all
        ("cave", {"clue": ["5 . .", ". . .", ". . 5"]}, 1),  # the other cell in the middle is not at the edge
        ("number-link", {"number": [". . 1 .", ". . . .", ". . . 1"]}, 1),  # no ring beside the line
        ("number-link", {"number": ["1 1 . .", "2 2 . ."]}, 0),
        ("kurotto", {"clue": [". . ."] * 2}, 64),  # no number asks for anything
        ("tents", {"tree": ["T . . T"], "across": ["."], "down": [". . . ."]}, 0),  # the tents would touch
        ("calcudoku", {**LATIN, "result": ["18 . .", ". . .", ". . ."]}, 12),  # a sum of more than two
        ("calcudoku", {**LATIN, "result": ["216 . .", ". . .", ". . ."]}, 12),
        ("putteria", {"region": ["a b b"], "clue": ["2 . ."]}, 0),  # not the size of its region
        ("hanare", {"region": ["a b b"], "clue": ["2 . ."]}, 0),
    ],
)
def test_a_board_on_which_a_rule_is_easily_overlooked(
    name: str, drawings: dict[str, list[str]], count: int
) -> None:
    board = "grid" if name == "calcudoku" else "field"
    assert excover.load(name, tables={board: drawings}).count() == count
