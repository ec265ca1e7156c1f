"""Puzzles whose rules take no more lines than those of a model for a solver of constraints."""

from __future__ import annotations

import pytest

import excover

STAR_BATTLE = """
choose star(p in field)
require count(star(p) for p in line) = 1 for way in {(0, 1), (1, 0)}, line in runs(field, way)
require count(star(p) for p in area) = 1 for area in areas(region)
require count(star(p) for p in square) <= 1 for square in windows(field, 2, 2)
"""
AQUARIUM = """
choose top(t in {tank[p] for p in field}) from 1..n+1
choose wet(p in field)
require wet(p) = (p[1] >= top(tank[p])) for p in field
require count(wet(r, c) for c in 1..n) = across[r] for r in across
require count(wet(r, c) for r in 1..n) = down[c] for c in down
require top(t) in {p[1] for p in field where tank[p] = t} or top(t) = n + 1 for t in {tank[p] for p in field}
"""
KENKEN = """
def cells(p) = {q for q in x where cage[q] = cage[p]}
fill x with 1..n, once per row, column
require sum(x(q) for q in cells(p)) = to[p][1] for p in to where to[p][2] = "+"
require product(x(q) for q in cells(p)) = to[p][1] for p in to where to[p][2] = "*"
require max(x(q) for q in cells(p)) - min(x(q) for q in cells(p)) = to[p][1] for p in to where to[p][2] = "-"
require max(x(q) for q in cells(p)) = to[p][1] * min(x(q) for q in cells(p)) for p in to where to[p][2] = "/"
"""
TENTS = """
def spots(t) = {p for p in beside(t) where p not in tree}
choose tent(t in tree) from spots(t)
require count(tent(t, p) for t in tree, p in spots(t) where p[1] = r) = across[r] for r in across
require count(tent(t, p) for t in tree, p in spots(t) where p[2] = c) = down[c] for c in down
require different(tent(t) for t in tree)
require tent(s, p) implies tent(t) not in around(p) for s, t in tree, p in spots(s) where s < t
"""
KINDS = """
table kinds
  | nation    colour pet    drink  smoke
  | English   red    dog    coffee old
  | Spanish   green  snails tea    kools
  | Ukrainian ivory  fox    milk   chester
  | Norwegian yellow horse  juice  lucky
  | Japanese  blue   zebra  water  parliament
table same
  | one       other
  | English   red
  | Spanish   dog
  | coffee    green
  | Ukrainian tea
  | old       snails
  | kools     yellow
  | lucky     juice
  | Japanese  parliament
table near
  | one       other
  | chester   fox
  | kools     horse
  | Norwegian blue
"""
ZEBRA = """
let groups = {kinds.nation, kinds.colour, kinds.pet, kinds.drink, kinds.smoke}
choose house(x in {x for g in groups, x in g}) from 1..5
require different(house(x) for x in g) for g in groups
require house(pair.one) = house(pair.other) for pair in same
require abs(house(pair.one) - house(pair.other)) = 1 for pair in near
require house("milk") = 3 and house("Norwegian") = 1 and house("green") = house("ivory") + 1
"""
MOST_SIGNS = 110
"""In a line."""
SQUARE = ((2, 4, 5, 1, 3), (4, 3, 1, 2, 5), (5, 1, 4, 3, 2), (1, 2, 3, 5, 4), (3, 5, 2, 4, 1))
KENKEN_SOLVED = [f"x({r}, {c}, {v})" for r, line in enumerate(SQUARE, 1) for c, v in enumerate(line, 1)]
PUZZLES = {
    "Star Battle": (
        "board field 5x5, may stay empty labels region\n|aaaaa\n|bbaaa\n|bbccd\n|eeecd\n|eeeee\n",
        STAR_BATTLE,
        5,
        ["star((1, 4))", "star((2, 1))", "star((3, 3))", "star((4, 5))", "star((5, 2))"],
    ),
    "Aquarium": (
        "board field 4x4, may stay empty labels tank\n|AABB\n|AABC\n|DBBC\n|DDCC\n"
        "labels across left\n|4\n|3\n|2\n|2\nlabels down above\n|2 3 4 2\n",
        AQUARIUM,
        6,
        ['top("A", 1)', 'top("B", 1)', 'top("C", 4)', 'top("D", 5)'],
    ),
    "KenKen": (
        "board x 5x5 labels cage\n|aabbc\n|ddeec\n|dffee\n|ggfhh\n|giiih\n"
        "labels to*\n|2,- . 5,/ . 2,-\n"
        "|60,* . 12,* . .\n|. 12,* . . .\n|6,+ . . 10,+ .\n|. 11,+ . . .\n",
        KENKEN,
        6,
        KENKEN_SOLVED,
    ),
    "Tents": (
        "board field, may stay empty labels tree\n|T.....\n|..T...\n|T.....\n|..T...\n|T..T..\n|..T...\n"
        "labels across left\n|1\n|1\n|1\n|1\n|2\n|1\nlabels down above\n|3 0 3 0 1 0\n",
        TENTS,
        6,
        ["tent((1, 1), (2, 1))", "tent((2, 3), (1, 3))", "tent((6, 3), (5, 3))"],
    ),
    "Zebra": (
        KINDS,
        ZEBRA,
        6,
        ['house("Norwegian", 1)', 'house("water", 1)', 'house("zebra", 5)', 'house("Japanese", 5)'],
    ),
}


@pytest.mark.parametrize("name", PUZZLES)
def test_the_rules_are_as_short_as_those_of_a_solver_of_constraints(name: str) -> None:
    data, rules, most, part = PUZZLES[name]
    (solution,) = excover.parse(f"{data}let n = {5 if '5x5' in data else 4}\n{rules}").solutions()
    lines = rules.strip().splitlines()
    assert max(map(len, lines)) <= MOST_SIGNS
    assert len(lines) <= most
    assert set(part) <= set(map(str, solution.options))
