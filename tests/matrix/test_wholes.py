"""What `require` asks of all chosen options together, compared with published counts and a naive search."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, combinations, product
from typing import Any

import pytest
from commands import Run as RunCommand
from effort import examples, steps
from extras import skip_without

import excover
from excover.base.limits import Limits
from excover.base.source import Source
from excover.language.syntax.format import format_spec, formatted
from excover.matrix import expand_constraints
from excover.matrix.core_form import core
from excover.matrix.matrix_digest import matrix_digest
from excover.search import diagram, diagram_file
from excover.search.engine_table import PROGRAMS, EngineName
from excover.search.part_search import ROOT, PartSearch, Slice
from excover.search.run import UNLIMITED, Run
from excover.search.strategy import Strategy

Cell = tuple[int, ...]
Chosen = frozenset[Any]

SQUARE = [(0, 1), (1, 0), (0, -1), (-1, 0)]
TOUCHING = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
HEX = [(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)]

PAINT = """
board field {board}
option paint(cell in field) covers field[cell]
option plain(cell in field) covers field[cell]
require paint connected{near}
"""
FILLED = """
board field {board}
fill field with 0..1
require field(r, c, v) where v = 1 {place}
"""
LINES = """
param n = 2
let points = {(r, c) for r, c in 1..n}
item drawn[points, points] at most once
optional option line(p, q in points) where q in {(p[1], p[2] + 1), (p[1] + 1, p[2])} covers drawn[p, q]
require line(p, q) joining {p, q} as one loop
"""


def subsets(members: Collection[Any]) -> Iterator[Chosen]:
    return map(frozenset, chain.from_iterable(combinations(members, k) for k in range(len(members) + 1)))


def are_connected(chosen: Iterable[Any], near: Callable[[Any], Iterable[Any]]) -> bool:
    left = set(chosen)
    waiting = [left.pop()] if left else []
    while waiting:
        around = set(near(waiting.pop())) & left
        left -= around
        waiting += around
    return not left


def by_steps(steps: Iterable[Cell]) -> Callable[[Cell], list[Cell]]:
    return lambda cell: [tuple(a + b for a, b in zip(cell, step, strict=True)) for step in steps]


def is_loop(lines: Collection[tuple[Any, Any]]) -> bool:
    ends = list(chain.from_iterable(lines))
    near = lambda p: [a if b == p else b for a, b in lines if p in (a, b)]  # noqa: E731
    return bool(lines) and all(ends.count(p) == 2 for p in ends) and are_connected(ends, near)


def chosen(problem: excover.Problem, family: str, run: Run = UNLIMITED) -> list[Chosen]:
    """The arguments of the options of a family in each solution."""
    found = []
    for solution in problem.solutions(run):
        own = (option.arguments for option in solution if option.family == family)
        found.append(frozenset(each[0] if len(each) == 1 else each for each in own))
    return found


# Published counts


@pytest.mark.parametrize(
    ("n", "count"), [(1, 1), (2, 13), (3, 218), (4, 11_506), (5, 2_301_877), (7, 4_872_949_974_666)]
)
def test_connected_subsets_of_a_square(n: int, count: int) -> None:
    """A287151, without the empty set."""
    assert excover.parse(PAINT.format(board=f"{n}x{n}", near="")).count() == count + 1


@pytest.mark.parametrize(("n", "count"), [(1, 0), (2, 1), (3, 13), (4, 213), (5, 9349), (7, 487_150_371)])
def test_loops_in_a_grid(n: int, count: int) -> None:
    """A140517."""
    assert excover.parse(LINES, {"n": n}).count() == count


TREES = """
param n = 2
let points = {(r, c) for r, c in 1..n}
item total n*n-1 times
item met[points] at least 1 times
option edge(p, q in points) where q in {(p[1], p[2] + 1), (p[1] + 1, p[2])} covers total, met[p], met[q]
require edge(p, q) joining {p, q} connected
"""


@pytest.mark.parametrize(("n", "count"), [(2, 4), (3, 192), (4, 100_352)])
def test_trees_that_span_a_square(n: int, count: int) -> None:
    """A007341."""
    assert excover.parse(TREES, {"n": n}).count() == count


@pytest.mark.parametrize(
    ("items", "covers", "codes"),
    [
        ("item total 3 times", "total", ["W833"]),
        ("item met[b] at least 1 times", "met[x], met[y]", ["W833"]),
        ("item met[b]", "met[x], met[y]", []),
        ("", "b[x], b[y]", []),
    ],
)
@pytest.mark.parametrize("along", ["", " along {(x, y) for x, y in b where y in beside(x)}"])
def test_places_of_edges_and_of_dominoes(items: str, covers: str, codes: list[str], along: str) -> None:
    """Edges that meet at a place can be chosen together, dominoes there exclude each other."""
    problem = excover.parse(f"""
    board b 2x3, at most 6 holes
    {items}
    option line(x, y in b) where y in beside(x) and x < y covers {covers}
    require line(x, y) at {{x, y}} connected{along}
    """)
    assert [warning.code for warning in problem.warnings] == codes


def test_lines_that_hang_together() -> None:
    """Of all sets of lines between four points, two of which are joined twice; one line joins nothing."""
    ends = [(1, 2), (2, 3), (3, 4), (4, 1), (2, 1), (1, 3)]
    lines = ", ".join(f"({k}, {{{a}, {b}}})" for k, (a, b) in enumerate(ends))
    problem = excover.parse(f"""
    let lines = {{{lines}, (6, {{}})}}
    item drawn[lines] at most once
    optional option line((k, ends) in lines) covers drawn[(k, ends)]
    require line(k, ends) joining ends connected
    """)
    meet = lambda k: [other for other in range(6) if {*ends[k]} & {*ends[other]}]  # noqa: E731
    wanted = [each for each in subsets(range(7)) if are_connected(each - {6}, meet)]
    found = [frozenset(k for k, _ in each) for each in chosen(problem, "line")]
    assert sorted(map(sorted, found)) == sorted(map(sorted, wanted))


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 13), (3, 213)])
def test_loops_on_a_board_of_edges(n: int, count: int) -> None:
    """A140517 again: the ends of an edge are where the lattice has them."""
    spec = f"""
    board grid square_edges {n}x{n}
    option line(e in grid) covers grid[e]
    option blank(e in grid) covers grid[e]
    require line as one loop
    """
    assert excover.parse(spec).count() == count


def test_loops_through_all_points() -> None:
    """A003763: Hamiltonian cycles of a square of 4 by 4 and of 6 by 6."""
    spec = LINES.replace(
        "require", "item point[points] 2 times also line(p, q) covers point[p], point[q] require"
    )
    assert excover.parse(spec, {"n": 4}).count() == 6
    assert excover.parse(spec, {"n": 6}).count() == 1072


# Naive enumeration


@pytest.mark.parametrize(
    ("board", "near", "steps"),
    [
        ("3x4", "", SQUARE),
        ("3x3", " at corners", TOUCHING),
        ("hex 3x4", "", HEX),
        ("2x2x3", "", [(0, 0, 1), (0, 0, -1), (0, 1, 0), (0, -1, 0), (1, 0, 0), (-1, 0, 0)]),
    ],
)
def test_connected_cells(board: str, near: str, steps: list[Cell]) -> None:
    problem = excover.parse(PAINT.format(board=board, near=near))
    cells = [name.arguments[0] for name in problem.matrix.options if name.family == "paint"]
    expected = {each for each in subsets(cells) if are_connected(each, by_steps(steps))}
    found = chosen(problem, "paint")
    assert len(found) == len(expected)
    assert set(found) == expected


def test_sides_that_are_glued() -> None:
    """On a cylinder of one row, the painted cells are an arc, none, or all."""
    for n in (3, 5):
        assert excover.parse(PAINT.format(board=f"1x{n}, cylinder", near="")).count() == n * (n - 1) + 2


def test_positions_without_a_board() -> None:
    spec = """
    item stone[1..3, 1..3] at most once
    optional option put(r, c in 1..3) covers stone[r, c]
    require put(r, c) at {} connected{}
    """
    for place, near, ways in [("(r, c)", "", SQUARE), ("(r, c)", " at corners", TOUCHING)]:
        expected = [
            each for each in subsets([*product(range(1, 4), repeat=2)]) if are_connected(each, by_steps(ways))
        ]
        assert excover.parse(spec.format(place, near)).count() == len(expected)
    wide = "(r + c, 2 * c - 1, r)"
    moved = [(r + c, 2 * c - 1, r) for r, c in product(range(1, 4), repeat=2)]
    cube = [step for step in product((-1, 0, 1), repeat=3) if sum(map(abs, step)) == 1]
    expected = [each for each in subsets(moved) if are_connected(each, by_steps(cube))]
    assert excover.parse(spec.format(wide, "")).count() == len(expected)


def test_pieces_of_one_color_connected() -> None:
    """Dominoes and single cells of two colors; those of each color together are one piece."""
    spec = """
    board tray 3x3
    shapes piece
      |AA B C
    def hue(p) = 1 if p = "C" else 2
    place free piece on tray each 0..9 times
    """
    every = excover.parse(spec)
    expected = 0
    for solution in every.solutions():
        parts: dict[int, set[Cell]] = {1: set(), 2: set()}
        for option in solution:
            if option.family == "piece":
                parts[1 if option.arguments[0] == "C" else 2] |= set(option.arguments[1])
        expected += all(are_connected(cells, by_steps(SQUARE)) for cells in parts.values())
    assert 0 < expected < every.count()
    assert excover.parse(f"{spec} require piece connected per hue(piece)").count() == expected
    by_cells = f"{spec} require piece(p, cells) at cells connected per hue(p)"
    assert excover.parse(by_cells).count() == expected
    one = f'{spec} require piece(p, cells) where p = "C" connected'
    assert expected < excover.parse(one).count() < every.count()


def test_each_board_apart() -> None:
    spec = """
    board left 1x3
    board right 1x3
    option paint(b in 1..2, c in 1..3) covers left[1, c] if b = 1, right[1, c] if b = 2
    option plain(b in 1..2, c in 1..3) covers left[1, c] if b = 1, right[1, c] if b = 2
    require paint connected
    """
    assert excover.parse(spec).count() == 7 * 7  # all but the two ends of a row


def graphs(seed: int) -> tuple[str, list[tuple[int, int]], list[tuple[int, int]]]:
    """A random description of points, some of which are chosen; its pairs of neighbors and of rivals."""
    draw = random.Random(seed)
    every = [*combinations(range(1, 9), 2)]
    pairs, rivals = draw.sample(every, draw.randint(5, 11)), draw.sample(every, draw.randint(0, 4))
    lines = [f"item rival[1..{len(rivals)}] at most once"] if rivals else []
    lines += [
        "item spot[1..8]",
        "option yes(i in 1..8) covers spot[i]",
        "option no(i in 1..8) covers spot[i]",
    ]
    lines += [f"also yes(i) where i in {{{a}, {b}}} covers rival[{k}]" for k, (a, b) in enumerate(rivals, 1)]
    lines.append(f"require yes(i) at i connected along {{{', '.join(map(str, pairs))}}}")
    return "\n".join(lines), pairs, rivals


def expected_of(pairs: list[tuple[int, int]], rivals: list[tuple[int, int]]) -> set[Chosen]:
    near = lambda p: [a if b == p else b for a, b in pairs if p in (a, b)]  # noqa: E731
    free = (each for each in subsets(range(1, 9)) if not any(a in each and b in each for a, b in rivals))
    return {each for each in free if are_connected(each, near)}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    "strategy",
    [
        Strategy(),
        Strategy("sparse", threads=2),
        Strategy("learning"),
        Strategy(seed=3),
    ],
    ids=str,
)
def test_every_engine(seed: int, strategy: Strategy) -> None:
    spec, pairs, rivals = graphs(seed)
    problem = excover.parse(spec)
    expected = expected_of(pairs, rivals)
    found = chosen(problem, "yes", Run(strategy=strategy))
    assert len(found) == len(expected)
    assert set(found) == expected
    assert problem.count(Run(strategy=strategy)) == len(expected)


@pytest.mark.parametrize("seed", range(6))
def test_a_search_in_parts(seed: int) -> None:
    """Each part gives away what it can; loops and connected points are found once each."""
    spec, pairs, rivals = graphs(seed)
    for text, expected in [(spec, len(expected_of(pairs, rivals))), (LINES.replace("n = 2", "n = 4"), 213)]:
        search, rests, found = PartSearch(excover.parse(text).matrix, keep_covers=True), [ROOT], 0
        while rests:
            result = search.search(rests.pop(), Slice(nodes=7))
            rests += result.rests
            found += result.count
            assert len(result.covers) == result.count
        assert (found, search.engine) == (expected, "sparse")


@pytest.mark.slow
def test_loops_of_longer_pieces() -> None:
    """Sticks of two edges, straight and bent, that together form one loop."""
    spec = """
    board grid square_edges 2x3
    shapes stick square_edges
      |+I+I+ +L+
      |      L
      |      +
    place free stick on grid each at least 0 times
    option blank(e in grid) covers grid[e]
    """
    ends = {}
    for r, c in product(range(1, 6), range(1, 8)):
        if (r + c) % 2:
            ends[r, c] = ((r, c - 1), (r, c + 1)) if r % 2 else ((r - 1, c), (r + 1, c))
    expected = 0
    for solution in excover.parse(spec).solutions():
        edges = [cell for option in solution if option.family == "stick" for cell in option.arguments[1]]
        expected += is_loop([ends[edge] for edge in edges])
    assert expected > 0
    assert excover.parse(f"{spec} require stick as one loop").count() == expected


def test_no_line_is_no_loop() -> None:
    problem = excover.parse(
        "item a at most once optional option go() covers a require go as one loop".replace(
            "go as", "go() joining {1, 2} as"
        )
    )
    assert problem.count() == 0
    assert problem.solve() is None


def test_values_of_per_that_are_equal() -> None:
    spec = """
    item a[1..2]
    option yes(i in 1..2) covers a[i]
    option no(i in 1..2) covers a[i]
    require yes(i) at i connected along {} per {1, 2} if i = 1 else 1..2
    """
    assert excover.parse(spec).count() == 3


# What is not chosen, and decisions where they are

ABSENT = (
    "choose shaded(p in field)",
    "option plain(p in field) covers field[p] option shaded(p in field) covers field[p]",
    "choose shaded(p in field) from 0..1",
)


@pytest.mark.random
@pytest.mark.parametrize("seed", range(examples(60)))
def test_what_is_not_chosen(seed: int) -> None:
    """It is as a decision with two values, also where something is forbidden, or known by a condition."""
    rng = random.Random(f"not {seed}")
    board = rng.choice(["2x3", "3x3", "1x5", "3x3, torus", "hex 2x3", "2x2x2"])
    where = rng.choice(["", "p[1] < 2", "p[2] != 2"])
    place = rng.choice(["", "at p"])
    rule = rng.choice(
        ["connected", "connected per p[1]", "as areas of 2..3", "as areas of 1", "as areas of 4"]
    )
    corners = " at corners" if board[1:] in ("x3", "x5") and rng.random() < 0.5 else ""
    rule = rule.replace(" per", f"{corners} per") if " per" in rule else rule + corners
    cells = list(excover.parse(f"board field {board}, at most 9 holes").puzzle.boards[0].positions.values())
    some = rng.sample(cells, rng.randint(0, 2))
    found = []
    for stated in ABSENT:
        is_value, value = "from" in stated, ", 1" if "from" in stated else ""
        taken = "".join(f" forbid shaded({p}{value})" for p in some[:1])
        taken += "".join(
            f" require {'shaded' if is_value else 'not shaded'}({p}){' = 0' * is_value}" for p in some[1:]
        )
        condition = f"where {where}" if where else ""
        if is_value:
            condition = f"where v = 0{f' and {where}' * bool(where)}"
        statement = f"require {'shaded(p, v)' if is_value else 'not shaded(p)'} {condition} {place} {rule}"
        empty = "" if "covers" in stated else ", may stay empty"
        problem = excover.parse(f"board field {board}{empty} {stated} {taken} {statement}")
        each = chosen(problem, "shaded")
        found.append({frozenset(p for p, v in one if v) for one in each} if is_value else {*each})
        assert len(each) == len(found[-1]) == problem.count()
        for engine in ("sparse", "learning"):
            assert problem.count(Run(strategy=Strategy(engine))) == len(each)
    assert found[0] == found[1] == found[2]


def test_what_is_not_chosen_is_named_so() -> None:
    text = (
        "board field 1x3, may stay empty choose shaded(p in field) given shaded((1, 2)) forbid shaded((1, 1))"
    )
    problem = excover.parse(f"{text} forbid shaded((1, 3)) require not shaded connected")
    why = excover.why(problem)
    assert why.reason
    assert why.reason.text == "no solution keeps to `require not shaded connected`"
    assert len(why.clues) == 1


def test_symmetries_of_what_is_not_chosen() -> None:
    problem = excover.parse(f"board field 3x3 {ABSENT[1]} require not shaded connected")
    assert problem.symmetries.order == 8
    every = [frozenset(product((1, 2, 3), repeat=2)) - each for each in chosen(problem, "shaded")]
    assert problem.count(up_to_symmetry=True) == orbits(every, 3)
    assert len(every) == 219


# Symmetries


def orbits(found: Iterable[Chosen], n: int) -> int:
    turns: list[Callable[[Cell], Cell]] = [lambda p: (p[1], n + 1 - p[0]), lambda p: (p[0], n + 1 - p[1])]
    left = set(found)
    number = 0
    while left:
        number += 1
        waiting = [left.pop()]
        while waiting:
            each = waiting.pop()
            images = {frozenset(map(turn, each)) for turn in turns} & left
            left -= images
            waiting += images
    return number


def test_up_to_symmetry() -> None:
    """Connected sets of cells of a square, by their orbits."""
    problem = excover.parse(FILLED.format(board="3x3", place="connected"))
    every = [frozenset((r, c) for r, c, v in each if v) for each in chosen(problem, "field")]
    assert problem.symmetries.order == 8
    assert problem.count(up_to_symmetry=True) == orbits(every, 3)
    assert len(list(problem.solutions(up_to="symmetry"))) == orbits(every, 3)
    assert len(every) == 219


def test_a_motion_that_breaks_neighbors_is_none() -> None:
    """Joined along rows alone, a square can only be reflected."""
    row = "{(a, b) for a, b in field where a[1] = b[1] and b[2] = a[2] + 1}"
    problem = excover.parse(FILLED.format(board="2x2", place=f"at (r, c) connected along {row}"))
    assert problem.symmetries.order == 4
    assert excover.parse(FILLED.format(board="2x2", place="connected")).symmetries.order == 8
    assert (problem.count(), problem.count(up_to_symmetry=True)) == (7, 3)


def test_colors_that_are_exchanged() -> None:
    """A symmetry may map one constraint to another."""
    spec = """
    board field 1x4
    fill field with {"a", "b"}
    require field(r, c, v) connected per v
    symmetry field(r, c, v) -> field(r, c, "a" if v = "b" else "b")
    """
    problem = excover.parse(spec)
    assert problem.symmetries.order == 4
    assert (problem.count(), problem.count(up_to_symmetry=True)) == (8, 3)
    one = spec.replace("connected per v", 'where v = "a" connected')
    with pytest.raises(excover.SpecError, match="E830"):
        _ = excover.parse(one).symmetries


def test_places_that_cannot_be_told_apart() -> None:
    """Only the identity is said to preserve them."""
    spec = """
    item a[1..2]
    option x(i, k in 1..2) covers a[i]
    require x(i, k) at {5, 7} connected along {(5, 6), (6, 7)}
    symmetry x(i, k) -> x(3 - i, k)
    """
    with pytest.raises(excover.SpecError, match="E830"):
        _ = excover.parse(spec).symmetries


# Givens, uniqueness, reasons, verification


def test_givens_and_what_is_forbidden() -> None:
    problem = excover.parse(PAINT.format(board="1x5", near=""))
    given = problem.given(["paint((1, 1))", "paint((1, 4))"])
    assert given.count() == 2
    assert problem.forbid("paint((1, 3))").count() == 1 + 3 + 3
    assert given.given(["plain((1, 2))"]).count() == 0


def test_why_there_is_no_solution() -> None:
    spec = PAINT.format(board="1x5", near="") + "given paint((1, 1)), paint((1, 5)), plain((1, 3))"
    why = excover.why(excover.parse(spec))
    assert why.reason
    assert why.reason.text == "no solution keeps to `require paint connected`"
    assert len(why.clues) == 3


def test_the_reason_for_a_description() -> None:
    why = excover.why(
        excover.parse(
            LINES.replace("n = 2", "n = 1").replace("optional", "item z option o() covers z optional")
        )
    )
    assert why.reason
    assert why.reason.text == "no solution keeps to `require line as one loop`"


def test_unique_and_needless_clues() -> None:
    spec = PAINT.format(board="1x4", near="") + "given paint((1, 1)), paint((1, 4)), plain((1, 2))"
    assert not excover.parse(spec).count()
    spec = PAINT.format(board="1x4", near="") + "given paint((1, 1)), paint((1, 4)), paint((1, 2))"
    assert excover.unique(excover.parse(spec)).verdict is excover.Verdict.UNIQUE
    minimal = [len(each) for each in excover.minimal_clues(excover.parse(spec))]
    assert minimal == [2]


@pytest.mark.parametrize("seed", range(4))
def test_generated_puzzles(seed: int) -> None:
    """The clues leave one set of connected cells, by a look at all sets."""
    marks = "draw paint(cell) at cell as 1 draw plain(cell) at cell as 0"
    problem = excover.parse(PAINT.format(board="2x3", near="") + marks)
    cells = [*product((1, 2), (1, 2, 3))]
    (made,) = excover.generate(problem, seed)
    given = dict(zip(cells, made.drawing.replace("\n", ""), strict=True))
    fitting = [
        each
        for each in subsets(cells)
        if all(mark in ("." + "01"[cell in each]) for cell, mark in given.items())
        and are_connected(each, by_steps(SQUARE))
    ]
    assert len(fitting) == 1
    assert {name.arguments[0] for name in made.solution if name.family == "paint"} == fitting[0]


def test_the_digest_of_a_run_knows_it() -> None:
    """A run is not continued with another rule."""
    spec = PAINT.format(board="2x2", near="")
    rules = ["", " at corners", " per cell[1]"]
    texts = [spec.replace("paint connected", f"paint(cell) connected{rule}") for rule in rules]
    texts += [spec.replace("require paint connected", ""), spec.replace("paint connected", "plain connected")]
    assert len({matrix_digest(excover.parse(text).matrix) for text in texts}) == len(texts)


def test_a_cover_that_breaks_it_is_not_verified() -> None:
    problem = excover.parse(PAINT.format(board="1x3", near=""))
    problem.verify(["paint((1, 1))", "paint((1, 2))", "plain((1, 3))"])
    with pytest.raises(excover.CoverError, match=r"\(1, 1\) and \(1, 3\) are apart"):
        problem.verify(["paint((1, 1))", "plain((1, 2))", "paint((1, 3))"])
    square = excover.parse(LINES)
    square.verify([name for name in square.matrix.options if name.family == "line"])
    with pytest.raises(excover.CoverError, match=r"1 line ends at \(1, 1\)"):
        square.verify(["line((1, 1), (1, 2))"])


def test_bounds_on_sums_besides() -> None:
    spec = PAINT.format(board="2x3", near="") + "item area at most 3 units also paint(cell) covers area"
    cells = [*product((1, 2), (1, 2, 3))]
    expected = {each for each in subsets(cells) if len(each) < 4 and are_connected(each, by_steps(SQUARE))}
    for engine in ("auto", "learning"):
        strategy = Strategy(engine)
        assert set(chosen(excover.parse(spec), "paint", Run(strategy=strategy))) == expected


# What cannot keep to it


@pytest.mark.parametrize("form", ["dlx", "matrix", "cnf", "opb", "lp", "mps", "text", "yaml"])
def test_formats_refuse_it(form: str, run: RunCommand) -> None:
    found = run(f"expand p.xc --to {form}", p=PAINT.format(board="2x2", near=""))
    assert found.status != 0
    assert "require paint connected" in found.err
    assert not found.out


@pytest.mark.parametrize(
    "ask",
    [
        lambda problem: PartSearch(problem.matrix, "lanes"),
        lambda problem: problem.solve(Run(strategy=Strategy("lanes"))),
    ],
)
def test_what_is_refused(ask: Callable[[excover.Problem], object]) -> None:
    with pytest.raises(excover.SpecError, match="E825"):
        ask(excover.parse(PAINT.format(board="2x2", near="")))


@pytest.mark.parametrize("engine", ["auto", "sat", "clingo"])
def test_the_best_solution(engine: EngineName) -> None:
    """Cells pay in the corners, and cost between them."""
    spec = PAINT.format(board="3x3", near="").replace(
        "paint(cell in field) covers field[cell]",
        "paint(cell in field) covers field[cell] cost 3 - 4 * (1 - (cell[1] + cell[2]) mod 2)",
    )
    if engine in PROGRAMS:
        skip_without(PROGRAMS[engine].module)
    cells = [*product((1, 2, 3), repeat=2)]
    costs = [
        sum(-1 if (r + c) % 2 == 0 else 3 for r, c in each)
        for each in subsets(cells)
        if are_connected(each, by_steps(SQUARE))
    ]
    run = Run(strategy=Strategy(engine))
    assert excover.parse(f"{spec} minimize").best(run).cost == min(costs)
    assert excover.parse(f"{spec} maximize").best(run).cost == max(costs)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("sample --seed 1", "drawn from 14 solutions"),
        ("heatmap", "percent of 14 solutions"),
        ("starts --pieces 1", "0 of 8 starts"),
        ("diagram --save d", "14 solutions in"),
        ("estimate", "14"),
        ("tree", "14 solutions, 2 dead ends"),
    ],
)
def test_what_knows_all_solutions(command: str, said: str, run: RunCommand) -> None:
    name, *options = command.split()
    found = run(" ".join([name, "p.xc", *options]), p=PAINT.format(board="2x2", near=""))
    assert found.status in (0, 1)
    assert said in found.out + found.err


def test_too_many_solutions_for_a_diagram(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = excover.parse(PAINT.format(board="2x2", near=""))
    monkeypatch.setattr(diagram, "has_frontier_of_rules", lambda _matrix: False)
    monkeypatch.setattr(diagram_file, "MOST_LISTED", 13)
    with pytest.raises(excover.SpecError, match=r"more than 13 solutions.*connected"):
        excover.SolutionSet.of(problem)
    monkeypatch.setattr(diagram_file, "MOST_LISTED", 14)
    assert excover.SolutionSet.of(problem).count == 14


@pytest.mark.parametrize("engine", ["highs", "cp-sat", "sat", "clingo"])
def test_solvers_of_other_people_keep_to_it(engine: str, run: RunCommand) -> None:
    skip_without(PROGRAMS[engine].module)
    assert run(f"count p.xc --engine {engine}", p=PAINT.format(board="2x2", near="")).out == "14\n"
    assert run(f"count p.xc -p n=3 --engine {engine}", p=LINES).out == "13\n"


def test_the_engine_that_learns_keeps_to_it(run: RunCommand) -> None:
    """As many as by the sparse sets: with the rule, and with a sum in its place."""
    text = PAINT.format(board="2x2", near="")
    sums = text.split("require", maxsplit=1)[0] + "item area at most 3 units also paint(cell) covers area"
    for spec, number in [(text, "14"), (sums, "15")]:
        for engine in ("learning", "sparse"):
            assert run(f"count p.xc --engine {engine}", p=spec).out.strip() == number


def test_lines_of_clues_are_solved_one_by_one(run: RunCommand) -> None:
    marks = "draw paint(cell) at cell as 1 draw plain(cell) at cell as 0"
    spec = PAINT.format(board="1x3", near="") + marks
    assert run("solve p.xc --given-lines -", p=spec, stdin="1.1\n").out == "111\n"
    assert run("solve p.xc --given -", p=spec, stdin="1.1\n").out == "111\n"


def test_parentheses_have_all_arguments() -> None:
    """`paint()` is an option without arguments, `paint` any."""
    text = PAINT.format(board="2x2", near="")
    with pytest.raises(excover.SpecError, match="E225"):
        excover.parse(text.replace("paint connected", "paint() connected"))
    go = "item a optional option go() covers a require {} at (1, 1) connected"
    assert excover.parse(go.format("go()")).count() == excover.parse(go.format("go")).count() == 1


def test_it_has_a_core_form() -> None:
    problem = excover.parse(PAINT.format(board="2x2", near=""))
    written = format_spec(core(problem.puzzle, problem.compiled))
    assert "require paint connected" in written
    assert excover.parse(written).count() == problem.count()


def test_a_condition_without_arguments_is_written_as_it_is_read() -> None:
    text = "item a\noption go() covers a\nrequire go() where 1 < 2 at (1, 1) connected\n"
    assert formatted(Source("t", text)) == text


def test_lines_that_meet_in_a_place_are_counted_before_they_are_paired(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of 60 lines that meet in one place, each has 59 neighbors."""
    paired: list[object] = []

    def counted(lines: list[object], _: int) -> list[object]:
        paired.append(lines)
        return []

    monkeypatch.setattr(expand_constraints, "combinations", counted)
    text = "item hub[1..60]  option line(i in hub) covers hub[i]  require line(i) joining {0, i} connected"
    limits = Limits(entries=180 + 60 * 59)
    excover.parse(text, limits=limits)
    assert len(paired) == 61
    paired.clear()
    with pytest.raises(excover.SpecError) as caught:
        excover.parse(text, limits=limits.replaced(entries=limits.entries - 1))
    assert text[54:].startswith("require line")
    assert "<text>:1:55" in str(caught.value)
    assert paired == []


