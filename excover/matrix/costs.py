"""How large costs may be.

>>> most_cost(options=1)
2305843009213693951
"""

from __future__ import annotations

from collections.abc import Sequence


def most_cost(options: int) -> int:
    """The largest cost that each of so many options may have.

    Twice the sum of all costs must fit into 64 bits (excover/native/cost/cost_model.cpp).
    """
    return (2**63 - 1) // (2 * (options + 1))


def fit(costs: Sequence[int]) -> bool:
    """Whether the search for the best solution takes these costs, one for each option. Amounts of items in
    units may be larger.
    """
    return max(map(abs, costs), default=0) <= most_cost(len(costs))
