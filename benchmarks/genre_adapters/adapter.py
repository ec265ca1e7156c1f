"""From a puzzle of the collection to the drawings of a description, and from a solution back to its marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import excover
from excover.base.names import Value

Rows = list[list[str]]
Sections = dict[str, list[str]]
Sectioned = Callable[[list[str], Rows], Sections]
Cell = tuple[int, ...]
Agrees = Callable[[excover.Solution, Rows], bool]


def no_settings(header: list[str], rows: Rows) -> dict[str, Value]:
    return {}


class Adapter(NamedTuple):
    """``sections`` reads the header and the rows of a puzzle, ``given`` what is known of its solution;
    ``agrees`` compares a solution with the rows of the recorded one. ``untold`` are settings that no puzzle
    of the collection states.
    """

    spec: str
    board: str
    sections: Sectioned
    agrees: Agrees
    settings: Callable[[list[str], Rows], dict[str, Value]] = no_settings
    untold: Sequence[Mapping[str, Value]] = ({},)


# Puzzles


def joined(rows: Iterable[Iterable[str]]) -> list[str]:
    return [" ".join(row) for row in rows]


def rimmed(rows: Rows) -> Rows:
    """Labels at the corners within a board, and none at those around it."""
    rim = ["-"] * (len(rows[0]) + 2)
    return [rim, *(["-", *row, "-"] for row in rows), rim]


def mapped(change: Callable[[str], str], rows: Rows) -> list[str]:
    """A drawing of what each mark is changed to; nothing is no label."""
    return joined([[change(mark) or "." for mark in row] for row in rows])


def layers(*names: str) -> Sectioned:
    """Drawings of the size of the board, one below the other; one without a name is left out. There is no
    cell where one of them has `@` or `#`.
    """

    def read(header: list[str], rows: Rows) -> Sections:
        high = len(rows) // len(names)
        drawings = [grid(rows[n * high : (n + 1) * high]) for n in range(len(names))]
        holes = {cell for each in drawings for cell, mark in each.items() if mark in {"@", "#"}}
        cells = [[(r, c) for c, _ in enumerate(row, 1)] for r, row in enumerate(rows[:high], 1)]
        found = {
            name: joined([["." if cell in holes else each[cell] for cell in row] for row in cells])
            for name, each in zip(names, drawings, strict=True)
            if name
        }
        board = ["".join("#" if cell in holes else "." for cell in row) for row in cells]
        return {"the board": board, **found} if holes else found

    return read


def relabeled(name: str, known: Mapping[str, str]) -> Sectioned:
    """A drawing of marks with other names."""
    return lambda header, rows: {name: mapped(lambda mark: known.get(mark, mark), rows)}


def beside(down: str, across: str, *names: str) -> Sectioned:
    """A line for the columns, one for the rows, and drawings below them."""

    def read(header: list[str], rows: Rows) -> Sections:
        margins = {down: joined(rows[:1]), across: rows[1]}
        return margins | (layers(*names)(header, rows[2:]) if names else {})

    return read


def around(header: list[str], rows: Rows) -> Sections:
    """A line for each side: above, below, to the left and to the right, and the clues within."""
    margins = {"top": joined(rows[:1]), "bottom": joined(rows[1:2]), "west": rows[2], "east": rows[3]}
    return margins | {"clue": joined(rows[4:])}


def pointing(name: str) -> Sectioned:
    """`2w` is a number and the direction of an arrow, and `@` a cell that nothing goes through but arrows."""

    def label(mark: str) -> str:
        return re.sub(r"(\d)([a-z])", r"\1,\2", mark.replace("@", "x"))

    return lambda header, rows: {name: mapped(label, rows)}


# Solutions


def decided(solution: excover.Solution, family: str) -> Iterable[tuple[Value, ...]]:
    """The arguments of the chosen options of a family, positions taken apart."""
    for option in solution.options:
        if option.family == family:
            yield tuple(
                part for each in option.arguments for part in (each if isinstance(each, tuple) else (each,))
            )


def grid(wanted: Sequence[Sequence[str]]) -> dict[Cell, str]:
    return {(r, c): mark for r, row in enumerate(wanted, 1) for c, mark in enumerate(row, 1)}


def values(family: str) -> Agrees:
    """Each decided cell has the recorded value."""

    def agree(solution: excover.Solution, wanted: Rows) -> bool:
        shown = {(r, c): str(value) for r, c, value in decided(solution, family)}
        return bool(shown) and all(grid(wanted).get(cell) == value for cell, value in shown.items())

    return agree


def marks(family: str, known: Mapping[Value, str]) -> Agrees:
    """The cells with one of the known marks are those whose decision is the value of that mark, which is True
    for a decision of yes or no.
    """

    def agree(solution: excover.Solution, wanted: Rows) -> bool:
        shown = {}
        for arguments in decided(solution, family):
            value = True if any(key is True for key in known) else arguments[-1]
            row, column = arguments[-2:] if value is True else arguments[-3:-1]
            if value in known:
                shown[row, column] = known[value]
        return shown == {cell: mark for cell, mark in grid(wanted).items() if mark in known.values()}

    return agree


def lines(family: str = "line") -> Agrees:
    """A recorded cell has the directions in which lines leave it."""

    def agree(solution: excover.Solution, wanted: Rows) -> bool:
        shown: dict[Cell, str] = {}
        for a, b, c, d in decided(solution, family):
            for cell, way in (((a, b), "e" if a == c else "s"), ((c, d), "w" if a == c else "n")):
                shown[cell] = "".join(sorted(shown.get(cell, "") + way))
        ways = {
            cell: "".join(sorted(mark))
            for cell, mark in grid(wanted).items()
            if mark and set(mark) <= set("nesw")
        }
        return shown == ways

    return agree


def pieces(solution: excover.Solution, wanted: Rows) -> bool:
    """The drawing divides the board as the recorded names do, whatever the names are."""
    shown = grid([line.split() for line in str(solution).splitlines()])
    pairs = {(shown.get(cell), mark) for cell, mark in grid(wanted).items()}
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def places(family: str) -> Agrees:
    """The cells for which the decision is yes are those with a recorded mark."""

    def agree(solution: excover.Solution, wanted: Rows) -> bool:
        return set(decided(solution, family)) == {cell for cell, mark in grid(wanted).items() if mark != "-"}

    return agree


def drawn(partly: bool = False) -> Agrees:
    """The drawing has the recorded marks, without numbers of copies; ``partly``: where there is one."""

    def agree(solution: excover.Solution, wanted: Rows) -> bool:
        lines = str(solution).splitlines()
        blanks = any(" " in line.strip() for line in lines)
        shown = [re.sub(r"([A-Z])\d+", r"\1", line).split() if blanks else list(line) for line in lines]
        marks, known = (
            {cell: "-" if mark in {".", "#"} else mark for cell, mark in grid(rows).items()}
            for rows in (shown, wanted)
        )
        return all(marks.get(cell) == mark for cell, mark in known.items() if not (partly and mark == "-"))

    return agree
