"""The number of covers up to symmetry, without listing them: Burnside's lemma.

>>> from excover.names import ItemName, OptionName
>>> cells = [(ItemName("cell", (k,)), 1, 1) for k in range(4)]  # of a square: 0 1 / 2 3
>>> dominoes = Matrix.build(cells, [(OptionName("d", p), p) for p in ((0, 1), (2, 3), (0, 2), (1, 3))])
>>> turn = array("I", [3, 2, 0, 1])
>>> group = [array("I", range(4)), turn, array("I", [1, 0, 3, 2]), array("I", [2, 3, 1, 0])]
>>> count_orbits(dominoes, group).count
1

A group has as many orbits of covers as its elements leave covers fixed on the average (W. Burnside, Theory of
Groups of Finite Order, 1897; known to Cauchy and Frobenius before). A cover is fixed by a permutation if and
only if it is a union of the permutation's cycles. So the fixed covers are those of a smaller matrix, which
has the cycles for options and is counted like any other.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from time import perf_counter

from excover.cover.matrix import UNBOUNDED, Matrix
from excover.cover.symmetry import Permutation
from excover.solve.engine import Budget, VerificationError
from excover.solve.outcome import Outcome
from excover.solve.search import UNLIMITED, StopRequest, count, never
from excover.solve.strategy import AUTO, Strategy

MOST_ELEMENTS = 4096
"""In a larger group, counting what each element fixes may take longer than listing."""


def count_orbits(
    matrix: Matrix,
    elements: Sequence[Permutation],
    budget: Budget = UNLIMITED,
    stop: StopRequest = never,
    strategy: Strategy = AUTO,
) -> Outcome | None:
    """The orbits of covers under a group: its elements are permutations of options, the first the identity.

    None where this way does not apply: the budget is one of solutions, the group has more than MOST_ELEMENTS,
    or an item of several covers gets different numbers of them from the cycles of an element. Where the
    budget does not suffice, the count is a lower bound. The statistics are sums over all counts.
    """
    if budget.solutions is not None or len(elements) > MOST_ELEMENTS:
        return None
    began, fixed, classes = perf_counter(), 0, 0
    spent: Outcome | None = None
    elements = _distinct(elements)
    for element, size in conjugacy_classes(elements):
        classes += 1
        quotient = matrix if element is elements[0] else fixed_covers(matrix, element)
        if quotient is None:
            return None
        outcome = count(quotient, _rest(budget, spent, began), stop, strategy)
        fixed += size * outcome.count
        spent = _sum(spent, outcome)
        if not outcome.exhausted:
            break
    assert spent is not None, "a group has an identity"
    if spent.exhausted and fixed % len(elements):
        raise VerificationError("the symmetries are no group; this is a fault of excover, please report it")
    reason = f"Burnside's lemma, with {classes} classes of {len(elements)} symmetries"
    statistics = replace(spent.statistics, reason=f"{reason}; {spent.statistics.reason}")
    return replace(spent, count=-(-fixed // len(elements)), statistics=statistics)


def conjugacy_classes(elements: Sequence[Permutation]) -> Iterator[tuple[Permutation, int]]:
    """The first of each class, with its size: the members of a class fix equally many covers.

    A class is what conjugation by generators reaches from one member: there are at most log2 of the group's
    order of them, where conjugation by all elements would take the square of the order.
    """
    generators = _generators(elements)
    known: set[bytes] = set()
    for element in elements:
        if element.tobytes() not in known:
            members = _closure(element, generators, _conjugate)
            known |= members
            yield element, len(members)


def _distinct(elements: Sequence[Permutation]) -> list[Permutation]:
    """Where givens leave few options, symmetries may agree on them: each as often as any other."""
    return list({element.tobytes(): element for element in elements}.values())


def _generators(elements: Sequence[Permutation]) -> list[Permutation]:
    """Some elements whose products are all of them, the first of which is the identity."""
    generators: list[Permutation] = []
    known = {elements[0].tobytes()}
    for element in elements:
        if element.tobytes() not in known:
            generators.append(element)
            known = _closure(elements[0], generators, _product)
    return generators


def _closure(
    start: Permutation,
    generators: Sequence[Permutation],
    action: Callable[[Permutation, Permutation], Permutation],
) -> set[bytes]:
    """All that an action of generators makes of an element, as bytes."""
    known, reached = {start.tobytes()}, [start]
    for element in reached:
        for generator in generators:
            image = action(element, generator)
            if image.tobytes() not in known:
                known.add(image.tobytes())
                reached.append(image)
    return known


def fixed_covers(matrix: Matrix, element: Permutation) -> Matrix | None:
    """A matrix with as many covers as the matrix has that a permutation of its options leaves fixed.

    Its options are the cycles that may be chosen: a cycle covers an item as often as its options together,
    which must not be more often than the item may be covered, nor in two colors. An item asks of the cycles
    what it asks of the options, if they all cover it once, or if it does not matter how often they do (as
    long as it is once at least). If they all cover it k times, its bounds are divided by k. Otherwise there
    is no such matrix, and the result is None.

    Items that ask the same are kept once. All items of a cycle of items do, since they have the same bounds
    and a cycle of options covers them equally often; so the matrix is smaller in its items too.
    """
    cycles = [cycle for cycle in cycles_of(element) if _is_usable(matrix, cycle)]
    rows: list[list[tuple[int, int, int]]] = [[] for _ in matrix.items]  # cycle, times, color
    for number, cycle in enumerate(cycles):
        for item, (times, color) in _covered(matrix, cycle).items():
            rows[item].append((number, times, color))
    kept: dict[object, _Constraint] = {}
    for item, row in enumerate(rows):
        constraint = _constraint(matrix, item, row)
        if constraint is None:
            return None
        kept.setdefault(constraint.sense, constraint)
    return _matrix_of(matrix, [cycle[0] for cycle in cycles], list(kept.values()))


def cycles_of(element: Permutation) -> Iterator[list[int]]:
    """Each from its least member on, in the order of those."""
    seen = bytearray(len(element))
    for start in range(len(element)):
        cycle = []
        at = start
        while not seen[at]:
            seen[at] = 1
            cycle.append(at)
            at = element[at]
        if cycle:
            yield cycle


@dataclass(frozen=True, slots=True)
class _Constraint:
    """What an item asks of the cycles: bounds, and the cycles that have it, each with its color."""

    item: int
    lower: int
    upper: int
    colored: bool
    members: tuple[tuple[int, int], ...]

    @property
    def sense(self) -> object:
        """Equal for items that ask the same: colors count by who shares them, in order of appearance."""
        numbers: dict[int, int] = {}
        members = [(cycle, numbers.setdefault(color, len(numbers))) for cycle, color in self.members]
        return self.lower, self.upper, self.colored, tuple(members)


def _is_usable(matrix: Matrix, cycle: list[int]) -> bool:
    """Its options can all be in one cover, as far as each item alone tells."""
    times: dict[int, int] = {}
    colors: dict[int, int] = {}
    for option in cycle:
        for entry in range(matrix.starts[option], matrix.starts[option + 1]):
            item, color = matrix.entries[entry], matrix.colors[entry]
            times[item] = times.get(item, 0) + 1
            if times[item] > matrix.upper[item] or colors.setdefault(item, color) != color:
                return False
    return True


def _covered(matrix: Matrix, cycle: list[int]) -> dict[int, tuple[int, int]]:
    """The items of a usable cycle, each with how often it is covered, and its color."""
    covered: dict[int, tuple[int, int]] = {}
    for option in cycle:
        for entry in range(matrix.starts[option], matrix.starts[option + 1]):
            item = matrix.entries[entry]
            covered[item] = covered.get(item, (0, 0))[0] + 1, matrix.colors[entry]
    return covered


def _constraint(matrix: Matrix, item: int, row: list[tuple[int, int, int]]) -> _Constraint | None:
    """None if there is none: the times differ and matter, or the bounds are no bounds of their multiples."""
    members = tuple((cycle, color) for cycle, _, color in row)
    if matrix.colored[item]:
        return _Constraint(item, 0, UNBOUNDED, True, members)
    lower, upper = matrix.lower[item], matrix.upper[item]
    total = sum(times for _, times, _ in row)
    if upper > 1 >= lower and upper >= total:
        return _Constraint(item, lower, UNBOUNDED, False, members)
    sizes = {times for _, times, _ in row} or {1}
    size = min(sizes)
    if size == 1 == len(sizes):
        return _Constraint(item, lower, upper, False, members)
    lower, upper = -(-lower // size), upper // size
    if len(sizes) > 1 or upper < max(2, lower):  # 0..1 would be a secondary item, which need not be
        return None
    return _Constraint(item, lower, upper, False, members)


def _matrix_of(matrix: Matrix, first: list[int], constraints: list[_Constraint]) -> Matrix:
    """With an item a constraint, and an option a cycle, which is called like its first option."""
    entries: list[list[tuple[int, int]]] = [[] for _ in first]
    for number, constraint in enumerate(constraints):
        for cycle, color in constraint.members:
            entries[cycle].append((number, color))
    return Matrix(
        items=[matrix.items[c.item] for c in constraints],
        lower=array("I", [c.lower for c in constraints]),
        upper=array("I", [c.upper for c in constraints]),
        colored=array("B", [c.colored for c in constraints]),
        options=[matrix.options[option] for option in first],
        starts=array("I", accumulate(map(len, entries), initial=0)),
        entries=array("I", [item for option in entries for item, _ in option]),
        colors=array("I", [color for option in entries for _, color in option]),
    )


def _product(element: Permutation, by: Permutation) -> Permutation:
    """First ``element``, then ``by``."""
    return array("I", map(by.__getitem__, element))


def _conjugate(element: Permutation, by: Permutation) -> Permutation:
    """``by`` * ``element`` * ``by`` inverse: what ``element`` does, seen where ``by`` leads."""
    result = array("I", bytes(4 * len(element)))
    for option, image in enumerate(element):
        result[by[option]] = by[image]
    return result


def _rest(budget: Budget, spent: Outcome | None, began: float) -> Budget:
    """What is left of a budget."""
    nodes, seconds = budget.nodes, budget.seconds
    if nodes is not None and spent is not None:
        nodes = max(0, nodes - spent.statistics.nodes)
    if seconds is not None:
        seconds = max(0.0, seconds - (perf_counter() - began))
    return Budget(nodes=nodes, seconds=seconds)


def _sum(spent: Outcome | None, outcome: Outcome) -> Outcome:
    """The later outcome, with the cost of both."""
    if spent is None:
        return outcome
    return replace(outcome, statistics=spent.statistics + outcome.statistics)
