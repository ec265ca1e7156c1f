"""Messages about limits of work and size."""

from __future__ import annotations

from collections.abc import Iterable

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import clipped, raised


class TooManyBindings(Diagnostic, code="E501"):
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


class CallTakesTooLong(Diagnostic, code="E502"):
    span: Span
    name: str
    limit: int

    def report(self) -> Report:
        return (
            Report(f"one call of `{self.name}` would take more than {self.limit:,} operations")
            .at(self.span)
            .helped("name a value that you use several times with `let`, or pass it as an argument")
        )


class CallNestsTooDeeply(Diagnostic, code="E502"):
    span: Span
    name: str
    limit: int

    def report(self) -> Report:
        return (
            Report(f"one call of `{self.name}` would nest more than {self.limit} operations")
            .at(self.span, "including the operations of the functions that it calls")
            .helped("reduce the depth of calls")
        )


class TooManyItems(Diagnostic, code="E503"):
    span: Span
    factors: list[int]
    limit: int

    def report(self) -> Report:
        product = " × ".join(f"{factor:,}" for factor in self.factors)
        return Report(f"{product} items; the limit is {self.limit:,}").at(self.span).helped(raised("items"))


class TooManyItemsTogether(Diagnostic, code="E503"):
    span: Span
    count: int
    limit: int

    def report(self) -> Report:
        return (
            Report(f"{self.count:,} items up to here; the limit is {self.limit:,}")
            .at(self.span)
            .helped(raised("items"))
        )


class BoardTooLarge(Diagnostic, code="E504"):
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


class BoardBoxTooLarge(Diagnostic, code="E504"):
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


class TooManyVoxels(Diagnostic, code="E504"):
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
    span: Span
    limit: int
    way: str

    def report(self) -> Report:
        return Report(f"more than {self.limit:,} pieces").at(self.span).helped(self.way, raised("pieces"))


class TooManyMatrixEntries(Diagnostic, code="E505"):
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


class TooManyOptions(Diagnostic, code="E505"):
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
    span: Span
    options: int
    most: int

    def report(self) -> Report:
        return (
            Report(f"the symmetry group of {self.options:,} options takes more than {self.most:,} numbers")
            .at(self.span, "these symmetries and their combinations")
            .helped("declare fewer symmetries, or count without `up to symmetry`", raised("symmetries"))
        )


class ValuesTooLarge(Diagnostic, code="E508"):
    span: Span
    limit: int

    def report(self) -> Report:
        return (
            Report(f"tuples and sets of more than {self.limit:,} parts, nested parts included")
            .at(self.span, "up to here")
            .helped("nest fewer sets", raised("bindings"))
        )


class ValueTooDeep(Diagnostic, code="E508"):
    span: Span
    limit: int

    def report(self) -> Report:
        return (
            Report(f"more than {self.limit} nested tuples and sets")
            .at(self.span, "one more level here")
            .helped("store numbers or symbols in tuples and sets, and look up other values with a `def`")
        )
