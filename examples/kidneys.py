"""A kidney exchange: pairs of a patient and a donor, and cycles of two or three pairs that give in turn.

    python examples/kidneys.py [pairs]

No pair takes part twice, and as many patients as possible get a kidney (Abraham, Blum and Sandholm, 2007).
"""

from __future__ import annotations

import sys

import numpy as np

import excover


def compatible(pairs: int, seed: int = 1) -> np.ndarray:
    """Whether the donor of one pair suits the patient of another, at random."""
    return (np.random.default_rng(seed).random((pairs, pairs)) < 0.15) & ~np.eye(pairs, dtype=bool)


def cycles(gives: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The pairs of all cycles of two (k x 2) and of three (k x 3), each written from its least pair."""
    a, b = np.nonzero(np.triu(gives & gives.T))
    x, y, z = np.nonzero(gives[:, :, None] & gives[None, :, :] & gives.T[:, None, :])
    least = (x < y) & (x < z)
    return np.stack([a, b], axis=1), np.stack([x, y, z], axis=1)[least]


def exchange(gives: np.ndarray) -> excover.Problem:
    twos, threes = cycles(gives)
    model = excover.Model("Kidney exchange")
    pair = model.items("pair", sorted({*twos.flat, *threes.flat}), at_most=1)
    for name, members in (("two", twos), ("three", threes)):
        if len(members):
            covers = [pair[column] for column in members.T]
            model.options(name, *members.T, covers=covers, cost=members.shape[1], optional=True)
    model.maximize()
    return model.problem()


def main(pairs: int = 24) -> None:
    problem = exchange(compatible(pairs))
    best = problem.best(excover.Run.within(seconds=60))
    print(problem)
    if best:
        print(f"{best.cost} of {pairs} patients:", best)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
