"""The languages of examples that Pygments does not know by these names, and what reads them on the site."""

from __future__ import annotations

from pygments.lexer import Lexer
from pygments.lexers.html import XmlLexer
from pygments.lexers.special import TextLexer

from excover.apps.editing.pygments_lexer import ExcoverLexer

LEXERS: dict[str, type[Lexer]] = {
    "excover": ExcoverLexer,
    "xmpuzzle": XmlLexer,
    **dict.fromkeys(("01", "csv", "dlx", "polycube"), TextLexer),
}
