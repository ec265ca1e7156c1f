"""Proofs by area and by colors of cells: what can be covered of a color, compared with what must be covered.

>>> from excover.problem.problem import load
>>> odd = load("dominoes", {"rows": 3, "columns": 3})
>>> print(refuting_coloring(odd.matrix).wording)
there are 9 `field` items to cover, and every option covers 2 of them

A coloring gives each item of a family a number by its coordinates; an option covers a sum of these. If
options also cover one item of another family, such as a piece, the sums that each of these items allows
matter. S. Golomb, *Polyominoes* (1965), has most of the colorings.

Items that compete: more items of one family than there are items of the other that each of them needs.

>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build(
...     items=[(ItemName("hole", (k,)), 0, 1) for k in range(2)]
...     + [(ItemName("pigeon", (k,)), 1, 1) for k in range(3)],
...     options=[(OptionName("sits", (p, h)), [h, 2 + p]) for p in range(3) for h in range(2)],
... )
>>> hall_sets(matrix)
Competition(needing=(2, 3, 4), needed=(0, 1))

This is P. Hall's condition (*On representatives of subsets*, 1935); a violating set is what alternating paths
can reach from an item that a maximum matching leaves out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, product
from math import gcd
from typing import NamedTuple

from excover.base.words import plural
from excover.matrix.matrix import Matrix
from excover.search.linear_refutation import Weighing
from excover.search.run import UNLIMITED, Run
from excover.search.tuning import tuning

CellColors = Callable[[Sequence[int]], int]
MODULI = (2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class ItemWeights:
    """``colors`` of the items of a family: 1 for all (an area), 1 and -1 (black, white), or 1 (marked) and 0.

    ``proof`` refutes the matrix with them; ``wording`` describes it.
    """

    family: str
    colors: Mapping[int, int]
    proof: Weighing
    wording: str

    @property
    def is_area(self) -> bool:
        return set(self.colors.values()) == {1}


def refuting_coloring(matrix: Matrix, run: Run = UNLIMITED) -> ItemWeights | None:
    """The first of some usual colorings that excludes every solution; areas come first, and only the first
    ones are tried of a matrix that is large or has many families. Raises Unfinished.
    """
    most = tuning.coloring_looks // max(1, len(matrix.entries))
    spreads = [_Spread(matrix, *pair) for pair in islice(_colorable(matrix), most)]
    dimensions = {spread.dimension for spread in spreads}
    patterns = {dimension: list(_patterns(dimension)) for dimension in dimensions}
    tried = (
        (spread, patterns[spread.dimension][number])
        for number in range(max(map(len, patterns.values()), default=0))
        for spread in spreads
        if number < len(patterns[spread.dimension])
    )
    for spread, pattern in islice(tried, most):
        run.check()
        if found := spread.refuted_by(pattern):
            return found
    return None


def _colorable(matrix: Matrix) -> Iterator[tuple[str, str]]:
    """Families whose items have coordinates, many of them in an option; with each partner, and alone.

    Items that only require equal colors may be covered any number of times: they prove nothing.
    """
    most: dict[str, int] = {name.family: 0 for name in matrix.items}
    for option in range(len(matrix.options)):
        families = Counter(matrix.items[item].family for item in matrix.option_items(option))
        for family, times in families.items():
            most[family] = max(most[family], times)
    plane = {name.family: bool(name.indices) for name in matrix.items}
    for item, name in enumerate(matrix.items):
        plane[name.family] &= not matrix.colored[item] and all(type(index) is int for index in name.indices)
    for family in (family for family, times in most.items() if times > 1 and plane[family]):
        yield from ((family, other) for other, times in most.items() if times == 1 and other != family)
        yield family, ""


def _patterns(dimension: int) -> Iterator[CellColors]:
    """Areas, checkerboards, stripes, diagonals, and every second cell of every second row."""
    yield lambda at: 1
    yield lambda at: 1 - 2 * (sum(at) % 2)
    for axis in range(dimension):
        yield lambda at, axis=axis: 1 - 2 * (at[axis] % 2)  # type: ignore[misc]
    for modulus in (3, 4, 5) if dimension > 1 else (3,):
        for slope, k in product((1, -1) if dimension == 2 else (1,), range(modulus)):
            yield lambda at, m=modulus, s=slope, k=k: int((sum(at[:-1]) + s * at[-1]) % m == k)  # type: ignore[misc]
    for corner in product(range(2), repeat=dimension):
        yield lambda at, corner=corner: int(all(x % 2 == k for x, k in zip(at, corner, strict=True)))  # type: ignore[misc]


class _Spread:
    """What options cover of a family, by the partner's item that they also cover, or None."""

    def __init__(self, matrix: Matrix, family: str, partner: str) -> None:
        self.matrix, self.family, self.partner = matrix, family, partner
        names = [name.family for name in matrix.items]
        self.own = [i for i, name in enumerate(names) if name == family]
        self.dimension = len(matrix.items[self.own[0]].indices)
        mine = set(self.own)
        self.covered: dict[int | None, list[list[int]]] = {}
        for option in range(len(matrix.options)):
            row = matrix.option_items(option)
            by = next((item for item in row if names[item] == partner), None)
            self.covered.setdefault(by, []).append([item for item in row if item in mine])

    def refuted_by(self, pattern: CellColors) -> ItemWeights | None:
        """The coloring by a pattern, if it is a proof: by the maximum, the minimum, or remainders."""
        colors = {item: pattern(self.matrix.items[item].indices) for item in self.own}
        sums = {by: [sum(map(colors.__getitem__, row)) for row in rows] for by, rows in self.covered.items()}
        common = gcd(*(each for found in sums.values() for each in found))
        moduli = dict.fromkeys((*MODULI, *([common] if common > 1 else [])))
        for sign, modulus in ((1, 0), (-1, 0), *((1, modulus) for modulus in moduli)):
            case = _Case(self.matrix, self.family, self.partner, colors, sums, sign, modulus)
            proof = case.proof()
            if proof.refutes(self.matrix) and case.has_wording():
                return ItemWeights(self.family, case.counted(), proof, case.wording())
        return None


