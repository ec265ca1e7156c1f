"""Refutes matrices by linear algebra, with several moduli.

>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> star = Matrix.build(  # three cells around a fourth, to be covered with dominoes
...     items=[(ItemName("cell", (k,)), 1, 1) for k in range(4)],
...     options=[(OptionName("domino", (k,)), [0, k]) for k in (1, 2, 3)],
... )
>>> refutation(star)
Weighing(weights={0: 3, 1: 1, 2: 1, 3: 1}, modulus=4)
>>> without_modulus(refutation(star), star)
Weighing(weights={0: -1, 1: 1, 2: 1, 3: 1})

If the weights of items add up to 0 for each option, they add up to 0 for every set of options; if they do not
add up to 0 over the needs of the items, there is no cover (as for a chessboard without two opposite corners:
1 for white cells, -1 for black ones). The core finds such weights by elimination; independent code here
verifies, option by option, that they are a proof.
"""

from __future__ import annotations

from collections import Counter
from math import gcd
from time import perf_counter

from excover.matrix.matrix import Matrix
from excover.search._core import LinearRefutation, Problem, Stop
from excover.search.consumers import REFUTATION
from excover.search.engine import ENDLESS, Sink, VerificationError
from excover.search.native import native_problem
from excover.search.outcome import Outcome, Statistics
from excover.search.refutation.weighing import Verification, Weighing
from excover.search.run import UNLIMITED, Run
from excover.search.tuning import tuning
from excover.search.work import work

OPTIONS = 100
"""Options in a turn: the work is looked at only between two turns, so that it decides alone."""

CHECKING = 30
"""Additions of the core that take as long as verifying an entry of the matrix here."""


class LinearRefuter:
    """A search for a refutation in slices like an engine, with which it takes turns.

    No answer depends on it alone, so if memory runs out, it is over without a result.
    """

    def __init__(self, matrix: Matrix, problem: Problem, run: Run) -> None:
        self._matrix, self._problem = matrix, problem
        self._memory = run.strategy.share("algebra")
        self._core: LinearRefutation | None = None
        self._check: Verification | None = None
        self._nodes = self._additions = self._checked = 0
        self._turn_ends = 0
        self._seconds = 0.0
        self.is_over = False
        self.weighing: Weighing | None = None

    @property
    def outcome(self) -> Outcome:
        """Exhausted only if there is a refutation. Its nodes are steps of the core, its updates additions."""
        modulo = f", modulo {self.weighing.modulus}" if self.weighing else ""
        reason = f"no sum of options is what the items need{modulo}"
        updates = self._additions + CHECKING * self._checked
        statistics = Statistics(self._nodes, updates, 0, self._seconds, "algebra", reason)
        return Outcome(0, self.weighing is not None, None, statistics)

    @property
    def has_found(self) -> bool:
        """Whether only the verification of a refutation remains."""
        return self._core is not None and self._core.modulus != 0

    @property
    def progress(self) -> float | None:
        """Unknown."""
        return None

    def hand_over(self, into: Sink) -> None:
        """It finds no covers."""

    def is_due(self, done: float) -> bool:
        """Whether it is next, beside a search that has done so much work.

        Neither a turn nor a verification is interrupted for another search, since time cuts both into slices.
        """
        is_in_turn = self._nodes < self._turn_ends or self.has_found
        return not self.is_over and (is_in_turn or work(self.outcome.statistics) < done)

    def run_turn(self) -> None:
        """Works for a moment, up to the end of its turn."""
        if self._nodes >= self._turn_ends:
            self._turn_ends = self._nodes + OPTIONS
        self.run_slice(nodes=self._turn_ends - self._nodes)

    def run_slice(self, solutions: int = 0, nodes: int = ENDLESS) -> None:
        """Works for a moment, up to that many options; continues after a KeyboardInterrupt, too."""
        began = perf_counter()
        try:
            self._work(nodes)
        except MemoryError:
            self._core, self.is_over = None, True
        finally:
            self._seconds += perf_counter() - began

    def _work(self, nodes: int) -> None:
        core = self._core
        if core is None:
            core = self._core = LinearRefutation(self._problem, self._memory)
        if core.modulus:
            self._verify(core)
            return
        is_done = core.run(0, nodes, tuning.slice_seconds) is Stop.EXHAUSTED
        self._nodes, self._additions = core.nodes, core.updates
        self.is_over = is_done and not core.modulus

    def _verify(self, core: LinearRefutation) -> None:
        """Continues the verification, or begins it again after a KeyboardInterrupt."""
        check, self._check = self._check or self._begin_check(core), None
        ends = perf_counter() + tuning.slice_seconds
        while check.is_unfinished and perf_counter() < ends:
            self._checked += check.go_on(OPTIONS)
        if check.is_unfinished:
            self._check = check
        elif not check.holds:
            raise VerificationError("weights refute nothing; this is a fault of excover, please report it")
        else:
            self.weighing, self.is_over = check.weighing, True

    def _begin_check(self, core: LinearRefutation) -> Verification:
        weights = {item: weight for item, weight in enumerate(core.weights) if weight}
        return Verification(Weighing(weights, core.modulus), self._matrix)


def refutation(matrix: Matrix, run: Run = UNLIMITED) -> Weighing | None:
    """A refutation, if elimination finds one within limited work. Raises Unfinished."""
    algebra, run = LinearRefuter(matrix, native_problem(matrix, REFUTATION), run), run.started()
    while algebra.is_due(tuning.refutation_work):
        run.check()
        algebra.run_turn()
    return algebra.weighing


def without_modulus(found: Weighing, matrix: Matrix) -> Weighing:
    """The same in small numbers: without the modulus, if that is still a proof."""
    small = _in_small_numbers(found)
    both = (Weighing({item: sign * weight for item, weight in small.weights.items()}) for sign in (1, -1))
    return next((plain for plain in both if plain.refutes(matrix)), small)


def _in_small_numbers(found: Weighing) -> Weighing:
    """The remainders of least size, of which the most frequent one is 1, if it is prime to the modulus."""
    modulus = found.modulus
    frequent = Counter(weight for weight in found.weights.values() if gcd(weight, modulus) == 1)
    factor = pow(frequent.most_common(1)[0][0], -1, modulus) if frequent else 1
    half = (modulus - 1) // 2
    small = {item: (factor * weight + half) % modulus - half for item, weight in found.weights.items()}
    return Weighing(small, modulus)
