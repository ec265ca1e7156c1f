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
from excover.source import Source
from excover.words import plural


@click.command("convert")
@takes_source
@click.option(
    "--to",
    "form",
    type=click.Choice(["yaml", "text", "xmpuzzle"]),
    help="Output form (default: the other one); `xmpuzzle` is a file of BurrTools.",
)
@click.option(
    "-p",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a parameter for `--to xmpuzzle`; `problem=2` selects a problem of a BurrTools file.",
)
@click.pass_obj
def command(
    session: Session, spec: str, form: str | None, written: str | None, settings: Sequence[str]
) -> int:
    """Convert a description between YAML and text, and print it.

    Both forms mean the same. Comments are dropped unless text stays text. A BurrTools file becomes text, and
    pieces on a board become one with `--to xmpuzzle`.
    """
    source = replace(read_spec(spec), form=written or "")
    if form == "xmpuzzle":
        return _to_burrtools(session, source, settings)
    return _to_description(session, source, form, settings)


def _to_burrtools(session: Session, source: Source, settings: Sequence[str]) -> int:
    from excover.formats.burrtools_writer import xmpuzzle_lines
    from excover.problem import compile_source

    problem = compile_source(source, read_settings(settings), limits=session.limits)
    session.show(problem.warnings)
    try:
        lines = list(xmpuzzle_lines(problem.puzzle))
    except ValueError as inexpressible:
        raise click.ClickException(str(inexpressible)) from None
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return ExitStatus.SOLVED


def _to_description(session: Session, source: Source, form: str | None, settings: Sequence[str]) -> int:
    from excover.formats.matrix_files import as_text, form_of
    from excover.syntax.format import format_spec, formatted
    from excover.syntax.read import is_yaml, read

    if form_of(source) == "burrtools":
        source, warnings = as_text(source, read_settings(settings), session.limits)
        session.show(warnings)
        form = form or "text"
    elif form_of(source):
        raise click.UsageError(f"`{source.name}` is a matrix, which has only one form")
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
