"""Why there is no solution: conflicts are irreducible or smallest as told, and short proofs are proofs."""

from __future__ import annotations

import json
import tomllib
from array import array
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest
from cancelling import When, ending_when
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from matrices import COLORED, exact, general
from naive import covers

import excover
from excover import Clue, Extent, Problem, Run, SpecError, Status, Why, why
from excover.apps.cli import main
from excover.apps.play.page_facts import PIECES
from excover.authors.clues import clues_drawing, clues_of
from excover.authors.colorings import hall_sets
from excover.authors.infeasibility import Kind, conflicting_items, contested, short_reason
from excover.authors.why import conflict_in_words
from excover.base.names import ItemName
from excover.matrix.compiled import Compiled
from excover.matrix.givens.given import read_givens
from excover.matrix.matrix import Matrix
from excover.search.linear_refutation import Weighing, refutation

SUDOKUS = tomllib.loads((Path(__file__).parents[1] / "sudokus.toml").read_text())
SUDOKU = excover.load("sudoku")


def has_solution(problem: Problem, subset: Iterable[Clue]) -> bool:
    """Asked through the drawing, as a user would; givens that contradict each other at once leave none."""
    drawing = clues_drawing(subset, problem.full)
    try:
        return (problem.given(drawing) if drawing else problem).solve() is not None
    except SpecError as wrong:
        if {diagnostic.code for diagnostic in wrong.diagnostics} <= {"E327", "E329"}:
            return False
        raise


def assert_irreducible(problem: Problem, found: Why) -> None:
    assert found.status is Status.NONE
    assert not has_solution(problem, found.clues)
    for clue in found.clues:
        assert has_solution(problem, [other for other in found.clues if other != clue])


def with_a_wrong_clue(clues: str, random: Random) -> str:
    """Another digit in the place of one, so that nothing is left."""
    while True:
        at = random.choice([k for k, mark in enumerate(clues) if mark != "."])
        wrong = clues[:at] + random.choice("123456789".replace(clues[at], "")) + clues[at + 1 :]
        if why(SUDOKU, wrong).status is Status.NONE:
            return wrong


# Givens


@pytest.mark.parametrize("name", SUDOKUS)
def test_sudoku_with_a_wrong_clue(name: str) -> None:
    random = Random(name)
    for _ in range(3):
        found = why(SUDOKU, with_a_wrong_clue(SUDOKUS[name]["clues"], random))
        assert found.extent is Extent.SMALLEST
        assert_irreducible(SUDOKU, found)
        assert found.reason is not None


@pytest.mark.parametrize(
    ("spec", "drawing", "kind"),
    [
        ("kanoodle", "......L....\n.....LLL.F.\n..EE..L.FF.\nEEE........\n...........\n", Kind.ITEMS),
        ("kanoodle", ".......L...\n......LLL.F\n..EE...L.FF\nEEE........\n...........\n", Kind.BLOCKED),
        ("iq-fit", "..........\n.K...YY...\n.K...YYYY.\n.KK.......\n..........\n", None),
        ("iq-fit", "..........\n..........\n.K...YY...\n.K...YYYY.\n.KK.......\n", Kind.BLOCKED),
    ],
)  # fmt: skip
def test_start_with_a_wrong_piece(spec: str, drawing: str, kind: Kind | None) -> None:
    """The start of kanoodle-start, and challenge 120 of IQ Fit, with a piece moved."""
    problem = excover.load(spec)
    found = why(problem, drawing)
    assert (found.status is Status.NONE) == (kind is not None)
    if kind:
        assert found.reason is not None
        assert found.reason.kind is kind
        assert_irreducible(problem, found)


@pytest.mark.parametrize("seed", range(8))
def test_smallest_is_smallest(seed: int) -> None:
    random = Random(seed)
    small = excover.load("sudoku-4x4")
    cells = random.sample(range(16), 7)
    drawing = "".join(random.choice("1234") if k in cells else "." for k in range(16))
    found = why(small, drawing)
    every = clues_of(small.full, read_givens(drawing, small.full))
    conflicts = [
        size
        for size in range(len(every) + 1)
        if any(not has_solution(small, subset) for subset in combinations(every, size))
    ]
    assert (found.status is Status.NONE) == bool(conflicts)
    if conflicts:
        assert found.extent is Extent.SMALLEST
        assert len(found.clues) == conflicts[0]
        assert_irreducible(small, found)


def test_a_solution_is_shown_and_nothing_explained() -> None:
    found = why(SUDOKU, SUDOKUS["escargot"]["clues"])
    assert found.status is Status.SOLVED
    assert found.solution == SUDOKU.given(SUDOKUS["escargot"]["clues"]).solve()
    assert (found.clues, found.extent, found.reason) == ((), None, None)


