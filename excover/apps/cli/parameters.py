"""Arguments shared by commands: a description with its parameters and givens, and limits of a search.

>>> bytes_of("50MB"), bytes_of("2 KiB"), bytes_of("1500M")
(50000000, 2048, 1500000000)
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from typing import Any, TypeAlias, TypeVar, get_args

import click

from excover.apps.cli.files import CommandFunction, SpecFile, SpecOptions, will_read
from excover.apps.cli.process import ExitStatus, printable
from excover.apps.cli.session import current_session
from excover.base.diagnostics import OverLimit, SpecError
from excover.base.errors import EngineFailed, Unsuitable
from excover.language import messages
from excover.language.syntax.ast import UpTo
from excover.search.engine_table import EngineName
from excover.search.run import Budget
from excover.search.strategy import Strategy, cores

FORMS = ("text", "yaml", "dlx", "matrix", "burrtools", "polycube")

_F = TypeVar("_F", bound=Callable[..., Any])

Callback: TypeAlias = Callable[[click.Context, click.Parameter, Any], Any]


def option(
    form: str,
    help_: str,
    kind: click.ParamType[Any] | Callback | None = None,
    *,
    name: str = "",
    **others: Any,
) -> Callable[[_F], _F]:
    """An option in the ``form`` that its help has, `--seed S`; without a kind and a word for it, a flag.

    The ``kind`` is a type, or a callback that reads a text. The function gets ``name``, if it is not that of
    the option.
    """
    flag, _, metavar = form.partition(" ")
    others["type" if isinstance(kind, click.ParamType) else "callback"] = kind
    if not metavar and kind is None:
        others["is_flag"] = True
    return click.option(flag, *([name] if name else []), help=help_, metavar=metavar or None, **others)


def takes_source(function: _F) -> _F:
    """Adds SPEC and --from; the function gets ``spec`` and ``written``."""
    text = "Input format (default: detected from name and content)."
    form = option("--from", text, click.Choice(FORMS), name="written")
    return click.argument("spec")(form(function))


def takes_spec(function: CommandFunction) -> CommandFunction:
    """Adds SPEC, --from, -p, --table and --given; the function gets them as ``described``."""

    @takes_source
    @option("-p NAME=VALUE", "Set a parameter, such as `-p n=12`.", name="settings", multiple=True)
    @click.option(
        "--table",
        "--board",
        "tables",
        multiple=True,
        metavar="NAME=FILE",
        help="Read a table from a .csv, .json or .parquet file, such as `--table T=file.csv`, or the "
        "drawings of a board from a text file, such as `--board field=puzzle.txt`.",
    )
    @option("--given FILE", "Read clues from FILE, from `-`, or from a shipped file.")
    @wraps(function)
    def command(
        spec: str,
        written: str | None,
        settings: Sequence[str],
        tables: Sequence[str],
        given: str | None,
        **rest: object,
    ) -> int:
        if spec == given == "-":
            raise click.UsageError("SPEC and --given cannot both be read from standard input")
        will_read([spec, given or spec])
        return function(described=SpecOptions(spec, written, settings, tables, given), **rest)

    return command


def takes_problem(function: CommandFunction) -> CommandFunction:
    """Adds what `takes_spec` does; the function gets the compiled ``problem``, its warnings already shown."""

    @takes_spec
    @wraps(function)
    def command(described: SpecOptions, **rest: object) -> int:
        problem, session = described.problem(), current_session()
        session.show_warnings(problem.warnings)
        return function(session=session, problem=problem, **rest)

    return command


def takes_file_and_problem(function: CommandFunction) -> CommandFunction:
    """As `takes_problem`; the function also gets the ``file`` that was read, for its other content."""

    @takes_spec
    @wraps(function)
    def command(described: SpecOptions, **rest: object) -> int:
        source, session = described.source(), current_session()
        problem = described.problem(source=source)
        session.show_warnings(problem.warnings)
        file = SpecFile(source, described.parameters())
        return function(session=session, problem=problem, file=file, **rest)

    return command


def takes_time_limit(function: _F) -> _F:
    """Adds --time-limit; the function gets seconds, or None."""
    text = "Stop after S seconds; also 5m or 1h."
    return option("--time-limit S", text, seconds)(function)


NODE_LIMIT = """Stop after N nodes of the search tree. One engine searches alone then, without the races of
several, so that a run can be repeated exactly: it may take far longer than without a limit."""


def takes_effort(function: CommandFunction) -> CommandFunction:
    """Adds --time-limit and --node-limit; the function gets them as ``budget``."""

    @takes_time_limit
    @option("--node-limit N", NODE_LIMIT, click.IntRange(min=1))
    @wraps(function)
    def command(time_limit: float | None, node_limit: int | None, **rest: object) -> int:
        return function(budget=Budget(nodes=node_limit, seconds=time_limit), **rest)

    return command


def takes_budget(function: CommandFunction) -> CommandFunction:
    """Adds --limit, --time-limit and --node-limit; the function gets them as ``budget``."""

    @option("--limit N", "Stop after N solutions.", click.IntRange(min=1))
    @takes_effort
    @wraps(function)
    def command(limit: int | None, budget: Budget, **rest: object) -> int:
        return function(budget=budget.replaced(solutions=limit), **rest)

    return command


TIMES = {"s": 1, "m": 60, "h": 3600}
ON_ONE_THREAD = " Searches of excover for a first solution, or with --node-limit, use one."
LEAST_MEMORY = 10**6
UNITS = {"": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30}
UNITS |= {unit[0]: UNITS[unit] for unit in ("KB", "MB", "GB")}  # as `--allow` has them


def takes_memory(function: _F) -> _F:
    """Adds --memory; the function gets bytes, or None for the default."""
    text = (
        "Memory limit for the tables of all searches together: 50MB, 2GB, or bytes, at least 1MB "
        "(default: a quarter of free memory)."
    )
    return option("--memory SIZE", text, size)(function)


def takes_threads(function: _F, remark: str = "") -> _F:
    """Adds --threads, with a remark in its help; the function gets a number."""
    return _takes_number_of("threads", "threads", function, remark)


def takes_workers(function: _F) -> _F:
    """Adds --workers; the function gets a number."""
    return _takes_number_of("workers", "worker processes", function)


def _takes_number_of(name: str, what: str, function: _F, remark: str = "") -> _F:
    """Adds an option for a number, which is that of all cores if it is not given."""

    def of_cores(_ctx: click.Context, _option: click.Parameter, value: int | None) -> int:
        return value or cores()

    help_ = f"Number of {what} (default: all cores).{remark}"
    return option(f"--{name} N", help_, of_cores, type=click.IntRange(1, 1024))(function)


@contextmanager
def refusals(blamed: str = "") -> Iterator[None]:
    """A context in which Unsuitable is a usage error, which blames an option; not if it is located itself."""
    try:
        yield
    except SpecError:
        raise
    except Unsuitable as misfit:
        raise click.UsageError(printable(f"{blamed}{': ' * bool(blamed)}{misfit}")) from None


def takes_strategy(function: CommandFunction) -> CommandFunction:
    """Adds --engine, --threads, --memory and --no-symmetry; the function gets the ``strategy``.

    A strategy that does not suit the problem is a usage error that gives the reason.
    """

    @option("--engine", "Search engine (default: auto).", click.Choice(get_args(EngineName)), default="auto")
    @partial(takes_threads, remark=ON_ONE_THREAD)
    @takes_memory
    @option("--no-symmetry", "Search for all solutions, not for one of those that are symmetric.")
    @wraps(function)
    def command(
        engine: EngineName,
        threads: int,
        memory: int | None,
        no_symmetry: bool,
        **rest: object,
    ) -> int:
        from excover.search.engine import StatesTooLarge, TooLarge

        strategy = Strategy(engine, threads, memory, symmetry=not no_symmetry)
        try:
            with refusals("" if engine == "auto" else f"--engine {engine}"):
                return function(strategy=strategy, **rest)
        except EngineFailed as failed:
            current_session().note_error(printable(str(failed)))
            return ExitStatus.STOPPED
        except TooLarge as reason:
            of_states = isinstance(reason, StatesTooLarge)
            raise OverLimit(messages.DiagramOverMemory(strategy.room, of_states)) from None

    return command


def takes_order(function: CommandFunction) -> CommandFunction:
    """Adds --sorted and --seed to a ``strategy``; place it below `takes_strategy`."""

    @option("--sorted", "Show solutions in the same order for any number of threads.", name="ordered")
    @option("--seed S", "Search in a random order, determined by S.", click.IntRange(0, 2**64 - 1))
    @wraps(function)
    def command(strategy: Strategy, ordered: bool, seed: int | None, **rest: object) -> int:
        return function(strategy=strategy.replaced(ordered=ordered, seed=seed), **rest)

    return command


def takes_stats(function: CommandFunction) -> CommandFunction:
    text = "Report the engine, why it was chosen, and its work: nodes, updates, depth, seconds, threads."
    return option("--stats", text)(function)


def takes_up_to(function: CommandFunction) -> CommandFunction:
    """Adds --up-to and --up-to-symmetry; the function gets ``up_to``, a kind of motion or None."""

    @option(
        "--up-to",
        "Treat two results as the same if a rotation of the puzzle, or any symmetry including"
        " reflections, maps one to the other.",
        click.Choice(["rotations", "symmetry"]),
    )
    @option("--up-to-symmetry", "Same as `--up-to symmetry`.")
    @wraps(function)
    def command(up_to: UpTo | None, up_to_symmetry: bool, **rest: object) -> int:
        if up_to == "rotations" and up_to_symmetry:
            raise click.UsageError("--up-to rotations and --up-to-symmetry exclude each other")
        return function(up_to="symmetry" if up_to_symmetry else up_to, **rest)

    return command


def takes_json(what: str) -> Callable[[_F], _F]:
    def remember(_ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
        current_session().json = wanted

    return click.option(
        "--json", is_flag=True, is_eager=True, expose_value=False, callback=remember, help=what
    )


def seconds(_ctx: click.Context, _option: click.Parameter, value: str | float | None) -> float | None:
    """Parses seconds, or a number followed by `s`, `m` or `h`."""
    if value is None:
        return None
    text = str(value)
    number, unit = (text[:-1], text[-1]) if text[-1:] in TIMES else (text, "s")
    try:
        found = float(number) * TIMES[unit]
    except ValueError:
        found = math.nan
    if not found >= 0:  # nor NaN
        raise click.BadParameter(f"`{value}` is not a time: write seconds, such as 2.5, or 90s, 5m or 1h")
    return found


def part(_ctx: click.Context, _option: click.Parameter, value: str | None) -> float | None:
    """Parses a part of a whole, such as 0.01 or 1%."""
    if value is None:
        return None
    text = value.strip()
    is_percent = text.endswith("%")
    try:
        found = float(text.removesuffix("%")) / (100 if is_percent else 1)
    except ValueError:
        found = math.nan
    if not 0 <= found < math.inf:
        raise click.BadParameter(f"`{value}` is not a part of a cost: write 1%, or 0.01")
    if found > 1 and is_percent:
        raise click.BadParameter(f"`{value}` is more than all of a cost: at most 100% can be left")
    if found >= 1 and not is_percent:
        raise click.BadParameter(f"`{value}` is not less than 1, all of a cost: write {text}% for percent")
    return found


def size(_ctx: click.Context, _option: click.Parameter, value: str | None) -> int | None:
    """Parses the memory limit of tables, in bytes."""
    if value is None:
        return None
    if (found := bytes_of(value)) < LEAST_MEMORY:
        raise click.BadParameter(f"`{value}` is too little: the minimum is 1MB")
    return found


def refuse_others(flag: str, others: Mapping[str, bool], reason: str) -> None:
    """Raises UsageError if an option was given that cannot be combined with ``flag``."""
    for other in (name for name, is_given in others.items() if is_given):
        raise click.UsageError(f"{flag} and {other} cannot be combined: {reason}")


def bytes_of(value: str) -> int:
    """Parses a size: KB is 1000 bytes, KiB 1024. Raises BadParameter."""
    match = re.fullmatch(r"(\d{1,18}(?:\.\d{1,18})?) ?([A-Z]*)", value.strip().upper(), re.ASCII)
    if match is None or match[2] not in UNITS:
        raise click.BadParameter(f"`{value}` is not a size: write 50MB, 2GB, or a number of bytes")
    return int(float(match[1]) * UNITS[match[2]])
