"""Symmetry groups: of permutations, of boards with pieces, and of what givens leave; by trying everything."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import permutations
from math import factorial
from pathlib import Path

import pytest
from cancelling import ending_when
from commands import Run
from effort import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import excover
from excover.base.limits import Limits
from excover.matrix.constraints import Connected
from excover.matrix.motions import Invariance, UpTo
from excover.problem.problem import Problem
from excover.search.outcome import StoppedBy
from excover.search.permutation_group import Group, Look, Permutation
from excover.search.symmetry import symmetry_group
from excover.search.tuning import tuned

REST = """
board cube 3x3x3
shapes rest
  |... ... ... ... ..|V.. L.. TTT .ZZ PP
  |... ... ... ... P.|VV. L.. .T. ZZ. P.
  |... ... ... ... ..|... LL. ... ... ..
place one-sided rest on cube
"""
ONE = "shapes others\n  |.A B.|AA BB\n  |.. ..|A. B.\nplace one-sided others on cube"
TWO = (
    "shapes left\n  |.A|AA\n  |..|A.\nplace one-sided left on cube\n"
    "shapes tripod\n  |B.|BB\n  |..|B.\nplace one-sided tripod on cube"
)


@pytest.mark.parametrize("others", [ONE, TWO])
def test_how_pieces_are_grouped_does_not_matter(others: str) -> None:
    """The Soma cube, its screws A and P in two `shapes`: 240 solutions (Conway and Guy, 1961), 480 without
    reflections."""
    soma = excover.parse(REST + others)
    assert soma.count(up_to_symmetry=True) == soma.count(up_to="symmetry") == 240
    assert soma.count(up_to="rotations") == 480
    assert (soma.group("rotations").order, soma.symmetries.order) == (24, 48)


def test_mirror_images_that_are_used_unequally_often_are_no_pair() -> None:
    """Three of one and one of the other: reflections do not preserve that; two and two they do."""
    tray = "board tray 4x4\nshapes j\n  |J..\n  |JJJ\nplace one-sided j on tray each {0} times\n"
    tray += "shapes l\n  |..L\n  |LLL\nplace one-sided l on tray each {1} times\n"
    orders = [excover.parse(tray.format(a, b)).symmetries.order for a, b in ((3, 1), (2, 2))]
    assert orders == [4, 8]


def test_boards_are_reflected_together() -> None:
    """One of a pair may lie on either board: neither can be reflected alone."""
    pieces = "shapes j\n  |J..  ..L\n  |JJJ  LLL\n"
    both = excover.parse(
        f"board a 2x4\nboard b 2x4\n{pieces}place one-sided j on a\nplace one-sided j on b\n"
        "shapes d\n  |DD\nplace free d on a each 4 times\nplace free d on b each 4 times"
    )
    assert (both.group("rotations").order, both.symmetries.order) == (4, 8)
    check_against_images(both)


def test_rotations_and_statements() -> None:
    """A `symmetry` statement does not say what it is: it counts for both."""
    rooks = excover.parse("""
        item row[1..3], column[1..3]
        option rook(r, c in 1..3) covers row[r], column[c]
        symmetry rook(r, c) -> rook(c, r)
    """)
    assert rooks.count(up_to="rotations") == rooks.count(up_to="symmetry") == 5


def test_values_stay_when_cells_move() -> None:
    latin = excover.parse("board grid 4x4\nfill grid with 1..4, once per row, column")
    assert (latin.group("rotations").order, latin.symmetries.order) == (4, 8)
    check_against_images(latin)


# Multiplicities


def test_pieces_used_any_number_of_times() -> None:
    """Two bars with a notch, mirror images of each other, each used at most four times."""
    problem = excover.parse(
        "board box 2x2x4\nshapes p\n  |AAA.|AAAA  B.BB|BBBB  C|C\n"
        "place one-sided p on box each at most 4 times"
    )
    for kind in ("rotations", "symmetry"):
        outcome = problem.tally(up_to=kind)
        assert outcome.count == orbits_by_images(problem, problem.group(kind))
        assert sum(1 for _ in problem.solutions(up_to=kind).covers()) == outcome.count


@pytest.mark.thorough
@pytest.mark.parametrize(("kind", "assemblies"), [("rotations", 1063), ("symmetry", 588)])
def test_solid_burrs(kind: UpTo, assemblies: int) -> None:
    burrs = excover.load(Path(__file__).parents[1] / "puzzles" / "solid-burrs.xc")
    assert burrs.count(up_to=kind) == assemblies


KINDS: tuple[UpTo, ...] = ("rotations", "symmetry")


def test_the_command_line_asks_for_both(run: Run) -> None:
    assert [run(f"count scott --up-to {kind}").out for kind in KINDS] == ["130\n", "65\n"]
    assert "up to a rotation group of order 4\n" in run("count scott --up-to rotations").err
    assert len(run("solve scott --all --json --up-to rotations").out.splitlines()) == 130
    assert "exclude each other" in run("count scott --up-to rotations --up-to-symmetry").err


# Groups, against all products of their generators


def closure(generators: Sequence[Permutation], degree: int) -> set[bytes]:
    found = [array("I", range(degree))]
    known = {found[0].tobytes()}
    for element in found:
        for generator in generators:
            image = array("I", map(generator.__getitem__, element))
            if image.tobytes() not in known:
                known.add(image.tobytes())
                found.append(image)
    return known


@st.composite
def generated(draw: st.DrawFn) -> list[Permutation]:
    degree = draw(st.integers(1, 6))
    orders = draw(st.lists(st.permutations(range(degree)), max_size=3))
    return [array("I", range(degree)), *(array("I", order) for order in orders)]


@settings(deadline=None)
@given(generated(), st.sets(st.integers(0, 5)))
def test_groups_agree_with_their_elements(generators: list[Permutation], points: set[int]) -> None:
    degree = len(generators[0])
    group, elements = Group(degree, generators), closure(generators, degree)
    listed = list(group.elements())
    assert group.order == len(elements)
    assert {element.tobytes() for element in listed} == elements
    for order in permutations(range(degree)):
        assert (array("I", order) in group) == (array("I", order).tobytes() in elements)
    own = sorted(point for point in points if point < degree)
    images = {tuple(sorted(map(element.__getitem__, own))) for element in listed}
    assert group.orbit(own) == images
    assert group.is_canonical(own) == (tuple(own) == min(images))
    check_classes(group, listed)


def check_classes(group: Group, listed: list[Permutation]) -> None:
    sizes = {first.tobytes(): size for first, size in group.classes()}
    assert sum(sizes.values()) == group.order
    for first, size in group.classes():
        conjugates = {conjugate(first, by).tobytes() for by in listed}
        assert len(conjugates) == size
        assert len(conjugates & sizes.keys()) == 1


def conjugate(element: Permutation, by: Permutation) -> Permutation:
    result = array("I", bytes(4 * len(element)))
    for point, image in enumerate(element):
        result[by[point]] = by[image]
    return result


def test_large_groups_are_not_listed() -> None:
    """All 40 factorial permutations of 40 points: any set of five is an image of the first five."""
    turn, swap = array("I", [*range(1, 40), 0]), array("I", [1, 0, *range(2, 40)])
    everything = Group(40, [turn, swap])
    assert everything.order == factorial(40)
    assert everything.is_canonical([0, 1, 2, 3, 4])
    assert not everything.is_canonical([0, 1, 2, 3, 5])


def test_a_long_cycle_has_short_branches() -> None:
    """A ring of 500 places: one generator reaches them all, and sets are compared all the same."""
    n = 500
    ring = Group(n, [array("I", [*range(1, n), 0])])
    assert ring.order == n
    assert ring.is_canonical([0, 10, 30])
    assert not ring.is_canonical([0, 20, 30])


def test_what_is_no_permutation_is_refused() -> None:
    for wrong in ([0, 0, 1], [0, 1], [0, 1, 3]):
        with pytest.raises(ValueError, match="no permutation"):
            Group(3, [array("I", wrong)])


# Puzzles at random, against the images of every solution


def orbits_by_images(problem: Problem, group: Group | None = None) -> int:
    """Of all solutions, how many no other image precedes."""
    group = group or problem.symmetries
    return sum(1 for _ in orbits(problem, group))


def orbits(problem: Problem, group: Group) -> Iterator[set[tuple[int, ...]]]:
    left = set(problem.solutions().covers())
    elements = list(group.elements())
    while left:
        cover = left.pop()
        orbit = {tuple(sorted(map(element.__getitem__, cover))) for element in elements}
        assert orbit <= left | {cover}, "a symmetry takes solutions to solutions"
        left -= orbit
        yield orbit


def check_against_images(problem: Problem) -> None:
    for kind in ("rotations", "symmetry"):
        classes = orbits_by_images(problem, problem.group(kind))
        assert problem.count(up_to=kind) == classes
        assert len(list(problem.solutions(up_to=kind))) == classes
    rotations = problem.group("rotations")
    assert all(element in problem.symmetries for element in rotations.generators)
    assert problem.symmetries.order in (rotations.order, 2 * rotations.order)


MOST_IMAGED = 5_000
"""Solutions of which the images are made one by one; a torus has up to 96 of each."""
CELLS = [(row, column) for row in range(2) for column in range(3)]
BOARDS = ["board b 3x4", "board b 4x4", "board b\n  |....\n  |...?\n  |?...", "board b 3x4, torus"]


def drawing(letter: str, cells: Iterable[tuple[int, int]]) -> list[str]:
    taken = set(cells)
    return ["".join(letter if (r, c) in taken else "." for c in range(3)) for r in range(2)]


@st.composite
def packings(draw: st.DrawFn) -> tuple[str, str]:
    """A board and pieces used a few times; once in one `shapes` statement, once in one each."""
    board = draw(st.sampled_from(BOARDS))
    group = draw(st.sampled_from(["fixed", "one-sided", "free"]))
    pieces = draw(st.lists(st.sets(st.sampled_from(CELLS), min_size=2, max_size=4), min_size=1, max_size=3))
    drawn = [drawing(letter, cells) for letter, cells in zip("ABC", pieces, strict=False)]
    times = draw(st.sampled_from(["each at most 2 times", "each at least 0 times", "each 0..3 times"]))
    rows = ["  ".join(row) for row in zip(*drawn, strict=True)]
    together = f"shapes p\n  |{rows[0]}\n  |{rows[1]}\nplace {group} p on b {times}\n"
    apart = "".join(
        f"shapes p{k}\n  |{first}\n  |{second}\nplace {group} p{k} on b {times}\n"
        for k, (first, second) in enumerate(drawn)
    )
    return f"{board}\n{together}", f"{board}\n{apart}"


@pytest.mark.slow
@settings(deadline=None, max_examples=examples(60))
@given(packings())
def test_packings_agree_with_their_images(case: tuple[str, str]) -> None:
    together, apart = map(excover.parse, case)
    assume(together.count() <= MOST_IMAGED)
    check_against_images(together)
    for kind in ("rotations", "symmetry"):
        assert together.group(kind).order == apart.group(kind).order
        assert together.count(up_to=kind) == apart.count(up_to=kind)


@pytest.mark.parametrize("seed", range(12))
def test_givens_leave_what_preserves_them(seed: int) -> None:
    """The group of what is left: those elements of the whole group that keep the givens."""
    source = random.Random(seed)
    name, parameters = source.choice([("queens", {"n": 6}), ("latin", {"n": 4}), ("kings", {"n": 4})])
    whole = excover.load(name, parameters)
    solution = source.choice(list(whole.solutions()))
    given = source.sample(sorted(solution.options, key=str), source.choice([1, 2]))
    problem = excover.load(name, parameters, given=given)
    numbers = {option: number for number, option in enumerate(whole.full.matrix.options)}
    kept = [numbers[option] for option in problem.matrix.options]
    expected = {
        tuple(element[option] for option in kept)
        for element in whole.symmetries.elements()
        if {element[option] for option in kept} == set(kept)
    }
    assert problem.symmetries.order == len(expected)
    assert problem.count(up_to_symmetry=True) == orbits_by_images(problem)


# Limits


def test_the_group_belongs_to_the_time() -> None:
    problem = excover.load("soma")
    outcome = problem.tally(excover.Run.within(seconds=0), up_to_symmetry=True)
    assert (outcome.count, outcome.exhausted, outcome.stopped_by) == (0, False, StoppedBy.TIME)
    solutions = problem.solutions(excover.Run.within(seconds=0), up_to="rotations")
    assert list(solutions) == solutions.drain() == []
    assert (solutions.outcome.stopped_by, solutions.progress) == (StoppedBy.TIME, None)
    assert problem.count(up_to_symmetry=True) == 240


def test_a_request_to_stop_is_heard_while_the_group_is_made() -> None:
    asked: list[bool] = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) > 3

    outcome = excover.load("soma").tally(ending_when(stop), up_to_symmetry=True)
    assert (outcome.exhausted, outcome.stopped_by, len(asked)) == (False, StoppedBy.CANCELLED, 4)


LOOKED_AT: dict[str, Callable[[Look], object]] = {
    "cells": lambda look: sought("board b 12x12 fill b with 1..12, once per row, column", look),
    "torus": lambda look: sought(
        "board b 8x8, torus fill b with 1..2 require b(r, c, v) where v = 1 connected", look
    ),
    "stated": lambda look: sought(
        "item a[1..500] option k(x in 1..500, y in 1..2) covers a[x] symmetry k(x, y) -> k(501 - x, y)", look
    ),
    "given": lambda look: sought("board b 9x9 fill b with 1..9, once per row, column given b(5, 5, 5)", look),
    "first": lambda look: Group(
        6, [array("I", [1, 2, 3, 4, 5, 0]), array("I", [1, 0, 2, 3, 4, 5])]
    ).is_canonical(range(6), look),
}


def sought(text: str, look: Look) -> None:
    problem = excover.parse(text)
    symmetry_group(problem.puzzle, problem.full, problem.matrix, problem.limits, look=look)


@pytest.mark.whole
@pytest.mark.parametrize("kind", LOOKED_AT)
def test_work_on_symmetries_looks_after_every_so_many_steps(kind: str) -> None:
    """Inside the work on a single motion, too: the shorter the steps, the more looks; and each may end it."""

    def looks(steps: int, most: int = 10**9) -> int:
        count = 0

        def look() -> None:
            nonlocal count
            count += 1
            if count > most:
                raise TimeoutError

        with tuned(group_steps=steps):
            try:
                LOOKED_AT[kind](look)
            except TimeoutError:
                assert count == most + 1
            else:
                assert count <= most
        return count

    few, many = looks(10**9), looks(20)
    assert many > 10 * few
    for most in (0, few, many // 2, many - 1):
        assert looks(20, most) == most + 1


def test_the_comparison_of_places_looks_now_and_then() -> None:
    """More often, the more places there are."""

    def looks(places: int) -> tuple[int, int]:
        neighbors = [[at + 1] if at + 1 < places else [] for at in range(places)]
        options = array("I", range(places + 1))
        row = Connected("k connected", None, range(places), options, options[:-1], neighbors)
        seen: list[int] = []
        invariance = Invariance([row], lambda: seen.append(0))
        made = len(seen)
        assert invariance.under(options[:-1], lambda: seen.append(0))
        return made, len(seen) - made

    few, many = looks(10), looks(20_000)
    assert many[0] >= few[0] + 12
    assert many[1] >= few[1] + 8


def test_the_memory_of_a_group_is_bounded() -> None:
    text = "item i[1..30]\noption x(k in 1..30) covers i[k]\nsymmetry x(k) -> x(k mod 30 + 1)\n"
    text += "symmetry x(k) -> x(3 - k if k <= 2 else k)"
    assert excover.parse(text).symmetries.order == factorial(30)
    with pytest.raises(excover.SpecError, match="more than 200 numbers"):
        _ = excover.parse(text, limits=Limits(symmetries=200)).symmetries


def test_a_cylinder_is_not_turned_on_its_side() -> None:
    """A quarter turn keeps the cells of a square board; glued on two sides, it is another board."""
    text = "board b 2x2{}\nshapes p\n  |A B C D\nplace free p on b\n"
    for sides, orbits in (("", 3), (", cylinder", 6), (", torus", 3)):
        assert excover.parse(text.format(sides)).count(up_to_symmetry=True) == orbits


def test_kinds_that_contradict_each_other_and_others_are_refused() -> None:
    queens = excover.load("queens")
    ask: list[Callable[..., object]] = [queens.count, queens.solutions, queens.tally]
    ask.append(partial(excover.SolutionSet.of(queens).starts, 1))
    for each in ask:
        with pytest.raises(ValueError, match="exclude each other"):
            each(up_to="rotations", up_to_symmetry=True)
        for other in ("rotation", ""):
            with pytest.raises(ValueError, match="use 'rotations' or 'symmetry'"):
                each(up_to=other)


DECIDED = [
    ("3x3", "choose s(p in field)", ""),
    ("3x3, torus", "choose s((r, c) in field)", "count(s(p) for p in w) <= 2 for w in windows(field, 2, 2)"),
    ("3x3", "hidden choose s(p in field)", "not (s(p) and s(q)) for p in field, q in beside(p)"),
    ("2x3", "choose s(p in field) from 1..3", "sum(s(p) for p in w) = 6 for w in runs(field, (0, 1))"),
    ("3x3", "choose s(p in field) from 1..2", "s(p) != s(q) or s(p) = 2 for p in field, q in beside(p)"),
    ("3x3", "choose s(p in field)", "not s connected"),
    ("2x2x2", "choose s(p in field)", "s connected"),
    ("hex 2x3, torus", "choose s(p in field)", "count(s(q) for q in beside(p)) <= 2 for p in field"),
    ("2x3", "choose s(p in field) from 1..3", "s(p) <= p[2] for p in field"),
    ("2x3", "choose s(p in {q for q in field where q != (1, 1)})", ""),
]


LINED = [
    ("3x4", "on field", "s as one loop"),
    ("4x4", "on field", "s as one loop"),
    ("3x3", "on field", "s(p) <= 1 for p in field"),
    ("3x3, torus", "on field", "s(p) = 2 for p in field"),
    ("2x2x2", "on field", "s as one loop"),
    ("3x3", "on field", "s as paths between {((1, 1), 1), ((3, 3), 1)}"),
    ("3x3", "on field", "s as paths between {((1, 1), 1), ((1, 3), 1), ((3, 1), 2), ((3, 3), 2)}"),
    ("3x3", "on field", "s as paths between {((1, 1), 1), ((2, 3), 1)}"),
    ("2x2x2", "on field", "s as paths between {((1, 1, 1), 1), ((2, 2, 2), 1)}"),
    ("hex 2x3", "on field", "s(p) <= 1 for p in field"),
    ("2x3", "on field", "s connected"),
    ("2x3", "on field", "s(p) <= p[2] for p in field"),
    ("3x3", "on {p for p in field where p != (1, 1)}", "s(p) <= 1 for p in field"),
    ("3x3", "along {(p, q) for p, q in field where q = (p[1] + 1, p[2] + 1)}", ""),
]


@pytest.mark.parametrize(
    ("board", "decided", "rule"),
    [*DECIDED, *((size, f"lines s {where}", rule) for size, where, rule in LINED)],
)
def test_decisions_about_cells_move_with_the_board(board: str, decided: str, rule: str) -> None:
    """As many orbits as of all solutions, by those motions of the board that map them to solutions."""
    text = f"board field {board}, may stay empty\n{decided}\n" + (f"require {rule}" if rule else "")
    problem = excover.parse(text)
    moved = excover.parse(f"board field {board} option s(p in field) covers field[p]")
    cells = [name.arguments[0] for name in moved.matrix.options]
    every = set()
    for solution in problem.solutions():
        chosen = [name.arguments for name in solution.options if name.family == "s"]
        chosen = [each if isinstance(each[0], tuple) else (each,) for each in chosen]
        ends = [frozenset(at for at in each if isinstance(at, tuple)) for each in chosen]
        values = [tuple(value for value in each if not isinstance(value, tuple)) for each in chosen]
        every.add(frozenset(zip(ends, values, strict=True)))
    orbits = {each: {each} for each in every}
    for motion in moved.symmetries.elements():
        to = dict(zip(cells, map(cells.__getitem__, motion), strict=True))
        images = {
            each: frozenset((frozenset(map(to.__getitem__, ends)), of) for ends, of in each) for each in every
        }
        if {*images.values()} == every:
            for each, image in images.items():
                orbits[each].add(image)
    assert len(every) == problem.count()
    assert problem.count(up_to_symmetry=True) == len(set(map(frozenset, orbits.values())))


def test_lines_that_leave_the_board_do_not_move() -> None:
    """Where the other end would be is not known."""
    leaving = "lines s along {(p, (3, 3)) for p in field}"
    assert excover.parse(f"board field 2x2, may stay empty {leaving}").symmetries.order == 1
    moved = f"board field 2x2, may stay empty choose t(p in field) {leaving}"
    assert excover.parse(moved).symmetries.order == 8, "decisions about cells do, and these lines stay"
