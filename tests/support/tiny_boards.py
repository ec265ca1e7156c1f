"""Tiny random boards of pen-and-paper puzzles, whose solutions are found by trying every filling.

A reading of a genre's rules is a generator: of a board it makes every filling that keeps all rules but those
of its clues, and with it the labels that would then be true, `{drawing: {place: labels}}`. Clues are true
labels of a random filling, some of them of another one; the solutions are the fillings in which all clues
that are drawn are true. Nothing here is excover's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise, product
from random import Random
from typing import Any

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]
Filling = frozenset[Any]
Options = list[tuple[str, tuple[Any, ...]]]
Labels = Mapping[str, Mapping[Any, Iterable[Any]]]
WAYS: Mapping[str, Cell] = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
SIZES = ((1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 2), (2, 5))


@dataclass
class TinyBoard:
    """``drawings`` are those that no filling changes, and ``must`` the places that have a label in any case,
    with one for want of a true one."""

    rng: Random
    high: int
    wide: int
    drawings: dict[str, list[str]] = field(default_factory=dict)
    must: dict[str, dict[Any, Any]] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.cells: list[Cell] = list(product(range(1, self.high + 1), range(1, self.wide + 1)))

    def plus(self, p: Cell, way: Cell, times: int = 1) -> Cell:
        return p[0] + times * way[0], p[1] + times * way[1]

    def beside(self, p: Cell) -> list[Cell]:
        return [q for way in WAYS.values() if (q := self.plus(p, way)) in self.cells]

    def around(self, p: Cell) -> list[Cell]:
        return [q for q in self.cells if q != p and max(abs(q[0] - p[0]), abs(q[1] - p[1])) == 1]

    def ray(self, p: Cell, way: Cell) -> list[Cell]:
        found = []
        while (p := self.plus(p, way)) in self.cells:
            found.append(p)
        return found

    def pairs(self) -> list[Edge]:
        return [(p, q) for p in self.cells for q in self.beside(p) if p < q]

    def rows(self) -> list[list[Cell]]:
        return [[(r, c) for c in range(1, self.wide + 1)] for r in range(1, self.high + 1)]

    def lines(self) -> list[list[Cell]]:
        return [*self.rows(), *map(list, zip(*self.rows(), strict=True))]

    def windows(self, high: int, wide: int) -> list[list[Cell]]:
        found = [
            [(r + i, c + j) for i, j in product(range(high), range(wide)) if (r + i, c + j) in self.cells]
            for r, c in self.cells
        ]
        return [window for window in found if len(window) == high * wide]

    def parts(
        self, cells: Iterable[Cell], near: Callable[[Cell], Iterable[Cell]] | None = None
    ) -> list[Filling]:
        """The connected parts of some cells."""
        near = near or self.beside
        left, found = set(cells), []
        while left:
            waiting = [left.pop()]
            part = set(waiting)
            while waiting:
                for q in near(waiting.pop()):
                    if q in left:
                        left.remove(q)
                        part.add(q)
                        waiting.append(q)
            found.append(frozenset(part))
        return found

    def is_whole(self, cells: Iterable[Cell], near: Callable[[Cell], Iterable[Cell]] | None = None) -> bool:
        return len(self.parts(cells, near)) <= 1

    # What is drawn

    def some(self, chance: float = 0.25) -> list[Cell]:
        return [p for p in self.cells if self.rng.random() < chance]

    def table(self, name: str, labels: Mapping[Any, Any], kind: str = "cells") -> None:
        self.drawings[name] = self.rows_of(labels, kind)

    def rows_of(self, labels: Mapping[Any, Any], kind: str) -> list[str]:
        if kind == "left":
            return [str(labels.get(r, ".")) for r in range(1, self.high + 1)]
        if kind == "above":
            return [" ".join(str(labels.get(c, ".")) for c in range(1, self.wide + 1))]
        if kind == "stacked":
            columns = [str(labels.get(c, ".")).split() for c in range(1, self.wide + 1)]
            most = max(map(len, columns))
            padded = [["."] * (most - len(column)) + column for column in columns]
            return [" ".join(row) for row in zip(*padded, strict=True)]
        more = kind == "points"
        return [
            " ".join(str(labels.get((r, c), ".")) for c in range(1, self.wide + 1 + more))
            for r in range(1, self.high + 1 + more)
        ]

    def numbers(self, name: str, values: Sequence[Any]) -> dict[Cell, Any]:
        """Every cell has one of the values."""
        found = {p: self.rng.choice(values) for p in self.cells}
        self.table(name, found)
        return found

    def regions(self, name: str = "region", least: int = 1) -> dict[Cell, str]:
        """A division into connected regions, from single cells to one region."""
        areas = [{p} for p in self.cells]
        for _ in range(self.rng.randint(len(areas) // 3, len(areas))):
            touching = [
                (a, b) for a, b in combinations(areas, 2) if any(q in b for p in a for q in self.beside(p))
            ]
            if len(areas) <= least or not touching:
                break
            one, other = self.rng.choice(touching)
            areas.remove(other)
            one |= other
        found = {p: "abcdefghijklmnop"[n] for n, area in enumerate(areas) for p in area}
        self.table(name, found)
        return found

    # Everything

    def subsets(self, cells: Sequence[Any] | None = None) -> Iterator[Filling]:
        yield from map(frozenset, subsets(self.cells if cells is None else cells))

    def fillings(self, *values: Any, cells: Sequence[Cell] | None = None) -> Iterator[dict[Cell, Any]]:
        places = self.cells if cells is None else cells
        for chosen in product(values, repeat=len(places)):
            yield dict(zip(places, chosen, strict=True))

    def loops(self, cells: Iterable[Cell] | None = None) -> Iterator[frozenset[Edge]]:
        """Every simple loop from cell to cell, as its edges."""
        allowed = set(self.cells if cells is None else cells)
        for way in self.ways_from(allowed):
            first, second, last = way[0], way[1], way[-1]
            if len(way) > 2 and first in self.beside(last) and second < last and first == min(way):
                yield frozenset(edges([*way, first]))

    def ways_from(self, allowed: set[Cell], first: Cell | None = None) -> Iterator[list[Cell]]:
        """Every way through two or more cells, none twice, from each cell or a given one."""
        waiting = [[p] for p in sorted(allowed)] if first is None else [[first]]
        while waiting:
            way = waiting.pop()
            for q in self.beside(way[-1]):
                if q in allowed and q not in way:
                    yield [*way, q]
                    waiting.append([*way, q])

    def divisions(self, cells: Iterable[Cell] | None = None, most: int = 99) -> Iterator[list[Filling]]:
        """Every division into connected areas of at most so many cells."""
        left = frozenset(self.cells if cells is None else cells)
        if not left:
            yield []
            return
        for area in self.areas(min(left), left, most):
            for rest in self.divisions(left - area, most):
                yield [area, *rest]

    def areas(self, first: Cell, allowed: Filling, most: int) -> set[Filling]:
        """The connected areas of a cell."""
        found = new = {frozenset({first})}
        for _ in range(most - 1):
            new = {area | {q} for area in new for p in area for q in self.beside(p) if q in allowed - area}
            if not new:
                break
            found = found | new
        return found

    def boxes(self) -> list[Filling]:
        """Every rectangle."""
        corners = [(p, q) for p in self.cells for q in self.cells if p[0] <= q[0] and p[1] <= q[1]]
        return [frozenset(product(range(p[0], q[0] + 1), range(p[1], q[1] + 1))) for p, q in corners]


def subsets(elements: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    for size in range(len(elements) + 1):
        yield from combinations(elements, size)


def edges(way: Sequence[Cell]) -> Iterator[Edge]:
    for p, q in pairwise(way):
        yield (p, q) if p < q else (q, p)


def tiled(cells: Filling, pieces: Iterable[Filling]) -> Iterator[list[Filling]]:
    """Every way to part the cells into pieces."""
    if not cells:
        yield []
        return
    for piece in pieces:
        if min(cells) in piece and piece <= cells:
            yield from ([piece, *rest] for rest in tiled(cells - piece, pieces))


# Readings of genres


Reading = Callable[[TinyBoard], Iterator[tuple[Filling, Labels]]]


@dataclass(frozen=True)
class Genre:
    """``key`` makes of a solution's options, `(family, arguments)`, what the reading calls a filling."""

    reading: Reading
    key: Callable[[Options], Filling]
    board: str
    drawings: Mapping[str, str]
    sizes: Sequence[Cell]


