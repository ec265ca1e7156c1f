"""Drawings: lines of characters, each character with its place in the text.

A bar within a line separates layers, the leftmost being the top one.

>>> from excover.source import Source, Span
>>> source = Source("x.xc", "|A.|AA")
>>> [(mark.cell, mark.text) for mark in marks([Span(source, 1, 6)])]
[((0, 0, 0), 'A'), ((0, 0, 1), '.'), ((1, 0, 0), 'A'), ((1, 0, 1), 'A')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from excover.lattices import Cell
from excover.source import Span

BLANK = " "


class Mark(NamedTuple):
    """What a drawing shows at a cell (counted from 0), and where in the text."""

    cell: Cell
    text: str
    span: Span


def layers(line: Span) -> list[Span]:
    """The layers of a line."""
    found, start = [], 0
    for layer in line.text.split("|"):
        found.append(line.part(start, len(layer)))
        start += len(layer) + 1
    return found


def box_of(lines: Sequence[Span]) -> list[int]:
    """The rows and columns of a drawing, and the layers before them where it has several."""
    texts = [line.text.split("|") for line in lines]
    layers, columns = max(map(len, texts)), max(len(layer) for text in texts for layer in text)
    return [layers, len(lines), columns] if layers > 1 else [len(lines), columns]


def marks(lines: Sequence[Span]) -> Iterator[Mark]:
    """All characters of a drawing in reading order, blanks too, one cell each."""
    for row, line in enumerate(lines):
        for layer, segment in enumerate(layers(line)):
            for column, text in enumerate(segment.text):
                yield Mark((layer, row, column), text, segment.part(column))


def word_marks(lines: Sequence[Span]) -> Iterator[Mark]:
    """The same for a drawing whose marks are words with blanks between them."""
    for row, line in enumerate(lines):
        for layer, segment in enumerate(layers(line)):
            start = 0
            for column, word in enumerate(segment.text.split()):
                start = segment.text.index(word, start)
                yield Mark((layer, row, column), word, segment.part(start, len(word)))
                start += len(word)


def remark(lines: Sequence[Span]) -> Span | None:
    """The first comment behind a line: `#`, a blank and a word, to the right of all that is drawn.

    >>> from excover.source import Source
    >>> source = Source("x.xc", "...  # one\\n....")
    >>> remark([Span(source, 0, 10), Span(source, 11, 15)]).text
    '# one'
    >>> remark([Span(source, 11, 15)])
    """
    starts = [_remark_start(line.text) for line in lines]
    drawn = (line.text[:start].rstrip() for line, start in zip(lines, starts, strict=True))
    width = max(map(len, drawn), default=0)
    behind = ((line, start) for line, start in zip(lines, starts, strict=True) if start is not None)
    return next((line.part(start, len(line.text) - start) for line, start in behind if start >= width), None)


def _remark_start(text: str) -> int | None:
    start = text.find(" # ") + 1
    return start if start and re.search("[a-z]{2}", text[start:]) else None


def bands(lines: Sequence[Span]) -> list[list[Span]]:
    """The drawing cut at its blank lines."""
    found: list[list[Span]] = [[]]
    for line in lines:
        if line.text.strip():
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return [band for band in found if band]
