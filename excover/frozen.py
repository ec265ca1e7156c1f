"""The frozen base of syntax nodes and messages.

>>> class Point(Frozen):
...     x: int
...     y: int = 0
>>> Point(1), Point(1) == Point(x=1, y=0)
(Point(x=1, y=0), True)
"""

from __future__ import annotations

from typing import ClassVar, dataclass_transform

_set = object.__setattr__


@dataclass_transform(frozen_default=True)
class Frozen:
    """A frozen dataclass in all but the making: the usual decorator would take 30 ms of every start.

    The fields of a class are its annotations other than of class variables, those of its parents before; a
    field with a value in the class has that as its default. Two are equal if all fields are.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = vars(cls).get("__annotations__", {})
        fields = [name for name, kind in own.items() if not str(kind).startswith("ClassVar")]
        cls.__match_args__ = (*cls.__match_args__, *fields)  # type: ignore[misc]

    def __init__(self, *values: object, **named: object) -> None:
        if named or len(values) != len(self.__match_args__):
            values = self._in_order(values, named)
        for name, value in zip(self.__match_args__, values, strict=True):
            _set(self, name, value)

    def _in_order(self, values: tuple[object, ...], named: dict[str, object]) -> tuple[object, ...]:
        rest = self.__match_args__[len(values) :]
        defaults = {name: getattr(type(self), name) for name in rest if hasattr(type(self), name)}
        named = {**defaults, **named}
        if set(rest) != set(named):
            raise TypeError(f"{type(self).__name__} takes {', '.join(self.__match_args__)}")
        return (*values, *(named[name] for name in rest))

    @property
    def parts(self) -> tuple[object, ...]:
        """What it holds, in the order of its fields."""
        return tuple([getattr(self, name) for name in self.__match_args__])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot assign to field {name!r}")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Frozen) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash((type(self), self.parts))

    def __repr__(self) -> str:
        fields = zip(self.__match_args__, self.parts, strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in fields)})"
