"""`cost at most` and `cost at least`, against the definition, with every engine; or they are refused."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import commands
import pytest
from effort import examples
from naive import covers
from solving import answers
from test_best import priced, random_costly, set_partition
from test_external import ENGINES, EngineName, by, small

import excover
from excover.base.diagnostics import SpecError
from excover.formats.exports.as_cnf import export as cnf_lines
from excover.formats.exports.as_dlx import export as lines
from excover.formats.exports.as_matrix import export as row_lines
from excover.matrix.constraints import WeightedSum
from excover.matrix.matrix import Matrix
from excover.matrix.verify import CoverError, verify
from excover.search.engine import Cover
from excover.search.engine_table import PROGRAMS
from excover.search.external.external_search import ExternalSearch
from excover.search.external.worker import Task
from excover.search.outcome import StoppedBy
from excover.search.portfolio.portfolio import Portfolio
from excover.search.portfolio.until_proved import Optimizer
from excover.search.portfolio.with_rules import FirstByOptimizer
from excover.search.run import Budget, Run
from excover.search.search import Search, count
from excover.search.strategy import Strategy, Unsuitable
from excover.search.tuning import tuned


def bounded(matrix: Matrix, random: Random, *, sides: str = "lower upper both") -> Matrix:
    """With a bound on the costs that some covers keep to, and some do not, if there are any."""
    totals = sorted(sum(matrix.prices()[option] for option in cover) for cover in covers(matrix)) or [0]
    one, other = sorted(random.choice(totals) + random.randint(-1, 1) for _ in range(2))
    side = random.choice(sides.split())
    low, high = (None if side == "upper" else one), (None if side == "lower" else other)
    return replace(matrix, sums=[WeightedSum.of("cost", matrix.prices(), low, high)])


def within(matrix: Matrix) -> dict[tuple[int, ...], int]:
    """The covers that keep to the bound, from the definition, with their costs."""
    (bound,) = matrix.sums
    totals = {cover: sum(matrix.prices()[option] for option in cover) for cover in covers(matrix)}
    low = min(totals.values(), default=0) if bound.lower is None else bound.lower
    high = max(totals.values(), default=0) if bound.upper is None else bound.upper
    return {cover: total for cover, total in totals.items() if low <= total <= high}


@pytest.mark.parametrize("seed", range(3))
def test_lists_and_counts_are_those_of_the_definition(seed: int) -> None:
    random = Random(seed)
    for _ in range(examples(40)):
        matrix = bounded(random_costly(random), random)
        solutions = within(matrix)
        strategy = Strategy(random.choice(["auto", "sparse", "graph"]), random.choice([1, 2]))
        try:
            assert set(Search(matrix, Run(strategy=strategy))) == set(solutions)
            assert count(matrix, Run(strategy=strategy)).count == len(solutions)
        except Unsuitable:
            assert strategy.engine == "graph"
            continue
        limit = random.randint(1, 3)
        some = Search(matrix, Run(Budget(solutions=limit), strategy))
        found = list(some)
        assert set(found) <= set(solutions)
        assert len(set(found)) == len(found) == min(limit, len(solutions))
        assert some.outcome.exhausted or some.outcome.stopped_by is StoppedBy.LIMIT
        assert not found or some.outcome.count == len(found)


@pytest.mark.parametrize("seed", range(3))
def test_the_best_within_the_bound_is_that_of_the_definition(seed: int) -> None:
    random = Random(seed)
    for _ in range(examples(60)):
        sign = random.choice([1, -1])
        matrix = bounded(random_costly(random), random, sides="upper" if sign > 0 else "lower")
        totals = [sign * total for total in within(matrix).values()]
        gap = random.choice([0.0, 0.0, 0.3])
        search = Optimizer(matrix, "minimize" if sign > 0 else "maximize", gap=gap)
        found = [sign * sum(matrix.prices()[option] for option in cover) for cover in search]
        outcome = search.outcome
        assert set(found) <= set(totals)
        assert outcome.exhausted or outcome.stopped_by is StoppedBy.GAP
        assert outcome.count == len(found)
        if outcome.exhausted:
            assert found[-1:] == sorted(totals)[:1]
            assert outcome.cost == (sign * found[-1] if found else None)
        else:
            assert found[-1] - min(totals) <= gap * abs(found[-1])


@pytest.mark.parametrize("engine", [engine for engine in ENGINES if engine.values[0] != "sat"])
def test_other_solvers_keep_to_the_bound(engine: str) -> None:
    random = Random(4)
    matrices = [small(random_costly(random)) for _ in range(examples(80))]
    matrices = [bounded(matrix, random) for matrix in matrices if any(matrix.prices())]
    tasks = [Task(matrix, random.choice([matrix.prices(), None]), None, 1, None) for matrix in matrices]
    for task, heard in zip(tasks, answers(engine, tasks), strict=True):
        solutions = within(task.matrix)
        told = [solutions[tuple(cover)] for cover in heard.covers]
        assert bool(told) == bool(solutions)
        if task.costs is not None:
            assert min(told, default=None) == min(solutions.values(), default=None)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_start_beyond_the_bound_is_none(engine: EngineName) -> None:
    """Excover's own first solution costs 5, the only one within the bound costs 3."""
    matrix = priced(two_options(), [5, 3])
    matrix = replace(matrix, sums=[WeightedSum.of("cost", matrix.prices(), None, 4)])
    search = ExternalSearch(matrix, by(engine), "maximize")
    assert list(search) == [(1,)]


