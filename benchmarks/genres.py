"""Published pen-and-paper puzzles by the shipped descriptions of their genres.

    python benchmarks/genres.py FOLDER [GENRE ..] [--seconds 20] [--into docs/genres.md]
    python benchmarks/genres.py FOLDER [GENRE ..] --peer PYTHON [--every 2]

FOLDER has a JSON file for each genre, `{"instances": {name: {"problem": text, "solution": text}}}`, as one
can make it from the collection of puzzlekit. Each puzzle is solved and proved unique, and compared with the
recorded solution, if there is one. The table has a line for each genre: lines of its rules, puzzles, those
with one solution, with several, unknown, wrong, refused, and processor seconds of compiling and of the
search, median and most.

With a peer, a Python with puzzlekit, the table has the seconds of both for the puzzles of a genre together:
excover's include compiling and the proof that the solution is the only one, puzzlekit's end at the first.
What is the same for all puzzles of a genre is ready on both sides: the description is read, the solver is
loaded, and both have solved the first puzzle once before. Texts of puzzles become matrices and models within
the time.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Mapping
from pathlib import Path
from subprocess import PIPE, Popen
from time import process_time
from typing import NamedTuple

from genre_adapters import ADAPTERS
from genre_adapters.adapter import Adapter

import excover
from excover.base.names import Value
from excover.language.source_files import find, read

BUSY = 16
"""Seconds of the clock for a second of the processor, which others use, too."""
KINDS = ("right", "several", "unknown", "wrong", "refused")


class Outcome(NamedTuple):
    """``verdict`` is one of KINDS; seconds of the processor."""

    verdict: str
    compiling: float
    searching: float


def outcome(adapter: Adapter, problem_text: str, solution_text: str, seconds: float) -> Outcome:
    """The best verdict, by KINDS, for the settings that the puzzle leaves open; seconds of all."""
    outcomes: list[Outcome] = []
    for untold in adapter.untold:
        outcomes.append(_outcome(adapter, untold, problem_text, solution_text, seconds))
        if outcomes[-1].verdict == "right":
            break
    verdicts, compiling, searching = zip(*outcomes, strict=True)
    return Outcome(min(verdicts, key=KINDS.index), sum(compiling), sum(searching))


def _outcome(
    adapter: Adapter, untold: Mapping[str, Value], problem_text: str, solution_text: str, seconds: float
) -> Outcome:
    header, *rows = [line.split() for line in problem_text.replace("–", "-").strip().splitlines()]
    read(find(adapter.spec))  # kept, as the solvers of a peer are
    start = process_time()
    sections = adapter.sections(header, rows)
    known = sections.pop("given", None)
    try:
        problem = excover.load(
            adapter.spec,
            adapter.settings(header, rows) | untold,
            known and "\n".join(known),
            tables={adapter.board: sections},
        )
    except excover.SpecError as refused:
        print(refused, file=sys.stderr)
        return Outcome("refused", process_time() - start, 0)
    compiled = process_time()
    found = excover.unique(problem, excover.Run(budget=excover.Budget(seconds=BUSY * seconds)))
    spent = process_time() - compiled
    if spent > seconds:
        return Outcome("unknown", compiled - start, spent)
    if not found.solutions:
        verdict = "unknown" if found.verdict.name.lower() == "unknown" else "wrong"
        return Outcome(verdict, compiled - start, spent)
    wanted = [line.split() for line in solution_text.strip().splitlines()][1:]
    if wanted and len(wanted) != int(header[0]):
        print("the recorded solution is that of a puzzle of another size: not compared", file=sys.stderr)
        wanted = []
    agrees = not wanted or any(adapter.agrees(each, wanted) for each in found.solutions)
    verdict = {"UNIQUE": "right" if agrees else "wrong", "SEVERAL": "several"}.get(
        found.verdict.name, "unknown"
    )
    return Outcome(verdict, compiled - start, spent)


def rules_of(spec: str) -> int:
    """The lines of a description without its drawings, title and tests."""
    text = (Path(__file__).parent.parent / "specs" / f"{spec}.xc").read_text("utf-8")
    lines = [line.strip() for line in text.splitlines()]
    return sum(bool(line) and not line.startswith(("|", "#", "puzzle", "expect", "draw")) for line in lines)


def row_of(genre: str, folder: Path, seconds: float) -> str:
    adapter = ADAPTERS[genre]
    instances = json.loads((folder / f"{genre}.json").read_text("utf-8"))["instances"]
    outcomes = []
    for name, each in instances.items():
        found = outcome(adapter, each["problem"], each["solution"], seconds)
        outcomes.append(found)
        if found.verdict != "right":
            print(f"{genre} {name}: {found.verdict}", file=sys.stderr)
    counts = [sum(each.verdict == kind for each in outcomes) for kind in KINDS]
    times = [[each[n] for each in outcomes] for n in (1, 2)]
    shown = [f"{statistics.median(column):.2f}, {max(column):.2f}" for column in times]
    link = f"[`{adapter.spec}`](../specs/{adapter.spec}.xc)"
    cells = [genre, link, rules_of(adapter.spec), len(outcomes), *counts, *shown]
    return f"| {' | '.join(map(str, cells))} |"


class Peer:
    """puzzlekit in a process of its own."""

    def __init__(self, python: str, seconds: float) -> None:
        script = Path(__file__).with_name("genres_peer.py")
        self.process = Popen([python, script], stdin=PIPE, stdout=PIPE, text=True)
        self.seconds = seconds

    def answer(self, genre: str, puzzle: str) -> dict[str, float] | None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(
            json.dumps({"genre": genre, "puzzle": puzzle, "seconds": self.seconds}) + "\n"
        )
        self.process.stdin.flush()
        found: dict[str, float] | None = json.loads(self.process.stdout.readline())
        return found


def compared(genre: str, folder: Path, seconds: float, every: int, peer: Peer) -> str | None:
    """A row: puzzles, those that each has solved, and seconds of both. None if the peer lacks the genre."""
    instances = json.loads((folder / f"{genre}.json").read_text("utf-8"))["instances"]
    ours, theirs = [], []
    for each in list(instances.values())[::every]:
        found = peer.answer(genre, each["problem"])
        if found is None:
            return None
        theirs.append(found)
        asked = (ADAPTERS[genre], each["problem"], each["solution"], seconds)
        if not ours:
            outcome(*asked)
        ours.append(outcome(*asked))
    mine = sum(each.compiling + each.searching for each in ours)
    other = sum(each["seconds"] for each in theirs)
    decided = sum(each.verdict in ("right", "several") for each in ours)
    cells = [genre, len(ours), decided, sum(map(int, (each["solved"] for each in theirs)))]
    return f"| {' | '.join(map(str, cells))} | {mine:.2f} | {other:.2f} | {'yes' if mine < other else 'no'} |"


BESIDE = """| genre | puzzles | excover decides | puzzlekit solves | excover, s | puzzlekit, s | ahead |
|---|---|---|---|---|---|---|"""


HEAD = """| genre | description | rules | puzzles | one solution | several | unknown | wrong | refused \
| compiling: median, most | search: median, most |
|---|---|---|---|---|---|---|---|---|---|---|"""


def replaced(page: str, rows: list[str]) -> str:
    """The page with new rows for the genres that were run, those of others as they are, and their sums."""
    known = {fields(row)[0]: row for row in [*page.splitlines(), *rows] if "](../specs/" in row}
    counts = [[int(field) for field in fields(row)[3:9]] for row in known.values()]
    sums = (
        f"| {' | '.join(['all', '', '', *(str(sum(each)) for each in zip(*counts, strict=True)), '', ''])} |"
    )
    before, _, rest = page.partition(HEAD.partition("\n")[0])
    after = rest.partition("\n\n")[2]
    return before + "\n".join([HEAD, *(known[key] for key in sorted(known)), sums]) + "\n\n" + after


def fields(row: str) -> list[str]:
    return [field.strip() for field in row.strip("| ").split("|")]


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    reader.add_argument("folder", type=Path)
    reader.add_argument("genres", nargs="*", metavar="GENRE")
    reader.add_argument("--seconds", type=float, default=20)
    reader.add_argument("--into", type=Path, help="the page whose table gets the rows")
    reader.add_argument("--peer", metavar="PYTHON", help="a Python with puzzlekit")
    reader.add_argument("--every", type=int, default=1, metavar="N", help="with a peer: every Nth puzzle")
    asked = reader.parse_args()
    if asked.peer:
        peer = Peer(asked.peer, asked.seconds)
        print(BESIDE)
        for genre in asked.genres or sorted(ADAPTERS):
            if row := compared(genre, asked.folder, asked.seconds, asked.every, peer):
                print(row, flush=True)
        return
    print(HEAD)
    rows = []
    for genre in asked.genres or sorted(ADAPTERS):
        rows.append(row_of(genre, asked.folder, asked.seconds))
        print(rows[-1], flush=True)
    if asked.into:
        asked.into.write_text(replaced(asked.into.read_text("utf-8"), rows), "utf-8")


if __name__ == "__main__":
    main()
