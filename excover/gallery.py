"""The shipped descriptions and clue files, found by name.

>>> "kanoodle" in names(), "pentominoes" in names()
(True, True)
>>> puzzle("kanoodle").name
'kanoodle.xc'
"""

from __future__ import annotations

from pathlib import Path

from excover.limits import DEFAULT, Ceiling
from excover.source import Source
from excover.texts import text_of

SUFFIX = ".xc"
_OWN = DEFAULT.ceiling("source")


def folder() -> Path:
    """Where the shipped files are: inside the installed package, or in a checkout beside it."""
    installed = Path(__file__).parent / "specs"
    return installed if installed.is_dir() else Path(__file__).parents[1] / "specs"


def names() -> list[str]:
    """The shipped puzzles, sorted."""
    return sorted(path.stem for path in folder().glob(f"*{SUFFIX}"))


def libraries() -> list[str]:
    """All that `import` knows: sets of pieces, and the puzzles too, hyphens written as underscores."""
    pieces = {path.stem for path in (folder() / "libraries").glob(f"*{SUFFIX}")}
    return sorted(pieces | {name.replace("-", "_") for name in names()})


def clue_files() -> list[str]:
    """The shipped drawings of givens."""
    return sorted(path.stem for path in folder().glob("*.txt"))


def puzzle(name: str) -> Source | None:
    """The text of a shipped puzzle."""
    return _read(folder() / f"{name}{SUFFIX}", name in names())


def library(name: str) -> Source | None:
    """The text that `import name` means: a library first, then a puzzle."""
    path = folder() / "libraries" / f"{name}{SUFFIX}"
    if path.stem == name and path.is_file():
        return read(path)
    return puzzle(name) or puzzle(name.replace("_", "-"))


def clues(name: str) -> Source | None:
    """A shipped drawing of givens, by its file's name with or without `.txt`."""
    stem = name.removesuffix(".txt")
    return _read(folder() / f"{stem}.txt", stem in clue_files())


def _read(path: Path, known: bool) -> Source | None:
    return read(path) if known else None


def read(path: Path, ceiling: Ceiling = _OWN) -> Source:
    """A text file, whatever its line ends; raises as `excover.texts.text_of`."""
    name = path.name if path.is_relative_to(folder()) else str(path)
    with path.open("rb") as file:
        return Source(name, text_of(file, name, ceiling), str(path))
