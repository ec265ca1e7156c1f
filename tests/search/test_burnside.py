"""Counts up to symmetry by Burnside's lemma: against the filter, the definition and published counts."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from contextlib import suppress
from itertools import permutations

import naive
import pytest
from cancelling import When, ending_when
from hypothesis import assume, given
from hypothesis import strategies as st
from matrices import COLORED, ONCE, exact, general

import excover
from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.search._core import is_automorphism
from excover.search.engine_table import ENGINES
from excover.search.native import native_problem
from excover.search.outcome import Status, StoppedBy
from excover.search.permutation_group import Group, Permutation, go_on
from excover.search.run import Progress, Run
from excover.search.search import count
from excover.search.strategy import AUTO, Strategy
from excover.search.tuning import tuned
from excover.search.up_to_symmetry import (
    NotByOrbits,
    columns_covered_once,
    count_orbits,
    fixed_covers,
    fixes_none,
)

slow = pytest.mark.slow
Entry = tuple[int, int]
BOUNDS = [ONCE, ONCE, ONCE, (0, 1), COLORED, (0, 2), (1, 2), (2, 3), (2, 4), (1, UNBOUNDED), (0, 0)]


def closure(generators: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """All products, the identity first."""
    elements = [tuple(range(len(generators[0])))]
    for element in elements:
        for generator in generators:
            image = tuple(generator[k] for k in element)
            if image not in elements:
                elements.append(image)
    return elements


@st.composite
def symmetric(draw: st.DrawFn) -> tuple[Matrix, list[Permutation]]:
    """A matrix made symmetric under permutations of three blocks of items, and its group."""
    blocks, kinds = 3, draw(st.lists(st.sampled_from(BOUNDS), min_size=1, max_size=3))
    group = closure(draw(st.lists(st.permutations(range(blocks)).map(tuple), min_size=1, max_size=2)))
    bounds = [ONCE, *kinds * blocks]
    colored = [b == COLORED for b in bounds]

    def moved(option: Sequence[Entry], by: tuple[int, ...]) -> tuple[Entry, ...]:
        size = len(kinds)
        images = [(i and 1 + by[(i - 1) // size] * size + (i - 1) % size, color) for i, color in option]
        return tuple(sorted(images))

    options: dict[tuple[Entry, ...], int] = {}
    for _ in range(draw(st.integers(0, 3))):
        items = draw(st.sets(st.integers(0, len(bounds) - 1), min_size=1, max_size=4))
        option = [(i, draw(st.integers(1, 2)) if colored[i] else 0) for i in items]
        for by in group:
            options.setdefault(moved(option, by), len(options))
    assume(len(options) <= 12)
    matrix = general(bounds, colored, list(options))
    assume(all(any(matrix.is_primary(i) for i, _ in option) for option in options))
    elements = [array("I", [options[moved(option, by)] for option in options]) for by in group]
    return matrix, elements


def group_of(elements: list[Permutation]) -> Group:
    group = Group(len(elements[0]), elements)
    assert group.order == len({element.tobytes() for element in elements})
    return group


def orbits(matrix: Matrix, elements: list[Permutation]) -> int:
    covers = set(naive.covers(matrix))
    return len({frozenset(group_of(elements).orbit(cover)) for cover in covers})


Motion = tuple[tuple[int, ...], ...]
"""Of every item, where it goes, and then where each of its colors goes."""


@st.composite
def permuted(draw: st.DrawFn) -> tuple[Matrix, list[Permutation]]:
    """Orbits of random options under random permutations of items with equal bounds, and of their colors."""
    kinds = draw(st.lists(st.sampled_from(BOUNDS), min_size=1, max_size=3))
    bounds = [kind for kind in kinds for _ in range(draw(st.integers(1, 4)))]
    items, colored = range(len(bounds)), [b == COLORED for b in bounds]

    def motion() -> Motion:
        images = list(items)
        for kind in set(bounds):
            places = [i for i in items if bounds[i] == kind]
            for place, image in zip(places, draw(st.permutations(places)), strict=True):
                images[place] = image
        recolored = (draw(st.permutations((1, 2, 3))) if colored[i] else (1, 2, 3) for i in items)
        return tuple((image, *colors) for image, colors in zip(images, recolored, strict=True))

    def product(first: Motion, then: Motion) -> Motion:
        return tuple((then[to][0], *(then[to][color] for color in colors)) for to, *colors in first)

    def moved(option: Sequence[Entry], by: Motion) -> tuple[Entry, ...]:
        return tuple(sorted((by[item][0], by[item][color] if color else 0) for item, color in option))

    generators = [motion() for _ in range(draw(st.integers(1, 2)))]
    group = [tuple((item, 1, 2, 3) for item in items)]
    for element in group:
        group.extend({product(element, by) for by in generators} - set(group))
        assume(len(group) <= 200)
    options: dict[tuple[Entry, ...], int] = {}
    for _ in range(draw(st.integers(1, 3))):
        members = draw(st.sets(st.sampled_from(items), min_size=1, max_size=4))
        option = [(i, draw(st.integers(1, 3)) if colored[i] else 0) for i in members]
        if any(not colored[i] and bounds[i] != (0, 1) for i in members):
            for by in group:
                options.setdefault(moved(option, by), len(options))
    assume(len(options) <= 13)
    elements = [array("I", [options[moved(option, by)] for option in options]) for by in group]
    return general(bounds, colored, list(options)), elements


def orbits_or_none(matrix: Matrix, elements: list[Permutation], strategy: Strategy = AUTO) -> int | None:
    """None where they have to be listed."""
    with suppress(NotByOrbits):
        outcome = count_orbits(matrix, group_of(elements), Run(strategy=strategy))
        assert outcome.exhausted
        return outcome.count
    return None


@given(st.one_of(symmetric(), permuted()))
def test_orbits_agree_with_the_definition(case: tuple[Matrix, list[Permutation]]) -> None:
    matrix, elements = case
    assert all(
        is_automorphism(native_problem(matrix, ENGINES["sparse"]), matrix.prices(), element, go_on)
        for element in elements
    )
    assert orbits_or_none(matrix, elements) in (orbits(matrix, elements), None)
    assert orbits_or_none(matrix, elements, Strategy("sparse")) in (orbits(matrix, elements), None)
    canonical = sum(group_of(elements).is_canonical(cover) for cover in naive.covers(matrix))
    assert canonical == orbits(matrix, elements)


@given(st.one_of(symmetric(), permuted()))
def test_fixed_covers_agree_with_the_definition(case: tuple[Matrix, list[Permutation]]) -> None:
    matrix, elements = case
    covers = list(naive.covers(matrix))
    for element in elements:
        fixed = [c for c in covers if sorted(map(element.__getitem__, c)) == list(c)]
        if fixes_none(matrix, element, columns_covered_once(matrix)):
            assert not fixed
        with suppress(NotByOrbits):
            quotient = fixed_covers(matrix, element)
            assert count(quotient).count == len(fixed)
            assert len(quotient.options) <= len(matrix.options)


def weighted(bounds: tuple[int, int]) -> tuple[Matrix, list[Permutation]]:
    """Four options that share an item of some bounds; a permutation exchanges two of them, and two."""
    matrix = general([bounds], [False], [[(0, 0)]] * 4)
    return matrix, [array("I", range(4)), array("I", [1, 0, 3, 2])]


def test_items_that_cycles_cover_twice() -> None:
    """C(4, k) choices of k; fixed are those of pairs: 2 for k = 2, 1 for k = 4, none for odd k."""
    for bounds, total, fixed in [
        ((2, 4), 6 + 4 + 1, 3),
        ((3, 4), 4 + 1, 1),
        ((2, 2), 6, 2),
        ((1, 9), 15, 3),
        ((3, 3), 4, 0),  # 1.5 pairs
        ((0, 3), 1 + 4 + 6 + 4, 3),  # at most one pair
    ]:
        assert orbits_or_none(*weighted(bounds)) == (total + fixed) // 2


def test_items_that_cycles_cover_unequally_often_are_left_to_listing() -> None:
    """One or two of three options, two of which a symmetry exchanges: their cycle covers the item twice."""
    problem = excover.parse("""
        item some 1..2 times
        option x(k in -1..1) covers some
        symmetry x(k) -> x(-k)
    """)
    listed = problem.tally(up_to_symmetry=True)
    assert (listed.count, listed.exhausted) == (4, True)
    assert listed.statistics.reason.startswith(
        "listed up to symmetry, since cycles of a symmetry cover `some` unequally often; "
    )


def test_a_bound_that_the_board_keeps_is_none_for_symmetries() -> None:
    """Nine cells hold three trominoes: `0..3 times` as `at least 0 times`, without a list."""
    bounded, free = [
        excover.parse(
            f"shapes p = all one-sided 3 of square board b 3x3 place one-sided p on b each {often} times"
        )
        for often in ("0..3", "at least 0")
    ]
    counts = [problem.tally(up_to="rotations") for problem in (bounded, free)]
    assert (
        counts[0].count
        == counts[1].count
        == free.tally(Run(strategy=Strategy("sparse")), up_to="rotations").count
    )
    assert counts[0].statistics.reason == counts[1].statistics.reason
    assert counts[0].statistics.reason.startswith("Burnside's lemma")


def test_what_the_identity_fixes_is_counted_by_orbits() -> None:
    """As many nodes as a plain count has, and a few for each of the other classes."""
    problem = excover.load("soma")
    plain, up_to_symmetry = problem.tally(), problem.tally(up_to_symmetry=True)
    assert (plain.count, up_to_symmetry.count) == (11520, 240)
    assert up_to_symmetry.statistics.nodes <= 1.1 * plain.statistics.nodes
    assert "2 of 72 options" in up_to_symmetry.statistics.reason


def test_nothing_is_counted_in_vain() -> None:
    """Whether cycles cover an item unequally often is known before, so progress never falls back."""
    problem = excover.parse("""
        item some 2..4 times
        option x(k in -3..3) covers some
        symmetry x(k) -> x(-k)
    """)
    heard: list[Progress] = []
    listed = problem.tally(Run(progress=heard.append), up_to_symmetry=True)
    assert "unequally often" in listed.statistics.reason
    counts = [progress.count for progress in heard if progress.stage in ("all solutions", "search")]
    assert counts == sorted(counts)


def test_conjugacy_classes_of_all_permutations() -> None:
    """As many as partitions of 4, of these sizes."""
    elements = [array("I", p) for p in permutations(range(4))]
    assert sorted(size for _, size in group_of(elements).classes()) == [1, 3, 6, 6, 8]


def test_conjugacy_classes_of_a_large_group() -> None:
    """1024 exchanges of pairs commute: each is a class of its own."""
    assert [size for _, size in exchanges(10).classes()] == [1] * 1024


def test_symmetries_that_agree_on_what_is_left() -> None:
    """Each twice, as when givens remove the options that told them apart: the average stays."""
    matrix, elements = weighted((2, 4))
    assert orbits_or_none(matrix, elements) == orbits_or_none(matrix, elements * 2) == (11 + 3) // 2


PUBLISHED = [
    ("queens", {}, 12),
    ("queens", {"n": 10}, 92),
    ("queens", {"n": 12}, 1787),
    ("scott", {}, 65),
    ("soma", {}, 240),
    pytest.param("pentominoes", {}, 2339, marks=slow),
    pytest.param("solid-pentominoes", {}, 3940, marks=slow),
    pytest.param("macmahon", {}, 13328, marks=slow),
]


@pytest.mark.parametrize(("name", "settings", "solutions"), PUBLISHED)
def test_published(name: str, settings: dict[str, int], solutions: int) -> None:
    """OEIS A002562 for the queens; the others are in counts.toml."""
    outcome = excover.load(name, settings).tally(up_to_symmetry=True)
    assert (outcome.count, outcome.exhausted) == (solutions, True)
    assert outcome.statistics.reason.startswith("Burnside's lemma, with ")


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 8, 9])
def test_every_engine_and_the_filter_agree_on_queens(n: int) -> None:
    """OEIS A002562."""
    problem = excover.load("queens", {"n": n})
    expected = (0, 0, 1, 2, 1, 6, 12, 46)[n - 2]
    for engine in ("auto", "sparse", "lanes", "graph"):
        assert problem.tally(Run(strategy=Strategy(engine)), up_to_symmetry=True).count == expected
    assert sum(1 for _ in problem.solutions(up_to_symmetry=True)) == expected


@slow
@pytest.mark.parametrize("name", ["kanoodle", "iq-fit"])
def test_packings_agree_with_the_filter(name: str) -> None:
    problem = excover.load(name)
    listed = sum(1 for _ in problem.solutions(up_to_symmetry=True).covers())
    assert problem.count(up_to_symmetry=True) == listed


@slow
def test_iq_fit_beyond_listing() -> None:
    """The article's count halved twice: no solution is its own mirror image or half turn."""
    assert excover.load("iq-fit-article").count(up_to_symmetry=True) == 67868848 // 4


