"""Data that a model refuses: what is missing, fractional or of another kind never counts as a number."""

from __future__ import annotations

from typing import Any

import pytest

from excover import Model, SpecError


def row_of_three() -> Any:
    return Model().items("row", range(3))


def refusal(act: Any) -> str:
    with pytest.raises((SpecError, TypeError, ValueError)) as error:
        act()
    return str(error.value)


def test_a_masked_value_is_missing() -> None:
    numpy = pytest.importorskip("numpy")
    row = row_of_three()
    masked = numpy.ma.masked_array([0, 1, 2], mask=[False, True, False])
    assert "missing value" in refusal(lambda: row[masked])
    assert "in row 1" in refusal(lambda: row[masked])
    assert "missing value" in refusal(lambda: row[1].where(masked))
    assert "the value None" in refusal(lambda: row.rows(numpy.ma.masked_array([[0, 1, 1]], mask=[[0, 1, 0]])))
    assert list(row[numpy.ma.masked_array([0, 1, 2])].items) == [0, 1, 2]


def test_a_mapping_is_no_column() -> None:
    model = Model()
    row = model.items("row", [1, 2])
    assert "not dict" in refusal(lambda: row[{1: 2}])
    assert "not dict" in refusal(lambda: row[[{1: 2}]])
    assert "not dict" in refusal(lambda: model.options("x", covers=row[[1, 2]], cost={3: 30, 4: 40}))
    assert "not dict" in refusal(lambda: model.items("s", {"a": 1}))
    assert len(model.items("keys", {"a": 1}.keys())) == 1


@pytest.mark.parametrize("unit", ["ns", "s", "D"])
@pytest.mark.parametrize("kind", ["timedelta64", "datetime64"])
def test_times_are_no_numbers(kind: str, unit: str) -> None:
    numpy = pytest.importorskip("numpy")
    row, times = row_of_three(), numpy.array([0, 1, 2], dtype=f"{kind}[{unit}]")
    assert kind in refusal(lambda: row[times])
    assert kind in refusal(lambda: row[times[1]])
    pandas = pytest.importorskip("pandas")
    assert "E702" in refusal(lambda: row[pandas.Series(times)])


@pytest.mark.parametrize("condition", [float("nan"), "no", None, 2, 0.5, (1,)])
def test_a_condition_is_a_truth_value(condition: Any) -> None:
    row = row_of_three()
    for each in (row[[0, 1]], row[1]):
        assert "E702" in refusal(lambda each=each: each.where([True, condition]))  # type: ignore[misc]
        assert "in row 1" in refusal(lambda each=each: each.where([True, condition]))  # type: ignore[misc]
        assert "the condition of `row`" in refusal(lambda each=each: each.where(condition))  # type: ignore[misc]


def test_conditions_of_libraries() -> None:
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    row = row_of_three()
    assert list(row[[0, 1, 2]].where(numpy.array([True, False, True])).items) == [0, 2]
    assert list(row[[0, 1]].where([numpy.bool_(False), 1]).items) == [1]
    assert list(row[[0, 1]].where(pandas.Series([0, 1])).items) == [1]
    for missing in (pandas.Series([True, None], dtype="boolean"), [True, pandas.NA]):
        assert "missing value" in refusal(lambda each=missing: row[[0, 1]].where(each))  # type: ignore[misc]
    arrow = pytest.importorskip("pyarrow")
    assert "missing value" in refusal(lambda: row[[0, 1]].where(arrow.array([True, None])))


@pytest.mark.parametrize("value", [None, float("nan"), "1", 2, [1]])
def test_a_matrix_has_only_0_and_1(value: Any) -> None:
    assert "E705" in refusal(lambda: row_of_three().rows([[1, 0, 0], [0, value, 0]]))


@pytest.mark.parametrize("matrix", [5, "100", [1, 0, 0], ["100"], {"a": [1, 0, 0]}])
def test_what_is_no_matrix(matrix: Any) -> None:
    assert "a matrix is" in refusal(lambda: row_of_three().rows(matrix))


def test_matrices_of_libraries() -> None:
    pandas, sparse = pytest.importorskip("pandas"), pytest.importorskip("scipy.sparse")
    row = row_of_three()
    frame = pandas.DataFrame({"a": [0, 1], "b": [1, 0], "c": [1, 0]})
    assert row.rows(frame) == row.rows([[0, 1, 1], [1, 0, 0]])
    assert "E705" in refusal(lambda: row.rows(pandas.DataFrame({"a": [0], "b": [pandas.NA], "c": [1]})))
    assert "two dimensions" in refusal(lambda: row.rows(frame["a"]))
    assert "two dimensions" in refusal(lambda: row.rows(sparse.coo_array([1, 0, 1])))


@pytest.mark.parametrize("cell", [(1, 1.9), (1, "2"), (1, None), (1,), 3])
def test_cells_are_whole_numbers(cell: Any) -> None:
    assert "whole numbers" in refusal(lambda: Model().board("b", [(1, 1), cell]))
