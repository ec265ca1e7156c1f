"""Messages about limits of work and size."""

from __future__ import annotations

from collections.abc import Iterable

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import clipped, raised


class TooManyBindings(Diagnostic, code="E501"):
    """Too many bindings.

    The binders together have more combinations than the limit. Conditions after `where` are applied in
    order, each as soon as its names are bound: put the condition that needs only the first names first.

    Values are looked up, and the others not tried, where a condition has the new name alone on one side:
    `c = a + b`, `c in near(a)`, `a in near(c)`, or several of these with `and` or `or`.

    Wrong:

    ```
    item i[1..300]
    option x(a in 1..300, b in 1..300, c in 1..300) where c - a = b covers i[c]
    ```

    Fixed:

    ```
    item i[2..300]
    option x(a in 1..300, b in 1..300, c in 1..300) where c = a + b covers i[c]
    ```
    """

    # ``binders`` are the texts of the binders and how many values each has, at most.
    span: Span
    binders: list[tuple[str, int]]
    limit: int

    def report(self) -> Report:
        widest = clipped(max(self.binders, key=lambda binder: binder[1])[0])
        factors = " × ".join(f"{count:,} for `{clipped(text)}`" for text, count in self.binders[-8:])
        return (
            Report(f"more than {self.limit:,} bindings to try")
            .at(self.span, factors)
            .helped(
                f"narrow `{widest}`, or put first the `where` condition that needs only the first names: "
                "it is applied as soon as its names are bound",
                raised("bindings"),
            )
        )


class CallTooLarge(Diagnostic, code="E502"):
    """A function call is too expensive.

    Nested function calls multiply the number of operations. Name a value that you use several times with
    `let`, or make it a parameter.

    Wrong:

    ```
    def a(x) = x + x + x + x + x + x + x + x + x + x
    def b(x) = a(x) + a(x) + a(x) + a(x) + a(x) + a(x) + a(x) + a(x)
    def c(x) = b(x) + b(x) + b(x) + b(x) + b(x) + b(x) + b(x) + b(x)
    def d(x) = c(x) + c(x) + c(x) + c(x) + c(x) + c(x) + c(x) + c(x)
    def e(x) = d(x) + d(x) + d(x) + d(x) + d(x) + d(x) + d(x) + d(x)
    ```

    Fixed:

    ```
    def a(x) = 8 * 8 * 8 * 8 * 10 * x
    ```
    """


class CallTakesTooLong(CallTooLarge):
    span: Span
    name: str
    limit: int

    def report(self) -> Report:
        return (
            Report(f"one call of `{self.name}` would take more than {self.limit:,} operations")
            .at(self.span)
            .helped("name a value that you use several times with `let`, or pass it as an argument")
        )


class CallNestsTooDeeply(CallTooLarge):
    span: Span
    name: str
    limit: int

    def report(self) -> Report:
        return (
            Report(f"one call of `{self.name}` would nest more than {self.limit} operations")
            .at(self.span, "including the operations of the functions that it calls")
            .helped("reduce the depth of calls")
        )


class ItemsOverLimit(Diagnostic, code="E503"):
    """Too many items.

    The total number of items of all families and boards is limited.

    Wrong:

    ```
    item cell[1..1000, 1..1000]
    ```

    Fixed:

    ```
    item cell[1..100, 1..100]
    option put(r, c in 1..100) covers cell[r, c]
    ```
    """


class TooManyItems(ItemsOverLimit):
    span: Span
    factors: list[int]
    limit: int

    def report(self) -> Report:
        product = " × ".join(f"{factor:,}" for factor in self.factors)
        return Report(f"{product} items; the limit is {self.limit:,}").at(self.span).helped(raised("items"))


class TooManyItemsTogether(ItemsOverLimit):
    span: Span
    count: int
    limit: int

    def report(self) -> Report:
        return (
            Report(f"{self.count:,} items up to here; the limit is {self.limit:,}")
            .at(self.span)
            .helped(raised("items"))
        )


class CellsOverLimit(Diagnostic, code="E504"):
    """A board is too large.

    The number of cells of a board, and of the box around its drawing, is limited.

    Wrong:

    ```
    board tray 1000x1000
    ```

    Fixed:

    ```
    board tray 1x2
    shapes piece
      |AA
    place free piece on tray
    ```
    """


class BoardTooLarge(CellsOverLimit):
    span: Span
    factors: Iterable[int]
    limit: int

    def report(self) -> Report:
        product = " × ".join(f"{factor:,}" for factor in self.factors)
        return (
            Report(f"a board of {product} cells; the limit is {self.limit:,}")
            .at(self.span)
            .helped(raised("cells"))
        )


