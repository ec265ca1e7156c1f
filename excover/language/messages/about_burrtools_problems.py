"""Messages about the problem in a file of BurrTools."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Report
from excover.base.source import Span
from excover.base.words import clipped, plural
from excover.language.messages.message import Located, Worded


class UnknownBurrToolsParameter(Worded, code="E402"):
    name: str

    wording = "a file of BurrTools has no parameter `{name:visible}`"
    advice = "`-p problem=2` chooses its second problem; there are no others"


class FileWithoutProblems(Located, code="E445"):
    wording = "this file has no problem to solve"
    advice = "add one in BurrTools: which shapes are its pieces, and which one they fill"


class WhichProblem(Located, code="E445"):
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


class NoResultShape(Located, code="E446"):
    none: bool

    def report(self) -> Report:
        why = "has no result shape" if self.none else "has a result shape that does not exist"
        return Report(f"this problem {why}").at(self.span).helped("choose the result shape in BurrTools")


class ProblemWithoutPieces(Located, code="E446"):
    wording = "this problem has no pieces"


class UnknownShape(Located, code="E446"):
    number: int
    count: int

    def report(self) -> Report:
        last = f": the last is {self.count - 1:,}" if self.count else ": there is none"
        return Report(f"there is no shape {self.number:,}{last}").at(self.span)


class PieceTwice(Located, code="E446"):
    first: Span

    wording = "this shape is already a piece"
    related = ("first", "here")
    advice = "state there how often it is used altogether"


class EmptyShape(Located, code="E446"):
    used: Span
    what: str

    wording = "this shape is empty"
    related = ("used", "{what}")


class PieceWithVariableVoxels(Located, code="E446"):
    used: Span

    wording = "a piece cannot have variable voxels"
    related = ("used", "is a piece here")
    advice = "make them filled or empty: BurrTools does not solve this either"


class TooManyPieces(Located, code="E446"):
    count: int
    most: int

    wording = "{count:,} pieces, but letters and digits can name only {most}"
    advice = "write a description with several `shapes` statements instead"


class ManyColors(Located, code="E447"):
    count: int
    most: int

    wording = "{count:,} colors with rules, but only {most} labels"
    label = "in this problem"
    advice = "remove colors in BurrTools, or allow every pair of them"
