"""The command line: what `expand`, `info` and `gallery` show."""

from __future__ import annotations

import json
import re

import pytest
from commands import Run
from described import DOMINOES, QUEENS
from goldens import Golden

pytestmark = pytest.mark.outer


def test_expand(run: Run, golden: Golden) -> None:
    ran = run("expand queens.xc --to dlx -p n=2", queens=QUEENS)
    assert ran.status == 0
    golden("cli/expand.dlx", ran.out)


def test_expand_applies_givens(run: Run) -> None:
    ran = run("expand queens.xc -p n=2", queens=QUEENS + "given queen(1, 2)")
    assert "queen(1, 2)" in ran.out
    assert "queen(1, 1)" not in ran.out


def test_info_of_pieces(run: Run, golden: Golden) -> None:
    ran = run("info dominoes.xc", dominoes=DOMINOES)
    assert ran.status == 0
    golden("cli/info-dominoes.txt", ran.out)


def test_info_with_parameters_and_givens(run: Run, golden: Golden) -> None:
    ran = run("info queens.xc -p n=12", queens=QUEENS + "given queen(1, 1)")
    golden("cli/info-queens.txt", ran.out)


def test_info_as_json(run: Run) -> None:
    facts = json.loads(run("info dominoes.xc --json", dominoes=DOMINOES).out)
    assert facts["size"] == {"items": 9, "primary": 9, "secondary": 0, "options": 21, "entries": 63}
    assert facts["boards"][0]["size"] == "2x3"
    assert [(row["piece"], row["orientations"], row["placements"]) for row in facts["pieces"]] == [
        ("A", 2, 7), ("B", 2, 7), ("C", 2, 7),
    ]  # fmt: skip


def test_the_gallery_has_a_line_for_every_shipped_puzzle(run: Run) -> None:
    ran = run("gallery")
    from excover.language import gallery

    listed = [line.split()[0] for line in ran.out.split("\n\n")[0].splitlines()]
    assert listed == gallery.names()
    assert "kanoodle" in listed
    assert all(len(line.split()) > 2 for line in ran.out.split("\n\n")[0].splitlines())


def test_the_gallery_shows_the_description_of_a_link(run: Run) -> None:
    link = "https://puzz.link/p?simpleloop/2/2/0"
    shown = run(f"gallery show {link}").out
    assert "  labels wall\n  | . .\n  | . .\n" in shown
    assert run(f"count {link}").out == "1\n"


def test_the_gallery_shows_a_source_that_can_be_solved(run: Run) -> None:
    shown = run("gallery show queens").out
    assert run("solve - -p n=6", stdin=shown).out == run("solve queens -p n=6").out


def test_the_gallery_does_not_have_everything(run: Run) -> None:
    ran = run("gallery show quens")
    assert ran.status == 2
    assert "did you mean `queens`?" in ran.err


def test_a_shipped_puzzle_with_shipped_clues(run: Run) -> None:
    ran = run("solve sudoku --given sudoku-hard --all")
    assert ran.status == 0
    assert re.fullmatch(r"([1-9]{9}\n){9}", ran.out)