GENRES: dict[str, Genre] = {}


def genre(
    name: str,
    key: Callable[[Options], Filling],
    board: str = "field",
    sizes: Sequence[Cell] = SIZES,
    **drawings: str,
) -> Callable[[Reading], Reading]:
    """Declare a reading, and its drawings of clues by kind: cells, points, left or above."""

    def declared(reading: Reading) -> Reading:
        GENRES[name] = Genre(reading, key, board, drawings, sizes)
        return reading

    return declared


@dataclass(frozen=True)
class Posed:
    """A puzzle, and all its solutions."""

    settings: dict[str, Any]
    tables: dict[str, dict[str, list[str]]]
    solutions: list[Filling]


def posed(name: str, seed: int) -> Posed:
    """A random tiny puzzle of a genre."""
    genre = GENRES[name]
    rng = Random(f"{name} {seed}")
    board = TinyBoard(rng, *rng.choice(list(genre.sizes)))
    fillings = [
        (
            filling,
            {drawing: {p: set(labels) for p, labels in places.items()} for drawing, places in all_.items()},
        )
        for filling, all_ in genre.reading(board)
    ]
    shown = {drawing: clues(board, drawing, fillings) for drawing in genre.drawings}
    right = [
        filling
        for filling, true in fillings
        if all(
            label in true.get(drawing, {}).get(place, ())
            for drawing, places in shown.items()
            for place, label in places.items()
        )
    ]
    drawn = {drawing: board.rows_of(shown[drawing], kind) for drawing, kind in genre.drawings.items()}
    return Posed(board.settings, {genre.board: board.drawings | drawn}, right)


