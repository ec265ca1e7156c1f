"""Taking apart: every move is replayed cell by cell, and a naive search over all groups agrees."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product
from pathlib import Path

import pytest
from commands import Run

import excover
from excover.authors.disassembly import Disassembly, NotSolid, disassemble, disassembly, pieces_of
from excover.lattices import LATTICES

Cell = tuple[int, int, int]
WAYS: tuple[Cell, ...] = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
FAR = 20
"""Moves that go so far without meeting anything go on for ever: the pieces are smaller."""


def moved(cells: Iterable[Cell], way: Cell, steps: int) -> frozenset[Cell]:
    return frozenset(tuple(c + steps * d for c, d in zip(cell, way, strict=True)) for cell in cells)  # type: ignore[misc]


def replayed(pieces: Sequence[Iterable[Cell]], found: Disassembly, halves: int = 1) -> None:
    """Asserts that nothing collides, one cell at a time, or half of one where pieces are `refined`, and that
    each piece ends alone."""
    where = [frozenset(piece) for piece in pieces]
    parts = [frozenset(range(len(pieces)))]
    counts: list[int] = []
    counting = 0
    for move in found.moves:
        (part,) = (part for part in parts if part.issuperset(move.pieces))
        still = frozenset(chain.from_iterable(where[k] for k in part.difference(move.pieces)))
        for _ in range(FAR if move.distance is None else move.distance * halves):
            for k in move.pieces:
                where[k] = moved(where[k], move.direction, 1)
                assert not where[k] & still
        counting += 1
        if move.distance is None:
            parts.remove(part)
            parts += [frozenset(move.pieces), part.difference(move.pieces)]
            counts.append(counting)
            counting = 0
    assert sorted(parts, key=min) == [{k} for k in range(len(pieces))]
    assert tuple(counts) == found.levels


def naive_level(
    pieces: Sequence[frozenset[Cell]], ways: Sequence[Cell] = WAYS, halves: int = 1
) -> int | None:
    """The fewest moves until some pieces are away, by trying all groups in all positions."""
    groups = list(chain.from_iterable(combinations(range(len(pieces)), n) for n in range(1, len(pieces))))
    level, seen, moves = [tuple(pieces)], {normal(pieces)}, 0
    while level:
        moves += 1
        following = []
        for state in level:
            for reached in one_move(state, groups, ways, halves):
                if reached is None:
                    return moves
                if normal(reached) not in seen:
                    seen.add(normal(reached))
                    following.append(reached)
        level = following
    return None


def one_move(
    state: Sequence[frozenset[Cell]], groups: Iterable[tuple[int, ...]], ways: Sequence[Cell], halves: int
) -> Iterator[tuple[frozenset[Cell], ...] | None]:
    for group, way in product(groups, ways):
        still = frozenset(chain.from_iterable(cells for k, cells in enumerate(state) if k not in group))
        for steps in range(1, FAR + 1):
            reached = tuple(
                moved(cells, way, steps) if k in group else cells for k, cells in enumerate(state)
            )
            if any(reached[k] & still for k in group):
                break
            if steps % halves == 0:
                yield reached
        else:
            yield None


def normal(state: Sequence[frozenset[Cell]]) -> tuple[frozenset[Cell], ...]:
    z, y, x = min(state[0])
    return tuple(moved(moved(moved(cells, (1, 0, 0), -z), (0, 1, 0), -y), (0, 0, 1), -x) for cells in state)


def connected_partition(size: Cell, count: int, seed: int) -> list[frozenset[Cell]]:
    """A box cut into connected pieces at random, by growing them from single cells."""
    chance = random.Random(seed)
    cells = set(product(*map(range, size)))
    pieces = [{cell} for cell in chance.sample(sorted(cells), count)]
    free = cells.difference(*pieces)
    while free:
        piece = chance.choice(pieces)
        edge = [cell for cell in sorted(free) if any(moved([cell], way, 1) & piece for way in WAYS)]
        if edge:
            cell = chance.choice(edge)
            piece.add(cell)
            free.remove(cell)
    return list(map(frozenset, pieces))


@pytest.mark.parametrize("seed", range(12))
def test_random_cuts_of_a_box(seed: int) -> None:
    pieces = connected_partition((2, 3, 3), 3, seed)
    found = disassembly(pieces)
    assert (found.levels[0] if found else None) == naive_level(pieces)
    if found:
        replayed(pieces, found)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 300))
def test_many_random_cuts_of_a_box(seed: int) -> None:
    pieces = connected_partition((3, 3, 3), 3 + seed % 2, seed)
    found = disassembly(pieces)
    level = naive_level(pieces)
    if found:
        assert found.levels[0] == level
        replayed(pieces, found)
    elif level is not None:  # something comes off, and what is left does not come apart
        assert any(
            disassembly([pieces[k] for k in group]) is None
            for n in range(2, len(pieces))
            for group in combinations(range(len(pieces)), n)
        )


PRISM = LATTICES["prism"]
PRISM_WAYS: tuple[Cell, ...] = (
    *((1, 0, 0), (-1, 0, 0), (0, 0, 2), (0, 0, -2)),
    *((0, 1, 1), (0, -1, -1), (0, 1, -1), (0, -1, 1)),
)


def refined(cells: Iterable[Cell]) -> frozenset[Cell]:
    """The eight prisms of half the size that each consists of, so that half a step moves cells to cells."""
    found = set()
    for layer, row, column in cells:
        upright = (row + column) % 2 == 0
        narrow, wide = (2 * row, 2 * row + 1) if upright else (2 * row + 1, 2 * row)
        places = [(narrow, 2 * column + 1), *((wide, 2 * column + k) for k in range(3))]
        found |= {(2 * layer + k, r, c) for k in range(2) for r, c in places}
    return frozenset(found)


def prism_pieces(count: int, seed: int) -> list[frozenset[Cell]]:
    """Pieces that nearly fill a parallelogram of three layers, grown at random, mostly the first."""
    chance = random.Random(seed)
    cells = sorted((layer, r, c) for layer in range(3) for _, r, c in PRISM.box(1, 3, 3))
    pieces = [{cell} for cell in chance.sample(cells, count)]
    left = set(chance.sample(cells, 48)).difference(*pieces)
    while steps := [
        (piece, cell)
        for piece in pieces
        for cell in sorted(left)
        if piece.intersection(PRISM.neighbours(cell))
    ]:
        piece, cell = chance.choices(steps, [3 if piece is pieces[0] else 1 for piece, _ in steps])[0]
        piece.add(cell)
        left.remove(cell)
    return list(map(frozenset, pieces))


def prisms_come_apart_as_in_halves(count: int, seed: int) -> int:
    pieces = prism_pieces(count, seed)
    halves = list(map(refined, pieces))
    found, level = disassembly(pieces, lattice=PRISM), naive_level(halves, PRISM_WAYS, 2)
    if found:
        assert found.levels[0] == level
        replayed(halves, found, 2)
    elif level is not None:  # something comes off, and what is left does not come apart
        groups = chain.from_iterable(combinations(range(count), n) for n in range(2, count))
        assert any(disassembly([pieces[k] for k in group], lattice=PRISM) is None for group in groups)
    return level or 0


def test_random_cuts_of_prisms() -> None:
    assert {prisms_come_apart_as_in_halves(2 + seed % 2, seed) for seed in range(30, 38)} == {0, 1}


@pytest.mark.slow
def test_many_random_cuts_of_prisms() -> None:
    assert {prisms_come_apart_as_in_halves(2 + seed % 3, seed) for seed in range(100, 200)} == {0, 1}


def test_a_prism_that_is_taken_out_in_two_moves() -> None:
    """Along a slot by two sides of a triangle, then up; a way to the front, past one side, is too narrow."""
    block = {(layer, r, c) for layer in range(3) for _, r, c in PRISM.box(1, 3, 6)}
    slot = {(1, 1, c) for c in range(4, 10)} | {(0, 1, 8), (0, 1, 9), (1, 2, 6)}
    pieces = [frozenset(block - slot), frozenset({(1, 1, 4), (1, 1, 5)})]
    found = disassembly(pieces, lattice=PRISM)
    assert found is not None
    assert found.levels == (2,) == (naive_level(list(map(refined, pieces)), PRISM_WAYS, 2),)
    assert [(move.direction, move.distance) for move in found.moves] == [((0, 0, 2), 2), ((-1, 0, 0), None)]
    replayed(list(map(refined, pieces)), found, 2)


PRISMS = """
puzzle "A drawer"
board house prism
  |......|......|......
  |......|......|......
