"""Solutions as data are the solutions: in arrays, frames, batches, and files that other programs read."""

from __future__ import annotations

import pickle
import sqlite3
from ast import literal_eval
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from commands import Run
from extras import module_or_skip

import excover
from excover import Problem

TWO_FAMILIES = """
enum Color = red, blue
item house[1..3], paint[Color]
option plain(h in 1..3) covers house[h] cost 2
option painted(h in 1..3, c in Color) covers house[h], paint[c] cost h
minimize
"""
OPTIONAL = "item a  item b at most once  option x(n in 1..2) covers a  optional option y() covers b"
PROBLEMS: dict[str, Callable[[], Problem]] = {
    "queens": lambda: excover.load("queens", {"n": 6}),
    "two-families": lambda: excover.parse(TWO_FAMILIES),
    "hidden-options": lambda: excover.parse(OPTIONAL),
    "pieces": lambda: excover.parse("board b 2x3 shapes s\n  |II\nplace free s on b each 3 times"),
    "no-solution": lambda: excover.parse("item a[1..2] option x() covers a[1]"),
    "rows": lambda: excover.parse("011\n100\n111\n"),
}


@pytest.fixture(params=PROBLEMS.values(), ids=list(PROBLEMS))
def problem(request: pytest.FixtureRequest) -> Problem:
    made: Problem = request.param()
    return made


def test_options_that_compilation_added_have_no_columns() -> None:
    problem = excover.parse(OPTIONAL)
    assert list(problem.solutions().to_frame().columns) == ["solution", "option", "family", "n"]
    assert list(problem.solve().to_frame().columns) == ["solution", "option", "family", "n"]  # type: ignore[union-attr]


def chosen(problem: Problem) -> list[tuple[int, str]]:
    """What the data must say: the number of a solution, and the option."""
    return [
        (n, str(option)) for n, solution in enumerate(problem.solutions(), 1) for option in solution.options
    ]


def test_arrays(problem: Problem) -> None:
    module_or_skip("numpy")
    options, starts = problem.solutions().to_arrays()
    found = [options[begin:end].tolist() for begin, end in pairwise(starts.tolist())]
    assert found == [list(solution.numbers) for solution in problem.solutions()]


def test_the_frame_of_one_solution_is_its_part_of_all(problem: Problem) -> None:
    module_or_skip("pandas")
    every = problem.solutions().to_frame()
    for number, solution in enumerate(problem.solutions(), 1):
        part = every[every["solution"] == number].assign(solution=1).reset_index(drop=True)
        assert solution.to_frame().equals(part)
        sent = pickle.loads(pickle.dumps(solution)).to_frame()
        assert sent.to_dict("records") == solution.to_frame()[sent.columns].to_dict("records")
        assert set(part.columns[part.notna().any()]) <= set(sent.columns)


def test_a_solution_from_nowhere_numbers_its_arguments() -> None:
    module_or_skip("pandas")
    frame = excover.Solution((excover.OptionName("queen", (1, 2)),)).to_frame()
    assert list(frame.columns) == ["solution", "option", "family", "argument_1", "argument_2"]


def test_frame(problem: Problem) -> None:
    module_or_skip("pandas")
    frame = problem.solutions().to_frame()
    assert list(zip(frame["solution"].tolist(), frame["option"].tolist(), strict=True)) == chosen(problem)


def test_arguments_of_a_frame_have_their_names_and_types() -> None:
    pandas = module_or_skip("pandas")
    frame = excover.parse(TWO_FAMILIES).solutions().to_frame()
    assert list(frame.columns) == ["solution", "option", "family", "h", "c", "cost"]
    assert pandas.api.types.is_integer_dtype(frame["h"])
    assert set(frame["c"].dropna()) == {"red", "blue"}
    costs = frame.groupby("solution")["cost"].sum().tolist()
    assert costs == [solution.cost for solution in excover.parse(TWO_FAMILIES).solutions()]
    queens = PROBLEMS["queens"]().solutions().to_frame()
    assert (queens.groupby("solution")["r"].apply(sorted).apply(list).map(len) == 6).all()


NAMES = """
item i[1..2]
option a(solution in 1..2, solution_ in {7}, r in {3}, R in {4}, number in {5}, Option in {6})
  covers i[solution]
"""


def test_columns_of_arguments_have_different_names(tmp_path: Path) -> None:
    pandas = module_or_skip("pandas")
    problem = excover.parse(NAMES)
    frame = problem.solutions().to_frame()
    own = ["solution", "option", "family"]
    assert list(frame) == [*own, "solution__", "solution_", "r", "R_", "number_", "Option_"]
    assert frame.iloc[1, 3:].tolist() == [2, 7, 3, 4, 5, 6]
    problem.solutions().to_sqlite(tmp_path / "a.sqlite")
    with closing(sqlite3.connect(tmp_path / "a.sqlite")) as database:
        stored = pandas.read_sql("SELECT * FROM options", database)
    assert stored.iloc[1, 3:].tolist() == [2, 7, 3, 4, 5, 6]


def test_batches_of_arrow(problem: Problem) -> None:
    module_or_skip("pyarrow")
    batches = list(problem.solutions().arrow_batches(rows=7))
    rows = [row for batch in batches for row in batch.to_pylist()]
    assert [(row["solution"], row["option"]) for row in rows] == chosen(problem)
    assert all(len(batch) >= 7 for batch in batches[:-1])


