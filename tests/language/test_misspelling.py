"""A misspelt keyword in a statement is reported with the keyword that was meant, and an edit."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.source import Source
from excover.language.syntax.grammar import statement_words, words_of_the_grammar
from excover.language.syntax.parse import parse
from excover.language.syntax.statements.draw import LOOKS
from excover.lattices import LATTICE_NAMES

STATEMENTS = """\
import lib as mine
param n = 3 in 1..5
table t from "x.csv"
item a at most once, more at cost 5
option x(k in 1..2) up to 3 times covers a
item a[1..n] at most once
shapes s = all one-sided 2..5 of square without holes
board b 2x2, at most 1 hole
board b 2x2, may stay empty
require f(1) implies f(2)
item a at most 3 times
item a at least 2 times
item a 3 times
item a 1..2 times
item a colored
item a 2 units
item a at most 3 units
minimize a then b[1] then maximize c
optional option x(k in 1..3) covers a[k] cost k
option x(k in 1..3) where k > 1 distinct covers a[k] if k > 2, (b[j] for j in 1..2) cost 3
option x(k in {1, 2}) where not k in {2} and k > 0 or k < 3 covers a
board b hex 3 by 4
board b 3x3, torus
board b 3x3, torus shifted by 2
board b 3x3, cylinder
board b 3x3, crossing
board b 3x3x3, open below, open above
board b 3x3 legend "*" = cell
shapes s cube |A
shapes s = "A" at {(1, 1), (1, 3)} detached
board b 2x2 labels |12
board b labels a left |1
board b labels a* right |1
place free p on b each 2 times covering at least 3 matching "1" on "a" where true
place fixed p on b each at most once
place fixed p on b border 1 where true
shapes s = all free tiles of hex with sides in 1..2
shapes s = "A" with corners (1, 2), (k with corners (k, k) for k in 1..2) of hex
place one-sided p on b each at least 2 times
fill b with 1..4, once per row, column, block 2x2, label
given a[k] = 1 for k in 1..2 where k > 1
forbid x(k) for k in 1..2
require s apart
require s apart per piece
require b without crossroads
require b without faults, crossroads
require x(1) else cost 3
require x(1) = 1 else cost 3 each
require x connected
require x connected to the edge
require x(k) where k > 1 at k connected per k
require x(k) at k connected along {(1, 2)}
require x(k) at k as areas of 2 along {(1, 2)}
require x as one loop
require x as paths between {(1, 2), (3, 2)}
lines y on {1, 2}
lines z along {(1, 2)}
require x(k) joining {k, k + 1} as one loop
symmetry x(k) -> x(k)
draw x(k) at (k, k) as "A" color "red"
draw as "A" color "red" for v in 1..2
draw circle at v for v in {(1, 1)} where v != (2, 2)
expect solutions up to symmetry = 3 when n = 2
expect solutions up to rotations = 3
expect options = 3
expect items = 3
expect cost = 3
expect best load[1] = 3
let s = sum(k for k in 1..3 where k > 1)
let s = 1 if 2 > 1 else 3
let s = 7 div 2 + 7 mod 2
""".splitlines()


AFTER_A_DRAWING = ["periods", "along", "angle", "corners", "neighbors", "motions"]
"""Of the statement `lattice`, which has a line that ends with a drawing."""


def slips(word: str) -> Iterator[str]:
    """The last letter left out, two letters swapped, a letter twice."""
    if len(word) > 2:
        yield word[:-1]
        yield word[0] + word[2] + word[1] + word[3:]
    yield word[:2] + word[1:]


def misspelt() -> Iterator[tuple[str, str]]:
    """Each statement with one of its keywords misspelt, the first word apart; and as it should be."""
    for statement in STATEMENTS:
        bare = re.sub('"[^"]*"', lambda text: '"' * len(text[0]), statement)
        for found in list(re.finditer("[a-z][a-z-]+", bare))[1:]:
            if found[0] in LATTICE_NAMES and bare[: found.start()].endswith(" of "):
                continue  # where the name of a declared lattice may stand, this is found with the other names
            if found[0] in ("holes", "tiles", "stay", "empty", "more"):
                continue  # where the name of a piece or an item, or a number, may stand, too; behind `may`
            for slip in slips(found[0]):
                if found[0] in words_of_the_grammar() and slip not in words_of_the_grammar():
                    yield f"{statement[: found.start()]}{slip}{statement[found.end() :]}", statement


def wrong(text: str) -> Diagnostic:
    with pytest.raises(SpecError) as refused:
        parse(Source("x.xc", text))
    return refused.value.diagnostics[0]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_these_are_statements(statement: str) -> None:
    parse(Source("x.xc", statement))


def test_most_keywords_are_tried() -> None:
    tried = set(re.findall("[a-z-]{2,}", "\n".join(STATEMENTS)))
    assert words_of_the_grammar() - tried - set(LATTICE_NAMES) <= {
        *statement_words(),
        "optional",
        *AFTER_A_DRAWING,
        *LOOKS,  # one of these misspelt is an item: tests/wrong/decoration-misspelled.xc
    }


@pytest.mark.parametrize(("text", "meant"), list(misspelt()))
def test_the_edit_writes_the_keyword(text: str, meant: str) -> None:
    fix = wrong(text).fix()
    assert fix
    assert fix.applied() == meant


def test_other_statements_are_left_alone() -> None:
    text = "let one = 1\nplace fre p on b\nitem a at mst once\nlet two = 2\n"
    with pytest.raises(SpecError) as refused:
        parse(Source("x.xc", text))
    place, item = refused.value.diagnostics
    assert (place.message, place.help) == (
        "`fre` where `free`, `one-sided` or `fixed` is expected",
        ("did you mean `free`?",),
    )
    assert item.message == "`mst` where `least` or `most` is expected"


@pytest.mark.parametrize(
    "text",
    [
        "item a 3 mangoes",
        "place p on b",
        "option x(k in 1..3) a[k]",
        "let s = 1 2",
        "item a[1..3",
        "board b 3x",
    ],
)
def test_what_is_no_slip_gets_no_keyword(text: str) -> None:
    assert not any("did you mean" in line for line in wrong(text).help)


def test_a_word_that_is_a_keyword_is_none() -> None:
    assert "did you mean" not in "".join(wrong("item a at least option").help)


@pytest.mark.parametrize("run", ["a" * 300_000, "a-" * 150_000, "a" + " " * 300_000])
def test_a_long_run_of_letters_before_a_fault_is_scanned_once(run: str) -> None:
    """In a comment or a drawing, where nothing else limits it. A scan for each letter would take hours."""
    with pytest.raises(SpecError):
        parse(Source("long.xc", f"item a\n# {run}\n3"))
