"""`shapes s = all free 5 of square`: as many pieces as published, under their usual names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import permutations, product

import pytest
from slow_values import with_slow

import excover
from excover.base.limits import Limits
from excover.lattices import LATTICE_NAMES, LATTICES
from excover.lattices.polyforms import TooManyPolyforms, has_hole, polyforms

PUBLISHED = {
    ("square", "free"): [1, 1, 2, 5, 12, 35, 108, 369],  # OEIS A000105
    ("square", "one-sided"): [1, 1, 2, 7, 18, 60, 196, 704],  # A000988
    ("square", "fixed"): [1, 2, 6, 19, 63, 216, 760, 2725],  # A001168
    ("hex", "free"): [1, 1, 3, 7, 22, 82, 333],  # A000228
    ("hex", "one-sided"): [1, 1, 3, 10, 33, 147, 620],  # A006535
    ("hex", "fixed"): [1, 3, 11, 44, 186, 814],  # A001207
    ("triangle", "free"): [1, 1, 1, 3, 4, 12, 24, 66],  # A000577
    ("triangle", "one-sided"): [1, 1, 1, 4, 6, 19, 43, 120],  # A006534
    ("triangle", "fixed"): [2, 3, 6, 14, 36, 94, 250, 675],  # A001420
    ("cube", "free"): [1, 1, 2, 7, 23, 112],  # A038119
    ("cube", "one-sided"): [1, 1, 2, 8, 29, 166],  # A000162
    ("cube", "fixed"): [1, 3, 15, 86, 534],  # A001931
    ("hypercube", "free"): [1, 1, 2, 7, 26, 147],  # A049430, sums of rows up to four dimensions
    ("hypercube", "one-sided"): [1, 1, 2, 7, 27, 164],  # A049430 up to three dimensions, and A195738 in four
    ("hypercube", "fixed"): [1, 4, 28, 234, 2162],  # A151830
    ("square_edges", "free"): [1, 2, 5, 16, 55, 222],  # A019988
}
WITHOUT_HOLES = {
    "square": [1, 1, 2, 5, 12, 35, 107, 363],  # A000104
    "hex": [1, 1, 3, 7, 22, 81, 331],  # A018190
    "triangle": [1, 1, 1, 3, 4, 12, 24, 66, 159],  # A070765
}


@pytest.mark.parametrize(
    ("name", "group"), with_slow(PUBLISHED, slow=[("hypercube", "one-sided"), ("hypercube", "free")])
)
def test_there_are_as_many_as_published(name: str, group: str) -> None:
    numbers = PUBLISHED[name, group]
    assert [len(polyforms(LATTICES[name], size, group)) for size in range(1, len(numbers) + 1)] == numbers


@pytest.mark.slow
@pytest.mark.parametrize("group", with_slow(["free", "one-sided", "fixed"], slow=["free"]))
def test_hypercubes_counted_with_four_coordinates(group: str) -> None:
    """Sets of four numbers, moved by all permutations and signs of the axes, without the lattice."""
    motions = [
        (order, signs)
        for order, signs in product(permutations(range(4)), product((1, -1), repeat=4))
        if group == "free" or (group == "one-sided" and _is_rotation(order, signs))
    ] or [((0, 1, 2, 3), (1, 1, 1, 1))]
    forms = {frozenset({(0, 0, 0, 0)})}
    for number in PUBLISHED["hypercube", group][:4]:
        assert len(forms) == number
        steps = [tuple(sign * (a == axis) for a in range(4)) for axis in range(4) for sign in (1, -1)]
        grown = {
            form | {tuple(a + b for a, b in zip(cell, step, strict=True))}
            for form, step in product(forms, steps)
            for cell in form
        } - forms
        forms = {min((_turned(form, *motion) for motion in motions), key=sorted) for form in grown}


def _is_rotation(order: Sequence[int], signs: Sequence[int]) -> bool:
    inversions = sum(order[a] > order[b] for b in range(4) for a in range(b))
    return (inversions + signs.count(-1)) % 2 == 0


def _turned(
    form: Iterable[Sequence[int]], order: Sequence[int], signs: Sequence[int]
) -> frozenset[tuple[int, ...]]:
    cells = [[sign * cell[axis] for axis, sign in zip(order, signs, strict=True)] for cell in form]
    low = [*map(min, zip(*cells, strict=True))]
    return frozenset(tuple(a - b for a, b in zip(cell, low, strict=True)) for cell in cells)


@pytest.mark.parametrize("name", LATTICE_NAMES)
def test_grown_in_another_way_they_are_the_same(name: str) -> None:
    """All neighbours of all smaller shapes, instead of each shape once."""
    lattice = LATTICES[name]
    shapes = {min(lattice.orientations([kind], "free")) for kind in lattice.steps}
    for size in range(1, 4):
        assert polyforms(lattice, size, "free") == sorted(shapes)
        shapes = {
            min(lattice.orientations([*shape, further], "free"))
            for shape in shapes
            for cell in shape
            for further in lattice.neighbours(cell)
            if further not in shape
        }


@pytest.mark.parametrize("name", WITHOUT_HOLES)
def test_without_holes(name: str) -> None:
    lattice, numbers = LATTICES[name], WITHOUT_HOLES[name]
    for size, number in enumerate(numbers, 1):
        assert sum(not has_hole(lattice, form) for form in polyforms(lattice, size, "free")) == number


WITH_NEIGHBOURS = [name for name in LATTICE_NAMES if not LATTICES[name].around]


@pytest.mark.parametrize("name", with_slow(WITH_NEIGHBOURS, slow=["hypercube"]))
def test_small_forms_have_no_holes(name: str) -> None:
    lattice = LATTICES[name]
    forms = [form for size in range(1, 5) for form in polyforms(lattice, size, "free")]
    assert not any(has_hole(lattice, form) for form in forms)


def test_a_cube_with_a_cavity_has_a_hole() -> None:
    shell = [(z, r, c) for z in range(3) for r in range(3) for c in range(3) if (z, r, c) != (1, 1, 1)]
    assert has_hole(LATTICES["cube"], tuple(shell))
    assert not has_hole(LATTICES["cube"], (*shell[1:-1], (1, 1, 1)))


@pytest.mark.parametrize(
    ("lattice", "size", "group"), [(name, *key) for name in LATTICE_NAMES for key in LATTICES[name].libraries]
)
def test_usual_letters_are_those_of_the_library(lattice: str, size: int, group: str) -> None:
    """The same pieces under the same letters, wherever they lie."""
    library = LATTICES[lattice].libraries[size, group]
    board = f"board box {lattice} {'3x5x5' if lattice == 'cube' else '6x6'}"
    place = f"{board}\nplace {group} {library} on box each at most once\n"
    ours = excover.parse(f"shapes {library} = all {group} {size} of {lattice}\n{place}")
    drawn = excover.parse(f"import {library}\n{place}")
    assert set(map(str, ours.matrix.options)) == set(map(str, drawn.matrix.options))


@pytest.mark.parametrize(
    ("pieces", "first", "last"),
    [
        ("all one-sided 6 of triangle", "A", "S"),
        ("all free 6 of square", "A", "i"),
        ("all free 4..5 of square", "A", "Q"),
        ("all free 7 of square", "1", "108"),
    ],
)
def test_other_pieces_have_letters_in_order(pieces: str, first: str, last: str) -> None:
    lattice = pieces.split()[-1]
    board = f"board b {lattice} 9x9\nplace fixed p on b each at most once"
    names = excover.parse(f"shapes p = {pieces}\n{board}").matrix.items
    letters = [str(name.indices[0]) for name in names if name.family == "p"]
    assert (letters[0], letters[-1]) == (first, last)


def test_many_pieces_are_drawn_with_numbers() -> None:
    problem = excover.parse(
        "shapes p = all free 7 of square\nboard b 2x7\nplace free p on b each at least 0 times"
    )
    drawn = [re.sub(r"'\d+", "", str(solution)).split() for solution in problem.solutions()]
    assert ["15"] * 14 in drawn


def test_the_number_of_cells_may_depend_on_parameters() -> None:
    spec = """
    param n = 3
    shapes piece = all one-sided n - 1..n of hex
    board b hex 3x3
    place one-sided piece on b each at least 0 times
    """
    families = [item.family for item in excover.parse(spec).matrix.items]
    assert families.count("piece") == 1 + 3
    assert [item.family for item in excover.parse(spec, {"n": 4}).matrix.items].count("piece") == 3 + 10


@pytest.mark.parametrize("sizes", ["1 = 1", "0..3", "2..1", "-1", '"5"', "{5}"])
def test_other_numbers_of_cells(sizes: str) -> None:
    with pytest.raises(excover.SpecError, match="E270"):
        excover.parse(f"shapes s = all free ({sizes}) of square")


@pytest.mark.parametrize("name", LATTICE_NAMES)
def test_a_cell_more_at_least_doubles_the_fixed_forms(name: str) -> None:
    for size in range(1, 5):
        assert len(polyforms(LATTICES[name], size, "fixed")) >= 2 ** (size - 1)


@pytest.mark.slow
def test_too_many_are_refused_early() -> None:
    with pytest.raises(TooManyPolyforms):
        polyforms(LATTICES["square"], 40, "free", 100)
    with pytest.raises(excover.SpecError, match="E509"):
        excover.parse("shapes p = all fixed 1..2 of square", limits=Limits(pieces=2))
    for size in ("2000", "200", "1000000..1000001", "1..1000000000"):
        with pytest.raises(excover.SpecError, match="E509"):
            excover.parse(f"shapes s = all free {size} of square")
    assert len(polyforms(LATTICES["square"], 4, "free", 5)) == 5
    with pytest.raises(TooManyPolyforms):
        polyforms(LATTICES["square"], 4, "free", 4)
