"""Messages about what something that takes a problem cannot express."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import listed

CHOSEN = "`excover count` and `excover solve` can, with the engine that they choose"


class NotExpressed(Diagnostic, code="E431"):
    """Items, colors or goals that something cannot express.

    A format, an engine or a command has no place for what the description asks, and is refused: it would
    give wrong answers. For example, rows of 0 and 1 say only which options cover which items, each of which
    must be covered exactly once, and CNF has no costs. The message names what carries it.
    """

    span: Span | None
    name: str
    what: str
    feature: str
    instead: str
    able: Sequence[str]

    def refused(self, found: Report) -> Report:
        """With the place of what ``what`` does not carry, and who does, or what a user may do ``instead``."""
        if self.span is not None:
            found = found.at(self.span)
        able = f"{listed(self.able, 'and')} can" if self.able else ""
        return found.helped(self.instead) if self.instead else found.helped(able, CHOSEN)


class FeatureNotCarried(NotExpressed):
    def report(self) -> Report:
        named = f", such as `{self.name}`" if self.name else ""
        return self.refused(Report(f"{self.what} cannot express {self.feature}{named}"))


class SumNotCarried(NotExpressed, code="E334"):
    """A bound on a sum that something cannot keep to.

    `excover count` and `excover solve --all` keep to bounds on sums, such as `cost at most 100`, and so does
    `excover solve`, except if it is to minimize what has a lower bound or to maximize what has an upper one.
    What needs the diagram of all solutions, a symmetry group, or the format of another program that has no
    sums, does not, and is refused: it would give wrong answers. The message names the formats and the engines
    that carry sums.
    """

    def report(self) -> Report:
        return self.refused(Report(f"{self.what} cannot keep to the bound on the sum of `{self.name}`"))


class ConstraintNotCarried(NotExpressed, code="E825"):
    """A rule about all chosen options that something cannot keep to.

    Whether cells are connected, or lines form one loop, depends on all options at once, and no item says it.
    `excover solve` and `excover count` keep to it while they search, also up to symmetry, and so does
    whatever uses them, such as `unique` and `generate`. What searches in another way cannot keep to such a
    rule, and is refused: it would give wrong answers. So are diagrams, estimates, counts on disk, `minimize`
    and `maximize`, and all formats of other programs.

    For a best solution, bound the cost instead: with `cost at most 20` in place of `minimize`, or `cost at
    least 20` in place of `maximize`, `excover solve` finds a solution or none. Tighten the bound until there
    is none.
    """

    def report(self) -> Report:
        return self.refused(Report(f"{self.what} cannot keep to `require {self.name}`"))


class NothingExact(NotExpressed, code="E602"):
    """An option without an item that is covered exactly once.

    The diagram of all solutions, and the engine `graph`, take one item after the other that must be covered
    exactly once, and decide which option does. An option that covers only items `at most once`, `2 times` or
    `colored` would never be decided. `optional option` adds such an item to options that may be left out:

    ```
    item pair 2 times
    option take(n in 1..4) covers pair
    ```

    `excover count` and `excover solve` need no such item.
    """

    def report(self) -> Report:
        found = Report(f"option `{self.name}` covers no item that must be covered exactly once")
        return self.refused(found.noted(f"{self.what} branches on these items"))
