r"""What notebooks add: the cell magic `%%excover`, lists as sheets, and a widget to walk through solutions.

Solutions in notebooks: a list of them as a sheet, and a walk through them, searching as it is asked.

>>> from excover.problem.problem import load
>>> walker = SolutionWalker(load("queens", {"n": 6}).solutions())
>>> walker.go("next")
>>> walker
<SolutionWalker: 2, 2 solutions so far>

A list of solutions as one picture, or as a table where nothing is drawn: for notebooks.

>>> import excover
>>> queens = excover.load("queens", {"n": 6})
>>> shown = SolutionSheet(list(queens.solutions()))
>>> shown, shown.svg()[:4]
(<SolutionSheet of 4 solutions>, '<svg')

The cell magic `%%excover`, which `%load_ext excover` adds to IPython and Jupyter.

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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeAlias, get_args
from xml.etree.ElementTree import Element, SubElement, tostring

from excover.apps.editing.vocabulary import HighlightKind, highlighted
from excover.base.diagnostics import STYLES, Diagnostic, Label, SpecError
from excover.base.errors import imported, not_as_wanted
from excover.base.frozen import checks_kinds
from excover.base.words import plural, visible
from excover.problem.problem import Problem, parse
from excover.problem.what_if import no_problem
from excover.render.svg import element
from excover.render.views import View, page
from excover.search.run import UNLIMITED, Run, takes_run
from excover.solutions.decode import Solution
from excover.solutions.solutions import Solutions

if TYPE_CHECKING:
    from anywidget import AnyWidget


Direction: TypeAlias = Literal["first", "before", "next", "last"]


class SolutionWalker:
    """``solutions`` are those found so far, ``position`` the number of the one that is shown, from 1.

    The position is 0 if there is no solution. ``ended``: there are no more.
    """

    def __init__(self, stream: Iterator[Solution], view: View | None = None) -> None:
        """``view`` is that of `Solution.svg`."""
        self._stream, self._view = stream, view
        self.solutions: list[Solution] = []
        self.position = 0
        self.ended = False
        self._interrupted = False
        self.go("next")

    def __repr__(self) -> str:
        return f"<SolutionWalker: {self.position}, {self.state}>"

    @property
    def solution(self) -> Solution | None:
        """The one that is shown."""
        return self.solutions[self.position - 1] if self.position else None

    @property
    def picture(self) -> str:
        """The solution as SVG; empty if nothing is drawn."""
        shown = self.solution
        return shown.svg(self._view) if shown and any(shown.markings) else ""

    @property
    def state(self) -> str:
        """How many solutions are known, and whether these are all."""
        found = plural(len(self.solutions), "solution")
        if self._interrupted:
            return "interrupted; `next` continues the search"
        if not self.ended:
            return f"{found} so far"
        stream = self._stream
        if isinstance(stream, Solutions) and not stream.outcome.exhausted:
            reason = stream.outcome.stopped_by
            return f"{found}, ended by {reason.value if reason else 'its run'}"
        return f"all of {found}" if self.solutions else "no solution"

    def go(self, where: Direction) -> None:
        """To the `first`, the one `before`, the `next` or the `last` solution that was found so far.

        Only `next` searches, and only behind the last one. Raises ValueError for another direction.
        """
        known = len(self.solutions)
        places = {"first": 1, "before": self.position - 1, "next": self.position + 1, "last": known}
        if where not in places:
            raise ValueError(f"{where!r} is none of {', '.join(places)}")
        if places[where] > known and not self.ended:
            self._search()
        known = len(self.solutions)
        self.position = max(min(places[where], known), min(1, known))

    def _search(self) -> None:
        try:
            found = next(self._stream, None)
        except KeyboardInterrupt:
            self._interrupted = True
            return
        self._interrupted = False
        if found is None:
            self.ended = True
        else:
            self.solutions.append(found)

    @cached_property
    def widget(self) -> AnyWidget:
        """The widget, to place it among others of ipywidgets. Raises MissingExtra without anywidget."""
        imported("anywidget", "notebook", "the widget")
        return _widget(self._traits, self._asked)

    def _traits(self) -> dict[str, object]:
        """What the browser shows."""
        words = ", ".join(map(str, self.solution or ()))
        shown = {"picture": self.picture, "words": words, "state": self.state}
        return {**shown, "position": self.position, "found": len(self.solutions), "ended": self.ended}

    def _asked(self, content: object) -> None:
        """A message of the browser; any other is none of ours."""
        if isinstance(content, dict) and content.get("go") in get_args(Direction):
            self.go(content["go"])

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """For notebooks."""
        return self.widget._repr_mimebundle_(**options)


@takes_run
def walk(
    solutions: Problem | Iterable[Solution], run: Run = UNLIMITED, *, view: View | None = None
) -> SolutionWalker:
    """A widget for notebooks that shows one solution at a time, with buttons for the next and the one before.

    Solutions are searched for as they are asked for; interrupting the kernel ends the search for the next
    one, and the button continues it. Of a problem, all solutions within the limits of ``run``; otherwise
    those of a list or a stream. Raises MissingExtra without anywidget (`pip install 'excover[notebook]'`).
    """
    if isinstance(solutions, str) or not isinstance(solutions, Problem | Iterable):
        raise no_problem("`solutions` of `walk` is an excover.Problem, or several solutions", solutions)
    imported("anywidget", "notebook", "the widget")
    stream = solutions.solutions(run) if isinstance(solutions, Problem) else iter(solutions)
    return SolutionWalker(stream, view)


MOST = 60
"""The solutions that are shown, unless another number is asked for."""


class SolutionSheet:
    """The first ``most`` solutions beside each other; further ones of a stream are not searched for."""

    @checks_kinds
    def __init__(self, solutions: Iterable[Solution], most: int = MOST, view: View | None = None) -> None:
        """``view`` is that of `Solution.svg`. Raises ValueError if ``most`` is less than 1."""
        if most < 1:
            raise ValueError(f"a sheet shows at least one solution, not {most}")
        self.solutions = list(islice(solutions, most)) if isinstance(solutions, Iterable) else [solutions]
        for each in self.solutions:
            if not isinstance(each, Solution):
                instead = "write `excover.SolutionSheet(problem.solutions())`"
                raise not_as_wanted("a sheet shows several solutions", each, instead)
        self._more = len(solutions) - len(self.solutions) if isinstance(solutions, list | tuple) else 0
        self._view = view

    def __repr__(self) -> str:
        return f"<SolutionSheet of {self._summary()}>"

    def _summary(self) -> str:
        more = f", and {self._more:,} more" if self._more else ""
        return f"{plural(len(self.solutions), 'solution')}{more}"

    def svg(self) -> str:
        """All as one picture; empty if nothing is drawn. Raises ValueError if the view does not suit."""
        drawn = [each for each in self.solutions if any(each.markings)]
        return page([each.picture(self._view) for each in drawn]).svg() if drawn else ""

    def _repr_html_(self) -> str:
        """For notebooks: the picture, or a table with a row for each solution."""
        line = element("p", text=self._summary())
        picture = self.svg()
        if picture:
            return f"<div>{tostring(line, 'unicode', method='html')}{picture}</div>"
        rows = [
            element(
                "tr", element("th", text=str(number)), element("td", text=str(each), style="text-align:left")
            )
            for number, each in enumerate(self.solutions, 1)
        ]
        return tostring(element("div", line, element("table", *rows)), "unicode", method="html")


def _widget(values: Callable[[], Mapping[str, object]], go: Callable[[object], None]) -> AnyWidget:
    """The face of a `SolutionWalker` in a notebook; `walker.js` draws it in the browser.

    The browser sends where to ``go``, as `{"go": "next"}`, and shows the traits, which have these ``values``.
    """
    import anywidget
    import traitlets

    class WalkerWidget(anywidget.AnyWidget):  # type: ignore[misc]
        _esm = (files("excover.apps.notebook") / "walker.js").read_text("utf-8")
        picture, words, state = (traitlets.Unicode().tag(sync=True) for _ in range(3))
        position, found = (traitlets.Int().tag(sync=True) for _ in range(2))
        ended = traitlets.Bool().tag(sync=True)

        def take(self, _widget: object, content: object, _buffers: object) -> None:
            """A message of the browser."""
            go(content)
            self.show()

        def show(self) -> None:
            with self.hold_sync():
                for name, value in values().items():
                    setattr(self, name, value)

    made = WalkerWidget()
    made.on_msg(made.take)
    made.show()
    return made


# The cell magic `%%excover`, which `%load_ext excover` adds to IPython and Jupyter.


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
