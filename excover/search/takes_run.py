"""Public functions that take a run refuse what is none, and a run elsewhere.

>>> @takes_run
... def count(places: int, run: Run = UNLIMITED) -> int:
...     return places
>>> count(3, Run.within(seconds=1)), count(places=3)
(3, 3)
>>> count(3, 5)  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
TypeError: `run` of `count` is an excover.Run, not 5: write `run=excover.Run.within(seconds=60)`, or ...
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any, TypeVar, cast

from excover.base.limits import Limits
from excover.base.words import as_seen
from excover.search.cancellation import Cancellation
from excover.search.run import UNLIMITED, Budget, Run
from excover.search.strategy import Strategy

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Class = TypeVar("_Class")


def takes_run(function: _Function) -> _Function:
    """Each call raises TypeError if ``run`` is not a `Run`, or another positional argument is one."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        for name, value in zip(names, given, strict=False):
            if name != "run" and isinstance(value, Run | Budget):
                wrong = f"`{name}` of `{function.__name__}` takes no {type(value).__name__}"
                raise TypeError(f"{wrong}: write {_as_run(value)}")
        run = named.get("run", dict(zip(names, given, strict=False)).get("run", UNLIMITED))
        if not isinstance(run, Run):
            wrong = f"`run` of `{function.__name__}` is an excover.Run, not {as_seen(run)}"
            raise TypeError(f"{wrong}: write {_as_run(run)}")
        return function(*given, **named)

    return cast(_Function, call)


def takes_runs(public: type[_Class]) -> type[_Class]:
    """All methods of a class that have a ``run`` are those that `takes_run` makes."""
    for name, member in [*vars(public).items()]:
        function = getattr(member, "__func__", member)
        if isinstance(function, FunctionType) and "run" in _parameters(function):
            checked = takes_run(function)
            setattr(public, name, type(member)(checked) if function is not member else checked)
    return public


def _parameters(function: FunctionType) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _as_run(value: object) -> str:
    """How to write what was probably meant."""
    match value:
        case Run():
            return "`run=run`"
        case Budget():
            return "`run=excover.Run(budget)`"
        case Strategy():
            return "`run=excover.Run(strategy=strategy)`"
        case Cancellation():
            return "`run=excover.Run(cancellation=cancellation)`"
        case Limits():
            return "`limits=limits` where the description is read, as in `excover.load(name, limits=limits)`"
        case _ if callable(value) and not isinstance(value, type):
            return "`run=excover.Run(progress=listener)`"
        case _:
            return "`run=excover.Run.within(seconds=60)`, or `solutions=` or `nodes=` there"
