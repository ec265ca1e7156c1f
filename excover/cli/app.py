"""The command `excover`: finds the command asked for, runs it, and turns what goes wrong into words."""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from copy import copy
from functools import wraps
from importlib import import_module, metadata
from typing import cast

import click

from excover.cli.common import options
from excover.cli.pulse import Pulse
from excover.cli.session import Session
from excover.cli.signals import Stop
from excover.cli.status import ExitStatus
from excover.cli.streams import printable, tell
from excover.diagnostics import SpecError
from excover.words import did_you_mean

COMMANDS = {
    "solve": "Find solutions and draw them.",
    "count": "Count the solutions.",
    "generate": "Make new puzzles with exactly one solution.",
    "unique": "Tell whether there is exactly one solution.",
    "why": "Tell why there is no solution.",
    "rate": "Tell how hard a puzzle is.",
    "clues": "Tell which givens are needless.",
    "sample": "Show some of all solutions: at random, by number, or the best.",
    "heatmap": "Tell for each piece where it lies, over all solutions.",
    "starts": "Find the few pieces that leave exactly one solution.",
    "diagram": "Build the diagram of all solutions, tell its size, keep it in a file.",
    "check": "Run the `expect` lines of descriptions.",
    "expand": "Show the exact cover problem that a description stands for.",
    "estimate": "Estimate how many solutions there are, and how long it takes to list them.",
    "tree": "Draw the tree that a search walks.",
    "decode": "Draw what another solver found.",
    "convert": "Write a description in the other form, YAML or text.",
    "fmt": "Lay descriptions out.",
    "pieces": "Draw the pieces of a puzzle, or a sheet of them to cut out.",
    "info": "Tell how large a puzzle is: items, options, boards, pieces.",
    "gallery": "List the shipped puzzles.",
    "explain": "Tell about the code of an error: `excover explain E103`.",
}

READ_NOTHING = {"gallery", "explain"}

NOT_LOADED = re.compile("failed to map|cannot allocate memory|cannot apply additional memory", re.IGNORECASE)
"""What the loader of the C library says when there is no memory for a shared object."""


class _Commands(click.Group):
    """Commands live in modules of their name, imported when they are called for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = copy(cast(click.Command, import_module(f"excover.cli.commands.{name}").command))
        if name not in READ_NOTHING:
            command.params = [*command.params, *options()]
        assert command.callback is not None
        command.callback = _releasing(command.callback)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            close = did_you_mean(args[0], COMMANDS)
            raise click.UsageError(f"there is no command `{args[0]}`{'; ' * bool(close)}{close}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _releasing(function: Callable[..., int]) -> Callable[..., int]:
    """Out of memory, lets go of all that the function holds before anybody else has to work."""

    @wraps(function)
    def call(*arguments: object, **named: object) -> int:
        try:
            return function(*arguments, **named)
        except MemoryError:
            pass  # its traceback holds the frames that hold the memory: from here on they are gone
        raise MemoryError

    return call


def _version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"excover {metadata.version('excover')}")
        ctx.exit()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show it."
)
def excover() -> None:
    """Solve exact cover puzzles from descriptions that read like their rules.

    SPEC is a file, `-` for standard input, or the name of a shipped puzzle. Exit status: 0 solved,
    1 no solution, 2 a wrong description or command line, 3 stopped by a limit, 130 by Ctrl-C.
    """


def run(arguments: Sequence[str], stop: Stop) -> int:
    """The exit status of a command; passes on only signals, and failures of the output."""
    session = Session(stop)
    sys.set_int_max_str_digits(0)  # a count may have any number of digits; literals have a limit of their own
    try:
        with Pulse(session):
            return _status(arguments, session)
    finally:
        session.point_to_page()


def _status(arguments: Sequence[str], session: Session) -> int:
    try:
        with excover.make_context("excover", list(arguments), obj=session) as context:
            return int(excover.invoke(context) or 0)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as wrong:
        tell(_usage(wrong))
    except SpecError as wrong:
        session.show(wrong.diagnostics)
    except MemoryError:
        return _out_of_memory()
    except ImportError as failed:
        return _out_of_memory() if NOT_LOADED.search(str(failed)) else _fault(failed)
    except OSError as wrong:
        if isinstance(wrong, BrokenPipeError) or wrong.filename is None:
            raise
        tell(printable(f"error: cannot read `{wrong.filename}`: {wrong.strerror}"))
    except Exception as fault:
        return _fault(fault)
    return ExitStatus.USAGE


def _out_of_memory() -> int:
    tell("error: out of memory; this problem needs more than there is, or than `ulimit` allows")
    return ExitStatus.STOPPED


def _usage(wrong: click.ClickException) -> str:
    """As click says it, but for characters that could drive a terminal."""
    if isinstance(wrong, click.exceptions.NoArgsIsHelpError):
        return wrong.message
    context = wrong.ctx if isinstance(wrong, click.UsageError) else None
    hint = f"{context.get_usage()}\nTry `{context.command_path} --help`.\n\n" if context else ""
    return hint + printable(f"error: {wrong.format_message()}")


def _fault(fault: Exception) -> int:
    if os.environ.get("EXCOVER_TRACEBACK"):
        tell("".join(traceback.format_exception(fault)).rstrip())
    tell(printable(f"internal fault: {type(fault).__name__}: {fault}"))
    tell("This is a mistake in excover, not in your description. Please report it with the description and")
    tell("the command, and with what the same command says when EXCOVER_TRACEBACK=1 is set.")
    return ExitStatus.FAULT
