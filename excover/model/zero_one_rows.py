"""The columns with a 1 in each row of a matrix of 0 and 1: scipy.sparse, numpy, or lists.

>>> columns, starts = covered_columns([[0, 1, 1], [1, 0, 0]], "cell", 3)
>>> list(columns), list(starts)
([1, 2, 0], [0, 2, 3])
"""

from __future__ import annotations

from array import array
from typing import Any

from excover.diagnostics import SpecError
from excover.messages.about_models import NotRowsOfZeroAndOne
from excover.words import plural


def covered_columns(matrix: Any, family: str, items: int) -> tuple[array[int], array[int]]:
    """The columns of all rows, ascending in each, and where each row starts. Raises SpecError."""
    if hasattr(matrix, "tocsr"):
        columns, starts, width, other = _of_sparse(matrix)
    elif hasattr(matrix, "nonzero"):
        columns, starts, width, other = _of_dense(matrix)
    else:
        columns, starts, width, other = _of_lists([list(row) for row in matrix], items)
    if width != items:
        raise SpecError(NotRowsOfZeroAndOne(family, items, plural(width, "column")))
    if other is not None:
        raise SpecError(NotRowsOfZeroAndOne(family, items, f"the number {other}"))
    return columns, starts


def _unsigned(numbers: Any) -> array[int]:
    return array("I", numbers.astype("uint32").tobytes())


def _of_sparse(matrix: Any) -> tuple[array[int], array[int], int, object]:
    rows = matrix.tocsr().copy()
    rows.sum_duplicates()
    rows.eliminate_zeros()
    wrong = rows.data[rows.data != 1]
    return _unsigned(rows.indices), _unsigned(rows.indptr), rows.shape[1], wrong[0] if len(wrong) else None


def _of_dense(matrix: Any) -> tuple[array[int], array[int], int, object]:
    if matrix.ndim != 2:
        raise TypeError(f"a matrix has two dimensions, not {matrix.ndim}")
    wrong = matrix[(matrix != 0) & (matrix != 1)]
    _, columns = matrix.nonzero()
    starts = array("I", [0])
    starts += _unsigned((matrix != 0).sum(axis=1).cumsum())
    return _unsigned(columns), starts, matrix.shape[1], wrong[0] if len(wrong) else None


def _of_lists(rows: list[list[Any]], items: int) -> tuple[array[int], array[int], int, object]:
    columns, starts = array("I"), array("I", [0])
    for row in rows:
        columns.extend(column for column, number in enumerate(row) if number)
        starts.append(len(columns))
    wrong = next((number for row in rows for number in row if number not in (0, 1)), None)
    width = next((len(row) for row in rows if len(row) != items), items)
    return columns, starts, width, wrong
