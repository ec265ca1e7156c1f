"""The work of engines in a common unit, by which engines that take turns are compared.

>>> from excover.search.outcome import Statistics
>>> work(Statistics(nodes=100, updates=1000, depth=9, seconds=0.1, engine="graph"))
150000.0

Work is counted, not timed, so that the same matrix always has the same winner.
"""

from __future__ import annotations

from excover.search.consumers import MEMBERS
from excover.search.outcome import Statistics

ORDER_COST = 5.0
"""Approximate nanoseconds of a comparison of words when a sweep looks for its order."""


def work(statistics: Statistics) -> float:
    """Work in approximate nanoseconds, but counted."""
    node, update = MEMBERS[statistics.engine].nanoseconds
    return node * statistics.nodes + update * statistics.updates
