"""Messages about limits of work and size."""

from __future__ import annotations

from collections.abc import Iterable

from excover.base.diagnostics import Report
from excover.base.words import clipped, raised
from excover.language.messages.message import Located


class TooManyBindings(Located, code="E501"):
    # ``binders`` are the texts of the binders and how many values each has, at most.
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


class CallTakesTooLong(Located, code="E502"):
    name: str
    limit: int

    wording = "one call of `{name}` would take more than {limit:,} operations"
    advice = "name a value that you use several times with `let`, or pass it as an argument"


class CallNestsTooDeeply(Located, code="E502"):
    name: str
    limit: int

    wording = "one call of `{name}` would nest more than {limit} operations"
    label = "including the operations of the functions that it calls"
    advice = "reduce the depth of calls"


class TooManyItems(Located, code="E503"):
    factors: list[int]
    limit: int

    def report(self) -> Report:
        product = " × ".join(f"{factor:,}" for factor in self.factors)
        return Report(f"{product} items; the limit is {self.limit:,}").at(self.span).helped(raised("items"))


class TooManyItemsTogether(Located, code="E503"):
    count: int
    limit: int

    wording = "{count:,} items up to here; the limit is {limit:,}"
    advice = raised("items")


class BoardTooLarge(Located, code="E504"):
    factors: Iterable[int]
    limit: int

    def report(self) -> Report:
        product = " × ".join(f"{factor:,}" for factor in self.factors)
        return (
            Report(f"a board of {product} cells; the limit is {self.limit:,}")
            .at(self.span)
            .helped(raised("cells"))
        )


class BoardBoxTooLarge(Located, code="E504"):
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


class TooManyVoxels(Located, code="E504"):
    count: int
    limit: int

    wording = "{count:,} voxels up to here; the limit is {limit:,}"
    advice = raised("cells")


class TooManyShapes(Located, code="E509"):
    limit: int
    way: str

    wording = "more than {limit:,} pieces"
    advice = (
        "{way}",
        raised("pieces"),
    )


class TooManyMatrixEntries(Located, code="E505"):
    what: str
    count: int
    limit: int

    def report(self) -> Report:
        return (
            Report(f"{self.count:,} {self.what} up to here; the limit is {self.limit:,}")
            .at(self.span)
            .helped(raised(self.what))
        )


class TooManyOptions(Located, code="E505"):
    what: str
    count: int
    limit: int

    def report(self) -> Report:
        return (
            Report(f"{self.count:,} {self.what} up to here; the limit is {self.limit:,}")
            .at(self.span)
            .helped("narrow a binder, or add a condition with `where`", raised(self.what))
        )


class DrawingTooLarge(Located, code="E506"):
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


class SymmetryGroupTooLarge(Located, code="E507"):
    options: int
    most: int

    wording = "the symmetry group of {options:,} options takes more than {most:,} numbers"
    label = "these symmetries and their combinations"
    advice = (
        "declare fewer symmetries, or count without `up to symmetry`",
        raised("symmetries"),
    )


class ValuesTooLarge(Located, code="E508"):
    limit: int

    wording = "tuples and sets of more than {limit:,} parts, nested parts included"
    label = "up to here"
    advice = (
        "nest fewer sets",
        raised("bindings"),
    )


class ValueTooDeep(Located, code="E508"):
    limit: int

    wording = "more than {limit} nested tuples and sets"
    label = "one more level here"
    advice = "store numbers or symbols in tuples and sets, and look up other values with a `def`"
