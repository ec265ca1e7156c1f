"""How large a description may become, in one value that is passed to every stage.

>>> Limits(options=10).options
10
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Ceiling(NamedTuple):
    """The most characters that a text of some kind may have, and the name of the limit that says so."""

    limit: str
    most: int


@dataclass(frozen=True, slots=True)
class Limits:
    """Ceilings that are checked before anything of that size is built.

    ``source`` characters of a text, ``matrix`` of one in a format of other solvers, ``table`` of a CSV file;
    ``words`` words, signs and lines of drawings of a text; ``nesting`` brackets within brackets, and half the
    operations within each other; ``name`` characters of a name; ``bindings`` rows that all comprehensions
    and binders together may reach, and parts of all tuples and sets that hold others; ``cells`` of a board;
    ``items``, ``options`` and ``entries`` of a matrix; ``symmetries`` numbers that a symmetry group
    is stored in.
    """

    source: int = 1_000_000
    matrix: int = 20_000_000
    table: int = 100_000_000
    words: int = 100_000
    nesting: int = 50
    name: int = 100
    bindings: int = 4_000_000
    cells: int = 250_000
    items: int = 500_000
    options: int = 1_000_000
    entries: int = 10_000_000
    symmetries: int = 20_000_000

    def ceiling(self, limit: str) -> Ceiling:
        """That of texts: ``source``, ``matrix`` or ``table``."""
        return Ceiling(limit, getattr(self, limit))

    @property
    def longest(self) -> Ceiling:
        """That of a description in any form, for its form is known only once it is read."""
        return max(self.ceiling("source"), self.ceiling("matrix"), key=lambda ceiling: ceiling.most)


DEFAULT = Limits()
