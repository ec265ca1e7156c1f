"""Items in units and several goals, against the definition, with every engine; or they are refused."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from time import perf_counter

import commands
import pytest
from effort import examples
from naive import covers
from test_best import random_costly
from test_external import ENGINES, EngineName, by, small

import excover
from excover.apps.cli.report import Clock, best_summary
from excover.apps.editing.name_table import name_table
from excover.base.diagnostics import SpecError
from excover.base.names import ItemName, OptionName
from excover.base.source import Source
from excover.language.meaning.puzzle import COST, Bottleneck, Objective
from excover.language.syntax.parse import parse
from excover.matrix.constraints import WeightedSum
from excover.matrix.core_form import core_text
from excover.matrix.goals import extent, goal_sum, one_cost
from excover.matrix.matrix import Matrix
from excover.matrix.verify import CoverError
from excover.search._core import ParallelSearch, Stop
from excover.search.engine_table import ENGINES as OUR_ENGINES
from excover.search.external import external_search
from excover.search.lexicographic import LexicographicOptimizer, best_covers, search_for_best
from excover.search.native import native_problem, upper_rows
from excover.search.outcome import Outcome, Statistics, Status, StoppedBy
from excover.search.portfolio.objective_cuts import ObjectiveCuts
from excover.search.portfolio.portfolio import leaving_out
from excover.search.run import Budget, Run
from excover.search.search import Search, count
from excover.search.strategy import Strategy, Unsuitable

Cover = tuple[int, ...]


def with_sums(matrix: Matrix, random: Random, units: Sequence[int] = (1, 1, 10**6, 10**14)) -> Matrix:
    """With up to three sums of small, negative or large amounts, bounded or not, and with bounded costs."""
    size, sums = len(matrix.options), []
    for number in range(random.randint(0, 3)):
        unit = random.choice(units)
        weights = [random.choice([0, 0, 1, 2, 3, 5, -1, -2]) * unit for _ in range(size)]
        low = random.choice([None, None, random.randint(-3, 6) * unit])
        high = random.choice([None, random.randint(-2, 8) * unit])
        sums.append(WeightedSum.of(f"sum{number}", weights, low, high))
    if random.random() < 0.4:
        low, high = random.choice([None, random.randint(-3, 8)]), random.choice([None, random.randint(0, 12)])
        sums.append(WeightedSum.of(COST, matrix.prices(), low, high))
    return replace(matrix, sums=sums)


def random_goals(matrix: Matrix, random: Random) -> list[Objective]:
    items: list[ItemName | None] = [None, *(ItemName(each.name) for each in matrix.sums if each.name != COST)]
    chosen: list[ItemName | Bottleneck | None] = [*random.sample(items, random.randint(1, len(items)))]
    named = tuple(item for item in items if item is not None)
    if named and random.random() < 0.4:
        some = tuple(random.sample(named, random.randint(1, len(named))))
        chosen.insert(random.randrange(len(chosen) + 1), Bottleneck(some, "worst"))
    return [Objective(random.choice(["minimize", "maximize"]), item) for item in chosen]


def allowed(matrix: Matrix) -> list[Cover]:
    """The solutions, from the definition."""
    found = []
    for cover in covers(matrix.without_sums()):
        weights = [dict(zip(each.options, each.weights, strict=True)) for each in matrix.sums]
        totals = [sum(weight.get(option, 0) for option in cover) for weight in weights]
        if all(
            (each.lower is None or each.lower <= total) and (each.upper is None or total <= each.upper)
            for each, total in zip(matrix.sums, totals, strict=True)
        ):
            found.append(cover)
    return found


def _value(matrix: Matrix, objective: Objective, cover: Cover) -> int:
    if not isinstance(objective.item, Bottleneck):
        return goal_sum(matrix, objective).total(cover)
    by_name = {each.name: each for each in matrix.sums}
    totals = [by_name[str(item)].total(cover) for item in objective.item.items]
    return max(totals) if objective.direction == "minimize" else min(totals)


def rank(matrix: Matrix, objectives: Sequence[Objective], cover: Cover) -> list[int]:
    """What is to be minimized, the most important first."""
    values = [_value(matrix, objective, cover) for objective in objectives]
    return [
        -value if objective.direction == "maximize" else value
        for objective, value in zip(objectives, values, strict=True)
    ]


@pytest.mark.parametrize("seed", range(3))
def test_solutions_are_those_of_the_definition(seed: int) -> None:
    random = Random(seed)
    for _ in range(examples(40)):
        matrix = with_sums(random_costly(random), random)
        solutions = set(allowed(matrix))
        found = Search(matrix)
        assert set(found) == solutions
        assert found.outcome.exhausted
        assert found.outcome.count == len(solutions) == count(matrix).count
        assert set(Search(matrix, Run(strategy=Strategy(seed=3)))) == solutions
        first = Search(matrix, Run.within(solutions=1))
        assert set(first) <= solutions
        assert (first.outcome.status is Status.SOLVED) == bool(solutions)


@pytest.mark.parametrize("seed", range(3))
def test_the_best_is_that_of_the_definition(seed: int) -> None:
    random = Random(seed)
    for _ in range(examples(50)):
        matrix = with_sums(random_costly(random), random)
        objectives, solutions = random_goals(matrix, random), allowed(matrix)
        least = min((rank(matrix, objectives, cover) for cover in solutions), default=None)
        for run in (Run(), Run.within(nodes=random.randint(1, 20))):
            search = best_covers(matrix, objectives, run, 0.0)
            ranks = [rank(matrix, objectives, cover) for cover in search]
            outcome = search.outcome
            assert ranks == sorted(ranks, reverse=True)
            assert outcome.exhausted or run.budget.nodes is not None
            sign = -1 if objectives[0].direction == "maximize" else 1
            if outcome.exhausted:
                assert ranks[-1:] == ([] if least is None else [least])
                assert outcome.cost == outcome.bound == (None if least is None else sign * least[0])
            elif least is not None and outcome.bound is not None:
                assert sign * outcome.bound <= least[0]


def test_goals_are_one_cost_or_searched_one_after_the_other() -> None:
    """The same best solution in both ways."""
    random = Random(5)
    for _ in range(examples(60)):
        matrix = with_sums(small(random_costly(random)), random, units=[1])
        objectives = random_goals(matrix, random)

        def one_by_one(matrix: Matrix, goal: str, run: Run, gap: float, start: Cover | None) -> ObjectiveCuts:
            return ObjectiveCuts(matrix, goal, run, gap, start)

        for way in (search_for_best, one_by_one):
            found = list(
                LexicographicOptimizer(matrix, objectives, finder=way, combine=way is search_for_best)
            )
            solutions = allowed(matrix)
            assert bool(found) == bool(solutions)
            if found:
                assert rank(matrix, objectives, found[-1]) == min(
                    rank(matrix, objectives, each) for each in solutions
                )


def test_a_limit_between_two_goals_is_told() -> None:
    """The only solution is the best by the first goal; the search for the second does not begin."""
    matrix = excover.parse("item a option x() covers a").matrix
    sums = [WeightedSum.of(name, [1]) for name in ("far", "late")]
    objectives = [Objective("minimize", ItemName(name)) for name in ("far", "late")]
    search = LexicographicOptimizer(
        replace(matrix, sums=sums), objectives, Run(Budget(solutions=1)), combine=False
    )
    assert len(list(search)) == 1
    assert (search.outcome.exhausted, search.outcome.stopped_by) == (False, StoppedBy.LIMIT)


def test_amounts_may_be_larger_than_costs() -> None:
    """Together they are less than 2^62, which the search by costs does not take."""
    text = f"""item a[1..2]  item far {{}}  item near in units
      option x(i in 1..2) covers a[i], far by {2**61 - 5}
      option y(i in 1..2) covers a[i], far by i, near by {2**60}
      """
    problem = excover.parse(text.format("in units") + "minimize far then near")
    best = problem.best()
    assert best is not None
    assert best.totals == {"far": 3, "near": 2**61}
    bounded = excover.parse(text.format(f"at most {2**61} units"))
    assert [each.totals["far"] <= 2**61 for each in bounded.solutions(Run(Budget(solutions=1)))] == [True]
    assert bounded.count() == 3


def test_no_solution_is_beyond_the_extent_of_a_sum() -> None:
    random = Random(6)
    for _ in range(examples(100)):
        matrix = with_sums(random_costly(random), random)
        for each in matrix.sums:
            low, high = extent(matrix, each)
            assert all(low <= each.total(cover) <= high for cover in covers(matrix.without_sums()))


def test_goals_that_do_not_fit_one_cost_are_searched_one_after_the_other() -> None:
    matrix = excover.parse("item a[1..3] option x(i in 1..3, k in 1..3) covers a[i]").matrix
    sums = [WeightedSum.of(name, [2**40 * (k % 3) for k in range(9)]) for name in ("far", "late")]
    matrix = replace(matrix, costs=array("q", [k * k % 5 for k in range(9)]), sums=sums)
    objectives = [
        Objective("maximize", ItemName("far")),
        Objective("minimize", ItemName("late")),
        Objective("minimize", None),
    ]
    assert one_cost(matrix, objectives) is None
    found = list(LexicographicOptimizer(matrix, objectives))
    assert rank(matrix, objectives, found[-1]) == min(
        rank(matrix, objectives, each) for each in allowed(matrix)
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_other_solvers(engine: EngineName) -> None:
    random = Random(8)
    tried = 0
    while tried < examples(3):
        matrix = with_sums(small(random_costly(random)), random, units=[1])
        objectives = random_goals(matrix, random)
        solutions = allowed(matrix)
        if not solutions or len(objectives) < 2:
            continue
        tried += 1
        search = best_covers(matrix, objectives, by(engine), 0.0)
        found = list(search)
        assert search.outcome.exhausted
        assert rank(matrix, objectives, found[-1]) == min(
            rank(matrix, objectives, cover) for cover in solutions
        )


@pytest.mark.parametrize(
    ("engine", "far", "late", "why"),
    [
        ("highs", 1, 10**9, "HiGHS takes costs of"),  # the second goal
        ("highs", 10**9 // 2 + 1, 1, "HiGHS takes sums up to"),  # the first, which becomes a bound
        ("clingo", 1, 2**31, "clingo takes costs up to"),
        ("clingo", 2**30, 1, "clingo takes sums up to"),
        ("sat", 2**40, 2**40, "do not fit into one cost"),
    ],
)
def test_a_later_goal_that_a_program_cannot_take_is_refused_before_the_search(
    engine: EngineName, far: int, late: int, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName(name), [0]) for name in "xy"])
    sums = [WeightedSum.of("far", [0, far]), WeightedSum.of("late", [1, late])]
    objectives = [Objective("minimize", ItemName("far")), Objective("maximize", ItemName("late"))]
    monkeypatch.setattr(external_search, "SolverProcess", None)
    monkeypatch.setattr(external_search, "find_spec", lambda name: name)
    with pytest.raises((Unsuitable, SpecError), match=why):
        best_covers(matrix.replaced(sums=sums), objectives, by(engine), 0.0)


JOBS = """
table jobs
  | job  hours
  | saw  3
  | mill 3
  | weld 2
  | coat 2
