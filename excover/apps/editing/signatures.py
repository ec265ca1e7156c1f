"""The arguments of the function or option whose brackets are being filled.

>>> from excover.base.source import Source
>>> text = "def twice(x, y) = x + y\\nlet a = twice(1, "
>>> signature_at(EditedText.of(Source("x.xc", text)), len(text))
Signature(name='twice', parameters=('x', 'y'), active=1)
"""

from __future__ import annotations

from excover.apps.editing.edited_text import EditedText
from excover.apps.editing.proposals import call_around
from excover.base.frozen import Frozen
from excover.language.syntax import ast

_FUNCTIONS = {
    "abs": ("number",),
    "len": ("set, tuple or text",),
    "min": ("numbers, or a set",),
    "max": ("numbers, or a set",),
    "sum": ("a set, or value for x in S",),
    "count": ("a set, or value for x in S",),
    "all": ("condition for x in S",),
    "any": ("condition for x in S",),
}


class Signature(Frozen):
    """``active`` is the parameter at the place, counted from 0."""

    name: str
    parameters: tuple[str, ...]
    active: int


def signature_at(draft: EditedText, offset: int) -> Signature | None:
    before = draft.words_before(offset)
    call = call_around(before)
    if call is None or call[0].kind != "word":
        return None
    name, active = call[0].text, call[1]
    if name in _FUNCTIONS:
        return Signature(name, _FUNCTIONS[name], 0)
    options = {s.name.id: s for s in draft.spec.statements if isinstance(s, ast.Option)}
    is_reference = before[0].text in ("also", "given", "forbid", "draw", "symmetry")
    if is_reference and name in options:
        return Signature(name, tuple(argument.id for argument in options[name].loop.names), active)
    for statement in draft.spec.statements:
        if isinstance(statement, ast.Def) and statement.name.id == name:
            return Signature(name, tuple(parameter.id for parameter in statement.parameters), active)
    fact = draft.facts.names.get(name)
    return Signature(name, fact.parameters, active) if fact and fact.parameters else None
