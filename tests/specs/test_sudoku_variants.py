"""The shipped variants of Sudoku: clingo finds the same solution and no other.

Each variant is written here again from its rules; of the descriptions, only what is printed with a puzzle is
read: drawings, tables, and the cells of lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any

import clingo
import pytest
from drawn_specs import drawings, labels
from slow_values import with_slow

import excover
from excover.language.expressions.scope import Constant, LabelValues

Cell = tuple[int, int]

SQUARE = """
    1 { put(R, C, 1..n) } 1 :- R = 1..n, C = 1..n.
    :- put(R, C, V), put(R, D, V), C < D.
    :- put(R, C, V), put(S, C, V), R < S.
    :- put(R, C, V), put(S, D, V), (R - 1) / h = (S - 1) / h, (C - 1) / w = (D - 1) / w, (R, C) < (S, D).
    :- given(R, C, V), not put(R, C, V).
    beside(R, C, R, C+1) :- R = 1..n, C = 1..n-1.
    beside(R, C, R+1, C) :- R = 1..n-1, C = 1..n.
"""
NINE, SIX = "#const n = 9. #const h = 3. #const w = 3.", "#const n = 6. #const h = 2. #const w = 3."


def marked(name: str, rows: Iterable[Sequence[str]]) -> str:
    """A fact for each mark of a drawing: its row, its column and itself, in quotes unless it is a digit."""
    marks = ((r, c, m) for r, row in enumerate(rows, 1) for c, m in enumerate(row, 1) if m != ".")
    return " ".join(f"{name}({r}, {c}, {m if m.isdigit() else chr(34) + m + chr(34)})." for r, c, m in marks)


def value_of(name: str, value: str) -> Any:
    """A value that a description names."""
    definition = excover.load(name).puzzle.scope[value]
    assert isinstance(definition, Constant)
    return definition.value


def labels_of(name: str, value: str) -> Mapping[Any, Any]:
    definition = excover.load(name).puzzle.scope[value]
    assert isinstance(definition, LabelValues)
    return definition.labels


def paths(name: str, value: str) -> str:
    """The cells of lines: the number of the line, the place on it, row and column."""
    cells = ((k, i, cell) for k, path in enumerate(value_of(name, value)) for i, cell in enumerate(path, 1))
    return " ".join(f"on({k}, {i}, {r}, {c})." for k, i, (r, c) in cells)


def ordinary(rules: str) -> Callable[[str], str]:
    """Nothing is printed but digits."""
    return lambda name: rules + marked("given", drawings(name)[-1])


def with_lines(value: str, rules: str) -> Callable[[str], str]:
    return lambda name: rules + paths(name, value) + marked("given", drawings(name)[-1])


def even_odd(name: str) -> str:
    (shown,) = labels(name)
    wrong = ':- shown(R, C, "E"), put(R, C, V), V \\ 2 = 1. :- shown(R, C, "O"), put(R, C, V), V \\ 2 = 0. '
    given = [["." if mark in "EO" else mark for mark in row] for row in shown]
    return wrong + marked("shown", shown) + marked("given", given)


def killer(name: str) -> str:
    sums, cages = labels(name)
    rules = """
        :- put(R, C, V), put(S, D, V), cage(R, C, G), cage(S, D, G), (R, C) < (S, D).
        :- total(R, C, T), cage(R, C, G), not T = #sum { V, S, D : put(S, D, V), cage(S, D, G) }.
    """
    return rules + marked("cage", cages) + marked("total", sums)


def greater_than(name: str) -> str:
    rules = """
        :- across(R, C, "<"), put(R, C, V), put(R, C+1, W), V >= W.
        :- across(R, C, ">"), put(R, C, V), put(R, C+1, W), V <= W.
        :- down(R, C, "^"), put(R, C, V), put(R+1, C, W), V >= W.
        :- down(R, C, "v"), put(R, C, V), put(R+1, C, W), V <= W.
    """
    return rules + "".join(marked(way, value_of(name, way)) for way in ("across", "down"))


def xv(name: str) -> str:
    rules = """
        is(R, C, R, C+1, S) :- across(R, C, S).
        is(R, C, R+1, C, S) :- down(R, C, S).
        total("X", 10; "V", 5).
        :- beside(R, C, S, D), is(R, C, S, D, K), total(K, T), put(R, C, V), put(S, D, W), V + W != T.
        :- beside(R, C, S, D), not is(R, C, S, D, K), total(K, T), put(R, C, V), put(S, D, W), V + W = T.
    """
    signs = "".join(marked(way, value_of(name, way)) for way in ("across", "down"))
    return rules + signs + marked("given", drawings(name)[-1])


def sandwich(name: str) -> str:
    rules = """
        in(R, C, T) :- put(R, C, T), T = 2..n-1, put(R, D, 1), put(R, E, n), (C - D) * (C - E) < 0.
        under(R, C, T) :- put(R, C, T), T = 2..n-1, put(D, C, 1), put(E, C, n), (R - D) * (R - E) < 0.
        :- right(R, T), not T = #sum { V, C : in(R, C, V) }.
        :- below(C, T), not T = #sum { V, R : under(R, C, V) }.
    """
    sums = (
        f"{way}({k}, {total})."
        for way, labels in (("right", "across"), ("below", "down"))
        for k, total in labels_of(name, labels).items()
    )
    ones = (f"put({r}, {c}, {digit})." for (r, c), digit in labels_of(name, "clue").items())
    return rules + " ".join([*sums, *ones])


def white_and_black(name: str) -> str:
    dots = " ".join(
        f"dot({color}, {r}, {c}, {r + (way == 'below')}, {c + (way == 'right')})."
        for color, way in product(("white", "black"), ("right", "below"))
        for r, c in value_of(name, f"{color}_{way}")
    )
    rules = """
        is(black, V, W) :- V = 1..n, W = 1..n, V = 2*W.
        is(black, W, V) :- is(black, V, W).
        is(white, V, W) :- V = 1..n, W = 1..n, |V - W| = 1.
        :- dot(K, R, C, S, D), put(R, C, V), put(S, D, W), not is(K, V, W).
        :- beside(R, C, S, D), not dot(white, R, C, S, D), not dot(black, R, C, S, D),
           put(R, C, V), put(S, D, W), is(_, V, W).
    """
    return rules + dots


VARIANTS: Mapping[str, Callable[[str], str]] = {
    "king-sudoku": ordinary(":- put(R, C, V), put(S, D, V), |R - S| = 1, |C - D| = 1."),
    "knight-sudoku": ordinary(":- put(R, C, V), put(S, D, V), |R - S| * |C - D| = 2."),
    "nonconsecutive-sudoku": ordinary(":- beside(R, C, S, D), put(R, C, V), put(S, D, W), |V - W| = 1."),
    "miracle-sudoku": ordinary("""
        :- put(R, C, V), put(S, D, V), |R - S| * |C - D| = 1..2.
        :- beside(R, C, S, D), put(R, C, V), put(S, D, W), |V - W| = 1.
    """),
    "windoku": ordinary("""
        window(R, C, I, J) :- R = 1..n, C = 1..n, I = 1..2, J = 1..2, R - 4*I = -2..0, C - 4*J = -2..0.
        :- put(R, C, V), put(S, D, V), window(R, C, I, J), window(S, D, I, J), (R, C) < (S, D).
    """),
    "disjoint-groups-sudoku": ordinary(
        ":- put(R, C, V), put(S, D, V), R \\ 3 = S \\ 3, C \\ 3 = D \\ 3, (R, C) < (S, D)."
    ),
    "anti-diagonal-sudoku": ordinary("""
        :- not 3 = #count { V : put(I, I, V) }.
        :- not 3 = #count { V : put(I, n+1-I, V) }.
    """),
    "even-odd-sudoku": even_odd,
    "killer-sudoku": killer,
    "arrow-sudoku": with_lines(
        "arrows",
        ":- on(K, 1, R, C), put(R, C, T), not T = #sum { V, I : on(K, I, S, D), I > 1, put(S, D, V) }.",
    ),
    "greater-than-sudoku": greater_than,
    "xv-sudoku": xv,
    "sandwich-sudoku": sandwich,
    "palindrome-sudoku": with_lines(
        "lines",
        """
        last(K, M) :- on(K, M, _, _), not on(K, M+1, _, _).
        :- last(K, M), on(K, I, R, C), on(K, M+1-I, S, D), put(R, C, V), not put(S, D, V).
        """,
    ),
    "renban-sudoku": with_lines(
        "lines",
        """
        shows(K, V) :- on(K, _, R, C), put(R, C, V).
        :- on(K, I, R, C), on(K, J, S, D), I < J, put(R, C, V), put(S, D, V).
        :- shows(K, V), shows(K, W), V < W, not shows(K, V+1).
        """,
    ),
    "whispers-sudoku": with_lines(
        "lines", ":- on(K, I, R, C), on(K, I+1, S, D), put(R, C, V), put(S, D, W), |V - W| < 5."
    ),
    "thermo-sudoku": with_lines(
        "thermometers", ":- on(K, I, R, C), on(K, I+1, S, D), put(R, C, V), put(S, D, W), V >= W."
    ),
    "kropki-sudoku": white_and_black,
}
SMALL = {"sandwich-sudoku", "kropki-sudoku"}


def answers(rules: str) -> list[dict[Cell, str]]:
    """At most two answer sets, as the digits of their cells."""
    control = clingo.Control(["2", "--warn=none"])
    control.add("base", [], rules)
    control.ground([("base", [])])
    found = []
    with control.solve(yield_=True) as models:
        for model in models:
            atoms = [atom.arguments for atom in model.symbols(atoms=True) if atom.name == "put"]
            found.append({(row.number, column.number): str(mark) for row, column, mark in atoms})
    return found


@pytest.mark.parametrize("name", with_slow(VARIANTS, slow=["nonconsecutive-sudoku", "xv-sudoku"]))
def test_clingo_finds_the_same_solution_and_no_other(name: str) -> None:
    (solution,) = excover.load(name).solutions()
    rows = enumerate(str(solution).splitlines(), 1)
    shown = {(r, c): mark for r, row in rows for c, mark in enumerate(row, 1)}
    assert answers((SIX if name in SMALL else NINE) + SQUARE + VARIANTS[name](name)) == [shown]