shapes piece prism
  |AAAAAA|AAAAAA|AAAAAA
  |AAAAAA|ABBBAA|AAAAAA
place fixed piece on house
"""


def test_the_command_with_prisms(run: Run, tmp_path: Path) -> None:
    shown = run("disassemble drawer.xc", drawer=PRISMS)
    assert (shown.status, shown.err) == (0, "1 solution looked at, 1 comes apart\n")
    assert shown.out.splitlines()[-2:] == ["1. B forward right away", ""]
    (data,) = map(json.loads, run("disassemble drawer.xc --json", drawer=PRISMS).out.splitlines())
    assert data["moves"] == [{"pieces": ["B"], "direction": "forward right", "distance": None}]
    run(f"disassemble drawer.xc --svg {tmp_path / 'drawer.svg'}", drawer=PRISMS)
    assert (tmp_path / "drawer.svg").read_text().count("<text") >= 2


def test_a_cube_in_a_closed_box() -> None:
    shell = frozenset(product(range(3), repeat=3)) - {(1, 1, 1)}
    assert disassembly([shell, frozenset({(1, 1, 1)})]) is None


def test_a_bar_that_is_pulled_out_in_two_moves() -> None:
    """A bolt in a slot: first along the slot, then up."""
    block = frozenset(product(range(3), range(3), range(4)))
    slot = {(1, 1, x) for x in range(4)} | {(0, 1, 3)}
    bolt = frozenset({(1, 1, 0)})
    found = disassembly([block - slot, bolt])
    assert found is not None
    assert found.levels == (1,)  # the slot is open to the left
    closed = block - slot | {(1, 1, 0)}
    found = disassembly([closed, frozenset({(1, 1, 1)})])
    assert found is not None
    assert found.levels == (1,)  # and to the right
    shut = closed | {(1, 1, 4), (0, 1, 4), (1, 0, 4), (1, 2, 4)}
    found = disassembly([shut, frozenset({(1, 1, 1)})])
    assert found is not None
    assert found.levels == (2,)
    assert [move.distance for move in found.moves] == [2, None]
    replayed([shut, frozenset({(1, 1, 1)})], found)


def test_soma() -> None:
    problem = excover.load("soma")
    for solution in problem.solutions(excover.Run.within(solutions=10)):
        found = disassemble(problem, solution)
        assert found is not None
        replayed([piece.cells for piece in pieces_of(solution)], found)


@pytest.mark.slow
def test_burrs_of_six_pieces() -> None:
    """BurrTools takes as many apart."""
    problem = excover.load(Path(__file__).parents[1] / "puzzles" / "solid-burrs.xc")
    found = [disassemble(problem, solution) for solution in problem.solutions(up_to="rotations")]
    assert (len(found), sum(each is not None for each in found)) == (1063, 314)


def test_more_pieces_than_can_be_looked_at() -> None:
    row = [{(0, 0, x)} for x in range(65)]
    assert disassembly(row[:64]) is not None
    with pytest.raises(NotSolid, match="65 pieces are too many"):
        disassembly(row)


CUBES = """
board box 5x5x3
shapes piece
  |A
