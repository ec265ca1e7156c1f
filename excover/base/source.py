"""A text and a place in it.

>>> source = Source("queens.xc", "item row[1..8]\\nitem column[1..8]\\n")
>>> span = Span(source, 20, 26)
>>> span.text, span.line, span.column
('column', 2, 6)
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from excover.base.frozen import Frozen

if TYPE_CHECKING:
    from excover.base.json.objects import PlaceData


class Source(Frozen):
    """A text and its display name; two sources are equal only if they are the same object.

    ``path`` is that of its file, empty without one; ``form`` (text, yaml, dlx, matrix or burrtools) is how to
    read it, empty to detect it from the name and the text; ``first_line`` is the number of its first line.
    """

    _is_made_often = True
    name: str
    text: str
    path: str = ""
    form: str = ""
    first_line: int = 1

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Source(name={self.name!r}, path={self.path!r})"

    @classmethod
    def of_text(cls, name: str, text: str) -> Source:
        """A text from a program, with its line ends normalized, as those of files are."""
        return cls(name, text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(i + 1 for i, c in enumerate(self.text) if c == "\n")]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, columns counted in characters from 1."""
        line = bisect_right(self._line_starts, offset)
        return line + self.first_line - 1, offset - self._line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line by its number, without its line break."""
        start = self._line_starts[line - self.first_line]
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end].rstrip("\r")


class Span(Frozen):
    """The characters of a source from ``start`` up to, not including, ``end``."""

    _is_made_often = True
    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    def as_data(self) -> PlaceData:
        """For JSON."""
        end_line, end_column = self.source.position(self.end)
        return {
            "file": self.source.name,
            "line": self.line,
            "column": self.column,
            "end_line": end_line,
            "end_column": end_column,
        }

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of another."""
        return Span(self.source, self.start, other.end)

    def part(self, start: int, length: int = 1) -> Span:
        """``length`` characters, the first at ``start`` of this span."""
        return Span(self.source, self.start + start, self.start + start + length)


TableRow: TypeAlias = tuple[Span, list[str]]
"""A line of a table and its fields."""


class TableField(NamedTuple):
    """A field of a table: its column, such as `Job.hours`, and its place."""

    column: str
    span: Span


_FIRST_KEY = re.compile(r"(?:\s|#[^\n]*\n|---|\{)*+[\"']?excover[\"']?\s*:")


def is_yaml(source: Source) -> bool:
    """Whether it is read as YAML."""
    if source.form:
        return source.form == "yaml"
    if not source.name.startswith("<"):
        return source.name.lower().endswith((".yaml", ".yml"))
    return begins_as_yaml(source)


def begins_as_yaml(source: Source) -> bool:
    """Whether its first key is ``excover``, which distinguishes a description from other files in YAML."""
    return bool(_FIRST_KEY.match(source.text))
