"""Messages about answers of other solvers."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import clipped, raised


class UnreadableAnswer(Diagnostic, code="E420"):
    span: Span
    wanted: str

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.span.text)}` is not part of such an answer")
            .at(self.span)
            .helped(f"pass {self.wanted}")
        )


class EmptyAnswer(Diagnostic, code="E421"):
    span: Span
    wanted: str

    def report(self) -> Report:
        return Report("there is no answer in this text").at(self.span).helped(f"pass {self.wanted}")


class ContradictoryAnswer(Diagnostic, code="E422"):
    span: Span
    first: Span

    def report(self) -> Report:
        return (
            Report("the answer both chooses and rejects an option")
            .at(self.span, "this one")
            .beside(self.first, "and this one")
            .helped("pass one answer at a time")
        )


class NoMatchingOption(Diagnostic, code="E424"):
    span: Span

    def report(self) -> Report:
        return (
            Report("no option covers exactly these items")
            .at(self.span)
            .helped("check that this is the answer to the same puzzle, with the same parameters and clues")
        )


class NotASolution(Diagnostic, code="E425"):
    span: Span
    why: str

    def report(self) -> Report:
        return (
            Report(f"this is not a solution: {self.why}")
            .at(self.span)
            .helped("check that this is the answer to the same puzzle, with the same parameters and clues")
        )


class FormulaTooLong(Diagnostic, code="E430"):
    what: str
    count: int
    limit: int
    name: str

    def report(self) -> Report:
        return Report(f"{self.count:,} {self.what}; the limit is {self.limit:,}").helped(raised(self.name))
