"""The fewest straight moves until some solid pieces are away from the others.

>>> from excover.search.run import UNLIMITED
>>> separation([[(0, 0, 0), (0, 0, 1)], [(0, 1, 0), (0, 1, 1)]], UNLIMITED)
[(1, (1, 0, 0), None)]

`native/separate` has the search.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from itertools import chain

from excover.search._core import Separation as Core
from excover.search._core import Stop
from excover.search.run import Run
from excover.search.tuning import tuning

MOST_PIECES = 64
MOST_GROUPS = 64
"""About the most groups of pieces that are tried in one position and direction. If there are more, the moves
found need not be the fewest."""


def separation(
    pieces: Sequence[Collection[tuple[int, int, int]]], run: Run
) -> list[tuple[int, tuple[int, int, int], int | None]] | None:
    """The moves: the pieces that are shifted (bits), the direction, and how many cells.

    The last one has None for the cells: as far as one likes. None if no moves separate pieces. ``pieces`` are
    disjoint sets of at least one cube (layer, row, column), at most `MOST_PIECES`. Raises Unfinished.
    """
    cells = array("i", chain.from_iterable(chain.from_iterable(pieces)))
    search = Core(cells, array("I", map(len, pieces)), MOST_GROUPS)
    run = run.started()
    while True:
        run.check()
        stop = search.run(tuning.slice_seconds)
        if stop is not Stop.TIME:
            return search.moves() if stop is Stop.SOLUTIONS else None
        run.report("positions", search.positions)
