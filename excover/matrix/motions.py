r"""The motions of boards: the rotations, reflections and shifts that map boards to themselves.

>>> from excover.problem.problem import parse
>>> tray = parse("board tray 2x3 shapes d\n  |AA BB CC\nplace free d on tray")
>>> [len(list(moves(tray.puzzle.boards, kind, lambda moves, _: moves))) for kind in ("rotations", "symmetry")]
[1, 2]

Whether a permutation of the options preserves the rules of a matrix.

>>> from array import array
>>> starts, marked = array("I", range(4)), array("I", range(3))
>>> row = Connected("paint connected", None, "abc", starts, marked, [[1], [0, 2], [1]])
>>> invariance = Invariance([row], int)
>>> invariance.under([2, 1, 0], int), invariance.under([1, 0, 2], int)
(True, False)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import TypeAlias, TypeVar

from excover.language.meaning.puzzle import Board
from excover.language.syntax.ast import UpTo
from excover.lattices import Cell, Isometry, Vector, translated
from excover.lattices.cell_motions import orbit
from excover.lattices.gluing import Gluing
from excover.lattices.lattice import ORIGIN, plus
from excover.lattices.point_groups import times
from excover.matrix.constraints import Area, Areas, Connected, GlobalConstraint, WeightedSum
from excover.matrix.line_constraints import NO_END, Paths

Moved: TypeAlias = Mapping[Cell, Cell]
"""The image of every cell of a board."""

Moves: TypeAlias = Mapping[str, Moved]
"""Motions of boards, by their names. Others stay in place."""

Shift: TypeAlias = tuple[int, int]
_T = TypeVar("_T")
Accept: TypeAlias = Callable[[Moves, Isometry], _T | None]
"""What is made of a motion, which also turns the cells themselves; None is a refusal."""
_GROUP = {"rotations": "one-sided", "symmetry": "free"}


def moves(boards: Sequence[Board], up_to: UpTo, accept: Accept[_T]) -> Iterator[_T]:
    """The results of ``accept`` for motions of single boards, and of all boards at once.

    The accepted motions must form a group, of which only generators are returned: a motion that others
    generate is not tried, and neither is one that generates a refused motion together with them.
    """
    for together in [*([board] for board in boards), *([boards] if len(boards) > 1 else [])]:
        yield from _moves_together(together, up_to, accept)


def _moves_together(boards: Sequence[Board], up_to: UpTo, accept: Accept[_T]) -> Iterator[_T]:
    lattice = boards[0].lattice
    if any(board.lattice is not lattice for board in boards):
        return
    shifts = _Shifts(boards)
    identity, *others = lattice.motions(_GROUP[up_to])
    yield from shifts.accepted(identity, accept)
    known, refused, generators = {identity}, set[Isometry](), list[Isometry]()
    for motion in others:
        if motion in known or motion in refused:
            continue
        tried = ((each, accept(each, motion)) for each in shifts.of(motion))
        each, found = next((pair for pair in tried if pair[1] is not None), ({}, None))
        if found is None:
            refused.add(motion)
        else:
            yield found
            generators.append(_taking(motion, boards[0], each))
            known = set(orbit([identity], generators))
        refused = set(orbit(refused, generators))


def _taking(motion: Isometry, board: Board, moves: Moves) -> Isometry:
    """The translate of a motion that moves a board so."""
    first = board.cells[0]
    (image,) = board.lattice.moved(motion, [first])
    return motion.taking(image, moves[board.name][first])


class _Shifts:
    """The shifts of a board with glued sides; for several boards, only the identity."""

    def __init__(self, boards: Sequence[Board]) -> None:
        self._boards = boards
        self._kinds = [_kinds(board) for board in boards]
        board, *others = boards
        self._gluing = None if others else board.gluing
        self._counts = self._gluing.counts if self._gluing else (1, 1)
        self._known = {(0, 0)}

    def accepted(self, identity: Isometry, accept: Accept[_T]) -> Iterator[_T]:
        """Generators of all accepted shifts."""
        cells = [board.cells for board in self._boards]
        for shift in self._representatives():
            moved = self._moved(cells, shift) if shift != (0, 0) else None
            if moved is not None and (found := accept(moved, identity)) is not None:
                self._add(shift)
                yield found

    def of(self, motion: Isometry) -> Iterator[Moves]:
        """A motion with each shift that accepted shifts do not generate."""
        images = [_straightened(board, motion) for board in self._boards]
        if None in images:
            return
        for shift in self._representatives():
            if (moved := self._moved(images, shift)) is not None:  # type: ignore[arg-type]
                yield moved

    def _moved(self, images: Sequence[Sequence[Cell]], shift: Shift) -> Moves | None:
        """Permutations of the cells, if they preserve labels and which cells may stay empty."""
        found: dict[str, Moved] = {}
        by = self._gluing.shift(*shift) if self._gluing else ORIGIN
        for board, kinds, image in zip(self._boards, self._kinds, images, strict=True):
            moved: dict[Cell, Cell] = {}
            for cell, at in zip(board.cells, image, strict=True):
                to = board.wrapped(plus(at, by))
                if kinds.get(to) != kinds[cell]:
                    return None
                moved[cell] = to
            found[board.name] = moved
        return found

    def _representatives(self) -> Iterator[Shift]:
        """One shift of every class; classes that become known on the way are skipped."""
        tried: set[Shift] = set()
        rows, columns = self._counts
        for shift in product(range(rows), range(columns)):
            if shift not in tried and (shift == (0, 0) or shift not in self._known):
                yield shift
                tried |= {self._sum(shift, other) for other in self._known}

    def _add(self, shift: Shift) -> None:
        before, multiple = self._known, shift
        while multiple not in before:
            self._known = self._known | {self._sum(multiple, other) for other in before}
            multiple = self._sum(multiple, shift)

    def _sum(self, a: Shift, b: Shift) -> Shift:
        return self._gluing.together(a, b) if self._gluing else (0, 0)


def _straightened(board: Board, motion: Isometry) -> Sequence[Cell] | None:
    """The images of a board's cells, in its box; None if no translation maps them there."""
    gluing = board.gluing
    if gluing and not all(gluing.contains(_image(board, motion, wrap)) for wrap in gluing.wraps):
        return None  # a quarter turn of a cylinder maps its open sides to glued ones
    image = board.lattice.moved(motion, board.cells)
    by = board.lattice.displacement(image, board.cells)
    if by is None and gluing:
        by = _levelled(board, gluing, image)
    return None if by is None else translated(image, by)


