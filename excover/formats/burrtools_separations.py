"""How a solution comes apart, as files of BurrTools say it.

A ``separation`` has the numbers of its pieces, which are those of the entries of the assembly, and a
``state`` for the begin and after each move: where the hotspots of these pieces are. The last state has some
of them far away; those and the others are separations of their own, if they come apart further.

>>> moves = [VoxelShift((1,), (0, 1, 0), 2), VoxelShift((1,), (1, 0, 0), None)]
>>> print(separation_text({0: (0, 0, 0), 1: (1, 1, 0)}, [moves]).replace("</state>", "</state>\\n"))
<separation><pieces count="2">0 1</pieces><state><dx>0 1</dx><dy>0 1</dy><dz>0 0</dz></state>
<state><dx>0 1</dx><dy>0 3</dy><dz>0 0</dz></state>
<state><dx>0 30001</dx><dy>0 3</dy><dz>0 0</dz></state>
</separation>
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from excover.formats.burrtools_grids import Voxel

_AWAY = 30_000
"""How far pieces go that are taken away. BurrTools looks for more than 10,000."""
_Places = dict[int, Voxel]


class VoxelShift(NamedTuple):
    """``pieces`` are shifted together by ``distance`` voxels in ``direction``; None takes them away."""

    pieces: Collection[int]
    direction: Voxel
    distance: int | None


def separation_text(places: Mapping[int, Voxel], separations: Sequence[Sequence[VoxelShift]]) -> str:
    """The element; ``places`` are the hotspots of the pieces in the assembly.

    ``separations`` are as `disassembly` finds them: each shifts pieces of one part, and its last shift takes
    some of them away from the others.
    """
    return "".join(_element(dict(sorted(places.items())), [*separations], ""))


def _element(places: _Places, separations: list[Sequence[VoxelShift]], kind: str) -> Iterator[str]:
    """A part, unless it is not taken apart; removes its separation from those that are left."""
    shifts = next((shifts for shifts in separations if places.keys() >= {*shifts[0].pieces}), None)
    if shifts is None:
        return
    separations.remove(shifts)
    yield f"<separation{kind}>"
    yield f'<pieces count="{len(places)}">{" ".join(map(str, places))}</pieces>'
    yield _state(places)
    for shift in shifts:
        places = _shifted(places, shift, _AWAY if shift.distance is None else shift.distance)
        yield _state(places)
    places = _shifted(places, shifts[-1], -_AWAY)
    away = {piece: places.pop(piece) for piece in sorted(shifts[-1].pieces)}
    yield from _element(away, separations, ' type="removed"')
    yield from _element(places, separations, ' type="left"')
    yield "</separation>"


def _shifted(places: _Places, shift: VoxelShift, distance: int) -> _Places:
    dx, dy, dz = (step * distance for step in shift.direction)
    return {
        piece: (x + dx, y + dy, z + dz) if piece in shift.pieces else (x, y, z)
        for piece, (x, y, z) in places.items()
    }


def _state(places: _Places) -> str:
    axes = zip(("dx", "dy", "dz"), zip(*places.values(), strict=True), strict=True)
    return f"<state>{''.join(f'<{axis}>{_numbers(at)}</{axis}>' for axis, at in axes)}</state>"


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
