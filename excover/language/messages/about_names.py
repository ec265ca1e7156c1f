"""Messages about names: declared, called, used."""

from __future__ import annotations

from collections.abc import Iterable

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.source import Span
from excover.base.words import NUMBER_WORDS, did_you_mean, listed
from excover.language.messages.edits import nearest


class Undeclared(Diagnostic, code="E101"):
    """A name is not declared.

    Declare every name before you use it, with `param`, `let`, `enum`, `table`, `def`, `item`, `board` or
    `shapes`, or as an argument. Usually the name is misspelled, and the message suggests the nearest known
    name.

    Wrong:

    ```
    param size = 8
    item row[1..sise]
    ```

    Fixed:

    ```
    param size = 8
    item row[1..size]
    option put(r in 1..size) covers row[r]
    ```
    """


class UnknownName(Undeclared):
    """``way``: what helps at this place of a statement; ``is_text``: items, such as pieces, have this text as
    their index.
    """

    span: Span
    name: str
    known: Iterable[str]
    way: str = ""
    is_text: bool = False
    meant: Edit | None = None

    def report(self) -> Report:
        return Report(f"`{self.name}` is not declared").at(self.span).helped(self._way_out)

    @property
    def _way_out(self) -> str:
        quoted = f'`"{self.name}"`'
        if self.is_text:
            return f"quote the text: {quoted}"
        if meant := did_you_mean(self.name, self.known):
            return meant
        if self.way:
            return self.way
        if self.name in NUMBER_WORDS:
            return f"write numbers in digits: `{NUMBER_WORDS[self.name]}`"
        if self.name.lower() in ("true", "false"):
            return "a condition is a comparison, such as `x > 1`: one that is always true is left out"
        return f"declare it above, such as `let {self.name} = ..`; a text has quotes: {quoted}"

    def fix(self) -> Edit | None:
        if self.is_text:
            return Edit(self.span, f'"{self.name}"', is_certain=True)
        if close := nearest(self.span, self.name, self.known):
            return close
        if self.meant:
            return self.meant
        return Edit(self.span, str(NUMBER_WORDS[self.name])) if self.name in NUMBER_WORDS else None


class DeclaredTwice(Diagnostic, code="E103"):
    """A name is declared twice.

    A name has one meaning in a description, and one statement declares an option family. Choose another
    name. To write options of one family in several forms, use conditions (`covers a[x] if ..`).

    Wrong:

    ```
    let n = 3
    param n = 4
    ```

    Fixed:

    ```
    let n = 3
    param m = 4
    ```
    """


class NameDeclaredTwice(DeclaredTwice):
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


class DeclaredLater(Diagnostic, code="E104"):
    """A name is used before it is declared.

    A description is read from top to bottom: move the declaration up.

    Wrong:

    ```
    item row[1..n]
    param n = 8
    ```

    Fixed:

    ```
    param n = 8
    item row[1..n]
    option put(r in 1..n) covers row[r]
    ```
    """

    span: Span
    name: str
    later: Span

    def report(self) -> Report:
        return (
            Report(f"`{self.name}` is used before it is declared")
            .at(self.span, "used here")
            .beside(self.later, "declared here")
            .helped("move the declaration above this line")
        )


class NotAValue(Diagnostic, code="E105"):
    """A function is not a value.

    A function has a value only when it is called with arguments.

    Wrong:

    ```
    def twice(x) = 2*x
    let a = twice + 1
    ```

    Fixed:

    ```
    def twice(x) = 2*x
    let a = twice(3) + 1
    ```
    """

    span: Span
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


class UnknownFunction(Diagnostic, code="E106"):
    """Unknown function.

    The functions are the built-in ones (`min`, `max`, `sum`, `count`, `abs`, `len`, `all`, `any`) and those
    declared with `def`. Index a family or a table with square brackets.

    Wrong:

    ```
    let a = maxx(1, 2)
    ```

    Fixed:

    ```
    let a = max(1, 2)
    ```
    """

    span: Span
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


class WrongArgumentCount(Diagnostic, code="E107"):
    """Wrong number of arguments.

    A function takes as many arguments as its `def` declares.

    Wrong:

    ```
    def between(a, b, c) = a < b and b < c
    let x = 1 if between(1, 2) else 0
    ```

    Fixed:

    ```
    def between(a, b, c) = a < b and b < c
    let x = 1 if between(1, 2, 3) else 0
    ```
    """

    # ``call`` is how it would be right.
    span: Span
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


class NameOfFunction(Diagnostic, code="E230"):
    """The name of a built-in function.

    `min`, `max`, `sum`, `count`, `abs`, `len`, `all` and `any` are built in and cannot be redefined.

    Wrong:

    ```
    def max(a, b) = a if a > b else b
    ```

    Fixed:

    ```
    def larger(a, b) = a if a > b else b
    ```
    """

    span: Span
    name: str

    def report(self) -> Report:
        return Report(f"`{self.name}` is a built-in function").at(self.span).helped("choose another name")
