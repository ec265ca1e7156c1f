"""The expansion of `item .. else cost e`: an option that stands for an item that nothing covers.

`item task[1..9] else cost 5` is

    item task[1..9]
    option no_task(i in 1..9) covers task[i] cost 5

except that the option comes after all others.
"""

from __future__ import annotations

from excover.syntax import ast


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


def _unlike(name: str, taken: set[str]) -> str:
    """A name that no expression of the statement uses."""
    number = 1
    while (found := f"{name}{number}") in taken:
        number += 1
    return found
