"""A description in colors, with errors and warnings under the lines that they are about.

>>> from excover.base.diagnostics import SpecError
>>> from excover.problem.problem import parse
>>> text = "item a\\noption x() covers b"
>>> try:
...     parse(text)
... except SpecError as wrong:
...     marked = MarkedText(text, wrong.diagnostics)
>>> marked._repr_html_().count("wavy"), repr(marked).splitlines()[0]
(1, 'error[E101]: item `b` is not declared')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from xml.etree.ElementTree import Element, SubElement, tostring

from excover.apps.editing.highlighting import HighlightKind, highlighted
from excover.base.diagnostics import STYLES, Diagnostic, Label
from excover.base.words import visible

COLORS: Mapping[HighlightKind, str] = {
    "comment": "color:#6b7280;font-style:italic",
    "drawing": "color:#b45309",
    "text": "color:#b45309",
    "number": "color:#0e7490",
    "statement": "color:#7c3aed;font-weight:bold",
    "keyword": "color:#7c3aed",
    "operator": "color:#7c3aed",
    "function": "color:#2563eb",
}
"""Styles that are readable on light and on dark paper."""
WAVES: Mapping[str, str] = {
    "error": "text-decoration:underline wavy #dc2626",
    "warning": "text-decoration:underline wavy #ca8a04",
}


class MarkedText:
    """For notebooks; as text, the messages as on a terminal."""

    def __init__(self, text: str, diagnostics: Sequence[Diagnostic]) -> None:
        self._text = text
        self._diagnostics = diagnostics

    def __repr__(self) -> str:
        return "\n\n".join(each.plain() for each in self._diagnostics)

    def _repr_html_(self) -> str:
        """Messages about other texts, such as imported ones, are below."""
        block, elsewhere = Element("pre"), list[Diagnostic]()
        under: dict[int, list[Diagnostic]] = {}
        for each in self._diagnostics:
            line = self._line_of(each)
            (elsewhere if line is None else under.setdefault(line, [])).append(each)
        styles, start = self._styles(), 0
        for number, content in enumerate(self._text.split("\n"), 1):
            if start == len(self._text) and number not in under and start:
                break  # behind the last line end
            _span(block, f"{number:>4} ", STYLES["gutter"])
            end = start + len(content)
            for style, group in groupby(range(start, end), key=styles.__getitem__):
                _span(block, "".join(self._text[at] for at in group), style)
            _span(block, "\n", "")
            for each in under.get(number, ()):
                _message(block, each, " " * 5)
            start = end + 1
        for each in elsewhere:
            for text, role in each.pieces():
                _span(block, text, STYLES.get(role, ""))
            _span(block, "\n", "")
        return tostring(block, "unicode", method="html")

    def _labels(self, diagnostic: Diagnostic) -> Iterator[Label]:
        """Those in this text, not in another one."""
        return (label for label in diagnostic.labels if label.span.source.text == self._text)

    def _line_of(self, diagnostic: Diagnostic) -> int | None:
        return next((label.span.line for label in self._labels(diagnostic) if label.primary), None)

    def _styles(self) -> list[str]:
        """The style of every character."""
        styles = [""] * len(self._text)
        for word in highlighted(self._text):
            styles[word.start : word.start + len(word.text)] = [COLORS.get(word.kind, "")] * len(word.text)
        for diagnostic in self._diagnostics:
            wave = WAVES[diagnostic.severity.value]
            for label in self._labels(diagnostic):
                for at in range(label.span.start, min(label.span.end, len(styles))):
                    if label.primary and wave not in styles[at]:
                        styles[at] = f"{styles[at]};{wave}".removeprefix(";")
        return styles


def _message(block: Element, diagnostic: Diagnostic, indent: str) -> None:
    """The message, what its labels say, notes and help, without the lines of the text."""
    severity = diagnostic.severity.value
    _span(block, f"{indent}{severity}[{diagnostic.code}]", STYLES[severity])
    _span(block, f": {visible(diagnostic.message)}\n", STYLES["message"])
    texts = [f"line {label.span.line}: {label.text}" for label in diagnostic.labels if label.text]
    for role, head, lines in (
        ("gutter", "= ", (*texts, *diagnostic.notes)),
        ("help", "help: ", diagnostic.help),
    ):
        for line in lines:
            _span(block, f"{indent}{head}", STYLES[role])
            _span(block, visible(line.replace("\n", " ")) + "\n", "")


def _span(block: Element, text: str, style: str) -> None:
    made = SubElement(block, "span", {"style": style} if style else {})
    made.text = text
