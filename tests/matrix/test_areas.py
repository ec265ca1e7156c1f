"""`require .. as areas of`, compared with a plain reading of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from itertools import product

import pytest
from effort import examples

import excover

Cell = tuple[int, int]
Colored = dict[Cell, int]

SIDES = [(0, 1), (1, 0), (0, -1), (-1, 0)]
CORNERS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]


def area(start: Cell, marked: Collection[Cell], near: Collection[Cell]) -> int:
    """How many marked cells hang together with a cell, which counts if it is marked."""
    found, waiting = {start}, [start]
    while waiting:
        r, c = waiting.pop()
        for cell in ((r + i, c + j) for i, j in near):
            if cell in marked and cell not in found:
                found.add(cell)
                waiting.append(cell)
    return len(found & {*marked})


class Case:
    """A board whose cells have values, an `as areas` rule, and what it means."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        rows, columns = rng.choice([(2, 2), (2, 3), (1, 5), (3, 2)])
        self.cells = list(product(range(1, rows + 1), range(1, columns + 1)))
        self.values = range(1, rng.choice([2, 3]) + 1)
        self.near = rng.choice([SIDES, SIDES, CORNERS])
        condition, self.is_marked = rng.choice(
            [
                ("", lambda v: True),
                ("where v > 1", lambda v: v > 1),
                ("where v = 1", lambda v: v == 1),
            ]
        )
        corners = "at corners" if self.near is CORNERS else ""
        self.holds: Callable[[Colored], bool]
        if rng.random() < 0.6:
            self.per = rng.random() < 0.6
            words, self.sizes = rng.choice(
                [
                    ("v", lambda v: [v]),
                    ("3", lambda v: [3]),
                    ("v..v+1", lambda v: [v, v + 1]),
                    ("2..9", lambda v: range(2, 10)),
                    ("max(0, 5 - 2*v)", lambda v: [5 - 2 * v]),
                    ("{2, 1}", lambda v: [1, 2]),
                ]
            )
            ends, self.holds = "per v" if self.per else "", self.of_each
        else:
            some = rng.sample(self.cells, rng.choice([0, 1, 1, 2]))
            self.starts = {cell: rng.randrange(4) for cell in some}
            words, starts = "n", ", ".join(f"({p}, {n})" for p, n in self.starts.items())
            ends, self.holds = f"from q for (q, n) in {{{starts}}}", self.of_starts
        self.text = f"""
            board field {rows}x{columns}
            option value(p in field, v in 1..{len(self.values)}) covers field[p]
            require value(p, v) {condition} at p as areas of {words} {corners} {ends}
        """

    def marked(self, found: Colored) -> set[Cell]:
        return {cell for cell, value in found.items() if self.is_marked(value)}

    def of_each(self, found: Colored) -> bool:
        marked = self.marked(found)
        for cell in marked:
            own = {other for other in marked if not self.per or found[other] == found[cell]}
            if area(cell, own, self.near) not in self.sizes(found[cell]):
                return False
        return True

    def of_starts(self, found: Colored) -> bool:
        return all(area(start, self.marked(found), self.near) == size for start, size in self.starts.items())

    def expected(self) -> Iterator[Colored]:
        for values in product(self.values, repeat=len(self.cells)):
            found = dict(zip(self.cells, values, strict=True))
            if self.holds(found):
                yield found


@pytest.mark.parametrize("seed", range(examples(60)))
def test_plain_reading(seed: int) -> None:
    case = Case(seed)
    problem = excover.parse(case.text)
    expected = {tuple(sorted(found.items())) for found in case.expected()}
    found = [tuple(sorted(each.arguments for each in solution)) for solution in problem.solutions()]
    assert len(found) == len(expected)
    assert {*found} == expected
    assert problem.count() == len(expected)
    unique = excover.unique(problem)
    assert (unique.verdict.name, len(unique.solutions)) == ("UNIQUE", 1) if len(expected) == 1 else True
    assert len(unique.solutions) == min(2, len(expected))


def test_what_fails_first_has_no_solution() -> None:
    """An area of four cells, of which three can be marked."""
    text = """
        choose shaded(p in {(1, 1), (1, 2), (1, 3)})
        require shaded(p) at p as areas of 4 from (1, 1)
    """
    assert excover.parse(text).count() == 0


def test_symmetries_keep_areas() -> None:
    """The motions of the board keep areas of two cells, not the area of one corner."""
    text = "board field 2x2, may stay empty\nchoose shaded(p in field)\ndraw shaded(p) at p\n"
    text += "symmetry shaded(p) -> shaded((p[2], p[1]))\n"
    rule = "require shaded(p) at p as areas of 2"
    assert excover.parse(text + rule).count() == 5
    assert excover.parse(text + rule).count(up_to_symmetry=True) == 2
    with pytest.raises(excover.SpecError, match="E830"):
        excover.parse(text + "require shaded(p) at p as areas of 1 from (1, 2)").count(up_to_symmetry=True)


SHADED = "choose shaded(p in {{(1, 1), (1, 2)}})\nrequire shaded(p) at p as areas of {}\n"


@pytest.mark.parametrize("size", ["-1", "-1..2", "{-1, 0}", "true", "1..0", "{}", "{1, 3}", '"a"', "p"])
def test_what_is_no_size_is_refused(size: str) -> None:
    with pytest.raises(excover.SpecError, match="E838") as refused:
        excover.parse(SHADED.format(size)).count()
    assert refused.value.diagnostics[0].span.text == size


@pytest.mark.parametrize("most", [2, 10**12, 2**63 - 1])
def test_a_range_may_be_as_long_as_numbers_are(most: int) -> None:
    assert excover.parse(SHADED.format(f"1..{most}")).count() == 4
    assert excover.parse(SHADED.format(f"2..{most}")).count() == 2