def test_illegal_givens_are_errors() -> None:
    with pytest.raises(SpecError, match="E324"):
        why(SUDOKU, "x")
    with pytest.raises(SpecError, match="E328"):
        why(excover.load("kanoodle"), "K.........K\n")


def test_stopped() -> None:
    assert why(excover.load("kanoodle"), None, ending_when(lambda: True)).status is Status.UNKNOWN
    asked: list[object] = []
    found = why(SUDOKU, "1.......1", Run(cancellation=When(lambda: len(asked) > 2), progress=asked.append))
    assert found.extent is Extent.SOME
    assert not has_solution(SUDOKU, found.clues)


# Short proofs


def small_matrices() -> st.SearchStrategy[Matrix]:
    """With items covered once, at most once, twice, and colored ones, under a few family names."""
    kinds = [(1, 1), (1, 1), (0, 1), (2, 2), (1, 2), COLORED]
    bounds = st.lists(st.sampled_from(kinds), min_size=1, max_size=6)

    def matrices(bounds: list[tuple[int, int]]) -> st.SearchStrategy[Matrix]:
        option = st.sets(st.integers(0, len(bounds) - 1), min_size=1, max_size=3)
        families = st.lists(st.sampled_from("ab"), min_size=len(bounds), max_size=len(bounds))
        return st.builds(
            lambda options, names: named(bounds, options, names), st.lists(option, max_size=7), families
        )

    return bounds.flatmap(matrices)


def named(bounds: list[tuple[int, int]], options: list[set[int]], names: list[str]) -> Matrix:
    colored = [bound == COLORED for bound in bounds]
    rows = [
        [(item, 1 + (item + row) % 2 if colored[item] else 0) for item in sorted(option)]
        for row, option in enumerate(options)
    ]
    needed = [bound not in (COLORED, (0, 1)) for bound in bounds]
    matrix = general(bounds, colored, [row for row in rows if any(needed[item] for item, _ in row)])
    return replace(matrix, items=[ItemName(name, (k,)) for k, name in enumerate(names)])


def undrawn(matrix: Matrix) -> Compiled:
    return Compiled(matrix, [], [()] * len(matrix.options), {}, [])


@given(small_matrices())
@settings(max_examples=examples(400))
def test_short_proofs_are_proofs(matrix: Matrix) -> None:
    solvable = any(True for _ in covers(matrix))
    found = short_reason(undrawn(matrix))
    if found:
        assert not solvable
        assert found.proof is not None
        assert found.proof.refutes(matrix)


@given(small_matrices())
@settings(max_examples=examples(400))
def test_weighings_refute_only_what_has_no_solution(matrix: Matrix) -> None:
    random = Random(len(matrix.entries))
    if any(True for _ in covers(matrix)):
        for modulus in (0, 2, 3, 4):
            weights = {item: random.randint(-2, 2) for item in range(len(matrix.items))}
            assert not Weighing(weights, modulus).refutes(matrix)


@given(small_matrices())
@settings(max_examples=examples(200))
def test_weights_are_found_wherever_there_are_any(matrix: Matrix) -> None:
    """By 2, 3 and 4: all weights are tried."""
    found = refutation(matrix)
    assert found is None or found.refutes(matrix)
    items = [item for item in range(len(matrix.items)) if not matrix.colored[item]][:4]
    exists = any(
        Weighing(dict(zip(items, weights, strict=True)), modulus).refutes(matrix)
        for modulus in (2, 3, 4)
        for weights in product(range(modulus), repeat=len(items))
    )
    options = Counter(matrix.entries)
    wiped_out = any(options[item] < low for item, low in enumerate(matrix.lower))
    assert found or wiped_out or not exists


def test_hall_sets_are_found_among_pigeons() -> None:
    holes, pigeons = 4, 5
    matrix = exact(pigeons, [[p, pigeons + h] for p in range(pigeons) for h in range(holes)], secondary=holes)
    names = [ItemName("pigeon", (p,)) for p in range(pigeons)] + [
        ItemName("hole", (h,)) for h in range(holes)
    ]
    found = hall_sets(replace(matrix, items=names))
    assert found is not None
    assert (len(found.needing), len(found.needed)) == (5, 4)


@given(small_matrices())
@settings(max_examples=examples(200))
def test_conflicting_items_are_irreducible(matrix: Matrix) -> None:
    if any(True for _ in covers(matrix)):
        return
    found = conflicting_items(undrawn(matrix), Run())
    numbers = {name: number for number, name in enumerate(matrix.items)}
    items = {numbers[name] for name in found.items}
    assert not coverable(matrix, items)
    assert all(coverable(matrix, items - {item}) for item in items)


