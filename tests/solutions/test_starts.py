"""Starts: sets of options with their numbers of completions, against all subsets of all solutions."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import naive
import pytest
from cancelling import ending_when
from hypothesis import given
from hypothesis import strategies as st
from matrices import dominoes, exact
from slow_values import with_slow
from test_graph import countable
from test_solution_set import ALL_KNOWN

import excover
from excover import SolutionSet
from excover.apps.cli import main
from excover.matrix.matrix import Matrix
from excover.search.diagram import Diagram, StartSearch
from excover.search.diagram_file import HEADER, MAGIC, covers_digest
from excover.search.permutation_group import Group

Capture = pytest.CaptureFixture[str]
Sets = Counter[tuple[int, ...]]


def by_definition(matrix: Matrix, size: int) -> Sets:
    return Counter(part for cover in naive.covers(matrix) for part in combinations(cover, size))


def by_listing(problem: excover.Problem, size: int) -> Counter[frozenset[excover.OptionName]]:
    return Counter(
        frozenset(part) for solution in problem.solutions() for part in combinations(solution, size)
    )


def finished(starts: StartSearch) -> list[tuple[int, ...]]:
    """Runs to the end, in small slices; the unique starts."""
    unique = []
    while not starts.is_over:
        starts.run_slice(unique=3)
        unique += starts.hand_over()
    return unique


@given(countable(), st.integers(1, 7))
def test_starts_agree_with_the_definition(matrix: Matrix, size: int) -> None:
    expected = by_definition(matrix, size)
    found = StartSearch(Diagram(matrix), size, most=len(expected) + 1)
    handed_over = finished(found)
    assert {cover: completions for completions, cover in found.most()} == expected
    assert found.sets == len(expected)
    unique = [cover for cover, completions in expected.items() if completions == 1]
    assert sorted(handed_over) == sorted(unique)
    assert found.unique == len(unique)


@given(countable(), st.sets(st.integers(0, 8)), st.integers(0, 3))
def test_some_options_are_skipped_and_not_all_are_kept(matrix: Matrix, skipped: set[int], keep: int) -> None:
    skipped = {option for option in skipped if option < len(matrix.options)}
    expected = {cover: n for cover, n in by_definition(matrix, 2).items() if skipped.isdisjoint(cover)}
    found = StartSearch(Diagram(matrix), 2, skipped=skipped, keep=keep, most=2)
    assert len(finished(found)) == min(keep, found.unique)
    assert found.sets == len(expected)
    assert found.unique == sum(n == 1 for n in expected.values())
    assert [n for n, _ in found.most()] == sorted(expected.values(), reverse=True)[:2]
    assert all(expected[cover] == n for n, cover in found.most())


def test_numbers_of_any_size() -> None:
    """Dominoes on 16 by 16 have 2444888770250892795802079170816 tilings (OEIS A099390)."""
    diagram = Diagram(dominoes(16, 16))
    found = StartSearch(diagram, 1, most=diagram.options)
    finished(found)
    marginals = diagram.marginals()
    assert {cover: n for n, cover in found.most()} == {(o,): n for o, n in enumerate(marginals)}
    small = Diagram(dominoes(10, 10))
    pairs = StartSearch(small, 2, most=5)
    finished(pairs)
    assert all(small.count_with(cover) == n for n, cover in pairs.most())


SPECS = [
    ("queens", 3),
    ("scott", 2),
    ("word-square", 2),
    ("copies", 3),
    ("secondary", 1),
    ("tetrahexes", 4),
    ("crew", 2),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), SPECS)
def test_starts_agree_with_the_list(name: str, size: int) -> None:
    problem = excover.load(name)
    expected = by_listing(problem, size)
    starts = SolutionSet.of(problem).starts(size, most=4)
    unique = [frozenset(start.placed.options) for start in starts]
    assert set(unique) == {part for part, n in expected.items() if n == 1}
    assert len(unique) == len(set(unique)) == starts.unique
    assert starts.count == len(expected)
    assert [start.completions for start in starts.most] == sorted(expected.values(), reverse=True)[:4]
    assert all(expected[frozenset(start.placed.options)] == start.completions for start in starts.most)
    assert starts.exhausted
    assert starts.done == 1


@pytest.mark.parametrize(
    ("name", "size"), with_slow([("queens", 2), ("scott", 2), ("tetrahexes", 3)], slow=[("scott", 2)])
)
def test_up_to_symmetry_one_of_every_orbit_is_reported(name: str, size: int) -> None:
    problem = excover.load(name)
    group, numbers = problem.symmetries, {option: n for n, option in enumerate(problem.matrix.options)}
    raw, told = (SolutionSet.of(problem).starts(size, up_to_symmetry=flag) for flag in (False, True))
    orbits = {orbit_of(group, numbers, start.placed) for start in raw}
    found = [orbit_of(group, numbers, start.placed) for start in told]
    assert group.order > 1
    assert len(found) == len(set(found)) == told.unique
    assert set(found) == orbits
    assert sum(map(len, orbits)) == raw.unique


def orbit_of(
    group: Group, numbers: dict[excover.OptionName, int], placed: excover.Solution
) -> frozenset[tuple[int, ...]]:
    return frozenset(group.orbit(sorted(numbers[option] for option in placed)))


@pytest.mark.slow
def test_kanoodle() -> None:
    """No single piece decides Kanoodle, but 62,632 pairs do; counting over the list says so too."""
    solution_set = SolutionSet.of(excover.load("kanoodle"))
    (alone, pairs) = (solution_set.starts(size, keep=20) for size in (1, 2))
    assert (list(alone), alone.count, alone.unique) == ([], 1685, 0)
    for start in pairs:
        assert excover.load("kanoodle", given=start.placed.drawing).count() == 1
    assert (pairs.count, pairs.unique) == (614352, 62632)


def test_what_is_given_is_no_part_of_a_start() -> None:
    corner = excover.load("queens", given="Q")
    starts = SolutionSet.of(corner).starts(1)
    assert {len(start.placed.options) for start in starts} == {1}
    assert starts.count == len({o for solution in corner.solutions() for o in solution}) - 1


@pytest.mark.slow
def test_what_follows_from_the_givens_is_not_given() -> None:
    """Three of the twelve pieces are given, and nothing but the other nine fits: each of them decides it."""
    starts = SolutionSet.of(excover.load("kanoodle-start")).starts(1)
    assert (len(list(starts)), starts.count) == (9, 9)


def test_solutions_of_different_sizes() -> None:
    """A row of six cells, cut into parts of one to three: there are 24 ways."""
    one = "item cell[1..6]\noption one(c in 1..6) covers cell[c]\n"
    two = "option two(c in 1..5) covers cell[c], cell[c+1]\n"
    three = "option three(c in 1..4) covers cell[c], cell[c+1], cell[c+2]\n"
    problem = excover.parse(one + two + three)
    sizes = Counter(len(solution) for solution in problem.solutions())
    assert sizes == {2: 1, 3: 7, 4: 10, 5: 5, 6: 1}
    solution_set = SolutionSet.of(problem)
    for size in range(1, 8):
        starts, expected = solution_set.starts(size), by_listing(problem, size)
        unique = {frozenset(start.placed.options) for start in starts}
        assert unique == {part for part, n in expected.items() if n == 1}
        assert starts.count == len(expected)


def test_as_many_pieces_as_there_are() -> None:
    solution_set = SolutionSet.of(excover.load("scott"))
    for size, expected in ((12, 520), (13, 0), (11, 12 * 520)):
        starts = solution_set.starts(size, keep=0)
        assert list(starts) == []
        assert starts.unique == starts.count == expected


def test_how_far_it_is_where_numbers_are_beyond_all_bounds() -> None:
    """2 ** 1100 covers."""
    starts = StartSearch(Diagram(exact(1100, [[k // 2] for k in range(2200)])), 2)
    parts = []
    while not starts.is_over:
        parts.append(starts.done)
        starts.run_slice()
    assert parts == sorted(parts)
    assert 0 <= parts[0] <= parts[-1] <= starts.done == 1
    assert (starts.sets, starts.unique) == (4 * 1100 * 1099 // 2, 0)


def test_a_forged_diagram_is_refused(tmp_path: Path, capsys: Capture) -> None:
    """First x and then y, or first y and then x: no diagram of excover's has both."""
    spec, file = tmp_path / "two.xc", tmp_path / "two"
    spec.write_text("item a, b\noption x() covers a\noption y() covers b")
    head = HEADER.pack(MAGIC, 1, 2, 3, 0, 4, covers_digest(excover.load(spec).matrix))
    body = bytes.fromhex("01 00 00 00 01  00 01 01  00 00 00")
    data = head + body
    file.write_bytes(data + hashlib.sha256(data).digest())
    assert main(["starts", str(spec), "--load", str(file), "--pieces", "1"]) == 2
    told = capsys.readouterr().err
    assert "error[E605]" in told
    assert "the options of one of its nodes do not exclude each other" in told


