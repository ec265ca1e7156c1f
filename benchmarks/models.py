"""Time and memory of models in Python: `python benchmarks/models.py [options]`."""

from __future__ import annotations

import resource
import sys
from time import perf_counter

import numpy as np

import excover


def peak() -> float:
    """The most memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(size: int) -> None:
    random = np.random.default_rng(1)
    columns = [random.integers(0, length, size) for length in (1000, 2000, 3000)]
    prices = random.integers(0, 100, size)
    before = peak()
    model = excover.Model()
    a = model.items("a", range(1000))
    b = model.items("b", range(2000), at_most=1)
    c = model.items("c", range(3000), at_most=1)
    model.minimize()
    began = perf_counter()
    model.options("x", covers=[a[columns[0]], b[columns[1]], c[columns[2]]], cost=prices)
    stated = perf_counter()
    problem = model.problem()
    made = perf_counter()
    print(f"{problem}: {stated - began:.2f} s to state, {made - stated:.2f} s to compile, ", end="")
    print(f"{peak() - before:.0f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
