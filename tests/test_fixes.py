"""Edits that messages offer: applied, what they fix is gone, in every wrong description that there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from excover.diagnostics import Diagnostic, Edit, SpecError
from excover.messages.pages import classes
from excover.problem import compile_source
from excover.source import Source

HERE = Path(__file__).parent
FILES = sorted(path for path in (HERE / "language").iterdir() if path.suffix in (".xc", ".dlx"))
YAML = {
    "an unknown key": "excover: 1\nitem: a\noptions:\n  x(): {covers: a}\n",
    "an unknown word": (
        "excover: 1\nboards: {b: {size: 1x2}}\nshapes: {p: {art: AA}}\n"
        "place:\n  - {shapes: p, board: b, as: fre}\n"
    ),
    "a lattice": "excover: 1\nboards: {b: {size: 2x2, lattice: sqare}}\n",
    "another version": "excover: 7\nitems: a\noptions:\n  x(): {covers: a}\n",
    "no version": "items: a\noptions:\n  x(): {covers: a}\n",
}
TEXTS = {
    "//": "item a // the only one\noption x() covers a\n",
    "%": "let n = 7%2\n",
    "quotes": "puzzle 'Tiny'\n",
    "curly quotes": "puzzle \u201cTiny\u201d\n",
    "semicolon": "let n = 7;\n",
    "&&": "let n = 1 if 1 < 2 && 2 < 3 else 0\n",
    "||": "let n = 1 if 1 < 2||2 < 3 else 0\n",
    "==": "let n = 1 if 1 == 2 else 0\n",
    "<>": "let n = 1 if 1 <> 2 else 0\n",
    "...": "item a[1...3]\n",
    "3 x 4": "board b 3 x 4\n",
    "n x n": "param n = 3\nboard b n x n\n",
    "3xn": "param n = 3\nboard b 3xn\n",
    "and": "item a, b option x() covers a and b\n",
    "bool": "let n = 1 + (1 < 2)\n",
    "set": "let n = 3 let s = sum(x for x in n)\n",
    "import": "import pentominos\n",
    "kind": "board box 2x2\nshapes p\n  |AA\nplace free p on bax\n",
    "legend": 'board b\n  |.*\nlegend "*" = cel\n',
    "color": 'item a\noption x() covers a\ndraw x() at (1, 1) as "A" color "oragne"\n',
    "dashes on a board": "board b\n  |---\n  |- -\n",
    "a star among cells": "board b\n  |.*.\n  |**.\n",
    "dashes among pieces": "shapes p\n  |AA-BB\n  |A--BB\n",
    "a piece of stars": "shapes p\n  |** .*\n  |** **\n",
    "expect": "param rows = 3\nitem a[1..rows]\nexpect options = 3 when row = 3\n",
}


def found(source: Source) -> list[Diagnostic]:
    try:
        return list(compile_source(source).warnings)
    except SpecError as wrong:
        return list(wrong.diagnostics)


def sources() -> Iterator[Source]:
    for path in FILES:
        yield Source(path.name, path.read_text())
    yield from (Source("spec.yaml", text) for text in YAML.values())
    yield from (Source("spec.xc", text) for text in TEXTS.values())


FIXABLE = [
    (source, diagnostic, edit)
    for source in sources()
    for diagnostic in found(source)
    if (edit := diagnostic.fix())
]


@pytest.mark.parametrize(
    ("source", "diagnostic", "edit"),
    FIXABLE,
    ids=[
        f"{source.name.rpartition('.')[0]}-{wrong.code}-{n}" for n, (source, wrong, _) in enumerate(FIXABLE)
    ],
)
def test_what_is_fixed_is_gone(source: Source, diagnostic: Diagnostic, edit: Edit) -> None:
    def alike(text: str) -> int:
        shown = Counter((each.code, each.message) for each in found(Source(source.name, text)))
        return shown[diagnostic.code, diagnostic.message]

    assert edit.span.source is source
    assert alike(edit.applied()) < alike(source.text)


def test_every_text_is_fixed() -> None:
    for text in (*YAML.values(), *TEXTS.values()):
        assert any(source.text == text for source, _, _ in FIXABLE), text


@pytest.mark.parametrize(
    ("wrong", "fixed"),
    [
        ("board b\n  |---\n  |- -\n", "board b\n  |...\n  |. .\n"),
        ("board b\n  |.*.\n  |**.\n", "board b\n  |.#.\n  |##.\n"),
        ("shapes p\n  |AA-BB\n  |A--BB\n", "shapes p\n  |AA.BB\n  |A..BB\n"),
        ("shapes p\n  |**\n  |**\n", "shapes p\n  |AA\n  |AA\n"),
        ("shapes p\n  |LLL\n  |L*_\n", "shapes p\n  |LLL\n  |LL_\n"),
        ("shapes p\n  |AAB*\n", None),
        ('excover: 1\nboards: {b: {art: "--\\n.."}}\n', 'excover: 1\nboards: {b: {art: "##\\n.."}}\n'),
        ('excover: 1\nboards: {b: {art: "\\u002d-"}}\n', None),
    ],
)
def test_all_of_a_wrong_character_is_replaced(wrong: str, fixed: str | None) -> None:
    """By what it probably means; what could be anything is left to the reader."""
    diagnostic = next(each for each in found(Source("<text>", wrong)) if each.code in ("E213", "E215"))
    edit = diagnostic.fix()
    assert (edit.applied() if edit else None) == fixed


def test_every_class_with_a_fix_has_an_example() -> None:
    with_fix = {made.__name__ for made in classes() if "fix" in vars(made)}
    assert with_fix - {type(diagnostic).__name__ for _, diagnostic, _ in FIXABLE} == set()


def test_the_edit_is_in_the_data() -> None:
    (wrong,) = found(Source("spec.xc", "let size = 3\nitem row[1..sise]\n"))
    assert wrong.as_data()["fix"] == {
        **{"file": "spec.xc", "line": 2, "column": 13, "end_line": 2, "end_column": 17},
        "replacement": "size",
    }
    (wrong,) = found(Source("spec.xc", "let size = unknown\n"))
    assert wrong.as_data()["fix"] is None
