"""Puzzles written as files of BurrTools: they read back as the same puzzles, or are refused whole."""

from __future__ import annotations

from random import Random

import pytest
from commands import Run

import excover
from excover.base.source import Source
from excover.formats.burrtools_writer import as_burrtools, file_lines
from excover.lattices import LATTICES, Cell, Lattice
from excover.problem.problem import Problem, compile_source


def written_and_read(problem: Problem) -> Problem:
    return compile_source(
        Source("puzzle.xmpuzzle", "\n".join(file_lines(as_burrtools(problem.puzzle).puzzle)))
    )


def drawn(lattice: Lattice, marks: dict[Cell, str], nothing: str) -> str:
    layers, rows, columns = (max(cell[axis] for cell in marks) + 1 for axis in range(3))
    return "".join(
        "  |"
        + "|".join("".join(marks.get((n, r, c), nothing) for c in range(columns)) for n in range(layers))
        + "\n"
        for r in range(rows)
    )


def grown(lattice: Lattice, random: Random, board: list[Cell], size: int) -> list[Cell]:
    cells = {random.choice(board)}
    while near := sorted({near for cell in cells for near in lattice.neighbours(cell)} & set(board) - cells):
        if len(cells) == size:
            break
        cells.add(random.choice(near))
    return lattice.normalized(cells)


@pytest.mark.parametrize("holes", [0, 1, 3, 9])
@pytest.mark.parametrize(
    ("board", "piece", "group"),
    [
        ("3x4", "square", "free"),
        ("2x2x3", "cube", "one-sided"),
        ("tetraocta 1x1x2", "tetraocta", "one-sided"),
    ],
)
def test_a_limit_of_holes_reads_back(board: str, piece: str, group: str, holes: int) -> None:
    problem = excover.parse(
        f"board b {board}, at most {holes} holes shapes s = all {group} 2..3 of {piece}\n"
        f"place {group} s on b each 0..4 times"
    )
    assert written_and_read(problem).count() == problem.count()
    assembler = as_burrtools(problem.puzzle)
    assert assembler.problem.holes == holes
    assert all(state == "+" for state in assembler.puzzle.shapes[-1].cells.values())


@pytest.mark.parametrize("name", ["square", "cube", "triangle", "prism", "sphere", "rhombic", "tetraocta"])
def test_random_puzzles_read_back(name: str) -> None:
    """The same numbers of options and solutions, with labels, ranges and cells that may stay empty."""
    lattice, random, solved = LATTICES[name], Random(name), 0
    for _ in range(12):
        size = (2 if lattice.solid and name not in {"rhombic", "tetraocta"} else 1, 2, 2)
        board = sorted(lattice.box(*size))[:14]
        pieces = [grown(lattice, random, board, random.randint(1, 4)) for _ in range(2)]
        labels = [{cell: random.choice("..12") for cell in cells} for cells in (board, *pieces)]
        group = "one-sided" if lattice.solid else "free"
        text = f"board b {name}\n{drawn(lattice, {c: random.choice('..?') for c in board}, ' ')}"
        text += f"labels\n{drawn(lattice, labels[0], '.')}"
        for k, (piece, marks) in enumerate(zip(pieces, labels[1:], strict=True)):
            text += f"shapes s{k} {name}\n{drawn(lattice, dict.fromkeys(piece, 'AB'[k]), '.')}"
            text += f"labels\n{drawn(lattice, marks, '.')}"
            times = random.choice(["0..4 times", "at least 0 times", "1 times"])
            text += f"place {group} s{k} on b each {times}\n"
        problem = excover.parse(text)
        again = written_and_read(problem)
        assert again.count() == problem.count(), text
        solved += problem.count() > 0
    assert solved > 1


def test_labels_that_match_others_read_back() -> None:
    problem = excover.parse(
        "board b\n  |xy.\n  |..?\nshapes s\n  |AA BBB\n  labels\n  |1. 2.1\n"
        'place free s on b matching "1" on "x", "2" on "y", "1" on "y"'
    )
    again = written_and_read(problem)
    assert again.count() == problem.count() == 1
    assert str(next(again.solutions())) == str(next(problem.solutions()))


def test_names_are_quoted() -> None:
    problem = excover.parse('puzzle "A < B & C"\nboard b 1x2\nshapes s\n  |AA\nplace free s on b')
    assert written_and_read(problem).title == "A < B & C"


BOARD, SHAPES = "board b 2x2\n", "shapes s\n  |AA\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("item a\noption x() covers a", "options that are no placements"),
        (
            "board b, at most 1 holes\n  |..?\nshapes s\n  |A\nplace free s on b each 1..3 times",
            "cells that may stay empty besides holes",
        ),
        (f"{BOARD}{SHAPES}place fixed s on b each 2 times", "pieces are fixed"),
        (f"{BOARD}{SHAPES}place free s on b each 2 times where (1, 1) in cells", "`where`"),
        (f"{BOARD}{SHAPES}place free s on b each 2 times covering at least 2", "`covering`"),
        (f"board b 2x2, torus {SHAPES}place free s on b each 2 times", "a board that is torus"),
        (f"{BOARD}{SHAPES}place free s on b each 2 times\ngiven s(\"A\", {{(1, 1), (1, 2)}})", "clues"),
        ("board b hex 1x2 shapes s hex\n  |A A\nplace free s on b", "no grid for the lattice hex"),
        (f"{BOARD}{SHAPES}place free s on b each 2 times\nrequire b without faults", "rules of `require`"),
        (f"{BOARD}fill b with 1..2, once per row", "options that are no placements"),
    ],
)  # fmt: skip
def test_what_burrtools_cannot_express(run: Run, text: str, said: str) -> None:
    done = run("convert - --to xmpuzzle", stdin=text)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


def test_the_command_writes_a_file_that_it_reads(run: Run) -> None:
    file = run("convert soma --to xmpuzzle").out
    assert run("count - --from burrtools --up-to-symmetry", stdin=file).out.startswith("240\n")
    assert run("convert - --from burrtools --to xmpuzzle", stdin=file).out == file
