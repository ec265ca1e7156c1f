"""A web page for browsing solutions: one file that needs no other, and runs only its own script.

Everything from a description is in it as text, or as the value of an attribute. The policy in its head allows
only the one script and the one style that it identifies by their hashes.

>>> import excover
>>> queens = excover.load("queens", {"n": 4})
>>> made = gallery(list(queens.solutions()), Facts("N queens", "2 solutions", [("items", "22")], "puzzle .."))
>>> made[:15], made.count("<script"), "default-src 'none'" in made
('<!doctype html>', 1, True)

What turn.js needs to show solids from any side: points and faces of cells, and where each part lies.

>>> from excover.lattices import CUBE
>>> canvas = Canvas("", (1, 1, 2), (1, 1, 1), frozenset(), lattice=CUBE, marks=("A",), tiled=True)
>>> [scene] = scenes([canvas], [])
>>> data = solid_data(scene, [{(0, 0, 0): "A", (0, 0, 1): "A"}])
>>> data["cells"], data["parts"], sorted(other for other, _ in data["faces"][0]), len(data["rings"])
([(0, 0, 0), (1, 0, 0)], [[0, 1]], [-1, -1, -1, -1, -1, 1], 12)
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.resources import files
from typing import Protocol, TypedDict
from xml.etree.ElementTree import Element, tostring

from excover.base.names import OptionName
from excover.lattices import Cell, Lattice
from excover.lattices.lattice import Point3
from excover.matrix.compiled import Canvas, Marking
from excover.render.board import GROUND
from excover.render.geometry import STYLE
from excover.render.part_drawings import PartDrawings
from excover.render.scene import MarkedCells, Scene, scenes
from excover.render.solids import body, in_space
from excover.render.svg import NAMESPACE, element, number, shown
from excover.render.views import Drawable


class SolidCells(TypedDict):
    """Cells are numbered in the order of ``cells``, corners in that of ``rings``.

    ``faces`` has for each cell the neighbours, -1 if none is ever drawn, and the corners of the face towards
    each, counter-clockwise from there; nothing for ``balls``. ``layers`` has the layer of each cell.
    """

    cells: list[Point3]
    rings: list[Point3]
    faces: list[list[tuple[int, list[int]]]]
    balls: bool
    layers: list[int]


class SolidData(SolidCells):
    """``parts`` are the cells of each part of a solution, none of lines, which have no body; ``labels`` and
    ``fills`` its marks and its color.
    """

    parts: list[list[int]]
    labels: list[str]
    fills: list[str]


def turns(canvases: Sequence[Canvas]) -> bool:
    """Whether a page can show the solids: there is one board, and it is known where its cells are."""
    return len(canvases) == 1 and canvases[0].lattice.point is not None


def solid_cells(lattice: Lattice, numbers: Mapping[Cell, int]) -> SolidCells:
    """The cells, by their numbers from 0. Raises ValueError if the lattice does not place cells in space."""
    corners: dict[Point3, int] = {}
    faces = [
        [
            (numbers.get(other, -1), [corners.setdefault(corner, len(corners)) for corner in ring])
            for other, ring in body(lattice, cell).items()
        ]
        for cell in (() if lattice.balls else numbers)
    ]
    return {
        "cells": [in_space(lattice, cell) for cell in numbers],
        "rings": list(corners),
        "faces": faces,
        "balls": lattice.balls,
        "layers": [cell[0] for cell in numbers],
    }


def look_of(scene: Scene, part: MarkedCells) -> tuple[str, str]:
    """The marks of a part of a solid, and its color."""
    return shown("".join(dict.fromkeys(part.values()))), next(iter(scene.grounds(part).values())) or GROUND


def solid_data(scene: Scene, parts: Sequence[MarkedCells]) -> SolidData:
    """``parts`` are all that occur in any solution of the page."""
    bodies = [{} if scene.is_line(part) else part for part in parts]
    numbers = {cell: number for number, cell in enumerate(sorted(set[Cell]().union(*bodies)))}
    looks = [look_of(scene, part) for part in parts]
    return {
        **solid_cells(scene.canvas.lattice, numbers),
        "parts": [[numbers[cell] for cell in part] for part in bodies],
        "labels": [label for label, _ in looks],
        "fills": [fill for _, fill in looks],
    }


PER_BLOCK = 60
"""The same number as in page.js: the solutions shown before the script runs, or if it must not run."""

SHORT = 16
"""The most characters of an example that a telephone shows in an empty field, beside a number."""


class Listed(Drawable, Protocol):
    """A solution."""

    @property
    def options(self) -> Sequence[OptionName]: ...


@dataclass(frozen=True, slots=True)
class Facts:
    """The information of the page beside the solutions; ``source`` is the description."""

    title: str
    summary: str
    numbers: Sequence[tuple[str, str]]
    source: str


def gallery(solutions: Sequence[Listed], facts: Facts) -> str:
    """The page for at least one solution."""
    kit = _Drawn(solutions[0]) if any(solutions[0].markings) else _Named()
    listed = [kit.parts_of(solution) for solution in solutions]
    cards = [kit.card(at, parts) for at, parts in enumerate(listed[:PER_BLOCK], 1)]
    data = json.dumps({"solutions": listed, "labels": kit.labels}, separators=(",", ":"))
    solid = kit.solid()
    script = _resource("page.js") + (_resource("turn.js") if solid else "")
    style = _resource("page.css")
    page = element(
        "html",
        _head(facts.title, script, style),
        element(
            "body",
            element("header", element("h1", text=facts.title), element("p", text=facts.summary)),
            *kit.shared(),
            _form(_asked(listed, kit.labels)),
            _pages(),
            element("p", id="printed"),
            element("main", _block(cards), id="solutions"),
            *_about(facts),
            element("pre", text=data, id="data", hidden="hidden"),
            *(_turning(solid) if solid else ()),
            _verbatim("script", script, type="module"),
        ),
        lang="en",
    )
    return "<!doctype html>\n" + tostring(page, "unicode", method="html") + "\n"


class _Drawn:
    """Draws each part once; a solution only lists its parts."""

    def __init__(self, first: Listed) -> None:
        self.kit = PartDrawings(scenes(first.canvases, first.markings, first.given))
        self._alone: dict[tuple[Marking, ...], list[int]] = {}

    @property
    def labels(self) -> list[str]:
        return self.kit.labels

    def parts_of(self, solution: Listed) -> list[int]:
        """On a single canvas where no two options share a cell, each has parts of its own, made only once."""
        options = list(map(tuple, solution.markings))
        cells = [cell for option in options for marking in option for cell in marking.cells]
        has_areas = any(canvas.areas for canvas in solution.canvases)
        if has_areas or len(solution.canvases) > 1 or len(set(cells)) < len(cells):
            return self.kit.parts_of(scenes(solution.canvases, options, solution.given))
        return [part for option in options for part in self._parts_alone(solution.canvases, option)]

    def _parts_alone(self, canvases: Sequence[Canvas], option: tuple[Marking, ...]) -> list[int]:
        if option not in self._alone:
            self._alone[option] = self.kit.parts_of(scenes(canvases, [option]))
        return self._alone[option]

    def solid(self) -> SolidData | None:
        """For one board whose cells have a place in space."""
        scene = self.kit.boards[0].scene
        alone = turns([board.scene.canvas for board in self.kit.boards])
        data = solid_data(scene, self.kit.parts) if alone else None
        return data if data and data["cells"] else None

    def shared(self) -> Iterable[Element]:
        """The definitions to which the cards refer."""
        defs = element("defs", *self.kit.unders(), *self.kit.drawings)
        yield element("svg", defs, width="0", height="0", aria_hidden="true", xmlns=NAMESPACE)

    def card(self, at: int, parts: Iterable[int]) -> Element:
        unders = (element("use", href=f"#under{canvas}") for canvas in range(len(self.kit.boards)))
        uses = (element("use", href=f"#part{part}", data_part=str(part)) for part in parts)
        group = element("g", *unders, element("g", *uses, data_parts=""), **STYLE)
        box = f"0 0 {number(self.kit.width)} {number(self.kit.height)}"
        title = element("title", text=f"solution {at}")
        made = _figure(at, element("svg", title, group, viewBox=box, role="img", xmlns=NAMESPACE))
        if turns([board.scene.canvas for board in self.kit.boards]):
            made.append(element("button", text="turn", type="button"))
        return made


@dataclass(slots=True)
class _Named:
    """If nothing is drawn, a solution is a list of options."""

    labels: list[str] = field(default_factory=list)
    numbers: dict[OptionName, int] = field(default_factory=dict)

    def parts_of(self, solution: Listed) -> list[int]:
        return list(map(self.number, solution.options))

    def number(self, option: OptionName) -> int:
        if option not in self.numbers:
            self.numbers[option] = len(self.labels)
            self.labels.append(str(option))
        return self.numbers[option]

    def solid(self) -> None:
        """Options have no place."""

    def shared(self) -> Iterable[Element]:
        return ()

    def card(self, at: int, parts: Iterable[int]) -> Element:
        items = (element("li", text=self.labels[part], data_part=str(part)) for part in parts)
        return _figure(at, element("ul", *items, data_parts=""))


def _head(title: str, script: str, style: str) -> Element:
    ours = f"script-src {_hash(script)}; style-src {_hash(style)}"
    policy = f"default-src 'none'; {ours}; base-uri 'none'; form-action 'none'"
    return element(
        "head",
        element("meta", charset="utf-8"),
        Element("meta", {"http-equiv": "Content-Security-Policy", "content": policy}),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", text=title),
        _verbatim("style", style),
    )


def _asked(listed: Sequence[Sequence[int]], labels: Sequence[str]) -> str:
    """An example of conditions for a solution: the place of a part, if that is short, and a number."""
    number = min(17, len(listed))
    part = labels[listed[number - 1][0]] if listed[number - 1] else ""
    first = part[: part.find(")") + 1] if " at (" in part else part
    return f"{first}; #{number}" if 0 < len(first) <= SHORT else f"#{number}"


def _form(example: str) -> Element:
    field = element(
        "input",
        id="filter",
        type="search",
        autocomplete="off",
        placeholder=example,
        aria_label="Only solutions that hold",
        aria_describedby="hint",
    )
    hint = element("p", text="A click on a piece asks for it where it lies.", id="hint")
    hint.set("class", "soft")
    return element("form", field, element("button", text="all", type="reset"), hint)


def _turning(solid: SolidData) -> Iterator[Element]:
    """The window in which a solid is turned, and what turn.js shows there."""
    ranges = [
        element(
            "label",
            element("input", type="range", min=low, max=high, value=high if low == "1" else low),
            text=text,
        )
        for text, low, high in (("layers ", "1", "1"), ("pieces ", "1", "1"), ("apart ", "0", "100"))
    ]
    help_text = (
        "Drag, or press arrow keys, to turn; two fingers, the wheel, + and - change the size; Home goes back."
    )
    hint = element("p", text=help_text)
    hint.set("class", "soft")
    canvas = element("canvas", tabindex="0", role="img", aria_label="The solid; arrow keys turn it.")
    head = element("header", element("h2"), element("button", text="close", type="button"))
    status = element("output")
    yield element(
        "dialog", head, canvas, status, element("form", *ranges, method="dialog"), hint, id="turning"
    )
    yield element("pre", text=json.dumps(solid, separators=(",", ":")), id="solid", hidden="hidden")


def _pages() -> Element:
    names = (("«", "first page"), ("‹", "page before"), ("›", "next page"), ("»", "last page"))
    buttons = [element("button", text=text, type="button", aria_label=name) for text, name in names]
    return element("nav", *buttons, element("span", id="summary", role="status"), aria_label="Pages")


def _about(facts: Facts) -> Iterable[Element]:
    rows = (
        element("tr", element("td", text=name), element("td", text=value)) for name, value in facts.numbers
    )
    yield element("details", element("summary", text="The numbers"), element("table", *rows))
    if facts.source:
        source = element("pre")
        source.text = "\n".join(map(shown, facts.source.splitlines()))
        yield element("details", element("summary", text="The description"), source)


def _figure(at: int, drawn: Element) -> Element:
    return element("figure", drawn, element("figcaption", text=f"#{at:,}"))


def _block(cards: Iterable[Element]) -> Element:
    block = element("div", *cards)
    block.set("class", "block")
    return block


def _resource(name: str) -> str:
    return (files("excover.render") / name).read_text("utf-8")


def _verbatim(tag: str, text: str, **attributes: str) -> Element:
    """A script or a style of the package, exactly as it is hashed."""
    made = Element(tag, attributes)
    made.text = text
    return made


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
