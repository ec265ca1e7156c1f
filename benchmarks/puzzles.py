"""A mix of Sudokus with one solution each, a line each, made from a few known ones without any search.

    python benchmarks/puzzles.py 100000 > puzzles.txt

Every line is an isomorph of a puzzle that is known to have one solution: digits renamed; bands, rows within
bands, stacks and columns within stacks exchanged; turned over the diagonal. Half of them show more of the
solution, up to 25 to 35 clues, as puzzles in newspapers do; the others are as hard as their original. The
same seed gives the same lines.

>>> next(puzzles(1)) == next(puzzles(1)), len(next(puzzles(1)))
(True, 81)
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

SEEDS = (
    (
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    ),
    (
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        "162857493534129678789643521475312986913586742628794135356478219241935867897261354",
    ),
    (
        ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
        "693784512487512936125963874932651487568247391741398625319475268856129743274836159",
    ),
)
"""Clues and solution: the example of Wikipedia, AI Escargot (A. Inkala), and one with 17 clues (G. Royle)."""


HARD, FEWEST = SEEDS[1:2], SEEDS[2:]


def puzzles(
    seed: int, originals: Sequence[tuple[str, str]] = SEEDS, *, shows_more: bool = True
) -> Iterator[str]:
    """Without end; if it ``shows_more``, half of them have more clues than their original."""
    random = Random(seed)
    while True:
        clues, solution = random.choice(originals)
        shown = {place for place, mark in enumerate(clues) if mark != "."}
        if shows_more and random.randrange(2):
            hidden = sorted(set(range(81)) - shown)
            shown |= set(random.sample(hidden, max(0, random.randint(25, 35) - len(shown))))
        digits = dict(zip("123456789", random.sample("123456789", 9), strict=True))
        rows, columns = _lines(random), _lines(random)
        places = [9 * r + c for r in rows for c in columns]
        if random.randrange(2):
            places = [9 * r + c for c in columns for r in rows]
        yield "".join(digits[solution[place]] if place in shown else "." for place in places)


def _lines(random: Random) -> list[int]:
    """The nine rows in another order, their bands kept together."""
    return [3 * band + row for band in random.sample(range(3), 3) for row in random.sample(range(3), 3)]


if __name__ == "__main__":
    for line in islice(puzzles(1), int(sys.argv[1])):
        print(line)
