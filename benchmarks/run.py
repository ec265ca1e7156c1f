"""Measures everything that is to be reached, and prints one table (Markdown).

    python benchmarks/run.py [--write FILE] [--tune NAME=VALUE ...] [--program NAME=dlx:COMMAND ...]
                             [--or-library FILE ...] [--rules FOLDER ...] [--puzzles FOLDER]
                             [--lines NAME:COMMAND ...]
                             [--against COMMIT] [ROW ...]

Without rows, all of them; a row is named by a part of its name. ``--list`` lists them. ``--write`` replaces
the table in a file, between the lines ``<!-- table -->`` and ``<!-- end -->``. ``--tune`` sets a tuning
constant of excover/native/core/tuning.cpp or excover/search/tuning.py, for the rows that are measured in
this process; ``--tuning`` lists them. Medians of repeats that take turns (measure.py); goals in seconds are
scaled by what xcover needs for Kanoodle (rows.py). `pip install '.[bench,highs,cp-sat,sat,clingo]'` brings
the peers. ``--program`` adds one to the rows of first solutions; it reads problems (`dlx` or `cnf`) from
its standard input (contests.py). ``--or-library`` adds a row for a file of J. E. Beasley's OR-Library
(`sppnw12.txt`), ``--rules`` one for each description in a folder, and ``--puzzles`` those of published
puzzles, beside what is made for `run.py "rules "` (rules.py). ``--packer`` adds a program that lists
packings, ``--apart`` a row for a file of BurrTools, and ``--taker`` a program that takes the `{file}` of its
command apart (special.py). ``--lines`` adds a program, such as tdoku, that solves the lines of clues in the
`{file}` of its command (further_rows.py). ``--against`` builds another commit of ours beside, and measures
only rows in which it takes turns with the checkout (against.py, which
explains ``--build-seconds`` and ``--python``).

All that is asked for first, refuted and best solutions is one run. In it, nothing takes longer than ten
seconds by the clock, so it takes half an hour at most on a machine at rest; other rows of the table stay:

    python benchmarks/run.py --write benchmarks/results.md first refute best
"""

from __future__ import annotations

import argparse
import platform
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from against import BUILD_SECONDS, COMPARED, built, rows_against
from contests import ByPath, by_path
from further_rows import FURTHER_ROWS, line_programs
from measure import Skipped
from rows import ROWS, Row, of_file, scale
from special import SPECIAL_ROWS, of_burr, packers, takers

from excover.search.tuning import TuningConstant, constants, set_tuning

BEGIN, END = "<!-- table -->", "<!-- end -->"
HEAD = ("work", "ours", "compared with", "ratio", "goal (unscaled)", "met", "note")


def table(rows: list[Row]) -> Iterator[str]:
    yield _line(*HEAD)
    yield _line(*("---" for _ in HEAD))
    for row in rows:
        try:
            found = row.measure()
        except Skipped as reason:
            yield _line(row.name, "", "", "", "", "", f"skipped: {reason}")
        except Exception as fault:  # the other rows are to be measured all the same
            told = " ".join(f"{type(fault).__name__}: {fault}".replace("|", "/").split())
            yield _line(row.name, "", "", "", "", "no", told)
        else:
            met = "yes" if found.is_met else "no"
            yield _line(row.name, found.ours, found.compared, found.ratio, found.goal, met, found.note)
    yield ""
    scaled = f"; goals in seconds times {scale():.2f}" if scale.cache_info().currsize else ""
    yield f"{machine()}; commit {commit()}; {versions()}{scaled}."


