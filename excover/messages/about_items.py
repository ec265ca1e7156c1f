"""Messages about items."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from excover.diagnostics import Diagnostic, Edit, Report
from excover.messages.about_names import Undeclared
from excover.messages.edits import nearest
from excover.names import ItemName, Value, brief, kind
from excover.source import Span
from excover.words import clipped, did_you_mean, listed, plural, reached


class UnknownItemFamily(Undeclared):
    span: Span
    name: str
    known: Iterable[str]

    def report(self) -> Report:
        names = list(self.known)
        return (
            Report(f"item `{self.name}` is not declared")
            .at(self.span)
            .helped(did_you_mean(self.name, names) or f"declare it: `item {self.name}[..]`")
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.known)


class MissingItem(Diagnostic, code="E102"):
    """An item does not exist.

    An option covers, or a statement gives, an item outside the sets that its family is declared for. The
    message tells for which arguments that happens, and for how many options. Narrow the binder, exclude the
    case with `where`, or put `if` and a condition behind the item so that it is covered only where it
    exists.

    Wrong:

    ```
    item row[1..8], column[1..8]
    item up[2..16], down[-7..7] at most once
    option queen(r, c in 0..8)
      covers row[r],
        column[c], up[r+c], down[r-c]
    ```

    Fixed:

    ```
    item row[1..8], column[1..8]
    item up[2..16], down[-7..7] at most once
    option queen(r, c in 1..8)
      covers row[r],
        column[c], up[r+c], down[r-c]
    ```
    """


class UnknownGivenItem(MissingItem):
    span: Span
    item: ItemName

    def report(self) -> Report:
        return (
            Report(f"`{self.item}` does not exist")
            .at(self.span)
            .helped("give an item within the sets that it is declared for")
        )


class ItemOutsideFamily(MissingItem):
    """``declared`` is where its family is, for ``shape``; ``field`` is that of a record that was meant."""

    span: Span
    item: ItemName
    declared: Span
    shape: str
    binding: str
    count: int
    total: int
    field: str = ""

    def report(self) -> Report:
        found = Report(f"`{self.item}` does not exist").at(self.span, reached(self.binding))
        found = found.beside(self.declared, f"`{self.item.family}` is declared here for {self.shape}")
        verb = "falls" if self.count == 1 else "fall"
        found = found.noted(f"{self.count:,} of {plural(self.total, 'option')} {verb} outside")
        return found.helped(
            f"its index is a field of the record: `{self.field}`"
            if self.field
            else "narrow the binder, add a condition with `where`, or say `if` behind the item it is for"
        )


class NotAnIndexSet(Diagnostic, code="E207"):
    """Items need sets.

    `item row[S]` declares one item for each member of the set `S`. A number `n` is not a set: `1..n` is.

    Wrong:

    ```
    param n = 8
    item row[n]
    ```

    Fixed:

    ```
    param n = 8
    item row[1..n]
    option put(r in 1..n) covers row[r]
    ```
    """

    span: Span
    value: Value

    def report(self) -> Report:
        found = Report(f"an item family needs a set here, and this is {kind(self.value)}").at(self.span)
        return found.helped(f"write `1..{clipped(self.span.text)}`" if isinstance(self.value, int) else "")

    def fix(self) -> Edit | None:
        return Edit(self.span, f"1..{self.span.text}") if isinstance(self.value, int) else None


class WrongIndexCount(Diagnostic, code="E228"):
    """Too few or too many indices.

    An item is named with one index for each set that it is declared with, or with one tuple of them.

    Wrong:

    ```
    item cell[1..3, 1..3]
    option x(r, c, v in 1..3) covers cell[r, c, v]
    ```

    Fixed:

    ```
    item cell[1..3, 1..3]
    option x(r, c in 1..3) covers cell[r, c]
    ```
    """

    # ``is_tuple``: the one index that is wanted is a tuple of as many members.
    span: Span
    name: str
    wanted: int
    got: int
    is_tuple: bool
    declared: Span

    def report(self) -> Report:
        indices = plural(self.wanted, "index", "indices") if self.wanted else "no index"
        found = (
            Report(f"`{self.name}` has {indices}, not {self.got}")
            .at(self.span)
            .beside(self.declared, "declared here")
        )
        if self.is_tuple:
            inside = self.span.text.partition("[")[2].rpartition("]")[0]
            return found.helped(
                f"its index is a tuple, which has brackets of its own: `{self.name}[({clipped(inside)})]`"
            )
        return found.helped(
            f"write `{self.name}[{', '.join('rcvxyz'[: self.wanted])}]`"
            if 0 < self.wanted < 7
            else f"write `{self.name}`"
        )

    def fix(self) -> Edit | None:
        inside = self.span.text.partition("[")[2].rpartition("]")[0]
        return Edit(self.span, f"{self.name}[({inside})]") if self.is_tuple else None


class ItemsNeverCovered(Diagnostic, code="E229"):
    """Items that no option covers.

    An item that nothing covers is a slip, or makes the puzzle impossible.

    Wrong:

    ```
    item row[1..3], column[1..3]
    option x(r in 1..3) covers row[r]
    ```

    Fixed:

    ```
    item row[1..3], column[1..3]
    option x(r in 1..3) covers row[r], column[r]
    ```
    """

    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"no option ever covers an item of `{self.name}`")
            .at(self.span)
            .helped(f"name it in the `covers` of an option, or take `{self.name}` out")
        )


class InvalidDemand(Diagnostic, code="E237"):
    """A number of times that there is not.

    How often an item is covered is a number from 0 to 999,999.

    Wrong:

    ```
    item a "two" times
    option x() covers a
    ```

    Fixed:

    ```
    item a 2 times
    item b[1..2]
    option x(i in 1..2) covers a, b[i]
    ```
    """

    span: Span
    value: Value

    def report(self) -> Report:
        return (
            Report(f"an item cannot be covered {brief(self.value)} times")
            .at(self.span)
            .helped("write a number from 0 to 999,999; `at least k times` has no upper end")
        )


class EmptyDemand(Diagnostic, code="E238"):
    """Bounds that nothing satisfies.

    The lower number comes first: `2..3 times`. An item that can never be covered need not be there.

    Wrong:

    ```
    item a 3..2 times
    option x() covers a
    ```

    Fixed:

    ```
    item a 2..3 times
    item b[1..2]
    option x(i in 1..2) covers a, b[i]
    ```
    """

    span: Span
    lower: int
    upper: int

    def report(self) -> Report:
        if self.upper == 0:
            found = Report("an item that is covered 0 times at most can never be covered").at(self.span)
            return found.helped("leave the item out")
        found = Report(f"no number is at least {self.lower:,} and at most {self.upper:,}").at(self.span)
        return found.helped(f"write `{self.upper}..{self.lower} times`")


class EmptyItemFamily(Diagnostic, code="W201"):
    """A family without items.

    A set of indices is empty. That can be meant where it depends on a parameter.

    Wrong:

    ```
    item a, b[1..0]
    option x() covers a
    option y(i in 1..0) covers b[i]
    ```

    Fixed:

    ```
    item a
    option x() covers a
    ```
    """

    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"`{self.name}` has no items")
            .at(self.span, "this set is empty")
            .helped("if that is meant for some parameters only, this can be ignored")
        )


class UncoverableItems(Diagnostic, code="W302"):
    """Items that nothing can cover.

    The family is covered by some option, but no option covers these items, which all have to be covered:
    there is no solution. An item that may stay uncovered is declared `at most once`, a cell of a drawn
    board is `?`.

    Wrong:

    ```
    item a[1..3]
    option x(r in 1..2) covers a[r]
    ```

    Fixed:

    ```
    item a[1..3]
    option x(r in 1..3) covers a[r]
    ```
    """

    span: Span
    items: Sequence[ItemName]

    def report(self) -> Report:
        names = listed([item.in_words for item in self.items], "and", 6)
        return (
            Report(f"nothing can cover {names}")
            .at(self.span, "declared here")
            .noted("so there is no solution")
            .helped(
                "let an option cover it; what may stay uncovered is `at most once`, or `?` in a drawn board"
            )
        )
