"""Messages about names: declared, called, used, probably misspelled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.source import Span
from excover.base.words import NUMBER_WORDS, clipped, did_you_mean, listed, plural, visible
from excover.language.messages.edits import nearest
from excover.language.messages.message import Located


class UnknownName(Located, code="E101"):
    """``way``: what helps at this place of a statement; ``is_text``: items, such as pieces, have this text as
    their index.
    """

    name: str
    known: Iterable[str]
    way: str = ""
    is_text: bool = False
    meant: Edit | None = None

    wording = "`{name}` is not declared"
    advice = "{_way_out}"

    @property
    def _way_out(self) -> str:
        quoted = f'`"{self.name}"`'
        if self.is_text:
            return f"quote the text: {quoted}"
        if meant := did_you_mean(self.name, self.known):
            return meant
        if self.way:
            return self.way
        if truth := self._truth:
            return f"write `{truth}`"
        if self.name in NUMBER_WORDS:
            return f"write numbers in digits: `{NUMBER_WORDS[self.name]}`"
        return f"declare it above, such as `let {self.name} = ..`; a text has quotes: {quoted}"

    @property
    def _truth(self) -> str:
        return self.name.lower() if self.name in ("True", "False", "TRUE", "FALSE") else ""

    def fix(self) -> Edit | None:
        if self._truth:
            return Edit(self.span, self._truth, is_certain=True)
        if self.is_text:
            return Edit(self.span, f'"{self.name}"', is_certain=True)
        if close := nearest(self.span, self.name, self.known):
            return close
        if self.meant:
            return self.meant
        return Edit(self.span, str(NUMBER_WORDS[self.name])) if self.name in NUMBER_WORDS else None


class WhichBoard(Located, code="E356"):
    boards: Sequence[str]

    wording = "it is not clear which board is meant"
    advice = "{_way_out}"

    @property
    def _way_out(self) -> str:
        if not self.boards:
            return "declare a board above"
        return f"name the board: `beside(p, {self.boards[0]})`; there is {listed(self.boards, 'and')}"


class NameDeclaredTwice(Diagnostic, code="E103"):
    name: str
    span: Span
    earlier: Span

    def report(self) -> Report:
        """A statement can declare items that are not named in it, such as `b_holes` of a board `b`."""
        again, before = self.name in self.span.text, self.name in self.earlier.text
        found = Report(f"`{self.name}` is declared twice").at(
            self.span, "" if again else "this declares it, too"
        )
        found = found.beside(self.earlier, "first declared here" if before else "this declares it")
        if not again and not before:
            return found.helped("state it once")
        return found.helped("choose another name" + ("" if again and before else f" than `{self.name}`"))


class DeclaredLater(Located, code="E104"):
    name: str
    later: Span

    wording = "`{name}` is used before it is declared"
    label = "used here"
    related = ("later", "declared here")
    advice = "move the declaration above this line"


class NotAValue(Located, code="E105"):
    name: str
    what: str
    declared: Span | None

    def report(self) -> Report:
        found = Report(f"`{self.name}` is {self.what}, not a value").at(self.span)
        found = found.beside(self.declared, "declared here") if self.declared else found
        return found.helped(f"write `{self.name}(...)`")


_FOREIGN_FUNCTIONS = {
    **dict.fromkeys(("size", "length", "card", "cardinality"), "len"),
    **{"total": "sum", "forall": "all", "every": "all", "exists": "any", "some": "any", "absolute": "abs"},
}
"""Those of other languages, as they are called here."""


class UnknownFunction(Located, code="E106"):
    name: str
    known: Iterable[str]

    def report(self) -> Report:
        found = Report(f"there is no function `{self.name}`").at(self.span)
        if self.name == "range":
            return found.helped("write a set of numbers as `1..8`")
        if meant := _FOREIGN_FUNCTIONS.get(self.name):
            return found.helped(f"write `{meant}`")
        known = f"choose one of {listed(sorted(self.known), 'and', 30)}, or declare it with `def`"
        return found.helped(did_you_mean(self.name, self.known) or known)

    def fix(self) -> Edit | None:
        if meant := _FOREIGN_FUNCTIONS.get(self.name):
            return Edit(self.span, meant, is_certain=True)
        return nearest(self.span, self.name, self.known)


class WrongArgumentCount(Located, code="E107"):
    # ``call`` is how it would be right.
    name: str
    wanted: str
    got: int
    call: str = ""

    def report(self) -> Report:
        return (
            Report(f"`{self.name}` takes {self.wanted}, not {self.got}")
            .at(self.span)
            .helped(self.call and f"write `{self.call}`")
        )


class NameOfFunction(Located, code="E230"):
    name: str

    wording = "`{name}` is a built-in function"
    advice = "choose another name"


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
            written = f"write `{clipped(self.added)}`" if self.added else "write a sum with `+`"
            return found.helped(f"{written} to add values that may be equal")
        return found.helped("write `len(..)` for the number of different values")

    def fix(self) -> Edit | None:
        if not self.added:
            return None
        return Edit(self.call, self.added) if self.name == "sum" else Edit(self.function, "len")
