"""Decodes covers into the description's own words and pictures.

>>> solution = Solution((OptionName("queen", (1, 2)), OptionName("queen", (2, 4))))
>>> solution
Solution(options=(OptionName(family='queen', arguments=(1, 2)), OptionName(family='queen', arguments=(2, 4))))
>>> eval(repr(solution)) == solution
True
>>> print(solution)
queen(1, 2), queen(2, 4)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from excover.base.frozen import checks_kinds
from excover.base.json import VERSION, argument, dumped, json_number
from excover.base.names import HIDDEN, OptionLine, OptionName
from excover.base.words import listed, thousands
from excover.language.meaning.puzzle import COST
from excover.matrix.compiled import Canvas, Compiled, Marking, Place
from excover.render.text import TextRenderer
from excover.solutions.solution_rows import SolutionRows

if TYPE_CHECKING:
    import pandas

    from excover.base.json.objects import OptionData, SolutionData
    from excover.render.svg import Picture
    from excover.render.views import View

NOTHING = TextRenderer((), ())
"""The drawing of a solution in which nothing is drawn."""


class _Undecoded:
    """What a solution is made of when something of it is asked for."""

    __slots__ = ("_cover", "_decoder")

    _decoder: Decoder
    _cover: Sequence[int]


@dataclass(frozen=True, slots=True)
class Solution(_Undecoded):
    """The chosen options in the order of the description; two solutions are equal if their options are.

    ``cost`` is None in a description without costs, which only its author knows, so type checkers do not ask.
    ``totals`` are the sums of items in units, by their names; both are fractions
    where those of a `Model` are. ``numbers`` are those of the options in the matrix, in
    the ``renderer`` that draws them, and in the ``rows`` that make data of them.
    """

    options: tuple[OptionName, ...]
    cost: int | Any = field(default=None, repr=False, compare=False)
    totals: Mapping[str, int] = field(default_factory=dict, repr=False, compare=False)
    numbers: tuple[int, ...] = field(default=(), repr=False, compare=False)
    renderer: TextRenderer = field(default=NOTHING, repr=False, compare=False)
    rows: SolutionRows | None = field(default=None, repr=False, compare=False)

    def __getattr__(self, name: str) -> Any:
        """Called for a field that is not there yet."""
        if name not in _DECODED:
            raise AttributeError(f"a solution has no `{name}`", name=name, obj=self)
        value = _DECODED[name](self._decoder, self._cover)
        _set(self, name, value)
        return value

    @checks_kinds
    def value(self, name: str) -> int:
        """The sum of this name: that of an item in units, or `cost`, which is 0 without costs.

        Raises KeyError if there is none.
        """
        if name != COST and name not in self.totals:
            raise KeyError(f"there is no sum `{name}`; there is {listed([COST, *self.totals], 'and')}")
        return (self.cost or 0) if name == COST else self.totals[name]

    @property
    def canvases(self) -> Sequence[Canvas]:
        return self.renderer.canvases

    @property
    def markings(self) -> tuple[tuple[Marking, ...], ...]:
        """The names of the options."""
        return tuple(self.renderer.markings[number] for number in self.numbers)

    @property
    def given(self) -> frozenset[Place]:
        """The places that were given."""
        return self.renderer.given

    @property
    def drawing(self) -> str:
        """The solution as a plain drawing, which can be read back as a given; empty if nothing is drawn."""
        return self.renderer.picture(self.numbers)

    def svg(self, view: View | None = None) -> str:
        """The solution as a picture. The usual view is layers; of pieces with several layers, isometric. Of a
        description that draws nothing, it is tables of options; empty if there are none.

        Raises ValueError if the view does not suit the board.
        """
        from excover.render.views import page  # imported only for drawing

        return page([self.picture(view)]).svg() if any(self.markings) or self.has_tables else ""

    @property
    def has_tables(self) -> bool:
        """Whether its picture is tables of options, because the description draws nothing."""
        return bool(self.options) and not self.renderer.draws

    def picture(self, view: View | None = None) -> Picture:
        """The same as a part of another picture."""
        from excover.render.views import solution_picture, table_picture, usual_view

        if self.has_tables:
            return table_picture(self.options)
        view = view or usual_view(self.canvases)
        drawn = self.renderer.layers(self.numbers) if view == "layers" else None
        return drawn or solution_picture(self, view)

    def _repr_html_(self) -> str | None:
        """For notebooks, where nothing is drawn: tables of options."""
        if any(self.markings):
            return None
        from excover.render.svg import table_html
        from excover.render.views import tables

        values = {} if self.cost is None else {"cost": self.cost}
        sums = ", ".join(f"{name} {thousands(value)}" for name, value in (values | dict(self.totals)).items())
        rows = chain.from_iterable(table.named_rows for table in tables(self.options))
        return table_html(sums or f"{len(self.options):,} options", rows)

    def _repr_svg_(self) -> str | None:
        """For notebooks."""
        return None if self.has_tables else self.svg() or None

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles only what these options draw, and only their rows."""
        renderer = TextRenderer(self.canvases, self.markings, self.given, self.renderer.named)
        rows = self.rows and self.rows.only(self.numbers)
        numbers = tuple(range(len(self.numbers)))
        return Solution, (self.options, self.cost, self.totals, numbers, renderer, rows)

    @property
    def undrawn(self) -> tuple[OptionName, ...]:
        """The options that are named below the drawing, which does not show them."""
        renderer = self.renderer
        return tuple(
            name
            for name, number in zip(self.options, self.numbers, strict=True)
            if name.family in renderer.named and not renderer.markings[number]
        )

    def __str__(self) -> str:
        if drawing := self.drawing:
            below = ", ".join(map(str, self.undrawn)) if self.renderer.named else ""
            return f"{drawing}\n{below}" if below else drawing
        lines = all(isinstance(option, OptionLine) for option in self.options)
        return ("\n" if lines else ", ").join(map(str, self.options))

    def __iter__(self) -> Iterator[OptionName]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self.options)

    def __bool__(self) -> bool:
        """True, also without an option: only None is no solution."""
        return True

    @property
    def by_family(self) -> dict[str, list[tuple[Any, ...]]]:
        """The arguments of the chosen options, by the family of options.

        >>> Solution((OptionName("queen", (1, 2)), OptionName("queen", (2, 4)))).by_family
        {'queen': [(1, 2), (2, 4)]}
        """
        families: dict[str, list[tuple[Any, ...]]] = {}
        for option in self.options:
            families.setdefault(option.family, []).append(option.arguments)
        return families

    def to_frame(self) -> pandas.DataFrame:
        """A row for each option, as in `Solutions.to_frame`: the solution is number 1.

        Raises MissingExtra without pandas.
        """
        rows, numbers = self.rows, self.numbers
        if rows is None:  # not from a problem: nothing is known of names and costs
            rows, numbers = SolutionRows(self.options), tuple(range(len(self.options)))
        frame: pandas.DataFrame = rows.to_frame([numbers])
        return frame

    def as_data(self) -> SolutionData:
        """For JSON: the options with their names and arguments, and the lines of the drawing."""
        options, drawing = list(map(_option_data, self.options)), self.drawing.splitlines()
        data: SolutionData = {"options": options, "drawing": drawing}
        if self.cost is not None:
            data["cost"] = json_number(self.cost)
        if self.totals:
            data["totals"] = {name: json_number(total) for name, total in self.totals.items()}
        return data