def test_a_stop_request_keeps_what_was_found() -> None:
    starts = SolutionSet.of(excover.load("kanoodle")).starts(3, run=ending_when(lambda: starts.unique > 0))
    found = list(starts)
    assert (starts.exhausted, starts.stopped_by) == (False, excover.StoppedBy.CANCELLED)
    assert 0 < len(found) <= starts.unique
    assert 0 < starts.done < 1


def test_a_piece_that_is_given_by_one_of_its_cells_is_no_start() -> None:
    tray = "board tray 2x3\nshapes d\n  |AA BB CC\nplace free d on tray\n"
    starts = SolutionSet.of(excover.parse(tray + "given\n  |A..\n  |...")).starts(1, most=9)
    offered = [option.arguments[0] for start in (*starts, *starts.most) for option in start.placed]
    assert sorted(set(offered)) == ["B", "C"]


def test_a_start_has_a_piece() -> None:
    with pytest.raises(ValueError, match="at least one"):
        SolutionSet.of(excover.load("latin")).starts(0)


# The command


def test_command(capsys: Capture) -> None:
    assert main(["starts", "tetrominoes", "--pieces", "1"]) == 0
    out, err = capsys.readouterr()
    first, *_, last, end = out.split("\n\n")
    assert first.splitlines()[0] == "1 completion"
    assert first.splitlines()[-1].startswith('tetrominoes("')
    assert not end
    assert last
    assert "of 1 piece have exactly one completion" in err


