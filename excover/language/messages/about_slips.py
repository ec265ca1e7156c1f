"""Messages about texts that are probably misspelled."""

from __future__ import annotations

from collections.abc import Iterable

from excover.base.diagnostics import Edit, Report
from excover.base.source import Span
from excover.base.words import did_you_mean, plural, visible
from excover.language.messages.edits import nearest
from excover.language.messages.message import Located


class TextAmongSymbols(Located, code="W813"):
    column: str
    text: str
    enum: str
    symbols: Iterable[str]
    others: int
    """How many more such fields the column has."""

    def report(self) -> Report:
        more = f"so are {plural(self.others, 'more field')} of it" if self.others else ""
        return (
            Report(
                f"`{visible(self.text)}` is no symbol of `{self.enum}`; other fields of `{self.column}` are"
            )
            .at(self.span, "so it is a text, and equals none of them")
            .noted(more)
            .helped(
                did_you_mean(self.text, list(self.symbols))
                or f"add it to `enum {self.enum}`, or correct the field"
            )
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.text, self.symbols)


class TextMeetsNothing(Located, code="W814"):
    column: str
    text: str
    near: str
    comparison: Span

    def report(self) -> Report:
        where = f" in the column `{self.column}`" if self.column else ""
        found = Report(f"`{visible(self.text)}`{where} equals nothing that it is compared with").at(self.span)
        if self.column:
            found = found.beside(self.comparison, "compared here")
        return found.helped(f"did you mean `{visible(self.near)}`?")

    def fix(self) -> Edit | None:
        return nearest(self.span, self.text, [self.near])


class EqualMembersOnce(Located, code="W815"):
    name: str
    call: Span
    function: Span
    added: str

    def report(self) -> Report:
        done = "summed" if self.name == "sum" else "counted"
        found = Report(f"equal values are {done} once: a set has each member once").at(self.span)
        if self.name == "sum":
            return found.helped("write `x + y` to add values that may be equal")
        return found.helped("write `len(..)` for the number of different values")

    def fix(self) -> Edit | None:
        if not self.added:
            return None
        return Edit(self.call, self.added) if self.name == "sum" else Edit(self.function, "len")
