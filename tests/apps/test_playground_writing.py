"""What is written in the playground, in a real browser: errors, checks, typing, and boards of wrong texts.

Skipped where Playwright for Python or Chromium is missing.
"""

from __future__ import annotations

import threading
from typing import Any

import pytest
from chromium import expect
from effort import HANGS
from playground_look import DOMINOES, PIECES, QUEENS, SUDOKU, written

from excover.apps.editing.editor_process import EditorProcess, ProcessEnded
from excover.apps.editing.vocabulary import highlighted
from excover.apps.play import jobs
from excover.language import gallery
from excover.language.links.link_codes import packed

pytestmark = [pytest.mark.outer, pytest.mark.browser, pytest.mark.slow]


def test_errors_have_fixes_under_the_words(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES.replace("on b", "on bb"))
    expect(page.locator(".cm-lintRange-error")).to_have_text("bb")
    page.get_by_role("button", name="replace `bb` by `b`").click()
    page.wait_for_selector("#problems li", state="detached")
    assert "on b each" in here.text()


def test_each_of_several_fixes_is_a_button(look: Any) -> None:
    here = look()
    page = here.open("item a\noption x() covers a cost 3\noption y() covers a cost 2\n")
    expect(page.locator("#size")).to_have_text("1 item, 2 options")
    titles = ["insert `minimize`", "insert `maximize`"]
    expect(page.locator("#problems .fix")).to_have_text(titles)
    page.get_by_role("button", name=titles[1]).click()
    page.wait_for_selector("#problems li", state="detached")
    assert here.text().endswith("maximize\n")


