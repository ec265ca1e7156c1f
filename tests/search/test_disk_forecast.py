"""The forecast of a count on disk: exact where no sample is needed, and near the truth elsewhere."""

from __future__ import annotations

import json
from math import comb, inf
from pathlib import Path

import pytest
from commands import Run as Command
from hypothesis import given
from matrices import dominoes, exact, langford, latin_squares, queens
from random_matrices import random_matrices

from excover.matrix.matrix import Matrix
from excover.search.disk_count import Disk, Range, count_on_disk, forecast_on_disk
from excover.search.outcome import Cancellation
from excover.search.run import Run
from excover.search.strategy import Unsuitable
from excover.search.tuning import tuned

SAMPLED = [dominoes(14, 16), latin_squares(5), langford(8), queens(10)]


def states_of(matrix: Matrix, folder: Path) -> int:
    outcome = count_on_disk(matrix, Disk(folder))
    assert outcome.exhausted
    return outcome.statistics.nodes


@given(matrix=random_matrices())
def test_exact_where_all_states_fit_into_a_sample(
    tmp_path_factory: pytest.TempPathFactory, matrix: Matrix
) -> None:
    try:
        forecast = forecast_on_disk(matrix)
    except Unsuitable:
        with pytest.raises(Unsuitable):
            count_on_disk(matrix, Disk(tmp_path_factory.mktemp("count")))
        return
    assert forecast is not None
    assert forecast.is_exact
    states = states_of(matrix, tmp_path_factory.mktemp("count"))
    assert forecast.states == Range(states, states, states)


@pytest.mark.parametrize("matrix", SAMPLED, ids=["dominoes", "Latin squares", "Langford", "queens"])
def test_the_true_number_is_in_the_interval(tmp_path: Path, matrix: Matrix) -> None:
    with tuned(forecast_states=1024, forecast_seconds=3600.0):
        forecast = forecast_on_disk(matrix)
    states = states_of(matrix, tmp_path)
    assert forecast is not None
    assert not forecast.is_exact
    assert forecast.states.low <= states <= forecast.states.high
    assert states / 2 < forecast.states.about < 2 * states
    assert 0 < forecast.bytes.low < forecast.bytes.about < forecast.bytes.high
    assert 0 < forecast.seconds.low < forecast.seconds.about < forecast.seconds.high


def test_slices_change_nothing_and_ways_have_any_number_of_digits() -> None:
    """A state for each level, with 4^3000 ways at the end."""
    rows = exact(3000, [[k] for k in range(3000) for _ in range(4)])
    with tuned(forecast_seconds=3600.0, slice_seconds=1e-4):
        forecast = forecast_on_disk(rows)
    assert forecast is not None
    assert forecast.states == Range(3000.0, 3000.0, 3000.0)
    assert 0 < forecast.bytes.low < forecast.bytes.high < 10**4


@pytest.mark.slow
@pytest.mark.parametrize("n", [32, 60])
def test_states_that_no_sample_meets_twice(n: int) -> None:
    """A level has at most a state for each set of n / 2 of n cells."""
    with tuned(forecast_states=256, forecast_seconds=3600.0):
        forecast = forecast_on_disk(dominoes(n, n))
    assert forecast is not None
    assert 256 < forecast.states.low < n * n * comb(n, n // 2) < forecast.states.high
    for told in (forecast.states, forecast.seconds, forecast.bytes):
        assert told.low < told.about < told.high < inf
    assert len(str(forecast)) < 300


def test_the_same_samples_each_time() -> None:
    with tuned(forecast_states=256, forecast_seconds=3600.0):
        one, other = (forecast_on_disk(queens(10)) for _ in range(2))
    assert one is not None
    assert other is not None
    assert (one.states, one.bytes) == (other.states, other.bytes)


def test_no_solution_and_nothing_to_cover() -> None:
    for matrix, states in ((latin_squares(0), 0), (dominoes(1, 1), 0)):
        forecast = forecast_on_disk(matrix)
        assert forecast is not None
        assert (forecast.states.about, forecast.is_exact) == (states, True)
        assert forecast.as_data()["bytes"] == {"about": 0.0, "low": 0.0, "high": 0.0}


def test_it_ends_with_the_run_and_with_its_own_time() -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    assert forecast_on_disk(dominoes(20, 20), Run(cancellation=cancellation)) is None
    with tuned(forecast_seconds=0.001, slice_seconds=1e-6):
        assert forecast_on_disk(dominoes(20, 20)) is None


def test_a_count_that_is_begun_is_told_what_it_will_take(run: Command) -> None:
    begun = run("count dominoes --disk states --disk-limit 1GB")
    assert begun.out == "12988816\n"
    assert begun.err.startswith("forecast: ")
    assert "; --disk-limit allows 1,000 MB\n" in begun.err
    again = run("count dominoes --disk states")
    assert "forecast" not in again.err


def test_json(run: Command) -> None:
    told, again = (json.loads(run("count dominoes --disk states --json").out) for _ in range(2))
    assert told["forecast"]["exact"] is True
    assert told["forecast"]["states"]["about"] == told["nodes"]
    assert again["forecast"] is None
