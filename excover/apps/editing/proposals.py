r"""What can stand at a place: the words that the grammar allows there, and the names that have a meaning.

>>> from excover.base.source import Source
>>> def complete(text):
...     draft = EditedText.of(Source("x.xc", text))
...     return [each.text for each in completions(draft, len(text))]
>>> complete("board b 2x2 shapes p\n |A\nplace f")
['fixed', 'free']
>>> complete("board b 2x2 shapes p\n |A\nplace free p o")
['on']
>>> complete("board b 2x2 shapes p\n |A\nplace free p on ")
['b']

Whole statements to begin with, with places to fill in: the snippets of the Language Server Protocol.

>>> draft = EditedText.of(Source("x.xc", "board box 2x2\nfi"))
>>> [(each.label, each.text) for each in snippets(draft, 16)]
[('fill box with 1..9, once per row, column', 'fill ${1:box} with 1..${2:9}, once per row, column$0')]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from excover.apps.editing.edited_text import EditedText, TextWord
from excover.apps.editing.name_table import Declaration
from excover.apps.editing.vocabulary import meaning_of
from excover.base.frozen import Frozen
from excover.base.names import is_name
from excover.language import gallery
from excover.language.expressions.library import LIBRARY
from excover.language.syntax import ast
from excover.language.syntax.grammar import END, keywords, tables
from excover.language.syntax.parse import possible_after
from excover.language.syntax.statements import FORMS
from excover.language.syntax.statements.base import NameKind, NameWanted

ProposalKind: TypeAlias = NameKind | Literal["keyword", "function", "column", "library", "literal"]

_FORMS = {next(iter(form.words)): form for form in FORMS if form.words}
"""Of the statements, by their first keywords."""

_NAMES: dict[NameWanted, set[NameKind]] = {
    "shapes": {NameKind.SHAPES},
    "board": {NameKind.BOARD},
    "lattice": {NameKind.LATTICE},
    "item": {NameKind.ITEM, NameKind.BOARD},
    "option": {NameKind.OPTION, NameKind.SHAPES},
    "drawn": {NameKind.OPTION, NameKind.SHAPES, NameKind.ITEM},
    "param": {NameKind.PARAM},
}


class Proposal(Frozen):
    """A ``text`` that can replace the word from ``start`` up to the place; ``detail`` explains it."""

    text: str
    kind: ProposalKind
    start: int
    detail: str = ""


def completions(draft: EditedText, offset: int) -> list[Proposal]:
    """What can stand there and begins as the word before the place does; literals and names first."""
    inside = next((word for word in draft.words if word.start < offset <= word.end), None)
    if inside and inside.kind in ("comment", "drawing", "number"):
        return []
    if inside and inside.kind == "text":
        closed = len(inside.text) > 1 and inside.text.endswith('"') and offset == inside.end
        return [] if closed else list(_texts(draft, inside, offset))
    is_word = inside is not None and inside.kind in ("word", "keyword")
    start = inside.start if inside and is_word else offset
    written = draft.source.text[start:offset]
    before = draft.words_before(start)
    if before and before[-1].end == start and before[-1].kind == "number":
        return []
    found = [each for each in _proposals(draft, before, start) if _begins(each.text, written)]
    return list({(each.text, each.kind): each for each in found}.values())


def _begins(text: str, written: str) -> bool:
    return text.lower().startswith(written.lower())


def _proposals(draft: EditedText, before: Sequence[TextWord], start: int) -> Iterator[Proposal]:
    text = draft.source.text
    begin = before[0].start if before and before[0].begins_statement else start
    possible = possible_after(text[begin:start])
    if "FIELD" in possible and before[-1].text == ".":
        yield from _columns(draft, before, start)
        return
    if "NAME" in possible:
        yield from _named(draft, before, start)
    at_line = not text[text.rfind("\n", 0, start) + 1 : start].strip()
    if END in possible and not at_line:  # another statement may follow here, but hardly ever does
        possible = sorted(set(possible) - set(possible_after("")))
    for word in _spelled(possible):
        yield Proposal(word, "keyword", start, meaning_of(word))
    if at_line:  # the statement above may be half-written
        for word in _spelled(possible_after("")):
            yield Proposal(word, "keyword", start, meaning_of(word))


def _spelled(possible: Iterable[str]) -> list[str]:
    """The words of the kinds that are possible, sorted."""
    wanted = set(possible) - {"NAME", "FIELD"}
    spelled = tables().spelled.items()
    return sorted(word for word, kinds in spelled if wanted & set(kinds) and re.match("[a-z]{2}", word))


def _named(draft: EditedText, before: Sequence[TextWord], start: int) -> Iterator[Proposal]:
    wanted = wanted_after(before)
    match wanted:
        case "nothing":
            return
        case "library":
            yield from (Proposal(name, "library", start) for name in gallery.libraries())
        case "meaning":
            yield from (Proposal(word, "keyword", start) for word in ("cell", "nothing", "wall"))
        case "value":
            yield from _members(draft, before, start)
            local = local_names(draft, before, start)
            yield from (Proposal(name, NameKind.LOCAL, start) for name in local)
            for each in draft.names.visible(start):
                if each.kind is not NameKind.OPTION and each.name not in local:
                    yield _proposal(draft, each, start)
            yield from (Proposal(name, "function", start) for name in LIBRARY)
        case _:
            for each in draft.names.visible(start):
                if each.kind in _NAMES[wanted]:
                    yield _proposal(draft, each, start)


def _proposal(draft: EditedText, declaration: Declaration, start: int) -> Proposal:
    fact = draft.fact(declaration)
    detail = f"{declaration.kind.value} {fact.value}".strip() if fact else declaration.kind.value
    return Proposal(declaration.name, declaration.kind, start, detail)


def local_names(draft: EditedText, before: Sequence[TextWord], start: int) -> list[str]:
    """The names bound by loops and arguments of the statement that is being written, on both sides of the
    place, by their look: a half-written statement has no tree.
    """
    after = [word for word in draft.words if word.start >= start and word.kind != "comment"]
    stop = next((n for n, word in enumerate(after) if word.begins_statement), len(after))
    words = [*before, *after[:stop]]
    found: dict[str, None] = {}
    for number, word in enumerate(words):
        if word.text == "in":
            found.update(dict.fromkeys(_binders(words[:number])))
    first = words[0].text if words else ""
    if first in ("def", "draw", "require", "symmetry"):
        found.update(dict.fromkeys(_arguments(words)))
    if first == "place":
        found.update(dict.fromkeys(("piece", "cells", "cell", "sides", "corners")))
    if first == "require":
        found["piece"] = None
    return list(found)


def _binders(words: Sequence[TextWord]) -> Iterator[str]:
    """The names just before `in`: `a, b` or `(a, b)`."""
    for word in reversed(words):
        if word.kind == "word":
            yield word.text
        elif word.text not in (",", "(", ")"):
            return


def _arguments(words: Sequence[TextWord]) -> Iterator[str]:
    """The names in the first brackets."""
    opened = next((n for n, word in enumerate(words) if word.text in "(["), len(words))
    for word in words[opened + 1 :]:
        if word.text in ")]":
            return
        if word.kind == "word":
            yield word.text


def _columns(draft: EditedText, before: Sequence[TextWord], start: int) -> Iterator[Proposal]:
    """The columns of the table whose record is before the dot; of all tables if that is not known."""
    owner = before[-2].text if len(before) > 1 and before[-2].kind == "word" else ""
    tables_ = {name: fact.columns for name, fact in draft.facts.names.items() if fact.columns}
    table = owner if owner in tables_ else _table_of(draft, before, owner, start, tables_)
    known = [tables_[table]] if table else tables_.values()
    for column in dict.fromkeys(column for columns in known for column in columns):
        yield Proposal(column, "column", start)


def _table_of(
    draft: EditedText, before: Sequence[TextWord], name: str, start: int, known: Iterable[str]
) -> str:
    """The table through which a local name runs: by the tree, or by the look of `name in table`."""
    for each in draft.names.visible(start):
        if each.kind is NameKind.LOCAL and each.name == name and isinstance(each.domain, ast.Name):
            return each.domain.id if each.domain.id in known else ""
    around = [word for word in draft.words if word.start >= before[0].start]
    for number, word in enumerate(around[:-1]):
        table = around[number + 1].text
        if word.text == "in" and table in known and name in _binders(around[:number]):
            return table
    return ""


def _members(draft: EditedText, before: Sequence[TextWord], start: int) -> Iterator[Proposal]:
    """The values of the argument of an option that is being written."""
    form = _FORMS.get(before[0].text) if before else None
    call = call_around(before) if form and form.takes_values else None
    if call is None or call[0].kind != "word":
        return
    name, number = call
    arguments = draft.facts.arguments.get(name.text, ())
    for value in arguments[number] if number < len(arguments) else ():
        yield Proposal(value, "literal", start, f"argument of {name.text}")


def _texts(draft: EditedText, inside: TextWord, offset: int) -> Iterator[Proposal]:
    """The keys of a table, `T["`, with their quotes."""
    before = draft.words_before(inside.start)
    if len(before) < 2 or before[-1].text != "[":
        return
    for key in draft.facts.keys.get(before[-2].text, ()):
        if key.startswith('"') and _begins(key, draft.source.text[inside.start : offset]):
            yield Proposal(key, "literal", inside.start, f"key of {before[-2].text}")


def call_around(before: Sequence[TextWord]) -> tuple[TextWord, int] | None:
    """The word before the innermost open `(`, and how many commas follow it."""
    depth = commas = 0
    for number in range(len(before) - 1, 0, -1):
        text = before[number].text
        if text in (")", "]", "}"):
            depth += 1
        elif text in ("(", "[", "{") and depth:
            depth -= 1
        elif text == "(":
            return before[number - 1], commas
        elif text in ("[", "{"):
            return None
        elif text == "," and not depth:
            commas += 1
    return None


def wanted_after(before: Sequence[TextWord]) -> NameWanted:
    """What a name after these words of a statement stands for."""
    if not before:
        return "nothing"
    brackets = _open_brackets(before)
    words = [each.text for each in before]
    first, last = next((word for word in words if word not in ("hidden", "optional")), "option"), words[-1]
    if any(before[number].text in ("[", "{") for number in brackets):
        return "value"
    anchor = _anchor(before)
    if anchor == "covers" and last in ("covers", ",", "(") and _only_covers(before, brackets):
        return "item"
    if brackets:
        declares = first in ("option", "def") and anchor == first and last == "("
        return "nothing" if declares else "value"
    return _outside_brackets(first, last, anchor)


def names_options(word: str) -> bool:
    """Whether it begins a statement that names options."""
    return word in _FORMS and _FORMS[word].names in ("option", "drawn")


def _outside_brackets(first: str, last: str, anchor: str) -> NameWanted:
    form = _FORMS.get(first)
    match first, last:
        case "place", "free" | "fixed" | "one-sided":
            return "shapes"
        case "place", "on":
            return "board"
        case (("board" | "shapes"), ("on" | "of")):
            return "lattice"
        case _ if anchor == "when" and last in ("when", ","):
            return "param"
        case _ if anchor == "legend":
            return "meaning"
        case (("enum" | "import"), _) if last != "import":
            return "nothing"
        case _ if form and last == first:
            return form.names
        case _ if form and last in (",", "->") and (first == "item" or names_options(first)):
            return form.names
        case _:
            return "value"


def _open_brackets(before: Sequence[TextWord]) -> list[int]:
    opened: list[int] = []
    for number, word in enumerate(before):
        if word.text in ("(", "[", "{"):
            opened.append(number)
        elif word.text in (")", "]", "}") and opened:
            opened.pop()
    return opened


def _anchor(before: Sequence[TextWord]) -> str:
    """The last keyword outside brackets, except those of expressions."""
    depth, anchor = 0, ""
    for word in before:
        depth += (word.text in "([{") - (word.text in ")]}") if word.kind == "sign" else 0
        if not depth and word.kind == "keyword" and word.text not in _OPERATORS:
            anchor = word.text
    return anchor


_OPERATORS = {"and", "or", "not", "if", "else", "in", "div", "mod", "for"}


def _only_covers(before: Sequence[TextWord], brackets: Sequence[int]) -> bool:
    """Whether each open bracket is that of `covers (items for ..)`, and its loop has not begun."""
    for number in brackets:
        if before[number - 1].text not in ("covers", ",", "("):
            return False
    inner = before[brackets[-1] :] if brackets else ()
    return not any(word.text == "for" for word in inner)


def is_free_name(name: str) -> bool:
    """Whether a name could be declared: a word that is no keyword, and not the name of a function."""
    return is_name(name) and name not in keywords() | LIBRARY.keys()


_WAYS = "${1|free,one-sided,fixed|}"


class Snippet(Frozen):
    """``label`` is what stands there if nothing is filled in, in one line; ``text`` has places with numbers.

    It replaces the word from ``start`` up to the place.
    """

    label: str
    text: str
    start: int


def snippets(draft: EditedText, offset: int) -> list[Snippet]:
    """Statements that begin as the word before the place does, if that is the first of its line."""
    text = draft.source.text
    begun = re.search(r"(?:\A|\n)([a-z]*)\Z", text[:offset])
    if begun is None:
        return []
    start = begun.start(1)
    items = _last(draft, "item", start) or "task"
    board = _last(draft, "board", start) or "tray"
    pieces = _last(draft, "shapes", start) or "piece"
    made = (
        ("item ${1:task}[${2:1..3}]$0",),
        (f"option ${{1:do}}(${{2:x}} in ${{3:{items}}}) covers ${{3:{items}}}[${{2:x}}]$0",),
        ("board ${1:tray} ${2:3x4}$0",),
        ("board ${1:tray}", "  |${2:....}", "  |${3:..#.}$0"),
        ("shapes ${1:piece}", "  |${2:AA BB}", "  |${3:A.  B}$0"),
        (f"place {_WAYS} ${{2:{pieces}}} on ${{3:{board}}}$0",),
        (f"fill ${{1:{board}}} with 1..${{2:9}}, once per row, column$0",),
    )
    return [Snippet(_label(lines), "\n".join(lines), start) for lines in _beginning(made, begun[1])]


def _last(draft: EditedText, keyword: str, start: int) -> str:
    """The name that the last such statement above the place declares, by its look: it may be half-written.

    Items need indices.
    """
    found = ""
    for word, name, behind in zip(draft.words, draft.words[1:], [*draft.words[2:], None], strict=False):
        if word.begins_statement and word.text == keyword and name.end < start and name.kind == "word":
            found = name.text if keyword != "item" or (behind and behind.text == "[") else found
    return found


def _beginning(made: Sequence[tuple[str, ...]], word: str) -> Iterator[tuple[str, ...]]:
    yield from (lines for lines in made if lines[0].startswith(word))


def _label(lines: Sequence[str]) -> str:
    return " ".join(filled(line).strip() for line in lines)


def filled(text: str) -> str:
    """What stands there if nothing is filled in.

    >>> filled("place ${1|free,fixed|} ${2:piece} on ${3:tray}$0")
    'place free piece on tray'
    """
    return re.sub(
        r"\$\{\d+(?::([^}]*)|\|([^,|]*)[^}]*)\}|\$0", lambda found: found[1] or found[2] or "", text
    )
