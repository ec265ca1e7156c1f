"""Builds the site into build/site/html: `python tools/site/build.py` (needs `pip install -e '.[site]'`).

With `--play`, the playground is part of the site, and each example that is a whole description has a link
which opens it there; `--pyodide` and `--core` are those of `excover play --static`. With `--into DIR`, the
site goes into the folder of its version in DIR, where a menu on each page leads to the other versions, and
DIR/index.html to the newest one.

The pages are the documents of this repository as they are. A few more are made: the start page, which is the
README with a table of contents; the gallery and the published counts; the grammar as diagrams; the reference
of the Python interface, from its docstrings; that of the commands, from their help; and plots of the
benchmarks.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from pathlib import Path

try:
    from benchmark_plots import with_plots
    from errors_page import errors_page
    from gallery_pages import counts_page, gallery_page, published
    from railroad_pages import page as grammar_page
    from sphinx.cmd.build import main as sphinx
    from try_it import open_from_pages, with_links, write_playground

    import excover
    import excover.types
    from excover.apps.cli.reference import markdown
except ModuleNotFoundError as missing:
    sys.exit(f"the site needs `{missing.name}`: pip install -e '.[site]'")

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "site"
SOURCE = SITE / "source"

PAGES = {
    "Start": ["docs/tour", "docs/playground", "docs/gallery", "docs/comparison"],
    "Puzzles with pieces": ["docs/pieces", "docs/lattices", "docs/counts"],
    "Pen and paper": ["docs/genres"],
    "Make and print puzzles": ["docs/authors", "docs/pictures"],
    "For readers of Knuth": ["docs/knuth", "docs/counting", "docs/searchtree"],
    "Timetables": ["docs/timetables"],
    "Data in Python": ["docs/python"],
    "Long runs": ["docs/runs", "docs/records"],
    "Reference": [
        "docs/language",
        "docs/grammar",
        "docs/limits",
        "docs/errors",
        "docs/commands",
        "docs/search",
        "docs/formats",
        "docs/api",
        "docs/editors",
        "docs/stability",
    ],
    "Inside": ["docs/architecture", "docs/promises", "docs/proof-format", "docs/diagram-format"],
    "The project": ["benchmarks/results", "CHANGELOG", "CONTRIBUTING", "RELEASE", "SECURITY"],
}
"""The table of contents, by what readers do; a document that is in none goes to the end of `Inside`."""


def collect() -> None:
    """All documents, at the places where they are, so that links between them hold."""
    shutil.rmtree(SITE, ignore_errors=True)
    for folder in ("docs", "benchmarks"):
        shutil.copytree(ROOT / folder, SOURCE / folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    for file in [*ROOT.glob("*.md"), ROOT / "LICENSE"]:
        shutil.copy(file, SOURCE)
    for folder in ("excover", "specs", "grammars", "tests", "tools"):
        (SOURCE / folder).symlink_to(ROOT / folder)
    (SOURCE / "README.md").rename(SOURCE / "index.md")
    for page in SOURCE.glob("**/*.md"):
        text = page.read_text("utf-8")
        page.write_text(re.sub(r"\]\(((?:\.\./)*)README\.md", r"](\1index.md", text), "utf-8")
    errors = SOURCE / "docs" / "errors.md"
    errors.write_text(errors_page(errors.read_text("utf-8")), "utf-8")


def contents() -> str:
    """The tables of contents for the start page."""
    listed = {page for pages in PAGES.values() for page in pages} | {"index"}
    found = {str(path.relative_to(SOURCE).with_suffix("")) for path in documents()}
    pages = {**PAGES, "Inside": [*PAGES["Inside"], *sorted(found - listed)]}
    tables = [
        f"```{{toctree}}\n:hidden:\n:caption: {title}\n:maxdepth: 1\n\n" + "\n".join(paths) + "\n```"
        for title, paths in pages.items()
    ]
    return "\n\n" + "\n\n".join(tables) + "\n"


def documents() -> list[Path]:
    return [*SOURCE.glob("*.md"), *(SOURCE / "docs").glob("*.md"), *(SOURCE / "benchmarks").glob("*.md")]


def api_page() -> str:
    """Every public name, as `help(excover)` lists them, by the module that has it."""
    functions = [name for name in excover.__all__ if not isinstance(getattr(excover, name), type)]
    classes = [name for name in excover.__all__ if isinstance(getattr(excover, name), type)]
    parts = [
        "# Reference of the Python interface",
        "Every name of the packages `excover` and `excover.types`. [Models in Python](python.md) and the "
        "[README](../index.md#in-python) introduce them.",
        "## Functions",
        *(_api_entry("excover", name) for name in functions),
        "## Classes",
        *(_api_entry("excover", name) for name in classes),
        "## Types",
        "What functions take and give back, and programs seldom name: `from excover.types import Value`.",
        *(_api_entry("excover.types", name) for name in excover.types.__all__),
    ]
    return "\n\n".join(parts) + "\n"


def _api_entry(module: str, name: str) -> str:
    value = getattr(sys.modules[module], name)
    is_class = isinstance(value, type)
    kind = (
        "autoclass" if is_class else "autofunction" if callable(value) and module == "excover" else "autodata"
    )
    members = "   :members:\n" if is_class else ""
    return f"### {name}\n\n```{{eval-rst}}\n.. {kind}:: {module}.{name}\n{members}```"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--play", action="store_true", help="with the playground, and links to it")
    parser.add_argument("--pyodide", default="", metavar="DIR", help="the folder of the npm package")
    parser.add_argument("--core", default="", metavar="FILE", help="the core as WebAssembly")
    parser.add_argument("--into", type=Path, metavar="DIR", help="put it beside the sites of other versions")
    wanted, others = parser.parse_known_args(arguments)
    html = SITE / "html"
    collect()
    if wanted.play:
        write_playground(html, wanted.pyodide, wanted.core)
    write_pages()
    if wanted.play:
        for page in documents():
            site = "../" * (len(page.relative_to(SOURCE).parts) - 1)
            page.write_text(with_links(page.read_text("utf-8"), site), "utf-8")
        open_from_pages(SOURCE)
    settings = str(Path(__file__).parent)
    status = sphinx(["-q", "-W", "--keep-going", "-c", settings, *others, str(SOURCE), str(html)])
    if wanted.into and not status:
        put_beside_others(html, wanted.into)
    return status


def put_beside_others(html: Path, folder: Path) -> None:
    """In the folder of its version, and of each minor version the last one alone."""

    def numbers(name: str) -> tuple[int, ...]:
        return tuple(map(int, re.findall(r"\d+", name)))

    minor = excover.__version__.rpartition(".")[0]
    shutil.copytree(html, folder / minor, dirs_exist_ok=True)
    versions = sorted((each.name for each in folder.iterdir() if each.is_dir()), key=numbers, reverse=True)
    (folder / "versions.json").write_text(json.dumps(versions) + "\n", "utf-8")
    newest = f'<meta http-equiv="refresh" content="0; url={versions[0]}/">'
    (folder / "index.html").write_text(f"<!doctype html>\n<title>excover</title>\n{newest}\n", "utf-8")


def write_pages() -> None:
    """Those that are made."""
    docs, pictures = SOURCE / "docs", SOURCE / "docs" / "pictures"
    counts = published(ROOT / "tests" / "counts.toml")
    (docs / "gallery.md").write_text(gallery_page(pictures, counts), "utf-8")
    (docs / "counts.md").write_text(counts_page(counts), "utf-8")
    (docs / "grammar.md").write_text(grammar_page(ROOT / "grammars" / "excover.lark"), "utf-8")
    (docs / "api.md").write_text(api_page(), "utf-8")
    (docs / "commands.md").write_text(markdown(), "utf-8")
    results = SOURCE / "benchmarks" / "results.md"
    results.write_text(with_plots(results.read_text("utf-8"), pictures), "utf-8")
    with (SOURCE / "index.md").open("a", encoding="utf-8") as index:
        index.write(contents())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