def test_neighbors_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A warning about them uses up no bindings."""
    read: list[object] = []
    pairs = expand_constraints._pairs

    def counted(*given: Any) -> object:
        read.append(given)
        return pairs(*given)

    monkeypatch.setattr(expand_constraints, "_pairs", counted)
    text = "item a[1..3]  option x(i in a) covers a[i]  require x(i) at i connected along {(1, 2), (2, 3)}"
    excover.parse(text)
    assert len(read) == 1


def test_neighbors_are_found_once_for_all_that_must_be_connected_apart() -> None:
    """Four times as many cells, each connected with itself alone, are four times the work, not sixteen."""

    def compiling(n: int) -> int:
        text = (
            f"board b {n}x{n} option f((r, c) in b) covers b[r, c] require f(r, c) connected per r * 99 + c"
        )
        return steps(lambda: excover.parse(text).matrix)

    compiling(5)  # what is made once
    assert compiling(20) < 6 * compiling(10)


# Everything reaches the edge

CUBES = [(*[0] * k, sign, *[0] * (2 - k)) for k in range(3) for sign in (1, -1)]
BOARDS = [
    ("1x4, may stay empty", SQUARE),
    ("3x3, may stay empty", SQUARE),
    ("3x4, may stay empty", SQUARE),
    (", may stay empty\n  |....\n  |.#..\n  |....\n", SQUARE),
    ("hex 3x3, may stay empty", HEX),
    ("3x1x3, may stay empty", CUBES),
]


def reaches(cells: Chosen, board: Collection[Cell], steps: Sequence[Cell], sides: Sequence[Cell]) -> bool:
    """Of each part of some cells, one has a side with no cell of the board behind it."""
    edge = {cell for cell in board if not {*by_steps(sides)(cell)} <= {*board}}
    return are_connected(
        {*cells, "edge"}, lambda p: edge if p == "edge" else [*by_steps(steps)(p), *["edge"] * (p in edge)]
    )


@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize(("board", "sides"), BOARDS)
def test_what_hangs_together_reaches_the_edge(board: str, sides: Sequence[Cell], corners: bool) -> None:
    if corners and sides is not SQUARE:
        pytest.skip("only squares meet at a corner alone")
    steps = TOUCHING if corners else sides
    rule = f"connected{' at corners' * corners} to the edge"
    valued = (
        f"board field {board} choose shaded(p in field) from 0..1 require shaded(p, v) where v = 1 {rule}"
    )
    absent = excover.parse(f"board field {board} choose lit(p in field) require not lit {rule}")
    problem = excover.parse(valued)
    cells = frozenset(problem.puzzle.boards[0].positions.values())
    expected = {each for each in subsets(cells) if reaches(each, cells, steps, sides)}
    found = [frozenset(p for p, v in each if v == 1) for each in chosen(problem, "shaded")]
    assert len(found) == len(expected) == problem.count()
    assert {*found} == expected == {cells - each for each in chosen(absent, "lit")}


@pytest.mark.parametrize("engine", ["sparse", "learning"])
def test_each_value_reaches_the_edge(engine: EngineName) -> None:
    """Of each class, also where it has one place in the middle."""
    text = "board field 3x3 fill field with 0..1 require field(r, c, v) connected to the edge per v"
    problem = excover.parse(text)
    cells = [*product((1, 2, 3), repeat=2)]
    every = [
        each
        for each in subsets(cells)
        if all(reaches(part, cells, SQUARE, SQUARE) for part in (each, frozenset(cells) - each))
    ]
    assert problem.count(Run(strategy=Strategy(engine))) == len(every)
    assert problem.count(up_to_symmetry=True) == orbits(every, 3)


def test_the_edge_is_no_option_of_solutions() -> None:
    problem = excover.parse(
        "board field 3x3, may stay empty choose shaded(p in field) require not shaded connected to the edge"
    )
    names = [f"shaded({p})" for p in [(1, 2), (2, 1), (2, 3)]]
    problem.verify(names)
    with pytest.raises(excover.CoverError, match=r"the edge and \(2, 2\) are apart"):
        problem.verify([*names, "shaded((3, 2))"])
    assert all(name.family == "shaded" for solution in problem.solutions() for name in solution)
    written = format_spec(core(problem.puzzle, problem.compiled))
    assert "require not shaded(p) at p connected to the edge" in written
    assert excover.parse(written).count() == problem.count() == 496
    why = excover.why(problem.given([*names, "shaded((3, 2))"]).forbid("shaded((2, 2))"))
    assert why.reason
    assert why.reason.text == "no solution keeps to `require not shaded connected to the edge`"


@pytest.mark.parametrize(
    ("options", "advice"),
    [
        ("k in 1..9, r in 1..2, c in 1..3", r"state its places: `f\(k, r, c\) at \(r, c\)`"),
        ("k in 1..2, r in 1..2, c in 1..3", "write `at` and a place"),
    ],
)
def test_places_are_named_where_it_is_clear_which_arguments_they_are(options: str, advice: str) -> None:
    text = f"board b 2x3, may stay empty choose f({options}) require f connected"
    with pytest.raises(excover.SpecError, match=advice):
        excover.parse(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("board b 3x3, torus, may stay empty choose f(p in b) require f connected to the edge", "E767"),
        ("choose f(i in 1..3) require f(i) at (i, i) connected to the edge", "E827"),
        ("board b 3x3, may stay empty lines f on b require f connected to the edge", "E832"),
    ],
)
def test_where_there_is_no_edge(text: str, code: str) -> None:
    with pytest.raises(excover.SpecError, match=code):
        excover.parse(text)
