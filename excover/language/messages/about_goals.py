"""Messages about costs and goals."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import Value, kind
from excover.base.source import Span
from excover.language.messages.statement_edits import added


class GoalWithoutCost(Diagnostic, code="E254"):
    """A goal without costs.

    `minimize` and `maximize` refer to the costs of options: write `cost` and a number at their end.

    Wrong:

    ```
    item a
    option x() covers a
    minimize
    ```

    Fixed:

    ```
    item a
    option x() covers a cost 3
    minimize
    ```
    """

    span: Span

    def report(self) -> Report:
        in_model = self.span.source.name.startswith("<model")
        return (
            Report("no option has a cost")
            .at(self.span)
            .helped(
                "give options a cost: `model.options(.., cost=prices)`"
                if in_model
                else "write `cost 3` at the end of an option"
            )
        )


class NoGoal(Diagnostic, code="E267"):
    """A best solution is asked for, and there is no goal.

    `problem.best()`, `problem.improvements()` and `SolutionSet.ranked()` need a goal: `minimize` or
    `maximize` in the description, or `model.minimize()` of a `Model`. `problem.solve()` finds any solution.
    """

    def report(self) -> Report:
        return Report("there is no goal, so no solution is better than another").helped(
            "add `minimize` or `maximize` to the description; in a `Model`, say `model.minimize()`",
            "`problem.solve()` finds any solution",
        )


class CostExpectedWithoutGoal(Diagnostic, code="E256"):
    """A cost is expected without a goal.

    `expect cost` refers to the best solution, which requires `minimize` or `maximize`.

    Wrong:

    ```
    item a
    option x() covers a cost 2
    option y() covers a cost 3
    expect cost = 2
    ```

    Fixed:

    ```
    item a
    option x() covers a cost 2
    option y() covers a cost 3
    minimize
    expect cost = 2
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("a cost is expected, but there is no goal")
            .at(self.span)
            .helped("add `minimize` or `maximize`")
        )

    def fix(self) -> Edit | None:
        return added(self.span, "minimize")

    def other_fixes(self) -> Sequence[Edit]:
        other = added(self.span, "maximize")
        return [other] if other else []


class CostTooLarge(Diagnostic, code="E312"):
    """A cost is too large.

    The sum of the costs of all options must fit in 64 bits. So no cost may exceed 2^62 divided by the
    number of options; use a larger unit.

    Wrong:

    ```
    item a
    option x(n in 1..2) covers a cost n * 1000000000 * 1000000000
    minimize
    ```

    Fixed:

    ```
    item a
    option x(n in 1..2) covers a cost n * 1000000000
    minimize
    ```
    """

    span: Span
    cost: int
    most: int

    def report(self) -> Report:
        return (
            Report(f"a cost of {self.cost:,} is too large")
            .at(self.span)
            .noted(
                f"sums of costs must fit in 64 bits: "
                f"here each may be between -{self.most:,} and {self.most:,}"
            )
            .helped("express costs in a larger unit")
        )


class PriceWithBounds(Diagnostic, code="E259"):
    """A price for an item that need not be covered once.

    `else cost 5` is the price of leaving an item uncovered that must otherwise be covered exactly once. An
    item with other bounds has none: write an option of your own for what may replace a cover of it.

    Wrong:

    ```
    item nurse[1..7] 2 times else cost 5
    option work(a, b in 1..7) where a < b covers nurse[a], nurse[b]
    minimize
    ```

    Fixed:

    ```
    item nurse[1..7] 2 times
    option work(a, b in 1..7) where a < b covers nurse[a], nurse[b]
    option borrow(d in 1..7) covers nurse[d] cost 5
    minimize
    ```
    """

    span: Span
    bounds: Span

    def report(self) -> Report:
        return (
            Report("only an item to be covered exactly once can have a price")
            .at(self.span)
            .beside(self.bounds, "this says how often it is covered")
            .helped("write an option with that cost instead, which covers the item")
        )


class BoundWithoutCost(Diagnostic, code="E265"):
    """A bound on the cost without costs.

    `cost at most` and `cost at least` refer to the costs of options: write `cost` and a number at their end.

    Wrong:

    ```
    item a
    option x() covers a
    cost at most 3
    ```

    Fixed:

    ```
    item a
    option x() covers a cost 2
    cost at most 3
    ```
    """

    span: Span

    def report(self) -> Report:
        return Report("no option has a cost").at(self.span).helped("write `cost 3` at the end of an option")


class InvalidCostBound(Diagnostic, code="E264"):
    """A bound that is not a number.

    `cost at most` and `cost at least` are followed by a number.

    Wrong:

    ```
    item a
    option x() covers a cost 2
    cost at most "3"
    ```

    Fixed:

    ```
    item a
    option x() covers a cost 2
    cost at most 3
    ```
    """

    span: Span
    value: Value

    def report(self) -> Report:
        return Report(f"a bound on the cost is a number, not {kind(self.value)}").at(self.span)


class CostWithoutGoal(Diagnostic, code="W206"):
    """Costs without a goal.

    Costs have no effect without `minimize` or `maximize`.

    Wrong:

    ```
    item a
    option x() covers a cost 3
    ```

    Fixed:

    ```
    item a
    option x() covers a cost 3
    minimize
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("options have costs, but there is no goal")
            .at(self.span)
            .helped("add `minimize` or `maximize`")
        )

    def fix(self) -> Edit | None:
        return added(self.span, "minimize")

    def other_fixes(self) -> Sequence[Edit]:
        other = added(self.span, "maximize")
        return [other] if other else []