class BoardBoxTooLarge(CellsOverLimit):
    span: Span
    box: Iterable[int]
    limit: int

    def report(self) -> Report:
        box = " × ".join(f"{length:,}" for length in self.box)
        return (
            Report(
                f"with its shifted rows, the board takes a box of {box} cells; the limit is {self.limit:,}"
            )
            .at(self.span)
            .helped(raised("cells"))
        )


class TooManyVoxels(CellsOverLimit):
    span: Span
    count: int
    limit: int

    def report(self) -> Report:
        return (
            Report(f"{self.count:,} voxels up to here; the limit is {self.limit:,}")
            .at(self.span)
            .helped(raised("cells"))
        )


class TooManyShapes(Diagnostic, code="E509"):
    """Too many pieces.

    The number of pieces of a statement `shapes .. = ..` is limited. With one more cell there are three to ten
    times as many; with one more color, tiles of four sides are several times as many.

    Wrong:

    ```
    shapes piece = all free 30 of square
    board tray 30x30
    place free piece on tray
    ```

    Fixed:

    ```
    shapes piece = all free 3 of square
    board tray 2x3
    place free piece on tray
    ```
    """

    span: Span
    limit: int
    way: str

    def report(self) -> Report:
        return Report(f"more than {self.limit:,} pieces").at(self.span).helped(self.way, raised("pieces"))


class OptionsOverLimit(Diagnostic, code="E505"):
    """Too many options.

    The number of options, and of the items they cover, is limited. Narrow a binder, or exclude options with
    `where`.
    """


class TooManyMatrixEntries(OptionsOverLimit):
    span: Span
    what: str
    count: int
    limit: int

    def report(self) -> Report:
        return (
            Report(f"{self.count:,} {self.what} up to here; the limit is {self.limit:,}")
            .at(self.span)
            .helped(raised(self.what))
        )


class TooManyOptions(OptionsOverLimit):
    span: Span
    what: str
    count: int
    limit: int

    def report(self) -> Report:
        return (
            Report(f"{self.count:,} {self.what} up to here; the limit is {self.limit:,}")
            .at(self.span)
            .helped("narrow a binder, or add a condition with `where`", raised(self.what))
        )


class DrawingTooLarge(Diagnostic, code="E506"):
    """A drawing is too large.

    The size of the box that holds everything that is drawn is limited.

    Wrong:

    ```
    item a[1..9]
    option x(r in 1..9) covers a[r]
    draw x(r) at (1000 * r, 1000 * r)
    ```

    Fixed:

    ```
    item a[1..9]
    option x(r in 1..9) covers a[r]
    draw x(r) at (1, r)
    ```
    """

    span: Span
    cells: int
    limit: int
    drawn: int
    """How many of them have something to draw."""

    def report(self) -> Report:
        is_sparse = self.cells > 2 * self.drawn
        return (
            Report(f"a drawing of {self.cells:,} cells; the limit is {self.limit:,}")
            .at(self.span, "of all `draw` statements together")
            .helped(
                "use small coordinates close to each other"
                if is_sparse
                else "draw fewer cells, or nothing: a problem needs no `draw`",
                raised("cells"),
            )
        )


class SymmetryGroupTooLarge(Diagnostic, code="E507"):
    """Too many symmetries.

    The symmetry group is stored as permutations of the options that generate it, and there are too many of
    them. Declare fewer symmetries, or count without `up to symmetry`.
    """

    span: Span
    options: int
    most: int

    def report(self) -> Report:
        return (
            Report(f"the symmetry group of {self.options:,} options takes more than {self.most:,} numbers")
            .at(self.span, "these symmetries and their combinations")
            .helped("declare fewer symmetries, or count without `up to symmetry`", raised("symmetries"))
        )


class ValueTooLarge(Diagnostic, code="E508"):
    """A value is too large.

    Nested tuples and sets can double in size with every line, so their depth and the number of their parts
    are limited. Store numbers and symbols in them, and look up other values with a `def` or a `table`.
    """


class ValuesTooLarge(ValueTooLarge):
    span: Span
    limit: int

    def report(self) -> Report:
        return (
            Report(f"tuples and sets of more than {self.limit:,} parts, nested parts included")
            .at(self.span, "up to here")
            .helped("nest fewer sets", raised("bindings"))
        )


class ValueTooDeep(ValueTooLarge):
    span: Span
    limit: int

    def report(self) -> Report:
        return (
            Report(f"more than {self.limit} nested tuples and sets")
            .at(self.span, "one more level here")
            .helped("store numbers or symbols in tuples and sets, and look up other values with a `def`")
        )
