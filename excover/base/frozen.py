"""The bases of syntax nodes, messages, and much of what is made once for a description.

>>> class Point(Frozen):
...     x: int
...     y: int = 0
>>> Point(1), Point(1) == Point(x=1, y=0)
(Point(x=1), True)
>>> Point(1).replaced(y=2)
Point(x=1, y=2)

The functions of `dataclasses` know it, and so does `inspect.signature`:

>>> import dataclasses, inspect
>>> dataclasses.replace(Point(1), y=2), dataclasses.asdict(Point(1))
(Point(x=1, y=2), {'x': 1, 'y': 0})
>>> list(inspect.signature(Point).parameters)
['x', 'y']
>>> class Row(Frozen):
...     marks: dict[int, str] = {}
>>> dataclasses.asdict(Row())
{'marks': {}}

What changes has another base:

>>> class Found(Changeable):
...     name: str
...     places: list[int] = fresh(list)
>>> first, second = Found("a"), Found("b")
>>> first.places.append(3)
>>> first.places, second.places
([3], [])

Public functions and configurations take only the kinds of values that their annotations name:

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
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, wraps
from itertools import chain
from operator import attrgetter
from os import PathLike
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeVar, cast, dataclass_transform

from excover.base.errors import not_as_wanted

if TYPE_CHECKING:
    from dataclasses import Field
    from inspect import Signature


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
            if kind is None or (value is None and name in self._may_be_none) or kind.fits(value):
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


T = TypeVar("T")

_set = object.__setattr__


class _Kept:
    """The `cached_property` of Python 3.12, which takes no lock: in 3.11, that takes most of its time."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, _owner: type[Any], name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, _owner: type[Any] | None = None) -> Any:
        if instance is None:
            return self
        found = instance.__dict__[self._name] = self._make(instance)
        return found


if TYPE_CHECKING:
    kept = cached_property
else:
    kept = _Kept


class _Fields:
    """The fields of a class as those of a dataclass, made when they are first asked for."""

    def __get__(self, _instance: object, owner: type[Frozen]) -> dict[str, Field[Any]]:
        from dataclasses import make_dataclass

        kinds = {name: kind for base in reversed(owner.__mro__) for name, kind in _annotations(base).items()}
        made = make_dataclass(
            owner.__name__,
            [(name, kinds[name], _field(owner, name)) for name in owner.__match_args__],
            init=False,
            repr=False,
            eq=False,
        )
        fields: dict[str, Field[Any]] = made.__dict__["__dataclass_fields__"]
        owner.__dataclass_fields__ = fields
        return fields


class _Signature:
    """The signature of a class, for `help`: `__init__` takes any values."""

    def __get__(self, _instance: object, owner: type[Frozen]) -> Signature:
        from inspect import Parameter, Signature

        if owner.__init__ is not Frozen.__init__:
            raise AttributeError("__signature__")
        return Signature(
            [
                Parameter(
                    each.name,
                    Parameter.POSITIONAL_OR_KEYWORD,
                    default=getattr(owner, each.name, Parameter.empty),
                    annotation=each.type,
                )
                for each in owner.__dataclass_fields__.values()
            ]
        )


def _field(owner: type[Frozen], name: str) -> Any:
    """A dataclass takes no mutable default, such as the empty mapping of a field that is never changed."""
    from dataclasses import field

    if not hasattr(owner, name):
        return field()
    default = getattr(owner, name)
    return field(default_factory=lambda: default) if default.__hash__ is None else field(default=default)


def _annotations(base: type) -> dict[str, str]:
    """Its own; Python 3.14 makes them when they are asked for, and has none in `vars`."""
    return {} if base is object else base.__annotations__


def _constructor(
    names: Sequence[str], defaults: Mapping[str, object], is_checked: bool
) -> Callable[..., None]:
    """An `__init__` that takes a third of the time of one for any class."""
    taken = ", ".join(f"{name}=_defaults[{name!r}]" if name in defaults else name for name in names)
    settings = [f"_set(self, {name!r}, {name})" for name in names]
    settings += ["self.__post_init__()"] if is_checked else []
    made: dict[str, Any] = {"_set": _set, "_defaults": defaults}
    exec(f"def __init__(self, {taken}): {'; '.join(settings)}", made)
    return cast(Callable[..., None], made["__init__"])


