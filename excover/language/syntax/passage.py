"""A text in a source, possibly in pieces: indented, escaped or folded as another format requires.

>>> from excover.base.source import Source
>>> source = Source("x.yaml", "let: {a: 'x in\\n  row'}")
>>> passage = Passage(source, "x in row", (0, 5), (10, 17))
>>> passage.span(5, 8)
Span(source=Source(name='x.yaml', path=''), start=17, end=20)
>>> passage.span(0, 1).text
'x'
"""

from __future__ import annotations

from bisect import bisect_right

from excover.base.frozen import Frozen
from excover.base.source import Source, Span


class Passage(Frozen):
    """``text``, whose characters from ``starts[i]`` on are in the source from ``places[i]`` on."""

    source: Source
    text: str
    starts: tuple[int, ...] = (0,)
    places: tuple[int, ...] = (0,)

    @staticmethod
    def whole(source: Source) -> Passage:
        return Passage(source, source.text)

    def span(self, start: int, end: int) -> Span:
        """The place in the source of the characters of the text from ``start`` up to ``end``."""
        if len(self.starts) == 1:
            return Span(self.source, self.places[0] + start, self.places[0] + end)
        first = self._place(start)
        return Span(self.source, first, self._place(end - 1) + 1 if end > start else first)

    def _place(self, offset: int) -> int:
        piece = max(0, bisect_right(self.starts, offset) - 1)
        return self.places[piece] + offset - self.starts[piece]
