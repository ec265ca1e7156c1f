"""Index sets of a model from sets, ranges, columns and generators; rows of 0 and 1 from arrays and frames.

>>> index_sets("row", [range(1, 4), "ab"], most=100)
Traceback (most recent call last):
    ...
excover.base.diagnostics.SpecError: error[E282]: `row` needs a set of indices, not 'ab'
  help: give a range, a list or a column: `model.items("row", range(1, 9))`
  help: `model.item("row")` is one item without an index
>>> index_sets("row", [range(1, 4), ["a", "b", "a"]], most=100)
[[1, 2, 3], ['a', 'b']]

What items and options may be called: words of the language too, unless compilation itself uses them.

>>> check_declared("place")
>>> check_declared("given")  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
excover.base.diagnostics.SpecError: error[E791]: `given` is a word of the language, so it cannot be a name ...
  help: choose another name, such as `given_`

The columns with a 1 in each row of a matrix of 0 and 1: scipy.sparse, numpy, data frames, or lists.

>>> columns, starts = covered_columns([[0, 1, 1], [1, 0, 0]], "cell", 3)
>>> list(columns), list(starts)
([1, 2, 0], [0, 2, 3])
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import prod
from typing import Any

from excover.base.diagnostics import SpecError
from excover.base.names import GIVEN, HIDDEN, OrderedSet, Value, brief, is_name, normal
from excover.base.source import Source, Span
from excover.base.words import as_seen, plural
from excover.language import messages
from excover.language.meaning.puzzle import COST
from excover.language.python_values import column_of, is_single, listed_values, value_of, without_numpy


def check_spelling(name: object) -> None:
    """Raises SpecError if it is no name."""
    if not isinstance(name, str) or not is_name(name) or name != normal(name):
        raise SpecError(messages.NotAModelName(as_seen(name), name if isinstance(name, str) else ""))


_OF_COMPILATION = frozenset({COST, GIVEN, HIDDEN})
"""Families of what compilation adds to a problem."""


def check_declared(name: object) -> None:
    """Raises SpecError if items or options cannot have this name."""
    check_spelling(name)
    if name in _OF_COMPILATION:
        raise SpecError(messages.ReservedModelName(str(name)))


def index_sets(name: str, indices: Sequence[Any], most: int) -> list[list[Value]]:
    """The members of each set, repeated ones once.

    Raises SpecError if there are more items than ``most``, before they are listed, or for no set.
    """
    ranges = [_length(index) for index in indices if isinstance(index, range)]
    _refuse_many(name, [max(ranges, default=0)], most)
    sets = []
    for index in indices:
        listed = list(islice(index, most + 1)) if isinstance(index, Iterator) else index
        if listed is not index:
            _refuse_many(name, [len(listed)], most)
        sets.append(list(_index_set(listed, name)))
    _refuse_many(name, list(map(len, sets)), most)
    return sets


def repeated_index(indices: Sequence[Any], sets: Sequence[Sequence[Value]]) -> str:
    """An index that a column lists more than once, or nothing. The sets are those of `index_sets`.

    >>> repeated_index([["a", "b", "b"]], [["a", "b"]]), repeated_index([range(3)], [[0, 1, 2]])
    ('"b"', '')
    """
    for index, members in zip(indices, sets, strict=True):
        if hasattr(index, "__len__") and len(index) > len(members):
            counts = Counter(column_of(index, "an index"))
            return next(brief(member) for member, count in counts.items() if count > 1)
    return ""


def _refuse_many(name: str, sizes: list[int], most: int) -> None:
    if prod(sizes) > most:
        raise SpecError(messages.TooManyItems(call("model.items", f'"{name}"', ".."), sizes, most))


def call(method: str, *arguments: str) -> Span:
    """The place of a message about a call: it shows the call.

    >>> call("model.items", '"row"', as_python([1, 2, 3])).text
    'model.items("row", range(1, 4))'
    """
    text = f"{method}({', '.join(arguments)})"
    return Span(Source(messages.CALL, text), 0, len(text))


def _length(members: range) -> int:
    """Its length, which `len` only has for ranges that fit into memory."""
    return max(0, -((members.start - members.stop) // members.step))


def _index_set(index: Any, name: str) -> Iterable[Value]:
    what = f"an index of `{name}`"
    members = None if isinstance(index, set | frozenset | OrderedSet) else column_of(index, what)
    if members is not None:
        return dict.fromkeys(members)
    if not isinstance(index, set | frozenset | OrderedSet):
        raise SpecError(messages.NotASetOfIndices(name, as_seen(index)))
    value = value_of(index, what)
    assert isinstance(value, OrderedSet)
    return value


def as_python(members: Sequence[Value]) -> str:
    """A set as one writes it in Python, not in full if it is large."""
    made = compact(members)
    return repr(made) if isinstance(made, range) else brief(made)


def compact(members: Sequence[Value]) -> Value:
    """A set, as a range if its members are consecutive numbers."""
    first = members[0] if members else None
    if type(first) is int and len(members) > 1 and list(members) == list(range(first, first + len(members))):
        return range(first, first + len(members))
    return OrderedSet(members)


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
        raise SpecError(messages.NotRowsOfZeroAndOne(family, items, plural(width, "column")))
    if len(others):
        raise SpecError(
            messages.NotRowsOfZeroAndOne(family, items, f"the value {as_seen(without_numpy(others[0]))}")
        )
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
    return SpecError(messages.NotAColumn(f"the matrix of `{family}`", got, way_out))


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