place fixed piece on box each 75 times
"""


def test_the_command_with_too_many_pieces(run: Run) -> None:
    refused = run("disassemble cubes.xc", cubes=CUBES)
    assert (refused.status, refused.out) == (2, "")
    assert "75 pieces are too many to be taken apart: at most 64 can be" in refused.err


def test_a_stopped_run() -> None:
    stopped = excover.Cancellation()
    stopped.cancel()
    problem = excover.load("soma")
    solution = problem.solve()
    assert solution is not None
    with pytest.raises(excover.Unfinished):
        disassemble(problem, solution, excover.Run(cancellation=stopped))


LOCKED = """
puzzle "A cube in a box"
board box 3x3x3
shapes piece
  |AAA|AAA|AAA
  |AAA|ABA|AAA
  |AAA|AAA|AAA
place fixed piece on box
"""


def test_the_command(run: Run) -> None:
    shown = run("disassemble soma --up-to rotations --limit 2")
    assert shown.status == 0
    assert shown.out.startswith("solution 1 comes apart, level 1.1.1.1.1.1:\n")
    assert shown.err.endswith("2 solutions looked at, 2 come apart\n")


def test_the_command_where_nothing_comes_apart(run: Run) -> None:
    locked = run("disassemble locked.xc", locked=LOCKED)
    assert (locked.status, locked.out) == (1, "")
    told = "`--group AB` shows which pieces come free of the others, if some do"
    assert locked.err.endswith(f"1 solution looked at, 0 come apart\n{told}\n")
    stuck = run("disassemble locked.xc --group AB", locked=LOCKED)
    assert stuck.out.startswith("solution 1 stays together:\n")
    assert stuck.out.endswith("\nA, B stay together\n\n")
    assert told not in stuck.err
    (data,) = map(json.loads, run("disassemble locked.xc --json", locked=LOCKED).out.splitlines())
    assert (data["number"], data["levels"], data["moves"]) == (1, None, [])


LID = """
board box 3x3x4
shapes piece
  |AAAC|AAAC|AAAC
  |AAAC|ABAC|AAAC
  |AAAC|AAAC|AAAC
