"""Refutes matrices by linear algebra, with several moduli.

>>> from excover.cover.matrix import Matrix
>>> from excover.names import ItemName, OptionName
>>> star = Matrix.build(  # three cells around a fourth, to be covered with dominoes
...     items=[(ItemName("cell", (k,)), 1, 1) for k in range(4)],
...     options=[(OptionName("domino", (k,)), [0, k]) for k in (1, 2, 3)],
... )
>>> refutation(star)
Weighing(weights={0: 3, 1: 1, 2: 1, 3: 1}, modulus=4)
>>> without_modulus(refutation(star), star)
Weighing(weights={0: -1, 1: 1, 2: 1, 3: 1}, modulus=0)

If the weights of items add up to 0 for each option, they add up to 0 for every set of options; if they do not
add up to 0 over the needs of the items, there is no cover (as for a chessboard without two opposite corners:
1 for white cells, -1 for black ones). The core finds such weights by elimination; independent code here
verifies, option by option, that they are a proof.
"""

from __future__ import annotations

from time import perf_counter

from excover._core import LinearRefutation, Problem, Stop
from excover.cover.matrix import Matrix
from excover.solve.engine import ENDLESS, VerificationError
from excover.solve.native import native_problem
from excover.solve.outcome import Outcome, Statistics
from excover.solve.refutation.weighing import Weighing
from excover.solve.run import UNLIMITED, Run
from excover.solve.tuning import tuning
from excover.solve.work import work

OPTIONS = 100
"""Options between two checks of the work."""


class Algebra:
    """A search for a refutation in slices like an engine, with which it takes turns."""

    def __init__(self, matrix: Matrix, problem: Problem, run: Run) -> None:
        self._matrix = matrix
        self._core = LinearRefutation(problem, min(run.strategy.room, tuning.algebra_bytes))
        self._seconds = 0.0
        self.is_over = False
        self.weighing: Weighing | None = None

    @property
    def outcome(self) -> Outcome:
        """Exhausted only if there is a refutation. Its nodes are options, its updates additions."""
        modulo = f", modulo {self.weighing.modulus}" if self.weighing else ""
        reason = f"no sum of options is what the items need{modulo}"
        core = self._core
        statistics = Statistics(core.nodes, core.updates, 0, self._seconds, "algebra", reason)
        return Outcome(0, self.weighing is not None, None, statistics)

    def run_slice(self, solutions: int = 0, nodes: int = ENDLESS) -> None:
        """Works for a moment, up to that many options; continues after a KeyboardInterrupt, too."""
        began = perf_counter()
        self.is_over = self._core.run(nodes, tuning.slice_seconds) is Stop.EXHAUSTED
        self._seconds += perf_counter() - began
        if self.is_over and self._core.modulus:
            self.weighing = self._verified()

    def _verified(self) -> Weighing:
        weights = {item: weight for item, weight in enumerate(self._core.weights) if weight}
        found = Weighing(weights, self._core.modulus)
        if not found.refutes(self._matrix):
            raise VerificationError("weights refute nothing; this is a fault of excover, please report it")
        return found


def refutation(matrix: Matrix, run: Run = UNLIMITED) -> Weighing | None:
    """A refutation, if elimination finds one within limited work. Raises Unfinished."""
    algebra, run = Algebra(matrix, native_problem(matrix), run), run.started()
    while not algebra.is_over and work(algebra.outcome.statistics) < tuning.refutation_work:
        run.check()
        algebra.run_slice(nodes=OPTIONS)
    return algebra.weighing


def without_modulus(found: Weighing, matrix: Matrix) -> Weighing:
    """The same with the remainders of least size as weights, if that is still a proof."""
    modulus = found.modulus
    signed = {
        item: (weight + modulus // 2) % modulus - modulus // 2 for item, weight in found.weights.items()
    }
    both = (Weighing({item: sign * weight for item, weight in signed.items()}) for sign in (1, -1))
    return next((plain for plain in both if plain.refutes(matrix)), found)
