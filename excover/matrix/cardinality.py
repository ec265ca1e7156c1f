"""The problem as cardinality constraints: how many of some options may be chosen.

>>> from excover.matrix.consumer import ITEMS
>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 2)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> list(cardinality_constraints(matrix, Consumer("cnf", "CNF", ITEMS)))
[CardinalityConstraint(groups=([0], [1]), lower=1, upper=2)]

Other solvers get a clause or an inequality, or several, for each constraint.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from excover.matrix.consumer import Consumer
from excover.matrix.matrix import Matrix


class CardinalityConstraint(NamedTuple):
    """At least ``lower`` and at most ``upper`` of the ``groups`` of options have a chosen option."""

    groups: Sequence[Sequence[int]]
    lower: int
    upper: int


def cardinality_constraints(matrix: Matrix, consumer: Consumer) -> Iterator[CardinalityConstraint]:
    """One constraint per item. NotCarried if the consumer does not carry the matrix.

    Each of its options is a group; for a colored item, the options of each color are.
    """
    consumer.check(matrix)
    for item, column in enumerate(matrix.columns):
        if matrix.colored[item]:
            yield CardinalityConstraint(tuple(matrix.by_color(item).values()), 0, 1)
        else:
            groups = tuple([option] for option in column)
            yield CardinalityConstraint(groups, matrix.lower[item], matrix.upper[item])
