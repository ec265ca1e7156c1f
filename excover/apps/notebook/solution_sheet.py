"""A list of solutions as one picture, or as a table where nothing is drawn: for notebooks.

>>> import excover
>>> queens = excover.load("queens", {"n": 6})
>>> shown = SolutionSheet(list(queens.solutions()))
>>> shown, shown.svg()[:4]
(<SolutionSheet of 4 solutions>, '<svg')
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from xml.etree.ElementTree import tostring

from excover.base.words import plural
from excover.render.svg import element
from excover.render.views import View, page
from excover.solutions.decode import Solution

MOST = 60
"""The solutions that are shown, unless another number is asked for."""


class SolutionSheet:
    """The first ``most`` solutions beside each other; further ones of a stream are not searched for."""

    def __init__(self, solutions: Iterable[Solution], most: int = MOST, view: View | None = None) -> None:
        """``view`` is that of `Solution.svg`. Raises ValueError if ``most`` is less than 1."""
        if most < 1:
            raise ValueError(f"a sheet shows at least one solution, not {most}")
        self.solutions = list(islice(solutions, most))
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
