"""The page of solutions in a real browser, and what a hostile description makes of it: nothing.

Skipped where Playwright for Python or Chromium is missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from chromium import expect, new_page

import excover
from excover.apps.cli import main

pytestmark = pytest.mark.outer

ATTACKS = [
    "</script><script>window.hit=1</script>",
    "<img src=x onerror=window.hit=1>",
    "' onmouseover='window.hit=1",
    "</pre></title></style><style>body{display:none}</style>",
    "\u202egnitirw\u202c \u2066\x1b[31m\x07",
    "]]><!--<svg/onload=window.hit=1>",
]


def hostile_spec() -> str:
    """A description whose title, comment, names and marks all attack."""
    names = ", ".join(f'"{attack}"' for attack in ATTACKS)
    draws = "\n".join(f'draw pick{k}() at (1, {k}) as "{mark_of(a)}"' for k, a in enumerate(ATTACKS, 1))
    options = "\n".join(f"option pick{k}() covers a[{k}]" for k in range(1, len(ATTACKS) + 1))
    return (
        f'puzzle "{"".join(ATTACKS)}"\n# {"".join(ATTACKS)}\nlet names = ({names})\n'
        f"item a[1..{len(ATTACKS)}]\n{options}\n{draws}\n"
    )


def mark_of(attack: str) -> str:
    """Marks have no blanks."""
    return "".join(attack.split()).replace("|", "")


def named_spec() -> str:
    """The same names as arguments of options that nothing draws."""
    names = ", ".join(f'"{attack}"' for attack in ATTACKS)
    return f'puzzle "names"\nitem a[{{{names}}}]\noption pick(n in {{{names}}}) covers a[n]\n'


def page_of(spec: str, folder: Path, *arguments: str) -> Path:
    file, out = folder / "spec.xc", folder / "out.html"
    file.write_text(spec)
    assert main(["solve", str(file), "--html", str(out), *arguments]) == 0
    return out


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize("spec", [hostile_spec(), named_spec()], ids=["drawn", "named"])
def test_hostile_names_by_parsing(spec: str, tmp_path: Path) -> None:
    """One script, one style, no handler, nothing foreign, no character that steers a terminal."""
    text = page_of(spec, tmp_path).read_text()
    tags = Tags()
    tags.feed(text)
    names = [tag for tag, _ in tags.found]
    assert names.count("script") == names.count("style") == 1
    assert "img" not in names
    attributes = {name for _, found in tags.found for name in found}
    assert not [name for name in attributes if name.startswith("on") or name in ("src", "style")]
    assert not set(text) & set("\u202e\u202c\u2066\x1b\x07")


@pytest.fixture
def look(browser: Any) -> Iterator[Any]:
    """Opens a page of so many pixels; nothing may go wrong in it."""
    opened, wrong = [], []

    def look(path: Path, width: int = 1200) -> Any:
        page = new_page(browser, viewport={"width": width, "height": 900})
        opened.append(page)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text))
        page.on("request", lambda request: request.url.startswith("file:") or wrong.append(request.url))
        page.goto(path.as_uri())
        return page

    yield look
    for page in opened:
        page.close()
    assert not wrong


@pytest.mark.browser
@pytest.mark.parametrize("spec", [hostile_spec(), named_spec()], ids=["drawn", "named"])
def test_hostile_names_in_a_browser(spec: str, tmp_path: Path, look: Any) -> None:
    page = look(page_of(spec, tmp_path))
    page.fill("#filter", "window.hit")
    page.locator("figure [data-part]").first.click(force=True)
    assert page.evaluate("window.hit") is None
    expect(page.locator("body")).to_be_visible()
    for name in ("script", "style"):
        expect(page.locator(name)).to_have_count(1)


@pytest.mark.browser
def test_injected_script_does_not_run(tmp_path: Path, browser: Any) -> None:
    """The policy holds even if something came into the page: this is not our script."""
    path = page_of(named_spec(), tmp_path)
    text = path.read_text()
    path.write_text(text.replace("</body>", "<script>window.hit = 1</script></body>"))
    page = new_page(browser)
    page.goto(path.as_uri())
    assert page.evaluate("window.hit") is None
    page.close()


@pytest.mark.browser
def test_looking_through(tmp_path: Path, look: Any) -> None:
    """Only what is near the window is drawn, wherever it is scrolled to."""
    out = tmp_path / "kanoodle.html"
    assert main(["solve", "kanoodle", "--limit", "2000", "--html", str(out)]) == 0
    page = look(out)
    expect(page.locator("#summary")).to_have_text("2,000 of 2,000")
    expect(page.locator(".block")).to_have_count(34)
    page.locator("#solutions").evaluate("it => it.lastChild.scrollIntoView()")
    page.get_by_text("#2,000", exact=True).wait_for()
    page.get_by_text("#1", exact=True).wait_for(state="detached")
    assert page.locator("figure").count() < 1000
    page.evaluate("window.scrollTo(0, 0)")
    page.get_by_text("#1", exact=True).wait_for()
    page.fill("#filter", "#17")
    expect(page.locator("figcaption")).to_have_text(["#17"])


@pytest.mark.browser
def test_printing(tmp_path: Path, look: Any) -> None:
    """What is not in view, too, up to a number, and the page says of how many."""
    out = tmp_path / "kanoodle.html"
    assert main(["solve", "kanoodle", "--limit", "2000", "--html", str(out)]) == 0
    page = look(out)
    expect(page.locator("#printed")).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    expect(page.locator("figure:visible")).to_have_count(1800)
    expect(page.locator("#printed")).to_have_text("1 to 1,800 of 2,000 solutions")
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.get_by_text("#1,800", exact=True).wait_for(state="detached")
    page.fill("#filter", "#17")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("#printed")).to_have_text("1 of 1 solutions with #17")
    page.fill("#filter", "#3000")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("#printed")).to_have_text("no solution with #3000")


@pytest.mark.browser
def test_more_than_a_page(tmp_path: Path, look: Any) -> None:
    out = tmp_path / "kanoodle.html"
    assert main(["solve", "kanoodle", "--limit", "30100", "--html", str(out)]) == 0
    page = look(out)
    expect(page.locator("#summary")).to_have_text("30,100 of 30,100; page 1 of 2")
    page.get_by_label("next page").click()
    expect(page.locator("figcaption").first).to_have_text("#30,001")
    expect(page.locator(".block")).to_have_count(2)
    page.get_by_label("page before").click()
    expect(page.locator("figcaption").first).to_have_text("#1")


@pytest.mark.browser
def test_filter(tmp_path: Path, look: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """It finds what the solutions themselves say; a click asks for a piece where it lies."""
    out = tmp_path / "pentominoes.html"
    size = ["-p", "rows=3", "-p", "columns=20"]
    assert main(["solve", "pentominoes", *size, "--all", "--json", "--html", str(out)]) == 0
    lines = map(json.loads, capsys.readouterr().out.splitlines())
    drawings = [line["drawing"] for line in lines]
    corner = drawings[0][0][0]
    expected = sum(drawing[0][0] == corner for drawing in drawings)
    page = look(out)
    page.fill("#filter", f"{corner} at (1,1)")
    expect(page.locator("#summary")).to_have_text(f"{expected} of {len(drawings)}")
    page.fill("#filter", "")
    page.locator("figure [data-part]").first.click(force=True)
    asked = page.input_value("#filter")
    assert " at (" in asked
    shown = int(page.inner_text("#summary").split()[0])
    assert 1 <= shown <= len(drawings)


@pytest.mark.browser
@pytest.mark.parametrize("spec", ["kanoodle", "queens", "sudoku-4x4", "soma", "australia", "matchings"])
def test_what_the_empty_field_suggests_is_found(spec: str, tmp_path: Path, look: Any) -> None:
    out = tmp_path / "out.html"
    assert main(["solve", spec, "--limit", "30", "--html", str(out)]) == 0
    page = look(out)
    page.fill("#filter", page.get_attribute("#filter", "placeholder"))
    expect(page.locator("#summary")).to_have_text(re.compile("^1 of "))


@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 380, 1600])
def test_width(width: int, tmp_path: Path, look: Any) -> None:
    """Nothing reaches out of the window, on a phone as little as on a desk."""
    out = tmp_path / "soma.html"
    assert main(["solve", "soma", "--limit", "5", "--html", str(out)]) == 0
    page = look(out, width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("figure svg").first.bounding_box()["width"] > 150


@pytest.mark.browser
def test_a_telephone_shows_the_whole_example(tmp_path: Path, look: Any) -> None:
    """What stands in the empty field is not cut off."""
    page = look(page_of(named_spec(), tmp_path), 360)
    wide, room = page.evaluate(
        """() => {
            const field = document.getElementById("filter"), style = getComputedStyle(field);
            const pen = document.createElement("canvas").getContext("2d");
            pen.font = style.font;
            const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
            return [pen.measureText(field.placeholder).width, room];
        }"""
    )
    assert 0 < wide <= room
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.browser
def test_chosen_colors_are_shown(tmp_path: Path, look: Any) -> None:
    spec = 'board b 1x2\nshapes p\n  |AB\nplace fixed p on b\ndraw as "A" color "navy"\n'
    page = look(page_of(spec, tmp_path))
    path = page.locator("#solutions figure use").nth(1)
    assert path.get_attribute("data-part") == "0"
    assert page.evaluate("getComputedStyle(document.querySelector('#part0 path')).fill") == "rgb(0, 0, 128)"


@pytest.mark.browser
@pytest.mark.parametrize(("spec", "pieces", "layers"), [("soma", 7, 3), ("kanoodle-pyramid", 12, 5)])
def test_a_solid_is_turned_cut_and_built(
    spec: str, pieces: int, layers: int, tmp_path: Path, look: Any
) -> None:
    """By the mouse, by keys and by the ranges: each shows something else, and the way back is the same."""
    out = tmp_path / "out.html"
    assert main(["solve", spec, "--limit", "2", "--html", str(out)]) == 0
    page = look(out)
    page.locator("figure button").nth(1).click()
    expect(page.locator("dialog h2")).to_have_text("#2")
    expect(page.locator("output")).to_have_text(f"{pieces} of {pieces} pieces")
    seen = [_seen(page)]
    for key in ("ArrowRight", "ArrowUp", "+"):
        page.keyboard.press(key)
        seen.append(_seen(page))
    page.keyboard.press("Home")
    assert _seen(page) == seen[0]
    box = page.locator("canvas").bounding_box()
    page.mouse.move(box["x"] + 100, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + 160, box["y"] + 130)
    page.mouse.up()
    seen.append(_seen(page))
    for at, value in ((2, "50"), (0, str(layers - 1)), (1, str(pieces // 2))):
        page.locator("dialog input").nth(at).fill(value)
        seen.append(_seen(page))
    assert len(set(seen)) == len(seen)
    told = rf"^{pieces // 2} of {pieces} pieces, .* was the last; the lowest {layers - 1} of {layers} layers$"
    expect(page.locator("output")).to_have_text(re.compile(told))
    page.get_by_role("button", name="close").click()
    expect(page.locator("dialog")).to_be_hidden()


def _seen(page: Any) -> str:
    return str(page.evaluate("document.querySelector('canvas').toDataURL()"))


@pytest.mark.browser
def test_a_solid_is_built_from_below(tmp_path: Path, look: Any) -> None:
    """A lid comes last, though its mark is the first."""
    spec = "board b 2x1x2\nshapes p\n  |AA|BC\nplace fixed p on b"
    page = look(page_of(spec, tmp_path))
    page.locator("figure button").click()
    page.locator("dialog input").nth(1).fill("2")
    expect(page.locator("output")).to_have_text(re.compile("^2 of 3 pieces, [^A]"))


@pytest.mark.browser
def test_a_flat_board_is_not_turned(tmp_path: Path, look: Any) -> None:
    page = look(page_of("board b 1x2\nshapes p\n  |AA\nplace fixed p on b", tmp_path))
    expect(page.locator("dialog, figure button")).to_have_count(0)


@pytest.mark.browser
def test_a_notebook_shows_the_board(tmp_path: Path, look: Any) -> None:
    """What it gets of a puzzle is seen in a page: the ground of the board, as large as its cells are."""
    file = tmp_path / "cell.html"
    file.write_text(f"<!doctype html>\n{excover.load('kanoodle-start')._repr_html_()}")
    page = look(file)
    ground = page.locator("svg path").first.bounding_box()
    assert (ground["width"], ground["height"]) == (11 * 40, 5 * 40)
