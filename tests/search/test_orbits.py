"""Counts and lists by symmetry: the same solutions as without, for any matrix, group and limits."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice, permutations, product
from math import factorial
from pathlib import Path
from random import Random

import interrupted
import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matrices import boxed_sudoku, dominoes, exact, langford, latin_squares, partitions, queens
from slow_values import with_slow
from test_burnside import group_of, permuted, symmetric

import excover
from excover.formats.exports.as_dlx import export
from excover.matrix.matrix import Matrix
from excover.search._core import CoverBatch, Images, is_automorphism
from excover.search.engine_table import ENGINES
from excover.search.native import native_problem
from excover.search.outcome import Cancellation, StoppedBy
from excover.search.permutation_group import Group, Permutation, go_on
from excover.search.portfolio.by_orbits import representatives
from excover.search.run import Budget, Run
from excover.search.search import Count, Search, count
from excover.search.strategy import Strategy
from excover.search.symmetry import automorphisms
from excover.search.tuning import tuned

slow = pytest.mark.slow
Case = tuple[Matrix, list[Permutation]]
PLAIN = Strategy(symmetry=False)


@contextmanager
def at_once(turn: int = 1) -> Iterator[None]:
    """Symmetries are sought after so many nodes, and used even if they save little."""
    with tuned(orbit_turn=turn, orbit_gain=1.0, count_head_start=turn):
        yield


def squares(size: int) -> tuple[Matrix, Group]:
    """Dominoes on a square, with its reflections in the diagonals, one of which fixes a corner."""
    matrix = dominoes(size, size)
    numbers = {frozenset(matrix.option_items(o)): o for o in range(len(matrix.options))}

    def across(item: int) -> int:
        row, column = divmod(item, size)
        return column * size + row

    def other(item: int) -> int:
        return size * size - 1 - across(item)

    moved = [array("I", [numbers[frozenset(map(by, items))] for items in numbers]) for by in (across, other)]
    return matrix, Group(len(numbers), moved)


@given(st.one_of(symmetric(), permuted()), st.sampled_from([1, 2]), st.sampled_from([1, 3]))
def test_random_symmetric_matrices(case: Case, threads: int, turn: int) -> None:
    matrix, elements = case
    group, run = group_of(elements), Run(strategy=Strategy(threads=threads))
    expected = sorted(naive.covers(matrix))
    with at_once(turn):
        search = Search(matrix, run, lambda: group)
        assert sorted(search) == expected
        assert (search.outcome.count, search.outcome.exhausted) == (len(expected), True)
        outcome = count(matrix, run, lambda: group)
        assert (outcome.count, outcome.exhausted) == (len(expected), True)
        batches = Search(matrix, run, lambda: group).batches()
        assert sorted(each[k] for each in batches for k in range(len(each))) == expected


@st.composite
def larger(draw: st.DrawFn) -> Case:
    """Some blocks of items, permuted in a circle, and items of their own; options of two or three items."""
    blocks, size, own = draw(st.integers(2, 4)), draw(st.integers(2, 4)), draw(st.integers(1, 3))
    random = Random(draw(st.integers(0, 2**32)))
    items = blocks * size + own

    def turned(item: int, by: int) -> int:
        return (item + by * size) % (blocks * size) if item < blocks * size else item

    rows: dict[tuple[int, ...], int] = {}
    for _ in range(draw(st.integers(5, 40))):
        row = random.sample(range(items), random.choice((1, 2, 3)))
        for by in range(blocks):
            rows.setdefault(tuple(sorted(turned(item, by) for item in row)), len(rows))
    turn = array("I", [rows[tuple(sorted(turned(item, 1) for item in row))] for row in rows])
    return exact(items, [list(row) for row in rows]), [array("I", range(len(rows))), turn]


@given(larger(), st.sampled_from([1, 2]), st.sampled_from([1, 20]))
def test_larger_ones(case: Case, threads: int, turn: int) -> None:
    matrix, generators = case
    group = Group(len(matrix.options), generators)
    few = Search(matrix, Run.within(solutions=3000))
    expected = sorted(few)
    if not few.outcome.exhausted:
        return
    run = Run(strategy=Strategy(threads=threads))
    with at_once(turn):
        assert sorted(Search(matrix, run, lambda: group)) == expected
        assert count(matrix, run, lambda: group).count == len(expected)
        if threads == 1:
            first, second = (list(Search(matrix, run, lambda: group)) for _ in range(2))
            assert first == second


SYMMETRIC = [
    "ball-tetrahedron", "copies", "cylinder", "diagonal-latin", "hexiamonds", "instant-insanity", "kings",
    "langford", "polysticks", "queens", "scott", "soma", "sudoku-4x4", "tangram", "tetrahexes", "tetrasticks",
    "tetrominoes", "toroidal-queens", "word-square",
]  # fmt: skip


@pytest.mark.parametrize("name", with_slow(SYMMETRIC, slow=["tetrasticks"]))
def test_the_gallery(name: str) -> None:
    problem = excover.load(name)
    plain = sorted(problem.solutions(Run(strategy=PLAIN)).covers())
    for threads in (1, 2):
        with at_once():
            assert sorted(problem.solutions(Run(strategy=Strategy(threads=threads))).covers()) == plain
            assert problem.count(Run(strategy=Strategy(threads=threads))) == len(plain)


@slow
@pytest.mark.parametrize(
    "name",
    [
        "kanoodle",
        "pentominoes",
        pytest.param("macmahon", marks=pytest.mark.thorough),
        "solid-pentominoes",
        "iq-fit",
    ],
)
def test_large_puzzles_of_the_gallery(name: str) -> None:
    problem = excover.load(name)
    plain = sorted(problem.solutions(Run(strategy=PLAIN)).covers())
    found = problem.solutions(Run(strategy=Strategy(threads=2)))
    assert sorted(found.covers()) == plain
    assert found.outcome.count == len(plain) == problem.count()
    assert " symmetries; " in found.outcome.statistics.reason


@pytest.mark.parametrize(("name", "factor"), [("scott", 3), ("soma", 8), ("hexiamonds", 2)])
def test_statistics_say_what_was_saved(name: str, factor: int) -> None:
    problem = excover.load(name)
    with tuned(orbit_turn=100):
        by_orbits, plain = problem.tally(), problem.tally(Run(strategy=PLAIN))
    assert by_orbits.count == plain.count
    assert by_orbits.statistics.nodes * factor < plain.statistics.nodes
    of, _, rest = by_orbits.statistics.reason.partition("; ")
    assert of.endswith(" symmetries")
    assert rest
    assert "symmetries" not in plain.statistics.reason


@given(st.one_of(symmetric(), permuted()), st.sampled_from([1, 100]))
def test_automorphisms_are_found_without_a_statement(case: Case, rounds: int) -> None:
    """Each that is known, no wrong one, and all where permutations are few enough to try each."""
    matrix, elements = case
    options, problem = len(matrix.options), native_problem(matrix, ENGINES["sparse"])

    def is_one(permutation: Permutation) -> bool:
        return is_automorphism(problem, matrix.prices(), permutation, go_on)

    with tuned(group_rounds=rounds):
        group = automorphisms(matrix)
    assert all(element in group for element in elements)
    assert all(map(is_one, group.generators))
    if options <= 6:
        assert group.order == sum(is_one(array("I", each)) for each in permutations(range(options)))


@pytest.mark.parametrize(
    ("matrix", "order"),
    [
        (dominoes(6, 6), 8),
        (dominoes(4, 7), 4),
        (queens(7), 8),
        (langford(7), 2),
        (latin_squares(4), 6 * factorial(4) ** 3),
        (partitions(6), factorial(6)),
        (boxed_sudoku(2, 2), 4 * 2**4 * 2 * factorial(4)),
        pytest.param(boxed_sudoku(3, 3), 1_218_998_108_160, marks=slow),
        (exact(1, [[0], [0], [0]]), 1),
        (exact(0, []), 1),
    ],
)
def test_known_groups_of_automorphisms(matrix: Matrix, order: int) -> None:
    """Of Sudoku: E. Russell and F. Jarvis, 3,359,232 without the digits, which 9! permute."""
    assert automorphisms(matrix).order == order


def test_items_with_the_same_options_are_not_told_apart() -> None:
    """Each has a twin, and a thousand have no options: each of these took looks at the whole matrix."""
    matrix, looks = dominoes(6, 6), [0, 0]
    twice = exact(
        1072, [[*items, *(36 + item for item in items)] for items in map(matrix.option_items, range(60))]
    )
    for k, each in enumerate((matrix, twice)):

        def look(k: int = k) -> None:
            looks[k] += 1

        assert automorphisms(each, look).order == 8
    assert looks[1] <= 10 * looks[0] + 10


def test_automorphisms_keep_costs() -> None:
    matrix = partitions(3)
    costs = array("q", [len(matrix.option_items(o)) + 5 * (o == 0) for o in range(len(matrix.options))])
    assert automorphisms(matrix).order == 6
    assert automorphisms(matrix.replaced(costs=costs)).order == 2


@pytest.mark.parametrize(
    ("name", "symmetries"),
    [
        ("scott", 8),
        ("soma", 48),
        ("tetrahexes", None),
        ("word-square", None),
        ("queens", None),
        ("australia", None),
    ],
)
def test_what_a_file_of_items_and_options_has_lost_is_found_again(
    name: str, symmetries: int | None, tmp_path: Path
) -> None:
    stated = excover.load(name)
    path = tmp_path / "lost.dlx"
    path.write_text("".join(f"{line}\n" for line in export(stated.matrix)), encoding="utf-8")
    lost = excover.load(path)
    with at_once():
        found, number = lost.solutions(), lost.tally()
        covers = sorted(found.covers())
    assert covers == sorted(lost.solutions(Run(strategy=PLAIN)).covers())
    assert len(covers) == number.count == stated.count()
    if symmetries is not None:
        assert f"under {symmetries} symmetries" in number.statistics.reason
        assert f"under {symmetries} symmetries" in found.outcome.statistics.reason


def test_givens_keep_only_the_symmetries_that_preserve_them() -> None:
    problem = excover.load("tetrahexes")
    some = next(iter(problem.solutions()))
    for option in some.options:
        given_one = problem.given([option])
        plain = sorted(given_one.solutions(Run(strategy=PLAIN)).covers())
        with at_once():
            assert sorted(given_one.solutions().covers()) == plain
            assert given_one.count() == len(plain)


def test_changed_problems() -> None:
    """Options forbidden, bounds changed, costs: symmetries are those of what is left."""
    queens = excover.load("queens", {"n": 6})
    changed = [
        queens.forbid("queen(1, 2)"),
        queens.forbid(["queen(1, 2)", "queen(1, 5)"]),
        queens.with_bounds("row[1]", at_most=1, at_least=0),
        queens.without_items("row[2]"),
        queens.with_costs({"queen(1, 2)": 7}),
    ]
    for problem in changed:
        plain = sorted(problem.solutions(Run(strategy=PLAIN)).covers())
        with at_once():
            assert sorted(problem.solutions().covers()) == plain
            assert problem.count() == len(plain)


def test_bounds_on_sums_are_no_symmetry() -> None:
    text = """
    item row[1..4], column[1..4]
    option rook(r, c in 1..4) covers row[r], column[c] cost r * c
    symmetry rook(r, c) -> rook(c, r)
    cost at most 22
    """
    problem = excover.parse(text)
    with at_once():
        assert problem.count() == problem.count(Run(strategy=PLAIN)) == len(list(problem.solutions()))


def test_a_wrong_group_is_not_used() -> None:
    matrix = exact(3, [[0], [1], [2], [0, 1]])
    wrong = Group(4, [array("I", [3, 1, 2, 0])])
    assert representatives(matrix, wrong) is None
    with at_once():
        assert sorted(Search(matrix, Run(), lambda: wrong)) == sorted(naive.covers(matrix))
        assert count(matrix, Run(), lambda: wrong).count == 2


def test_a_wrong_statement_does_not_disturb_a_count() -> None:
    """It is an error only where symmetries are asked for."""
    text = """
    item row[1..4], column[1..4]
    option rook(r, c in 1..4) covers row[r], column[c]
    forbid rook(1, 2)
    symmetry rook(r, c) -> rook(c, r)
    """
    problem = excover.parse(text)
    with at_once():
        assert problem.count() == 18
    with pytest.raises(excover.SpecError):
        problem.count(up_to_symmetry=True)


@pytest.mark.parametrize(
    ("budget", "strategy"),
    [
        (Budget(nodes=3000), Strategy()),
        (Budget(solutions=20_000), Strategy()),
        (Budget(), Strategy("lanes")),
        (Budget(), Strategy("sparse")),
        (Budget(), Strategy(seed=3)),
        (Budget(), PLAIN),
    ],
)
def test_what_means_a_certain_search_has_no_symmetries(budget: Budget, strategy: Strategy) -> None:
    matrix, group = squares(6)

    def find_group() -> Group:
        raise AssertionError("it is not asked for")

    with at_once():
        search = Search(matrix, Run(budget, strategy), find_group)
        found = list(search)
        assert search.outcome.count == len(found) == len(set(found))
        assert count(matrix, Run(budget, strategy), find_group).count == search.outcome.count
    assert group.order == 4


def test_symmetries_are_asked_for_once_and_only_after_some_work() -> None:
    matrix, group = squares(6)
    asked = []

    def find_group() -> Group:
        asked.append(1)
        return group

    small, _ = squares(4)
    list(Search(small, Run(), find_group))
    count(small, Run(), find_group)
    assert not asked, "it was done before"
    with at_once(50):
        list(Search(matrix, Run(), find_group))
        assert len(asked) == 1
        count(matrix, Run(), find_group)
        assert len(asked) == 2


def test_none_is_an_answer() -> None:
    matrix, _ = squares(4)
    with at_once():
        assert len(set(Search(matrix, Run(), lambda: None))) == 36
        assert count(matrix, Run(), lambda: None).count == 36


def test_interrupted_again_and_again_it_lists_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix, group = squares(6)
    expected = sorted(Search(matrix, Run(strategy=Strategy("sparse"))))
    for turn in (1, 500):
        with at_once(turn):
            search = Search(matrix, Run(), lambda: group)
            assert sorted(interrupted.covers_of(search, monkeypatch)) == expected
            assert "symmetries" in search.outcome.statistics.reason


def test_covers_drained_before_symmetries_are_known_are_not_repeated() -> None:
    """An interruption while they are sought."""
    matrix, group = squares(6)
    answers = iter([KeyboardInterrupt, KeyboardInterrupt])

    def find_group() -> Group:
        for each in answers:
            raise each
        return group

    with at_once(300):
        search = Search(matrix, Run(), find_group)
        found = []
        with pytest.raises(KeyboardInterrupt):
            next(search)
        found += search.drain()
        assert found
        found += list(search)
    assert len(found) == len(set(found)) == 6728


def test_an_interrupted_count_can_go_on() -> None:
    matrix, group = squares(6)
    answers = iter([KeyboardInterrupt, KeyboardInterrupt])

    def find_group() -> Group:
        for each in answers:
            raise each
        return group

    with at_once(10):
        counted = Count(matrix, Run(), find_group)
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                counted.finish()
            assert not counted.outcome.exhausted
            assert counted.outcome.count <= 6728
        assert counted.finish().count == 6728


def test_an_interrupted_list_without_covers_can_go_on() -> None:
    """It stands at the end of its head start, and may decide again."""
    cells = {cell: k for k, cell in enumerate(product(range(6), range(6))) if cell not in ((0, 0), (5, 5))}
    pairs = [(a, b) for a in cells for b in ((a[0], a[1] + 1), (a[0] + 1, a[1])) if b in cells]
    numbers = {frozenset(pair): k for k, pair in enumerate(pairs)}
    swap = array("I", [numbers[frozenset((c, r) for r, c in pair)] for pair in pairs])
    items = {cell: k for k, cell in enumerate(cells)}
    matrix = exact(len(cells), [sorted(items[cell] for cell in pair) for pair in pairs])
    group, answers = Group(len(pairs), [swap]), iter([KeyboardInterrupt] * 5)

    def find_group() -> Group:
        for each in answers:
            raise each
        return group

    with tuned(orbit_turn=20, hybrid_head_start=50, hybrid_turn=50, hybrid_states=20, orbit_gain=1.0):
        search = Search(matrix, Run(), find_group)
        for _ in range(5):
            with pytest.raises(KeyboardInterrupt):
                next(search)
        assert list(search) == []
        assert search.outcome.exhausted
        assert "2 symmetries" in search.outcome.statistics.reason


def test_what_was_found_before_the_run_ended_is_kept() -> None:
    """A run that ends while symmetries are sought does not begin again with them."""
    matrix, group = squares(6)
    everything = set(Search(matrix))
    button = Cancellation()

    def find_group() -> Group:
        button.cancel()
        return group

    with at_once(300):
        search = Search(matrix, Run(cancellation=button), find_group)
        found = [*search, *search.drain()]
    assert (search.outcome.count, search.outcome.stopped_by) == (len(found), StoppedBy.CANCELLED)
    assert found
    assert set(found) < everything


def test_choosing_an_item_ends_with_the_run() -> None:
    matrix, group = squares(6)
    steps = iter(range(1))

    def look() -> None:
        if next(steps, None) is None:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        representatives(matrix, group, look)
    assert representatives(matrix, group) is not None


@pytest.mark.slow
def test_statistics_of_a_count_depend_on_no_clock() -> None:
    """Symmetries are sought at the end of a turn, however it is cut into slices."""
    problem, found = excover.load("kanoodle"), []
    for seconds in (0.0005, 0.02):
        with tuned(slice_seconds=seconds):
            work = problem.tally().statistics
            found.append((work.nodes, work.updates, work.reason))
    assert "symmetries" in found[0][2]
    assert found[0] == found[1]


def test_an_ended_list_is_a_part_of_all() -> None:
    matrix, group = squares(6)
    everything = set(Search(matrix))
    with at_once():
        search = Search(matrix, Run(), lambda: group)
        some = list(islice(search, 100))
        some += search.drain()
        assert not search.outcome.exhausted
        assert "symmetries" in search.outcome.statistics.reason
    assert len(some) == len(set(some))
    assert set(some) <= everything
    assert search.outcome.count == len(some)


def test_a_time_limit_is_honest() -> None:
    problem = excover.load("kanoodle")
    for outcome in (
        problem.tally(Run.within(seconds=0.001)),
        problem.solutions(Run.within(seconds=0)).outcome,
    ):
        assert not outcome.exhausted
        assert outcome.count < 371_020
    assert problem.tally(Run.within(seconds=0)).stopped_by is StoppedBy.TIME


@pytest.mark.parametrize("threads", [1, 2])
def test_sorted_lists_are_the_same_with_any_number_of_threads(threads: int) -> None:
    matrix, group = squares(6)
    with at_once():
        one = list(Search(matrix, Run(), lambda: group))
        run = Run(strategy=Strategy(threads=threads, ordered=True))
        assert list(Search(matrix, run, lambda: group)) == one


def test_images_of_a_group_too_large_to_keep_are_not_made() -> None:
    matrix, both = squares(6)
    group = Group(len(matrix.options), both.generators[:1])
    with tuned(orbit_numbers=100), at_once():
        found = representatives(matrix, group)
        assert found is not None
        assert found.images() is None
        search = Search(matrix, Run(), lambda: group)
        assert len(set(search)) == 6728
        assert "symmetries" not in search.outcome.statistics.reason


def test_items_are_fixed_by_a_part_of_the_group() -> None:
    """No item of queens is fixed by all symmetries; a row is by one of two."""
    queens = excover.load("queens", {"n": 6})
    found = representatives(queens.matrix, queens.group())
    assert found is not None
    assert (found.group.order, [len(orbit) for orbit in found.orbits]) == (2, [2, 2, 2])


def batch(*covers: tuple[int, ...]) -> CoverBatch:
    made = CoverBatch()
    made.extend(list(covers))
    return made


def test_images_refuse_what_does_not_fit() -> None:
    problem = native_problem(exact(2, [[0], [1], [0, 1]]), ENGINES["sparse"])
    kept, firsts = array("I", [0, 1, 2]), array("I", [0, 1, 1, 2])
    identity, numbers = array("I", [0, 1, 2]), array("I", [0, 0])
    wrong = [
        (array("I", [3]), identity, firsts, numbers),
        (kept, array("I", [0, 1, 1]), firsts, numbers),
        (kept, array("I", [0, 1]), firsts, numbers),
        (kept, identity, array("I", [0, 1, 2]), numbers),
        (kept, identity, array("I", [0, 2, 1, 2]), numbers),
        (kept, identity, firsts, array("I", [0, 1])),
    ]
    for arguments in wrong:
        with pytest.raises(ValueError, match=r"images do not fit|no permutation"):
            Images(problem, *arguments)
    images = Images(problem, kept, identity, firsts, numbers)
    into: list[tuple[int, ...]] = []
    for cover, why in [
        ((1,), "no representative"),
        ((0, 2), "two representatives"),
        ((7,), "no such option"),
    ]:
        with pytest.raises(ValueError, match=why):
            images.hand_over(batch(cover), into)
    assert images.hand_over(batch((0,)), into) == "cover 0: item 1 is covered too seldom"
    assert (into, images.taken, images.made) == ([], 0, 0)
    waiting = batch((0, 1), (2,))
    assert images.hand_over(waiting, into) is None
    assert (len(waiting), into, images.taken, images.made) == (0, [(0, 1), (2,)], 2, 2)
    others = CoverBatch()
    assert images.hand_over(batch((2,)), others) is None
    assert (others[0], len(others), images.made) == ((2,), 1, 3)


def test_the_commands_have_a_switch() -> None:
    """`--no-symmetry` is a part of the strategy."""
    assert Strategy().symmetry
    assert repr(PLAIN).endswith("symmetry=False)")
    for threads, symmetry in product((1, 2), (True, False)):
        assert excover.load("soma").count(Run(strategy=Strategy(threads=threads, symmetry=symmetry))) == 11520
