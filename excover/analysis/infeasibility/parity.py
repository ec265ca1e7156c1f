"""A set of items of odd size of which every option covers an even number, if there is one.

>>> from excover.names import ItemName, OptionName
>>> triangle = Matrix.build(
...     items=[(ItemName("a", (k,)), 1, 1) for k in range(3)],
...     options=[(OptionName("x", (k,)), [k, (k + 1) % 3]) for k in range(3)],
... )
>>> odd_set(triangle)
(0, 1, 2)

By elimination modulo 2, with rows as integers. All such proofs are found, whatever they look like.
"""

from __future__ import annotations

from excover.analysis.conflicts.search import bits
from excover.cover.matrix import Matrix
from excover.solve.run import UNLIMITED, Run

MOST_ITEMS, MOST_ENTRIES = 5_000, 1_000_000
"""Beyond, elimination is not cheap any more."""


def odd_set(matrix: Matrix, run: Run = UNLIMITED) -> tuple[int, ...] | None:
    """Items that together must be covered an odd number of times; a small such set, not always a smallest.

    Raises Unfinished.
    """
    exact = [i for i in range(len(matrix.items)) if matrix.lower[i] == matrix.upper[i]]
    if not 0 < len(exact) <= MOST_ITEMS or len(matrix.entries) > MOST_ENTRIES:
        return None
    usable = sum(1 << item for item in exact)
    odd = sum(1 << item for item in exact if matrix.lower[item] % 2)
    pivots = _reduced(_rows(matrix, usable), run)
    found = []
    for free in exact:
        if free not in pivots:
            members = 1 << free | sum(1 << pivot for pivot, row in pivots.items() if row >> free & 1)
            if (members & odd).bit_count() % 2:
                found.append(members)
    least = min(found, key=int.bit_count, default=None)
    return None if least is None else tuple(bits(least))


def _rows(matrix: Matrix, usable: int) -> dict[int, None]:
    rows = (sum(1 << item for item in matrix.option_items(o)) for o in range(len(matrix.options)))
    return dict.fromkeys(row & usable for row in rows)


def _reduced(rows: dict[int, None], run: Run) -> dict[int, int]:
    """A basis by leading item: no other row of it has that item."""
    basis: dict[int, int] = {}
    leads = 0
    for row in rows:
        run.check()
        for pivot in bits(row & leads):
            row ^= basis[pivot]
        if row:
            lead = (row & -row).bit_length() - 1
            for pivot, other in basis.items():
                if other >> lead & 1:
                    basis[pivot] = other ^ row
            basis[lead] = row
            leads |= 1 << lead
    return basis
