"""Chromium, if it is there, for tests of pages; conftest.py has its fixture."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from extras import module_or_skip, program_or_skip

CHROMIUM = shutil.which("chromium")
PATIENCE = 1_200_000
"""Milliseconds after which what is waited for in a page is given up, however busy the machine is."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def launched(kind: Any, *flags: str) -> Any:
    return kind.launch(executable_path=CHROMIUM, args=[*FLAGS, *flags], timeout=PATIENCE)


def expect(seen: Any) -> Any:
    """Playwright's `expect`, which waits for a state of what is seen, but by itself for five seconds only."""
    from playwright.sync_api import expect as expected

    expected.set_options(timeout=PATIENCE)
    return expected(seen)


def new_page(browser: Any, **options: Any) -> Any:
    page = browser.new_page(**options)
    page.set_default_timeout(PATIENCE)
    return page


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = module_or_skip("playwright.sync_api")
    if CHROMIUM is None:
        program_or_skip("chromium")
    with playwright.sync_playwright() as started:
        opened = launched(started.chromium)
        yield opened
        opened.close()
