"""Messages about texts that are probably misspelled."""

from __future__ import annotations

from collections.abc import Iterable

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.source import Span
from excover.base.words import did_you_mean, plural, visible
from excover.language.messages.edits import nearest


class TextAmongSymbols(Diagnostic, code="W813"):
    """A word among symbols.

    Most fields of the column are symbols of an `enum`; this one is none of them, so it is a text that equals
    no symbol: wherever the column is compared with symbols, this record is never found, and a sum leaves it
    out.

    Wrong:

    ```
    enum Skill = carpentry, wiring
    table people
      |name skill
      |Ada  carpentry
      |Ben  wirng
    item job[Skill]
    option do(s in Skill) covers job[s] cost count(p for p in people where p.skill = s)
    minimize
    ```

    Fixed:

    ```
    enum Skill = carpentry, wiring
    table people
      |name skill
      |Ada  carpentry
      |Ben  wiring
    item job[Skill]
    option do(s in Skill) covers job[s] cost count(p for p in people where p.skill = s)
    minimize
    ```
    """

    span: Span
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


class TextMeetsNothing(Diagnostic, code="W814"):
    """A text that a comparison never meets.

    A text, often that of a field, is compared with others, none of which equals it, but one differs by a
    single letter, or by its case. If it is misspelled, the record is never found, and a sum leaves it out. If
    both are right, ignore this warning.

    Wrong:

    ```
    table price
      |thing cents
      |bread 3
      |milk  2
    table shop
      |name sells
      |A    bread
      |B    milc
    item visit[shop]
    option go(s in shop) covers visit[s] cost sum(p.cents for p in price where p.thing = s.sells)
    minimize
    ```

    Fixed:

    ```
    table price
      |thing cents
      |bread 3
      |milk  2
    table shop
      |name sells
      |A    bread
      |B    milk
    item visit[shop]
    option go(s in shop) covers visit[s] cost price[s.sells].cents
    minimize
    ```
    """

    span: Span
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


class EqualMembersOnce(Diagnostic, code="W815"):
    """A sum or a number of members of which some may be equal.

    A set has each member once: if `x` and `y` are equal, `sum({x, y})` is `x`. Write
    `x + y + z` for a sum. `len({x, y, z})` is how many different values there are.

    Wrong:

    ```
    item way
    option throw(x, y, z in 1..6) where sum({x, y, z}) = 7 covers way
    ```

    Fixed:

    ```
    item way
    option throw(x, y, z in 1..6) where x + y + z = 7 covers way
    ```
    """

    span: Span
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
