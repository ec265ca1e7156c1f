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
    span: Span

    def report(self) -> Report:
        found = Report("a loop needs the places that each option joins").at(self.span)
        return found.helped("write `joining` instead of `at`")

    def fix(self) -> Edit | None:
        return joining_for_at(self.span)


class NearJoined(Diagnostic, code="E832"):
    span: Span
    along: Span | None

    def report(self) -> Report:
        found = Report("options that join places hang together at these, not by neighbors")
        found = found.at(self.along or self.span)
        return found.helped("leave out what follows `connected`")


class PairsOfOptions(Diagnostic, code="W833"):
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
    span: Span
    value: Value

    def report(self) -> Report:
        return (
            Report(f"neighbors are given as a set of pairs, but this is {brief(self.value)}")
            .at(self.span)
            .helped("write `{(1, 2), (2, 3)}`")
        )


class AlongWithoutPlaces(Diagnostic, code="E829"):
    span: Span

    def report(self) -> Report:
        return (
            Report("`along` needs places").at(self.span).helped("write `at` and a place before `connected`")
        )


class ConstraintNotPreserved(Diagnostic, code="E830"):
    span: Span
    names: Sequence[str]

    def report(self) -> Report:
        names = listed([f"require {name}" for name in self.names], "or")
        return (
            Report(f"this is not a symmetry: it does not preserve {names}")
            .at(self.span)
            .helped("it must map neighbors to neighbors")
        )
