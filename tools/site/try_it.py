"""Links below examples, which open them in the playground that `build.py --play` puts beside the pages."""

from __future__ import annotations

import re
from pathlib import Path

import excover
from excover.apps.play.page_facts import find_core, find_pyodide, write_page
from excover.language.links.link_codes import packed

FOLDER = "play"

EXAMPLE = re.compile(r"^```excover.*\n((?:.*\n)*?)```$", re.MULTILINE)


def with_links(page: str, site: str) -> str:
    """The page with a link below each example that is a whole description; ``site``: the way to its top.

    Some examples show a statement alone, or what is refused. Those have none.
    """

    def linked(example: re.Match[str]) -> str:
        text = example[1]
        if not stands_alone(text):
            return example[0]
        address = f"{site}{FOLDER}/index.html#{packed(text, {})}"
        return f'{example[0]}\n\n<p class="try-it"><a href="{address}">Try it</a></p>\n'

    return EXAMPLE.sub(linked, page)


def open_from_pages(source: Path) -> None:
    """Links below the picture of the playground on the start page, and at the head of the tour."""
    _open_from(
        source / "index.md", "docs/pictures/playground.png)\n", f"{FOLDER}/index.html", "Open the playground"
    )
    folded = "An answer is folded below each task; there may be others.\n"
    _open_from(
        source / "docs" / "tour.md", folded, f"../{FOLDER}/index.html#tour", "Open the tour in the playground"
    )


def _open_from(page: Path, above: str, address: str, label: str) -> None:
    text = page.read_text("utf-8")
    assert text.count(above) == 1
    link = f'\n<p class="try-it"><a href="{address}">{label}</a></p>\n'
    page.write_text(text.replace(above, above + link), "utf-8")


def stands_alone(text: str) -> bool:
    try:
        return bool(excover.parse(text).matrix.options)
    except excover.ExcoverError:
        return False


def write_playground(html: Path, pyodide: str, core: str) -> None:
    """Raises NoPageFiles if something is missing that it is made of, and OSError."""
    write_page(html / FOLDER, find_pyodide(pyodide), find_core(core), documents="../docs/language.html")
