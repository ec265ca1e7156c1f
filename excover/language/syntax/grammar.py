"""The grammar as tables for the parser, and the words of the language.

The tables are made when the package is built (see `make_tables.py`), so that Lark is never imported at
start-up.

>>> grammar = tables()
>>> grammar.spelled["row"], grammar.spelled["mod"]
(('UNIT', 'NAME', 'FIELD'), ('FIELD', 'MULTIPLY'))
>>> [rule.kept for rule in grammar.rules if rule.origin == "interval"]
[((0, False), (2, False))]
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

END = "$END"
"""The terminal after the last word, as Lark names it."""

_MAKER = Path(__file__).with_name("make_tables.py")


class Terminal(NamedTuple):
    """A kind of word: ``pattern`` is its regular expression, ``written`` its spelling in the grammar."""

    name: str
    pattern: str
    written: str


class Rule(NamedTuple):
    """``size`` symbols become one ``origin``. Those at ``kept`` are a child, or (True) a list of children.

    A rule that ``passes`` is not a node: it passes on its only child.
    """

    origin: str
    size: int
    kept: tuple[tuple[int, bool], ...]
    passes: bool


class States(dict[int, dict[str, int]]):
    """The action of each state for each symbol: n to go to state n, and -1-n to apply rule n.

    A row is read when it is first asked for: a text meets few of them, and to read all takes 10 ms.

    >>> States(["NAME 1 loop -3"])[0]
    {'NAME': 1, 'loop': -3}
    """

    def __init__(self, written: Sequence[str]) -> None:
        self.written = written

    def __missing__(self, state: int) -> dict[str, int]:
        parts = self.written[state].split()
        row = self[state] = dict(zip(parts[::2], map(int, parts[1::2]), strict=True))
        return row

    def __eq__(self, other: object) -> bool:
        return isinstance(other, States) and self.written == other.written

    __hash__ = None


class Tables(NamedTuple):
    """LALR(1) tables.

    ``starts`` has the first and the last state of each start rule. ``terminals`` are in the order in which
    they are tried; ``spelled`` gives the matches of words that the grammar spells out. ``jumps`` is a cache
    of the automaton.
    """

    terminals: tuple[Terminal, ...]
    rules: tuple[Rule, ...]
    states: States
    starts: Mapping[str, tuple[int, int]]
    spelled: dict[str, tuple[str, ...]]
    jumps: dict[tuple[int, int, str], int]

    def matches(self, text: str, at: int) -> Iterator[tuple[str, re.Match[str]]]:
        """The terminals that match a text at a place, in the order in which they are tried."""
        for name, pattern, _ in self.terminals:
            if match := re.compile(pattern).match(text, at):
                yield name, match


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables of the current grammar, even if the package was built with another one."""
    grammar = grammar_text()
    built = _built()
    if built and built[0] == (grammar, _MAKER.read_text(encoding="utf-8")):
        return _read(built[1])
    from excover.language.syntax import make_tables

    return _read(make_tables.made(grammar))


def grammar_text() -> str:
    """The grammar file."""
    path = Path(__file__).parents[2] / "grammars" / "excover.lark"
    if not path.exists():  # a checkout
        path = Path(__file__).parents[3] / "grammars" / "excover.lark"
    return path.read_text(encoding="utf-8")


def _built() -> tuple[tuple[str, str], str] | None:
    """The text from which the build made the tables, and the tables; None without a build."""
    try:
        from excover.language.syntax import _tables
    except ImportError:
        return None
    return _tables.SOURCES, _tables.TABLES


def _read(text: str) -> Tables:
    terminals, rules, states, starts, spelled = json.loads(text)
    return Tables(
        tuple(Terminal(*terminal) for terminal in terminals),
        tuple(
            Rule(origin, size, tuple((n, many) for n, many in kept), passes)
            for origin, size, kept, passes in rules
        ),
        States(states),
        {start: (first, last) for start, (first, last) in starts.items()},
        {word: tuple(kinds) for word, kinds in spelled.items()},
        {},
    )


# The words of the language, taken from the grammar.


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
