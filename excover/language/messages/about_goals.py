"""Messages about costs and goals."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Edit, Report
from excover.base.names import Value, kind
from excover.base.source import Span
from excover.language.messages.message import Located, Worded
from excover.language.messages.statement_edits import added


class GoalWithoutCost(Located, code="E254"):
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


class NoGoal(Worded, code="E267"):
    wording = "there is no goal, so no solution is better than another"
    advice = (
        "add `minimize` or `maximize` to the description; in a `Model`, say `model.minimize()`",
        "`problem.solve()` finds any solution",
    )


class CostExpectedWithoutGoal(Located, code="E256"):
    wording = "a cost is expected, but there is no goal"
    advice = "add `minimize` or `maximize`"

    def fix(self) -> Edit | None:
        return added(self.span, "minimize")

    def other_fixes(self) -> Sequence[Edit]:
        other = added(self.span, "maximize")
        return [other] if other else []


class CostTooLarge(Located, code="E312"):
    cost: int
    most: int

    wording = "a cost of {cost:,} is too large"
    note = "sums of costs must fit in 64 bits: here each may be between -{most:,} and {most:,}"
    advice = "express costs in a larger unit"


class PriceWithBounds(Located, code="E259"):
    bounds: Span

    wording = "only an item to be covered exactly once can have a price"
    related = ("bounds", "this says how often it is covered")
    advice = "write an option with that cost instead, which covers the item"


class BoundWithoutCost(Located, code="E265"):
    wording = "no option has a cost"
    advice = "write `cost 3` at the end of an option"


class InvalidCostBound(Located, code="E264"):
    value: Value

    def report(self) -> Report:
        return Report(f"a bound on the cost is a number, not {kind(self.value)}").at(self.span)


class CostWithoutGoal(Located, code="W206"):
    wording = "options have costs, but there is no goal"
    advice = "add `minimize` or `maximize`"

    def fix(self) -> Edit | None:
        return added(self.span, "minimize")

    def other_fixes(self) -> Sequence[Edit]:
        other = added(self.span, "maximize")
        return [other] if other else []
