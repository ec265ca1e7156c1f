"""The page of the playground in Chromium, for its tests; conftest.py has the fixtures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import PATIENCE, expect
from playground_client import serving

from excover.apps.play.page_server import PageServer
from excover.language.links.link_codes import packed

DOMINOES = "board b 2x3\nshapes d\n  |AA\nplace free d on b each 3 times\n"
PIECES = "board b 2x3\nshapes piece\n  |AAA BBB\nplace free piece on b\n"
CHOICE = "item a\noption x() covers a\noption y() covers a\n"
SUDOKU = "board grid 4x4\nfill grid with 1..4, once per row, column, block 2x2\n"
QUEENS = (Path(__file__).parents[2] / "specs" / "queens.xc").read_text()


@pytest.fixture(scope="module")
def page_server() -> Iterator[PageServer]:
    with serving() as started:
        yield started


class Look:
    """A page of the playground; nothing may go wrong in it, and it asks nobody but its server. No color is
    on its way to another one, which axe-core would measure.
    """

    def __init__(
        self, browser: Any, server: PageServer, width: int, scheme: str = "light", **device: Any
    ) -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            reduced_motion="reduce",
            accept_downloads=True,
            **device,
        )
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.server = server
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.own = (f"http://127.0.0.1:{server.port}/", "data:", "blob:")
        self.page.on("request", self.asked)

    def asked(self, request: Any) -> None:
        if not request.url.startswith(self.own):
            self.wrong.append(request.url)

    def open(self, text: str, **settings: str) -> Any:
        """A link with a text."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.server.address}#{packed(text, settings)}")
        self.checked()
        return self.page

    def checked(self) -> None:
        """Waits until what the page shows is of the text that it has now."""
        self.page.wait_for_selector("html[data-ready][data-checked]")

    def run(self, name: str) -> str:
        """Presses a button that starts a search, and returns what is said at its end."""
        return ran(self.page, name)

    def text(self) -> str:
        """The text of the editor, without the sizes at the ends of lines."""
        lines = self.page.evaluate(
            """() => [...document.querySelectorAll(".cm-line")].map((line) => {
                const copy = line.cloneNode(true);
                copy.querySelectorAll(".hint").forEach((hint) => hint.remove());
                return copy.textContent;
            })"""
        )
        return "\n".join(lines)


def shown(page: Any, name: str) -> Any:
    """A button, also of the menu of studies."""
    button = page.locator(f"#study :text-is('{name}')")
    if button.count() and not page.locator("#study").evaluate("(menu) => menu.open"):
        page.locator("#study > summary").click()
    return page.get_by_role("button", name=name, exact=True)


def ran(page: Any, name: str) -> str:
    shown(page, name).click()
    page.wait_for_selector("body:not([data-busy])")
    expect(page.locator("#said")).not_to_be_empty()
    return str(page.inner_text("#said"))


@pytest.fixture
def look(browser: Any, page_server: PageServer) -> Iterator[Any]:
    opened: list[Look] = []

    def look(width: int = 1200, scheme: str = "light") -> Look:
        opened.append(Look(browser, page_server, width, scheme))
        return opened[-1]

    yield look
    for each in opened:
        each.context.close()
    assert [each.wrong for each in opened if each.wrong] == []


def written(page: Any, text: str) -> None:
    """Writes another text, as a reader does: all at once, by pasting."""
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+A")
    page.evaluate(
        """(text) => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            document.querySelector(".cm-content").dispatchEvent(
                new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }""",
        text,
    )