def two_options() -> Matrix:
    items = [(excover.ItemName("a"), 1, 1)]
    return Matrix.build(items, [(excover.OptionName(name), [0]) for name in "xy"])


def test_a_sum_that_a_program_would_not_hold_is_refused() -> None:
    matrix = priced(two_options(), [2**29, 2**29])
    matrix = replace(matrix, sums=[WeightedSum.of("cost", matrix.prices(), None, 2**29)])
    if "clingo" in [engine.values[0] for engine in ENGINES if not engine.marks[0].args[0]]:
        with pytest.raises(Unsuitable, match="clingo takes sums up to 1,073,741,824"):
            ExternalSearch(matrix, by("clingo", solutions=1))
    assert PROGRAMS["cp-sat"].largest_row > 2**30


SHOP = """
item meal[1..3]
option cook(m, k in 1..3) covers meal[m] cost m * k
cost at most 12
cost at least 8
"""


BOARD = """
board tray 2x3
shapes rod
  |AA
place free rod on tray each 3 times
item extra
option choose(k in 1..3) covers extra cost k
cost at most 2
"""


@pytest.mark.parametrize(
    "command",
    ["count - --disk x", "expand - --to dlx", "expand - --to cnf", "expand - --to matrix"],
)
def test_what_cannot_keep_to_it_is_refused(command: str, run: commands.Run) -> None:
    ran = run(command, stdin=BOARD)
    assert ran.status == 2, ran
    assert "cannot keep to " in ran.err
    assert ran.out == ""


@pytest.mark.parametrize("write", [cnf_lines, lines, row_lines])
def test_a_format_without_sums_is_refused(write: object) -> None:
    with pytest.raises(SpecError):
        list(write(excover.parse(SHOP).matrix))  # type: ignore[operator]


def test_in_every_form_and_in_the_middle_of_everything(run: commands.Run) -> None:
    problem = excover.parse(SHOP)
    number = sum(8 <= i + 2 * j + 3 * k <= 12 for i in (1, 2, 3) for j in (1, 2, 3) for k in (1, 2, 3))
    assert problem.count() == number == len(list(problem.solutions()))
    assert problem.given("").count() == number
    for command in ("convert - --to yaml", "expand - --to text", "expand - --to yaml", "fmt -"):
        written = run(command, stdin=SHOP).out
        assert run("count -", stdin=written).out == f"{number}\n"
    with pytest.raises(CoverError, match="the sum of cost is 18, not at least 8 and at most 12"):
        problem.verify(["cook(1, 3)", "cook(2, 3)", "cook(3, 3)"])
    for solution in problem.solutions():
        verify(problem.matrix, solution.numbers)
    fewer = problem.given([excover.OptionName("cook", (3, 3))])
    assert fewer.count() == sum(8 <= i + 2 * j + 9 <= 12 for i in (1, 2, 3) for j in (1, 2, 3))
    assert excover.unique(problem).verdict is excover.Verdict.SEVERAL


FEW = SHOP.replace("at least 8", "at least 1").replace("at most 12", "at most 5")


def test_that_there_is_none_names_the_bound(run: commands.Run) -> None:
    assert run("count -", stdin=FEW).status == 1
    words = "no solution keeps to `cost at most 5`: the least is 6"
    for goal in ("", "minimize", "maximize"):
        solved = run("solve -", stdin=FEW + goal)
        assert solved.status == 1
        assert words in solved.err
    assert f"reason: {words}\n" in run("why -", stdin=FEW).out


def test_why_names_bounds_that_conflict_and_no_others(run: commands.Run) -> None:
    text = (
        "item meal[1..3] item salt at most 4 units item sugar at least 6 units item fat at most 90 units"
        " option cook(m, k in 1..3) covers meal[m], salt by k, sugar by k, fat by k"
    )
    reason = "no solution keeps to `salt at most 4 units` and `sugar at least 6 units` together"
    assert reason in run("why -", stdin=text).out
    assert reason in run("solve -", stdin=text).err


UNITS = """
item a[1..{n}] {bounds} units
item pick
option x(i in 1..{n}) covers pick, a[i] by 3
option y(i in 1..{n}) covers pick, a[i] by -3
"""


def test_many_bounds_are_cut_in_one_line(run: commands.Run) -> None:
    """`excover why` names them all."""
    text = UNITS.format(n=6, bounds="0")
    solved = run("solve -", stdin=text).err
    assert "keeps to `a[1] 0 units`, `a[2] 0 units`, `a[3] 0 units` and 3 more together; " in solved
    assert solved.endswith("`excover why` names all\n")
    named = ", ".join(f"`a[{i}] 0 units`" for i in range(1, 6))
    assert (
        f"reason: no solution keeps to {named} and `a[6] 0 units` together\n" in run("why -", stdin=text).out
    )


