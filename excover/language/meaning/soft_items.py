"""Options that stand for what nothing covers: of `item .. else cost e`, and `board .., at most k holes`.

`item task[1..9] else cost 5` is

    item task[1..9]
    option no_task(i in 1..9) covers task[i] cost 5

except that the option comes after all others. `board tray 5x5, at most 4 holes` is

    board tray 5x5
    item tray_holes at most 4 times
    option no_tray(cell in tray) covers tray[cell], tray_holes

except that the option is not drawn: the cell is empty.
"""

from __future__ import annotations

from excover.language.expressions.reduce import set_of
from excover.language.meaning.puzzle import Board
from excover.language.syntax import ast


def no_cover(family: ast.Family, price: ast.Expr) -> ast.Option:
    """The option for each item of a family that leaves it uncovered."""
    span = family.name.span
    taken = {name for expr in (*family.index, price) for name in expr.mentioned}
    names = []
    for _ in family.index:
        names.append(ast.Name(span, _unlike("i", taken)))
        taken.add(names[-1].id)
    binders = tuple(
        ast.Binder(span, (ast.Pattern(span, (name,), is_tuple=False),), index)
        for name, index in zip(names, family.index, strict=True)
    )
    covered = ast.CoveredItem(span, ast.Ref(span, family.name, tuple(names)), None, None)
    name, loop = ast.Name(span, f"no_{family.name.id}"), ast.Loop(span, binders, None)
    return ast.Option(span, name, loop, (covered,), price, False, False)


def holes_of(board: str) -> str:
    """The name of the item that every hole of a board covers."""
    return f"{board}_holes"


def no_cell_of(board: str) -> str:
    """The name of the options that leave cells of a board empty."""
    return f"no_{board}"


def empty_cell(board: Board) -> ast.Option:
    """The option for each cell of a board that leaves it empty; ``?`` may be empty without it."""
    span = board.span
    own, cell = ast.Name(span, board.name), ast.Name(span, "cell")
    needed = [board.position(cell) for cell in board.cells if cell not in board.optional]
    cells = set_of(needed) if board.optional else own
    binders = (ast.Binder(span, (ast.Pattern(span, (cell,), is_tuple=False),), cells),)
    refs = ast.Ref(span, own, (cell,)), ast.Ref(span, ast.Name(span, holes_of(board.name)), ())
    covers = tuple(ast.CoveredItem(span, ref, None, None) for ref in refs)
    name, loop = ast.Name(span, no_cell_of(board.name)), ast.Loop(span, binders, None)
    return ast.Option(span, name, loop, covers, None, False, False)


def _unlike(name: str, taken: set[str]) -> str:
    """A name that no expression of the statement uses."""
    number = 1
    while (found := f"{name}{number}") in taken:
        number += 1
    return found
