"""All shapes of a number of connected cells: polyominoes, polyiamonds, polyhexes, polycubes, polysticks.

>>> from excover.lattices import LATTICES
>>> [len(polyforms(LATTICES["square"], size, "free")) for size in range(1, 7)]  # OEIS A000105
[1, 1, 2, 5, 12, 35]
>>> [len(polyforms(LATTICES["cube"], size, "one-sided")) for size in range(1, 5)]  # A000162
[1, 1, 2, 8]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from excover.lattices.declared import DeclaredLattice
from excover.lattices.lattice import Cell, Lattice

Polyform = tuple[Cell, ...]


class TooManyPolyforms(Exception):
    """There are more forms than asked for."""


def polyforms(lattice: Lattice, size: int, group: str, most: int | None = None) -> list[Polyform]:
    """The shapes of ``size`` connected cells up to the motions of ``group``, each normalized, in order.

    Raises TooManyPolyforms if there are more than ``most``, without listing many more than these.
    """
    if most is not None:
        _refuse_many(lattice, size, most * lattice.most_images)
    fixed = set(map(lattice.normalized, _fixed_polyforms(lattice, size)))
    forms = []
    while fixed:
        images = lattice.orientations(fixed.pop(), group)
        fixed.difference_update(images)
        forms.append(min(images))
    if most is not None and len(forms) > most:
        raise TooManyPolyforms
    return sorted(forms)


def _refuse_many(lattice: Lattice, size: int, most: int) -> None:
    """Raises TooManyPolyforms if there are more than ``most`` fixed forms.

    There are at least 2^(size - 1) on every lattice that is shipped: each further cell can be attached in
    two directions.
    """
    many = not isinstance(lattice, DeclaredLattice) and size - 1 > most.bit_length()
    if many or any(islice(_fixed_polyforms(lattice, size), most, None)):
        raise TooManyPolyforms


def _fixed_polyforms(lattice: Lattice, size: int) -> Iterator[Polyform]:
    """Each shape up to translation once (D. H. Redelmeier, "Counting polyominoes", Discrete Mathematics 36,
    1981): it is grown from its least cell, and a neighbour that was passed over is not looked at again.
    """
    for root in sorted(lattice.steps):
        yield from _grown(lattice, root, size, (), [root], {root})


def _grown(
    lattice: Lattice, root: Cell, size: int, shape: Polyform, untried: list[Cell], seen: set[Cell]
) -> Iterator[Polyform]:
    """The shapes of ``size`` cells that add some of the ``untried`` cells, and what they lead to, to one."""
    while untried:
        cell = untried.pop()
        if len(shape) == size - 1:
            yield (*shape, cell)
            continue
        further = [near for near in lattice.neighbours(cell) if near > root and near not in seen]
        yield from _grown(lattice, root, size, (*shape, cell), untried + further, seen.union(further))


ROOM = 4
"""Steps around a form within which the cells outside are connected, on every lattice."""


def has_hole(lattice: Lattice, form: Polyform) -> bool:
    """Whether the other cells of the lattice are not connected: some are enclosed."""
    filled = frozenset(form)
    reach = [max(abs(step[axis]) for steps in lattice.steps.values() for step in steps) for axis in range(3)]
    if not lattice.solid:  # the way around a point may be as long as a period, as that around a hexagon
        reach = [max(reach[axis], lattice.translations[axis][axis]) for axis in range(3)]
    low = [min(cell[axis] for cell in form) - ROOM * reach[axis] for axis in range(3)]
    high = [max(cell[axis] for cell in form) + ROOM * reach[axis] for axis in range(3)]

    def is_near(cell: Cell) -> bool:
        return all(low[axis] <= cell[axis] <= high[axis] for axis in range(3))

    beside = {near for cell in form for near in lattice.neighbours(cell)} - filled
    if not beside:
        return False
    outside = min(beside)  # nothing of the form comes before it, so nothing encloses it
    reached, waiting = {outside}, [outside]
    while waiting:
        for near in lattice.neighbours(waiting.pop()):
            if near not in reached and near not in filled and is_near(near):
                reached.add(near)
                waiting.append(near)
    return not beside <= reached


def polyforms_of_sizes(
    lattice: Lattice, sizes: Sequence[int], group: str, holes: bool, most: int | None = None
) -> list[Polyform]:
    """The forms of these numbers of cells; without ``holes``, only those that have none.

    Raises TooManyPolyforms.
    """
    found: list[Polyform] = []
    for size in sizes:
        room = None if most is None else most - len(found)
        forms = polyforms(lattice, size, group, room)
        found += [form for form in forms if holes or not has_hole(lattice, form)]
    return found
