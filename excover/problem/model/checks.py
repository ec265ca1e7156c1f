"""What arguments of a model must be: names, texts, and what the model knows by a name.

>>> check_name("row")
>>> check_name("work day")  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
excover.base.diagnostics.SpecError: error[E281]: 'work day' is not a name: a name has letters, digits and ...
  help: call it "work_day"
"""

from __future__ import annotations

from collections.abc import Collection

from excover.base.diagnostics import SpecError
from excover.base.names import brief, is_name, normal
from excover.base.words import as_seen
from excover.language.messages.about_model_arguments import (
    NotADrawing,
    NotAModelName,
    NotInTheModel,
    ReservedModelName,
    WrongArgument,
)
from excover.language.syntax.ast import is_quotable
from excover.language.syntax.vocabulary import keywords


def check_name(name: object) -> None:
    """Raises SpecError if it is no name, or a keyword."""
    check_spelling(name)
    if name in keywords():
        raise SpecError(ReservedModelName(str(name)))


def check_spelling(name: object) -> None:
    """Raises SpecError if it is no name."""
    if not isinstance(name, str) or not is_name(name) or name != normal(name):
        raise SpecError(NotAModelName(as_seen(name), name if isinstance(name, str) else ""))


def check_known(name: object, known: Collection[str], what: str, declared_by: str) -> None:
    """Raises SpecError if the model has nothing of this name."""
    if not isinstance(name, str) or name not in known:
        text = name if isinstance(name, str) else ""
        raise SpecError(NotInTheModel(what, as_seen(name), text, [*known], declared_by))


def check_type(value: object, wanted: type, call: str, takes: str) -> None:
    """Raises SpecError for a value of another type."""
    if not isinstance(value, wanted):
        raise SpecError(WrongArgument(call, takes, as_seen(value)))


def check_title(title: object) -> bool:
    """Whether there is one. Raises SpecError if it cannot be written."""
    if not isinstance(title, str) or not is_quotable(title):
        takes = "a title in one line without quotation marks"
        raise SpecError(WrongArgument("Model(title)", takes, as_seen(title)))
    return bool(title)


def check_single(statements: int, text: str) -> None:
    """Raises SpecError if a drawing or a value from Python makes other statements."""
    if statements != 1:
        wrong = f"a part of this call would be another statement: {brief(text)}"
        raise SpecError(
            NotADrawing(wrong, "give a drawing without other statements, or write `model.add(..)`")
        )
