"""What `require` asks of all chosen options together: clingo finds the same from the rules of the puzzles."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import product

import clingo
import pytest
from drawn_specs import labels, text_of

import excover

Cell = tuple[int, int]
Answer = frozenset[tuple[int, ...]]

BESIDE = "beside(R, C, S, D) :- cell(R, C), cell(S, D), |R - S| + |C - D| = 1."
CONNECTED = """
first(R, C) :- on(R, C), not on(S, D) : cell(S, D), (S, D) < (R, C).
reached(R, C) :- first(R, C).
reached(S, D) :- reached(R, C), beside(R, C, S, D), on(S, D).
:- on(R, C), not reached(R, C).
"""
LOOP = """
{ line(R, C, S, D) : edge(R, C, S, D) }.
joined(R, C, S, D) :- line(R, C, S, D).
joined(S, D, R, C) :- line(R, C, S, D).
on(R, C) :- joined(R, C, _, _).
:- on(R, C), not 2 { joined(R, C, S, D) } 2.
:- not 1 { on(R, C) }.
first(R, C) :- on(R, C), not on(S, D) : cell(S, D), (S, D) < (R, C).
reached(R, C) :- first(R, C).
reached(S, D) :- reached(R, C), joined(R, C, S, D).
:- on(R, C), not reached(R, C).
#show line/4.
"""


def answers(rules: str, most: int = 0) -> list[Answer]:
    """The numbers of the atoms shown in each answer set; at most so many sets, if not 0."""
    control = clingo.Control([str(most), "--warn=none"])
    control.add("base", [], rules)
    control.ground([("base", [])])
    found = []
    with control.solve(yield_=True) as models:
        for model in models:
            atoms = model.symbols(shown=True)
            found.append(frozenset(tuple(each.number for each in atom.arguments) for atom in atoms))
    return found


def facts(name: str, rows: Iterable[tuple[object, ...]]) -> str:
    return " ".join(f"{name}({', '.join(map(str, row))})." for row in rows)


def marked(name: str, mark: str) -> Answer:
    """The cells of a shipped puzzle's only solution that show a mark."""
    (solution,) = excover.load(name).solutions()
    rows = enumerate(str(solution).splitlines(), 1)
    return frozenset((r, c) for r, row in rows for c, each in enumerate(row, 1) if each == mark)


def clues(name: str) -> list[str]:
    """The texts of the field of a shipped puzzle."""
    (line,) = (line for line in text_of(name).splitlines() if line.startswith("let field"))
    return line.split('"')[1::2]


# The gallery


def test_hitori() -> None:
    (rows,) = labels("hitori")
    field = facts("field", ((r, c, v) for r, row in enumerate(rows, 1) for c, v in enumerate(row, 1)))
    rules = """
    cell(R, C) :- field(R, C, _).
    { on(R, C) } :- cell(R, C).
    :- field(R, C, V), field(R, D, V), C < D, on(R, C), on(R, D).
    :- field(R, C, V), field(S, C, V), R < S, on(R, C), on(S, C).
    :- beside(R, C, S, D), not on(R, C), not on(S, D).
    shaded(R, C) :- cell(R, C), not on(R, C).
    #show shaded/2.
    """
    assert len(rows) == 7
    assert answers(field + BESIDE + CONNECTED + rules, 2) == [marked("hitori", "*")]


def test_slitherlink() -> None:
    field = clues("slitherlink")
    numbers = ((r, c, v) for r, row in enumerate(field) for c, v in enumerate(row) if v != ".")
    rules = """
    cell(0..6, 0..6).
    edge(R, C, R, C+1) :- cell(R, C), cell(R, C+1).
    edge(R, C, R+1, C) :- cell(R, C), cell(R+1, C).
    around(R, C, R, C, R, C+1; R, C, R+1, C, R+1, C+1; R, C, R, C, R+1, C; R, C, R, C+1, R+1, C+1)
        :- number(R, C, _).
    :- number(R, C, N), not N { line(A, B, S, D) : around(R, C, A, B, S, D) } N.
    """
    (found,) = answers(facts("number", numbers) + rules + LOOP, 2)
    assert {(r + s + 1, c + d + 1) for r, c, s, d in found} == {
        option.arguments[0] for option in excover.load("slitherlink").solve() or () if option.family == "line"
    }
    assert excover.load("slitherlink").count() == 1


def test_nurikabe() -> None:
    (field,) = labels("nurikabe")
    numbers = ((r, c, v) for r, row in enumerate(field, 1) for c, v in enumerate(row, 1) if v != ".")
    rules = """
    cell(1..6, 1..6).
    { on(R, C) } :- cell(R, C), not number(R, C, _).
    island(R, C, R, C) :- number(R, C, _).
    island(K, L, S, D) :- island(K, L, R, C), beside(R, C, S, D), not on(S, D).
    :- cell(R, C), not on(R, C), not 1 { island(K, L, R, C) } 1.
    :- number(K, L, N), not N { island(K, L, R, C) } N.
    :- on(R, C), on(R+1, C), on(R, C+1), on(R+1, C+1).
    #show on/2.
    """
    given = facts("number", numbers)
    assert answers(given + BESIDE + CONNECTED + rules, 2) == [marked("nurikabe", "~")]


