"""Counts or lists the solutions in parts of the search tree.

>>> from excover.problem.problem import parse
>>> from excover.runs.shard_forms import shard_form
>>> from excover.search.part_search import ROOT, Slice
>>> problem = parse("item a  option heads() covers a  option tails() covers a")
>>> found = TreeSearch(problem, "auto", shard_form("jsonl", problem)).search(ROOT, Slice(), SliceControl())
>>> found.count, found.content.count(b"\\n")
(2, 2)
"""

from __future__ import annotations

from excover.problem.problem import Problem
from excover.runs.searched_part import SearchedPart, SliceControl
from excover.runs.shard_forms import ShardForm
from excover.search.part_search import PartSearch, Rest, Slice
from excover.search.strategy import EngineName


class TreeSearch:
    """``form``: of the files with solutions, None if these are only counted. Unsuitable if the engine does
    not suit the problem.
    """

    def __init__(self, problem: Problem, engine: EngineName, form: ShardForm | None) -> None:
        self._search = PartSearch(problem.matrix, engine, form is not None)
        self._form = form

    @property
    def engine(self) -> str:
        return self._search.engine

    def search(self, part: Rest, time: Slice, control: SliceControl) -> SearchedPart:
        """ValueError if the tree has no such part."""
        found = self._search.search(part, time, control.is_enough)
        content = self._form.content(found.covers) if self._form else b""
        return SearchedPart(found.count, found.nodes, found.seconds, found.rests, content)
