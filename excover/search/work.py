"""The work of engines in a common unit, by which engines that take turns are compared.

>>> from excover.search.outcome import Statistics
>>> work(Statistics(nodes=100, updates=1000, depth=9, seconds=0.1, engine="graph"))
150000.0

Work is counted, not timed, so that the same matrix always has the same winner.
"""

from __future__ import annotations

from excover.search.outcome import Statistics

COSTS = {
    "lanes": (20.0, 0.3),
    "sparse": (60.0, 2.6),
    "graph": (0.0, 150.0),
    "learning": (100.0, 5.0),
    "algebra": (20.0, 1.5),
}
"""Approximate nanoseconds of a node and an update, on a machine with AVX-512."""

ORDER_COST = 5.0
"""Likewise, of a comparison of words when a sweep looks for its order."""


def work(statistics: Statistics) -> float:
    """Work in approximate nanoseconds, but counted."""
    node, update = COSTS[statistics.engine]
    return node * statistics.nodes + update * statistics.updates
