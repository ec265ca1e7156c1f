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
pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("site"),
    pytest.mark.skipif(
        not all(map(find_spec, ("sphinx", "furo", "myst_parser"))), reason="pip install 'excover[site]'"
    ),
]


@pytest.fixture(scope="module")
def site() -> Path:
    ran = subprocess.run(
        [sys.executable, ROOT / "tools" / "site" / "build.py"], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return HTML


def test_pages(site: Path) -> None:
    """The gallery has every puzzle; most have a picture, those of words have none."""
    page = (site / "docs" / "gallery.html").read_text("utf-8")
    titles = re.findall(r"<h2>([\w-]+)<", page)
    assert titles == gallery.names()
    assert len(re.findall(r"<img alt=\"A solution of", page)) > len(titles) / 2
    assert "solutions = 371020" in re.sub(r"<[^>]*>", "", page)
    assert 'id="e303' in (site / "docs" / "errors.html").read_text("utf-8").lower()
    assert 'id="excover.SolutionSet.sample"' in (site / "docs" / "api.html").read_text("utf-8")


@pytest.mark.browser
def test_search(site: Path) -> None:
    if not find_spec("playwright"):
        pytest.skip("needs Playwright")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as engine:
        try:
            browser = engine.chromium.launch(executable_path="/usr/bin/chromium")
        except Exception as missing:
            pytest.skip(f"no Chromium: {missing}")
        page = browser.new_page()
        for words, title in (
            ("E303", "Errors and warnings"),
            ("at most once", "The language"),
            ("SolutionSet.sample", "excover.SolutionSet.sample"),
        ):
            page.goto(f"file://{site}/search.html?q={words.replace(' ', '+')}")
            page.locator("#search-results").get_by_text(title, exact=True).first.wait_for()
        page.goto(f"file://{site}/search.html?q=E303")
        page.locator("#search-results a[href*='#index-']").first.click()
        page.wait_for_url("**/errors.html#index-*")
        anchor = page.url.partition("#")[2]
        following = (site / "docs" / "errors.html").read_text("utf-8").partition(f'id="{anchor}"')[2]
        assert re.findall(r"<h2>(\w+)", following)[0] == "E303"
        browser.close()
