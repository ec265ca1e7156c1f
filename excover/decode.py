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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from excover.cover.compiled import Canvas, Compiled, Ink, Place
from excover.names import HIDDEN, OptionLine, OptionName
from excover.render.json import plain
from excover.render.text import picture

if TYPE_CHECKING:
    from excover.render.views import View


@dataclass(frozen=True, slots=True)
class Solution:
    """The chosen options in the order of the description; two solutions are equal if their options are.

    ``inks`` are those of each option; ``given`` the places that were given.
    """

    options: tuple[OptionName, ...]
    cost: int | None = field(default=None, repr=False, compare=False)
    canvases: Sequence[Canvas] = field(default=(), repr=False, compare=False)
    inks: tuple[tuple[Ink, ...], ...] = field(default=(), repr=False, compare=False)
    given: frozenset[Place] = field(default=frozenset(), repr=False, compare=False)

    @property
    def drawing(self) -> str:
        """The solution as a plain drawing, which reads back as a given; empty where nothing is drawn."""
        return picture(self.canvases, chain.from_iterable(self.inks))

    def svg(self, view: View = "layers") -> str:
        """The solution as a picture; empty where nothing is drawn.

        Raises ValueError where the view does not suit the board.
        """
        from excover.render.views import drawn, page  # only whoever draws waits for it

        return page([drawn(self, view)]).svg() if any(self.inks) else ""

    def _repr_svg_(self) -> str | None:
        """For notebooks."""
        return self.svg() or None

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


def decode(compiled: Compiled, cover: Sequence[int]) -> Solution:
    """The solution that a cover of the compiled matrix stands for."""
    names = compiled.matrix.options
    shown = [option for option in cover if names[option].family != HIDDEN]
    costs = compiled.matrix.costs
    return Solution(
        tuple(names[option] for option in shown),
        sum(costs[option] for option in cover) if costs else None,
        compiled.canvases,
        tuple(compiled.inks[option] for option in shown),
        compiled.given,
    )


@lru_cache(maxsize=100_000)
def _option_data(option: OptionName) -> dict[str, Any]:
    """Kept, for a listing names the same options again and again."""
    return {"name": str(option), "family": option.family, "arguments": plain(option.arguments)}
