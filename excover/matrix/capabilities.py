"""What a problem asks beyond items that are covered exactly once, and who can carry it.

>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 2)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> rows = Consumer("matrix", "rows of 0 and 1")
>>> rows.lacks(matrix)
Need(feature=<Feature.SEVERAL: 'items that may be covered several times'>, name='a')
>>> Consumer("cnf", "CNF", frozenset({Feature.SEVERAL})).lacks(matrix) is None
False

An engine, a format, a diagram: each is a *consumer*, which declares what it carries. A problem that asks for
anything else is refused before the consumer sees it. `engine_table` lists engines and programs.

What choosing an option excludes, with sets of options as integers (`bit_set`).

>>> matrix = Matrix.build(
...     items=[(ItemName("a"), 1, 1), (ItemName("b"), 0, 2)],
...     options=[(OptionName(str(items)), items) for items in ([0], [0, 1], [1], [1])],
... )
>>> sets = OptionSets(matrix, Consumer("sets", "sets of options", ITEMS))
>>> bin(sets.everything), bin(sets.of_item[1]), bin(sets.rivals(1))
('0b1111', '0b1110', '0b1')
>>> bin(sets.left(sets.everything, chosen=0b0110, option=2))  # 1 and 2 are as many as may cover b
'0b111'

The problem as linear inequalities over variables that are 0 or 1, for integer solvers.

>>> matrix = Matrix.build([(ItemName("a"), 1, 2)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> model = linear_model(matrix, Consumer("lp", "the LP format", ITEMS))
>>> model.variables, model.rows
(2, [LinearRow(terms=[(1, 0), (1, 1)], lower=1, upper=None)])

Variable k is option k. A color that several options give an item is a further variable, which is 1 where one
of these options is chosen; there are as many values of all variables as there are solutions.

The problem as cardinality constraints: how many of some options may be chosen.

>>> matrix = Matrix.build([(ItemName("a"), 1, 2)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> list(cardinality_constraints(matrix, Consumer("cnf", "CNF", ITEMS)))
[CardinalityConstraint(groups=([0], [1]), lower=1, upper=2)]

Other solvers get a clause or an inequality, or several, for each constraint.

Sets of small numbers are integers: bit ``k`` is set if ``k`` is a member.

>>> bit_set([0, 3]), list(bits(9))
(9, [0, 3])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property
from importlib import import_module
from itertools import islice
from operator import sub
from typing import NamedTuple, TypeAlias

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.errors import Unsuitable
from excover.base.frozen import Changeable, Frozen, fresh
from excover.base.names import GIVEN, HIDDEN
from excover.base.source import Span
from excover.matrix.constraints import Areas, Connected, GlobalConstraint
from excover.matrix.line_constraints import OneLoop, Paths
from excover.matrix.matrix import Matrix


def bits(some: int) -> Iterator[int]:
    """The members of a set, ascending; each takes time proportional to the greatest."""
    while some:
        yield (some & -some).bit_length() - 1
        some &= some - 1


def dense_bits(some: int) -> list[int]:
    """The same as a list; faster for a set that contains most numbers up to a large maximum.

    >>> dense_bits(0b1011)
    [0, 1, 3]
    """
    return [k for k, digit in enumerate(reversed(f"{some:b}")) if digit == "1"]


def bit_set(members: Iterable[int]) -> int:
    """The set of these numbers, in time proportional to their number and the greatest."""
    numbers = list(members)
    bytes_ = bytearray(max(numbers, default=0) // 8 + 1)
    for number in numbers:
        bytes_[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(bytes_, "little")


class Feature(Enum):
    """What a problem may ask, in words that complete `CNF cannot express ..`."""

    OPTIONAL = "items that may stay uncovered"
    NEVER = "items that must not be covered"
    SEVERAL = "items that may be covered several times"
    COLORS = "colored items"
    WIDE = "options of more than two items"
    FREE = "options without an item that must be covered exactly once"
    NO_OPTIONS = "a problem without options"
    COSTS = "a goal"
    SUMS = "bounds on sums"
    CONNECTED = "`require .. connected`"
    LOOP = "`require .. as one loop`"
    PATHS = "`require .. as paths between ..`"
    AREAS = "`require .. as areas`"


EVERYTHING = frozenset(Feature)
RULES = frozenset({Feature.SUMS, Feature.CONNECTED, Feature.LOOP, Feature.PATHS, Feature.AREAS})
"""What is asked of all chosen options together."""
ITEMS = EVERYTHING - RULES - {Feature.COSTS}
KINDS: Mapping[type[GlobalConstraint], Feature] = {
    Connected: Feature.CONNECTED,
    OneLoop: Feature.LOOP,
    Paths: Feature.PATHS,
    Areas: Feature.AREAS,
}


class Need(Frozen):
    """A feature that a problem has, and what in the description asks for it."""

    feature: Feature
    name: str = ""
    span: Span | None = None


class NotCarried(SpecError, Unsuitable):
    """A problem asks what its consumer does not carry."""


class Consumer(Frozen):
    """Something that takes a problem: its ``name``, its ``title`` in sentences, what it ``carries``, what a
    user who is refused may do ``instead``, and the commands that use it, which is ``used_by`` them alone.
    """

    name: str
    title: str
    carries: frozenset[Feature] = frozenset()
    instead: str = ""
    used_by: str = ""

    def lacks(self, matrix: Matrix, goal: str = "") -> Need | None:
        """What this does not carry, if anything; with a ``goal``, the best cover is wanted."""
        for feature, find in _FIND.items():
            if feature not in self.carries and (need := find(matrix, goal)):
                return need
        return None

    def check(
        self, matrix: Matrix, goal: str = "", can_replace: Callable[[Consumer], bool] | None = None
    ) -> None:
        """Raises NotCarried unless this carries all that the problem asks; it names those that do instead."""
        if need := self.lacks(matrix, goal):
            others = filter(can_replace or self._is_like, consumers())
            raise NotCarried(
                self._refusal(need, [each.asked for each in others if not each.lacks(matrix, goal)])
            )

    def _refusal(self, need: Need, able: Sequence[str]) -> Diagnostic:
        from excover.language.messages import about_formats as messages

        kinds: dict[Feature, type[messages.NotExpressed]] = {
            Feature.SUMS: messages.SumNotCarried,
            Feature.CONNECTED: messages.ConstraintNotCarried,
            Feature.LOOP: messages.ConstraintNotCarried,
            Feature.PATHS: messages.ConstraintNotCarried,
            Feature.AREAS: messages.ConstraintNotCarried,
            Feature.FREE: messages.NothingExact,
        }
        message = kinds.get(need.feature, messages.FeatureNotCarried)
        return message(need.span, need.name, self.title, need.feature.value, self.instead, able)

    @property
    def asked(self) -> str:
        """The option of a command that asks for it, such as `--to cnf`; empty if there is none."""
        return ""

    def _is_like(self, other: Consumer) -> bool:
        """Whether the other one can be asked the same instead."""
        return False


HOMES = {"excover.formats.exports": "EXPORTS", "excover.search.engine_table": "CONSUMERS"}
"""The modules in higher layers that list consumers, and as what; they are loaded when somebody asks."""


def consumers() -> Iterator[Consumer]:
    """All of them."""
    for home, name in HOMES.items():
        yield from getattr(import_module(home), name).values()


_Find: TypeAlias = Callable[[Matrix, str], Need | None]


def _item(feature: Feature, is_meant: Callable[[int, int], bool]) -> _Find:
    """Finds an item without colors that has such bounds, if possible one of the description's own."""

    def find(matrix: Matrix, _goal: str) -> Need | None:
        bounds = enumerate(zip(matrix.lower, matrix.upper, matrix.colored, strict=True))
        found = [item for item, (low, high, colored) in bounds if not colored and is_meant(low, high)]
        own = (item for item in found if matrix.items[item].family not in (GIVEN, HIDDEN))
        return _of_item(feature, matrix, next(own, found[0])) if found else None

    return find


