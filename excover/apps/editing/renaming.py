r"""Gives a name another name, everywhere in a text.

>>> from excover.base.source import Source
>>> draft = EditedText.of(Source("x.xc", "let n = 3\nitem row[1..n]\n"))
>>> [(edit.span.start, edit.replacement) for edit in renamed(draft, 4, "size")]
[(4, 'size'), (22, 'size')]
>>> renamed(draft, 4, "row")
Traceback (most recent call last):
excover.apps.editing.renaming.CannotRename: `row` already has a meaning here

The statements of a text as an outline, and the parts of it that fold.

>>> from excover.base.source import Source
>>> draft = EditedText.of(Source("x.xc", "let n = 3\nitem row[1..n],\n  column[1..n]\n"))
>>> [entry.name for entry in outline(draft)], folds(draft)
(['n', 'row', 'column'], [Fold(start=10, end=40, kind='region')])
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from excover.apps.editing.edited_text import EditedText
from excover.apps.editing.name_table import NameTable
from excover.apps.editing.proposals import is_free_name
from excover.base.diagnostics import Edit
from excover.base.errors import ExcoverError
from excover.base.frozen import Frozen
from excover.base.source import Source, Span
from excover.base.words import clipped
from excover.language.syntax import ast
from excover.language.syntax.statements.base import NameKind


class CannotRename(ExcoverError):
    """Why a name cannot be given another one."""


def renameable(draft: EditedText, offset: int) -> Span | None:
    """The name at a place, if it can be renamed. Raises CannotRename with the reason if it cannot."""
    use = draft.names.at(offset)
    if use is None:
        return None
    declaration = use.declaration
    if draft.errors:
        raise CannotRename("this text has syntax errors, and could have further uses of the name")
    if declaration.span.source is not draft.source:
        raise CannotRename(f"`{declaration.name}` is declared in `{declaration.span.source.name}`")
    if declaration.kind is NameKind.SYMBOL and any(isinstance(s, ast.Table) for s in draft.spec.statements):
        raise CannotRename("fields of tables may be this symbol, and their texts are not changed")
    if use.span.text != declaration.span.text:
        raise CannotRename(f"`{use.span.text}` and `{declaration.span.text}` are written differently")
    return use.span


def renamed(draft: EditedText, offset: int, name: str) -> Sequence[Edit]:
    """The edits, in the order of the text; empty if no name is there.

    Raises CannotRename if the name is no name, or if a name would change its meaning.
    """
    if renameable(draft, offset) is None:
        return ()
    if not is_free_name(name):
        raise CannotRename(f"`{name}` cannot be a name")
    use = draft.names.at(offset)
    assert use
    declaration = use.declaration
    spans = {use.span.start: use.span for use in draft.names.uses_of(declaration)}
    spans[declaration.span.start] = declaration.span
    edits = [Edit(spans[start], name) for start in sorted(spans)]
    after = EditedText.of(_edited(draft.source, edits)).names
    if name != declaration.name and (
        _bindings(after) != _bindings(draft.names) or _clashes(after) > _clashes(draft.names)
    ):
        raise CannotRename(f"`{name}` already has a meaning here")
    return edits


def _edited(source: Source, edits: Sequence[Edit]) -> Source:
    text, at = "", 0
    for edit in edits:
        text += source.text[at : edit.span.start] + edit.replacement
        at = edit.span.end
    return Source(source.name, text + source.text[at:], source.path, source.form)


def _bindings(names: NameTable) -> list[int | str]:
    """What each name in the text means: the number of its declaration, or its name in another text."""
    numbers = {id(each): number for number, each in enumerate(names.declarations)}
    return [numbers.get(id(use.declaration), use.declaration.name) for use in names.occurrences]


def _clashes(names: NameTable) -> int:
    """How many declarations have the name of another; options and lattices have names of their own."""
    declared = [
        (each.kind if each.kind in (NameKind.OPTION, NameKind.LATTICE) else None, each.name)
        for each in (*names.declarations, *names.imported)
        if each.kind is not NameKind.LOCAL
    ]
    return len(declared) - len(set(declared))


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
