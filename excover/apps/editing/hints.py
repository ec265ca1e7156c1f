r"""What an editor shows of names and words: where they are pointed at, while they are typed, and unasked.

>>> from excover.apps.editing.edited_text import facts_of
>>> source = Source("x.xc", "let n = 2 + 1\nitem row[1..n]\noption x(r in row) covers row[r]\n")
>>> print(hover(EditedText.of(source, facts_of(source)), 26).text)
```excover
let n = 2 + 1
```
a number: `3`

The arguments of the function or option whose brackets are being filled.

>>> text = "def twice(x, y) = x + y\nlet a = twice(1, "
>>> signature_at(EditedText.of(Source("x.xc", text)), len(text))
Signature(name='twice', parameters=('x', 'y'), active=1)

What an editor shows within a text without being asked: sizes behind statements, and the meaning of names.

>>> source = Source("x.xc", "let n = 3\nitem row[1..n]\noption x(r in row) covers row[r]\n")
>>> draft = EditedText.of(source, facts_of(source))
>>> [(hint.offset, hint.text) for hint in hints(draft)]
[(24, '3 items'), (57, '3 options')]
>>> [(token.span.text, token.kind.value) for token in name_tokens(draft)][:3]
[('n', 'value'), ('row', 'item'), ('n', 'value')]

A name gets another one everywhere:

>>> draft = EditedText.of(Source("x.xc", "let n = 3\nitem row[1..n]\n"))
>>> [(edit.span.start, edit.replacement) for edit in renamed(draft, 4, "size")]
[(4, 'size'), (22, 'size')]
>>> renamed(draft, 4, "row")
Traceback (most recent call last):
excover.apps.editing.hints.CannotRename: `row` already has a meaning here

The statements of a text as an outline, and the parts of it that fold:

>>> draft = EditedText.of(Source("x.xc", "let n = 3\nitem row[1..n],\n  column[1..n]\n"))
>>> [entry.name for entry in outline(draft)], folds(draft)
(['n', 'row', 'column'], [Fold(start=10, end=40, kind='region')])
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from excover.apps.editing.edited_text import EditedText
from excover.apps.editing.name_table import Declaration, NameTable
from excover.apps.editing.proposals import call_around, is_free_name, names_options
from excover.apps.editing.vocabulary import meaning_of
from excover.base.diagnostics import Diagnostic, Edit
from excover.base.errors import ExcoverError
from excover.base.frozen import Frozen
from excover.base.source import Source, Span
from excover.base.words import clipped, plural
from excover.language.expressions.library import PARAMETERS
from excover.language.syntax import ast
from excover.language.syntax.statements.base import NameKind

LONGEST = 400
"""The longest statement that is quoted, in characters."""


class Hover(Frozen):
    """``name`` is that of a board or of pieces, which have a picture; otherwise empty."""

    span: Span
    text: str
    pictured: str = ""

    @property
    def plain(self) -> str:
        """The text without the marks of Markdown."""
        return re.sub(r"`([^`\n]*)`", r"\1", _FENCE.sub("", self.text))


_FENCE = re.compile(r"^```.*\n?", re.MULTILINE)


def hover(draft: EditedText, offset: int) -> Hover | None:
    """None where nothing is known."""
    use = draft.names.at(offset)
    if use:
        about = _about(draft, use.declaration)
        pictured = use.declaration.kind in (NameKind.BOARD, NameKind.SHAPES)
        return Hover(use.span, about, use.declaration.name if pictured else "")
    number = next((n for n, word in enumerate(draft.words) if word.start <= offset < word.end), None)
    if number is None:
        return None
    word, before = draft.words[number], draft.words[number - 1] if number else None
    if word.kind not in ("keyword", "word") or (before and before.text == "."):
        return None
    statement = draft.statement_at(offset) if word.begins_statement else None
    made = _made(draft, statement) if statement and statement.span.start <= offset else ""
    text = "\n\n".join(filter(None, [meaning_of(word.text), made]))
    return Hover(Span(draft.source, word.start, word.end), text) if text else None


def _about(draft: EditedText, declaration: Declaration) -> str:
    if declaration.kind is NameKind.LOCAL:
        domain = f" in {declaration.domain.span.text}" if declaration.domain else ""
        return f"`{declaration.name}{domain}`, local to {_article(declaration.whole)}"
    lines = [f"```excover\n{clipped(declaration.whole.text, LONGEST)}\n```"]
    fact = draft.fact(declaration)
    if fact and declaration.kind is NameKind.FUNCTION:
        lines.append(f"a function of {', '.join(f'`{name}`' for name in fact.parameters)}")
    elif fact and declaration.kind is not NameKind.OPTION:
        value = f": `{fact.value}`" if fact.value else ""
        lines.append(f"{_kind(declaration, fact.kind)}{value}")
        if fact.count is not None:
            lines.append(_counted(declaration.kind, fact.count))
    if fact and fact.columns:
        lines.append(f"columns: {', '.join(f'`{column}`' for column in fact.columns)}")
    if declaration.kind is NameKind.OPTION:
        lines.append(_made(draft, draft.statement_at(declaration.span.start)))
    if declaration.span.source is not draft.source:
        lines.append(f"from `{declaration.span.source.name}`")
    return "\n\n".join(filter(None, [f"{lines[0]}\n{lines[1]}" if len(lines) > 1 else lines[0], *lines[2:]]))


def _kind(declaration: Declaration, kind: str) -> str:
    match declaration.kind:
        case NameKind.BOARD:
            return "a board"
        case NameKind.LATTICE:
            return "a lattice"
        case NameKind.SHAPES:
            return "pieces"
        case NameKind.ITEM:
            return "items"
        case _:
            return kind


def _counted(kind: NameKind, count: int) -> str:
    match kind:
        case NameKind.BOARD | NameKind.LATTICE:
            return plural(count, "cell")
        case NameKind.SHAPES:
            return plural(count, "piece")
        case NameKind.ITEM:
            return plural(count, "item")
        case NameKind.TABLE:
            return plural(count, "record")
        case _:
            return plural(count, "member")


def _made(draft: EditedText, statement: ast.Statement | None) -> str:
    """How many options a statement makes; empty if the text has errors, or it makes none."""
    made = dict(draft.facts.made)
    if statement is None or statement.span.start not in made:
        return ""
    what = "placement" if isinstance(statement, ast.PlaceStatement) else "option"
    return plural(made[statement.span.start], what)


def _article(whole: Span) -> str:
    return f"`{clipped(' '.join(whole.text.split()), 60)}`"


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
    if name in PARAMETERS:
        parameters = PARAMETERS[name]
        return Signature(name, parameters, min(active, len(parameters) - 1))
    options = {s.name.id: s for s in draft.spec.statements if isinstance(s, ast.Option)}
    if names_options(before[0].text) and name in options:
        return Signature(name, tuple(argument.id for argument in options[name].arguments), active)
    for statement in draft.spec.statements:
        if isinstance(statement, ast.Def) and statement.name.id == name:
            return Signature(name, tuple(parameter.id for parameter in statement.parameters), active)
    fact = draft.facts.names.get(name)
    return Signature(name, fact.parameters, active) if fact and fact.parameters else None


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