def test_every_start_is_shown(capsys: Capture) -> None:
    assert main(["starts", "queens", "-p", "n=6", "--pieces", "1", "--all", "--most", "0", "--json"]) == 0
    out, err = capsys.readouterr()
    shown = [json.loads(line) for line in out.splitlines()]
    assert {start["completions"] for start in shown} == {1}
    told = json.loads(err)["outcome"]
    assert told.pop("seconds") >= 0
    assert told == {**ALL_KNOWN, "count": 4, "starts": 24, "unique": len(shown)}


def test_there_may_be_none(capsys: Capture) -> None:
    assert main(["starts", "latin", "--pieces", "1", "--up-to-symmetry"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("144 completions\n")
    assert err == "0 of 64 starts of 1 option up to symmetry have exactly one completion\n"
    assert main(["starts", "queens", "-p", "n=3", "--pieces", "1"]) == 1
    assert main(["starts", "latin", "--pieces", "17"]) == 1
    assert capsys.readouterr().err.endswith(
        "0 of 0 starts of 17 options have exactly one completion; no solution has more than 16 options\n"
    )
    assert main(["starts", "sudoku", "--given", "sudoku-easy", "--pieces", "81"]) == 1
    assert "no solution has more than 51 options that are not given\n" in capsys.readouterr().err


def test_options_of_a_matrix_are_named_by_their_lines(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "m.dlx").write_text("A B C | D\nA D\nB\nC\nA B\nC D\n")
    assert main(["starts", str(tmp_path / "m.dlx"), "--pieces", "2", "--most", "0"]) == 0
    out, err = capsys.readouterr()
    assert out.split("\n\n")[0] == "1 completion\nA D\nC"
    assert err == "5 of 5 starts of 2 options have exactly one completion\n"


def test_more_pieces_than_there_are() -> None:
    starts = SolutionSet.of(excover.load("queens", {"n": 4})).starts(10**30, most=10**30)
    assert (list(starts), starts.count, starts.exhausted) == ([], 0, True)
