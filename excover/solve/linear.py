"""Matrices without covers for a reason of arithmetic, modulo a prime.

>>> from excover.cover.matrix import Matrix
>>> from excover.names import ItemName, OptionName
>>> star = Matrix.build(  # three cells around a fourth, to be covered with dominoes
...     items=[(ItemName("cell", (k,)), 1, 1) for k in range(4)],
...     options=[(OptionName("domino", (k,)), [0, k]) for k in (1, 2, 3)],
... )
>>> refutation(star)
Refutation(modulus=3, factors={0: 2, 1: 1, 2: 1, 3: 1})

Factors of the items such that those of each option add up to 0 give 0 for every set of options too; if they
do not add up to 0 over what the items need, there is no cover (as for a chessboard without two opposite
corners: 1 for white cells, -1 for black ones). Gaussian elimination finds such factors if there are any.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from excover.cover.matrix import Matrix

PRIMES = (2, 3)
MOST_WORK = 1_000_000
"""Numbers added for one prime: some tenths of a second."""

Vector: TypeAlias = dict[int, int]
"""Of items; those that are missing are 0."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """``factors`` of items that add up to 0 over each option, but not over what is needed, by ``modulus``."""

    modulus: int
    factors: Vector


def refutation(matrix: Matrix) -> Refutation | None:
    """One by the first prime that has any; None also where elimination takes too long."""
    needed = _needed(matrix)
    for prime in PRIMES if needed else ():
        if factors := _Elimination(prime).factors(_options(matrix, needed), needed):
            return Refutation(prime, dict(sorted(factors.items())))
    return None


def _needed(matrix: Matrix) -> Vector:
    """How many options must cover an item, where that is a fixed number and so many options are left."""
    left = [0] * len(matrix.items)
    for option in _usable(matrix):
        for item in matrix.option_items(option):
            left[item] += 1
    bounds = zip(matrix.lower, matrix.upper, matrix.colored, left, strict=True)
    return {
        item: low
        for item, (low, high, colored, options) in enumerate(bounds)
        if not colored and low == min(high, options)
    }


def _usable(matrix: Matrix) -> Iterator[int]:
    """The options without items that nothing may cover."""
    for option in range(len(matrix.options)):
        if all(matrix.upper[item] or matrix.colored[item] for item in matrix.option_items(option)):
            yield option


def _options(matrix: Matrix, needed: Vector) -> Iterator[Vector]:
    for option in _usable(matrix):
        yield {item: 1 for item in matrix.option_items(option) if item in needed}


class _Elimination:
    """Vectors modulo a prime, each with a 1 at its pivot, where all later ones have 0."""

    def __init__(self, prime: int) -> None:
        self._prime = prime
        self._basis: list[tuple[int, Vector]] = []
        self._rank: dict[int, int] = {}  # of a pivot
        self._work = 0

    def factors(self, options: Iterator[Vector], needed: Vector) -> Vector:
        """Those of a refutation; empty if there is none, or too much work."""
        for option in options:
            self._add(option)
            if self._work > MOST_WORK:
                return {}
        rest = self._reduced(dict(needed))
        return self._orthogonal(min(rest)) if rest else {}

    def _add(self, vector: Vector) -> None:
        rest = self._reduced(vector)
        if rest:
            pivot = min(rest)
            inverse = pow(rest[pivot], -1, self._prime)
            self._rank[pivot] = len(self._basis)
            self._basis.append((pivot, {k: v * inverse % self._prime for k, v in rest.items()}))

    def _reduced(self, vector: Vector) -> Vector:
        """The vector less those of the basis that it has pivots of, in their order."""
        rest = {item: value % self._prime for item, value in vector.items() if value % self._prime}
        while pivots := self._rank.keys() & rest.keys():
            pivot, row = self._basis[min(map(self._rank.__getitem__, pivots))]
            factor = rest[pivot]
            self._work += len(row) + len(rest)
            for item, value in row.items():
                rest[item] = (rest.get(item, 0) - factor * value) % self._prime
                if not rest[item]:
                    del rest[item]
        return rest

    def _orthogonal(self, free: int) -> Vector:
        """With 1 at an item that is no pivot, 0 at the other such ones, and product 0 with the basis."""
        found = {free: 1}
        for pivot, row in reversed(self._basis):
            product = sum(value * found.get(item, 0) for item, value in row.items()) % self._prime
            if product:
                found[pivot] = self._prime - product
        return found
