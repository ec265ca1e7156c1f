"""`excover gallery`: the shipped puzzles and their sources."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import click

from excover.apps.cli.session import Session, wants_color
from excover.apps.cli.streams import ExitStatus, print_text
from excover.base.diagnostics import SpecError
from excover.base.words import visible
from excover.language import gallery
from excover.language.messages.about_files import UnknownDescription

if TYPE_CHECKING:
    from excover.base.source import Source


@click.group("gallery", invoke_without_command=True, subcommand_metavar="[COMMAND] [ARGS]...")
@click.pass_obj
@click.pass_context
def command(context: click.Context, session: Session) -> int:
    """List the shipped puzzles; `excover gallery show NAME` prints one."""
    if context.invoked_subcommand is None:
        _list()
    return ExitStatus.SOLVED


@command.command("show")
@click.argument("name")
def show(name: str) -> int:
    """Print a shipped puzzle, set of pieces, or drawing of clues."""
    source = gallery.puzzle(name) or gallery.library(name) or gallery.givens(name)
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
