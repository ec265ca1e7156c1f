"""The digest of a matrix, by which a journal knows its problem: nothing that matters is left out."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import excover
from excover.base.frozen import Frozen
from excover.base.names import ItemName, OptionName, OrderedSet, Symbol
from excover.base.source import Source
from excover.matrix.constraints import Area, Areas, Connected, GlobalConstraint, WeightedSum
from excover.matrix.line_constraints import LineConstraint, OneLoop, Paths
from excover.matrix.matrix import Matrix
from excover.matrix.matrix_digest import PLACES, matrix_digest
from excover.runs.run_description import JournalError, RecordedText, record
from excover.search.diagram import Diagram
from excover.search.diagram_file import DiagramFileError

CONNECTED = Connected("x connected", None, "ab", array("I", [0, 1, 2]), array("I", [0, 1]), [[1], [0]])
LOOP = OneLoop("x as one loop", None, "ab", array("I", [0, 2, 4]), array("I", [0, 1, 1, 0]))
PATHS = Paths("x", None, "ab", array("I", [0, 2, 4]), array("I", [0, 1, 1, 0]), array("I", [0, 0]))
AREAS = Areas("x", None, "ab", array("I", [0, 1, 2]), array("I", [0, 1]), [[1], [0]], [Area(0, 1, 2, 3)])
SUM = WeightedSum("cost", array("I", [0]), array("q", [3]), None, 8)
MATRIX = Matrix(
    items=[ItemName("a"), ItemName("b", (1,))],
    lower=array("I", [1, 0]),
    upper=array("I", [1, 9]),
    colored=array("B", [0, 1]),
    options=[OptionName("x"), OptionName("y", (Symbol("red"),))],
    starts=array("I", [0, 2, 4]),
    entries=array("I", [0, 1, 0, 1]),
    colors=array("I", [0, 1, 0, 1]),
    palette=["red", (1, 2)],
    costs=array("q", [3, 5]),
    sums=[SUM],
    constraints=[CONNECTED, LOOP, PATHS, AREAS],
)
OTHER: Mapping[type[Frozen], Mapping[str, list[object]]] = {
    Matrix: {
        "items": [[ItemName("a"), ItemName("b", (2,))], [ItemName("a"), ItemName("b", ("1",))]],
        "lower": [array("I", [1, 1])],
        "upper": [array("I", [1, 8])],
        "colored": [array("B", [0, 0])],
        "options": [[OptionName("x"), OptionName("y")], [OptionName("x"), OptionName("y", ("red",))]],
        "starts": [array("I", [0, 1, 4])],
        "entries": [array("I", [0, 1, 1, 0])],
        "colors": [array("I", [0, 1, 0, 2])],
        "palette": [["red"], [(1, 2), "red"], ["red", "(1, 2)"]],
        "costs": [array("q", [3, 6]), None],
        "sums": [[], [SUM, SUM]],
        "constraints": [[], [CONNECTED], [LOOP, CONNECTED]],
    },
    WeightedSum: {
        "name": ["weight"],
        "options": [array("I", [1])],
        "weights": [array("q", [4])],
        "lower": [0],
        "upper": [7, None],
        "is_rule": [True],
    },
    Connected: {
        "name": ["y connected"],
        "places": ["ac"],
        "starts": [array("I", [0, 0, 2])],
        "marked": [array("I", [1, 0])],
        "near": [[[], []]],
    },
    Areas: {
        "name": ["y"],
        "places": ["ac"],
        "starts": [array("I", [0, 0, 2])],
        "marked": [array("I", [1, 0])],
        "near": [[[], []]],
        "areas": [[Area(0, None, 2, 3)], [Area(0, 1, 2, 2)], []],
    },
    OneLoop: {
        "name": ["y as one loop"],
        "places": ["ac"],
        "starts": [array("I", [0, 0, 4])],
        "marked": [array("I", [0, 1, 0, 1])],
    },
    Paths: {
        "name": ["y"],
        "places": ["ac"],
        "starts": [array("I", [0, 0, 4])],
        "marked": [array("I", [0, 1, 0, 1])],
        "ends": [array("I", [0, 1])],
    },
}
"""Other values of every field."""


def changed(kind: type[Frozen], field: str, value: object) -> Matrix:
    change = {field: value}
    if kind is WeightedSum:
        return MATRIX.replaced(sums=[SUM.replaced(**change)])
    wholes: list[GlobalConstraint] = [CONNECTED, LOOP, PATHS, AREAS]
    if kind is Matrix:
        return MATRIX.replaced(**change)
    return MATRIX.replaced(
        constraints=[each.replaced(**change) if type(each) is kind else each for each in wholes]
    )


@pytest.mark.parametrize("kind", OTHER)
def test_every_field_changes_it(kind: type[Frozen]) -> None:
    """A new field is in the digest by itself, and needs other values above."""
    assert {*OTHER[kind]} == {*kind.__match_args__} - PLACES
    matrices = [changed(kind, field, value) for field, values in OTHER[kind].items() for value in values]
    assert len({*map(matrix_digest, matrices), matrix_digest(MATRIX)}) == len(matrices) + 1


def test_all_constraints_are_tried() -> None:
    kinds = {*GlobalConstraint.__subclasses__(), *LineConstraint.__subclasses__()} - {LineConstraint}
    assert kinds == {*OTHER} - {Matrix, WeightedSum}


def test_places_in_the_text_do_not_change_it() -> None:
    text = "item a\noption x(k in 1..2) covers a cost k\ncost at most 5\n"
    assert matrix_digest(excover.parse(text).matrix) == matrix_digest(excover.parse(f"\n\n{text}").matrix)


def test_restricted_matrices_have_that_of_the_same_rows() -> None:
    """Their names and columns are taken from another matrix."""
    kept, built = (excover.parse(f"item a\noption x(k in 1..{n}) covers a\n") for n in (5, 3))
    assert matrix_digest(kept.matrix.restricted([0, 1, 2])) == matrix_digest(built.matrix)


def test_names_that_are_written_alike_change_it() -> None:
    """A family of another name, and values of other kinds."""
    texts = [ItemName("a", (1,)), ItemName("a[1]"), ItemName("a", ("1",)), ItemName("a", (True,))]
    lists = [ItemName("a", (1, 2)), ItemName("a", ("1, 2",)), ItemName("a", ((1, 2),)), ItemName("a[1, 2]")]
    mixed = [ItemName("a", (Symbol("red"),)), ItemName("a", (Symbol("red"), 1)), ItemName("a", ("red", 1))]
    quoted = [ItemName("a", ('x", "y',)), ItemName("a", ("x", "y")), ItemName("a", (("x", "y"),))]
    sets = [
        ItemName("a", (OrderedSet([1, 2]),)),
        ItemName("a", (OrderedSet([12]),)),
        ItemName("a", ("{1, 2}",)),
    ]
    names = [*texts, *lists, *mixed, *quoted, *sets, ItemName("a", ("1, 2", 3)), ItemName("a", (1, "2, 3"))]
    assert len({matrix_digest(MATRIX.replaced(items=[name, MATRIX.items[1]])) for name in names}) == len(
        names
    )
    options = [OptionName("x", (1,)), OptionName("x(1)"), OptionName("x", ("1",)), OptionName("x", ((1,),))]
    found = {matrix_digest(MATRIX.replaced(options=[name, MATRIX.options[1]])) for name in options}
    assert len(found) == len(options)
    palettes = [[1, 2], [(1, 2)], ["1", 2], [True, 2], [Symbol("1"), 2]]
    assert len({matrix_digest(MATRIX.replaced(palette=palette)) for palette in palettes}) == len(palettes)


def test_equal_sets_are_one() -> None:
    """They may be written in any order."""
    one, other = (ItemName("a", (OrderedSet(members),)) for members in ([1, 2], [2, 1]))
    digests = [matrix_digest(MATRIX.replaced(items=[name, MATRIX.items[1]])) for name in (one, other)]
    assert digests[0] == digests[1]


TEXT = """
board b 2x2
item job
option x(c in b) covers b[c] cost 1
option y(c in b) covers b[c]
"""
CONDITIONS = [
    "option z(k in 1..2) covers job",
    "option z(k in 1..2) covers job\ncost at most 5",
    "option z(k in 1..2) covers job\ncost at most 6",
    "option z(k in 1..2) covers job\nrequire x connected",
    "option z(k in 1..2) covers job\nrequire x connected at corners",
    "option z(k in 1..2) covers job\nrequire y connected",
    "option z(k in 1..2) covers job\nrequire z(k) joining {k, 3 - k} as one loop",
    "option z(k in 1..2) covers job\nrequire z(k) joining {k, 3} as one loop",
    "option z(k in 1..2) covers job cost k",
    "option z(k in 1..2) covers job cost 2",
    "item more in units\noption z(k in 1..2) covers job, more by k",
    "item more at most 9 units\noption z(k in 1..2) covers job, more by k",
    "item more at most 8 units\noption z(k in 1..2) covers job, more by k",
    "item more at most 3 times\noption z(k in 1..2) covers job, more",
    "item more at most 2 times\noption z(k in 1..2) covers job, more",
    "item more colored\noption z(k in 1..2) covers job, more = 1",
    "item more colored\noption z(k in 1..2) covers job, more = k",
]


@pytest.mark.parametrize(("one", "other"), list(pairwise([*CONDITIONS, CONDITIONS[0]])))
def test_a_journal_is_not_continued_with_other_conditions(one: str, other: str) -> None:
    description, _ = record(Source("a.xc", TEXT + one), "count")
    description.compiled()
    description = replace(description, source=RecordedText("a.xc", TEXT + other))
    with pytest.raises(JournalError, match="another matrix"):
        description.compiled()


@pytest.mark.parametrize("condition", ["cost at most 5", "require x connected"])
def test_no_diagram_is_read_for_other_rules(condition: str, tmp_path: Path) -> None:
    plain = f"{TEXT}{CONDITIONS[0]}\n"
    Diagram(excover.parse(plain).matrix).save(tmp_path / "d.xcd")
    with pytest.raises(DiagramFileError, match="another description"):
        Diagram.load(tmp_path / "d.xcd", excover.parse(plain + condition).matrix)


def test_letters_of_names_are_escaped() -> None:
    """Which of them can be printed depends on the version of Unicode, and so of Python."""
    named = replace(MATRIX, items=[ItemName("a"), ItemName("\u00e9")])
    assert matrix_digest(named).hex()[:8] == "84e83d30"
