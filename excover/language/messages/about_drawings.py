"""Messages about drawings and their colors."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.css_colors import names as css_names
from excover.base.diagnostics import Edit, Report
from excover.base.names import Symbol, Value, brief, kind
from excover.base.source import Span
from excover.base.words import did_you_mean, listed, reached
from excover.language.messages.edits import nearest
from excover.language.messages.message import Located


class ColorWithoutQuotes(Located, code="E101"):
    name: str

    wording = "`{name}` is not declared"
    advice = 'quote the color: `"{name}"`'

    def fix(self) -> Edit | None:
        return Edit(self.span, f'"{self.span.text}"')


class MarkWithoutQuotes(Located, code="E101"):
    name: str

    wording = "`{name}` is not declared"
    advice = 'quote the mark: `"{name}"`'

    def fix(self) -> Edit | None:
        return Edit(self.span, f'"{self.span.text}"')


OF_HYPERCUBES = "`(block, layer, row, column)` on a board of hypercubes"


class NotAPosition(Located, code="E304"):
    value: Value
    binding: str
    axes: int = 0

    def report(self) -> Report:
        form = OF_HYPERCUBES if self.axes == 4 else "`(row, column)` or `(layer, row, column)`"
        return (
            Report(f"{kind(self.value)} is not a position: {brief(self.value)}")
            .at(self.span, reached(self.binding))
            .helped(f"write {form}, or a set of these")
        )


class PositionOutsideBoard(Located, code="E305"):
    position: Value
    board: str
    binding: str

    def report(self) -> Report:
        axes = len(self.position) if isinstance(self.position, tuple) else 0
        form = "`(row, column)`, or `(layer, row, column)` on a board with layers"
        form = OF_HYPERCUBES if axes == 4 else form
        return (
            Report(f"`{self.board}` has no cell {brief(self.position)}")
            .at(self.span, reached(self.binding))
            .helped(f"count from 1: {form}")
        )


class MixedPositions(Located, code="E306"):
    wording = "positions with two and with three coordinates cannot be drawn together"
    label = "drawn first"
    advice = "give the layer everywhere: `(layer, row, column)`"


class InvalidMark(Located, code="E307"):
    value: Value
    binding: str

    wording = "a mark is a number or a text without blanks and bars, not {value:brief}"
    label = "{binding:reached}"
    advice = "use another mark than `.`, `?`, `#` and `_`, which have another meaning in a drawing"


class NotAColorValue(Located, code="E308"):
    wording = "a color is a number, a text, a symbol or a tuple"
    advice = "give a single value, such as a member of an `enum`"


class NotADrawingColor(Located, code="E309"):
    value: Value
    binding: str

    def report(self) -> Report:
        text = self.value.name if isinstance(self.value, Symbol) else self.value
        close = did_you_mean(text, css_names()) if isinstance(text, str) else ""
        return (
            Report(f"{brief(self.value)} is not a color of a drawing")
            .at(self.span, reached(self.binding))
            .helped(
                close, 'use a CSS name, such as `"orange"`, or hexadecimal digits: `"#ffa500"` or `"#fa0"`'
            )
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.value, css_names()) if isinstance(self.value, str) else None


class MarkInTwoColors(Located, code="E310"):
    mark: str
    color: Value
    binding: str
    other: Value
    first: Span

    def report(self) -> Report:
        found = Report(
            f"the mark `{self.mark}` is drawn in two colors: {brief(self.other)} and {brief(self.color)}"
        )
        found = found.at(self.span, reached(self.binding))
        found = found.beside(self.first, f"here in {brief(self.other)}") if self.first != self.span else found
        return found.helped("use another mark, or the same color: a mark has one color everywhere")


class MarkNeverDrawn(Located, code="E311"):
    mark: str
    known: Sequence[str]

    def report(self) -> Report:
        found = Report(f"the mark `{self.mark}` is not drawn").at(self.span)
        if not self.known:
            return found.helped('add a statement that draws it, such as `draw put(r, c) at (r, c) as "A"`')
        return found.helped(did_you_mean(self.mark, self.known), f"choose one of {listed(self.known, 'and')}")

    def fix(self) -> Edit | None:
        return nearest(self.span, self.mark, self.known)
