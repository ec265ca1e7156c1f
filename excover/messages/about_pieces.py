"""Messages about drawn pieces."""

from __future__ import annotations

from excover.diagnostics import Diagnostic, Report
from excover.source import Span
from excover.words import listed


class DrawingWithoutPieces(Diagnostic, code="E216"):
    """Shapes without a piece.

    Each piece is drawn with a letter or digit of its own.

    Wrong:

    ```
    shapes piece
      |...
    ```

    Fixed:

    ```
    shapes piece
      |AAA
    board tray 1x3
    place free piece on tray
    ```
    """

    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"`{self.name}` has no pieces")
            .at(self.span)
            .helped("draw each piece with a letter of its own")
        )


class PieceDrawnTwice(Diagnostic, code="E217"):
    """A piece is drawn twice.

    Blank lines (a bar alone) separate bands of pieces, and a piece belongs to one band. Give the other one
    another letter.

    Wrong:

    ```
    shapes piece
      |AA.B
      |
      |.A
    ```

    Fixed:

    ```
    shapes piece
      |AA
      |
      |.B
    board tray 1x3
    place free piece on tray
    ```
    """

    span: Span
    letter: str
    earlier: Span

    def report(self) -> Report:
        return (
            Report(f"piece `{self.letter}` is drawn twice")
            .at(self.span)
            .beside(self.earlier, "here already, in an earlier band")
            .helped("every piece has its own letter; a blank line separates bands")
        )


class PieceInParts(Diagnostic, code="W202"):
    """A piece in several parts.

    The cells of a letter do not hang together. If the parts are different pieces, give each its letter. If
    one piece is meant to have several parts, `legend "A" = detached` below the drawing says so, and there
    is no warning.

    Wrong:

    ```
    board tray 1x3
    shapes piece
      |A.A B
    place free piece on tray
    ```

    Fixed:

    ```
    board tray 1x3
    shapes piece
      |AA B
    place free piece on tray
    ```
    """

    span: Span
    letter: str
    count: int
    in_layers: bool

    def report(self) -> Report:
        return (
            Report(f"piece `{self.letter}` does not hang together")
            .at(self.span, f"it is in {self.count:,} parts")
            .helped(
                "if a part is another piece, give it a letter of its own",
                f"if the parts belong together, "
                f'say so below the drawing: `legend "{self.letter}" = detached`',
                "a bar begins the next layer of the whole line, "
                "where each piece stands in the same columns again"
                if self.in_layers
                else "",
            )
        )


class CongruentPieces(Diagnostic, code="W205"):
    """Pieces of the same shape.

    Swapping two pieces of the same shape gives another solution, if they have different letters. If they
    are alike to you, draw one of them and say how many there are.

    Wrong:

    ```
    board tray 1x4
    shapes piece
      |AA BB
    place free piece on tray
    ```

    Fixed:

    ```
    board tray 1x4
    shapes piece
      |AA
    place free piece on tray each 2 times
    ```
    """

    span: Span
    letters: list[str]
    factor: int
    first: Span

    def report(self) -> Report:
        return (
            Report(f"pieces {listed(self.letters, 'and')} have the same shape")
            .at(self.span)
            .beside(self.first, "the first of them")
            .noted(f"swapping them gives another solution: counts are {self.factor:,} times as large")
            .helped(f"if they are alike, draw only one of them and say `each {len(self.letters)} times`")
        )


class AreasDisagree(Diagnostic, code="W303"):
    """Pieces and board have different areas.

    All pieces lie on the board, which is covered by nothing else, and their cells are more or fewer than
    its cells: there is no solution.

    Wrong:

    ```
    board tray 2x4
    shapes piece
      |AAA BB
    place free piece on tray
    ```

    Fixed:

    ```
    board tray 1x5
    shapes piece
      |AAA BB
    place free piece on tray
    ```
    """

    span: Span
    shapes: str
    area: int
    board: str
    cells: int
    walls: int

    def report(self) -> Report:
        found = (
            Report(
                f"the pieces of `{self.shapes}` have {self.area:,} cells, "
                f"`{self.board}` has {self.cells:,} to cover"
            )
            .at(self.span)
            .noted("so there is no solution")
        )
        if self.walls == self.area:
            return found.helped(
                f"in a drawing `.` is a cell and `#` is none; the other way round there are {self.walls:,}"
            )
        if self.area < self.cells:
            return found.helped(
                "if a piece may be used more than once, say how often: `each at least 0 times`",
                "if cells may stay empty, draw the board with `?` for them",
            )
        return found.helped(
            "draw a larger board, or leave pieces out",
            "if not every piece has to be used, say so: `each at most once`",
        )
