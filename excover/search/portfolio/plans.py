"""Who runs: which members answer a question about a matrix in a run.

The first row that fits is the plan.

>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0])])
>>> for run in (Run(), Run.within(solutions=1), Run.within(solutions=2), Run.within(nodes=9)):
...     print(plan_of(LISTS, SearchQuestion(matrix, run)).members)
search, then diagram; probe
`sparse` with restarts, matching, linear refutation, `learning`, whole tree, `graph`
search, linear refutation, `learning`, `graph`
one engine
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from excover.base.errors import Unsuitable
from excover.base.frozen import Frozen
from excover.matrix.goals import fit
from excover.matrix.matrix import Matrix
from excover.search.engine import Cover, Engine, has_frontier_of_rules, keeps_to_rules
from excover.search.engine_table import PROGRAMS
from excover.search.portfolio.portfolio import Improving, Member, is_left_out
from excover.search.run import Run
from excover.search.tuning import tuning

if TYPE_CHECKING:
    from excover.search.permutation_group import FindGroup


class SearchQuestion(Frozen):
    """A question: the solutions of a matrix within a run, and a function that finds its symmetries."""

    matrix: Matrix
    run: Run
    find_group: FindGroup | None = None

    @property
    def is_open(self) -> bool:
        """Whether any engine will do, in any order. A budget of nodes means those of a single search."""
        return self.is_automatic and self.run.budget.nodes is None

    @property
    def is_automatic(self) -> bool:
        return self.run.strategy.engine == "auto" and self.run.strategy.seed is None

    @property
    def is_for_one(self) -> bool:
        return self.run.budget.solutions == 1

    def is_for_at_most(self, most: int) -> bool:
        return self.run.budget.solutions is not None and self.run.budget.solutions <= most

    @property
    def is_shuffled(self) -> bool:
        """Whether the options are to be in a random order for an engine that prunes by their rules."""
        strategy = self.run.strategy
        return bool(self.matrix.rules) and strategy.seed is not None and keeps_to_rules(strategy.engine)

    @property
    def has_use_for_symmetries(self) -> bool:
        """Whether all covers are wanted, in any order, of a matrix in which symmetries may be found soon.

        A budget of solutions means the first ones of a list.
        """
        is_known = self.find_group is not None and not is_left_out("orbits")
        strategy, is_whole = self.run.strategy, self.run.budget.solutions is None
        may_be_used = strategy.symmetry and self.is_open and is_whole
        return is_known and may_be_used and not self.matrix.rules and has_few_entries(self.matrix)


def has_few_entries(matrix: Matrix) -> bool:
    """Whether orbits of its options are soon found."""
    return len(matrix.entries) <= tuning.orbit_entries


class BestQuestion(NamedTuple):
    """A question: covers of a matrix each of which is better than all before, by its costs and a goal."""

    matrix: Matrix
    goal: str
    run: Run
    gap: float
    start: Cover | None

    @property
    def fits_the_optimizer(self) -> bool:
        return not self.matrix.constraints and fit(self.matrix.prices())


class SearchPlan(Frozen):
    """A row of the table: which members run ``when`` it ``fits``, and no row before it does."""

    when: str
    members: str
    fits: Callable[[SearchQuestion], bool]
    make: Callable[[SearchQuestion], Member]


class BestPlan(Frozen):
    """The same for a search for the best."""

    when: str
    members: str
    fits: Callable[[BestQuestion], bool]
    make: Callable[[BestQuestion], Improving]


MOST_FEW = 4
"""Solutions that are few: any of them will do. Those of a higher limit are the first ones of the list."""


def _always(_asked: Any) -> bool:
    return True


def _one_engine(asked: SearchQuestion, keep_covers: bool = True) -> Member:
    return Engine(asked.matrix, asked.run, keep_covers)


def _another_program(asked: SearchQuestion, keep_covers: bool = True) -> Member:
    from excover.search.external.external_search import ExternalSearch

    return ExternalSearch(asked.matrix, asked.run, keep_covers=keep_covers)


def _shuffled(table: Sequence[SearchPlan], asked: SearchQuestion) -> Member:
    from excover.search.portfolio.with_rules import Shuffled

    order, run = _random_order(asked)
    return Shuffled(planned(table, SearchQuestion(asked.matrix.restricted(order), run)), order)


def _random_order(asked: SearchQuestion | BestQuestion) -> tuple[list[int], Run]:
    """All options in the order of the seed, and a run without it."""
    from random import Random  # few have a seed

    options, strategy = range(len(asked.matrix.options)), asked.run.strategy
    order = Random(strategy.seed).sample(options, len(options))
    return order, asked.run.by(strategy.replaced(seed=None))


def _portfolio(asked: SearchQuestion) -> Member:
    from excover.search.portfolio.until_enough import found_first

    return found_first(asked.matrix, asked.run)


def _probed(main: Member, asked: SearchQuestion) -> Member:
    from excover.search.portfolio.background import with_probe

    return with_probe(main, asked.matrix, asked.run)


def _list_by_orbits(asked: SearchQuestion) -> Member:
    from excover.search.portfolio.by_orbits import ListByOrbits

    assert asked.find_group
    return _probed(ListByOrbits(asked.matrix, asked.run, asked.find_group), asked)


def _hybrid(asked: SearchQuestion) -> Member:
    from excover.search.portfolio.by_forecast import all_listed

    return _probed(all_listed(asked.matrix, asked.run), asked)


def _count_by_orbits(asked: SearchQuestion) -> Member:
    from excover.search.portfolio.by_orbits import CountByOrbits

    assert asked.find_group
    return _probed(CountByOrbits(asked.matrix, asked.run, asked.find_group), asked)


def _count_by_forecast(asked: SearchQuestion) -> Member:
    from excover.search.portfolio.by_forecast import counted

    return _probed(counted(asked.matrix, asked.run), asked)


LISTS: Sequence[SearchPlan] = (
    SearchPlan(
        "the engine is another program",
        "that program",
        lambda asked: asked.run.strategy.engine in PROGRAMS,
        _another_program,
    ),
    SearchPlan(
        "bounds on sums or global constraints, with a seed",
        "as without it, for the options in a random order",
        lambda asked: asked.is_shuffled,
        lambda asked: _shuffled(LISTS, asked),
    ),
    SearchPlan(
        f"bounds on sums or global constraints, 1 to {MOST_FEW} solutions",
        "`sparse`, linear refutation, `learning`, `graph`, the search for the best solution",
        lambda asked: bool(asked.matrix.rules) and asked.is_open and asked.is_for_at_most(MOST_FEW),
        _portfolio,
    ),
    SearchPlan(
        "bounds on sums or global constraints",
        "search; probe",
        lambda asked: bool(asked.matrix.rules) and asked.is_open,
        lambda asked: _probed(_one_engine(asked), asked),
    ),
    SearchPlan(
        "one solution, also with a seed",
        "`sparse` with restarts, matching, linear refutation, `learning`, whole tree, `graph`",
        lambda asked: (
            asked.is_for_one and asked.run.strategy.engine == "auto" and asked.run.budget.nodes is None
        ),
        _portfolio,
    ),
    SearchPlan(
        "an engine, a seed, or a limit of nodes", "one engine", lambda asked: not asked.is_open, _one_engine
    ),
    SearchPlan(
        f"2 to {MOST_FEW} solutions",
        "search, linear refutation, `learning`, `graph`",
        lambda asked: asked.is_for_at_most(MOST_FEW),
        _portfolio,
    ),
    SearchPlan(
        "all solutions, with symmetries",
        "search, then diagram, for one option of each orbit; probe",
        lambda asked: asked.has_use_for_symmetries,
        _list_by_orbits,
    ),
    SearchPlan(
        "all solutions",
        "search, then diagram; probe",
        lambda asked: asked.run.budget.solutions is None,
        _hybrid,
    ),
    SearchPlan(
        "a number of solutions", "search; probe", _always, lambda asked: _probed(_one_engine(asked), asked)
    ),
)
"""The solutions themselves."""

COUNTS: Sequence[SearchPlan] = (
    SearchPlan(
        "the engine is another program",
        "that program",
        lambda asked: asked.run.strategy.engine in PROGRAMS,
        lambda asked: _another_program(asked, keep_covers=False),
    ),
    SearchPlan(
        "bounds on sums or global constraints, with a seed",
        "as without it, for the options in a random order",
        lambda asked: asked.is_shuffled,
        lambda asked: _shuffled(COUNTS, asked),
    ),
    SearchPlan(
        "all solutions, rules that `graph` keeps to",
        "search, `graph`; probe",
        lambda asked: (
            asked.is_open and asked.run.budget.solutions is None and has_frontier_of_rules(asked.matrix)
        ),
        _count_by_forecast,
    ),
    SearchPlan(
        "bounds on sums or global constraints",
        "search; probe",
        lambda asked: bool(asked.matrix.rules) and asked.is_open,
        lambda asked: _probed(_one_engine(asked, keep_covers=False), asked),
    ),
    SearchPlan(
        "an engine, or a limit of nodes",
        "one engine",
        lambda asked: asked.run.strategy.engine != "auto" or asked.run.budget.nodes is not None,
        lambda asked: _one_engine(asked, keep_covers=False),
    ),
    SearchPlan(
        "a small number of solutions",
        "search; probe",
        lambda asked: asked.is_for_at_most(tuning.count_head_start),
        lambda asked: _probed(_one_engine(asked, keep_covers=False), asked),
    ),
    SearchPlan(
        "all solutions, with symmetries",
        "search, linear refutation, Pfaffian, `graph`, for one option of each orbit; probe",
        lambda asked: asked.has_use_for_symmetries,
        _count_by_orbits,
    ),
    SearchPlan(
        "all solutions, or a number",
        "search, linear refutation, Pfaffian, `graph`; probe",
        _always,
        _count_by_forecast,
    ),
)
"""Their number alone."""


def _best_of_another_program(asked: BestQuestion) -> Improving:
    from excover.search.external.external_search import ExternalSearch

    return ExternalSearch(asked.matrix, asked.run, asked.goal, asked.gap, asked.start)


def _optimizer(asked: BestQuestion) -> Improving:
    from excover.search.portfolio.until_proved import Optimizer

    return Optimizer(*asked)


def _objective_cuts(asked: BestQuestion) -> Improving:
    from excover.search.portfolio.objective_cuts import ObjectiveCuts

    return ObjectiveCuts(*asked)


def _shuffled_best(asked: BestQuestion) -> Improving:
    from excover.search.portfolio.with_rules import ShuffledBest

    order, run = _random_order(asked)
    start = None
    if asked.start is not None:
        place = {option: k for k, option in enumerate(order)}
        start = tuple(sorted(map(place.__getitem__, asked.start)))
    matrix = asked.matrix.restricted(order)
    return ShuffledBest(best_planned(asked._replace(matrix=matrix, run=run, start=start)), order)


def _refused(reason: str) -> Callable[[BestQuestion], Improving]:
    def refuse(_asked: BestQuestion) -> Improving:
        raise Unsuitable(reason)

    return refuse


BEST_ONES: Sequence[BestPlan] = (
    BestPlan(
        "the engine is another program",
        "that program",
        lambda asked: asked.run.strategy.engine in PROGRAMS,
        _best_of_another_program,
    ),
    BestPlan(
        "another engine",
        "none: it is refused",
        lambda asked: asked.run.strategy.engine != "auto",
        _refused("the search for the best solution has its own engine"),
    ),
    BestPlan(
        "a seed",
        "as without it, for the options in a random order",
        lambda asked: asked.run.strategy.seed is not None,
        _shuffled_best,
    ),
    BestPlan(
        "no global constraints and costs that fit 62 bits",
        "`sparse` with restarts, the search for the best solution, linear refutation",
        lambda asked: asked.fits_the_optimizer,
        _optimizer,
    ),
    BestPlan(
        "global constraints",
        "`sparse`, linear refutation, `learning`, again with a bound below each cost found",
        lambda asked: bool(asked.matrix.constraints),
        _objective_cuts,
    ),
    BestPlan("larger costs", "`sparse`, again with a bound below each cost found", _always, _objective_cuts),
)
"""The best one."""


def best_planned(asked: BestQuestion) -> Improving:
    """What searches for the best."""
    return next(plan for plan in BEST_ONES if plan.fits(asked)).make(asked)


def plan_of(table: Sequence[SearchPlan], asked: SearchQuestion) -> SearchPlan:
    """The row of a table that fits."""
    return next(plan for plan in table if plan.fits(asked))


def planned(table: Sequence[SearchPlan], asked: SearchQuestion) -> Member:
    """What answers the question."""
    return plan_of(table, asked).make(asked)