@dataclass(frozen=True, slots=True)
class _Case:
    """One coloring, and the sums of the options by the partner's item: maximum, minimum, or remainders."""

    matrix: Matrix
    family: str
    partner: str
    colors: Mapping[int, int]
    sums: Mapping[int | None, list[int]]
    sign: int
    modulus: int

    def counted(self) -> dict[int, int]:
        """The relevant colors: for the maximum, of what must be covered; for the minimum, of what may be
        covered.
        """
        matrix, exact = self.matrix, bool(self.modulus) or -1 in self.colors.values()
        lower, upper = matrix.lower, matrix.upper
        if exact:
            return {item: color for item, color in self.colors.items() if lower[item] == upper[item]}
        return {
            item: color for item, color in self.colors.items() if (lower if self.sign > 0 else upper)[item]
        }

    def proof(self) -> Weighing:
        weights = {item: self.sign * color for item, color in self.counted().items()}
        for by, found in self.sums.items():
            if by is not None:
                weights[by] = -found[0] if self.modulus else -max(self.sign * each for each in found)
        if self.modulus:
            weights = {item: weight % self.modulus for item, weight in weights.items()}
        return Weighing(weights, self.modulus)

    def has_wording(self) -> bool:
        """Remainders are shown where items are covered a fixed number of times."""
        return not self.modulus or len(self.proof().remainders(self.matrix)) == 1

    def wording(self) -> str:
        return f"{self._there()}, and {self._reached()}"

    def _there(self) -> str:
        values = list(self.counted().values())
        if -1 in values:
            black, white = values.count(1), values.count(-1)
            return f"colored as drawn, {black:,} `{self.family}` items are B and {white:,} are W"
        if 0 in values:
            return f"{plural(values.count(1), f'`{self.family}` item')} are marked as drawn"
        return f"there are {len(values):,} `{self.family}` items to cover"

    def _reached(self) -> str:
        signed = -1 in self.colors.values()
        what = "more B than W" if signed else "of them"
        number = "the number of B less that of W" if signed else "the number of them"
        alike = {each for found in self.sums.values() for each in found}
        if signed and alike == {0}:
            return "every option covers as many B as W"
        if len(alike) == 1 and not any(
            weight for by, weight in self.proof().weights.items() if by in self.sums
        ):
            return f"every option covers {alike.pop():,} {what}"
        bound = "at most" if self.sign > 0 else "at least"
        if not self.modulus:
            chosen = "may" if self.sign > 0 else "must"
            return f"what {chosen} be chosen covers {bound} {self._bound():,} {what}"
        if set(self.sums) == {None}:
            return f"in every option, {number} is a multiple of {self.modulus}"
        rest = sum(found[0] for by, found in self.sums.items() if by is not None) % self.modulus
        chosen = f"whichever options cover the `{self.partner}` items"
        return f"{chosen}, {number} that they cover leaves {rest} when divided by {self.modulus}"

    def _bound(self) -> int:
        """What the options of all partners can reach."""
        return -self.sign * self.proof().least(self.matrix, [item for item in self.sums if item is not None])


