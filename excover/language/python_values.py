"""Columns of values from Python data: lists, generators, numpy, pandas, Polars, Arrow.

>>> column_of([1, 2, 3], "index"), column_of(range(2), "index"), column_of("abc", "index")
([1, 2, 3], [0, 1], None)
>>> value_of((1, {"b", "a"}), "index")
(1, OrderedSet(['a', 'b']))

No library is imported here: their columns are recognized by their methods. Columns of whole numbers become
an ``array('q')``, without an object for each number.

The columns with a 1 in each row of a matrix of 0 and 1: scipy.sparse, numpy, data frames, or lists.

>>> columns, starts = covered_columns([[0, 1, 1], [1, 0, 0]], "cell", 3)
>>> list(columns), list(starts)
([1, 2, 0], [0, 2, 3])
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from importlib.util import find_spec
from itertools import islice
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeAlias

from excover.base.diagnostics import SpecError
from excover.base.limits import DEFAULT
from excover.base.names import OrderedSet, Record, Symbol, Value, show
from excover.base.stand_ins import StandIn
from excover.base.words import a_or_an, as_seen, plural
from excover.language import messages

if TYPE_CHECKING:
    from fractions import Fraction

ModelColumn: TypeAlias = Sequence[Value]
"""A value for each option."""

MOST_GENERATED = DEFAULT.entries
"""A generator that gives more values is taken for one without end; lists may be longer."""
_LARGEST = 2**63
_PLAIN = {int, str}


def is_single(data: object) -> bool:
    """Whether the data are one value rather than a column of values."""
    single = (int, float, str, bytes, tuple, set, frozenset, Symbol, Record, OrderedSet)
    return data is None or isinstance(data, single) or getattr(data, "shape", None) == () or _is_moment(data)


def _is_moment(data: object) -> bool:
    return not isinstance(data, Iterable) and not hasattr(data, "__getitem__")


def column_of(data: object, what: str) -> ModelColumn | None:
    """The values of a column; None for a single value. ``what`` names it in messages.

    Raises SpecError if a value is none of the language, or the data are no column.
    """
    if is_single(data):
        return None
    check_column(data, what)
    flat = _numbers(data)
    return checked(listed_values(data, what), what) if flat is None else flat


def checked(values: list[Any], what: str) -> list[Value]:
    """Values of a column as values of the language. Raises SpecError with the first wrong row."""
    kinds = set(map(type, values))
    if kinds <= {str} or (kinds <= _PLAIN and all(fits(value) for value in values if type(value) is int)):
        return values
    for row, value in enumerate(values):  # pandas has fractions where whole numbers are missing
        if _is_missing(value):
            raise SpecError(messages.NotALanguageValue(what, repr(value), "missing", row))
    for row, value in enumerate(values):  # of fractions, 2.5 shows more than 1.0
        if isinstance(value, float) and not value.is_integer():
            raise SpecError(messages.NotALanguageValue(what, repr(value), type(value).__name__, row))
    return [value_of(value, what, row) for row, value in enumerate(values)]


def value_of(value: Any, what: str, row: int | None = None) -> Value:
    """A value of the language. Raises SpecError."""
    value = without_numpy(value)
    match value:
        case bool() | None:
            pass
        case StandIn():
            return value
        case int() if -_LARGEST <= value < _LARGEST:
            return int(value)
        case str() if type(value) is str:
            return value
        case _ if not _is_missing(value) and (found := StandIn.of(value)) is not None:
            return found
        case str():
            return str(value)
        case Symbol() | Record() | OrderedSet():
            return value
        case tuple():
            return tuple([value_of(part, what, row) for part in value])
        case set() | frozenset():
            return OrderedSet(sorted((value_of(part, what, row) for part in value), key=_in_order))
        case _:
            pass
    kind = "missing" if _is_missing(value) else type(value).__name__
    raise SpecError(messages.NotALanguageValue(what, repr(value), kind, row))


def truth_of(value: Any, what: str, row: int | None = None) -> bool:
    """A truth value, or 0 or 1. Raises SpecError."""
    found = without_numpy(value)
    if isinstance(found, int) and found in (0, 1):
        return bool(found)
    kind = "missing" if _is_missing(found) else type(found).__name__
    raise SpecError(messages.NotATruthValue(what, repr(found), kind, row))


def without_numpy(value: Any) -> Any:
    """A scalar of numpy or Arrow as one of Python; dates of numpy stay, for `item` makes numbers of some."""
    if hasattr(value, "as_py"):
        return value.as_py()
    is_scalar = hasattr(value, "dtype") and hasattr(value, "item") and getattr(value, "shape", None) == ()
    return value.item() if is_scalar and not _is_time(value) else value


def _is_time(data: Any) -> bool:
    return getattr(getattr(data, "dtype", None), "kind", "") in ("m", "M")


def _is_missing(value: object) -> bool:
    not_a_number = isinstance(value, float) and value != value  # noqa: PLR0124
    is_no_time = _is_time(value) and str(value) == "NaT"
    return value is None or not_a_number or is_no_time or type(value).__name__ in ("NAType", "NaTType")


def _in_order(value: Value) -> tuple[bool, int, str]:
    """Sets of Python have no order of their own; numbers ascend, and all else follows as it is written."""
    is_number = isinstance(value, int)
    return not is_number, value if isinstance(value, int) else 0, show(value)


def fits(number: Any) -> bool:
    """Whether it is a whole number of 64 bits."""
    return type(number) is int and -_LARGEST <= number < _LARGEST


def _numbers(data: Any) -> array[int] | None:
    """Whole numbers of numpy, pandas, Polars or Arrow without missing ones, in one piece."""
    missing = getattr(data, "null_count", 0)  # Polars has a method, Arrow an attribute
    if missing() if callable(missing) else missing:
        return None
    mask: Any = getattr(data, "mask", None)  # a masked array; pandas has a method of this name
    if not hasattr(data, "__array__") or (hasattr(mask, "any") and mask.any()) or not _has_numpy():
        return None
    made = data.__array__()
    if getattr(made.dtype, "kind", "") not in "iu" or made.ndim != 1:
        return None
    if made.dtype.kind == "u" and made.dtype.itemsize == 8 and len(made) and int(made.max()) >= _LARGEST:
        return None
    return array("q", made.astype("int64").tobytes())


@cache
def _has_numpy() -> bool:
    """Whether it is installed: Polars and Arrow are also used without it, and then make no array."""
    return find_spec("numpy") is not None


def numbers_of(data: Any, what: str) -> Sequence[Any]:
    """The numbers of a column, or one of a single number: whole ones, or exact fractions (`exact`).

    Raises SpecError for the first that is none.
    """
    if is_single(data):
        values: Sequence[Any] = [without_numpy(data)]
    else:
        check_column(data, what)
        values = _numbers(data) or listed_values(data, what)
    kinds = set(map(type, values)) if isinstance(values, list) else {int}
    if kinds == {float}:  # each of the same values once
        known = {value: _if_whole(value) for value in set(values)}
        values = list(map(known.__getitem__, values))
    elif kinds != {int}:
        values = [_if_whole(without_numpy(value)) for value in values]
    for row, value in enumerate(values if kinds - {int, float} or not all(map(isfinite, values)) else ()):
        if exact(value) is None:
            place = None if is_single(data) else row
            if _is_missing(value):
                raise SpecError(messages.NotALanguageValue(what, repr(value), "missing", place))
            raise SpecError(messages.NotAWholeNumber(what, value, place))
    wide = next((row for row, value in enumerate(values) if abs(value) >= _LARGEST), None)
    if wide is not None:
        raise SpecError(
            messages.NotALanguageValue(what, repr(values[wide]), "int", None if is_single(data) else wide)
        )
    return values


def _if_whole(value: Any) -> Any:
    """A whole number as such, of whatever type it is."""
    return int(value) if isinstance(exact(value), int) else value


def exact(value: Any) -> int | Fraction | None:
    """A number without rounding, a float as it is written; None for anything else.

    >>> exact(0.1), exact(2.0), exact(float("nan")), exact("1")
    (Fraction(1, 10), 2, None, None)
    """
    if type(value) is int:
        return value
    from decimal import Decimal  # few have fractions
    from fractions import Fraction

    match value:
        case bool():
            return None
        case int():
            return int(value)
        case float():
            found = Fraction(repr(float(value))) if isfinite(value) else None
        case Decimal():
            found = Fraction(value) if value.is_finite() else None
        case Fraction():
            found = value
        case _:
            return None
    return found.numerator if found is not None and found.denominator == 1 else found


def check_column(data: Any, what: str) -> None:
    """Raises SpecError for what is no column of values: a mapping, a data frame, a matrix."""
    kind = f"{a_or_an(type(data).__name__)}, not a column of values"
    if isinstance(data, Mapping):
        raise SpecError(
            messages.NotAColumn(what, kind, "`list(..)` gives its keys, `list(mapping.values())` its values")
        )
    if getattr(data, "ndim", 1) != 1 or (hasattr(data, "columns") and not hasattr(data, "dtype")):
        way_out = "select one, such as frame['name'], or give its rows, "
        way_out += "`list(frame.itertuples(index=False, name=None))`, of Polars `frame.rows()`"
        raise SpecError(messages.NotAColumn(what, kind, way_out))
    if not isinstance(data, Iterable):
        raise SpecError(messages.NotAColumn(what, kind, "give a list, an array or a column of a data frame"))


def listed_values(data: Any, what: str) -> list[Any]:
    """The values of a column of any library, as objects of Python. Raises SpecError if it is no column."""
    check_column(data, what)
    if _is_time(data):
        return list(data)
    for method in ("to_pylist", "to_list", "tolist"):  # Arrow; Polars and pandas; numpy
        if hasattr(data, method):
            return list(getattr(data, method)())
    return listed_until(data, MOST_GENERATED, what) if isinstance(data, Iterator | range) else list(data)


def listed_until(data: Iterable[Any], most: int, what: str) -> list[Any]:
    """All that a generator gives. Raises SpecError if it gives more, perhaps without end."""
    listed = data[: most + 1] if isinstance(data, range) else list(islice(data, most + 1))
    if listed[most:]:
        got = f"{a_or_an(type(data).__name__)} of more than {most:,} values"
        raise SpecError(messages.NotAColumn(what, got, "if it ends, give a list of them, `list(..)`"))
    return list(listed)


def parameter_value(value: Any, default: Value, name: str) -> Value:
    """A value for a parameter: a column becomes a set, or a tuple if the default value is one.

    A mapping becomes the set of its pairs, a data frame and a list of records that of their rows. Raises
    SpecError if a value is none of the language.
    """
    what = f"the parameter `{name}`"
    if isinstance(value, bool | range):
        return value
    if is_dataclass(value) and not isinstance(value, type) and not isinstance(value, Symbol | Record):
        return value_of(tuple(getattr(value, field.name) for field in fields(value)), what)
    if is_single(value):
        return value_of(value, what)
    if isinstance(value, Mapping):
        members: Iterable[Any] = value.items()
    elif hasattr(value, "columns") and not hasattr(value, "dtype"):
        names = getattr(value, "column_names", None) or list(value.columns)
        members = zip(*(listed_values(value[each], what) for each in names), strict=True)
    else:
        members = listed_values(value, what)
    found = [parameter_value(member, (), name) for member in members]
    return tuple(found) if isinstance(default, tuple) else OrderedSet(found)


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
