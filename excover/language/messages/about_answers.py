"""Messages about answers of other solvers."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import raised
from excover.language.messages.message import Located


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
