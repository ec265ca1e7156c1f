"""Builds the site into build/site/html: `python tools/site/build.py` (needs `pip install -e '.[site]'`).

The pages are the documents of this repository as they are. Three more are made here: the start page, which is
the README with a table of contents; the gallery, from specs/ with pictures that excover draws; and the
reference of the Python interface, from its docstrings.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from sphinx.cmd.build import main as sphinx

import excover
from excover import gallery

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "site"
SOURCE = SITE / "source"

PAGES = {
    "Learn": ["docs/tour", "docs/worked", "docs/gallery", "docs/authors", "docs/limits"],
    "The language": ["docs/language", "docs/lattices", "docs/errors"],
    "Use": [
        "docs/editors",
        "docs/commands",
        "docs/search",
        "docs/counting",
        "docs/runs",
        "docs/searchtree",
        "docs/pictures",
        "docs/formats",
    ],
    "In Python": ["docs/python", "docs/api"],
    "Inside": ["docs/architecture", "docs/promises", "docs/proof-format", "docs/diagram-format"],
    "The project": ["benchmarks/results", "CHANGELOG", "CONTRIBUTING", "RELEASE", "SECURITY"],
}
"""The table of contents; a document that is in none of them goes to the end of `Inside`."""
SECONDS = 20
"""For the picture of a puzzle; one that needs longer is shown without."""


def collect() -> None:
    """All documents, at the places where they are, so that links between them hold."""
    shutil.rmtree(SITE, ignore_errors=True)
    for folder in ("docs", "benchmarks"):
        shutil.copytree(
            ROOT / folder, SOURCE / folder, ignore=shutil.ignore_patterns("*.py", "*.1", "__pycache__")
        )
    for file in [*ROOT.glob("*.md"), ROOT / "LICENSE"]:
        shutil.copy(file, SOURCE)
    for folder in ("excover", "specs", "grammars", "tests", "tools"):
        (SOURCE / folder).symlink_to(ROOT / folder)
    (SOURCE / "README.md").rename(SOURCE / "index.md")
    for page in SOURCE.glob("**/*.md"):
        text = page.read_text("utf-8")
        page.write_text(re.sub(r"\]\(((?:\.\./)*)README\.md", r"](\1index.md", text), "utf-8")
    errors = SOURCE / "docs" / "errors.md"
    errors.write_text(with_index(errors.read_text("utf-8")), "utf-8")


def with_index(text: str) -> str:
    """The pages of messages with an entry of the index each, which the search finds by its code."""
    return re.sub(r"^(#+ ([EW]\d+)\b.*)$", r"```{index} \2\n```\n\n\1", text, flags=re.MULTILINE)


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


def gallery_page() -> str:
    """Each shipped puzzle with its picture, the counts that it promises, and its text."""
    parts = [
        "# Gallery",
        "The puzzles that excover ships. `excover solve NAME` solves one, `excover check NAME` verifies the "
        "counts. Each picture shows the first solution.",
    ]
    for name in gallery.names():
        parts += puzzle_parts(name)
    return "\n\n".join(parts) + "\n"


def puzzle_parts(name: str) -> Iterator[str]:
    source = gallery.puzzle(name)
    assert source is not None
    problem = excover.load(name)
    comments = re.findall(r"^#+ ?(.*)$", source.text.partition("\npuzzle")[0], re.MULTILINE)
    yield f"## {name}"
    yield f"**{problem.title or name}.** " + " ".join(comments)
    if expected := re.findall(r"^expect (.*)$", source.text, re.MULTILINE):
        yield "Promised and checked: " + ", ".join(f"`{text}`" for text in expected) + "."
    solution = problem.solve(excover.Run.within(seconds=SECONDS))
    picture = solution and solution._repr_svg_()
    if picture:
        (SOURCE / "docs" / "pictures" / f"gallery-{name}.svg").write_text(picture, "utf-8")
        yield f"![A solution of {name}](pictures/gallery-{name}.svg)"
    yield f"```excover\n{source.text.strip()}\n```"


def api_page() -> str:
    """Every public name, as `help(excover)` lists them, by the module that has it."""
    parts = [
        "# Reference of the Python interface",
        "Every name of the package `excover`. [Models in Python](python.md) and the "
        "[README](../index.md#in-python) introduce them.",
    ]
    functions = [name for name in excover.__all__ if not isinstance(getattr(excover, name), type)]
    classes = [name for name in excover.__all__ if isinstance(getattr(excover, name), type)]
    for title, names in (("Functions", functions), ("Classes", classes)):
        parts.append(f"## {title}")
        for name in names:
            kind = "autofunction" if title == "Functions" else "autoclass"
            members = "" if title == "Functions" else "   :members:\n"
            parts += [f"### {name}", f"```{{eval-rst}}\n.. {kind}:: excover.{name}\n{members}```"]
    return "\n\n".join(parts) + "\n"


def main(arguments: list[str]) -> int:
    collect()
    (SOURCE / "docs" / "gallery.md").write_text(gallery_page(), "utf-8")
    (SOURCE / "docs" / "api.md").write_text(api_page(), "utf-8")
    with (SOURCE / "index.md").open("a", encoding="utf-8") as index:
        index.write(contents())
    settings = str(Path(__file__).parent)
    return sphinx(["-q", "-W", "--keep-going", "-c", settings, *arguments, str(SOURCE), str(SITE / "html")])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
