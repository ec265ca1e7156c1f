"""The reference of all commands, made from their help, as a page of the site and as that of `man excover`.

``python -m excover.apps.cli.reference markdown`` or ``man`` prints it.

>>> [page.name for page in pages()][:2]
['excover', 'excover solve']
>>> roff("a `-p` is\\n.no request")
'a \\\\fB\\\\-p\\\\fR is\\n\\\\&.no request'
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import click

from excover import __version__
from excover.apps.cli.app import excover

FORMS = ("markdown", "man")


@dataclass(frozen=True, slots=True)
class CommandPage:
    """A command: its name, what follows the name, its paragraphs, and its options with their meaning."""

    name: str
    usage: str
    paragraphs: list[str]
    options: list[tuple[str, str]]


def pages() -> list[CommandPage]:
    """The program itself, and each of its commands, in the order of `excover --help`."""
    context = click.Context(excover, info_name="excover", help_option_names=["-h", "--help"])
    return list(_pages(excover, context))


def _pages(command: click.Command, context: click.Context) -> Iterator[CommandPage]:
    paragraphs = re.split(r"\n\s*\n", inspect.cleandoc(command.help or ""))
    yield CommandPage(
        context.command_path,
        " ".join(command.collect_usage_pieces(context)),
        [" ".join(paragraph.split()) for paragraph in paragraphs],
        [
            (record[0], " ".join(record[1].split()))
            for option in command.get_params(context)
            if isinstance(option, click.Option) and (record := option.get_help_record(context))
        ],
    )
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _pages(inner, click.Context(inner, parent=context, info_name=name))


def markdown() -> str:
    """The page of the site."""
    parts = [
        "# Commands",
        "This page is made from the help of the commands: `excover COMMAND --help` shows the same. "
        "`man excover` has it, too.",
    ]
    for page in pages():
        parts += [f"## {page.name}", f"```text\n{page.name} {page.usage}\n```", *map(_cell, page.paragraphs)]
        rows = [f"| `{names.replace('|', ' or ')}` | {_cell(text)} |" for names, text in page.options]
        parts.append("\n".join(["| option | meaning |", "|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


def _cell(text: str) -> str:
    """A text of the help, in which `<` and `|` mean themselves; not those in code."""
    halves = re.split(r"(`[^`]*`)", text)
    return "".join(
        half if half.startswith("`") else re.sub(r"([<>|*_\[\]])", r"\\\1", half) for half in halves
    )


def man() -> str:
    """The manual page, as roff."""
    program, *commands = pages()
    lines = [
        f'.TH EXCOVER 1 "" "excover {__version__}" "User Commands"',
        *(".SH NAME", r"excover \- solve exact cover puzzles from descriptions that read like their rules"),
        *(".SH SYNOPSIS", rf".B {roff(program.name)}", roff(program.usage)),
        *(".SH DESCRIPTION", *_paragraphs(program)),
        *(".SH OPTIONS", *_options(program)),
        ".SH COMMANDS",
    ]
    for page in commands:
        lines += [f'.SS "{roff(page.name)} {roff(page.usage)}"', *_paragraphs(page), *_options(page)]
    lines += [".SH SEE ALSO", r"excover gallery, excover explain, excover doctor"]
    return "\n".join(lines) + "\n"


def _paragraphs(page: CommandPage) -> Iterator[str]:
    for paragraph in page.paragraphs:
        yield from (".PP", roff(paragraph))


def _options(page: CommandPage) -> Iterator[str]:
    for names, text in page.options:
        yield from (".TP", rf"\fB{roff(names)}\fR", roff(text))


def roff(text: str) -> str:
    """A text in which nothing is a request or an escape; what is in backticks is bold."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    text = re.sub(r"`([^`]*)`", r"\\fB\1\\fR", text)
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in FORMS:
        print(f"usage: python -m excover.apps.cli.reference {'|'.join(FORMS)}", file=sys.stderr)
        return 2
    print(markdown() if arguments[0] == "markdown" else man(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
