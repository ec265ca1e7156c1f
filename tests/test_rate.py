"""How hard a puzzle is: published Sudokus in the right order, and walks against counts."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matrices import general
from naive import covers

import excover
from excover import Level, NotUnique, Stopped, rate
from excover.authors import walk
from excover.authors.walk import TooMany, Walker
from excover.cli import main

SUDOKUS = tomllib.loads((Path(__file__).parent / "sudokus.toml").read_text())
HARDEST = [name for name, each in SUDOKUS.items() if each["level"] == "hardest"]


def rating(name: str) -> excover.Rating:
    return rate(excover.load("sudoku", given=SUDOKUS[name]["clues"]))


def test_published_sudokus_come_in_order() -> None:
    easy, few = rating("wikipedia"), rating("royle")
    hardest = [rating(name) for name in HARDEST]
    assert (easy.level, few.level) == (Level.EASY, Level.MEDIUM)
    assert {found.level for found in hardest} == {Level.EVIL}
    assert easy.number < few.number <= 1
    assert min(found.number for found in hardest) > 4


def test_easy_sudoku() -> None:
    walk = rating("wikipedia").walk
    assert walk is not None
    assert (walk.moves, walk.guesses, walk.branchings, walk.dead_ends) == (51, 0, 0, 0)
    assert walk.solutions == 1


def test_fewer_pieces_are_harder() -> None:
    problem = excover.load("kanoodle-start")
    solved = problem.solve()
    assert solved is not None
    numbers = []
    while len(solved) > 3:
        numbers.append(rate(problem).number)
        extra = next(o for o in solved if o.arguments[0] not in ("L", "F", "E") and o not in taken(problem))
        problem = problem.given([extra])
        if len(taken(problem)) == 8:
            break
    assert numbers[0] > 5
    assert numbers[0] > numbers[-1]


def taken(problem: excover.Problem) -> list[excover.OptionName]:
    return [name for name, _ in problem.givens.options]


def test_not_unique() -> None:
    with pytest.raises(NotUnique):
        rate(excover.load("queens"))


def test_stopped() -> None:
    with pytest.raises(Stopped):
        rate(excover.load("kanoodle-start"), lambda: True)


def test_too_many_guesses_are_told_as_more_than() -> None:
    assert str(excover.Rating(None)) == "evil, more than 14.29"


def matrices() -> st.SearchStrategy[object]:
    bounds = st.lists(st.sampled_from([(1, 1), (1, 1), (0, 1), (2, 2), (1, 2), None]), min_size=1, max_size=5)

    def made(bounds: list[tuple[int, int] | None]) -> st.SearchStrategy[object]:
        colored = [bound is None for bound in bounds]
        kinds = [bound or (0, 2**31 - 1) for bound in bounds]
        entry = st.dictionaries(st.integers(0, len(bounds) - 1), st.integers(1, 2), min_size=1, max_size=3)
        rows = st.lists(entry, max_size=7)
        return rows.map(
            lambda rows: general(
                kinds,
                colored,
                [sorted((i, c if colored[i] else 0) for i, c in row.items()) for row in rows],
            )
        )

    return bounds.flatmap(made)


@given(matrices(), st.integers(0, 3))
@settings(max_examples=300)
def test_walks_find_all_there_is(matrix: excover.Matrix, seed: int) -> None:
    """Where every option has an item that must be covered, the walk sees each solution once."""
    walk = Walker(matrix).walk(seed, 10_000)
    found = list(covers(matrix))
    assert (walk.solutions > 0) == bool(found)
    if all(
        any(matrix.lower[i] == matrix.upper[i] for i in matrix.option_items(o))
        for o in range(len(matrix.options))
    ):
        assert walk.solutions == len(found)


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the walk is the same."""
    matrix = excover.load("kanoodle-start").matrix
    seen = Walker(matrix).walk(0, 10_000)
    monkeypatch.setattr(walk, "KEPT_BITS", 5 * len(matrix.options))
    walker = Walker(matrix)
    assert walker.walk(0, 10_000) == seen
    assert len(walker._rules._rivals) <= 5


def test_guesses_are_bounded() -> None:
    with pytest.raises(TooMany):
        Walker(excover.load("kanoodle").matrix).walk(0, 50)


# The command


@pytest.mark.parametrize(
    ("name", "told", "details"),
    [
        ("sudoku-easy", "easy, 0.10\n", "51 forced moves in 5 rounds, no guess\n"),
        ("sudoku-hard", "evil", "depth"),
    ],
)
def test_command(name: str, told: str, details: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "sudoku", "--given", name]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(told)
    assert details in err


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "sudoku", "--given", "sudoku-easy", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["level"], data["walk"]["guesses"]) == ("easy", 0)


def test_command_without_one_solution(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "queens"]) == 1
    assert capsys.readouterr().err.startswith("at least two solutions")


def test_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "kanoodle-start", "--time-limit", "0"]) == 3
    assert capsys.readouterr().err == "stopped by --time-limit before anything was known\n"
    assert main(["rate", "kanoodle-start", "--time-limit", "0", "--json"]) == 3
    assert json.loads(capsys.readouterr().err) == {"end": "stopped by --time-limit before anything was known"}
