"""Makes the parse tables from the grammar; the only module that imports Lark.

The build of the package runs it as a program (see native/CMakeLists.txt), so it imports nothing from the
package. Tables made by the build need no cache folder, and no generated file is under version control. If the
grammar has changed since the build, as in an editable installation, the tables are made again at each start,
which takes 0.3 s, until the package is built again.

Lark does the LALR(1) analysis. The tables come from the JSON of `lark.tools.serialize`, Lark's tool for
exporting them to other programs.
"""

from __future__ import annotations

import json
import re
import string
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any, TextIO

END = "$END"
"""The terminal after the last word."""

SOURCE = Path(__file__)

_SHIFT = 0
"""Lark's code for an action that is not a reduction."""

_Kept = tuple[tuple[int, bool], ...]
Made = tuple[tuple[Any, ...], tuple[Any, ...], str, tuple[Any, ...], tuple[Any, ...]]


def made(grammar: str) -> Made:
    """The tables of a grammar in Lark's notation: the fields of `grammar.Tables` but ``jumps``, of tuples and
    texts, which Python has ready in the bytecode of their module. A line of a text is a state.
    """
    starts = _starts(grammar)
    data, memo = _analysis(grammar, starts)
    table = data["parser"]["parser"]
    terminals = list(_terminals([part for part in memo.values() if part["__type__"] == "TerminalDef"]))
    rules = [memo[str(rule["@"])] for rule in data["rules"]]
    states = _states(table, {rule["@"]: n for n, rule in enumerate(data["rules"])})
    order = _order(states, table["start_states"].values())
    rows = [
        _row((symbol, order[to] if to >= 0 else to) for symbol, to in states[state].items())
        for state in order
    ]
    ends = {
        start: (order[table["start_states"][start]], order[table["end_states"][start]]) for start in starts
    }
    spelled = _spelled(terminals)
    return (
        tuple(terminals),
        tuple(_rules(rules)),
        "\n".join(rows),
        tuple((start, *two) for start, two in ends.items()),
        tuple(spelled.items()),
    )


def module(grammar: str) -> str:
    """The source of a module with the tables and their inputs."""
    sources = grammar, SOURCE.read_text(encoding="utf-8")
    return f"SOURCES = {sources!r}\nTABLES = {made(grammar)!r}\n"


def _starts(grammar: str) -> list[str]:
    """The start rules; the grammar lists them in its comments `start:`."""
    return " ".join(re.findall(r"^// start: (.*)$", grammar, re.MULTILINE)).split()


def _analysis(grammar: str, starts: list[str]) -> tuple[Any, Any]:
    """Lark's tables, and the terminals and rules to which they refer by number."""
    from lark import Lark
    from lark.tools.serialize import serialize

    written = StringIO()
    write: Callable[[Lark, TextIO], None] = serialize  # it has no types
    write(Lark(grammar, parser="lalr", start=starts, maybe_placeholders=False), written)
    read = json.loads(written.getvalue())
    return read["data"], read["memo"]


def _states(table: Mapping[str, Any], numbers: Mapping[int, int]) -> dict[int, dict[str, int]]:
    """The action of each state for each symbol: n to go to state n, and -1-n to apply rule n."""
    return {
        int(state): {
            table["tokens"][symbol]: to if action == _SHIFT else -1 - numbers[to["@"]]
            for symbol, (action, to) in actions.items()
        }
        for state, actions in table["states"].items()
    }


def _row(actions: Iterable[tuple[str, int]]) -> str:
    """Symbols, each with its action: one text is read much faster than an object."""
    return " ".join(f"{symbol} {action}" for symbol, action in sorted(actions))


def _order(states: Mapping[int, Mapping[str, int]], starts: Iterable[int]) -> dict[int, int]:
    """New numbers of the states, in the order in which they are reached from the starts; Lark's depend on
    hashes.
    """
    order: dict[int, int] = {}
    met = list(starts)
    for state in met:
        if state not in order:
            order[state] = len(order)
            met += [to for _, to in sorted(states[state].items()) if to >= 0]
    return order


def _terminals(made: Iterable[Any]) -> Iterator[tuple[str, str, str]]:
    """Name, pattern and spelling, in the order in which Lark's lexer tries them."""

    def order(terminal: Any) -> tuple[int, int, int, str]:
        value = terminal["pattern"]["value"]
        _, widest = terminal["pattern"].get("_width", (0, len(value)))
        return -terminal["priority"], -widest, -len(value), terminal["name"]

    for terminal in sorted(made, key=order):
        pattern = terminal["pattern"]
        assert not pattern["flags"]
        value = pattern["value"]
        yield terminal["name"], re.escape(value) if pattern["__type__"] == "PatternStr" else value, value


def _spelled(terminals: Sequence[tuple[str, str, str]]) -> dict[str, tuple[str, ...]]:
    """The terminals that match each word and sign of the grammar, and one word of every other kind."""
    patterns = " ".join(pattern for _, pattern, _ in terminals)
    signs = (*string.punctuation, *map("".join, product(string.punctuation, repeat=2)))
    several = {"not in", "cost at", "more at cost"}  # words that are one terminal
    words = {*several, "1", "1x1", "_", '""', *re.findall(r"[a-z]+(?:[-_][a-z]+)?", patterns), *signs}
    found = {
        word: tuple(n for n, pattern, _ in terminals if re.fullmatch(pattern, word)) for word in sorted(words)
    }
    return {word: kinds for word, kinds in found.items() if kinds} | {END: (END,)}


def _rules(made: Sequence[Any]) -> Iterator[tuple[str, int, _Kept, bool]]:
    """If a name begins with an underscore, a rule is replaced by its children in the tree, and a word is
    dropped.
    """
    kept = [
        [(n, symbol) for n, symbol in enumerate(rule["expansion"]) if not symbol.get("filter_out")]
        for rule in made
    ]
    one = _single(made, kept)
    for rule, symbols in zip(made, kept, strict=True):
        name = rule["origin"]["name"]
        children = tuple((n, _has_parts(symbol) and symbol["name"] not in one) for n, symbol in symbols)
        yield name, len(rule["expansion"]), children, name in one


def _has_parts(symbol: Mapping[str, str]) -> bool:
    """Whether a rule is replaced by its children in the tree."""
    return symbol["__type__"] == "NonTerminal" and symbol["name"].startswith("_")


def _single(made: Sequence[Any], kept: Sequence[Sequence[tuple[int, Any]]]) -> set[str]:
    """The rules that are not in the tree and always have exactly one child."""
    one = {rule["origin"]["name"] for rule in made if rule["origin"]["name"].startswith("_")}
    while True:
        many = {
            rule["origin"]["name"]
            for rule, symbols in zip(made, kept, strict=True)
            if rule["origin"]["name"] in one
            and not (len(symbols) == 1 and (not _has_parts(symbols[0][1]) or symbols[0][1]["name"] in one))
        }
        if not many:
            return one
        one -= many


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(module(Path(sys.argv[1]).read_text(encoding="utf-8")), encoding="utf-8")
