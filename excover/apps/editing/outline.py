"""The statements of a text as an outline, and the parts of it that fold.

>>> from excover.base.source import Source
>>> draft = EditedText.of(Source("x.xc", "let n = 3\\nitem row[1..n],\\n  column[1..n]\\n"))
>>> [entry.name for entry in outline(draft)], folds(draft)
(['n', 'row', 'column'], [Fold(start=10, end=40, kind='region')])
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from excover.apps.editing.edited_text import EditedText
from excover.apps.editing.name_table import NameKind
from excover.base.frozen import Frozen
from excover.base.source import Span
from excover.base.words import clipped
from excover.language.syntax import ast


class OutlineEntry(Frozen):
    """``kind`` is None for a statement without a name: `place`, `fill`, `given`, `expect`."""

    name: str
    kind: NameKind | None
    span: Span
    whole: Span


class Fold(NamedTuple):
    """The characters from ``start`` up to ``end``, on several lines."""

    start: int
    end: int
    kind: Literal["region", "comment"]


def outline(draft: EditedText) -> list[OutlineEntry]:
    """All declarations that are not local, and the statements that name something else."""
    found = [
        OutlineEntry(each.name, each.kind, each.span, each.whole)
        for each in draft.names.declarations
        if each.kind is not NameKind.LOCAL
    ]
    for statement in draft.spec.statements:
        if isinstance(
            statement,
            ast.PlaceStatement | ast.Fill | ast.Expect | ast.GivenOptions | ast.GivenDrawing | ast.GivenColor,
        ):
            title = clipped(statement.span.text.partition("\n")[0].strip(), 60)
            found.append(OutlineEntry(title, None, statement.span, statement.span))
    return sorted(found, key=lambda entry: entry.span.start)


_COMMENTS = re.compile(r"^[ \t]*#[^\n]*(?:\n[ \t]*#[^\n]*)+", re.MULTILINE)


def folds(draft: EditedText) -> list[Fold]:
    """Statements and comments on several lines."""
    statements = [statement.span for statement in draft.spec.statements]
    found = [Fold(span.start, span.end, "region") for span in statements if "\n" in span.text.rstrip()]
    comments = [Fold(*match.span(), "comment") for match in _COMMENTS.finditer(draft.source.text)]
    return sorted([*found, *comments])
