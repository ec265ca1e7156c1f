"""A small program that uses the public types as people do passes mypy --strict."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from extras import module_or_skip

pytestmark = pytest.mark.outer

PROGRAM = """
import excover
import numpy

problem = excover.parse("item a[1..3] option x(r in 1..3) covers a[r] cost r minimize")


def spent(solution: excover.Solution) -> int:
    rows: list[int] = [row for option in solution.options for row in option.arguments]
    if solution.cost > 3:
        doubled: int = sum(row * 2 for (row,) in solution.by_family["x"])
        return max(rows) + doubled
    return solution.cost


def within(seconds: float) -> tuple[excover.Solution | None, float]:
    try:
        return problem.best(excover.Run.within(seconds=seconds)), 0.0
    except excover.Unproved as early:
        left = early.outcome.cost - early.outcome.bound
        return early.solution, early.outcome.gap if early.outcome.gap < 0.1 and left else 1.0


best, gap = within(60)
assert best is not None
print(spent(best), gap, best.value("cost"), f"{best.cost:,}")
model = excover.Model()
day = model.items("day", [1, 2], at_least=1)
model.options("works", ["Ann", "Bob"], covers=day[[1, 2]], cost=[3, 4])
model.option("works", "Cid", covers=day[1], cost=numpy.int64(5))
model.minimize()
for solution in model.problem().solutions():
    for (name,) in solution.by_family["works"]:
        print(name.upper(), solution.cost * 2)
for item in problem.matrix.items:
    print(item.indices[0] + 1)
names: list[excover.OptionName] = list(problem.best(start=best))
dear: dict[excover.OptionName | str, int] = {name: name.arguments[0] * 2 for name in names}
cheaper = problem.with_costs(dear).near(best, cost=2).best(gap=0.1)
total: float = cheaper.cost / 2 + sum(cheaper.totals.values())
relaxed = problem.relaxation()
price: float = relaxed.price("a[1]") + relaxed.bound + total
load = model.items("load", [1, 2], units=True)
model.options("runs", [1, 2], covers=[day[1], load[[1, 2]].by([2.5, 1])], optional=True)
model.minimize(model.max(load))
plan = model.problem().best(excover.Run.within(seconds=60, threads=2))
hours = [row[0] + 1 for row in plan.by_family.get("runs", [])]
reason = excover.why(problem.forbid(names), excover.Run.within(seconds=9))
said: str = reason.reason.text if reason.reason is not None else str(reason)


async def improved() -> list[int]:
    return [solution.cost + 1 async for solution in problem.improvements_async()]
"""


@pytest.mark.slow
def test_a_program_passes_mypy_strict(tmp_path: Path) -> None:
    module_or_skip("mypy")
    module_or_skip("numpy")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(program)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(PROGRAM, "program.py", "exec"), {})
    assert capsys.readouterr().out.splitlines()[0] == "15 0.0 6 6"