def test_parquet(problem: Problem, tmp_path: Path) -> None:
    parquet = module_or_skip("pyarrow.parquet")
    count = problem.solutions().to_parquet(tmp_path / "found.parquet")
    rows = parquet.read_table(tmp_path / "found.parquet").to_pylist()
    assert [(row["solution"], row["option"]) for row in rows] == chosen(problem)
    assert count == problem.count()
    assert [file.name for file in tmp_path.iterdir()] == ["found.parquet"]


def test_sqlite(problem: Problem, tmp_path: Path) -> None:
    count = problem.solutions().to_sqlite(tmp_path / "found.sqlite")
    with closing(sqlite3.connect(tmp_path / "found.sqlite")) as database:
        found = database.execute(
            "SELECT solution, option FROM choices JOIN options USING (number) ORDER BY solution, number"
        ).fetchall()
    assert found == chosen(problem)
    assert count == problem.count()
    assert [file.name for file in tmp_path.iterdir()] == ["found.sqlite"]


def test_commands_write_the_same_files(tmp_path: Path, run: Run) -> None:
    parquet = module_or_skip("pyarrow.parquet")
    problem = PROBLEMS["queens"]()
    ran = run("solve", "queens", "-p", "n=6", "--all", "--parquet", str(tmp_path / "q.parquet"))
    assert (ran.status, ran.out) == (0, "")
    rows = parquet.read_table(tmp_path / "q.parquet").to_pylist()
    assert [(row["solution"], row["option"]) for row in rows] == chosen(problem)
    ran = run("solve", "queens", "-p", "n=6", "--limit", "2", "--sqlite", str(tmp_path / "q.sqlite"))
    assert ran.status == 0
    with closing(sqlite3.connect(tmp_path / "q.sqlite")) as database:
        assert database.execute("SELECT MAX(solution) FROM choices").fetchone() == (2,)


@pytest.mark.parametrize(
    "options",
    [
        ["--sqlite", "a.sqlite"],
        ["--all", "--sqlite", "a.sqlite", "--csv"],
        ["--all", "--sqlite", "a.sqlite", "--svg", "b.svg"],
        ["--all", "--sqlite", "a.sqlite", "--parquet", "b.parquet"],
        ["--all", "--sqlite", "nowhere/a.sqlite"],
        ["--all", "--parquet", "nowhere/a.parquet"],
    ],
    ids=" ".join,
)
def test_refused(options: list[str], tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("solve", "queens", *options)
    assert ran.status == 2
    assert "internal error" not in ran.err
    assert not list(tmp_path.iterdir())


def test_without_the_library_the_message_has_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import sys

    modules: dict[str, Any] = {"pyarrow": None, "pyarrow.parquet": None, "pandas": None, "numpy": None}
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    solutions = PROBLEMS["queens"]().solutions()
    for act in (solutions.to_arrays, solutions.to_frame, lambda: list(solutions.arrow_batches())):
        with pytest.raises(excover.MissingExtra, match=r"pip install 'excover\[data\]'"):
            act()


def cells() -> Problem:
    model = excover.Model("A cell and a domino on three cells")
    model.board("tray", [(1, 1), (1, 2), (2, 1)])
    model.shapes("s", {"M": [(0, 0)], "D": [(0, 0), (0, 1)]})
    model.place("s", on="tray")
    return model.problem()


def test_sets_in_files_are_written_as_in_the_option(tmp_path: Path) -> None:
    parquet = module_or_skip("pyarrow.parquet")
    assert cells().solutions().to_parquet(tmp_path / "cells.parquet") == 2
    rows = parquet.read_table(tmp_path / "cells.parquet").to_pylist()
    assert [row["cells"] for row in rows[:2]] == ["{(1, 2)}", "{(1, 1), (2, 1)}"]
    assert all(row["option"] == f's("{row["piece"]}", {row["cells"]})' for row in rows)
    assert [literal_eval(row["cells"]) for row in rows[:2]] == [{(1, 2)}, {(1, 1), (2, 1)}]
    polars = module_or_skip("polars")
    assert polars.read_parquet(tmp_path / "cells.parquet").to_dicts() == rows
    assert cells().solutions().to_sqlite(tmp_path / "cells.sqlite") == 2
    with closing(sqlite3.connect(tmp_path / "cells.sqlite")) as database:
        kept = {text for (text,) in database.execute("SELECT cells FROM options")}
    assert kept == {"{(1, 1)}", "{(1, 2)}", "{(2, 1)}", "{(1, 1), (1, 2)}", "{(1, 1), (2, 1)}"}


def test_the_values_of_a_frame_name_options() -> None:
    module_or_skip("pandas")
    problem = cells()
    frame = problem.solutions().to_frame()
    for row in frame.itertuples():
        name = excover.OptionName("s", (row.piece, row.cells))
        assert problem.given([name]).count() == 1
        assert problem.forbid([name]).count() == 1
    assert problem.given([excover.OptionName("s", ("D", ((2, 1), (1, 1))))]).count() == 1
    with pytest.raises(excover.SpecError, match="E326"):
        problem.given([excover.OptionName("s", ("D", ((2, 1), (1, 2))))])
