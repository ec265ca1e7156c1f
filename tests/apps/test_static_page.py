"""The page of `excover play --static`: excover in a real browser, without a server of its own.

Skipped where Playwright for Python, Chromium, Pyodide (`npm ci` in ``playground``) or the core as WebAssembly
(`python tools/wasm_core.py`) is missing.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from chromium import expect, launched, new_page
from effort import HANGS
from playground_look import ran, written

from excover import load
from excover.apps.play.page_facts import NoPageFiles, find_core, find_pyodide, write_page
from excover.apps.play.tour import steps
from excover.language import gallery
from excover.language.links.link_codes import packed

pytestmark = [pytest.mark.outer, pytest.mark.browser, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
DOMINOES = "board b 2x3\nshapes d\n  |AA\nplace free d on b each 3 times\n"
ENDLESS = "board b 12x12\nshapes d\n  |AA\nplace free d on b each 72 times\n"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A plain web server with the page."""
    folder = tmp_path_factory.mktemp("page")
    try:
        write_page(folder, find_pyodide(str(ROOT / "playground" / "node_modules" / "pyodide")), find_core())
    except NoPageFiles as missing:
        pytest.skip(str(missing))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join(HANGS)


class Look:
    """The page; nothing may go wrong in it, and it asks nobody but its server."""

    def __init__(self, browser: Any, address: str) -> None:
        self.address = address
        self.wrong: list[str] = []
        self.page = new_page(browser, viewport={"width": 1200, "height": 900})
        self.is_open = False
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda message: self.wrong.append(message.text))
        own = (address, f"blob:{address}", "data:")
        self.page.on("request", lambda asked: asked.url.startswith(own) or self.wrong.append(asked.url))

    def open(self, text: str) -> None:
        """A link with a text; another text is written, so that the workers stay."""
        if self.is_open:
            written(self.page, text)
        else:
            self.page.goto(f"{self.address}#{packed(text, {})}")
        self.is_open = True
        self.page.wait_for_selector("html[data-ready][data-checked]")

    def run(self, name: str) -> str:
        """Presses a button that starts a search, and returns what is said at its end."""
        return ran(self.page, name)

    def asked(self, question: str, **data: Any) -> Any:
        """The answer of a worker to a question of the page."""
        return self.page.evaluate(
            "([question, data]) => window.excoverAsk(question, data)", [question, {"settings": {}, **data}]
        )


@pytest.fixture(scope="module")
def look(browser: Any, address: str) -> Iterator[Look]:
    look = Look(browser, address)
    look.open(DOMINOES)
    yield look
    look.page.close()
    assert look.wrong == []


def test_solve_count_and_all(look: Look) -> None:
    look.open(DOMINOES)
    assert look.run("Solve").startswith("a solution")
    assert look.run("Count").startswith("3 solutions")
    assert look.run("All").startswith("all 3 solutions")
    expect(look.page.locator("#sheet figure")).to_have_count(3)
    look.page.get_by_text("Export", exact=True).click()
    expect(look.page.locator("[data-export]:visible")).to_have_count(5)  # no PDF, which takes another program
    look.page.keyboard.press("Escape")


def test_errors_have_fixes(look: Look) -> None:
    look.open(DOMINOES.replace("on b", "on bb"))
    look.page.get_by_role("button", name="replace `bb` by `b`").click()
    look.page.wait_for_selector("#problems li", state="detached")


@pytest.mark.parametrize("name", ["kanoodle", "queens", "langford"])
def test_counts_are_those_of_the_core_here(look: Look, name: str) -> None:
    source = gallery.puzzle(name)
    assert source
    found = look.asked("count", text=source.text)
    tally = load(name).tally()
    assert (found["count"], found["exhausted"]) == (str(tally.count), True)


def test_every_question_has_an_answer(look: Look) -> None:
    text = (ROOT / "specs" / "queens.xc").read_text()
    for question in ("check", "heat", "starts", "tree", "unique", "expect", "format", "list"):
        found = look.asked(question, text=text)
        assert "error" not in found, (question, found)
    assert look.asked("expect", text=text)["expectations"][0]["holds"]


def test_the_tour(look: Look) -> None:
    page, step = look.page, steps()[1]
    page.goto(f"{look.address}#tour=2")
    page.wait_for_selector("#tour:visible")
    page.get_by_role("button", name="Check the task").click()
    page.wait_for_selector("#tour-said:has-text('Not yet: your description has at least 2 solutions')")
    written(page, step.answer)
    page.get_by_role("button", name="Check the task").click()
    page.wait_for_selector("#tour-said:has-text('Done: 1 solution')")
    page.reload()
    page.wait_for_selector("#tour:visible")
    expect(page.locator("#tour-title")).to_have_text(step.title)
    expect(page.locator("#tour-done")).to_have_text("1 of 12 done")
    assert page.evaluate("() => document.cookie") == ""


def test_every_task_is_judged(look: Look) -> None:
    for number, step in enumerate(steps(), 1):
        before, after = (look.asked("task", text=text, step=number) for text in (step.example, step.answer))
        assert (before["done"], after["done"]) == (False, True), (step.title, before, after)


def test_yaml(look: Look) -> None:
    text = 'items: {a: "1..3"}\noptions:\n  - {name: x, for: "i in 1..3", covers: ["a[i]"]}\n'
    assert "diagnostics" in look.asked("check", text=text, file=True)


def test_what_is_wrong_is_told_and_the_worker_goes_on(look: Look) -> None:
    assert "nested" in json.dumps(look.asked("check", text="item a[1.." + "(" * 5000 + ")" * 5000 + "]"))
    large = look.asked("count", text="item a[1..10^9]\noption x(i in 1..10^9) covers a[i]")
    assert "error" in large
    assert look.asked("count", text=DOMINOES)["count"] == "3"


def test_a_search_is_stopped_and_its_worker_replaced(look: Look) -> None:
    look.open(ENDLESS)
    look.page.get_by_role("button", name="All", exact=True).click()
    look.page.wait_for_selector("#stage:has-text('solutions')")
    look.page.get_by_role("button", name="Stop").click()
    look.page.wait_for_selector("#said:has-text('stopped, with')")
    look.open(DOMINOES)
    assert look.run("Count").startswith("3 solutions")


def test_out_of_memory_is_told_and_the_worker_replaced(browser: Any, address: str) -> None:
    """In a browser that gives a worker 46 MB, of which Python takes 38."""
    small = launched(browser.browser_type, "--js-flags=--wasm-max-mem-pages=700")
    here = Look(small, address)
    here.open(DOMINOES)
    here.page.wait_for_selector("html[data-workers='2']")
    large = here.asked("count", text="item a[1..30000]\noption x(i in 1..30000) covers a[i]\n")
    assert large == {"error": "out of memory: this needs more than a page can have"}
    assert here.asked("count", text=DOMINOES)["count"] == "3"
    here.page.wait_for_selector("html[data-workers='3']")
    small.close()
    assert here.wrong == []
