"""The table of benchmarks/results.md as plots: a point for each program, one plot for each kind of work."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

KINDS = {
    "list": "List all solutions",
    "count": "Count solutions",
    "first": "Find a first solution",
    "refute": "Prove that there is none",
    "best": "Find a solution of least cost",
}
"""The first word of a row is what is done."""
MARKERS = "osDPX*"
"""For those who cannot distinguish the colors."""
STYLE = {"svg.fonttype": "none", "svg.hashsalt": "excover", "font.family": "sans-serif", "font.size": 10}


@dataclass(frozen=True)
class Time:
    program: str
    seconds: float
    stopped: bool


def times(cell: str, program: str = "") -> list[Time]:
    """Of a cell such as `cp-sat > 1.5 s, sat 0.14 s`, or `1.52 s` of the program that is named."""
    found = re.findall(r"(?:^|, )([a-z][a-z -]*?)? ?(> )?([\d.]+) s(?=,|$)", cell.strip())
    return [Time(name or program, float(seconds), bool(stopped)) for name, stopped, seconds in found]


def rows(text: str) -> dict[str, dict[str, list[Time]]]:
    """The times of the rows, by their kind and name."""
    found: dict[str, dict[str, list[Time]]] = {kind: {} for kind in KINDS}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        kind, _, name = cells[0].partition(" ")
        if line.startswith("|") and kind in KINDS and len(cells) > 2:
            found[kind][name] = times(cells[1], "excover") + times(cells[2])
    return found


def plot(by_name: dict[str, list[Time]], title: str, file: Path) -> None:
    programs = list(dict.fromkeys(time.program for row in by_name.values() for time in row))
    names = list(by_name)
    with plt.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(8, 0.9 + 0.26 * len(names)), layout="constrained")
        for at, program in enumerate(programs):
            for stopped in (False, True):
                points = [
                    (time.seconds, names.index(name))
                    for name, row in by_name.items()
                    for time in row
                    if (time.program, time.stopped) == (program, stopped)
                ]
                if points:
                    label = program + (", stopped" if stopped else "")
                    marker = ">" if stopped else MARKERS[at % len(MARKERS)]
                    fill = "none" if stopped else f"C{at}"
                    axes.scatter(
                        *zip(*points, strict=True),
                        label=label,
                        marker=marker,
                        color=fill,
                        edgecolors=f"C{at}",
                    )
        axes.set_xscale("log")
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.grid(axis="x", alpha=0.4)
        axes.set_title(title)
        axes.set_xlabel("seconds")
        figure.legend(loc="outside right upper", frameon=False)
        figure.savefig(file, metadata={"Date": None})
        plt.close(figure)


def with_plots(text: str, pictures: Path) -> str:
    """The document with its plots before the table."""
    shown = [
        "The table below as plots: points further to the left are faster, and each line is ten times the one "
        "before it. A triangle is a program that was stopped before it had an answer."
    ]
    for kind, by_name in rows(text).items():
        if not by_name:
            raise ValueError(f"no row of benchmarks/results.md begins with {kind!r}")
        file = f"benchmark-{kind}.svg"
        plot(by_name, KINDS[kind], pictures / file)
        shown.append(f"![{KINDS[kind]}: seconds of each program](../docs/pictures/{file})")
    before, table, after = text.partition("<!-- table -->")
    if not table:
        raise ValueError("benchmarks/results.md has no mark for its table")
    return "\n\n".join([before.strip(), *shown, table + after])
