"""What a worker needs to search parts of a run: the compiled description, its search, and its decoder.

>>> from excover.runs.charter import record
>>> from excover.solve.part_search import ROOT, Slice
>>> from excover.source import Source
>>> source = Source("coin.xc", "item a  option heads() covers a  option tails() covers a")
>>> bench = Workbench(record(source, "all")[0])
>>> found = bench.work(ROOT, Slice())
>>> found.count, found.lines.count(b"\\n")
(2, 2)
"""

from __future__ import annotations

from dataclasses import dataclass

from excover.decode import JsonLines, decoder
from excover.runs.charter import Charter
from excover.solve.part_search import IsEnough, PartSearch, Rest, Slice


@dataclass(frozen=True, slots=True)
class Yield:
    """What a part has come to; ``lines``: its solutions as lines of JSON, empty if they are only counted."""

    count: int
    nodes: int
    seconds: float
    rests: tuple[Rest, ...]
    lines: bytes


class Workbench:
    """Searches parts of the run of a charter. JournalError if the description cannot be compiled again to the
    same matrix; Unsuitable if the engine does not suit it.
    """

    def __init__(self, charter: Charter) -> None:
        problem = charter.compiled()
        self._keeps = charter.question == "all"
        self._search = PartSearch(problem.matrix, charter.engine, self._keeps)
        self._decode, self._json = decoder(problem.compiled), JsonLines()

    @property
    def engine(self) -> str:
        return self._search.engine

    def work(self, part: Rest, time: Slice, is_enough: IsEnough = lambda: False) -> Yield:
        """Searches a part for a slice of time. ValueError if the tree has no such part."""
        found = self._search.search(part, time, is_enough)
        lines = "".join(f"{self._json.line(self._decode(cover))}\n" for cover in found.covers)
        return Yield(found.count, found.nodes, found.seconds, found.rests, lines.encode())
