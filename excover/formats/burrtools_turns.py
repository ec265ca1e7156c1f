"""How solutions saved by BurrTools turn and place pieces.

A placement is the voxel of the result on which the hotspot of the piece lies, and the number of a turn. The
numbers are those of the format; each grid has its own, and every turn is a rotation around the hotspot.

>>> from excover.formats.burrtools_grids import GRIDS
>>> turns = turns_of(GRIDS[0])
>>> len(turns), turns[16].images([(0, 0, 0), (1, 0, 0)], (0, 0, 0), (2, 2, 0))
(24, [(2, 2, 0), (2, 3, 0)])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from excover.formats.burrtools_grids import GRIDS, Voxel, VoxelGrid
from excover.lattices import Vector
from excover.lattices.point_groups import Isometry

_CUBIC = (
    "xyz xZy xYZ xzY Zyx YZx zYx yzx XyZ XZY XYz Xzy zyX yZX ZYX YzX Yxz zxy yxZ ZxY yXz ZXy YXZ zXY"  # spell
)
"""The images of x, y and z, for each number; a capital letter is the reversed axis."""
_OF_SPHERES = (
    "xyz zYx Yxz yzx XYz Zyx yXz YZx zxy xzY Xzy ZxY ZXy XZY xZy zXY zyX xYZ YzX yxZ ZYX XyZ yZX YXZ"  # spell
)
_OF_FLAT_SPHERES = """
    abbBAb bBabaB aBbbAB bbaBab ABbbab abBBba AbBBab aBbbba aBBbAb bbABaB abBBAB bBAbab AbbBaB aBBbbA
    ABBbaB abbBbA bababB abBbab baBabb abbbaB bAbAbb aBBBaB bABAbB aBbBab BBabAb BaBBBa BaBaBB bAbbbA
    AbbBBa BBaAbb bbAAbb aBBBBa bbAaBB BBaaBB AbbbbA BBaBaB AbbbAb bAbBBa BaBAbb bbAbAb BaBbbA bAbaBB
    BbaABb BABABb bBAabB ABbbBA babBba Bbabab BABBba BABbBA bBABAB BbaBAB babbBA BbaabB babABb ABbBba
    bBAABb BABabB abBbBA ABbBAB BAbbBa BbABAb BAbABB baBBbA bBaabb abbbBa ABBbBa BbAabb BbAABB ABBBbA
    bBaABB bBaBAb baBbBa BAbabb BbAbaB ABBBAb BAbBbA baBABB BabaBb bABbba BBAbAB BabBBA bbaaBb BBAaBb
    AbBbba AbBBBA BBAAbB bbaAbB aBbBBA bbabAB Babbba bABaBb BBABab AbBbAB bABBBA BabAbB
