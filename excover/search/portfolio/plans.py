"""Who runs: which members answer a question about a matrix in a run.

The first row that fits is the plan.

>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0])])
>>> for run in (Run(), Run.within(solutions=1), Run.within(solutions=2), Run.within(nodes=9)):
...     print(plan_of(LISTS, SearchQuestion(matrix, run)).members)
search, then diagram; probe
`sparse` with restarts, algebra, `learning`, whole tree, `graph`
search, algebra, `learning`, `graph`
one engine
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from excover.matrix.matrix import Matrix
from excover.search.consumers import ENGINES, PROGRAMS
from excover.search.engine import Engine, keeps_to_rules, question_of
from excover.search.portfolio.portfolio import Member, is_left_out
from excover.search.run import Run
from excover.search.tuning import tuning

if TYPE_CHECKING:
    from excover.search.permutation_group import FindGroup


class SearchQuestion(NamedTuple):
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
    def has_use_for_symmetries(self) -> bool:
        """Whether all covers are wanted, in any order, of a matrix in which symmetries may be found soon.

        A budget of solutions means the first ones of a list.
        """
        is_known = self.find_group is not None and not is_left_out("orbits")
        strategy, is_whole = self.run.strategy, self.run.budget.solutions is None
        may_be_used = strategy.symmetry and self.is_open and is_whole
        return is_known and may_be_used and not self.matrix.rules and has_few_entries(self.matrix)

    @property
    def without_rules(self) -> SearchQuestion:
        """For all candidates: the same, without bounds on sums and global constraints."""
        nodes = self.run.budget.nodes
        return SearchQuestion(self.matrix.relaxed(), self.run.limited(nodes=nodes))


def has_few_entries(matrix: Matrix) -> bool:
    """Whether orbits of its options are soon found."""
    return len(matrix.entries) <= tuning.orbit_entries


Fits: TypeAlias = Callable[[SearchQuestion], bool]


class SearchPlan(NamedTuple):
    """A row of the table: which members run ``when`` it ``fits``, and no row before it does."""

    when: str
    members: str
    fits: Fits
    make: Callable[[SearchQuestion], Member]


MOST_FEW = 4
"""Solutions that are few: any of them will do. Those of a higher limit are the first ones of the list."""


def _always(_asked: SearchQuestion) -> bool:
    return True


def _one_engine(asked: SearchQuestion, keep_covers: bool = True) -> Member:
    return Engine(asked.matrix, asked.run, keep_covers)


def _another_program(asked: SearchQuestion) -> Member:
    from excover.search.external.external_search import ExternalSearch

    return ExternalSearch(asked.matrix, asked.run)


def _generate_and_test(asked: SearchQuestion, keep_covers: bool = True) -> Member:
    from excover.search.portfolio.with_rules import GenerateAndTest

    engine = ENGINES.get(asked.run.strategy.engine)
    if engine and not engine.lists:
        engine.admit(asked.matrix, question_of(asked.run, keep_covers), asked.run.strategy.seed)
    candidates = planned(LISTS, asked.without_rules)
    return GenerateAndTest(asked.matrix.rules, asked.run.budget.solutions, candidates, keep_covers)


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
        f"bounds on sums or global constraints, 1 to {MOST_FEW} solutions",
        "`sparse`, algebra, `learning`, the search for the best solution",
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
        "the same, with an engine or a limit of nodes",
        "one engine",
        lambda asked: bool(asked.matrix.rules) and keeps_to_rules(asked.run.strategy),
        _one_engine,
    ),
    SearchPlan(
        "the same, with a seed or an engine that does not prune by them",
        "the plan without them, then a test of each candidate",
        lambda asked: bool(asked.matrix.rules),
        _generate_and_test,
    ),
    SearchPlan(
        "one solution, also with a seed",
        "`sparse` with restarts, algebra, `learning`, whole tree, `graph`",
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
        "search, algebra, `learning`, `graph`",
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
        "bounds on sums or global constraints, with a seed or an engine that does not prune by them",
        "the plan for solutions without them, then a test of each candidate",
        lambda asked: bool(asked.matrix.rules) and not keeps_to_rules(asked.run.strategy),
        lambda asked: _generate_and_test(asked, keep_covers=False),
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
        "search, algebra, `graph`, for one option of each orbit; probe",
        lambda asked: asked.has_use_for_symmetries,
        _count_by_orbits,
    ),
    SearchPlan("all solutions, or a number", "search, algebra, `graph`; probe", _always, _count_by_forecast),
)
"""Their number alone."""


def plan_of(table: Sequence[SearchPlan], asked: SearchQuestion) -> SearchPlan:
    """The row of a table that fits."""
    return next(plan for plan in table if plan.fits(asked))


def planned(table: Sequence[SearchPlan], asked: SearchQuestion) -> Member:
    """What answers the question."""
    return plan_of(table, asked).make(asked)
