"""What the page knows from the beginning: its first text or link, the gallery, and the words of the language.

What the help of the page shows: the words that begin statements, and short examples to open.

>>> [each["title"] for each in help_facts()["examples"]]
['Pieces on a board', 'Values in cells', 'Items and options']
>>> help_facts()["words"][0]
('puzzle', 'the title')

The files of the page, as they are in the package.

>>> page_html("secret", "", "").count('nonce="secret"')
2

Links that hold a description: the page makes them (playground/src/share.js), `excover play` opens them.

>>> unpacked("http://127.0.0.1:1/?token=x#" + packed("item a", {"n": "3"}))
('item a', {'n': '3'})
>>> unpacked("queens.xc")

The file by which a browser is led to the page.

Every user of the machine can read the command line of a browser (`ps`), and with an address on it the token
of the server. So it has the name of a file, which only this user can read, and which holds the address.

>>> with redirect_file("http://127.0.0.1:1/?token=x") as file:
...     file.suffix, oct(file.stat().st_mode & 0o777), oct(file.parent.stat().st_mode & 0o777)
('.html', '0o600', '0o700')
>>> file.exists()
False
"""

from __future__ import annotations

import json
import os
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import escape
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from excover import __version__
from excover.apps.editing.vocabulary import meanings, patterns
from excover.apps.play.asked import PlayAnswer
from excover.apps.play.tour import tour_facts
from excover.base.errors import ExcoverError
from excover.base.source import Source
from excover.language import gallery

PIECES = """\
# Six pieces fill a tray of 5 by 6 cells.
# Press "Next" for another way; then draw other pieces.
puzzle "Six pieces in a tray"
board tray 5x6
shapes piece
  |L... PP V.. .Y.. ZZ. NN..
  |LLLL PP V.. YYYY .Z. .NNN
  |.... P. VVV .... .ZZ ....
place free piece on tray
"""

VALUES = """\
# Rows, columns and blocks of four cells
# have the numbers from 1 to 4.
puzzle "A small sudoku"
board grid 4x4
fill grid with 1..4, once per row, column, block 2x2
given
  |1...
  |..2.
  |.3..
  |...4
"""

OPTIONS = """\
# Each person does one task, and each task
# is done by one person. Ada does not cook.
puzzle "Three people, three tasks"
enum Person = Ada, Ben, Cleo
enum Task = cook, wash, shop
item person[Person], task[Task]
option does(p in Person, t in Task) covers person[p], task[t]
forbid does(Ada, cook)
"""


DRAWINGS = {
    "`.`": ("a cell", "nothing", "nothing is given"),
    "`?`": ("a cell that may stay empty", "", "nothing is given"),
    "`#`": ("no cell", "", "nothing is given"),
    "a blank": ("no cell", "nothing", "nothing is given"),
    "a letter or digit": (
        "a cell with that label",
        "a cell of the piece of that name",
        "this is to lie here",
    ),
}
"""What characters mean on a board, among pieces, and in givens; nothing where they are refused."""


def help_facts() -> PlayAnswer:
    """``words`` are pairs of a word and its meaning."""
    examples = {"Pieces on a board": PIECES, "Values in cells": VALUES, "Items and options": OPTIONS}
    return {
        "words": list(meanings().items()),
        "drawings": {
            "heads": ["", "`board`", "`shapes`", "`given`"],
            "rows": [
                [character, *(each or "(not used)" for each in of)] for character, of in DRAWINGS.items()
            ],
        },
        "examples": [{"title": title, "text": text} for title, text in examples.items()],
    }


def page_facts(source: Source | None = None, settings: Mapping[str, str] | None = None) -> PlayAnswer:
    """``highlighting`` has regular expressions that JavaScript understands, too.

    ``documents``: where the documents are from the page, if they are beside it.
    """
    return {
        "version": __version__,
        "text": source.text if source else PIECES,
        "name": source.name if source else "",
        "settings": dict(settings or {}),
        "file": bool(source and source.path),
        "gallery": [_entry(name) for name in gallery.names()],
        "groups": list(SHOWN),
        "tour": tour_facts(),
        "help": help_facts(),
        "documents": "",
        "highlighting": [{"regex": each.regex, "kinds": each.kinds} for each in patterns()],
    }


