"""Certificates in files, as docs/proof-format.md describes them: compressed, and closed with a digest.

>>> import io
>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> into = io.BytesIO()
>>> file = ProofFile(into, matrix, limit=1000)
>>> file.write(b"1 \\n1 1 0 0 \\n")
>>> file.close()
>>> into.getvalue()[:20], file.size == len(into.getvalue())
(b'excover proof 1 bb18', True)
"""

from __future__ import annotations

import hashlib
import shutil
import zlib
from collections.abc import Sequence
from typing import BinaryIO

from excover.base.errors import ExcoverError
from excover.formats.dlx import option_words
from excover.matrix.matrix import Matrix

VERSION = 1
CHECKSUM = 32
"""Bytes of the digest at the end."""


class NoRoomForProof(ExcoverError, RuntimeError):
    """A certificate exceeds its limit of bytes, or the search for it its memory limit."""


class ProofFile:
    """Writes to a file, at most ``limit`` bytes: NoRoomForProof before it exceeds them."""

    def __init__(self, into: BinaryIO, matrix: Matrix, limit: int) -> None:
        self._into, self.limit = into, limit
        self._pack, self._sha = zlib.compressobj(), hashlib.sha256()
        self.size = 0
        self._put(f"excover proof {VERSION} {dlx_digest(matrix)}\n".encode("ascii"))

    def write(self, lines: bytes) -> None:
        self._put(self._pack.compress(lines))

    def close(self) -> None:
        """Writes the rest of the compressor's output, and the digest."""
        self._put(self._pack.flush())
        self._into.write(self._sha.digest())
        self.size += CHECKSUM

    def copy(self, into: BinaryIO) -> None:
        """Copies everything written to another file."""
        self._into.seek(0)
        shutil.copyfileobj(self._into, into)

    def _put(self, data: bytes) -> None:
        if self.size + len(data) + CHECKSUM > self.limit:
            raise NoRoomForProof(f"the certificate takes more than {self.limit:,} bytes")
        self._into.write(data)
        self._sha.update(data)
        self.size += len(data)


def item_numbers(matrix: Matrix) -> list[int]:
    """For every item, its number in a DLX file, from 0: primary items come first."""
    order = sorted(range(len(matrix.items)), key=lambda item: not matrix.is_primary(item))
    numbers = [0] * len(order)
    for number, item in enumerate(order):
        numbers[item] = number
    return numbers


def dlx_digest(matrix: Matrix) -> str:
    """The SHA-256 of a DLX file without names and costs, as tools/check_proof.py computes it."""
    degrees = [0] * len(matrix.items)
    for item in matrix.entries:
        degrees[item] += 1
    items = range(len(matrix.items))
    primary = (
        list(filter(matrix.is_primary, items)) or items
    )  # without primary items, all come before the bar
    rows = [f"{matrix.lower[item]} {min(matrix.upper[item], degrees[item])}" for item in primary]
    numbers = item_numbers(matrix)
    for option, words in enumerate(option_words(matrix)):
        rows.append(_row([numbers[item] for item in matrix.option_items(option)], words))
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def _row(items: Sequence[int], words: Sequence[str]) -> str:
    """The items of an option, ascending, with the colors that their words in the DLX file have."""
    colors = (word.partition(":")[2] for word in words)
    return " ".join(f"{item}:{color}" for item, color in sorted(zip(items, colors, strict=True)))
