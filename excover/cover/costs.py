"""How large costs may be.

>>> most_cost(options=1)
2305843009213693951
"""

from __future__ import annotations


def most_cost(options: int) -> int:
    """The largest cost that each of so many options may have.

    Twice the sum of all costs must fit into 64 bits (excover/native/cost/cost_model.cpp).
    """
    return (2**63 - 1) // (2 * (options + 1))
