"""What the page knows from the beginning: its first text, the gallery, and the words of the language.

What the help of the page shows: the words that begin statements, and short examples to open.

>>> [each["title"] for each in help_facts()["examples"]]
['Pieces on a board', 'Values in cells', 'Items and options']
>>> help_facts()["words"][0]
('puzzle', 'the title')

The files of the page, as they are in the package.

>>> page_html("secret", "", "").count('nonce="secret"')
2
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from importlib.resources import files

from excover import __version__
from excover.apps.editing.highlighting import patterns
from excover.apps.editing.keyword_meanings import meanings
from excover.apps.play.asked import PlayAnswer
from excover.apps.play.tour import tour_facts
from excover.base.source import Source
from excover.language import gallery

PIECES = """\
# Six pieces are to fill a tray of 5 by 6.
# Press "Solve"; then draw other pieces.
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
        "tour": tour_facts(),
        "help": help_facts(),
        "documents": "",
        "highlighting": [{"regex": each.regex, "kinds": each.kinds} for each in patterns()],
    }


def _entry(name: str) -> PlayAnswer:
    source = gallery.puzzle(name)
    assert source
    return {"name": name, "text": source.text}


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