def clues(board: TinyBoard, drawing: str, fillings: list[tuple[Filling, Any]]) -> dict[Any, Any]:
    """Labels that are true in one filling, but for a few."""
    rng = board.rng
    must = board.must.get(drawing, {})
    if not fillings:
        return dict(must)
    true = rng.choice(fillings)[1].get(drawing, {})
    known: dict[Any, set[Any]] = {}
    for _, labels in fillings:
        for place, each in labels.get(drawing, {}).items():
            known.setdefault(place, set()).update(each)
    chance, wrong = rng.choice([0, 0.2, 0.5, 1]), rng.choice([0, 0, 0.1])
    found = {}
    for place in sorted({*true, *must}, key=str):
        if place in must or rng.random() < chance:
            labels = true.get(place) or ([must[place]] if place in must else [])
            if rng.random() < wrong:
                labels = known.get(place) or labels
            if labels:
                found[place] = rng.choice(sorted(labels, key=str))
    return found


# Keys


def flat(arguments: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(part for each in arguments for part in (each if isinstance(each, tuple) else (each,)))


def chosen(family: str) -> Callable[[Options], Filling]:
    """The arguments of the options of a family, positions taken apart."""
    return lambda options: frozenset(flat(arguments) for name, arguments in options if name == family)


def valued(family: str, value: Any = 1) -> Callable[[Options], Filling]:
    """The cells that are decided to have a value."""
    return lambda options: frozenset(found[:-1] for found in chosen(family)(options) if found[-1] == value)


def linked(family: str = "line") -> Callable[[Options], Filling]:
    """The edges of lines."""
    return lambda options: frozenset((each[:2], each[2:]) for each in chosen(family)(options))


def divided(family: str) -> Callable[[Options], Filling]:
    """The areas of a decision that names the area of a cell."""

    def key(options: Options) -> Filling:
        areas: dict[Any, set[Cell]] = {}
        for name, (cell, area) in options:
            if name == family:
                areas.setdefault(area, set()).add(cell)
        return frozenset(map(frozenset, areas.values()))

    return key


def filled(values: Mapping[Cell, Any]) -> Filling:
    """What `chosen` says of a decision with these values."""
    return frozenset((*cell, value) for cell, value in values.items())
