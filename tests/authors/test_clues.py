"""Needless clues and minimal subsets, against every subset of the clues counted one by one."""

from __future__ import annotations

import json
import tomllib
from itertools import combinations, islice
from pathlib import Path
from random import Random

import pytest
from cancelling import When, ending_when
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st

import excover
from excover import Clue, NotUnique, Problem, Progress, Run, Unfinished, Verdict, clues, minimal_clues
from excover.apps.cli import main
from excover.authors.clues import clues_drawing, clues_of
from excover.authors.mus import MusSearch
from excover.matrix.capabilities import bits

SUDOKUS = tomllib.loads((Path(__file__).parents[1] / "sudokus.toml").read_text())
SUDOKU = excover.load("sudoku")
SMALL = excover.load("sudoku-4x4")


def solutions_with(problem: Problem, subset: tuple[Clue, ...]) -> int:
    """Counted through the drawing, as a user would."""
    drawing = clues_drawing(subset, problem.full)
    return (problem.given(drawing) if drawing else problem).count()


# MusSearch, against all sets of constraints


@given(st.lists(st.integers(0, 63), max_size=8))
@settings(max_examples=examples(300))
def test_conflicts(ways: list[int]) -> None:
    def conflicting(some: int) -> bool:
        return all(some & ~way for way in ways)

    def oracle(some: int) -> int | None:
        return next((way for way in ways if not some & ~way), None)

    irreducible = {
        some
        for some in range(64)
        if conflicting(some) and not any(conflicting(some & ~(1 << k)) for k in bits(some))
    }
    assert sorted(MusSearch(6, oracle).every()) == sorted(irreducible)
    smallest = MusSearch(6, oracle).smallest()
    if not irreducible:
        assert smallest is None
    else:
        assert smallest in irreducible
        assert smallest is not None
        assert smallest.bit_count() == min(some.bit_count() for some in irreducible)
        assert MusSearch(6, oracle).mus(63) in irreducible


# Clues


@pytest.mark.slow
@pytest.mark.parametrize(
    "drawing", ["1.34\n3.1.\n2.4.\n4..1\n", "12..\n..12\n2...\n...3\n", "1...\n..3.\n.2..\n...4\n"]
)
def test_every_minimal_subset(drawing: str) -> None:
    problem = SMALL.given(drawing)
    if excover.unique(problem).verdict is not Verdict.UNIQUE:
        with pytest.raises(NotUnique):
            list(minimal_clues(problem))
        return
    all_clues = clues_of(problem.full, problem.givens)
    enough = {
        frozenset(subset)
        for size in range(len(all_clues) + 1)
        for subset in combinations(all_clues, size)
        if solutions_with(SMALL, subset) == 1
    }
    least = {subset for subset in enough if not any(subset - {clue} in enough for clue in subset)}
    assert set(map(frozenset, minimal_clues(problem))) == least
    found = clues(problem)
    assert frozenset(found.enough) in least
    assert set(found.needless) == {clue for clue in all_clues if frozenset(all_clues) - {clue} in enough}
    assert set(found.needed) == set(all_clues) - set(found.needless)
    assert found.finished


@pytest.mark.parametrize("name", ["royle", "escargot", "golden-nugget"])
def test_published_sudokus_without_a_needless_clue(name: str) -> None:
    found = clues(excover.load("sudoku", given=SUDOKUS[name]["clues"]))
    assert not found.needless
    assert len(found.enough) == len(found.given) == sum(mark != "." for mark in SUDOKUS[name]["clues"])


def test_what_is_enough_is_unique_and_minimal() -> None:
    problem = excover.load("sudoku", given=SUDOKUS["wikipedia"]["clues"])
    found = clues(problem)
    sudoku = excover.load("sudoku")
    assert solutions_with(sudoku, found.enough) == 1
    for clue in found.enough:
        assert solutions_with(sudoku, tuple(each for each in found.enough if each != clue)) > 1


def test_pieces_are_clues_as_a_whole() -> None:
    found = clues(excover.load("kanoodle-start"))
    assert [clue.text[1] for clue in found.given] == ["L", "F", "E"]
    assert not found.needless


def test_options_and_colors_are_clues_too() -> None:
    text = """
        enum Color = red, green
        item a, b
        item s colored
        option x(c in Color) covers a, s = c
        option y(c in Color) covers b, s = c
        given y(red)
        given s = red
    """
    found = clues(excover.parse(text))
    assert [clue.text for clue in found.needless] == ["`y(red)`", "`s` with color red"]
    assert [clue.text for clue in found.enough] == ["`y(red)`"]


def test_a_puzzle_without_clues() -> None:
    found = clues(excover.parse("item a option x() covers a"))
    assert found.given == found.enough == ()
    assert list(minimal_clues(excover.parse("item a option x() covers a"))) == [()]


ONLY = """
item a, b
option x() covers a
option y() covers b
draw x() at (1, 1) as "x"
draw y() at (1, 2) as "y"
given x(), y()
"""


def test_where_no_clue_is_needed_none_is_enough() -> None:
    problem = excover.parse(ONLY)
    found = clues(problem)
    assert (found.enough, len(found.needless)) == ((), 2)
    assert list(minimal_clues(problem)) == [()]


