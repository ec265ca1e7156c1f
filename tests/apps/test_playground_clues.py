"""Clues in the playground, in a real browser: by mouse, by keyboard, and by dragging.

Skipped where Playwright for Python or Chromium is missing.
"""

from __future__ import annotations

from typing import Any

import pytest
from chromium import expect
from playground_look import PIECES, SUDOKU

pytestmark = [pytest.mark.outer, pytest.mark.browser, pytest.mark.slow]


def test_a_drag_that_the_browser_takes_away_sets_no_clue(look: Any) -> None:
    """As for a pen, with which the page is scrolled."""
    here = look()
    page = here.open(SUDOKU)
    cells = [each.bounding_box() for each in page.locator(".cell").all()[:2]]
    middle = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in cells]
    page.mouse.move(*middle[0])
    page.mouse.down()
    page.mouse.move(*middle[1], steps=4)
    expect(page.locator(".cell.chosen")).to_have_count(2)
    page.evaluate("() => document.dispatchEvent(new PointerEvent('pointercancel'))")
    expect(page.locator(".cell.chosen")).to_have_count(0)
    page.mouse.up()
    expect(page.locator("#marks")).to_be_hidden()


def test_clues_by_mouse_and_keyboard_are_undone(look: Any) -> None:
    here = look()
    page = here.open(SUDOKU)
    page.get_by_role("button", name="grid (1, 1): no clue").click()
    page.get_by_role("menuitem", name="clue 3").click()
    page.wait_for_selector("polygon[aria-label='grid (1, 1): 3']")
    assert "|3..." in here.text()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("4")
    page.wait_for_selector("polygon[aria-label='grid (2, 2): 4']")
    page.keyboard.press("Delete")
    page.wait_for_selector("polygon[aria-label='grid (2, 2): no clue']")
    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
    assert "given" not in here.text()


def test_a_piece_is_drawn_by_dragging(look: Any) -> None:
    """And by arrows with Shift; each is one step of undo, and a click still is a click."""
    here = look()
    page = here.open(PIECES)
    for row in (1, 2):
        page.get_by_role("button", name=f"b ({row}, 1): no clue").hover()
        page.mouse.down()
        for column in (2, 3):
            page.get_by_role("button", name=f"b ({row}, {column}): no clue").hover()
        page.mouse.up()
        expect(page.locator(".cell.chosen")).to_have_count(3)
        if row == 1:
            page.keyboard.press("Escape")
            expect(page.locator(".cell.chosen")).to_have_count(0)
    page.get_by_role("menu", name="Clue for 3 cells").get_by_role("menuitem", name="clue B").click()
    page.wait_for_selector("polygon[aria-label='b (2, 3): B']")
    assert here.text() == PIECES + "given\n  |...\n  |BBB\n"
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector("polygon[aria-label='b (2, 3): no clue']")
    page.get_by_role("button", name="b (1, 1): no clue").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("B")
    page.wait_for_selector("polygon[aria-label='b (1, 3): B']")
    assert here.text() == PIECES + "given\n  |BBB\n  |...\n"
    page.get_by_role("button", name="b (1, 1): B").click()
    expect(page.get_by_role("menu")).to_have_attribute("aria-label", "Clue for b (1, 1)")


def test_the_menu_of_a_drawn_piece_has_what_fits(look: Any) -> None:
    here = look()
    page = here.open("board b 3x3\nshapes piece\n  |LLL BB DD\n  |L.. BB ..\nplace free piece on b\n")
    for place in ("(1, 2)", "(1, 1)", "(2, 1)", "(3, 1)"):
        page.get_by_role("button", name=f"b {place}: no clue").hover()
        if place == "(1, 2)":
            page.mouse.down()
    page.mouse.up()
    expect(page.get_by_role("menuitem")).to_have_text(["L"])
    page.keyboard.press("Enter")
    page.wait_for_selector("polygon[aria-label='b (3, 1): L']")


def test_contradicting_clues_are_shown_explained_and_removed(look: Any) -> None:
    here = look()
    page = here.open(SUDOKU + "given\n  |11..\n  |....\n  |....\n  |....\n")
    page.locator("#problems li").first.wait_for()
    assert "these 2 givens conflict" in here.run("Why none?")
    expect(page.locator("#report svg")).to_have_count(1)
    page.get_by_role("tab", name="Board").click()
    page.get_by_role("button", name="grid (1, 2): 1").click()
    page.get_by_role("menuitem", name="no clue").click()
    page.wait_for_selector("#problems li", state="detached")


