"""The size limits of descriptions, in one value that is passed to every stage.

>>> Limits(options=10).options
10
"""

from __future__ import annotations

from excover.base.frozen import Configuration, Frozen


class Ceiling(Frozen):
    """The most characters of a kind of text, and the name of its limit."""

    limit: str
    most: int


class Limits(Configuration):
    """Limits that are checked before anything of that size is built.

    ``source``: characters of a text, ``matrix``: of a text in a format of other solvers, ``table``: of a file
    of a table, or bytes and fields of Parquet; ``words``: words, signs and lines of drawings of a text;
    ``nesting``: nested brackets, and half the nested operations; ``name``: characters of a name;
    ``bindings``: rows of all comprehensions and binders together, and parts of all nested tuples and sets;
    ``cells`` of a board; ``pieces`` of `shapes .. = all ..`; ``items``, ``options`` and ``entries`` of a
    matrix; ``symmetries``: numbers that store a symmetry group.
    """

    source: int = 1_000_000
    matrix: int = 20_000_000
    table: int = 100_000_000
    words: int = 100_000
    nesting: int = 50
    name: int = 100
    bindings: int = 4_000_000
    cells: int = 250_000
    pieces: int = 2_000
    items: int = 500_000
    options: int = 1_000_000
    entries: int = 10_000_000
    symmetries: int = 20_000_000

    def ceiling(self, limit: str) -> Ceiling:
        """The limit of a kind of text: ``source``, ``matrix`` or ``table``."""
        return Ceiling(limit, getattr(self, limit))

    @property
    def longest(self) -> Ceiling:
        """The limit of a description in any form, because its form is known only once it is read."""
        return max(self.ceiling("source"), self.ceiling("matrix"), key=lambda ceiling: ceiling.most)


DEFAULT = Limits()
