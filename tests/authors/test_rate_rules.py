"""Rules about whole solutions in ratings: no solution loses an option, and more is known of more."""

from __future__ import annotations

from array import array
from random import Random

import commands
import pytest
from effort import examples
from matrices import general
from naive import covers

import excover
from excover.authors.rate import FINDERS
from excover.authors.techniques import PartialSolution, Rules, excluded, locked
from excover.authors.whole_rules import WholeRules
from excover.matrix.capabilities import bit_set
from excover.matrix.constraints import Area, Areas, Connected, GlobalConstraint, WeightedSum
from excover.matrix.line_constraints import NO_END, OneLoop, Paths
from excover.matrix.matrix import Matrix


def random_matrix(random: Random) -> Matrix:
    """Three items to be covered once, another one, and rules of each kind, or none."""
    items = range(4)
    options = [
        [(item, 0) for item in sorted(random.sample(items, random.randint(1, 2)))]
        for _ in range(random.randint(5, 9))
    ]
    size = len(options)
    most = random.randint(1, 2)
    bounds = [(1, 1)] * 3 + [(random.randint(0, 1), most)]
    sums = []
    for number in range(random.randint(0, 2)):
        weights = [random.randint(-3, 3) for _ in range(size)]
        least = random.choice([None, random.randint(-3, 3)])
        above = random.choice([None, (least or 0) + random.randint(0, 3)])
        sums.append(WeightedSum.of(f"s{number}", weights, least, above))
    rules: list[GlobalConstraint] = []
    if random.random() < 0.6:
        rules.append(random_rule(random, size))
    return general(bounds, [False] * 4, options).replaced(sums=sums, constraints=rules)


def random_rule(random: Random, options: int) -> GlobalConstraint:
    kind, places = random.choice([OneLoop, Paths, Connected, Areas]), 4
    has_lines = kind in (OneLoop, Paths)
    marks = [
        random_lines(random, places) if has_lines else random.sample(range(places), random.randint(0, 2))
        for _ in range(options)
    ]
    starts, marked = array("I", [0]), array("I")
    for each in marks:
        marked.extend(each)
        starts.append(len(marked))
    if kind is OneLoop:
        return OneLoop("loop", None, range(places), starts, marked)
    if kind is Paths:
        ends = random.sample([*random.choice([(0, 0), (0, 0, 1, 1), (0, 1)]), *[NO_END] * 2][:places], places)
        return Paths("paths", None, range(places), starts, marked, array("I", ends))
    near = [[other for other in (place - 1, place + 1) if 0 <= other < places] for place in range(places)]
    if kind is Connected:
        return Connected("connected", None, range(places), starts, marked, near)
    areas = []
    for _ in range(random.randint(1, 3)):
        option = random.choice([None, *(option for option, each in enumerate(marks) if each)])
        start = random.randrange(places) if option is None else random.choice(marks[option])
        least = random.randint(0, 3)
        areas.append(Area(start, option, least, random.choice([least, least + 1, 9])))
    return Areas("areas", None, range(places), starts, marked, near, areas)


def random_lines(random: Random, places: int) -> list[int]:
    """The ends of up to three lines, which may meet."""
    lines = random.choice([0, 0, 1, 1, 1, 2, 3])
    return [end for _ in range(lines) for end in random.sample(range(places), 2)]


def solutions(matrix: Matrix) -> list[int]:
    rules = [*matrix.bounds, *matrix.constraints]
    found = covers(matrix.replaced(sums=[], constraints=[]))
    return [bit_set(cover) for cover in found if all(rule.holds(cover) for rule in rules)]


@pytest.mark.parametrize("seed", range(4))
def test_no_technique_excludes_an_option_of_a_solution(seed: int) -> None:
    random, found, narrowed = Random(seed), 0, 0
    for _ in range(examples(400)):
        matrix = random_matrix(random)
        rules, known = Rules(matrix), solutions(matrix)
        everything = (1 << len(matrix.options)) - 1
        left = WholeRules(matrix).left(everything, 0)
        narrowed += left != everything
        found += bool(known)
        for solution in known:
            assert left is not None
            assert not solution & ~left
            state = rules.propagated(rules.start)
            assert state is not None
            assert not solution & ~state.alive
            if len(known) == 1:
                assert not state.chosen & ~solution
            for _technique, finder in FINDERS:
                assert not excluded(finder(rules, state)) & solution
            assert WholeRules(matrix).left(solution, solution) is not None
    assert found > 9 < narrowed


