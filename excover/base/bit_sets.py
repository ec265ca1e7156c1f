"""Sets of small numbers as integers: bit ``k`` is set if ``k`` is a member.

>>> bit_set([0, 3]), list(bits(9))
(9, [0, 3])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def bits(some: int) -> Iterator[int]:
    """The members of a set, ascending; each takes time proportional to the greatest."""
    while some:
        yield (some & -some).bit_length() - 1
        some &= some - 1


def dense_bits(some: int) -> list[int]:
    """The same as a list; faster for a set that contains most numbers up to a large maximum.

    >>> dense_bits(0b1011)
    [0, 1, 3]
    """
    return [k for k, digit in enumerate(reversed(f"{some:b}")) if digit == "1"]


def bit_set(members: Iterable[int]) -> int:
    """The set of these numbers, in time proportional to their number and the greatest."""
    numbers = list(members)
    bytes_ = bytearray(max(numbers, default=0) // 8 + 1)
    for number in numbers:
        bytes_[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(bytes_, "little")
