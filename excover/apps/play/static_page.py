"""The page as files for any web server: excover runs in the browser.

`write_page` puts together the page, this package as it is, its core compiled to WebAssembly, and Pyodide,
which is Python compiled to WebAssembly (https://pyodide.org).
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from excover.apps.play.page_facts import page_facts, page_file, page_html
from excover.apps.play.tour import document
from excover.base.errors import ExcoverError
from excover.base.source import Source
from excover.language import gallery
from excover.language.syntax import make_tables
from excover.language.syntax.grammar import grammar_text
from excover.search.strategy import core_names

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