def _image(board: Board, motion: Isometry, way: Vector) -> Vector:
    """That of a translation."""
    cell = board.cells[0]
    start, end = board.lattice.moved(motion, [cell, plus(cell, way)])
    return plus(end, times(-1, start))


def _levelled(board: Board, gluing: Gluing, image: Sequence[Cell]) -> Vector | None:
    """A translation that moves an image of a board, which may lean to the other side, to its rows."""
    start = board.lattice.origin(board.cells[0])
    if gluing.height:
        return start
    rows = min(row for _, row, _ in board.cells) - min(row for _, row, _ in image) - start[1]
    steps, rest = divmod(rows, gluing.steps[0][1])
    return None if rest else plus(start, times(steps, gluing.steps[0]))


def _kinds(board: Board) -> dict[Cell, object]:
    """What a motion must preserve for every cell: its label, and whether it may stay empty."""
    return {cell: (board.labels.get(cell), cell in board.optional) for cell in board.cells}


def watched(values: Iterable[_T], look: Callable[[], object]) -> Iterator[_T]:
    """The same values; what ``look`` raises, which is called after every few thousand, ends the work."""
    for number, value in enumerate(values):
        if not number % 4096:
            look()
        yield value


class Invariance:
    """Whether permutations of the options map bounds on sums to each other, and global constraints.

    A place is known by the options that mark it. So neighbors that the same options mark count as one; where
    other places cannot be distinguished, only the identity is taken to preserve the constraints.
    """

    def __init__(self, rules: Sequence[WeightedSum | GlobalConstraint], look: Callable[[], object]) -> None:
        self._sums = [each for each in rules if isinstance(each, WeightedSum)]
        self._graphs = [_Graph.of(each, look) for each in rules if isinstance(each, GlobalConstraint)]
        self._own = self._images(None, look)

    def under(self, permutation: Sequence[int], look: Callable[[], object]) -> bool:
        if not all(self._graphs):
            return all(option == image for option, image in enumerate(permutation))
        return self._images(permutation, look) == self._own

    def _images(self, permutation: Sequence[int] | None, look: Callable[[], object]) -> Counter[object]:
        graphs = (graph.image(permutation, look) for graph in self._graphs if graph)
        return Counter(chain(graphs, (_image_of(each, permutation, look) for each in self._sums)))


