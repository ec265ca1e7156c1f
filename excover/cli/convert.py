"""`excover convert`: a description in the other form."""

from __future__ import annotations

import sys

import click

from excover.cli.inputs import read_spec
from excover.cli.status import Status
from excover.cli.streams import tell
from excover.words import plural


@click.command("convert")
@click.argument("spec")
@click.option(
    "--to", "form", type=click.Choice(["yaml", "text"]), help="The form; without it, the one SPEC is not in."
)
def command(spec: str, form: str | None) -> int:
    """Write a description in the other form, YAML or text, on standard output.

    Both forms say the same, comments excepted: they are left out, unless a text stays a text.
    """
    from excover.formats.reading import form_of
    from excover.syntax.format import formatted, text_of
    from excover.syntax.read import is_yaml, read

    source = read_spec(spec)
    if form_of(source):
        raise click.UsageError(f"`{spec}` is a matrix, not a description that has two forms")
    was_yaml = is_yaml(source)
    tree = read(source)
    if form == "yaml" or (form is None and not was_yaml):
        from excover.syntax.comments import comments
        from excover.syntax.to_yaml import yaml_of

        sys.stdout.write(yaml_of(tree))
        if not was_yaml and (count := len(comments(source.text))):
            tell(f"{plural(count, 'comment')} left out")
    else:
        sys.stdout.write(text_of(tree) if was_yaml else formatted(source))
    return Status.SOLVED
