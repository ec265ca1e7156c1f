"""``given put(1, 1, 5)``: what a solution must contain, as options, colors of items, or a drawing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, node, only, spanned
from excover.language.syntax.nodes import Drawing, Expr, Loop, OptionRef, Ref
from excover.language.syntax.statements.base import BaseStatement, Clause, StatementForm
from excover.language.syntax.yaml_forms import (
    DRAWING,
    Key,
    KeyedForm,
    Phrase,
    Reader,
    YamlMapping,
    YamlNode,
    drawn,
)
from excover.language.syntax.yaml_sections import Entry, Many


class GivenOptions(BaseStatement):
    """``given queen(r, r), queen(r, 1)``, for every binding of the loop."""

    options: tuple[OptionRef, ...]
    loop: Loop | None

    def clauses(self) -> Iterator[Clause]:
        if self.loop is None:
            yield Clause("given", list(map(phrases.option, self.options)))
        else:
            yield Clause(f"given {self._options()}")

    def to_yaml(self) -> Entry:
        return _SECTION.entry(self._options())

    def _options(self) -> str:
        return ", ".join(map(phrases.option, self.options)) + phrases.optional_loop(self.loop)


class GivenDrawing(BaseStatement):
    drawing: Drawing

    def clauses(self) -> Iterator[Clause | Drawing]:
        yield Clause("given")
        yield self.drawing

    def to_yaml(self) -> Entry:
        return _SECTION.entry({"art": drawn(self.drawing)})


class GivenColor(BaseStatement):
    """``given letter[1, 1] = c``, for every binding of the loop."""

    item: Ref
    color: Expr
    loop: Loop | None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"given {self._color()}")

    def to_yaml(self) -> Entry:
        return _SECTION.entry(self._color())

    def _color(self) -> str:
        return f"{phrases.item(self.item)} = {phrases.number(self.color)}{phrases.optional_loop(self.loop)}"


@spanned
def _given(_builder: Builder, span: Span, children: list[Any]) -> GivenDrawing | GivenOptions | GivenColor:
    (what,) = children
    if isinstance(what, Drawing):
        return GivenDrawing(span, what)
    return cast(GivenOptions | GivenColor, type(what)(span, *what.parts[1:]))


_PART = Phrase("given_part")
_ART = Key("art", DRAWING, needed=True)
_DRAWING = KeyedForm("a given drawing", "A drawing that solutions agree with.", _ART)


def _from_yaml(reader: Reader, node: YamlNode) -> GivenDrawing | GivenOptions | GivenColor:
    if isinstance(node, YamlMapping):
        return GivenDrawing(node.span, _DRAWING.read(reader, node)[_ART])
    given: GivenOptions | GivenColor = _PART.read(reader, node)
    return given


_SECTION = Many(
    "given",
    "What a solution must contain: options, `put(1, 1, 5)`, or `put(i, i, 5) for i in 1..3`; the color of an "
    "item, `letter[1, 1] = c`; or a drawing.",
    _from_yaml,
    {"anyOf": [_PART.schema, _DRAWING.schema]},
)

FORM = StatementForm(
    _SECTION,
    {
        **{"given": _given, "given_part": only},
        **{"given_options": node(GivenOptions), "given_listed": as_tuple, "given_color": node(GivenColor)},
    },
    {"given": "clues: options, colors or a drawing that solutions agree with"},
    names="drawn",
    takes_values=True,
)
