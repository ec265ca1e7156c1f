"""Sequences that make their members when they are asked for are like lists of them, and keep none."""

from __future__ import annotations

import pickle
import tracemalloc
from array import array
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from excover.base.names import OptionName
from excover.language.meaning.listing import FlatRows, Joined, Kept, ListedNames, families, flattened, joined
from excover.matrix.canvas import StrokeDrawings
from excover.matrix.option_blocks import PlacedDrawings, PlacedNames
from excover.problem.problem import Problem, load, parse

ROWS = st.lists(st.lists(st.integers(0, 3), max_size=3).map(tuple), max_size=5)
CELLS = [(0, row, column) for row in range(2) for column in range(2)]


def sequences_of(rows: Sequence[tuple[int, ...]]) -> list[Sequence[Any]]:
    flat = FlatRows.of(rows)
    names = PlacedNames("f", ("A", 1), flat, [cell[1:] for cell in CELLS])
    strokes = StrokeDrawings(1, ["x"] * len(rows), [tuple(CELLS[cell] for cell in row) for row in rows])
    return [flat, names, PlacedDrawings(2, "A", flat, CELLS), strokes, Joined([flat, names, flat])]


@given(ROWS, st.integers(-12, 12), st.integers(-12, 12), st.data())
def test_sequences_on_demand_are_like_lists(rows: Any, begin: int, end: int, data: st.DataObject) -> None:
    for each in sequences_of(rows):
        keep = data.draw(st.lists(st.integers(0, len(each) - 1), unique=True)) if each else []
        for sequence in (each, Kept(each, keep), Kept(each, sorted(keep)), pickle.loads(pickle.dumps(each))):
            members = list(sequence)
            assert len(sequence) == len(members)
            assert sequence == members == Joined([sequence]) != [*members, None] != sequence
            assert [sequence[number] for number in range(-len(members), len(members))] == members * 2
            for step in (1, 2, -1):
                assert sequence[begin:end:step] == members[begin:end:step]
            for outside in (len(members), -len(members) - 1):
                with pytest.raises(IndexError):
                    sequence[outside]


@given(st.lists(st.tuples(ROWS, st.booleans())))
def test_rows_are_joined(parts: list[tuple[Any, bool]]) -> None:
    together = [row for part, _ in parts for row in part]
    some = [FlatRows.of(part) if flat else part for part, flat in parts]
    assert list(flattened(some)) == together == list(joined(some))
    assert isinstance(joined([part for part, _ in parts]), list)


def test_rows_alone_are_not_copied() -> None:
    rows = FlatRows(array("I", [3, 4]), array("I", [0, 2]))
    assert flattened([[], rows, FlatRows.of(())]) is rows


@given(ROWS)
def test_families_are_told_without_names(rows: Any) -> None:
    placed = sequences_of(rows)[1]
    names = Joined([placed, ListedNames("g", [[[1, 2]]]), [OptionName("h")], placed])
    keep = range(0, len(names), 2)
    assert list(families(names)) == [name.family for name in names]
    assert list(families(Kept(names, keep))) == [names[option].family for option in keep]


@pytest.mark.slow
def test_placements_take_little_memory() -> None:
    assert load("pentominoes").matrix  # imports are not counted
    tracemalloc.start()
    try:
        problem = load("pentominoes", {"rows": 30, "columns": 30})
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(problem.matrix.options) > 40_000
    assert kept / len(problem.matrix.options) < 150  # an array or two; with names and drawings it was 800


BOARD = "board b 3x4\nshapes s\n  |AA BB.\n  |A  .BB\nplace free s on b each at least 0 times"


@pytest.mark.parametrize("condition", ["(1, 1) not in cells", 'piece = "A"'])
def test_placements_left_out_are_left_out_of_everything(condition: str) -> None:
    whole, part = parse(BOARD), parse(f"{BOARD} where {condition}")
    left = set(part.matrix.options)
    assert 0 < len(left) < len(whole.matrix.options)

    def drawn(problem: Problem) -> list[object]:
        """But for the numbers of copies, which depend on all placements there are."""
        pairs = zip(problem.matrix.options, problem.compiled.markings, strict=True)
        return [(name, [(m.canvas, m.mark, m.cells) for m in marks]) for name, marks in pairs if name in left]

    assert drawn(part) == drawn(whole)


def test_drawings_belong_to_their_options_whatever_stands_between() -> None:
    lines = [
        "board b 1x3",
        "shapes s\n  |AA",
        "item one[1..2]",
        "option first(i in 1..2) covers one[i]",
        "place free s on b each at least 0 times",
        "option second(c in 1..3) covers b[1, c]",
        "option third(c in 1..3) covers b[1, c], one[2]",
        "draw second(c) at (1, c) as c",
    ]
    compiled = parse("\n".join(lines)).compiled
    names = map(str, compiled.matrix.options)
    drawn = {
        name: [(each.mark, each.cells) for each in markings]
        for name, markings in zip(names, compiled.markings, strict=True)
        if markings
    }
    cells = [(0, 0, column) for column in range(3)]
    assert drawn == {
        's("A", {(1, 1), (1, 2)})': [("A", tuple(cells[:2]))],
        's("A", {(1, 2), (1, 3)})': [("A", tuple(cells[1:]))],
        **{f"second({cell[2] + 1})": [(str(cell[2] + 1), (cell,))] for cell in cells},
        **{f"third({cell[2] + 1})": [("t", (cell,))] for cell in cells},
    }
