"""Messages about symmetries."""

from __future__ import annotations

from excover.base.diagnostics import Report
from excover.base.names import OptionName
from excover.language.messages.message import Located


class ImageMissing(Located, code="E332"):
    source: OptionName
    target: OptionName

    wording = "this is not a symmetry: it maps `{source}` to `{target}`, which is not an option"
    advice = "map every option to an option: the mirror image of `c in 1..n` is `n + 1 - c`"


class NotASymmetry(Located, code="E333"):
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
