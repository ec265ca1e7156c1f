"""Options and items that a program names, by names or as texts.

>>> known = [OptionName("queen", (1, 2)), OptionName("queen", (2, 4))]
>>> [name for name, _ in named(["queen(2, 4)", "queen(2, 2)"], known)]
[OptionName(family='queen', arguments=(2, 4)), None]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol, TypeVar

from excover.base.diagnostics import SpecError
from excover.base.names import ItemName, OptionName, OrderedSet, Value, normal
from excover.language.messages.about_givens import NotAName

NameT = TypeVar("NameT", ItemName, OptionName)


class NamesItems(Protocol):
    """A family of items of a model, or some of its items."""

    def item_names(self) -> Iterator[ItemName]: ...


def each_name(names: Any) -> list[Any]:
    """A list of names, also of a single one, and of items of a model for each of them.

    Raises SpecError for a data frame or another table, for what is no name, and for names without end.
    """
    if isinstance(names, str | ItemName | OptionName) or hasattr(names, "item_names"):
        return _of_one(names)
    from excover.language.python_values import listed_values  # a command names no options

    return [name for each in listed_values(names, "the list of names") for name in _of_one(each)]


def _of_one(each: Any) -> list[Any]:
    """A name, or those of the items of a model; `isinstance` of a protocol would take as long as the rest."""
    if isinstance(each, str | ItemName | OptionName) or not hasattr(each, "item_names"):
        return [_checked(each)]
    return list(each.item_names())


def _checked(name: Any) -> Any:
    """A text, or a name of a text and a tuple of values, which Python does not check."""
    if isinstance(name, str):
        return name
    if not (
        isinstance(name, ItemName | OptionName) and isinstance(name[0], str) and isinstance(name[1], tuple)
    ):
        raise SpecError(NotAName(name))
    if not name[0].isascii():
        name = type(name)(normal(name[0]), name[1])
    try:
        hash(name)
    except TypeError:  # a set of Python, or what is no value
        from excover.language.python_values import value_of

        return type(name)(name[0], value_of(name[1], f"a name of `{name[0]}`"))
    return name


def named(wanted: Iterable[NameT | str], known: Iterable[NameT]) -> list[tuple[NameT | None, NameT | str]]:
    """Names, or names as text, each with what is wanted; None for the text of no name."""
    every = list(wanted)
    by_text: dict[str, NameT] = {}
    by_words: dict[str, NameT] = {}
    alike: dict[str, tuple[Value, ...]] = {}
    if any(isinstance(each, str) or _has_tuple(each) for each in every):
        for name in known:
            by_text[str(name)], alike[name.family] = name, name[1]
    if any(isinstance(each, str) and each not in by_text for each in every):
        by_words = {_without_blanks(text): name for text, name in by_text.items()}
    return [
        (by_text.get(each) or by_words.get(_without_blanks(each)), each)
        if isinstance(each, str)
        else (_with_sets(each, alike), each)
        for each in every
    ]


_WORDS = re.compile(r'("[^"]*")|\s+')


def _without_blanks(text: str) -> str:
    """Blanks between the words of a name mean nothing, nor how a letter is composed.

    >>> _without_blanks('works( "Dan",  "at the door" )')
    'works("Dan","at the door")'
    """
    return _WORDS.sub(r"\1", normal(text))


def _has_tuple(name: ItemName | OptionName) -> bool:
    return any(isinstance(value, tuple) for value in name[1])


def _with_sets(name: NameT, alike: Mapping[str, tuple[Value, ...]]) -> NameT:
    """The same with sets for tuples, as data frames have them, where names of the family have sets."""
    known = alike.get(name.family, ())
    if len(known) != len(name[1]):
        return name
    values = (
        OrderedSet(value) if isinstance(value, tuple) and isinstance(like, OrderedSet) else value
        for value, like in zip(name[1], known, strict=True)
    )
    return type(name)(name.family, tuple(values))
