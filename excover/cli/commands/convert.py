"""`excover convert`: a description in the other form; and one that is a file of BurrTools."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

import click

from excover.cli.options import FORMS, read_settings, read_spec
from excover.cli.session import Session
from excover.cli.status import ExitStatus
from excover.cli.streams import tell
from excover.words import plural


@click.command("convert")
@click.argument("spec")
@click.option(
    "--to", "form", type=click.Choice(["yaml", "text"]), help="The form; without it, the one SPEC is not in."
)
@click.option(
    "--from", "written", type=click.Choice(FORMS), help="The form of SPEC; its name and text tell it."
)
@click.option("-p", "settings", multiple=True, metavar="problem=N", help="Which problem of a BurrTools file.")
@click.pass_obj
def command(
    session: Session, spec: str, form: str | None, written: str | None, settings: Sequence[str]
) -> int:
    """Write a description in the other form, YAML or text, on standard output.

    Both forms say the same, comments excepted: they are left out, unless a text stays a text. A file of
    BurrTools becomes a text.
    """
    from excover.formats.matrix_files import as_text, form_of
    from excover.syntax.format import formatted, text_of
    from excover.syntax.read import is_yaml, read

    source = replace(read_spec(spec), form=written or "")
    if form_of(source) == "burrtools":
        source, warnings = as_text(source, read_settings(settings), session.limits)
        session.show(warnings)
        form = form or "text"
    elif form_of(source):
        raise click.UsageError(f"`{spec}` is a matrix, not a description that has two forms")
    elif settings:
        raise click.UsageError("-p is for files of BurrTools: a description keeps its parameters")
    was_yaml = is_yaml(source)
    tree = read(source, session.limits)
    if form == "yaml" or (form is None and not was_yaml):
        from excover.syntax.comments import comments
        from excover.syntax.to_yaml import yaml_of

        sys.stdout.write(yaml_of(tree))
        if not was_yaml and (count := len(comments(source.text))):
            tell(f"{plural(count, 'comment')} left out")
    else:
        sys.stdout.write(text_of(tree) if was_yaml else formatted(source, session.limits))
    return ExitStatus.SOLVED
