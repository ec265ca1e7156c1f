"""Parts of links that single genres have: dots between cells, Sudokus, Kakuros.

>>> from excover.base.source import Source
>>> puzzle = LinkPuzzle(Size(2, 1))
>>> Points("dot").read(LinkBody(Source("link", "gf"), 0, 2), puzzle)
>>> puzzle.drawings, Points("dot", color="b").written(puzzle)
({'dot': [['r', '.']]}, 'gf')
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import isqrt

from excover.language.link_codes import DIGITS, DOTS, NONE, LinkBody, Unwritten
from excover.language.link_parts import LinkPart, LinkPuzzle, Rows, Size, cells_of, size_of


@dataclass(frozen=True)
class Points(LinkPart):
    """Dots in the middle of cells, on their right and lower sides, and at their lower right corners, each
    with a letter; of a row of cells, and then of the sides below it.
    """

    name: str
    letters: str = "orbx"
    color: str = "w"
    several: bool = False
    """Whether a cell may have several."""

    def size(self, drawings: Mapping[str, Rows]) -> Size:
        return size_of(drawings[self.name])

    def _places(self, size: Size) -> Iterator[tuple[int, int, str]]:
        """The cell and the letter of each point."""
        for y, x in product(range(2 * size.rows - 1), range(2 * size.columns - 1)):
            yield y // 2, x // 2, self.letters[y % 2 * 2 + x % 2]

    def read(self, body: LinkBody, puzzle: LinkPuzzle) -> None:
        places = list(self._places(puzzle.size))
        start, dots = body.at, DOTS.read(body, len(places))
        rows = puzzle.size.drawn([""] * puzzle.size.cells)
        for (r, c, letter), dot in zip(places, dots, strict=True):
            if dot != NONE and letter == " ":
                raise body.wrong(start, "no dots at corners of cells")
            rows[r][c] += letter if dot != NONE else ""
            if len(rows[r][c]) > 1 and not self.several:
                raise body.wrong(
                    start, "one dot at most of each cell, its lower and right sides, and their corner"
                )
        puzzle.drawings[self.name] = [[mark or NONE for mark in row] for row in rows]

    def written(self, puzzle: LinkPuzzle) -> str:
        rows = puzzle.drawings[self.name]
        return DOTS.written(
            [self.color if each in rows[r][c] else NONE for r, c, each in self._places(puzzle.size)]
        )


@dataclass(frozen=True)
class SudokuGrid(LinkPart):
    """A grid of square blocks, as the combined Sudoku of one grid."""

    corner: str
    block: str

    def read(self, body: LinkBody, puzzle: LinkPuzzle) -> None:
        if not self.fill(puzzle):
            raise body.wrong(body.at, "4, 9, 16 or 25 rows and columns")

    def fill(self, puzzle: LinkPuzzle) -> bool:
        """Whether there is such a grid of this size, which the puzzle gets then."""
        block = isqrt(puzzle.size.rows)
        if puzzle.size != (block**2, block**2) or not 2 <= block <= 5:
            return False
        corners = [f"1,{block}", *[NONE] * (puzzle.size.cells - 1)]
        puzzle.drawings[self.corner] = puzzle.size.drawn(corners)
        puzzle.settings[self.block] = block
        return True

    def written(self, puzzle: LinkPuzzle) -> str:
        block = puzzle.settings[self.block]
        corner, *others = puzzle.marks(self.corner)
        if corner != f"1,{block}" or {*others} - {NONE} or puzzle.size != (block**2, block**2):
            raise Unwritten("several grids")
        return ""


class KakuroSums(LinkPart):
    """Cells in reading order, without the first row and column, then the numbers of these beside white cells:
    a shaded cell has the sum below it and that on its right, `k` to `z` are one to sixteen white cells.
    """

    def size(self, drawings: Mapping[str, Rows]) -> Size:
        return size_of(drawings["shaded"], 1)

    def read(self, body: LinkBody, puzzle: LinkPuzzle) -> None:
        wide = Size(puzzle.size.columns + 1, puzzle.size.rows + 1)
        shaded, down, across = ([[NONE] * wide.columns for _ in range(wide.rows)] for _ in range(3))
        for r, c in cells_of(wide):
            shaded[r][c] = NONE if r and c else "x"
        cells = [(r, c) for r, c in cells_of(wide) if r and c]
        at = 0
        while at < len(cells):
            start, sign = body.at, body.take("sums, or white cells")
            if re.fullmatch("[k-z]", sign):
                at += int(sign, 36) - 19
                if at > len(cells):
                    raise body.wrong(start, f"{len(cells):,} cells, and no more")
                continue
            r, c = cells[at]
            shaded[r][c], at = "x", at + 1
            if sign != ".":
                down[r][c] = _sum(body, start, sign)
                across[r][c] = _sum(body, body.at, body.take("a sum"))
        for numbers, r, c in _beside_white(shaded, down, across):
            numbers[r][c] = _sum(body, body.at, body.take("a sum"))
        puzzle.drawings |= {"shaded": shaded, "down": down, "across": across}

    def written(self, puzzle: LinkPuzzle) -> str:
        shaded, down, across = (puzzle.drawings[name] for name in ("shaded", "down", "across"))
        text = ""
        for r, c in cells_of(Size(len(shaded[0]), len(shaded))):
            if r and c and shaded[r][c] == NONE:
                text += " "
            elif r and c:
                both = _sum_sign(down[r][c]) + _sum_sign(across[r][c])
                text += "." if both == "--" else both
        text = re.sub(" {1,16}", lambda white: DIGITS[19 + len(white[0])], text)
        return text + "".join(
            _sum_sign(numbers[r][c]) for numbers, r, c in _beside_white(shaded, down, across)
        )


def _beside_white(shaded: Rows, down: Rows, across: Rows) -> Iterator[tuple[Rows, int, int]]:
    """The cells of the first row and column with a sum, and what has it."""
    yield from ((down, 0, c) for c in range(1, len(shaded[0])) if shaded[1][c] == NONE)
    yield from ((across, r, 0) for r in range(1, len(shaded)) if shaded[r][1] == NONE)


def _sum(body: LinkBody, start: int, sign: str) -> str:
    if sign in "-0":
        return NONE
    if not re.fullmatch("[1-9a-jA-Z]", sign):
        raise body.wrong(start, "a sum")
    return str(int(sign, 36) + (10 if sign.isupper() else 0))


_SIGNS = {NONE: "-"} | {str(k): sign for k, sign in enumerate(f"{DIGITS[1:20]}{DIGITS[10:].upper()}", 1)}


def _sum_sign(mark: str) -> str:
    if mark not in _SIGNS:
        raise Unwritten(f"the sum `{mark}`")
    return _SIGNS[mark]
