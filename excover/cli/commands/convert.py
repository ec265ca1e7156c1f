"""`excover convert`: a description in the other form; a BurrTools file as a description."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

import click

from excover.cli.inputs import read_settings, read_spec
from excover.cli.parameters import takes_source
from excover.cli.session import Session
from excover.cli.status import ExitStatus
from excover.cli.streams import note
from excover.words import plural


@click.command("convert")
@takes_source
@click.option(
    "--to", "form", type=click.Choice(["yaml", "text"]), help="Output form (default: the other one)."
)
@click.option(
    "-p", "settings", multiple=True, metavar="problem=N", help="Select a problem of a BurrTools file."
)
@click.pass_obj
def command(
    session: Session, spec: str, form: str | None, written: str | None, settings: Sequence[str]
) -> int:
    """Convert a description between YAML and text, and print it.

    Both forms mean the same. Comments are dropped unless text stays text. A BurrTools file becomes text.
    """
    from excover.formats.matrix_files import as_text, form_of
    from excover.syntax.format import format_spec, formatted
    from excover.syntax.read import is_yaml, read

    source = replace(read_spec(spec), form=written or "")
    if form_of(source) == "burrtools":
        source, warnings = as_text(source, read_settings(settings), session.limits)
        session.show(warnings)
        form = form or "text"
    elif form_of(source):
        raise click.UsageError(f"`{spec}` is a matrix, which has only one form")
    elif settings:
        raise click.UsageError("-p is only for BurrTools files: a description keeps its parameters")
    was_yaml = is_yaml(source)
    tree = read(source, session.limits)
    if form == "yaml" or (form is None and not was_yaml):
        from excover.syntax.comments import comments
        from excover.syntax.to_yaml import yaml_of

        sys.stdout.write(yaml_of(tree))
        if not was_yaml and (count := len(comments(source.text))):
            note(f"{plural(count, 'comment')} left out")
    else:
        sys.stdout.write(format_spec(tree) if was_yaml else formatted(source, session.limits))
    return ExitStatus.SOLVED
