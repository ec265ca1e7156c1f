"""The tour in the playground: by mouse, by keyboard, on a phone, and what is remembered of it."""

from __future__ import annotations

from typing import Any

import pytest
from axe import serious_faults
from chromium import expect
from playground_client import serving
from playground_look import written

from excover.apps.play.tour import steps

pytestmark = [pytest.mark.outer, pytest.mark.browser, pytest.mark.slow]

STEPS = steps()
DOMINOES = "board b 2x3\nshapes d\n  |AA\nplace free d on b each 3 times\n"


def begun(here: Any) -> Any:
    """The page with the tour, at its first step."""
    page = here.open(DOMINOES)
    page.get_by_role("button", name="Tour", exact=True).click()
    page.wait_for_selector("#tour:visible")
    return page


def said(page: Any) -> str:
    page.wait_for_selector("#tour-said:not(:empty)")
    return str(page.inner_text("#tour-said"))


@pytest.mark.parametrize("width", [390, 1200])
def test_all_twelve_steps(look: Any, width: int) -> None:
    here = look(width)
    page = begun(here)
    for number, step in enumerate(STEPS, 1):
        expect(page.locator("#tour-title")).to_have_text(step.title)
        assert here.text() == step.example
        page.get_by_role("button", name="Check the task").click()
        assert said(page).startswith("Not yet: your description has ")
        written(page, step.answer)
        page.wait_for_selector("#tour-said", state="hidden")
        page.get_by_role("button", name="Check the task").click()
        assert said(page).startswith("Done: ")
        expect(page.locator("#tour-done")).to_have_text(f"{number} of 12 done")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        if number < 12:
            page.get_by_role("button", name="Next step").click()
    assert "That was the last one" in said(page)
    page.locator("#tour").get_by_role("button", name="Gallery").click()
    page.get_by_role("searchbox").fill("soma cube")
    page.locator(".puzzle:visible").first.click()
    page.wait_for_selector("#tour", state="hidden")


def test_by_keyboard(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    page.get_by_role("button", name="Tour", exact=True).press("Enter")
    page.wait_for_selector("#tour-title:focus")
    for name in ("Close tour", "An answer", "Check the task", "Begin again", "Next step"):
        page.keyboard.press("Tab")
        expect(page.locator("#tour :focus")).to_have_text(name)
    page.keyboard.press("Enter")
    page.wait_for_selector("#tour-title:focus")
    expect(page.locator("#tour-title")).to_have_text(STEPS[1].title)
    page.get_by_role("combobox", name="Step of the tour").focus()
    page.keyboard.press("ArrowDown")
    page.locator("#tour-title", has_text=STEPS[2].title).wait_for()
    page.get_by_role("button", name="Close tour").press("Enter")
    page.wait_for_selector("#open-tour:focus")
    expect(page.locator("#tour")).to_be_hidden()


def test_an_answer_is_shown_and_a_step_begun_again(look: Any) -> None:
    here = look()
    page = begun(here)
    answer = page.locator("#tour-answer pre")
    expect(answer).to_be_hidden()
    page.get_by_text("An answer", exact=True).click()
    expect(answer).to_be_visible()
    assert answer.inner_text() == STEPS[0].answer
    written(page, "item a\n")
    page.get_by_role("button", name="Begin again").click()
    assert here.text() == STEPS[0].example
    page.get_by_role("button", name="Undo").click()
    assert here.text() == "item a\n"


@pytest.mark.parametrize("width", [390, 1200])
def test_one_s_own_text_is_kept(look: Any, width: int) -> None:
    """Over steps, a reload and the end of the tour; the way back keeps what was written in it."""
    here = look(width)
    page = begun(here)
    page.get_by_text("The text from before is kept.").wait_for()
    page.get_by_role("button", name="Next step").click()
    written(page, STEPS[1].answer)
    page.reload()
    page.wait_for_selector("#tour:visible")
    page.get_by_role("button", name="Close tour").click()
    assert here.text() == DOMINOES
    expect(page.locator("#earlier")).to_be_hidden()
    page.get_by_role("button", name="Tour", exact=True).click()
    assert here.text() == STEPS[1].answer
    page.get_by_role("button", name="Return to it").click()
    assert here.text() == DOMINOES
    expect(page.locator("#tour")).to_be_hidden()


def test_an_error_of_the_text_is_told(look: Any) -> None:
    here = look()
    page = begun(here)
    written(page, "item")
    page.get_by_role("button", name="Check the task").click()
    assert said(page).startswith("Not yet: the text has an error")


def test_it_is_remembered(look: Any) -> None:
    """Over a reload with the text, and at another address, which is another port of this machine, without."""
    here = look()
    page = begun(here)
    written(page, STEPS[0].answer)
    page.get_by_role("button", name="Check the task").click()
    assert said(page).startswith("Done: ")
    page.get_by_role("button", name="Next step").click()
    written(page, STEPS[1].example + "# mine\n")
    page.reload()
    page.wait_for_selector("#tour:visible")
    expect(page.locator("#tour-title")).to_have_text(STEPS[1].title)
    assert here.text() == STEPS[1].example + "# mine\n"
    page.get_by_role("button", name="Back").click()
    assert here.text() == STEPS[0].answer
    assert said(page) == "You have done this one."
    with serving() as other:
        here.page.remove_listener("request", here.asked)
        page.goto(f"{other.address}#tour=3")
        page.wait_for_selector("#tour:visible")
        expect(page.locator("#tour-title")).to_have_text(STEPS[2].title)
        expect(page.locator("#tour-done")).to_have_text("1 of 12 done")
        page.goto("about:blank")


@pytest.mark.parametrize(
    "kept", ["3", "[]", "{", '{"step": 99, "done": "x", "texts": {"1": 3}}', '{"done": [0, 99, "1"]}']
)
def test_what_others_have_written_there(look: Any, kept: str) -> None:
    here = look()
    page = here.open(DOMINOES)
    page.evaluate(
        """(kept) => {
            localStorage.setItem("excover-tour", kept);
            document.cookie = `excover-tour=${encodeURIComponent(kept)}`;
        }""",
        kept,
    )
    page.reload()
    here.checked()
    page.get_by_role("button", name="Tour", exact=True).click()
    expect(page.locator("#tour-title")).to_have_text(STEPS[0].title)
    expect(page.locator("#tour-done")).to_have_text("0 of 12 done")


@pytest.mark.parametrize("width", [390, 1200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_fault_for_readers_of_screens(look: Any, width: int, scheme: str) -> None:
    here = look(width, scheme)
    page = begun(here)
    page.get_by_text("An answer", exact=True).click()
    page.get_by_role("button", name="Check the task").click()
    assert said(page)
    assert serious_faults(page) == []
