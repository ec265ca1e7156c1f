"""Drawings: lines of characters, each character with its place in the text.

A bar within a line separates layers; the leftmost is the top one. A double bar separates blocks of layers.

>>> from excover.base.source import Source, Span
>>> source = Source("x.xc", "|A.|AA")
>>> [(mark.cell, mark.text) for mark in marks([Span(source, 1, 6)])]
[((0, 0, 0), 'A'), ((0, 0, 1), '.'), ((1, 0, 0), 'A'), ((1, 0, 1), 'A')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from excover.base.source import Span
from excover.lattices import Cell, Lattice
from excover.lattices.lattice import DIMENSIONS

BLANK = " "


class Mark(NamedTuple):
    """The mark of a drawing at a cell (counted from 0), and its place in the text."""

    cell: Cell
    text: str
    span: Span


def layers(line: Span, lattice: Lattice | None = None) -> list[tuple[int, Span]]:
    """The layers of a line with their numbers; where bars are edges, it has one."""
    if lattice and lattice.strokes:
        return [(0, line)]
    found, start = [], 0
    between = "||" if lattice and lattice.axes > DIMENSIONS else "\n"
    for number, block in enumerate(line.text.split(between)):
        for layer, text in enumerate(block.split("|"), lattice.block(number) if lattice else 0):
            found.append((layer, line.part(start, len(text))))
            start += len(text) + 1
        start += len(between) - 1
    return found


def box_of(lines: Sequence[Span], lattice: Lattice | None) -> list[int]:
    """The rows and columns of a drawing, preceded by its layers if it has several."""
    texts = [layers(line, lattice) for line in lines]
    high, columns = max(map(len, texts)), max(len(layer.text) for text in texts for _, layer in text)
    return [high, len(lines), columns] if high > 1 else [len(lines), columns]


def marks(lines: Sequence[Span], lattice: Lattice | None = None) -> Iterator[Mark]:
    """All characters of a drawing in reading order, including blanks, one cell each."""
    for row, line in enumerate(lines):
        for layer, segment in layers(line, lattice):
            for column, text in enumerate(segment.text):
                yield Mark((layer, row, column), text, segment.part(column))


def word_marks(lines: Sequence[Span], lattice: Lattice | None = None) -> Iterator[Mark]:
    """The same for a drawing whose marks are words separated by blanks."""
    for row, line in enumerate(lines):
        for layer, segment in layers(line, lattice):
            start = 0
            for column, word in enumerate(segment.text.split()):
                start = segment.text.index(word, start)
                yield Mark((layer, row, column), word, segment.part(start, len(word)))
                start += len(word)


def remark(lines: Sequence[Span]) -> Span | None:
    """The first comment after a line: `#`, a blank and a word, to the right of everything drawn.

    >>> from excover.base.source import Source
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
    """The drawing divided at its blank lines."""
    found: list[list[Span]] = [[]]
    for line in lines:
        if line.text.strip():
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return [band for band in found if band]
