"""Errors and warnings about a description, as values that are independent of how they are displayed.

>>> class Unknown(Diagnostic, code="E101"):
...     '''A name that is not declared.'''
...     span: Span
...     meant: str
...     def report(self):
...         found = Report(f"`{self.span.text}` is not declared").at(self.span, "here")
...         return found.helped(f"did you mean `{self.meant}`?")
...     def fix(self):
...         return Edit(self.span, self.meant)
>>> typo = Unknown(Span(Source("queens.xc", "item rwo[1..8]"), 5, 8), "row")
>>> print(typo.plain())
error[E101]: `rwo` is not declared
 --> queens.xc:1:6
  |
1 | item rwo[1..8]
  |      ^^^ here
  help: did you mean `row`?
>>> typo.fix().applied()
'item row[1..8]'

The messages themselves are in `excover.language.messages`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, Sequence, ValuesView
from enum import Enum
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from excover.base.errors import ExcoverError
from excover.base.frozen import Frozen
from excover.base.source import Source, Span
from excover.base.words import in_python, text_width, visible

if TYPE_CHECKING:
    from excover.base.json.objects import EditData, LabelData
    from excover.base.json.outputs import DiagnosticData


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"


class Label(Frozen):
    """A place in a text and a text about it; the primary label marks the error."""

    span: Span
    text: str = ""
    primary: bool = False

    def as_data(self) -> LabelData:
        """For JSON."""
        return {**self.span.as_data(), "text": self.text, "primary": self.primary}


class Report(Frozen):
    """The wording of a diagnostic; ``notes`` give facts, ``help`` proposes an edit."""

    message: str
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: tuple[str, ...] = ()

    def at(self, span: Span | None, text: str = "") -> Report:
        """Adds the place of the error, if there is one; the message points to the first one."""
        return self.replaced(labels=(*self.labels, Label(span, text, primary=True))) if span else self

    def beside(self, span: Span | None, text: str) -> Report:
        """Adds a second place that explains the first, if there is one."""
        return self.replaced(labels=(*self.labels, Label(span, text))) if span else self

    def noted(self, *notes: str) -> Report:
        """Adds notes; empty ones are omitted."""
        return self.replaced(notes=(*self.notes, *(note for note in notes if note)))

    def helped(self, *help_: str) -> Report:
        """Adds help lines; empty ones are omitted."""
        return self.replaced(help=(*self.help, *(line for line in help_ if line)))


class Edit(Frozen):
    """A replacement for a part of a source; an empty span inserts, an empty replacement deletes.

    One that ``is_certain`` can be applied unseen: hardly anything else can be meant.
    """

    span: Span
    replacement: str
    is_certain: bool = False

    def as_data(self) -> EditData:
        """For JSON."""
        return {**self.span.as_data(), "replacement": self.replacement}

    def applied(self) -> str:
        """The text of the source with this edit."""
        return edited(self.span.source.text, [self])


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text of a source with edits of it that do not overlap, made from the last to the first, so that all
    keep their places.
    """
    for edit in sorted(edits, key=lambda each: each.span.start, reverse=True):
        text = text[: edit.span.start] + edit.replacement + text[edit.span.end :]
    return text


_COPIED = (Iterator, Mapping, KeysView, ValuesView, ItemsView, list, set, frozenset)


