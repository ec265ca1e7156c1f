"""What the page knows from the beginning: its first text or link, the gallery, and the words of the language.

What the help of the page shows: the words that begin statements, and short examples to open.

>>> [each["title"] for each in help_facts()["examples"]]
['Pieces on a board', 'Values in cells', 'Items and options']
>>> help_facts()["words"][0]
('puzzle', 'the title')

The files of the page, as they are in the package.

>>> page_html("secret", "", "").count('nonce="secret"')
2

The file by which a browser is led to the page.

Every user of the machine can read the command line of a browser (`ps`), and with an address on it the token
of the server. So it has the name of a file, which only this user can read, and which holds the address.

>>> with redirect_file("http://127.0.0.1:1/?token=x") as file:
...     file.suffix, oct(file.stat().st_mode & 0o777), oct(file.parent.stat().st_mode & 0o777)
('.html', '0o600', '0o700')
>>> file.exists()
False

The page as files for any web server: excover runs in the browser.

`write_page` puts together the page, this package as it is, its core compiled to WebAssembly, and Pyodide,
which is Python compiled to WebAssembly (https://pyodide.org).
"""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import escape
from importlib.resources import files
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from excover import __version__
from excover.apps.editing.vocabulary import meanings, patterns
from excover.apps.play.asked import PlayAnswer
from excover.apps.play.drawn_solutions import thumbnail
from excover.apps.play.tour import document, tour_facts
from excover.base.errors import ExcoverError
from excover.base.source import Source
from excover.language import gallery
from excover.language.links.link_codes import BadLink
from excover.language.syntax.format import with_drawing_below
from excover.language.syntax.grammar import grammar_text
from excover.render.svg import link_inside
from excover.search.strategy import core_names

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


def page_facts(
    source: Source | None = None, settings: Mapping[str, str] | None = None, link_base: str = ""
) -> PlayAnswer:
    """``highlighting`` has regular expressions that JavaScript understands, too.

    ``documents``: where the documents are from the page, if they are beside it. ``link_base``: where links
    lead, if not to the page itself.
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
        "link_base": link_base,
        "pdf": find_spec("cairosvg") is not None,
        "highlighting": [{"regex": each.regex, "kinds": each.kinds} for each in patterns()],
    }


def _entry(name: str) -> PlayAnswer:
    source = gallery.puzzle(name)
    assert source
    return {"name": name, "text": source.text + _clues(name), "group": group_of(source.text)}


def _clues(name: str) -> str:
    """Shipped clues of a puzzle that has none of its own: the page has no `--given`."""
    clues = gallery.givens(f"{name}-easy")
    return f"{with_drawing_below('given', clues.text.splitlines())}\n" if clues else ""


PICTURES = "gallery.json"


def gallery_picture(name: str) -> str:
    """Of a shipped puzzle, as SVG; empty if it draws nothing."""
    return thumbnail(_entry(name)["text"])


def shipped_pictures() -> dict[str, str]:
    """Those that were made when the package was built, by name; none in a checkout."""
    try:
        return dict(json.loads(page_file(PICTURES)))
    except FileNotFoundError:
        return {}


def pictures_text() -> str:
    """All pictures of the gallery, as JSON."""
    return json.dumps({name: gallery_picture(name) for name in gallery.names()})


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


LARGEST_PICTURE = 100_000_000
"""The bytes of a picture in which its link is looked for."""


def link_of_picture(file: str) -> str:
    """The link inside a picture. Raises BadLink, and OSError if it cannot be read."""
    with open(file, "rb") as opened:
        link = link_inside(opened.read(LARGEST_PICTURE))
    if not link.startswith("p="):
        raise BadLink(
            "this picture has no puzzle inside, or was cut off: `excover solve` and the page put one into"
            " theirs, unless it takes tables or other files"
        )
    return f"#{link}"


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


POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:;"
    " style-src 'nonce-{nonce}'; img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The Content-Security-Policy of the page and, because they begin as blobs, of its workers."""

PYODIDE = "314.0.7"
"""The version of the npm package, for whose Python the core is compiled."""

PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "package.json",
)

CORE = "core.wasm"

LEFT_OUT = frozenset(("native", "static", "cli", "lsp", "notebook", "runs", "external", "__pycache__"))
"""Folders of the package that the page does not need."""


class NoPageFiles(ExcoverError):
    """Something is missing that the page is made of; the text names it, and its source."""


