"""What is said of a name or a word when it is pointed at, in Markdown.

>>> from excover.editing.facts import facts_of
>>> from excover.source import Source
>>> source = Source("x.xc", "let n = 2 + 1\\nitem row[1..n]\\noption x(r in row) covers row[r]\\n")
>>> print(hover(EditedText.of(source, facts_of(source)), 26).text)
```excover
let n = 2 + 1
```
a number: `3`
"""

from __future__ import annotations

from collections.abc import Mapping

from excover.editing.edited_text import EditedText
from excover.editing.name_table import Declaration, NameKind
from excover.frozen import Frozen
from excover.source import Span
from excover.syntax import ast
from excover.words import clipped, plural

LONGEST = 400
"""The longest statement that is quoted, in characters."""


class Hover(Frozen):
    """``name`` is that of a board or of pieces, which have a picture; otherwise empty."""

    span: Span
    text: str
    pictured: str = ""


def hover(draft: EditedText, offset: int) -> Hover | None:
    """None where nothing is to be said."""
    use = draft.names.at(offset)
    if use:
        about = _about(draft, use.declaration)
        pictured = use.declaration.kind in (NameKind.BOARD, NameKind.SHAPES)
        return Hover(use.span, about, use.declaration.name if pictured else "")
    word = next((word for word in draft.words if word.start <= offset < word.end), None)
    if word is None or not word.begins_statement:
        return None
    span = Span(draft.source, word.start, word.end)
    statement = draft.statement_at(offset)
    made = _made(draft, statement) if statement and statement.span.start <= offset else ""
    text = "\n\n".join(filter(None, [meaning_of(word.text), made]))
    return Hover(span, text) if text else None


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


def meaning_of(keyword: str) -> str:
    """What the statements that begin with a keyword mean."""
    return _MEANINGS.get(keyword, "")


def meanings() -> Mapping[str, str]:
    """The words that begin statements, with their meanings."""
    return _MEANINGS


_MEANINGS = {
    "puzzle": "the title",
    "param": "a value that can be set from outside, as with `-p n=5`",
    "let": "a name for a value",
    "def": "a function",
    "enum": "symbols, and the set of them",
    "table": "records, drawn or from a CSV file; the first line names the columns",
    "import": "definitions from a library or another file",
    "item": "what must be covered, exactly once unless it says how often",
    "option": "what can be chosen, and the items that it covers",
    "optional": "an option that may be left out though nothing else needs it",
    "also": "items that options cover besides, those of pieces and of filled boards too",
    "forbid": "removes options",
    "lattice": "cells, neighbors and motions of your own, for boards and shapes",
    "board": "cells to cover, by size or drawn",
    "shapes": "pieces: drawn, a letter each, or all of a kind, or tiles by their colors",
    "place": "places pieces on a board: `free` ones may be turned and reflected, `one-sided` ones "
    "only turned, `fixed` ones neither",
    "require": "what pieces must not do together, such as touch, or options must: be connected, be one loop",
    "fill": "writes one value into each cell of a board",
    "given": "clues: options, colors or a drawing that solutions agree with",
    "draw": "how a solution looks",
    "expect": "a test, which `excover check` runs",
    "minimize": "asks for the least total cost, or the least units of an item; `then` a further goal",
    "maximize": "asks for the greatest total cost, or the most units of an item; `then` a further goal",
    "symmetry": "a map from solutions to solutions",
}
