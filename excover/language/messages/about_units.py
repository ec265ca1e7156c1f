"""Messages about items in units: bounds on sums of amounts, and goals that name them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import OptionName, OrderedSet, Value, kind
from excover.base.source import Span
from excover.base.words import listed
from excover.language.messages.statement_edits import added


class InvalidUnits(Diagnostic, code="E272"):
    span: Span
    value: Value

    def report(self) -> Report:
        if type(self.value) is int:
            found = Report(f"a bound of {self.value:,} units is too large").at(self.span)
            return found.helped("use a larger unit: bounds are at most 2^62")
        found = Report(f"a bound in units is a number, not {kind(self.value)}").at(self.span)
        if not isinstance(self.value, (OrderedSet, tuple)):
            return found
        found = found.noted("it holds for every member of the family")
        return found.helped("for less of some members: an option that is always chosen and adds the rest")


class EmptyUnits(Diagnostic, code="E273"):
    span: Span
    lower: int
    upper: int

    def report(self) -> Report:
        return Report(f"no sum is at least {self.lower:,} and at most {self.upper:,}").at(self.span)


class AmountUnexpected(Diagnostic, code="E274"):
    span: Span
    name: str
    declared: Span

    def report(self) -> Report:
        return (
            Report(f"`{self.name}` has no units: an option covers it once, or not at all")
            .at(self.span)
            .beside(self.declared, "declared here without units")
            .helped(f"declare it with a bound in units: `item {self.name} at most 40 units`, or `in units`")
        )


class NotInUnits(Diagnostic, code="E275"):
    span: Span
    name: str
    declared: Span

    def report(self) -> Report:
        return (
            Report(f"`{self.name}` has no units, so there is no sum")
            .at(self.span)
            .beside(self.declared, "declared here without units")
            .helped(f"declare it as a sum, `item {self.name} in units`, or name `cost`")
        )


class UnitsExpectedWithoutGoal(Diagnostic, code="E276"):
    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"`{self.name}` is expected, but it is no goal")
            .at(self.span)
            .helped(f"add `minimize {self.name}`, or `then {self.name}` behind the other goals")
        )

    def fix(self) -> Edit | None:
        """A goal, if there is none yet."""
        has_goal = re.search(r"^\s*(minimize|maximize)\b", self.span.source.text, re.MULTILINE)
        return None if has_goal else added(self.span, f"minimize {self.name}")

    def other_fixes(self) -> Sequence[Edit]:
        other = added(self.span, f"maximize {self.name}") if self.fix() else None
        return [other] if other else []


class AmountTooLarge(Diagnostic, code="E277"):
    span: Span
    name: str
    option: OptionName
    amount: int

    def report(self) -> Report:
        return (
            Report(f"the amounts of `{self.name}` are too large")
            .at(self.span)
            .noted(f"`{self.option}` adds {self.amount:,}; all together must be less than 2^62")
            .helped("express amounts in a larger unit")
        )


class GoalsTooLarge(Diagnostic, code="E278"):
    goals: Sequence[str]

    def report(self) -> Report:
        return Report(f"{listed(self.goals, 'and')} do not fit into one cost of 64 bits").helped(
            "use larger units, or a single goal"
        )
