"""Counts or lists the solutions in parts of the search tree.

>>> from excover.problem import parse
>>> from excover.solve.part_search import ROOT, Slice
>>> problem = parse("item a  option heads() covers a  option tails() covers a")
>>> found = TreeSearch(problem, "auto", True).search(ROOT, Slice(), SliceControl())
>>> found.count, found.lines.count(b"\\n")
(2, 2)
"""

from __future__ import annotations

from excover.decode import JsonLines, decoder
from excover.problem import Problem
from excover.runs.searched_part import SearchedPart, SliceControl
from excover.solve.part_search import PartSearch, Rest, Slice
from excover.solve.strategy import EngineName


class TreeSearch:
    """``keeps``: the solutions are listed. Unsuitable if the engine does not suit the problem."""

    def __init__(self, problem: Problem, engine: EngineName, keeps: bool) -> None:
        self._search = PartSearch(problem.matrix, engine, keeps)
        self._decode, self._json = decoder(problem.compiled), JsonLines()

    @property
    def engine(self) -> str:
        return self._search.engine

    def search(self, part: Rest, time: Slice, control: SliceControl) -> SearchedPart:
        """ValueError if the tree has no such part."""
        found = self._search.search(part, time, control.is_enough)
        lines = "".join(f"{self._json.line(self._decode(cover))}\n" for cover in found.covers)
        return SearchedPart(found.count, found.nodes, found.seconds, found.rests, lines.encode())
