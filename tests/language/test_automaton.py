"""Our parser reads every description, and refuses every wrong one, where Lark's own does.

It knows better where a name may be spelled like a word of the language, and so reads some that Lark refuses.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fuzz.front_ends import Mutator
from fuzz.readers import corpus
from lark import Lark, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from excover.language.syntax.grammar import Unexpected, run, tables


@cache
def lark() -> Lark:
    grammar = Path(__file__).parents[2] / "grammars" / "excover.lark"
    return Lark.open(
        str(grammar), parser="lalr", start="spec", propagate_positions=True, maybe_placeholders=False
    )


def ours(text: str) -> Any:
    """The rules with the text that each has matched, or where it goes wrong."""
    rules = {rule.origin for rule in tables().rules if not rule.origin.startswith("_")}

    def make(rule: str) -> Any:
        return lambda _, start, end, children: (rule, text[start:end], *map(shown, children))

    def shown(child: Any) -> Any:
        return text[child] if isinstance(child, slice) else child

    try:
        return run(tables(), text, "spec", {rule: make(rule) for rule in rules}, None)
    except Unexpected as wrong:
        return wrong.start


def theirs(text: str) -> Any:
    def shown(node: Any) -> Any:
        if not isinstance(node, Tree):
            return str(node)
        matched = "" if node.meta.empty else text[node.meta.start_pos : node.meta.end_pos]
        return (str(node.data), matched, *map(shown, node.children))

    try:
        return shown(lark().parse(text))
    except UnexpectedCharacters as wrong:
        return wrong.pos_in_stream
    except UnexpectedToken as wrong:
        return len(text) if wrong.token.type == "$END" else wrong.token.start_pos


@pytest.mark.parametrize("text", corpus("xc"))
def test_as_lark_reads_it(text: str) -> None:
    assert ours(text) == theirs(text)


def test_as_lark_reads_what_is_wrong() -> None:
    """Lark takes a word that is a keyword elsewhere for one where only a name fits, too; we do not."""
    mutator = Mutator("xc", seed=2)
    for _ in range(100):
        text = re.sub(r"(?![A-Za-z0-9_])\w", "€", mutator.text())
        wrong = theirs(text)
        word = re.match(r"[a-z]+\b", text[wrong:]) if isinstance(wrong, int) else None
        if not (word and "NAME" in tables().spelled.get(word[0], ())):
            assert ours(text) == wrong, text


@pytest.mark.parametrize(
    "text", ["let a = one-sided - 1", "let a = b not   in c", "let row = t.in", "let a = - -1"]
)
def test_words_that_depend_on_where_they_stand(text: str) -> None:
    assert ours(text) == theirs(text)
    assert isinstance(ours(text), tuple)


@pytest.mark.parametrize("text", ["item a 2times", "board b 3by 4", "let a = 12b", "let a = 1 if 2else 3"])
def test_a_number_ends_before_a_name(text: str) -> None:
    assert ours(text) == theirs(text)
    assert isinstance(ours(text), int)


@pytest.mark.parametrize("text", ["board b color by color", "item a color times"])
def test_a_name_where_the_same_word_stands_elsewhere(text: str) -> None:
    """A state of an LALR parser does not tell where it is met; Lark takes this name for the word `color`."""
    assert isinstance(ours(text), tuple)
    assert ours(text.replace("color", "n")) == theirs(text.replace("color", "n"))
    assert isinstance(theirs(text), int)
