"""Whole statements to begin with, with places to fill in: the snippets of the Language Server Protocol.

>>> from excover.base.source import Source
>>> draft = EditedText.of(Source("x.xc", "board box 2x2\\nfi"))
>>> [(each.label, each.text) for each in snippets(draft, 16)]
[('fill box with 1..9, once per row, column', 'fill ${1:box} with 1..${2:9}, once per row, column$0')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from excover.apps.editing.edited_text import EditedText
from excover.base.frozen import Frozen

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
