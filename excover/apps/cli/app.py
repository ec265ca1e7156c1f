"""The command `excover`: finds the subcommand, runs it, and reports errors in words.

Options of every command that reads a description: --allow and --quiet.

>>> allowed(["options=5m", "table=200_000_000"]).options
5000000
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from copy import copy
from functools import wraps
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Literal, cast

import click

from excover.apps.cli.process import VERSION_LINE, ExitStatus, Interrupted, Stop, note, print_text, printable
from excover.apps.cli.report import in_words
from excover.apps.cli.session import Session, current_session
from excover.base.diagnostics import OverLimit, SpecError
from excover.base.errors import NO_CORE, CannotWrite, core_is_missing
from excover.base.frozen import Frozen
from excover.base.limits import DEFAULT, Limits
from excover.base.threads import start_thread
from excover.base.words import did_you_mean, listed
from excover.language import messages

if TYPE_CHECKING:
    from excover.base.json.objects import ProgressData

_MULTIPLES = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}
_SETTING = r"(?ai)([a-z]+)=([0-9][0-9_]{0,24})([KMG]?)"
NAMES = Limits.__match_args__


def options(limits: bool = True) -> list[click.Parameter]:
    """The options; ``limits``: whether --allow is one of them."""
    every: list[click.Parameter] = [
        click.Option(
            ["--allow", "allowed"],
            multiple=True,
            metavar="LIMIT=N",
            expose_value=False,
            is_eager=True,
            callback=_set_limits,
            help="Set a size limit, such as `--allow table=500M`; docs/language.md lists the limits.",
        ),
        click.Option(
            ["--quiet"],
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_set_quiet,
            help="Do not report progress.",
        ),
    ]
    return every if limits else every[1:]


def allowed(settings: Iterable[str]) -> Limits:
    """The default limits with the given changes. Raises BadParameter."""
    return DEFAULT.replaced(**dict(map(_limit, settings)))


def _limit(setting: str) -> tuple[str, int]:
    found = re.fullmatch(_SETTING, setting)
    if found is None:
        raise click.BadParameter(
            f"`{setting}` is not a limit and a number, such as options=2000000 or table=500M"
        )
    if found[1] not in NAMES:
        close = did_you_mean(found[1], NAMES)
        raise click.BadParameter(
            f"there is no limit `{found[1]}`; {close or 'there are ' + listed(NAMES, 'and')}"
        )
    number = int(found[2].replace("_", "")) * _MULTIPLES[found[3].upper()]
    return found[1], min(number, sys.maxsize - 1)  # readers ask for one character more


def _set_limits(_ctx: click.Context, _option: click.Parameter, settings: tuple[str, ...]) -> None:
    current_session().limits = allowed(settings)


def _set_quiet(_ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    current_session().quiet = wanted


# Periodic progress lines on standard error when no terminal shows a bar.
#
# The first appears after half a minute, then one per minute; `--quiet` turns them off. A separate thread
# writes them, so that no command, and no stage of one, is silent.

FIRST, EVERY = 30.0, 60.0
"""Seconds before the first line, and between two lines."""
_STACK = 256 * 1024
"""Bytes of the thread's stack: the thread only writes, and memory may be limited."""


