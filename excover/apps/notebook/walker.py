"""Solutions in notebooks: a list of them as a sheet, and a walk through them, searching as it is asked.

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
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args
from xml.etree.ElementTree import tostring

from excover.base.errors import imported, not_as_wanted
from excover.base.frozen import checks_kinds
from excover.base.words import plural
from excover.problem.problem import Problem
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
