"""What holds of every lattice of the list: names in all places, sites, motions, neighbours, looks."""

from __future__ import annotations

import pickle
import re
from itertools import combinations, product
from pathlib import Path

import pytest
from slow_values import with_slow

from excover.language.syntax.yaml import schema
from excover.lattices import LATTICE_NAMES, LATTICES, Cell, Lattice, translated
from excover.lattices.lattice import ORIGIN
from excover.matrix.compiled import Canvas
from excover.render.geometry import Layout, shared

ROOT = Path(__file__).parents[2]
BOX = [*product(range(3), range(4), range(6))]

every_lattice = pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICE_NAMES)


def cells_of(lattice: Lattice) -> list[Cell]:
    """Those in a box of a drawing that is not displaced."""
    layers = {cell[0] for cell in BOX} if lattice.solid else {0}
    return [cell for cell in BOX if cell[0] in layers and lattice.kind(cell) in lattice.steps]


def test_the_grammar_has_the_names() -> None:
    grammar = (ROOT / "grammars" / "excover.lark").read_text()
    (words,) = re.findall(r"^LATTICE\S*\s+/\((.*)\)\\b/$", grammar, re.M)
    assert tuple(words.split("|")) == LATTICE_NAMES


def test_the_schema_has_the_names() -> None:
    assert tuple(schema()["$defs"]["lattice"]["anyOf"][0]["enum"]) == LATTICE_NAMES


def test_no_other_room_names_a_lattice() -> None:
    """What differs between lattices is asked of them: a comparison of names would not know the next one."""
    named = re.compile(
        rf"""["']({"|".join(LATTICE_NAMES)})["']|lattice is (?!None\b)(not (?!None\b))?[A-Z]"""
    )
    sources = (path for path in (ROOT / "excover").rglob("*.py") if path.parent.name != "lattices")
    assert [path for path in sources if named.search(path.read_text())] == []


@every_lattice
def test_translations_are_a_triangular_basis(lattice: Lattice) -> None:
    (a, *_), (zero, d, _), (*zeros, f) = lattice.translations
    assert zero == 0 == zeros[0] == zeros[1]
    assert min(a, d, f) > 0
    assert all(map(lattice.is_translation, lattice.translations))


@every_lattice
def test_kinds_of_cells_are_what_translations_keep(lattice: Lattice) -> None:
    for cell, by in product(BOX, lattice.translations):
        (moved,) = translated([cell], by)
        kind = lattice.kind(cell)
        assert lattice.kind(moved) == kind == lattice.kind(kind)


@every_lattice
def test_a_drawing_of_one_kind_of_cells_begins_anywhere(lattice: Lattice) -> None:
    cells = cells_of(lattice)
    for by in product(*map(range, map(sum, zip(*lattice.translations, strict=True)))):
        drawn = translated(cells, by)
        if len(lattice.steps) == 1 or lattice.is_translation(by):
            assert not lattice.strays(drawn)
            for motion in lattice.all_motions:
                assert lattice.normalized(lattice.moved(motion, drawn)) == lattice.normalized(
                    lattice.moved(motion, cells)
                )


@every_lattice
def test_straight_coordinates_lead_back(lattice: Lattice) -> None:
    cells = cells_of(lattice)
    assert [lattice.cell(lattice.straight(cell)) for cell in cells] == cells
    assert lattice.moved(lattice.all_motions[0], cells) == cells


@pytest.mark.parametrize("name", with_slow(LATTICE_NAMES, slow=["hypercube"]))
def test_motions_are_a_group(name: str) -> None:
    lattice = LATTICES[name]
    motions = set(lattice.all_motions)
    assert len(motions) == len(lattice.all_motions)
    assert {a @ b for a, b in product(motions, repeat=2)} == motions
    assert lattice.motions("one-sided")[0] == lattice.motions("fixed")[0] == lattice.all_motions[0]


