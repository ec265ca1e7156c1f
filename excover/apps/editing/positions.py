"""Lines and columns as editors count them: from 0, columns in code units of UTF-8, UTF-16 or UTF-32.

>>> positions = LineColumns('let a = "😋"\\nlet b = a\\n')
>>> positions.of(11), positions.offset(0, 12), positions.of(len(positions.text))
((0, 12), 11, (2, 0))
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Literal, TypeAlias

Encoding: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]

_BYTES = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class LineColumns:
    """The places in a text whose lines end with ``\\n``, as ``Source.of_text`` makes them."""

    def __init__(self, text: str, encoding: Encoding = "utf-16") -> None:
        self.text = text
        self.codec, self.bytes = _BYTES[encoding]
        self.starts = [0, *(i + 1 for i, c in enumerate(text) if c == "\n")]

    def of(self, offset: int) -> tuple[int, int]:
        """Line and column of a character by its number."""
        line = bisect_right(self.starts, offset) - 1
        return line, self.units(self.text[self.starts[line] : offset])

    def offset(self, line: int, column: int) -> int:
        """The number of the character at a place; of the nearest one if the text has no such place."""
        if line >= len(self.starts):
            return len(self.text)
        start = self.starts[line]
        stop = self.starts[line + 1] - 1 if line + 1 < len(self.starts) else len(self.text)
        return start + self.characters(self.text[start:stop], column)

    def characters(self, text: str, units: int) -> int:
        """How many characters of a text that many code units are; all if it has fewer."""
        if text.isascii():
            return min(units, len(text))
        return len(self._encoded(text)[: units * self.bytes].decode(self.codec, "ignore"))

    def units(self, text: str) -> int:
        """The number of code units of a text."""
        return len(text) if text.isascii() else len(self._encoded(text)) // self.bytes

    def _encoded(self, text: str) -> bytes:
        return text.encode(self.codec, "surrogatepass")
