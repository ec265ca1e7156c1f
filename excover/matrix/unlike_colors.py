"""Colored items with colors of different kinds, so that the options that give them never agree.

>>> from excover.problem.problem import parse
>>> mixed = parse('item a, b item e colored option x() covers a, e = 1 option y() covers b, e = "1"')
>>> [found.code for found in mixed.warnings], mixed.count()
(['W305'], 0)
"""

from __future__ import annotations

from collections.abc import Iterator

from excover.base.diagnostics import Diagnostic
from excover.language.expressions.comparison import kind_numbers
from excover.language.messages.about_items import UnlikeColors
from excover.matrix.matrix import Matrix


def unlike_colors(matrix: Matrix) -> Iterator[Diagnostic]:
    """The first item of every family that gets such colors."""
    kinds = kind_numbers(matrix.palette)
    if len(set(kinds)) < 2:
        return
    reported: set[str] = set()
    first: dict[int, tuple[int, int]] = {}
    for option in range(len(matrix.options)):
        for item, number in matrix.option_entries(option):
            color = number - 1
            if color < 0 or matrix.items[item].family in reported:
                continue
            other, earlier = first.setdefault(item, (option, color))
            if kinds[color] != kinds[earlier]:
                reported.add(matrix.items[item].family)
                yield UnlikeColors(
                    matrix.option_spans[option],
                    matrix.items[item],
                    matrix.options[option],
                    matrix.palette[color],
                    matrix.option_spans[other],
                    matrix.options[other],
                    matrix.palette[earlier],
                )
