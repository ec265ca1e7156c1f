"""How time grows: seconds against n for six families of questions, ours and those of programs by path.

    python benchmarks/growth.py --svg docs/pictures/growth.svg --write benchmarks/results.md \\
        --all 'SSXCC=dlx:ssxcc' --first 'SSXCC-WTD=dlx:ssxcc-wtd t1' --first 'SSXCC-FRB=dlx:ssxcc-frb t1'

``--all`` names a program that visits all solutions of a problem in the DLX format, ``--first`` one that ends
at the first (contests.py). Seconds of the processor. Each program goes on to larger n until a problem takes
it more than `ENOUGH` seconds, or the clock ends it after `MOST`; the fastest of the others is drawn.
The table is that between the lines ``<!-- growth -->`` and ``<!-- end of growth -->`` of a file. The plot
needs matplotlib.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from statistics import mean

import contests
from contests import LEAST, ByPath, processor_seconds
from firsts import quasigroup_with_holes
from instances import dominoes, langford, latin, queens
from rows import first

from excover.matrix.matrix import Matrix
from excover.search.search import count

ENOUGH = 3.0
"""Seconds of the processor, after which a program is not asked for larger problems."""
MOST = 40.0
SEEDS = range(1, 6)
BEGIN, END = "<!-- growth -->", "<!-- end of growth -->"


@dataclass(frozen=True, slots=True)
class Family:
    """Problems of each n. ``is_first``: a solution is wanted, otherwise how many there are."""

    name: str
    sizes: Sequence[int]
    build: Callable[[int], list[Matrix]]
    is_first: bool = False


FAMILIES = (
    Family("dominoes on n by n", range(4, 41, 2), lambda n: [dominoes(n)]),
    Family("Latin squares of order n", range(3, 7), lambda n: [latin(n, {})]),
    Family("n queens", range(6, 17), lambda n: [queens(n)]),
    Family("Langford pairs of n", (7, 8, 11, 12, 15, 16), lambda n: [langford(n)]),
    Family("first of n queens", (50, 100, 200, 300, 400, 500), lambda n: [queens(n)], True),
    Family(
        "first of quasigroups of order n",
        range(20, 46, 5),
        lambda n: [quasigroup_with_holes(n, round(0.42 * n * n), seed) for seed in SEEDS],
        True,
    ),
)


@dataclass(slots=True)
class Curve:
    """Seconds by n; ``stopped`` are those that had no answer."""

    seconds: dict[int, float] = field(default_factory=dict)
    stopped: dict[int, float] = field(default_factory=dict)
    program: dict[int, str] = field(default_factory=dict)


def ours(matrix: Matrix, is_first: bool) -> float:
    return processor_seconds(first(matrix) if is_first else lambda: count(matrix))


def measured(family: Family, programs: Sequence[ByPath]) -> tuple[Curve, Curve]:
    """Ours, and the best of the others."""
    own, others, asked = Curve(), Curve(), {program.name: program for program in programs}
    for n in family.sizes:
        matrices = family.build(n)
        if max(own.seconds.values(), default=0) <= ENOUGH:
            own.seconds[n] = max(mean(ours(matrix, family.is_first) for matrix in matrices), LEAST / 10)
        answers = {}
        for name, program in list(asked.items()):
            seconds, knows = zip(*map(program.first, matrices), strict=True)
            answers[name] = mean(seconds), all(knows)
            if mean(seconds) > ENOUGH or not all(knows):
                del asked[name]
        best = min(answers, key=lambda name: (not answers[name][1], answers[name][0]), default=None)
        if best:
            seconds, knows = answers[best]
            (others.seconds if knows else others.stopped)[n] = seconds
            others.program[n] = best
    return own, others


def table(found: Mapping[str, tuple[Curve, Curve]]) -> Iterator[str]:
    yield "| family | n | ours | best of the others |"
    yield "|---|---:|---:|---|"
    for name, (own, others) in found.items():
        for n in sorted({*own.seconds, *others.program}):
            mine = f"{own.seconds[n]:.3f} s" if n in own.seconds else ""
            best = others.program.get(n, "")
            told = f"{others.seconds[n]:.2f} s" if n in others.seconds else ""
            stopped = f"> {others.stopped[n]:.1f} s" if n in others.stopped else ""
            yield f"| {name} | {n} | {mine} | {f'{best} {told or stopped}' if best else ''} |"


def plot(found: Mapping[str, tuple[Curve, Curve]]) -> str:
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "excover", "font.size": 9}):
        figure = Figure(figsize=(10, 5.6), layout="constrained")
        for axes, (name, curves) in zip(figure.subplots(2, 3).flat, found.items(), strict=True):
            for at, (label, curve) in enumerate(zip(("excover", "best of the others"), curves, strict=True)):
                if curve.seconds:
                    style = {"marker": "os"[at], "color": f"C{at}", "label": label}
                    axes.plot(*zip(*sorted(curve.seconds.items()), strict=True), **style)
                if curve.stopped:
                    ends = zip(*curve.stopped.items(), strict=True)
                    axes.plot(*ends, "^", color=f"C{at}", markerfacecolor="none", label=f"{label}, stopped")
            axes.set(title=name, yscale="log", xlabel="n", ylabel="seconds")
            axes.grid(axis="y", alpha=0.4)
        handles, labels = figure.axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False)
        written = StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None})
    return "\n".join(line.rstrip() for line in written.getvalue().splitlines()) + "\n"


def replaced(text: str, lines: Sequence[str]) -> str:
    before, _, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise SystemExit(f"there are no lines {BEGIN} and {END}")
    return "\n".join([before + BEGIN, "", *lines, "", END + after])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for option in ("--all", "--first"):
        parser.add_argument(option, type=ByPath.read, action="append", default=[], metavar="NAME=dlx:COMMAND")
    parser.add_argument("--svg", type=Path, metavar="FILE")
    parser.add_argument("--write", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    contests.PROGRAM_SECONDS = MOST
    found = {}
    for family in FAMILIES:
        programs = arguments.first if family.is_first else arguments.all
        found[family.name] = measured(family, programs)
        print(*list(table({family.name: found[family.name]}))[2:], sep="\n", flush=True)
    if arguments.write:
        arguments.write.write_text(replaced(arguments.write.read_text(), list(table(found))))
    if arguments.svg:
        arguments.svg.write_text(plot(found))


if __name__ == "__main__":
    main()