@every_lattice
def test_motions_take_cells_to_cells_and_neighbours_to_neighbours(lattice: Lattice) -> None:
    cells = cells_of(lattice)
    for motion in lattice.all_motions:
        images = dict(zip(cells, lattice.moved(motion, cells), strict=True))
        assert len(set(images.values())) == len(cells)
        assert all(lattice.kind(image) in lattice.steps for image in images.values())
        for cell, image in images.items():
            around = lattice.moved(motion, lattice.neighbours(cell))
            assert set(around) == set(lattice.neighbours(image))


@every_lattice
def test_translations_commute_with_straight_coordinates(lattice: Lattice) -> None:
    """Moved cells are the same shape wherever they were: motions are linear, and translations are added."""
    cells = cells_of(lattice)
    for motion, by in product(lattice.all_motions, lattice.translations):
        if by[0] == 0 or lattice.solid:
            moved = lattice.moved(motion, translated(cells, by))
            assert lattice.normalized(moved) == lattice.normalized(lattice.moved(motion, cells))


@every_lattice
def test_neighbours_are_mutual(lattice: Lattice) -> None:
    for cell in cells_of(lattice):
        around = lattice.neighbours(cell)
        assert len(set(around)) == len(around)
        assert all(cell in lattice.neighbours(other) != [] for other in around)
        assert lattice.components([cell, *around]) == 1


def is_beside(one: Cell, other: Cell) -> bool:
    """The next place of a row or column, where cells that have no place in common may still be neighbours."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) == 1


@every_lattice
def test_neighbours_share_a_side(lattice: Lattice) -> None:
    """Two cells of a layer have a side in common on paper just where they are neighbours."""
    cells = [cell for cell in cells_of(lattice) if cell[0] == 0]
    box = frozenset(cell for cell in BOX if cell[0] == 0)
    layout = Layout.of(Canvas("", (1, 4, 6), (1, 1, 1), frozenset(), box - set(cells), lattice))
    for one, other in combinations(cells, 2):
        if lattice.strokes:  # two edges have a joint in common
            near = other in lattice.neighbours(one)
            assert len({*layout.corners[one]} & {*layout.corners[other]}) == near
            continue
        near = other in lattice.neighbours(one) and (lattice.flush or is_beside(one, other))
        assert len(shared(layout.sides([one, other]))) == near
        assert len(layout.islands([one, other])) == 2 - near


@every_lattice
def test_a_full_board_is_on_the_lattice(lattice: Lattice) -> None:
    cells = sorted(lattice.box(2 if lattice.solid else 1, 3, 4))
    assert len(set(cells)) == len(cells)
    assert not lattice.strays(cells)
    assert min(map(min, cells)) == 0
    assert lattice.components(cells) == 1


@every_lattice
def test_a_board_moves_onto_itself_or_its_images(lattice: Lattice) -> None:
    """The identity and translations are found; what is no translation is not taken for one."""
    cells = sorted(lattice.box(1, 3, 4))
    assert lattice.displacement(cells, cells) == ORIGIN
    for motion in lattice.all_motions:
        moved = lattice.moved(motion, cells)
        by = lattice.displacement(moved, cells)
        if by is not None:
            assert not lattice.strays([*cells, *translated(moved, by)])


@every_lattice
def test_joints_are_the_ends_of_edges(lattice: Lattice) -> None:
    cells = cells_of(lattice) if lattice.strokes else []
    ends = lattice.joints(frozenset(cells))
    assert all(sum(cell in edges for edges in ends.values()) == 2 for cell in cells)
    for edges in ends.values():
        for one, other in combinations(edges, 2):
            assert other in lattice.neighbours(one)


def test_crossings_are_where_lines_cross() -> None:
    """In a joint of n edges there are as many as ways to choose four of them."""
    counts = {"square_edges": 1, "triangle_edges": 15, "hex_edges": 0}
    for name, count in counts.items():
        lattice = LATTICES[name]
        for joint, ways in lattice.around.items():
            assert len(lattice.crossings(translated(ways, joint))) == count


@every_lattice
def test_a_pickled_lattice_is_the_same_object(lattice: Lattice) -> None:
    assert pickle.loads(pickle.dumps(lattice)) is lattice
