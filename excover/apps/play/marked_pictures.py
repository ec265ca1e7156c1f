"""Pictures in which some cells are marked: where two solutions differ, and what a reason is about.

>>> import excover
>>> from excover.apps.play.drawn_solutions import scenes_of
>>> queens = excover.load("queens", {"n": 4})
>>> one, other = queens.solutions()
>>> marked = changed_places(one, other)
>>> len(marked), differing_picture(scenes_of(other), marked).svg().count("<polygon")
(8, 0)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias
from xml.etree.ElementTree import Element

from excover.apps.play.drawn_solutions import corners_of, places_of
from excover.lattices.polygons import Point
from excover.matrix.compiled import Place
from excover.render.part_drawings import PartDrawings
from excover.render.pen import STYLE, stroked
from excover.render.scene import Scene
from excover.render.svg import CELL, PAPER, Picture, element, number, path
from excover.solutions.decode import Solution

Tint: TypeAlias = tuple[Place, Mapping[str, str], str]
"""A place, how it is tinted, and its text."""

COLOR = "#c2185b"
"""Of what is marked."""

BLANK = "W"
"""The text of cells that are framed, but not tinted: the white ones of a coloring."""


def marked_picture(shown: Sequence[Scene], marked: Mapping[Place, str]) -> Picture:
    """The boards with what lies on them, and a frame around cells, which are tinted with their texts."""
    tints = [each for place, text in marked.items() for each in _tinted(place, text)]
    return _picture(shown, tints, marked)


def differing_picture(shown: Sequence[Scene], marked: Mapping[Place, str]) -> Picture:
    """The same for cells without texts, where the others are pale."""
    others = [
        (at, cell) for at, scene in enumerate(shown) for cell in scene.marks if (at, cell) not in marked
    ]
    pale = [(place, {"fill": PAPER, "fill_opacity": "0.6"}, "") for place in others]
    return _picture(shown, pale if marked else [], marked)


def _picture(shown: Sequence[Scene], tints: Sequence[Tint], framed: Iterable[Place]) -> Picture:
    kit = PartDrawings(shown)
    drawn = [kit.drawings[part] for part in kit.parts_of(shown)]
    over = [each for tint in tints for each in _drawn(kit, *tint)]
    body = element("g", *kit.unders(), *drawn, *over, *_frame(kit, framed), **STYLE)
    return Picture(kit.width, kit.height, [body])


def _tinted(place: Place, text: str) -> list[Tint]:
    return [(place, {"fill": COLOR, "fill_opacity": "0" if text == BLANK else "0.2"}, text)]


def _drawn(kit: PartDrawings, place: Place, look: Mapping[str, str], text: str) -> list[Element]:
    corners = corners_of(kit, place)
    area = element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in corners), **look)
    if not text:
        return [area]
    x, y = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    size = 0.45 * CELL
    return [area, element("text", text=text, x=x, y=y + 0.35 * size, font_size=size, fill=COLOR)]


def _frame(kit: PartDrawings, places: Iterable[Place]) -> list[Element]:
    """A line around the places, without the sides that two of them share."""
    sides: Counter[frozenset[Point]] = Counter()
    for place in places:
        corners = [(round(x, 2), round(y, 2)) for x, y in corners_of(kit, place)]
        sides.update(map(frozenset, zip(corners, [*corners[1:], corners[0]], strict=True)))
    ways = [sorted(side) for side, times in sides.items() if times == 1]
    return [element("path", d=path(ways, closed=False), **stroked(0.09, COLOR))] if ways else []


def changed_places(one: Solution, other: Solution) -> dict[Place, str]:
    """The cells of what only one of two solutions has, without texts."""
    changed = set(map(tuple, one.markings)) ^ set(map(tuple, other.markings))
    return {place: "" for markings in changed for marking in markings for place in places_of(marking)}
