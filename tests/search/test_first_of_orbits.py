"""Lists up to symmetry: one cover of each orbit, the same ones with and without a smaller search."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path

import interrupted
import naive
import pytest
from cancelling import ending_when
from hypothesis import given
from hypothesis import strategies as st
from matrices import exact
from slow_values import with_slow
from test_burnside import group_of, permuted, symmetric
from test_orbits import SYMMETRIC, Case, larger, squares

import excover
from excover.matrix.matrix import Matrix
from excover.search.engine import Cover
from excover.search.outcome import StoppedBy, Unfinished
from excover.search.permutation_group import Group, TooManyNumbers
from excover.search.portfolio.by_orbits import representatives
from excover.search.run import Budget, Run
from excover.search.search import Search
from excover.search.strategy import EngineName, Strategy
from excover.search.tuning import tuned
from excover.search.up_to_symmetry import FirstOfOrbits

PLAIN = Run(strategy=Strategy(symmetry=False))
KANOODLE = excover.load("kanoodle")


def orbits(covers: set[Cover], group: Group) -> Iterator[set[Cover]]:
    while covers:
        orbit = group.orbit(next(iter(covers)))
        assert orbit <= covers
        covers = covers - orbit
        yield orbit


def check(matrix: Matrix, group: Group, covers: set[Cover], run: Run) -> None:
    """One of each orbit, and the same where all was searched."""
    with tuned(orbit_gain=1.0):
        firsts = FirstOfOrbits(matrix, group, run)
        found = list(firsts)
        assert (firsts.outcome.count, firsts.outcome.exhausted) == (len(found), True)
        assert len(found) == len(set(found))
        assert all(len(orbit.intersection(found)) == 1 for orbit in orbits(covers, group))
        assert set(found) <= covers
        assert sorted(FirstOfOrbits(matrix, group, PLAIN)) == sorted(found)


@given(
    st.one_of(symmetric(), permuted()), st.sampled_from([1, 2]), st.sampled_from(["auto", "lanes", "sparse"])
)
def test_random_symmetric_matrices(case: Case, threads: int, engine: EngineName) -> None:
    matrix, elements = case
    run = Run(strategy=Strategy(threads=threads))
    if engine == "sparse":
        run = Run(strategy=Strategy("sparse"))
    check(matrix, group_of(elements), set(naive.covers(matrix)), run)


@given(larger())
def test_larger_ones(case: Case) -> None:
    matrix, generators = case
    few = Search(matrix, Run.within(solutions=1000))
    covers = set(few)
    if few.outcome.exhausted:
        check(matrix, Group(len(matrix.options), generators), covers, Run())


@pytest.mark.parametrize("name", with_slow(SYMMETRIC, slow=["tetrasticks"]))
def test_the_gallery(name: str) -> None:
    problem = excover.load(name)
    for kind in ("rotations", "symmetry"):
        found = problem.solutions(up_to=kind)
        covers = sorted(found.covers())
        assert covers == sorted(problem.solutions(PLAIN, up_to=kind).covers())
        assert len(covers) == found.outcome.count == problem.count(up_to=kind)


@pytest.mark.parametrize(("name", "factor"), [("scott", 3), ("soma", 8), ("hexiamonds", 2), ("queens", 1.5)])
def test_less_is_searched(name: str, factor: float) -> None:
    problem = excover.load(name)
    less, plain = (problem.solutions(run, up_to_symmetry=True) for run in (Run(), PLAIN))
    assert len(list(less)) == len(list(plain))
    assert less.outcome.statistics.nodes * factor < plain.outcome.statistics.nodes
    assert " symmetries; " in less.outcome.statistics.reason
    assert "symmetries" not in plain.outcome.statistics.reason


def test_engines_and_limits_give_the_same() -> None:
    """Not those found first, but for the order."""
    matrix, group = squares(6)
    expected = sorted(FirstOfOrbits(matrix, group))
    for strategy in (Strategy("graph"), Strategy("lanes"), Strategy("sparse", seed=5), Strategy(threads=2)):
        assert sorted(FirstOfOrbits(matrix, group, Run(strategy=strategy))) == expected
    some = FirstOfOrbits(matrix, group, Run.within(solutions=7))
    assert set(some) < set(expected)
    assert (some.outcome.count, some.outcome.stopped_by) == (7, StoppedBy.LIMIT)
    assert not some.outcome.exhausted
    few = FirstOfOrbits(matrix, group, Run(Budget(nodes=300)))
    assert set(few) < set(expected)
    assert few.outcome.stopped_by is StoppedBy.NODES


def test_where_no_item_saves_anything() -> None:
    """The covers themselves are compared, as without."""
    matrix, group = squares(4)
    with tuned(orbit_entries=0):
        assert representatives(matrix, group) is not None
        found = list(FirstOfOrbits(matrix, group))
    assert found == [cover for cover in Search(matrix) if group.is_canonical(cover)]


def test_interrupted_again_and_again_it_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix, group = squares(6)
    expected = sorted(FirstOfOrbits(matrix, group))
    firsts = FirstOfOrbits(matrix, group, Run(strategy=Strategy("sparse")))
    assert sorted(interrupted.covers_of(firsts, monkeypatch, firsts._search)) == expected


def test_a_run_that_ends_early() -> None:
    matrix, group = squares(6)
    with pytest.raises(Unfinished):
        FirstOfOrbits(matrix, group, ending_when(lambda: True))
    stopped = KANOODLE.solutions(Run.within(seconds=0), up_to_symmetry=True)
    assert list(stopped) == []
    assert stopped.outcome.stopped_by is StoppedBy.TIME
    button = excover.Cancellation()
    found = KANOODLE.solutions(Run(cancellation=button), up_to_symmetry=True)
    first = next(found)
    button.cancel()
    rest = [*found, *found.drain()]
    assert first not in rest
    assert found.outcome.stopped_by is StoppedBy.CANCELLED
    assert found.outcome.count == len(rest) + 1


def test_a_wrong_group_is_refused_as_before() -> None:
    """It has no representatives; what it says of covers is then the caller's."""
    matrix = exact(3, [[0], [1], [2], [0, 1]])
    wrong = Group(4, [array("I", [3, 1, 2, 0])])
    assert list(FirstOfOrbits(matrix, wrong)) == [
        cover for cover in Search(matrix) if wrong.is_canonical(cover)
    ]


# Groups


def test_generators_that_follow_are_not_kept() -> None:
    """Of all elements of the symmetric group of five points, at most log2(120) generate it."""
    from itertools import permutations

    group = Group(5, [array("I", order) for order in permutations(range(5))])
    assert group.order == 120
    assert len(group.generators) <= 6


def test_a_limit_of_numbers_holds_while_one_generator_is_worked_in() -> None:
    n = 400
    turn, swap = array("I", [*range(1, n), 0]), array("I", [1, 0, *range(2, n)])
    looks = []
    with tuned(group_steps=10_000), pytest.raises(TooManyNumbers):
        Group(n, [turn, swap], lambda: looks.append(1), most=20 * n)
    assert len(looks) < 1000


def test_a_solution_set_of_a_matrix_has_its_symmetries_at_once(tmp_path: Path) -> None:
    """Of a file in DLX, whose names are made when they are asked for."""
    file = tmp_path / "small.dlx"
    file.write_text("a b c\na b\nb c\na\nc\n")
    problem = excover.load(file)
    solutions = excover.SolutionSet.of(problem)
    assert solutions.symmetries() is problem.group()
    given_one = solutions.given([str(problem.matrix.options[0])])
    assert given_one.symmetries().degree == len(problem.matrix.options)
