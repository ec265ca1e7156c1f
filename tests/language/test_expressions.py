"""The values of expressions, from the table in expressions.txt."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path

import pytest

import excover
from excover.base.diagnostics import SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.names import show
from excover.language.expressions.scope import Constant

LINES = [
    line
    for line in Path(__file__).with_name("expressions.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
HEAD = "\n".join(line[2:] for line in takewhile(lambda line: line.startswith("  "), LINES))
ROWS = [re.split(r" +(=>|!!|limit) +", line) for line in LINES if not line.startswith("  ")]


def value(expression: str, limits: Limits = DEFAULT, head: str = HEAD) -> str:
    problem = excover.parse(f"{head}\nlet answer = {expression}\nitem a  option x() covers a", limits=limits)
    answer = problem.puzzle.scope["answer"]
    assert isinstance(answer, Constant)
    return show(answer.value)


@pytest.mark.parametrize(("expression", "sign", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_row(expression: str, sign: str, expected: str) -> None:
    match sign:
        case "=>":
            assert value(expression) == expected
        case "!!":
            with pytest.raises(SpecError, match=re.escape(expected)):
                value(expression)
        case _:
            head = "def twice(x) = x * 2" if "twice" in expression else ""
            value(expression, Limits(bindings=int(expected)), head)
            with pytest.raises(SpecError, match="limit"):
                value(expression, Limits(bindings=int(expected) - 1), head)
