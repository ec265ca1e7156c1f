"""Small matrices for tests, built without the language."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from random import Random

from excover.base.names import ItemName, OptionName
from excover.matrix.matrix import UNBOUNDED, Matrix

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


def completed_latin(n: int, given: dict[tuple[int, int], int]) -> Matrix:
    """Complete a Latin square: what is left of its cells, rows and columns."""
    rows = {(r, v) for (r, _), v in given.items()}
    columns = {(c, v) for (_, c), v in given.items()}
    cells = [(r, c) for r in range(n) for c in range(n) if (r, c) not in given]
    numbers: dict[tuple[str, int, int], int] = {}
    options = [
        [numbers.setdefault(key, len(numbers)) for key in (("x", r, c), ("r", r, v), ("c", c, v))]
        for r, c in cells
        for v in range(n)
        if (r, v) not in rows and (c, v) not in columns
    ]
    return exact(len(numbers), options)


def quasigroup_with_holes(n: int, holes: int, seed: int) -> Matrix:
    """A Latin square, mixed by turning small ones within it, of which some cells were cleared at random."""
    random = Random(seed)
    square = [[(r + c) % n for c in range(n)] for r in range(n)]
    for _ in range(10 * n * n):
        _turn_a_cycle(square, random)
    cells = [(r, c) for r in range(n) for c in range(n)]
    random.shuffle(cells)
    return completed_latin(n, {(r, c): square[r][c] for r, c in cells[holes:]})


def _turn_a_cycle(square: list[list[int]], random: Random) -> None:
    """Exchange two rows along a cycle of their values: a Latin square stays one."""
    n = len(square)
    one, other = random.sample(square, 2)
    first = column = random.randrange(n)
    while True:
        one[column], other[column] = other[column], one[column]
        column = next((c for c in range(n) if c != column and one[c] == one[column]), first)
        if column == first:
            return


def dominoes(rows: int, columns: int) -> Matrix:
    """Dominoes on a board: an item a cell."""
    across = [[r * columns + c, r * columns + c + 1] for r in range(rows) for c in range(columns - 1)]
    down = [[r * columns + c, (r + 1) * columns + c] for r in range(rows - 1) for c in range(columns)]
    return exact(rows * columns, across + down)


def colorings(edges: Sequence[tuple[int, int]], colors: int, seed: int | None = None) -> Matrix:
    """Proper colorings of a graph: its vertices share only secondary items, one for each edge and color.

    With a seed, vertices, edges and options are shuffled.
    """
    vertices = sorted({vertex for edge in edges for vertex in edge})
    pairs = list(edges)
    choices = [(vertex, color) for vertex in vertices for color in range(colors)]
    if seed is not None:
        for order in (vertices, pairs, choices):
            Random(seed).shuffle(order)
    number = {vertex: k for k, vertex in enumerate(vertices)}
    clash = {
        (pair, color): len(vertices) + colors * k + color
        for k, pair in enumerate(pairs)
        for color in range(colors)
    }
    options = [[number[v], *(clash[p, color] for p in pairs if v in p)] for v, color in choices]
    return exact(len(vertices), options, secondary=len(clash))


def latin_squares(n: int, reduced: bool = False) -> Matrix:
    """Latin squares; reduced: with the first row and the first column in order."""
    cells = [(r, c, v) for r in range(n) for c in range(n) for v in range(n)]
    kept = [(r, c, v) for r, c, v in cells if not reduced or ((r > 0 or v == c) and (c > 0 or v == r))]
    return exact(3 * n * n, [[r * n + c, n * n + r * n + v, 2 * n * n + c * n + v] for r, c, v in kept])


def boxed_sudoku(rows: int, columns: int) -> Matrix:
    """The empty Sudoku with boxes of so many rows and columns."""
    n = rows * columns
    q = n * n
    return exact(
        4 * q,
        [
            [r * n + c, q + r * n + v, 2 * q + c * n + v, 3 * q + (r // rows * rows + c // columns) * n + v]
            for r in range(n)
            for c in range(n)
            for v in range(n)
        ],
    )


def partitions(n: int) -> Matrix:
    """Set partitions: every set is an option."""
    return exact(n, [[i for i in range(n) if s >> i & 1] for s in range(1, 2**n)])


def polyominoes(board: tuple[int, int], drawn: Sequence[str]) -> Matrix:
    """Every drawn piece once, turned or flipped, every cell of a board once."""
    height, width = board
    pieces: dict[str, list[tuple[int, int]]] = {}
    for r, line in enumerate(drawn):
        for c, letter in enumerate(line):
            if letter not in ". ":
                pieces.setdefault(letter, []).append((r, c))
    options = []
    for number, cells in enumerate(pieces.values()):
        for turned in sorted({_turned(cells, k) for k in range(8)}):
            for r in range(height - max(y for y, _ in turned)):
                for c in range(width - max(x for _, x in turned)):
                    options.append([number, *(len(pieces) + (r + y) * width + c + x for y, x in turned)])
    return exact(len(pieces) + height * width, options)


def _turned(cells: Sequence[tuple[int, int]], k: int) -> tuple[tuple[int, int], ...]:
    signs = (-1) ** (k & 1), (-1) ** (k >> 1 & 1)
    moved = [(signs[0] * y, signs[1] * x) if k < 4 else (signs[0] * x, signs[1] * y) for y, x in cells]
    top, left = min(y for y, _ in moved), min(x for _, x in moved)
    return tuple(sorted((y - top, x - left) for y, x in moved))


def orthogonal_squares(n: int) -> Matrix:
    """Two Latin squares with each pair of symbols once: for n = 6 there are none (G. Tarry 1900)."""
    sizes = range(n)
    rows = [
        [pair * n * n + one * n + other for pair, (one, other) in enumerate(combinations(each, 2))]
        for each in product(sizes, repeat=4)
    ]
    return exact(6 * n * n, rows)
