"""`excover completion`: the script by which a shell completes commands, options and names."""

from __future__ import annotations

import os
from pathlib import Path

import click

from excover.apps.cli.streams import ExitStatus, print_text, printable

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
# What Click itself makes of it depends on its version.
@click.argument("shell", type=click.Choice(SHELLS), required=False, metavar=f"[{'|'.join(SHELLS)}]")
@click.option("--install", is_flag=True, help="Install the script for your user, for all new shells.")
def command(shell: str | None, install: bool) -> int:
    """Let a shell complete commands, options, and names of shipped puzzles.

    Without --install, print the script of SHELL (default: your shell). To use it only in the shell that
    runs: `source <(excover completion bash)`.
    """
    from excover.apps.cli import completion

    shell = shell or _own_shell()
    if not install:
        print_text(completion.script(shell).rstrip("\n"))
        return ExitStatus.SOLVED
    for file in completion.install(shell):
        print_text(printable(f"wrote {file}"))
    print_text(f"start a new {shell} to use it")
    return ExitStatus.SOLVED


def _own_shell() -> str:
    """Raises UsageError if the shell is not known."""
    name = Path(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        raise click.UsageError(f"which shell? write `excover completion` and one of {', '.join(SHELLS)}")
    return name