class _WithFields:
    """The fields of a class are its annotations except class variables, with those of its base classes first;
    a value in the class is the default of a field.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, object]] = {}
    _is_checked: ClassVar[bool]
    _is_made_often: ClassVar[bool] = False
    """Whether the class is worth a constructor of its own, which takes 0.1 ms to compile."""
    _in_turn: ClassVar[attrgetter[Any]]
    """The values of the fields, in C: of a single field, its value alone."""

    def __init_subclass__(cls) -> None:
        fields = [name for name, kind in cls.__annotations__.items() if not str(kind).startswith("ClassVar")]
        cls.__match_args__ = (*cls.__match_args__, *fields)  # type: ignore[misc]
        cls._defaults = {name: getattr(cls, name) for name in cls.__match_args__ if hasattr(cls, name)}
        cls._is_checked = cls.__post_init__ is not _WithFields.__post_init__
        cls._in_turn = attrgetter(*(cls.__match_args__ or ("__class__",)))
        if cls._is_made_often and cls.__match_args__:
            cls.__init__ = _constructor(cls.__match_args__, cls._defaults, cls._is_checked)  # type: ignore[method-assign]

    def __init__(self, *values: object, **named: object) -> None:
        names = self.__match_args__
        if named or len(values) != len(names):
            values = self._in_order(values, named)
        for name, value in zip(names, values):  # noqa: B905 - as long as each other; `strict` takes its time
            _set(self, name, value)
        if self._is_checked:
            self.__post_init__()

    def __post_init__(self) -> None:
        """For classes that check their fields."""

    def _in_order(self, values: tuple[object, ...], named: dict[str, object]) -> tuple[object, ...]:
        rest = self.__match_args__[len(values) :]
        if named.keys() <= set(rest):
            found = {**self._defaults, **named}
            try:
                return (*values, *[found[name] for name in rest])
            except KeyError:
                pass
        raise TypeError(f"{type(self).__name__} takes {', '.join(self.__match_args__)}")

    @property
    def parts(self) -> tuple[object, ...]:
        """The values of its fields, in order."""
        found: Any = self._in_turn(self)
        return found if len(self.__match_args__) > 1 else (found,) if self.__match_args__ else ()

    def replaced(self, **changes: object) -> Self:
        """The same with other values of some fields, as `dataclasses.replace`."""
        values = [*map(changes.pop, self.__match_args__, self.parts)]
        return type(self)(*values, **changes)  # what is left is no field, and refused


@dataclass_transform(frozen_default=True)
class Frozen(_WithFields):
    """Like a frozen dataclass, but created faster: the usual decorator takes about half a millisecond for
    each class, which would add up at every start. Two instances are equal if all fields are. Shown
    are fields that differ from their defaults: whole, those in a signature would fill a screen.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.__dataclass_fields__ = _Fields()  # type: ignore[assignment]
        cls.__signature__ = _Signature()  # type: ignore[attr-defined]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot assign to field {name!r}")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return type(self) is type(other) and bool(self._in_turn(self) == self._in_turn(other))

    def __hash__(self) -> int:
        return hash((type(self), self._in_turn(self)))

    def __repr__(self) -> str:
        fields = zip(self.__match_args__, self.parts, strict=True)
        stated = [
            (name, value) for name, value in fields if not _is_equal(self._defaults.get(name, self), value)
        ]
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in stated)})"


class Configuration(Frozen):
    """What users state, in numbers and truth values above all, none of which may be something else.

    >>> class Sheet(Configuration):
    ...     columns: int = 1
    >>> Sheet("3")
    Traceback (most recent call last):
        ...
    TypeError: `columns` of a Sheet is a whole number, not '3': write `columns=3`
    """

    _kinds: ClassVar[dict[str, ArgumentKind]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        found = {name: kind for name, each in cls.__annotations__.items() if (kind := kind_named(each))}
        cls._kinds = {**cls._kinds, **found}

    def __post_init__(self) -> None:
        for name, kind in self._kinds.items():
            value = getattr(self, name)
            is_absent = value is None and self._defaults.get(name, 0) is None
            if not (is_absent or kind.fits(value)):
                wanted = f"`{name}` of a {type(self).__name__} is {kind.words}"
                raise not_as_wanted(wanted, value, kind.instead(name, value))


def _is_equal(default: object, value: object) -> bool:
    """Arrays are not compared: that gives another array."""
    return default is value or (type(default) is type(value) and default == value)


class _Fresh:
    """A default that is made anew for each instance."""

    def __init__(self, make: Callable[[], object]) -> None:
        self.make = make


def fresh(make: Callable[[], T]) -> T:
    """For the default of a field of what changes: an empty list of its own, for example."""
    return cast(T, _Fresh(make))


@dataclass_transform(eq_default=False)
class Changeable(_WithFields):
    """Like a dataclass without `eq` and `repr`, but created faster."""

    def _in_order(self, values: tuple[object, ...], named: dict[str, object]) -> tuple[object, ...]:
        found = super()._in_order(values, named)
        return tuple([each.make() if isinstance(each, _Fresh) else each for each in found])
