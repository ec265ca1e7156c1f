"""Messages about answers of other solvers."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import clipped, raised


class UnreadableAnswer(Diagnostic, code="E420"):
    """This is not part of an answer.

    `excover decode` reads what solvers print: `--from-sat` lines such as `s SATISFIABLE` and `v 1 -2 3 0`,
    `--from-opb` lines such as `v x1 -x2`, and `--from-dlx` a line for each chosen option. Pass the standard
    output of the solver, without its standard error.
    """

    span: Span
    wanted: str

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.span.text)}` is not part of such an answer")
            .at(self.span)
            .helped(f"pass {self.wanted}")
        )


class EmptyAnswer(Diagnostic, code="E421"):
    """There is no answer.

    The text contains at most comments. Check that the solver finished and that its output was saved.
    """

    span: Span
    wanted: str

    def report(self) -> Report:
        return Report("there is no answer in this text").at(self.span).helped(f"pass {self.wanted}")


class ContradictoryAnswer(Diagnostic, code="E422"):
    """An answer contradicts itself.

    The same variable is true and false in one model. Give `excover decode` the output of one run.
    """

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
    """No option covers exactly these items.

    A line of the answer must list all items of one option, as `excover expand --to dlx` writes them. Pass
    the same parameters and clues to `excover decode` as to `excover expand`.
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("no option covers exactly these items")
            .at(self.span)
            .helped("check that this is the answer to the same puzzle, with the same parameters and clues")
        )


class NotASolution(Diagnostic, code="E425"):
    """The answer is not a solution.

    The options that the solver chose do not cover every item the required number of times. Pass the same
    parameters and clues to `excover decode` as to `excover expand`. If you did, the solver is wrong.
    """

    span: Span
    why: str

    def report(self) -> Report:
        return (
            Report(f"this is not a solution: {self.why}")
            .at(self.span)
            .helped("check that this is the answer to the same puzzle, with the same parameters and clues")
        )


class FormulaTooLong(Diagnostic, code="E430"):
    """The formula would be too long.

    An item to cover many times takes one variable for each option and each time. The OPB format needs no
    additional variables: `excover expand --to opb`.
    """

    what: str
    count: int
    limit: int
    name: str

    def report(self) -> Report:
        return Report(f"{self.count:,} {self.what}; the limit is {self.limit:,}").helped(raised(self.name))