item job[jobs]
item load[1..2] at most 6 units
item late in units
option run(j in jobs, m in 1..2)
  covers job[j], load[m] by j.hours, late by j.hours if m = 2
  cost 7 - m * j.hours
"""


def test_in_every_form(run: commands.Run) -> None:
    text = JOBS + "minimize late then maximize cost\nexpect best late = 4\nexpect cost = 14\n"
    problem = excover.parse(text)
    best = problem.best()
    assert best is not None
    assert (best.totals, best.cost) == ({"load[1]": 6, "load[2]": 4, "late": 4}, 14)
    for command in ("convert - --to yaml", "expand - --to text", "expand - --to yaml", "fmt -"):
        written = run(command, stdin=text).out
        assert run("count -", stdin=written).out == f"{problem.count()}\n" == "6\n"
        assert run("solve - --quiet", stdin=written).err.startswith("late 4, cost 14: the best there is")
    assert run("check -", stdin=text).status == 0
    with pytest.raises(CoverError, match=r"the sum of load\[1\] is 8, not at most 6"):
        problem.verify(
            [f'run(jobs["{job}"], {1 + (job == "coat")})' for job in ("saw", "mill", "weld", "coat")]
        )


@pytest.mark.parametrize(
    "goal", ["max(load[2], load[1])", "max(load[m] for m in {2, 1})", "min(load[2], load[1])"]
)
def test_the_sums_of_an_expected_goal_have_no_order(goal: str, run: commands.Run) -> None:
    text = JOBS.replace("coat 2", "coat 1") + "minimize max(load) then maximize min(load) then cost\n"
    wanted = {"ma": 5, "mi": 4}[goal[:2]]
    assert run("check -", stdin=f"{text}expect best {goal} = {wanted}\n").status == 0
    assert run("check -", stdin=f"{text}expect best {goal} = 3\n").status == 1


@pytest.mark.parametrize(("statement", "code"), [("", "W206"), ("expect cost = 9", "E256")])
@pytest.mark.parametrize("goal", ["minimize max(load)", "minimize load[1]"])
def test_costs_beside_other_goals_are_told_to_be_none(goal: str, statement: str, code: str) -> None:
    text = f"{JOBS}{goal}\n{statement}"
    try:
        (found,) = excover.parse(text).warnings
    except SpecError as error:
        (found,) = error.diagnostics
    assert (found.code, found.fixes()) == (code, [])
    assert "the cost is no goal" in found.plain()
    assert "`then cost`" in found.plain()
    assert not excover.parse(f"{JOBS}{goal} then cost").warnings


def test_json_has_all_values(run: commands.Run) -> None:
    ran = run("solve - --json", stdin=JOBS + "minimize late then cost\n")
    assert '"totals": {"load[1]": 6, "load[2]": 4, "late": 4}' in ran.out
    assert '"goals": {"late": 4, "cost": 14}' in ran.err


@pytest.mark.parametrize("command", ["count - --disk new", "expand - --to dlx", "expand - --to cnf"])
def test_what_cannot_keep_to_units_is_refused(command: str, run: commands.Run) -> None:
    ran = run(command, stdin=JOBS)
    assert ran.status == 2
    assert "cannot keep to the bound on the sum of `load[1]`" in ran.err


@pytest.mark.parametrize(
    ("items", "covered", "rule"),
    [
        ("item diagonal[2..10] at most once", ", diagonal[r + c]", ""),
        ("item load at most 50 units", ", load by r * c", ""),
        ("", "", "require rook(1, 1) or rook(2, 2) or rook(1, 2)"),
    ],
)
def test_a_seed_has_another_solution_that_is_as_good(items: str, covered: str, rule: str) -> None:
    problem = excover.parse(f"""
        item row[1..5], column[1..5]
        {items}
        option rook(r, c in 1..5) covers row[r], column[c]{covered} cost r * c mod 2
        {rule}
        minimize
    """)
    best = problem.best()
    runs = [Run(strategy=Strategy(seed=seed)) for seed in range(8)]
    seeded = [problem.best(run) for run in runs]
    assert [each.cost for each in seeded] == [best.cost] * len(runs)
    assert [problem.best(run).options for run in runs] == [each.options for each in seeded]
    assert [problem.best(run, start=best).options for run in runs] == [best.options] * len(runs)
    assert len({tuple(each.options) for each in seeded}) > 1


@pytest.mark.parametrize("command", ["sample - --seed 1", "count - --up-to symmetry", "expand - --to dlx"])
def test_units_without_a_bound_are_in_no_ones_way(command: str, run: commands.Run) -> None:
    assert run(command, stdin=JOBS.replace("at most 6 units", "in units")).status == 0


@pytest.mark.parametrize("form", ["opb", "lp", "mps"])
def test_formats_with_sums_have_the_goals_as_one(form: str, run: commands.Run) -> None:
    """One unit of lateness costs more than all costs can differ by."""
    ran = run(f"expand - --to {form}", stdin=JOBS + "minimize late then cost\n")
    assert ran.status == 0
    matrix = excover.parse(JOBS + "minimize late").matrix
    combined = one_cost(matrix, [Objective("minimize", ItemName("late")), Objective("minimize", None)])
    assert combined is not None
    assert all(str(cost) in ran.out for cost in combined.matrix.prices())


def within_the_gap(matrix: Matrix, objectives: Sequence[Objective], cover: Cover, gap: float) -> bool:
    """Each goal is near the best among the solutions that are as good by the goals before."""
    reached, left = (
        rank(matrix, objectives, cover),
        [rank(matrix, objectives, each) for each in allowed(matrix)],
    )
    for k, value in enumerate(reached):
        if value - min(each[k] for each in left) > gap * abs(value):
            return False
        left = [each for each in left if each[k] <= value]
    return True


@pytest.mark.parametrize("seed", range(3))
def test_each_goal_is_within_the_gap(seed: int) -> None:
    random = Random(40 + seed)
    ended_early = 0
    for _ in range(examples(150)):
        matrix = with_sums(random_costly(random), random)
        objectives, solutions = random_goals(matrix, random), allowed(matrix)
        gap = random.choice([0.05, 0.3, 1.0, 1.0])
        search = best_covers(matrix, objectives, Run(), gap)
        found = list(search)
        outcome = search.outcome
        assert bool(found) == bool(solutions)
        assert outcome.exhausted or outcome.stopped_by is StoppedBy.GAP
        if found:
            least = min(rank(matrix, objectives, each) for each in solutions)
            assert within_the_gap(matrix, objectives, found[-1], gap)
            assert not outcome.exhausted or rank(matrix, objectives, found[-1]) == least
            sign = -1 if objectives[0].direction == "maximize" else 1
            assert outcome.bound is not None
            assert sign * outcome.bound <= least[0]
        ended_early += not outcome.exhausted
    assert ended_early


@pytest.mark.parametrize(("most", "gap"), [(4, 0.5), (2**40, 0.0)])
def test_a_seed_is_for_the_first_of_several_searches(most: int, gap: float) -> None:
    """Later goals have a search with bounds, if there is a gap or they are too large for one cost."""
    matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName(name), [0]) for name in "xyz"])
    sums = [WeightedSum.of(name, [most, 2, 1]) for name in ("late", "far")]
    objectives = [Objective("minimize", ItemName("late")), Objective("maximize", ItemName("far"))]
    search = best_covers(replace(matrix, sums=sums), objectives, Run(strategy=Strategy(seed=1)), gap)
    assert list(search)[-1] == (2,)
    assert search.outcome.exhausted


@pytest.mark.parametrize("engine", ENGINES)
def test_each_goal_of_other_solvers_is_within_the_gap(engine: EngineName) -> None:
    random, tried = Random(9), 0
    while tried < examples(3):
        matrix = with_sums(small(random_costly(random)), random, units=[1])
        if engine == "sat":
            matrix = replace(matrix, sums=[replace(each, lower=None, upper=None) for each in matrix.sums])
        objectives = random_goals(matrix, random)
        if len(objectives) < 2 or not allowed(matrix):
            continue
        tried += 1
        search = best_covers(matrix, objectives, by(engine), 0.5)
        found = list(search)
        assert search.outcome.exhausted or search.outcome.stopped_by is StoppedBy.GAP
        assert within_the_gap(matrix, objectives, found[-1], 0.5)


def test_a_gap_of_several_goals(run: commands.Run) -> None:
    """The first goal is proved to be 4; the second is within a half of the 6 of a cheapest such plan."""
    text = JOBS + "minimize late then cost"
    ran = run("solve - --gap 50% --quiet", stdin=text)
    assert ran.status == 0
    best = excover.parse(text).best(gap=0.5)
    assert best is not None
    assert best.totals["late"] <= 8
    assert run("solve - --gap 0", stdin=text).status == 0


def test_a_first_goal_that_is_proved_is_told() -> None:
    """Where the search for a later one ended within the gap."""
    work = Statistics(0, 0, 0, 0.0, "cost")
    outcome = Outcome(2, False, StoppedBy.GAP, work, cost=3, bound=3, goals=(("late", 3), ("far", 9)))
    said = best_summary(outcome, "minimize", Clock(perf_counter()))
    assert said.startswith(
        "late 3, far 9: the best so far, and late cannot be better; stopped by --gap after"
    )


def test_amounts_belong_to_distinct_options() -> None:
    text = "item a item b in units option x(k in 1..3) {} covers a, b by k div 2 minimize b"
    assert len(excover.parse(text.format("")).matrix.options) == 3
    assert len(excover.parse(text.format("distinct")).matrix.options) == 2


def test_an_optional_option_may_have_units_alone() -> None:
    problem = excover.parse(
        "item a item b 3..5 units option x() covers a optional option y(k in 1..4) covers b by k"
    )
    assert problem.count() == 6  # subsets of {1, 2, 3, 4} that sum to 3, 4 or 5


def test_givens_and_changes_keep_units() -> None:
    problem = excover.parse(JOBS)
    assert problem.given([problem.matrix.options[0]]).count() == 3
    assert problem.forbid(['run(jobs["saw"], 1)']).count() == 3


def test_a_goal_without_a_solution_says_what_is_wrong() -> None:
    with pytest.raises(SpecError, match="`late` is not declared"):
        excover.parse("item a option x() covers a minimize late")


def test_a_budget_ends_a_search_for_several_goals() -> None:
    problem = excover.parse(JOBS + "minimize late then cost")
    with pytest.raises(excover.Unfinished):
        problem.best(Run(Budget(nodes=1)))


def test_goals_too_large_for_one_cost_are_refused_where_it_takes_one(run: commands.Run) -> None:
    text = (
        "item a[1..9] item far in units, late in units option x(i, k in 1..9)"
        " covers a[i], far by k * 1000000000000, late by 1000000000000 div k minimize late then far"
    )
    ran = run("expand - --to lp", stdin=text)
    assert ran.status == 2
    assert "error[E278]: `late` and `far` do not fit into one cost of 64 bits" in ran.err
    assert run("solve - --quiet", stdin=text).status == 0


def test_columns_of_a_model_add_to_items_in_units() -> None:
    model = excover.Model()
    job = model.items("job", range(1, 4))
    model.add("item load at most 5 units")
    jobs, hours = [1, 2, 3, 3], [1, 2, 3, 1]
    model.options("run", jobs, hours, covers=[job[jobs], model["load"].by(hours)])
    assert [each.totals["load"] for each in model.problem().solutions()] == [4]


def test_goals_and_tests_use_names() -> None:
    """So that renaming an item renames it there, too."""
    spec = parse(Source("x.xc", JOBS + "minimize late then load[2]\nexpect best late = 4"))
    names = name_table(spec)
    uses = {each.name: len(names.uses_of(each)) for each in names.declarations}
    assert (uses["late"], uses["load"]) == (3, 2)


def test_a_goal_of_a_model_without_costs_is_told_in_words_of_a_model() -> None:
    model = excover.Model()
    job = model.items("job", range(1, 4))
    model.options("run", range(1, 4), covers=job[range(1, 4)])
    model.minimize()
    with pytest.raises(SpecError, match=r"`model.options\(.., cost=prices\)`"):
        model.problem()


@pytest.mark.parametrize("is_ordered", [False, True])
def test_threads_share_a_list_within_bounds(is_ordered: bool) -> None:
    """From the first node on: the same solutions, and if wanted in the same order, as with one thread."""
    random, tried = Random(11), 0
    while tried < examples(60):
        matrix = with_sums(random_costly(random), random)
        if not matrix.bounds:
            continue
        tried += 1
        problem, rows = native_problem(matrix.without_sums(), OUR_ENGINES["sparse"]), upper_rows(matrix)
        shared = ParallelSearch(
            problem, True, "sparse", 3, is_ordered, 2**20, head_start=0, grain=1, linear_constraints=rows
        )
        found: list[Cover] = []
        while shared.run(2**62, 2**62, 1.0) is not Stop.EXHAUSTED:
            shared.hand_over(found)
        shared.hand_over(found)
        alone = list(Search(matrix))
        assert sorted(found) == sorted(alone) == sorted(allowed(matrix))
        assert not is_ordered or found == alone


def test_a_list_within_bounds_uses_its_threads() -> None:
    text = "item a[1..13] item b at most 127 units option x(i in 1..13, k in 1..4) covers a[i], b by k * i"
    matrix = excover.parse(text).matrix
    with leaving_out("graph"):
        alone, shared = (count(matrix, Run(strategy=Strategy(threads=threads))) for threads in (1, 2))
    assert (alone.count, alone.statistics.nodes) == (shared.count, shared.statistics.nodes)
    assert shared.statistics.threads == 2


def test_lanes_refuse_bounds() -> None:
    matrix = excover.parse(JOBS).matrix
    with pytest.raises(ValueError, match="does not keep to bounds on sums"):
        ParallelSearch(
            native_problem(matrix.without_sums(), OUR_ENGINES["sparse"]),
            True,
            "lanes",
            2,
            False,
            2**20,
            linear_constraints=upper_rows(matrix),
        )


# The worst of several sums

MACHINES = """item job[1..4] item load[m in 1..2] in units item spare at most 9 units
option run(j in 1..4, m in 1..2) covers job[j], load[m] by j * m, spare by 1 if m = 1 cost m
"""


@pytest.mark.parametrize("goal", ["max(load)", "max(load[m] for m in 1..2)", "max(load[1], load[2])"])
def test_an_extreme_names_its_sums_in_several_ways(goal: str) -> None:
    problem = excover.parse(f"{MACHINES}minimize {goal} then cost")
    solutions = [
        (max(each.totals["load[1]"], each.totals["load[2]"]), each.cost) for each in problem.solutions()
    ]
    best = problem.best()
    assert (max(best.totals["load[1]"], best.totals["load[2]"]), best.cost) == min(solutions)


def test_an_extreme_is_written_back_as_it_was() -> None:
    """Also where a family has several bounds, and so several names in the core."""
    text = "item a[1..3] item s[i in 1..3] at most i + 4 units option x(i, k in 1..3) covers a[i], s[k] by i"
    problem = excover.parse(f"{text} maximize min(s[i] for i in 1..3 where i != 2)")
    written = excover.parse(core_text(problem.puzzle, problem.full))
    assert [goal.direction for goal in written.puzzle.objectives] == ["maximize"]
    assert len(written.puzzle.objectives[0].items) == 2
    values = [each.puzzle.objectives[0].value(each.best().value) for each in (problem, written)]
    assert values == [3, 3]


def test_a_model_has_the_worst_of_several_sums() -> None:
    model = excover.Model()
    job, load = model.items("job", range(1, 5)), model.items("load", ["A", "B"], units=True)
    jobs, machines = [j for j in range(1, 5) for _ in "AB"], list("AB" * 4)
    model.options("run", jobs, machines, covers=[job[jobs], load[machines].by([j / 4 for j in jobs])])
    model.minimize(model.max(load))
    problem = model.problem()
    improvements = problem.improvements()
    best = list(improvements)[-1]
    assert sorted(best.totals.values()) == [1.25, 1.25]
    assert (improvements.outcome.cost, improvements.outcome.bound) == (1.25, 1.25)
    assert problem.best(start=best).totals == best.totals
    assert excover.parse(model.to_xc()).best().totals == {'load["A"]': 5, 'load["B"]': 5}
    model.maximize(model.min(load[["B"]]))
    assert model.problem().best().totals['load["B"]'] == 1.25
    with pytest.raises(SpecError, match="E268"):
        model.minimize(model.min(load))


def test_sums_that_a_goal_compares_have_one_step() -> None:
    model = excover.Model()
    job, long = model.items("job", range(3)), model.item("long", units=True)
    short = model.item("short", units=True)
    covers = [job[[0, 0, 1, 1, 2, 2]], long.by([0.5, 0, 0.5, 0, 0.5, 0]), short.by([0, 1, 0, 1, 0, 1])]
    model.options("run", [0, 0, 1, 1, 2, 2], list("ls" * 3), covers=covers)
    model.add("minimize max(long, short)")
    assert model.problem().best().totals == {"long": 1.0, "short": 1.0}


def test_the_worst_sum_is_within_the_gap_or_the_nodes() -> None:
    random = Random(9)
    for _ in range(examples(20)):
        hours = ", ".join(f"({j}, {m}, {random.randint(1, 9)})" for j in range(1, 8) for m in (1, 2, 3))
        text = f"item job[1..7] item load[1..3] in units option run((j, m, h) in {{{hours}}})"
        problem = excover.parse(f"{text} covers job[j], load[m] by h minimize max(load)")
        exact = max(problem.best().totals.values())
        near = problem.improvements(gap=0.5)
        assert exact <= max([*near][-1].totals.values()) <= 2 * exact
        few = problem.improvements(Run.within(nodes=random.randint(1, 200)))
        worst = [max(each.totals.values()) for each in few]
        assert worst == sorted(worst, reverse=True)
        assert few.outcome.bound <= exact
        assert few.outcome.exhausted == (few.outcome.bound == few.outcome.cost)


def test_what_has_a_single_cost_refuses_the_worst_of_several_sums(run: commands.Run) -> None:
    text = "item job item load[1..2] in units option run(m in 1..2) covers job, load[m] minimize max(load)"
    for command in ("expand - --to lp", "sample - --best 1"):
        ran = run(command, stdin=text)
        assert ran.status == 2
        assert "error[E299]: the goal `max(load)` is not one sum" in ran.err
    with pytest.raises(SpecError, match="E299"):
        excover.parse(text).relaxation()


@pytest.mark.parametrize(
    ("goal", "help_"),
    [
        ('minimize load["odl"]', "did you mean `old`?"),
        ('minimize max(load["old"], load["nwe"])', "did you mean `new`?"),
        ('minimize cost\nexpect best load["odl"] = 3', "did you mean `old`?"),
        ('minimize load["belt"]', "name an item within its declared index sets"),
        ("minimize load[3]", "name an item within its declared index sets"),
    ],
)
def test_a_misspelt_sum_is_told_with_the_one_that_is_meant(goal: str, help_: str) -> None:
    text = 'item slot[1..2]\nitem load[{"old", "new"}] in units\n'
    with pytest.raises(SpecError) as refused:
        excover.parse(text + f'option x(i in 1..2) covers slot[i], load["old"] by 3\n{goal}\n')
    (found,) = refused.value.diagnostics
    assert (found.code, found.help) == ("E102", (help_,))
