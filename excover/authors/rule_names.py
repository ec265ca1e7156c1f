"""The rules of a description as a person names them: by a clue, by their comment, or by their text.

A rule about one label is named by that label, `the 2 left of row 1`. Another one is named by the first
sentence of the comment directly above its `require`, without a comment by its text, with the cells that its
loop is at.

>>> from excover.problem.problem import load
>>> problem = load("skyscrapers")
>>> names = RuleNames(problem)
>>> names.of("require seen(ray((r, 0), (0, 1), grid)) = west[r]", "r = 1", None)
'the 2 left of row 1'
>>> names.of("require grid(1, 1) < grid(4, 4)", "", None)
'`grid(1, 1) < grid(4, 4)`'
>>> names.of("require count(star(p) for p in area) = 2", "area = ((1, 1), (1, 2), (2, 1), (2, 2))", None)
'`count(star(p) for p in area) = 2` for (1, 1) to (2, 2)'
>>> comment_above("# Not here.\\n\\n# Towers rise. From bulb\\n# to end.\\nrequire a < b", 48)
'Towers rise'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import chain, product

from excover.authors.whole_rules import WholeRule
from excover.base.names import HIDDEN, ItemName, Value, show
from excover.base.source import Span
from excover.base.words import clipped, together
from excover.language.expressions.scope import LabelValues
from excover.problem.problem import Problem

LONGEST = 60
"""Characters of the text of a rule that are shown."""
MOST_LISTED = 3
"""Cells that are listed one by one."""

SIDES = {"left": "left of row", "right": "right of row", "above": "above column", "below": "below column"}


class RuleNames:
    def __init__(self, problem: Problem) -> None:
        self._canvases = problem.compiled.canvases
        origins = [board.origin for board in problem.puzzle.boards if board.origin]
        self._labels: dict[str, tuple[str, Mapping[Value, Value]]] = {}
        for each in chain.from_iterable(origin.named_labels for origin in origins):
            values = problem.puzzle.scope[each.head.name.id]
            if isinstance(values, LabelValues):
                self._labels[each.head.name.id] = each.head.margin, values.labels

    def of(self, words: str, binding: str, span: Span | None) -> str:
        """``words`` are the text of the rule, ``binding`` the values of its loop, as `i = 1, p = (2, 3)`."""
        values = dict(re.findall(r"(?:^|, )([^\W\d]\w*) = (.*?)(?=, [^\W\d]\w* = |$)", binding))
        if found := self._label(words, values):
            return found
        comment = comment_above(span.source.text, span.start) if span else ""
        text = f'"{comment}"' if comment else f"`{clipped(words.removeprefix('require '), LONGEST)}`"
        where = self._where(values.values())
        if where or not values:
            return f"{text} for {where}" if where else text
        return f"{text} with {clipped(binding, LONGEST)}"

    def of_whole(self, rule: WholeRule) -> str:
        """A rule about a sum, or about all cells together."""
        words, _, binding = rule.source.name.partition(" with ")
        return self.of(words, binding, rule.source.span)

    def _label(self, words: str, values: Mapping[str, str]) -> str:
        """The only label that it asks for, with its place."""
        asked = {
            (name, values[variable])
            for name, variable in re.findall(r"\b(\w+)\[(\w+)\]", words)
            if name in self._labels and variable in values
        }
        if len(asked) != 1:
            return ""
        ((name, place),) = asked
        margin, labels = self._labels[name]
        value = next((value for each, value in labels.items() if show(each) == place), None)
        if value is None:
            return ""
        text = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        return f"the {text} {SIDES.get(margin, 'at')} {place}"

    @cached_property
    def _positions(self) -> set[tuple[int, ...]]:
        """Of all cells of all boards."""
        cells = (
            (canvas, (layer, row, column))
            for canvas in self._canvases
            for layer, row, column in product(*map(range, canvas.extent))
        )
        return {canvas.position(cell) for canvas, cell in cells if cell not in canvas.holes | canvas.gaps}

    def _where(self, values: Iterable[str]) -> str:
        """The cells that the loop is at; `row 2` for all those of a row."""
        numbers = [
            tuple(map(int, each.split(", ")))
            for value in values
            for each in re.findall(r"\((-?\d+(?:, -?\d+)+)\)", value)
        ]
        cells = list(dict.fromkeys(filter(self._positions.__contains__, numbers)))
        for axis, line in enumerate(("row", "column") if cells and len(self._canvases) == 1 else ()):
            number = cells[0][axis]
            if set(cells) == {each for each in self._positions if len(each) == 2 and each[axis] == number}:
                return f"{line} {number}"
        if len(cells) <= MOST_LISTED:
            return together(list(map(str, cells)))
        first, last = min(cells), max(cells)
        box = product(*(range(low, high + 1) for low, high in zip(first, last, strict=False)))
        if set(cells) == set(box):
            return f"{first} to {last}"
        return f"the {len(cells)} cells from {first} on"


def comment_above(text: str, start: int) -> str:
    """The first sentence of the comment directly above a place, but for that at the beginning of the text."""
    found = re.search(r"\n((?:[ \t]*#[^\n]*\n)+)[ \t]*\Z", text[:start])
    lines = [line.strip().lstrip("#").strip() for line in found[1].splitlines()] if found else []
    return re.split(r"[.:](?: |$)", " ".join(lines), maxsplit=1)[0]


def plain(name: ItemName) -> str:
    """An item that is no cell: `the piece I`, `row 3`, or as the description names it.

    >>> plain(ItemName("piece", ("I",))), plain(ItemName("row", (3,))), plain(ItemName("fed", ((1, 2),)))
    ('the piece I', 'row 3', '`fed` at (1, 2)')
    """
    index = name.indices[0] if len(name.indices) == 1 and name.family != HIDDEN else None
    if isinstance(index, str):
        return f"the {name.family} {index}"
    if isinstance(index, tuple):
        return f"`{name.family}` at {show(index)}"
    return f"{name.family} {index}" if isinstance(index, int) else f"`{name.in_words}`"
