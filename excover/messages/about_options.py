"""Messages about options and what they cover."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from excover.diagnostics import Diagnostic, Report
from excover.messages.about_names import DeclaredTwice
from excover.names import ItemName, OptionName
from excover.source import Span
from excover.words import did_you_mean, listed, plural, raised


def _others(count: int) -> str:
    return f"{'does' if count == 1 else 'do'} {count:,} more of these options"


class OptionCoversTwice(Diagnostic, code="E301"):
    """An option covers an item twice.

    An option is a set of items. Exclude the arguments with which two of them are the same.

    Wrong:

    ```
    item a[1..3]
    option x(r, c in 1..3) covers a[r], a[c]
    ```

    Fixed:

    ```
    item a[1..3]
    option x(r, c in 1..3) where r < c covers a[r], a[c]
    ```
    """

    span: Span
    option: OptionName
    item: ItemName
    count: int

    def report(self) -> Report:
        return (
            Report(f"`{self.option}` covers `{self.item.in_words}` twice")
            .at(self.span)
            .noted(f"so {_others(self.count - 1)}" if self.count > 1 else "")
            .helped("exclude it with `where`, or say `if` behind one of the two covers")
        )


class OptionCoversNothing(Diagnostic, code="E302"):
    """An option covers nothing.

    It could be chosen any number of times. Exclude its arguments with `where`.

    Wrong:

    ```
    item a[1..3]
    option x(r in 1..3) covers a[r] if r > 1
    ```

    Fixed:

    ```
    item a[2..3]
    option x(r in 1..3) where r > 1 covers a[r]
    ```
    """

    span: Span
    option: OptionName

    def report(self) -> Report:
        return Report(f"`{self.option}` covers nothing").at(self.span).helped("exclude it with `where`")


class EqualOptions(Diagnostic, code="W301"):
    """Options that cover the same.

    Each of them is a solution of its own, so that the number of solutions grows. If they are one answer to
    you, say `distinct`.

    Wrong:

    ```
    item a, b
    option x(r in 1..3) covers a, b
    ```

    Fixed:

    ```
    item a
    option x(r in 1..3) distinct covers a
    ```
    """

    span: Span
    one: OptionName
    other: OptionName
    count: int
    first: Span

    def report(self) -> Report:
        found = Report(f"`{self.one}` and `{self.other}` cover the same items").at(self.span)
        found = found.beside(self.first, "the first of them") if self.first != self.span else found
        return found.noted(
            f"{plural(self.count, 'option covers', 'options cover')} just what an earlier option covers; "
            "each is another answer, and multiplies the number of solutions"
        ).helped("if they are one answer to you, say `distinct` before `covers`")


class OptionsOverLimit(Diagnostic, code="E505"):
    """Too many options.

    The options, and the items that they cover, are limited. Narrow a binder, or exclude options with
    `where`. Pieces that are drawn with cells far from each other need as much room as if they were whole.
    """


class TooManyOptions(OptionsOverLimit):
    span: Span
    what: str
    count: int
    limit: int

    def report(self) -> Report:
        return (
            Report(f"{self.count:,} {self.what} up to here, the limit is {self.limit:,}")
            .at(self.span)
            .helped("narrow a binder, or add a condition with `where`", raised(self.what))
        )


class CostTooLarge(Diagnostic, code="E312"):
    """A cost is too large.

    Whatever options are chosen, the sum of their costs has to fit 64 bits, with room to spare. So no cost
    may be more than 2^62, divided by the number of options; say costs in a larger unit.

    Wrong:

    ```
    item a
    option x(n in 1..2) covers a cost n * 1000000000 * 1000000000
    minimize
    ```

    Fixed:

    ```
    item a
    option x(n in 1..2) covers a cost n * 1000000000
    minimize
    ```
    """

    span: Span
    cost: int
    most: int

    def report(self) -> Report:
        return (
            Report(f"a cost of {self.cost:,} is too large")
            .at(self.span)
            .noted(
                f"sums of costs have to fit 64 bits: "
                f"here each may be between -{self.most:,} and {self.most:,}"
            )
            .helped("say costs in a larger unit")
        )


class SpecifiedTwice(Diagnostic, code="E201"):
    """Something is said twice.

    A description has one title and one goal.

    Wrong:

    ```
    puzzle "One"
    puzzle "Two"
    ```

    Fixed:

    ```
    puzzle "One"
    # Two
    ```
    """

    span: Span
    what: str
    earlier: Span

    def report(self) -> Report:
        return Report(f"{self.what} is said twice").at(self.span).beside(self.earlier, "here already")


class OptionDeclaredTwice(DeclaredTwice):
    span: Span
    name: str
    earlier: Span

    def report(self) -> Report:
        return (
            Report(f"option `{self.name}` is declared twice")
            .at(self.span)
            .beside(self.earlier, "here already")
            .helped("an option is known by its name and arguments: give this one another name")
        )


class SeveralBoards(Diagnostic, code="E223"):
    """On which board?.

    `draw` draws on the board of the description; with several boards it cannot know which. Options that
    cover cells of boards are shown there without it.

    Wrong:

    ```
    board left 1x1
    board right 1x1
    option x() covers left[1, 1], right[1, 1]
    draw x() at (1, 1)
    ```

    Fixed:

    ```
    board left 1x1
    board right 1x1
    option x() covers left[1, 1], right[1, 1]
    ```
    """

    span: Span
    boards: Iterable[str]

    def report(self) -> Report:
        return (
            Report(f"on which board: {listed(list(self.boards))}?")
            .at(self.span)
            .helped("with several boards `draw` is not needed: options show on the boards they cover")
        )


class UnknownOption(Diagnostic, code="E224"):
    """There is no such option.

    `draw`, `given`, `forbid` and `symmetry` name options that are declared above them.

    Wrong:

    ```
    item a[1..3]
    option queen(r in 1..3) covers a[r]
    draw qeen(r) at (r, 1)
    ```

    Fixed:

    ```
    item a[1..3]
    option queen(r in 1..3) covers a[r]
    draw queen(r) at (r, 1)
    ```
    """

    span: Span
    name: str
    known: Iterable[str]

    def report(self) -> Report:
        names = list(self.known)
        return (
            Report(f"there is no option `{self.name}`")
            .at(self.span)
            .helped(
                did_you_mean(self.name, names),
                "" if names else "declare options before they are drawn or given",
            )
        )


class OtherArguments(Diagnostic, code="E225"):
    """An option has other arguments.

    An option is named with as many arguments as it is declared with.

    Wrong:

    ```
    item a[1..3]
    option queen(r in 1..3) covers a[r]
    draw queen(r, c) at (r, c)
    ```

    Fixed:

    ```
    item a[1..3]
    option queen(r in 1..3) covers a[r]
    draw queen(r) at (r, 1)
    ```
    """

    span: Span
    name: str
    wanted: Iterable[str]
    declared: Span

    def report(self) -> Report:
        call = f"{self.name}({', '.join(self.wanted)})"
        return (
            Report(f"option `{self.name}` has other arguments")
            .at(self.span)
            .beside(self.declared, f"declared here as `{call}`")
            .helped(f"write `{call}`")
        )


class ArgumentNotName(Diagnostic, code="E226"):
    """Names are needed for the arguments.

    `draw` and the left side of a `symmetry` are about all options of a family: a name stands for each
    argument.

    Wrong:

    ```
    item a[1..3]
    option queen(r in 1..3) covers a[r]
    draw queen(1) at (1, 1)
    ```

    Fixed:

    ```
    item a[1..3]
    option queen(r in 1..3) covers a[r]
    draw queen(r) at (r, 1)
    ```
    """


class DrawnArgumentNotName(ArgumentNotName):
    span: Span

    def report(self) -> Report:
        return (
            Report("an option is drawn with a name of its own for each argument")
            .at(self.span)
            .helped("write `draw put(r, c, v) at (r, c) as v`")
        )


class StatementAboutPieces(Diagnostic, code="E227"):
    """Pieces draw themselves.

    Placed pieces are drawn by their letters on their board.

    Wrong:

    ```
    board tray 1x2
    shapes piece
      |AA
    place free piece on tray
    draw piece(p) at (1, 1)
    ```

    Fixed:

    ```
    board tray 1x2
    shapes piece
      |AA
    place free piece on tray
    ```
    """


class DrawOfPieces(StatementAboutPieces):
    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"the pieces of `{self.name}` draw themselves")
            .at(self.span)
            .helped("leave this `draw` out")
        )


class SymmetryOfPieces(StatementAboutPieces):
    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"the pieces of `{self.name}` have the symmetries of their board")
            .at(self.span)
            .helped("leave this `symmetry` out: those of boards are found without being told")
        )


class MotionArgumentNotName(ArgumentNotName):
    span: Span

    def report(self) -> Report:
        return (
            Report("the left side of a symmetry has a name for each argument")
            .at(self.span)
            .helped("write `symmetry queen(r, c) -> queen(c, r)`")
        )


class CostWithoutGoal(Diagnostic, code="W206"):
    """Costs without a goal.

    Costs do nothing unless `minimize` or `maximize` says what is wanted.

    Wrong:

    ```
    item a
    option x() covers a cost 3
    ```

    Fixed:

    ```
    item a
    option x() covers a cost 3
    minimize
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("costs are told, but not what is wanted")
            .at(self.span)
            .helped("say `minimize` or `maximize`")
        )


class NothingDescribed(Diagnostic, code="W207"):
    """Nothing is described.

    A file without a statement, an empty one or one of comments, has no items. Choosing no option is its one
    solution.

    Wrong:

    ```
    # Rooks on a board of four rows
    ```

    Fixed:

    ```
    # Rooks on a board of four rows
    item row[1..4]
    option rook(r in 1..4) covers row[r]
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("nothing is described")
            .at(self.span, "no statement begins here or below")
            .helped("say `item a` and `option x() covers a`, or `import` a shipped puzzle")
        )


