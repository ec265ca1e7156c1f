"""The layout of texts: the same tree, all comments, and no second change."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import expressions, specs

from excover.base.diagnostics import SpecError
from excover.base.limits import Limits
from excover.base.source import Source
from excover.language import gallery
from excover.language.syntax import ast, phrases
from excover.language.syntax.format import WIDTH, format_spec, formatted
from excover.language.syntax.parse import parse, parse_expression
from excover.language.syntax.unbarred import with_bars

SHIPPED = sorted(gallery.folder().rglob("*.xc"))
DEEP = Limits(nesting=1000)


def spec_of(text: str) -> ast.Spec:
    return parse(Source("spec.xc", text), DEEP)


def neat(text: str) -> str:
    return formatted(Source("spec.xc", text), DEEP)


# From a tree to its text and back


@settings(max_examples=examples(300))
@given(expressions)
def test_any_expression(expr: ast.Expr) -> None:
    text = phrases.expression(expr)
    assert ast.same(parse_expression(Source("<text>", text), DEEP), expr)


@settings(max_examples=examples(150))
@given(specs)
def test_any_tree(spec: ast.Spec) -> None:
    text = format_spec(spec)
    assert ast.same(spec_of(text), spec)
    assert neat(text) == text


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_are_laid_out_already(path: Path) -> None:
    source = gallery.read_file(path)
    assert formatted(source) == source.text


EXPRESSIONS = [
    ("1+2 *3", "1 + 2*3"),
    ("(1 + 2)*3", "(1+2)*3"),
    ("1 - (2 - 3) - 4", "1 - (2-3) - 4"),
    ("((1 - 2)) - 3", "1 - 2 - 3"),
    ("a*(b div c) mod d", "a*(b div c) mod d"),
    ("- (a + b)", "-(a+b)"),
    ("-(-a)", "--a"),
    ("2 - - 3", "2 - -3"),
    ("f(2 - -3)", "f(2 - -3)"),
    ("1 - n .. n - 1", "1-n..n-1"),
    ("(1..3)[2]", "(1..3)[2]"),
    ("not (a and b) or (not c) and (d = e)", "not (a and b) or not c and d = e"),
    ("(a or b) or c", "(a or b) or c"),
    ("(a = b) = c", "(a = b) = c"),
    ("a  not   in  {1,2 , 3}", "a not in {1, 2, 3}"),
    ("x if a else (y if b else z)", "x if a else y if b else z"),
    ("(x if a else y) if b else z", "(x if a else y) if b else z"),
    ("sum( x * x + 1 for x,y in 1..3 , (a,b) in S )", "sum(x*x+1 for x, y in 1..3, (a, b) in S)"),
    ("{x for x in S where x < 3 }", "{x for x in S where x < 3}"),
    ("t.in.column[1 , 2][3]", "t.in.column[1, 2][3]"),
    ("(a+b).x", "(a+b).x"),
]


@pytest.mark.parametrize(("written", "laid_out"), EXPRESSIONS)
def test_expression(written: str, laid_out: str) -> None:
    expr = parse_expression(Source("<text>", written))
    assert phrases.expression(expr) == laid_out


def test_a_long_chain_is_no_deep_recursion() -> None:
    text = "let a = " + " + ".join(["1"] * 90) + "\nlet b = x" + ".y[1]" * 40 + "\n"
    spec = spec_of(text)
    assert format_spec(spec) == text
    assert ast.same(spec, spec_of(text))


@pytest.mark.parametrize("text", ["board b (hex) by 3", "board b (hex(1)) by 3", "board b hex 2 by n"])
def test_sizes_are_no_lattices(text: str) -> None:
    assert neat(text) == f"{text}\n"


# Layout

UNTIDY = """\


# A puzzle.
puzzle   "Tiny"    # its title


item a at most  once , b at most  once option f( x in 1..2 )
  # one or the other
  covers a if x=1,
         b if x=2   # b is
# Drawn,
board tray hex , torus # a torus
|. .
   | . .
  legend "*"=cell


given

|A
# the end


"""
TIDY = """\
# A puzzle.
puzzle "Tiny"  # its title

