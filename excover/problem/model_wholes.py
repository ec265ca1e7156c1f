"""Lines of a model, and what its chosen options are together: connected, one loop, areas of some size.

>>> from excover.problem.model import Model
>>> model = Model()
>>> field = model.board("field", (2, 3), sides="may stay empty")
>>> line = model.lines("line", field)
>>> model.require(line((1, 1)) == 2, ~line((1, 2), (2, 2)))
>>> model.one_loop(line)
>>> print(model.problem().solve())
>+v   >   v
  >   >   .
>>> model = Model()
>>> field = model.board("field", (1, 5), sides="may stay empty")
>>> number = model.choose("number", field, among=range(1, 4))
>>> model.areas(number, {1: 1, 2: 2, 3: 3})
>>> model.problem().count()
4

Each is written as a statement of the language, as other rules are.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from excover.base.diagnostics import SpecError
from excover.base.names import OrderedSet, Value
from excover.base.words import as_seen
from excover.language import messages
from excover.language.expressions.reduce import set_of
from excover.language.python_values import is_single, listed_until, value_of
from excover.language.syntax import phrases
from excover.problem.arguments import check_name, told_in_words
from excover.problem.model_items import ModelItems
from excover.problem.model_rules import (
    ModelOptions,
    ModelRule,
    ModelTerm,
    ModelValues,
    RuleMethods,
    option_node,
)


class ModelLines:
    """Lines by name: of two places, whether there is a line between them, in any order; of one place, how
    many lines end there.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name})"

    def __call__(self, *places: Any) -> Any:
        """A `ModelTerm` for one place, a `ModelRule` for two."""
        if len(places) not in (1, 2):
            raise SpecError(
                messages.WrongArgument(f"`{self.name}`", "one place or two", f"{len(places)} arguments")
            )
        node = option_node(self.name, places)
        return ModelTerm(node) if len(places) == 1 else ModelRule(node)


DecidedLike = ModelOptions | ModelValues | ModelLines
"""Decisions of a model: yes or no, values, or lines."""


