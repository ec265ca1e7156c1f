"""Messages about what `require` asks of all chosen options together."""

from __future__ import annotations

import re
from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import Value, brief
from excover.base.source import Span
from excover.base.words import clipped, listed, reached
from excover.language.messages.about_statements import ArgumentNotName


class RequiredArgumentNotName(ArgumentNotName):
    span: Span
    call: str
    name: str

    def report(self) -> Report:
        chosen = f"{clipped(self.call)} where {self.name} = {clipped(self.span.text)}"
        return (
            Report("each argument of an option in `require` must be a different name")
            .at(self.span)
            .helped(f"write `require {chosen} connected` if the rule is about some options only")
        )


class NotTwoPlaces(Diagnostic, code="E826"):
    """A line without two ends.

    `require .. joining e` is about options each of which joins two places: `e` is the set of these.
    An option with the set `{}` joins nothing.

    Wrong:

    ```
    item step[1..3] at most once
    optional option go(i in 1..3) covers step[i]
    require go(i) joining i as one loop
    ```

    Fixed:

    ```
    item step[1..3] at most once
    optional option go(i in 1..3) covers step[i]
    require go(i) joining {i, i mod 3 + 1} as one loop
    ```
    """

    span: Span
    value: Value
    binding: str

    def report(self) -> Report:
        return (
            Report(f"a line goes from one place to another, but this is {brief(self.value)}")
            .at(self.span, reached(self.binding))
            .helped("write a set of two places, such as `{(r, c), (r, c + 1)}`")
        )


class LoopAtPlaces(Diagnostic, code="E831"):
    """A loop of options that are said to be `at` places.

    A loop consists of lines, each of which joins two places. `joining` is followed by the set of these; `at`
    says where an option is, or which places it covers.

    Wrong:

    ```
    item step[1..3] at most once
    optional option go(i in 1..3) covers step[i]
    require go(i) at {i, i mod 3 + 1} as one loop
    ```

    Fixed:

    ```
    item step[1..3] at most once
    optional option go(i in 1..3) covers step[i]
    require go(i) joining {i, i mod 3 + 1} as one loop
    ```
    """

    span: Span

    def report(self) -> Report:
        found = Report("a loop needs the places that each option joins").at(self.span)
        return found.helped("write `joining` instead of `at`")

    def fix(self) -> Edit | None:
        return joining_for_at(self.span)


class NearJoined(Diagnostic, code="E832"):
    """Neighbors of places that options join.

    What joins places hangs together where these are the same: there are no neighbors to be said. `at` is for
    options that are at places, which are connected if places are neighbors.

    Wrong:

    ```
    item step[1..3] at most once
    optional option go(i in 1..3) covers step[i]
    require go(i) joining {i, i + 1} connected along {(1, 2), (2, 3)}
    ```

    Fixed:

    ```
    item step[1..3] at most once
    optional option go(i in 1..3) covers step[i]
    require go(i) joining {i, i + 1} connected
    ```
    """

    span: Span
    along: Span | None

    def report(self) -> Report:
        found = Report("options that join places hang together at these, not by neighbors")
        found = found.at(self.along or self.span)
        return found.helped("leave out what follows `connected`")


class PairsOfOptions(Diagnostic, code="W833"):
    """Every pair of neighbors is itself the set of places of an option.

    An option `at {x, y}` covers both places, and the places that are covered must be connected, along pairs
    that need no option. If options are lines between places, and the lines must hang together, write
    `joining`. If they cover both places, such as dominoes do, ignore the warning.

    Wrong:

    ```
    item total 2 times
    option edge(x, y in 1..3) where y = x mod 3 + 1 covers total
    require edge(x, y) at {x, y} connected along {(1, 2), (2, 3), (3, 1)}
    ```

    Fixed:

    ```
    item total 2 times
    option edge(x, y in 1..3) where y = x mod 3 + 1 covers total
    require edge(x, y) joining {x, y} connected
    ```
    """

    span: Span
    place: Span
    along: Span
    family: str

    def report(self) -> Report:
        return (
            Report("all of these pairs are the places of an option, so the options may be what joins them")
            .at(self.along)
            .noted(f"`at`: `{self.family}` covers both places, which may be neighbors without it")
            .helped(f"if `{self.family}` joins two places, write `joining {self.place.text} connected`")
        )

    def fix(self) -> Edit | None:
        edit = joining_for_at(self.place)
        if edit is None:
            return None
        begun, replaced = edit.span.to(self.along), f"joining {self.place.text} connected"
        return Edit(begun, replaced)


