"""Puzzles of kites, drafters and tans, counted by clingo from placements that share nothing with excover."""

from __future__ import annotations

import pytest
from extras import module_or_skip
from test_placements import GEOMETRIES, naive

import excover
from excover.language.meaning.puzzle import Placing

clingo = module_or_skip("clingo")

PUZZLES = {
    "kite": "board b kite 2x2\nshapes s = all free 4 of kite\nplace free s on b each 0..2 times",
    "drafter": "board b drafter 1x2\nshapes s = all free 3..4 of drafter\nplace free s on b each 0..3 times",
    "tan": "board b tan 2x2\nshapes s = all one-sided 3..4 of tan\nplace one-sided s on b each 0..2 times",
}


def counted_by_clingo(problem: excover.Problem) -> int:
    rules = []
    for placing in problem.puzzle.sources:
        assert isinstance(placing, Placing)
        board = placing.board
        bounds = next(f.bounds for f in problem.puzzle.families if f.name == placing.shapes.name)
        geometry = GEOMETRIES[board.lattice.name]
        for number, (piece, times) in enumerate(zip(placing.shapes.pieces, bounds, strict=True)):
            ways = naive(geometry, board.cells, piece.cells, placing.group)
            for k, way in enumerate(ways):
                name = f"{placing.shapes.name}({number},{k})"
                rules.append(f"{{{name}}}.")
                rules += [f"at({board.cells.index(cell)},{name}) :- {name}." for cell in way]
            family = f"{placing.shapes.name}({number},K)"
            rules.append(f":- not {times.lower} {{{family} : way({number},K)}} {times.upper}.")
            rules.append(f"way({number},0..{len(ways) - 1})." if ways else "")
        rules.append(f":- cell(C), not 1 {{at(C,P)}} 1. cell(0..{len(board.cells) - 1}).")
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], "\n".join(rules))
    control.ground([("base", [])])
    with control.solve(yield_=True) as found:
        return sum(1 for _ in found)


@pytest.mark.parametrize("name", PUZZLES)
def test_clingo_finds_as_many(name: str) -> None:
    problem = excover.parse(PUZZLES[name])
    assert problem.count() == counted_by_clingo(problem) > 0


def test_a_drawing_with_a_place_beside_the_rings() -> None:
    with pytest.raises(excover.SpecError, match="not on the lattice"):
        excover.parse("board b kite\n  |.\n  |. .")
