"""Each kind of `require` on small boards at random: all counts and lists agree with a plain search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from commands import Run

import excover

Cell = tuple[int, int]
Piece = tuple[str, frozenset[Cell]]
Tiling = frozenset[Piece]

SPEC = """
board tray {rows}x{columns}, at most {holes} holes
shapes piece
  |AA B
place free piece on tray each 0..9 times
{rules}
"""
SIDES = {(0, 1), (1, 0)}
CORNERS = SIDES | {(1, 1), (1, -1)}


def near(steps: set[Cell], one: Cell, other: Cell) -> bool:
    step = other[0] - one[0], other[1] - one[1]
    return step in steps or (-step[0], -step[1]) in steps


def touching(steps: set[Cell], one: frozenset[Cell], other: frozenset[Cell]) -> bool:
    return any(near(steps, a, b) for a in one for b in other)


def are_apart(tiling: Tiling, steps: set[Cell], *, per: bool) -> bool:
    pairs = combinations(tiling, 2)
    return not any(touching(steps, a[1], b[1]) for a, b in pairs if not per or a[0] == b[0])


def is_connected(cells: set[Cell], steps: set[Cell]) -> bool:
    groups = [{cell} for cell in cells]
    for cell in cells:
        joined = [
            group for group in groups if any(cell in group or near(steps, cell, each) for each in group)
        ]
        groups = [group for group in groups if group not in joined] + (
            [set().union(*joined)] if joined else []
        )
    return len(groups) <= 1


def cells_of(tiling: Tiling, letters: str) -> set[Cell]:
    return {cell for letter, cells in tiling if letter in letters for cell in cells}


def without_crossroads(tiling: Tiling, rows: int, columns: int) -> bool:
    points = ((r, c) for r in range(1, rows) for c in range(1, columns))
    around = ({(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)} for r, c in points)
    return all(sum(bool(cells & square) for _, cells in tiling) < 4 for square in around)


def without_faults(tiling: Tiling, rows: int, columns: int) -> bool:
    lines = [(0, r) for r in range(1, rows)] + [(1, c) for c in range(1, columns)]
    spans = [(axis, {cell[axis] for cell in cells}) for axis in (0, 1) for _, cells in tiling]
    return all(any(on == axis and {at, at + 1} <= span for on, span in spans) for axis, at in lines)


RULES: dict[str, Callable[[Tiling, int, int], bool]] = {
    "require piece apart": lambda tiling, *_: are_apart(tiling, SIDES, per=False),
    "require piece apart at corners": lambda tiling, *_: are_apart(tiling, CORNERS, per=False),
    "require piece apart per piece": lambda tiling, *_: are_apart(tiling, SIDES, per=True),
    "require piece apart at corners per piece": lambda tiling, *_: are_apart(tiling, CORNERS, per=True),
    "require tray without crossroads": without_crossroads,
    "require tray without faults": without_faults,
    "require piece connected": lambda tiling, *_: is_connected(cells_of(tiling, "AB"), SIDES),
    "require piece connected at corners": lambda tiling, *_: is_connected(cells_of(tiling, "AB"), CORNERS),
    "require piece connected per piece": lambda tiling, *_: (
        is_connected(cells_of(tiling, "A"), SIDES) and is_connected(cells_of(tiling, "B"), SIDES)
    ),
}


def tilings(free: frozenset[Cell], holes: int) -> Iterator[frozenset[Piece]]:
    """All ways to cover the cells, but for some, by dominoes and single cells."""
    if not free:
        yield frozenset()
        return
    row, column = cell = min(free)
    if holes:
        yield from tilings(free - {cell}, holes - 1)
    for letter, piece in (("B", {cell}), ("A", {cell, (row, column + 1)}), ("A", {cell, (row + 1, column)})):
        if piece <= free:
            rest = tilings(free.difference(piece), holes)
            yield from (more | {(letter, frozenset(piece))} for more in rest)


def images(tiling: Tiling, rows: int, columns: int) -> Iterator[Tiling]:
    """Those by the symmetries of the board."""
    for down, across, swapped in ((a, b, s) for a in (0, 1) for b in (0, 1) for s in (0, 1)):
        if swapped and rows != columns:
            continue

        def moved(cell: Cell, down: int = down, across: int = across, swapped: int = swapped) -> Cell:
            r, c = rows + 1 - cell[0] if down else cell[0], columns + 1 - cell[1] if across else cell[1]
            return (c, r) if swapped else (r, c)

        yield frozenset((letter, frozenset(map(moved, cells))) for letter, cells in tiling)


def cases() -> Iterator[tuple[str, int, int, int]]:
    """Each rule on two boards, and pairs of rules."""
    random = Random(1)
    every = [[rule] for rule in RULES for _ in range(2)]
    apart = [rule for rule in RULES if "apart" in rule]
    pairs = [pair for pair in combinations(RULES, 2) if not {*pair} <= {*apart}]
    for rules in [*every, *random.sample(pairs, 10)]:
        rows, columns = random.choice([(2, 2), (2, 3), (3, 2), (1, 5), (3, 3), (2, 4)])
        yield "\n".join(rules), rows, columns, random.randint(1, 4)


def expected(rules: str, rows: int, columns: int, holes: int) -> set[Tiling]:
    board = frozenset((r, c) for r in range(1, rows + 1) for c in range(1, columns + 1))
    said = rules.splitlines()
    return {each for each in tilings(board, holes) if all(RULES[rule](each, rows, columns) for rule in said)}


def found(solution: excover.Solution) -> Tiling:
    names = (option for option in solution if option.family == "piece")
    return frozenset((name.arguments[0], frozenset(name.arguments[1])) for name in names)  # type: ignore[arg-type]


def text_of(rules: str, rows: int, columns: int, holes: int) -> str:
    return SPEC.format(rows=rows, columns=columns, holes=holes, rules=rules)


@pytest.mark.parametrize(("rules", "rows", "columns", "holes"), list(cases()))
def test_counts_and_lists_agree(rules: str, rows: int, columns: int, holes: int) -> None:
    wanted = expected(rules, rows, columns, holes)
    problem = excover.parse(text_of(rules, rows, columns, holes))
    assert problem.count() == len(wanted)
    listed = list(map(found, problem.solutions()))
    assert len(listed) == len(wanted)
    assert set(listed) == wanted
    orbits = {frozenset(images(each, rows, columns)) for each in wanted}
    assert problem.count(up_to_symmetry=True) == len(orbits)
    firsts = [
        frozenset(images(found(each), rows, columns)) for each in problem.solutions(up_to_symmetry=True)
    ]
    assert len(firsts) == len(orbits)
    assert set(firsts) == orbits


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "rows", "columns", "holes"), list(cases())[::4])
def test_the_commands_agree(
    rules: str, rows: int, columns: int, holes: int, tmp_path: Path, run: Run
) -> None:
    wanted = expected(rules, rows, columns, holes)
    file = tmp_path / "tray.xc"
    file.write_text(text_of(rules, rows, columns, holes))
    assert run("count", str(file))[1].strip() == str(len(wanted))
    lines = run("solve", str(file), "--all", "--json")[1].splitlines()
    assert len(lines) == len(wanted)
    ran = run("run", str(file), "--count", "--journal", str(tmp_path / "journal"))
    assert ran[1].strip() == str(len(wanted))
