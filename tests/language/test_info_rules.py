"""`excover info` lists what holds for all of a solution, in the words of the language."""

from __future__ import annotations

import json

import pytest
from commands import Run

from excover.apps.cli import main

PIECES = """
board tray 3x4, at most 2 holes
shapes piece
  |AA B
place free piece on tray each 0..12 times
item budget[1..2] at most 30 units
item open in units
also piece(p, cells) covers budget[1] by 2, budget[2] by 1, open by 3
require piece connected per piece
require piece apart at corners
require tray without crossroads
"""
OPTIONS = """
board b 3x3
item beside[b] at most once
option keep(c in b) covers b[c]
option shade(c in b) covers b[c], beside[c] cost 1
require keep(c) where c != (1, 1) at c connected
cost at most 3
cost at least 1
"""
RULES = {
    PIECES: [
        "board tray at most 2 holes",
        "each item budget at most 30 units",
        "require piece connected per piece",
        "require piece apart at corners",
        "require tray without crossroads",
    ],
    OPTIONS: ["require keep(c) where c != (1, 1) at c connected", "cost at most 3", "cost at least 1"],
    "item a\noption x() covers a\n": [],
}


@pytest.mark.parametrize("text", RULES)
def test_the_rules_are_listed_in_both_forms(text: str, tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "rules.xc"
    file.write_text(text)
    assert main(["info", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rules"] == [{"rule": rule} for rule in RULES[text]]
    assert main(["info", str(file)]) == 0
    shown = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert [line for line in shown if line in RULES[text]] == RULES[text]
    assert ("rules" in shown) == bool(RULES[text])


@pytest.mark.parametrize("form", ["", " --json"])
def test_symmetries_within_a_time_limit(run: Run, form: str) -> None:
    """All the rest is told."""
    ran = run(f"info soma --symmetries --time-limit 0.000001{form}")
    assert ran.status == 3
    assert "stopped by --time-limit before the symmetries were known" in ran.err
    assert run(f"info soma{form}").out == ran.out
    assert run(f"info soma --symmetries --time-limit 1h{form}").out != ran.out
