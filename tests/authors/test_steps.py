"""Solutions by reasoning: what each step claims is right, and it is told in words of the puzzle."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

import excover
from excover.authors.label_drawings import printed_labels
from excover.authors.steps import rules_named
from tests.support.effort import examples

GENRES = ["heyawake", "light-up", "star-battle", "tents", "masyu", "skyscrapers", "magnets", "nurikabe"]
MORE = [
    "yin-yang",
    "hitori",
    "kakurasu",
    "slitherlink-cells",
    "norinori",
    "cave",
    "suguru",
    "stitches",
    "creek",
]


START = """\
...II....BB
....I...BBB
...II......
C...A......
CCCCAAA....
"""


UNDRAWN = """\
board f 2x5
shapes d
  |AA
shapes t
  |BB
  |B.
item x
item y
option no() covers x
option yes() covers y
let apart = {{(2, 2), (2, 1)}, {(2, 5), (1, 5)}, {(1, 4), (1, 3)}, {(1, 1), (2, 1)}}
place free d on f each 0..9 times where all(any(p not in cells for p in pair) for pair in apart)
place free t on f each 0..9 times
also d(piece, cells) where (1, 4) in cells covers x
also t(piece, cells) where (2, 2) in cells covers x
also d(piece, cells) where (2, 2) in cells covers y
"""


@pytest.mark.parametrize("name", [*GENRES, *MORE[: examples(3)]])
def test_steps_of_genres(name: str) -> None:
    problem = excover.load(name)
    (solution,) = problem.solutions()
    shown = {str(option) for option in solution.options}
    found = excover.steps(problem)
    assert found
    for step in found:
        assert "optional(" not in str(step)
        assert not step.chosen or step.chosen.family == "optional" or str(step.chosen) in shown
        assert shown.isdisjoint(map(str, step.excluded))
        assert all(rule in step.text for rule in step.rules)


def test_a_rule_is_named_by_its_number_and_the_values_of_its_loop() -> None:
    step = excover.steps(excover.load("light-up"))[0]
    assert str(step) == "forced: rule 1 with p = (2, 3) needs o at (1, 3)"
    assert step.rules == {"rule 1": "require count(lamp(q) for q in beside(p) where q in white) = clue[p]"}


def test_a_decision_that_is_not_taken_is_no_mark() -> None:
    """Options that draw nothing: `shade(p, 0)`, and what stands for `not lamp(p)`."""
    texts = [str(step) for name in ("heyawake", "yin-yang") for step in excover.steps(excover.load(name))]
    assert "forced: no x at (5, 5)" in texts
    assert not any(" at  left" in text for text in texts)


def test_many_placements_are_counted_by_piece() -> None:
    """Each with all its cells, they would be no hint."""
    texts = list(map(str, excover.steps(excover.load("kanoodle", given=START))))
    counts = "8 placements of D, 2 of E, 1 of F, 1 of G, 1 of H, 2 of J and 1 of L"
    assert texts[0] == f"locked: whatever covers (1, 1) rules out {counts}"
    assert texts[1].endswith("rules out F at (1, 1) (2, 1) (2, 2) and F at (1, 3) (2, 2) (2, 3)")


def test_a_cell_that_is_not_there_is_not_named() -> None:
    """`killer` draws one part of an option where a condition holds."""
    texts = list(map(str, excover.steps(excover.load("killer"))))
    assert not [text for text in texts if "at  " in text or "at ," in text]


def test_options_without_cells_are_no_placements() -> None:
    """Nor has an item without indices, such as `x`, a value in a row."""
    (text,) = [str(step) for step in excover.steps(excover.parse(UNDRAWN)) if "`no()`" in step.text]
    used = "triple: (1, 4), (2, 2) and (2, 4) use up (2, 3), (2, 5) and `x`"
    assert text == f"{used}, which rules out 1 placement of A, 2 of B and `no()`"


def test_what_is_covered_several_times_needs_each_of_its_options() -> None:
    """It has not only one left."""
    texts = [str(step) for step in excover.steps(excover.load("norinori"))]
    assert "forced: rule 1 with area = {(1, 1), (2, 1)} needs s at (1, 1)" in texts


def test_a_problem_that_was_pickled_has_the_same_steps() -> None:
    problem = excover.load("light-up")
    again = pickle.loads(pickle.dumps(problem))
    assert [(str(step), step.rules) for step in excover.steps(again)] == [
        (str(step), step.rules) for step in excover.steps(problem)
    ]


def test_rules_are_listed_by_their_numbers() -> None:
    listed = excover.steps(excover.load("light-up"))
    tenth = replace(listed[0], rules={"rule 10": "ten"})
    assert list(rules_named([tenth, *listed])) == ["rule 1", "rule 3", "rule 10"]


@pytest.mark.parametrize("name", ["suguru", "yin-yang", "skyscrapers"])
def test_clues_that_are_printed_are_no_steps(name: str) -> None:
    """Labels of the board, which a rule makes options of."""
    problem = excover.load(name)
    printed = printed_labels(problem.puzzle, problem.compiled.canvases)
    steps = excover.steps(problem)
    marked = {
        ((mark.canvas, cell), mark.mark) for step in steps for mark in step.marks for cell in mark.cells
    }
    assert printed
    assert not printed & marked
