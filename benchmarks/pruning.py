"""How many nodes of a packing would be saved by parity inside the search, which excover does not look at.

    python benchmarks/pruning.py [--depth 6] [SPEC ...]

A node is pruned where the options that are left cannot make what is left to cover: modulo 2, by elimination
over all of them ("equations"), or for some usual colors of cells, because no choice of one sum for each piece
makes the sum of the cells ("sums"). Only problems whose items are covered once. A node takes some
microseconds here, and some hundredths to tenths of one in the core; that is what a check has to beat.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial, reduce
from operator import or_
from time import process_time

import excover
from excover.matrix.matrix import Matrix

Check = Callable[["Packing", int, int], bool]
"""Whether some options, as bits, cannot make what is left of the items."""


class Packing:
    """Options and items as bits, and colors of the items that have coordinates."""

    def __init__(self, matrix: Matrix) -> None:
        if any((low, high) != (1, 1) for low, high in zip(matrix.lower, matrix.upper, strict=True)):
            raise SystemExit("an item is not covered exactly once")
        count = len(matrix.options)
        self.rows = [sum(1 << item for item in matrix.option_items(option)) for option in range(count)]
        self.users = [0] * len(matrix.items)
        for option, row in enumerate(self.rows):
            for item in bits(row):
                self.users[item] |= 1 << option
        # what an option excludes, itself included
        self.gone = [reduce(or_, (self.users[item] for item in bits(row))) for row in self.rows]
        at = [name.indices if _is_cell(name.indices) else None for name in matrix.items]
        self.pieces = [item for item, place in enumerate(at) if place is None]
        self.colors = [[color(place) if place else 0 for place in at] for color in COLORS]
        self.sums = [[sum(colors[i] for i in bits(row)) for row in self.rows] for colors in self.colors]

    def nodes(self, check: Check | None, depth: int) -> tuple[int, int]:
        """Of the tree, and checks made, down to that depth."""
        nodes = checks = 0
        stack = [((1 << len(self.rows)) - 1, (1 << len(self.users)) - 1, 0)]
        while stack:
            live, open_, level = stack.pop()
            if check and 0 < level <= depth:
                checks += 1
                if check(self, live, open_):
                    continue
            nodes += 1
            if not open_:
                continue
            best = min(bits(open_), key=lambda item: (live & self.users[item]).bit_count())
            for option in reversed(list(bits(live & self.users[best]))):
                stack.append((live & ~self.gone[option], open_ & ~self.rows[option], level + 1))
        return nodes, checks


def equations(packing: Packing, live: int, open_: int) -> bool:
    """Modulo 2: what is left is no sum of options (Gaussian elimination)."""
    leading: dict[int, int] = {}
    for row in (packing.rows[option] for option in bits(live)):
        if rest := _reduced(row, leading):
            leading[rest.bit_length()] = rest
    return _reduced(open_, leading) != 0


def _reduced(row: int, leading: dict[int, int]) -> int:
    while row and (other := leading.get(row.bit_length())):
        row ^= other
    return row


def sums(packing: Packing, live: int, open_: int) -> bool:
    """By colors: no choice of a sum for each piece is that of the cells."""
    for colors, of_options in zip(packing.colors, packing.sums, strict=True):
        reached = {0}
        for piece in packing.pieces:
            if open_ >> piece & 1:
                own = {of_options[option] for option in bits(live & packing.users[piece])}
                reached = {total + each for total in reached for each in own}
        if sum(colors[item] for item in bits(open_)) not in reached:
            return True
    return False


def bits(mask: int) -> list[int]:
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def _is_cell(indices: Sequence[object]) -> bool:
    return len(indices) in (2, 3) and all(type(index) is int for index in indices)


def _parity(axes: slice, at: Sequence[int]) -> int:
    return 1 - 2 * (sum(at[axes]) % 2)


def _third(slope: int, k: int, at: Sequence[int]) -> int:
    return int((at[0] + slope * at[1] + (at[2] if len(at) > 2 else 0)) % 3 == k)


COLORS = [
    *(partial(_parity, axes) for axes in (slice(None), slice(1), slice(1, 2), slice(2, 3))),
    *(partial(_third, slope, k) for slope in (1, -1) for k in range(3)),
]
"""Checkerboard, stripes along each axis, and every third diagonal."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--depth", type=int, default=6, help="to which equations are solved (default: 6)")
    parser.add_argument("specs", nargs="*", default=["tetrahexes", "soma"])
    wanted = parser.parse_args()
    for spec in wanted.specs:
        packing = Packing(excover.load(spec).matrix)
        for check, depth in ((None, 0), (sums, 10**9), (equations, wanted.depth)):
            began = process_time()
            nodes, checks = packing.nodes(check, depth)
            name = check.__name__ if check else "nothing"
            print(f"{spec}: {nodes:,} nodes, {checks:,} checks of {name}, {process_time() - began:.1f} s")


if __name__ == "__main__":
    main()
