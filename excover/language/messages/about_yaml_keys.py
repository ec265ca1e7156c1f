"""Messages about the keys and values of the YAML form."""

from __future__ import annotations

import re
from collections.abc import Sequence

from excover.base.diagnostics import Edit, Report
from excover.base.source import Span
from excover.base.words import did_you_mean, listed, short
from excover.language.messages.edits import nearest
from excover.language.messages.message import Located


def _cut_off(key: str) -> str:
    """Is this the end of a text that YAML took apart at a comma?"""
    if re.search(r"[\])}]$", key) and not re.search(r"[\[({]", key):
        return "quote texts with commas inside `{ }` or `[ ]`: `'queen(r, c)'`"
    return ""


class DuplicateYamlKey(Located, code="E024"):
    first: Span
    key: str

    def report(self) -> Report:
        return (
            Report(f"`{short(self.key)}` is a duplicate key")
            .at(self.span)
            .beside(self.first, "first used here")
            .helped(_cut_off(self.key) or "merge the two, or write a list of maps")
        )


class UnknownYamlKey(Located, code="E025"):
    key: str
    known: Sequence[str]
    owner: str

    def report(self) -> Report:
        found = Report(f"{self.owner} has no `{short(self.key)}`").at(self.span)
        return found.helped(
            _cut_off(self.key)
            or did_you_mean(self.key, self.known)
            or f"use one of {listed(self.known, 'and', most=30)}"
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.key, self.known)


class MissingYamlKey(Located, code="E026"):
    key: str
    owner: str

    def report(self) -> Report:
        return (
            Report(f"{self.owner} without `{self.key}`").at(self.span.part(0)).helped(f"add `{self.key}: ..`")
        )


class YamlKeyNotText(Located, code="E027"):
    def report(self) -> Report:
        return (
            Report("a map or a list as a key")
            .at(self.span.part(0))
            .helped("quote texts that begin with a bracket or a brace")
        )


class WrongYamlNode(Located, code="E027"):
    """``keys`` are those that a map may have here."""

    found: str
    expected: str
    keys: Sequence[str] = ()

    def report(self) -> Report:
        return (
            Report(f"{self.found} where {self.expected} is expected")
            .at(self.span)
            .helped(
                f"write a map with the keys {listed(list(self.keys), 'and', most=30)}" if self.keys else "",
                "quote a text that begins with a bracket or a brace"
                if "text" in self.expected and self.span.text[:1] in {"[", "{"}
                else "",
            )
        )


class EmptyYamlText(Located, code="E028"):
    wording = "a value is missing here"


class UnknownYamlVersion(Located, code="E029"):
    found: str

    wording = "`{found:short}` is not a version of the YAML form"
    advice = "write `excover: 1`"

    def fix(self) -> Edit | None:
        return Edit(self.span, "1")


class NoYamlVersion(Located, code="E029"):
    def report(self) -> Report:
        return (
            Report("this file is not marked as a description")
            .at(self.span.part(0))
            .helped("begin it with `excover: 1`")
        )

    def fix(self) -> Edit | None:
        return Edit(Span(self.span.source, 0, 0), "excover: 1\n", is_certain=True)


class NotAFlag(Located, code="E030"):
    found: str

    wording = "`{found:short}` where `true` or `false` is expected"

    def fix(self) -> Edit | None:
        meant = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(self.found.lower())
        return Edit(self.span, meant, is_certain=True) if meant and self.span.text == self.found else None


class TextNotOneLine(Located, code="E031"):
    what: str

    wording = "{what} with a line break or a double quote"
    advice = "remove them; use single quotes instead"


class DrawingInOneLine(Located, code="E032"):
    wording = "YAML joins the lines of this drawing"
    advice = "write `art: |` and the drawing below it, indented"


class UnknownYamlWord(Located, code="E033"):
    found: str
    words: Sequence[str]

    def report(self) -> Report:
        return (
            Report(f"`{short(self.found)}` where {listed(self.words)} is expected")
            .at(self.span)
            .helped(did_you_mean(self.found, self.words))
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.found, self.words)
