"""The words of the language, taken from the grammar."""

from __future__ import annotations

import re
from functools import lru_cache

from excover.syntax.grammar import END, tables


@lru_cache(maxsize=1)
def statement_words() -> tuple[str, ...]:
    """The words with which a statement can begin.

    >>> "puzzle" in statement_words(), "covers" in statement_words()
    (True, False)
    """
    grammar = tables()
    first, _ = grammar.starts["spec"]
    written = {terminal.name: terminal.written for terminal in grammar.terminals}
    begin = grammar.states[first].keys() & (written.keys() - {END})
    return tuple(sorted("".join(re.findall("^[a-z]+", written[name])) for name in begin))


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
