"""Files that commands write, which are made before the work: what cannot be written is refused at once."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from os import PathLike
from os.path import realpath

import click

from excover.apps.cli.session import current_session
from excover.apps.cli.streams import printable
from excover.base.new_file import NewFile


def new_file(path: str) -> NewFile:
    """Raises CannotWrite, and UsageError for what is read, and for ``-``, which names no file elsewhere."""
    if path in ("", "-"):
        raise click.UsageError(f"cannot write `{path}`: it is not a file name; use `./-` or `/dev/stdout`")
    file = NewFile(path)
    if replaced := file.replaced:
        will_write(replaced)
    return file


def takes_file(context: click.Context, _option: click.Parameter, path: str | None) -> NewFile | None:
    """The callback of an option that names a file."""
    return None if path is None else context.with_resource(new_file(path))


def will_write(path: str | PathLike[str]) -> None:
    """Notes a file that the command replaces. Raises UsageError if it is read, now or later (`will_read`)."""
    current_session().written.add(realpath(path))
    _refuse_to_replace_what_is_read()


def will_read(paths: Iterable[str | PathLike[str]]) -> None:
    """Notes that the command reads files. Raises UsageError if it would write over one of them."""
    read = current_session().read
    for path in paths:
        with suppress(ValueError):  # no file can have such a name
            read[realpath(path)] = str(path)
    _refuse_to_replace_what_is_read()


def _refuse_to_replace_what_is_read() -> None:
    session = current_session()
    for file in session.written & session.read.keys():
        raise click.UsageError(
            f"`{printable(session.read[file])}` is read, and would be written over: name another file"
        )