def _line(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def machine() -> str:
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else []
    names = [text.split(":", 1)[1].strip() for text in lines if text.startswith("model name")]
    return f"{len(names) or '?'} x {names[0] if names else platform.processor()}"


def versions() -> str:
    return ", ".join([f"Python {platform.python_version()}", *map(_version, ("xcover", "exact-cover"))])


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"no {package}"


def commit() -> str:
    told = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    return subprocess.run(told, capture_output=True, text=True, check=False).stdout.strip() or "unknown"


def replaced(text: str, lines: list[str]) -> str:
    r"""A text with another table between its two marks; rows of the old one that were not measured stay, with
    what was told of them.

    >>> old = "<!-- table -->\n\n| work | ours |\n| --- | --- |\n| a | 1 |\n| b | 2 |\n\nOld.\n\n<!-- end -->"
    >>> print(replaced(old, ["| work | ours |", "| --- | --- |", "| b | 3 |", "", "New."]))
    <!-- table -->
    <BLANKLINE>
    | work | ours |
    | --- | --- |
    | a | 1 |
    | b | 3 |
    <BLANKLINE>
    New.
    The rows above that were not measured in that run (1): Old.
    <BLANKLINE>
    <!-- end -->
    """
    before, _, rest = text.partition(BEGIN)
    old, end, after = rest.partition(END)
    if not end:
        raise SystemExit(f"there are no lines {BEGIN} and {END}")
    former = old.strip().split("\n")
    rows, new = ({_name(line): line for line in some if line.startswith("| ")} for some in (former, lines))
    kept = len(rows.keys() - new.keys())
    told = [line for line in former if line and not line.startswith("| ")] if kept else []
    if told:
        told[0] = f"The rows above that were not measured in that run ({kept}): {told[0]}"
    others = [line for line in lines if not line.startswith("| ")]
    return "\n".join([before + BEGIN, "", *(rows | new).values(), *others, *told, "", END + after])


def _name(line: str) -> str:
    return line.split("|")[1].strip()


def _tuned(text: str) -> str:
    """Sets a constant; ValueError, which the parser reports, for what is none."""
    name, _, value = text.partition("=")
    set_tuning(name, float(value) if "." in value or "e" in value else int(value))
    return text


def _described(row: TuningConstant) -> str:
    return f"{row.name} = {row.value} ({row.least} to {row.most}): {row.meaning}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", type=Path, metavar="FILE")
    parser.add_argument("--tune", type=_tuned, action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--tuning", action="store_true", help="list the tuning constants")
    parser.add_argument(
        "--program", type=ByPath.read, action="append", default=[], metavar="NAME=FORM:COMMAND"
    )
    parser.add_argument("--packer", type=ByPath.read, action="append", default=[], metavar="NAME=dlx:COMMAND")
    parser.add_argument("--taker", action="append", default=[], metavar="NAME:COMMAND")
    parser.add_argument("--apart", action="append", default=[], metavar="FILE")
    parser.add_argument("--or-library", action="append", default=[], metavar="FILE")
    parser.add_argument("--rules", type=Path, action="append", default=[], metavar="FOLDER")
    parser.add_argument("--puzzles", type=Path, metavar="FOLDER")
    parser.add_argument("--lines", action="append", default=[], metavar="NAME:COMMAND")
    parser.add_argument("--against", metavar="COMMIT")
    parser.add_argument("--pip", action="append", default=[], metavar="OPTION", help="for that commit")
    parser.add_argument("--build-seconds", type=float, default=BUILD_SECONDS, help="of the clock, at most")
    parser.add_argument("--python", type=Path, help="of an environment that has that commit")
    parser.add_argument("--list", action="store_true", help="list the names of the rows")
    parser.add_argument("rows", nargs="*", metavar="ROW")
    arguments = parser.parse_args()
    if arguments.tuning:
        print(*map(_described, constants()), sep="\n")
        return
    by_path.extend(arguments.program)
    line_programs.extend(arguments.lines)
    packers.extend(arguments.packer)
    takers.extend(arguments.taker)
    every = [*ROWS, *FURTHER_ROWS, *SPECIAL_ROWS, *map(of_burr, arguments.apart)]
    every += map(of_file, arguments.or_library)
    from rules import made, of_folder, of_puzzles

    every += made()
    every += [row for folder in arguments.rules for row in of_folder(folder)]
    every += of_puzzles(arguments.puzzles) if arguments.puzzles else ()
    if arguments.list:
        print(*(row.name for row in every), *(f"COMMIT: {name}" for name in COMPARED), sep="\n")
        return
    if arguments.write:
        replaced(arguments.write.read_text(), [])  # fails before anything is measured
    if arguments.against is None:
        measure(every, arguments)
        return
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    with ExitStack() as stack:
        python = cache(lambda: arguments.python or stack.enter_context(build(arguments)))
        measure(rows_against(arguments.against, python), arguments)


def build(arguments: argparse.Namespace) -> AbstractContextManager[Path]:
    return built(arguments.against, arguments.pip, arguments.build_seconds)


def measure(every: list[Row], arguments: argparse.Namespace) -> None:
    """Those that are wanted of all."""
    wanted = [row for row in every if not arguments.rows or any(part in row.name for part in arguments.rows)]
    if not wanted:
        raise SystemExit(f"no row is named so; there are: {', '.join(row.name for row in every)}")
    lines = [f"With {', '.join(arguments.tune)}.", ""] if arguments.tune else []
    for line in table(wanted):
        print(line, flush=True)
        lines.append(line)
    if arguments.write:
        arguments.write.write_text(replaced(arguments.write.read_text(), lines))


if __name__ == "__main__":
    main()
