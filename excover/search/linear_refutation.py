"""Refutes matrices by linear algebra, with several moduli.

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

A proof is verified here, too, whoever has found it:

>>> row = Matrix.build(  # three cells in a row, and the two dominoes on them
...     items=[(ItemName("cell", (k,)), 1, 1) for k in range(3)],
...     options=[(OptionName("domino", (k,)), [k, k + 1]) for k in range(2)],
... )
>>> black_and_white = Weighing({0: 1, 1: -1, 2: 1})
>>> all_cells = Weighing({0: 1, 1: 1, 2: 1}, modulus=2)
>>> black_and_white.refutes(row), all_cells.refutes(row), Weighing({}).refutes(row)
(True, True, False)
>>> with_holes = Matrix.build(  # six cells, two pieces of five, and up to three holes
...     items=[*((ItemName("cell", (k,)), 1, 1) for k in range(6)), (ItemName("holes"), 0, 3)],
...     options=[(OptionName("piece", (k,)), [*range(k, k + 5)]) for k in range(2)]
...     + [(OptionName("hole", (k,)), [k, 6]) for k in range(6)],
... )
>>> by_area = Weighing(dict.fromkeys(range(6), 1) | {6: 4}, modulus=5)
>>> sorted(by_area.remainders(with_holes)), by_area.refutes(with_holes)
([0, 1, 3, 4], False)

Give every item a weight, and every option the sum of the weights of its items. Then the options of a solution
weigh as much as the items, each counted as often as it is covered. Without a modulus this is Farkas' lemma;
colorings of a board, areas, and Hall's condition are special cases. All arithmetic uses integers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import gcd
from time import perf_counter

from excover.base.frozen import Frozen
from excover.matrix.matrix import Matrix
from excover.search._core import LinearRefutation, Problem, Stop
from excover.search.engine import ENDLESS, Sink, VerificationError
from excover.search.engine_table import REFUTATION
from excover.search.native import native_problem
from excover.search.outcome import Outcome, Statistics, work
from excover.search.run import UNLIMITED, Run
from excover.search.tuning import tuning

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
        self._memory = run.strategy.share("linear")
        self._core: LinearRefutation | None = None
        self._check: Verification | None = None
        self._nodes = self._additions = self._checked = 0
        self._seconds = 0.0
        self.is_over = False
        self.weighing: Weighing | None = None

    @property
    def outcome(self) -> Outcome:
        """Exhausted only if there is a refutation. Its nodes are steps of the core, its updates additions."""
        modulo = f", modulo {self.weighing.modulus}" if self.weighing else ""
        reason = f"no sum of options is what the items need{modulo}"
        updates = self._additions + CHECKING * self._checked
        statistics = Statistics(self._nodes, updates, 0, self._seconds, "linear", reason)
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
            raise VerificationError.of("weights refute nothing")
        else:
            self.weighing, self.is_over = check.weighing, True

    def _begin_check(self, core: LinearRefutation) -> Verification:
        weights = {item: weight for item, weight in enumerate(core.weights) if weight}
        return Verification(Weighing(weights, core.modulus), self._matrix)


def refutation(matrix: Matrix, run: Run = UNLIMITED) -> Weighing | None:
    """A refutation, if elimination finds one within limited work. Raises Unfinished."""
    refuter, run = LinearRefuter(matrix, native_problem(matrix, REFUTATION, matrix.upper), run), run.started()
    turn_ends = 0
    while not refuter.is_over:
        known = refuter.outcome.statistics
        if known.nodes >= turn_ends and not refuter.has_found:
            if work(known) >= tuning.refutation_work:
                break
            turn_ends = known.nodes + OPTIONS
        run.check()
        refuter.run_slice(nodes=turn_ends - known.nodes)
    return refuter.weighing


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


class Weighing(Frozen):
    """Weights by item number; other items weigh nothing.

    Modulus 0: no option weighs more than 0, but what must be covered does. Otherwise: every option weighs a
    multiple of the modulus, but what is covered does not, however often each item is covered within its
    bounds. Options of items that must not be covered do not count, and an item may be covered at most as
    often as it has options.
    """

    weights: Mapping[int, int]
    modulus: int = 0

    def refutes(self, matrix: Matrix) -> bool:
        """Verifies the proof, option by option."""
        return self._verified(matrix).holds

    def remainders(self, matrix: Matrix) -> set[int]:
        """What all that is covered may leave when divided by the modulus, which is not 0."""
        return self._verified(matrix).remainders

    def least(self, matrix: Matrix, items: Iterable[int] | None = None) -> int:
        """The least total weight of all that is covered, or of these items, each as often as it must or may
        be.
        """
        return self._verified(matrix).least_of(self.weights if items is None else items)

    def _verified(self, matrix: Matrix) -> Verification:
        check = Verification(self, matrix)
        check.go_on(len(matrix.options))
        return check

    def needed(self, matrix: Matrix) -> int:
        """The total weight of the items, each counted as often as it must be covered."""
        return sum(weight * matrix.lower[item] for item, weight in self.weights.items())


class Verification:
    """The verification of a proof in parts, since a matrix may be large."""

    def __init__(self, weighing: Weighing, matrix: Matrix) -> None:
        self.weighing, self._matrix = weighing, matrix
        self._barred = {
            item for item, most in enumerate(matrix.upper) if most == 0 and not matrix.colored[item]
        }
        self._covering = {item: 0 for item, weight in weighing.weights.items() if weight}
        self._weights_fit = not any(matrix.colored[item] for item in self._covering)
        self._next = 0

    @property
    def is_unfinished(self) -> bool:
        return self._weights_fit and self._next < len(self._matrix.options)

    @property
    def holds(self) -> bool:
        """Whether the proof is right; false before the end."""
        if self.is_unfinished or not self._weights_fit:
            return False
        return 0 not in self.remainders if self.weighing.modulus else self.least_of(self._covering) > 0

    @property
    def remainders(self) -> set[int]:
        """See the method of a weighing; right at the end."""
        modulus, lower = self.weighing.modulus, self._matrix.lower
        reached = {self.weighing.needed(self._matrix) % modulus}
        for item in self._covering:
            slack = min(self._most(item) - lower[item], modulus - 1)
            if slack > 0:
                steps = [times * self.weighing.weights[item] for times in range(slack + 1)]
                reached = {(before + step) % modulus for before in reached for step in steps}
        return reached

    def go_on(self, options: int) -> int:
        """Weighs so many further options, up to the first that is too heavy; returns the number of their
        entries.
        """
        begin, covering = self._next, self._covering
        end = self._next = min(begin + options, len(self._matrix.options))
        for option in range(begin, end):
            row = tuple(self._matrix.option_items(option))
            if not self._barred.isdisjoint(row):
                continue
            used = [item for item in row if item in covering]
            for item in used:
                covering[item] += 1
            weight = sum(map(self.weighing.weights.__getitem__, used))
            if weight % self.weighing.modulus != 0 if self.weighing.modulus else weight > 0:
                self._weights_fit = False
                break
        return self._matrix.starts[end] - self._matrix.starts[begin]

    def _most(self, item: int) -> int:
        """How often an item may be covered."""
        return min(self._matrix.upper[item], self._covering[item])

    def least_of(self, items: Iterable[int]) -> int:
        """See `Weighing.least`; right at the end."""
        weights, lower = self.weighing.weights, self._matrix.lower
        return sum(
            weights[item] * (lower[item] if weights[item] > 0 else self._most(item))
            for item in self._covering.keys() & items
        )
