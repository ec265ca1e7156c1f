"""`excover doctor`: what is installed, what this machine offers, and a test of every engine."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from importlib import import_module, metadata
from pathlib import Path
from typing import cast

import click

from excover import __version__
from excover.apps.cli.session import Session
from excover.apps.cli.streams import ExitStatus, print_text, printable
from excover.base.words import listed

FOR_DEVELOPERS = {"test", "dev", "bench", "site"}
"""Extras that no command needs."""
QUEENS = 92
"""Ways to place eight queens on a chessboard (OEIS A000170)."""
MEGABYTE = 10**6


@click.command("doctor")
@click.pass_obj
def command(session: Session) -> int:
    """Report versions, extras, this machine and the size limits, and test every engine.

    Add the output to a bug report. Each engine solves the 8 queens problem; a wrong answer is reported, and
    the exit status is then 70.
    """
    _section("versions", _versions())
    _section("extras", _extras())
    _section("machine", _machine())
    tested = list(_engines())
    _section("engines", ((name, answer) for name, answer, _ in tested))
    _section("limits", ((name, f"{value:,}") for name, value in asdict(session.limits).items()))
    if wrong := [name for name, _, right in tested if not right]:
        session.note_error(
            f"wrong answers from {listed(wrong, 'and')}: this is a bug in excover; please report it"
        )
        return ExitStatus.FAULT
    return ExitStatus.SOLVED


def _section(title: str, rows: Iterable[tuple[str, str]]) -> None:
    print_text(title)
    for name, value in rows:
        print_text(printable(f"  {name:<12} {value}"))


def _versions() -> Iterator[tuple[str, str]]:
    import excover

    yield "excover", f"{__version__} in {Path(excover.__file__).parent}"
    yield "Python", f"{platform.python_version()} ({platform.python_implementation()}) at {sys.executable}"
    yield "system", platform.platform()
    for name in _required(""):
        yield name, _version(name)


def _required(extra: str) -> list[str]:
    """The packages of an extra, or those that are always needed, as the installed metadata lists them."""
    found = [
        re.match(r"([\w.-]+)(?:[^;]*;.*extra == ['\"]([\w.-]+)['\"])?", line) for line in _requirements()
    ]
    return [match[1] for match in found if match and (match[2] or "") == extra]


def _requirements() -> list[str]:
    try:
        return metadata.requires("excover") or []
    except metadata.PackageNotFoundError:  # a source tree that was never installed
        return []


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "missing"


def _extras() -> Iterator[tuple[str, str]]:
    names = metadata.metadata("excover").get_all("Provides-Extra") or [] if _requirements() else []
    for extra in sorted({*names} - FOR_DEVELOPERS):
        packages = _required(extra)
        missing = [name for name in packages if _version(name) == "missing"]
        faults = [f"missing: {', '.join(missing)}"] if missing else list(filter(None, map(_fault, packages)))
        if faults:
            yield extra, f"{'; '.join(faults)}; say: pip install 'excover[{extra}]'"
        elif packages:
            yield extra, ", ".join(f"{name} {_version(name)}" for name in packages)


def _fault(package: str) -> str:
    """Why an installed package cannot be used, such as a missing library of the system; empty if it can."""
    owned = [
        name
        for name, owners in metadata.packages_distributions().items()
        if package.lower() in map(str.lower, owners)
    ]
    try:
        import_module(min(owned or [package], key=lambda name: (name.startswith("_"), name != package)))
    except (ImportError, OSError) as wrong:
        return f"{package} cannot be loaded: {wrong}".splitlines()[0]
    return ""


def _machine() -> Iterator[tuple[str, str]]:
    from excover.search.strategy import cores, free_memory, instructions, room

    yield "threads", f"{cores()} by default"
    most = f"the searches of a question use at most {room(None) // MEGABYTE:,} MB together"
    yield "memory", f"{free_memory() // MEGABYTE:,} MB free; {most}"
    yield "vectors", f"{', '.join(instructions())}; the lanes use {instructions()[-1]}"


def _engines() -> Iterator[tuple[str, str, bool]]:
    """For each engine its name, its answer in words, and whether the answer is right."""
    from excover.problem.problem import load
    from excover.search.consumers import ENGINES, EngineName, Program
    from excover.search.run import Run
    from excover.search.strategy import Strategy

    queens = load("queens")
    for name, entry in ENGINES.items():
        if isinstance(entry, Program):
            continue
        run = Run(strategy=Strategy(cast(EngineName, name)))
        if "count" in entry.answers:
            count = queens.count(run)
            yield name, f"{count} solutions of 8 queens", count == QUEENS
        else:
            placed = len(queens.solve(run) or ())
            yield name, f"places {placed} queens", placed == 8
