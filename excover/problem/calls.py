"""Public functions of a problem refuse what is none, and show how to make one.

>>> @takes_problem
... def facts(problem: Problem, run: Run = UNLIMITED) -> str:
...     return problem.title
>>> facts("queens")
Traceback (most recent call last):
    ...
TypeError: `problem` of `facts` is an excover.Problem, not 'queens': write `excover.load('queens')`
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from os import PathLike
from typing import Any, TypeVar, cast

from excover.base.errors import not_as_wanted
from excover.base.words import as_seen
from excover.problem.problem import Problem
from excover.search.run import UNLIMITED as UNLIMITED
from excover.search.run import Run as Run
from excover.search.run import takes_run

_Function = TypeVar("_Function", bound=Callable[..., Any])


def takes_problem(function: _Function) -> _Function:
    """What `takes_run` makes; each call raises TypeError if ``problem`` is not a `Problem`, too."""
    code = function.__code__
    place = code.co_varnames[: code.co_argcount].index("problem")

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        if place < len(given) or "problem" in named:
            problem = given[place] if place < len(given) else named["problem"]
            if not isinstance(problem, Problem):
                raise no_problem(f"`problem` of `{function.__qualname__}` is an excover.Problem", problem)
        return function(*given, **named)

    return takes_run(cast(_Function, call))


def no_problem(wanted: str, value: object) -> TypeError:
    """The error for anything else; ``wanted`` is what belongs there."""
    return not_as_wanted(wanted, value, f"write {_as_problem(value)}")


def _as_problem(value: object) -> str:
    """How to write what was probably meant."""
    if isinstance(value, str) and "\n" in value:
        return "`excover.parse(text)`"
    if isinstance(value, str):
        return f"`excover.load({as_seen(value)})`"
    if isinstance(value, PathLike):
        return "`excover.load(path)`"
    if type(value).__module__ == "excover.problem.model":  # which imports problems
        return "`model.problem()`"
    if isinstance(getattr(value, "problem", None), Problem):
        return "its problem, `solution_set.problem`"
    return '`excover.load("queens")`, for example, or `excover.parse(text)`'
