"""What `require` asks of pieces together, compared with all solutions without it and published counts."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest

import excover
from excover.language.syntax.format import format_spec
from excover.matrix.core_form import core

Cells = frozenset[tuple[int, ...]]

SIDES = {
    "square": [(0, 1), (1, 0), (0, -1), (-1, 0)],
    "hex": [(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)],
}
CORNERS = {**SIDES, "square": [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]}

DOMINOES = """
param m = 2 in 1..20
param n = 2 in 1..20
board b m by n
shapes domino
  |AA
place free domino on b each at least 0 times
"""


def pieces_of(solution: excover.Solution) -> list[tuple[str, Cells]]:
    """The letter and the cells of each piece."""
    placed = [option for option in solution if len(option.arguments) == 2]
    return [(str(option.arguments[0]), frozenset(option.arguments[1])) for option in placed]


def solutions(spec: str, **parameters: int) -> list[list[tuple[str, Cells]]]:
    return [pieces_of(each) for each in excover.parse(spec, parameters).solutions()]


def is_without_crossroads(pieces: Iterable[tuple[str, Cells]]) -> bool:
    owner = {cell: number for number, (_, cells) in enumerate(pieces) for cell in cells}
    squares = ({(r + i, c + j) for i in (0, 1) for j in (0, 1)} for r, c in owner)
    return all(len({owner[cell] for cell in square if cell in owner}) < 4 for square in squares)


def is_without_faults(pieces: Iterable[tuple[str, Cells]]) -> bool:
    placed = [cells for _, cells in pieces]
    for axis in range(len(next(iter(placed[0])))):
        spans = [(min(cell[axis] for cell in cells), max(cell[axis] for cell in cells)) for cells in placed]
        lines = range(min(low for low, _ in spans), max(high for _, high in spans))
        if not all(any(low <= line < high for low, high in spans) for line in lines):
            return False
    return True


def touch(one: Cells, other: Cells, ways: Iterable[tuple[int, int]]) -> bool:
    return any((r + i, c + j) in other for r, c in one for i, j in ways)


def are_apart(
    pieces: Iterable[tuple[str, Cells]], ways: Iterable[tuple[int, int]], classes: dict[str, str]
) -> bool:
    return not any(
        classes[a] == classes[b] and touch(one, other, ways)
        for (a, one), (b, other) in combinations(pieces, 2)
    )


# Crossroads and faults


@pytest.mark.parametrize("size", [(2, 4), (3, 4), (4, 4), (4, 5), (5, 6), (4, 7)])
def test_dominoes_without_crossroads_or_faults(size: tuple[int, int]) -> None:
    both = dict(zip("mn", size, strict=True))
    every = solutions(DOMINOES, **both)
    for rule, holds in (("crossroads", is_without_crossroads), ("faults", is_without_faults)):
        found = solutions(f"{DOMINOES}\nrequire b without {rule}", **both)
        assert len(found) == len(set(map(frozenset, found))) == sum(map(holds, every))
        assert all(map(holds, found))
    found = solutions(f"{DOMINOES}\nrequire b without crossroads, faults", **both)
    assert len(found) == sum(is_without_crossroads(each) and is_without_faults(each) for each in every)


TATAMI = [[0], [1, 1], [0, 2, 0], [1, 3, 3, 1], [0, 4, 0, 4, 0], [1, 6, 4, 4, 6, 1], [0, 9, 0, 2, 0, 9, 0]]
TATAMI += [[1, 13, 6, 3, 3, 6, 13, 1], [0, 19, 0, 3, 0, 3, 0, 19, 0], [1, 28, 10, 3, 2, 2, 3, 10, 28, 1]]
INCONGRUENT = [
    [0],
    [1, 1],
    [0, 1, 0],
    [1, 2, 2, 1],
    [0, 3, 0, 3, 0],
    [1, 4, 2, 2, 4, 1],
    [0, 6, 0, 1, 0, 6, 0],
]
INCONGRUENT += [[1, 8, 2, 2, 2, 2, 8, 1], [0, 12, 0, 2, 0, 2, 0, 12, 0], [1, 16, 4, 2, 1, 1, 2, 4, 16, 1]]


def test_tatami() -> None:
    """OEIS A068920: rooms with mats of 1 by 2, no four of which meet; A068926: the incongruent ones."""
    problem = excover.parse(f"{DOMINOES}\nrequire b without crossroads")
    for diagonal, (numbers, classes) in enumerate(zip(TATAMI, INCONGRUENT, strict=True), 1):
        rooms = [problem.with_parameters({"m": diagonal - n, "n": n + 1}) for n in range(diagonal)]
        assert [room.count() for room in rooms] == numbers
        assert [room.count(up_to_symmetry=True) for room in rooms] == classes


@pytest.mark.parametrize(("size", "count"), [((5, 6), 6), ((6, 6), 0), ((4, 6), 0)])
def test_faultless_dominoes(size: tuple[int, int], count: int) -> None:
    """The smallest is 5 by 6; 6 by 6 has none (R. Graham, "Fault-free tilings of rectangles", 1981)."""
    spec = f"{DOMINOES}\nrequire b without faults"
    assert excover.parse(spec, dict(zip("mn", size, strict=True))).count() == count


def test_rules_of_a_board_also_hold_for_options() -> None:
    across = "option across((r, c) in b) where (r, c+1) in b covers b[r, c], b[r, c+1]"
    down = "option down((r, c) in b) where (r+1, c) in b covers b[r, c], b[r+1, c]"
    for rule in ("crossroads", "faults"):
        own = f"param m = 5\nparam n = 6\nboard b m by n\n{across}\n{down}\nrequire b without {rule}"
        placed = excover.parse(f"{DOMINOES}\nrequire b without {rule}", {"m": 5, "n": 6})
        assert excover.parse(own).count() == placed.count()


def test_holes_are_no_pieces() -> None:
    """Where a cell is empty, only three pieces meet."""
    spec = """
    board b 3x4, at most 2 holes
    shapes piece
      |AA BBB
    place free piece on b each at least 0 times
    """
    every = solutions(spec)
    found = excover.parse(f"{spec}\nrequire b without crossroads").count()
    assert found == sum(map(is_without_crossroads, every)) < len(every)


def test_crossroads_around_a_torus() -> None:
    spec = "board b 4x4, torus\nshapes domino\n  |AA\nplace free domino on b each 8 times"

    def wrapped(pieces: list[tuple[str, Cells]]) -> bool:
        owner = {cell: number for number, (_, cells) in enumerate(pieces) for cell in cells}
        squares = ({(r % 4 + 1, c % 4 + 1), (r % 4 + 1, c), (r, c % 4 + 1), (r, c)} for r, c in owner)
        return all(len({owner[cell] for cell in square}) < 4 for square in squares)

    found = excover.parse(f"{spec}\nrequire b without crossroads").count()
    assert found == sum(map(wrapped, solutions(spec)))


def test_six_triangles_meet() -> None:
    """Of the ways to cut a hexagon into rhombs and triangles, those with at most three pieces."""
    spec = """
    board b triangle
      |...
      |...
    shapes piece triangle
      |A BB
    place free piece on b each at least 0 times
    """
    every = solutions(spec)
    found = excover.parse(f"{spec}\nrequire b without crossroads").count()
    assert found == sum(len(each) <= 3 for each in every) == 2


def test_planes_without_faults() -> None:
    spec = "board b 2x2x3\nshapes rod\n  |AA\nplace one-sided rod on b each 6 times"
    found = excover.parse(f"{spec}\nrequire b without faults").count()
    assert found == sum(map(is_without_faults, solutions(spec)))


# Pieces that do not touch

PIECES = """
board b {lattice} 3x4, at most {holes} holes
shapes piece {lattice}
{drawing}
let color = {{("A", 1), ("B", 1), ("C", 2)}}
def hue(p) = max(c for (q, c) in color where q = p)
place free piece on b each 0..2 times
"""
DRAWINGS = {"square": "  |AA BBB CC\n  |       C", "hex": "  |A A   B B B   C C\n  |               C"}
HUES = {"A": "1", "B": "1", "C": "2"}


@pytest.mark.parametrize("lattice", ["square", "hex"])
@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize("per", ["", "piece", "hue(piece)"])
def test_pieces_that_do_not_touch(lattice: str, corners: bool, per: str) -> None:
    spec = PIECES.format(lattice=lattice, holes=12 if not per else 3, drawing=DRAWINGS[lattice])
    classes = {"": dict.fromkeys("ABC", ""), "piece": dict(zip("ABC", "ABC", strict=True))}.get(per, HUES)
    ways = (CORNERS if corners else SIDES)[lattice]
    every = solutions(spec)
    wanted = sum(are_apart(each, ways, classes) for each in every)
    rule = f"require piece apart{' at corners' if corners else ''}{f' per {per}' if per else ''}"
    assert excover.parse(f"{spec}\n{rule}").count() == wanted
    assert 0 < wanted < len(every)


@pytest.mark.parametrize("lattice", ["square", "hex"])
def test_several_rules_for_the_same_pieces(lattice: str) -> None:
    spec = PIECES.format(lattice=lattice, holes=12, drawing=DRAWINGS[lattice])
    every = solutions(spec)
    rules = {
        "at corners per piece": (CORNERS[lattice], dict(zip("ABC", "ABC", strict=True))),
        "per hue(piece)": (SIDES[lattice], HUES),
        "": (SIDES[lattice], dict.fromkeys("ABC", "")),
    }
    for chosen in combinations(rules, 2):
        wanted = sum(all(are_apart(each, *rules[rule]) for rule in chosen) for each in every)
        problem = excover.parse("\n".join([spec, *(f"require piece apart {rule}" for rule in chosen)]))
        assert 0 < problem.count() == wanted < len(every)
        assert {"piece_apart", "piece_apart_2"} < {item.family for item in problem.matrix.items}
        assert excover.parse(format_spec(core(problem.puzzle, problem.compiled))).count() == wanted


def test_the_same_rule_in_other_words_is_refused() -> None:
    pieces = PIECES.format(lattice="", holes=3, drawing=DRAWINGS["square"])
    text = f"{pieces}\nrequire piece apart per hue(piece)"
    with pytest.raises(excover.SpecError) as error:
        excover.parse(f'{text}\nrequire piece apart per 7 if piece = "C" else 8')
    assert [each.code for each in error.value.diagnostics] == ["E201"]


def test_pieces_are_placed_before_they_are_kept_apart() -> None:
    """Also where the first board has no two neighbors."""
    text = "board b 1x1 board c 1x2 shapes p |A\nplace free p on b each 2 times require p apart"
    with pytest.raises(excover.SpecError) as error:
        excover.parse(f"{text} place free p on c")
    assert [each.code for each in error.value.diagnostics] == ["E768"]


def test_pieces_apart_around_a_torus() -> None:
    spec = "board b 1x6, torus, at most 6 holes\nshapes p\n  |A\nplace free p on b each at least 0 times\n"
    assert excover.parse(f"{spec}require p apart").count() == 18  # A000032: the Lucas number of 6


def test_pieces_apart_on_two_boards() -> None:
    spec = """
    board b 1x3, at most 3 holes
    board d 1x4, at most 4 holes
    shapes p
      |A
    place free p on b each at least 0 times
    place free p on d each at least 0 times
    require p apart
    """
    assert excover.parse(spec).count() == 5 * 8  # Fibonacci numbers


def test_symmetric_boards_stay_symmetric() -> None:
    for rule, size, count in (("without faults", (5, 6), 6), ("without crossroads", (4, 4), 2)):
        problem = excover.parse(f"{DOMINOES}\nrequire b {rule}", dict(zip("mn", size, strict=True)))
        assert (problem.count(), problem.symmetries.order) == (count, 8 if size == (4, 4) else 4)
        assert problem.count(up_to_symmetry=True) < count


@pytest.mark.parametrize(
    "rule", ["require b without crossroads, faults", "require domino apart at corners per piece"]
)
def test_the_core_form_has_the_same_solutions(rule: str) -> None:
    problem = excover.parse(
        f"{DOMINOES.replace('m by n', 'm by n, at most 9 holes')}\n{rule}", {"m": 3, "n": 4}
    )
    written = format_spec(core(problem.puzzle, problem.compiled))
    assert excover.parse(written).count() == problem.count() > 0


def test_boards_without_points_and_lines() -> None:
    spec = "board b 1x2\nshapes p\n  |AA\nplace free p on b\nrequire b without crossroads, faults"
    assert excover.parse(spec).count() == 1


def test_unlike_pieces_of_which_each_is_used_once() -> None:
    """`per` leaves those apart of which no two have the same value."""
    board = "board b 1x6, at most 2 holes\nshapes p\n  |A B CC\nplace free p on b\n"
    spec = f'{board}require p apart per 1 if piece = "C" else 2'
    families = [item.family for item in excover.parse(spec).matrix.items]
    assert families.count("p_apart") == 5


@pytest.mark.parametrize(
    ("rule", "item"),
    [("b without faults", 'b_faults[("column", 1)]'), ("b without crossroads", "b_crossroads[(1, 1)]")],
)
@pytest.mark.parametrize("more", ["also domino(cells) covers {}", "option z() covers b[1, 1], {}"])
def test_options_cannot_cover_its_items(rule: str, item: str, more: str) -> None:
    """They would cover them twice."""
    with pytest.raises(excover.SpecError) as error:
        excover.parse(f"{DOMINOES} require {rule} {more.format(item)}")
    assert [each.code for each in error.value.diagnostics] == ["E770"]


def test_a_condition_is_no_class_of_pieces() -> None:
    text = "board b 2x5\nshapes p\n  |AA BBB\nplace free p on b each 2 times\n"
    with pytest.raises(excover.SpecError) as error:
        excover.parse(text + 'require p apart per piece = "A"')
    assert [each.code for each in error.value.diagnostics] == ["E115"]


def test_items_are_limited_before_they_are_made() -> None:
    text = "board b 60x60\nshapes p = all fixed 5 of square\nplace fixed p on b each at least 0 times\n"
    with pytest.raises(excover.SpecError, match="items") as error:
        excover.parse(text + "require p apart per piece", limits=excover.Limits(items=5000))
    assert [each.code for each in error.value.diagnostics] == ["E503"]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("b without crossroad", "`crossroads` or `faults`"), ("domino apart at corner", "`at corners`, `per`")],
)
def test_a_misspelt_rule_is_told_in_words(rule: str, expected: str) -> None:
    with pytest.raises(excover.SpecError, match=f"where {expected}"):
        excover.parse(f"{DOMINOES}require {rule}")


def test_a_wrong_placement_has_no_second_error() -> None:
    text = "board b 2x3 shapes d |AA\nplace free d on b each {} require d apart"
    with pytest.raises(excover.SpecError) as refused:
        excover.parse(text.format("3..2 times"))
    assert [each.code for each in refused.value.diagnostics] == ["E238"]
