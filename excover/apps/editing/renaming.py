"""Gives a name another name, everywhere in a text.

>>> from excover.base.source import Source
>>> draft = EditedText.of(Source("x.xc", "let n = 3\\nitem row[1..n]\\n"))
>>> [(edit.span.start, edit.replacement) for edit in renamed(draft, 4, "size")]
[(4, 'size'), (22, 'size')]
>>> renamed(draft, 4, "row")
Traceback (most recent call last):
excover.apps.editing.renaming.CannotRename: `row` already has a meaning here
"""

from __future__ import annotations

from collections.abc import Sequence

from excover.apps.editing.edited_text import EditedText
from excover.apps.editing.name_table import NameKind, NameTable
from excover.apps.editing.proposals import is_free_name
from excover.base.diagnostics import Edit
from excover.base.errors import ExcoverError
from excover.base.source import Source, Span
from excover.language.syntax import ast


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