@given(small_matrices(), st.sets(st.integers(0, 5)))
@settings(max_examples=examples(200))
def test_items_that_conflict_beside_given_ones_are_irreducible(matrix: Matrix, stated: set[int]) -> None:
    """What is given has to be covered in any case, and is named only if nothing else is needed."""
    if any(True for _ in covers(matrix)):
        return
    kept = {item for item in stated if item < len(matrix.items) and matrix.lower[item]}
    found = conflicting_items(undrawn(matrix), Run(), stated)
    numbers = {name: number for number, name in enumerate(matrix.items)}
    items = {numbers[name] for name in found.items}
    is_beside = coverable(matrix, kept)
    assert items.isdisjoint(kept) if is_beside else items <= kept
    assert (" beside the givens" in found.text) == (is_beside and bool(kept))
    background = kept if is_beside else set[int]()
    assert not coverable(matrix, items | background)
    assert all(coverable(matrix, (items - {item}) | background) for item in items)


@given(small_matrices(), st.sets(st.integers(0, 5)))
@settings(max_examples=examples(200))
def test_contested_items_are_irreducible(matrix: Matrix, stated: set[int]) -> None:
    """The others may be covered in any way, but none of these may."""
    needed = {item for item in stated if item < len(matrix.items) and matrix.lower[item]}
    if coverable(matrix, needed):
        return
    found = contested(matrix, sorted(needed), Run())
    free = {item for item, low in enumerate(matrix.lower) if not low} - {*found}
    assert not coverable(freed(matrix, free), needed)
    assert all(coverable(freed(matrix, free | {item}), needed) for item in found)


def freed(matrix: Matrix, items: set[int]) -> Matrix:
    """Some items may be covered any number of times, in any colors."""
    rows = [
        [(item, color) for item, color in matrix.option_entries(option) if item not in items]
        for option in range(len(matrix.options))
    ]
    bounds = list(zip(matrix.lower, matrix.upper, strict=True))
    return general(bounds, [bool(each) for each in matrix.colored], [row for row in rows if row])


AGREEING = """
item a, b
item x colored
option p(c in 1..2) covers a, x = c
option q(c in 3..4) covers b, x = c
"""
ARMIES = """
item army[{"w", "b"}] 2 times
item column[1..2] colored, row[1..2] colored, cell[1..2, 1..2] at most once
option queen(r, c in 1..2, a in {"w", "b"}) covers army[a], cell[r, c], column[c] = a, row[r] = a
"""
RIVALS = ARMIES.replace("1..2", "1..4") + 'given queen(1, 2, "w") given queen(4, 2, "b")'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (AGREEING, ": `a` and `b`, because each option of `a` gives `x` another color than each of `b`"),
        (ARMIES, "; their options disagree about the color of `column[1]`, `column[2]` and `row[1]`"),
        (RIVALS, "one gives `column[2]` another color than the other"),
    ],
)
def test_a_reason_names_the_items_that_options_disagree_about(text: str, told: str) -> None:
    found = why(excover.parse(text)).reason
    assert found is not None
    assert found.kind is Kind.ITEMS
    assert told in found.text


@pytest.mark.parametrize("marks", [{(4, 3): "V"}, {(1, 2): "P", (5, 1): "L"}])
def test_given_cells_are_no_part_of_a_reason(marks: dict[tuple[int, int], str]) -> None:
    """They do not stay empty, whatever else does: the reason is about the cells beside them."""
    rows = [["."] * 6 for _ in range(5)]
    for (row, column), mark in marks.items():
        rows[row - 1][column - 1] = mark
    found = why(excover.parse(PIECES), "\n".join(map("".join, rows)))
    assert found.reason is not None
    assert found.reason.kind is Kind.ITEMS
    assert " items cannot all be covered beside the givens, though all but any one of them can: " in str(
        found
    )
    assert marks.keys().isdisjoint(item.indices for item in found.reason.items)


def test_a_single_given_in_words() -> None:
    said = "no solution: this given cannot be met, though there is a solution without givens: `Q` at (1, 1)\n"
    assert said in str(why(excover.load("queens", {"n": 4}), "Q...\n....\n....\n...."))
    clues = why(excover.load("queens", {"n": 4}), "Q...\n....\n....\n....").clues
    assert conflict_in_words(clues, Extent.SOME) == (
        "no solution: this given cannot be met, and perhaps nothing without it either: `Q` at (1, 1)"
    )