place fixed piece on box
"""


def test_a_group_shows_what_comes_free(run: Run) -> None:
    locked = run("disassemble lid.xc", lid=LID)
    told = "`--group ACB` shows which pieces come free of the others, if some do"
    assert (locked.status, locked.out) == (1, "")
    assert locked.err.endswith(f"2 solutions looked at, 0 come apart\n{told}\n")
    free = run("disassemble lid.xc --group ABC", lid=LID)
    assert free.out.startswith("solution 1 comes apart, level 1:\n")
    assert free.out.count("\nA, B stay together\n\n") == 2
    assert told not in free.err
    wrong = run("disassemble lid.xc --group AB --group AXCY", lid=LID)
    assert (wrong.status, wrong.out) == (2, "")
    assert wrong.err.endswith("error: --group AXCY: there is no piece `X` or `Y`, but `A`, `B` and `C`\n")


ALONE = "board box cube 1x1x2 shapes piece cube\n  |AA\nplace one-sided piece on box"


@pytest.mark.parametrize("more", ["", " --group A"])
def test_one_piece_alone_does_not_come_apart(run: Run, more: str) -> None:
    shown = run(f"disassemble alone.xc{more}", alone=ALONE)
    assert (shown.status, shown.out) == (1, "")
    assert shown.err.endswith("1 solution looked at, 0 come apart\n")
    (data,) = map(json.loads, run(f"disassemble alone.xc --json{more}", alone=ALONE).out.splitlines())
    assert (data["levels"], data["moves"]) == (None, [])
    assert disassembly([frozenset({(0, 0, 0)})]) is disassembly([]) is None


def test_the_command_as_json(run: Run) -> None:
    (first,) = map(json.loads, run("disassemble soma --limit 1 --json").out.splitlines())
    assert first["levels"] == [1] * 6
    assert first["moves"][-1]["distance"] is None
    assert first["moves"][-1]["direction"] in ("up", "down", "left", "right", "back", "forward")


def test_the_strip(run: Run, tmp_path: Path) -> None:
    drawn = run("disassemble soma --limit 1 --svg strip.svg")
    assert drawn.err.startswith("strip.svg: 6 moves\n")
    picture = (tmp_path / "strip.svg").read_text()
    assert ">assembled<" in picture
    assert picture.count(" away<") == 6


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("board flat 1x2 shapes d\n  |DD\nplace fixed d on flat", "board `flat` is flat"),
        ("item a option f() covers a", "on one board"),
        ("board tray 1x2, open below shapes d\n  |DD\nplace fixed d on tray", "open or glued sides"),
    ],
)
def test_what_has_no_way_apart_is_refused(run: Run, text: str, reason: str) -> None:
    refused = run("disassemble flat.xc", flat=text)
    assert refused.status == 2
    assert reason in refused.err


@pytest.mark.parametrize("far", [(4_000, 4_000, 4_000), (0, 0, 2**31 - 1), (-(2**31), 0, 2**31 - 1)])
def test_pieces_too_far_from_each_other(far: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="pieces are too far from each other"):
        disassembly([{(0, 0, 0), far}, {(0, 0, 1), (0, 1, 0)}])
