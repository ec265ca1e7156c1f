"""Givens one by one: a mark, all marks of one piece, an option, or the color of an item.

>>> from excover.problem import load
>>> start = load("kanoodle-start")
>>> [clue.text for clue in clues_of(start.full, start.givens)]
['`L` at (1, 8)', '`F` at (2, 10)', '`E` at (3, 3)']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

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
from excover.cover.matrix import Matrix
from excover.cover.reading import GivenMark
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
    drawers = drawers_of(full.inks, {(mark.canvas, mark.cell) for mark in givens.marks})
    parts = [
        _of_marks(full, marks, given, drawers) for marks, given in _together(full, givens.marks, drawers)
    ]
    parts += [_of_option(full, name, span) for name, span in dict(givens.options).items()]
    parts += [_of_color(full.matrix, *color) for color in dict.fromkeys(givens.colors)]
    users = _users(full.matrix, {item for part in parts for item in part.items})
    return tuple(part.clue(users) for part in parts)


@dataclass(frozen=True, slots=True)
class _Part:
    """A clue, but for the options that its items exclude."""

    text: str
    span: Span
    inks: tuple[Ink, ...]
    options: set[int]
    items: set[int]
    banned: set[int]
    enforced: bool

    def clue(self, users: dict[int, set[int]]) -> Clue:
        rivals = set().union(*(users[item] for item in self.items)) - self.options
        banned = frozenset(self.banned | rivals)
        return Clue(self.text, self.span, self.inks, frozenset(self.options), banned, self.enforced)


def _part(
    matrix: Matrix, given: Given, text: str, inks: tuple[Ink, ...], banned: set[int] | None = None
) -> _Part:
    items = certain(matrix, given)
    enforced = any(matrix.lower[item] for item in items)
    return _Part(text, given.spans[0], inks, given.options, items, banned or set(), enforced)


def _of_marks(full: Compiled, marks: Sequence[GivenMark], given: Given, drawers: Drawers) -> _Part:
    first = marks[0]
    where = full.canvases[first.canvas].position(first.cell)
    of = f" of `{full.canvases[first.canvas].name}`" if len(full.canvases) > 1 else ""
    inks = (Ink(first.canvas, first.text, tuple(mark.cell for mark in marks)),)
    text = f"`{first.text}` at ({', '.join(map(str, where))}){of}"
    return _part(full.matrix, given, text, inks, otherwise_drawn(marks, drawers))


def _of_option(full: Compiled, name: OptionName, span: Span) -> _Part:
    (given,) = of_options(full, [(name, span)])
    (number,) = given.options
    return _part(full.matrix, given, f"`{name}`", full.inks[number])


def _of_color(matrix: Matrix, item: ItemName, color: Value, span: Span) -> _Part:
    givens, others = colors_of_items(matrix, [(item, color, span)])
    return _part(matrix, givens[0], f"`{item}` with color {brief(color)}", (), others)


def _together(
    full: Compiled, marks: Iterable[GivenMark], drawers: Drawers
) -> list[tuple[list[GivenMark], Given]]:
    """The marks that must come from one and the same option, with the options that this can be."""
    found: list[tuple[list[GivenMark], Given]] = []
    for mark in dict.fromkeys(marks):
        given = of_mark(mark, drawers)
        for others, group in found:
            if (others[0].canvas, others[0].text) != (mark.canvas, mark.text):
                continue
            shared = certain(full.matrix, group) & certain(full.matrix, given)
            if not shared:
                continue
            if not group.options.isdisjoint(given.options):
                group.options &= given.options
                group.spans.append(mark.span)
                others.append(mark)
                break
            if any(full.matrix.items[item].indices == (mark.text,) for item in shared):
                apply_givens(full, Givens([*others, mark]))  # says what is wrong: no such placement
        else:
            found.append(([mark], given))
    return found


def _users(matrix: Matrix, items: set[int]) -> dict[int, set[int]]:
    """The options of the items that matter."""
    users: dict[int, set[int]] = {item: set() for item in items}
    for option in range(len(matrix.options)) if items else ():
        for item in matrix.option_items(option):
            if item in users:
                users[item].add(option)
    return users
