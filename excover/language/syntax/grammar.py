"""The LALR(1) parser: the grammar as tables, the words of the language, and the automaton that reads a text.

The tables are made when the package is built (see `make_tables.py`), so that Lark is never imported at
start-up.

>>> grammar = tables()
>>> grammar.spelled["row"], grammar.spelled["mod"]
(('UNIT', 'NAME', 'FIELD'), ('FIELD', 'MULTIPLY'))
>>> [rule.kept for rule in grammar.rules if rule.origin == "interval"]
[((0, False), (2, False))]

The LALR(1) parser: reads a text with the tables of the grammar, and calls a maker for each rule.

The algorithm is that of Aho, Lam, Sethi and Ullman, Compilers, section 4.7. A word is read as a token that is
possible at its place, so that `row` is a name where the keyword `row` is impossible. Between a number and an
expression there are ten rules with one part each, which make no node: a single step skips them.

>>> text = "1 + row * 2"
>>> rules = {rule.origin for rule in tables().rules if not rule.origin.startswith("_")}
>>> makers = {rule: lambda text, start, end, children: text[start:end] for rule in rules}
>>> run(tables(), text, "expression", makers, text)
'1 + row * 2'
>>> run(tables(), "1 + row * item", "expression", makers, text)
Traceback (most recent call last):
excover.language.syntax.grammar.Unexpected: (10, 14)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from excover.base.frozen import Frozen
from excover.base.names import NAME, name_at

if TYPE_CHECKING:
    from excover.language.syntax.make_tables import Made

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


class Tables(Frozen):
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


def _built() -> tuple[tuple[str, str], Made] | None:
    """The text from which the build made the tables, and the tables; None without a build."""
    try:
        made = import_module("excover.language.syntax._tables")
    except ImportError:
        return None
    return made.SOURCES, made.TABLES


def _read(made: Made) -> Tables:
    terminals, rules, states, starts, spelled = made
    return Tables(
        tuple(starmap(Terminal, terminals)),
        tuple(starmap(Rule, rules)),
        States(states.split("\n")),
        {start: (first, last) for start, first, last in starts},
        dict(spelled),
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
    """A regular expression for the first word of a statement; one that may be a name has options or
    lines behind it.

    >>> texts = "cost at most 3", "cost p.price", "choose x(i in 1..3)", "choose + 1"
    >>> [bool(re.match(statement_start(), text)) for text in texts]
    [True, False, True, False]
    """
    always = "|".join(word for word in statement_words() if word in keywords())
    named = rf"\s+(?:(?:optional|option|choose|lines)\s+)*{NAME}(?:\s*\(|\s+(?:on|along)\b)"
    return rf"(?:(?:{always}|cost(?=\s+at\b))\b|(?:{'|'.join(soft_keywords())})(?={named}))"


@lru_cache(maxsize=1)
def soft_keywords() -> tuple[str, ...]:
    """The words with which a statement begins that are names where they cannot begin one."""
    return tuple(word for word in statement_words() if word not in keywords())


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


Makers = Mapping[str, Callable[[Any, int, int, list[Any]], Any]]
"""The maker of a rule: a function of the builder, start, end and children, which are the results of the
rule's parts, and a slice for each word.
"""

_WRONG = -1_000_000

_WORD = re.compile(
    r"""(?:[ \t\n]+|\#[^\n]*)*+(?:
        (\|[^\n]*)
      | ("[^"\n]*")
      | (\d+ (?:x\d+){1,9}+ \b)
      | (\d+ (?!\w))
      | ((?!one-sided\b | not\s+in\b | cost\s+at\b | more\s+at\s+cost\b)
          [^\W\d]\w*+ (?:[^\x00-\u02ff\s]\w*+)*+)
      | (one-sided | not\s+in | cost\s+at\b | more\s+at\s+cost\b | \.\. | -> | [<>!]= | .)
      | (\Z)
    )""",
    re.VERBOSE | re.DOTALL,
)
"""A word and the blanks before it. Words of one group are alike, except for those that the grammar spells
out.
"""

_ALIKE = ("", "|", '""', "1x1", "1", "_", "", END)
"""A word of each group."""

_NAME, _SIGN = 5, 6

_LOOKAHEAD = 3
"""So many words decide between several kinds of a word: `item a choose units` has no `choose` statement."""


class Unexpected(Exception):
    """Input that is impossible at its place, from ``start`` to ``end``; ``expected`` are the possible
    terminals.

    Without an ``end``, it is not a word at all.
    """

    def __init__(self, start: int, end: int | None, expected: Sequence[str]) -> None:
        super().__init__(start, end, expected)
        self.start = start
        self.end = end
        self.expected = expected

    def __str__(self) -> str:
        return str((self.start, self.end))


def run(tables: Tables, text: str, goal: str, makers: Makers, builder: Any, at: int = 0) -> Any:
    """The result of the rule ``goal``, which must match the text from ``at`` on. Raises Unexpected."""
    return _Run(tables, text, goal, makers, builder, at).whole()


_Part = tuple[int, Any, int, int]
"""The entries of the stack: a state, what was read to reach it, and its start and end."""


class _Run:
    """A parse of one text."""

    def __init__(self, tables: Tables, text: str, goal: str, makers: Makers, builder: Any, at: int) -> None:
        self.tables = tables
        self.text = text
        self.at = at
        first, self.last = tables.starts[goal]
        self.stack: list[_Part] = [(first, None, at, at)]
        self.makers = makers
        self.builder = builder

    def whole(self) -> Any:
        rows, stack = self.tables.states, self.stack
        while True:
            kind, start, end = self.word()
            self.reduce(kind, start, end)
            if kind == END:
                return stack[-1][1]
            stack.append((rows[stack[-1][0]][kind], slice(start, end), start, end))

    def word(self) -> tuple[str, int, int]:
        """The next word, as a kind of word that is possible here, with its start and end.

        If several are, it is the one with which most of the next words can be read, and a keyword rather than
        a name: the name of a statement may be a name elsewhere.
        """
        start, end, kinds = self.next(self.at)
        here = self.tables.states[self.stack[-1][0]]
        able = [kind for kind in kinds if kind in here]
        if len(able) > 1:
            states = [part[0] for part in self.stack]
            ways = {kind: way for kind in able if (way := self.after(states, kind))}
            able = list(ways) or able
            if len(ways) > 1:
                able = [max(ways, key=lambda kind: self.readable(ways[kind], end, _LOOKAHEAD))]
        elif able == ["_AT"] and not self.after([part[0] for part in self.stack], "_AT"):
            able = []  # the tables only find out later; it may be `at corners`
        if able:
            self.at = end
            return able[0], start, end
        return self.other(start)

    def next(self, at: int) -> tuple[int, int, Sequence[str]]:
        """Start and end of the word behind a place, and what kinds of words it may be."""
        found = _WORD.match(self.text, at)
        assert found
        group = found.lastindex or 0
        start, end = found.span(group)
        if group == _NAME and not found[group].isascii():  # perhaps with other signs
            end = name_at(self.text, start)
        return start, end, self.kinds(self.text[start:end], group)

    def kinds(self, word: str, group: int) -> Sequence[str]:
        spelled = self.tables.spelled
        if group == _NAME and not word:
            return ()
        if group == _SIGN:  # or the first digit of an invalid number, such as `2times`
            return () if word.isdecimal() else spelled.get(" ".join(word.split()), ())
        return spelled.get(word) or spelled[_ALIKE[group]]

    def other(self, start: int) -> tuple[str, int, int]:
        """A word at ``start`` that is longer or shorter than usual, such as the `one` of `one-sided`."""
        is_word = self.text[start : start + 1].isascii() or name_at(self.text, start) > start
        matches = self.tables.matches(self.text, start) if is_word else ()
        found = [(terminal, match.end()) for terminal, match in matches]
        here = self.tables.states[self.stack[-1][0]]
        for kind, end in found:
            if kind in here:
                self.at = end
                return kind, start, end
        if start == len(self.text):
            raise Unexpected(start, start, self.accepted())
        raise Unexpected(start, found[0][1] if found else None, self.accepted())

    def reduce(self, kind: str, start: int, end: int) -> None:
        """Applies all rules that end before a word."""
        rows, rules, jumps, stack = self.tables.states, self.tables.rules, self.tables.jumps, self.stack
        while True:
            state, value, first, last = stack[-1]
            action = rows[state].get(kind, _WRONG)
            if action >= 0 or (state == self.last and kind == END):
                return
            if action == _WRONG:
                raise Unexpected(start, end, self.accepted())
            rule = rules[-1 - action]
            if rule.passes and rule.size == 1:
                at = stack[-2][0], state, kind
                state = jumps.get(at) or jumps.setdefault(at, _jump(self.tables, *at))
                stack[-1] = state, value, first, last
            else:
                self.apply(rule)

    def apply(self, rule: Rule) -> None:
        """Pops the parts of a rule from the stack, and pushes its result."""
        stack = self.stack
        start = end = stack[-1][3]
        children: list[Any] = []
        if size := rule.size:
            parts = stack[-size:]
            del stack[-size:]
            start = parts[0][2]
            if start == parts[0][3]:  # nothing: it begins where a part does that is something
                start = next((first for _, _, first, last in parts if first < last), start)
            children = _children(rule, parts)
        make = self.makers.get(rule.origin)
        made = make(self.builder, start, end, children) if make else children
        state = self.tables.states[stack[-1][0]][rule.origin]
        stack.append((state, made[0] if rule.passes else made, start, end))

    def accepted(self) -> list[str]:
        """The terminals that are possible here."""
        states = [part[0] for part in self.stack]
        return [
            kind for kind in self.tables.states[states[-1]] if kind.isupper() and self.after(states, kind)
        ]

    def after(self, states: Sequence[int], kind: str) -> list[int]:
        """The states after a word of this kind and the rules that end before it; none if it is impossible."""
        rows, states = self.tables.states, list(states)
        while (action := rows[states[-1]].get(kind, _WRONG)) < 0:
            if action == _WRONG:
                return states if kind == END and states[-1] == self.last else []
            rule = self.tables.rules[-1 - action]
            if rule.size:
                del states[-rule.size :]
            states.append(rows[states[-1]][rule.origin])
        return [*states, action]

    def readable(self, states: Sequence[int], at: int, most: int) -> int:
        """How many of the next words can be read behind a place, up to ``most``."""
        if not most:
            return 0
        _, end, kinds = self.next(at)
        ways = [(kind, self.after(states, kind)) for kind in kinds]
        return max(
            (most if kind == END else 1 + self.readable(way, end, most - 1) for kind, way in ways if way),
            default=0,
        )


def _jump(tables: Tables, below: int, state: int, kind: str) -> int:
    """The state after rules that only pass on their part, from a state above another on the stack."""
    while (action := tables.states[state].get(kind, 0)) < 0:
        rule = tables.rules[-1 - action]
        if not (rule.passes and rule.size == 1):
            break
        state = tables.states[below][rule.origin]
    return state


def _children(rule: Rule, parts: Sequence[_Part]) -> list[Any]:
    """The parts of a rule that are in the tree; the list of a rule that is not in the tree is consumed."""
    children: list[Any] = []
    for n, many in rule.kept:
        value = parts[n][1]
        if many:
            children = value if not children else children + value
        else:
            children.append(value)
    return children