_set = object.__setattr__


class Decoder:
    """Decodes covers of a compiled matrix; what is common to all is prepared once."""

    def __init__(self, compiled: Compiled) -> None:
        self._originals, self._costs = compiled.originals, compiled.matrix.costs
        self._names = _Names(self._originals.options(compiled.matrix.options))
        self._sums = compiled.matrix.totals
        self._renderer = TextRenderer(compiled.canvases, compiled.markings, compiled.given, compiled.named)
        self._rows = SolutionRows.of(compiled)

    def __call__(self, cover: Sequence[int]) -> Solution:
        """The solution of a cover, which is decoded when something of it is asked for."""
        solution = object.__new__(Solution)
        _set(solution, "_decoder", self)
        _set(solution, "_cover", cover)
        return solution

    def numbers(self, cover: Sequence[int]) -> tuple[int, ...]:
        """Those of the options that are shown."""
        names = self._names
        deque(map(names.__getitem__, cover), 0)  # knows the hidden ones afterwards
        if names.hidden:
            return tuple([option for option in cover if option not in names.hidden])
        return tuple(cover)

    def options(self, cover: Sequence[int]) -> tuple[OptionName, ...]:
        names = self._names
        options = tuple(map(names.__getitem__, cover))
        return options if not names.hidden else tuple([each for each in options if each.family != HIDDEN])

    def cost(self, cover: Sequence[int]) -> object:
        costs = self._costs
        return (
            None if costs is None else self._originals.total(COST, sum([costs[option] for option in cover]))
        )

    def totals(self, cover: Sequence[int]) -> Mapping[str, object]:
        if not self._sums:
            return {}
        summands = frozenset(cover)
        return self._originals.totals((each.name, each.total(summands)) for each in self._sums)

    def renderer(self, _: Sequence[int]) -> TextRenderer:
        return self._renderer

    def rows(self, _: Sequence[int]) -> SolutionRows:
        return self._rows


