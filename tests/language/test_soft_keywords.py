"""Words with which a statement begins that may be names elsewhere: a new statement breaks no description."""

from __future__ import annotations

import pytest

from excover.apps.editing.edited_text import words_of
from excover.apps.editing.vocabulary import highlighted
from excover.base.source import Source
from excover.language.syntax.grammar import keywords, soft_keywords, statement_words
from excover.language.syntax.parse import parse

RESERVED = """
also board def draw enum expect fill forbid given import item lattice let maximize minimize option optional
param place puzzle require shapes symmetry table
"""
"""Those from before words were soft: names cannot be spelled like them, and no word may be added."""

AS_NAMES = (
    "let WORD = 3 let a = WORD let b = WORD + WORD",
    "param WORD = 2 item a WORD times",
    "param WORD = 2\nitem a\n  WORD times\nitem b",
    "param WORD = 2 item a WORD..3 times item b at most WORD times",
    "param WORD = 2 item a WORD units item b else cost WORD",
    "item WORD[1..3] option WORD(WORD in 1..3) covers WORD[WORD] given WORD(1) forbid WORD(2)",
    "item WORD in units minimize WORD then WORD",
    "item a WORD[1] times",
    "item a WORD(1) times",
    "board WORD 2x2 fill WORD with 1..2",
    "let WORD = 2 board b WORD by WORD",
    "let WORD = {1, 2} board b 2x2 fill b with WORD fill b with WORD, once per row",
    "shapes WORD\n  |AA\nboard b 2x2 place free WORD on b",
    "enum E = WORD, X let a = WORD",
    "def WORD(x) = x let a = WORD(2)",
    "let a = {WORD for WORD in 1..2 where WORD > 1}",
    "param WORD = 2 expect solutions = WORD when WORD = 2",
)


def test_only_these_words_are_reserved() -> None:
    assert set(statement_words()) & keywords() == set(RESERVED.split())
    assert "choose" in soft_keywords()


@pytest.mark.parametrize("word", soft_keywords())
@pytest.mark.parametrize("text", AS_NAMES)
def test_a_soft_keyword_is_a_name_wherever_another_name_can_stand(text: str, word: str) -> None:
    found, plain = (
        parse(Source("x.xc", text.replace("WORD", name))).statements for name in (word, "z" * len(word))
    )
    assert [(type(each), each.span.start, each.span.end) for each in found] == [
        (type(each), each.span.start, each.span.end) for each in plain
    ]


@pytest.mark.parametrize("word", soft_keywords())
def test_it_begins_a_statement_where_it_can(word: str) -> None:
    others = {"choose": "put(x in 1..2)", "lines": "put on a", "hidden": "option put() covers a"}
    option = others.get(word, "put(1)")
    text = f"item a\n{word} {option}\nlet {word} = 3\n{word} {option} let b = {word}"
    kinds = [type(each).__name__ for each in parse(Source("x.xc", text)).statements]
    kind = "Option" if word == "hidden" else word.capitalize()
    assert kinds == ["Items", kind, "Let", kind, "Let"]
    assert [each.begins_statement for each in words_of(text) if each.text == word] == [
        True,
        False,
        True,
        False,
    ]
    assert [each.kind for each in highlighted(text) if each.text == word] == ["statement", "name"] * 2
