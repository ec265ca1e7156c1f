"""Messages about colored items."""

from __future__ import annotations

from excover.base.diagnostics import Report
from excover.base.names import ItemName, OptionName, Value, show
from excover.base.source import Span
from excover.language.messages.about_values import exactly, made_alike
from excover.language.messages.message import Located


class ColorMissing(Located, code="E241"):
    item: str
    declared: Span

    wording = "`{item}` is colored, but no color is given"
    related = ("declared", "declared here")
    advice = "write `= color` after it"


class ColorUnexpected(Located, code="E242"):
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


class NotColoredItem(Located, code="E255"):
    name: str

    wording = "`{name}` is not colored: only colored items can be drawn or given by color"
    advice = "add `colored` to the declaration of `{name}`, or name an option instead"


class UnlikeColors(Located, code="W305"):
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
