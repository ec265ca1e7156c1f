"""Crew pairings from a Parquet file: every flight in exactly one pairing, for as little as possible.

    python examples/crews.py pairings.parquet [pairings]

The file is made first if it is not there: random pairings of up to six flights, among them some that cover
all flights, so that there is a solution.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from time import perf_counter

import pyarrow as pa
import pyarrow.parquet as pq

import excover

FLIGHTS = 60


def write_pairings(path: Path, pairings: int, seed: int = 1) -> None:
    random = Random(seed)
    mixed = random.sample(range(FLIGHTS), FLIGHTS)
    flights = [sorted(mixed[k : k + 3]) for k in range(0, FLIGHTS, 3)]
    while len(flights) < pairings:
        flights.append(sorted(random.sample(range(FLIGHTS), random.randint(2, 6))))
    costs = [200 + 100 * len(each) + random.randrange(400) for each in flights]
    pq.write_table(pa.table({"flights": flights, "cost": costs}), path)


def crews(path: Path) -> excover.Problem:
    pairings = pq.read_table(path)
    model = excover.Model("Crew pairings")
    flight = model.items("flight", range(FLIGHTS))
    model.options("pairing", covers=flight[pairings["flights"]], cost=pairings["cost"])
    model.minimize()
    return model.problem()


def main(file: str = "pairings.parquet", pairings: str = "100000") -> None:
    path = Path(file)
    if not path.exists():
        write_pairings(path, int(pairings))
    began = perf_counter()
    problem = crews(path)
    print(f"{problem}, made in {perf_counter() - began:.1f} s")
    try:
        best = problem.best(excover.Run.within(seconds=60))
        print(f"the best: {best.cost if best else 'none'}")
    except excover.Unproved as early:
        print(f"{early.outcome.best_so_far} after 60 s")


if __name__ == "__main__":
    main(*sys.argv[1:])