item a at most once, b at most once
# one or the other
option f(x in 1..2) covers a if x = 1, b if x = 2  # b is
# Drawn,
# a torus
board tray hex, torus
  |. .
  | . .
  legend "*" = cell

given
  |A
# the end
"""


def test_layout() -> None:
    assert neat(UNTIDY) == TIDY
    assert neat(TIDY) == TIDY


def test_long_statements_are_broken_after_commas() -> None:
    items = ", ".join(f"item_number_{n}" for n in range(20))
    text = neat(f"option f(x in 1..2) where x > 1 covers {items} cost 3 item {items}")
    assert max(map(len, text.splitlines())) <= WIDTH
    assert text.startswith("option f(x in 1..2)\n  where x > 1\n  covers item_number_0, item_number_1,")
    assert "\n    item_number_" in text
    assert "\n  cost 3\nitem item_number_0," in text
    assert text.endswith("item_number_18, item_number_19\n")
    assert neat(text) == text


@pytest.mark.parametrize("text", ["", "\n\n", "# only this", "\n# one\n\n\n\n# two"])
def test_nothing_but_comments(text: str) -> None:
    assert neat(text) == re.sub(r"\n{2,}", "\n\n", text.strip() + "\n").removeprefix("\n")


def test_what_cannot_be_read_is_not_laid_out() -> None:
    with pytest.raises(SpecError, match="E008"):
        neat("item item")


GAPS = st.sampled_from(["", " ", "\n", "\n\n", "  # one\n", "# two \n\n\n", '\n\t# | three "\n# four\n'])


@settings(max_examples=examples(200))
@given(st.data(), specs)
def test_comments_are_kept(data: st.DataObject, spec: ast.Spec) -> None:
    lines = format_spec(spec).split("\n")
    text = "".join(f"{line}\n{data.draw(GAPS)}" for line in lines)
    once = neat(text)
    assert ast.same(spec_of(once), spec)
    assert neat(once) == once
    assert sorted(comments(once)) == sorted(comments(text))


def comments(text: str) -> list[str]:
    found = re.findall(r'"[^"\n]*"|\|[^\n]*|(#[^\n]*)', text)
    return [comment.strip() for comment in found if comment]


# Bars

PASTED = """\
# Three drawings.
board tray
....
..#.
shapes piece

    AA.
     BB

    C

given  # these
  A  A

  |B.
  # and no more
place free piece on tray
..x
board box 3x3
expect solutions = 1
"""
BARRED = """\
# Three drawings.
board tray
  |....
  |..#.
shapes piece
  |AA.
  | BB
  |
  |C

given  # these
  |A  A
  |
  |B.
  # and no more
place free piece on tray
..x
board box 3x3
expect solutions = 1
"""


def test_bars_are_added_where_drawings_stand() -> None:
    assert with_bars(PASTED) == BARRED
    assert with_bars(BARRED) == BARRED


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_bars_come_back(path: Path) -> None:
    text = gallery.read_file(path).text
    if "\ntable " in text:  # tables keep their bars
        return
    bare = re.sub(r"^  \|", "", text, flags=re.MULTILINE)
    if re.search(r"^ *labels \w", text, flags=re.MULTILINE):  # blanks before the words mean nothing
        assert re.sub(r"\| +", "|", with_bars(bare)) == re.sub(r"\| +", "|", text)
    elif not re.search(r"^  \|$", text, flags=re.MULTILINE):
        assert with_bars(bare) == text
    assert with_bars(text) == text


def test_a_clause_that_is_too_long_is_not_broken_before_its_first_word() -> None:
    name = "x" * 20
    text = f"item a[1..3]\noption o({name} in 1..3) where {' + '.join([name] * 6)} > 3 covers a[{name}]"
    written = formatted(Source("x.xc", text))
    assert all(map(str.strip, written.splitlines()))
    assert formatted(Source("x.xc", written)) == written


@pytest.mark.slow
@settings(max_examples=examples(100))
@given(specs)
def test_bars_are_not_added_twice(spec: ast.Spec) -> None:
    assert with_bars(format_spec(spec)) == format_spec(spec)
