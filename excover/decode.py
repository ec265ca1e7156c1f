"""Covers back into the description's own words and pictures.

>>> from excover.names import OptionName
>>> solution = Solution((OptionName("queen", (1, 2)), OptionName("queen", (2, 4))))
>>> solution
Solution(options=(OptionName(family='queen', arguments=(1, 2)), OptionName(family='queen', arguments=(2, 4))))
>>> eval(repr(solution)) == solution
True
>>> print(solution)
queen(1, 2), queen(2, 4)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from excover.cover.compiled import Canvas, Compiled, Ink, Place
from excover.names import HIDDEN, OptionLine, OptionName
from excover.render.json import plain
from excover.render.text import TextRenderer

if TYPE_CHECKING:
    from excover.render.views import View

NOTHING = TextRenderer((), ())
"""What is drawn where nothing is."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The chosen options in the order of the description; two solutions are equal if their options are.

    ``numbers`` are those of the options in the matrix, and on the ``renderer`` that draws them.
    """

    options: tuple[OptionName, ...]
    cost: int | None = field(default=None, repr=False, compare=False)
    numbers: tuple[int, ...] = field(default=(), repr=False, compare=False)
    renderer: TextRenderer = field(default=NOTHING, repr=False, compare=False)

    @property
    def canvases(self) -> Sequence[Canvas]:
        return self.renderer.canvases

    @property
    def inks(self) -> tuple[tuple[Ink, ...], ...]:
        """Those of each option."""
        return tuple(self.renderer.inks[number] for number in self.numbers)

    @property
    def given(self) -> frozenset[Place]:
        """The places that were given."""
        return self.renderer.given

    @property
    def drawing(self) -> str:
        """The solution as a plain drawing, which reads back as a given; empty where nothing is drawn."""
        return self.renderer.picture(self.numbers)

    def svg(self, view: View = "layers") -> str:
        """The solution as a picture; empty where nothing is drawn.

        Raises ValueError where the view does not suit the board.
        """
        from excover.render.views import drawn, page  # only whoever draws waits for it

        return page([drawn(self, view)]).svg() if any(self.inks) else ""

    def _repr_svg_(self) -> str | None:
        """For notebooks."""
        return self.svg() or None

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles what is drawn by these options, and not by all there are."""
        renderer = TextRenderer(self.canvases, self.inks, self.given)
        return Solution, (self.options, self.cost, tuple(range(len(self.numbers))), renderer)

    def __str__(self) -> str:
        lines = all(isinstance(option, OptionLine) for option in self.options)
        return self.drawing or ("\n" if lines else ", ").join(map(str, self.options))

    def __iter__(self) -> Iterator[OptionName]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self.options)

    def as_data(self) -> dict[str, Any]:
        """For JSON: the options with their names and arguments, and the lines of the drawing."""
        options = list(map(_option_data, self.options))
        cost = {} if self.cost is None else {"cost": self.cost}
        return {"options": options, **cost, "drawing": self.drawing.splitlines()}


Decoder: TypeAlias = Callable[[Sequence[int]], Solution]
"""The solution that a cover of a compiled matrix stands for."""


def decoder(compiled: Compiled) -> Decoder:
    """For many covers of the compiled matrix: what they share is prepared once."""
    names, costs = compiled.matrix.options, compiled.matrix.costs
    renderer = TextRenderer(compiled.canvases, compiled.inks, compiled.given)

    def decode(cover: Sequence[int]) -> Solution:
        shown = tuple([option for option in cover if names[option].family != HIDDEN])
        cost = None if costs is None else sum([costs[option] for option in cover])
        return Solution(tuple([names[option] for option in shown]), cost, shown, renderer)

    return decode


def decode(compiled: Compiled, cover: Sequence[int]) -> Solution:
    """The solution that a cover of the compiled matrix stands for."""
    return decoder(compiled)(cover)


class JsonLines:
    """Solutions of one problem as `json.dumps` writes their data; each option is put in words once."""

    def __init__(self) -> None:
        self._options: dict[int, str] = {}

    def line(self, solution: Solution, **before: int) -> str:
        """An object that begins with what is told ``before``."""
        known = self._options
        options = [
            known.get(number) or self._option(number, name)
            for number, name in zip(solution.numbers, solution.options, strict=True)
        ]
        parts = {name: str(value) for name, value in before.items()}
        parts["options"] = f"[{', '.join(options)}]"
        if solution.cost is not None:
            parts["cost"] = str(solution.cost)
        parts["drawing"] = json.dumps(solution.drawing.splitlines())
        return "{" + ", ".join([f'"{name}": {part}' for name, part in parts.items()]) + "}"

    def _option(self, number: int, name: OptionName) -> str:
        made = self._options[number] = json.dumps(_option_data(name))
        return made


@lru_cache(maxsize=100_000)
def _option_data(option: OptionName) -> dict[str, Any]:
    """Kept, for a listing names the same options again and again."""
    return {"name": str(option), "family": option.family, "arguments": plain(option.arguments)}
