"""What calls of a model may contain: the names and columns of arguments, and what is wrong with others.

>>> named_arguments([[1, 2]], {"slot": ["a", "b"]}, taken=())
{'x1': [1, 2], 'slot': ['a', 'b']}

What arguments of a model must be: names, texts, and what the model knows by a name.

>>> check_name("row")
>>> check_name("work day")  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
excover.base.diagnostics.SpecError: error[E281]: 'work day' is not a name: a name has letters, digits and ...
  help: call it "work_day"

Calls of a model that do not fit its methods: a misspelt keyword, or an argument too few or too many.

>>> from excover.problem.model import Model
>>> Model().items("row", range(3), atmost=1)
Traceback (most recent call last):
    ...
excover.base.diagnostics.SpecError: error[E290]: `model.items` has no `atmost`
  help: did you mean `at_most`?
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar

from excover.base.diagnostics import SpecError
from excover.base.names import brief, is_name
from excover.base.words import as_seen, did_you_mean, listed, near, plural
from excover.language import messages
from excover.language.meaning.given_tables import column_name
from excover.language.python_values import ModelColumn, column_of, is_single, numbers_of, value_of
from excover.language.syntax.ast import is_quotable
from excover.language.syntax.grammar import keywords
from excover.matrix.name_resolution import Scale
from excover.problem.model_data import check_spelling, in_steps
from excover.problem.model_items import Covers, ModelItems
from excover.problem.problem import Problem


def check_name(name: object) -> None:
    """Raises SpecError if it is no name, or a keyword."""
    check_spelling(name)
    if name in keywords():
        raise SpecError(messages.ReservedModelName(str(name)))


def check_known(name: object, known: Collection[str], what: str, declared_by: str) -> None:
    """Raises SpecError if the model has nothing of this name."""
    if not isinstance(name, str) or name not in known:
        text = name if isinstance(name, str) else ""
        raise SpecError(messages.NotInTheModel(what, as_seen(name), text, [*known], declared_by))


def check_type(value: object, wanted: type, call: str, takes: str) -> None:
    """Raises SpecError for a value of another type."""
    if not isinstance(value, wanted):
        raise SpecError(messages.WrongArgument(call, takes, as_seen(value)))


def check_title(title: object) -> bool:
    """Whether there is one. Raises SpecError if it cannot be written."""
    if not isinstance(title, str) or not is_quotable(title):
        takes = "a title in one line without quotation marks"
        raise SpecError(messages.WrongArgument("Model(title)", takes, as_seen(title)))
    return bool(title)


def check_single(statements: int, text: str) -> None:
    """Raises SpecError if a drawing or a value from Python makes other statements."""
    if statements != 1:
        wrong = f"a part of this call would be another statement: {brief(text)}"
        raise SpecError(
            messages.NotADrawing(wrong, "give a drawing without other statements, or write `model.add(..)`")
        )


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
            raise SpecError(
                messages.CallDoesNotFit("model.options", wrong, ["add them to those of `covers=[..]`"])
            )
        value = argument[0] if isinstance(argument, list) and len(argument) == 1 else argument
        if isinstance(value, bool) and near(name, ["optional"]):
            wrong = f"has no `{name}`"
            raise SpecError(messages.CallDoesNotFit("model.options", wrong, ["did you mean `optional`?"]))


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
        raise SpecError(messages.ArgumentsDiffer(family, tuple(wanted), got))
    return [*given, *(by_name[name] for name in rest)]


def each_covered(covers: Any) -> list[Covers]:
    """What options cover, in order. Raises SpecError for what is no item."""
    if isinstance(covers, Covers):
        return [covers]
    if isinstance(covers, ModelItems):
        return [covers.all()]
    of_values = isinstance(covers, str | bytes | range | Mapping) or hasattr(covers, "__array__")
    if of_values or not isinstance(covers, Iterable):
        raise SpecError(messages.NotItemsToCover(as_seen(covers)))
    return [each for part in covers for each in each_covered(part)]


def _refuse_tuples(name: str, arguments: Iterable[Any]) -> None:
    """Raises SpecError for a tuple: it may be meant as a column, and as one value in all options."""
    for each in arguments:
        if isinstance(each, tuple):
            seen = as_seen(each)
            raise SpecError(
                messages.NotAColumn(
                    f"an argument of `{name}`",
                    f"{seen}, which may be a column or one value: Python makes it of `({seen})`, too",
                    f"a column is a list, `list(..)`; one value for each of n options is `[{seen}] * n`",
                )
            )


def number_of_options(
    name: str,
    arguments: Mapping[str, ModelColumn | None],
    covers: Sequence[Covers],
    costs: Sequence[Any] | None,
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
        raise SpecError(messages.NoColumnOfOptions(name, []))
    if len({length for _, length in lengths}) > 1:
        raise SpecError(messages.ColumnsOfOtherLengths(name, lengths))
    return lengths[0][1]


def columns_of(
    name: str, names: Sequence[str], arguments: Sequence[Any], covers: Sequence[Covers], cost: Any
) -> tuple[int, list[ModelColumn], Sequence[Any] | None]:
    """The number of options, a value for each of them of every argument, and costs if there are any.

    Raises SpecError if columns disagree, if a value is none of the language, and for tuples.
    """
    _refuse_tuples(name, arguments)
    what, price = f"an argument of `{name}`", f"the cost of `{name}`"
    columns = {argument: column_of(each, what) for argument, each in zip(names, arguments, strict=False)}
    costs = None if cost is None or is_single(cost) else numbers_of(cost, price)
    size = number_of_options(name, columns, covers, costs)
    filled = [
        [value_of(each, what)] * size if column is None else column
        for each, column in zip(arguments, columns.values(), strict=True)
    ]
    if costs is None and cost is not None:
        costs = prices_of(cost, price, size)
    return size, filled, costs


def prices_of(cost: Any, what: str, size: int | None = None) -> Sequence[Any]:
    """A cost for each of so many, or a single one. Raises SpecError if one is no number."""
    values = numbers_of(cost, what)
    if is_single(cost):
        return list(values) * (1 if size is None else size)
    if size != len(values):
        wanted = "a single number" if size is None else f"{plural(size, 'number')}, or a single one"
        raise SpecError(
            messages.NotAColumn(what, f"a column of {plural(len(values), 'number')}", f"give {wanted}")
        )
    return values


def exact_prices(cost: Any, what: str, size: int) -> Sequence[Any]:
    """The same. Raises SpecError also for one that cannot be kept exactly."""
    prices = prices_of(cost, what, size)
    in_steps(prices, Scale().of(prices, what), what)
    return prices


def most_times(name: str, most: Any, size: int | None = None) -> list[int]:
    """How often each of so many options, or a single one, may be chosen. Raises SpecError."""
    what = f"how often `{name}` may be chosen"
    if is_single(most):
        found = [Scale().whole(most, what)] * (1 if size is None else size)
    else:
        found = in_steps(prices_of(most, what, size), Scale(), what).tolist()
    if min(found, default=0) < 0:
        row = None if is_single(most) else next(row for row, times in enumerate(found) if times < 0)
        raise SpecError(
            messages.WrongBounds(f"{what} is never less than 0 times", "give numbers from 0 on", row)
        )
    return found


ClassT = TypeVar("ClassT", bound=type[Any])


def told_in_words(model: ClassT) -> ClassT:
    """The class, whose public methods raise SpecError instead of TypeError for arguments that do not fit, and
    which points to the methods of problems.
    """
    for name, method in list(vars(model).items()):
        if callable(method) and (name == "__init__" or not name.startswith("_")):
            called = "Model" if name == "__init__" else f"model.{name}"
            setattr(model, name, _told(method, called))
    model.__getattr__ = _missing
    return model


def _missing(self: Any, name: str) -> Any:
    wrong = f"a Model has no `{name}`"
    if not name.startswith("_") and hasattr(Problem, name):
        wrong = f"{wrong}; its problem has: `model.problem().{name}`"
    raise AttributeError(wrong, name=name, obj=self)


def _told(method: Callable[..., Any], called: str) -> Callable[..., Any]:
    @wraps(method)
    def call(self: Any, *arguments: Any, **named: Any) -> Any:
        try:
            return method(self, *arguments, **named)
        except TypeError:
            misfit = _misfit(method, called, arguments, named)
            if misfit is None:  # raised elsewhere
                raise
        raise SpecError(misfit)

    return call


def _misfit(
    method: Callable[..., Any], called: str, arguments: Sequence[Any], named: Mapping[str, Any]
) -> messages.CallDoesNotFit | None:
    """What does not fit the parameters; None if all fits."""
    from inspect import Parameter, signature  # few calls are wrong

    stated = signature(method)
    try:
        stated.bind(None, *arguments, **named)
    except TypeError as wrong:
        reason = str(wrong)
    else:
        return None
    parameters = [each for name, each in stated.parameters.items() if name != "self"]
    by_name = (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    known = [each.name for each in parameters if each.kind in by_name]
    takes_any = any(each.kind is Parameter.VAR_KEYWORD for each in parameters)
    unknown = [] if takes_any else [name for name in named if name not in known]
    if unknown:
        way_out = did_you_mean(unknown[0], known) or (known and f"it has {listed(known, 'and')}")
        return messages.CallDoesNotFit(called, f"has no `{unknown[0]}`", [way_out or ""])
    if "covers" in known and "covers" not in named:
        return messages.CallDoesNotFit(called, "needs `covers=..`", [_covered(arguments, named)])
    return messages.CallDoesNotFit(called, f"is called wrongly: {reason}", [])


def _covered(arguments: Sequence[Any], named: Mapping[str, Any]) -> str:
    """Where what is covered may be, or how it is named."""
    for name, argument in named.items():
        if names_items(argument):
            return f"did you mean `covers=` in place of `{name}=`?"
    if any(map(names_items, arguments)):
        return "what is covered has the name `covers`: `covers=[..]`"
    return "name the items that options cover, as in `covers=[row[r], column[c]]`"
