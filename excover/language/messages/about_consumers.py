"""Messages about what a use of a problem cannot express, and about answers of other solvers."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import listed, raised
from excover.language.messages.message import Located

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


class UnreadableAnswer(Located, code="E420"):
    wanted: str

    wording = "`{span.text:clipped}` is not part of such an answer"
    advice = "pass {wanted}"


class EmptyAnswer(Located, code="E421"):
    wanted: str

    wording = "there is no answer in this text"
    advice = "pass {wanted}"


class ContradictoryAnswer(Located, code="E422"):
    first: Span

    wording = "the answer both chooses and rejects an option"
    label = "this one"
    related = ("first", "and this one")
    advice = "pass one answer at a time"


class NoMatchingOption(Located, code="E424"):
    wording = "no option covers exactly these items"
    advice = "check that this is the answer to the same puzzle, with the same parameters and clues"


class NotASolution(Located, code="E425"):
    why: str

    wording = "this is not a solution: {why}"
    advice = "check that this is the answer to the same puzzle, with the same parameters and clues"


class FormulaTooLong(Diagnostic, code="E430"):
    what: str
    count: int
    limit: int
    name: str

    def report(self) -> Report:
        return Report(f"{self.count:,} {self.what}; the limit is {self.limit:,}").helped(raised(self.name))