def free(alive: int) -> PartialSolution:
    """Nothing is chosen yet."""
    return PartialSolution(alive, 0, ())


@pytest.mark.parametrize("seed", range(2))
def test_more_is_known_of_more(seed: int) -> None:
    random = Random(seed)
    for _ in range(examples(400)):
        matrix = random_matrix(random)
        whole, size = WholeRules(matrix), len(matrix.options)
        alive = random.getrandbits(size)
        chosen = alive & random.getrandbits(size) & random.getrandbits(size)
        fewer = alive & (random.getrandbits(size) | chosen)
        more = chosen | fewer & random.getrandbits(size) & random.getrandbits(size)
        states = Rules(matrix).chosen(free(alive), chosen), Rules(matrix).chosen(free(fewer), more)
        if not all(states):
            continue  # what is chosen excludes itself
        before, after = (whole.left(state.alive, state.chosen) for state in states if state)
        if before is None:
            assert after is None
        elif after is not None:
            assert not after & ~before & ~more


CAGES = "choose x(i in 1..3) from 1..4\nrequire x(1) + 3 * x(2) = 5\nrequire x(2) + x(3) = 5\n"


def test_a_sum_is_rated(run: commands.Run) -> None:
    rated = run("rate -", stdin=CAGES)
    assert (rated.status, rated.out) == (0, "easy, 1.16\n")


@pytest.mark.parametrize("name", ["heyawake", "masyu", "fillomino", "kurotto", "number-link"])
def test_what_is_connected_a_loop_and_areas_are_rated(name: str) -> None:
    assert excover.rate(excover.load(name)).level == excover.Level.HARD


BENDS = """board grid square_edges {size}, may stay empty
shapes part square_edges
  |+A+
  |A
  |+
place free part on grid each 2 times
require part as one loop
"""


def test_pieces_of_two_edges_of_a_loop_are_rated(run: commands.Run) -> None:
    bends = BENDS.format(size="1x1") + 'forbid part("A", {(1, 2), (2, 3)})\n'
    assert run("count -", stdin=bends).out == "1\n"
    rated = run("rate -", stdin=bends)
    assert (rated.status, rated.out) == (0, "hard, 5.10\n")


@pytest.mark.parametrize("name", ["skyscrapers", "greater-than-sudoku"])
def test_a_rule_alone_excludes_what_is_wrong_and_more_if_more_is_known(name: str) -> None:
    """Of states that know some of what the only solution does not have."""
    problem, random, seen = excover.load(name), Random(name), 0
    rules = Rules(problem.matrix)
    (solution,) = problem.solutions()
    wrong = rules.tried
    for option in solution.options:
        wrong &= ~(1 << problem.matrix.option_numbers[option])
    for _ in range(examples(10)):
        gone = wrong & random.getrandbits(wrong.bit_length()) & random.getrandbits(wrong.bit_length())
        less, more = (
            rules.excluded(rules.start, lost)
            for lost in (gone & random.getrandbits(wrong.bit_length()), gone)
        )
        of_less, of_more = excluded(locked(rules, less)), excluded(locked(rules, more))
        assert not of_less & ~(of_more | ~more.alive)
        assert not of_more & rules.tried & ~wrong
        seen += of_more.bit_count()
    assert rules.groups
    assert seen


@pytest.mark.parametrize("size", ["1x1", "1x2", "2x2"])
def test_pieces_on_edges_lose_no_solution(size: str) -> None:
    problem = excover.parse(BENDS.format(size=size).replace("each 2", "each 2..4"))
    matrix = problem.matrix
    rules, known = WholeRules(matrix), solutions(matrix)
    everything = (1 << len(matrix.options)) - 1
    random, seen = Random(size), 0
    for solution in known:
        for _ in range(examples(10)):
            chosen = solution & random.getrandbits(len(matrix.options))
            left = rules.left(everything & ~random.getrandbits(len(matrix.options)) | solution, chosen)
            assert left is not None
            assert not solution & ~left
            seen += 1
    assert seen