class Diagnostic(Frozen):
    """A message with its facts, which are the fields of its class.

    A section of docs/errors.md is the page of its code. Collections are converted to tuples, so that facts
    cannot change. Instances can be copied and pickled.
    """

    code: ClassVar[str]
    severity: ClassVar[Severity]

    def __init_subclass__(cls, code: str = "") -> None:
        super().__init_subclass__()
        if code:
            cls.code = code
            cls.severity = Severity.WARNING if code.startswith("W") else Severity.ERROR

    def __init__(self, *values: object, **named: object) -> None:
        frozen = [tuple(value) if isinstance(value, _COPIED) else value for value in values]
        kept = {name: tuple(value) if isinstance(value, _COPIED) else value for name, value in named.items()}
        super().__init__(*frozen, **kept)

    @abstractmethod
    def report(self) -> Report:
        """The wording of the message."""

    def fix(self) -> Edit | None:
        """The edit that certainly or most likely fixes the error, if there is one."""
        return None

    def other_fixes(self) -> Sequence[Edit | None]:
        """Further edits, any of which may be meant instead."""
        return ()

    def fixes(self) -> list[Edit]:
        """All edits that may be meant, the most likely first."""
        return [edit for edit in (self.fix(), *self.other_fixes()) if edit]

    @cached_property
    def _report(self) -> Report:
        return self.report()

    @property
    def message(self) -> str:
        """One line, without the place."""
        return self._report.message

    @property
    def labels(self) -> tuple[Label, ...]:
        """The places that the message points to."""
        return self._report.labels

    @property
    def notes(self) -> tuple[str, ...]:
        """Lines with facts."""
        return self._report.notes

    @property
    def help(self) -> tuple[str, ...]:
        """Lines that propose an edit."""
        return self._report.help

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    def as_data(self) -> DiagnosticData:
        """For JSON."""
        edit = self.fix()
        return {
            "severity": self.severity.value,
            "code": self.code,
            "message": self.message,
            "labels": [label.as_data() for label in self.labels],
            "notes": list(self.notes),
            "help": list(self.help),
            "fix": None if edit is None else edit.as_data(),
        }

    def __str__(self) -> str:
        """The text as a program in Python shows it, with advice in the words of Python."""
        return "".join(text for text, _ in _Layout(self, in_python).pieces())

    def plain(self) -> str:
        """The text shown on a terminal without colors."""
        return "".join(text for text, _ in self.pieces())

    def pieces(self) -> list[tuple[str, str]]:
        """The text in pieces, each with its role: error, warning, message, gutter, text, help."""
        return _Layout(self).pieces()


STYLES = {
    "error": "color:#b91c1c;font-weight:bold",
    "warning": "color:#a16207;font-weight:bold",
    "message": "font-weight:bold",
    "gutter": "color:#1d4ed8",
    "help": "color:#15803d;font-weight:bold",
}
"""Styles of the roles of pieces in notebooks."""
MOST_REPORTED = 100
"""The most errors reported at once."""


class SpecError(ExcoverError):
    """A description with errors; ``diagnostics`` lists them."""

    def __init__(self, diagnostics: Sequence[Diagnostic] | Diagnostic) -> None:
        found = [diagnostics] if isinstance(diagnostics, Diagnostic) else list(diagnostics)
        self.diagnostics = tuple(found[:MOST_REPORTED])
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "\n\n".join("".join(text for text, _ in each) for each in self._pieces())

    def _pieces(self) -> Iterator[list[tuple[str, str]]]:
        return (_Layout(diagnostic, in_python).pieces() for diagnostic in self.diagnostics)

    def _repr_html_(self) -> str:
        """For notebooks."""
        from xml.etree.ElementTree import Element, SubElement, tostring  # 3 ms of every start

        block = Element("pre")
        for pieces in self._pieces():
            for text, role in pieces:
                SubElement(block, "span", style=STYLES.get(role, "")).text = text
            SubElement(block, "span").text = "\n\n"
        return tostring(block, "unicode", method="html")

    def _render_traceback_(self) -> list[str]:
        """For notebooks, when it ends a cell: shows the errors without a Python traceback."""
        return str(self).split("\n")


class OverLimit(SpecError):
    """Something takes more memory, or more of a disk, than it may; the limit can be raised."""


TAB = "    "
WIDEST = 160
"""Of longer source lines, only the part around the label is shown."""


