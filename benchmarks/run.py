"""Measures everything that is to be reached, and prints one table (Markdown).

    python benchmarks/run.py [--write FILE] [--tune NAME=VALUE ...] [ROW ...]

Without rows, all of them; a row is named by a part of its name. ``--write`` replaces the table in a file,
between the lines ``<!-- table -->`` and ``<!-- end -->``. ``--tune`` sets a tuning constant of
excover/native/core/tuning.hpp or excover/solve/tuning.py, for the rows that are measured in this process;
``--tuning`` lists them. Medians of repeats that take turns (measure.py); goals in seconds are scaled by what
xcover needs for Kanoodle (rows.py). `pip install '.[bench]'` brings the peers.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from measure import Skipped
from rows import ROWS, Row, scale

from excover.solve.tuning import TuningConstant, constants, set_tuning

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
    """A text with another table between its two marks."""
    before, _, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise SystemExit(f"there are no lines {BEGIN} and {END}")
    return "\n".join([before + BEGIN, "", *lines, "", END + after])


def _tuned(text: str) -> str:
    """Sets a constant; ValueError, which the parser reports, for what is none."""
    name, _, value = text.partition("=")
    set_tuning(name, float(value) if "." in value or "e" in value else int(value))
    return text


def _described(row: TuningConstant) -> str:
    return f"{row.name} = {row.value} ({row.least} to {row.most}): {row.meaning}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", type=Path, metavar="FILE")
    parser.add_argument("--tune", type=_tuned, action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--tuning", action="store_true", help="list the tuning constants")
    parser.add_argument("rows", nargs="*", metavar="ROW")
    arguments = parser.parse_args()
    if arguments.tuning:
        print(*map(_described, constants()), sep="\n")
        return
    wanted = [row for row in ROWS if not arguments.rows or any(part in row.name for part in arguments.rows)]
    if not wanted:
        parser.error(f"no row is named so; there are: {', '.join(row.name for row in ROWS)}")
    if arguments.write:
        replaced(arguments.write.read_text(), [])  # fails before anything is measured
    lines = [f"With {', '.join(arguments.tune)}.", ""] if arguments.tune else []
    for line in table(wanted):
        print(line, flush=True)
        lines.append(line)
    if arguments.write:
        arguments.write.write_text(replaced(arguments.write.read_text(), lines))


if __name__ == "__main__":
    main()
