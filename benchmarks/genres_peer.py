"""Answers questions of `benchmarks/genres.py --peer`, in a Python that has puzzlekit (pip install puzzlekit).

Each line of standard input is a JSON object with the genre, the text of a puzzle and seconds at most; each
answer is one with the seconds of the processor for a first solution, and whether there is one; null if
puzzlekit has no solver of the genre. The first puzzle of a genre is solved twice: its solver is loaded then.
"""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from time import process_time
from typing import Any

import puzzlekit  # type: ignore[import-not-found]

KNOWN = {
    each.name.removesuffix(".py").replace("_", ""): each.name.removesuffix(".py")
    for each in files("puzzlekit.solvers").iterdir()
}
LOADED: set[str] = set()


def solved(kind: str, puzzle: str, seconds: float) -> bool:
    found = puzzlekit.solve(puzzle, kind, {"time_limit_sec": seconds, "num_search_workers": 1})
    data = getattr(found, "solution_data", None) or {}
    return str(data.get("status", found)).lower().find("optimal") >= 0


def answer(asked: dict[str, Any]) -> dict[str, Any] | None:
    kind = KNOWN.get(asked["genre"].lower())
    if kind is None:
        return None
    if kind not in LOADED:
        LOADED.add(kind)
        attempt(kind, asked)
    start = process_time()
    is_solved = attempt(kind, asked)
    return {"solved": is_solved, "seconds": process_time() - start}


def attempt(kind: str, asked: dict[str, Any]) -> bool:
    try:
        return solved(kind, asked["puzzle"], asked["seconds"])
    except Exception as wrong:
        print(f"{kind}: {wrong!r}", file=sys.stderr)
        return False


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
