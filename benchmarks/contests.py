"""Others that look for a first solution, or for the least cost: engines from PyPI, and programs by path.

A program by path reads a problem from its standard input, in the format of Knuth's DLX programs or as a CNF
in the DIMACS format: `ssxcc-wtd=dlx:/opt/knuth/ssxcc-wtd t1`, or `cadical=cnf:cadical -q`. Seconds are those
of the processor, without what it takes to start a program and to load its library.
"""

from __future__ import annotations

import multiprocessing
import resource
import subprocess
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from time import process_time

from measure import Failed
from priced import PRICED, SOLVERS, from_or_library

from excover.base.names import ItemName, OptionName
from excover.formats.exports.as_cnf import export as cnf_lines
from excover.matrix.matrix import Matrix
from excover.search.engine_table import PROGRAMS
from excover.search.external.external_search import ExternalSearch
from excover.search.outcome import Status
from excover.search.run import Budget, Run
from excover.search.strategy import EngineName, Strategy

PROGRAM_SECONDS = 10.0
"""By the clock, after which a search by us or by another program is stopped."""
LEAST = 0.01
"""A start takes some tenths of a second, so differences below this are noise."""

First = Callable[[Matrix], tuple[float, bool]]
"""Processor seconds, and whether there is an answer."""


@dataclass(frozen=True, slots=True)
class ByPath:
    name: str
    form: str
    command: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> ByPath:
        """
        >>> ByPath.read("cadical=cnf:cadical -q")
        ByPath(name='cadical', form='cnf', command=('cadical', '-q'))
        """
        name, _, rest = text.partition("=")
        form, _, line = rest.partition(":")
        if form not in ("dlx", "cnf") or not line.split():
            raise ValueError(f"{text} is not NAME=dlx:COMMAND or NAME=cnf:COMMAND")
        return cls(name, form, tuple(line.split()))

    def first(self, matrix: Matrix) -> tuple[float, bool]:
        lines = dlx_lines(matrix) if self.form == "dlx" else list(cnf_lines(matrix))
        started = min(
            self.answer("0\n0\n" if self.form == "dlx" else "p cnf 1 1\n1 0\n")[0] for _ in range(3)
        )
        seconds, knows = self.answer("\n".join([*lines, ""]))
        return max(seconds - started, LEAST), knows

    def answer(self, text: str) -> tuple[float, bool]:
        """Processor seconds of a whole process, and whether it came to an end in time."""
        began = _used()
        try:
            done = subprocess.run(
                self.command, input=text, capture_output=True, text=True, check=False, timeout=PROGRAM_SECONDS
            )
        except subprocess.TimeoutExpired:
            return _used() - began, False
        except OSError as fault:
            raise Failed(f"{self.name}: {fault.strerror}") from None
        told = done.stdout + done.stderr
        knows = done.returncode in (10, 20) if self.form == "cnf" else "Altogether" in told
        if not knows:
            raise Failed(f"{self.name} ended with status {done.returncode}: {told[-200:].strip()}")
        return _used() - began, True


@dataclass(frozen=True, slots=True)
class Engine:
    """A program from PyPI, as `--engine` takes it."""

    name: EngineName

    def first(self, matrix: Matrix) -> tuple[float, bool]:
        start = start_of(self.name)
        run = Run(Budget(solutions=1, seconds=PROGRAM_SECONDS), Strategy(self.name))
        search = ExternalSearch(matrix, run)
        seconds = processor_seconds(lambda: list(search))  # to its end, when its process is counted
        return max(seconds - start, LEAST), search.outcome.status is not Status.UNKNOWN


ENGINES: tuple[EngineName, ...] = ("cp-sat", "sat", "clingo")
by_path: list[ByPath] = []
"""Set before anything is measured."""


def others() -> list[Engine | ByPath]:
    """All that are installed, and all whose path is known."""
    installed = [Engine(name) for name in ENGINES if find_spec(PROGRAMS[name].module)]
    return [*installed, *by_path]


def dlx_lines(matrix: Matrix) -> list[str]:
    """With names as short as Knuth's programs want them: numbers of items, letters of colors.

    >>> items = [(ItemName("a"), 1, 1), (ItemName("b"), 0, 1)]
    >>> dlx_lines(Matrix.build(items, [(OptionName("x"), [0, 1])]))
    ['0 | 1', '0 1']
    """
    primary = [str(item) for item in range(len(matrix.items)) if matrix.is_primary(item)]
    secondary = [str(item) for item in range(len(matrix.items)) if not matrix.is_primary(item)]
    if any(not low == high == 1 for low, high in _bounds_of_primary(matrix)):
        raise Failed("an item is covered more than once")
    return [
        " ".join([*primary, *(["|", *secondary] if secondary else [])]),
        *(" ".join(_words(matrix, option)) for option in range(len(matrix.options))),
    ]


def _bounds_of_primary(matrix: Matrix) -> list[tuple[int, int]]:
    pairs = zip(matrix.lower, matrix.upper, strict=True)
    return [pair for item, pair in enumerate(pairs) if matrix.is_primary(item)]


def _words(matrix: Matrix, option: int) -> list[str]:
    entries = range(matrix.starts[option], matrix.starts[option + 1])
    colors = {entry: matrix.colors[entry] for entry in entries if matrix.colors[entry]}
    return [f"{matrix.entries[e]}{f':{chr(64 + colors[e])}' if e in colors else ''}" for e in entries]


def processor_seconds(work: Callable[[], object]) -> float:
    """Of this process and of those that it started and that have ended."""
    before = _used()
    work()
    return _used() - before


def _used() -> float:
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + ended.ru_utime + ended.ru_stime


@cache
def start_of(program: EngineName) -> float:
    """What it takes to start a program and to give it a matrix of one option."""
    one = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0])])
    run = Run(Budget(solutions=1), Strategy(program))
    return min(processor_seconds(lambda: list(ExternalSearch(one, run))) for _ in range(3))


def told(program: str, seconds: float, knows: bool) -> str:
    return f"{program} {seconds:.2f} s" if knows else f"{program} > {seconds:.1f} s"


# The least cost


@lru_cache(maxsize=1)
def priced(name: str) -> Matrix:
    """By the name of an instance, or the path of a file of the OR-Library."""
    return PRICED[name]() if name in PRICED else from_or_library(Path(name))


def solved(program: str, name: str) -> tuple[float, bool, int | None]:
    """Processor seconds, whether the least cost is proved, and the cost."""
    matrix = priced(name)
    SOLVERS[program](PRICED["assignment 20"](), 1.0)  # imports
    began = process_time()
    cost, proved = SOLVERS[program](matrix, PROGRAM_SECONDS)
    return process_time() - began, proved, cost


def solved_by_all(name: str) -> dict[str, tuple[float, bool, int | None]]:
    """By us and by those that are installed. They get no first solution.

    Each in a process of its own: the libraries of HiGHS and of CP-SAT do not load into one.
    """
    needed = {"excover": "excover", "highs": "highspy", "cp-sat": "ortools"}
    answers = {}
    for program in (each for each, module in needed.items() if find_spec(module)):
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
            answers[program] = process.submit(solved, program, name).result()
    return answers
