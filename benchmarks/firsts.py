"""Instances of which a first solution is wanted, or the proof that there is none; all are made from seeds.

>>> board = mutilated_chessboard(4)
>>> len(board.items), len(board.options)
(14, 20)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from random import Random

from instances import (
    PENTOMINOES,
    Cell,
    drawn,
    langford,
    matrix,
    orientations,
    packing,
    quasigroup_with_holes,
    queens,
    rectangle,
    sudoku,
    turns_of_the_plane,
)

from excover.matrix.matrix import Matrix


def mutilated_chessboard(n: int) -> Matrix:
    """A board without two opposite corners, for dominoes: there is no solution."""
    cells = sorted(set(rectangle(n, n)) - {(0, 0), (n - 1, n - 1)})
    return copies(cells, [(0, 0), (0, 1)])


def copies(board: list[Cell], shape: list[Cell]) -> Matrix:
    """A board, to be filled with copies of one piece, turned and flipped at will."""
    inside = set(board)
    options = [
        placed
        for oriented in orientations(shape, turns_of_the_plane())
        for r, c in product(range(1 + max(r for r, _ in board)), range(1 + max(c for _, c in board)))
        if inside.issuperset(placed := [(r + y, c + x) for y, x in oriented])
    ]
    return matrix(board, options)


def pigeons(birds: int, holes: int) -> Matrix:
    options = [[("bird", b), ("hole", h)] for b in range(birds) for h in range(holes)]
    return matrix([("bird", b) for b in range(birds)], options, [("hole", h) for h in range(holes)])


def triples(items: int, options: int, seed: int) -> Matrix:
    """Exact cover by 3-sets, drawn at random; hardest with about 2.4 options an item."""
    random = Random(seed)
    return matrix(
        range(items), sorted({tuple(sorted(random.sample(range(items), 3))) for _ in range(options)})
    )


def edge_matching(n: int, colors: int, seed: int) -> Matrix:
    """A square cut into n x n square pieces with colored edges, to be put together; its frame is gray."""
    random = Random(seed)
    cells, gray = rectangle(n, n), colors + 1
    across = {
        (r, c): random.randint(1, colors) if 0 < r < n else gray for r in range(n + 1) for c in range(n)
    }
    down = {(r, c): random.randint(1, colors) if 0 < c < n else gray for r in range(n) for c in range(n + 1)}
    pieces = [(across[r, c], down[r, c + 1], across[r + 1, c], down[r, c]) for r, c in cells]
    random.shuffle(pieces)
    options = []
    for number, piece in enumerate(pieces):
        for edges in dict.fromkeys(piece[k:] + piece[:k] for k in range(4)):
            for r, c in cells:
                on_border = (r == 0, c == n - 1, r == n - 1, c == 0)
                if all((edge == gray) == border for edge, border in zip(edges, on_border, strict=True)):
                    sides = (("h", r, c), ("v", r, c + 1), ("h", r + 1, c), ("v", r, c))
                    options.append([("piece", number), (r, c), *zip(sides, edges, strict=True)])
    sides = [*(("h", r, c) for r, c in across), *(("v", r, c) for r, c in down)]
    return matrix([*(("piece", k) for k in range(n * n)), *cells], options, colored=sides)


def pentominoes_several(times: int, height: int, width: int) -> Matrix:
    """The pentominoes, each so many times, in a box."""
    shapes = drawn(PENTOMINOES)
    shapes["N"] = [(0, 1), (1, 1), (1, 0), (2, 0), (3, 0)]
    each = {f"{k}{name}": shapes[name] for name in shapes for k in "abc"[:times]}
    return packing(rectangle(height, width), each, turns_of_the_plane())


def large_sudoku(clues: int, seed: int) -> Matrix:
    """25 x 25: digits, rows and columns of the usual pattern are shuffled, and so many digits are given."""
    random = Random(seed)

    def shuffled() -> list[int]:
        return [5 * band + k for band in random.sample(range(5), 5) for k in random.sample(range(5), 5)]

    rows, columns, digits = shuffled(), shuffled(), random.sample(range(25), 25)
    square = {
        (r, c): digits[(5 * (rows[r] % 5) + rows[r] // 5 + columns[c]) % 25] for r, c in rectangle(25, 25)
    }
    return sudoku(5, {cell: square[cell] for cell in sorted(random.sample(sorted(square), clues))})


L_TETROMINO = [(0, 0), (1, 0), (2, 0), (2, 1)]
Y_PENTOMINO = [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)]

REFUTED: Mapping[str, Callable[[], Matrix]] = {
    "mutilated chessboard 10x10": lambda: mutilated_chessboard(10),
    "mutilated chessboard 20x20": lambda: mutilated_chessboard(20),
    "mutilated chessboard 30x30": lambda: mutilated_chessboard(30),
    "L tetrominoes 9x10": lambda: copies(rectangle(9, 10), L_TETROMINO),
    "pieces of seven cells 16x16": lambda: copies(rectangle(16, 16), [*((0, k) for k in range(6)), (1, 0)]),
    "Langford 13": lambda: langford(13),
    "12 pigeons in 11 holes": lambda: pigeons(12, 11),
}
"""There is no solution."""

FOUND: Mapping[str, Callable[[int], Matrix]] = {
    "quasigroup of order 40 with 672 holes": lambda seed: quasigroup_with_holes(40, 672, seed),
    "exact cover by 3-sets, 150 items": lambda seed: triples(150, 350, seed),
    "edge matching 6x6": lambda seed: edge_matching(6, 6, seed),
    "edge matching 7x7": lambda seed: edge_matching(7, 8, seed),
    "edge matching 8x8": lambda seed: edge_matching(8, 10, seed),
    "Sudoku 25x25 with 250 clues": lambda seed: large_sudoku(250, seed),
    "Y pentominoes 15x15": lambda seed: copies(rectangle(15, 15), Y_PENTOMINO),
    "pentominoes twice in 10x12": lambda seed: pentominoes_several(2, 10, 12),
    "pentominoes three times in 12x15": lambda seed: pentominoes_several(3, 12, 15),
    "queens 500": lambda seed: queens(500),
    "empty Sudoku 36x36": lambda seed: sudoku(6, {}),
    "empty Sudoku 49x49": lambda seed: sudoku(7, {}),
}
"""By a seed, which some of them need; those of 3-sets may have no solution."""
