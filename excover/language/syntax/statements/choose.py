"""``choose level(t in tanks) from 0..6``, ``choose wet(r, c in 1..n)``: a value, or yes or no;
``lines loop on field``, ``lines way along roads``: which neighbors a line joins.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Action, Builder, only, spanned, unpacked, with_word
from excover.language.syntax.nodes import Expr, Loop, Name
from excover.language.syntax.statements.base import Clause, NameKind, PhraseStatement, StatementForm
from excover.language.syntax.yaml_forms import Phrase


class Choose(PhraseStatement):
    """One of ``values`` for each binding of ``loop``; without them, yes or no. If ``hidden``, not drawn."""

    keyword = "choose"
    declares = NameKind.OPTION

    name: Name
    loop: Loop
    values: Expr | None
    hidden: bool = False

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"{'hidden ' if self.hidden else ''}choose {self.name.id}({phrases.binders(self.loop)})")
        yield Clause(f"where {phrases.expression(self.loop.where)}" if self.loop.where else "")
        yield Clause(f"from {phrases.expression(self.values)}" if self.values else "")


@spanned
def _choice(_builder: Builder, span: Span, children: list[Any]) -> tuple[Name, Loop, Expr | None]:
    (name, binders), where, values = children
    return name, Loop(Span(span.source, name.span.end, span.end), binders, where), values


CHOOSE_FORM = StatementForm(
    Choose.section_of(
        Phrase("choice_shown"),
        "What is decided besides: a value, `level(t in tanks) from 0..6`, or yes or no, `wet(r, c in 1..n)`.",
    ),
    {"choose": unpacked(Choose), "choice": _choice, "choice_shown": with_word, "chosen_from": only},
    {"choose": "decides a value for each of some indices, or yes or no"},
    names="nothing",
)


class Lines(PhraseStatement):
    """A line between each two neighbors of a set of cells; if ``is_along``, between those of its pairs. If
    ``hidden``, not drawn.
    """

    keyword = "lines"
    declares = NameKind.OPTION

    name: Name
    is_along: bool
    places: Expr
    hidden: bool = False

    def clauses(self) -> Iterator[Clause]:
        word = "along" if self.is_along else "on"
        begin = "hidden lines" if self.hidden else "lines"
        yield Clause(f"{begin} {self.name.id} {word} {phrases.expression(self.places)}")


def _joining(is_along: bool) -> Action:
    """The fields from a name and an expression."""

    def action(_builder: Builder, _start: int, _end: int, children: list[Any]) -> tuple[Name, bool, Expr]:
        return children[0], is_along, children[1]

    return action


LINES_FORM = StatementForm(
    Lines.section_of(
        Phrase("lines_shown"),
        "Decides which neighbors a line joins: `loop on field`, `way along roads`.",
    ),
    {
        **{"lines": unpacked(Lines), "lines_rest": only, "lines_shown": with_word},
        **{"lines_on": _joining(False), "lines_along": _joining(True)},
    },
    {"lines": "decides which neighbors a line joins"},
    names="nothing",
)