def test_the_board_of_an_older_text_is_said_to_be_one(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    typed_at_end(page, "board")
    expect(page.locator("#view-board.other #board-help")).to_contain_text("of the last text without")
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
    expect(page.locator("#board > svg")).to_have_count(1)
    expect(page.locator("#board figcaption")).to_have_text(["piece"])
    expect(page.locator(".cell")).to_have_count(0)
    written(page, PIECES)
    page.wait_for_selector("#board-help:has-text('A click on a cell')")
    typed_at_end(page, "xyz")
    page.wait_for_selector("#board-help:has-text('of the last text without')")
    expect(page.locator("#board figcaption")).to_have_count(0)


def typed_at_end(page: Any, text: str) -> None:
    """At once: what is typed slowly is undone in several steps."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(text)


def test_no_board_of_a_text_that_another_one_replaces(look: Any) -> None:
    """With an error in it, what can be drawn of it is shown: no chess, and no slider."""
    here = look()
    page = here.open(QUEENS)
    expect(page.locator("#params")).to_be_visible()
    squares = page.locator("#board path").count()
    written(page, SUDOKU.replace("4x4", "8x8").replace("once per", "onc per"))
    page.wait_for_selector("#board-help:has-text('this is what can be drawn of it')")
    assert page.locator("#board path").count() < squares
    expect(page.locator("#params")).to_be_hidden()
    written(page, "board (")
    page.wait_for_selector("#board-help:has-text('what it draws is shown when it has none')")
    expect(page.locator("#board")).to_be_hidden()


def test_a_slow_page_says_what_it_does(look: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it can be used, and before the text is checked for the first time, or again."""
    here = look()
    page = here.page
    may_answer = threading.Event()

    def late(*arguments: Any, **named: Any) -> Any:
        assert may_answer.wait(HANGS)
        return ask(*arguments, **named)

    ask = EditorProcess.ask
    monkeypatch.setattr(EditorProcess, "ask", late)
    begins: list[Any] = []
    page.route("**/api/begin", lambda request: begins.append(request))
    page.goto(f"{here.server.address}#{packed(DOMINOES, {})}")
    expect(page.locator("#board-help")).to_have_text("The page is starting …")
    begins[0].continue_()
    expect(page.locator("#board-help")).to_have_text("The text is being checked …")
    may_answer.set()
    here.checked()
    expect(page.locator("#board-help")).to_contain_text("A click on a cell")
    may_answer.clear()
    typed_at_end(page, "# mine")
    expect(page.locator("#view-board.other #board-help")).to_have_text("The text is being checked …")
    page.get_by_role("button", name="b (1, 1): no clue").click()
    may_answer.set()
    here.checked()
    expect(page.locator("#view-board:not(.other) #board-help")).to_contain_text("A click on a cell")
    page.get_by_role("menuitem", name="clue A").click()  # the list was left open
    page.wait_for_selector("polygon[aria-label='b (1, 1): A']")


@pytest.mark.parametrize("focus", ["clues", "completions", "button"])
def test_control_and_enter_solves_wherever_the_focus_is(look: Any, focus: str) -> None:
    here = look()
    page = here.open(SUDOKU)
    text = SUDOKU
    if focus == "clues":
        page.get_by_role("button", name="grid (1, 1): no clue").press("Enter")
        page.locator("#marks button:focus").wait_for()
    elif focus == "completions":
        text = SUDOKU + "giv"
        page.locator(".cm-content").click()
        page.keyboard.press("Control+End")
        page.keyboard.type("giv")
        page.wait_for_selector(".cm-tooltip-autocomplete")
    else:
        page.get_by_role("button", name="Undo").focus()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#said")).to_contain_text("error" if focus == "completions" else "a solution")
    expect(page.locator("#marks, .cm-tooltip-autocomplete").filter(visible=True)).to_have_count(0)
    assert here.text() == text


def test_an_empty_text_says_how_to_begin(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    expect(page.locator("#begin")).to_be_hidden()
    page.locator(".cm-content").press("Control+A")
    page.keyboard.press("Delete")
    page.wait_for_selector("#begin:visible")
    expect(page.locator("#problems li")).to_have_count(0)
    page.get_by_role("button", name="Take the tour").click()
    page.wait_for_selector("#tour:visible")
    page.get_by_role("button", name="Close tour").click()
    page.locator(".cm-content").press("Control+A")
    page.keyboard.press("Delete")
    page.wait_for_selector("#begin:visible")
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
    again = here.page.get_by_role("button", name="Check the text again")
    with monkeypatch.context() as patch:
        patch.setattr(EditorProcess, "ask", too_late)
        here.page.goto(f"{here.server.address}#{packed(DOMINOES, {})}")
        here.page.wait_for_selector("#said:has-text('not checked')")
        again.click()  # which takes away what was said
        here.page.wait_for_selector("#said:has-text('not checked')")
        again.wait_for()
    again.press("Enter")
    here.checked()
    expect(again).to_be_hidden()
    expect(here.page.locator("#said")).to_be_empty()


def test_a_check_has_more_time_the_second_time(look: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    here = look()
    monkeypatch.setattr(jobs, "CHECK_SECONDS", 0.0001)
    monkeypatch.setattr(jobs, "MORE_PATIENCE", 10**9)
    here.page.goto(f"{here.server.address}#{packed(DOMINOES, {})}")
    here.checked()


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


def test_sliders(look: Any) -> None:
    here = look()
    page = here.open(QUEENS)
    slider = page.get_by_role("slider", name="n")
    slider.fill("4")
    page.wait_for_selector("#size:has-text('16 options')")
    assert here.run("Count").startswith("2 solutions")


def test_a_link_of_another_page_that_is_pasted(look: Any) -> None:
    """Its puzzle opens, and the text before is kept."""
    here = look()
    page = here.open(DOMINOES)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("https://puzz.link/p?norinori/2/2/00")
    page.wait_for_selector(".cm-line:has-text('Norinori')")
    here.checked()
    expect(page.locator("#board polygon").first).to_be_visible()
    assert here.run("Count").startswith("4 solutions")
    page.get_by_role("button", name="Return to").click()
    expect(page.locator(".cm-content")).to_contain_text("place free d on b")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("https://puzz.link/p?norinori/2/2/01")
    page.wait_for_selector(".cm-line:has-text('Norinori')")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".cm-content")).to_contain_text("place free d on b")
