"""Messages about items, plain and colored, and what options cover."""

from __future__ import annotations

import re
from collections.abc import Sequence

from excover.base.diagnostics import Edit, Report
from excover.base.names import ItemName, OptionName, Value, brief, kind, show
from excover.base.source import Span
from excover.base.words import clipped, listed, plural, reached
from excover.language.messages.about_values import exactly, made_alike
from excover.language.messages.message import Located, Unknown, added, has_lines, removed


class UnknownItemFamily(Unknown, code="E101"):
    wording = "item `{name}` is not declared"
    advice = "declare it: `item {name}[..]`"


class NotAnIndexSet(Located, code="E207"):
    value: Value

    def report(self) -> Report:
        found = self.located(f"an item family needs a set here, but this is {kind(self.value)}")
        edit = self.fix()
        return found.helped(f"write `{clipped(edit.replacement)}`" if edit else "")

    def fix(self) -> Edit | None:
        if isinstance(self.value, str):
            source, start = self.span.source, self.span.start
            found = re.compile(r'"[^"\n]*"(?:, *"[^"\n]*")*').match(source.text, start)
            return found and Edit(Span(source, start, found.end()), f"{{{found[0]}}}")
        if not isinstance(self.value, int):
            return None
        if ends := re.fullmatch(r"(\d+)\s*-\s*(\w+)", self.span.text):
            return Edit(self.span, f"{ends[1]}..{ends[2]}")
        return Edit(self.span, f"1..{self.span.text}")


class ItemsNeverCovered(Located, code="E229"):
    name: str
    indices: int
    is_board: bool
    has_options: bool = False
    count: int = 0
    has_decisions_only: bool = False

    def report(self) -> Report:
        found = self.located(f"no option covers an item of `{self.name}`")
        if self.is_board and self.has_decisions_only:
            return found.noted("decisions by `choose` and `lines` cover no cells").helped(
                f"if only decisions are drawn on it, write `board {self.name}, may stay empty`"
            )
        if self.is_board and self.has_options:
            return found.helped(
                f"let options cover the cells on which they lie, as in `covers {self._cell}`",
                f"if cells may stay empty, as on a map of regions, write `board {self.name}, may stay empty`",
            )
        return found.helped(f"cover it, as in `{self._example}`, or remove `{self.name}`")

    def fix(self) -> Edit | None:
        """An option that covers them, if there is none at all; otherwise, the declaration is left out."""
        if self.is_board and self.has_options:
            return self._may_stay_empty()
        if self.is_board or self.has_options:
            return self._left_out()
        return added(self.span, self._example)

    def other_fixes(self) -> Sequence[Edit | None]:
        return [None if self.is_board or self.has_options else self._left_out()]

    def _may_stay_empty(self) -> Edit | None:
        """A board with these words, if its head is in a line of its own."""
        source, line = self.span.source, self.span.source.line_text(self.span.line)
        head = re.match(r"\s*board [^|#\"]*[^|#\"\s](?=\s*(?:#|$))", line)
        if not has_lines(source) or not head:
            return None
        end = self.span.start - self.span.column + 1 + head.end()
        return Edit(Span(source, end, end), ", may stay empty", is_certain=self.has_decisions_only)

    def _left_out(self) -> Edit | None:
        """Without the family: all of its statement, or a member of the list in one line."""
        line = self.span.source.line_text(self.span.line)
        name = re.escape(self.name)
        if not has_lines(self.span.source) or self.is_board:
            return None
        if re.match(rf"item\s+{name}\b(\[[^\]]*\])?(?!\s*(,|\[))", line):
            return removed(self.span)
        start = self.span.start - self.span.column + 1
        if listed_ := re.search(rf",\s*{name}\b(\[[^\]]*\])?(?=\s*(,|#|$))", line):
            return Edit(Span(self.span.source, start + listed_.start(), start + listed_.end()), "")
        if first := re.match(rf"item\s+({name}\b(\[[^\]]*\])?\s*,\s*)(?=\w)", line):
            return Edit(Span(self.span.source, start + first.start(1), start + first.end(1)), "")
        return None

    @property
    def _example(self) -> str:
        if self.is_board:
            return f"fill {self.name} with 1..4` or `place free s on {self.name}"
        if not self.indices:
            return f"option x() covers {self.name}"
        pattern = self._names if self.indices == 1 else f"({self._names})"
        return f"option x({pattern} in {self.name}) covers {self._cell}"

    @property
    def _names(self) -> str:
        return ", ".join([letter for letter in "rcvxyzijk" if letter != self.name][: self.indices])

    @property
    def _cell(self) -> str:
        return f"{self.name}[{self._names}]"


