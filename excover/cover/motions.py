"""The motions of boards: which rotations, reflections and shifts take boards onto themselves.

>>> from excover.problem import parse
>>> tray = parse("board tray 2x3 shapes d\\n  |AA BB CC\\nplace free d on tray")
>>> [len(list(moves(tray.puzzle.boards, kind, lambda moves: moves))) for kind in ("rotations", "symmetry")]
[1, 2]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Literal, TypeAlias, TypeVar

from excover.lattices import Cell, Isometry, translated
from excover.puzzle.puzzle import Board

UpTo: TypeAlias = Literal["rotations", "symmetry"]
"""What takes solutions to solutions: motions of boards that are no reflections, or all of them. In both, the
`symmetry` statements of a description count."""

Moved: TypeAlias = Mapping[Cell, Cell]
"""The image of every cell of a board."""

Moves: TypeAlias = Mapping[str, Moved]
"""Of boards, by their names. Others stay."""

Shift: TypeAlias = tuple[int, int]
_T = TypeVar("_T")
_GROUP = {"rotations": "one-sided", "symmetry": "free"}


def moves(boards: Sequence[Board], up_to: UpTo, accept: Callable[[Moves], _T | None]) -> Iterator[_T]:
    """What ``accept`` makes of motions of single boards, and of all boards at once; None is a refusal.

    What it accepts must be a group, of which as much comes as makes all of it: a motion that others make is
    not tried, nor is one that makes a refused motion together with them.
    """
    for together in [*([board] for board in boards), *([boards] if len(boards) > 1 else [])]:
        yield from _moves_together(together, up_to, accept)


def _moves_together(
    boards: Sequence[Board], up_to: UpTo, accept: Callable[[Moves], _T | None]
) -> Iterator[_T]:
    lattice = boards[0].lattice
    if any(board.lattice is not lattice for board in boards):
        return
    shifts = _Shifts(boards)
    yield from shifts.accepted(accept)
    identity, *others = lattice.motions(_GROUP[up_to])
    known, refused = {identity}, set[Isometry]()
    for motion in others:
        if motion in known or motion in refused:
            continue
        found = next((f for each in shifts.of(motion) if (f := accept(each)) is not None), None)
        if found is None:
            refused |= {motion @ other for other in known}
        else:
            yield found
            known = _closure(known, motion)
            refused = {each @ other for each in refused for other in known}


def _closure(group: set[Isometry], further: Isometry) -> set[Isometry]:
    """The group that a group and a further motion make."""
    generators, reached = [*group, further], [further]
    found = {*group, further}
    for motion in reached:
        for generator in generators:
            if (image := generator @ motion) not in found:
                found.add(image)
                reached.append(image)
    return found


class _Shifts:
    """The shifts of a board whose rim is glued; of several boards, none but that which moves nothing."""

    def __init__(self, boards: Sequence[Board]) -> None:
        self._boards = boards
        self._kinds = [_kinds(board) for board in boards]
        board, *others = boards
        glued = frozenset() if others else board.lattice.glued_axes(board.flags)
        self._rows, self._columns = (board.extent[axis] if axis in glued else 1 for axis in (1, 2))
        self._known = {(0, 0)}

    def accepted(self, accept: Callable[[Moves], _T | None]) -> Iterator[_T]:
        """Of shifts that make all that are accepted."""
        cells = [board.cells for board in self._boards]
        for shift in self._representatives():
            moved = self._moved(cells, shift) if shift != (0, 0) else None
            if moved is not None and (found := accept(moved)) is not None:
                self._add(shift)
                yield found

    def of(self, motion: Isometry) -> Iterator[Moves]:
        """A motion with each shift that is not made of another by one that is accepted."""
        images = [_straightened(board, motion) for board in self._boards]
        if None in images:
            return
        for shift in self._representatives():
            if (moved := self._moved(images, shift)) is not None:  # type: ignore[arg-type]
                yield moved

    def _moved(self, images: Sequence[Sequence[Cell]], shift: Shift) -> Moves | None:
        """Permutations of the cells, if they keep their labels and which of them may stay empty."""
        found: dict[str, Moved] = {}
        for board, kinds, image in zip(self._boards, self._kinds, images, strict=True):
            moved: dict[Cell, Cell] = {}
            for cell, at in zip(board.cells, image, strict=True):
                to = _shifted(at, shift, board.extent) if shift != (0, 0) else at
                if kinds.get(to) != kinds[cell]:
                    return None
                moved[cell] = to
            found[board.name] = moved
        return found

    def _representatives(self) -> Iterator[Shift]:
        """One shift of every class; what becomes known on the way is left out."""
        tried: set[Shift] = set()
        for shift in product(range(self._rows), range(self._columns)):
            if shift not in tried and (shift == (0, 0) or shift not in self._known):
                yield shift
                tried |= {self._sum(shift, other) for other in self._known}

    def _add(self, shift: Shift) -> None:
        before, multiple = self._known, shift
        while multiple not in before:
            self._known = self._known | {self._sum(multiple, other) for other in before}
            multiple = self._sum(multiple, shift)

    def _sum(self, a: Shift, b: Shift) -> Shift:
        return (a[0] + b[0]) % self._rows, (a[1] + b[1]) % self._columns


def _straightened(board: Board, motion: Isometry) -> Sequence[Cell] | None:
    """The images of a board's cells, in its box; None where no translation takes them there."""
    image = board.lattice.moved(motion, board.cells)
    by = board.lattice.displacement(image, board.cells)
    return None if by is None else translated(image, by)


def _shifted(cell: Cell, by: Shift, extent: Cell) -> Cell:
    return cell[0], (cell[1] + by[0]) % extent[1], (cell[2] + by[1]) % extent[2]


def _kinds(board: Board) -> dict[Cell, object]:
    """What a motion has to keep of every cell: its label, and whether it may stay empty."""
    return {cell: (board.labels.get(cell), cell in board.optional) for cell in board.cells}
