"""Givens: what a solution must contain or agree with, as fewer options and, rarely, a further item.

Each given is a set of options one of which must be chosen. Two givens whose every way covers the same item
are one given, for that item is covered once: their sets are intersected. So the marks of one piece come
together, and givens that contradict each other are found before any search. What is left bans options: those
that draw something else on a marked cell, and those that would cover an item that a given needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import repeat

from excover.cover.compiled import Compiled, Ink, Place
from excover.cover.given_drawing import GivenMark
from excover.cover.matrix import Matrix
from excover.diagnostics import Diagnostic, SpecError
from excover.expressions.evaluate import Evaluator
from excover.expressions.frame import UNIT
from excover.messages.about_givens import (
    GivenExcluded,
    GivensContradict,
    ImpossibleColor,
    ImpossibleMark,
    NotAPlacement,
    UnknownGivenOption,
)
from excover.messages.about_items import UnknownGivenItem
from excover.names import ItemName, OptionName, Value
from excover.source import Span
from excover.syntax import ast


@dataclass(slots=True, eq=False)
class Given:
    """Options of which one must be chosen, and the places that say so."""

    options: set[int]
    spans: list[Span]

    @property
    def text(self) -> str:
        return f"`{self.spans[0].text}` is given here"


@dataclass(frozen=True, slots=True)
class Givens:
    """All that is given: marks on canvases, options by name, and colors of items, with where it is said."""

    marks: Sequence[GivenMark] = ()
    options: Sequence[tuple[OptionName, Span]] = ()
    colors: Sequence[tuple[ItemName, Value, Span]] = ()

    def __add__(self, more: Givens) -> Givens:
        return Givens(
            (*self.marks, *more.marks), (*self.options, *more.options), (*self.colors, *more.colors)
        )


def colors_of(given: ast.GivenColor, evaluator: Evaluator) -> list[tuple[ItemName, Value, Span]]:
    """The items that a statement gives a color, one for every way through its loop."""
    frame = evaluator.expand(given.loop)[0] if given.loop else UNIT
    columns = [evaluator.key(index, frame) for index in given.item.index]
    keys = zip(*columns, strict=True) if columns else repeat((), frame.size)
    colors = evaluator.column(given.color, frame)
    name = given.item.name.id
    return [(ItemName(name, key), color, given.span) for key, color in zip(keys, colors, strict=True)]


def apply_givens(compiled: Compiled, stated: Givens) -> Compiled:
    """The same puzzle with only the options that agree with every given.

    Raises SpecError where a given cannot be met by itself, or two contradict each other.
    """
    if stated == Givens():
        return compiled
    givens, banned = _settled(compiled, stated)
    places = _given_places(compiled, stated)
    return _restricted(compiled, banned, _demands(compiled.matrix, givens), places)


def given_options(compiled: Compiled, stated: Givens) -> list[OptionName]:
    """Those that are given themselves, by name or as the only one that agrees with what is given somewhere.

    What merely follows from the givens is not among them. Raises as `apply_givens`.
    """
    givens, banned = _settled(compiled, stated)
    left = [given.options - banned for given in givens]
    given = {option for options in left if len(options) == 1 for option in options}
    return [compiled.matrix.options[option] for option in sorted(given)]


def _settled(compiled: Compiled, stated: Givens) -> tuple[list[Given], set[int]]:
    """The givens after those that speak of the same are merged, and the options that they ban."""
    marks, options = stated.marks, stated.options
    drawers = drawers_of(compiled.inks, {(mark.canvas, mark.cell) for mark in marks})
    givens = [of_mark(mark, drawers) for mark in marks]
    givens += of_options(compiled, options)
    colored, miscolored = colors_of_items(compiled.matrix, stated.colors)
    givens += colored
    claims = _Claims(compiled, marks).of(givens)
    banned = miscolored | otherwise_drawn(marks, drawers) | _against_claims(compiled.matrix, claims)
    distinct = list(dict.fromkeys(claims.values())) + [g for g in givens if not certain(compiled.matrix, g)]
    for given in distinct:
        if given.options <= banned:
            raise SpecError(GivenExcluded(given.spans[0], given.text))
    return distinct, banned


def given_inks(compiled: Compiled, stated: Givens) -> list[Ink]:
    """What is given as it is drawn: marks, and the options that are named."""
    marks = [Ink(mark.canvas, mark.text, (mark.cell,)) for mark in stated.marks]
    numbers = {name: number for number, name in enumerate(compiled.matrix.options)} if stated.options else {}
    chosen = (numbers[compiled.aliases.get(name, name)] for name, _ in stated.options)
    return [*marks, *(ink for option in chosen for ink in compiled.inks[option])]


def _given_places(compiled: Compiled, stated: Givens) -> frozenset[Place]:
    """Where the givens say what is drawn."""
    return frozenset((ink.canvas, cell) for ink in given_inks(compiled, stated) for cell in ink.cells)


Drawers = dict[Place, dict[str, set[int]]]


def drawers_of(inks: Iterable[tuple[Ink, ...]], wanted: set[Place]) -> Drawers:
    """For the places that matter: which options draw which mark there."""
    found: Drawers = {place: {} for place in wanted}
    for option, ink in ((option, ink) for option, each in enumerate(inks) for ink in each):
        for cell in ink.cells:
            if (ink.canvas, cell) in found:
                found[ink.canvas, cell].setdefault(ink.mark, set()).add(option)
    return found


def of_mark(mark: GivenMark, drawers: Drawers) -> Given:
    able = drawers[mark.canvas, mark.cell]
    if mark.text not in able:
        raise SpecError(ImpossibleMark(mark.span, mark.text, list(able)))
    return Given(set(able[mark.text]), [mark.span])


def of_options(compiled: Compiled, options: Sequence[tuple[OptionName, Span]]) -> list[Given]:
    numbers = {name: number for number, name in enumerate(compiled.matrix.options)} if options else {}
    options = [(compiled.aliases.get(name, name), span) for name, span in options]
    unknown = [UnknownGivenOption(span, name) for name, span in options if name not in numbers]
    if unknown:
        raise SpecError(unknown)
    return [Given({numbers[name]}, [span]) for name, span in options]


def colors_of_items(
    matrix: Matrix, colors: Sequence[tuple[ItemName, Value, Span]]
) -> tuple[list[Given], set[int]]:
    """Givens by the color of an item, and the options that would give it another."""
    numbers = {name: number for number, name in enumerate(matrix.items)} if colors else {}
    givens: list[Given] = []
    banned: set[int] = set()
    for name, color, span in colors:
        if name not in numbers:
            raise SpecError(UnknownGivenItem(span, name))
        by_color = _options_by_color(matrix, numbers[name])
        if color not in by_color:
            raise SpecError(ImpossibleColor(span, name, color, list(by_color)))
        givens.append(Given(set(by_color.pop(color)), [span]))
        banned.update(option for options in by_color.values() for option in options)
    return givens, banned


def _options_by_color(matrix: Matrix, item: int) -> dict[Value, list[int]]:
    found: dict[Value, list[int]] = {}
    for option in range(len(matrix.options)):
        for entry in range(matrix.starts[option], matrix.starts[option + 1]):
            if matrix.entries[entry] == item:
                found.setdefault(matrix.palette[matrix.colors[entry] - 1], []).append(option)
    return found


def certain(matrix: Matrix, given: Given) -> set[int]:
    """The items, to be covered at most once, that every option of a given covers."""
    common = set.intersection(*(set(matrix.option_items(option)) for option in given.options))
    return {item for item in common if matrix.upper[item] == 1 and not matrix.colored[item]}


class _Claims:
    """Finds, for every item that a given is certain to cover, which given that is."""

    def __init__(self, compiled: Compiled, marks: Sequence[GivenMark]) -> None:
        self.compiled = compiled
        self.marks = marks
        self.claims: dict[int, Given] = {}

    def of(self, givens: Iterable[Given]) -> dict[int, Given]:
        """Merges givens that are certain to cover the same item. Raises SpecError where they contradict."""
        waiting = list(givens)[::-1]
        while waiting:
            given = waiting.pop()
            items = certain(self.compiled.matrix, given)
            rivals = {self.claims[item]: item for item in sorted(items, reverse=True) if item in self.claims}
            rivals.pop(given, None)
            for rival, item in rivals.items():
                if rival.options.isdisjoint(given.options):
                    raise SpecError(self._contradiction(rival, given, item))
                given.options &= rival.options
                given.spans = rival.spans + given.spans
            self.claims = {i: given if owner in rivals else owner for i, owner in self.claims.items()}
            self.claims.update(dict.fromkeys(items, given))
            if rivals:  # fewer options have more items in common
                waiting.append(given)
        return self.claims

    def _contradiction(self, one: Given, other: Given, item: int) -> Diagnostic:
        name = self.compiled.matrix.items[item]
        letter = other.spans[0].text
        if name.indices == (letter,):  # the item of a piece: its marks do not fit together
            return self._not_a_placement(letter)
        return GivensContradict(one.spans[0], other.spans[0], name, (one.text, other.text))

    def _not_a_placement(self, letter: str) -> Diagnostic:
        marks = [mark for mark in self.marks if mark.text == letter]
        cells = {(mark.canvas, mark.cell) for mark in marks}
        inks = (ink for each in self.compiled.inks for ink in each)
        owners = {ink.mark for ink in inks if {(ink.canvas, cell) for cell in ink.cells} == cells}
        return NotAPlacement([mark.span for mark in marks], letter, sorted(owners))


def otherwise_drawn(marks: Iterable[GivenMark], drawers: Drawers) -> set[int]:
    """Options that draw something else where a mark is given."""
    return {
        option
        for given in marks
        for mark, options in drawers[given.canvas, given.cell].items()
        if mark != given.text and mark not in given.beside
        for option in options
    }


def _against_claims(matrix: Matrix, claims: dict[int, Given]) -> set[int]:
    """Options that would cover an item that only a given's options can cover."""
    return {
        option
        for option in range(len(matrix.options))
        for item in matrix.option_items(option)
        if item in claims and option not in claims[item].options
    }


def _demands(matrix: Matrix, givens: Iterable[Given]) -> list[tuple[ItemName, Span, set[int]]]:
    """A further item for each given that no primary item enforces by itself."""
    open_ = [g for g in givens if not any(matrix.lower[item] for item in certain(matrix, g))]
    return [(ItemName("given", (n,)), g.spans[0], g.options) for n, g in enumerate(open_, 1)]


def _restricted(
    compiled: Compiled,
    banned: set[int],
    demands: list[tuple[ItemName, Span, set[int]]],
    given: frozenset[Place],
) -> Compiled:
    keep = [option for option in range(len(compiled.matrix.options)) if option not in banned]
    inks = [compiled.inks[option] for option in keep]
    matrix = compiled.matrix.restricted(keep, demands)
    return replace(compiled, matrix=matrix, inks=inks, given=given)
