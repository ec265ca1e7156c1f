"""Solves many tasks in one process, for tests: ``python solving.py ENGINE < tasks > answers``, both pickled.

Two solvers cannot share a process: the libraries of OR-Tools and highspy have symbols in common.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module

from excover.search.external.worker import Task, answer


class Heard:
    """What a solver told."""

    def __init__(self) -> None:
        self.covers: list[list[int]] = []
        self.bounds: list[float] = []

    def found(self, cover: Sequence[int]) -> None:
        self.covers.append(sorted(cover))

    def bound(self, bound: float) -> None:
        self.bounds.append(bound)


def answers(engine: str, tasks: Sequence[Task]) -> list[Heard]:
    """What the solver says to each task."""
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "solving", engine]
    ran = subprocess.run(command, input=pickle.dumps(tasks), stdout=subprocess.PIPE, env=paths, check=True)
    heard = [Heard() for _ in tasks]
    for each, (covers, bounds) in zip(heard, pickle.loads(ran.stdout), strict=True):
        each.covers, each.bounds = covers, bounds
    return heard


def main(engine: str) -> None:
    solver = import_module(f"excover.search.external.{engine.replace('-', '_')}")
    found = []
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)  # what a library prints is no answer
        for task in pickle.load(sys.stdin.buffer):
            heard = Heard()
            answer(solver.model_of, task, heard)
            found.append((heard.covers, heard.bounds))
        pickle.dump(found, out)


if __name__ == "__main__":
    main(sys.argv[1])
