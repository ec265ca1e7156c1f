"""The linear program of a problem with a goal: a bound, and the price of each item, for column generation.

>>> from excover.problem.problem import parse
>>> text = "item a[1..3]  option pair(n in 1..3) covers (a[i] for i in 1..3 where i != n) cost 2"
>>> text += "  option one(n in 1..3) covers a[n] cost 2  minimize"
>>> found = parse(text).relaxation()
>>> found.bound, found.price("a[1]"), parse(text).best().cost
(3.0, 1.0, 4)

An option more in a compiled problem: a column of column generation, without compiling the others again.

>>> coins = parse("item a[1..2]  option one(n in 1..2) covers a[n] cost 3  minimize")
>>> coins.with_option("both", 7, covers=["a[1]", "a[2]"], cost=5).best().options
(OptionName(family='both', arguments=(7,)),)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import Any, NamedTuple, TypeAlias, TypeVar

from excover.base.diagnostics import SpecError
from excover.base.frozen import Frozen
from excover.base.limits import Limits
from excover.base.names import HIDDEN, ItemName, OptionName, OptionTimes
from excover.base.source import Source, Span
from excover.base.stand_ins import texts_in
from excover.base.words import as_seen, did_you_mean, plural
from excover.language import messages
from excover.language.meaning.listing import Joined
from excover.language.meaning.puzzle import COST, Objective, Puzzle
from excover.language.python_values import value_of
from excover.language.syntax import ast
from excover.matrix.changes import item_numbers
from excover.matrix.compiled import Compiled
from excover.matrix.constraints import WeightedSum
from excover.matrix.goals import most_cost, priced
from excover.matrix.matrix import Matrix
from excover.matrix.matrix_room import MatrixRoom
from excover.matrix.name_resolution import NamesItems, Scale, each_name, without_blanks
from excover.problem.model_data import PriceLike, check_declared, originals_of
from excover.problem.model_items import Covers
from excover.search.native import linear_prices
from excover.search.outcome import StoppedBy
from excover.search.portfolio.until_proved import sign_of
from excover.search.run import Run

OPTIMAL, IMPOSSIBLE = 1, 2
WITHOUT_LIMIT = 3600.0


class Relaxation(Frozen):
    """No solution has a better first goal than the ``bound``. ``prices`` are those of items, also in units,
    by their names: how much the bound changes if one is demanded once more.

    What an option costs beyond the prices of its items is its reduced cost: below 0 (above, to maximize), it
    would improve the bound if it were added to the problem.
    """

    bound: float
    prices: Mapping[str, float]

    def price(self, item: Any) -> float:
        """That of an item: its name, also as a text, or an item of a model, `demand[45]`.

        Raises KeyError where there is none, and SpecError for several items.
        """
        names = each_name(item)
        if len(names) != 1:
            way_out = f"name one, such as `{names[0]}`; " if names else "name one; "
            way_out = f"{way_out}`relaxation.prices` has the prices of all items by their names"
            raise SpecError(messages.WrongArgument("price", "one item", plural(len(names), "item"), way_out))
        (name,) = names
        price = self.prices.get(str(name))
        if price is None:
            raise KeyError(f"no item is named {name}; {did_you_mean(str(name), self.prices)}".rstrip("; "))
        return price


def relaxation(compiled: Compiled, objective: Objective, run: Run) -> Relaxation | None:
    """None if even fractions have no solution. Raises Unfinished if the run ended first."""
    run, sign = run.started(), sign_of(objective.direction)
    matrix, originals = priced(compiled.matrix, objective), compiled.originals
    costs = array("q", (sign * cost for cost in matrix.prices()))
    left = run.seconds_left
    status, value, items, rates = linear_prices(matrix, costs, WITHOUT_LIMIT if left is None else left)
    if status == IMPOSSIBLE:
        return None
    if status != OPTIMAL:
        raise run.unfinished(run.stopped_by or StoppedBy.TIME)
    parts = originals.cost.per_unit if objective.item is None else _parts(compiled, objective.name)
    stated = ((name, price) for name, price in zip(matrix.items, items, strict=True) if name.family != HIDDEN)
    prices = {str(name): sign * price / parts for name, price in stated}
    for bound, price in _prices_of_sums(matrix.bounds, rates):
        prices[bound] = prices.get(bound, 0.0) + sign * price * _parts(compiled, bound) / parts
    return Relaxation(sign * value / parts, prices)


def _parts(compiled: Compiled, name: str) -> int:
    scale = compiled.originals.sums.get(name)
    return 1 if scale is None else scale.per_unit


def _prices_of_sums(bounds: Sequence[Any], rates: Sequence[float]) -> list[tuple[str, float]]:
    """Each sum with the price of a unit, in the order of `upper_rows`."""
    found, rest = [], iter(rates)
    for bound in bounds:
        if bound.lower is not None:
            found.append((bound.name, next(rest)))
        if bound.upper is not None:
            found.append((bound.name, -next(rest)))
    return found


CoveredLike: TypeAlias = (
    NamesItems | ItemName | str | Mapping[ItemName | str, PriceLike] | Iterable[NamesItems | ItemName | str]
)
"""Items that an option covers: of a model, as for `Model.option`, or names; or amounts by names."""
_MOST_SUM = 2**62


class NewOption(NamedTuple):
    """An option that is to be added. It may be chosen up to ``most`` times, and need not cover an item that
    must be covered if it is ``optional``, or may be chosen several times.
    """

    name: OptionName
    covers: CoveredLike
    cost: PriceLike
    most: Any
    optional: bool

    @property
    def span(self) -> Span:
        return Span(Source(f"<option of {self.name.family}>", text := str(self.name)), 0, len(text))


def refuse_unless_alone(puzzle: Puzzle, family: str) -> None:
    """Raises ValueError if statements demand more of options than what they cover."""
    rules: list[object] = [each for each in puzzle.rules if not isinstance(each, ast.CostBound)]
    also = [each for each in puzzle.additions if each.option.name.id == family]
    soft = [each for each in (*puzzle.families, *puzzle.resources) if each.excess]
    if rules or also or soft or puzzle.removing:
        words = "`require`, `also`, `forbid` and bounds that may be exceeded"
        wrong = f"`{family}` cannot be added, because {words} count options when they are compiled"
        raise ValueError(f"{wrong}: state all of them in the description, or the model")


def with_new_option(compiled: Compiled, new: NewOption, limits: Limits) -> Compiled:
    """With one option more, behind all others. Raises SpecError for what does not fit the problem."""
    matrix, name = compiled.matrix, _checked(new.name)
    is_often = _is_often(compiled, name)
    items, amounts = _covered(compiled, new)
    wanted = Scale().whole(new.most, what := f"how often `{name}` may be chosen")
    if wanted < 0:
        raise SpecError(messages.WrongBounds(f"{what} is never less than 0 times", "give a number from 0 on"))
    most = min([wanted, *(matrix.upper[item] for item in items)])
    if most > 1 and items:
        raise ValueError(f"`{name}` may be chosen several times only if it covers items in units alone")
    is_asked_how_often = is_often or wanted != 1
    if not (any(map(matrix.is_primary, items)) or new.optional or is_asked_how_often):
        raise SpecError(messages.ListedCoversOnlySecondary(new.span, name, 1, [], bool(amounts)))
    if not most:
        return compiled
    entries = len(matrix.entries) + most * (len(items) + 1) + 1
    MatrixRoom(limits).take(new.span, len(matrix.options) + most + 1, entries)
    named = [OptionTimes(name.family, (*name.arguments, k)) for k in range(1, most + 1)]
    names: list[OptionName] = [*named] if is_often or most > 1 else [name]
    if any(each in matrix.option_numbers for each in names):
        raise SpecError(messages.OptionDeclaredTwice(new.span, str(name), new.span))
    hidden = (
        [] if any(map(matrix.is_primary, items)) else [OptionName(HIDDEN, (name.family, *name.arguments, 1))]
    )
    cost = compiled.originals.cost.whole(new.cost, f"the cost of `{name}`")
    added = _Added(names, hidden, items, amounts, cost)
    added.check(matrix, new)
    longer = added.to(matrix)
    texts = list(texts_in(name.arguments))
    originals = compiled.originals.replaced(values={**compiled.originals.values, **originals_of(texts)})
    many = len(name.arguments) + (most > 1)
    known = compiled.arguments.get(name.family) or [f"x{place}" for place in range(1, many + 1)]
    return compiled.replaced(
        matrix=longer,
        markings=_joined(compiled.markings, [()] * (len(names) + len(hidden))),
        arguments={**compiled.arguments, name.family: known},
        originals=originals,
        is_extended=True,
    )


def _checked(name: OptionName) -> OptionName:
    """The name with values of the language. Raises SpecError if `Model.option` would."""
    check_declared(name.family)
    return OptionName(
        name.family, tuple(value_of(each, f"an argument of `{name.family}`") for each in name.arguments)
    )


def _is_often(compiled: Compiled, name: OptionName) -> bool:
    """Whether how often an option is chosen is the last argument in its family. Raises SpecError if it has
    other arguments than the others.
    """
    known = compiled.arguments.get(name.family)
    if known is None:
        return False
    others = (each for each in compiled.matrix.options if each.family == name.family)
    is_often = isinstance(next(others, None), OptionTimes)
    wanted = known[:-1] if is_often else known
    if len(wanted) != len(name.arguments):
        raise SpecError(messages.ArgumentsDiffer(name.family, tuple(wanted), tuple(map(str, name.arguments))))
    return is_often


def _covered(compiled: Compiled, new: NewOption) -> tuple[list[int], dict[str, int]]:
    """The numbers of the items, and the amounts of those in units. Raises SpecError if one is neither."""
    matrix, scales = compiled.matrix, compiled.originals.sums
    sums = {without_blanks(each.name): each.name for each in matrix.sums if each.name != COST}
    plain: list[ItemName | str] = []
    amounts: dict[str, int] = {}
    for item, amount in _each_covered(new.covers):
        if (sum_name := sums.get(without_blanks(str(item)))) is None:
            if amount is not None:
                item_numbers(matrix, [item])  # which knows what a name was meant to be
                raise ValueError(f"`{item}` is not in units: name it without an amount")
            plain.append(item)
            continue
        added = scales.get(sum_name, Scale()).whole(1 if amount is None else amount, "an amount")
        amounts[sum_name] = amounts.get(sum_name, 0) + added
    items = item_numbers(matrix, plain)
    for number in items:
        if matrix.colored[number]:
            raise ValueError(f"`{matrix.items[number]}` has colors: state what covers it in the description")
        if items.count(number) > 1:
            raise SpecError(messages.ListedCoversTwice(new.span, new.name, matrix.items[number], 1))
    return items, amounts


def _each_covered(covers: Any) -> Iterator[tuple[ItemName | str, Any]]:
    """The name of each item with its amount, None without one."""
    if isinstance(covers, Mapping):
        yield from ((name, amount) for key, amount in covers.items() for name in each_name(key))
    elif isinstance(covers, Covers) and not covers.family.is_colored:
        yield from zip(covers.item_names(), covers.values or [None] * len(covers.items), strict=True)
    elif isinstance(covers, str | ItemName) or hasattr(covers, "item_names"):
        yield from ((name, None) for name in each_name(covers))
    elif isinstance(covers, Iterable):
        for part in covers:
            yield from _each_covered(part)
    else:
        raise SpecError(messages.NotItemsToCover(as_seen(covers)))


class _Added(NamedTuple):
    """Options that cover the same, once, twice, .., or one; and a hidden one that stands for none of them."""

    names: Sequence[OptionName]
    hidden: Sequence[OptionName]
    items: Sequence[int]
    amounts: Mapping[str, int]
    cost: int

    def check(self, matrix: Matrix, new: NewOption) -> None:
        """Raises SpecError or ValueError if costs and amounts are too large for 64 bits."""
        most = most_cost(len(matrix.options) + len(self.names) + len(self.hidden))
        dearest = max(map(abs, matrix.prices()), default=0)
        if max(abs(self.cost) * len(self.names), dearest) > most:
            raise ValueError(f"the cost of `{new.name}` is too large: here it is at most {most:,}")
        for each in matrix.sums:
            amount = abs(self._amount(each))
            if amount and sum(map(abs, each.weights)) + amount * sum(self._times) >= _MOST_SUM:
                raise SpecError(messages.AmountTooLarge(new.span, each.name, new.name, self._amount(each)))

    def to(self, matrix: Matrix) -> Matrix:
        """The matrix with these options behind all others."""
        choice = [len(matrix.items)] * len(self.hidden)
        rows = [*[[*self.items, *choice]] * len(self.names), *[choice] * len(self.hidden)]
        entries = matrix.entries + array("I", chain.from_iterable(rows))
        new = array("B", bytes(len(self.hidden)))
        once = array("I", [1] * len(self.hidden))
        prices = [self.cost * times for times in self._times] + [0] * len(self.hidden)
        costs = None if matrix.costs is None and not self.cost else matrix.prices() + array("q", prices)
        spans = list(matrix.item_spans)[:1] * len(self.hidden)
        longer = matrix.replaced(
            items=[*matrix.items, *(ItemName(HIDDEN, (f"{self.names[0]} 1",)) for _ in self.hidden)],
            lower=matrix.lower + once,
            upper=matrix.upper + once,
            colored=matrix.colored + new,
            options=_joined(matrix.options, [*self.names, *self.hidden]),
            starts=matrix.starts + array("I", accumulate(map(len, rows), initial=matrix.starts[-1]))[1:],
            entries=entries,
            colors=matrix.colors + array("I", bytes(4 * (len(entries) - len(matrix.entries)))),
            costs=costs,
            item_spans=[*matrix.item_spans, *spans],
            option_spans=(),
            sums=[self._longer(each, len(matrix.options)) for each in matrix.sums],
        )
        numbers = {
            name: number for number, name in enumerate((*self.names, *self.hidden), len(matrix.options))
        }
        vars(longer)["option_numbers"] = {**matrix.option_numbers, **numbers}
        return longer

    @property
    def _times(self) -> range:
        return range(1, len(self.names) + 1)

    def _amount(self, row: WeightedSum) -> int:
        return self.cost if row.name == COST else self.amounts.get(row.name, 0)

    def _longer(self, row: WeightedSum, first: int) -> WeightedSum:
        amount = self._amount(row)
        if not amount:
            return row
        options = row.options + array("I", range(first, first + len(self.names)))
        return row.replaced(
            options=options, weights=row.weights + array("q", (amount * k for k in self._times))
        )


T = TypeVar("T")


def _joined(before: Sequence[T], more: Sequence[T]) -> Sequence[T]:
    """A list stays one, and what is made on demand stays so, with one list behind it."""
    if isinstance(before, list):
        return [*before, *more]
    if isinstance(before, Joined) and isinstance(before.parts[-1], list):
        return Joined([*before.parts[:-1], [*before.parts[-1], *more]])
    return Joined([before, [*more]])
