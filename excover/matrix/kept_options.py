"""Some options of a matrix: their names, numbers and columns, looked up in the matrix they were taken from.

A what-if question takes a few options away from thousands; only what is asked for is made anew.

>>> names = Kept("abcd", [0, 3])
>>> len(names), names[1], names[-2:], list(names)
(2, 'd', ['a', 'd'], ['a', 'd'])
>>> numbers = KeptNumbers({"a": 0, "b": 1, "d": 3}, {0: 0, 3: 1})
>>> numbers["d"], numbers.get("b"), list(numbers)
(1, None, ['a', 'd'])
>>> [list(column) for column in KeptColumns([array("I", [0, 1]), array("I", [1, 3])], {0: 0, 3: 1})]
[[0], [1]]
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress, islice, pairwise, repeat
from operator import lt
from typing import Any, TypeVar, overload

from excover.base.names import HIDDEN, OptionName
from excover.language.meaning.listing import FamilyNames, Joined, OnDemand

T = TypeVar("T")


def without(banned: Iterable[int], size: int) -> list[int]:
    """The numbers up to ``size`` that are not in ``banned``, ascending.

    >>> without({4, 0}, 6)
    [1, 2, 3, 5]
    """
    ends = [-1, *sorted(banned), size]
    return list(chain.from_iterable(range(one + 1, other) for one, other in pairwise(ends)))


class Kept(OnDemand[T]):
    """What options have, such as names, for those numbered in ``keep``."""

    def __init__(self, all_options: Sequence[T], keep: Sequence[int]) -> None:
        self.all_options = all_options
        self.keep = keep

    def __len__(self) -> int:
        return len(self.keep)

    def __iter__(self) -> Iterator[T]:
        if all(map(lt, self.keep, islice(self.keep, 1, None))):  # none is held that is not kept
            chosen = bytearray(len(self.all_options))
            for option in self.keep:
                chosen[option] = 1
            return compress(self.all_options, chosen)
        return map(list(self.all_options).__getitem__, self.keep)

    def _made(self, number: int) -> T:
        return self.all_options[self.keep[number]]


def kept(values: Sequence[T], keep: Sequence[int]) -> Sequence[T]:
    """Those of the options in ``keep``; what is made on demand stays so."""
    return list(map(values.__getitem__, keep)) if isinstance(values, list) else Kept(values, keep)


def stems(names: Sequence[OptionName]) -> Iterator[OptionName]:
    """What the name of every option begins with, as far as that needs no name to be made."""
    match names:
        case FamilyNames():
            return repeat(names.stem, len(names))
        case Joined():
            return chain.from_iterable(map(stems, names.parts))
        case Kept():
            return iter(Kept(list(stems(names.all_options)), names.keep))
        case _:
            return iter(names)


def families(names: Sequence[OptionName]) -> Iterator[str]:
    """The family of every option."""
    return (stem.family for stem in stems(names))


def own_options(names: Sequence[OptionName]) -> list[int]:
    """The numbers of the options of the description, without those that compilation added."""
    return [option for option, family in enumerate(families(names)) if family != HIDDEN]


class KeptNumbers(Mapping[OptionName, int]):
    """The numbers by name; ``places`` has the new number of each option that is kept."""

    def __init__(self, numbers: Mapping[OptionName, int], places: Mapping[int, int]) -> None:
        self._numbers = numbers
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[OptionName]:
        return (name for name, option in self._numbers.items() if option in self._places)

    def __getitem__(self, name: OptionName) -> int:
        option = self._numbers[name]
        if option not in self._places:
            raise KeyError(name)
        return self._places[option]

    def get(self, name: OptionName, default: Any = None) -> Any:
        option = self._numbers.get(name)
        return default if option is None else self._places.get(option, default)


class KeptColumns(Sequence["array[int]"]):  # Python 3.11 has no `array[int]` when it runs
    """The columns of the items; each is made when it is first asked for."""

    def __init__(self, columns: Sequence[array[int]], places: Mapping[int, int]) -> None:
        self._columns = columns
        self._places = places
        self._made: dict[int, array[int]] = {}

    def __len__(self) -> int:
        return len(self._columns)

    @overload
    def __getitem__(self, item: int) -> array[int]: ...
    @overload
    def __getitem__(self, item: slice) -> list[array[int]]: ...
    def __getitem__(self, item: int | slice) -> array[int] | list[array[int]]:
        if isinstance(item, slice):
            return [self[each] for each in range(*item.indices(len(self)))]
        if item not in self._made:
            places = self._places
            left = [places[option] for option in self._columns[item] if option in places]
            self._made[item] = array("I", sorted(left))
        return self._made[item]
