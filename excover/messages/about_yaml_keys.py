"""Messages about the keys and values of the YAML form."""

from __future__ import annotations

import re
from collections.abc import Sequence

from excover.diagnostics import Diagnostic, Edit, Report
from excover.messages.edits import nearest
from excover.source import Span
from excover.words import did_you_mean, listed, short


def _cut_off(key: str) -> str:
    """Is this the end of a text that YAML took apart at a comma?"""
    if re.search(r"[\])}]$", key) and not re.search(r"[\[({]", key):
        return "texts with commas inside `{ }` or `[ ]` are put into quotes: `'queen(r, c)'`"
    return ""


class DuplicateYamlKey(Diagnostic, code="E024"):
    """A key stands twice.

    The keys of a map are different.

    Wrong:

    ```yaml
    excover: 1
    puzzle: One
    puzzle: Two
    ```

    Fixed:

    ```yaml
    excover: 1
    puzzle: One
    ```
    """

    span: Span
    first: Span
    key: str

    def report(self) -> Report:
        return (
            Report(f"`{short(self.key)}` stands here twice")
            .at(self.span)
            .beside(self.first, "it is here before")
            .helped(_cut_off(self.key) or "join the two, or make a list of maps")
        )


class UnknownYamlKey(Diagnostic, code="E025"):
    """An unknown key.

    There is no such statement, or no such part of it. The message names the nearest key, or all there are.

    Wrong:

    ```yaml
    excover: 1
    title: Tiny
    ```

    Fixed:

    ```yaml
    excover: 1
    puzzle: Tiny
    ```
    """

    span: Span
    key: str
    known: Sequence[str]
    owner: str

    def report(self) -> Report:
        found = Report(f"{self.owner} has no `{short(self.key)}`").at(self.span)
        return found.helped(
            _cut_off(self.key)
            or did_you_mean(self.key, self.known)
            or f"it may have {listed(self.known, 'and', most=30)}"
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.key, self.known)


class MissingYamlKey(Diagnostic, code="E026"):
    """A key is missing.

    A part that the statement cannot do without is not there.

    Wrong:

    ```yaml
    excover: 1
    items: [a]
    options:
      x(): {cost: 1}
    ```

    Fixed:

    ```yaml
    excover: 1
    items: [a]
    options:
      x(): {covers: a}
    ```
    """

    span: Span
    key: str
    owner: str

    def report(self) -> Report:
        return (
            Report(f"{self.owner} without `{self.key}`").at(self.span.part(0)).helped(f"add `{self.key}: ..`")
        )


class UnsuitableNode(Diagnostic, code="E027"):
    """Another kind of thing is expected.

    A text stands where a map or a list belongs, or the other way round. Texts that begin with a bracket or
    a brace are put into quotes.

    Wrong:

    ```yaml
    excover: 1
    puzzle: [Tiny]
    ```

    Fixed:

    ```yaml
    excover: 1
    puzzle: Tiny
    ```
    """


class YamlKeyNotText(UnsuitableNode):
    span: Span

    def report(self) -> Report:
        return (
            Report("a map or a list as a key")
            .at(self.span.part(0))
            .helped("texts that begin with a bracket or a brace are put into quotes")
        )


class WrongYamlNode(UnsuitableNode):
    """``keys`` are those that a map may have here."""

    span: Span
    found: str
    expected: str
    keys: Sequence[str] = ()

    def report(self) -> Report:
        return (
            Report(f"{self.found} where {self.expected} is expected")
            .at(self.span)
            .helped(
                f"its keys are {listed(list(self.keys), 'and', most=30)}" if self.keys else "",
                "a text that begins with a bracket or a brace is put into quotes"
                if "text" in self.expected and self.span.text[:1] in {"[", "{"}
                else "",
            )
        )


class EmptyYamlText(Diagnostic, code="E028"):
    """Nothing is written.

    There is a key and nothing behind it.

    Wrong:

    ```yaml
    excover: 1
    puzzle:
    ```

    Fixed:

    ```yaml
    excover: 1
    puzzle: Tiny
    ```
    """

    span: Span

    def report(self) -> Report:
        return Report("nothing is written here").at(self.span)


class UnsuitableVersion(Diagnostic, code="E029"):
    """The version of the YAML form.

    A description in YAML begins with `excover: 1`.

    Wrong:

    ```yaml
    excover: 2
    puzzle: Tiny
    ```

    Fixed:

    ```yaml
    excover: 1
    puzzle: Tiny
    ```
    """


class UnknownYamlVersion(UnsuitableVersion):
    span: Span
    found: str

    def report(self) -> Report:
        return (
            Report(f"`{short(self.found)}` is no version of the YAML form")
            .at(self.span)
            .helped("write `excover: 1`")
        )

    def fix(self) -> Edit | None:
        return Edit(self.span, "1")


class NoYamlVersion(UnsuitableVersion):
    span: Span

    def report(self) -> Report:
        return (
            Report("this file does not say that it is a description")
            .at(self.span.part(0))
            .helped("begin it with `excover: 1`")
        )

    def fix(self) -> Edit | None:
        return Edit(Span(self.span.source, 0, 0), "excover: 1\n")


class NotAFlag(Diagnostic, code="E030"):
    """Neither `true` nor `false`.

    This key is answered with `true` or `false`.

    Wrong:

    ```yaml
    excover: 1
    items: [a]
    options:
      x(): {covers: a, distinct: perhaps}
    ```

    Fixed:

    ```yaml
    excover: 1
    items: [a]
    options:
      x(): {covers: a, distinct: true}
    ```
    """

    span: Span
    found: str

    def report(self) -> Report:
        return Report(f"`{short(self.found)}` where `true` or `false` is expected").at(self.span)


class TextNotOneLine(Diagnostic, code="E031"):
    """A line break or a double quote.

    Titles and paths are texts of one line, without double quotes in them.

    Wrong:

    ```yaml
    excover: 1
    puzzle: 'A "tiny" one'
    ```

    Fixed:

    ```yaml
    excover: 1
    puzzle: A tiny one
    ```
    """

    span: Span
    what: str

    def report(self) -> Report:
        return (
            Report(f"{self.what} with a line break or a double quote in it")
            .at(self.span)
            .helped("no text of the language can hold these; single quotes are fine")
        )


class DrawingInOneLine(Diagnostic, code="E032"):
    """The lines of a drawing become one.

    YAML joins the lines of a text unless it is told to keep them: write `art: |` and the drawing below it,
    indented.

    Wrong:

    ```yaml
    excover: 1
    boards:
      tray:
        art:
          ..
          ..
    ```

    Fixed:

    ```yaml
    excover: 1
    boards:
      tray:
        art: |
          ..
    shapes:
      piece:
        art: |
          AA
    place:
      - {shapes: piece, board: tray, as: free}
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("the lines of this drawing become one")
            .at(self.span)
            .helped("keep them apart: write `art: |` and the drawing below it, indented")
        )


class UnknownYamlWord(Diagnostic, code="E033"):
    """Not one of these words.

    Only certain words can stand here, and the message names them.

    Wrong:

    ```yaml
    excover: 1
    boards:
      tray: {size: 1x2}
    shapes:
      piece:
        art: |
          AA
    place:
      - {shapes: piece, board: tray, as: mirrored}
    ```

    Fixed:

    ```yaml
    excover: 1
    boards:
      tray: {size: 1x2}
    shapes:
      piece:
        art: |
          AA
    place:
      - {shapes: piece, board: tray, as: free}
    ```
    """

    span: Span
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
