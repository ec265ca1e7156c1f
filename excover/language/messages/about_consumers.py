"""Messages about what something that takes a problem cannot express."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import listed

CHOSEN = "`excover count` and `excover solve` can, with the engine that they choose"


class NotExpressed(Diagnostic, code="E431"):
    span: Span | None
    name: str
    what: str
    feature: str
    instead: str
    able: Sequence[str]

    def refused(self, found: Report) -> Report:
        """With the place of what ``what`` does not carry, and who does, or what a user may do ``instead``."""
        if self.span is not None:
            found = found.at(self.span)
        able = f"{listed(self.able, 'and')} can" if self.able else ""
        return found.helped(self.instead) if self.instead else found.helped(able, CHOSEN)


class FeatureNotCarried(NotExpressed):
    def report(self) -> Report:
        named = f", such as `{self.name}`" if self.name else ""
        return self.refused(Report(f"{self.what} cannot express {self.feature}{named}"))


class SumNotCarried(NotExpressed, code="E334"):
    def report(self) -> Report:
        return self.refused(Report(f"{self.what} cannot keep to the bound on the sum of `{self.name}`"))


class ConstraintNotCarried(NotExpressed, code="E825"):
    def report(self) -> Report:
        return self.refused(Report(f"{self.what} cannot keep to `require {self.name}`"))


class NothingExact(NotExpressed, code="E602"):
    def report(self) -> Report:
        found = Report(f"option `{self.name}` covers no item that must be covered exactly once")
        return self.refused(found.noted(f"{self.what} branches on these items"))
