"""The columns with a 1 in each row of a matrix of 0 and 1: scipy.sparse, numpy, data frames, or lists.

>>> columns, starts = covered_columns([[0, 1, 1], [1, 0, 0]], "cell", 3)
>>> list(columns), list(starts)
([1, 2, 0], [0, 2, 3])
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

from excover.base.diagnostics import SpecError
from excover.base.words import as_seen, plural
from excover.language.messages.about_model_arguments import NotAColumn
from excover.language.messages.about_models import NotRowsOfZeroAndOne
from excover.language.python_values import is_single, listed_values, without_numpy


def covered_columns(matrix: Any, family: str, items: int) -> tuple[array[int], array[int]]:
    """The columns of all rows, ascending in each, and where each row starts.

    Raises SpecError for other values and widths, and if it is no matrix.
    """
    if getattr(matrix, "ndim", 2) != 2:
        raise _no_matrix(family, f"an array of {plural(matrix.ndim, 'dimension')}")
    if hasattr(matrix, "columns") and hasattr(matrix, "to_numpy"):
        matrix = matrix.to_numpy()  # a data frame
    if hasattr(matrix, "tocsr"):
        columns, starts, width, others = _of_sparse(matrix)
    elif hasattr(matrix, "nonzero") and matrix.dtype.kind in "biuf" and not hasattr(matrix, "mask"):
        columns, starts, width, others = _of_dense(matrix)
    else:
        columns, starts, width, others = _of_lists(_listed_rows(matrix, family), items)
    if width != items:
        raise SpecError(NotRowsOfZeroAndOne(family, items, plural(width, "column")))
    if len(others):
        raise SpecError(NotRowsOfZeroAndOne(family, items, f"the value {as_seen(without_numpy(others[0]))}"))
    return columns, starts


def _listed_rows(matrix: Any, family: str) -> list[list[Any]]:
    listed = matrix.tolist() if hasattr(matrix, "tolist") else matrix
    what = f"the matrix of `{family}`"
    if _has_members(listed):
        rows = listed_values(listed, what)
        if all(map(_has_members, rows)):
            return [listed_values(row, what) for row in rows]
    raise _no_matrix(family, as_seen(matrix))


def _has_members(data: object) -> bool:
    return isinstance(data, tuple) or not (is_single(data) or isinstance(data, Mapping))


def _no_matrix(family: str, got: str) -> SpecError:
    way_out = "give an array of two dimensions, a data frame, or a list of rows of 0 and 1"
    return SpecError(NotAColumn(f"the matrix of `{family}`", got, way_out))


def _unsigned(numbers: Any) -> array[int]:
    return array("I", numbers.astype("uint32").tobytes())


def _of_sparse(matrix: Any) -> tuple[array[int], array[int], int, Sequence[object]]:
    rows = matrix.tocsr().copy()
    rows.sum_duplicates()
    rows.eliminate_zeros()
    wrong = rows.data[rows.data != 1]
    return _unsigned(rows.indices), _unsigned(rows.indptr), rows.shape[1], wrong


def _of_dense(matrix: Any) -> tuple[array[int], array[int], int, Sequence[object]]:
    wrong = matrix[(matrix != 0) & (matrix != 1)]
    _, columns = matrix.nonzero()
    starts = array("I", [0])
    starts += _unsigned((matrix != 0).sum(axis=1).cumsum())
    return _unsigned(columns), starts, matrix.shape[1], wrong


def _of_lists(rows: list[list[Any]], items: int) -> tuple[array[int], array[int], int, Sequence[object]]:
    columns, starts = array("I"), array("I", [0])
    wrong = [number for row in rows for number in row if not _is_zero_or_one(number)]
    for row in [] if wrong else rows:
        columns.extend(column for column, number in enumerate(row) if number)
        starts.append(len(columns))
    width = next((len(row) for row in rows if len(row) != items), items)
    return columns, starts, width, wrong


def _is_zero_or_one(value: Any) -> bool:
    try:
        return is_single(value) and value in (0, 1)
    except (TypeError, ValueError):  # pandas' missing value is neither equal nor unequal
        return False
