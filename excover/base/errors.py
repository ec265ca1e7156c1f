"""The base class of all exceptions that excover raises deliberately.

>>> import excover
>>> try:
...     excover.parse("item")
... except excover.ExcoverError as wrong:
...     print(type(wrong).__name__)
SpecError
"""

from __future__ import annotations

from copy import deepcopy
from importlib import import_module
from typing import Any, ClassVar, NoReturn, TypeVar

from excover.base.words import as_seen

NO_CORE = (
    "this is the source folder of excover, which has no native core: start Python or the command in another "
    "folder, or install excover with `pip install -e .`"
)
"""Python looks for packages in the current folder first."""


def core_is_missing(fault: BaseException) -> bool:
    """Whether an import failed because only the sources were found.

    `from excover.search import _core` names the package, not the module.
    """
    if not isinstance(fault, ImportError):
        return False
    return fault.name == "excover.search._core" or (
        fault.name == "excover.search" and "'_core'" in str(fault)
    )


class ExcoverError(Exception):
    """Something that excover cannot or will not do; subclasses are specific.

    Arguments of a wrong type or value raise TypeError and ValueError, those of a `Model` SpecError,
    unreadable files OSError, as usual in Python.
    """


class CannotWrite(ExcoverError, OSError):
    """Why a file cannot be written."""

    def __str__(self) -> str:
        return f"cannot write `{self.filename}`: {self.strerror}"


class Unsuitable(ExcoverError, ValueError):
    """What is asked for cannot answer this: an engine its question, or anything a problem."""


class EngineFailed(ExcoverError, RuntimeError):
    """The solver of another program gave no answer, or a wrong one; the message states which, and why."""


def not_as_wanted(wanted: str, value: object, instead: str) -> TypeError:
    """The error for an argument of a wrong type: what is wanted, what there is, and how to write it."""
    return TypeError(f"{wanted}, not {as_seen(value)}: {instead}")


class MissingExtra(ExcoverError, ImportError):
    """An optional library is not installed; the message has the line that installs it."""


SelfT = TypeVar("SelfT", bound="Unpicklable")


class Unpicklable:
    """What another process cannot use. ``_instead`` names what to send in its place."""

    _instead: ClassVar[str]

    def __reduce__(self) -> NoReturn:
        raise TypeError(self._instead)

    def __deepcopy__(self: SelfT, memo: dict[int, Any]) -> SelfT:
        """Copies within a process are made as without `__reduce__`."""
        made = object.__new__(type(self))
        memo[id(self)] = made
        made.__dict__.update(deepcopy(self.__dict__, memo))
        return made


def imported(module: str, extra: str, purpose: str) -> Any:
    """A module of an optional library. Raises MissingExtra.

    >>> imported("json", "data", "reading JSON").loads("1")
    1
    """
    try:
        return import_module(module)
    except ImportError:
        library = module.partition(".")[0]
        raise MissingExtra(f"{purpose} needs {library}: pip install 'excover[{extra}]'") from None