class _Layout:
    """Lays out a diagnostic: the source lines that it names, in order, with carets under them.

    ``helped``: how its help is put.
    """

    def __init__(self, diagnostic: Diagnostic, helped: Callable[[str], str] = str) -> None:
        self.diagnostic, self.helped = diagnostic, helped
        lines = [label.span.line for label in diagnostic.labels]
        self.gutter = len(str(max(lines, default=0))) + 1

    def pieces(self) -> list[tuple[str, str]]:
        d = self.diagnostic
        found = [(f"{d.severity.value}[{d.code}]", d.severity.value), (f": {visible(d.message)}", "message")]
        for source, labels in self._by_source():
            found += self._arrow(source, labels)
            found += self._lines(source, labels)
        for note in d.notes:
            found += self._remark("= ", note, "gutter")
        for line in d.help:
            found += self._remark("help: ", self.helped(line), "help")
        return found

    def _by_source(self) -> list[tuple[Source, list[Label]]]:
        """Labels by source, the primary label's source first."""
        ordered = sorted(self.diagnostic.labels, key=lambda label: not label.primary)
        sources = list(dict.fromkeys(label.span.source for label in ordered))
        return [(s, [label for label in ordered if label.span.source is s]) for s in sources]

    def _arrow(self, source: Source, labels: Iterable[Label]) -> list[tuple[str, str]]:
        line, column = source.position(next(iter(labels)).span.start)
        where = f"{visible(source.name)}:{line}:{column}"
        return [("\n" + " " * (self.gutter - 1) + "--> ", "gutter"), (where, "text"), *self._bar("")]

    def _bar(self, number: str) -> list[tuple[str, str]]:
        return [(f"\n{number:>{self.gutter - 1}} |", "gutter")]

    def _lines(self, source: Source, labels: list[Label]) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        last = 0
        by_line = sorted(labels, key=lambda label: (label.span.line, -label.span.column))
        for line, here in groupby(by_line, key=lambda label: label.span.line):
            if last and line > last + 1:
                found.append(("\n" + "." * (self.gutter - 1), "gutter"))
            found += self._source_line(source, line, list(here))
            last = line
        return found

    def _source_line(self, source: Source, line: int, labels: list[Label]) -> list[tuple[str, str]]:
        text = source.line_text(line)
        return [
            piece
            for first, inside in _windows(text, labels)
            for piece in self._window(line, _part(text, first), first, inside)
        ]

    def _window(self, line: int, shown: str, first: int, labels: list[Label]) -> list[tuple[str, str]]:
        """A line, or the shown part of it from column ``first``, and the labels below."""
        found = [*self._bar(str(line)), (f" {_flat(shown)}".rstrip(), "text")]
        alike = groupby(labels, key=lambda label: (label.primary, label.text))
        for (primary, wording), group in alike:
            starts = [(label.span.column - 1 - first, label.span.end - label.span.start) for label in group]
            mark, role = ("^", self.diagnostic.severity.value) if primary else ("-", "gutter")
            found += self._bar("")
            found.append((f" {_underlined(shown, starts, mark)} {visible(wording)}".rstrip(), role))
        return found

    def _remark(self, head: str, text: str, role: str) -> list[tuple[str, str]]:
        indent = "\n" + " " * self.gutter
        lines = text.split("\n")
        body = (indent + " " * len(head)).join(visible(line) for line in lines)
        return [(f"{indent}{head}", role), (body, "text")]


def _windows(line: str, labels: Sequence[Label]) -> list[tuple[int, list[Label]]]:
    """The first columns of the parts of a long line that show its labels, and the labels of each."""
    if len(line) <= WIDEST:
        return [(0, list(labels))]
    found: list[tuple[int, list[Label]]] = []
    for label in labels:
        column = label.span.column
        if not found or not found[-1][0] + 3 < column <= found[-1][0] + WIDEST:
            found.append((max(0, column - WIDEST // 2), []))
        found[-1][1].append(label)
    return found


def _part(line: str, first: int) -> str:
    """The shown part of a line, with dots where it continues."""
    shown = line[first : first + WIDEST]
    if first:
        shown = "..." + shown[3:]
    return shown if first + WIDEST >= len(line) else shown[:-3] + "..."


def _underlined(line: str, parts: Iterable[tuple[int, int]], mark: str) -> str:
    """Marks below the parts of a line, given by start and length, as wide as the line is shown."""
    under = [" "] * (len(line) + 1)
    for start, length in parts:
        stop = max(min(start + length, len(line.rstrip())), start + 1)
        under[start:stop] = [mark] * (stop - start)
    widths = (text_width(_flat(c)) for c in line + " ")
    return "".join(sign * columns for sign, columns in zip(under, widths, strict=True)).rstrip()


def _flat(text: str) -> str:
    return visible(text.replace("\t", TAB))
