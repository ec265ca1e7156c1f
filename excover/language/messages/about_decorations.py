"""Messages about decorations: what `draw` shows of the puzzle itself."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Edit, Report
from excover.base.names import Value, brief
from excover.base.words import did_you_mean, listed, reached
from excover.language.messages.edits import nearest
from excover.language.messages.message import Located


class UnknownDecoration(Located, code="E101"):
    name: str
    looks: Sequence[str]

    def report(self) -> Report:
        found = Report(f"item `{self.name}` is not declared").at(self.span)
        return found.helped(did_you_mean(self.name, self.looks))

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.looks)


class NameOfDecoration(Located, code="E805"):
    look: str

    wording = "`draw {look} at` draws a decoration, but `{look}` is also a colored item"
    advice = "give the item another name"


class DecorationWithoutBoard(Located, code="E806"):
    look: str

    wording = "`{look}`: there is nothing to draw it on"
    advice = "declare a `board`, or draw options"


class TooFewCells(Located, code="E807"):
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


class TextOfDecoration(Located, code="E808"):
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