class Competition(NamedTuple):
    """Every option that covers one of ``needing`` covers one of ``needed``, which are fewer, or a closed
    item.
    """

    needing: tuple[int, ...]
    needed: tuple[int, ...]


def closed_items(matrix: Matrix) -> set[int]:
    """The items with the bound 0: no option that covers one can be chosen."""
    return {item for item, most in enumerate(matrix.upper) if most == 0 and not matrix.colored[item]}


def hall_sets(matrix: Matrix, run: Run = UNLIMITED) -> Competition | None:
    """A smallest one among those found, family by family; an item without any option also counts.

    Raises Unfinished.
    """
    if len(matrix.entries) > tuning.hall_entries:
        return None
    closed = closed_items(matrix)
    every = map(matrix.option_items, range(len(matrix.options)))
    rows = [row for row in every if closed.isdisjoint(row)]
    found = list(_idle(matrix, rows))
    families = _families_of(matrix)
    for needing, needed in permutations(dict.fromkeys(families), 2):
        run.check()
        if not found:
            found += _between(matrix, rows, families, needing, needed)
    return min(found, key=lambda each: len(each.needing), default=None)


def _families_of(matrix: Matrix) -> list[str]:
    """The families of all items; those without indices are one family."""
    return [name.family if name.indices else "" for name in matrix.items]


def _idle(matrix: Matrix, rows: Sequence[Sequence[int]]) -> Iterator[Competition]:
    covered = {item for row in rows for item in row}
    for item in range(len(matrix.items)):
        if matrix.lower[item] and item not in covered:
            yield Competition((item,), ())
            return


def _between(
    matrix: Matrix, rows: Sequence[Sequence[int]], family: Sequence[str], needing: str, needed: str
) -> Iterator[Competition]:
    """For two families: a conflict for each item that a maximum matching leaves out."""
    choices: dict[int, dict[int, None]] = {
        item: {} for item, name in enumerate(family) if name == needing and matrix.lower[item]
    }
    for row in rows:
        able = [item for item in row if family[item] == needed and matrix.upper[item] == 1]
        for item in row:
            if item in choices:
                if not able:
                    del choices[item]  # it does not need one
                else:
                    choices[item].update(dict.fromkeys(able))
    matching = _Matching(choices)
    for item in choices:
        if not matching.augment(item):
            yield matching.reached(item)


class _Matching:
    """Grows by augmenting paths (H. Kuhn, 1955)."""

    def __init__(self, choices: dict[int, dict[int, None]]) -> None:
        self._choices = choices
        self._owner: dict[int, int] = {}

    def augment(self, item: int) -> bool:
        """Gives the item one of its choices, moving others as necessary."""
        came_from: dict[int, int] = {}
        waiting = [item]
        for one in waiting:
            for choice in self._choices[one]:
                if choice in came_from:
                    continue
                came_from[choice] = one
                if choice not in self._owner:
                    self._shift(choice, came_from, item)
                    return True
                waiting.append(self._owner[choice])
        return False

    def _shift(self, choice: int, came_from: dict[int, int], item: int) -> None:
        previous = {owner: owned for owned, owner in self._owner.items()}
        while True:
            one = came_from[choice]
            self._owner[choice] = one
            if one == item:
                return
            choice = previous[one]

    def reached(self, item: int) -> Competition:
        """All that alternating paths reach from an unmatched item: items, and the fewer that they need."""
        items, needed = [item], dict[int, None]()
        for one in items:
            for choice in self._choices[one]:
                if choice not in needed:
                    needed[choice] = None
                    items.append(self._owner[choice])
        return Competition(tuple(sorted(items)), tuple(sorted(needed)))
