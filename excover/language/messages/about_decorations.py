"""Messages about decorations: what `draw` shows of the puzzle itself."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import Value, brief
from excover.base.source import Span
from excover.base.words import did_you_mean, listed, reached
from excover.language.messages.about_names import Undeclared
from excover.language.messages.edits import nearest


class UnknownDecoration(Undeclared):
    span: Span
    name: str
    looks: Sequence[str]

    def report(self) -> Report:
        found = Report(f"item `{self.name}` is not declared").at(self.span)
        return found.helped(did_you_mean(self.name, self.looks))

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.looks)


class NameOfDecoration(Diagnostic, code="E805"):
    span: Span
    look: str

    def report(self) -> Report:
        return (
            Report(f"`draw {self.look} at` draws a decoration, but `{self.look}` is also a colored item")
            .at(self.span)
            .helped("give the item another name")
        )


class DecorationWithoutBoard(Diagnostic, code="E806"):
    span: Span
    look: str

    def report(self) -> Report:
        return (
            Report(f"`{self.look}`: there is nothing to draw it on")
            .at(self.span)
            .helped("declare a `board`, or draw options")
        )


class TooFewCells(Diagnostic, code="E807"):
    span: Span
    look: str
    positions: Sequence[Value]
    binding: str

    def report(self) -> Report:
        found = f"`{self.look}` needs two or more cells, not {len(self.positions)}"
        way_out = "write the cells one after the other: `((1, 1), (1, 2), (2, 2))`"
        if self.look == "wall":
            way_out = "write two cells with a side between them: `{(1, 1), (1, 2)}`"
        if len(self.positions) > 1:
            found = f"no two of the cells {listed(list(map(brief, self.positions)), 'and')} share a side"
        return Report(found).at(self.span, reached(self.binding)).helped(way_out)


class TextOfDecoration(Diagnostic, code="E808"):
    span: Span
    look: str
    value: Value | None
    """None if it is missing, or needless."""
    binding: str = ""

    def report(self) -> Report:
        if self.value is not None:
            found = f"the text of a decoration is a number, a text or a symbol, not {brief(self.value)}"
            return Report(found).at(self.span, reached(self.binding)).helped('write `as 12`, or `as "12"`')
        if self.look == "text":
            return Report("`text` without a text").at(self.span).helped('write `draw text at .. as "X"`')
        return Report(f"`{self.look}` has no text").at(self.span).helped("leave out `as`")