def test_many_minimal_subsets_of_many_clues() -> None:
    """All cells of a Sudoku given: there are more subsets than anybody can list, or sift."""
    solved = excover.load("sudoku", given=SUDOKUS["wikipedia"]["clues"]).solve()
    assert solved is not None
    problem = excover.load("sudoku", given=str(solved))
    found = set(islice(minimal_clues(problem), 3))
    assert len(found) == 3
    for subset in found:
        assert not clues(SUDOKU.given(clues_drawing(subset, problem.full))).needless


def test_stopping_reports_what_is_known() -> None:
    problem = excover.load("sudoku", given=SUDOKUS["wikipedia"]["clues"])
    asked: list[Progress] = []
    found = clues(problem, Run(cancellation=When(lambda: len(asked) > 9), progress=asked.append))
    assert not found.finished
    assert len(found.needed) + len(found.needless) == 9
    assert solutions_with(excover.load("sudoku"), found.enough) == 1
    with pytest.raises(Unfinished):
        clues(problem, ending_when(lambda: True))


# The command


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clues", "sudoku", "--given", "sudoku-easy"]) == 0
    out, err = capsys.readouterr()
    assert excover.load("sudoku", given=out).count() == 1
    assert "22 of 30 givens can each be left out" in err
    assert "the 23 givens drawn are enough" in err


def test_every_subset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clues", "sudoku", "--given", "sudoku-easy", "--all", "--limit", "5"]) == 0
    out, err = capsys.readouterr()
    drawings = out.split("\n\n")
    assert len(set(drawings)) == 5
    assert all(excover.load("sudoku", given=drawing).count() == 1 for drawing in drawings)
    assert err == "5 minimal subsets: stopped by --limit 5\n"


def test_all_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clues", "kanoodle-start", "--all", "--json"]) == 0
    out, err = capsys.readouterr()
    assert len(json.loads(out)["clues"]) == 3
    assert err == ""


@pytest.mark.parametrize(("n", "told"), [(4, "at least two solutions"), (3, "no solution")])
def test_not_unique(n: int, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clues", "queens", "-p", f"n={n}"]) == 1
    assert capsys.readouterr().err.startswith(told)
    assert main(["clues", "queens", "-p", f"n={n}", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["verdict"] in ("several", "none")


def test_no_clue_is_needed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "only.xc").write_text(ONLY)
    assert main(["clues", str(tmp_path / "only.xc")]) == 0
    assert capsys.readouterr() == ("no given\n", "there is only one solution even without givens\n")


def test_limit_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clues", "queens", "--limit", "3"]) == 2
    assert "--limit needs --all" in capsys.readouterr().err


def _mosaic(rows: list[list[str]]) -> excover.Problem:
    return excover.load("mosaic", tables={"field": [" ".join(row) for row in rows]})


@pytest.mark.parametrize("seed", range(2))
def test_labels_that_are_not_needed(seed: int) -> None:
    """All numbers of a solution: each is tried by itself, and each of those that are enough."""
    shaded = {(r, c) for r in range(4) for c in range(4) if Random(f"{seed} {r} {c}").random() < 0.5}
    near = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    rows = [[str(sum((r + i, c + j) in shaded for i, j in near)) for c in range(4)] for r in range(4)]
    rows[0][0] = "."
    found = clues(_mosaic(rows))
    assert len(found.given) == 15
    assert found.finished

    def is_unique(drawing: list[list[str]]) -> bool:
        return excover.unique(_mosaic(drawing)).verdict is excover.Verdict.UNIQUE

    def without(drawing: list[list[str]], r: int, c: int) -> list[list[str]]:
        return [
            ["." if (y, x) == (r, c) else mark for x, mark in enumerate(row)] for y, row in enumerate(drawing)
        ]

    places = [(r, c) for r in range(4) for c in range(4) if rows[r][c] != "."]
    assert [str(each) for each in found.needless] == [
        f"`{rows[r][c]}` at ({r + 1}, {c + 1}) of `clue`" for r, c in places if is_unique(without(rows, r, c))
    ]
    left = [line.split() for line in found.drawing.splitlines()]
    kept = [(r, c) for r, c in places if left[r][c] != "."]
    assert len(kept) == len(found.enough) < 15
    assert is_unique(left)
    assert not any(is_unique(without(left, r, c)) for r, c in kept)


def test_a_black_cell_without_its_number_stays_black() -> None:
    board = [". . . 2 . .", "0 . 3 . . .", ". . . 2 . 1", "x . . . . 0", ". . . . . .", ". . x 1 . ."]
    solution = excover.load("light-up").solve()
    beside = sum(str(solution).splitlines()[r][c] == "o" for r, c in ((1, 5), (3, 5), (2, 4)))
    board[2] = f". . . 2 . {beside}"
    found = clues(excover.load("light-up", tables={"field": board}))
    assert [str(each) for each in found.needless] == [f"`{beside}` at (3, 6) of `clue`"]
    assert found.drawing.splitlines()[2] == ". . . 2 . x"
    assert len(found.given) == 7


def test_labels_whose_cells_are_no_part_of_the_board_are_no_clues(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clues", "yajilin"]) == 0
    assert "no label is a clue" in capsys.readouterr().err
    assert not clues(excover.load("yajilin")).given
