"""How hard a puzzle is: sound and monotone techniques, published Sudokus, and clues that never raise it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from itertools import combinations, product
from operator import or_
from pathlib import Path
from random import Random

import pytest
from cancelling import ending_when
from effort import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from matrices import general
from naive import covers
from slow_values import with_slow

import excover
from excover import Level, NotUnique, Unfinished, rate
from excover.apps.cli import main
from excover.authors.deductions import Deductions, only_options
from excover.authors.rate import FINDERS as RUNGS
from excover.authors.rate import Climb, Technique, TooMany, start_of, walked
from excover.authors.steps import StepWords
from excover.authors.techniques import Exclusion, PartialSolution, Rules, excluded, locked, refuted, subsets
from excover.matrix.capabilities import bits
from excover.search.tuning import tuned

SUDOKUS = tomllib.loads((Path(__file__).parents[1] / "sudokus.toml").read_text())
HARDEST = [name for name, each in SUDOKUS.items() if each["level"] == "hardest"]

Finder = Callable[..., int]
FINDERS: dict[str, Callable[..., Iterator[Exclusion]]] = {
    "locked": locked,
    "one": partial(subsets, size=1),
    "pairs": partial(subsets, size=2),
    "triples": partial(subsets, size=3),
    "wings": partial(refuted, rounds=1),
    "chains": partial(refuted, rounds=4),
    "trial": partial(refuted, rounds=None),
}


def _all_of(find: Callable[..., Iterator[Exclusion]]) -> Finder:
    return lambda *asked: excluded(find(*asked))


TECHNIQUES: dict[str, Finder] = {name: _all_of(find) for name, find in FINDERS.items()}


def rating(name: str) -> excover.Rating:
    return rate(excover.load("sudoku", given=SUDOKUS[name]["clues"]))


def test_published_sudokus_come_in_order() -> None:
    easy, few = rating("wikipedia"), rating("royle")
    assert (easy.level, few.level) == (Level.EASY, Level.EASY)  # both by singles alone
    assert easy.number < few.number < 2


@pytest.mark.slow
@pytest.mark.parametrize("name", with_slow(HARDEST, slow=HARDEST[1:]))
def test_the_hardest_published_sudokus_come_last(name: str) -> None:
    hardest = rating(name)
    assert hardest.level is Level.EVIL
    assert hardest.number > 12


def test_easy_sudoku() -> None:
    found = rating("wikipedia")
    assert (found.technique, found.climb.rounds, found.walk) == (
        Technique.FORCED,
        {Technique.FORCED: 5},
        None,
    )


def test_a_finished_board_is_no_work() -> None:
    easy = excover.load("sudoku", given=SUDOKUS["wikipedia"]["clues"])
    solved = easy.solve()
    assert solved is not None
    found = rate(easy.given(str(solved)))
    assert (str(found), found.climb.rounds) == ("easy, 0.00", {})
    last = rate(excover.load("sudoku", given="." + str(solved)[1:]))
    assert (last.level, last.climb.rounds, last.climb.looked_at) == (Level.EASY, {Technique.FORCED: 1}, 1)


# Steps


def replayed(problem: excover.Problem, found: Sequence[excover.SolvingStep]) -> PartialSolution:
    """What is known after all steps, each of which must follow from those that are listed before it."""
    rules = Rules(problem.matrix)
    numbers = {name: 1 << number for number, name in enumerate(problem.matrix.options)}
    items = {name: number for number, name in enumerate(problem.matrix.items)}
    finders = dict(RUNGS)
    state = start_of(problem, rules)
    for step in found:
        gone = sum(numbers[name] for name in step.excluded)
        if step.chosen:
            left = state.alive & rules.users[items[step.items[0]]]
            assert left & numbers[step.chosen]
            assert (left == numbers[step.chosen]) == (step.technique is not Technique.GUESSES)
            after = rules.chosen(state, numbers[step.chosen])
            assert after
            state = after
        elif step.name == "bounds":
            assert rules.left(state) == state.alive & ~gone
        else:
            assert not gone & ~excluded(finders[step.technique](rules, state, excover.Run()))
        state = rules.excluded(state, gone)
    return state


STEPPED = ["wikipedia", "royle"]


@pytest.mark.parametrize("name", STEPPED)
def test_each_step_follows_from_those_before(name: str) -> None:
    problem = excover.load("sudoku", given=SUDOKUS[name]["clues"])
    found = excover.steps(problem)
    state = replayed(problem, found)
    (solution,) = problem.solutions()
    assert not state.open
    assert {problem.matrix.options[option] for option in bits(state.chosen)} == {*solution.options}
    assert {step.name for step in found} <= {"naked single", "hidden single"}


@pytest.mark.slow
@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.HARD, Level.EVIL])
@pytest.mark.parametrize("spec", ["sudoku", "queens"])
def test_steps_end_with_the_technique_of_the_rating(spec: str, level: Level) -> None:
    """The hardest of them is that of the rating, unless guesses are, and none is left out that is needed."""
    problem = excover.load(spec).without_givens()
    for made in excover.generate(
        problem, seed=4, number=2, wanted=[excover.Wanted(level=level, or_easier=True)] * 2
    ):
        puzzle = problem.given(made.drawing)
        rated, found = rate(puzzle), excover.steps(puzzle)
        state = replayed(puzzle, found)
        assert not state.open
        if found:
            assert max(step.technique.rung for step in found) == rated.technique.rung


@pytest.mark.parametrize("spec", ["skyscrapers", "kakuro", "greater-than-sudoku", "killer-sudoku"])
def test_what_rules_exclude_by_what_is_written_follows(spec: str) -> None:
    """Nothing that it needs is left out, of what rules add neither."""
    problem, finders = excover.load(spec), dict(RUNGS)
    rules, run = Rules(problem.matrix), excover.Run().started()
    state = start_of(problem, rules)
    way = Deductions(rules, state, only_options(problem, run), (), run)
    found = list(way.deductions())
    by_rules = 0
    for number in sorted(way.needed(found, rules.start.alive)):
        technique, _, (gone, base, _, rule), choice = found[number]
        if choice:
            assert state.alive & rules.users[base[0]] == choice or rules.matrix.lower[base[0]] > 1
            after = rules.chosen(state, choice)
            assert after
            state = after
        elif rule is None:
            assert not gone & ~excluded(finders[technique](rules, state, run))
            by_rules += technique is Technique.FORCED
        state = rules.excluded(state, gone)
    assert by_rules
    assert not state.open


def test_steps_as_data() -> None:
    grid = excover.parse("board g 4x4 fill g with 1..4, once per row, column, block 2x2")
    found = excover.steps(grid.given("1...\n..2.\n.3..\n...4"))
    assert found[0].cells == ((0, (0, 0, 1)),)
    assert found[0].as_data() == {
        "technique": "forced",
        "name": "hidden single",
        "text": "2 in row 1 can only be at (1, 2)",
        "items": ["g_row[1, 2]"],
        "chosen": "g(1, 2, 2)",
        "excluded": [],
    }


def test_no_steps_of_several_solutions() -> None:
    with pytest.raises(NotUnique):
        excover.steps(excover.load("queens"))


# Adding clues


def steps(problem: excover.Problem, seed: int) -> Iterator[tuple[excover.Rating, excover.Rating]]:
    """Ratings before and after each of the options of the solution is given, in a random order."""
    solved = problem.solve()
    assert solved is not None
    before = rate(problem)
    known = {name for name, _ in problem.givens.options}
    names = [name for name in solved.options if name not in known and name.family[0] != "("]
    Random(seed).shuffle(names)
    for name in names:
        problem = problem.given([name])
        after = rate(problem)
        yield before, after
        before = after
    assert before.number == 0


def puzzles(
    spec: str, number: int, settings: dict[str, excover.Value] | None = None
) -> Iterator[excover.Problem]:
    problem = excover.load(spec, settings).without_givens()
    for made in excover.generate(problem, seed=11, number=number):
        yield problem.given(made.drawing)


def assert_no_clue_raises(problem: excover.Problem, seed: int) -> int:
    number = 0
    for before, after in steps(problem, seed):
        assert after.number <= before.number
        assert list(Level).index(after.level) <= list(Level).index(before.level)
        number += 1
    return number


RATED = ["sudoku", "kanoodle", "iq-fit", "queens", "langford", "latin", "kings"]


@pytest.mark.slow
@pytest.mark.parametrize("spec", with_slow(RATED, slow=["iq-fit", "kanoodle"]))
def test_no_clue_raises_a_rating(spec: str) -> None:
    assert sum(assert_no_clue_raises(problem, 1) for problem in puzzles(spec, 1)) > 2


@pytest.mark.thorough
def test_no_clue_raises_the_rating_of_hard_sudokus() -> None:
    """With guesses at first, then trial, then less."""
    assert assert_no_clue_raises(excover.load("sudoku", given=SUDOKUS["escargot"]["clues"]), 1) == 81


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("spec", "number"),
    [
        ("sudoku", 8),
        ("kanoodle", 20),
        ("iq-fit", 20),
        ("pentominoes", 12),
        ("hexiamonds", 8),
        ("queens", 30),
        ("langford", 20),
        ("sudoku-x", 2),
        ("soma", 20),
    ],
)
def test_no_clue_raises_any_rating(spec: str, number: int) -> None:
    told = sum(assert_no_clue_raises(problem, seed) for seed, problem in enumerate(puzzles(spec, number)))
    print(f"{spec}: {told} clues added")


@pytest.mark.thorough
@pytest.mark.parametrize("name", HARDEST)
def test_no_clue_raises_the_rating_of_the_hardest(name: str) -> None:
    problem = excover.load("sudoku", given=SUDOKUS[name]["clues"])
    for seed in range(4):
        assert_no_clue_raises(problem, seed)


# Techniques


def state_of(rules: Rules, lost: int) -> PartialSolution:
    return rules.excluded(rules.start, lost)


def all_of(problem: excover.Problem, *wanted: tuple[set[int], set[int], set[int]]) -> int:
    """The options of a Sudoku that put these digits into these rows and columns."""
    numbers = {name.arguments: number for number, name in enumerate(problem.matrix.options)}
    found = 0
    for rows, columns, digits in wanted:
        found |= sum(1 << numbers[r, c, d] for r in rows for c in columns for d in digits)
    return found


N = set(range(1, 10))


def row_only(row: int, columns: set[int], digit: int) -> tuple[set[int], set[int], set[int]]:
    """What is lost where a digit of a row stands in one of these columns."""
    return {row}, N - columns, {digit}


def cell_only(row: int, column: int, digits: set[int]) -> tuple[set[int], set[int], set[int]]:
    return {row}, {column}, N - digits


@pytest.mark.parametrize(
    ("name", "technique", "lost", "found"),
    [
        pytest.param(
            "claiming", "locked", [row_only(1, {1, 2, 3}, 5)], [({2, 3}, {1, 2, 3}, {5})], id="claiming"
        ),
        pytest.param(
            "pointing", "locked", [({2, 3}, {1, 2, 3}, {5})], [({1}, N - {1, 2, 3}, {5})], id="pointing"
        ),
        pytest.param(
            "naked pair",
            "pairs",
            [cell_only(1, 1, {1, 2}), cell_only(1, 5, {1, 2})],
            [({1}, N - {1, 5}, {1, 2})],
            id="naked pair",
        ),
        pytest.param(
            "hidden pair",
            "pairs",
            [row_only(1, {1, 5}, 1), row_only(1, {1, 5}, 2)],
            [({1}, {1, 5}, N - {1, 2})],
            id="hidden pair",
        ),
        pytest.param(
            "X-wing",
            "pairs",
            [row_only(1, {2, 5}, 3), row_only(4, {2, 5}, 3)],
            [(N - {1, 4}, {2, 5}, {3})],
            id="X-wing",
        ),
        pytest.param(
            "swordfish",
            "triples",
            [row_only(1, {2, 5}, 3), row_only(4, {5, 8}, 3), row_only(7, {2, 8}, 3)],
            [(N - {1, 4, 7}, {2, 5, 8}, {3})],
            id="swordfish",
        ),
        pytest.param(
            "naked triple",
            "triples",
            [cell_only(1, 1, {1, 2}), cell_only(1, 4, {2, 3}), cell_only(1, 7, {1, 3})],
            [({1}, N - {1, 4, 7}, {1, 2, 3})],
            id="naked triple",
        ),
        pytest.param(
            "wing",
            "wings",
            [cell_only(1, 1, {1, 2}), cell_only(1, 5, {1, 3}), cell_only(5, 1, {2, 3})],
            [({5}, {5}, {3})],
            id="XY-wing",
        ),
        pytest.param(
            "wing",
            "wings",
            [row_only(1, {2, 5}, 3), row_only(4, {2, 6}, 3)],
            [({5, 6}, {5}, {3}), ({2, 3}, {6}, {3})],
            id="skyscraper",
        ),
    ],
)
def test_what_people_know_of_sudoku(
    name: str,
    technique: str,
    lost: list[tuple[set[int], set[int], set[int]]],
    found: list[tuple[set[int], set[int], set[int]]],
) -> None:
    """Each pattern alone on an empty board, and just what it excludes: nothing below it finds that."""
    problem = excover.load("sudoku")
    rules = Rules(problem.matrix)
    state = state_of(rules, all_of(problem, *lost))
    words = StepWords(problem, rules)
    step = Deductions(rules, state, 0, words.places, excover.Run()).next()
    assert step
    assert words.step(step, []).name == name
    expected = all_of(problem, *found)
    assert not expected & ~state.alive
    assert TECHNIQUES[technique](rules, state) == expected
    below = list(TECHNIQUES)[: list(TECHNIQUES).index(technique)]
    assert [each for each in below if each != "one" and TECHNIQUES[each](rules, state)] == []


def matrices() -> st.SearchStrategy[object]:
    bounds = st.lists(st.sampled_from([(1, 1), (1, 1), (0, 1), (2, 2), (1, 2), None]), min_size=1, max_size=5)

    def made(bounds: list[tuple[int, int] | None]) -> st.SearchStrategy[object]:
        colored = [bound is None for bound in bounds]
        kinds = [bound or (0, 2**31 - 1) for bound in bounds]
        entry = st.dictionaries(st.integers(0, len(bounds) - 1), st.integers(1, 2), min_size=1, max_size=3)
        rows = st.lists(entry, max_size=8)
        return rows.map(
            lambda rows: general(
                kinds,
                colored,
                [sorted((i, c if colored[i] else 0) for i, c in row.items()) for row in rows],
            )
        )

    return bounds.flatmap(made)


@st.composite
def knowledge(draw: st.DrawFn) -> tuple[excover.Matrix, int, int]:
    """A matrix, and options that somebody lost, some of them also lost by somebody who knows less."""
    matrix = draw(matrices())
    lost = draw(st.integers(0, (1 << len(matrix.options)) - 1)) & draw(
        st.integers(0, (1 << len(matrix.options)) - 1)
    )
    return matrix, lost, lost & draw(st.integers(0, (1 << len(matrix.options)) - 1))


@given(knowledge(), st.sampled_from(sorted(TECHNIQUES)))
@settings(max_examples=examples(600))
def test_techniques_are_sound_and_monotone(known: tuple[excover.Matrix, int, int], technique: str) -> None:
    """No option of a solution is lost; who knows more loses at least as much."""
    matrix, more, less = known
    rules, find = Rules(matrix), TECHNIQUES[technique]
    found = find(rules, state_of(rules, less))
    for cover in covers(matrix):
        chosen = sum(1 << option for option in cover)
        if not chosen & less and not has_spare(matrix, cover):
            assert not found & chosen
    if any(not sum(1 << option for option in cover) & more for cover in covers(matrix)):
        assert not found & ~(find(rules, state_of(rules, more)) | more)


@given(knowledge(), st.integers(1, 3))
@settings(max_examples=examples(400))
def test_no_set_of_items_is_missed(known: tuple[excover.Matrix, int, int], size: int) -> None:
    """By the definition, with every base and every cover; where there is a solution."""
    matrix, lost, _ = known
    assume(any(not sum(1 << option for option in cover) & lost for cover in covers(matrix)))
    rules = Rules(matrix)
    state = rules.propagated(state_of(rules, lost))
    assert state
    free = rules.undecided(state)
    users = {item: free & rules.users[item] for item in range(len(matrix.items))}
    once = [item for item, options in users.items() if matrix.upper[item] == 1 and options]
    needing = [item for item in state.open if users[item]]
    expected = 0
    for number in range(1, size + 1):
        for base, cover in product(combinations(needing, number), combinations(once, number)):
            taken, within = ([users[item] for item in items] for items in (base, cover))
            used, inside = (reduce(or_, sets) for sets in (taken, within))
            is_apart = sum(each.bit_count() for each in taken) == used.bit_count()
            if is_apart and not used & ~inside:
                twice = [o for o in bits(free) if sum(each >> o & 1 for each in within) > 1]
                expected |= inside & ~used | sum(1 << option for option in twice)
    found = TECHNIQUES[{1: "one", 2: "pairs", 3: "triples"}[size]](rules, state)
    assert found == expected


def has_spare(matrix: excover.Matrix, cover: tuple[int, ...]) -> bool:
    """No solution of a puzzle with exactly one has an option that could be left out."""
    return any(set(other) < set(cover) for other in covers(matrix))


@given(matrices(), st.booleans())
@settings(max_examples=examples(300))
def test_walks_find_all_there_is(matrix: excover.Matrix, forwards: bool) -> None:
    """Where every option has an item that must be covered, the walk sees each solution once."""
    rules = Rules(matrix)
    walk = walked(rules, rules.start, list(rules.start.open)[:: 1 if forwards else -1], 10_000)
    found = list(covers(matrix))
    assert (walk.solutions > 0) == bool(found)
    if all(
        any(matrix.lower[i] == matrix.upper[i] for i in matrix.option_items(o))
        for o in range(len(matrix.options))
    ):
        assert walk.solutions == len(found)


@given(knowledge(), st.booleans())
@settings(max_examples=examples(300))
def test_who_knows_more_guesses_less(known: tuple[excover.Matrix, int, int], forwards: bool) -> None:
    matrix, more, less = known
    rules = Rules(matrix)
    order = list(rules.start.open)[:: 1 if forwards else -1]
    guesses = [walked(rules, state_of(rules, lost), order, 10_000).guesses for lost in (more, less)]
    assert guesses[0] <= guesses[1]


@pytest.mark.slow
def test_what_is_kept_is_bounded() -> None:
    """And the walk is the same."""
    matrix = excover.load("kanoodle-start").matrix
    rules = Rules(matrix)
    seen = walked(rules, rules.start, rules.start.open, 20_000)
    with tuned(rule_kept_bits=5 * len(matrix.options)):
        frugal = Rules(matrix)
        assert walked(frugal, frugal.start, frugal.start.open, 20_000) == seen
        assert len(frugal._sets._rivals) <= 5


def test_guesses_are_bounded() -> None:
    rules = Rules(excover.load("kanoodle").matrix)
    with pytest.raises(TooMany):
        walked(rules, rules.start, rules.start.open, 50)


def test_too_many_guesses_are_reported_as_more_than() -> None:
    rules = Rules(excover.load("kanoodle").matrix)
    assert str(excover.Rating(Climb(rules.start))) == "evil, more than 17.97"


def test_not_unique() -> None:
    with pytest.raises(NotUnique):
        rate(excover.load("queens"))


def test_stopped() -> None:
    with pytest.raises(Unfinished):
        rate(excover.load("kanoodle-start"), ending_when(lambda: True))


def test_every_technique_can_be_stopped() -> None:
    rules = Rules(excover.load("kanoodle-start").matrix)
    state = rules.propagated(rules.start)
    assert state is not None
    for find in TECHNIQUES.values():
        with pytest.raises(Unfinished):
            find(rules, state, ending_when(lambda: True))


# The command


@pytest.mark.parametrize(
    ("name", "told", "details"),
    [
        ("sudoku-easy", "easy, 1.40\n", "forced in 5 rounds\n"),
        ("sudoku-hard", "evil", "depth"),
    ],
)
def test_command(name: str, told: str, details: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "sudoku", "--given", name]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(told)
    assert details in err


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "sudoku", "--given", "sudoku-easy", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["level"], data["technique"], data["walk"]) == ("easy", "forced", None)


def test_command_without_one_solution(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "queens"]) == 1
    assert capsys.readouterr().err.startswith("at least two solutions")


def test_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "kanoodle-start", "--time-limit", "0"]) == 3
    assert capsys.readouterr().err == "stopped by --time-limit before anything was known\n"
    assert main(["rate", "kanoodle-start", "--time-limit", "0", "--json"]) == 3
    end = "stopped by --time-limit before anything was known"
    assert json.loads(capsys.readouterr().err) == {"version": 1, "end": end}
