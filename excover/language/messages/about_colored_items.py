"""Messages about colored items."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import ItemName, OptionName, Value, show
from excover.base.source import Span
from excover.language.messages.about_values import exactly, made_alike


class ColorMissing(Diagnostic, code="E241"):
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
    span: Span
    item: str
    declared: Span
    in_units: bool = False

    def report(self) -> Report:
        return (
            Report(f"`{self.item}` is not colored")
            .at(self.span)
            .beside(self.declared, "declared here")
            .helped(
                f"write an amount with `by`: `{self.item} by {self.span.text}`"
                if self.in_units
                else "add `colored` to its declaration, or remove the color"
            )
        )


class NotColoredItem(Diagnostic, code="E255"):
    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"`{self.name}` is not colored: only colored items can be drawn or given by color")
            .at(self.span)
            .helped(f"add `colored` to the declaration of `{self.name}`, or name an option instead")
        )


class UnlikeColors(Diagnostic, code="W305"):
    span: Span
    item: ItemName
    option: OptionName
    color: Value
    first_span: Span
    first_option: OptionName
    first_color: Value

    def report(self) -> Report:
        colors = f"{show(self.first_color)} and {show(self.color)}"
        found = Report(f"`{self.item}` is given the colors {colors}, which are never equal").at(self.span)
        if self.first_span != self.span:
            found = found.beside(self.first_span, f"{show(self.first_color)} is given here")
        return found.noted(
            f"in `{self.first_option}` the color is {exactly(self.first_color)}, "
            f"in `{self.option}` it is {exactly(self.color)}"
        ).helped(made_alike(self.first_color, self.color))
