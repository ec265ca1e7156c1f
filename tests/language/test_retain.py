"""`retain` removes the options of a name that it does not name, as `forbid` removes those that it names."""

from __future__ import annotations

import random

import pytest
from effort import examples

import excover
from excover import SpecError

ROOKS = "item row[1..3], column[1..3] option rook(r, c in 1..3) covers row[r], column[c]\n"


@pytest.mark.random
def test_it_is_a_forbid_of_the_others() -> None:
    pick = random.Random(3)
    for _ in range(examples(200)):
        cells = [(r, c) for r in range(1, 4) for c in range(1, 4)]
        text, removed = ROOKS, set()
        for _ in range(pick.randint(1, 3)):
            word, named = pick.choice(["forbid", "retain"]), pick.sample(cells, pick.randint(1, 8))
            text += f"{word} rook(r, c) for (r, c) in {{{', '.join(map(str, named))}}}\n"
            removed |= {*named} if word == "forbid" else {*cells} - {*named}
        problem = excover.parse(text)
        left = {name.arguments for name in problem.full.matrix.options}
        assert left == {*cells} - removed, text


def test_other_names_stay_and_conditions_are_read_by_loops() -> None:
    problem = excover.parse(ROOKS + "option none(r in 1..3) covers row[r] retain rook(r, r) for r in 1..3")
    assert [str(name) for name in problem.full.matrix.options] == [
        *(f"rook({n}, {n})" for n in range(1, 4)),
        *(f"none({n})" for n in range(1, 4)),
    ]


def test_of_pieces_it_removes_placements() -> None:
    text = "board b 1x4 shapes p\n  |AA BB\nplace fixed p on b\n"
    assert excover.parse(text).count() == 2
    halves = "retain p(x, c) for x in p, c in {{(1, 1), (1, 2)}, {(1, 3), (1, 4)}}"
    assert excover.parse(text + halves).count() == 2
    warnings = excover.parse(text + 'retain p("A", c) for c in {{(1, 1), (1, 2)}}').warnings
    (told,) = (each for each in warnings if "B" in each.message)
    assert "`retain` leaves it no place" in told.plain()


def test_what_is_wrong_is_reported() -> None:
    with pytest.raises(SpecError) as wrong:
        excover.parse(ROOKS + "retain rook(r, 4) for r in 1..3")
    assert wrong.value.diagnostics[0].code == "E326"
    (idle,) = excover.parse(ROOKS + "retain rook(r, c) for r, c in 1..3").warnings
    assert (idle.code, idle.message) == ("W306", "this `retain` removes no option")
    with pytest.raises(SpecError) as misplaced:
        excover.parse(ROOKS + "retain rook(r, 1) where r > 1")
    assert "`retain f(x) for x in S where x > 1`" in misplaced.value.diagnostics[0].help[0]