def _of_item(feature: Feature, matrix: Matrix, item: int) -> Need:
    span = matrix.item_spans[item] if matrix.item_spans else None
    return Need(feature, str(matrix.items[item]), span)


def _colors(matrix: Matrix, _goal: str) -> Need | None:
    item = next((item for item, colored in enumerate(matrix.colored) if colored), None)
    return None if item is None else _of_item(Feature.COLORS, matrix, item)


def _free(matrix: Matrix, _goal: str) -> Need | None:
    option = matrix.free_option
    if option is None:
        return None
    return _of_option(Feature.FREE, matrix, option)


def _of_option(feature: Feature, matrix: Matrix, option: int) -> Need:
    span = matrix.option_spans[option] if matrix.option_spans else None
    return Need(feature, str(matrix.options[option]), span)


def _no_options(matrix: Matrix, _goal: str) -> Need | None:
    return None if matrix.options else Need(Feature.NO_OPTIONS)


def _wide(matrix: Matrix, _goal: str) -> Need | None:
    sizes = enumerate(map(sub, islice(matrix.starts, 1, None), matrix.starts))
    option = next((option for option, size in sizes if size > 2), None)
    return None if option is None else _of_option(Feature.WIDE, matrix, option)


def _costs(_matrix: Matrix, goal: str) -> Need | None:
    return Need(Feature.COSTS, goal) if goal else None


