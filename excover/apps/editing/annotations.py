"""What an editor shows within a text without being asked: sizes behind statements, and the meaning of names.

>>> from excover.apps.editing.facts import facts_of
>>> from excover.base.source import Source
>>> source = Source("x.xc", "let n = 3\\nitem row[1..n]\\noption x(r in row) covers row[r]\\n")
>>> draft = EditedText.of(source, facts_of(source))
>>> [(hint.offset, hint.text) for hint in hints(draft)]
[(24, '3 items'), (57, '3 options')]
>>> [(token.span.text, token.kind.value) for token in name_tokens(draft)][:3]
[('n', 'value'), ('row', 'item'), ('n', 'value')]
"""

from __future__ import annotations

from typing import NamedTuple

from excover.apps.editing.edited_text import EditedText
from excover.apps.editing.name_table import NameKind
from excover.base.diagnostics import Diagnostic, Edit
from excover.base.source import Span
from excover.base.words import plural
from excover.language.syntax import ast

_LONGEST_EDIT = 60
"""The most characters of an edit that is spelled out."""


class InlineHint(NamedTuple):
    """A short text that is shown at a place."""

    offset: int
    text: str


class NameToken(NamedTuple):
    span: Span
    kind: NameKind
    is_declaration: bool


def hints(draft: EditedText) -> list[InlineHint]:
    """The sizes of what statements declare, and the numbers of options that they make, where known."""
    made = dict(draft.facts.made)
    found: list[InlineHint] = []
    for statement in draft.spec.statements:
        line_end = draft.source.text.find("\n", statement.span.start)
        first_line = statement.span.end if line_end < 0 else min(statement.span.end, line_end)
        match statement:
            case ast.Items(_, families):
                text = plural(sum(_count(draft, family.name.id) for family in families), "item")
            case ast.BoardStatement(_, name):
                text = plural(_count(draft, name.id), "cell")
            case (
                ast.ShapesStatement(_, name)
                | ast.AllShapes(_, name)
                | ast.ChosenShapes(_, name)
                | ast.ListedShapes(_, name)
                | ast.AllTiles(_, name)
                | ast.ListedTiles(_, name)
            ):
                text = plural(_count(draft, name.id), "piece")
            case ast.Table(_, name):
                text = plural(_count(draft, name.id), "record")
            case ast.PlaceStatement():
                text = plural(made.get(statement.span.start, 0), "placement")
            case ast.Option():
                text = plural(made.get(statement.span.start, 0), "option")
            case _:
                continue
        if not text.startswith("0 "):
            found.append(InlineHint(first_line, text))
    return found


def _count(draft: EditedText, name: str) -> int:
    fact = draft.facts.names.get(name)
    return fact.count or 0 if fact else 0


def name_tokens(draft: EditedText) -> list[NameToken]:
    """The names with a meaning, in order; in statements that cannot be read, the names declared elsewhere."""
    declared = {each.span.start for each in draft.names.declarations}
    found = {
        use.span.start: NameToken(use.span, use.declaration.kind, use.span.start in declared)
        for use in draft.names.occurrences
    }
    read = [statement.span for statement in draft.spec.statements]
    known = {each.name: each for each in draft.names.visible(-1)}
    at = 0
    for word in draft.words:
        while at < len(read) and read[at].end <= word.start:
            at += 1
        is_read = at < len(read) and read[at].start <= word.start
        if word.kind == "word" and not is_read and word.text in known:
            span = Span(draft.source, word.start, word.end)
            found.setdefault(word.start, NameToken(span, known[word.text].kind, is_declaration=False))
    return [found[start] for start in sorted(found)]


def fix_title(diagnostic: Diagnostic, edit: Edit) -> str:
    """What an edit does; in the words of the message if it is long."""
    old, new = edit.span.text.strip(), edit.replacement.strip()
    if "\n" in old + new or len(old + new) > _LONGEST_EDIT:
        return diagnostic.help[0].partition("\n")[0].rstrip(":") if diagnostic.help else "apply the edit"
    if old and new:
        return f"replace `{old}` by `{new}`"
    return f"insert `{new}`" if new else f"remove `{old}`"
