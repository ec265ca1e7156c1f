"""The shipped descriptions and clue files, found by name.

>>> "kanoodle" in names(), "pentominoes" in names()
(True, True)
>>> puzzle("kanoodle").name
'kanoodle.xc'
"""

from __future__ import annotations

from functools import lru_cache
from os import listdir
from pathlib import Path

from excover.base.limits import DEFAULT, Ceiling
from excover.base.source import Source
from excover.language.texts import read_text

SUFFIX = ".xc"
_OWN = DEFAULT.ceiling("source")
KEPT = 30_000
"""A file with at most so many characters that is read again is the same source, as long as it has the same
text, and its tree is kept with what its nodes found out: a setter solves one description with many boards.
"""


@lru_cache(maxsize=1)
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
    return _read(folder() / f"{name}{SUFFIX}", name)


def library(name: str) -> Source | None:
    """The text that `import name` reads: a library first, then a puzzle."""
    found = _read(folder() / "libraries" / f"{name}{SUFFIX}", name)
    return found or puzzle(name) or puzzle(name.replace("_", "-"))


def givens(name: str) -> Source | None:
    """A shipped drawing of givens, by its file name with or without `.txt`."""
    stem = name.removesuffix(".txt")
    return _read(folder() / f"{stem}.txt", stem)


def _read(path: Path, stem: str) -> Source | None:
    """None for a file that is not shipped, such as one of another folder."""
    if path.stem != stem or path.name not in _listed(path.parent, path.parent.stat().st_mtime_ns):
        return None
    now = path.stat()
    return _shipped(path, now.st_mtime_ns, now.st_size)


@lru_cache(maxsize=16)
def _shipped(path: Path, _changed: int, _size: int) -> Source:
    """A shipped file, which is read again when it has changed."""
    return read_file(path)


@lru_cache(maxsize=2)
def _listed(parent: Path, _changed: int) -> frozenset[str]:
    """The files of a folder, which is listed again when it has changed."""
    return frozenset(listdir(parent))


def read_file(path: Path, ceiling: Ceiling = _OWN) -> Source:
    """A text file with any line ends; raises the errors of `excover.language.texts.read_text`."""
    name = path.name if path.is_relative_to(folder()) else str(path)
    with path.open("rb") as file:
        text = read_text(file, name, ceiling)
    return (_kept if len(text) <= KEPT else Source)(name, text, str(path))


_kept = lru_cache(maxsize=16)(Source)