def _sums(matrix: Matrix, _goal: str) -> Need | None:
    return next((Need(Feature.SUMS, each.name, each.span) for each in matrix.bounds), None)


def _constraint(feature: Feature) -> _Find:
    def find(matrix: Matrix, _goal: str) -> Need | None:
        meant = (each for each in matrix.constraints if KINDS[type(each)] is feature)
        return next((Need(feature, each.name, each.span) for each in meant), None)

    return find


_FIND: Mapping[Feature, _Find] = {
    Feature.CONNECTED: _constraint(Feature.CONNECTED),
    Feature.LOOP: _constraint(Feature.LOOP),
    Feature.PATHS: _constraint(Feature.PATHS),
    Feature.AREAS: _constraint(Feature.AREAS),
    Feature.SUMS: _sums,
    Feature.COSTS: _costs,
    Feature.COLORS: _colors,
    Feature.SEVERAL: _item(Feature.SEVERAL, lambda low, high: high > 1),
    Feature.NEVER: _item(Feature.NEVER, lambda low, high: high == 0),
    Feature.OPTIONAL: _item(Feature.OPTIONAL, lambda low, high: (low, high) == (0, 1)),
    Feature.FREE: _free,
    Feature.WIDE: _wide,
    Feature.NO_OPTIONS: _no_options,
}
"""In this order they are looked for."""


class OptionSets:
    """The options of each item of a matrix and of each color of an item, and those that an option excludes.

    NotCarried if the consumer does not carry the matrix. ``kept_bits`` limits the cached sets of rivals.
    """

    def __init__(self, matrix: Matrix, consumer: Consumer, kept_bits: int = 0) -> None:
        consumer.check(matrix)
        self.of_item: Sequence[int] = list(map(bit_set, matrix.columns))
        self._matrix = matrix
        self._by_color: dict[int, dict[int, int]] = {}
        self._rivals: dict[int, int] = {}
        self._kept_bits = kept_bits

    @property
    def everything(self) -> int:
        """All options."""
        return (1 << len(self._matrix.options)) - 1

    @cached_property
    def unusable(self) -> int:
        """The options that cover an item that must not be covered."""
        found = 0
        for upper, options in zip(self._matrix.upper, self.of_item, strict=True):
            found |= 0 if upper else options
        return found

    def of_color(self, item: int, color: int) -> int:
        """The options that give a colored item a color."""
        if item not in self._by_color:
            by_color = self._matrix.by_color(item).items()
            self._by_color[item] = {color: bit_set(options) for color, options in by_color}
        return self._by_color[item].get(color, 0)

    def rivals(self, option: int) -> int:
        """The options that cannot be chosen together with one.

        Both cover an item that may be covered only once, or they give an item different colors.
        """
        if option not in self._rivals:
            if len(self._rivals) * len(self._matrix.options) >= self._kept_bits:
                self._rivals.clear()
            self._rivals[option] = self._rivals_of(option)
        return self._rivals[option]

    def left(self, options: int, chosen: int, option: int) -> int:
        """Those of some options that may remain once ``option``, one of the ``chosen``, is chosen.

        An item that the chosen ones cover as often as allowed keeps only these. If they cover it more often,
        nothing is left.
        """
        options &= ~self.rivals(option)
        for item in self._matrix.option_items(option):
            upper = self._matrix.upper[item]
            if upper > 1 and upper <= (times := (chosen & self.of_item[item]).bit_count()):
                if upper < times:
                    return 0
                options &= ~self.of_item[item] | chosen
        return options

    def _rivals_of(self, option: int) -> int:
        matrix, found = self._matrix, 0
        for item, color in matrix.option_entries(option):
            if matrix.colored[item]:
                found |= self.of_item[item] & ~self.of_color(item, color)
            elif matrix.upper[item] == 1:
                found |= self.of_item[item]
        return found & ~(1 << option)


