"""Messages about what `require` asks of several pieces together."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span


class RequirementOffBoard(Diagnostic, code="E767"):
    span: Span
    what: str
    needed: str
    board: str
    declared: Span

    def report(self) -> Report:
        return (
            Report(f"the board `{self.board}` can have no {self.what}")
            .at(self.span)
            .beside(self.declared, f"`{self.board}` is declared here")
            .helped(f"{self.what} need {self.needed}")
        )


class RequirementTooEarly(Diagnostic, code="E768"):
    span: Span
    shapes: str

    def report(self) -> Report:
        return (
            Report(f"`{self.shapes}` is placed on no board above, or on another one below")
            .at(self.span)
            .helped(f"move it below `place .. {self.shapes} on ..`")
        )


class CoversRequired(Diagnostic, code="E770"):
    span: Span
    family: str
    required: Span

    def report(self) -> Report:
        return (
            Report(f"`{self.family}` is covered by `require` alone")
            .at(self.span)
            .beside(self.required, "its items are declared here")
            .helped("declare an item of your own")
        )


class NothingApart(Diagnostic, code="W769"):
    span: Span
    shapes: str

    def report(self) -> Report:
        return (
            Report(f"no two pieces of `{self.shapes}` must be apart")
            .at(self.span)
            .noted("each is used at most once, and no other has the same value")
            .helped("to keep all pieces apart, leave out `per`")
        )
