"""Solutions by reasoning: what each step claims is right, and it is told in words of the puzzle."""

from __future__ import annotations

import pickle
import re

import pytest

import excover
from excover.authors.label_drawings import printed_labels
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

EVIL = """\
...JJJJ....
...........
BBB........
BB........F
.........FF
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


UNNAMED = """\
board b 1x3, may stay empty
choose x(p in b)
require count(x(p) for p in b) = 3
draw x(p) at p as "x"
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


def test_a_rule_is_named_by_its_label_or_by_its_comment_and_cells() -> None:
    texts = list(map(str, excover.steps(excover.load("light-up"))))
    assert texts[0] == "forced: the 3 at (2, 3) needs lamp at (1, 3)"
    texts = list(map(str, excover.steps(excover.load("norinori"))))
    rule = '"Each region has two shaded cells" for (1, 1) and (2, 1)'
    assert texts[0] == f"forced: {rule} needs shaded at (1, 1)"


def test_a_rule_without_label_and_comment_is_named_by_its_text() -> None:
    step = excover.steps(excover.parse(UNNAMED))[0]
    assert str(step) == "forced: `count(x(p) for p in b) = 3` needs x at (1, 1)"


def test_a_sum_is_named_that_leaves_no_way() -> None:
    texts = [step.text for step in excover.steps(excover.load("tenner-grid"))]
    reason = "after 4 rounds of forced moves, the 14 below column 4 cannot be met"
    assert f"2 at (1, 4) cannot be: {reason}" in texts


def test_a_value_that_is_not_drawn_is_named_with_what_it_is_of() -> None:
    """Where the 1 and the 6 of a row are, and what is between; then values are found in rows as usual."""
    texts = list(map(str, excover.steps(excover.load("sandwich-sudoku"))))
    sandwich = "the 0 right of row 6 needs 1 or 6 at (6, 2) and 2, 3, 4 or 5 at (6, 3) (6, 4) (6, 5) (6, 6)"
    assert texts[:2] == [f"forced: {sandwich}", "hidden single: 6 in row 6 can only be at (6, 2)"]


def test_a_hint_has_the_reasons_that_are_not_drawn() -> None:
    """A decision is described where it is a reason for the first time."""
    hints = [step.hint for step in excover.steps(excover.load("sandwich-sudoku")) if step.marks]
    needs = "1 or 6 at (6, 2) and 2, 3, 4 or 5 at (6, 3) (6, 4) (6, 5) (6, 6)"
    assert hints[0].endswith(f"6 at (6, 2), because the 0 right of row 6 needs {needs}".partition("6 at ")[2])
    assert (
        "4 in row 4 can only be at (4, 1), because the 10 right of row 4 rules out 4 at (4, 3) (4, 4) (4, 5)"
        in hints
    )
    hints = [step.hint for step in excover.steps(excover.load("skyscrapers")) if step.marks]
    because = "because the 4 above column 2 rules out 5 at (1, 2) (2, 2) (3, 2)"
    assert hints[1] == f"5 in column 2 can only be at (4, 2), {because}"
    assert not [hint for hint in hints if "optional(" in hint]


def test_what_is_drawn_is_no_reason() -> None:
    """A known height rules out others in its cell, and itself in its row and column."""
    known: dict[tuple[str, str], str] = {}
    for step in excover.steps(excover.load("skyscrapers")):
        for reason in step.reasons:
            for marks, cells in re.findall(r"rules out ([\d, and]*\d) at ((?:\(\d, \d\) ?)+)", reason):
                for r, c in re.findall(r"\((\d), (\d)\)", cells):
                    assert (r, c) not in known
                    seen = {mark for at, mark in known.items() if at[0] == r or at[1] == c}
                    assert not seen & {*re.findall(r"\d", marks)}
        if step.chosen and step.marks:
            r, c, mark = map(str, step.chosen.arguments)
            known[r, c] = mark
    assert len(known) == 25


def test_a_rule_between_drawn_values_is_a_reason() -> None:
    """A sum leaves one digit where the others are written: that is not seen as two digits of a cell are."""
    hints = [step.hint for step in excover.steps(excover.load("kakuro")) if step.marks]
    assert hints[1].startswith("only 6 is possible at (2, 2), because the 14 at (2, 1) rules out 5 at (2, 2)")


def test_an_item_of_a_cell_is_named_by_its_comment() -> None:
    texts = [step.text for step in excover.steps(excover.load("light-up")) if step.marks]
    assert '"Each white cell is lit" for (1, 6) leaves only lamp at (1, 6)' in texts
    assert not [text for text in texts if "`lit`" in text]


def test_a_reason_is_given_once() -> None:
    """Though it was found in two steps."""
    for name in ("sandwich-sudoku", "star-battle", "light-up", "kakuro"):
        for step in excover.steps(excover.load(name)):
            subjects = [
                reason.partition(" rules out ")[0] for reason in step.reasons if " rules out " in reason
            ]
            assert len(subjects) == len(set(subjects)), step.hint


def test_trials_are_no_reasons() -> None:
    """But steps of their own: a hint does not follow forced moves. What fails at once is a reason."""
    found = excover.steps(excover.load("heyawake"))
    assert any("cannot be: after 1 round" in step.text for step in found)
    reasons = [reason for step in found for reason in step.reasons]
    assert not [reason for reason in reasons if "of forced moves" in reason]
    assert "shade at (2, 4) cannot be: shade at (4, 3) and shade at (4, 4) exclude each other" in reasons
    assert any(" rules out " in reason for reason in reasons)


