"""A lexer for Pygments, which finds it by the name `excover` and by `*.xc`: for documents and notebooks.

>>> [(str(token), text) for token, text in ExcoverLexer().get_tokens("item a") if text.strip()]
[('Token.Keyword.Declaration', 'item'), ('Token.Name', 'a')]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pygments.lexer import Lexer
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
)

from excover.apps.editing.vocabulary import HighlightKind, highlighted

_TOKENS: Mapping[HighlightKind, Any] = {
    "comment": Comment.Single,
    "drawing": String.Other,
    "text": String.Double,
    "number": Number.Integer,
    "statement": Keyword.Declaration,
    "keyword": Keyword,
    "operator": Operator.Word,
    "function": Name.Builtin,
    "name": Name,
}


class ExcoverLexer(Lexer):  # type: ignore[misc]
    """The entry point `pygments.lexers` of the package."""

    name = "excover"
    aliases = ("excover",)
    filenames = ("*.xc",)
    url = ""

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """All of the text, signs and blanks included."""
        at = 0
        for word in highlighted(text):
            yield from _between(text, at, word.start)
            yield word.start, _TOKENS[word.kind], word.text
            at = word.start + len(word.text)
        yield from _between(text, at, len(text))


def _between(text: str, start: int, end: int) -> Iterator[tuple[int, Any, str]]:
    for at in range(start, end):
        yield at, Whitespace if text[at].isspace() else Punctuation, text[at]
