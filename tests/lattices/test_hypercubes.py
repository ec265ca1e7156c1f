"""Boards and pieces in four dimensions: what is drawn, written, named and refused."""

from __future__ import annotations

import pickle
import re
from collections.abc import Sequence
from itertools import permutations, product

import pytest
from extras import module_or_skip
from slow_values import with_slow

import excover
from excover.base.diagnostics import SpecError
from excover.base.source import Source
from excover.language.syntax.parse import parse as parse_spec
from excover.language.syntax.yaml import yaml_of
from excover.lattices import HYPERCUBE, LATTICES
from excover.lattices.cubic import BLOCK, LONGEST
from excover.lattices.polyforms import polyforms
from excover.matrix.core_form import core_text
from excover.problem.solution_set import SolutionSet

Four = tuple[int, ...]

GRAPH = """
lattice hyper
  |AA|AA|AA|AA
  |AA|AA|AA|AA
  neighbors (l, r, c) = {(m, s, d) for m in 1..4, s in 1..2, d in 1..2
      where (l = m and abs(r - s) + abs(c - d) = 1) or (l != m and l + m != 5 and r = s and c = d)}
    for l in 1..4, r in 1..2, c in 1..2
board b on hyper
shapes piece on hyper
  |A.|A.
  |..|AA
place one-sided piece on b each 4 times
"""
"""The smallest hypercube, as a graph: its pieces are moved by the symmetries of the graph."""

HYPER = """
board b hypercube 2x2x2x2
shapes piece hypercube
  |A.|A.
  |..|AA
place one-sided piece on b each 4 times
"""


def test_the_graph_of_a_hypercube_has_the_same_solutions() -> None:
    assert excover.parse(HYPER).count() == excover.parse(GRAPH).count() == 2304


MOTIONS = [(order, signs) for order in permutations(range(4)) for signs in product((1, -1), repeat=4)]


def is_rotation(order: Sequence[int], signs: Sequence[int]) -> bool:
    inversions = sum(order[a] > order[b] for b in range(4) for a in range(b))
    return (inversions + signs.count(-1)) % 2 == 0


def moved(cells: Sequence[Four]) -> tuple[Four, ...]:
    least = [min(axis) for axis in zip(*cells, strict=True)]
    return tuple(sorted(tuple(a - b for a, b in zip(cell, least, strict=True)) for cell in cells))


def least_image(cells: Sequence[Four], group: str) -> tuple[Four, ...]:
    return min(
        moved([tuple(sign * cell[axis] for axis, sign in zip(order, signs, strict=True)) for cell in cells])
        for order, signs in MOTIONS
        if group == "free" or is_rotation(order, signs)
    )


def coordinates(form: Sequence[tuple[int, int, int]]) -> list[Four]:
    return [HYPERCUBE.coordinates((layer + 1, row + 1, column + 1)) for layer, row, column in form]


@pytest.mark.slow
@pytest.mark.parametrize("group", with_slow(["one-sided", "free"], slow=["free"]))
def test_polyforms_are_those_of_four_numbers(group: str) -> None:
    """Grown as sets of quadruples, and turned by permutations of these: nothing of excover."""
    forms = {moved([(0, 0, 0, 0)])}
    for size in range(1, 5):
        ours = polyforms(HYPERCUBE, size, group)
        assert {least_image(moved(coordinates(form)), group) for form in ours} == forms
        assert len(ours) == len(forms)
        forms = {
            least_image([*form, near], group)
            for form in forms
            for cell in form
            for axis, step in product(range(4), (1, -1))
            if (near := (*cell[:axis], cell[axis] + step, *cell[axis + 1 :])) not in form
        }


@pytest.mark.parametrize("cells", [[(0, 0, 0)], [(0, 2, 1), (BLOCK - 1, 2, 1)], [(31, 0, 0), (BLOCK, 4, 0)]])
def test_pieces_begin_at_the_first_block_and_layer(cells: list[tuple[int, int, int]]) -> None:
    found = coordinates(HYPERCUBE.normalized(cells))
    assert [min(axis) for axis in zip(*found, strict=True)] == [1, 1, 1, 1]
    assert moved(found) == moved(coordinates(sorted(HYPERCUBE.normalized(HYPERCUBE.normalized(cells)))))


def test_places_and_their_names() -> None:
    places = list(product(range(1, 4), range(1, 3), range(1, 4), range(1, 5)))
    cells = [HYPERCUBE.place(each) for each in places]
    assert [HYPERCUBE.coordinates(cell) for cell in cells if cell] == places
    assert HYPERCUBE.place((1, LONGEST + 1, 1, 1)) is HYPERCUBE.place((1, 0, 1, 1)) is None
    assert HYPERCUBE.place((1, 1, 1)) is LATTICES["cube"].place((1, 1, 1, 1)) is None
    assert pickle.loads(pickle.dumps(HYPERCUBE)) is HYPERCUBE