class Pulse:
    """A context in which progress lines are written, with the last report of the work."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Pulse:
        if sys.stderr is not None and not sys.stderr.isatty():
            thread = threading.Thread(target=self._beat, name="pulse", daemon=True)
            with suppress(MemoryError, RuntimeError):  # there may be no room for a thread
                start_thread(thread, _STACK)
                self._thread = thread
        return self

    def __exit__(self, *_exception: object) -> None:
        self._over.set()
        if self._thread:
            self._thread.join()

    def _beat(self) -> None:
        began, pause = monotonic(), FIRST
        while not self._over.wait(pause):
            report(self._session, monotonic() - began)
            pause = EVERY


def report(session: Session, seconds: float) -> None:
    """Writes one line, unless the session is quiet."""
    if session.quiet:
        return
    with suppress(OSError, ValueError):  # a closed stream is no reason to end the work
        if session.json:
            passed = round(seconds, 1)
            data: ProgressData = session.progress.as_data(passed) if session.progress else {"seconds": passed}
            session.note_data({"progress": data})
        else:
            known = f": {in_words(session.progress)}" if session.progress else ""
            note(f"still working after {seconds:,.0f} s{known}")


class CommandEntry(Frozen):
    """A command: its help, what it reads, and where it is."""

    help: str
    reads: Literal["a description", "journals", "nothing"] = "a description"
    module: str = ""
    """The module of `excover.apps.cli.commands` that has it, if that has another name."""

    def load(self, name: str) -> click.Command:
        """The command of this name, which is imported."""
        module = import_module(f"excover.apps.cli.commands.{self.module or name}")
        return cast(click.Command, getattr(module, f"{name}_command"))


COMMANDS = {
    "solve": CommandEntry("Find solutions and draw them."),
    "count": CommandEntry("Count the solutions."),
    "run": CommandEntry("Count or list solutions in a run that survives crashes."),
    "resume": CommandEntry("Continue a run from its journal.", reads="journals", module="run"),
    "status": CommandEntry("Report how far a run has come.", reads="journals", module="run"),
    "verify": CommandEntry("Check the journal of a run.", reads="journals", module="run"),
    "merge": CommandEntry(
        "Make one journal of those of all shares of a run.", reads="journals", module="run"
    ),
    "generate": CommandEntry("Make new puzzles with exactly one solution."),
    "unique": CommandEntry("Check whether there is exactly one solution.", module="authors"),
    "why": CommandEntry("Explain why there is no solution.", module="authors"),
    "rate": CommandEntry("Rate how hard a puzzle is.", module="authors"),
    "disassemble": CommandEntry("Find how the solutions of a solid puzzle come apart.", module="decode"),
    "clues": CommandEntry("Find the givens that a puzzle does not need.", module="authors"),
    "sample": CommandEntry("Show solutions at random, by number, or the best."),
    "heatmap": CommandEntry(
        "Show how often each piece lies on each cell, over all solutions.", module="diagram"
    ),
    "starts": CommandEntry("Find small sets of pieces that leave exactly one solution.", module="diagram"),
    "diagram": CommandEntry("Build the diagram of all solutions and save it."),
    "check": CommandEntry("Check the `expect` lines of descriptions."),
    "expand": CommandEntry("Print the exact cover problem of a description.", module="convert"),
    "estimate": CommandEntry("Estimate the number of solutions and the time to list them.", module="sample"),
    "tree": CommandEntry("Draw the search tree.", module="info"),
    "decode": CommandEntry("Verify and draw the solutions of another solver."),
    "convert": CommandEntry("Convert a description between YAML and text."),
    "fmt": CommandEntry("Format descriptions.", module="convert"),
    "pieces": CommandEntry("Draw the pieces of a puzzle, or a sheet of them to cut out.", module="info"),
    "info": CommandEntry("Report the size of a puzzle: items, options, boards, pieces."),
    "play": CommandEntry(
        "Open a page that edits descriptions and draws solutions.", reads="nothing", module="help"
    ),
    "new": CommandEntry(
        "Write a first description: five questions are asked.", reads="nothing", module="check"
    ),
    "gallery": CommandEntry("List the shipped puzzles.", reads="nothing", module="help"),
    "lsp": CommandEntry(
        "Serve an editor: errors, completion, and more as you type.", reads="nothing", module="help"
    ),
    "explain": CommandEntry(
        "Explain an error code, such as `excover explain E103`.", reads="nothing", module="help"
    ),
    "completion": CommandEntry(
        "Let a shell complete commands, options and names.", reads="nothing", module="help"
    ),
    "doctor": CommandEntry(
        "Report versions, extras and this machine; test every engine.", reads="nothing", module="help"
    ),
}

OUT_OF_MEMORY = (
    "(?i)failed to map|cannot allocate memory|cannot apply additional memory"
    "|^<function .* returned NULL without setting an exception|^error return without exception set"
)
"""Messages of the C library's loader when there is not enough memory for a shared object, and of Python
when there is none for a call: then it raises a SystemError.
"""


class Commands(click.Group):
    """The module of a command is imported when the command is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = copy(COMMANDS[name].load(name))
        if (reads := COMMANDS[name].reads) != "nothing":
            command.params = [*command.params, *options(limits=reads != "journals")]
        assert command.callback is not None
        command.callback = _releasing(command.callback)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            close = did_you_mean(args[0], COMMANDS)
            raise click.UsageError(f"there is no command `{args[0]}`{'; ' * bool(close)}{close}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in COMMANDS.items()])


def _releasing(function: Callable[..., int]) -> Callable[..., int]:
    """When memory runs out, releases what the function holds before the error is reported."""

    @wraps(function)
    def call(*arguments: object, **named: object) -> int:
        try:
            return function(*arguments, **named)
        except MemoryError:
            pass  # the traceback keeps the frames, and they keep the memory; here both are released
        raise MemoryError

    return call


def _version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        print_text(VERSION_LINE)
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
def excover() -> None:
    """Solve exact cover puzzles from descriptions that read like their rules.

    SPEC is a file, `-` for standard input, the name of a shipped puzzle, or a link of the playground,
    puzz.link or f-puzzles. Exit status: 0 solved, 1 no solution, 2 error in the description or on the
    command line, 3 stopped by a limit, 130 stopped by Ctrl-C.
    """


def run(arguments: Sequence[str], stop: Stop) -> int:
    """Runs a command and returns its exit status; raises only for signals and failed output."""
    session = Session(stop)
    sys.set_int_max_str_digits(0)  # a count may have any number of digits; literals have their own limit
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
    except Exception as fault:
        if interrupted := _interruption(fault):
            raise interrupted from fault
        return _reported(fault, session)


def _interruption(fault: BaseException | None) -> Interrupted | None:
    """The signal behind an exception: Python 3.11 wraps what comes out of `__set_name__`, for example."""
    while fault is not None and not isinstance(fault, Interrupted):
        fault = fault.__cause__ or fault.__context__
    return fault


def _reported(fault: Exception, session: Session) -> int:
    """Reports why a command failed, and returns its exit status; raises what concerns standard output."""
    match fault:
        case click.ClickException():
            _note_usage(session, fault)
        case SpecError():
            session.show(fault.diagnostics)
            return ExitStatus.STOPPED if isinstance(fault, OverLimit) else ExitStatus.USAGE
        case MemoryError():
            return _out_of_memory(session)
        case ImportError() if core_is_missing(fault):
            session.note_error(NO_CORE)
        case ImportError() | SystemError() if re.search(OUT_OF_MEMORY, str(fault)):
            return _out_of_memory(session)
        case CannotWrite():
            session.note_error(printable(str(fault)))
        case BrokenPipeError() | OSError(filename=None):
            raise fault
        case OSError():
            session.note_error(printable(f"cannot read `{fault.filename}`: {fault.strerror}"))
        case RecursionError() if session.limits.nesting > DEFAULT.nesting:
            session.show([messages.EvaluationTooDeep(session.limits.nesting)])
        case _:
            return _fault(fault)
    return ExitStatus.USAGE


def _out_of_memory(session: Session) -> int:
    session.note_error("out of memory: this problem needs more than is free, or more than `ulimit` allows")
    return ExitStatus.STOPPED


def _note_usage(session: Session, wrong: click.ClickException) -> None:
    """The message of click, with characters that could control a terminal escaped."""
    if isinstance(wrong, click.exceptions.NoArgsIsHelpError):
        note(wrong.message)
        return
    context = wrong.ctx if isinstance(wrong, click.UsageError) else None
    if context and not session.json:
        note(f"{context.get_usage()}\nTry `{context.command_path} --help`.\n")
    session.note_error(printable(wrong.format_message() + _advice(wrong)))


def _advice(wrong: click.ClickException) -> str:
    """What was probably meant, behind the message of click."""
    said = wrong.format_message()
    if isinstance(wrong, click.BadParameter) and (
        found := re.search(r"'([^']*)' is not one of (.*)\.$", said)
    ):
        close = did_you_mean(found[1], re.findall(r"'([^']+)'", found[2]))
        return f" {close.capitalize()}" if close else ""
    if found := re.search(r"unexpected extra arguments? \((\S+)", said):
        value = found[1].removesuffix(")")
        context = wrong.ctx if isinstance(wrong, click.UsageError) else None
        names = context.params.get("clues_from") if context else None
        if names and value.isidentifier():
            return f": write names with commas between them, as in `--clues-from {','.join([*names, value])}`"
        is_setting = re.fullmatch(r"\w+=.+", value)
        return f": write `-p {value}`" if is_setting else ": sizes are parameters, as in `-p n=6`"
    return ""


def _fault(fault: Exception) -> int:
    if os.environ.get("EXCOVER_TRACEBACK"):
        import traceback

        note("".join(traceback.format_exception(fault)).rstrip())
    note(printable(f"internal error: {type(fault).__name__}: {fault}"))
    note("This is a bug in excover, not an error in your description. Please report it with the description,")
    note("the command, and the output of the same command with EXCOVER_TRACEBACK=1 set.")
    return ExitStatus.FAULT
