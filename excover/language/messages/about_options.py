"""Messages about what options cover."""

from __future__ import annotations

import re
from collections.abc import Sequence

from excover.base.diagnostics import Edit, Report
from excover.base.names import ItemName, OptionName
from excover.base.source import Span
from excover.base.words import plural
from excover.language.messages.edits import has_lines
from excover.language.messages.message import Located


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
            Report(f"`{self.option}` covers `{self.item.in_words}` twice")
            .at(self.span)
            .noted(f"so {_others(self.count - 1)}" if self.count > 1 else "")
            .helped("exclude it with `where`, or add `if` to one of the two items")
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
        found = Report(f"`{self.option}` covers no item that must be covered").at(self.span)
        for name, declared in self.covered:
            found = found.beside(declared, f"`{name}` may stay uncovered")
        return found.noted(
            others,
            "the sum of an item in units asks for no single option" if self.in_units else "",
            "it is not determined whether the option is chosen",
        ).helped(
            "add an item that must be covered, or write `optional option` to try both",
            "write two `item` statements, "
            "one of them for the items that must be covered: "
            "`at most once` and `colored` apply to a whole statement"
            if len(self.covered) > 1
            else "",
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
        found = Report(f"`{self.one}` and `{self.other}` cover the same items").at(self.span)
        found = found.beside(self.first, "the first of them") if self.first != self.span else found
        return found.noted(
            f"{plural(self.count, 'option covers', 'options cover')} the same items as an earlier option; "
            "each gives a separate solution"
        ).helped("write `distinct` before `covers` to keep one of them")
