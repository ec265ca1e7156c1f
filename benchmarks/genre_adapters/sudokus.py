"""Sudokus and their combinations."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from excover.base.names import Value

from .adapter import Adapter, Rows, Sections, around, joined, layers, mapped, values


def combined(*corners: tuple[int, int], further: Sequence[tuple[int, int, str]] = ()) -> Adapter:
    """Ordinary grids with their upper left cells at ``corners``; ``further`` ones with the distances of
    their cells and of their blocks.
    """

    def read(header: list[str], rows: Rows) -> Sections:
        size = isqrt(isqrt(len(rows) * len(rows[0]))) if len(corners) == 1 else 3
        steps = dict.fromkeys(corners, f"1,{size}") | {(r, c): step for r, c, step in further}
        marks = [[steps.get((r, c), ".") for c, _ in enumerate(row, 1)] for r, row in enumerate(rows, 1)]
        return {"corner": joined(marks), "clue": joined(rows)}

    def settings(header: list[str], rows: Rows) -> dict[str, Value]:
        return {"size": isqrt(int(header[0])) if len(corners) == 1 else 3}

    return Adapter("combined-sudoku", "field", read, values("digit"), settings)


def block_size(header: list[str], rows: Rows) -> dict[str, Value]:
    return {"size": isqrt(int(header[0]))}


def consecutive(header: list[str], rows: Rows) -> Sections:
    """In the second drawing, 1 stands for a consecutive neighbor on the right, 2 for one below."""
    high = len(rows) // 2
    bits = {"right": 1, "below": 2}
    dots = {
        name: mapped(lambda mark, bit=bit: "o" if int(mark) & bit else ".", rows[high:])  # type: ignore[misc]
        for name, bit in bits.items()
    }
    return {"clue": joined(rows[:high])} | dots


NINE = [(r, c) for r in (1, 10, 19) for c in (1, 10, 19)]
SAMURAI = [(1, 1), (1, 13), (7, 7), (13, 1), (13, 13)]
ADAPTERS = {
    "ButterflySudoku": combined((1, 1), (1, 4), (4, 1), (4, 4)),
    "Clueless1Sudoku": combined(*NINE, further=[(2, 2, "3,9")]),
    "Clueless2Sudoku": combined(*NINE, further=[(4, 4, "1,9")]),
    "ConsecutiveSudoku": Adapter("consecutive-latin", "grid", consecutive, values("grid")),
    "EvenOddSudoku": Adapter("even-odd-sudoku", "grid", layers("clue"), values("grid")),
    "Gattai8Sudoku": combined(*SAMURAI, (1, 25), (7, 19), (13, 25)),
    "JigsawSudoku": Adapter("sudoku-jigsaw", "grid", layers("clue", "region"), values("grid")),
    "KillerSudoku": Adapter("killer-sudoku", "grid", layers("total", "cage"), values("grid")),
    "MarginSudoku": Adapter("frame-sudoku", "grid", around, values("grid"), block_size),
    "SamuraiSudoku": combined(*SAMURAI),
    "ShogunSudoku": combined(*SAMURAI, (1, 25), (1, 37), (7, 19), (7, 31), (13, 25), (13, 37)),
    "SkyscraperSudoku": Adapter("skyscraper-sudoku", "grid", around, values("grid"), block_size),
    "SoheiSudoku": combined((1, 7), (7, 1), (7, 13), (13, 7)),
    "Sudoku": combined((1, 1)),
    "SumoSudoku": combined(
        *SAMURAI, (1, 25), (7, 19), (13, 25), (19, 7), (19, 19), (25, 1), (25, 13), (25, 25)
    ),
    "WindmillSudoku": combined((1, 4), (4, 13), (7, 7), (10, 1), (13, 10)),
}
