"""Messages about symmetries."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import OptionName
from excover.base.source import Span


class ImageMissing(Diagnostic, code="E332"):
    span: Span
    source: OptionName
    target: OptionName

    def report(self) -> Report:
        return (
            Report(
                f"this is not a symmetry: it maps `{self.source}` to `{self.target}`, which is not an option"
            )
            .at(self.span)
            .helped("map every option to an option: the mirror image of `c in 1..n` is `n + 1 - c`")
        )


class NotASymmetry(Diagnostic, code="E333"):
    span: Span
    clash: tuple[OptionName, OptionName] | None

    def report(self) -> Report:
        found = Report("this is not a symmetry: it does not map items to items").at(self.span)
        if self.clash:
            found = Report(
                f"this is not a symmetry: it maps `{self.clash[0]}` and `{self.clash[1]}` to the same option"
            ).at(self.span)
        return found.helped(
            "name all families that move, as in `a(x) -> .., b(x) -> ..`: the others are mapped to themselves"
        )
