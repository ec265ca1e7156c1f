"""Messages about the problem in a file of BurrTools."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import clipped, plural, visible
from excover.language.messages.about_matrices import NoSuchMatrixParameter


class UnknownBurrToolsParameter(NoSuchMatrixParameter):
    name: str

    def report(self) -> Report:
        return Report(f"a file of BurrTools has no parameter `{visible(self.name)}`").helped(
            "`-p problem=2` chooses its second problem; there are no others"
        )


class FileWithoutProblems(Diagnostic, code="E445"):
    span: Span

    def report(self) -> Report:
        return (
            Report("this file has no problem to solve")
            .at(self.span)
            .helped("add one in BurrTools: which shapes are its pieces, and which one they fill")
        )


class WhichProblem(Diagnostic, code="E445"):
    span: Span
    asked: object
    names: Sequence[str]

    def report(self) -> Report:
        advice = "choose one" if self.asked is None else f"there is no problem {clipped(str(self.asked))}"
        shown = (
            f"{number}: {clipped(name) or 'without a name'}" for number, name in enumerate(self.names[:20], 1)
        )
        more = f"and {len(self.names) - 20:,} more" if len(self.names) > 20 else ""
        return (
            Report(f"this file has {plural(len(self.names), 'problem')}: {advice}")
            .at(self.span)
            .noted(*shown, more)
            .helped("select one by its number: `-p problem=2`" if len(self.names) > 1 else "")
        )


class NoResultShape(Diagnostic, code="E446"):
    span: Span
    none: bool

    def report(self) -> Report:
        why = "has no result shape" if self.none else "has a result shape that does not exist"
        return Report(f"this problem {why}").at(self.span).helped("choose the result shape in BurrTools")


class ProblemWithoutPieces(Diagnostic, code="E446"):
    span: Span

    def report(self) -> Report:
        return Report("this problem has no pieces").at(self.span)


class UnknownShape(Diagnostic, code="E446"):
    span: Span
    number: int
    count: int

    def report(self) -> Report:
        last = f": the last is {self.count - 1:,}" if self.count else ": there is none"
        return Report(f"there is no shape {self.number:,}{last}").at(self.span)


class PieceTwice(Diagnostic, code="E446"):
    span: Span
    first: Span

    def report(self) -> Report:
        return (
            Report("this shape is already a piece")
            .at(self.span)
            .beside(self.first, "here")
            .helped("state there how often it is used altogether")
        )


class EmptyShape(Diagnostic, code="E446"):
    span: Span
    used: Span
    what: str

    def report(self) -> Report:
        return Report("this shape is empty").at(self.span).beside(self.used, self.what)


class PieceWithVariableVoxels(Diagnostic, code="E446"):
    span: Span
    used: Span

    def report(self) -> Report:
        return (
            Report("a piece cannot have variable voxels")
            .at(self.span)
            .beside(self.used, "is a piece here")
            .helped("make them filled or empty: BurrTools does not solve this either")
        )


class TooManyPieces(Diagnostic, code="E446"):
    span: Span
    count: int
    most: int

    def report(self) -> Report:
        return (
            Report(f"{self.count:,} pieces, but letters and digits can name only {self.most}")
            .at(self.span)
            .helped("write a description with several `shapes` statements instead")
        )


class ManyColors(Diagnostic, code="E447"):
    span: Span
    count: int
    most: int

    def report(self) -> Report:
        return (
            Report(f"{self.count:,} colors with rules, but only {self.most} labels")
            .at(self.span, "in this problem")
            .helped("remove colors in BurrTools, or allow every pair of them")
        )
