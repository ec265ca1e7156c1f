"""Messages about symmetries."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import OptionName
from excover.base.source import Span


class ImageMissing(Diagnostic, code="E332"):
    """A symmetry maps an option to none.

    A symmetry maps every option to an option. With `c in 1..n`, the mirror image of `c` is `n + 1 - c`.

    Wrong:

    ```
    item row[1..3], column[1..3]
    option rook(r, c in 1..3) covers row[r], column[c]
    symmetry rook(r, c) -> rook(r + 1, c)
    ```

    Fixed:

    ```
    item row[1..3], column[1..3]
    option rook(r, c in 1..3) covers row[r], column[c]
    symmetry rook(r, c) -> rook(4 - r, c)
    ```
    """

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
    """Not a symmetry.

    A symmetry maps different options to different options, and options that share an item to options that
    share an item. Options that it does not name are mapped to themselves; `symmetry a(x) -> .., b(x) -> ..`
    maps two families at once.

    Wrong:

    ```
    item row[1..3], column[1..3]
    option rook(r, c in 1..3) covers row[r], column[c]
    symmetry rook(r, c) -> rook(r, 1)
    ```

    Fixed:

    ```
    item row[1..3], column[1..3]
    option rook(r, c in 1..3) covers row[r], column[c]
    symmetry rook(r, c) -> rook(c, r)
    ```
    """

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
