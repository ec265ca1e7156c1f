"""Calls of a model that do not fit its methods: a slip in a keyword, or an argument too few or too many.

>>> from excover.problem.model.model import Model
>>> Model().items("row", range(3), atmost=1)
Traceback (most recent call last):
    ...
excover.base.diagnostics.SpecError: error[E290]: `model.items` has no `atmost`
  help: did you mean `at_most`?
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar

from excover.base.diagnostics import SpecError
from excover.base.words import did_you_mean, listed
from excover.language.messages.about_model_arguments import CallDoesNotFit
from excover.problem.model.arguments import names_items
from excover.problem.problem import Problem

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
) -> CallDoesNotFit | None:
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
        return CallDoesNotFit(called, f"has no `{unknown[0]}`", [way_out or ""])
    if "covers" in known and "covers" not in named:
        return CallDoesNotFit(called, "needs `covers=..`", [_covered(arguments, named)])
    return CallDoesNotFit(called, f"is called wrongly: {reason}", [])


def _covered(arguments: Sequence[Any], named: Mapping[str, Any]) -> str:
    """Where what is covered may be, or how it is named."""
    for name, argument in named.items():
        if names_items(argument):
            return f"did you mean `covers=` in place of `{name}=`?"
    if any(map(names_items, arguments)):
        return "what is covered has the name `covers`: `covers=[..]`"
    return "name the items that options cover, as in `covers=[row[r], column[c]]`"