class InvalidDemand(Located, code="E237"):
    value: Value
    range: str
    """What `0-3` is meant as, a difference of two numbers."""
    binding: str

    def report(self) -> Report:
        report = self.located(f"an item cannot be covered {brief(self.value)} times", reached(self.binding))
        if self.range:
            return report.helped(f"write two full stops for a range: `{self.range} times`")
        return report.helped("write a number from 0 to 999,999; use `at least k times` for no upper bound")

    def fix(self) -> Edit | None:
        return Edit(self.span, self.range) if self.range else None


class ChosenLessThanNever(Located, code="E237"):
    most: int
    binding: str

    wording = "an option cannot be chosen up to {most} times"
    label = "{binding:reached}"
    advice = "write a number from 0 on"


class EmptyDemand(Located, code="E238"):
    lower: int
    upper: int
    binding: str

    label = "{binding:reached}"
    wording = "the lower bound {lower:,} exceeds the upper bound {upper:,}"
    advice = "write `{upper}..{lower} times`"


class EmptyItemFamily(Located, code="W201"):
    name: str

    wording = "`{name}` has no items"
    label = "this set is empty"
    advice = "ignore this if it is intended for some parameters"


class ItemsWithoutOptions(Located, code="W302"):
    """``span`` is where they are declared; ``rules`` are the statements that let no piece cover them."""

    items: Sequence[ItemName]
    rules: Sequence[str] = ()

    def report(self) -> Report:
        names = listed([item.in_words for item in self.items], "and", 6)
        them = "them" if len(self.items) > 1 else "it"
        rules = listed(self.rules, "or") if self.rules else ""
        in_model = self.span.source.name.startswith("<model call")
        how = "`at_most=1`" if in_model else "`at most once`, or `?` in a drawn board"
        uncovered = f"let {them} stay uncovered: {how}"
        return (
            self.located(f"no option covers {names}", "declared here")
            .noted(f"a piece could cover {them}, but {rules} leaves no such placement" if rules else "")
            .noted("so there is no solution")
            .helped(
                f"allow one, or {uncovered}" if rules else f"add an option that covers {them}, or {uncovered}"
            )
        )


class SharedBound(Located, code="E034"):
    """Families without a bound, in front of one that has one; ``meant`` writes a bound for each."""

    families: Sequence[str]
    bounded: str
    bound: str
    meant: Edit | None

    @property
    def names(self) -> str:
        return listed(list(self.families), "and", 6)

    @property
    def have(self) -> str:
        return "have no bounds" if len(self.families) > 1 else "has no bound"

    wording = "{names} {have} in front of a family that has one"
    note = "a bound belongs to one family: `{bound:clipped}` is that of `{bounded:clipped}` alone"
    advice = (
        "repeat `{bound:clipped}` behind each family for which it holds",
        "write `once` behind a family that must be covered exactly once",
    )

    def fix(self) -> Edit | None:
        return self.meant


class ColorMissing(Located, code="E241"):
    item: str
    declared: Span

    wording = "`{item}` is colored, but no color is given"
    related = ("declared", "declared here")
    advice = "write `= color` after it"


class ColorUnexpected(Located, code="E242"):
    item: str
    declared: Span
    in_units: bool = False

    wording = "`{item}` is not colored"
    related = ("declared", "declared here")

    def _help(self) -> list[str]:
        return [
            f"write an amount with `by`: `{self.item} by {self.span.text}`"
            if self.in_units
            else "add `colored` to its declaration, or remove the color"
        ]


