"""Messages about costs and goals."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import Value, kind
from excover.base.source import Span
from excover.language.messages.statement_edits import added


class GoalWithoutCost(Diagnostic, code="E254"):
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
    def report(self) -> Report:
        return Report("there is no goal, so no solution is better than another").helped(
            "add `minimize` or `maximize` to the description; in a `Model`, say `model.minimize()`",
            "`problem.solve()` finds any solution",
        )


class CostExpectedWithoutGoal(Diagnostic, code="E256"):
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
    span: Span

    def report(self) -> Report:
        return Report("no option has a cost").at(self.span).helped("write `cost 3` at the end of an option")


class InvalidCostBound(Diagnostic, code="E264"):
    span: Span
    value: Value

    def report(self) -> Report:
        return Report(f"a bound on the cost is a number, not {kind(self.value)}").at(self.span)


class CostWithoutGoal(Diagnostic, code="W206"):
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
