"""The tour: what each task asks for does not hold in the description of its step, and holds in the answer.

tests/test_docs.py checks the descriptions themselves.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

import excover
from excover.expectation import Expectation
from excover.source import Source

TOUR = (Path(__file__).parents[1] / "docs" / "tour.md").read_text()


class Step(NamedTuple):
    title: str
    blocks: list[str]
    tasks: list[str]


def steps() -> list[Step]:
    return [
        Step(
            section.partition("\n")[0],
            re.findall(r"^```excover\n(.*?)^```$", section, re.MULTILINE | re.DOTALL),
            re.findall(r"^\*\*Task\.\*\* [^`]*(?:`[^`]+`[^`]*)*?`(expect [^`]+)`$", section, re.MULTILINE),
        )
        for section in re.split(r"^## ", TOUR, flags=re.MULTILINE)[1:]
    ]


STEPS = steps()


def holds(text: str, line: str) -> bool | None:
    """Whether an `expect` line holds in a description that may have others."""
    own = "\n".join(each for each in text.split("\n") if not each.startswith("expect"))
    source = Source("step.xc", f"{own}{line}\n")
    problem = excover.parse(source.text)
    (expect,) = problem.puzzle.expectations
    return Expectation(source, problem, expect).trial().result().holds


def test_there_are_twelve_steps_in_order() -> None:
    assert [step.title.partition(".")[0] for step in STEPS] == [str(n) for n in range(1, 13)]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.title)
def test_the_task_is_open_and_has_an_answer(step: Step) -> None:
    (example, answer), (task,) = step.blocks, step.tasks
    assert task in answer
    assert holds(answer, task) is True
    assert holds(example, task) is False