_DECODED: dict[str, Callable[[Decoder, Sequence[int]], object]] = {
    name: getattr(Decoder, name) for name in ("options", "cost", "totals", "numbers", "renderer", "rows")
}
"""What is asked for a field of a `Solution`, when something asks for it."""


class _Names(dict[int, OptionName]):
    """The names of options by their numbers, each made once; ``hidden`` are those that are not shown."""

    def __init__(self, names: Sequence[OptionName]) -> None:
        self._all = names
        self.hidden: set[int] = set()

    def __missing__(self, option: int) -> OptionName:
        name = self[option] = self._all[option]
        if name.family == HIDDEN:
            self.hidden.add(option)
        return name


def decode(compiled: Compiled, cover: Sequence[int]) -> Solution:
    """Decodes one cover of the compiled matrix."""
    return Decoder(compiled)(cover)


class JsonLines:
    """Solutions of one problem as lines of JSON, as ``encoding.line`` does; each option is encoded
    once.
    """

    def __init__(self) -> None:
        self._options: dict[int, str] = {}

    def line(self, solution: Solution, **before: int) -> str:
        """An object with the numbers ``before`` as its first keys."""
        known = self._options
        options = [
            known.get(number) or known.setdefault(number, option_json(name))
            for number, name in zip(solution.numbers, solution.options, strict=True)
        ]
        parts = {"version": str(VERSION), **{name: str(value) for name, value in before.items()}}
        parts["options"] = f"[{', '.join(options)}]"
        if solution.cost is not None:
            parts["cost"] = str(json_number(solution.cost))
        if solution.totals:
            parts["totals"] = dumped({name: json_number(total) for name, total in solution.totals.items()})
        parts["drawing"] = dumped(solution.drawing.splitlines())
        return "{" + ", ".join([f'"{name}": {part}' for name, part in parts.items()]) + "}"


def option_json(name: OptionName) -> str:
    """An option in a line of JSON."""
    return dumped(_option_data(name))


@lru_cache(maxsize=100_000)
def _option_data(option: OptionName) -> OptionData:
    """Cached, because a listing names the same options again and again."""
    return {"name": str(option), "family": option.family, "arguments": list(map(argument, option.arguments))}
