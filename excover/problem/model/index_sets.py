"""The indices of a family of a model, from sets, ranges, columns and generators.

>>> index_sets("row", [range(1, 4), "ab"], most=100)
Traceback (most recent call last):
    ...
excover.base.diagnostics.SpecError: error[E282]: `row` needs a set of indices, not 'ab'
  help: give a range, a list or a column: `model.items("row", range(1, 9))`
  help: `model.item("row")` is one item without an index
>>> index_sets("row", [range(1, 4), ["a", "b", "a"]], most=100)
[[1, 2, 3], ['a', 'b']]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import prod
from typing import Any

from excover.base.diagnostics import SpecError
from excover.base.names import OrderedSet, Value, brief
from excover.base.source import Source, Span
from excover.base.words import as_seen
from excover.language.messages.about_limits import TooManyItems
from excover.language.messages.about_model_arguments import CALL, NotASetOfIndices
from excover.language.python_values import column_of, value_of


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
        raise SpecError(TooManyItems(call("model.items", f'"{name}"', ".."), sizes, most))


def call(method: str, *arguments: str) -> Span:
    """The place of a message about a call: it shows the call.

    >>> call("model.items", '"row"', as_python([1, 2, 3])).text
    'model.items("row", range(1, 4))'
    """
    text = f"{method}({', '.join(arguments)})"
    return Span(Source(CALL, text), 0, len(text))


def _length(members: range) -> int:
    """Its length, which `len` only has for ranges that fit into memory."""
    return max(0, -((members.start - members.stop) // members.step))


def _index_set(index: Any, name: str) -> Iterable[Value]:
    what = f"an index of `{name}`"
    members = None if isinstance(index, set | frozenset | OrderedSet) else column_of(index, what)
    if members is not None:
        return dict.fromkeys(members)
    if not isinstance(index, set | frozenset | OrderedSet):
        raise SpecError(NotASetOfIndices(name, as_seen(index)))
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