def find_pyodide(folder: str = "") -> Path:
    """The folder of the npm package, or where npm puts it. Raises NoPageFiles."""
    places = (
        [Path(folder)] if folder else [Path("node_modules/pyodide"), Path("playground/node_modules/pyodide")]
    )
    found = next((each for each in places if (each / "pyodide.asm.wasm").is_file()), None)
    if found is None:
        where = f"`{folder}` has no pyodide.asm.wasm" if folder else "Pyodide is not in node_modules"
        raise NoPageFiles(f"{where}: `npm install pyodide@{PYODIDE}` gets it, and --pyodide names its folder")
    missing = [name for name in PYODIDE_FILES if not (found / name).is_file()]
    if missing:
        raise NoPageFiles(f"`{found}` has no {missing[0]}")
    version = json.loads((found / "package.json").read_text("utf-8")).get("version")
    if version != PYODIDE:
        raise NoPageFiles(f"`{found}` has Pyodide {version}; the core is compiled for {PYODIDE}")
    return found


def find_core(file: str = "") -> bytes:
    """The core for Pyodide: a file, or the one of the package. Raises NoPageFiles, and OSError for a file."""
    try:
        core = Path(file).read_bytes() if file else page_file(CORE)
    except FileNotFoundError:
        if file:
            raise
        raise NoPageFiles(
            "this excover has no core as WebAssembly: in a checkout, `python tools/wasm_core.py` makes it"
        ) from None
    if not core.startswith(b"\0asm"):
        raise NoPageFiles(f"`{file}` is not WebAssembly")
    missing = [name for name in core_names() if name.encode() not in core]
    if missing:
        raise NoPageFiles(
            f"`{file or CORE}` is the core of another version of excover, without {missing[0]}:"
            " in a checkout, `python tools/wasm_core.py` makes it anew"
        )
    return core


def write_page(
    folder: Path,
    pyodide: Path,
    core: bytes,
    source: Source | None = None,
    settings: Mapping[str, str] | None = None,
    documents: str = "",
) -> int:
    """Writes the page, which begins with ``source``, into a folder; returns its bytes. Raises OSError.

    ``documents``: the address of the documents, as seen from the page.
    """
    nonce = secrets.token_urlsafe(16)
    facts = {
        **page_facts(source, settings),
        "file": False,
        "documents": documents,
    }  # nothing has neighbours there
    written = {
        "index.html": page_html(nonce, "", POLICY.format(nonce=nonce)).encode(),
        "play.js": page_file("play.js"),
        "play.css": page_file("play.css"),
        "worker.js": page_file("worker.js"),
        "facts.json": json.dumps(facts).encode(),
        PICTURES: pictures_text().encode(),
        "excover.zip": package_archive(),
        CORE: core,
        **{f"pyodide/{name}": (pyodide / name).read_bytes() for name in PYODIDE_FILES},
    }
    (folder / "pyodide").mkdir(parents=True, exist_ok=True)
    for name, content in written.items():
        (folder / name).write_bytes(content)
    return sum(map(len, written.values()))


def package_archive() -> bytes:
    """What of this package, and of PyYAML, the page runs, with the same bytes for the same files."""
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as packed:
        for name, content in sorted(_packed_files()):
            packed.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return archive.getvalue()


def _packed_files() -> Iterator[tuple[str, bytes]]:
    from excover.language.syntax import make_tables  # which the served page does not need

    yield from _python_files(Path(__file__).parents[2], "excover")
    yield "excover/language/syntax/_tables.py", make_tables.module(grammar_text()).encode()
    yield "excover/grammars/excover.lark", grammar_text().encode()
    yield "excover/apps/play/tour.md", document().encode()
    for path in gallery.folder().rglob("*.*"):
        yield f"excover/specs/{path.relative_to(gallery.folder()).as_posix()}", path.read_bytes()
    yaml = find_spec("yaml")
    assert yaml
    assert yaml.origin
    yield from _python_files(Path(yaml.origin).parent, "yaml")


def _python_files(folder: Path, name: str) -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob("*"):
        inner = path.relative_to(folder)
        if (
            LEFT_OUT.isdisjoint(inner.parts)
            and path.suffix in (".py", ".js", ".css")
            and path.name != "_tables.py"
        ):
            yield f"{name}/{inner.as_posix()}", path.read_bytes()
