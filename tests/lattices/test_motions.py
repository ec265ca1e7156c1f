"""The motions of boards, made again from corners of cells in space, and on glued boards from all maps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product, takewhile
from random import Random

import pytest
from effort import examples
from slow_values import with_slow
from test_placements import GEOMETRIES, Geometry, as_cell, at_places, drawn, group_of, middle, turned

from excover.base.source import Source, Span
from excover.language.meaning.puzzle import Board
from excover.lattices import LATTICE_NAMES, LATTICES, Cell, Isometry, extent
from excover.lattices.gluing import gluing
from excover.matrix.motions import Moves, moves

NOWHERE = Span(Source("<made>", ""), 0, 0)
KINDS = {"rotations": "one-sided", "symmetry": "free"}
Permutation = tuple[int, ...]


def permutation(board: Board, moved: Moves) -> Permutation:
    return tuple(board.cells.index(moved[board.name][cell]) for cell in board.cells)


def generated(generators: Iterable[Permutation], size: int) -> set[Permutation]:
    identity = tuple(range(size))
    found, waiting = {identity}, [identity]
    generators = list(generators)
    for one in waiting:
        for generator in generators:
            image = tuple(generator[at] for at in one)
            if image not in found:
                found.add(image)
                waiting.append(image)
    return found


def by_points(geometry: Geometry, board: Board, group: str) -> set[Permutation]:
    """Every isometry of the plane or of space that takes the cells of a board to cells of the same label."""
    corners = [list(geometry.corners(*cell)) for cell in board.cells]
    at = {as_cell(points): number for number, points in enumerate(corners)}
    kinds = [(board.labels.get(cell), cell in board.optional) for cell in board.cells]
    found = set()
    for motion in group_of(geometry, group):
        images = [turned(motion, points) for points in corners]
        start = middle(images[0])
        for target in corners:
            by = [b - a for a, b in zip(start, middle(target), strict=True)]
            to = list(takewhile(lambda number: number is not None, (at.get(as_cell(i, by)) for i in images)))
            if len(to) == len(images) and all(kinds[a] == kinds[b] for a, b in enumerate(to)):
                found.add(tuple(to))
    return found


def accepted(board: Board, kind: str) -> list[Permutation]:
    found = list(moves([board], kind, lambda each, _: each))  # type: ignore[arg-type]
    return [permutation(board, each) for each in found]


def symmetric(name: str, cells: Sequence[Cell], kind: str, random: Random) -> list[Cell]:
    """Cells together with their images by some motion of this kind, where those are cells of the lattice."""
    lattice = LATTICES[name]
    motion = random.choice(lattice.motions(kind))
    images = lattice.moved(motion, cells)
    by = lattice.displacement(images, cells)
    if by is None:
        return list(cells)
    moved = [(a + by[0], b + by[1], c + by[2]) for a, b, c in images]
    return sorted({*cells, *moved})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", with_slow(LATTICE_NAMES, slow=["hypercube"]))
def test_motions_are_those_of_points_in_space(name: str, kind: str) -> None:
    geometry, random = GEOMETRIES[name], Random(f"{kind} of {name}")
    orders = set()
    trials = examples(200 if geometry.layers == 1 else 16)
    for trial in range(trials):
        begin = random.randrange(2) if geometry.begins_anywhere else 0
        size = (random.randint(1, 2), random.randint(1, 5), random.randint(2, 5))
        cells = drawn(random, geometry, size, begin)
        if trial % 4:
            cells = symmetric(name, cells, KINDS[kind], random)
        labels = {cells[0]: "x"} if trial % 5 == 4 else {}
        optional = frozenset(cells[:1]) if trial % 5 == 3 else frozenset()
        board = Board(
            "b", NOWHERE, LATTICES[name], tuple(cells), extent(cells), frozenset(), optional, labels
        )
        there = at_places(geometry, begin)
        expected = by_points(there, board, KINDS[kind])
        assert generated(accepted(board, kind), len(cells)) == expected, cells
        orders.add(len(expected))
    assert len(orders) > 1 or trials < 100  # few drawings are symmetric, most of all in space


def on_a_glued_board(board: Board, flag: str, kind: str) -> set[Permutation]:
    """All maps of rows and columns that reverse them, exchange them, or shift those that go round."""
    _, rows, columns = board.extent
    at = {cell: number for number, cell in enumerate(board.cells)}
    found = set()
    for down, across, swap in product((1, -1), (1, -1), (False, True)):
        if (kind == "rotations" and (down * across < 0) != swap) or (
            swap and (rows != columns or flag == "cylinder")
        ):
            continue
        shifts = range(rows) if flag == "torus" else [0 if down > 0 else rows - 1]
        for a, b in product(shifts, range(columns)):
            to = []
            for _, r, c in board.cells:
                y, x = (c, r) if swap else (r, c)
                to.append(at[0, (down * y + a) % rows, (across * x + b) % columns])
            if all(
                board.labels.get(board.cells[m]) == board.labels.get(board.cells[n]) for n, m in enumerate(to)
            ):
                found.add(tuple(to))
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("flag", ["torus", "cylinder"])
@pytest.mark.parametrize("size", [(1, 1), (1, 4), (2, 3), (3, 3), (4, 2), (4, 4)])
def test_motions_of_glued_boards(size: tuple[int, int], flag: str, kind: str) -> None:
    cells = tuple(product((0,), *map(range, size)))
    for marked in ((), (0,), (0, len(cells) - 1), (0, len(cells) // 2), range(0, len(cells), 2)):
        labels = {cells[n]: "x" for n in marked}
        glued = gluing(LATTICES["square"], {flag}, *size)
        board = Board("b", NOWHERE, LATTICES["square"], cells, (1, *size), labels=labels, gluing=glued)
        expected = on_a_glued_board(board, flag, kind)
        assert generated(accepted(board, kind), len(cells)) == expected, (size, marked)


def test_boards_are_moved_together() -> None:
    """First each by itself, then both by the same motion."""

    def board(name: str, cells: Sequence[Cell]) -> Board:
        return Board(name, NOWHERE, LATTICES["square"], tuple(cells), extent(cells))

    one, other = board("one", [(0, 0, 0), (0, 0, 1)]), board("other", [(0, 0, 0), (0, 1, 0)])
    asked: list[Moves] = []

    def accept(each: Moves, _: Isometry) -> Moves | None:
        asked.append(each)
        return each if len(each) == 2 else None

    found = list(moves([one, other], "symmetry", accept))
    assert {frozenset(each) for each in asked} == {
        frozenset({"one"}),
        frozenset({"other"}),
        frozenset({"one", "other"}),
    }
    both = [(*permutation(one, each), *(2 + at for at in permutation(other, each))) for each in found]
    assert generated(both, 4) == {(0, 1, 2, 3), (1, 0, 2, 3), (0, 1, 3, 2), (1, 0, 3, 2)}


def test_a_large_ring_is_asked_for_few_motions() -> None:
    """A hexagonal ring has twelve motions: none is tried that others make, whatever its size."""

    def hexagon(radius: int) -> set[Cell]:
        rows = range(-radius, radius + 1)
        return {
            (0, r + 12, c + 24) for r in rows for c in range(abs(r) - 2 * radius, 2 * radius - abs(r) + 1, 2)
        }

    ring = sorted(hexagon(12) - hexagon(9))
    board = Board("b", NOWHERE, LATTICES["hex"], tuple(ring), extent(ring))
    asked = 0

    def accept(each: Moves, _: Isometry) -> Moves:
        nonlocal asked
        asked += 1
        return each

    found = [permutation(board, each) for each in moves([board], "symmetry", accept)]
    assert len(generated(found, len(ring))) == 12
    assert asked == len(found) <= 4


@pytest.mark.parametrize(("name", "size", "order", "chain"), [("cube", 3, 48, 5), ("square", 3, 8, 3)])
def test_every_accepted_motion_enlarges_the_group(name: str, size: int, order: int, chain: int) -> None:
    """So at most as many are asked for as a chain of subgroups has steps; 48 is 2 * 2 * 2 * 2 * 3."""
    cells = tuple(product(range(size if name == "cube" else 1), range(size), range(size)))
    board = Board("b", NOWHERE, LATTICES[name], cells, extent(cells))
    found = accepted(board, "symmetry")
    assert len(generated(found, len(cells))) == order
    assert len(found) <= chain