@told_in_words
class WholeMethods(RuleMethods):
    """What a model has for decisions, rules, lines, and for what chosen options are together."""

    @abstractmethod
    def _number_of_arguments(self, name: str) -> int:
        """How many arguments the options of a name have. Raises SpecError if there are none of this name."""

    def lines(
        self,
        name: str,
        on: ModelItems | Iterable[Any] | None = None,
        *,
        along: Iterable[Any] | None = None,
        hidden: bool = False,
    ) -> ModelLines:
        """Decides between which neighbors ``on`` a board, or of a set of cells, there is a line; or between
        which of the pairs of places ``along``. If ``hidden``, they are not drawn.
        """
        check_name(name)
        if (on is None) == (along is None):
            got = "neither" if on is None else "both"
            raise SpecError(
                messages.WrongArgument("model.lines(..)", "cells, or along=.., a list of pairs", got)
            )
        if isinstance(on, ModelItems):
            text, places = f"on {on.name}", list[Value]()
        else:
            places = self._listed(on if along is None else along, f"the places of `{name}`")
            text = f"{'on' if along is None else 'along'} {_written(places)}"
        self._add_each(f"{'hidden ' if hidden else ''}lines {name} {text}")
        self._told().remember(places)
        return ModelLines(name)

    def one_loop(self, lines: ModelLines) -> None:
        """The lines form a single closed loop, which passes no place twice."""
        self._add_each(f"require {_named('one_loop', lines, ModelLines)} as one loop")

    def paths_between(self, lines: ModelLines, labels: Mapping[Any, Any]) -> None:
        """The lines form paths that pass no place twice, each between two places of equal labels; each place
        with a label is the end of one.
        """
        name = _named("paths_between", lines, ModelLines)
        if not isinstance(labels, Mapping):
            wanted = "a mapping of places to labels"
            raise SpecError(messages.WrongArgument("model.paths_between(..)", wanted, as_seen(labels)))
        pairs = self._listed(labels.items(), "places with labels")
        self._add_each(f"require {name} as paths between {_written(pairs)}")

    def connected(
        self,
        decided: DecidedLike,
        values: Any = None,
        *,
        corners: bool = False,
        along: Iterable[Any] | None = None,
        to_edge: bool = False,
    ) -> None:
        """The places that are chosen are connected, of `~f` those that are not, or all lines; of values, the
        places of each of them, or of those in ``values``, by itself.

        Places of a board are neighbors if they share a side, or if ``corners`` also a corner; other places
        those of the pairs ``along``. If ``to_edge``, the edge of the board is a place, too, beside all cells
        there: what hangs together reaches it.
        """
        name = _named("connected", decided, DecidedLike)
        if isinstance(decided, ModelLines):
            self._add_each(f"require {name} connected")
        else:
            which, per = self._which(decided, values)
            if to_edge and along is not None:
                raise SpecError(messages.WrongArgument("model.connected(..)", "along or to_edge", "both"))
            edge = " to the edge" * to_edge
            self._add_each(f"require {which} connected{self._near(corners, along)}{edge}{per}")

    def areas(
        self,
        decided: ModelOptions | ModelValues,
        sizes: Any = None,
        *,
        starts: Mapping[Any, Any] | None = None,
        corners: bool = False,
        along: Iterable[Any] | None = None,
    ) -> None:
        """How many places hang together: with each that is chosen, or has the same value, as in ``sizes``, a
        number, a range, or one of both for each value in a mapping; or with each place of ``starts``, as
        stated there. Neighbors are those of `connected`.
        """
        _named("areas", decided, ModelOptions | ModelValues)
        if (sizes is None) == (starts is None):
            got = "neither" if sizes is None else "both"
            raise SpecError(messages.WrongArgument("model.areas(..)", "sizes, or starts={place: size}", got))
        values = [*sizes] if isinstance(sizes, Mapping) else None
        which, per = self._which(decided, values)
        near = self._near(corners, along) + per
        if starts is not None:
            self._add_each(f"require {which} as areas of a..b{near} from q for (q, a, b) in {_sizes(starts)}")
        elif values is None:
            low, high = _ends(sizes)
            self._add_each(f"require {which} as areas of {low}..{high}{near}")
        else:
            known, value = _sizes(sizes), per.removeprefix(" per ")
            ends = (
                f"min(a for (k, a, b) in {known} where k = {value})",
                f"max(b for (k, a, b) in {known} where k = {value})",
            )
            self._add_each(f"require {which} as areas of {'..'.join(ends)}{near}")

    def _which(self, decided: ModelOptions | ModelValues, values: Any) -> tuple[str, str]:
        """The options, with a name for each argument, at their place; and of values, which are apart."""
        names = [f"i{place}" for place in range(1, self._number_of_arguments(decided.name) + 1)]
        condition = ""
        if values is not None:
            _named("connected", decided, ModelValues)
            condition = f" where {names[-1]} in {_written(self._listed(values, 'values'))}"
        *index, last = names
        where = index if isinstance(decided, ModelValues) else names
        place = where[0] if len(where) == 1 else f"({', '.join(where)})"
        per = f" per {last}" if isinstance(decided, ModelValues) else ""
        absent = "not " if isinstance(decided, ModelOptions) and decided.is_absent else ""
        return f"{absent}{decided.name}({', '.join(names)}){condition} at {place}", per

    def _near(self, corners: bool, along: Iterable[Any] | None) -> str:
        if along is None:
            return " at corners" if corners else ""
        return f" along {_written(self._listed(along, 'pairs of neighbors'))}"

    def _listed(self, values: Any, what: str) -> list[Value]:
        if is_single(values) and not isinstance(values, set | frozenset | OrderedSet):
            values = [values]
        return [value_of(each, what) for each in listed_until(values, self._most()[1], what)]


def _named(method: str, decided: Any, wanted: Any) -> str:
    if not isinstance(decided, wanted):
        takes = "what `model.lines` gives" if wanted is ModelLines else "what `model.choose` gives"
        raise SpecError(messages.WrongArgument(f"model.{method}(..)", takes, as_seen(decided)))
    name: str = decided.name
    return name


def _written(values: Iterable[Value]) -> str:
    return phrases.expression(set_of(OrderedSet(values)))


def _sizes(sizes: Any) -> str:
    """What sizes are for, with the least and the greatest size each. Raises SpecError."""
    if not isinstance(sizes, Mapping):
        raise SpecError(
            messages.WrongArgument("model.areas(.., starts=..)", "a mapping to sizes", as_seen(sizes))
        )
    return _written((value_of(key, "what has a size"), *_ends(size)) for key, size in sizes.items())


def _ends(size: Any) -> tuple[int, int]:
    """Of a number or a range. Raises SpecError for anything else."""
    if isinstance(size, range) and size.step == 1 and size:
        return size.start, size.stop - 1
    known = value_of(size, "the size of an area")
    if type(known) is not int:
        raise SpecError(
            messages.WrongArgument("model.areas(..)", "a number or a range as the size", as_seen(size))
        )
    return known, known
