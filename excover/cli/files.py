"""Files that commands write, which are made before the work: what cannot be written is refused at once."""

from __future__ import annotations

from collections.abc import Iterable

import click

from excover.cli.streams import printable
from excover.new_file import NewFile


def new_file(path: str) -> NewFile:
    """Raises CannotWrite, and UsageError for ``-``, which is no name of a file elsewhere either."""
    if path in ("", "-"):
        raise click.UsageError(f"cannot write `{path}`: it is not a file name; use `./-` or `/dev/stdout`")
    return NewFile(path)


def takes_file(context: click.Context, _option: click.Parameter, path: str | None) -> NewFile | None:
    """The callback of an option that names a file."""
    return None if path is None else context.with_resource(new_file(path))


def refuse_to_replace(inputs: Iterable[str], values: Iterable[object]) -> None:
    """Raises UsageError if one of the values is a file to be written that is read, too."""
    files = [value for value in values if isinstance(value, NewFile)]
    for path in inputs:
        if any(file.replaces(path) for file in files):
            raise click.UsageError(
                f"`{printable(path)}` is read, and would be written over: name another file"
            )
