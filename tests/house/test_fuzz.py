"""A short run of `fuzz/front_ends.py`, the same every time: every reader refuses what is wrong in words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from fuzz.front_ends import Mutator
from fuzz.killed_runs import CONDITIONS
from fuzz.readers import READERS, check

import excover


@pytest.mark.parametrize("form", READERS)
def test_changed_texts_are_read_or_refused(form: str) -> None:
    mutator = Mutator(form, seed=1)
    told = [check(mutator.text(), form) for _ in range(150 if form in ("xc", "yaml") else 40)]
    refused = sum(text.startswith("error") or "is no diagram" in text for text in told)
    assert refused > len(told) // 4 or form == "lines"


@pytest.mark.parametrize("form", READERS)
def test_the_examples_are_read(form: str) -> None:
    """At least one of them: what only refuses is not tried."""
    assert any(not check(text, form).startswith("error") for text in READERS[form].examples())


def test_the_same_seed_gives_the_same_texts() -> None:
    first, second = Mutator("xc", seed=3), Mutator("xc", seed=3)
    assert [first.text() for _ in range(20)] == [second.text() for _ in range(20)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["best", "damages", "front_ends", "kills", "public_api"])
def test_the_programs_begin(name: str) -> None:
    """They find the modules of the tests without pytest."""
    file = Path(__file__).parents[1] / "fuzz" / f"{name}.py"
    ran = subprocess.run([sys.executable, file, "--help"], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "usage: " in ran.stdout


@pytest.mark.parametrize("name", CONDITIONS)
def test_the_descriptions_of_killed_runs_have_solutions(name: str) -> None:
    """Only a campaign runs them."""
    assert excover.parse(CONDITIONS[name]).solve()
