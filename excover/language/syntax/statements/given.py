"""``given put(1, 1, 5)``: what a solution must contain, as options, colors of items, or a drawing;
``forbid queen(r, r) for r in 1..n``: options that are removed; ``retain``: those that remain.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias, cast

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Action, Builder, as_tuple, node, only, spanned, unpacked
from excover.language.syntax.nodes import Drawing, Expr, Loop, OptionRef, Ref
from excover.language.syntax.statements.base import (
    BaseStatement,
    Clause,
    Many,
    PhraseStatement,
    StatementForm,
)
from excover.language.syntax.yaml_forms import (
    DRAWING,
    Key,
    KeyedForm,
    Phrase,
    Reader,
    YamlMapping,
    YamlNode,
)


class GivenOptions(PhraseStatement):
    """``given queen(r, r), queen(r, 1)``, for every binding of the loop."""

    keyword = "given"

    options: tuple[OptionRef, ...]
    loop: Loop | None

    def clauses(self) -> Iterator[Clause]:
        options = list(map(phrases.option, self.options))
        if self.loop is None:
            yield Clause("given", options)
        else:
            yield Clause(f"given {', '.join(options)}{phrases.optional_loop(self.loop)}")


class GivenDrawing(BaseStatement):
    drawing: Drawing

    def clauses(self) -> Iterator[Clause | Drawing]:
        yield Clause("given")
        yield self.drawing


class GivenColor(PhraseStatement):
    """``given letter[1, 1] = c``, for every binding of the loop."""

    keyword = "given"

    item: Ref
    color: Expr
    loop: Loop | None

    def clauses(self) -> Iterator[Clause]:
        color = phrases.number(self.color)
        yield Clause(f"given {phrases.item(self.item)} = {color}{phrases.optional_loop(self.loop)}")


@spanned
def _given(_builder: Builder, span: Span, children: list[Any]) -> GivenDrawing | GivenOptions | GivenColor:
    (what,) = children
    if isinstance(what, Drawing):
        return GivenDrawing(span, what)
    return cast(GivenOptions | GivenColor, type(what)(span, *what.parts[1:]))


_PART = Phrase("given_part")
_ART = Key("art", DRAWING, needed=True, fields="drawing")
_DRAWING = KeyedForm(GivenDrawing, "a given drawing", "A drawing that solutions agree with.", _ART)


def _from_yaml(reader: Reader, node: YamlNode) -> GivenDrawing | GivenOptions | GivenColor:
    if isinstance(node, YamlMapping):
        return cast(GivenDrawing, _DRAWING.read(reader, node, node.span))
    given: GivenOptions | GivenColor = _PART.read(reader, node)
    return given


GivenDrawing.keyed = (_DRAWING,)
GivenDrawing.section = GivenOptions.section = GivenColor.section = Many(
    "given",
    "What a solution must contain: options, `put(1, 1, 5)`, or `put(i, i, 5) for i in 1..3`; the color of an "
    "item, `letter[1, 1] = c`; or a drawing.",
    _from_yaml,
    {"anyOf": [_PART.schema, _DRAWING.schema]},
)

FORM = StatementForm(
    GivenOptions.section,
    {
        **{"given": _given, "given_part": only},
        **{"given_options": node(GivenOptions), "given_listed": as_tuple, "given_color": node(GivenColor)},
    },
    {"given": "clues: options, colors or a drawing that solutions agree with"},
    names="drawn",
    takes_values=True,
)


class RemovingStatement(PhraseStatement):
    """Removes options by naming some, for every binding of a loop."""

    option: OptionRef
    loop: Loop | None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"{self.keyword} {phrases.option(self.option)}{phrases.optional_loop(self.loop)}")


class Forbid(RemovingStatement):
    """Removes those that it names."""

    keyword = "forbid"


class Retain(RemovingStatement):
    """Removes those of the same family that it does not name."""

    keyword = "retain"


_REMOVED = Phrase("forbidden")


def _form(kind: type[RemovingStatement], description: str, meaning: str, **shared: Action) -> StatementForm:
    """``shared`` are the actions of rules that others have, too."""
    section = kind.section_of(_REMOVED, description)
    actions = {kind.keyword: unpacked(kind), **shared}
    return StatementForm(section, actions, {kind.keyword: meaning}, names="option", takes_values=True)


Removing: TypeAlias = Forbid | Retain

FORBID_FORM = _form(
    Forbid, "Options that are left out: `queen(r, r) for r in 1..n`.", "removes options", forbidden=as_tuple
)
RETAIN_FORM = _form(
    Retain,
    "The only options of their name that are left: `queen(r, c) for r, c in 1..n where r != c`.",
    "removes all options of a name but these",
)
