"""Small matrices for tests, built without the language."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from excover.cover.matrix import UNBOUNDED, Matrix
from excover.names import ItemName, OptionName

ONCE = (1, 1)
AT_MOST_ONCE = (0, 1)
COLORED = (0, UNBOUNDED)


def exact(items: int, options: Iterable[Iterable[int]], secondary: int = 0) -> Matrix:
    """Primary items, then secondary ones, all without colors."""
    return Matrix.build(
        [(ItemName("i", (k,)), *(ONCE if k < items else AT_MOST_ONCE)) for k in range(items + secondary)],
        [(OptionName("o", (k,)), covered) for k, covered in enumerate(options)],
    )


def general(
    bounds: Sequence[tuple[int, int]], colored: Sequence[bool], options: Iterable[Sequence[tuple[int, int]]]
) -> Matrix:
    """Items with bounds, some colored, and options as lists of (item, color)."""
    starts, entries, colors = array("I", [0]), array("I"), array("I")
    for option in options:
        entries.extend(item for item, _ in option)
        colors.extend(color for _, color in option)
        starts.append(len(entries))
    return Matrix(
        items=[ItemName("i", (k,)) for k in range(len(bounds))],
        lower=array("I", [low for low, _ in bounds]),
        upper=array("I", [high for _, high in bounds]),
        colored=array("B", colored),
        options=[OptionName("o", (k,)) for k in range(len(starts) - 1)],
        starts=starts,
        entries=entries,
        colors=colors,
    )


def queens(n: int) -> Matrix:
    """Rows and columns once, diagonals at most once."""
    up, down = 2 * n, 2 * n + 2 * n - 1
    options = [[r, n + c, up + r + c, down + r - c + n - 1] for r in range(n) for c in range(n)]
    return exact(2 * n, options, secondary=2 * (2 * n - 1))


def langford(n: int) -> Matrix:
    """Two of each number 1 to n in a row, the two k's with k others between them."""
    places = range(2 * n)
    return exact(
        3 * n, [[k - 1, n + i, n + i + k + 1] for k in range(1, n + 1) for i in places if i + k + 1 < 2 * n]
    )
