"""The site is built without a warning, which a wrong link would be; its search finds what users look for."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from excover import gallery

ROOT = Path(__file__).parents[1]
HTML = ROOT / "build" / "site" / "html"
SEARCHES = {
    "E303": "Errors and warnings",
    "at most once": "The language",
    "SolutionSet.sample": "excover.SolutionSet.sample",
}


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.skipif(
    not all(map(find_spec, ("sphinx", "furo", "myst_parser"))), reason="needs pip install 'excover[site]'"
)
def test_site() -> None:
    """One test, because it builds the one site; without Playwright and Chromium, the search is not tried."""
    ran = subprocess.run(
        [sys.executable, ROOT / "tools" / "site" / "build.py"], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    check_pages()
    if find_spec("playwright"):
        check_search()


def check_pages() -> None:
    """The gallery has every puzzle; most have a picture, those of words have none."""
    page = (HTML / "docs" / "gallery.html").read_text("utf-8")
    titles = re.findall(r"<h2>([\w-]+)<", page)
    assert titles == gallery.names()
    assert len(re.findall(r"<img alt=\"A solution of", page)) > len(titles) / 2
    assert "solutions = 371020" in re.sub(r"<[^>]*>", "", page)
    assert 'id="excover.SolutionSet.sample"' in (HTML / "docs" / "api.html").read_text("utf-8")


def check_search() -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as engine:
        try:
            browser = engine.chromium.launch(executable_path="/usr/bin/chromium")
        except Exception as missing:
            pytest.skip(f"the pages are right; no Chromium to search: {missing}")
        page = browser.new_page()
        for words, title in SEARCHES.items():
            page.goto(f"file://{HTML}/search.html?q={words.replace(' ', '+')}")
            page.locator("#search-results").get_by_text(title, exact=True).first.wait_for()
        page.goto(f"file://{HTML}/search.html?q=E303")
        page.locator("#search-results a[href*='#index-']").first.click()
        page.wait_for_url("**/errors.html#index-*")
        anchor = page.url.partition("#")[2]
        following = (HTML / "docs" / "errors.html").read_text("utf-8").partition(f'id="{anchor}"')[2]
        assert re.findall(r"<h2>(\w+)", following)[0] == "E303"
        browser.close()
