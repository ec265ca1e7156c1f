"""Misspelt keywords: reads a wrong text again with similar keywords.

>>> text = "item a att most 3 times"
>>> misspelt_keyword(text, "spec", Unexpected(11, 15, []))
Misspelling(start=7, end=10, keyword='at')
>>> misspelt_keyword("item a 3 mangoes", "spec", Unexpected(9, 16, []))
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from excover.base.words import nearest_of
from excover.language.syntax.automaton import Unexpected, run
from excover.language.syntax.grammar import tables
from excover.language.syntax.vocabulary import statement_start, words_of_the_grammar

_WORD = re.compile(r"[A-Za-z]+(?:-[a-z]+)*")
_WORD_BEFORE = re.compile(r"(?<![A-Za-z-])([A-Za-z]{2,}(?:-[a-z]+)*)\s*\Z")
"""Not from within a word, so that a long run of letters is scanned once."""


class Misspelling(NamedTuple):
    """The word from ``start`` to ``end`` should be the ``keyword``."""

    start: int
    end: int
    keyword: str


def misspelt_keyword(text: str, goal: str, unexpected: Unexpected) -> Misspelling | None:
    """The unexpected word, or the one before, if it is similar to a keyword with which parsing continues.

    Of several such keywords, the one with which parsing gets furthest, and of those the most similar.
    """
    begin, stop = statement_around(text, unexpected.start) if goal == "spec" else (0, len(text))
    best, furthest = None, -1
    for word in _words(text, unexpected, begin):
        for keyword in nearest_of(text[word.start : word.end], words_of_the_grammar()):
            written = text[begin : word.start] + keyword + text[word.end : stop]
            longer = len(keyword) - (word.end - word.start)
            reached = begin + _reached(written, goal) - longer
            needed = next_word(text, word.end) if word.start == unexpected.start else unexpected.start + 1
            if reached >= needed and reached > furthest:
                best, furthest = word._replace(keyword=keyword), reached
    return best


def next_word(text: str, end: int) -> int:
    """What must be read behind a word: the next one of its line, if there is one."""
    behind = re.compile(r"[ \t]*(?=([^\s#])?)").match(text, end)
    assert behind
    return behind.end() + 1 if behind[1] else end


def _words(text: str, unexpected: Unexpected, begin: int) -> Iterator[Misspelling]:
    """The two words, unless they are keywords."""
    here = _WORD.match(text, unexpected.start)
    before = _WORD_BEFORE.search(text, begin, unexpected.start)
    spans = [found.span(group) for found, group in ((here, 0), (before, 1)) if found]
    for start, end in spans:
        if text[start:end] not in words_of_the_grammar():
            yield Misspelling(start, end, "")


def statement_around(text: str, at: int) -> tuple[int, int]:
    """Start and end of the statement around a place, as far as lines begin with statements."""
    line = re.compile(rf"^[ \t]*{statement_start()}", re.MULTILINE)
    begin = max((found.start() for found in line.finditer(text, 0, at)), default=0)
    following = line.search(text, at + 1)
    return begin, following.start() if following else len(text)


def _reached(text: str, goal: str) -> int:
    """The position up to which a text can be parsed."""
    try:
        run(tables(), text, goal, {}, None)
    except Unexpected as unexpected:
        return unexpected.start
    return len(text) + 1