@pytest.mark.parametrize(("start", "guesses"), [(START, False), (EVIL, True)])
def test_where_nothing_is_found_a_guess_goes_on(start: str, guesses: bool) -> None:
    """Until all pieces lie as in the solution."""
    problem = excover.load("kanoodle", given=start)
    (solution,) = problem.solutions()
    found = excover.steps(problem)
    given = {str(option) for option in solution.options} - {str(step.chosen) for step in found}
    assert len(given) == len({*start} - {*".\n"})
    assert all(step.marks for step in found if step.chosen)
    assert any(step.name == "guess" for step in found) == guesses


def test_a_guess_says_how_many_others_fail() -> None:
    """All that are left for the same cell."""
    problem = excover.load("kanoodle", given=EVIL)
    step = next(step for step in excover.steps(problem) if step.name == "guess")
    number = re.search(r": (\d+) other options? for \(\d, \d+\) leads? to no solution$", step.text)
    assert number
    assert int(number[1]) > 0


def test_reasons_are_right() -> None:
    """What they rule out, the solution does not have."""
    for name in ("skyscrapers", "kakuro", "greater-than-sudoku"):
        problem = excover.load(name)
        (solution,) = problem.solutions()
        rows = [row.replace("#", "") for row in solution.drawing.splitlines()]
        for step in excover.steps(problem):
            for reason in step.reasons:
                ruled = reason.partition("rules out ")[2]
                for marks, cells in re.findall(r"([\d, and]*\d) at ((?:\(\d, \d\) ?)+)", ruled):
                    for r, c in re.findall(r"\((\d), (\d)\)", cells):
                        assert rows[int(r) - 1][int(c) - 1] not in re.findall(r"\d", marks)


def test_a_rule_alone_that_excludes_is_no_trial() -> None:
    """A person sees it by looking at one line."""
    problem = excover.load("skyscrapers")
    texts = list(map(str, excover.steps(problem)))
    assert "rule: the 1 left of row 3 rules out 1 and 2 at (3, 1) and 5 at (3, 3) (3, 4)" in texts
    assert "locked: every way to meet the 4 below column 3 rules out 3 and 4 at (5, 3)" in texts
    assert str(excover.rate(problem)).startswith("medium")


def test_conditions_of_the_same_rule_are_counted() -> None:
    texts = [step.text for step in excover.steps(excover.load("skyscrapers"))]
    assert not [text for text in texts if re.search(r"(the \d \w+ of \w+ \d)(, | and )\1", text)]


def test_a_decision_that_is_not_taken_is_no_mark() -> None:
    """Options that draw nothing: `shade(p, 0)`, and what stands for `not lamp(p)`."""
    texts = [str(step) for name in ("heyawake", "yin-yang") for step in excover.steps(excover.load(name))]
    assert "forced: no shade at (5, 5)" in texts  # pictures show a color, and no letter
    assert any(" b at (1, 1)" in text for text in texts)  # of two colors, the mark says which
    assert not any(" at  left" in text for text in texts)


def test_a_line_is_named_by_its_ends() -> None:
    """Not by the mark of plain drawings: `>` at its first cell."""
    texts = [step.text for step in excover.steps(excover.load("masyu"))]
    assert "the line from (1, 2) to (1, 3) must be drawn" in texts
    lines = "the lines from (4, 4) to (4, 5), from (4, 4) to (5, 4) and from (5, 4) to (6, 4)"
    assert f'"The line is one loop" rules out {lines}' in texts
    loop = '"The line is one loop" cannot be met'
    assert f"the line from (2, 1) to (3, 1) cannot be drawn: {loop}" in texts
    texts += (step.text for step in excover.steps(excover.load("bridges")))
    assert "the 2 lines from (4, 2) to (4, 5) must be drawn" in texts
    assert "the line from (1, 2) to (4, 2) cannot be drawn" in texts
    assert not [text for text in texts if re.search(r"[>v]\d* (at|is)", text)]


def test_a_choice_that_draws_nothing_must_be_made() -> None:
    """An option that may be chosen or not."""
    texts = [step.text for step in excover.steps(excover.load("country-road"))]
    assert "`visited((2, 1))` must be chosen" in texts
    assert not [text for text in texts if "or not" in text]


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
    assert 'forced: "Each region has two shaded cells" for (1, 1) and (2, 1) needs shaded at (1, 1)' in texts


def test_a_problem_that_was_pickled_has_the_same_steps() -> None:
    problem = excover.load("light-up")
    again = pickle.loads(pickle.dumps(problem))
    assert list(map(str, excover.steps(again))) == list(map(str, excover.steps(problem)))


@pytest.mark.parametrize("name", ["suguru", "yin-yang"])
def test_clues_that_are_printed_are_no_steps(name: str) -> None:
    """Labels of the board, which a rule makes options of."""
    problem = excover.load(name)
    printed = set().union(*printed_labels(problem.puzzle, problem.compiled.canvases).values())
    steps = excover.steps(problem)
    marked = {
        ((mark.canvas, cell), mark.mark) for step in steps for mark in step.marks for cell in mark.cells
    }
    assert printed
    assert not printed & marked
