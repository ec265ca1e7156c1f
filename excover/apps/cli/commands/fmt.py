"""`excover fmt`: descriptions in one layout, written back to their files whole or not at all."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from excover.apps.cli.files import new_file
from excover.apps.cli.inputs import standard_input
from excover.apps.cli.session import Session
from excover.apps.cli.streams import ExitStatus, note, print_text, printable
from excover.base.diagnostics import SpecError
from excover.base.limits import Ceiling, Limits
from excover.base.new_file import CannotWrite
from excover.base.source import Source, is_yaml
from excover.formats.matrix_files import form_of
from excover.language.syntax import ast
from excover.language.syntax.format import formatted
from excover.language.syntax.parse import parse
from excover.language.syntax.unbarred import with_bars
from excover.language.texts import read_text


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", is_flag=True, help="Change nothing; list the files that would change.")
@click.option("--art", is_flag=True, help="Put a bar before each line of a drawing that has none.")
@click.pass_obj
def command(session: Session, files: Sequence[str], check: bool, art: bool) -> int:
    """Format descriptions in place. `-` reads standard input and writes to standard output.

    Comments are kept. Exit status: 0; 1 if --check finds a file that would change; 2 if a file is not a
    description (the others are still formatted). YAML files are refused because their comments would be lost.
    """
    status = ExitStatus.SOLVED
    for file in files:
        try:
            changes = _formatted(file, check, art, session.limits)
        except SpecError as wrong:
            session.show(wrong.diagnostics)
            status = ExitStatus.USAGE
        except _Refused as refused:
            note(printable(f"error: {refused}"))
            status = ExitStatus.USAGE
        else:
            status = max(status, ExitStatus.NO_SOLUTION if changes and check else ExitStatus.SOLVED)
    return status


class _Refused(Exception):
    """Why a file cannot be formatted."""


def _formatted(file: str, check: bool, art: bool, limits: Limits) -> bool:
    """Formats a file, or reports that it would change; returns whether it does.

    Raises SpecError and _Refused.
    """
    ceiling = limits.ceiling("source")
    source = standard_input(ceiling) if file == "-" else _read(file, ceiling)
    if form_of(source):
        raise _Refused(f"`{source.name}` is not a text in the language: it is left unchanged")
    if is_yaml(source):
        raise _Refused(f"`{source.name}` is in YAML, and its comments would be lost: it is left unchanged")
    text = _laid_out(source, art, limits)
    changes = text != source.text
    if check and changes:
        print_text(printable(source.name))
    elif file == "-" and not check:
        sys.stdout.write(text)
    elif changes:
        _write(file, text)
        note(printable(f"formatted {file}"))
    return changes


def _read(file: str, ceiling: Ceiling) -> Source:
    """The content of a file with its line ends. Raises SpecError and _Refused."""
    try:
        with open(file, "rb") as stream:
            return Source(file, read_text(stream, file, ceiling, newline=""), file)
    except OSError as wrong:
        raise _Refused(f"cannot read `{file}`: {wrong.strerror}") from None


def _laid_out(source: Source, art: bool, limits: Limits) -> str:
    """Raises SpecError."""
    plain = source.text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    barred = source.replaced(text=with_bars(plain) if art else plain)
    text = formatted(barred, limits)
    room = limits.replaced(source=max(limits.source, len(text)))  # the formatted text may be longer
    assert ast.same(parse(barred, limits), parse(source.replaced(text=text), room)), (
        "the layout changes the meaning"
    )
    return text


def _write(file: str, text: str) -> None:
    """Replaces a file by a text, whole or not at all. Raises _Refused."""
    try:
        with new_file(file) as new:
            new.write(text.encode())
    except CannotWrite as wrong:
        raise _Refused(str(wrong)) from None