def joining_for_at(place: Span) -> Edit | None:
    """The word before a place; None where it is not found, such as in YAML."""
    before = place.source.text[: place.start]
    word = re.search(r"\bat\s*\Z", before)
    return Edit(Span(place.source, word.start(), word.start() + 2), "joining", True) if word else None


class NoPlaces(Diagnostic, code="E827"):
    """Options that are nowhere.

    Options are where the cells of boards are that they cover. If they cover none, `at` says where they are: a
    place for each option, or a set of places.

    Wrong:

    ```
    item row[1..3], column[1..3]
    option put(r, c in 1..3) covers row[r], column[c]
    require put connected
    ```

    Fixed:

    ```
    item row[1..3], column[1..3]
    option put(r, c in 1..3) covers row[r], column[c]
    require put(r, c) at (r, c) connected at corners
    ```
    """

    span: Span
    family: str
    way_out: str

    def report(self) -> Report:
        return (
            Report(f"it is not known where the options of `{self.family}` are")
            .at(self.span)
            .helped(self.way_out)
        )


class NotPairs(Diagnostic, code="E828"):
    """What is no set of pairs behind `along`.

    `along` is followed by the set of all pairs of places that are neighbors, in either order.

    Wrong:

    ```
    item house[1..3] at most once
    optional option visit(h in 1..3) covers house[h]
    require visit(h) at h connected along 1..3
    ```

    Fixed:

    ```
    item house[1..3] at most once
    optional option visit(h in 1..3) covers house[h]
    require visit(h) at h connected along {(1, 2), (2, 3)}
    ```
    """

    span: Span
    value: Value

    def report(self) -> Report:
        return (
            Report(f"neighbors are given as a set of pairs, but this is {brief(self.value)}")
            .at(self.span)
            .helped("write `{(1, 2), (2, 3)}`")
        )


class AlongWithoutPlaces(Diagnostic, code="E829"):
    """Neighbors by `along` of options whose places are not said.

    The pairs behind `along` are those of places behind `at`.

    Wrong:

    ```
    item house[1..3] at most once
    optional option visit(h in 1..3) covers house[h]
    require visit(h) connected along {(1, 2), (2, 3)}
    ```

    Fixed:

    ```
    item house[1..3] at most once
    optional option visit(h in 1..3) covers house[h]
    require visit(h) at h connected along {(1, 2), (2, 3)}
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("`along` needs places").at(self.span).helped("write `at` and a place before `connected`")
        )


class ConstraintNotPreserved(Diagnostic, code="E830"):
    """A symmetry that does not preserve what all chosen options together must be.

    A symmetry maps solutions to solutions. If these must be connected, or one loop, it maps neighbors to
    neighbors.

    Wrong:

    ```
    item house[1..3] at most once
    optional option visit(h in 1..3) covers house[h]
    require visit(h) at h connected along {(1, 2), (2, 3)}
    symmetry visit(h) -> visit(h mod 3 + 1)
    ```

    Fixed:

    ```
    item house[1..3] at most once
    optional option visit(h in 1..3) covers house[h]
    require visit(h) at h connected along {(1, 2), (2, 3)}
    symmetry visit(h) -> visit(4 - h)
    ```
    """

    span: Span
    names: Sequence[str]

    def report(self) -> Report:
        names = listed([f"require {name}" for name in self.names], "or")
        return (
            Report(f"this is not a symmetry: it does not preserve {names}")
            .at(self.span)
            .helped("it must map neighbors to neighbors")
        )
