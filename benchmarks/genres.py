"""Published pen-and-paper puzzles by the shipped descriptions of their genres.

    python benchmarks/genres.py FOLDER [GENRE ..] [--seconds 20]

FOLDER has a JSON file for each genre, `{"instances": {name: {"problem": text, "solution": text}}}`, as one
can make it from the collection of puzzlekit. Each puzzle is solved and proved unique, and compared with the
recorded solution. The table has a line for each genre: lines of its rules, puzzles, right, with several
solutions, unknown, wrong, refused, and processor seconds of compiling and of the search, median and most.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import process_time
from typing import NamedTuple

import excover
from excover.base.names import Value

LINES = "line"
"""The family of decisions about lines between cells; a recorded solution has the directions of each."""
Rows = list[list[str]]
Sections = dict[str, list[str]]


class Adapter(NamedTuple):
    """``sections`` reads the header and the rows of a puzzle; ``marks`` are the marks of a solution that
    decisions of ``family`` make, by their value (True for a decision of yes or no); None for the values
    themselves.
    """

    spec: str
    board: str
    sections: Callable[[list[str], Rows], Sections]
    family: str
    marks: Mapping[Value, str] | None
    settings: Callable[[list[str]], dict[str, int]] = lambda header: {}


def joined(rows: Rows) -> list[str]:
    return [" ".join(row) for row in rows]


def layers(*names: str) -> Callable[[list[str], Rows], Sections]:
    """Drawings of the size of the board, one below the other; one without a name is left out."""

    def read(header: list[str], rows: Rows) -> Sections:
        high = len(rows) // len(names)
        return {name: joined(rows[n * high : (n + 1) * high]) for n, name in enumerate(names) if name}

    return read


def beside(down: str, across: str, *names: str) -> Callable[[list[str], Rows], Sections]:
    """A line for the columns, one for the rows, and drawings below them."""

    def read(header: list[str], rows: Rows) -> Sections:
        margins = {down: joined(rows[:1]), across: rows[1]}
        return margins | (layers(*names)(header, rows[2:]) if names else {})

    return read


def tenner(header: list[str], rows: Rows) -> Sections:
    return {"clue": joined(rows[:-1]), "total": joined(rows[-1:])}


def magnets(header: list[str], rows: Rows) -> Sections:
    """The poles of columns, of rows, and the dominoes."""
    sections = {"plus_above": joined(rows[:1]), "minus_above": joined(rows[1:2])}
    return sections | {"plus_left": rows[2], "minus_left": rows[3], "domino": joined(rows[4:])}


def skyscrapers(header: list[str], rows: Rows) -> Sections:
    names = zip(("top", "bottom", "west", "east"), rows, strict=False)
    beside = {name: joined([row]) if name in ("top", "bottom") else row for name, row in names}
    return {"clue": joined(rows[4:])} | beside


def str8ts(header: list[str], rows: Rows) -> Sections:
    """`4x` is a black cell with a digit."""
    clues = [[mark.rstrip("x") or "." for mark in row] for row in rows]
    return {
        "clue": joined(clues),
        "black": joined([["x" if "x" in mark else "." for mark in row] for row in rows]),
    }


def thermometers(header: list[str], rows: Rows) -> Sections:
    """`2.1` is the first cell of the second thermometer."""
    parts = [[mark.split(".") for mark in row] for row in rows[2:]]
    layers = {
        name: joined([[each[n] for each in row] for row in parts]) for n, name in enumerate(("tube", "step"))
    }
    return layers | {"down": joined(rows[:1]), "across": rows[1]}


def white(header: list[str], rows: Rows) -> Sections:
    return {"tree": joined([["T" if mark == "x" else "." for mark in row] for row in rows[2:]])} | {
        "down": joined(rows[:1]),
        "across": rows[1],
    }


ADAPTERS = {
    "Akari": Adapter("light-up", "field", layers("clue"), "lamp", {True: "o"}),
    "Aqre": Adapter("aqre", "field", layers("clue", "room"), "shade", {1: "x"}),
    "Binairo": Adapter("binairo", "grid", layers("clue"), "grid", None),
    "Creek": Adapter("creek", "point", layers("clue"), "shade", {1: "x"}),
    "Hakyuu": Adapter("ripple-effect", "field", layers("clue", "region"), "digit", None),
    "Heyawake": Adapter("heyawake", "field", layers("clue", "room"), "shade", {1: "x"}),
    "Kakurasu": Adapter("kakurasu", "field", beside("down", "across"), "shaded", {True: "x"}),
    "Minesweeper": Adapter(
        "minesweeper", "field", layers("clue"), "mine", {True: "x"}, lambda header: {"mines": int(header[2])}
    ),
    "Mosaic": Adapter("mosaic", "field", layers("clue"), "shaded", {True: "x"}),
    "Norinori": Adapter("norinori", "field", layers("", "region"), "shaded", {True: "x"}),
    "Starbattle": Adapter(
        "star-battle",
        "field",
        layers("region"),
        "star",
        {True: "x"},
        lambda header: {"stars": int(header[2])},
    ),
    "Suguru": Adapter("suguru", "field", layers("clue", "region"), "digit", None),
    "Buraitoraito": Adapter("bright-light", "field", layers("clue"), "star", {True: "*"}),
    "Chocona": Adapter("chocona", "field", layers("clue", "region"), "shaded", {True: "x"}),
    "Cojun": Adapter("cojun", "field", layers("clue", "region"), "digit", None),
    "CountryRoad": Adapter("country-road", "field", layers("clue", "region"), LINES, None),
    "Kuromasu": Adapter("kuromasu", "field", layers("clue"), "shade", {1: "x"}),
    "Magnetic": Adapter("magnets", "field", magnets, "pole", {"+": "+", "-": "-", "x": "x"}),
    "Renban": Adapter("renban", "grid", layers("clue", "region"), "grid", None),
    "SimpleLoop": Adapter("simple-loop", "field", layers("wall"), LINES, None),
    "Skyscraper": Adapter(
        "skyscrapers",
        "grid",
        skyscrapers,
        "grid",
        None,
        lambda header: {"lots": int(header[0]) - int(header[2])},
    ),
    "Str8t": Adapter("str8ts", "field", str8ts, "digit", None),
    "Thermometer": Adapter("thermometers", "field", thermometers, "filled", {True: "x"}),
    "TennerGrid": Adapter("tenner-grid", "grid", tenner, "grid", None),
    "Tent": Adapter("tents", "field", white, "pitch", {True: "o"}),
    "YinYang": Adapter("yin-yang", "field", layers("clue"), "color", {"b": "b", "w": "w"}),
}


class Outcome(NamedTuple):
    """``verdict``: right, several, unknown, wrong or refused; seconds of the processor."""

    verdict: str
    compiling: float
    searching: float


def outcome(adapter: Adapter, problem_text: str, solution_text: str, seconds: float) -> Outcome:
    header, *rows = [line.split() for line in problem_text.strip().splitlines()]
    start = process_time()
    try:
        problem = excover.load(
            adapter.spec,
            adapter.settings(header),
            tables={adapter.board: adapter.sections(header, rows)},
        )
    except excover.SpecError as refused:
        print(refused, file=sys.stderr)
        return Outcome("refused", process_time() - start, 0)
    compiled = process_time()
    found = excover.unique(problem, excover.Run(budget=excover.Budget(seconds=seconds)))
    spent = process_time() - compiled
    if not found.solutions:
        verdict = "unknown" if found.verdict.name.lower() == "unknown" else "wrong"
        return Outcome(verdict, compiled - start, spent)
    wanted = [line.split() for line in solution_text.strip().splitlines()][1:]
    shown = [marks_of(adapter, solution) for solution in found.solutions]
    agrees = any(agree(adapter, each, wanted) for each in shown)
    verdict = {"UNIQUE": "right" if agrees else "wrong", "SEVERAL": "several"}.get(
        found.verdict.name, "unknown"
    )
    return Outcome(verdict, compiled - start, spent)


def marks_of(adapter: Adapter, solution: excover.Solution) -> dict[tuple[int, int], str]:
    """The mark of each cell about which the solution decides."""
    found: dict[tuple[int, int], str] = {}
    if adapter.family == LINES:
        for option in solution.options:
            if option.family == LINES:
                (a, b), (c, d) = option.arguments
                for cell, way in (((a, b), "e" if a == c else "s"), ((c, d), "w" if a == c else "n")):
                    found[cell] = "".join(sorted(found.get(cell, "") + way))
        return found
    for option in solution.options:
        if option.family != adapter.family:
            continue
        flat = [part for each in option.arguments for part in (each if isinstance(each, tuple) else (each,))]
        yes = any(value is True for value in adapter.marks or ())
        row, column = flat[-2:] if yes else flat[-3:-1]
        mark = str(flat[-1]) if adapter.marks is None else adapter.marks.get(yes or flat[-1], "")
        found[row, column] = mark
    return found


def agree(adapter: Adapter, shown: Mapping[tuple[int, int], str], wanted: Sequence[Sequence[str]]) -> bool:
    """Whether the recorded solution has the same marks; all of them, and where none is decided, none."""
    if adapter.family == LINES:
        ways = {
            (r, c): "".join(sorted(mark)) for r, row in enumerate(wanted, 1) for c, mark in enumerate(row, 1)
        }
        return shown == {cell: mark for cell, mark in ways.items() if mark.isalpha()}
    known = None if adapter.marks is None else set(adapter.marks.values())
    return all(
        shown.get((r, c), "") == (mark if known is None or mark in known else "")
        for r, row in enumerate(wanted, 1)
        for c, mark in enumerate(row, 1)
        if known is not None or (r, c) in shown
    )


def rules_of(spec: str) -> int:
    """The lines of a description without its drawings, title and tests."""
    text = (Path(__file__).parent.parent / "specs" / f"{spec}.xc").read_text("utf-8")
    lines = [line.strip() for line in text.splitlines()]
    return sum(bool(line) and not line.startswith(("|", "#", "puzzle", "expect", "draw")) for line in lines)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    reader.add_argument("folder", type=Path)
    reader.add_argument("genres", nargs="*", metavar="GENRE")
    reader.add_argument("--seconds", type=float, default=20)
    asked = reader.parse_args()
    print("| genre | rules | puzzles | right | several | unknown | wrong | refused | compiling | search |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for genre in asked.genres or ADAPTERS:
        adapter = ADAPTERS[genre]
        instances = json.loads((asked.folder / f"{genre}.json").read_text("utf-8"))["instances"]
        outcomes = []
        for name, each in instances.items():
            found = outcome(adapter, each["problem"], each["solution"], asked.seconds)
            outcomes.append(found)
            if found.verdict not in ("right", "several"):
                print(f"{genre} {name}: {found.verdict}", file=sys.stderr)
        counts = [sum(each.verdict == kind for each in outcomes) for kind in KINDS]
        times = [[each[n] for each in outcomes] for n in (1, 2)]
        shown = [f"{statistics.median(column):.2f}, {max(column):.2f}" for column in times]
        cells = [genre, rules_of(adapter.spec), len(outcomes), *counts, *shown]
        print(f"| {' | '.join(map(str, cells))} |", flush=True)


KINDS = ("right", "several", "unknown", "wrong", "refused")

if __name__ == "__main__":
    main()