@pytest.mark.parametrize(("n", "tilings"), [(2, 1), (4, 9), (6, 930)])
def test_dominoes_up_to_symmetry(n: int, tilings: int) -> None:
    problem = excover.load("dominoes", {"rows": n, "columns": n})
    assert problem.count(up_to_symmetry=True) == tilings
    assert sum(1 for _ in problem.solutions(up_to_symmetry=True).covers()) == tilings


def test_limits_are_honest() -> None:
    problem = excover.load("queens", {"n": 9})
    short = problem.tally(Run.within(nodes=100), up_to_symmetry=True)
    assert (short.exhausted, short.stopped_by, short.statistics.nodes) == (False, StoppedBy.NODES, 100)
    assert short.count <= 46
    late = problem.tally(Run.within(seconds=0), up_to_symmetry=True)
    assert (late.exhausted, late.stopped_by, late.status) == (False, StoppedBy.TIME, Status.UNKNOWN)
    few = problem.tally(Run.within(solutions=5), up_to_symmetry=True)
    assert (few.count, few.stopped_by) == (5, StoppedBy.LIMIT)
    assert few.statistics.reason.startswith("listed up to symmetry, since a number of solutions is enough; ")


def exchanges(pairs: int) -> Group:
    """All ways to exchange some of so many pairs."""
    generators = []
    for pair in range(pairs):
        generator = array("I", range(2 * pairs))
        generator[2 * pair], generator[2 * pair + 1] = 2 * pair + 1, 2 * pair
        generators.append(generator)
    return Group(2 * pairs, generators)