def coverable(matrix: Matrix, items: set[int]) -> bool:
    """Can these be covered as they must, if the others need not?"""
    lower = array("I", [low if item in items else 0 for item, low in enumerate(matrix.lower)])
    return any(True for _ in covers(replace(matrix, lower=lower)))


CHESS = """
board chess
  |#.......
  |........
  |........
  |........
  |........
  |........
  |........
  |.......#
option across((r, c) in chess) where (r, c+1) in chess covers chess[r, c], chess[r, c+1]
option down((r, c) in chess) where (r+1, c) in chess covers chess[r, c], chess[r+1, c]
"""
TETROMINOES = """
board box 4x5
shapes piece
  |TTT LLL SS. IIII OO
  |.T. L.. .SS .... OO
place free piece on box
"""
CROWDED = "item a[1..3] item seat[1..2] at most once option sits(p in 1..3, s in 1..2) covers a[p], seat[s]"
ROOMS = """
item talk[1..5]
item slot[1..2] at most 2 times
option hold(t in talk, s in slot) covers talk[t], slot[s]
"""
SHIFTS = """
item day[1..2] 3 times
item works[1..4] at most once
option duty(d in day, n in works) covers day[d], works[n]
"""
ABSENT = """
item night 3 times
item works[1..4] at most once
option duty(n in works) where n <= 2 covers night, works[n]
"""
PAIRS = """
item s 3 times
item p[1..3] at most once, q[1..2] at most once
option pq(i in p, j in q) covers s, p[i], q[j]
option pp(i, j in p) where i < j covers s, p[i], p[j]
option qq() covers s, q[1], q[2]
"""
NEEDLESS = """
let able = {(1, 1, 1), (1, 1, 2), (1, 2, 2), (2, 1, 1), (2, 2, 2)}
item person[1..2] 3 times
item shift[1..2, 1..2] at most once, works[1..2, 1..2] at most once
option duty((p, d, s) in able) covers person[p], shift[d, s], works[p, d]
"""
MISSING = "item a[1..2] option x(n in 1..1) covers a[n]"
TRIANGLE = "item a, b, c option x() covers a, b option y() covers b, c option z() covers a, c"
STAR = """
item a, b, c, d
option x() covers a, b
option y() covers a, c
option z() covers a, d
"""
T_ONLY = """
board box 6x6
shapes piece
  |TTT
  |.T.
place free piece on box each at most 9 times
"""
SEVENS = """
board box 12x12
shapes piece
  |AAAA
  |A
  |A
  |A
place free piece on box each at most 30 times
"""
CROSS = """
board cross
  |.#.
  |...
  |.#.
option across((r, c) in cross) where (r, c+1) in cross covers cross[r, c], cross[r, c+1]
option down((r, c) in cross) where (r+1, c) in cross covers cross[r, c], cross[r+1, c]
"""


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        (CHESS, Kind.COLORING, "30 `chess` items are B and 32 are W, and every option covers as many B as"),
        (TETROMINOES, Kind.COLORING, "10 are W"),
        (TETROMINOES.replace("4x5", "4x6"), Kind.AREA, "24 `box` items to cover, and what may be"),
        (TETROMINOES.replace("4x5", "4x4"), Kind.AREA, "at least 20"),
        (CROWDED, Kind.CROWDED, "each needs one of `seat[1]` or `seat[2]`, which may be covered once each"),
        (ROOMS, Kind.CROWDED, "5 times in all; no option covers more of that than of `slot[1]` and"),
        (SHIFTS, Kind.CROWDED, "and `works[4]`, which may be covered at most 4 times in all"),
        (NEEDLESS, Kind.CROWDED, "`person[1]` must be covered 3 times; no option covers more of that than"),
        (ABSENT, Kind.ITEMS, "must be covered 3 times, and can be covered at most 2 times, by `duty(1)` and"),
        (PAIRS, Kind.WEIGHTS, "every option weighs 0, but what is covered weighs at least 1"),
        (CROSS, Kind.AREA, "7"),
        (SEVENS, Kind.AREA, "there are 144 `box` items to cover, and every option covers 7 of them"),
        (MISSING, Kind.BLOCKED, "no option is left that covers `a[2]`"),
        (STAR, Kind.CROWDED, "`b`, `c` and `d` must be covered 3 times in all; no option covers more of"),
        (T_ONLY, Kind.WEIGHTS, "every option weighs a multiple of 8, but all that is to be covered weighs 4"),
        (TRIANGLE, Kind.PARITY, "every option covers an even number of `a`, `b` and `c`"),
    ],
)  # fmt: skip
def test_reasons(text: str, kind: Kind, told: str) -> None:
    found = why(excover.parse(text))
    assert found.status is Status.NONE
    assert found.reason is not None
    assert (found.reason.kind, found.clues, found.extent) == (kind, (), Extent.SMALLEST)
    assert told in found.reason.text


