"""Reads the lines of the files with solutions back into covers.

>>> from excover.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x", (k,)), [0]) for k in (7, 8)])
>>> CoverReader(matrix).cover('{"options": [{"name": "x(8)"}]}')
[1]
"""

from __future__ import annotations

import json

from excover.cover.matrix import Matrix
from excover.names import HIDDEN


class CoverReader:
    """For many lines of one matrix. Methods raise KeyError, TypeError or ValueError for a wrong line."""

    def __init__(self, matrix: Matrix) -> None:
        self._matrix = matrix
        self._numbers = {str(name): number for number, name in enumerate(matrix.options)}
        self._skips = [number for number, name in enumerate(matrix.options) if name.family == HIDDEN]

    def shown(self, line: str) -> tuple[list[int], int | None]:
        """The numbers of the options of a line, and the cost if there are costs."""
        data = json.loads(line)
        return [self._numbers[option["name"]] for option in data["options"]], data.get("cost")

    def cover(self, line: str) -> list[int]:
        """The whole cover, with the hidden options, which stand for options that are left out."""
        chosen, _ = self.shown(line)
        covered = {item for option in chosen for item in self._matrix.option_items(option)}
        return [*chosen, *(o for o in self._skips if covered.isdisjoint(self._matrix.option_items(o)))]
