"""What leaves the playground and comes back, in a real browser: earlier texts, links, files and paper.

Skipped where Playwright for Python or Chromium is missing.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from chromium import expect
from extras import module_or_skip
from playground_client import serving
from playground_look import CHOICE, DOMINOES, QUEENS, SUDOKU, Look, written

from excover.apps.cli import main
from excover.apps.play.page_facts import link_of_picture
from excover.language.links.link_codes import packed, unpacked

pytestmark = [pytest.mark.outer, pytest.mark.browser, pytest.mark.slow]


def test_a_download_has_the_title_of_the_text_and_not_of_the_one_before(look: Any) -> None:
    page = look().open(SUDOKU)
    page.get_by_role("button", name="Gallery").click()
    page.get_by_role("searchbox").fill("sudoku")
    first = page.locator("#puzzles section:visible .puzzle:visible").filter(has_text=re.compile("^Sudoku$"))
    assert first.evaluate("each => getComputedStyle(each).order") == "-1"
    first.click()
    page.wait_for_selector("polygon[aria-label$='(1, 1): 5']")  # it has clues
    written(page, f'puzzle "My barrel"\n{DOMINOES}')
    page.wait_for_selector("html[data-checked]")
    page.get_by_text("Export", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Description as .xc").click()
    assert download.value.suggested_filename == "My-barrel.xc"


def test_a_text_that_another_one_replaces_is_kept(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    expect(page.locator("#earlier")).to_be_hidden()
    written(page, SUDOKU)
    page.get_by_role("button", name="Gallery").click()
    page.get_by_role("searchbox").fill("soma cube")
    page.locator(".puzzle:visible").first.click()
    page.get_by_text("The text from before is kept.").wait_for()
    page.reload()
    page.get_by_role("button", name="Return to it").click()
    assert here.text() == SUDOKU
    expect(page.locator("#earlier")).to_be_hidden()
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
    here.checked()
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
    here.checked()
    assert here.text() == DOMINOES


@pytest.mark.parametrize("body", ["throw new DOMException('', 'SecurityError')", "return undefined"])
def test_a_browser_that_keeps_nothing(look: Any, body: str) -> None:
    here = look()
    here.page.add_init_script(f"Object.defineProperty(window, 'sessionStorage', {{get() {{ {body}; }}}})")
    page = here.open(DOMINOES)
    page.reload()
    here.checked()
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
    expect(page.locator("#earlier-words")).to_have_text("The last 3 texts are kept.")
    page.reload()
    expect(page.locator("#earlier-words")).to_have_text("The last 2 texts are kept.")
    page.get_by_role("button", name="Return to the last one").click()
    assert here.text().startswith("# ccc")


def linked(page: Any) -> str:
    """The address of the share button, which is packed in the background."""
    expect(page.locator("#address")).to_have_value(re.compile("#"))
    return str(page.input_value("#address"))


def test_links_come_back(look: Any) -> None:
    here = look()
    page = here.open(QUEENS, n="5")
    page.get_by_role("button", name="Share").click()
    link = linked(page)
    expect(page.locator("#link-how")).to_contain_text("A browser does not open it: this page is on")
    page.get_by_role("button", name="Close").click()
    fragment = link.partition("#")[2]
    other = look()
    other.page.goto(f"{other.server.address}#{fragment}")
    other.page.wait_for_selector("#size:has-text('25 options')")
    assert other.text() == QUEENS


def test_a_link_of_the_page_that_is_pasted(look: Any) -> None:
    """Its puzzle opens with its parameters, and the text before is kept."""
    here = look()
    page = here.open(DOMINOES)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("http://127.0.0.1:1/#" + packed(QUEENS, {"n": "5"}))
    page.wait_for_selector("#size:has-text('25 options')")
    assert here.text() == QUEENS
    page.get_by_role("button", name="Return to").click()
    page.wait_for_selector(".cm-line:has-text('place free d on b')")


def test_a_new_text_is_empty_and_the_one_before_is_kept(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    page.get_by_role("button", name="New", exact=True).click()
    expect(page.locator("#begin")).to_be_visible()
    assert here.text() == ""
    page.get_by_role("button", name="Return to").click()
    page.wait_for_selector(".cm-line:has-text('place free d on b')")
    assert here.text() == DOMINOES


def test_links_may_lead_to_a_copy_of_the_page(browser: Any) -> None:
    with serving(None, 0, None, "https://example.org/play/") as server:
        here = Look(browser, server, 1200)
        page = here.open(DOMINOES)
        page.get_by_role("button", name="Share").click()
        link = linked(page)
        assert link.startswith("https://example.org/play/#p=")
        assert unpacked(link) == (DOMINOES, {})
        expect(page.locator("#link-how")).to_contain_text("It opens in any browser, or by the command")
        here.context.close()
        assert not here.wrong


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
    expect(page.locator("#link")).to_be_hidden()


def test_a_sheet_is_printed_with_what_is_not_seen(look: Any) -> None:
    here = look()
    page = here.open(QUEENS, n="12")
    assert here.run("All").startswith("all 14,200 solutions")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    expect(page.locator("#sheet figure:visible")).to_have_count(2000)
    expect(page.locator("#printed")).to_have_text("The first 2,000 of 14,200 solutions.")
    boxes = [each.bounding_box() for each in page.locator("#sheet figure").all()[3:6]]
    assert boxes[0]["x"] > boxes[1]["x"] < boxes[2]["x"]
    assert boxes[0]["y"] + boxes[0]["height"] < boxes[1]["y"] == boxes[2]["y"]
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.locator("#sheet figure").nth(100).wait_for(state="detached")
    page.get_by_role("button", name="Show solution 1", exact=True).click()


def test_what_is_written_survives_a_reload(look: Any) -> None:
    here = look()
    page = here.open(DOMINOES)
    page.evaluate("() => history.replaceState(null, '', location.pathname + location.search)")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("# mine")
    here.checked()
    page.reload()
    here.checked()
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
    assert b">Solutions 1 to 3<" in found["svg"]
    assert re.findall(rb">(#\d)<", found["svg"]) == [b"#1", b"#2", b"#3"]
    assert found["png"].startswith(b"\x89PNG")
    assert found["xc"].decode() == DOMINOES
    data = json.loads(found["json"])
    assert data["complete"]
    assert len({tuple(sorted(each)) for each in data["solutions"]}) == 3
    for picture in ("svg", "png"):
        assert unpacked(link_of_picture(str(tmp_path / f"out.{picture}"))) == (DOMINOES, {})


def test_a_picture_opens_as_its_puzzle(look: Any, tmp_path: Path) -> None:
    """One of the command line, and one of the page; so does a description. Others say why not."""
    module_or_skip("cairosvg")
    drawn = {kind: str(tmp_path / f"queens.{kind}") for kind in ("svg", "png")}
    assert main(["solve", "queens", "-p", "n=5", "--svg", drawn["svg"], "--png", drawn["png"]]) == 0
    here = look()
    page = here.open(DOMINOES)
    for file in drawn.values():
        page.locator("#file").set_input_files(file)
        page.get_by_text("The text from before is kept.").wait_for()
        here.checked()
        assert here.text() == (Path(__file__).parents[2] / "specs/queens.xc").read_text()
        assert page.locator("#params input").first.input_value() == "5"
        page.get_by_role("button", name="Return to it").click()
    (tmp_path / "mine.xc").write_text(SUDOKU)
    page.locator("#file").set_input_files(tmp_path / "mine.xc")
    page.get_by_text("The text from before is kept.").wait_for()
    assert here.text() == SUDOKU
    for name, why in (("empty.svg", "has no puzzle inside"), ("odd.xc", "is no text")):
        (tmp_path / name).write_bytes(b"\xff")
        page.locator("#file").set_input_files(tmp_path / name)
        expect(page.locator("#said")).to_contain_text(f"{name} {why}")
        assert here.text() == SUDOKU


def test_a_picture_of_a_long_sheet_has_the_first_solutions(look: Any, tmp_path: Path) -> None:
    """The page says so; a single solution is exported alone."""
    here = look()
    page = here.open(DOMINOES.replace("2x3", "2x12").replace("each 3", "each 12"))
    here.run("All")
    for solutions in ("Solutions 1 to 200", "Solution 3"):
        page.get_by_text("Export", exact=True).click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Picture as SVG").click()
        download.value.save_as(tmp_path / "out.svg")
        assert f">{solutions}<" in (tmp_path / "out.svg").read_text()
        if "200" in solutions:
            expect(page.locator("#said")).to_contain_text("the first 200 of 233 solutions")
            page.get_by_role("button", name="Show solution 3", exact=True).click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_paper_is_white(look: Any, scheme: str) -> None:
    """What is printed of a dark page has dark letters, and pictures as they are."""
    here = look(1200, scheme)
    page = here.open(DOMINOES)
    here.run("Solve")
    if scheme == "light":
        page.get_by_role("button", name="Dark or light").click()
    page.emulate_media(media="print")
    for place in (".word-statement", ".word-number", "#said"):
        color = page.locator(place).first.evaluate("(each) => getComputedStyle(each).color")
        assert sum(map(int, re.findall(r"\d+", color))) < 380, (place, color)
    assert page.locator("#solution").evaluate("(each) => getComputedStyle(each).filter") == "none"
