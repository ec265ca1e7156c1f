"""`lines f on S`, `lines f along S`: compared with a plain reading, and with `choose`."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from importlib.util import find_spec
from itertools import combinations, product

import pytest
from effort import examples

import excover
from excover.base.source import Source
from excover.language.syntax.format import format_spec, formatted
from excover.matrix.core_form import core
from excover.search.engine_table import PROGRAMS
from excover.search.run import Run
from excover.search.strategy import EngineName, Strategy

Cell = tuple[int, int]
Line = tuple[Cell, Cell]


class Drawn:
    """Some lines, as conditions speak of them."""

    def __init__(self, lines: frozenset[Line]) -> None:
        self.lines = lines

    def __call__(self, p: Cell, q: Cell | None = None) -> int:
        if q is None:
            return sum(p in line for line in self.lines)
        return (min(p, q), max(p, q)) in self.lines

    @property
    def are_loop(self) -> bool:
        ends = {end for line in self.lines for end in line}
        return bool(ends) and all(self(end) == 2 for end in ends) and self.hang_together

    def are_paths(self, labels: Mapping[Cell, int]) -> bool:
        """Lines are taken away from each end on, and none is left."""
        ends, left = set(labels), set(self.lines)
        if any(self(p) != 1 for p in ends) or any(
            self(p) != 2 for line in left for p in line if p not in ends
        ):
            return False
        for start in labels:
            place = start
            while line := next((each for each in left if place in each), None):
                left.remove(line)
                (place,) = {*line} - {place}
                if place in ends and labels[place] != labels[start]:
                    return False
        return not left

    @property
    def hang_together(self) -> bool:
        left, found = set(self.lines), list(self.lines)[:1]
        while found:
            line = found.pop()
            near = {each for each in left if not set(each).isdisjoint(line)}
            left -= near
            found += near - {line}
        return not left


RULES = {
    "f as one loop": lambda f, cells: f.are_loop,
    "f connected": lambda f, cells: f.hang_together,
    "f as paths between {((1, 1), 4), ((2, 2), 4)}": lambda f, cells: f.are_paths({(1, 1): 4, (2, 2): 4}),
    "f as paths between {(p, p[1]) for p in field where p[1] < 3 and p[2] < 3}": lambda f, cells: f.are_paths(
        {p: p[0] for p in cells if p[0] < 3 and p[1] < 3}
    ),
    "f as paths between {((1, 1), 0), ((2, 1), 0), ((1, 2), 0), ((2, 2), 0)}": lambda f, cells: f.are_paths(
        dict.fromkeys(product((1, 2), repeat=2), 0)
    ),
    "f(1, 1) = 1": lambda f, cells: f((1, 1)) == 1,
    "f(p) in {0, 2} for p in field": lambda f, cells: all(f(p) in (0, 2) for p in cells),
    "f(p) < f((1, 2)) + 2 for p in field": lambda f, cells: all(f(p) < f((1, 2)) + 2 for p in cells),
    "f((1, 2), (1, 1)) implies f((2, 2), (1, 2))": lambda f, cells: (
        not f((1, 2), (1, 1)) or f((2, 2), (1, 2))
    ),
    "sum(f(r, 1) for r in 1..3) >= 2": lambda f, cells: sum(f((r, 1)) for r in (1, 2, 3)) >= 2,
    "f((1, 1), (2, 1)) != f((1, 1), (0, 1))": lambda f, cells: f((1, 1), (2, 1)),
    "not f((2, 1), (1, 2))": lambda f, cells: True,
    "count(f(e) for e in {((1, 1), (1, 2)), ((2, 1), (1, 1))}) = 1": lambda f, cells: (
        f((1, 1), (1, 2)) != f((1, 1), (2, 1))
    ),
}


@pytest.mark.parametrize("seed", range(examples(60)))
def test_plain_reading(seed: int) -> None:
    rng = random.Random(seed)
    rows, columns = rng.choice([(2, 2), (2, 3), (3, 2)])
    field = list(product(range(1, rows + 1), range(1, columns + 1)))
    cells = field if rng.random() < 0.6 else rng.sample(field, len(field) - 1)
    steps = [(p, q) for p, q in combinations(sorted(cells), 2) if abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1]
    if rng.random() < 0.5:
        where = "on field" if cells is field else f"on {{{', '.join(map(str, cells))}}}"
    else:
        steps += [line for line in [((1, 1), (2, 2))] if rng.random() < 0.5]
        pairs = ", ".join(f"({b}, {a})" if rng.random() < 0.5 else f"({a}, {b})" for a, b in steps)
        where = f"along {{{pairs}}}"
    rules = rng.sample(sorted(RULES), rng.choice([1, 2]))
    text = f"board field {rows}x{columns}, may stay empty\nlines f {where}\n"
    text += "".join(f"require {rule}\n" for rule in rules)
    expected = set()
    for k in range(len(steps) + 1):
        for chosen in map(frozenset, combinations(steps, k)):
            if all(RULES[rule](Drawn(chosen), field) for rule in rules):
                expected.add(chosen)
    problem = excover.parse(text)
    found = [frozenset(each.arguments for each in solution) for solution in problem.solutions()]
    assert (len(found), {*found}) == (len(expected), expected), text
    assert excover.parse(format_spec(core(problem.puzzle, problem.compiled))).count() == len(expected), text


def test_a_place_of_another_kind_is_refused() -> None:
    text = "board field 2x2, may stay empty\nlines f on field\nrequire f({}) = 1\n"
    assert excover.parse(text.format("(1, 1)")).count() == 8
    for wrong in ("1", '"a"', "((1, 1), 2)", "(1, 1), (1, 2), (2, 2)"):
        with pytest.raises(excover.SpecError, match="E3"):
            excover.parse(text.format(wrong)).count()


def test_lines_are_drawn_unless_a_statement_does() -> None:
    text = "board field 1x2, may stay empty\nlines f on field\nrequire f(1, 1) = 1\n"
    assert str(next(iter(excover.parse(text).solutions()))) == ">."
    (drawn,) = excover.parse(text + 'draw f(p, q) at p as "x"').solutions()
    assert str(drawn) == "x."


def test_it_is_written_as_it_is_read() -> None:
    text = "lines f along {(1, 2), (2, 3)}\n"
    assert formatted(Source("a.xc", text)) == text
    assert excover.parse(text).count() == 4


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ('{("a", 1)}', "of one kind"),
        ("{(1, 1)}", "one place twice: (1, 1)"),
        ("1..3", "this is no pair: 1"),
        ("{(1, 2, 3)}", "this is no pair: (1, 2, 3)"),
        ("{((1, 2), (1, 2, 3))}", "of one kind"),
        ("{(red, green), (green, red)}", "in both directions: (red, green)"),
        ("missing", "missing"),
    ],
)
def test_what_is_no_line_is_refused_where_it_is_written(pairs: str, words: str) -> None:
    text = f"enum Color = red, green, blue\nlines f along {pairs}\n"
    with pytest.raises(excover.SpecError) as wrong:
        excover.parse(text)
    (only,) = wrong.value.diagnostics
    assert words in only.plain()
    assert (only.span.line, only.span.column) == (2, 15)


@pytest.mark.parametrize(
    ("pairs", "places"),
    [('{("b", "a"), ("a", "b"), ("b", "c")}', '"b"'), ("{(red, green), (blue, red)}", "red")],
)
def test_places_are_texts_or_symbols(pairs: str, places: str) -> None:
    text = f"enum Color = red, green, blue\nlines f along {pairs}\n"
    assert excover.parse(text).count() == 4
    assert excover.parse(f"{text}require f({places}) = 1\n").count() == 2


@pytest.mark.parametrize("places", ["on b", 'along {("c", "a"), ("a", "b"), ("b", "c")}'])
@pytest.mark.parametrize("keyword", ["forbid", "given", "retain"])
def test_statements_name_lines_in_any_order(keyword: str, places: str) -> None:
    """Also beside others that are named in the order of their option."""
    one, two, three = ("(1, 1)", "(1, 2)", "(2, 2)") if places == "on b" else ('"a"', '"b"', '"c"')
    text = f"board b 2x2, may stay empty\nlines f {places}\n"
    found: list[list[str]] = []
    for first, second in product([(one, two), (two, one)], [(two, three), (three, two)]):
        pairs = f"({', '.join(first)}), ({', '.join(second)})"
        problem = excover.parse(f"{text}{keyword} f(p, q) for (p, q) in {{{pairs}}}")
        found.append([str(each) for each in problem.solutions()])
    assert 1 < len(found[0]) < excover.parse(text).count()
    assert found == found[:1] * 4


# Paths


@pytest.mark.random
@pytest.mark.parametrize("seed", range(examples(40)))
def test_paths_between_labels(seed: int) -> None:
    """By every engine, and by other solvers where they are installed."""
    rng = random.Random(f"paths {seed}")
    rows, columns = rng.choice([(3, 3), (2, 4), (2, 3)])
    field = list(product(range(1, rows + 1), range(1, columns + 1)))
    steps = [(p, q) for p, q in combinations(field, 2) if abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1]
    values = rng.choice([[1, 1], [1, 1, 2, 2], [1, 1, 1, 1], [1, 1, 2, 2, 3, 3], [1, 2], [1]])
    labels = dict(zip(rng.sample(field, len(field)), values[: len(field)], strict=False))
    drawn = "\n".join(
        "| " + " ".join(str(labels.get((r, c), ".")) for c in range(1, columns + 1))
        for r in range(1, rows + 1)
    )
    is_full = rng.random() < 0.5
    text = f"board field, may stay empty\nlabels number\n{drawn}\nlines f on field\n"
    text += "require f as paths between number\n" + "require f(p) > 0 for p in field\n" * is_full
    expected = set()
    for k in range(len(steps) + 1):
        for lines in map(frozenset, combinations(steps, k)):
            f = Drawn(lines)
            if f.are_paths(labels) and (not is_full or all(map(f, field))):
                expected.add(lines)
    problem = excover.parse(text)
    for strategy in (
        Strategy(),
        Strategy("sparse"),
        Strategy("learning"),
        Strategy("graph"),
        Strategy(seed=3),
    ):
        run = Run(strategy=strategy)
        found = [frozenset(each.arguments for each in solution) for solution in problem.solutions(run)]
        assert (len(found), {*found}) == (len(expected), expected), (text, strategy)
        assert problem.count(run) == len(expected)
    for engine, program in PROGRAMS.items():
        if find_spec(program.module) and (len(expected) < 20 or engine == "clingo"):
            run = Run(strategy=Strategy(engine))
            assert problem.count(run) == len(expected), (text, engine)
    unique = excover.unique(problem)
    assert len(unique.solutions) == min(2, len(expected))


@pytest.mark.parametrize(("n", "ways"), [(2, 2), (3, 12), (4, 184), (5, 8512), (7, 575_780_564)])
def test_ways_from_corner_to_corner(n: int, ways: int) -> None:
    """A007764."""
    text = """
    param n = 2
    board field n by n, may stay empty
    lines way on field
    require way as paths between {((1, 1), "a"), ((n, n), "a")}
    """
    assert excover.parse(text, {"n": n}).count() == ways


PATHS = "board field 2x3, may stay empty\nlines f on field\nrequire f as paths between {}\n"


@pytest.mark.parametrize(
    "between", ["field", "f", "3", "{1, 2}", "{((1, 1), 1), ((1, 1), 2)}", "{(1, 2, 3)}", '"a"']
)
def test_what_has_no_labels_is_refused(between: str) -> None:
    with pytest.raises(excover.SpecError, match="E841") as wrong:
        excover.parse(PATHS.format(between)).count()
    assert wrong.value.diagnostics[0].span.text == between


@pytest.mark.parametrize(
    ("between", "words"),
    [
        ("{((1, 1), 1), ((3, 1), 1), (5, 2)}", "no `f` can end at (3, 1) and 1 other place"),
        ('{((1, 1), "a"), ((2, 1), 1), ((2, 3), "a"), ((1, 2), "a")}', '3 places have the label "a"'),
        ("{((2, 1), 1)}", "1 place has the label 1"),
    ],
)
def test_ends_that_no_path_joins_are_told(between: str, words: str) -> None:
    problem = excover.parse(PATHS.format(between))
    (only,) = problem.warnings
    assert (only.code, only.span.text) == ("W842", between)
    assert words in only.plain()
    engines: tuple[EngineName, ...] = ("auto", "sparse", "learning", "graph")
    for engine in engines:
        assert problem.count(Run(strategy=Strategy(engine))) == 0


def test_no_end_is_no_line() -> None:
    """And no option at all is no line, either."""
    assert excover.parse(PATHS.format("{}")).count() == 1
    assert (
        excover.parse("lines f along {}\nitem a\noption x() covers a\nrequire f as paths between {}").count()
        == 1
    )


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([((1, 1), (2, 1))], "no line ends at (1, 3)"),
        ([((1, 1), (2, 1)), ((1, 1), (1, 2)), ((1, 3), (2, 3))], "2 lines meet at (1, 1)"),
        ([((1, 1), (2, 1)), ((1, 3), (2, 3)), ((1, 2), (2, 2))], "1 line ends at (1, 2)"),
        (
            [((1, 1), (1, 2)), ((1, 2), (1, 3)), ((2, 1), (2, 2)), ((2, 2), (2, 3))],
            "a path joins (1, 1) and (1, 3), whose labels differ",
        ),
    ],
)
def test_what_breaks_paths_is_told(lines: list[Line], words: str) -> None:
    between = "{((1, 1), 1), ((2, 1), 1), ((1, 3), 2), ((2, 3), 2)}"
    problem = excover.parse(PATHS.format(between))
    problem.verify([f"f({p}, {q})" for p, q in [((1, 1), (2, 1)), ((1, 3), (2, 3))]])
    with pytest.raises(excover.CoverError, match=re.escape(words)):
        problem.verify([f"f({p}, {q})" for p, q in lines])


def test_a_closed_loop_beside_a_path_is_told() -> None:
    problem = excover.parse(PATHS.format("{((1, 1), 1), ((2, 1), 1)}"))
    ring = [((1, 2), (1, 3)), ((1, 3), (2, 3)), ((2, 2), (2, 3)), ((1, 2), (2, 2))]
    with pytest.raises(excover.CoverError, match=re.escape("(1, 2) is in a closed loop")):
        problem.verify([f"f({p}, {q})" for p, q in [((1, 1), (2, 1)), *ring]])


def test_paths_of_pieces_on_edges() -> None:
    """Sticks of two edges, straight and bent, from a corner of a board of edges to the other one."""
    text = """
    board grid square_edges 2x2, may stay empty
    shapes stick square_edges
      |+I+I+ +L+
      |      L
      |      +
    place free stick on grid each at least 0 times
    require stick as paths between {((0, 0), 1), ((4, 4), 1)}
    """
    problem = excover.parse(text)
    whole = excover.parse(text[: text.index("require")])
    expected = 0
    for solution in whole.solutions():
        edges = [edge for option in solution for edge in option.arguments[1]]
        ends = [((r - 1, c - 2), (r - 1, c)) if r % 2 else ((r - 2, c - 1), (r, c - 1)) for r, c in edges]
        expected += Drawn(frozenset(ends)).are_paths({(0, 0): 1, (4, 4): 1})
    assert problem.count() == expected > 0
