"""The words of a text, right or wrong: names, keywords, signs, comments, lines of drawings.

>>> [(word.kind, word.text) for word in words_of("board b 2x3  # two\\n  |..#")]
[('keyword', 'board'), ('word', 'b'), ('number', '2x3'), ('comment', '# two'), ('drawing', '|..#')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from excover.language.syntax.vocabulary import keywords, statement_words

WordKind: TypeAlias = Literal["keyword", "word", "number", "text", "comment", "drawing", "sign"]

_WORD = re.compile(
    r"""(?P<comment>\#[^\n]*)
      | (?P<drawing>\|[^\n]*)
      | (?P<text>"[^"\n]*"?)
      | (?P<number>\d+(?:x\d+)*)
      | (?P<word>one-sided\b|[^\W\d]\w*)
      | (?P<sign>\.\.|->|[<>!]=|\S)""",
    re.VERBOSE,
)


_AT = re.compile(r"(?:\s|#[^\n]*\n)+at\b")
"""What follows `cost` where it begins a statement."""


class TextWord(NamedTuple):
    """A ``keyword`` cannot be a name; other words with a meaning, such as ``row``, are of kind ``word``."""

    kind: WordKind
    text: str
    start: int
    begins_statement: bool = False

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def words_of(text: str) -> Iterator[TextWord]:
    """All words in order; a text without its closing quote ends with its line."""
    reserved = keywords()
    before = ""
    for found in _WORD.finditer(text):
        kind = found.lastgroup
        assert kind
        if kind == "word" and found[0] in reserved:
            kind = "keyword"
        begins = kind == "keyword" and found[0] in statement_words()
        if before in ("optional", "to") or (found[0] == "cost" and not _AT.match(text, found.end())):
            begins = False  # `optional option`, `up to symmetry`, and the cost of an option
        yield TextWord(kind, found[0], found.start(), begins)  # type: ignore[arg-type]
        before = before if kind == "comment" else found[0]
