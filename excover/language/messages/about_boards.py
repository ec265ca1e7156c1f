"""Messages about boards: their sizes, drawings, labels, filling them, and placing pieces on them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from excover.base.diagnostics import Edit, Report
from excover.base.names import Value
from excover.base.source import Span
from excover.base.words import did_you_mean, listed, visible
from excover.language.messages.message import (
    Hint,
    Located,
    added,
    inserted,
    left_out,
    nearest,
    overdrawn,
    removed,
)


class BoardNeedsSize(Located, code="E208"):
    name: str
    drawn: Hint
    """Of comments below it that look like its drawing."""

    wording = "board `{name}` has neither a size nor a drawing"

    def _help(self) -> list[str]:
        return [
            self.drawn.help
            or f"write `board {self.name} 6x10`, or draw it below, with a bar before each line: `|....`"
        ]

    def fix(self) -> Edit | None:
        return self.drawn.edit


class LayersMissing(Located, code="W210"):
    layers: int
    most: int
    other: Span
    text: str

    def report(self) -> Report:
        missing = "|" * (self.most - self.layers)
        return (
            self.located(
                f"this line of the drawing has fewer layers than another: {self.layers}",
                "those at the top, as it is drawn",
            )
            .beside(self.other, f"has {self.most}")
            .helped(
                f"write the bars of layers without cells, too: `|{' |' * len(missing)}{self.text}` if they "
                f"are above, `|{self.text}{missing}` if they are below"
            )
        )


class DrawnLineIsComment(Located, code="W770"):
    """``span``: The comment."""

    wording = "this row of the board is a comment, since it begins with `#`"
    advice = "begin it with a bar: `|{span.text:clipped}`"

    def fix(self) -> Edit:
        return inserted(self.span, "|")


class BoardHasBoth(Located, code="E209"):
    name: str

    wording = "board `{name}` has both a size and a drawing"
    advice = "remove the size"

    def fix(self) -> Edit | None:
        return left_out(self.span)


class InvalidHoleCount(Located, code="E766"):
    value: Value

    wording = "{value:brief} is no number of holes"
    advice = "write a number from 0 to 999,999"


class InvalidBoardSize(Located, code="E210"):
    value: Value

    wording = "{value:brief} is not a dimension of a board"
    advice = "use numbers from 1"


class WrongDimensionCount(Located, code="E211"):
    count: int
    most: int

    def report(self) -> Report:
        counts = f"2 {'or' if self.most == 3 else 'to'} {self.most}"
        return self.located(f"a board has {counts} dimensions, not {self.count}").helped(
            "write `6x10` for rows by columns, `3x4x5` for layers by rows by columns"
        )


class BoardWithoutCells(Located, code="E212"):
    name: str

    wording = "board `{name}` has no cells"
    advice = "draw a cell as `.`"


class FillNotFlat(Located, code="E249"):
    board: str

    wording = "`{board}` cannot be filled: it is not a flat board of squares"
    advice = "let the board stay empty, and write `choose f(p in {board}) from 1..9`"


class UnitTooLarge(Located, code="E250"):
    unit: str
    cells: int
    values: int

    wording = "{unit} has {cells:plural cell} for {values:plural value}"
    advice = "fill with more values, or remove this unit"


class BlockSizeMisplaced(Located, code="E251"):
    wording = "a block needs a size, and no other unit has one"
    advice = "write `block 3x3`"


class BoardWithoutLabels(Located, code="E252"):
    board: str

    wording = "the drawing of `{board}` has no labels"
    advice = "label cells with letters or digits in the drawing of the board"


class BoardStaysEmpty(Located, code="W771"):
    board: str
    lattice: str
    """The lattice of pieces on it, as written."""
    shapes: Sequence[str]
    """Those that could be placed on it."""
    is_solid: bool
    size: int
    """Of values that would fill a row and a column; 0 if the board cannot be filled."""

    def report(self) -> Report:
        placed, shapes = f"`{self._placed}`", self.shapes[0] if self.shapes else "s"
        return self.located(f"nothing lies on board `{self.board}` yet").helped(
            f"place the pieces on it: {placed}"
            if self.shapes
            else f"draw pieces below `shapes {shapes}{self.lattice}`, and place them: {placed}",
            f"or write values into it: `{self._filled}`" if self.size else "",
        )

    @property
    def _placed(self) -> str:
        way = "one-sided" if self.is_solid else "free"
        return f"place {way} {self.shapes[0] if self.shapes else 's'} on {self.board}"

    @property
    def _filled(self) -> str:
        return f"fill {self.board} with 1..{self.size}, once per row, column"

    def fix(self) -> Edit | None:
        return added(self.span, self._placed) if self.shapes else None

    def other_fixes(self) -> Sequence[Edit | None]:
        return [added(self.span, self._filled) if self.size else None]


class UnknownBoardMark(Located, code="E213"):
    alike: tuple[Span, ...]
    """All characters of the drawing that are this one."""
    instead: str
    """What was probably meant by it; empty if that is not known."""

    def fix(self) -> Edit | None:
        return overdrawn(self.alike, self.instead)

    wording = "`{span.text}` has no meaning in the drawing of a board"
    advice = (
        "use `.` for a cell to cover, `?` for one that may stay empty, `#` or a blank for no cell, a "
        "letter or digit for a labelled cell; `legend` gives other characters a meaning"
    )


class TabInDrawing(Located, code="E214"):
    wording = "a tab in a drawing"
    advice = "use spaces: the width of a tab is not defined"


class UnknownPieceMark(Located, code="E215"):
    alike: tuple[Span, ...]
    """All characters of these pieces that are this one."""
    instead: str
    """What was probably meant by it; empty if that is not known."""

    def fix(self) -> Edit | None:
        return overdrawn(self.alike, self.instead)

    wording = "`{span.text}` has no meaning in the drawing of pieces"

    def _help(self) -> list[str]:
        return [
            "use a letter or digit for a cell of the piece of that name, `.` or a blank for nothing",
            "put a comment on a line of its own" if self.span.text == "#" else "",
        ]


class InvalidLegendCharacter(Located, code="E233"):
    wording = "a legend explains single characters other than the bar"
    advice = 'write `legend "*" = cell, "x" = wall`'


class UnknownLegendMeaning(Located, code="E234"):
    name: str
    known: list[str]

    wording = "`{name}` is not a meaning here"

    def _help(self) -> list[str]:
        return [f"choose one of {listed(self.known)}"]

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.known)


class CommentInDrawing(Located, code="E257"):
    wording = "a comment after a line of a drawing"
    label = "this is read as part of the drawing"
    advice = (
        "put a comment on a line of its own",
        "if this is part of the drawing, write blanks instead of `#`: both mean no cell",
    )

    def fix(self) -> Edit | None:
        source, start = self.span.source, self.span.start - self.span.column + 1
        line = source.text[start : self.span.start].rstrip()
        return Edit(Span(source, start, self.span.end), f"{self.span.text}\n{line}")


class LabelWithoutCell(Located, code="E280"):
    wording = "there is no cell for the label `{span.text:visible}`"
    advice = "draw each label at the place of its cell, in the same line and column as above"


class InvalidLabel(Located, code="E280"):
    wording = "`{span.text:visible}` is not a label"
    advice = "use letters and digits, and `.` for a cell without a label"


class LabelledTwice(Located, code="E280"):
    earlier: Span

    wording = "this cell has two labels"
    related = ("earlier", "the other one")
    advice = "draw `.` or `?` in the first drawing"


class UnknownLabel(Located, code="E280"):
    name: str
    owner: str
    known: Sequence[str]

    def report(self) -> Report:
        there = [f'"{label}"' for label in self.known]
        return self.located(f'no cell of `{self.owner}` has the label "{visible(self.name)}"').helped(
            f"`{self.owner}` has the labels {', '.join(there)}" if there else f"`{self.owner}` has no labels",
            'write `"1" on "a"` for cells of pieces labelled 1 on cells of the board labelled a',
        )


# Messages about placing pieces.


class NotOfKind(Located, code="E218"):
    name: str
    wanted: str
    known: Iterable[str]
    is_library: bool = False
    """Whether a library that could be imported has this name."""
    may_be_imported: bool = False
    """Whether an imported description may declare it; then it has to be named behind `on`."""

    def report(self) -> Report:
        names = list(self.known)
        if self.is_library:
            return self.located(f"`{self.name}` is not imported").helped(f"write `import {self.name}` above")
        there = f"there is {listed(names, 'and', 20)}" if names else self._none_there
        another = f"another one can be declared: `lattice {self.name}`" if self.wanted == "lattice" else ""
        return self.located(f"`{self.name}` is not a {self.wanted}").helped(
            did_you_mean(self.name, names) or there,
            f"if an imported `lattice` is meant: `on {self.name}`" if self.may_be_imported else another,
        )

    @property
    def _none_there(self) -> str:
        """That none is declared, and how a board or pieces would be."""
        none = f"no {self.wanted} is declared above"
        if self.wanted == "board":
            return f"{none}: write `board {self.name} 6x10`, for instance"
        if self.wanted == "drawing of pieces":
            return f"{none}: write `shapes {self.name}`, and draw the pieces below it: `|AA`"
        return none

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.known)


class PieceTooDeepForBoard(Located, code="E219"):
    letter: str
    board: str
    declared: Span

    wording = "piece `{letter}` has several layers and cannot lie on `{board}`"
    related = ("declared", "this board is one layer deep and closed")
    advice = "add `, open below` or `, open above` to let pieces stick out"


class CoveringAtLeastNothing(Located, code="E220"):
    value: Value

    wording = "`covering at least {value:brief}` has no effect"
    advice = "use a number from 1"

    def fix(self) -> Edit | None:
        """Without the condition, if it stands in this statement as usual."""
        before = re.search(r"\s+covering\s+at\s+least\s+\Z", self.span.source.text[: self.span.start])
        return Edit(Span(self.span.source, before.start(), self.span.end), "") if before else None


class PlacedTwice(Located, code="E221"):
    shapes: str
    board: str
    earlier: Span

    wording = "`{shapes}` is placed on `{board}` twice"
    related = ("earlier", "first specified here")
    advice = "remove one of them: `free` includes the placements of `one-sided` and `fixed`"

    def fix(self) -> Edit | None:
        return removed(self.span)

    def other_fixes(self) -> Sequence[Edit | None]:
        return [removed(self.earlier) if self.earlier.source is self.span.source else None]


class DifferentPieceCounts(Located, code="E239"):
    shapes: str
    earlier: Span

    wording = "the pieces of `{shapes}` have different numbers of uses"
    related = ("earlier", "the other number is here")
    advice = "write the same `each .. times` wherever they are placed"


class PiecesNeverPlaced(Located, code="W203"):
    name: str
    boards: Sequence[str]
    """Those on which they may lie."""
    lattice: str
    """The lattice of such a board, as written."""
    is_solid: bool = False

    @property
    def _way(self) -> str:
        return "one-sided" if self.is_solid else "free"

    def report(self) -> Report:
        board = self.boards[0] if self.boards else "tray"
        condition = "" if self.boards else f", and `board tray{self.lattice} 6x10` above it, for instance"
        return self.located(f"the pieces of `{self.name}` are never placed").helped(
            f"write `place {self._way} {self.name} on {board}`{condition}"
        )

    def fix(self) -> Edit | None:
        return next(iter(self._placed()), None)

    def other_fixes(self) -> Sequence[Edit]:
        return self._placed()[1:]

    def _placed(self) -> list[Edit]:
        """On each of the first boards."""
        statements = (f"place {self._way} {self.name} on {board}" for board in self.boards[:4])
        return [edit for each in statements if (edit := added(self.span, each))]


class MirroredInSpace(Located, code="W204"):
    wording = "`free` also places mirror images, which a solid piece cannot be rotated into"
    advice = "write `one-sided` to allow rotations only"

    def fix(self) -> Edit | None:
        free = re.match(r"place\s+(free)\b", self.span.text)
        return Edit(self.span.part(free.start(1), 4), "one-sided", is_certain=True) if free else None


class PieceFitsNowhere(Located, code="W304"):
    # Pieces that need not be used, and never can be.
    letters: Sequence[str]
    boards: Sequence[str]
    rules: Sequence[str] = ()
    """The words for what rules out all their placements, unless they would have none anyway."""

    def report(self) -> Report:
        several = len(self.letters) > 1
        which = listed(self.letters, "and", 12)
        unused = "no solution uses them" if several else "no solution uses it"
        boards = listed(self.boards, "and")
        if self.rules:
            leave = "leave" if len(self.rules) > 1 else "leaves"
            nowhere = f"{listed(self.rules, 'and')} {leave} no placement of {which} on {boards}"
            return self.located(nowhere).noted(unused)
        return (
            self.located(f"{f'pieces {which} fit' if several else f'piece {which} fits'} nowhere on {boards}")
            .noted(unused)
            .helped("if it is drawn, check the alignment: marks of one letter, band and layer are one piece")
        )
