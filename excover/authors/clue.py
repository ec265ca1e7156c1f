"""Single givens: a mark, all marks of one piece, an option, or the color of an item.

>>> from excover.problem.problem import load
>>> start = load("kanoodle-start")
>>> [clue.text for clue in clues_of(start.full, start.givens)]
['`L` at (1, 8)', '`F` at (2, 10)', '`E` at (3, 3)']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from excover.base.names import ItemName, OptionName, Value, brief
from excover.base.source import Span
from excover.matrix.compiled import Compiled, Marking
from excover.matrix.given import (
    Drawers,
    Given,
    Givens,
    apply_givens,
    colors_of_items,
    drawers_of,
    of_mark,
    of_options,
    otherwise_drawn,
)
from excover.matrix.given_drawing import GivenMark
from excover.render.text import drawing_text


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue that is given or left out as a whole. A solution agrees with it if it has one of its options.

    ``options``, and ``banned``, those that contradict the clue, are numbers in the matrix without givens.
    ``enforced``: without the banned options, one of ``options`` is always chosen.
    """

    text: str
    span: Span
    markings: tuple[Marking, ...]
    options: frozenset[int] = field(repr=False, compare=False)
    banned: frozenset[int] = field(repr=False, compare=False)
    enforced: bool = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.text

    def agrees(self, cover: frozenset[int]) -> bool:
        return not self.options.isdisjoint(cover) and self.banned.isdisjoint(cover)


def clues_drawing(clues: Iterable[Clue], compiled: Compiled) -> str:
    """The clues as a drawing that can be read back; empty if none is drawn."""
    markings = [marking for clue in clues for marking in clue.markings]
    return drawing_text(compiled.canvases, markings) if markings else ""


def clues_of(full: Compiled, givens: Givens) -> tuple[Clue, ...]:
    """The clues in the order in which they are given.

    Raises SpecError if one of them cannot be met by itself.
    """
    return ClueReader(full).read(givens)


class ClueReader:
    """Reads clues for one puzzle repeatedly; lookups are cached."""

    def __init__(self, full: Compiled) -> None:
        self._full = full
        self._matrix = full.matrix

    def read(self, givens: Givens) -> tuple[Clue, ...]:
        """As `clues_of`."""
        clues = [self._of_marks(marks, given) for marks, given in self._together(givens.marks)]
        clues += [self._of_option(name, span) for name, span in dict(givens.options).items()]
        clues += [self._of_color(*color) for color in dict.fromkeys(givens.colors)]
        return tuple(clues)

    @cached_property
    def _drawers(self) -> Drawers:
        markings = self._full.markings
        return drawers_of(
            markings,
            {(marking.canvas, cell) for each in markings for marking in each for cell in marking.cells},
        )

    def _of_marks(self, marks: Sequence[GivenMark], given: Given) -> Clue:
        first, canvases = marks[0], self._full.canvases
        where = ", ".join(map(str, canvases[first.canvas].position(first.cell)))
        of = f" of `{canvases[first.canvas].name}`" if len(canvases) > 1 else ""
        markings = (Marking(first.canvas, first.text, tuple(mark.cell for mark in marks), first.copy),)
        text = f"`{first.text}{first.copy}` at ({where}){of}"
        return self._clue(given, text, markings, otherwise_drawn(marks, self._drawers))

    def _of_option(self, name: OptionName, span: Span) -> Clue:
        (given,) = of_options(self._full, [(name, span)])
        (number,) = given.options
        return self._clue(given, f"`{name}`", self._full.markings[number], set())

    def _of_color(self, item: ItemName, color: Value, span: Span) -> Clue:
        givens, others = colors_of_items(self._matrix, [(item, color, span)])
        return self._clue(givens[0], f"`{item}` with color {brief(color)}", (), others)

    def _clue(self, given: Given, text: str, markings: tuple[Marking, ...], others: set[int]) -> Clue:
        items = self._matrix.shared_once(given.options)
        rivals = set[int]().union(*(self._matrix.columns[item] for item in items)) - given.options
        enforced = any(self._matrix.lower[item] for item in items)
        options, banned = frozenset(given.options), frozenset(others | rivals)
        return Clue(text, given.spans[0], markings, options, banned, enforced)

    def _together(self, marks: Iterable[GivenMark]) -> list[tuple[list[GivenMark], Given]]:
        """The marks that must come from the same option, with the possible options."""
        found: list[tuple[list[GivenMark], Given]] = []
        for mark in dict.fromkeys(marks):
            given = self._of_mark(mark)
            for others, group in found:
                if self._is_same(mark, given, others, group):
                    group.options &= given.options
                    group.spans.append(mark.span)
                    others.append(mark)
                    break
            else:
                found.append(([mark], given))
        return found

    def _of_mark(self, mark: GivenMark) -> Given:
        return of_mark(mark, {(mark.canvas, mark.cell): self._drawers.get((mark.canvas, mark.cell), {})})

    def _is_same(self, mark: GivenMark, given: Given, others: list[GivenMark], group: Given) -> bool:
        """Whether a mark comes from the option of other marks. Raises SpecError if no option has all."""
        first = others[0]
        if (first.canvas, first.text, first.copy) != (mark.canvas, mark.text, mark.copy):
            return False
        shared = self._matrix.shared_once(group.options) & self._matrix.shared_once(given.options)
        if shared and group.options.isdisjoint(given.options):
            if any(self._matrix.items[item].indices == (mark.text,) for item in shared):
                apply_givens(self._full, Givens([*others, mark]))  # reports the error: no such placement
            return False
        return bool(shared)
