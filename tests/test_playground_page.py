"""The page of `excover play` in a real browser: by mouse, by keyboard, on a phone, and by hostile links.

Skipped where Playwright for Python or Chromium is missing.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from axe import serious_faults
from playground_client import serving
from playground_look import PATIENCE, Look, written

from excover import gallery
from excover.editing.editor_process import EditorProcess, ProcessEnded
from excover.editing.highlighting import highlighted
from excover.play import jobs
from excover.play.links import packed
from excover.play.page_server import PageServer
from excover.play.redirect_file import redirect_file

pytestmark = [pytest.mark.outer, pytest.mark.browser, pytest.mark.slow]

ROOT = Path(__file__).parents[1]
DOMINOES = "board b 2x3\nshapes d\n  |AA\nplace free d on b each 3 times\n"
CHOICE = "item a\noption x() covers a\noption y() covers a\n"
SUDOKU = "board grid 4x4\nfill grid with 1..4, once per row, column, block 2x2\n"
QUEENS = (ROOT / "specs" / "queens.xc").read_text()


def test_the_file_that_leads_to_the_page(look: Any) -> None:
    here = look()
    here.page.remove_listener("request", here.asked)
    with redirect_file(here.server.address) as file:
        here.page.goto(file.as_uri())
        here.page.wait_for_url(here.server.address)
        here.page.wait_for_selector("html[data-checked]")


def test_solve_next_count_all(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    assert here.run("Solve").startswith("a solution")
    first = page.inner_html("#solution")
    page.get_by_role("button", name="Next", exact=True).click()
    page.wait_for_selector("#which:has-text('of 3')")
    assert page.inner_html("#solution") != first
    assert here.run("Count").startswith("3 solutions")
    assert here.run("All").startswith("all 3 solutions")
    assert page.locator("#sheet figure").count() == 3


def test_errors_have_fixes_under_the_words(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES.replace("on b", "on bb"))
    assert page.locator(".cm-lintRange-error").inner_text() == "bb"
    page.get_by_role("button", name="replace `bb` by `b`").click()
    page.wait_for_selector("#problems li", state="detached")
    assert "on b each" in here.text()


def test_the_board_of_an_older_text_is_said_to_be_one(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("board")  # at once: what is typed slowly is undone in several steps
    page.wait_for_selector("#board-help:has-text('of the last text without')")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector("#board-help:has-text('A click on a cell')")


def test_a_text_with_errors_is_not_said_to_draw_nothing(look: Any) -> None:
    """After one that draws nothing."""
    here = look()
    page = here.open("item a\noption x() covers a\n")
    page.wait_for_selector("#board-help:has-text('Nothing is drawn')")
    written(page, DOMINOES.replace("free ", ""))
    page.wait_for_selector("#board-help:has-text('The text has errors')")
    written(page, DOMINOES)
    page.wait_for_selector("#board-help:has-text('A click on a cell')")


def test_what_is_good_of_a_text_with_errors_is_drawn(look: Any) -> None:
    """A board and its pieces; where the board is that of the last text without errors, this one stays."""
    here = look()
    page = here.open(PIECES.replace("free", "fre"))
    page.wait_for_selector("#board-help:has-text('this is what can be drawn of it')")
    assert page.locator("#board > svg").count() == 1
    assert page.locator("#board figcaption").all_inner_texts() == ["piece"]
    assert page.locator(".cell").count() == 0
    written(page, PIECES)
    page.wait_for_selector("#board-help:has-text('A click on a cell')")
    written(page, PIECES.replace("free", "fre"))
    page.wait_for_selector("#board-help:has-text('of the last text without')")
    assert page.locator("#board figcaption").count() == 0
    written(page, PIECES.replace("free", "fre").replace("2x3", "3x3"))
    page.wait_for_selector("#board-help:has-text('this is what can be drawn of it')")
    written(page, "board (")
    page.wait_for_selector("#board-help:has-text('this is of an earlier text')")
    assert page.locator("#board figcaption").count() == 1


def test_an_empty_text_says_how_to_begin(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    assert not page.locator("#begin").is_visible()
    page.locator(".cm-content").press("Control+A")
    page.keyboard.press("Delete")
    page.wait_for_selector("#begin:visible")
    assert page.locator("#problems li").count() == 0
    page.get_by_role("button", name="Take the tour").click()
    page.wait_for_selector("#tour:visible")
    page.get_by_role("button", name="Close tour").click()
    page.locator(".cm-content").press("Control+A")
    page.keyboard.press("Delete")
    page.get_by_role("button", name="Open a short example").press("Enter")
    page.get_by_role("button", name="Open: Values in cells").click()
    page.wait_for_selector("#begin", state="hidden")
    assert "block 2x2" in here.text()


def test_lines_that_are_typed_make_no_stairs(look: Any) -> None:
    """With the blanks of an example, or without."""
    here = look()
    page = here.open("# mine\n")
    for blanks in ("  ", ""):
        page.locator(".cm-content").press("Control+A")
        lines = ["board b 2x2", "shapes p", *[f"{blanks}|A"] * 3, "place free p on b"]
        for line in lines:
            page.keyboard.type(line)
            page.keyboard.press("Escape")  # what is proposed is not meant
            page.keyboard.press("Enter")
        assert here.text() == "board b 2x2\nshapes p\n  |A\n  |A\n  |A\nplace free p on b\n"


def test_enter_after_a_whole_word_begins_a_line(look: Any) -> None:
    """Though completions of the word were offered before its last letter."""
    here = look()
    page = here.open(DOMINOES)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("plac")
    page.wait_for_selector(".cm-tooltip-autocomplete")
    page.keyboard.type("e")
    page.wait_for_selector(".cm-tooltip-autocomplete", state="detached")
    page.keyboard.press("Enter")
    page.keyboard.type("x")
    assert [line.strip() for line in here.text().splitlines()[-2:]] == ["place", "x"]


def test_a_low_window_scrolls(look: Any) -> None:
    """As a screen that is enlarged: the board is not squeezed into what is left."""
    here = look()
    here.page.set_viewport_size({"width": 800, "height": 400})
    page = here.open(DOMINOES)
    box = page.locator("#board").bounding_box()
    assert box["height"] > 150
    page.locator("#board-help").scroll_into_view_if_needed()
    assert page.evaluate("() => scrollY") > 0


def test_typing_over_lines(look: Any) -> None:
    """Browsers join lines by inline styles, which the policy refuses: the console would tell."""
    here = look()
    before = SUDOKU + "given\n  |1...\n  |....\n  |....\n  |....\n"
    page = here.open(before)
    lines = page.locator(".cm-line")
    lines.nth(1).click(position={"x": 30, "y": 8})
    lines.nth(4).click(position={"x": 22, "y": 8}, modifiers=["Shift"])
    page.keyboard.type("x y")
    assert "x y" in here.text()
    for _ in "x y":  # keys that came slowly are undone one by one
        if here.text() != before:
            page.get_by_role("button", name="Undo").click()
    assert here.text() == before
    page.locator(".cm-content").press("Control+A")
    page.keyboard.insert_text("board b 1x2\n  |ab\n")
    assert here.text() == "board b 1x2\n  |ab\n"
    page.keyboard.press("Control+A")
    page.keyboard.type("(")
    assert here.text() == "(board b 1x2\n  |ab\n)"


def test_a_check_that_takes_too_long_is_tried_again(look: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once by the page, with more time, then by a button."""

    def too_late(*_: object, **__: object) -> None:
        raise ProcessEnded

    here = look()
    monkeypatch.setattr(EditorProcess, "ask", too_late)
    here.page.goto(f"{here.server.address}#{packed(DOMINOES, {})}")
    here.page.wait_for_selector("#said:has-text('not checked')")
    again = here.page.get_by_role("button", name="Check the text again")
    again.click()
    here.page.wait_for_selector("#said:has-text('not checked')")
    monkeypatch.undo()
    again.press("Enter")
    here.page.wait_for_selector("html[data-checked]")
    assert not again.is_visible()
    assert here.page.inner_text("#said") == ""


