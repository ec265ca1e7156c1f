"""Edits that messages offer: applied, what they fix is gone, in every wrong description that there is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from message_classes import classes
from page_examples import wrong_examples

from excover.base.diagnostics import Diagnostic, Edit, SpecError
from excover.base.source import Source
from excover.language.messages.message import Unknown
from excover.problem.problem import compile_source

HERE = Path(__file__).parents[1]
FILES = sorted(path for path in (HERE / "wrong").iterdir() if path.suffix in (".xc", ".dlx"))
YAML = {
    "an unknown key": "excover: 1\nitem: a\noptions:\n  x(): {covers: a}\n",
    "an unknown word": (
        "excover: 1\nboards: {b: {size: 1x2}}\nshapes: {p: {art: AA}}\n"
        "place:\n  - {shapes: p, board: b, as: fre}\n"
    ),
    "a lattice": "excover: 1\nboards: {b: {size: 2x2, lattice: sqare}}\n",
    "another version": "excover: 7\nitems: a\noptions:\n  x(): {covers: a}\n",
    "a flag": "excover: 1\nitems: a\noptions:\n  x(): {covers: a, optional: yes}\n",
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
    "and between binders": "item a option x(i in 1..3 and j in 1..3) covers a\n",
    "a given cell": "board grid 2x2\nfill grid with 1..2\ngiven grid[1, 1] = 2\n",
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
    "an open text": 'puzzle "Tiny\nitem a\noption x() covers a\n',
    "a board alone": "board b 2x2\nshapes p\n  |AA\n",
    "a solid board alone": "board b 2x2x2\nshapes p\n  |AA\n",
    "pieces alone": "board b 2x2\nfill b with 1..2, once per row\nshapes p\n  |AA\n",
    "an option without an item": (
        "item a\nitem b at most once\noption x() covers a\noption y(n in 1..3)\n  covers b\n"
    ),
    "a key": (
        'table T\n  |name n\n  |bread 1\n  |milk 2\nitem a[1..T["milc"].n] option x(i in a) covers a[i]\n'
    ),
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
    yield from (each for each in wrong_examples().values() if each.name.endswith((".xc", ".dlx")))
    yield from (Source("spec.yaml", text) for text in YAML.values())
    yield from (Source("spec.xc", text) for text in TEXTS.values())
    yield Source("spec.xc", 'import "quens.xc"\n', str(HERE.parent / "specs" / "spec.xc"))


FIXABLE = [
    (source, diagnostic, edit)
    for source in sources()
    for diagnostic in found(source)
    for edit in diagnostic.fixes()
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
        shown = Counter((each.code, each.message) for each in found(Source(source.name, text, source.path)))
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


CELL = "item cell[1..3, 1..5]\n"
COST = "item a\noption x() covers a cost 3\n"


@pytest.mark.parametrize(
    ("wrong", "fixed"),
    [
        # indices: in another order, one less, one more, none, a tuple, only where the item exists
        (CELL + "option x(r in 1..5, c in 1..3) covers «cell[r, c]»", ["cell[c, r]"]),
        (CELL + "option x(r, c in 1..3) covers «cell[r, c, 7]»", ["cell[r, c]", "cell[c, 7]", "cell[r, 7]"]),
        (CELL + "option x(r, c in 1..3) covers «cell[r, (c), 7]»", []),
        ("item b[1..2, 1..2, 1..2] option x(r, c in 1..2) covers «b[r, 1]»", ["b[r, 1, c]"]),
        ("item b[1..2, 1..2, 1..2] option x(r, c, v in 1..2) covers «b[r, r]»", []),
        ("item a option x(r in 1..2) covers «a[r]»", ["!a"]),
        ("item a[{(1, 2)}] option x(r in {1}) covers «a[r, 2]»", ["!a[(r, 2)]"]),
        ("item up[2..4]\noption x(r, c in 1..3) covers up[r+c]«»", [" if r+c in up"]),
        (CELL + "option x(r, c in 1..4) covers cell[r, c]«»", [" if (r, c) in cell"]),
        ("item up[2..4] colored\nitem a option x(r in 1..3) covers a, up[r]«» = r", []),
        ("item up[2..4]\noption x(r in 7..9) covers up[r]«»", []),
        # items that nothing covers
        ("item a[1..2]\n«»", ["option x(r in a) covers a[r]\n", "-item a[1..2]\n"]),
        ("item a, b[1..2]\noption x() covers a«»", ["-, b[1..2]"]),
        ("item b[1..2], a\noption x() covers a«»", ["-b[1..2], "]),
        ("item b[1..2]  # unused\nitem a\noption x() covers a«»", ["-item b[1..2]  # unused\n"]),
        ("item b[{(1, 2)}], a\noption x() covers a«»", ["-b[{(1, 2)}], "]),
        # statements that are missing, or one too many
        (COST + "«»", ["minimize\n", "maximize\n"]),
        (COST + "expect items = 1\nlet n = 3\n«»", ["minimize\n", "maximize\n"]),
        (COST + "# the end\n«»expect items = 1\n", ["minimize\n", "maximize\n"]),
        (COST + "«»expect cost = 3 # so\n\nexpect items = 1\n", ["minimize\n", "maximize\n"]),
        (
            "board b 2x2\nshapes p\n  |AA\n«»",
            ["place free p on b\n", "fill b with 1..2, once per row, column\n"],
        ),
        ("board b 2x2x2\nshapes p\n  |AA\n«»", ["place one-sided p on b\n"]),
        ("board b 2x3\n«»", ["fill b with 1..3, once per row, column\n"]),
        (
            'puzzle "One"\npuzzle "Two"\nitem a\noption x() covers a«»',
            ['-puzzle "Two"\n', '-puzzle "One"\n'],
        ),
    ],
)
def test_what_is_offered(wrong: str, fixed: list[str]) -> None:
    """Instead of what is marked, or, behind a `-`, as what is left out; `!` is before a certain edit."""
    before, old, behind = re.split("[«»]", wrong)
    edits = [edit for each in found(Source("spec.xc", before + old + behind)) for edit in each.fixes()]
    for edit in edits:
        assert not edit.replacement or (edit.span.start, edit.span.text) == (len(before), old)
    offered = ["!" * edit.is_certain + (edit.replacement or f"-{edit.span.text}") for edit in edits]
    assert list(dict.fromkeys(offered)) == fixed


@pytest.mark.parametrize(
    ("wrong", "certain"),
    [
        ("let size = 3\nitem row[1..sise], column[1..size]\n", True),
        ("let size = 3\nitem row[1..sise]\n", False),  # `size` may be the slip
        ("let size = 3\nlet side = 4\nitem row[1..sise], column[1..size]\n", False),
        ("let n = 3\nitem row[1..n1], column[1..n]\n", False),  # or `n+1`
        ("item row[1..2], colum\noption x() covers row[1], colunm\noption y() covers row[2]\n", False),
        ("let n = 7%2\n", True),
        ("board b 2x2\nshapes p\n  |AA\nplace p on b\n", False),  # `free`, `one-sided` or `fixed`
        ('enum Team = Ajax\nitem a option x(t in Team) where t = "Ajax" covers a\n', True),
        ("board b\n  |.*\n", False),
    ],
)
def test_an_edit_is_certain_if_nothing_else_is_meant(wrong: str, certain: bool) -> None:
    edit = found(Source("spec.xc", wrong))[0].fix()
    assert edit
    assert edit.is_certain == certain


@pytest.mark.parametrize("text", ["excover: 1\nitems: a\noptions:\n  x(): {covers: a, cost: 3}\n"])
def test_no_statement_is_added_where_they_are_no_lines(text: str) -> None:
    (warning,) = found(Source("spec.yaml", text))
    assert (warning.code, warning.fixes()) == ("W206", [])


@pytest.mark.parametrize(
    ("wrong", "fixed"),
    [
        ("item a, b at most once", "item a at most once, b at most once"),
        ("item a, b colored", "item a colored, b colored"),
        ("item a,  # one\n  b[1..2] in units", "item a in units,  # one\n  b[1..2] in units"),
        ("item a, b, c[1..2] else cost 5, d", "item a else cost 5, b else cost 5, c[1..2] else cost 5, d"),
        ("item a once, b, c 2 times", "item a once, b 2 times, c 2 times"),
        (
            "item a[x in 1..2], b, c[x in 1..3] x times",
            "item a[x in 1..2] x times, b once, c[x in 1..3] x times",
        ),
    ],
)
def test_a_bound_is_repeated_where_it_may_be_meant(wrong: str, fixed: str) -> None:
    """A member that the bound mentions has a name in its own family: in others, `once` is meant."""
    (diagnostic,) = found(Source("spec.xc", wrong))
    edit = diagnostic.fix()
    assert diagnostic.code == "E034"
    assert edit
    assert edit.applied() == fixed
    assert "E034" not in [each.code for each in found(Source("spec.xc", fixed))]


@pytest.mark.parametrize(
    ("wrong", "fixed"),
    [
        ("items:\n  - a, b: 2 times\n", "items:\n  - a: 2 times\n    b: 2 times\n"),
        ("items:\n  'a[1..2], b': colored\n", "items:\n  'a[1..2]': colored\n  'b': colored\n"),
        ('items: {"a, b": "2 times"}\n', 'items: {"a": "2 times", "b": "2 times"}\n'),
        ('items: [c, {"a, b": 2 times}]\n', 'items: [c, {"a": 2 times, "b": 2 times}]\n'),
        ("items:\n  a, b: >\n    2 times\n", None),
        ("items:\n  ? a, b\n  : 2 times\n", None),
    ],
)
def test_a_key_is_repeated_for_each_family(wrong: str, fixed: str | None) -> None:
    diagnostic, *_ = found(Source("spec.yaml", f"excover: 1\n{wrong}"))
    edit = diagnostic.fix()
    assert diagnostic.code == "E034"
    assert (edit.applied() if edit else None) == (fixed and f"excover: 1\n{fixed}")
    assert not fixed or "E034" not in [each.code for each in found(Source("spec.yaml", edit.applied()))]


def test_every_class_with_a_fix_has_an_example() -> None:
    with_fix = {made.__name__ for made in classes() if "fix" in vars(made) or Unknown in made.__bases__}
    assert with_fix - {type(diagnostic).__name__ for _, diagnostic, _ in FIXABLE} == set()


def test_the_edit_is_in_the_data() -> None:
    (wrong,) = found(Source("spec.xc", "let size = 3\nitem row[1..sise]\n"))
    assert wrong.as_data()["fix"] == {
        **{"file": "spec.xc", "line": 2, "column": 13, "end_line": 2, "end_column": 17},
        "replacement": "size",
    }
    (wrong,) = found(Source("spec.xc", "let size = unknown\n"))
    assert wrong.as_data()["fix"] is None
