"""The page of `excover play` in a real browser: first text, gallery and help, on a phone, and hostile links.

Skipped where Playwright for Python or Chromium is missing.
"""

from __future__ import annotations

import time
from typing import Any

import pytest
from axe import serious_faults
from chromium import expect
from playground_client import serving
from playground_look import DOMINOES, QUEENS, SUDOKU, Look

from excover.apps.play.page_facts import redirect_file
from excover.apps.play.page_server import PageServer
from excover.language import gallery
from excover.language.links.link_codes import packed

pytestmark = [pytest.mark.outer, pytest.mark.browser, pytest.mark.slow]


def test_the_file_that_leads_to_the_page(look: Any) -> None:
    here = look()
    here.page.remove_listener("request", here.asked)
    with redirect_file(here.server.address) as file:
        here.page.goto(file.as_uri())
        here.page.wait_for_url(here.server.address)
        here.checked()


def test_a_low_window_scrolls(look: Any) -> None:
    """As a screen that is enlarged: the board is not squeezed into what is left."""
    here = look()
    here.page.set_viewport_size({"width": 800, "height": 400})
    page = here.open(DOMINOES)
    box = page.locator("#board").bounding_box()
    assert box["height"] > 150
    page.locator("#board").evaluate("(board) => board.scrollIntoView(false)")
    assert page.evaluate("() => scrollY") > 0


@pytest.mark.parametrize("width", [500, 1200])
def test_the_first_screen_says_what_the_page_is(look: Any, width: int) -> None:
    page = look(width).open(DOMINOES)
    words = page.locator("header p")
    assert words.inner_text().startswith("Describe a puzzle")
    box = words.bounding_box()
    assert box["y"] + box["height"] < 300
    assert box["x"] + box["width"] <= width


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1200, "light")])
def test_the_help(look: Any, width: int, scheme: str) -> None:
    here = look(width, scheme)
    page = here.open(DOMINOES)
    page.get_by_role("button", name="Help").press("Enter")
    expect(page.locator("#help-words")).to_contain_text("places pieces on a board")
    expect(page.locator("#help-documents")).to_be_hidden()
    assert serious_faults(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Open: Values in cells").click()
    assert "once per row, column, block 2x2" in here.text()
    page.get_by_role("button", name="Return to it").click()
    assert here.text() == DOMINOES


def test_the_first_text_is_a_puzzle_with_pieces(look: Any) -> None:
    here = look()
    here.page.goto(here.server.address)
    here.checked()
    assert "shapes piece" in here.text()
    assert here.run("Solve").startswith("a solution")
    assert here.page.locator("link[rel=icon]").get_attribute("href").startswith("data:image/svg+xml")


def test_the_first_text_is_solved_at_once(look: Any) -> None:
    here = look()
    here.page.goto(here.server.address)
    here.checked()
    expect(here.page.locator("#said")).to_contain_text("a solution")
    expect(here.page.locator("#solution svg")).to_be_visible()
    here.open(DOMINOES)  # but no text of a link
    expect(here.page.locator("#said")).to_be_empty()


def test_on_a_telephone_the_board_is_above_the_text_and_all_can_be_hit(look: Any) -> None:
    page = look(390).open(DOMINOES)
    assert page.locator("#board").bounding_box()["y"] < page.locator("#editor").bounding_box()["y"]
    assert page.get_by_role("button", name="Solve").bounding_box()["y"] < 400
    page.locator("#study > summary").click()
    sizes = page.evaluate(
        """() => [...document.querySelectorAll("button, select, summary")]
            .map((each) => each.getBoundingClientRect())
            .filter(({ width }) => width).map(({ width, height }) => Math.min(width, height))"""
    )
    assert min(sizes) >= 44
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_the_gallery_has_all_of_its_pictures(look: Any) -> None:
    """Without a look at them: they are all there."""
    page = look().open(DOMINOES)
    page.get_by_role("button", name="Gallery").click()
    expect(page.locator(".thumb:empty")).to_have_count(0)
    pictures = page.locator(".thumb img")
    assert pictures.count() > 190
    assert page.evaluate("() => [...document.querySelectorAll('.thumb img')].at(-1).decode()") is None
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="Gallery").click()
    expect(page.locator(".thumb img")).to_have_count(pictures.count())


def test_the_gallery_is_in_groups(look: Any) -> None:
    page = look().open(DOMINOES)
    page.get_by_role("button", name="Gallery").click()
    heads = page.locator("#puzzles h3")
    assert heads.all_inner_texts()[:3] == ["Pieces", "Solids", "Sudoku and variants"]
    page.locator("#find").fill("soma")
    expect(page.locator("#puzzles h3:visible")).to_have_text(["Solids"])