"""  # spell
"""Rotations that only pieces of spheres in one plane have: two rows of a matrix in thirds, where a is 1, b 2,
and a capital letter reversed.
"""
_DIGITS = {"a": 1, "b": 2, "A": -1, "B": -2}


class SavedTurn(NamedTuple):
    """A rotation in coordinates in which it is linear, ``scale`` times as large as it is."""

    rotation: Isometry
    scale: int
    straight: Callable[[Voxel], Vector]
    voxel: Callable[[Vector], Voxel | None]

    def images(self, voxels: Sequence[Voxel], hotspot: Voxel, at: Voxel) -> list[Voxel] | None:
        """Where the voxels of a piece lie whose hotspot is at a voxel; None if that is between voxels."""
        center, to = self.straight(hotspot), self.straight(at)
        found = [self._image(_minus(self.straight(voxel), center), to) for voxel in voxels]
        return None if None in found else found  # type: ignore[return-value]

    def hotspot_onto(self, voxels: Sequence[Voxel], hotspot: Voxel, onto: Sequence[Voxel]) -> Voxel | None:
        """Where the hotspot is if the piece lies on exactly these voxels; None if this turn cannot do it."""
        center = self.straight(hotspot)
        turned = [self.rotation(_minus(self.straight(voxel), center)) for voxel in voxels]
        least = min(self.straight(voxel) for voxel in onto)
        by = _minus((least[0] * self.scale, least[1] * self.scale, least[2] * self.scale), min(turned))
        at = self._unscaled(by)
        voxel = None if at is None else self.voxel(at)
        images = None if voxel is None else self.images(voxels, hotspot, voxel)
        return voxel if images is not None and set(images) == set(onto) else None

    def _image(self, way: Vector, to: Vector) -> Voxel | None:
        turned = self._unscaled(self.rotation(way))
        return None if turned is None else self.voxel(_minus(to, _minus((0, 0, 0), turned)))

    def _unscaled(self, vector: Vector) -> Vector | None:
        x, y, z = vector
        scale = self.scale
        return None if x % scale or y % scale or z % scale else (x // scale, y // scale, z // scale)


def turns_of(grid: VoxelGrid) -> tuple[SavedTurn, ...]:
    """Those of a grid, by their numbers."""
    return _turns(next(number for number, each in enumerate(GRIDS) if each is grid))


@cache
def _turns(number: int) -> tuple[SavedTurn, ...]:
    grid = GRIDS[number]
    if grid is GRIDS[1]:
        return tuple(SavedTurn(turn, 2, _center, _prism) for turn in _of_prisms())
    if grid is not GRIDS[2]:
        return tuple(_of_voxels(grid, _signed(word)) for word in _CUBIC.split())
    flat = (SavedTurn(_thirds(word), 3, _itself, _kept(grid)) for word in _OF_FLAT_SPHERES.split())
    return (*(_of_voxels(grid, _signed(word)) for word in _OF_SPHERES.split()), *flat)


def _of_voxels(grid: VoxelGrid, rotation: Isometry) -> SavedTurn:
    return SavedTurn(rotation, 1, _itself, _itself if grid is not GRIDS[2] else _kept(grid))


def _itself(voxel: Voxel) -> Voxel:
    return voxel


def _kept(grid: VoxelGrid) -> Callable[[Vector], Voxel | None]:
    return lambda voxel: voxel if grid.has(voxel) else None


def _signed(word: str) -> Isometry:
    rows = ([(letter.islower() or -1) * (letter.lower() == axis) for axis in "xyz"] for letter in word)
    return Isometry(tuple((int(a), int(b), int(c)) for a, b, c in rows))  # type: ignore[arg-type]


def _thirds(word: str) -> Isometry:
    """A rotation, from two of its rows; the third is their cross product."""
    a, b, c, d, e, f = (_DIGITS[letter] for letter in word)
    return Isometry(
        ((a, b, c), (d, e, f), ((b * f - c * e) // 3, (c * d - a * f) // 3, (a * e - b * d) // 3))
    )


# Prisms: half a side to the right, a third of the height of a triangle away, and up


def _center(voxel: Voxel) -> Vector:
    """The middle of a triangle, which points away if x and y add up to an even number."""
    x, y, z = voxel
    return x, 3 * y + (x + y) % 2, z


def _prism(center: Vector) -> Voxel | None:
    x, away, z = center
    y, third = divmod(away, 3)
    return (x, y, z) if third == (x + y) % 2 else None


def _of_prisms() -> list[Isometry]:
    """Six turns by 60 degrees, and the same after turning over, so that left is right and above is below.

    All numbers are doubled.
    """
    by_60 = Isometry(((1, -1, 0), (3, 1, 0), (0, 0, 2)))
    turns = [Isometry(((2, 0, 0), (0, 2, 0), (0, 0, 2)))]
    for _ in range(5):
        product = by_60 @ turns[-1]
        turns.append(Isometry(tuple((a // 2, b // 2, c // 2) for a, b, c in product.rows)))  # type: ignore[arg-type]
    over = Isometry(((-1, 0, 0), (0, 1, 0), (0, 0, -1)))
    return turns + [turn @ over for turn in turns]


def _minus(vector: Vector, other: Vector) -> Vector:
    return vector[0] - other[0], vector[1] - other[1], vector[2] - other[2]
