"""Messages about costs and goals."""

from __future__ import annotations

from excover.diagnostics import Diagnostic, Report
from excover.source import Span


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
        return Report("no option has a cost").at(self.span).helped("write `cost 3` at the end of an option")


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
