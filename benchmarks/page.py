"""How soon the page without a server is there, in Chromium and from the loopback, and how fast it counts.

    python benchmarks/page.py --folder DIR           # what `excover play --static DIR` has written
    python benchmarks/page.py --pyodide DIR --core FILE

For each repeat, a new browser, which has nothing in its cache, opens the page:

* first paint: the first contentful paint, as the browser tells it;
* editor: the text can be edited;
* ready: Python has begun in a worker and the first text is checked, with its board drawn;
* Kanoodle: the seconds that the page says after "Count", with a worker that has begun. Between two of them,
  the same question is answered by the native core, in this process: compiled, searched, and in words.

All are seconds by the clock, since a newcomer's are, so the machine has to be at rest; its load is printed.
The goals: first paint under 2 s, ready under 8 s, Kanoodle within 3 times the native core. Needs Playwright
for Python and Chromium; docs/playground.md says where the files of the page come from, and what was measured.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from excover.apps.play.page_facts import NoPageFiles, find_core, find_pyodide, packed, write_page
from excover.apps.play.questions import answer
from excover.language import gallery

GOALS = {"first paint": 2.0, "ready": 8.0}
MOST_TIMES_NATIVE = 3.0
SOLUTIONS = "371,020"
PATIENCE = 600_000

# When the page has come how far, in seconds since its address was opened.
WATCH = """
window.came = {};
new MutationObserver(() => {
  for (const name of ["ready", "checked"])
    if (name in document.documentElement.dataset) window.came[name] ??= performance.now() / 1000;
}).observe(document, { attributes: true, subtree: true });
"""
CAME = """() => ({
  "first paint": performance.getEntriesByName("first-contentful-paint")[0].startTime / 1000,
  "editor": window.came.ready,
  "ready": window.came.checked,
})"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a plain web server on the loopback."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@contextmanager
def opened(playwright: Any, chromium: str) -> Iterator[Any]:
    """A page of a browser with nothing in its cache."""
    browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    page.set_default_timeout(PATIENCE)
    page.add_init_script(WATCH)
    yield page
    browser.close()


def counted_in_page(page: Any) -> float:
    """Seconds that the page says, of which it tells hundredths."""
    page.get_by_role("button", name="Count", exact=True).click()
    page.wait_for_selector("#said:has-text('solutions')")
    said = page.inner_text("#said")
    found = re.fullmatch(rf"{SOLUTIONS} solutions \((\d+(?:\.\d+)?) s\)", said)
    if not found:
        sys.exit(f"the page says: {said}")
    return float(found[1])


def counted_natively(text: str) -> float:
    began = perf_counter()
    found = answer("count", {"text": text}, "", lambda said: None)
    seconds = perf_counter() - began
    if found["text"] != f"{SOLUTIONS} solutions":
        sys.exit(f"the native core says: {found}")
    return seconds


def measured(folder: Path, repeats: int, counts: int) -> None:
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or sys.exit("this needs Chromium")
    source = gallery.puzzle("kanoodle")
    assert source
    times: dict[str, list[float]] = {}
    inside, native = [], []
    with serving(folder) as address, sync_playwright() as playwright:
        for repeat in range(1, repeats + 1):
            with opened(playwright, chromium) as page:
                page.goto(address)
                page.wait_for_selector("html[data-checked]")
                came = page.evaluate(CAME)
                print(
                    f"run {repeat}:", ", ".join(f"{name} {at:.2f} s" for name, at in came.items()), flush=True
                )
                for name, at in came.items():
                    times.setdefault(name, []).append(at)
                page.wait_for_selector(
                    "html[data-workers='2']"
                )  # it has not to share the processor with its start
                page.goto(f"{address}#{packed(source.text, {})}")
                page.wait_for_selector("#size:has-text('options')")
                for _ in range(counts):
                    inside.append(counted_in_page(page))
                    native.append(counted_natively(source.text))
                    print(f"  Kanoodle {inside[-1]:.2f} s, native {native[-1]:.2f} s", flush=True)
    for name, found in times.items():
        goal = f" (goal: {GOALS[name]:.0f} s)" if name in GOALS else ""
        print(f"{name}: median {median(found):.2f} s, {min(found):.2f} to {max(found):.2f}{goal}")
    ratios = [one / other for one, other in zip(inside, native, strict=True)]
    print(
        f"Kanoodle: median {median(inside):.2f} s, native {median(native):.2f} s, {median(ratios):.2f} times"
        f" as long, {min(ratios):.2f} to {max(ratios):.2f} (goal: {MOST_TIMES_NATIVE:.0f} times)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, help="a page that is written already")
    parser.add_argument("--pyodide", default="", metavar="DIR", help="as of `excover play --static`")
    parser.add_argument("--core", default="", metavar="FILE", help="as of `excover play --static`")
    parser.add_argument("--repeats", type=int, default=5, help="browsers (default: 5)")
    parser.add_argument("--counts", type=int, default=2, help="counts in each (default: 2)")
    wanted = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with TemporaryDirectory() as made:
        folder = wanted.folder or Path(made)
        if not wanted.folder:
            try:
                write_page(folder, find_pyodide(wanted.pyodide), find_core(wanted.core))
            except NoPageFiles as missing:
                sys.exit(str(missing))
        measured(folder, wanted.repeats, wanted.counts)


if __name__ == "__main__":
    main()
