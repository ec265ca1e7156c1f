"""Messages about what `require` asks of all chosen options, or of several pieces, together."""

from __future__ import annotations

import re
from collections.abc import Sequence

from excover.base.diagnostics import Edit, Report
from excover.base.names import Value
from excover.base.source import Span
from excover.base.words import clipped, listed
from excover.language.messages.message import Located


class RequiredArgumentNotName(Located, code="E226"):
    call: str
    name: str

    def report(self) -> Report:
        chosen = f"{clipped(self.call)} where {self.name} = {clipped(self.span.text)}"
        return (
            Report("each argument of an option in `require` must be a different name")
            .at(self.span)
            .helped(f"write `require {chosen} connected` if the rule is about some options only")
        )


class NotTwoPlaces(Located, code="E826"):
    value: Value
    binding: str

    wording = "a line goes from one place to another, but this is {value:brief}"
    label = "{binding:reached}"
    advice = "write a set of two places, such as `{{(r, c), (r, c + 1)}}`"


class LoopAtPlaces(Located, code="E831"):
    wording = "a loop needs the places that each option joins"
    advice = "write `joining` instead of `at`"

    def fix(self) -> Edit | None:
        return joining_for_at(self.span)


class NearJoined(Located, code="E832"):
    along: Span | None

    def report(self) -> Report:
        found = Report("options that join places hang together at these, not by neighbors")
        found = found.at(self.along or self.span)
        return found.helped("leave out what follows `connected`")


class PairsOfOptions(Located, code="W833"):
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


class NoPlaces(Located, code="E827"):
    family: str
    way_out: str

    wording = "it is not known where the options of `{family}` are"
    advice = "{way_out}"


class NotPairs(Located, code="E828"):
    value: Value

    wording = "neighbors are given as a set of pairs, but this is {value:brief}"
    advice = "write `{{(1, 2), (2, 3)}}`"


class AlongWithoutPlaces(Located, code="E829"):
    wording = "`along` needs places"
    advice = "write `at` and a place before `connected`"


class ConstraintNotPreserved(Located, code="E830"):
    names: Sequence[str]

    def report(self) -> Report:
        names = listed([f"require {name}" for name in self.names], "or")
        return (
            Report(f"this is not a symmetry: it does not preserve {names}")
            .at(self.span)
            .helped("it must map neighbors to neighbors")
        )


class RequirementOffBoard(Located, code="E767"):
    what: str
    needed: str
    board: str
    declared: Span

    wording = "the board `{board}` can have no {what}"
    related = ("declared", "`{board}` is declared here")
    advice = "{what} need {needed}"


class RequirementTooEarly(Located, code="E768"):
    shapes: str

    wording = "`{shapes}` is placed on no board above, or on another one below"
    advice = "move it below `place .. {shapes} on ..`"


class CoversRequired(Located, code="E770"):
    family: str
    required: Span

    wording = "`{family}` is covered by `require` alone"
    related = ("required", "its items are declared here")
    advice = "declare an item of your own"


class NothingApart(Located, code="W769"):
    shapes: str

    wording = "no two pieces of `{shapes}` must be apart"
    note = "each is used at most once, and no other has the same value"
    advice = "to keep all pieces apart, leave out `per`"
