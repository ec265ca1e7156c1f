"""What the buttons of the playground ask, in a real browser, and what is shown of the answers.

Skipped where Playwright for Python or Chromium is missing.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playground_look import DOMINOES, QUEENS, SUDOKU, written

pytestmark = [pytest.mark.outer, pytest.mark.browser, pytest.mark.slow]


def drawn_on_sheet(page: Any, solutions: int) -> None:
    """The sheet has so many; the next frame draws what is in sight."""
    page.locator("#sheet figure").nth(solutions - 1).wait_for(state="attached")
    assert page.locator("#sheet figure").count() == solutions


def test_solve_next_count_all(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    assert here.run("Solve").startswith("a solution")
    first = page.inner_html("#solution")
    page.get_by_role("button", name="Next", exact=True).click()
    page.wait_for_selector("#which:text-matches('of 3$')")  # all of them, and not those found so far
    assert page.inner_html("#solution") != first
    assert here.run("Count").startswith("3 solutions")
    assert here.run("All").startswith("all 3 solutions")
    drawn_on_sheet(page, 3)


@pytest.mark.parametrize("name", ["Heat map", "Starts of", "Search tree", "Unique?"])
def test_studies(look: Any, name: str) -> None:
    here = look()
    page = here.open(DOMINOES)
    assert not page.locator("#said.bad").count()
    here.run(name)
    assert page.get_by_role("tab", name="Report").get_attribute("aria-selected") == "true"
    assert page.locator("#report svg").first.bounding_box()["width"] > 50


def test_rate_and_generate(look: Any) -> None:
    here = look()
    page = here.open(SUDOKU)
    said = here.run("Generate")
    assert "exactly one solution" in said
    page.wait_for_selector(".cm-line:has-text('given')")
    page.wait_for_selector("polygon[aria-label^='grid']:not([aria-label$='no clue'])")
    assert re.match(r"(Easy|Medium|Hard|Evil): .*; rating ", here.run("Rate"))


def test_expect_lines(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES + "expect solutions = 3\nexpect solutions = 4\n")
    here.run("Check")
    assert page.locator(".expectations li").all_inner_texts() == [
        "met: solutions = 3",
        "not met: solutions = 4; found 3",
    ]
    assert page.inner_text("#said").startswith("1 of 2 `expect` lines is not met")


@pytest.mark.parametrize(
    ("text", "checked", "rated"),
    [
        (SUDOKU, "There is no `expect` line to check", "There are several solutions"),
        (SUDOKU + "expect solutions = 288\n", "The `expect` line is met", "There are several solutions"),
        (DOMINOES.replace("2x3", "3x3"), "There is no `expect`", "There is no solution, so"),
        (DOMINOES + "given\n", *2 * ["The text has an error, which is told below it: "]),
    ],
)
def test_check_and_rate_are_sentences(look: Any, text: str, checked: str, rated: str) -> None:
    here = look()
    here.open(text)
    assert here.run("Check").startswith(checked)
    assert here.run("Rate").startswith(rated)


def test_up_to_symmetry(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    page.get_by_role("checkbox", name="up to symmetry").check()
    assert here.run("Count").startswith("2 solutions; those that a rotation, reflection or stated `symmetry`")
    assert here.run("All").startswith(
        "all 2 solutions; those that a rotation, reflection or stated `symmetry`"
    )
    drawn_on_sheet(page, 2)
    page.get_by_role("checkbox", name="up to symmetry").press("Space")
    assert page.locator("#sheet figure").count() == 0
    assert page.inner_text("#said") == ""
    assert here.run("Count").startswith("3 solutions")


def test_a_count_leaves_no_picture_of_another_question(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    for before in ("All", "Unique?", "Heat map"):
        here.run(before)
        here.run("Count")
        page.wait_for_selector("#said:has-text('3 solutions')")
        assert page.get_by_role("tab", name="Board").get_attribute("aria-selected") == "true"
        assert page.locator("#sheet figure, #report > *").count() == 0


def test_what_fails_is_not_shown_as_a_success(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES.replace("2x3", "3x3"))
    assert here.run("Generate").startswith("there is no solution, so there is no puzzle")
    assert page.locator("#said.bad").count() == 1


def test_two_solutions_side_by_side(look: Any) -> None:
    here = look()
    page = here.open(SUDOKU)
    assert here.run("Unique?").startswith("several solutions: here are two, and what differs is marked")
    assert page.locator("#report .card svg").count() == 2
    assert page.locator("#report .card figcaption").all_inner_texts() == ["one solution", "another one"]
    assert page.locator("#report pre").count() == 0


def test_a_reason_is_drawn_on_the_board(look: Any) -> None:
    here = look()
    page = here.open("board b\n  |.#.\n  |...\n  |...\nshapes d\n  |AA\nplace free d on b each 4 times\n")
    assert here.run("Why none?").startswith("there is no solution (")
    assert "5 cells are B and 3 are W, and every placement" in page.inner_text("#report .reason")
    assert page.locator("#report svg text").all_text_contents() == [*"BBWBWBWB"]


def test_stop_and_go_on(look: Any) -> None:
    """A search without end, stopped by the button, and then by Escape; the next one has an answer."""
    here = look()
    page = here.open(QUEENS, n="21")
    for stop in ("button", "key"):
        page.get_by_role("button", name="Count", exact=True).click()
        page.wait_for_selector("#stage:not(:has-text('working'))")
        if stop == "button":
            page.get_by_role("button", name="Stop").click()
        else:
            page.keyboard.press("Escape")
        page.wait_for_selector("#running", state="hidden")
        assert page.inner_text("#said").startswith("stopped")
    page.get_by_role("slider", name="n").fill("6")
    page.wait_for_selector("#size:has-text('36 options')")
    assert here.run("Count").startswith("4 solutions")


@pytest.mark.parametrize("question", ["Count", "All"])
def test_a_change_ends_the_search_of_what_was_there_before(look: Any, question: str) -> None:
    """Its answer, and solutions that are still on their way, would be taken for those of the new board."""
    here = look()
    page = here.open(QUEENS, n="21")
    page.get_by_role("button", name=question, exact=True).click()
    page.wait_for_selector("#stage:not(:has-text('working'))")
    page.get_by_role("slider", name="n").fill("4")
    page.wait_for_selector("#running", state="hidden")
    page.wait_for_selector("#size:has-text('16 options')")
    assert page.inner_text("#said") == ""
    assert here.run("All").startswith("all 2 solutions")
    drawn_on_sheet(page, 2)


def test_a_sheet_of_many_draws_only_what_is_seen(look: Any) -> None:
    here = look()
    page = here.open(QUEENS, n="12")
    assert here.run("All").startswith("all 14,200 solutions")
    page.wait_for_selector("#sheet figure")
    assert page.locator("#sheet figure").count() < 100
    page.evaluate("() => { const s = document.getElementById('sheet'); s.scrollTop = s.scrollHeight; }")
    page.wait_for_selector("figcaption:has-text('#14,200')")
    assert page.locator("#sheet figure").count() < 100
    page.get_by_role("button", name="Show solution 14200", exact=True).click()
    assert page.inner_text("#which").startswith("14,200 of")


def test_a_text_of_a_billion_options_is_refused(look: Any) -> None:
    here = look()
    page = here.open("item a\noption x(p, q, r in 1..1000) covers a\n")
    page.wait_for_selector("#problems li")
    assert here.open(DOMINOES)
    assert here.run("Count").startswith("3 solutions")


ROTA = """\
enum Nurse = Ann, Bea
item shift[1..8]
item load[Nurse] 4 times
option works(n in Nurse, d in 1..8) covers shift[d], load[n]
"""


def test_lists_of_options_are_not_cut(look: Any) -> None:
    """Of a solution that is not drawn, the sheet has every option in sight; a long list scrolls."""
    here = look()
    page = here.open(ROTA)
    assert here.run("All").startswith("all 70 solutions")
    hidden = "(list) => list.scrollHeight - list.clientHeight"
    page.wait_for_selector("#sheet figure")
    assert page.locator("#sheet figure").first.locator("li").count() == 8
    assert page.locator("#sheet .options").first.evaluate(hidden) <= 0
    written(page, ROTA.replace("8", "60").replace("4 times", "0..60 times"))
    page.wait_for_selector("#size:has-text('120 options')")
    assert here.run("Solve").startswith("a solution")
    page.get_by_role("tab", name="Sheet").click()
    lists = page.locator("#sheet .options").first
    assert lists.evaluate(hidden) > 0
    assert lists.evaluate("(list) => getComputedStyle(list).overflowY") == "auto"


def test_two_solutions_that_are_lists(look: Any) -> None:
    here = look()
    page = here.open(ROTA)
    assert here.run("Unique?").startswith("several solutions: here are two, and what differs is marked")
    lists = [each.locator("li").all_inner_texts() for each in page.locator("#report .card").all()]
    only = [each.locator("li.only").all_inner_texts() for each in page.locator("#report .card").all()]
    assert [len(each) for each in lists] == [8, 8]
    assert [set(each) for each in only] == [set(lists[0]) - set(lists[1]), set(lists[1]) - set(lists[0])]
    assert only[0]
