"""A short run of `fuzz/public_api.py`, the same every time, and the traces that failed once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from effort import HANGS, examples
from fuzz import public_api
from fuzz.public_api import STEPS, Trace, parts_of, random_trace, run, shrunk
from slow_values import with_slow

TRACES = sorted((Path(__file__).parents[1] / "fuzz" / "traces").glob("*.json"))


@pytest.mark.parametrize("seed", with_slow(range(4), slow=range(1, 4)))
def test_random_sequences_of_calls(seed: int) -> None:
    for number in range(examples(20)):
        run(random_trace(Random(1000 * seed + number)))


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_what_failed_once(path: Path) -> None:
    run(json.loads(path.read_text()))


def test_every_step_is_made() -> None:
    made = {step[0] for seed in range(60) for step in random_trace(Random(seed))["steps"]}
    assert made == set(STEPS)


@pytest.mark.parametrize("engine", ["sparse", "lanes", "graph"])
def test_python_ends_while_a_thread_searches(engine: str) -> None:
    program = f"from fuzz.public_api import search_while_python_exits; search_while_python_exits({engine!r})"
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        timeout=HANGS,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")


def wrong_count(trace: Trace) -> bool:
    """Stands for a fault that needs a count of a problem with two options."""
    return any(step[0] == "count" for step in trace["steps"]) and len(trace["little"]["options"]) > 1


def test_a_failure_is_made_small() -> None:
    trace = next(t for seed in range(100) if wrong_count(t := random_trace(Random(seed))))
    small = shrunk(trace, wrong_count)
    assert [step[0] for step in small["steps"]] == ["count"]
    assert len(small["little"]["options"]) == 2
    assert not any(map(wrong_count, parts_of(small)))
    run(small)


def test_a_wrong_answer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model with one solution less, on a trace of one step each."""
    covers = public_api.Little.covers
    monkeypatch.setattr(public_api.Little, "covers", lambda little: list(covers(little))[1:])
    little = {"items": [[1, 1, False]], "options": [[[0, 0]], [[0, 0]]], "costs": []}
    for step in (
        ["count", 0, {}],
        ["list", 0, {}, {}, None],
        ["solution_set", 0, {}],
        ["unique", 0],
        ["share", 0, 2],
    ):
        steps = [step, ["finish_all"]]
        with pytest.raises(AssertionError):
            run({"little": little, "eager": None, "steps": steps, "exits": False})
