"""A few solutions, and whether there is a second one, where a list alone would take hours."""

from array import array
from itertools import accumulate, chain, islice
from random import Random

import naive
import pytest
from matrices import exact, general, queens
from slow_values import with_slow

import excover
from excover.authors.unique import Verdict, unique
from excover.matrix.constraints import Connected, WeightedSum
from excover.matrix.line_constraints import NO_END, OneLoop, Paths
from excover.matrix.matrix import Matrix
from excover.matrix.verify import verify
from excover.search import engine
from excover.search.engine_table import ENGINES
from excover.search.native import native_problem
from excover.search.outcome import StoppedBy
from excover.search.portfolio.portfolio import Entrant, Portfolio, leaving_out
from excover.search.portfolio.until_enough import UntilEnough, other_than
from excover.search.run import Run
from excover.search.search import Search, count
from excover.search.strategy import Strategy
from excover.search.tuning import tuned


def random_matrix(rng: Random) -> Matrix:
    """Primary items, a secondary one, and a colored one."""
    bounds = [(1, 1)] * 5 + [(0, 1), (0, 2**32 - 1)]
    rows = []
    for _ in range(rng.randint(4, 12)):
        row = [(item, 0) for item in rng.sample(range(5), rng.randint(1, 3))]
        row += [(5, 0)] if rng.random() < 0.3 else []
        row += [(6, rng.randint(1, 2))] if rng.random() < 0.3 else []
        rows.append(row)
    return general(bounds, [False] * 6 + [True], rows)


@pytest.mark.slow
@pytest.mark.parametrize("seed", with_slow(range(4), slow=range(1, 4)))
def test_another_cover_is_one_that_is_not_known(seed: int) -> None:
    rng, tried = Random(seed), 0
    for _ in range(60):
        matrix = random_matrix(rng)
        every = set(map(frozenset, naive.covers(matrix)))
        known = [tuple(cover) for cover in islice(map(sorted, every), rng.randint(0, 3))]
        own = range(len(matrix.options))
        others = {
            frozenset(option for option in cover if option in own)
            for cover in naive.covers(other_than(matrix, known))
        }
        assert others == every - set(map(frozenset, known))
        tried += len(known) > 0
    assert tried > 10


@pytest.mark.parametrize(("head_start", "lane_bytes"), [(1, 2**20), (1, 0), (30, 2**20), (1_000_000, 0)])
@pytest.mark.parametrize("seed", range(4))
def test_few_covers_are_covers_each_once(seed: int, head_start: int, lane_bytes: int) -> None:
    rng, numbers = Random(seed), set()
    for _ in range(40):
        matrix, wanted = random_matrix(rng), rng.randint(2, 4)
        every = set(map(frozenset, naive.covers(matrix)))
        with tuned(portfolio_head_start=head_start, portfolio_lane_bytes=lane_bytes):
            search = Search(matrix, Run.within(solutions=wanted))
            found = list(search)
        for cover in found:
            verify(matrix, cover)
        assert len(set(map(frozenset, found))) == len(found) == min(wanted, len(every))
        outcome = search.outcome
        assert outcome.count == len(found)
        assert outcome.exhausted is (len(every) < wanted)
        assert outcome.stopped_by is (None if outcome.exhausted else StoppedBy.LIMIT)
        numbers.add(len(found))
    assert len(numbers) >= 4


def test_rows_of_lanes_are_made_when_a_search_takes_longer() -> None:
    with tuned(portfolio_lane_bytes=0):
        late = UntilEnough(queens(6), Run.within(solutions=2).started())
        assert [late.finder.name, *(each.name for each in late.others())] == [
            *("sparse", "linear", "learning", "lanes", "graph")
        ]
    soon = UntilEnough(queens(6), Run.within(solutions=2).started())
    assert [soon.finder.name, *(each.name for each in soon.others())] == [
        *("lanes", "linear", "learning", "graph")
    ]


def test_linear_refutation_is_not_asked_for_a_first_cover_that_is_known() -> None:
    portfolio = UntilEnough(queens(6), Run.within(solutions=4).started())
    assert "linear" in [each.name for each in portfolio.others()]
    portfolio.finder.run_slice(1, 1000)
    portfolio.note(portfolio.finder)
    assert "linear" not in [each.name for each in portfolio.others()]
    assert [each.name for each in portfolio.entries] == ["lanes", "linear"]  # another cover


def test_a_cover_may_be_part_of_another_one() -> None:
    several, optional = (
        general([(1, 2), (1, 3)], [False] * 2, [[(0, 0)], [(0, 0), (1, 0)], [(1, 0)]]),
        general([(1, 1), (0, 1)], [False] * 2, [[(0, 0)], [(0, 0), (1, 0)]]),
    )
    assert not native_problem(queens(4), ENGINES["sparse"]).may_nest()
    for matrix in (several, optional):
        assert native_problem(matrix, ENGINES["sparse"]).may_nest() is (matrix is several)
        whole = [frozenset(cover) for cover in Search(matrix)]
        learning = Run().by(Strategy(engine="learning"))
        assert sorted(map(sorted, Search(matrix, learning))) == sorted(map(sorted, whole))
        with tuned(portfolio_head_start=1):
            found = [frozenset(cover) for cover in Search(matrix, Run.within(solutions=4))]
        assert len(found) == len(set(found)) == min(4, len(whole))
        assert set(found) <= set(whole)