class GoalWithoutCost(Diagnostic, code="E254"):
    """A goal without costs.

    `minimize` and `maximize` are about the costs of options: `cost` and a number at their end.

    Wrong:

    ```
    item a
    option x() covers a
    minimize
    ```

    Fixed:

    ```
    item a
    option x() covers a cost 3
    minimize
    ```
    """

    span: Span

    def report(self) -> Report:
        return Report("no option has a cost").at(self.span).helped("say `cost 3` at the end of an option")


class CostExpectedWithoutGoal(Diagnostic, code="E256"):
    """A cost is expected, and there is no goal.

    `expect cost` is about the best solution, which there is only where the description says what is best.

    Wrong:

    ```
    item a
    option x() covers a cost 2
    option y() covers a cost 3
    expect cost = 2
    ```

    Fixed:

    ```
    item a
    option x() covers a cost 2
    option y() covers a cost 3
    minimize
    expect cost = 2
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("a cost is expected, but nothing says whether the least or the greatest")
            .at(self.span)
            .helped("say `minimize` or `maximize`")
        )


class OnlySecondaryItems(Diagnostic, code="E303"):
    """An option that nothing demands.

    All items of this option may stay uncovered, so that no rule says whether to choose it. Let it cover an
    item that must be covered; or say `optional option`, and every solution is there with it and without it.

    Wrong:

    ```
    item seat
    item light at most once
    option sit() covers seat
    option shine() covers light
    ```

    Fixed:

    ```
    item seat
    item light at most once
    option sit() covers seat
    optional option shine() covers light
    ```
    """

    span: Span
    option: OptionName
    count: int
    covered: Sequence[tuple[str, Span]]

    def report(self) -> Report:
        """``covered`` are the names of the families that it covers, and where each is declared."""
        others = f"so {_others(self.count - 1)}" if self.count > 1 else ""
        found = Report(f"`{self.option}` covers no item that has to be covered").at(self.span)
        for name, declared in self.covered:
            found = found.beside(declared, f"`{name}` may stay uncovered")
        return found.noted(
            others,
            "nothing demands it and nothing speaks against it, so nobody can tell whether it is to be chosen",
        ).helped(
            "let it cover an item that must be covered, or say `optional option` to have it tried both ways",
            "`at most once` and `colored` hold for all items of a statement: write two `item` statements, "
            "one of them for the items that must be covered"
            if len(self.covered) > 1
            else "",
        )
