"""Kinds of values, as annotations name them, that public functions and configurations take.

>>> @checks_kinds
... def drawn(number: int, file: str | None = None) -> int:
...     return number
>>> drawn(3), drawn("3")
Traceback (most recent call last):
    ...
TypeError: `number` of `drawn` is a whole number, not '3': write `number=3`
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import wraps
from itertools import chain
from os import PathLike
from types import FunctionType
from typing import Any, NamedTuple, TypeVar, cast

from excover.base.errors import not_as_wanted

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Class = TypeVar("_Class", bound=type[Any])


class ArgumentKind(NamedTuple):
    """What a value is, in ``words``, whether one ``fits``, and how to write it by its name otherwise."""

    words: str
    fits: Callable[[object], bool]
    instead: Callable[[str, object], str]


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


def _is_whole(value: object) -> bool:
    if isinstance(value, int):
        return not isinstance(value, bool)
    from numbers import Integral  # of libraries such as numpy

    return isinstance(value, Integral)


def _is_number(value: object) -> bool:
    if isinstance(value, int | float):
        return not isinstance(value, bool)
    from numbers import Real

    return isinstance(value, Real)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_path(value: object) -> bool:
    return isinstance(value, str | PathLike)


CO_VARKEYWORDS = 0x08
"""The flag of code with `**named`, as `inspect` has it, which takes long to import."""
_MULTIPLES = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}


def _whole_instead(name: str, value: object) -> str:
    number = _meant(value)
    return _example(name) if number is None else f"write `{name}={int(number)}`"


def _number_instead(name: str, value: object) -> str:
    number = _meant(value)
    if number is None:
        return _example(name)
    return f"write `{name}={int(number) if number.is_integer() else number}`"


def _meant(value: object) -> float | None:
    """The number that a text or another number probably means."""
    text = repr(value) if isinstance(value, float) else str(value).upper().replace(" ", "")
    found = re.fullmatch(r"(\d+(?:\.\d+)?(?:e\+\d+)?)(%|[KMG]?B?)", text)
    if found is None or not isinstance(value, float | str):
        return None
    if found[2] == "%":
        return float(found[1]) / 100
    return float(found[1]) * _MULTIPLES[found[2].removesuffix("B")]


def _example(name: str) -> str:
    return f"write `{name}=10`, for example, or leave it out"


KINDS = {
    "bool": ArgumentKind("True or False", _is_bool, lambda name, _: f"write `{name}=True`, or leave it out"),
    "int": ArgumentKind("a whole number", _is_whole, _whole_instead),
    "float": ArgumentKind("a number", _is_number, _number_instead),
    "str": ArgumentKind("a text", _is_text, lambda name, _: f'write `{name}=".."`'),
    "str | PathLike[str]": ArgumentKind(
        "a path", _is_path, lambda name, _: f'write `{name}="file"`, for example'
    ),
}
"""By the annotation, without `| None`."""


def kind_named(annotation: object) -> ArgumentKind | None:
    """That of an annotation; None for one that is checked where it is used, if at all."""
    return KINDS.get(str(annotation).removesuffix(" | None"))


class TakenArguments:
    """The names and kinds of the arguments of a function, to which others may be wrapped."""

    def __init__(self, function: Callable[..., Any]) -> None:
        while inner := getattr(function, "__wrapped__", None):
            function = inner
        code = function.__code__
        self.owner = function.__qualname__.removesuffix(".__init__")
        self.required = code.co_argcount - len(function.__defaults__ or ())
        self.positional = code.co_varnames[: code.co_argcount]
        self.names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        self.takes_others = bool(code.co_flags & CO_VARKEYWORDS)
        annotations = {name: each for name, each in function.__annotations__.items() if name in self.names}
        self.kinds = {name: kind for name, each in annotations.items() if (kind := kind_named(each))}
        self._may_be_none = {name for name, each in annotations.items() if str(each).endswith("| None")}

    def unknown(self, named: Mapping[str, object]) -> str | None:
        """The first name of an argument that the function does not have."""
        return None if self.takes_others else next((name for name in named if name not in self.names), None)

    def refuse_others(self, given: tuple[object, ...], named: Mapping[str, object]) -> None:
        """Raises TypeError for a value that is not of the kind of its argument."""
        for name, value in chain(zip(self.positional, given, strict=False), named.items()):
            kind = self.kinds.get(name)
            if kind is None or kind.fits(value) or (value is None and name in self._may_be_none):
                continue
            wanted = f"`{name}` of `{self.owner}` is {kind.words}"
            raise not_as_wanted(wanted, value, kind.instead(name, value))


def checks_kinds(function: _Function) -> _Function:
    """Each call raises TypeError for an argument that is not of the kind of its annotation."""
    arguments = TakenArguments(function)
    if not arguments.kinds:
        return function

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        arguments.refuse_others(given, named)
        return function(*given, **named)

    return cast(_Function, call)


def with_methods(public: _Class, check: Callable[[FunctionType], FunctionType]) -> _Class:
    """The class, in which public methods, and how it is made, are what ``check`` makes of them."""
    for name, member in [*vars(public).items()]:
        function = getattr(member, "__func__", member)
        is_public = not name.startswith("_") or name == "__init__"
        if is_public and isinstance(function, FunctionType):
            checked = check(function)
            setattr(public, name, type(member)(checked) if function is not member else checked)
    return public
