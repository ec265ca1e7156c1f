"""Messages about answers of other solvers."""

from __future__ import annotations

from excover.diagnostics import Diagnostic, Report
from excover.source import Span
from excover.words import clipped, raised


class UnreadableAnswer(Diagnostic, code="E420"):
    """This is no part of an answer.

    `excover decode` reads what solvers print: `--from-sat` lines such as `s SATISFIABLE` and `v 1 -2 3 0`,
    `--from-opb` lines such as `v x1 -x2`, and `--from-dlx` a line for each chosen option. Pass the solver's
    standard output, without what it tells on standard error.
    """

    span: Span
    wanted: str

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.span.text)}` is no part of such an answer")
            .at(self.span)
            .helped(f"expected: {self.wanted}")
        )


class EmptyAnswer(Diagnostic, code="E421"):
    """There is no answer.

    The text has comments at most. Did the solver end, and was its output kept?
    """

    span: Span
    wanted: str

    def report(self) -> Report:
        return Report("there is no answer in this text").at(self.span).helped(f"expected: {self.wanted}")


class ContradictoryAnswer(Diagnostic, code="E422"):
    """An answer says yes and no.

    The same variable is true and false in one model. Give `excover decode` the output of one run.
    """

    span: Span
    first: Span

    def report(self) -> Report:
        return (
            Report("the answer says both yes and no to an option")
            .at(self.span, "this one")
            .beside(self.first, "and this one")
            .helped("give one answer at a time")
        )


class NoMatchingOption(Diagnostic, code="E424"):
    """No option covers just these items.

    A line of the answer has to name the items of one option, all of them, as `excover expand --to dlx`
    writes them. Were the same parameters and clues given to `excover decode` as to `excover expand`?
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("no option covers just these items")
            .at(self.span)
            .helped("is this the answer to another puzzle, or to other parameters or clues?")
        )


class NotASolution(Diagnostic, code="E425"):
    """The answer is no solution.

    The options that the solver chose do not cover every item as often as it has to be covered. Were the
    same parameters and clues given to `excover decode` as to `excover expand`? If so, the solver is wrong.
    """

    span: Span
    why: str

    def report(self) -> Report:
        return (
            Report(f"this is no solution: {self.why}")
            .at(self.span)
            .helped("is this the answer to another puzzle, or to other parameters or clues?")
        )


class FormulaTooLong(Diagnostic, code="E430"):
    """The formula would be too long.

    Items that are to be covered many times take one variable for each option and each time. The format OPB
    says the same with no further variables: `excover expand --to opb`.
    """

    what: str
    count: int
    limit: int
    name: str

    def report(self) -> Report:
        return Report(f"{self.count:,} {self.what}, the limit is {self.limit:,}").helped(raised(self.name))
