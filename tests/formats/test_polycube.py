"""Puzzles of polycube: what they say, and what of them cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Run

import excover
from excover.base.diagnostics import SpecError
from excover.base.source import Source
from excover.problem.problem import compile_source

SOMA = """\
# The Soma cube
D : xDim=3 : yDim=3 : zDim=3
C : name=V : layout=0 0 0, 1 0 0, 0 1 0
C : name=L : type=M : layout=0 0 0, 1 0 0, 2 0 0, 0 1 0
C : name=T : layout=0 0 0, 1 0 0, 2 0 0, 1 1 0   # as a letter
L
. Z . , . . .
Z Z . , . . .
Z A A , . A .
. . . , . A .
. . . , B B .
. B . , . B .
~L
C:name=P:layout=-1 0 0,-2 0 0,-1 1 0,-1 0 1
~D
"""

TRAY = """\
D : xDim=3 : yDim=2 : zDim=1
C : name=long : layout=0 0 0, 1 0 0, 2 0 0
C : name=other : layout=0 0 0, 0 1 0, 0 2 0
~D
D : xDim=3 : yDim=3 : zDim=1{side}
L : stationary=X
S S X
. S S
~L
C : name=D : layout=0 0 0, 1 0 0
C : name=E : layout=0 0 0, 1 0 0
~D
"""


def compiled(text: str, **settings: int) -> excover.Problem:
    return compile_source(Source("<stdin>", text), settings)


def test_the_soma_cube() -> None:
    """11,520 ways in all (Conway and Guy 1961)."""
    problem = compiled(SOMA)
    assert (problem.count(), problem.count(up_to_symmetry=True)) == (11520, 240)


def test_pieces_of_several_puzzles() -> None:
    """Names become letters, and a stationary piece takes its place: of a corner, here."""
    text = TRAY.format(side="")
    assert compiled(text, problem=1).count() == 2
    with pytest.raises(SpecError, match="this file has 2 problems"):
        compiled(text)
    flat, sided = compiled(text, problem=2), compiled(TRAY.format(side=" : oneSide"), problem=2)
    assert 0 < sided.count() < flat.count()
    assert {str(each)[2] for each in flat.solutions()} == {"#"}


def test_files_are_known_by_their_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "soma.txt").write_text(SOMA)
    (tmp_path / "soma.polycube").write_text(SOMA)
    for name in ("soma.txt", "soma.polycube"):
        assert run("count", str(tmp_path / name), "--up-to-symmetry").out == "240\n"
    assert run("count", "--from", "polycube", "-", stdin=SOMA).out == "11520\n"
    shown = run("convert", str(tmp_path / "soma.txt")).out
    assert shown.startswith("# From a file of polycube.\n# V is shape 1.\n")
    assert excover.parse(shown).count() == 11520
    written = run("convert", str(tmp_path / "soma.txt"), "--to", "xmpuzzle").out
    assert run("count", "-", "--up-to-symmetry", stdin=written).out == "240\n"


EDITS = {
    "has sizes that are no numbers": ("xDim=3", "xDim=three", "`xDim` must be a size from 1"),
    "has too few sizes": (" : zDim=3", "", "`zDim` must be a size from 1"),
    "has an unknown directive": ("C : name=V", "X : name=V", "`X` is no directive here"),
    "sets what is unknown": ("name=V", "title=V", "`title` cannot be set here"),
    "has a nameless piece": ("name=V : ", "", "`name` must be the name of a piece"),
    "has a type that is unknown": ("type=M", "type=Q", "`type` must be M"),
    "has half a cell": ("0 1 0\nC", "0 1\nC", "a cell is three numbers"),
    "has a piece without cells": (" : layout=0 0 0, 1 0 0, 0 1 0\n", "\n", "a cell is three numbers"),
    "has a piece twice": ("name=L", "name=V", "piece `V` exists already"),
    "draws a piece twice": (". Z .", ". V .", "piece `V` exists already"),
    "sets a name twice": ("name=V", "name=V : name=W", "`name` must be one value"),
    "does not end a drawing": ("~L\n", "", "the line `~L` is missing"),
    "does not end": ("~D\n", "", "the line `~D` is missing"),
    "has a piece outside": ("type=M : layout=0", "type=S : layout=3", "stationary pieces cannot lie on x 3"),
}


@pytest.mark.parametrize("what", EDITS)
def test_a_file_that(what: str) -> None:
    old, new, told = EDITS[what]
    assert old in SOMA
    with pytest.raises(SpecError) as refused:
        compiled(SOMA.replace(old, new, 1))
    (diagnostic,) = refused.value.diagnostics
    assert (diagnostic.code, told in diagnostic.message) == ("E836", True)


def test_large_boxes_are_refused() -> None:
    with pytest.raises(SpecError, match="E504"):
        compiled("D:xDim=999999:yDim=999999:zDim=9\n~D\n")


def test_puzzles_without_pieces_are_refused() -> None:
    with pytest.raises(SpecError, match="E446"):
        compiled("D:xDim=3:yDim=3:zDim=1\n~D\n")