def random_rules(rng: Random, matrix: Matrix) -> Matrix:
    """With bounds on sums, and options that mark places which must be connected, or lines of a loop or of
    paths.
    """
    size = len(matrix.options)
    sums = [
        WeightedSum.of(f"s{k}", [rng.randint(-2, 3) for _ in range(size)], rng.choice([None, 0, 1]), 4)
        for k in range(rng.randint(0, 2))
    ]
    places, draw = rng.randint(3, 6), rng.random()
    rows = [
        [place for _ in range(rng.randint(0, 2)) for place in rng.sample(range(places), 2)]
        for _ in range(size)
    ]
    starts = array("I", accumulate(map(len, rows), initial=0))
    marked = array("I", chain.from_iterable(rows))
    if rng.random() < 0.3:
        return matrix.replaced(sums=sums)
    if draw < 0.3:
        return matrix.replaced(sums=sums, constraints=[OneLoop("loop", None, range(places), starts, marked)])
    if draw < 0.6:
        paths = Paths("paths", None, range(places), starts, marked, random_ends(rng, places))
        return matrix.replaced(sums=sums, constraints=[paths])
    near = [[other for other in (place - 1, place + 1) if 0 <= other < places] for place in range(places)]
    connected = Connected("all connected", None, range(places), starts, marked, near)
    return matrix.replaced(sums=sums, constraints=[connected])


def random_ends(rng: Random, places: int) -> "array[int]":
    """Mostly a pair of ends or two, which any number of lines meet elsewhere."""
    labels = [*rng.choice([(0, 0), (0, 0, 1, 1), (0, 0, 0, 0), (0, 1), (0,), ()]), *[NO_END] * places]
    return array("I", rng.sample(labels[:places], places))


def covers_within(matrix: Matrix) -> set[frozenset[int]]:
    """Covers of the items, each with all rules tried."""
    return {
        frozenset(cover)
        for cover in naive.covers(matrix.relaxed())
        if all(rule.holds(sorted(cover)) for rule in matrix.rules)
    }


@pytest.mark.parametrize("seed", with_slow(range(12), slow=range(3, 12)))
def test_rules_keep_the_covers_that_hold(seed: int) -> None:
    """Learning alone, the portfolio, and counts, against all covers of the items with each rule tried."""
    rng, numbers = Random(seed), set()
    for _ in range(40):
        matrix = random_rules(rng, random_matrix(rng))
        every = covers_within(matrix)
        learning = Search(matrix, Run().by(Strategy(engine="learning")))
        assert sorted(map(sorted, learning)) == sorted(map(sorted, every))
        assert learning.outcome.exhausted
        with tuned(portfolio_head_start=1, portfolio_turn=1):
            few = list(Search(matrix, Run.within(solutions=3)))
            counted = count(matrix, Run())
        assert len(set(map(frozenset, few))) == len(few) == min(3, len(every))
        assert set(map(frozenset, few)) <= every
        assert (counted.count, counted.exhausted) == (len(every), True)
        numbers.add(len(every))
    assert len(numbers) > 2


@pytest.mark.parametrize("seed", range(3))
def test_items_that_are_covered_several_times(seed: int) -> None:
    rng = Random(seed)
    for _ in range(40):
        bounds = [rng.choice([(1, 1), (2, 2), (2, 2), (3, 3), (0, 2), (1, 3)]) for _ in range(5)]
        rows = [
            [(item, 0) for item in rng.sample(range(5), rng.randint(1, 3))] for _ in range(rng.randint(4, 9))
        ]
        matrix, wanted = general(bounds, [False] * 5, rows), rng.randint(2, 4)
        every = set(map(frozenset, naive.covers(matrix)))
        with tuned(portfolio_head_start=1):
            search = Search(matrix, Run.within(solutions=wanted))
            found = list(map(frozenset, search))
        assert len(set(found)) == len(found) == min(wanted, len(every))
        assert set(found) <= every
        assert search.outcome.exhausted is (len(every) < wanted)


def test_the_second_cover_of_what_is_covered_twice_is_refuted() -> None:
    """Eleven pigeons of which each takes two of ten holes, or two options instead of all of them."""
    bounds = [(2, 2)] * 11 + [(0, 1)] * 10
    pairs = [[(pigeon, 0), (11 + hole, 0)] for pigeon in range(11) for hole in range(10)]
    matrix = general(bounds, [False] * 21, [*[[(pigeon, 0) for pigeon in range(11)]] * 2, *pairs])
    with tuned(portfolio_head_start=1000):
        search = Search(matrix, Run.within(solutions=2))
        assert list(search) == [(0, 1)]
    assert search.outcome.exhausted
    assert search.outcome.statistics.nodes < 10**7


