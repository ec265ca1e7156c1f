"""The problem as linear inequalities over variables that are 0 or 1, for integer solvers.

>>> from excover.matrix.consumer import ITEMS
>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 2)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> model = linear_model(matrix, Consumer("lp", "the LP format", ITEMS))
>>> model.variables, model.rows
(2, [LinearRow(terms=[(1, 0), (1, 1)], lower=1, upper=None)])

Variable k is option k. A color that several options give an item is a further variable, which is 1 where one
of these options is chosen; there are as many values of all variables as there are solutions.

The problem as cardinality constraints: how many of some options may be chosen.

>>> from excover.matrix.consumer import ITEMS
>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 2)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> list(cardinality_constraints(matrix, Consumer("cnf", "CNF", ITEMS)))
[CardinalityConstraint(groups=([0], [1]), lower=1, upper=2)]

Other solvers get a clause or an inequality, or several, for each constraint.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

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


Term: TypeAlias = tuple[int, int]
"""A coefficient and a variable."""


class LinearRow(NamedTuple):
    """The sum of the terms is at least ``lower`` and at most ``upper``; None is no bound.

    Each variable occurs in at most one term.
    """

    terms: Sequence[Term]
    lower: int | None
    upper: int | None


@dataclass(slots=True)
class LinearModel:
    """Rows over ``variables`` of which the first ``options`` are the options."""

    options: int
    variables: int
    rows: list[LinearRow] = field(default_factory=list)

    def any_of(self, variables: Sequence[int]) -> int:
        """A variable that is 1 if one of some variables is, otherwise 0; the variable itself if it is the
        only one.

        A row for each of them instead of one for their sum makes the linear relaxation tight.
        """
        if len(variables) == 1:
            return variables[0]
        found, self.variables = self.variables, self.variables + 1
        self.rows += [LinearRow([(1, found), (-1, variable)], 0, None) for variable in variables]
        self.rows.append(LinearRow([*((1, variable) for variable in variables), (-1, found)], 0, None))
        return found

    def bound(self, variables: Sequence[int], lower: int, upper: int) -> None:
        """At least ``lower`` and at most ``upper`` of the variables are 1; no row if that is no bound."""
        low, high = lower or None, upper if upper < len(variables) else None
        if low is not None or high is not None:
            self.rows.append(LinearRow([(1, variable) for variable in variables], low, high))


def linear_model(matrix: Matrix, consumer: Consumer) -> LinearModel:
    """The inequalities of a matrix; its costs are the objective, and are not part of it.

    NotCarried if the consumer does not carry the matrix.
    """
    model = LinearModel(len(matrix.options), len(matrix.options))
    for groups, lower, upper in cardinality_constraints(matrix, consumer):
        model.bound([model.any_of(group) for group in groups], lower, upper)
    for bound in matrix.bounds:
        model.rows.append(LinearRow(list(bound.terms), bound.lower, bound.upper))
    return model
