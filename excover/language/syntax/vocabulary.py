"""The words of the language, taken from the grammar."""

from __future__ import annotations

import re
from functools import lru_cache

from excover.language.syntax.grammar import END, tables


@lru_cache(maxsize=1)
def statement_words() -> tuple[str, ...]:
    """The words with which a statement begins wherever they stand; `cost` also ends an option.

    >>> "puzzle" in statement_words(), "covers" in statement_words(), "cost" in statement_words()
    (True, False, False)
    """
    grammar = tables()
    first, _ = grammar.starts["spec"]
    written = {terminal.name: terminal.written for terminal in grammar.terminals}
    begin = grammar.states[first].keys() & (written.keys() - {END, "_COST_AT"})
    return tuple(sorted(written[name].removesuffix(r"\b") for name in begin))


@lru_cache(maxsize=1)
def statement_start() -> str:
    """A regular expression for the first word of a statement.

    >>> bool(re.match(statement_start(), "cost at most 3")), bool(re.match(statement_start(), "cost p.price"))
    (True, False)
    """
    return rf"(?:{'|'.join(statement_words())}|cost(?=\s+at\b))\b"


@lru_cache(maxsize=1)
def words_of_the_grammar() -> frozenset[str]:
    """All words with a meaning somewhere, though some of them may be names elsewhere.

    >>> {"puzzle", "row", "one-sided"} <= words_of_the_grammar()
    True
    """
    return frozenset(word for word in tables().spelled if re.fullmatch("[a-z-]{2,}", word))


@lru_cache(maxsize=1)
def keywords() -> frozenset[str]:
    """The words that cannot be names.

    >>> "puzzle" in keywords(), "row" in keywords()
    (True, False)
    """
    (name,) = (terminal.pattern for terminal in tables().terminals if terminal.name == "NAME")
    words = re.match(r"\(\?!\(([a-z|]+)\)", name)
    assert words
    return frozenset(words[1].split("|"))
