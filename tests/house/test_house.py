"""Rules of the house, without exceptions: one name means one thing, files and functions are short."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "excover"

LINES_OF_A_FILE = 450
LINES_OF_A_FUNCTION = 53

# The rooms of the native core, and the rooms that each may include; `bindings` may include all.
NATIVE_ROOMS: dict[str, set[str]] = {
    "core": set(),
    "rules": {"core"},
    "sparse": {"core", "rules"},
    "lanes": {"core"},
    "cost": {"core", "symmetry"},
    "tree": {"core"},
    "learning": {"core", "rules"},
    "linear": {"core"},
    "lines": {"core", "lanes"},
    "separate": {"core"},
    "graph": {"core", "rules"},
    "matching": {"core"},
    "disk": {"core", "graph"},
    "symmetry": {"core"},
    "text": {"core"},
    "diagram": {"core", "graph", "symmetry"},
    "proof": {"core", "diagram", "graph"},
}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def sources() -> list[Path]:
    """What people write by hand."""
    return [file for kind in ("py", "cpp", "hpp", "js", "css") for file in sorted(PACKAGE.rglob(f"*.{kind}"))]


class Module(NamedTuple):
    """What the rules ask of a module; its tree is not kept."""

    types: list[str]
    lines_of_functions: dict[str, int]
    called: Counter[str]


@cache
def module(file: Path) -> Module:
    tree = ast.parse(file.read_text("utf-8"))
    found = Module(aliases_of(tree), {}, Counter())
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            found.types.append(node.name)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or 0) - node.lineno
            found.lines_of_functions[node.name] = max(lines, found.lines_of_functions.get(node.name, 0))
        elif isinstance(node, ast.Call):
            found.called[getattr(node.func, "attr", getattr(node.func, "id", ""))] += 1
    return found


def aliases_of(tree: ast.Module) -> list[str]:
    """The aliases of types, which have a name in capitals and small letters."""
    names = []
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names += [target.id for target in targets if isinstance(target, ast.Name)]
    return [name for name in names if re.match(r"[A-Z]\w*[a-z]", name)]


def twice(names: list[str]) -> set[str]:
    return {name for name, times in Counter(names).items() if times > 1}


def types_twice() -> set[str]:
    return twice([name for file in modules() for name in module(file).types])


def modules_twice() -> set[str]:
    """But for commands and statements, which are called as users call them: cli/commands/generate.py prints
    what authors/generate.py finds."""
    named_by_users = {PACKAGE / "apps" / "cli" / "commands", PACKAGE / "language" / "syntax" / "statements"}
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
        f"{file.relative_to(PACKAGE)}:{name}"
        for file in modules()
        for name, lines in module(file).lines_of_functions.items()
        if lines >= LINES_OF_A_FUNCTION
    }


def threads_that_may_wait_for_ever() -> set[str]:
    """Modules that start threads otherwise than by `excover.base.threads.start_thread`."""
    called = {file: module(file).called for file in modules()}
    return {
        str(file.relative_to(PACKAGE))
        for file, names in called.items()
        if names["Thread"] + names["Timer"] > names["start_thread"]
    }


def modules_that_import_themselves() -> set[str]:
    found = {
        file: ".".join(("excover", *file.relative_to(PACKAGE).with_suffix("").parts)) for file in modules()
    }
    return {
        name
        for file, name in found.items()
        if re.search(rf"^ *from {re.escape(name)} import", file.read_text("utf-8"), re.MULTILINE)
    }


def impatient_tests_of_pages() -> set[str]:
    """Tests that fail only where a page is slower than usual.

    `wait_for_function` of Playwright looks once by the debugger and then by `eval`, which the playground's
    content security policy refuses; its `expect` waits for five seconds, unlike the one of `chromium.py`;
    `is_visible` and its like do not wait at all, unlike `expect(..).to_be_visible()`, and `wait_for_timeout`
    waits for nothing in particular.
    """
    impatient = re.compile(
        r"\.wait_for_(function|timeout)\(|\.is_(visible|hidden|enabled|disabled|checked|editable)\(|"
        r"from playwright\.sync_api import .*\bexpect\b(?! as expected$)",
        re.MULTILINE,
    )
    return {
        file.name
        for file in Path(__file__).parents[1].rglob("*.py")
        if impatient.search(file.read_text("utf-8"))
    }


@pytest.mark.parametrize(
    "breaking",
    [
        pytest.param(types_twice, id="one-type-a-name"),
        pytest.param(modules_twice, id="one-module-a-name"),
        pytest.param(long_files, id="short-files"),
        pytest.param(long_functions, id="short-functions"),
        pytest.param(threads_that_may_wait_for_ever, id="threads-have-room"),
        pytest.param(modules_that_import_themselves, id="no-module-imports-itself"),
        pytest.param(impatient_tests_of_pages, id="patient-tests-of-pages"),
    ],
)
def test_rule(breaking: Callable[[], set[str]]) -> None:
    assert breaking() == set()


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
    outside = {
        (file.parent.name, name)
        for file in (PACKAGE / "native").glob("*/*.[ch]pp")
        for name in re.findall(r"^namespace excover(?:::(\w+))?", file.read_text(), re.MULTILINE)
        if name not in ("tuning", "" if file.parent.name in ("core", "bindings") else file.parent.name)
    }
    assert outside == set()
    knowing = {
        file.parent.name
        for file in (PACKAGE / "native").glob("*/*.[ch]pp")
        if re.search(r"nanobind|Python\.h", file.read_text())
    }
    assert knowing == {"bindings"}


ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def test_the_map_of_the_house_shows_its_layers() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    shown = re.search(r"```text\n(.*?)```", ARCHITECTURE, re.DOTALL)
    assert shown is not None
    assert shown[1].splitlines() == layers


def test_the_map_of_the_house_shows_its_rooms() -> None:
    rows = re.findall(r"^\| (`.*?`) \|", ARCHITECTURE.partition("## The doors")[2], re.MULTILINE)
    described = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    rooms = {
        folder.name
        for folder in (*PACKAGE.iterdir(), *(PACKAGE / "search").iterdir())
        if any(folder.glob("*.*")) and folder.name != "__pycache__"
    }
    assert rooms <= described


def test_the_map_of_the_house_leads_somewhere() -> None:
    paths = re.findall(r"`((?:excover|tests|tools)/[\w/.]+)`", ARCHITECTURE)
    assert [path for path in paths if not (ROOT / path).exists()] == []
