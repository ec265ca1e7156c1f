"""Givens one by one: a mark, all marks of one piece, an option, or the color of an item.

>>> from excover.problem import load
>>> start = load("kanoodle-start")
>>> [clue.text for clue in clues_of(start.full, start.givens)]
['`L` at (1, 8)', '`F` at (2, 10)', '`E` at (3, 3)']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from excover.cover.compiled import Compiled, Ink
from excover.cover.given import (
    Drawers,
    Given,
    Givens,
    apply_givens,
    certain,
    colors_of_items,
    drawers_of,
    of_mark,
    of_options,
    otherwise_drawn,
)
from excover.cover.given_drawing import GivenMark
from excover.names import ItemName, OptionName, Value, brief
from excover.render.text import picture
from excover.source import Span


@dataclass(frozen=True, slots=True)
class Clue:
    """What stands or falls as a whole. A solution agrees with it if it has one of its options.

    ``options`` and ``banned``, those that do not go with it, are numbers in the matrix without givens.
    ``enforced``: if the banned ones are left out, nothing but one of its options can be chosen.
    """

    text: str
    span: Span
    inks: tuple[Ink, ...]
    options: frozenset[int] = field(repr=False, compare=False)
    banned: frozenset[int] = field(repr=False, compare=False)
    enforced: bool = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.text

    def agrees(self, cover: frozenset[int]) -> bool:
        return not self.options.isdisjoint(cover) and self.banned.isdisjoint(cover)


def drawing_of(clues: Iterable[Clue], compiled: Compiled) -> str:
    """The clues as a drawing that can be given; empty where none is drawn."""
    inks = [ink for clue in clues for ink in clue.inks]
    return picture(compiled.canvases, inks) if inks else ""


def clues_of(full: Compiled, givens: Givens) -> tuple[Clue, ...]:
    """In the order in which they are given. Raises SpecError where one of them cannot be met by itself."""
    return ClueReader(full).read(givens)


class ClueReader:
    """Reads clues against one puzzle as often as one likes; what it looks up is kept."""

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
        inks = self._full.inks
        return drawers_of(inks, {(ink.canvas, cell) for each in inks for ink in each for cell in ink.cells})

    @cached_property
    def _users(self) -> list[set[int]]:
        """The options of each item."""
        users: list[set[int]] = [set() for _ in self._matrix.items]
        for option in range(len(self._matrix.options)):
            for item in self._matrix.option_items(option):
                users[item].add(option)
        return users

    def _of_marks(self, marks: Sequence[GivenMark], given: Given) -> Clue:
        first, canvases = marks[0], self._full.canvases
        where = ", ".join(map(str, canvases[first.canvas].position(first.cell)))
        of = f" of `{canvases[first.canvas].name}`" if len(canvases) > 1 else ""
        inks = (Ink(first.canvas, first.text, tuple(mark.cell for mark in marks)),)
        text = f"`{first.text}` at ({where}){of}"
        return self._clue(given, text, inks, otherwise_drawn(marks, self._drawers))

    def _of_option(self, name: OptionName, span: Span) -> Clue:
        (given,) = of_options(self._full, [(name, span)])
        (number,) = given.options
        return self._clue(given, f"`{name}`", self._full.inks[number], set())

    def _of_color(self, item: ItemName, color: Value, span: Span) -> Clue:
        givens, others = colors_of_items(self._matrix, [(item, color, span)])
        return self._clue(givens[0], f"`{item}` with color {brief(color)}", (), others)

    def _clue(self, given: Given, text: str, inks: tuple[Ink, ...], others: set[int]) -> Clue:
        items = certain(self._matrix, given)
        rivals = set().union(*(self._users[item] for item in items)) - given.options
        enforced = any(self._matrix.lower[item] for item in items)
        options, banned = frozenset(given.options), frozenset(others | rivals)
        return Clue(text, given.spans[0], inks, options, banned, enforced)

    def _together(self, marks: Iterable[GivenMark]) -> list[tuple[list[GivenMark], Given]]:
        """The marks that must come from one and the same option, with the options that this can be."""
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
        """Whether a mark comes from the option of other marks. Raises SpecError where no option has all."""
        if (others[0].canvas, others[0].text) != (mark.canvas, mark.text):
            return False
        shared = certain(self._matrix, group) & certain(self._matrix, given)
        if shared and group.options.isdisjoint(given.options):
            if any(self._matrix.items[item].indices == (mark.text,) for item in shared):
                apply_givens(self._full, Givens([*others, mark]))  # says what is wrong: no such placement
            return False
        return bool(shared)
