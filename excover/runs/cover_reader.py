"""Reads solutions back into covers.

>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x", (k,)), [0]) for k in (7, 8)])
>>> CoverReader(matrix).cover(["x(8)"])
[1]
"""

from __future__ import annotations

from collections.abc import Iterable

from excover.base.names import HIDDEN
from excover.matrix.matrix import Matrix


class CoverReader:
    """For many solutions of one matrix. Methods raise KeyError for an option that it does not have."""

    def __init__(self, matrix: Matrix) -> None:
        self._matrix = matrix
        self._numbers = {str(name): number for number, name in enumerate(matrix.options)}
        self._skips = [number for number, name in enumerate(matrix.options) if name.family == HIDDEN]

    def cover(self, names: Iterable[str]) -> list[int]:
        """The whole cover, with the hidden options, which stand for options that are left out."""
        chosen = [self._numbers[name] for name in names]
        covered = {item for option in chosen for item in self._matrix.option_items(option)}
        return [*chosen, *(o for o in self._skips if covered.isdisjoint(self._matrix.option_items(o)))]