DRAWN = """
board b hypercube
  |..|..||#.|..
  |..|..||..|..
shapes p hypercube
  |A.||A.
  |AA||..
shapes q hypercube
  |B|B
place one-sided p on b each at most 3 times
place one-sided q on b each at least 0 times
"""


LISTED = """
shapes r = "C" at {(1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1, 1)} of hypercube
place one-sided r on b each at least 0 times
"""


def test_a_solution_can_be_given() -> None:
    problem = excover.parse(DRAWN + LISTED)
    solution = problem.solve()
    assert solution
    rows = str(solution).split("\n")
    words = r" *[A-C.]\d? +[A-C.]\d? *"
    assert all(re.fullmatch(rf"{words}\|{words}\|\|{words}\|{words}", row) for row in rows)
    assert problem.given(str(solution)).count() >= 1


@pytest.mark.slow
def test_text_and_core_and_yaml_say_the_same() -> None:
    text = DRAWN + LISTED
    parsed = excover.parse(text)
    count = parsed.count()
    assert excover.parse(yaml_of(parse_spec(Source("a.xc", text)))).count() == count
    assert excover.parse(core_text(parsed.puzzle, parsed.compiled)).count() == count


def test_words_have_blocks_too() -> None:
    named = excover.parse(
        'board b hypercube 2x1x1x2 shapes p = "10" at {(1, 1, 1, 1)}, "2" at {(1, 1, 1, 1)} of hypercube '
        "place fixed p on b each 2 times"
    )
    solution = named.solve()
    assert solution
    assert "||" in str(solution)
    assert named.given(str(solution)).count() == 1


def test_what_a_drawing_does_not_show_is_told() -> None:
    problem = excover.parse(DRAWN)
    for drawing, missing in (("AA|..\n..|..", "block 2"), ("AA||..\n..||..", "layer 2")):
        said = [warning.plain() for warning in problem.given(drawing).warnings]
        assert any(f"the drawing does not show {missing} of board `b`" in text for text in said)


@pytest.mark.slow
def test_a_heat_map_has_blocks() -> None:
    pandas = module_or_skip("pandas")
    heat = SolutionSet.of(excover.load("hypercubes")).heat()
    frame = heat.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert set(frame["block"]) == {1, 2} == set(frame["layer"])
    assert str(heat).count("||") == 2 * 6


def test_models_take_four_coordinates() -> None:
    model = excover.Model()
    model.board("b", [(1, 1, 1, 1), (2, 1, 1, 1), (2, 1, 1, 2), (2, 2, 1, 2)], lattice="hypercube")
    model.shapes("p", {"A": [(1, 1), (1, 2)], "B": [(0, 0, 0, 0), (1, 0, 0, 0)]}, lattice="hypercube")
    model.place("p", on="b")
    assert model.problem().count() == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("board b hypercube 2x2x33x2", "E817"),
        ("board b hypercube 2x2x2x2, open below", "E818"),
        ("board b cube 2x2x2x2", "E211"),
        ("board b 2x2x2x2", "E211"),
        ("board b hypercube 2x2x2x2x2", "E211"),
        (f"board b hypercube\n  |{'|'.join('.' * 33)}", "E817"),
        (f"board b hypercube\n  |{'||'.join('.' * 33)}", "E817"),
        (f"board b hypercube 1x1x1x2 shapes p hypercube\n  |{'A' * 33}\nplace fixed p on b", "E817"),
        (f"board b hypercube 1x1x1x2 shapes p hypercube\n  |{' |' * 33}A\nplace fixed p on b", "E817"),
        ('board b hypercube 1x1x1x2 shapes p = "A" at {(1, 1, 1, 1), (1, 34, 1, 1)} of hypercube', "E817"),
        ('board b hypercube 1x1x1x2 shapes p = "A" at {(1, 1, 1)} of hypercube', "E762"),
    ],
)
def test_what_cannot_be_is_refused(text: str, code: str) -> None:
    with pytest.raises(SpecError, match=code):
        excover.parse(text)


@pytest.mark.slow
def test_a_row_of_thirty_two_fits_in_every_direction() -> None:
    row = "A" * LONGEST
    for size in ("32x1x1x1", "1x32x1x1", "1x1x32x1", "1x1x1x32"):
        assert (
            excover.parse(f"board b hypercube {size} shapes p hypercube\n  |{row}\nplace free p on b").count()
            == 1
        )


@pytest.mark.parametrize(("size", "whole"), [("2x2x3", "1x2x2x3"), ("3x4", "1x1x3x4")])
def test_a_size_leaves_out_the_first_numbers(size: str, whole: str) -> None:
    text = "board b hypercube {} shapes p hypercube\n  |AA\nplace free p on b each at least 0 times"
    short, full = (excover.parse(text.format(each)) for each in (size, whole))
    assert short.matrix.items == full.matrix.items
    assert list(short.matrix.entries) == list(full.matrix.entries)
    assert short.count() == full.count() == {"2x2x3": 32, "3x4": 11}[size]
