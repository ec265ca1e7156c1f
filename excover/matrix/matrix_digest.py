"""A digest of all of a matrix, by which what was recorded of a problem is known to belong to it.

>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> matrix_digest(matrix).hex()[:16]
'bed4e97e95042cbf'
>>> matrix_digest(matrix) == matrix_digest(matrix.altered(upper=array("I", [2])))
False
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence
from hashlib import sha256

from excover.base.frozen import Frozen
from excover.base.names import ItemName, OptionName, OrderedSet, Record, Symbol, Value
from excover.matrix.matrix import Matrix

PLACES = {"item_spans", "option_spans", "span"}
"""The places of something in a text: the only ones that a digest leaves out."""


_PLAIN = frozenset({int, str, bool})
"""Types of values whose `ascii` differs from those of all others, in all versions of Unicode."""


def matrix_digest(matrix: Matrix) -> bytes:
    """32 bytes: two matrices have the same if all their fields are equal, but for places in the text."""
    return digest(matrix)


def little_endian(numbers: array[int]) -> bytes:
    """The numbers as bytes that are the same on every machine."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.tobytes()


def digest(value: Value) -> bytes:
    """The SHA-256 of the kind of a value, and of its content or the digests of its parts."""
    match value:
        case array():
            return sha256(f"array {value.typecode} ".encode() + little_endian(value)).digest()
        case ItemName() | OptionName():  # not as they are written: a family may be `a[1]`, too
            family, members = value
            if _PLAIN.issuperset(map(type, members)):  # nearly all of them, sooner
                return sha256(f"plain name {family!a} {members!a}".encode()).digest()
            return _joined("name", value)
        case str():
            return sha256(f"text {value}".encode()).digest()
        case Symbol():
            return sha256(f"symbol {value.name}".encode()).digest()
        case Record():
            return _joined("record", (value.table, value.key))
        case Frozen():
            names = [name for name in value.__match_args__ if name not in PLACES]
            kind = " ".join([type(value).__name__, *names])
            return _joined(kind, (getattr(value, name) for name in names))
        case Sequence():
            return _joined("sequence", value)
        case OrderedSet():
            return _joined("set", sorted(value, key=digest))
        case _:  # a number, a truth value or none
            return sha256(f"{type(value).__name__} {value}".encode()).digest()


def _joined(kind: str, parts: Iterable[Value]) -> bytes:
    sha = sha256(f"{kind} ".encode())
    for part in parts:
        sha.update(digest(part))
    return sha.digest()
