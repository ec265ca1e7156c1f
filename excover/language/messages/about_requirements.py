"""Messages about what `require` asks of several pieces together."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span


class RequirementOffBoard(Diagnostic, code="E767"):
    """A requirement that has no meaning on its board.

    Corners and crossroads are points where polygons meet. Faults are straight lines between the rows or
    columns of squares or cubes, from one side of the board to the other; a board whose sides are glued
    together has none.

    Wrong:

    ```
    board box 2x2x2
    shapes rod
      |AA
    place one-sided rod on box each 4 times
    require box without crossroads
    ```

    Fixed:

    ```
    board box 2x2x2
    shapes rod
      |AA
    place one-sided rod on box each 4 times
    require box without faults
    ```
    """

    span: Span
    what: str
    needed: str
    board: str
    declared: Span

    def report(self) -> Report:
        return (
            Report(f"the board `{self.board}` can have no {self.what}")
            .at(self.span)
            .beside(self.declared, f"`{self.board}` is declared here")
            .helped(f"{self.what} need {self.needed}")
        )


class RequirementTooEarly(Diagnostic, code="E768"):
    """A requirement of pieces that stands before one of their `place` statements.

    Write it below all of them: it holds for the boards on which the pieces are placed.

    Wrong:

    ```
    board tray 2x5, at most 6 holes
    shapes rod
      |AA
    require rod apart
    place free rod on tray each 2 times
    ```

    Fixed:

    ```
    board tray 2x5, at most 6 holes
    shapes rod
      |AA
    place free rod on tray each 2 times
    require rod apart
    ```
    """

    span: Span
    shapes: str

    def report(self) -> Report:
        return (
            Report(f"`{self.shapes}` is placed on no board above, or on another one below")
            .at(self.span)
            .helped(f"move it below `place .. {self.shapes} on ..`")
        )


class CoversRequired(Diagnostic, code="E770"):
    """An option that covers an item of `require` by itself.

    The items that `require` declares are covered by pieces and by the options that cover cells of the board,
    each where it belongs. Nothing else may cover them. Declare an item of your own for a rule of your own.

    Wrong:

    ```
    board tray 2x2
    shapes rod
      |AA
    place free rod on tray each 2 times
    require tray without crossroads
    also rod(piece, cells) covers tray_crossroads[(1, 1)]
    ```

    Fixed:

    ```
    board tray 2x2
    shapes rod
      |AA
    place free rod on tray each 2 times
    require tray without crossroads
    item mine at most 2 times
    also rod(piece, cells) covers mine
    ```
    """

    span: Span
    family: str
    required: Span

    def report(self) -> Report:
        return (
            Report(f"`{self.family}` is covered by `require` alone")
            .at(self.span)
            .beside(self.required, "its items are declared here")
            .helped("declare an item of your own")
        )


class NothingApart(Diagnostic, code="W769"):
    """No two pieces must be apart.

    `require s apart per e` is about pieces for which `e` has the same value. If it is another one for each
    piece, and each is used once, there are no two such pieces.

    Wrong:

    ```
    board tray 2x3
    shapes part
      |AAA B CC
    place free part on tray
    require part apart per piece
    ```

    Fixed:

    ```
    board tray 3x3, at most 3 holes
    shapes part
      |AA
      |A
    place free part on tray each 2 times
    require part apart per piece
    ```
    """

    span: Span
    shapes: str

    def report(self) -> Report:
        return (
            Report(f"no two pieces of `{self.shapes}` must be apart")
            .at(self.span)
            .noted("each is used at most once, and no other has the same value")
            .helped("to keep all pieces apart, leave out `per`")
        )
