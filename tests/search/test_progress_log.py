"""The progress of a search for the best solution, as numbers, records, a trace and a hint."""

from __future__ import annotations

import asyncio
import logging
from decimal import Decimal

import pytest

import excover
from excover import Budget, Model, Outcome, Progress, ProgressLog, Run, Statistics, StoppedBy
from excover.search.progress_log import ProgressTrace, what_else


def tasks(half: Decimal | int = 1) -> excover.Problem:
    model = Model()
    job = model.items("job", range(6))
    jobs, who = [each for each in range(6) for _ in range(3)], [1, 2, 3] * 6
    room = model.items("room", [1, 2, 3], at_most=2)
    model.options(
        "do", jobs, who, covers=[job[jobs], room[who]], cost=[half * (7 * k % 5) for k in range(18)]
    )
    model.minimize()
    return model.problem()


@pytest.mark.parametrize("half", [1, Decimal("0.5")])
def test_progress_has_own_numbers(half: Decimal | int) -> None:
    problem, heard = tasks(half), list[Progress]()
    best = problem.best(Run(progress=heard.append))
    assert best is not None
    last = heard[-1]
    assert (last.cost, last.bound, last.gap) == (best.cost, best.cost, 0.0)
    assert type(last.cost) is type(best.cost)
    assert last.nodes is not None
    assert last.seconds is not None
    assert [each.cost for each in heard if each.cost is not None] == sorted(
        (each.cost for each in heard if each.cost is not None), reverse=True
    )


def test_several_goals_are_told_by_the_first() -> None:
    heard = list[Progress]()
    text = "item a once, load in units  option x(n in 1..4) covers a, load by 5 - n cost n"
    best = excover.parse(f"{text}  minimize load then cost").best(Run(progress=heard.append))
    assert best is not None
    assert heard[-1].outcome is not None
    assert heard[-1].outcome.goals == (("load", 1), ("cost", 4))
    assert heard[-1].cost == 1


def test_records_have_the_numbers(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="excover"):
        best = tasks().best(Run(progress=ProgressLog()))
    assert best is not None
    record = caplog.records[-1]
    assert record.name == "excover"
    assert record.cost == record.bound == best.cost  # type: ignore[attr-defined]
    assert record.gap == 0  # type: ignore[attr-defined]
    assert f"cost {best.cost}" in record.getMessage()


def test_a_trace_keeps_changes_alone() -> None:
    trace = ProgressTrace()
    tasks().best(Run(progress=trace))
    costs = [(each.cost, each.bound) for each in trace.known]
    assert len(costs) == len(dict.fromkeys(costs))
    assert costs[-1][0] == costs[-1][1]


def so_far(cost: int | None, bound: int | None, seconds: float, **rest: bool) -> Outcome:
    spent = Statistics(7, 7, 7, seconds, "cost")
    return Outcome(cost is not None, False, None, spent, cost, bound).replaced(**rest)


def test_a_hint_comes_late_and_where_a_gap_is_wide() -> None:
    assert what_else(so_far(100, 50, 3.0)) == ""
    assert what_else(so_far(100, 99, 30.0)) == ""
    assert what_else(so_far(None, 50, 30.0)) == ""
    line = what_else(so_far(100, 50, 30.0))
    assert line.startswith("the gap is 50% after 30 s: you could also try")
    assert "`start=`" in line
    assert "`--start FILE`" in what_else(so_far(100, 50, 30.0), in_commands=True)


def test_a_log_hints_once() -> None:
    records = list[str]()

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append(record.getMessage())

    logger = logging.Logger("kept")
    logger.addHandler(Kept())
    log = ProgressLog(logger, seconds=0)
    for seconds in (1.0, 20.0, 30.0):
        log(Progress("search", 1, outcome=so_far(100, 50, seconds)))
    log(Progress("givens", 3))
    assert sum("you could also try" in record for record in records) == 1
    assert records[-1] == "givens: 3"


def test_improvements_for_an_event_loop() -> None:
    async def costs() -> list[int]:
        return [solution.cost async for solution in tasks().improvements_async()]

    found = asyncio.run(costs())
    assert found == sorted(found, reverse=True)
    best = tasks().best()
    assert best is not None
    assert found[-1] == best.cost

    async def none() -> list[int]:
        within = Run(Budget(seconds=0))
        return [solution.cost async for solution in tasks().improvements_async(within)]

    assert len(asyncio.run(none())) <= 1
    assert StoppedBy.TIME.value == "time"
