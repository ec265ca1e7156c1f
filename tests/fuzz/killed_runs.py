"""The kinds of runs that `kills.py` kills: what each is asked, and how its answer is known to be right.

The answers are those of searches without parts, in this process, or published.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from test_best_runs import text
from test_runs import FIVE, all_solutions, solutions_in, with_settings

import excover
from excover.authors.generate import generate
from excover.runs.audit import audit
from excover.runs.journal import Journal
from excover.search.run import Run

CHECKER = Path(__file__).parents[2] / "tools/check_proof.py"
CELLS = "board b 4x4\noption x(c in b) covers b[c]\noption y(c in b) covers b[c]\n"
LINES = """
let points = {(r, c) for r, c in 1..5}
item drawn[points, points] at most once
optional option line(p, q in points) where q in {(p[1], p[2] + 1), (p[1] + 1, p[2])} covers drawn[p, q]
"""
CONDITIONS = {
    "connected": f"{CELLS}require x connected\n",
    "loop": f"{LINES}require line(p, q) joining {{p, q}} as one loop\n",
    "sums": """
item job[1..11]
item load[1..3] at most 22 units
item grade at least 9 units
option run(j in 1..11, m in 1..3) covers job[j], load[m] by 1 + (j * m) mod 7, grade by (j + m) mod 3
""",
}
"""Descriptions whose covers are not all solutions."""


@dataclass(frozen=True)
class KilledRun:
    """``arguments`` of the command that begins it, but for the journal; ``answer``: on standard output;
    ``check``: AssertionError if something else in the folder is wrong.
    """

    arguments: list[str]
    answer: str
    check: Callable[[Path], None] = lambda _: None


def counted(rng: Random, _folder: Path) -> KilledRun:
    spec, count = rng.choice(FIVE)
    return KilledRun(["run", *spec.split(), "--count", "--workers=2"], f"{count}\n")


def listed(rng: Random, _folder: Path) -> KilledRun:
    spec, count = rng.choice(FIVE)

    def check(folder: Path) -> None:
        found = solutions_in(folder / "found")
        assert len(found) == count
        assert set(found) == all_solutions(*with_settings(spec))

    return KilledRun(["run", *spec.split(), "--all", "-o", "found", "--workers=2"], f"{count}\n", check)


def listed_in_parquet(rng: Random, _folder: Path) -> KilledRun:
    spec, count = rng.choice(FIVE)

    def check(folder: Path) -> None:
        import pyarrow.parquet

        found: list[frozenset[str]] = []
        for file in (folder / "found").glob("*.parquet"):
            by_solution: dict[int, set[str]] = {}
            for row in pyarrow.parquet.read_table(file).to_pylist():
                by_solution.setdefault(row["solution"], set()).add(row["option"])
            found += map(frozenset, by_solution.values())
        assert len(found) == count
        assert set(found) == all_solutions(*with_settings(spec))

    arguments = ["run", *spec.split(), "--all", "--parquet", "-o", "found", "--workers=2"]
    return KilledRun(arguments, f"{count}\n", check)


@cache
def _known_count(description: str) -> int:
    return excover.parse(description).count()


def with_conditions(rng: Random, folder: Path) -> KilledRun:
    name, description = rng.choice(sorted(CONDITIONS.items()))
    (folder / f"{name}.xc").write_text(description, "utf-8")
    count = _known_count(description)
    return KilledRun(["run", f"{name}.xc", "--count", "--workers=2"], f"{count}\n")


def best(rng: Random, folder: Path) -> KilledRun:
    description = text(rng.choice(["minimize", "maximize"])).replace("n = 5", f"n = {rng.randrange(5, 8)}")
    (folder / "best.xc").write_text(description, "utf-8")
    known = excover.parse(description).best()
    assert known

    def check(folder: Path) -> None:
        (found,) = excover.Campaign(folder / "j").solutions()
        assert found.cost == known.cost

    return KilledRun(["run", "best.xc", "--best", "--workers=2"], "", check)


def proved(rng: Random, _folder: Path) -> KilledRun:
    spec, count = rng.choice([("scott", 520), ("queens -p n=8", 92), ("tetrahexes", 18)])

    def check(folder: Path) -> None:
        """By the checker, which knows nothing of runs."""
        ran = _excover("verify", "j", "--proof", "whole.proof", folder=folder)
        assert ran.stdout == f"{count}\n", ran.stderr
        (folder / "whole.dlx").write_text(_excover("expand", *spec.split(), folder=folder).stdout, "utf-8")
        checked = subprocess.run(
            [sys.executable, str(CHECKER), "whole.dlx", "whole.proof"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
        assert f"{count:,}" in checked.stdout

    return KilledRun(
        ["run", *spec.split(), "--count", "--proof", "-o", "found", "--workers=2"], f"{count}\n", check
    )


def _excover(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "excover", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)


def generated(rng: Random, _folder: Path) -> KilledRun:
    seed = rng.randrange(1000)

    def check(folder: Path) -> None:
        """Those that are made without a run, each once."""
        lines = [line for file in (folder / "found").iterdir() for line in file.read_text().splitlines()]
        made = sorted(map(json.loads, lines), key=lambda each: each["number"])
        assert [each["number"] for each in made] == list(range(1, 31))
        assert [each["line"] for each in made] == [
            each.line for each in generate(excover.load("sudoku-4x4"), seed, 30)
        ]

    return KilledRun(["generate", "sudoku-4x4", "-n", "30", f"--seed={seed}", "-o", "found"], "30\n", check)


KINDS = {
    "count": counted,
    "set": listed,
    "parquet": listed_in_parquet,
    "conditions": with_conditions,
    "best": best,
    "proof": proved,
    "puzzles": generated,
}


def check_journal(folder: Path) -> None:
    """By `excover verify`: the parts are a partition of the tree, the files theirs, and a sample is right."""
    with Journal(folder / "j", read_only=True) as journal:
        assert audit(journal, 3, 1, Run()).faults == []
