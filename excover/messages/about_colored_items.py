"""Messages about colored items."""

from __future__ import annotations

from excover.diagnostics import Diagnostic, Report
from excover.source import Span


class ColorMissing(Diagnostic, code="E241"):
    """A color is missing.

    Every option that covers a colored item assigns it a color; options that assign the same color can share
    it.

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
            Report(f"`{self.item}` is colored, but no color is given")
            .at(self.span)
            .beside(self.declared, "declared here")
            .helped("write `= color` after it")
        )


class ColorUnexpected(Diagnostic, code="E242"):
    """Unexpected color.

    Only items declared `colored` have a color.

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
            .helped("add `colored` to its declaration, or remove the color")
        )


class NotColoredItem(Diagnostic, code="E255"):
    """Not a colored item.

    `draw name[..]` and `given name[..] = color` apply to colored items only.

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
            Report(f"`{self.name}` is not colored: only colored items can be drawn or given by color")
            .at(self.span)
            .helped(f"add `colored` to the declaration of `{self.name}`, or name an option instead")
        )
