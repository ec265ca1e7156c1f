"""The arguments of the options of a model: their names, their columns, and how many options there are.

>>> named_arguments([[1, 2]], {"slot": ["a", "b"]}, taken=())
{'x1': [1, 2], 'slot': ['a', 'b']}
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from excover.base.diagnostics import SpecError
from excover.base.names import Value, is_name
from excover.base.words import as_seen, near, plural
from excover.language.meaning.given_tables import column_name
from excover.language.messages.about_model_arguments import (
    ArgumentsDiffer,
    CallDoesNotFit,
    NoColumnOfOptions,
    NotAColumn,
    NotAWholeNumber,
    NotItemsToCover,
)
from excover.language.messages.about_models import ColumnsOfOtherLengths
from excover.language.python_values import ModelColumn, column_of, value_of
from excover.language.syntax.vocabulary import keywords
from excover.problem.model.checks import check_spelling
from excover.problem.model.model_items import Covers, ModelItems

CoverLike = Covers | ModelItems | Iterable[Covers | ModelItems]
"""What options cover; a family stands for all of its items."""


def named_arguments(given: Sequence[Any], named: Mapping[str, Any], taken: Collection[str]) -> dict[str, Any]:
    """Arguments with their names: those of keywords; of columns of frames that have one; else x1, x2, ..

    A name that is a keyword of the language, or in ``taken``, gets a `_` at its end. Raises SpecError if
    a name is none of the language.
    """
    _refuse_items(given, named)
    found: dict[str, Any] = {}
    for place, argument in enumerate(given, 1):
        name = _free(_series_name(argument), taken)
        found[name if name and name not in {*found, *named} else _free(f"x{place}", {*taken, *named})] = (
            argument
        )
    for name, argument in named.items():
        check_spelling(name)
        found[_free(name, taken)] = argument
    return found


def names_items(argument: Any) -> bool:
    """Whether it is what options cover, alone or in a list."""
    members = argument if isinstance(argument, list) else [argument]
    return any(isinstance(each, Covers | ModelItems) for each in members)


def _refuse_items(given: Sequence[Any], named: Mapping[str, Any]) -> None:
    """Raises SpecError for items among the arguments, and for truth values where `optional` is meant."""
    for name, argument in [*(("", each) for each in given), *named.items()]:
        if names_items(argument):
            got = f"`{name}`" if name else "an argument"
            wrong = f"has items as {got}, which are no values"
            raise SpecError(CallDoesNotFit("model.options", wrong, ["add them to those of `covers=[..]`"]))
        value = argument[0] if isinstance(argument, list) and len(argument) == 1 else argument
        if isinstance(value, bool) and near(name, ["optional"]):
            wrong = f"has no `{name}`"
            raise SpecError(CallDoesNotFit("model.options", wrong, ["did you mean `optional`?"]))


def _series_name(data: Any) -> str:
    """The name of a column of pandas or Polars, if it is one of the language; otherwise empty."""
    name = getattr(data, "name", None) if hasattr(data, "dtype") else None
    plain = column_name(name) if isinstance(name, str) else ""
    return plain if is_name(plain) else ""


def _free(name: str, taken: Collection[str]) -> str:
    while name and (name in keywords() or name in taken):
        name += "_"
    return name


def in_order(
    family: str, wanted: Sequence[str], given: Sequence[Any], named: Mapping[str, Any], taken: Collection[str]
) -> list[Any]:
    """Arguments in the order of those that the family has already. Raises SpecError if they differ."""
    _refuse_items(given, named)
    rest = wanted[len(given) :]
    by_name = {_free(name, taken): argument for name, argument in named.items()}
    if len(given) > len(wanted) or {*rest} != {*by_name}:
        got = (*([plural(len(given), "argument") + " without a name"] if given else []), *by_name)
        raise SpecError(ArgumentsDiffer(family, tuple(wanted), got))
    return [*given, *(by_name[name] for name in rest)]


def listed(covers: Any) -> list[Covers]:
    """What options cover, in order. Raises SpecError for what is no item."""
    if isinstance(covers, Covers):
        return [covers]
    if isinstance(covers, ModelItems):
        return [covers.all()]
    of_values = isinstance(covers, str | bytes | range | Mapping) or hasattr(covers, "__array__")
    if of_values or not isinstance(covers, Iterable):
        raise SpecError(NotItemsToCover(as_seen(covers)))
    return [each for part in covers for each in listed(part)]


def refuse_tuples(name: str, arguments: Iterable[Any]) -> None:
    """Raises SpecError for a tuple: it may be meant as a column, and as one value in all options."""
    for each in arguments:
        if isinstance(each, tuple):
            seen = as_seen(each)
            raise SpecError(
                NotAColumn(
                    f"an argument of `{name}`",
                    f"{seen}, which may be a column or one value: Python makes it of `({seen})`, too",
                    f"a column is a list, `list(..)`; one value for each of n options is `[{seen}] * n`",
                )
            )


def number_of_options(
    name: str,
    arguments: Mapping[str, ModelColumn | None],
    covers: Sequence[Covers],
    costs: ModelColumn | None,
) -> int:
    """The number of options. Raises SpecError if columns disagree."""
    lengths = [
        (f"argument `{argument}`", len(column))
        for argument, column in arguments.items()
        if column is not None
    ]
    lengths += [(f"`{each.family.name}`", each.rows) for each in covers if each.rows is not None]
    lengths += [] if costs is None else [("cost", len(costs))]
    if not lengths:
        raise SpecError(NoColumnOfOptions(name, []))
    if len({length for _, length in lengths}) > 1:
        raise SpecError(ColumnsOfOtherLengths(name, lengths))
    return lengths[0][1]


def columns_of(
    name: str, names: Sequence[str], arguments: Sequence[Any], covers: Sequence[Covers], cost: Any
) -> tuple[int, list[ModelColumn], list[int] | None]:
    """The number of options, a value for each of them of every argument, and costs if there are any.

    Raises SpecError if columns disagree or a value is none of the language.
    """
    what, price = f"an argument of `{name}`", f"the cost of `{name}`"
    columns = {argument: column_of(each, what) for argument, each in zip(names, arguments, strict=False)}
    costs = None if cost is None else column_of(cost, price)
    size = number_of_options(name, columns, covers, costs)
    filled = [
        [value_of(each, what)] * size if column is None else column
        for each, column in zip(arguments, columns.values(), strict=True)
    ]
    return size, filled, None if cost is None else prices_of(cost if costs is None else costs, price, size)


def prices_of(cost: Any, what: str, size: int | None = None) -> list[int]:
    """A cost for each of so many, or a single one. Raises SpecError if one is no whole number."""
    column = column_of(cost, what)
    if column is not None and size != len(column):
        wanted = "a single number" if size is None else f"{plural(size, 'number')}, or a single one"
        raise SpecError(NotAColumn(what, f"a column of {plural(len(column), 'number')}", f"give {wanted}"))
    values: Sequence[Value] = [value_of(cost, what)] * (size or 1) if column is None else column
    wrong = next((row for row, value in enumerate(values) if type(value) is not int), None)
    if wrong is not None:
        raise SpecError(NotAWholeNumber(what, values[wrong], None if column is None else wrong))
    return list(values)  # type: ignore[arg-type]
