"""The options of a file, which are its lines: their names and places, made when they are asked for.

>>> from excover.base.source import Source
>>> lines = LineSpans(Source("a.dlx", "a b\\n\\nb  c\\n"), array("I", [0, 5]), array("I", [3, 9]))
>>> lines[1].text, [span.line for span in lines]
('b  c', [1, 3])
>>> names = LineNames(lines, array("I", [1, 2]), lambda text: " ".join(text.split()))
>>> names[-1], str(names[1])
(OptionLine(family='option', arguments=(2, 'b c')), 'b c')
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import overload

from excover.base.names import OptionLine, OptionName
from excover.base.source import Source, Span

FAMILY = "option"
"""The family of the options of a file: each is identified by its number, counted from 1, and its line."""


class LineSpans(Sequence[Span]):
    """The place of each option, from ``begins`` up to, not including, ``ends``."""

    def __init__(self, source: Source, begins: array[int], ends: array[int]) -> None:
        self.source = source
        self.begins = begins
        self.ends = ends

    def __len__(self) -> int:
        return len(self.begins)

    @overload
    def __getitem__(self, option: int) -> Span: ...
    @overload
    def __getitem__(self, option: slice) -> list[Span]: ...
    def __getitem__(self, option: int | slice) -> Span | list[Span]:
        if isinstance(option, slice):
            return [self[each] for each in range(*option.indices(len(self)))]
        return Span(self.source, self.begins[option], self.ends[option])


class LineNames(Sequence[OptionName]):
    """The name of each option: its number in the file, and what is ``shown`` of its line."""

    def __init__(self, spans: LineSpans, numbers: array[int], shown: Callable[[str], str]) -> None:
        self._spans = spans
        self._numbers = numbers
        self._shown = shown

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, option: int) -> OptionName: ...
    @overload
    def __getitem__(self, option: slice) -> list[OptionName]: ...
    def __getitem__(self, option: int | slice) -> OptionName | list[OptionName]:
        if isinstance(option, slice):
            return [self[each] for each in range(*option.indices(len(self)))]
        number = self._numbers[option]
        if option < 0:
            option += len(self)
        text = self._spans.source.text[self._spans.begins[option] : self._spans.ends[option]]
        return OptionLine(FAMILY, (number, self._shown(text)))
