"""Files that commands write, which are made before the work: what cannot be written is refused at once."""

from __future__ import annotations

import click

from excover.new_file import NewFile


def new_file(path: str) -> NewFile:
    """Raises CannotWrite, and UsageError for ``-``, which is no name of a file elsewhere either."""
    if path in ("", "-"):
        raise click.UsageError(f"cannot write `{path}`: it is not a file name; use `./-` or `/dev/stdout`")
    return NewFile(path)


def takes_file(context: click.Context, _option: click.Parameter, path: str | None) -> NewFile | None:
    """The callback of an option that names a file."""
    return None if path is None else context.with_resource(new_file(path))
