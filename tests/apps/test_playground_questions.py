"""What the buttons of the playground ask, in a real browser, and what is shown of the answers.

Skipped where Playwright for Python or Chromium is missing.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from chromium import expect
from playground_look import DOMINOES, QUEENS, SUDOKU, written

from excover.language import gallery

pytestmark = [pytest.mark.outer, pytest.mark.browser, pytest.mark.slow]


def test_solve_next_count_all(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    assert here.run("Solve").startswith("a solution")
    first = page.inner_html("#solution")
    here.run("Next")
    expect(page.locator("#which")).to_have_text(re.compile("of 3$"))  # not: found so far
    assert page.inner_html("#solution") != first
    assert here.run("Count").startswith("3 solutions")
    assert here.run("All").startswith("all 3 solutions")
    expect(page.locator("#sheet figure")).to_have_count(3)


@pytest.mark.parametrize("name", ["Heat map", "Starts of", "Search tree", "Unique?"])
def test_studies(look: Any, name: str) -> None:
    here = look()
    page = here.open(DOMINOES)
    expect(page.locator("#said.bad")).to_have_count(0)
    here.run(name)
    expect(page.get_by_role("tab", name="Report")).to_have_attribute("aria-selected", "true")
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
    told = ["met: solutions = 3", "not met: solutions = 4; found 3"]
    expect(page.locator(".expectations li")).to_have_text(told)
    expect(page.locator("#said")).to_contain_text(re.compile("^1 of 2 `expect` lines is not met"))


@pytest.mark.parametrize(
    ("text", "checked", "rated"),
    [
        (SUDOKU, "There is no `expect` line to check", "There are several solutions"),
        (SUDOKU + "expect solutions = 288\n", "The `expect` line is met", "There are several solutions"),
        (DOMINOES.replace("2x3", "3x3"), "There is no `expect`", "There is no solution, so"),
        (DOMINOES + "given\n", *2 * ["The text has an error, described below it: "]),
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
    expect(page.locator("#sheet figure")).to_have_count(2)
    page.get_by_role("checkbox", name="up to symmetry").press("Space")
    expect(page.locator("#sheet figure")).to_have_count(0)
    expect(page.locator("#said")).to_be_empty()
    assert here.run("Count").startswith("3 solutions")


def test_a_count_leaves_no_picture_of_another_question(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    for before in ("Unique?", "Heat map"):
        here.run(before)
        assert here.run("Count").startswith("3 solutions")
        expect(page.get_by_role("tab", name="Board")).to_have_attribute("aria-selected", "true")
        expect(page.locator("#sheet figure, #report > *")).to_have_count(0)
    here.run("All")
    assert here.run("Count").startswith("3 solutions")
    expect(page.get_by_role("tab", name="Sheet")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#sheet figure")).to_have_count(3)


def test_what_fails_is_not_shown_as_a_success(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES.replace("2x3", "3x3"))
    assert here.run("Generate").startswith("there is no solution, so there is no puzzle")
    expect(page.locator("#said.bad")).to_have_count(1)


@pytest.mark.parametrize("name", ["Solve", "Count", "All", "Unique?", "Heat map", "Starts of"])
def test_no_solution_leads_on_to_why(look: Any, name: str) -> None:
    here = look()
    page = here.open(DOMINOES.replace("2x3", "3x3"))
    assert re.match(r"(no solution|0 solutions)\b", here.run(name))
    page.get_by_role("button", name="Look for a reason").click()
    expect(page.locator("#said")).to_contain_text("there is no solution (")
    expect(page.locator("#look-why")).to_be_hidden()


def test_a_count_leaves_the_solution_in_sight(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    here.run("Next")
    seen = page.inner_html("#solution")
    assert here.run("Count").startswith("3 solutions")
    expect(page.get_by_role("tab", name="Solution")).to_have_attribute("aria-selected", "true")
    assert page.inner_html("#solution") == seen
    expect(page.locator("#which")).to_have_text(re.compile("of 3$"))


def test_labels_are_generated_into_the_text(look: Any) -> None:
    here = look()
    page = here.open(gallery.puzzle("tents").text)
    assert here.run("Generate").startswith("a puzzle with new labels and exactly one solution")
    after = here.text()
    assert after.count("labels") == 3
    assert here.run("Unique?").startswith("exactly one solution")
    page.get_by_role("button", name="Undo").click()
    assert here.text() == gallery.puzzle("tents").text != after


def test_two_solutions_side_by_side(look: Any) -> None:
    here = look()
    page = here.open(SUDOKU)
    assert here.run("Unique?").startswith("several solutions: here are two, and what differs is marked")
    expect(page.locator("#report .card svg")).to_have_count(2)
    expect(page.locator("#report .card figcaption")).to_have_text(["one solution", "another one"])
    expect(page.locator("#report pre")).to_have_count(0)


def test_a_reason_is_drawn_on_the_board(look: Any) -> None:
    here = look()
    page = here.open("board b\n  |.#.\n  |...\n  |...\nshapes d\n  |AA\nplace free d on b each 4 times\n")
    assert here.run("Why none?").startswith("there is no solution (")
    expect(page.locator("#report .reason")).to_contain_text("5 cells are B and 3 are W, and every placement")
    expect(page.locator("#report svg text")).to_have_text([*"BBWBWBWB"])


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
        found = r"(at least [\d,]+ solutions?|no solution) found until then, \d+ % of the work done"
        expect(page.locator("#said")).to_have_text(re.compile(f"^stopped: {found}$"))
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
    expect(page.locator("#said")).to_be_empty()
    assert here.run("All").startswith("all 2 solutions")
    expect(page.locator("#sheet figure")).to_have_count(2)


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
    expect(page.locator("#which")).to_have_text(re.compile("^14,200 of"))


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
    expect(page.locator("#sheet figure").first.locator("li")).to_have_count(8)
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