class CardinalityConstraint(NamedTuple):
    """At least ``lower`` and at most ``upper`` of the ``groups`` of options have a chosen option."""

    groups: Sequence[Sequence[int]]
    lower: int
    upper: int


def cardinality_constraints(matrix: Matrix, consumer: Consumer) -> Iterator[CardinalityConstraint]:
    """One constraint per item. NotCarried if the consumer does not carry the matrix.

    Each of its options is a group; for a colored item, the options of each color are.
    """
    consumer.check(matrix)
    for item, column in enumerate(matrix.columns):
        if matrix.colored[item]:
            yield CardinalityConstraint(tuple(matrix.by_color(item).values()), 0, 1)
        else:
            groups = tuple([option] for option in column)
            yield CardinalityConstraint(groups, matrix.lower[item], matrix.upper[item])


Term: TypeAlias = tuple[int, int]
"""A coefficient and a variable."""


class LinearRow(NamedTuple):
    """The sum of the terms is at least ``lower`` and at most ``upper``; None is no bound.

    Each variable occurs in at most one term.
    """

    terms: Sequence[Term]
    lower: int | None
    upper: int | None


class LinearModel(Changeable):
    """Rows over ``variables`` of which the first ``options`` are the options."""

    options: int
    variables: int
    rows: list[LinearRow] = fresh(list)

    def any_of(self, variables: Sequence[int]) -> int:
        """A variable that is 1 if one of some variables is, otherwise 0; the variable itself if it is the
        only one.

        A row for each of them instead of one for their sum makes the linear relaxation tight.
        """
        if len(variables) == 1:
            return variables[0]
        found, self.variables = self.variables, self.variables + 1
        self.rows += [LinearRow([(1, found), (-1, variable)], 0, None) for variable in variables]
        self.rows.append(LinearRow([*((1, variable) for variable in variables), (-1, found)], 0, None))
        return found

    def bound(self, variables: Sequence[int], lower: int, upper: int) -> None:
        """At least ``lower`` and at most ``upper`` of the variables are 1; no row if that is no bound."""
        low, high = lower or None, upper if upper < len(variables) else None
        if low is not None or high is not None:
            self.rows.append(LinearRow([(1, variable) for variable in variables], low, high))


def linear_model(matrix: Matrix, consumer: Consumer) -> LinearModel:
    """The inequalities of a matrix; its costs are the objective, and are not part of it.

    NotCarried if the consumer does not carry the matrix.
    """
    model = LinearModel(len(matrix.options), len(matrix.options))
    for groups, lower, upper in cardinality_constraints(matrix, consumer):
        model.bound([model.any_of(group) for group in groups], lower, upper)
    for bound in matrix.bounds:
        model.rows.append(LinearRow(list(bound.terms), bound.lower, bound.upper))
    return model
