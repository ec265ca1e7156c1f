"""A few covers of a matrix, or the proof that there are no more, by several methods in turns of equal work:

- for a first cover, a search that begins anew after some failures, with the items that failed most;
- a search that learns a clause from each failure, for covers and refutations that are hard to find; it goes
  on after a cover with all that it has learnt, so that it also sees soon that there is no second one;
- with bounds on sums, the first nodes of the search for the best solution, which knows prices of the bounds;
- linear refutation, which may refute a matrix of any size at once (linear.py);
- for a first cover, if no option covers more than two items, a matching, which takes polynomial time;
- a search of the whole tree in the order of a listing, which is much faster if there is nothing to learn;
- the frontier search, which refutes matrices with few states; if it counts covers, their diagram is built
  and gives some.

Covers are those that any of them has found, each once. Members that do not carry the rules of the matrix take
no part.

>>> pairs = [(OptionName("x", (k,)), [k, k + 1]) for k in range(199)]
>>> chain = Matrix.build([(ItemName("a", (k,)), 1, 1) for k in range(200)], pairs)
>>> search, covers = found_first(chain, Run.within(solutions=1)), []
>>> while not search.is_over:
...     search.run_slice()
>>> search.hand_over(covers)
>>> len(covers), search.outcome.count, search.outcome.statistics.engine
(1, 1, 'sparse')

Linear refutation refutes another cover, which is not one of those that are known, as a matrix of its own:

>>> items = [(ItemName("a"), 1, 1), (ItemName("b"), 1, 1)]
>>> options = [(OptionName("x"), [0]), (OptionName("y"), [1]), (OptionName("z"), [0, 1])]
>>> matrix = Matrix.build(items, options)
>>> other = other_than(matrix, [(2,)])
>>> [str(item) for item in other.items[2:]], [other.option_items(option) for option in range(4)]
(['another[0]', 'missing[0, 2]'], [[0], [1], [0, 1, 3], [2, 3]])
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Sequence
from functools import partial
from itertools import filterfalse, islice

from excover.base.names import ItemName, OptionName
from excover.base.words import listed
from excover.matrix.line_constraints import Paths
from excover.matrix.matrix import Matrix
from excover.search._core import Problem, frontier_order_work, lane_bytes
from excover.search.engine import (
    AS_MATCHING,
    Choice,
    Cover,
    Engine,
    Sink,
    has_frontier_of_rules,
    has_room_for_lanes,
    is_ruled,
    taken_from,
)
from excover.search.engine_table import ENGINES, MATCHING
from excover.search.native import native_problem
from excover.search.outcome import OPTIONS_COST, ORDER_COST, Outcome, StoppedBy
from excover.search.portfolio.by_forecast import Forecast, is_small
from excover.search.portfolio.portfolio import (
    Entrant,
    Member,
    NextTurn,
    Portfolio,
    Scheduler,
    taking_part,
    tree_node_cost,
)
from excover.search.run import Run
from excover.search.tuning import tuning

GRAPH = "graph"

MOST_REFUTED = 4
"""Covers up to which linear refutation asks for another one: for each, it has a copy of the options in it."""

COPYING = 1000.0
"""Approximate nanoseconds for an entry of that copy."""

TABLES = 15.0
"""The same for one in the tables of `sparse`."""


def found_first(matrix: Matrix, run: Run) -> Portfolio:
    """A member that finds as many covers as the budget has, or all."""
    run = run.started()
    return Portfolio(UntilEnough(matrix, run), run)


class UntilEnough(Scheduler):
    """Turns of equal work until there are as many covers as are wanted, or an entry has all."""

    def __init__(self, matrix: Matrix, run: Run) -> None:
        assert run.budget.nodes is None
        self._matrix, self._run = matrix, run
        self._instead = _instead_of_lanes(matrix, run)
        # The same answer with any number of threads.
        engine = Engine(matrix, run.by(run.strategy.replaced(threads=1)), True, self._instead)
        self._problem = engine.problem
        self.finder = Entrant(engine.name, lambda: engine, node_cost=tree_node_cost(matrix))
        super().__init__([self.finder, *self._optimizer()])
        self.head_start = tuning.portfolio_turn
        self._round = float(tuning.portfolio_head_start)
        self._are_all_in = False
        self._listed: list[Cover] = []  # by an entry, and not looked at
        self._found: dict[Cover, None] = {}
        self._ready: deque[Cover] = deque()  # found, and not handed over
        self._given = 0
        self._refuter: Entrant | None = None
        self._forecast: Forecast | None = None  # of the frontier search

    @property
    def _count(self) -> int:
        return len(self._found)

    @property
    def _is_enough(self) -> bool:
        most = self._run.budget.solutions
        return most is not None and self._count >= most

    def next_turn(self) -> NextTurn:
        """The one with the least work is next; a round is over when all have done its amount of work."""
        if not self._are_all_in and self.finder.work >= self._round:
            self.entries += taking_part(self.others())
            self._are_all_in = True
        if finishing := self._nearly_done():
            return finishing, finishing.nodes + max(tuning.portfolio_turn, finishing.nodes // 8)
        current = min(filterfalse(self._is_held, self.entries), key=lambda each: each.work)
        if current.work >= self._round:
            self._round *= tuning.portfolio_growth
        left = (self._round - current.work) * current.pace
        wanted = left * current.nodes / current.done if current.done else 0
        # At most twice as many as before: a node may become dearer while a search learns.
        return current, current.nodes + max(tuning.portfolio_turn, min(int(wanted), current.nodes))

    def _is_held(self, entry: Entrant) -> bool:
        """A frontier search with many states, unless it seems to have less work left than the others have
        done in all: then it would double that at most. One of rules gives up instead, where its room ends.
        """
        frontier = entry.member
        if entry.name != GRAPH or not isinstance(frontier, Engine) or is_ruled(self._matrix):
            return False
        self._forecast = self._forecast or Forecast(frontier.levels)
        self._forecast.note(frontier.level, entry.nodes)
        others = sum(other.done for other in self.entries) - entry.done
        return not is_small(frontier, others) and entry.done * self._forecast.left > others

    def _nearly_done(self) -> Entrant | None:
        """The search of the whole tree, if the others have done more work than it seems to need in all."""
        for each in self.entries:
            if each.is_whole_tree:
                others = sum(other.done for other in self.entries) - each.done
                if each.done < others * (each.progress or 0):
                    return each
        return None

    def note(self, entry: Entrant) -> None:
        self._take_in(entry)
        if entry.pace > 1 and entry is not self.finder:
            self._weigh(entry)

    def _weigh(self, learning: Entrant) -> None:
        """Clauses that name nearly all options of each level, as of pieces that fit a board in hundreds of
        ways, exclude little more than the failures that they come from: then the search with restarts has
        the favour.
        """
        assert isinstance(learning.member, Engine)
        is_for_first = self._run.budget.solutions == 1 and not self._matrix.rules
        if is_for_first and learning.member.literals_per_level > tuning.portfolio_long_clauses:
            learning.pace, self.finder.pace = self.finder.pace, learning.pace

    def _take_in(self, entry: Entrant) -> None:
        """What the entry has found; an interrupt loses nothing, and what is known is not counted."""
        if not entry.count or entry.counts_only:
            return
        known = len(self._found)
        entry.hand_over(self._listed)
        self._found |= dict.fromkeys(self._listed)
        self._listed.clear()
        if len(self._found) > known:
            self._refute_others()

    def _refute_others(self) -> None:
        """Linear refutation may see that there is no other cover than those that are known by now."""
        if self._refuter in self.entries:
            assert self._refuter
            self.drop(self._refuter)
        if len(self._found) <= MOST_REFUTED and not (self._is_enough or self._problem.may_nest()):
            begin = partial(_refuter_of_others, self._matrix, list(self._found), self._run)
            self._refuter = Entrant("linear", begin, COPYING * len(self._matrix.entries))
            self.entries += taking_part([self._refuter])

    def is_answer(self, entry: Entrant) -> bool:
        """Enough covers, or a proof that there are no more; a frontier search has none that it counts."""
        self._take_in(entry)  # if an interrupt came before
        found = entry.outcome
        if found is None:
            return False
        lacks_covers = entry.counts_only and found.count > len(self._found)
        return (found.exhausted and not lacks_covers) or (found.count > 0 and self._is_enough)

    def answer(self, winner: Entrant) -> Outcome:
        assert winner.outcome
        known = winner.outcome
        count, is_enough = self._count, self._is_enough
        if is_enough:
            count = min(count, self._run.budget.solutions or count)
        ended = StoppedBy.LIMIT if is_enough and not known.exhausted else None
        statistics = known.statistics.replaced(reason=self._reason(winner, known))
        return known.replaced(count=count, stopped_by=ended, statistics=statistics)

    def so_far(self) -> Outcome:
        """With the work of all."""
        first, *others = (each.statistics for each in self.everyone if each.statistics)
        return Outcome(self._count, False, None, sum(others, first))

    @property
    def progress(self) -> float | None:
        """Unknown, because no test predicts the winner."""
        return None

    def drop(self, entry: Entrant) -> None:
        """If a frontier search has counted covers, their diagram replaces it."""
        self._take_in(entry)
        super().drop(entry)
        is_counted = entry.counts_only and entry.outcome is not None and entry.outcome.exhausted
        if is_counted and self._run.strategy.seed is None:
            self.entries.append(Entrant("diagram", partial(self._engine, self._graph_run())))

    def hand_over(self, winner: Entrant | None, into: Sink) -> None:
        for entry in self.entries:
            self._take_in(entry)
        most = self._run.budget.solutions
        if not self._ready:
            ready = deque(islice(self._found, self._given, most))
            self._ready, self._given = ready, self._given + len(ready)
        into.extend([*taken_from(self._ready)])

    def _reason(self, winner: Entrant, known: Outcome) -> str:
        others = list(dict.fromkeys(each.name for each in self.entries if each is not winner and each.member))
        if not others:
            return known.statistics.reason
        finding = "saw that there is none"
        if known.count:
            finding = "found all solutions" if known.exhausted else "found a solution"
        if known.statistics.engine == "linear":
            finding = known.statistics.reason
        return f"{finding}, before {listed(others, 'and')}"

    def others(self) -> list[Entrant]:
        matrix, run, problem = self._matrix, self._run, self._problem
        alone = run.by(run.strategy.replaced(threads=1))
        learning = alone.by(alone.strategy.replaced(engine="learning", memory=run.strategy.share("learning")))
        ahead = -tuning.portfolio_head_start  # it goes first: it is soon done
        found = [Entrant("learning", partial(self._engine, learning), pace=tuning.portfolio_favour)]
        if not self._found:
            self._refuter = Entrant("linear", partial(_refuter, matrix, problem, run), ahead)
            found.insert(0, self._refuter)
        if run.budget.solutions == 1 or self._instead:
            found.append(self._whole_tree(alone.limited()))
        if run.budget.solutions == 1 and run.strategy.seed is None and not MATCHING.lacks(matrix):
            begin = partial(self._engine, alone, AS_MATCHING)
            found.insert(0, Entrant(MATCHING.name, begin, ahead))
        if has_frontier_of_rules(matrix):
            room = min(run.strategy.rest("lanes", "learning", "linear"), tuning.portfolio_frontier)
            graph = alone.by(alone.strategy.replaced(engine=GRAPH, seed=None, memory=room))
            order = OPTIONS_COST * (len(matrix.entries) + len(matrix.options))
            found.append(Entrant(GRAPH, partial(self._engine, graph), order, _pace_of_frontier(matrix)))
        elif not is_ruled(matrix) and not ENGINES[GRAPH].lacks(matrix):
            order = ORDER_COST * frontier_order_work(problem)
            count = partial(self._engine, self._graph_run(), keep_covers=False)
            found.append(Entrant(GRAPH, count, order, counts_only=True))
        return found

    def _engine(self, run: Run, choice: Choice | None = None, keep_covers: bool = True) -> Engine:
        return Engine(self._matrix, run, keep_covers, choice, self._problem)

    def _optimizer(self) -> list[Entrant]:
        """It goes before all others: it is soon done."""
        matrix, run = self._matrix, self._run
        if run.budget.solutions != 1 or not matrix.bounds or matrix.constraints:
            return []
        from excover.search.portfolio.with_rules import FirstByOptimizer  # few searches have sums

        begin = partial(FirstByOptimizer, matrix, run, tuning.portfolio_optimizer)
        return [Entrant("the search for the best solution", begin, -tuning.portfolio_head_start)]

    def _graph_run(self) -> Run:
        room = self._run.strategy.rest("lanes", "learning", "linear")
        return self._run.by(self._run.strategy.replaced(engine="graph", seed=None, memory=room))

    def _whole_tree(self, one: Run) -> Entrant:
        size = lane_bytes(self._problem)
        if not ENGINES["lanes"].lacks(self._matrix) and has_room_for_lanes(size, self._run.strategy):
            return Entrant("lanes", partial(self._engine, one), fee=size, is_whole_tree=True)
        tree = one.by(one.strategy.replaced(engine="sparse"))
        begin = partial(self._engine, tree)
        fee, node_cost = TABLES * len(self._matrix.entries), tree_node_cost(self._matrix)
        return Entrant("the whole tree", begin, fee, node_cost=node_cost, is_whole_tree=True)


def _pace_of_frontier(matrix: Matrix) -> int:
    """Of a frontier search of rules: its states have the labels of paths, which learning knows by cuts."""
    return tuning.portfolio_favour if any(isinstance(each, Paths) for each in matrix.constraints) else 1


def _instead_of_lanes(matrix: Matrix, run: Run) -> Choice | None:
    """What begins where the conflict rows of the lanes take longer to make than a small search; these join it
    later.
    """
    size = len(matrix.options) ** 2 // 8
    is_choice = run.strategy.engine == "auto" and run.budget.solutions != 1
    if not is_choice or size <= tuning.portfolio_lane_bytes or ENGINES["lanes"].lacks(matrix):
        return None
    return Choice("sparse", f"conflict rows of {size / 2**20:.1f} MB take longer to make than a small search")


def _refuter(matrix: Matrix, problem: Problem, run: Run) -> Member:
    from excover.search.linear_refutation import LinearRefuter  # few searches are as long

    return LinearRefuter(matrix, problem, run)


def _refuter_of_others(matrix: Matrix, covers: Sequence[Cover], run: Run) -> Member:
    other = other_than(matrix.relaxed(), covers)
    return _refuter(other, native_problem(other, ENGINES["sparse"], other.upper), run)


def other_than(matrix: Matrix, covers: Sequence[Cover]) -> Matrix:
    """A matrix with a cover if this one has another cover than these: for each of them, a further item asks
    which of its options is missing. The first options are those of this matrix, of which no cover may be part
    of another one.
    """
    items, lower, upper = list(matrix.items), matrix.lower[:], matrix.upper[:]
    more: dict[int, list[int]] = {}
    missing: list[tuple[OptionName, int, int]] = []
    for number, cover in enumerate(covers):
        another = len(items)
        items.append(ItemName("another", (number,)))
        lower.append(1)
        upper.append(1)
        for option in cover:
            missing.append((OptionName("missing", (number, option)), another, len(items)))
            more.setdefault(option, []).append(len(items))
            items.append(ItemName("missing", (number, option)))
            lower.append(0)
            upper.append(1)
    starts, entries, colors = array("I", [0]), array("I"), array("I")
    for option in range(len(matrix.options)):
        own = slice(matrix.starts[option], matrix.starts[option + 1])
        entries += matrix.entries[own]
        entries.extend(more.get(option, []))
        colors += matrix.colors[own]
        colors.extend([0] * len(more.get(option, [])))
        starts.append(len(entries))
    for _, another, item in missing:
        entries.extend([another, item])
        colors.extend([0, 0])
        starts.append(len(entries))
    options = [*matrix.options, *(name for name, *_ in missing)]
    colored = matrix.colored + array("B", bytes(len(items) - len(matrix.items)))
    return Matrix(items, lower, upper, colored, options, starts, entries, colors)