def _entry(name: str) -> PlayAnswer:
    source = gallery.puzzle(name)
    assert source
    return {"name": name, "text": source.text, "group": group_of(source.text)}


GROUPS = (
    ("Sudoku and variants", r"\A(?s:(?!^board).)*udoku"),
    ("Solids", r"\A(?=(?s:.)*(?:cube|sphere|tetraocta|\|[^|\n]*\|))(?=(?s:.)*^(?:shapes|place|import) )"),
    ("Pieces", r"^(?:shapes|place) "),
    ("Chess", r'^draw \w+\(.*as "[KQ]"'),
    ("Pen and paper", r"^(?:board|fill) "),
)
"""The groups of the gallery; the first of which the text of a puzzle has something is its own."""
OTHERS = "Designs, schedules and others"
SHOWN = ("Pieces", "Solids", "Sudoku and variants", "Pen and paper", "Chess", OTHERS)
"""The groups as they are shown."""


def group_of(text: str) -> str:
    """
    >>> group_of("board b 2x2\\nshapes s\\n  |AA\\nplace free s on b"), group_of("item a[1..3]")
    ('Pieces', 'Designs, schedules and others')
    """
    return next((name for name, has in GROUPS if re.search(has, text, re.MULTILINE)), OTHERS)


def page_file(name: str) -> bytes:
    """A file of the page. Raises FileNotFoundError."""
    return (files("excover.apps.play") / "static" / name).read_bytes()


def page_html(nonce: str, token: str, policy: str) -> str:
    """The page. ``token`` is that of its server, empty if there is none; ``policy`` is what the page itself
    has of it, empty if the server does.
    """
    meta = f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n' if policy else ""
    page = (
        page_file("play.html").decode().replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{meta}')
    )
    return page.replace("{nonce}", escape(nonce)).replace("{token}", escape(token))


LONGEST = 1_200_000
"""The most bytes that a link may unpack to."""


class BadLink(ExcoverError):
    """A link that holds no description."""

    def __str__(self) -> str:
        return "this link holds no description, or was cut off"


def packed(text: str, settings: Mapping[str, str]) -> str:
    """The fragment of a link."""
    data = json.dumps({"text": text, "settings": settings}, ensure_ascii=False).encode()
    small = zlib.compressobj(9, wbits=-15)
    return "p=" + urlsafe_b64encode(small.compress(data) + small.flush()).decode().rstrip("=")


def unpacked(link: str) -> tuple[str, dict[str, str]] | None:
    """The text of a link, and the values of its parameters; None if this is no link. Raises BadLink."""
    found = re.fullmatch(r"(?:https?://[^#]*)?#p=([\w-]+)", link.strip())
    if not found:
        return None
    try:
        letters = found[1]
        small = urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        data = json.loads(zlib.decompressobj(-15).decompress(small, LONGEST))
        text, settings = data["text"], data.get("settings", {})
    except (ValueError, zlib.error, KeyError, TypeError, AttributeError, RecursionError):
        raise BadLink from None
    if not isinstance(text, str) or not isinstance(settings, dict):
        raise BadLink
    return text, {str(name): value for name, value in settings.items() if isinstance(value, str)}


PAGE = """\
<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}">
<title>excover playground</title>
<p>This page leads to the <a href="{address}">playground</a>.</p>
"""


@contextmanager
def redirect_file(address: str) -> Iterator[Path]:
    """A page in a new folder of its own, both gone at the end. Raises OSError."""
    with TemporaryDirectory(prefix="excover-play-", ignore_cleanup_errors=True) as folder:
        file = Path(folder, "open.html")
        made = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(made, "w", encoding="utf-8") as opened:
            opened.write(PAGE.format(address=escape(address)))
        yield file
