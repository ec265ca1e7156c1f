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
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast, dataclass_transform

from excover.base.errors import not_as_wanted
from excover.base.kinds import ArgumentKind, kind_named

if TYPE_CHECKING:
    from dataclasses import Field
    from inspect import Signature

T = TypeVar("T")

_set = object.__setattr__


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
    """A dataclass takes no mutable default, such as the empty mapping of a field that nobody changes."""
    from dataclasses import field

    if not hasattr(owner, name):
        return field()
    default = getattr(owner, name)
    return field(default_factory=lambda: default) if default.__hash__ is None else field(default=default)


def _annotations(base: type) -> dict[str, str]:
    """Its own; Python 3.14 makes them when they are asked for, and has none in `vars`."""
    return {} if base is object else base.__annotations__


class _WithFields:
    """The fields of a class are its annotations except class variables, with those of its base classes first;
    a value in the class is the default of a field.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, object]] = {}

    def __init_subclass__(cls) -> None:
        fields = [name for name, kind in cls.__annotations__.items() if not str(kind).startswith("ClassVar")]
        cls.__match_args__ = (*cls.__match_args__, *fields)  # type: ignore[misc]
        cls._defaults = {name: getattr(cls, name) for name in cls.__match_args__ if hasattr(cls, name)}

    def __init__(self, *values: object, **named: object) -> None:
        if named or len(values) != len(self.__match_args__):
            values = self._in_order(values, named)
        for name, value in zip(self.__match_args__, values, strict=True):
            _set(self, name, value)
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
        return tuple([getattr(self, name) for name in self.__match_args__])

    def replaced(self, **changes: object) -> Self:
        """The same with other values of some fields, as `dataclasses.replace`."""
        return type(self)(**{**dict(zip(self.__match_args__, self.parts, strict=True)), **changes})


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
        return type(self) is type(other) and isinstance(other, Frozen) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash((type(self), self.parts))

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
            if not (kind.fits(value) or (value is None and self._defaults.get(name, 0) is None)):
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