DOMINATING = """
cell(1..n, 1..n).
{ on(R, C) } :- cell(R, C).
:- cell(R, C), not on(R, C), not on(S, D) : beside(R, C, S, D).
#show on/2.
"""


@pytest.mark.parametrize("n", [1, 2, 3])
def test_connected_lamps(n: int) -> None:
    """A291872; 5,617 of a square of 4 by 4 is published, too."""
    found = answers(f"#const n = {n}." + BESIDE + CONNECTED + DOMINATING)
    problem = excover.load("connected-domination", {"n": n})
    assert {
        frozenset(each.arguments for each in solution if each.family == "lamp")
        for solution in problem.solutions()
    } == set(found)
    assert problem.count() == len(found) == [1, 9, 129][n - 1]


@pytest.mark.parametrize(("n", "kings"), [(3, 1), (4, 4), (5, 5), (6, 8)])
def test_connected_kings(n: int, kings: int) -> None:
    """A370428: fewer do not suffice. How many ways there are is found by clingo as well."""
    near = BESIDE.replace("|R - S| + |C - D| = 1", "|R - S| < 2, |C - D| < 2, (R, C) != (S, D)")
    number = f"#const n = {n}. :- not {kings} {{ on(R, C) }} {kings}."
    problem = excover.load("connected-kings", {"n": n, "kings": kings})
    assert problem.count() == len(answers(near + CONNECTED + DOMINATING + number)) > 0
    assert excover.load("connected-kings", {"n": n, "kings": kings - 1}).count() == 0


# Random boards


def board(seed: int) -> tuple[str, list[Cell], random.Random]:
    """A drawing of a board with holes, and its cells."""
    draw = random.Random(seed)
    rows, columns = draw.choice([(3, 4), (4, 4), (3, 5)])
    cells = [cell for cell in product(range(1, rows + 1), range(1, columns + 1)) if draw.random() < 0.85]
    drawn = [
        "  |" + "".join(".#"[(r, c) not in cells] for c in range(1, columns + 1)) for r in range(1, rows + 1)
    ]
    return "board field\n" + "\n".join(drawn).replace("#", " "), cells, draw


@pytest.mark.parametrize("seed", range(25))
def test_painted_cells_of_random_boards(seed: int) -> None:
    """Some cells are painted: connected, and sometimes the others, too; so many, and none of some pairs."""
    drawing, cells, draw = board(seed)
    most = draw.randint(4, len(cells))
    rivals = [pair for pair in product(cells, repeat=2) if pair[0] < pair[1] and draw.random() < 0.05]
    both = draw.random() < 0.5
    spec = f"""
    {drawing}
    item number at most {most} times
    item rival[0..{len(rivals)}] at most once
    let rivals = ({", ".join(f"({a}, {b})" for a, b in [*rivals, ((0, 0), (0, 0))])})
    option paint(cell in field)
      covers field[cell], number,
        (rival[k] for k in 1..{len(rivals)} where cell in {{rivals[k][1], rivals[k][2]}})
    option plain(cell in field) covers field[cell]
    require paint connected
    {"require plain connected" if both else ""}
    """
    rules = "{ on(R, C) } :- cell(R, C). :- rival(R, C, S, D), on(R, C), on(S, D). #show on/2."
    rules += f":- {most + 1} {{ on(R, C) }}."
    if both:
        rules += "off(R, C) :- cell(R, C), not on(R, C)." + CONNECTED.replace("on(", "off(").replace(
            "first", "first_off"
        ).replace("reached", "reached_off")
    given = facts("cell", cells) + facts("rival", ((*a, *b) for a, b in rivals))
    expected = answers(given + BESIDE + CONNECTED + rules)
    found = [
        frozenset(option.arguments[0] for option in solution if option.family == "paint")
        for solution in excover.parse(spec).solutions()
    ]
    assert len(found) == len(expected)
    assert set(found) == set(expected)


@pytest.mark.parametrize("seed", range(25))
def test_loops_of_random_graphs(seed: int) -> None:
    """Loops of at most so many lines in a board with holes, where some lines are missing."""
    _, points, draw = board(seed)
    edges = [
        (a, b)
        for a, b in product(points, repeat=2)
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 and a < b and draw.random() < 0.95
    ]
    most = draw.randint(4, 14)
    spec = f"""
    let edges = {{{", ".join(map(str, edges))}}}
    item drawn[edges] at most once
    item number at most {most} times
    optional option line(e in edges) covers drawn[e], number
    require line(e) joining {{e[1], e[2]}} as one loop
    """
    given = facts("cell", points) + facts("edge", ((*a, *b) for a, b in edges))
    expected = answers(given + LOOP + f":- {most + 1} {{ line(R, C, S, D) }}.")
    found = [
        frozenset((*option.arguments[0][0], *option.arguments[0][1]) for option in solution)
        for solution in excover.parse(spec).solutions()
    ]
    assert len(found) == len(expected)
    assert set(found) == set(expected)