class NotColoredItem(Located, code="E255"):
    name: str

    wording = "`{name}` is not colored: only colored items can be drawn or given by color"
    advice = "add `colored` to the declaration of `{name}`, or name an option instead"


class NotColoredCell(NotColoredItem):
    """A value that is given to a cell of a board with a `fill`; ``option`` is what fills it."""

    option: str

    advice = "name what fills the cell: `{option}`"

    def fix(self) -> Edit | None:
        return Edit(self.span, self.option)


class UnlikeColors(Located, code="W305"):
    item: ItemName
    option: OptionName
    color: Value
    first_span: Span
    first_option: OptionName
    first_color: Value

    def report(self) -> Report:
        colors = f"{show(self.first_color)} and {show(self.color)}"
        found = self.located(f"`{self.item}` is given the colors {colors}, which are never equal")
        if self.first_span != self.span:
            found = found.beside(self.first_span, f"{show(self.first_color)} is given here")
        return found.noted(
            f"in `{self.first_option}` the color is {exactly(self.first_color)}, "
            f"in `{self.option}` it is {exactly(self.color)}"
        ).helped(made_alike(self.first_color, self.color))


# Messages about what options cover.


def _others(count: int) -> str:
    return f"{'does' if count == 1 else 'do'} {count:,} more of these options"


class OptionDeclaredTwice(Located, code="E103"):
    name: str
    earlier: Span

    wording = "option `{name}` is declared twice"
    related = ("earlier", "first specified here")
    advice = "choose another name: an option is identified by its name and arguments"


class OptionCoversTwice(Located, code="E301"):
    option: OptionName
    item: ItemName
    count: int

    def report(self) -> Report:
        return (
            self.located(f"`{self.option}` covers `{self.item.in_words}` twice")
            .noted(f"so {_others(self.count - 1)}" if self.count > 1 else "")
            .helped("exclude it with `where`, or add `if` to one of the two items")
            .helped("or declare the item in units, `item row[1..3] 4 units`: then all of it adds up")
        )


class OptionCoversNothing(Located, code="E302"):
    option: OptionName

    wording = "`{option}` covers nothing"
    advice = "exclude it with `where`"


class OnlySecondaryItems(Located, code="E303"):
    option: OptionName
    count: int
    covered: Sequence[tuple[str, Span]]
    in_units: bool = False
    """Whether it covers items in units: a bound of their sum asks for no single option."""

    def report(self) -> Report:
        """``covered`` are the names of the families that it covers, and where each is declared."""
        others = f"so {_others(self.count - 1)}" if self.count > 1 else ""
        found = self.located(f"`{self.option}` covers no item that must be covered")
        for name, declared in self.covered:
            found = found.beside(declared, f"`{name}` may stay uncovered")
        return found.noted(
            others,
            "the sum of an item in units asks for no single option" if self.in_units else "",
            "it is not determined whether the option is chosen",
        ).helped(
            "add an item that must be covered, or write `optional option` to try both",
        )

    def fix(self) -> Edit | None:
        """With `optional` before its `option`, if the place is its name or one of its arguments."""
        source = self.span.source
        found = re.search(
            r"(?<!optional )\boption[ \t]+(\w+[ \t]*\([^#\n]*)?\Z", source.text[: self.span.start]
        )
        if found is None or not has_lines(source):
            return None
        return Edit(Span(source, found.start(), found.start()), "optional ")


class EqualOptions(Located, code="W301"):
    one: OptionName
    other: OptionName
    count: int
    first: Span

    def report(self) -> Report:
        count = plural(self.count, "option covers", "options cover")
        found = self.located(f"`{self.one}` and `{self.other}` cover the same items")
        found = found.beside(self.first if self.first != self.span else None, "the first of them")
        found = found.noted(f"{count} the same items as an earlier option; each gives a separate solution")
        return found.helped("write `distinct` before `covers` to keep one of them")


class ItemsCalled(Located, code="E106"):
    """A family of items, as that of placed pieces, with arguments like a function."""

    name: str

    wording = "`{name}` is a family of items, of which an expression cannot ask"
    advice = "ask options and decisions by their names; of pieces, `forbid` and `retain` name placements"
