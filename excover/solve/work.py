"""What an engine has done, in units that suit all engines: by this, engines that take turns are compared.

>>> from excover.solve.outcome import Statistics
>>> work(Statistics(nodes=100, updates=1000, depth=9, seconds=0.1, engine="graph"))
150000.0

Work is counted, not timed, so that the same matrix always has the same winner.
"""

from __future__ import annotations

from excover.solve.outcome import Statistics

COSTS = {"lanes": (20.0, 0.3), "sparse": (60.0, 2.6), "graph": (0.0, 150.0)}
"""About how many nanoseconds a node and an update take, on a machine with AVX-512."""


def work(statistics: Statistics) -> float:
    """About nanoseconds, but counted."""
    node, update = COSTS[statistics.engine]
    return node * statistics.nodes + update * statistics.updates
