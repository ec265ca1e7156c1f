"""How often options and marks occur in all solutions, as frames, against a count of the listed solutions."""

from __future__ import annotations

from collections import Counter

import pytest
from extras import module_or_skip

import excover

pandas = module_or_skip("pandas")


@pytest.mark.parametrize("clued", [False, True])
def test_uses_are_those_of_the_listed_solutions(clued: bool) -> None:
    latin = excover.load("latin", {"n": 3})
    problem = latin.given([next(iter(latin.solve()))]) if clued else latin  # type: ignore[arg-type]
    listed = problem.solutions().to_frame()
    frame = excover.SolutionSet.of(problem).uses_frame()
    assert list(frame.columns) == [*listed.columns.drop("solution"), "uses", "share"]
    expected = Counter(listed["option"])
    assert {
        option: uses for option, uses in zip(frame["option"], frame["uses"], strict=True) if uses
    } == expected
    assert len(frame) == len(problem.matrix.options)
    assert (frame["share"] == frame["uses"] / problem.count()).all()
    assert frame.dtypes[["uses", "share"]].astype(str).tolist() == ["int64", "float64"]


def test_heat_is_that_of_the_listed_solutions() -> None:
    problem = excover.load("latin", {"n": 3})
    frame = excover.SolutionSet.of(problem).heat().to_frame()
    expected = Counter(
        (mark, row, column)
        for solution in problem.solutions()
        for row, line in enumerate(solution.drawing.split("\n"), 1)
        for column, mark in enumerate(line, 1)
    )
    rows = frame[["mark", "row", "column", "solutions"]].itertuples(index=False)
    assert {(mark, row, column): count for mark, row, column, count in rows} == expected
    assert frame["layer"].isna().all()
    assert frame["share"].sum() == pytest.approx(9)


def test_cells_of_a_solid_have_layers() -> None:
    problem = excover.load("soma", given=None)
    start = problem.given([next(iter(problem.solve()))])  # type: ignore[arg-type]
    frame = excover.SolutionSet.of(start).heat().to_frame()
    assert sorted(set(frame["layer"])) == sorted(set(frame["row"])) == [1, 2, 3]
    assert frame.groupby(["layer", "row", "column"])["solutions"].sum().unique().tolist() == [start.count()]


def test_more_solutions_than_a_column_of_integers_holds() -> None:
    text = "item a[1..70] option x(k in 1..70, v in {1, 2}) covers a[k]"
    frame = excover.SolutionSet.of(excover.parse(text)).uses_frame()
    assert frame["uses"].tolist() == [2**69] * 140
    assert frame["share"].tolist() == [0.5] * 140


def test_nothing_is_used_where_there_is_no_solution() -> None:
    frame = excover.SolutionSet.of(excover.load("queens", {"n": 3})).uses_frame()
    assert frame["uses"].tolist() == [0] * 9
    assert frame["share"].tolist() == [0.0] * 9
