"""`excover fmt`: texts in one layout, written back to their files only when they are whole."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

import click

from excover.cli.files import CannotWrite, NewFile
from excover.cli.options import standard_input
from excover.cli.session import Session
from excover.cli.status import ExitStatus
from excover.cli.streams import printable, say, tell
from excover.diagnostics import SpecError
from excover.formats.matrix_files import form_of
from excover.limits import Ceiling, Limits
from excover.messages.about_files import NotUtf8
from excover.source import Source
from excover.syntax import ast
from excover.syntax.bars import with_bars
from excover.syntax.format import formatted
from excover.syntax.parse import parse
from excover.syntax.read import is_yaml
from excover.texts import text_of


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", is_flag=True, help="Change nothing; name the files that would change.")
@click.option("--art", is_flag=True, help="Put bars before the lines of drawings that have none.")
@click.pass_obj
def command(session: Session, files: Sequence[str], check: bool, art: bool) -> int:
    """Lay descriptions out in place; `-` is standard input, and is written to standard output.

    Comments stay. Exit status: 0, or 1 if --check finds a file that would change, or 2 if one is not a
    description; the others are laid out all the same. Files in YAML are refused, for their comments would be
    lost.
    """
    status = ExitStatus.SOLVED
    for file in files:
        try:
            changes = _formatted(file, check, art, session.limits)
        except SpecError as wrong:
            session.show(wrong.diagnostics)
            status = ExitStatus.USAGE
        except _Refused as refused:
            tell(printable(f"error: {refused}"))
            status = ExitStatus.USAGE
        else:
            status = max(status, ExitStatus.NO_SOLUTION if changes and check else ExitStatus.SOLVED)
    return status


class _Refused(Exception):
    """Why a file cannot be laid out."""


def _formatted(file: str, check: bool, art: bool, limits: Limits) -> bool:
    """Lays a file out, or says that it would change; whether it does. Raises SpecError and _Refused."""
    ceiling = limits.ceiling("source")
    source = standard_input(ceiling) if file == "-" else _read(file, ceiling)
    if form_of(source):
        raise _Refused(f"`{source.name}` is no text in the language: it is left as it is")
    if is_yaml(source):
        raise _Refused(f"`{source.name}` is in YAML, and its comments would be lost: it is left as it is")
    text = _laid_out(source, art, limits)
    changes = text != source.text
    if check and changes:
        say(printable(source.name))
    elif file == "-" and not check:
        sys.stdout.write(text)
    elif changes:
        _write(file, text)
        tell(printable(f"laid out {file}"))
    return changes


def _read(file: str, ceiling: Ceiling) -> Source:
    """A file as it is, line ends and all. Raises SpecError and _Refused."""
    try:
        with open(file, "rb") as stream:
            return Source(file, text_of(stream, file, ceiling, newline=""), file)
    except UnicodeDecodeError:
        raise SpecError(NotUtf8(file)) from None
    except OSError as wrong:
        raise _Refused(f"cannot read `{file}`: {wrong.strerror}") from None


def _laid_out(source: Source, art: bool, limits: Limits) -> str:
    """Raises SpecError."""
    plain = source.text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    barred = replace(source, text=with_bars(plain) if art else plain)
    text = formatted(barred, limits)
    room = replace(limits, source=max(limits.source, len(text)))  # laid out, it may be longer
    assert ast.same(parse(barred, limits), parse(replace(source, text=text), room)), (
        "the layout changes what it says"
    )
    return text


def _write(file: str, text: str) -> None:
    """Puts a text in the place of a file, whole or not at all. Raises _Refused."""
    try:
        with NewFile(file) as new:
            new.write(text.encode())
    except CannotWrite as wrong:
        raise _Refused(wrong.message) from None
