r"""An exact cover problem as a formula for SAT solvers, in the DIMACS format.

>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> print(*(line for line in export(matrix) if "exact cover" not in line), sep="\n")
c 1 x()
c 2 y()
p cnf 2 2
-1 -2 0
1 2 0

Variable k is option k, as the comments state; the further variables are functions of these (see `clauses`),
so that the formula has exactly one model for each solution. `excover.formats.answers` reads its models.

Encodes the number of true literals in clauses that determine all further variables.

>>> clauses = Clauses(3)
>>> clauses.bound([1, 2, 3], 1, 1)
>>> sorted(clauses)
[(-2, -3), (-1, -3), (-1, -2), (1, 2, 3)]

C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005, with both directions
of each definition: the further variables are functions of the given ones, so that a formula has as many
models as the problem has solutions, and model counters count solutions.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import combinations

from excover.base.diagnostics import SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.words import visible
from excover.formats.exports import Export, Exported
from excover.language import messages
from excover.matrix.capabilities import ITEMS, Consumer, cardinality_constraints
from excover.matrix.matrix import Matrix

PAIRWISE = 6
"""Up to that many literals exclude each other pair by pair, in at most 15 clauses without a variable."""


class Clauses:
    """A formula in conjunctive normal form; variables are counted from 1, literals negative if negated."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self._literals = array("i")
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        start = 0
        for at, literal in enumerate(self._literals):
            if not literal:
                yield tuple(self._literals[start:at])
                start = at + 1

    def add(self, *literals: int) -> None:
        self._literals.extend(literals)
        self._literals.append(0)
        self._size += 1

    def new(self) -> int:
        self.variables += 1
        return self.variables

    def any_of(self, literals: Sequence[int]) -> int:
        """A variable that is true if one of the literals is; the literal itself if it is the only one."""
        if len(literals) == 1:
            return literals[0]
        found = self.new()
        for literal in literals:
            self.add(-literal, found)
        self.add(-found, *literals)
        return found

    def bound(self, literals: Sequence[int], low: int, high: int) -> None:
        """At least ``low`` and at most ``high`` of the literals are true."""
        count = len(literals)
        high = min(high, count)
        if low > count:
            self.add()
        elif low <= 1 == high:
            self._at_most_one(literals)
            if low:
                self.add(*literals)
        elif _width(count, low, high) <= _width(count, count - high, count - low):
            self._count(literals, low, high)
        else:  # most are true, so count the others
            self._count([-literal for literal in literals], count - high, count - low)

    def _at_most_one(self, literals: Sequence[int]) -> None:
        if len(literals) <= PAIRWISE:
            for literal, other in combinations(literals, 2):
                self.add(-literal, -other)
            return
        before = literals[0]  # one of those so far
        for literal in literals[1:-1]:
            self.add(-before, -literal)
            before = self.any_of([before, literal])
        self.add(-before, -literals[-1])

    def _count(self, literals: Sequence[int], low: int, high: int) -> None:
        width = _width(len(literals), low, high)
        reached: list[int] = []  # at k: more than k of the literals so far
        for literal in literals:
            if len(reached) >= high:
                self.add(*(-each for each in (*reached[high - 1 : high], literal)))
            ways = range(min(len(reached) + 1, width))
            reached = [self._one_more(reached[k : k + 1], reached[max(0, k - 1) : k], literal) for k in ways]
        if low:
            self.add(reached[low - 1])

    def _one_more(self, enough: list[int], nearly: list[int], literal: int) -> int:
        """True if ``enough`` is, or ``nearly`` and the literal; each of them one literal, or none."""
        if not enough and not nearly:
            return literal
        found = self.new()
        for each in enough:
            self.add(-each, found)
        self.add(*(-each for each in nearly), -literal, found)
        for each in (*nearly, literal):
            self.add(-found, *enough, each)
        return found


def counters(count: int, low: int, high: int) -> int:
    """The approximate number of variables that bound that many literals."""
    high = min(high, count)
    if low > count or low <= 1 == high:
        return count
    return count * min(_width(count, low, high), _width(count, count - high, count - low))


def _width(count: int, low: int, high: int) -> int:
    """The number to count to: the upper bound, or if all may be true, the lower bound."""
    return high if high < count else low


HEADER = "An exact cover problem: variable k is true where option k is chosen; its name follows the number."


def _lines(problem: Exported) -> Iterator[str]:
    """Raises SpecError if counting would take more variables than a matrix may have entries."""
    clauses = formula(problem.matrix, export, problem.limits)
    names = (f"{k} {option}" for k, option in enumerate(problem.matrix.options, 1))
    comments = [*problem.comments, HEADER, *names]
    yield from (f"c {visible(comment)}" for comment in comments)
    yield f"p cnf {clauses.variables} {len(clauses)}"
    yield from (" ".join(map(str, (*clause, 0))) for clause in clauses)


def formula(matrix: Matrix, consumer: Consumer, limits: Limits = DEFAULT) -> Clauses:
    """True if the first variables, one per option, are a solution. SpecError if it would be too long."""
    _check_size(matrix, limits)
    clauses = Clauses(len(matrix.options))
    for groups, lower, upper in cardinality_constraints(matrix, consumer):
        chosen = [clauses.any_of([option + 1 for option in group]) for group in groups]
        clauses.bound(chosen, lower, upper)
    return clauses


def _check_size(matrix: Matrix, limits: Limits) -> None:
    size = sum(
        counters(len(column), matrix.lower[item], matrix.upper[item])
        for item, column in enumerate(matrix.columns)
        if not matrix.colored[item]
    )
    if size > limits.entries:
        raise SpecError(messages.FormulaTooLong("variables", size, limits.entries, "entries"))


export = Export("cnf", "CNF", ITEMS, help="a formula for SAT solvers, in the DIMACS format", write=_lines)