def pigeons_or_queens() -> Matrix:
    """Eleven pigeons in ten holes, which a list does not end, or one option instead of all of them."""
    bounds = [(1, 1)] * 11 + [(0, 1)] * 10
    pairs = [[(pigeon, 0), (11 + hole, 0)] for pigeon in range(11) for hole in range(10)]
    return general(bounds, [False] * 21, [*pairs, [(pigeon, 0) for pigeon in range(11)]])


def test_a_puzzle_is_unique_where_a_list_has_no_end() -> None:
    """All pigeons in one option: what is left of the tree has 10! leaves."""
    matrix = pigeons_or_queens()
    search = Search(matrix, Run.within(solutions=2))
    assert list(search) == [(110,)]
    assert search.outcome.exhausted
    assert search.outcome.statistics.nodes < 10**7


def test_unique_and_several_by_the_race() -> None:
    problem = excover.load("sudoku", given=excover.find_given("sudoku-hard"))
    with tuned(portfolio_head_start=1):
        assert unique(problem).verdict is Verdict.UNIQUE
        several = unique(excover.load("queens"))
    assert several.verdict is Verdict.SEVERAL
    first, second = several.solutions
    assert first.options != second.options


def test_limits_and_interruptions() -> None:
    matrix = queens(8)
    with tuned(portfolio_head_start=1):
        search = Search(matrix, Run.within(seconds=0.0, solutions=3))
        assert (list(search), search.outcome.stopped_by) == ([], StoppedBy.TIME)
        search = Search(matrix, Run.within(solutions=3))
        first = next(search)
        rest = search.drain()
        assert len({first, *rest, *search}) == 3
        assert isinstance(search._engine, Portfolio)
        assert isinstance(search._engine.scheduler, UntilEnough)


@pytest.mark.parametrize("seed", range(3))
def test_an_interruption_loses_and_repeats_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(seed)

    def interrupted(owner: object, name: str) -> None:
        method = getattr(owner, name)

        def either(self: object, *arguments: object) -> object:
            if rng.random() < 0.2:
                raise KeyboardInterrupt
            done = method(self, *arguments)
            if rng.random() < 0.2:
                raise KeyboardInterrupt
            return done

        monkeypatch.setattr(owner, name, either)

    for owner, name in (
        (UntilEnough, "_take_in"),
        (UntilEnough, "drop"),
        (Entrant, "hand_over"),
        (engine, "broken_rule"),
    ):
        interrupted(owner, name)
    for _ in range(30):
        matrix, wanted = random_rules(rng, random_matrix(rng)), rng.randint(2, 4)
        every = covers_within(matrix)
        with tuned(portfolio_head_start=rng.choice([1, 30])):
            search, found = Search(matrix, Run.within(solutions=wanted)), []
            while len(found) < min(wanted, len(every)):
                try:
                    found.append(next(search))
                except KeyboardInterrupt:
                    continue
                except StopIteration:
                    break
        assert len(set(map(frozenset, found))) == len(found) == min(wanted, len(every))


def test_the_same_covers_each_time() -> None:
    with tuned(portfolio_head_start=10):
        runs = {tuple(Search(queens(10), Run.within(solutions=3))) for _ in range(3)}
    assert len(runs) == 1


def test_equal_options_are_different_covers() -> None:
    with tuned(portfolio_head_start=1):
        found = list(Search(exact(1, [[0], [0], [0]]), Run.within(solutions=4)))
    assert sorted(found) == [(0,), (1,), (2,)]


def literals_per_level(entry: Entrant) -> float:
    return entry.member.literals_per_level if isinstance(entry.member, engine.Engine) else 0


def test_long_clauses_are_not_favoured() -> None:
    """Pieces fit a board in hundreds of ways, and a clause names nearly all options of each level.

    The 35 hexominoes fill no rectangle, by parity (S. Golomb), nor are there Langford pairs of 13.
    """
    text = "shapes hexominoes = all free 6 of square\nboard box 14x15\nplace free hexominoes on box"
    pieces = excover.parse(text).matrix
    pairs = excover.load("langford", {"n": 13}).matrix
    for matrix, is_favoured in ((pieces, False), (pairs, True)):
        run = Run.within(solutions=1)
        schedule = UntilEnough(matrix, run.started())
        with tuned(portfolio_head_start=1), leaving_out("linear", "lanes", "graph"):
            portfolio = Portfolio(schedule, run)
            while not any(literals_per_level(each) for each in schedule.entries):
                portfolio.run_slice()
                assert not portfolio.is_over
        (learning,) = (each for each in schedule.entries if each.name == "learning")
        assert (learning.pace > 1) is is_favoured
        assert (schedule.finder.pace == 1) is is_favoured
