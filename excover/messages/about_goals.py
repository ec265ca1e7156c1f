"""Messages about costs and goals."""

from __future__ import annotations

from excover.diagnostics import Diagnostic, Report
from excover.source import Span


class GoalWithoutCost(Diagnostic, code="E254"):
    """A goal without costs.

    `minimize` and `maximize` are about the costs of options: `cost` and a number at their end.

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
        return Report("no option has a cost").at(self.span).helped("say `cost 3` at the end of an option")


class CostExpectedWithoutGoal(Diagnostic, code="E256"):
    """A cost is expected, and there is no goal.

    `expect cost` is about the best solution, which there is only where the description says what is best.

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
            Report("a cost is expected, but nothing says whether the least or the greatest")
            .at(self.span)
            .helped("say `minimize` or `maximize`")
        )


class CostTooLarge(Diagnostic, code="E312"):
    """A cost is too large.

    Whatever options are chosen, the sum of their costs has to fit 64 bits, with room to spare. So no cost
    may be more than 2^62, divided by the number of options; say costs in a larger unit.

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
                f"sums of costs have to fit 64 bits: "
                f"here each may be between -{self.most:,} and {self.most:,}"
            )
            .helped("say costs in a larger unit")
        )


class CostWithoutGoal(Diagnostic, code="W206"):
    """Costs without a goal.

    Costs do nothing unless `minimize` or `maximize` says what is wanted.

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
            Report("costs are told, but not what is wanted")
            .at(self.span)
            .helped("say `minimize` or `maximize`")
        )
