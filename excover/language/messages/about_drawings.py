"""Messages about `draw`: drawings, their colors, decorations, and columns that were probably not meant.

Messages about labels with a name, and about the drawings of a board that come from outside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from excover.base.css_colors import names as css_names
from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import Symbol, Value, brief, kind
from excover.base.source import Span
from excover.base.words import did_you_mean, listed, plural, reached
from excover.language.messages.message import Located, Unknown, has_lines, nearest


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
        return self.located(
            f"{kind(self.value)} is not a position: {brief(self.value)}", reached(self.binding)
        ).helped(f"write {form}, or a set of these")


class PositionOutsideBoard(Located, code="E305"):
    position: Value
    board: str
    binding: str

    def report(self) -> Report:
        axes = len(self.position) if isinstance(self.position, tuple) else 0
        form = "`(row, column)`, or `(layer, row, column)` on a board with layers"
        form = OF_HYPERCUBES if axes == 4 else form
        return self.located(
            f"`{self.board}` has no cell {brief(self.position)}", reached(self.binding)
        ).helped(f"count from 1: {form}")


class MixedPositions(Located, code="E306"):
    wording = "positions with two and with three coordinates cannot be drawn together"
    label = "drawn first"
    advice = "give the layer everywhere: `(layer, row, column)`"


class NotANumberOfLines(Located, code="E363"):
    value: Value
    binding: str

    wording = "1, 2 or 3 lines join two cells, not {value:brief}"
    label = "{binding:reached}"
    advice = "write 1, 2 or 3 after `as`, or leave `as` out for one line"


class MarkOfLine(Located, code="E364"):
    mark: str
    binding: str

    wording = "`{mark}` is the mark of a line of another `draw` statement"
    label = "{binding:reached}"
    advice = "write another mark after `as`"


class InvalidMark(Located, code="E307"):
    value: Value
    binding: str

    wording = "{fault}"
    label = "{binding:reached}"
    advice = "{way_out}"

    @property
    def fault(self) -> str:
        if self.value in _MEANINGS:
            return f"`{self.value}` is no mark: in a drawing it is {_MEANINGS[self.value]}"
        return f"a mark is a number or a text without blanks and bars, not {brief(self.value)}"

    @property
    def way_out(self) -> str:
        if self.value == ".":
            return "draw nothing at these places: write `{}` for them, as in `at {p} if v > 0 else {}`"
        if self.value in _MEANINGS:
            return 'write another mark, such as `"X"`'
        return 'write a text such as `"a_b"`, or a tuple of marks: `(1, "b")`'

    def fix(self) -> Edit | None:
        if self.value not in _MEANINGS or self.value == "." or self.span.text.count(f'"{self.value}"') != 1:
            return None
        at = self.span.text.index(f'"{self.value}"')
        return Edit(self.span.part(at, 3), '"X"')


_MEANINGS: Mapping[Value, str] = {
    ".": "a cell without a mark",
    "?": "a cell that may stay empty",
    "#": "a place without a cell",
    "_": "a cell without a mark",
}
"""What characters mean in drawings that are read back."""


class NotAColorValue(Located, code="E308"):
    wording = "a color is a number, a text, a symbol or a tuple"
    advice = "give a single value, such as a member of an `enum`"


class NotADrawingColor(Located, code="E309"):
    value: Value
    binding: str

    def report(self) -> Report:
        text = self.value.name if isinstance(self.value, Symbol) else self.value
        close = did_you_mean(text, css_names()) if isinstance(text, str) else ""
        return self.located(f"{brief(self.value)} is not a color of a drawing", reached(self.binding)).helped(
            close, 'use a CSS name, such as `"orange"`, or hexadecimal digits: `"#ffa500"` or `"#fa0"`'
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
        found = self.located(
            f"the mark `{self.mark}` is drawn in two colors: {brief(self.other)} and {brief(self.color)}",
            reached(self.binding),
        )
        first = self.first if self.first != self.span else None
        return found.beside(first, f"here in {brief(self.other)}").helped(
            "use another mark, or the same color: a mark has one color everywhere"
        )


class MarkNeverDrawn(Located, code="E311"):
    mark: str
    known: Sequence[str]

    def report(self) -> Report:
        found = self.located(f"the mark `{self.mark}` is not drawn")
        if not self.known:
            return found.helped('add a statement that draws it, such as `draw put(r, c) at (r, c) as "A"`')
        return found.helped(did_you_mean(self.mark, self.known), f"choose one of {listed(self.known, 'and')}")

    def fix(self) -> Edit | None:
        return nearest(self.span, self.mark, self.known)


class UnknownDecoration(Unknown, code="E101"):
    wording = "item `{name}` is not declared"


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
        return self.located(found, reached(self.binding)).helped(way_out)


class TextOfDecoration(Located, code="E808"):
    look: str
    value: Value | None
    """None if it is missing, or needless."""
    binding: str = ""

    def report(self) -> Report:
        if self.value is not None:
            wanted = "a number, a text, a symbol or a tuple of these"
            found = f"the text of a decoration is {wanted}, not {brief(self.value)}"
            return self.located(found, reached(self.binding)).helped('write `as 12`, or `as "12"`')
        if self.look == "text":
            return self.located("`text` without a text").helped('write `draw text at .. as "X"`')
        return self.located(f"`{self.look}` has no text").helped("leave out `as`")


class ColumnsOff(Diagnostic, code="W212"):
    lines: Sequence[Span]
    """The lines of the drawing."""
    name: str
    cells: str
    """The word for several cells of the lattice."""
    now: int
    then: int
    """Parts of a board, or pieces in parts, as it is drawn, and if it is moved."""
    by: int
    """By how many columns to the right, or to the left if negative."""
    are_pieces: bool = False

    def report(self) -> Report:
        way = f"{plural(abs(self.by), 'column')} to the {'right' if self.by > 0 else 'left'}"
        now, then = plural(self.now, "part"), str(self.then)
        if self.are_pieces:
            now = f"{plural(self.now, 'piece')} in parts"
            then = "none" if not self.then else then
        return (
            Report(f"the {self.cells} of {self.name} are probably drawn in the wrong columns")
            .at(self.lines[0], f"here it has {now}; moved {way}, it has {then}")
            .helped(f"move the whole drawing {way}")
        )

    def fix(self) -> Edit | None:
        """All lines moved; not certain, since places may be named elsewhere."""
        first, last = self.lines[0], self.lines[-1]
        texts = [line.text for line in self.lines]
        alike = all(line.source is first.source for line in self.lines)
        margin = min((len(text) - len(text.lstrip(" ")) for text in texts if text.strip()), default=0)
        if not alike or not has_lines(first.source) or margin < -self.by:
            return None
        whole = Span(first.source, first.start, last.end)
        lines = iter(self.lines)
        written, at = "", first.start
        for line in lines:
            between = first.source.text[at : line.start]
            moved = " " * self.by + line.text if self.by > 0 else line.text[-self.by :]
            written, at = written + between + (moved if line.text.strip() else line.text), line.end
        return Edit(whole, written)


class LabelsNotDrawn(Located, code="E291"):
    name: str
    board: str

    wording = "the labels `{name}` have no drawing"
    advice = (
        "draw them below",
        'or give them from outside: `--board {board}=FILE`, `tables={{"{board}": ..}}` in Python',
    )


class LabelsOfOtherSize(Located, code="E292"):
    """``wanted`` and ``found``: rows and columns; no columns if only rows count. ``unit``: what stands in a
    column. ``more``: how many of each a board has corners than cells.
    """

    name: str
    board: str
    wanted: tuple[int, int]
    found: tuple[int, int]
    unit: str = "word"
    more: int = 0

    def report(self) -> Report:
        rows, columns = self.wanted
        if self.found[0] != rows:
            size = f"`{self.name}` has {plural(self.found[0], 'line')}"
            needed = f"the board `{self.board}` has {self._kind(rows, 'row')}"
        else:
            size = f"this line of `{self.name}` has {plural(self.found[1], self.unit)}"
            needed = f"the board `{self.board}` has {self._kind(columns, 'column')}"
        way_out = "write `.` for a place without a label"
        if self.found == (rows, 1) and len(self.span.text) == columns:
            way_out = f"separate labels by blanks: `{' '.join(self.span.text)}`"
        elif self.found > self.wanted:
            too_many = "lines" if self.found[0] != rows else f"{self.unit}s"
            way_out = f"leave out {too_many}, or state a larger board"
        return self.located(f"{size}, and {needed}").helped(way_out)

    def _kind(self, number: int, word: str) -> str:
        of_corners = f", so {plural(number, word)} of corners" if self.more else ""
        return f"{plural(number - self.more, word)}{of_corners}"


class LabelOffBoard(Located, code="E293"):
    board: str

    wording = "this label is in no cell of `{board}`"
    advice = "write `.` where the board has no cell"


class LabelsNotFlat(Located, code="E297"):
    board: str

    wording = "labels with a name need a flat board of squares, and `{board}` is none"
    advice = "label its cells by `labels` without a name, one character for each"


class CornersOfGluedBoard(Located, code="E297"):
    board: str

    wording = "labels at corners need a board with edges, and sides of `{board}` are glued together"
    advice = "label the cells, or leave out how the sides are glued"


class SeveralLabels(Located, code="E294"):
    name: str
    margin: str

    wording = "this is a second label of `{name}` in one line"
    advice = "write `labels {name}* {margin}`: then `{name}[i]` is a tuple of all of them"


class DrawingsOfBoard(Located, code="E295"):
    """``given``: how many drawings come from outside, or their names, of which some are ``wrong``."""

    name: str
    needed: tuple[str, ...]
    given: int | tuple[str, ...]
    wrong: Sequence[str] = ()

    def report(self) -> Report:
        needs = listed(list(self.needed), "and")
        if isinstance(self.given, int):
            found = f"{plural(self.given, 'drawing')} for the board `{self.name}`, which needs {needs}"
            return self.located(found).helped("separate the drawings by an empty line, in this order")
        found = f"the board `{self.name}` needs {needs}, not {listed(list(self.given), 'and')}"
        return self.located(found).helped(f"look at {listed(list(self.wrong), 'and')}")


class NoLabel(Located, code="E296"):
    name: str
    place: Value
    binding: str

    wording = "`{name}` has no label at {place:brief}"
    label = "{binding:reached}"
    advice = "ask first whether there is one: `.. where p in {name}`"


class LabelsCalled(Located, code="E106"):
    """Labels with a name are called like a function."""

    name: str

    wording = "`{name}` is a drawing of labels, not a function"
    advice = "write `{_call}`"

    @property
    def _call(self) -> str:
        return f"{self.name}[{self._place or 'p'}]"

    @property
    def _place(self) -> str:
        return self.span.text.partition("(")[2].removesuffix(")").strip()

    def fix(self) -> Edit | None:
        return Edit(self.span, self._call, is_certain=True) if self._place else None