@pytest.mark.parametrize("looks", [1, 2, 30, 250])
def test_an_end_is_looked_for_between_symmetries(looks: int) -> None:
    """2^8 covers, one up to symmetry: whoever ends it early is told that there may be more."""
    matrix = exact(8, [[k // 2] for k in range(16)])
    answers = iter([False] * looks)
    outcome = count_orbits(matrix, exchanges(8), ending_when(lambda: next(answers, True)))
    assert (outcome.exhausted, outcome.stopped_by) == (False, StoppedBy.CANCELLED)
    assert outcome.count <= 1
    late = count_orbits(matrix, exchanges(8), Run.within(seconds=1e-9))
    assert (late.exhausted, late.stopped_by) == (False, StoppedBy.TIME)


def test_what_is_known_before_an_end_is_rounded_up() -> None:
    """Three covers in classes of at most two are two classes at least."""
    matrix = exact(1, [[0], [0], [0]])
    group = Group(3, [array("I", [1, 0, 2])])
    told = set()
    for looks in range(20):
        answers = iter([False] * looks)
        outcome = count_orbits(matrix, group, ending_when(lambda answers=answers: next(answers, True)))
        told.add((outcome.exhausted, outcome.count))
    assert told == {(False, 0), (False, 2), (True, 2)}


def test_an_ended_count_reports_its_work() -> None:
    matrix, stages = exact(8, [[k // 2] for k in range(16)]), [""]
    outcome = count_orbits(
        matrix,
        exchanges(8),
        Run(
            cancellation=When(lambda: stages[-1].startswith("class 9 ")),
            progress=lambda progress: stages.append(progress.stage),
        ),
    )
    assert not outcome.exhausted
    assert outcome.statistics.reason.startswith("Burnside's lemma, with 8 classes of 256 symmetries; ")
    assert outcome.statistics.nodes == count(matrix).statistics.nodes  # the others fix none


def test_stages_are_reported() -> None:
    told: list[Progress] = []
    matrix = exact(3, [[k // 2] for k in range(6)])
    outcome = count_orbits(matrix, exchanges(3), Run(progress=told.append))
    assert (outcome.count, outcome.exhausted) == (1, True)
    stages = list(dict.fromkeys(each.stage for each in told))
    assert stages == ["all solutions", "symmetries in classes", *(f"class {k} of 8" for k in range(2, 9))]
    assert [each.count for each in told] == sorted(each.count for each in told)
    assert (told[-1].done, told[-1].count) == (1.0, 1)


def test_a_large_group_is_left_to_listing() -> None:
    with pytest.raises(NotByOrbits, match="a group of 8,192 symmetries is too large"):
        count_orbits(exact(13, [[k // 2] for k in range(26)]), exchanges(13))
    matrix = exact(3, [[k // 2] for k in range(6)])
    with tuned(orbit_elements=9):
        assert count_orbits(matrix, exchanges(3)).count == 1
    with tuned(orbit_elements=8):
        assert count_orbits(matrix, exchanges(3)).count == 1
    with tuned(orbit_elements=7), pytest.raises(NotByOrbits, match="a group of 8 symmetries"):
        count_orbits(matrix, exchanges(3))
