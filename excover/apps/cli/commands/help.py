"""`excover doctor`, `gallery`, `explain`, `completion`: about excover itself."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from importlib import import_module, metadata
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from excover import __version__
from excover.apps.cli.process import ExitStatus, print_text, printable
from excover.apps.cli.session import Session, wants_color
from excover.base.diagnostics import SpecError
from excover.base.words import listed, visible
from excover.language import gallery
from excover.language.messages.about_files import UnknownDescription
from excover.language.source_files import of_link

if TYPE_CHECKING:
    from excover.base.source import Source

FOR_DEVELOPERS = {"test", "dev", "bench", "site"}
"""Extras that no command needs."""
QUEENS = 92
"""Ways to place eight queens on a chessboard (OEIS A000170)."""
MEGABYTE = 10**6


@click.command("doctor")
@click.pass_obj
def doctor_command(session: Session) -> int:
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


# `excover gallery`: the shipped puzzles and their sources.


@click.group("gallery", invoke_without_command=True, subcommand_metavar="[COMMAND] [ARGS]...")
@click.pass_obj
@click.pass_context
def gallery_command(context: click.Context, session: Session) -> int:
    """List the shipped puzzles; `excover gallery show NAME` prints one."""
    if context.invoked_subcommand is None:
        _list()
    return ExitStatus.SOLVED


@gallery_command.command("show")
@click.argument("name")
def show(name: str) -> int:
    """Print a shipped puzzle, set of pieces or drawing of clues, or the puzzle that a link contains."""
    source = gallery.puzzle(name) or gallery.library(name) or gallery.givens(name) or of_link(name)
    if source is None:
        raise SpecError(UnknownDescription(name, gallery.names()))
    print_text(source.text.rstrip("\n"))
    return ExitStatus.SOLVED


def _list() -> None:
    names = gallery.names()
    width = max(map(len, names), default=0)
    bold = "\x1b[1m{}\x1b[m" if wants_color(sys.stdout) else "{}"
    for name in names:
        source = gallery.puzzle(name)
        assert source is not None
        print_text(f"{bold.format(name.ljust(width))}  {about(source)}".rstrip())
    pieces = [name for name in gallery.libraries() if name not in names]
    print_text(f"\nfor `import`: {', '.join(pieces)}")
    print_text(f"for `--given`: {', '.join(gallery.clue_files())}")


def about(source: Source) -> str:
    """The title of a description, and the first line of the comment at its beginning.

    >>> from excover.base.source import Source
    >>> about(Source("queens.xc", '# No queen attacks another.\\npuzzle "N queens"'))
    'N queens: No queen attacks another.'
    """
    title = re.search(r'^[ \t]*puzzle[ \t]+"([^"\n]*)"', source.text, re.MULTILINE)
    comment = re.match(r"\s*#+[ \t]*([^\n]*)", source.text)
    return visible(": ".join(found[1].strip() for found in (title, comment) if found))


# `excover explain`: the page of an error or a warning.


@click.command("explain")
@click.argument("code", metavar="CODE")
def explain_command(code: str) -> int:
    """Explain an error or a warning and how to fix it: `excover explain E103`."""
    from excover.base.words import did_you_mean
    from excover.language.messages.message import codes, message_page

    wanted = code.strip("[]").upper()
    text = message_page(wanted)
    if text is None:
        hint = did_you_mean(wanted, codes())
        raise click.UsageError(f"there is no code `{code}`{f'; {hint}' if hint else ''}")
    print_text(text.rstrip("\n"))
    return ExitStatus.SOLVED


# `excover completion`: the script by which a shell completes commands, options and names.

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
# What Click itself makes of it depends on its version.
@click.argument("shell", type=click.Choice(SHELLS), required=False, metavar=f"[{'|'.join(SHELLS)}]")
@click.option("--install", is_flag=True, help="Install the script for your user, for all new shells.")
def completion_command(shell: str | None, install: bool) -> int:
    """Let a shell complete commands, options, and names of shipped puzzles.

    Without --install, print the script of SHELL (default: your shell). To use it only in the shell that
    runs: `source <(excover completion bash)`.
    """
    from excover.apps.cli import completion

    shell = shell or _own_shell()
    if not install:
        print_text(completion.script(shell).rstrip("\n"))
        return ExitStatus.SOLVED
    for file in completion.install(shell):
        print_text(printable(f"wrote {file}"))
    print_text(f"start a new {shell} to use it")
    return ExitStatus.SOLVED


def _own_shell() -> str:
    """Raises UsageError if the shell is not known."""
    name = Path(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        raise click.UsageError(f"which shell? write `excover completion` and one of {', '.join(SHELLS)}")
    return name
