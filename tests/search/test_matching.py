"""Options of two items: a first solution by a matching, and counts of planar graphs by a Pfaffian."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from math import prod
from random import Random

import pytest
from effort import examples
from matrices import exact

from excover import Run, Status, Strategy
from excover.matrix.matrix import Matrix
from excover.matrix.verify import verify
from excover.search._core import PfaffianCount
from excover.search.engine_table import PFAFFIAN
from excover.search.native import native_problem
from excover.search.outcome import Outcome
from excover.search.search import Search, count
from excover.search.tuning import tuned

Point = tuple[int, ...]


def graph(pairs: Iterable[tuple[object, object]]) -> Matrix:
    """To be covered by pairs, each point once."""
    pairs = list(pairs)
    points = {
        point: k for k, point in enumerate(sorted({point for pair in pairs for point in pair}, key=str))
    }
    return exact(len(points), [sorted((points[a], points[b])) for a, b in pairs])


def neighbors(cells: Iterable[Point]) -> Iterator[tuple[Point, Point]]:
    cells = set(cells)
    for r, c in cells:
        yield from (((r, c), other) for other in ((r + 1, c), (r, c + 1)) if other in cells)


def square(side: int) -> Matrix:
    return graph(neighbors(product(range(side), repeat=2)))


def aztec_diamond(order: int) -> Matrix:
    """Of the squares whose distances to its centre are at most as much."""
    around = [2 * k + 1 for k in range(-order, order)]
    return graph(
        neighbors(
            ((r - 1) // 2, (c - 1) // 2) for r in around for c in around if abs(r) + abs(c) <= 2 * order
        )
    )


def hexagon(a: int, b: int, c: int) -> Matrix:
    """Its triangles, upright ones and others, and the lozenges of two of them."""
    cells = list(product(range(a + b), range(b + c)))
    upright = [(x, y) for x, y in cells if b <= x + y < a + b + c]
    others = {(x, y) for x, y in cells if b <= x + y + 1 < a + b + c}
    beside = [((x, y), (x - dx, y - dy)) for x, y in upright for dx, dy in ((0, 0), (1, 0), (0, 1))]
    return graph((("upright", one), ("other", other)) for one, other in beside if other in others)


def by_pfaffian(matrix: Matrix) -> Outcome:
    with tuned(count_head_start=0):
        return count(matrix, Run(strategy=Strategy(symmetry=False)))


@pytest.mark.parametrize(
    ("side", "tilings"),
    [
        # OEIS A004003
        (2, 2),
        (10, 258584046368),
        (12, 53060477521960000),
        (16, 2444888770250892795802079170816),
        (20, 1269984011256235834242602753102293934298576249856),
    ],
)
def test_squares_are_tiled_by_dominoes(side: int, tilings: int) -> None:
    outcome = by_pfaffian(square(side))
    assert (outcome.count, outcome.exhausted) == (tilings, True)
    assert outcome.statistics.engine == "pfaffian" or side == 2


def test_it_comes_before_the_order_of_a_frontier_search() -> None:
    """To find that order took a hundred times as long."""
    outcome = by_pfaffian(square(20))
    assert outcome.statistics.engine == "pfaffian"
    assert "`graph`" not in outcome.statistics.reason


@pytest.mark.parametrize("order", [1, 2, 5, 12])
def test_aztec_diamonds(order: int) -> None:
    """N. Elkies, G. Kuperberg, M. Larsen and J. Propp, Journal of Algebraic Combinatorics 1 (1992)."""
    assert by_pfaffian(aztec_diamond(order)).count == 2 ** (order * (order + 1) // 2)


@pytest.mark.parametrize("sides", [(1, 1, 1), (2, 3, 4), (4, 4, 4), (7, 5, 6)])
def test_hexagons_are_tiled_by_lozenges(sides: tuple[int, int, int]) -> None:
    """P. A. MacMahon, Combinatory Analysis (1916): plane partitions in a box."""
    a, b, c = sides
    corners = [i + j + k for i in range(a) for j in range(b) for k in range(c)]
    tilings = prod(corner + 2 for corner in corners) // prod(corner + 1 for corner in corners)
    assert by_pfaffian(hexagon(a, b, c)).count == tilings


def random_graph(random: Random) -> Matrix:
    """Some of the edges of a planar graph, or of any."""
    points = list(product(range(3), range(4)))
    pairs = list(combinations(points, 2))
    if random.random() < 0.6:
        pairs = [(a, b) for a, b in pairs if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1]
        pairs = [(a, b) for a, b in pairs if (a[0] - b[0]) * (a[1] - b[1]) >= 0]
    pairs = random.sample(pairs, random.randint(14, min(26, len(pairs))))
    pairs += random.choices(pairs, k=random.randrange(3))
    return graph(pairs)


def test_random_graphs_are_counted_and_decided_as_by_the_search() -> None:
    random, engines = Random(1), set()
    for _ in range(examples(400)):
        matrix = random_graph(random)
        listed = count(matrix, Run(strategy=Strategy("sparse"))).count
        outcome = by_pfaffian(matrix)
        assert outcome.count == listed
        engines.add(outcome.statistics.engine)
        with tuned(portfolio_head_start=0, portfolio_turn=1):
            search = Search(matrix, Run.within(solutions=1))
            found = [*search]
        assert len(found) == min(1, listed)
        for cover in found:
            verify(matrix, cover)
        assert search.outcome.status is (Status.SOLVED if listed else Status.NONE)
    assert {"pfaffian", "lanes"} <= engines


def test_a_graph_that_is_not_planar_is_counted_by_others() -> None:
    side = 4
    torus = graph(
        ((r, c), other)
        for r, c in product(range(side), repeat=2)
        for other in (((r + 1) % side, c), (r, (c + 1) % side))
    )
    with pytest.raises(ValueError, match="not planar"):
        PfaffianCount(native_problem(torus, PFAFFIAN), 10**6)
    outcome = by_pfaffian(torus)
    assert (outcome.count, outcome.exhausted) == (272, True)  # P. W. Kasteleyn, Physica 27 (1961)
    assert outcome.statistics.engine != "pfaffian"


def blossoms(number: int) -> Matrix:
    """Complete graphs of seven points, each joined to all points in the middle, which are two fewer."""
    pairs: list[tuple[object, object]] = []
    for k in range(number):
        flower = [("flower", k, point) for point in range(7)]
        pairs += [*combinations(flower, 2), *((flower[0], ("middle", other)) for other in range(number - 2))]
    return graph(pairs)


def test_many_odd_parts_are_refuted() -> None:
    """These are pigeons and holes, which take a search very long."""
    search = Search(blossoms(30), Run.within(solutions=1))
    assert [*search] == []
    assert (search.outcome.status, search.outcome.statistics.engine) == (Status.NONE, "matching")


def test_a_limit_of_time_ends_a_count_between_two_pairs() -> None:
    counting = PfaffianCount(native_problem(square(12), PFAFFIAN), 10**6)
    assert counting.progress == 0
    while counting.run(2**64 - 1, 5, 1.0).name == "NODES":
        assert counting.nodes % 5 == 0
    assert (counting.progress, counting.solutions) == (1, 53060477521960000)
