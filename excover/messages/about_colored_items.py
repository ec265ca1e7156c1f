"""Messages about colored items."""

from __future__ import annotations

from excover.diagnostics import Diagnostic, Report
from excover.source import Span


class ColorMissing(Diagnostic, code="E241"):
    """A color is missing.

    Every option that covers a colored item gives it a color; options can share it if they agree.

    Wrong:

    ```
    item edge colored
    item a
    option x() covers a, edge
    ```

    Fixed:

    ```
    item edge colored
    item a
    option x() covers a, edge = 1
    ```
    """

    span: Span
    item: str
    declared: Span

    def report(self) -> Report:
        return (
            Report(f"`{self.item}` is colored: which color does it get?")
            .at(self.span)
            .beside(self.declared, "declared here")
            .helped("write `= color` behind it")
        )


class ColorUnexpected(Diagnostic, code="E242"):
    """A color that is not asked for.

    Only items that are declared `colored` get a color.

    Wrong:

    ```
    item a
    option x() covers a = 3
    ```

    Fixed:

    ```
    item a
    option x() covers a
    ```
    """

    span: Span
    item: str
    declared: Span

    def report(self) -> Report:
        return (
            Report(f"`{self.item}` is not colored")
            .at(self.span)
            .beside(self.declared, "declared here")
            .helped("write `colored` behind its declaration, or leave the color out")
        )


class NotColoredItem(Diagnostic, code="E255"):
    """Not a colored item.

    `draw name[..]` and `given name[..] = color` are about the colors of colored items.

    Wrong:

    ```
    item a
    option x() covers a
    given a = 3
    ```

    Fixed:

    ```
    item a
    option x() covers a
    given x()
    ```
    """

    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"only colored items are drawn and given by color, and `{self.name}` is not")
            .at(self.span)
            .helped(f"write `colored` behind the declaration of `{self.name}`, or name an option instead")
        )
