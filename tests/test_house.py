"""Rules of the house: one name means one thing, files and functions are short.

What broke a rule when the rule was made stands in a list of exceptions. The lists only shrink: nothing joins,
and what is no exception any more leaves.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "excover"

LINES_OF_A_FILE = 450
LINES_OF_A_FUNCTION = 53

CLASSES_TWICE = {
    *("Board", "Finding", "Improvements", "Interval", "Line", "Node", "Puzzle", "Shapes"),
    *("Starts", "Symmetry"),
}

MODULES_TWICE = {"given_lines", "options", "search", "search_tree"}
LONG_FILES = {"problem.py"}
LONG_FUNCTIONS: set[str] = set()

# The rooms of the native core, and the rooms that each may include; `bindings` may include all.
NATIVE_ROOMS: dict[str, set[str]] = {
    "core": set(),
    "tree": {"core"},
    "sparse": {"core", "tree"},
    "lanes": {"core", "tree"},
    "lines": {"core", "lanes"},
    "graph": {"core"},
    "symmetry": {"core"},
    "diagram": {"core", "graph", "symmetry"},
    "proof": {"core", "diagram", "graph"},
}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def sources() -> list[Path]:
    """What people write by hand."""
    return [file for kind in ("py", "cpp", "hpp", "js", "css") for file in sorted(PACKAGE.rglob(f"*.{kind}"))]


@cache
def nodes(file: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(file.read_text("utf-8"))))


def twice(names: list[str]) -> set[str]:
    return {name for name, times in Counter(names).items() if times > 1}


def classes_twice() -> set[str]:
    return twice([node.name for file in modules() for node in nodes(file) if isinstance(node, ast.ClassDef)])


def modules_twice() -> set[str]:
    """But for commands and statements, which are called as users call them: cli/commands/rate.py prints what
    analysis/rate.py finds."""
    named_by_users = {PACKAGE / "cli" / "commands", PACKAGE / "syntax" / "statements"}
    names = [file.stem for file in modules() if file.parent not in named_by_users]
    return twice(names) - {"__init__", "__main__"}


def long_files() -> set[str]:
    return {
        str(file.relative_to(PACKAGE))
        for file in sources()
        if len(file.read_text("utf-8").splitlines()) > LINES_OF_A_FILE
    }


def long_functions() -> set[str]:
    return {
        f"{file.relative_to(PACKAGE)}:{node.name}"
        for file in modules()
        for node in nodes(file)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LINES_OF_A_FUNCTION
    }


@pytest.mark.parametrize(
    ("found", "exceptions"),
    [
        pytest.param(classes_twice, CLASSES_TWICE, id="one-class-a-name"),
        pytest.param(modules_twice, MODULES_TWICE, id="one-module-a-name"),
        pytest.param(long_files, LONG_FILES, id="short-files"),
        pytest.param(long_functions, LONG_FUNCTIONS, id="short-functions"),
    ],
)
def test_rule(found: Callable[[], set[str]], exceptions: set[str]) -> None:
    now = found()
    assert not now - exceptions, "these break the rule"
    if mended := exceptions - now:
        warnings.warn(f"no exceptions any more, take them from the list: {sorted(mended)}", stacklevel=1)


def native_includes(room: str) -> set[str]:
    sources = [*(PACKAGE / "native" / room).glob("*.[ch]pp")]
    return {found for file in sources for found in re.findall(r'#include "(\w+)/', file.read_text())} - {room}


def test_rooms_of_the_native_core() -> None:
    """Includes run downwards, and only the bindings know Python."""
    rooms = {folder.name for folder in (PACKAGE / "native").iterdir() if folder.is_dir()}
    assert rooms == {*NATIVE_ROOMS, "bindings"}
    assert {room: native_includes(room) - below for room, below in NATIVE_ROOMS.items()} == {
        room: set() for room in NATIVE_ROOMS
    }
    knowing = {
        file.parent.name
        for file in (PACKAGE / "native").glob("*/*.[ch]pp")
        if re.search(r"nanobind|Python\.h", file.read_text())
    }
    assert knowing == {"bindings"}
