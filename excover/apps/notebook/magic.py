r"""The cell magic `%%excover`, which `%load_ext excover` adds to IPython and Jupyter.

    %%excover queens -p n=6
    param n = 8
    item row[1..n], column[1..n]
    ..

The cell is a description. It is compiled, shown, and assigned to the variable `queens`; `-p n=6` and
`--table lectures=frame` take values from Python expressions without blanks. Errors are shown under their
lines.

A description in colors, with errors and warnings under the lines that they are about.

>>> from excover.base.diagnostics import SpecError
>>> from excover.problem.problem import parse
>>> text = "item a\noption x() covers b"
>>> try:
...     parse(text)
... except SpecError as wrong:
...     marked = MarkedText(text, wrong.diagnostics)
>>> marked._repr_html_().count("wavy"), repr(marked).splitlines()[0]
(1, 'error[E101]: item `b` is not declared')
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NoReturn
from xml.etree.ElementTree import Element, SubElement, tostring

from excover.apps.editing.vocabulary import HighlightKind, highlighted
from excover.apps.notebook.walker import SolutionSheet
from excover.base.diagnostics import STYLES, Diagnostic, Label, SpecError
from excover.base.errors import imported
from excover.base.words import plural, visible
from excover.problem.problem import Problem, parse
from excover.solutions.decode import Solution

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
    """The message, the texts of its labels, notes and help, without the lines of the text."""
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


class _CellError(SpecError):
    """Its messages are already shown in the cell; the exception ends the run of the notebook."""

    def _render_traceback_(self) -> list[str]:
        wrong = sum(each.is_error for each in self.diagnostics)
        return [f"SpecError: {plural(wrong, 'error')} in this description, shown above"]


class _Arguments(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise imported("IPython.core.error", "notebook", "%%excover").UsageError(message)


def _arguments() -> argparse.ArgumentParser:
    made = _Arguments(prog="%%excover", description="Compiles the cell as a description.", add_help=False)
    made.add_argument("name", nargs="?", help="the variable that gets the problem")
    made.add_argument("-p", dest="settings", action="append", default=[], metavar="NAME=EXPRESSION")
    made.add_argument("--table", dest="tables", action="append", default=[], metavar="NAME=EXPRESSION")
    made.add_argument("--folder", default=".", help="where files are that the description names")
    return made


def _valued(pairs: Iterable[str], names: Mapping[str, Any]) -> dict[str, Any]:
    """Values of Python expressions by name."""
    found = {}
    for pair in pairs:
        name, equals, expression = pair.partition("=")
        if not (name and equals and expression):
            _arguments().error(f"write NAME=EXPRESSION, without blanks, not {pair!r}")
        found[name] = eval(expression, dict(names))  # the user's own expression, in the user's own cell
    return found


def load_ipython_extension(shell: Any) -> None:
    """Adds `%%excover` to a shell of IPython; lists of solutions are shown as sheets from then on."""
    display = imported("IPython.display", "notebook", "%%excover").display

    def excover(line: str, cell: str) -> Problem:
        wanted = _arguments().parse_args(line.split())
        if wanted.name is not None and not wanted.name.isidentifier():
            _arguments().error(f"{wanted.name!r} is not the name of a variable")
        settings, tables = (_valued(pairs, shell.user_ns) for pairs in (wanted.settings, wanted.tables))
        try:
            problem = parse(cell, settings, tables=tables, folder=wanted.folder)
        except SpecError as wrong:
            display(MarkedText(cell, wrong.diagnostics))
            raise _CellError(wrong.diagnostics) from None
        if problem.warnings:
            display(MarkedText(cell, problem.warnings))
        if wanted.name:
            shell.user_ns[wanted.name] = problem
        return problem

    shell.register_magic_function(excover, magic_kind="cell", magic_name="excover")
    shell.display_formatter.formatters["text/html"].for_type(list, _sheet_html)


def _sheet_html(listed: list[Any]) -> str | None:
    """A list of solutions as a sheet; other lists as usual."""
    if not listed or not all(isinstance(each, Solution) for each in listed):
        return None
    return SolutionSheet(listed)._repr_html_()
