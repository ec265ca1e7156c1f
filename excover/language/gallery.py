"""The shipped descriptions and clue files, found by name.

>>> "kanoodle" in names(), "pentominoes" in names()
(True, True)
>>> puzzle("kanoodle").name
'kanoodle.xc'
"""

from __future__ import annotations

from pathlib import Path

from excover.base.limits import DEFAULT, Ceiling
from excover.base.source import Source
from excover.language.texts import read_text

SUFFIX = ".xc"
_OWN = DEFAULT.ceiling("source")


def folder() -> Path:
    """The folder of the shipped files: inside the installed package, or beside it in a checkout."""
    installed = Path(__file__).parents[1] / "specs"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "specs"


def names() -> list[str]:
    """The shipped puzzles, sorted."""
    return sorted(path.stem for path in folder().glob(f"*{SUFFIX}"))


def libraries() -> list[str]:
    """All names that `import` knows: sets of pieces, and puzzles, with hyphens written as underscores."""
    pieces = {path.stem for path in (folder() / "libraries").glob(f"*{SUFFIX}")}
    return sorted(pieces | {name.replace("-", "_") for name in names()})


def clue_files() -> list[str]:
    """The shipped drawings of givens."""
    return sorted(path.stem for path in folder().glob("*.txt"))


def puzzle(name: str) -> Source | None:
    """The text of a shipped puzzle."""
    return _read(folder() / f"{name}{SUFFIX}", name in names())


def library(name: str) -> Source | None:
    """The text that `import name` reads: a library first, then a puzzle."""
    path = folder() / "libraries" / f"{name}{SUFFIX}"
    if path.stem == name and path.is_file():
        return read_file(path)
    return puzzle(name) or puzzle(name.replace("_", "-"))


def givens(name: str) -> Source | None:
    """A shipped drawing of givens, by its file name with or without `.txt`."""
    stem = name.removesuffix(".txt")
    return _read(folder() / f"{stem}.txt", stem in clue_files())


def _read(path: Path, known: bool) -> Source | None:
    return read_file(path) if known else None


def read_file(path: Path, ceiling: Ceiling = _OWN) -> Source:
    """A text file with any line ends; raises the errors of `excover.language.texts.read_text`."""
    name = path.name if path.is_relative_to(folder()) else str(path)
    with path.open("rb") as file:
        return Source(name, read_text(file, name, ceiling), str(path))
