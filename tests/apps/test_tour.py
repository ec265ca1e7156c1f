"""The tour: what each task asks for does not hold in the description of its step, and holds in the answer.

tests/house/test_docs.py checks the descriptions themselves; tests/apps/test_playground_tour.py the page that
shows them.
"""

from __future__ import annotations

from typing import Any

import pytest

from excover.apps.play.questions import answer
from excover.apps.play.tour import Step, steps, tour_facts

STEPS = steps()


def tried(number: int, text: str, **settings: str) -> dict[str, Any]:
    return answer("task", {"text": text, "step": number, "settings": settings}, "", lambda part: None)


def test_there_are_twelve_steps_in_order() -> None:
    assert [step.title.partition(".")[0] for step in STEPS] == [str(n) for n in range(1, 13)]


@pytest.mark.parametrize("number", range(1, 13), ids=lambda number: STEPS[number - 1].title)
def test_the_task_is_open_and_has_an_answer(number: int) -> None:
    step: Step = STEPS[number - 1]
    assert step.expect in step.answer
    before, after = tried(number, step.example), tried(number, step.answer)
    assert (before["done"], after["done"]) == (False, True), (before, after)
    assert before["text"].startswith("Not yet: your description has ")
    assert after["text"].startswith("Done: ")


@pytest.mark.parametrize(
    ("number", "old", "new", "why"),
    [
        (1, "Cleo", "Cleo, Dan", "0 solutions, and the task asks for 24"),
        (2, "(Ada, cook)", "(Ada, cook), (Ada, shop), (Ben, shop)", "0 solutions, and the task asks for 1"),
        (2, "(Ada, cook)", "(Ada, cook), (Ben, shop)", "`does(Ada, shop)` is no option"),
        (3, "let n = 3", "let n = 1", "it has 1 option, and what the task describes has 4"),
    ],
)
def test_other_texts_are_no_answers(number: int, old: str, new: str, why: str) -> None:
    """Also if the number of their solutions is right."""
    text = STEPS[number - 1].example.replace(old, new)
    assert text != STEPS[number - 1].example
    found = tried(number, text)
    assert not found.get("done")
    assert why in found["text"]


def test_a_text_about_something_else_is_no_answer() -> None:
    found = tried(2, "item a option x() covers a")
    assert (
        found["text"]
        == "Not yet: 1 solution, as the task asks, but it has 1 option, and what the task describes has 5"
    )


def test_other_answers() -> None:
    """Other names, another order, other clues."""
    first = "enum Who = W, X, Y, Z\nenum What = one, two, three, four\nitem a[Who], b[What]\n"
    assert tried(1, first + "option x(p in Who, q in What) covers a[p], b[q]\n")["done"]
    other_diagonals = STEPS[4].answer.replace("down[1-n..n-1]", "up[2..2*n]").replace("down[r-c]", "up[r+c]")
    assert tried(5, other_diagonals)["done"]
    assert tried(11, STEPS[10].answer.replace("4x5", "5x4"))["done"]


def test_the_words_name_no_command_that_a_page_lacks() -> None:
    words = [text for step in tour_facts() for paragraph in step["words"] for _, text in paragraph]
    assert not [text for text in words if text.startswith("excover ")]
    assert any("slider" in text for text in words)


def test_values_of_sliders_do_not_matter() -> None:
    assert tried(4, STEPS[3].answer, n="7")["done"]


def test_wrong_texts_and_steps() -> None:
    assert tried(1, "item a[")["diagnostics"]
    assert "cannot be asked" in tried(10, "item a option x() covers a")["text"]
    for step in (0, 13, "1", None):
        assert "error" in answer("task", {"text": "", "step": step}, "", lambda part: None)


def test_the_page_shows_no_markdown() -> None:
    for step in tour_facts():
        pieces = [piece for paragraph in [*step["words"], step["task"]] for piece in paragraph]
        assert pieces
        for kind, text in pieces:
            assert kind in ("text", "code", "term")
            assert kind == "code" or not set("`*[]\n") & set(text), text