def test_a_check_has_more_time_the_second_time(look: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    here = look()
    monkeypatch.setattr(jobs, "CHECK_SECONDS", 0.0001)
    monkeypatch.setattr(jobs, "MORE_PATIENCE", 10**9)
    here.page.goto(f"{here.server.address}#{packed(DOMINOES, {})}")
    here.page.wait_for_selector("html[data-checked]")


def test_a_drag_that_the_browser_takes_away_sets_no_clue(look: Any) -> None:
    """As for a pen, with which the page is scrolled."""
    here = look()
    page = here.open(SUDOKU)
    cells = [each.bounding_box() for each in page.locator(".cell").all()[:2]]
    middle = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in cells]
    page.mouse.move(*middle[0])
    page.mouse.down()
    page.mouse.move(*middle[1], steps=4)
    assert page.locator(".cell.chosen").count() == 2
    page.evaluate("() => document.dispatchEvent(new PointerEvent('pointercancel'))")
    assert page.locator(".cell.chosen").count() == 0
    page.mouse.up()
    assert not page.locator("#marks").is_visible()


def test_sliders(look: Any) -> None:
    here = look()
    page = here.open(QUEENS)
    slider = page.get_by_role("slider", name="n")
    slider.fill("4")
    page.wait_for_selector("#size:has-text('16 options')")
    assert here.run("Count").startswith("2 solutions")


