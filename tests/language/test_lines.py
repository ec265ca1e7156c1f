"""`lines f on S`, `lines f along S`: compared with a plain reading, and with `choose`."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest
from effort import examples

import excover
from excover.base.source import Source
from excover.language.syntax.format import format_spec, formatted
from excover.matrix.core_form import core

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