@pytest.mark.parametrize(
    ("n", "bounds", "said"),
    [
        (1, "0", "`a[1] 0 units`"),
        (1, "1..2", "`a[1] at least 1 and at most 2 units`"),
        (1, "-2..1", "`a[1] at least -2 and at most 1 units`"),
        (3, "0", "`a[1] 0 units`, `a[2] 0 units` and `a[3] 0 units` together"),
    ],
)
def test_both_bounds_of_an_item_are_named_as_one(n: int, bounds: str, said: str, run: commands.Run) -> None:
    text = UNITS.format(n=n, bounds=bounds)
    assert run("solve -", stdin=text).err.endswith(f": no solution keeps to {said}\n")


def test_why_names_givens_that_conflict_with_a_bound() -> None:
    text = SHOP.replace("cost at least 8", "") + "given cook(1, 1), cook(2, 3), cook(3, 3)"
    found = excover.why(excover.parse(text))
    assert sorted(map(str, found.clues)) == ["`cook(2, 3)`", "`cook(3, 3)`"]
    assert found.reason is not None
    assert found.reason.text == "no solution keeps to `cost at most 12`: the least is 16"


def test_why_there_is_none_without_bounds_is_not_about_bounds() -> None:
    found = excover.why(excover.parse(SHOP + "item sink[1..2] option wash() covers sink[1]"))
    assert found.reason is not None
    assert found.reason.kind.value == "blocked"


def test_a_goal_towards_the_bound() -> None:
    assert excover.parse(SHOP + "minimize").best().cost == 8
    assert excover.parse(SHOP + "maximize").best().cost == 12
    assert excover.parse(SHOP.replace("cost at least 8", "") + "minimize").best().cost == 6


def test_a_first_solution_is_found_by_bounds_not_by_listing() -> None:
    """A list of all 16! assignments would never come to one of the few that are cheap."""
    problem = excover.parse(
        "item row[1..16], column[1..16]"
        "  option put(r, c in 1..16) covers row[r], column[c] cost (r * 7919 + c * c * 104729) mod 1009"
        "  cost at most 2600"
    )
    found = problem.solve()
    assert found is not None
    assert found.cost is not None
    assert found.cost <= 2600


def test_a_first_solution_is_the_same_with_any_number_of_threads() -> None:
    matrix = set_partition(30, 400, 1)
    *_, best = Optimizer(matrix, "minimize")
    least = sum(map(matrix.prices().__getitem__, best))
    cheap = matrix.replaced(sums=[WeightedSum.of("cost", matrix.prices(), None, least)])
    with tuned(cost_alone=0, cost_team_turn=100, best_first_nodes=1):
        one, three = (Search(cheap, Run.within(solutions=1).by(Strategy(threads=n))) for n in (1, 3))
        assert list(one) == list(three) != []
    assert one.outcome.statistics.nodes == three.outcome.statistics.nodes
    assert three.outcome.statistics.threads == 1


@pytest.mark.parametrize("after", ["drain", "continue"])
@pytest.mark.parametrize("is_found", [True, False])
def test_a_first_solution_is_not_lost_to_an_interrupt(
    is_found: bool, after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    feast = (
        "option feast() covers meal[1], meal[2], meal[3] cost 11"  # not of two sides, which need no search
    )
    matrix = excover.parse(SHOP.replace("cost at least 8", feast)).matrix
    member, run_slice = FirstByOptimizer(matrix, Run.within(solutions=1), 10_000), Portfolio.run_slice

    def interrupted(portfolio: Portfolio, nodes: int) -> None:
        if is_found:
            run_slice(portfolio, nodes=nodes)
        assert portfolio.outcome.count == is_found
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Portfolio, "run_slice", interrupted)
        with pytest.raises(KeyboardInterrupt):
            member.run_slice()
    assert member.outcome.count == is_found
    found: list[Cover] = []
    if after == "drain":
        member.hand_over(found)
    assert len(found) == (is_found and after == "drain")
    if not member.is_over:
        member.run_slice()
    member.hand_over(found)
    assert len(found) == member.outcome.count == 1
    assert found[0] in within(matrix)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_program_counts_within_a_bound_and_without(engine: EngineName, run: commands.Run) -> None:
    for text in (SHOP, SHOP.replace("cost at", "# cost at")):
        ran = run(f"count - --engine {engine}", stdin=text)
        assert int(ran.out) == excover.parse(text).count()
        assert "reports that these are all (not verified)" in ran.err


@pytest.mark.parametrize("bound", [-(2**63), 2**63 - 1])
@pytest.mark.parametrize("side", ["least", "most"])
def test_a_bound_at_the_end_of_64_bits(bound: int, side: str) -> None:
    """Together with another one, since a single bound has a search of its own."""
    text = f"item a option x() covers a cost 3 option y() covers a cost 5 cost at {side} {bound} "
    text += "cost at most 9" if side == "least" else "cost at least 2"
    holds = (bound < 3) == (side == "least")
    problem = excover.parse(text)
    assert problem.count() == (2 if holds else 0)
    assert [solution.cost for solution in problem.solutions()] == ([3, 5] if holds else [])
