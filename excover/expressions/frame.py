"""Many bindings at once: expressions are evaluated for all of them together, column by column.

A comprehension over 40,000 bindings costs a few list operations per operator instead of 40,000 walks through
the expression; this makes compilation fast (see benchmarks/).

>>> frame = Frame(2, {"r": [1, 2]}).extended([0, 0, 1], {"c": [7, 8, 9]})
>>> frame.size, frame.columns
(3, {'r': [1, 1, 2], 'c': [7, 8, 9]})
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from excover.frozen import Frozen
from excover.names import Value, show

Column = list[Value]


class Frame(Frozen):
    """``size`` bindings; column ``name`` has the value of that variable in each of them."""

    size: int
    columns: Mapping[str, Column] = {}

    def taken(self, rows: Sequence[int]) -> Frame:
        """The given rows, in that order."""
        taken = {name: list(map(column.__getitem__, rows)) for name, column in self.columns.items()}
        return Frame(len(rows), taken)

    def extended(self, rows: Sequence[int], columns: dict[str, Column]) -> Frame:
        """The given rows, with further columns."""
        return Frame(len(rows), {**self.taken(rows).columns, **columns})

    def filtered(self, keep: Sequence[bool]) -> tuple[Frame, list[int]]:
        """The rows to keep, and their numbers here."""
        rows = [row for row, kept in enumerate(keep) if kept]
        return (self, rows) if len(rows) == self.size else (self.taken(rows), rows)

    def binding(self, row: int) -> str:
        """A row in readable form: ``r = 8, c = 0``."""
        return ", ".join(f"{name} = {show(column[row])}" for name, column in self.columns.items())


UNIT = Frame(1)
"""One binding without names, for the evaluation of constants."""
