"""What the grammar says, as tables for the parser: the only module that knows Lark.

Lark reads `excover.lark` and makes its LALR(1) tables. They are kept in a file, so that it need not be
imported at most starts.

>>> grammar = tables()
>>> grammar.spelled["row"], grammar.spelled["mod"]
(('UNIT', 'NAME', 'FIELD'), ('FIELD', 'MULTIPLY'))
>>> [rule.kept for rule in grammar.rules if rule.origin == "interval"]
[((0, False), (2, False))]
"""

from __future__ import annotations

import json
import os
import re
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from excover.cache import cache_file

STARTS = (
    *(
        "spec",
        "name",
        "expression",
        "ref",
        "option_ref",
        "library",
        "signature",
        "head",
        "families",
        "bounds",
    ),
    *("covers", "size", "flag", "least", "units", "given_part", "forbidden", "motions", "seen_in"),
    *("subject", "claim", "settings_"),
)
"""What can be parsed: a whole description, and the parts of statements that other forms are made of."""


END = "$END"
"""The terminal that stands behind the last word."""


class Terminal(NamedTuple):
    """A kind of word: ``pattern`` is how it is matched, ``written`` what the grammar has for it."""

    name: str
    pattern: str
    written: str


class Rule(NamedTuple):
    """``size`` symbols become one ``origin``. Those at ``kept`` are a child, or (True) a list of children.

    A rule that ``passes`` is no node: it hands its only child on.
    """

    origin: str
    size: int
    kept: tuple[tuple[int, bool], ...]
    passes: bool


class Tables(NamedTuple):
    """LALR(1) tables: what each state does at each symbol, n to go to state n, and -1-n to apply rule n.

    ``starts`` has the first and the last state of what can be parsed. ``terminals`` come in the order in
    which they are tried; ``spelled`` tells which match a word that stands in the grammar itself. In ``jumps``
    the automaton notes what it has worked out.
    """

    terminals: tuple[Terminal, ...]
    rules: tuple[Rule, ...]
    states: tuple[dict[str, int], ...]
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
    grammar = _grammar()
    digest = sha256(grammar.encode() + Path(__file__).read_bytes()).hexdigest()
    kept = Path(cache_file(f"tables-{digest[:16]}.json") or "")
    try:
        return _read(kept.read_text())
    except (OSError, ValueError, TypeError):  # there are none, or half of them
        made = _made(grammar)
    if kept.name:
        _keep(kept, json.dumps(made[:-1]))
    return made


def _grammar() -> str:
    path = Path(str(files("excover"))) / "grammars" / "excover.lark"
    if not path.exists():  # an uninstalled checkout
        path = Path(__file__).parents[2] / "grammars" / "excover.lark"
    return path.read_text()


def _keep(path: Path, text: str) -> None:
    """Writes a file at once, for others may be reading it."""
    beside = path.with_suffix(f".{os.getpid()}")
    try:
        beside.write_text(text)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)


def _read(text: str) -> Tables:
    terminals, rules, states, starts, spelled = json.loads(text)
    return Tables(
        tuple(Terminal(*terminal) for terminal in terminals),
        tuple(
            Rule(origin, size, tuple((n, many) for n, many in kept), passes)
            for origin, size, kept, passes in rules
        ),
        tuple(states),
        starts,
        {word: tuple(kinds) for word, kinds in spelled.items()},
        {},
    )


def _made(grammar: str) -> Tables:
    from lark import Lark

    made: Any = Lark(grammar, parser="lalr", start=list(STARTS), maybe_placeholders=False)
    table = made.parser.parser._parse_table
    terminals = _terminals(made.terminals)
    rules = list(made.rules)
    numbers = {rule: number for number, rule in enumerate(rules)}
    states: list[dict[str, int]] = [{} for _ in table.states]
    for state, actions in table.states.items():
        for symbol, (_, to) in actions.items():
            states[state][symbol] = to if isinstance(to, int) else -1 - numbers[to]
    starts = {start: (table.start_states[start], table.end_states[start]) for start in STARTS}
    return Tables(terminals, _rules(rules), tuple(states), starts, _spelled(terminals), {})


def _terminals(made: Iterable[Any]) -> tuple[Terminal, ...]:
    """In the order in which Lark's lexer tries them."""
    ordered = sorted(made, key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name))
    return tuple(Terminal(t.name, t.pattern.to_regexp(), t.pattern.value) for t in ordered)


def _spelled(terminals: Sequence[Terminal]) -> dict[str, tuple[str, ...]]:
    """The terminals that match each word and sign of the grammar, and one word of every other sort."""
    patterns = " ".join(pattern for _, pattern, _ in terminals)
    signs = (*string.punctuation, *map("".join, product(string.punctuation, repeat=2)))
    words = {"not in", "1", "1x1", "_", '""', *re.findall(r"[a-z]+(?:-[a-z]+)?", patterns), *signs}
    found = {
        word: tuple(n for n, pattern, _ in terminals if re.fullmatch(pattern, word)) for word in sorted(words)
    }
    return {word: kinds for word, kinds in found.items() if kinds} | {END: (END,)}


def _rules(made: Sequence[Any]) -> tuple[Rule, ...]:
    """Where a name begins with an underscore, a rule is in the tree by its children, a word not at all."""
    kept = [
        [(n, s) for n, s in enumerate(rule.expansion) if not (s.is_term and s.filter_out)] for rule in made
    ]
    one = _single(made, kept)
    return tuple(
        Rule(
            rule.origin.name,
            len(rule.expansion),
            tuple(
                (n, _is_inner(symbol.name) and symbol.name not in one and not symbol.is_term)
                for n, symbol in symbols
            ),
            rule.origin.name in one,
        )
        for rule, symbols in zip(made, kept, strict=True)
    )


def _is_inner(name: str) -> bool:
    return name.startswith("_")


def _single(made: Sequence[Any], kept: Sequence[Sequence[tuple[int, Any]]]) -> set[str]:
    """The rules that are not in the tree and always have one child: none of their forms has more or less."""
    one = {rule.origin.name for rule in made if _is_inner(rule.origin.name)}
    while True:
        many = {
            rule.origin.name
            for rule, symbols in zip(made, kept, strict=True)
            if rule.origin.name in one
            and not (len(symbols) == 1 and (not _is_inner(symbols[0][1].name) or symbols[0][1].name in one))
        }
        if not many:
            return one
        one -= many
