"""What a search says of itself: the words for each end, and sums of what parts cost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from excover.search.outcome import Outcome, Statistics, Status, StoppedBy, Unfinished

WORK = Statistics(nodes=12, updates=340, depth=4, seconds=0.5, engine="sparse", reason="asked", threads=3)
OUTCOME = Outcome(count=0, exhausted=False, stopped_by=None, statistics=WORK)


def test_costs_add_up_and_depths_do_not() -> None:
    more = Statistics(nodes=100, updates=2, depth=3, seconds=0.25, engine="lanes", reason="chosen")
    assert WORK + more == replace(WORK, nodes=112, updates=342, depth=4, seconds=0.75)
    assert (more + WORK).depth == 4
    assert (more + WORK).engine == "lanes"


@pytest.mark.parametrize(
    ("count", "exhausted", "status"),
    [
        (0, False, Status.UNKNOWN),
        (0, True, Status.NONE),
        (1, False, Status.SOLVED),
        (2, True, Status.SOLVED),
    ],
)
def test_only_an_exhausted_search_has_the_status_none(count: int, exhausted: bool, status: Status) -> None:
    assert replace(OUTCOME, count=count, exhausted=exhausted).status is status


def test_the_end_of_what_is_exhausted_already_changes_nothing() -> None:
    assert OUTCOME.ended(None) is OUTCOME
    assert OUTCOME.ended(StoppedBy.TIME) == replace(OUTCOME, stopped_by=StoppedBy.TIME)
    exhausted = replace(OUTCOME, exhausted=True)
    assert exhausted.ended(StoppedBy.TIME) is exhausted


@pytest.mark.parametrize("stopped_by", [*StoppedBy, None])
def test_every_end_has_words_of_its_own(stopped_by: StoppedBy | None) -> None:
    said = str(Unfinished(replace(OUTCOME, stopped_by=stopped_by)))
    assert said.endswith(" before the answer was known")
    others = {str(Unfinished(replace(OUTCOME, stopped_by=other))) for other in [*StoppedBy, None]}
    assert len(others) == len(StoppedBy) + 1
    some = Unfinished(replace(OUTCOME, stopped_by=stopped_by, count=2))
    assert str(some) == f"{said}, with 2 solutions found so far"


@pytest.mark.parametrize("stopped_by", [*StoppedBy, None])
def test_data_for_json(stopped_by: StoppedBy | None) -> None:
    data = replace(OUTCOME, count=3, stopped_by=stopped_by).as_data()
    assert data == {
        "status": "solved",
        "count": 3,
        "exhausted": False,
        "stopped_by": stopped_by.value if stopped_by else None,
        "nodes": 12,
        "updates": 340,
        "depth": 4,
        "seconds": 0.5,
        "engine": "sparse",
        "reason": "asked",
        "threads": 3,
    }
    thirds = replace(OUTCOME, statistics=replace(WORK, seconds=1 / 3)).as_data()
    assert thirds["seconds"] == 0.333333


def test_the_outcome_is_the_argument_of_the_exception() -> None:
    assert Unfinished(OUTCOME).args == (OUTCOME,)
