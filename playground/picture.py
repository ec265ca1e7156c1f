"""Writes docs/pictures/playground.png, a picture of the page; needs Playwright and Chromium.

python playground/picture.py
"""

from __future__ import annotations

import threading
from pathlib import Path
from shutil import which

from playwright.sync_api import sync_playwright

from excover.apps.play.page_server import PageServer
from excover.base.source import Source

OUT = Path(__file__).parents[1] / "docs" / "pictures" / "playground.png"

TEXT = """\
# Two pieces of Kanoodle are given.
puzzle "Kanoodle, two pieces given"
import kanoodle
board tray 5x11
place free piece on tray
given
  |.......L...
  |......LLLF.
  |.......LFF.
  |...........
  |...........
"""

# How long it took depends on what else the machine does.
WITHOUT_TIME = """() => {
  const said = document.getElementById("said");
  said.textContent = said.textContent.replace(/ \\([\\d.]+ s\\)$/, "");
}"""


def main() -> None:
    server = PageServer(Source.of_text("tray.xc", TEXT))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1120, "height": 640})
        page.goto(server.address)
        page.wait_for_selector("html[data-checked]")
        page.get_by_role("button", name="All", exact=True).click()
        page.wait_for_selector("#said:not(:empty)")
        page.evaluate(WITHOUT_TIME)
        page.screenshot(path=OUT)
        browser.close()
    server.shutdown()
    server.server_close()


if __name__ == "__main__":
    main()
