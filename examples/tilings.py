"""Tilings by dominoes from a sparse matrix: a row for each place of a domino, a column for each cell.

    python examples/tilings.py [rows columns]

The counts are OEIS A004003 for squares of even side (Kasteleyn; Temperley and Fisher, 1961).
"""

from __future__ import annotations

import sys

import numpy as np
from scipy import sparse

import excover


def places(rows: int, columns: int) -> sparse.csr_array:
    """The incidence matrix of dominoes and cells."""
    cell = np.arange(rows * columns).reshape(rows, columns)
    pairs = np.concatenate(
        [
            np.stack([cell[:, :-1].ravel(), cell[:, 1:].ravel()], axis=1),
            np.stack([cell[:-1].ravel(), cell[1:].ravel()], axis=1),
        ]
    )
    row = np.repeat(np.arange(len(pairs)), 2)
    return sparse.csr_array(
        (np.ones(2 * len(pairs), dtype=int), (row, pairs.ravel())), (len(pairs), cell.size)
    )


def tilings(rows: int, columns: int) -> excover.Problem:
    model = excover.Model("Dominoes")
    cell = model.items("cell", range(rows * columns))
    model.options("domino", covers=cell.rows(places(rows, columns)))
    return model.problem()


def main(rows: int = 8, columns: int = 8) -> None:
    print(f"{rows}x{columns}: {tilings(rows, columns).count():,} tilings")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