def test_nothing_is_undone_before_the_first_change(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    page.get_by_role("button", name="Undo").click()
    assert here.text() == DOMINOES
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("# mine")  # at once
    page.get_by_role("button", name="Undo").click()
    assert here.text() == DOMINOES


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


PIECES = "board b 2x3\nshapes piece\n  |AAA BBB\nplace free piece on b\n"


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
        assert page.locator(".cell.chosen").count() == 3
        if row == 1:
            page.keyboard.press("Escape")
            assert page.locator(".cell.chosen").count() == 0
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
    assert page.get_by_role("menu").get_attribute("aria-label") == "Clue for b (1, 1)"


def test_the_menu_of_a_drawn_piece_has_what_fits(look: Any) -> None:
    here = look()
    page = here.open("board b 3x3\nshapes piece\n  |LLL BB DD\n  |L.. BB ..\nplace free piece on b\n")
    for place in ("(1, 2)", "(1, 1)", "(2, 1)", "(3, 1)"):
        page.get_by_role("button", name=f"b {place}: no clue").hover()
        if place == "(1, 2)":
            page.mouse.down()
    page.mouse.up()
    page.get_by_role("menuitem", name="clue B").wait_for(state="detached")
    assert page.get_by_role("menuitem").all_inner_texts() == ["L"]
    page.keyboard.press("Enter")
    page.wait_for_selector("polygon[aria-label='b (3, 1): L']")


def test_contradicting_clues_are_shown_explained_and_removed(look: Any) -> None:
    here = look()
    page = here.open(SUDOKU + "given\n  |11..\n  |....\n  |....\n  |....\n")
    assert page.locator("#problems li").count() >= 1
    assert "these 2 givens conflict" in here.run("Why none?")
    assert page.locator("#report svg").count() == 1
    page.get_by_role("tab", name="Board").click()
    page.get_by_role("button", name="grid (1, 2): 1").click()
    page.get_by_role("menuitem", name="no clue").click()
    page.wait_for_selector("#problems li", state="detached")


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
    assert page.locator("#sheet figure").count() == 2
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


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1200, "light")])
def test_the_help(look: Any, width: int, scheme: str) -> None:
    here = look(width, scheme)
    page = here.open(DOMINOES)
    page.get_by_role("button", name="Help").press("Enter")
    assert "places pieces on a board" in page.inner_text("#help-words")
    assert not page.locator("#help-documents").is_visible()
    assert serious_faults(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Open: Values in cells").click()
    assert "once per row, column, block 2x2" in here.text()
    page.get_by_role("button", name="Return to it").click()
    assert here.text() == DOMINOES


def test_the_first_text_is_a_puzzle_with_pieces(look: Any) -> None:
    here = look()
    here.page.goto(here.server.address)
    here.page.wait_for_selector("html[data-checked]")
    assert "shapes piece" in here.text()
    assert here.run("Solve").startswith("a solution")
    assert here.page.locator("link[rel=icon]").get_attribute("href").startswith("data:image/svg+xml")


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


def test_a_text_that_another_one_replaces_is_kept(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    assert not page.locator("#earlier").is_visible()
    written(page, SUDOKU)
    page.get_by_role("button", name="Gallery").click()
    page.get_by_role("searchbox").fill("soma cube")
    page.locator(".puzzle:visible").first.click()
    page.get_by_text("The text from before is kept.").wait_for()
    page.reload()
    page.get_by_role("button", name="Return to it").click()
    assert here.text() == SUDOKU
    assert not page.locator("#earlier").is_visible()
    page.goto(f"{here.server.address}#{packed(QUEENS, {})}")
    page.get_by_role("button", name="Return to it").click()
    assert here.text() == SUDOKU


@pytest.mark.parametrize("settings", [7, "abc", [1], {"n": 4, "k": None}, None])
def test_odd_settings_and_names_that_a_tab_keeps(look: Any, settings: object) -> None:
    """Of a text, and of earlier ones: they are there, and can be solved and exported."""
    here = look()
    page = here.open(QUEENS)
    odd = {"settings": settings, "name": {"a": 1}, "file": "x"}
    kept = {
        **{"text": DOMINOES, **odd, "before": {"text": 7}, "earlier": [None, {"text": CHOICE, **odd}]},
        "token": page.get_attribute("meta[name=token]", "content"),
        "link": page.evaluate("() => location.hash"),
    }
    store = "kept => addEventListener('pagehide', () => sessionStorage.setItem('excover playground', kept))"
    page.evaluate(store, json.dumps(kept))
    page.reload()
    page.wait_for_selector("html[data-checked]")
    assert here.text() == DOMINOES
    assert here.run("Count").startswith("3 solutions")
    page.get_by_text("Export", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Description as .xc").click()
    assert download.value.suggested_filename == "puzzle.xc"
    page.get_by_role("button", name="Return to it").click()
    assert here.text() == CHOICE
    assert here.run("Count").startswith("2 solutions")


@pytest.mark.parametrize("kept", ["{", "7", "null", '{"text": 7, "token": TOKEN}'])
def test_what_a_tab_keeps_may_have_any_form(look: Any, kept: str) -> None:
    here = look()
    page = here.open(DOMINOES)
    token = page.get_attribute("meta[name=token]", "content")
    store = "kept => addEventListener('pagehide', () => sessionStorage.setItem('excover playground', kept))"
    page.evaluate(store, kept.replace("TOKEN", json.dumps(token)))
    page.reload()
    page.wait_for_selector("html[data-checked]")
    assert here.text() == DOMINOES


@pytest.mark.parametrize("body", ["throw new DOMException('', 'SecurityError')", "return undefined"])
def test_a_browser_that_keeps_nothing(look: Any, body: str) -> None:
    here = look()
    here.page.add_init_script(f"Object.defineProperty(window, 'sessionStorage', {{get() {{ {body}; }}}})")
    page = here.open(DOMINOES)
    page.reload()
    page.wait_for_selector("html[data-checked]")
    assert here.text() == DOMINOES


def test_without_room_the_last_texts_are_kept(look: Any) -> None:
    """In a browser with room for 8,000 characters."""
    here = look()
    page = here.open(DOMINOES)
    page.evaluate(
        """() => {
            const set = Storage.prototype.setItem;
            Storage.prototype.setItem = function (name, value) {
                if (value.length > 8000) throw new DOMException("", "QuotaExceededError");
                set.call(this, name, value);
            };
        }"""
    )
    for letter in "abc":
        written(page, f"# {letter * 3000}\n{SUDOKU}")
        page.get_by_role("button", name="Help").click()
        page.get_by_role("button", name="Open: Pieces on a board").click()
    assert page.inner_text("#earlier-words") == "The last 3 texts are kept."
    page.reload()
    page.wait_for_selector("html[data-checked]")
    assert page.inner_text("#earlier-words") == "The last 2 texts are kept."
    page.get_by_role("button", name="Return to the last one").click()
    assert here.text().startswith("# ccc")


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
    assert page.locator("#sheet figure").count() == 2


def test_a_sheet_of_many_draws_only_what_is_seen(look: Any) -> None:
    here = look()
    page = here.open(QUEENS, n="12")
    assert here.run("All").startswith("all 14,200 solutions")
    assert 0 < page.locator("#sheet figure").count() < 100
    page.evaluate("() => { const s = document.getElementById('sheet'); s.scrollTop = s.scrollHeight; }")
    page.wait_for_selector("figcaption:has-text('#14,200')")
    assert page.locator("#sheet figure").count() < 100
    page.get_by_role("button", name="Show solution 14200", exact=True).click()
    assert page.inner_text("#which").startswith("14,200 of")


def test_the_gallery_by_keyboard(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    page.get_by_role("button", name="Gallery").press("Enter")
    page.get_by_role("searchbox").fill("soma cube")
    page.wait_for_selector(".puzzle:visible img")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".cm-line:has-text('Soma')")
    assert here.text() == gallery.puzzle("soma").text  # type: ignore[union-attr]


def linked(page: Any) -> str:
    """The address of the share button, which is packed in the background."""
    for _ in range(PATIENCE // 20):
        link: str = page.input_value("#address")
        if "#" in link:
            return link
        page.wait_for_timeout(20)
    raise AssertionError("there is no link")


def test_links_come_back(look: Any) -> None:
    here = look()
    page = here.open(QUEENS, n="5")
    page.get_by_role("button", name="Share").click()
    link = linked(page)
    page.get_by_role("button", name="Close").click()
    fragment = link.partition("#")[2]
    other = look()
    other.page.goto(f"{other.server.address}#{fragment}")
    other.page.wait_for_selector("#size:has-text('25 options')")
    assert other.text() == QUEENS


def test_a_text_that_is_too_long_for_a_link_says_so(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES + ("# " + 500 * "x" + "\n") * 1980)  # a little less
    page.get_by_role("button", name="Share").click()
    linked(page)
    page.get_by_role("button", name="Close").click()
    page.locator(".cm-content").click()
    page.keyboard.insert_text("# " + 9000 * "x")
    page.get_by_role("button", name="Share").click()
    page.wait_for_selector("#said:has-text('longer than a link may hold')")
    assert not page.locator("#link").is_visible()


def test_a_sheet_is_printed_with_what_is_not_seen(look: Any) -> None:
    here = look()
    page = here.open(QUEENS, n="12")
    assert here.run("All").startswith("all 14,200 solutions")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator("#sheet figure:visible").count() == 2000
    assert page.inner_text("#printed") == "The first 2,000 of 14,200 solutions."
    boxes = [each.bounding_box() for each in page.locator("#sheet figure").all()[3:6]]
    assert boxes[0]["x"] > boxes[1]["x"] < boxes[2]["x"]
    assert boxes[0]["y"] + boxes[0]["height"] < boxes[1]["y"] == boxes[2]["y"]
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.wait_for_function("document.querySelectorAll('#sheet figure').length < 100")
    page.get_by_role("button", name="Show solution 1", exact=True).click()


def test_what_is_written_survives_a_reload(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    page.evaluate("() => history.replaceState(null, '', location.pathname + location.search)")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("# mine")
    page.reload()
    page.wait_for_selector("html[data-checked]")
    assert here.text() == DOMINOES + "# mine"


def test_exports(look: Any, tmp_path: Path) -> None:
    here = look()
    page = here.open(DOMINOES)
    here.run("All")
    found = {}
    for label, suffix in (("SVG", "svg"), ("PNG", "png"), ("JSON", "json"), (".xc", "xc")):
        page.get_by_text("Export", exact=True).click()
        with page.expect_download() as download:
            page.get_by_role("button", name=re.compile(re.escape(label))).click()
        path = tmp_path / f"out.{suffix}"
        download.value.save_as(path)
        found[suffix] = path.read_bytes()
    assert b"<use" not in found["svg"]
    assert found["svg"].startswith(b"<svg")
    assert found["png"].startswith(b"\x89PNG")
    assert found["xc"].decode() == DOMINOES
    data = json.loads(found["json"])
    assert data["complete"]
    assert len({tuple(sorted(each)) for each in data["solutions"]}) == 3


HOSTILE = """\
puzzle "</title><script>window.hit=1</script>"
item a["<img src=x onerror=window.hit=1>"]
option pick(n in {"<img src=x onerror=window.hit=1>"}) covers a[n]
draw pick(n) at (1, 1) as "<svg/onload=window.hit=1>"
expect solutions = 1
"""


def test_hostile_texts_are_texts(look: Any) -> None:
    here = look()
    page = here.open(HOSTILE)
    for name in ("Solve", "All", "Unique?", "Search tree", "Check", "Heat map"):
        here.run(name)
    assert page.evaluate("() => window.hit") is None
    assert page.locator("img, iframe, object").count() == 0


@pytest.mark.parametrize(
    "fragment",
    [
        "p=",
        "p=abc",
        "p=" + "A" * 5000,
        "<script>window.hit=1</script>",
        packed("x" * 1_100_000, {}),
        packed("", {}),
    ],
)
def test_hostile_links(look: Any, page_server: PageServer, fragment: str) -> None:
    """The page is there, with the text of the link or its own, and solves what comes next."""
    here = look()
    here.page.goto(f"{page_server.address}#{fragment}")
    here.page.wait_for_selector("html[data-ready]")
    assert here.page.evaluate("() => window.hit") is None
    assert here.open(DOMINOES)
    assert here.run("Count").startswith("3 solutions")


def test_a_text_of_a_billion_options_is_refused(look: Any) -> None:
    here = look()
    page = here.open("item a\noption x(p, q, r in 1..1000) covers a\n")
    page.wait_for_selector("#problems li")
    assert here.open(DOMINOES)
    assert here.run("Count").startswith("3 solutions")


@pytest.mark.parametrize("width", [390, 1200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_fault_for_readers_of_screens(look: Any, width: int, scheme: str) -> None:
    """By axe-core, on each view; the contrasts, too."""
    here = look(width, scheme)
    page = here.open(SUDOKU + "given\n  |1...\n  |....\n  |....\n  |....\nexpect solutions = 72\n", n="3")
    for name in ("Solve", "All", "Heat map", "Check", "Board", "Gallery"):
        if name == "Board":
            page.get_by_role("tab", name=name).click()
        elif name == "Gallery":
            page.get_by_role("button", name=name).click()
        else:
            here.run(name)
        assert serious_faults(page) == [], name


def test_nothing_reaches_out_of_a_telephone(look: Any) -> None:
    here = look(390)
    page = here.open(QUEENS)
    for name in ("Solve", "All", "Search tree"):
        here.run(name)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
        assert page.locator(".view:visible").bounding_box()["width"] > 300


def test_dark_and_light(look: Any) -> None:
    here = look(1200, "dark")
    page = here.open(DOMINOES)
    ground = "() => getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.get_by_role("button", name="Dark or light").click()
    assert page.evaluate(ground) != dark


def test_colors_are_those_of_the_language(look: Any) -> None:
    """The words of every line of the gallery, in the browser, are those of excover's own highlighting."""
    here = look()
    page = here.open(DOMINOES)
    for name in gallery.names():
        source = gallery.puzzle(name)
        assert source
        found = page.evaluate("(text) => window.excoverWords(text)", source.text)
        assert [tuple(word) for word in found] == [
            (w.start, w.start + len(w.text), w.kind) for w in highlighted(source.text)
        ]


def test_a_page_without_its_server_says_so(look: Any, browser: Any) -> None:
    with serving() as server:
        here = Look(browser, server, 1200)
        page = here.open(DOMINOES)
    page.get_by_role("button", name="Count", exact=True).click()
    page.wait_for_selector("#said.bad")
    assert "does not answer" in page.inner_text("#said")
    here.context.close()