def _image_of(bound: WeightedSum, permutation: Sequence[int] | None, look: Callable[[], object]) -> object:
    """Equal for two permutations if they map the bound to the same."""
    weights = watched(zip(bound.options, bound.weights, strict=True), look)
    moved = weights if permutation is None else ((permutation[o], weight) for o, weight in weights)
    return bound.lower, bound.upper, frozenset(moved)


@dataclass(frozen=True, slots=True)
class _Graph:
    """The options of each place, and the ``links`` and ``areas``, between places by their numbers here, and
    of paths the ``ends`` that have equal labels.
    """

    kind: type[GlobalConstraint]
    options: Sequence[tuple[int, ...]]
    links: Sequence[tuple[int, int, int]]
    areas: Sequence[Area]
    ends: Sequence[tuple[int, ...]]

    @classmethod
    def of(cls, constraint: GlobalConstraint, look: Callable[[], object]) -> _Graph | None:
        """None if places cannot be distinguished."""
        marking: list[set[int]] = [set() for _ in constraint.places]
        for option in watched(range(len(constraint.starts) - 1), look):
            for place in constraint.of(option):
                marking[place].add(option)
        keys = [tuple(sorted(options)) for options in watched(marking, look)]
        links = [link for link in watched(constraint.links(), look) if keys[link[1]] and keys[link[2]]]
        head = list(range(len(keys)))
        if isinstance(constraint, Connected):
            _unite(head, [(one, other) for _, one, other in links if keys[one] == keys[other]])
        heads = [place for place, options in enumerate(keys) if options and head[place] == place]
        if len({keys[place] for place in heads}) < len(heads):
            return None
        number = {place: at for at, place in enumerate(heads)}
        areas = constraint.areas if isinstance(constraint, Areas) else ()
        if any(each.start not in number for each in areas):
            return None
        ends: dict[int, list[int]] = {}
        for place, label in enumerate(constraint.ends if isinstance(constraint, Paths) else ()):
            if label != NO_END and place not in number:
                return None
            if label != NO_END:
                ends.setdefault(label, []).append(number[place])
        united = (
            (owner, number[head[one]], number[head[other]]) for owner, one, other in watched(links, look)
        )
        return cls(
            type(constraint),
            [keys[place] for place in heads],
            [link for link in united if link[1] != link[2]],
            [each._replace(start=number[each.start]) for each in areas],
            list(map(tuple, ends.values())),
        )

    def image(self, permutation: Sequence[int] | None, look: Callable[[], object]) -> object:
        """Equal for two permutations if they map the constraint to the same: with places in the order of
        their options.
        """
        keys, by = self.options, permutation
        if by is not None:
            keys = [tuple(sorted(map(by.__getitem__, options))) for options in watched(keys, look)]
        order = sorted(range(len(keys)), key=keys.__getitem__)
        rank = dict(zip(order, range(len(order)), strict=True))
        links = [
            (owner if by is None or owner < 0 else by[owner], *sorted((rank[one], rank[other])))
            for owner, one, other in watched(self.links, look)
        ]
        if issubclass(self.kind, Connected):  # united places may be linked several times
            links = list(dict.fromkeys(links))
        areas = Counter(
            (rank[start], option if by is None or option is None else by[option], least, most)
            for start, option, least, most in watched(self.areas, look)
        )
        look()
        return (
            self.kind,
            tuple(keys[place] for place in order),
            tuple(sorted(links)),
            frozenset(areas.items()),
            frozenset(frozenset(rank[place] for place in equal) for equal in self.ends),
        )


def _unite(head: list[int], pairs: Sequence[tuple[int, int]]) -> None:
    """Makes numbers that pairs connect have the same head."""
    members = {number: [number] for number in head}
    for one, other in pairs:
        kept, gone = head[one], head[other]
        if kept != gone:
            for number in members.pop(gone):
                head[number] = kept
                members[kept].append(number)