@pytest.mark.parametrize(("words", "title"), [("soma cube", "Soma cube"), ("sudoku", "Sudoku")])
def test_enter_opens_what_the_gallery_finds_first(look: Any, words: str, title: str) -> None:
    page = look().open(DOMINOES)
    page.get_by_role("button", name="Gallery").click()
    page.locator("#find").press("Enter")  # nothing is looked for
    expect(page.locator("#gallery")).to_be_visible()
    page.locator("#find").fill(words)
    page.locator("#find").press("Enter")
    expect(page.locator("#gallery")).to_be_hidden()
    page.wait_for_selector(f".cm-line:has-text('puzzle \"{title}\"')")


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
    expect(page.locator("img, iframe, object")).to_have_count(0)


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


def test_a_page_without_its_server_says_so(look: Any, browser: Any) -> None:
    with serving() as server:
        here = Look(browser, server, 1200)
        page = here.open(DOMINOES)
    page.get_by_role("button", name="Count", exact=True).click()
    expect(page.locator("#said.bad")).to_contain_text("does not answer")
    here.context.close()


def test_the_gallery_is_in_order_and_says_if_it_has_nothing(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    page.get_by_role("button", name="Gallery").click()
    page.locator(".puzzle").first.wait_for()
    names = page.locator(".puzzle > :last-child").all_inner_texts()
    order = "(names) => names.every((name, at) => !at || names[at - 1].localeCompare(name, 'en') <= 0)"
    for group in page.locator("#puzzles section").all():
        assert page.evaluate(order, group.locator(".puzzle > :last-child").all_inner_texts())
    height = page.locator("#gallery").bounding_box()["height"]
    page.get_by_role("searchbox").fill("no such thing")
    expect(page.locator("#found-none")).to_have_text("No puzzle has “no such thing” in its name.")
    assert page.locator("#gallery").bounding_box()["height"] == height
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Gallery").click()
    expect(page.locator(".puzzle:visible")).to_have_count(len(names))


@pytest.mark.parametrize("name", ["Help", "Gallery"])
def test_the_button_that_closes_stays_in_sight(look: Any, name: str) -> None:
    here = look(390)
    page = here.open(DOMINOES)
    page.get_by_role("button", name=name, exact=True).click()
    dialog = page.locator("dialog[open]")
    dialog.wait_for()
    before = dialog.get_by_role("button", name="Close").bounding_box()
    dialog.evaluate("(each) => each.scrollTo(0, each.scrollHeight)")
    assert dialog.evaluate("(each) => each.scrollTop") > 0
    assert dialog.get_by_role("button", name="Close").bounding_box() == before


def test_every_button_is_explained_in_the_help(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    asked = page.locator("[data-ask], #next").all_text_contents()
    page.get_by_role("button", name="Help").click()
    assert set(asked) <= set(page.locator("#help-buttons dt").all_inner_texts())


@pytest.mark.parametrize("width", [390, 700, 1200])
def test_the_menu_of_exports_is_whole_and_closes(look: Any, width: int) -> None:
    here = look(width)
    page = here.open(DOMINOES)
    page.get_by_text("Export", exact=True).click()
    box = page.locator("#export > div").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    page.keyboard.press("Escape")
    expect(page.locator("#export > div")).to_be_hidden()


@pytest.mark.parametrize("width", [390, 700, 1200])
def test_the_menu_of_questions_is_below_its_button(look: Any, width: int) -> None:
    here = look(width)
    page = here.open(DOMINOES)
    page.get_by_text("Study", exact=True).click()
    box, button = (page.locator(each).bounding_box() for each in ("#study > div", "#study > summary"))
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert button["y"] < box["y"] < button["y"] + 3 * button["height"]


def test_what_a_click_does_is_told_as_it_is(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    expect(page.locator("#board-help")).to_contain_text("dragging over the cells of a piece places it")
    page = here.open(SUDOKU)
    expect(page.locator("#board-help")).to_have_text("A click on a cell sets a clue.")


def test_fingers_tap_and_draw_pieces(browser: Any, page_server: PageServer) -> None:
    """Where no pieces are drawn, they scroll. A button takes a clue back."""
    here = Look(browser, page_server, 390, has_touch=True, is_mobile=True)
    page = here.open(DOMINOES)
    expect(page.locator("#board-help")).to_have_text(
        "A tap on a cell sets a clue; dragging over the cells of a piece places it."
    )
    expect(page.locator("#undo-clue")).to_be_hidden()
    _dragged(page, "b (1, 1)", "b (2, 1)")
    page.get_by_role("menuitem", name="clue A").tap()
    page.wait_for_selector("polygon[aria-label='b (2, 1): A']")
    page.locator("#undo-clue").tap()
    page.wait_for_selector("polygon[aria-label='b (2, 1): no clue']")
    page = here.open(SUDOKU)
    expect(page.locator("#board-help")).to_have_text("A tap on a cell sets a clue.")
    assert page.evaluate("getComputedStyle(document.querySelector('#board svg')).touchAction") == "auto"
    page.get_by_role("button", name="(1, 1): no clue").tap()
    boxes = [each.bounding_box() for each in page.locator("#marks button").all()]
    assert len({box["x"] for box in boxes}) == len({box["y"] for box in boxes}) == 2
    here.context.close()
    assert here.wrong == []


def _dragged(page: Any, *cells: str) -> None:
    """A finger goes from one cell to another within a second, and rests there: else that is a fling."""
    boxes = [page.locator(f"polygon[aria-label^='{cell}']").bounding_box() for cell in cells]
    start, end = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes)
    finger, began = page.context.new_cdp_session(page), time.time() - 2
    for step in range(11):
        x, y = (a + (b - a) * step / 10 for a, b in zip(start, end, strict=True))
        touch = {"type": "touchMove" if step else "touchStart", "touchPoints": [{"x": x, "y": y}]}
        finger.send("Input.dispatchTouchEvent", {**touch, "timestamp": began + step / 10})
    lifted = {"type": "touchEnd", "touchPoints": [], "timestamp": began + 2}
    finger.send("Input.dispatchTouchEvent", lifted)


def test_the_page_on_paper_has_no_cursor(look: Any) -> None:
    """Nor the frame of the focus, nor a selection."""
    here = look()
    page = here.open(DOMINOES)
    page.locator(".cm-content").press("Control+A")
    page.wait_for_selector(".cm-focused .cm-selectionBackground")
    page.emulate_media(media="print")
    for place in (".cm-cursorLayer", ".cm-selectionLayer"):
        expect(page.locator(place)).to_have_css("display", "none")
    expect(page.locator("#editor")).to_have_css("outline-style", "none")


def test_no_way_out_that_a_page_has_not(look: Any) -> None:
    here = look()
    page = here.open("board b 40000x40000\nfill b with 1..9\n")
    expect(page.locator("#problems")).to_contain_text("the limit is 50,000")
    assert "--allow" not in page.inner_text("#problems")


def test_a_solid_is_turned_or_shown_in_layers(look: Any) -> None:
    """As in the page of `--html`: by keys, by the mouse and by ranges. A flat board has neither."""
    here = look()
    page = here.open("import soma\nboard cube 3x3x3\nplace one-sided soma on cube\n")
    here.run("Solve")
    expect(page.locator("#solid output")).to_have_text("7 of 7 pieces")
    seen = [_seen(page)]
    page.locator("#solid canvas").focus()
    for key in ("ArrowRight", "ArrowUp", "+"):
        page.keyboard.press(key)
        seen.append(_seen(page))
    page.keyboard.press("Home")
    assert _seen(page) == seen[0]
    for at, value in ((2, "50"), (0, "2"), (1, "4")):
        page.locator("#solid input").nth(at).fill(value)
        seen.append(_seen(page))
    assert len(set(seen)) == len(seen)
    page.get_by_role("button", name="Side by side").click()
    expect(page.locator("#solution svg")).to_be_visible()
    expect(page.locator("#solid")).to_be_hidden()
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator("#which")).to_contain_text("of 1,000")
    expect(page.locator("#solution svg")).to_be_visible()
    page.get_by_role("button", name="Side by side").click()
    expect(page.locator("#solid canvas")).to_be_visible()
    page = here.open(DOMINOES)
    here.run("Solve")
    expect(page.locator("#solid, #layers").locator("visible=true")).to_have_count(0)


def _seen(page: Any) -> str:
    return str(page.evaluate("document.querySelector('canvas').toDataURL()"))


def test_hints_come_one_by_one(look: Any) -> None:
    here = look()
    page = here.open(SUDOKU + "given\n  |1...\n  |..2.\n  |.3..\n  |...4\n")
    page.locator("#study > summary").click()
    here.run("Hint")
    expect(page.locator(".hints p")).to_have_text("1 of 12: hidden single. 2 in row 1 can only be at (1, 2)")
    expect(page.locator(".hints polygon")).to_have_count(1)
    expect(page.get_by_role("button", name="Hint before")).to_be_disabled()
    for number in range(2, 13):
        page.get_by_role("button", name="Next hint").click()
        expect(page.locator(".hints p")).to_contain_text(f"{number} of 12: ")
    expect(page.get_by_role("button", name="Next hint")).to_be_disabled()