@pytest.mark.parametrize(
    ("most", "kind", "told"),
    [
        (
            (0, 0, 3),
            Kind.BLOCKED,
            "covers `job[1]`; nothing may cover `seat[1]` or `seat[2]`, whose bound is 0",
        ),
        ((0, 1, 3), Kind.CROWDED, "may be covered once; nothing may cover `seat[1]`, whose bound is 0"),
        ((2, 2, 0), Kind.BLOCKED, "covers `job[3]`; nothing may cover `desk`, whose bound is 0"),
        ((2, 0, 1), None, ""),
    ],
)
def test_a_bound_of_0_is_named(most: tuple[int, int, int], kind: Kind | None, told: str) -> None:
    text = """
    item job[1..3]
    item seat[1..2] 0..3 times, desk 0..3 times
    option sits(j, s in 1..2) covers job[j], seat[s]
    option stands() covers job[3], desk
    """
    found = why(excover.parse(text).with_bounds(["seat[1]", "seat[2]", "desk"], at_most=list(most)))
    assert (found.reason is None) == (kind is None)
    if found.reason:
        assert found.reason.kind is kind
        assert found.reason.text.endswith(told)
        assert found.reason.proof is not None


def test_items_that_agree_in_a_color_prove_nothing_alone() -> None:
    """The two tiles do not fit together: a search says so, and no coloring by their colored edges."""
    found = why(
        excover.parse("""
            enum Hue = red, blue
            item tile[1..2]
            item edge[1..2] colored
            option first(h in Hue) covers tile[1], edge[1] = h, edge[2] = red
            option second(h in Hue) covers tile[2], edge[1] = h, edge[2] = blue
        """)
    )
    assert found.reason is not None
    assert (found.reason.kind, set(map(str, found.reason.items))) == (Kind.ITEMS, {"tile[1]", "tile[2]"})


def test_a_coloring_is_found_where_search_would_not_end() -> None:
    """Two opposite corners of a board of 20 by 20."""
    rows = ["#" + "." * 19, *["." * 20] * 18, "." * 19 + "#"]
    text = CHESS.split("option", 1)
    board = "board chess\n" + "\n".join("  |" + row for row in rows)
    found = why(excover.parse(board + "\noption" + text[1]))
    assert found.reason is not None
    assert "198 `chess` items are B and 200 are W" in found.reason.text


# The command


def test_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "wrong.txt").write_text("5.......5\n.......7.\n")
    assert main(["why", "sudoku", "--given", str(tmp_path / "wrong.txt")]) == 1
    out, err = capsys.readouterr()
    drawing, words = out.split("\n\n")
    assert drawing.splitlines() == ["5.......5", *["........."] * 8]
    assert words == (
        "no solution: these 2 givens conflict, and no set of fewer givens does: "
        "`5` at (1, 1); `5` at (1, 9)\n"
        "reason: both need `row[1, 5]`, and that may be covered once\n"
    )
    assert err == ""


def test_command_without_a_conflict(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", "sudoku", "--given", "sudoku-hard"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("162857493\n")
    assert err == "there is a solution\n"


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", "queens", "-p", "n=3", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["status"] == "none"
    assert data["reason"]["items"] == ["row[1]", "row[2]", "row[3]"]


def test_illegal_given(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "wrong.txt").write_text("x........\n")
    assert main(["why", "sudoku", "--given", str(tmp_path / "wrong.txt")]) == 2
    assert "error[E324]" in capsys.readouterr().err


def test_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", "kanoodle", "--time-limit", "0"]) == 3
    assert (
        "stopped by --time-limit before it was known whether there is a solution" in capsys.readouterr().err
    )


@pytest.mark.parametrize("most", [2, 9])
def test_items_are_covered_at_most_as_often_as_they_have_options(most: int) -> None:
    model = excover.Model()
    cell = model.items("cell", range(1, 4), range(1, 4))
    kind = model.items("kind", [1, 2], at_least=0, at_most=[2, most])
    model.options("line", [1, 2, 3], covers=[cell[[1, 2, 3], k] for k in (1, 2, 3)] + [kind[1]])
    model.options("dot", [1, 2], covers=[cell[[1, 2], 2], kind[2]])
    reason = why(model.problem()).reason
    assert reason is not None
    assert reason.text == "there are 9 `cell` items to cover, and what may be chosen covers at most 8 of them"
