"""Every command that reads a description, with every feature that a problem may have."""

from __future__ import annotations

import json
import re

import commands
import pytest
from featured import TEXTS, Answer, answer, features, problems

from excover.apps.cli.app import COMMANDS
from excover.matrix.capabilities import Feature
from excover.search.engine_table import CONSUMERS

PROBLEMS = problems()
ARGUMENTS = {
    "solve": "--all --json",
    "count": "--json",
    "generate": "--time-limit 0",
    "starts": "--pieces 1",
    "decode": "--from-sat answer",
    "convert": "--to yaml",
    "tree": "--nodes 50",
}
"""Of commands that need some, or say more with some."""
ALONE = {name for name, entry in COMMANDS.items() if entry.reads == "a description"} - {"run"}
"""A run has processes of its own; what they do is tried without them (`test_consumers.py`)."""
REFUSED = re.compile(r"error\[(E334|E431|E602|E825)\]")
USED = {
    name: consumer
    for consumer in CONSUMERS.values()
    for name in re.findall(r"`(\w+)`", consumer.used_by)
    if name not in ("solve", "count", "why", "info", "run")
}
"""What commands always ask besides engines."""


def numbers(name: str, ran: commands.Ran) -> int | None:
    """The number of solutions that an answer tells; None if it tells none."""
    match name:
        case "count":
            return int(json.loads(ran.out)["count"])
        case "solve":
            return len(ran.out.splitlines())
        case _:
            return None


@pytest.mark.whole
@pytest.mark.parametrize("described", TEXTS)
def test_every_command_answers_or_refuses(described: str, run: commands.Run) -> None:
    problem = PROBLEMS[described]
    wanted: Answer = answer(problem)
    for name in sorted(ALONE):
        ran = run(f"{name} p.xc {ARGUMENTS.get(name, '')}", p=TEXTS[described][1])
        assert ran.status in (0, 1, 2, 3), (name, ran)
        if name == "solve" and problem.puzzle.goal:
            continue
        told = numbers(name, ran)
        assert told in (None, len(wanted.solutions)), (name, ran)
        if name in USED:
            lacking = features(problem) - USED[name].carries - {Feature.COSTS}
            assert bool(REFUSED.search(ran.err)) <= bool(lacking), (name, ran)
            assert ran.status == 2 or not lacking or name == "rate", (
                name,
                ran,
            )  # not unique, which comes first