def test_clues_typed_at_once_are_all_set_and_undone_one_by_one(look: Any) -> None:
    """Each asks for the edit of a text that the one before has not changed yet."""
    here = look()
    page = here.open(SUDOKU)
    page.get_by_role("button", name="grid (1, 1): no clue").click()
    for key in ("1", "ArrowRight", "2", "ArrowRight", "3", "ArrowRight", "4"):
        page.keyboard.press(key)
    page.wait_for_selector("polygon[aria-label='grid (1, 4): 4']")
    assert "|1234" in here.text()
    for left in ("|123.", "|12..", "|1..."):
        page.get_by_role("button", name="Undo", exact=True).click()
        assert left in here.text()


AT_ONCE = """async ([clues, ...buttons]) => {
    const cells = document.querySelectorAll(".cell");
    for (const [number, key] of clues) {
        cells[number].dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }
    for (const button of buttons) {
        document.querySelector(button).click();
        await null;
    }
}"""
"""Sets clues, and presses buttons before the first of them can be in the text."""


@pytest.mark.parametrize(("question", "said"), [("solve", "solution"), ("count", "12 solutions")])
def test_a_question_waits_until_the_clues_before_it_are_in_the_text(
    look: Any, question: str, said: str
) -> None:
    """Of the 288 Sudokus of this size, 12 have a given first row."""
    here = look()
    page = here.open(SUDOKU)
    page.evaluate(AT_ONCE, [[[place, str(place + 1)] for place in range(4)], f"[data-ask={question}]"])
    page.wait_for_selector("body:not([data-busy])")
    assert said in page.inner_text("#said")
    assert here.text() == SUDOKU + "given\n  |1234\n  |....\n  |....\n  |....\n"
    if question == "solve":
        expect(page.get_by_role("tab", name="Solution")).to_have_attribute("aria-selected", "true")
        assert page.inner_text("#which") == "a solution; Next looks for another"


def test_a_question_that_waits_for_clues_can_be_stopped(look: Any) -> None:
    """The clues are set all the same."""
    here = look()
    page = here.open(SUDOKU)
    page.evaluate(AT_ONCE, [[[0, "1"], [1, "2"]], "[data-ask=solve]", "#stop"])
    assert "stopped before the search" in page.inner_text("#said")
    page.wait_for_selector("polygon[aria-label='grid (1, 2): 2']")
    page.wait_for_selector("body:not([data-busy])")
    expect(page.get_by_role("tab", name="Solution")).to_be_disabled()


def test_another_text_gets_no_clues_of_the_one_before(look: Any) -> None:
    """Nor is it asked what was asked of that one."""
    here = look()
    here.open(f"# before\n{SUDOKU}")
    page = here.open(SUDOKU)
    page.evaluate(AT_ONCE, [[[place, "1"] for place in (0, 6, 9)], "[data-ask=solve]", "#earlier-back"])
    assert page.inner_text("#said") == ""
    assert "288 solutions" in here.run("Count")
    assert here.text() == f"# before\n{SUDOKU}"


def test_all_clues_are_cleared_in_one_step(look: Any) -> None:
    """Also one that is not in the text yet."""
    here = look()
    page = here.open(SUDOKU)
    clear = page.get_by_role("button", name="Clear clues")
    expect(clear).to_be_hidden()
    page = here.open(SUDOKU + "given\n  |1...\n  |..2.\n  |....\n  |...4\n")
    expect(clear).to_be_visible()
    page.evaluate(AT_ONCE, [[[4, "3"]], "#clear-clues"])
    expect(clear).to_be_hidden()
    assert "288 solutions" in here.run("Count")
    page.get_by_role("button", name="Undo", exact=True).click()
    page.wait_for_selector("polygon[aria-label='grid (2, 1): 3']")
    page.wait_for_selector("polygon[aria-label='grid (4, 4): 4']")


def test_a_key_sets_a_clue_after_a_click(look: Any) -> None:
    """As on the pages of other Sudokus: the list of marks is open, and keys need it not."""
    here = look()
    page = here.open(SUDOKU)
    page.get_by_role("button", name="grid (1, 1): no clue").click()
    expect(page.locator("#marks")).to_be_visible()
    page.keyboard.press("3")
    page.wait_for_selector("polygon[aria-label='grid (1, 1): 3']")
    expect(page.locator("#marks")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("2")
    page.wait_for_selector("polygon[aria-label='grid (1, 2): 2']")
    page.keyboard.press("Control+z")
    page.wait_for_selector("polygon[aria-label='grid (1, 2): no clue']")
    page.keyboard.press("Control+Shift+z")
    page.wait_for_selector("polygon[aria-label='grid (1, 2): 2']")
    page.get_by_role("button", name="grid (1, 1): 3").click()
    page.keyboard.press("Backspace")
    page.wait_for_selector("polygon[aria-label='grid (1, 1): no clue']")
    page.get_by_role("button", name="grid (1, 1): no clue").press("Enter")
    page.keyboard.press("4")  # in the list
    page.wait_for_selector("polygon[aria-label='grid (1, 1): 4']")
