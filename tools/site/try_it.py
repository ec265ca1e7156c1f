"""Links below examples, which open them in the playground that `build.py --play` puts beside the pages."""

from __future__ import annotations

import re
from pathlib import Path

import excover
from excover.play.links import packed
from excover.play.static_page import find_core, find_pyodide, write_page

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


def open_from_start_page(page: Path) -> None:
    """A link to the playground below its picture."""
    text, picture = page.read_text("utf-8"), "docs/pictures/playground.png)\n"
    link = f'\n<p class="try-it"><a href="{FOLDER}/index.html">Open the playground</a></p>\n'
    assert text.count(picture) == 1
    page.write_text(text.replace(picture, picture + link), "utf-8")


def stands_alone(text: str) -> bool:
    try:
        return bool(excover.parse(text).matrix.options)
    except excover.ExcoverError:
        return False


def write_playground(html: Path, pyodide: str, core: str) -> None:
    """Raises NoPageFiles if something is missing that it is made of, and OSError."""
    write_page(html / FOLDER, find_pyodide(pyodide), find_core(core))
