"""Common mistakes of newcomers: what is told of each, and the edit that is offered.

`golden/common_mistakes.txt` has the messages. An edit that is offered as certain has to mend the statement:
what is told afterwards, if anything, is about something else.
"""

from __future__ import annotations

import pytest
from goldens import Golden

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.source import Source
from excover.problem.problem import compile_source

pytestmark = pytest.mark.outer

ITEM = "item a[1..3]\n"
OPTION = "option x(i in 1..3) covers a[i]\n"
FILL = "board b 3x3\nfill b with 1..3, once per row, column\n"
PLACE = "board b 3x3\nshapes p\n  |AAA\n"
COSTS = "option x(i in 1..3) covers a[i] cost i\n"

MISTAKES = (
    ITEM + "option hidden x(i in 1..3) covers a[i]\n",
    "choose hidden x(i in 1..3)\n",
    ITEM + "option x(i in 1..3) covers a[i] hidden",
    ITEM + OPTION + "option y(i in 1..3)\n  covers a[i] hidden\nexpect solutions = 8\n",
    "board b 3x3\nlines hidden x on b\n",
    FILL + "hidden fill b with 1..3\n",
    ITEM + "hidden x(i in 1..3) covers a[i]\n",
    FILL + "draw shade (1,1)\n",
    FILL + 'draw shade (1,1)\ndraw circle at {(1,2)} as "A"\n',
    ITEM + OPTION + "draw x(i) (1,i) as i\n",
    ITEM + OPTION + "draw a[1] (1,1)\n",
    ITEM + COSTS + "minimize sum(i)\n",
    ITEM + COSTS + "minimize sum(i for i in 1..3)\n",
    ITEM + COSTS + "minimize x(i)\n",
    ITEM + COSTS + "maximize 3*cost\n",
    ITEM + COSTS + "minimize cost + 2\n",
    "let s = {1 2 3}\n",
    'let s = {"a" "b"}\n',
    "board b 4x4\nfill b with 1..4, once per row, column, box 2x3\n",
    "board b 4x4\nfill b with 1..4, once per row, column, box\n",
    "board b 4x4\nfill b with 1..4, once per rows\n",
    PLACE + "place free p on b up to rotations\n",
    PLACE + "place free p on b 3 times\n",
    PLACE + "put free p on b\n",
    'item a["Dan","Eva"]\noption x(i in a) covers a[i]\n',
    PLACE + "place free p on b once\n",
    "enum C = red, green\nboard b 2x2\nfill b with red, green\n",
    "board b\n  |.*\nlegend * = cell\n",
    "board b\n  |.x\nlegend x = cell\n",
    "puzzle My Queens\nitem a[1..3]\n" + OPTION,
    "puzzle Queens\nitem a[1..3]\n" + OPTION,
    ITEM + OPTION + "draw x(i) at (1,i) as *\n",
    ITEM + OPTION + 'draw x(i) at (1,i) as "Q" color red\n',
    "table t from people.csv\n",
    "import pieces.xc\n",
    ITEM + "for i in 1..3: option x(i) covers a[i]\n",
    ITEM + "for i in 1..3\n  option x(i) covers a[i]\n",
    ITEM + "option x(i in 1..3) where i == 2 covers a[i]\n",
    ITEM + "option x(i in 1..3) where i > 1 && i < 3 covers a[i]\n",
    ITEM + "option x(i in 1..3) where i > 1 || i < 3 covers a[i]\n",
    ITEM + "option x(i, j in 1..3) covers a[i] and a[j]\n",
    ITEM + "option x(i in 1..3 and j in 1..3) covers a[i]\n",
    "item a[1..3] and b[1..3]\n" + OPTION,
    ITEM + "option x(i in 1..3) where i = 1 or 2 covers a[i]\n",
    ITEM + "// comment\n" + OPTION,
    ITEM + "/* comment */\n" + OPTION,
    ITEM + "% comment\n" + OPTION,
    "puzzle \u201cQueens\u201d\nitem a[1..3]\n" + OPTION,
    "puzzle \u201eQueens\u201c\nitem a[1..3]\n" + OPTION,
    "puzzle \u00abQueens\u00bb\nitem a[1..3]\n" + OPTION,
    ITEM + "option x(i in 1..3): covers a[i]\n",
    ITEM + "option x(i in 1..3): a[i]\n",
    ITEM + "option x(i in 1..3) -> a[i]\n",
    ITEM + "option x(i in 1..3) = a[i]\n",
    ITEM + "option x(i in {1,2,3}}) covers a[i]\n",
    ITEM + "option x(i in 1..3)) covers a[i]\n",
    ITEM + "option x(i in 1..3) covers a[i]]\n",
    ITEM + "option x(i in 1..3 covers a[i]\n",
    ITEM + "option x(i in 1..3) cover a[i]\n",
    "items a[1..3]\n" + OPTION,
    "var n = 3\n",
    "const n = 3\n",
    "int n = 3\n",
    "n = 3\n",
    "let n := 3\n",
    "let n 3\n",
    "item a[1-3]\n" + OPTION,
    "item a[1 to 3]\n" + OPTION,
    "item a[1:3]\n" + OPTION,
    "item a in 1..3\n",
    "item a[range(1,4)]\n",
    "let n = 2^3\n",
    "let n = 2**3\n",
    "item a[1..3] 1 to 3 times\n",
    "let n = 7//2\n",
    "let n = 7 % 2\n",
    ITEM + "option x(i in 1..3) where i /= 2 covers a[i]\n",
    ITEM + "option x(i in 1..3) where i \u2264 2 covers a[i]\n",
    ITEM + "option x(i in 1..3) where i \u2260 2 covers a[i]\n",
    "let n = 3 \u2212 1\n",
    "item a[1\u20263]\n" + OPTION,
    "item a[1\u20133]\n" + OPTION,
    ITEM + "option x(i \u2208 1..3) covers a[i]\n",
    ITEM + "option x(i in 1..3) where i > 1 \u2227 i < 3 covers a[i]\n",
    "symmetry x(i) \u2192 x(i)\n",
    ITEM + "let n = if 1 < 2 then 3 else 4\n",
    "let n = 1 < 2 ? 3 : 4\n",
    ITEM + "option x(i in 1..3) if i > 1 covers a[i]\n",
    ITEM + "option x(i in 1..3) such that i > 1 covers a[i]\n",
    ITEM + "option x(i in 1..3) when i > 1 covers a[i]\n",
    "let s = {i | i in 1..3}\n",
    ITEM + "option x(i in 1..3) covers a[j] forall j in 1..3\n",
    ITEM + OPTION + "expect solutions == 1\n",
    ITEM + OPTION + "expect 1 solution\n",
    ITEM + OPTION + "expect solutions 1\n",
    ITEM + OPTION + "expect no solution\n",
    ITEM + OPTION + "expect unique\n",
    "board 3x3\n",
    "board b 3*3\n",
    "board b 3,3\n",
    "board b 3\n",
    "board b (3,3)\n",
    "board b [3,3]\n",
    "shapes p:\n  |AA\n",
    "board b 2x2\nfill b with 1..2\ngiven b[1,1] == 2\n",
    "board b 2x2\nfill b with 1..2\ngiven\n  1.\n  .2\n",
    "board b 2x2\nfill b with 1,2,3,4\n",
    "board b 2x2\nfill b with {1,2}, once per row and column\n",
    "board b 2x2\nfill b with 1..2 once per row, column\n",
    "board b 2x2\nfill b with 1..2, once in each row\n",
    "item a[1..3],\n" + OPTION,
    ITEM + "option x(i in 1..3,) covers a[i]\n",
    "item a[1..3];\n" + OPTION,
    "item a at most 1\n",
    "item a <= 1\n",
    "item a exactly 2\noption x() covers a\n",
    "item a = 1\n",
    "item a optional\n",
    "item a secondary\n",
    "function f(x) = x\n",
    "def f(x): x\n",
    ITEM + "option x covers a[1]\n",
    ITEM + "option x(i) in 1..3 covers a[i]\n",
    ITEM + "option x(i for i in 1..3) covers a[i]\n",
    ITEM + "option x(i) for i in 1..3 covers a[i]\n",
    ITEM + "option x(i in 1..3) covers a[i] cost i where i > 1\n",
    ITEM + "option x(i in 1..3) where: i > 1 covers a[i]\n",
    ITEM + "option x(i in 1..3) covers a[i] cost = 3\n",
    "Item a[1..3]\n" + OPTION,
    "ITEM a[1..3]\n" + OPTION,
    ITEM + OPTION + "solve\n",
    ITEM + OPTION + "print solutions\n",
    "item a.b\n",
    ITEM + OPTION + "end\n",
    "option x() { covers a }\n",
    "item a[1..3], b[1..3]\noption x(i in 1..3) covers a[i], b[i] where i > 1 cost 3 # so\n",
    ITEM + "option x(i in 1..3) where i < 3 covers a[i] where i > 1\n",
    ITEM + "option x(i in 1..3)\n  covers a[i]\n  where i > 1\n",
)


MISTAKES += (
    ITEM + "option x(i in 1..3) cost i covers a[i] # dear\nminimize\n",
    FILL + "given b[1, 1] = 3\n",
    FILL + "given b[i, i] = i + 0 for i in 1..3\n",
    ITEM + OPTION + "draw x(i) at (1, i) as Q\n",
    ITEM + OPTION + 'draw x(i) where i > 1 at (1, i) as "Q"\n',
    PLACE + "place free p on b\nforbid p(A, cells) for cells in b\n",
    PLACE + "place free p on b where piece = A\n",
    PLACE + "place free p on board\n",
    "item a[{red, green}]\n",
    ITEM + "option x(i in 1..3) where True covers a[i]\n",
    ITEM + "option x(i in 1..3) where i = 1 or 2 covers a[i]\n",
    ITEM + "-- a comment\n" + OPTION,
    "let n = size({1, 2})\n",
    "let n = sqrt(9)\n",
    "def f(x) = return x\n",
    "item a-b\n",
    "let n = if 1 < 2 : 3\n",
    "item a 1..3\n",
    ITEM + "option x(i in 1..3) covers a[i] * 3\n",
    ITEM + "option x(i in 1..3) covers a[j] for j in 1..i\n",
    ITEM + OPTION + "minimize a, b\n",
    "let n = 3.5\n",
    "let n = max 1, 2\n",
    "item a in units at most 3\n",
    "param max size = 4\n",
    "max size = 4\n",
    "board b 4x4\nfill b with 1..4, once per region\n",
    "item a <= 2\n",
    "item a >= 2\n",
    "item a = 3\n",
    "item a[1...3]\n" + OPTION,
    "shapes p = all free 4 square\n",
    "item a else 5\n",
    ITEM + OPTION + "given not x(1)\n",
    PLACE + "place free p on b each at least 0 times\nrequire p apart diagonally\n",
    "board b 4x4\nfill b with 1..4, once per row column\n",
    "board b 4x4\nfill b with 1..4, once per row and column\n",
    "item a[1..3] = 2 times\noption x(i in 1..3) covers a[i]\n",
    "board b 4x4\nfill b with 1..4, once per block 2x2 row\n",
    "board b 4x4\nfill b with 1..4, once per row 2x2\n",
    "item fleet[k in 1..3] 4 - k\noption x(i in 1..3) covers fleet[i]\n",
    "item fleet[k in 1..3] at most 4 - k\noption x(i in 1..3) covers fleet[i]\n",
)


def told(text: str) -> list[Diagnostic]:
    try:
        return list(compile_source(Source("spec.xc", text)).warnings)
    except SpecError as wrong:
        return list(wrong.diagnostics)


def test_what_is_told_of_mistakes(golden: Golden) -> None:
    shown = []
    for text in MISTAKES:
        wrong = told(text)[0]
        edit = wrong.fix()
        kind = "edit" if edit and edit.is_certain else "possible edit"
        shown.append(
            wrong.plain() + (f"\n  {kind}: {edit.span.text!r} -> {edit.replacement!r}" if edit else "")
        )
    golden("common_mistakes.txt", "\n\n".join(shown) + "\n")


@pytest.mark.parametrize("text", MISTAKES)
def test_a_certain_edit_mends_it(text: str) -> None:
    wrong = told(text)[0]
    edit = wrong.fix()
    if edit and edit.is_certain:
        left = told(edit.applied())
        assert not any(each.code in ("E006", "E007", "E008", "E009", "E101", "E106") for each in left)


@pytest.mark.parametrize("text", MISTAKES)
def test_every_mistake_has_a_way_out(text: str) -> None:
    assert told(text)[0].help


MAYBE_EQUAL = {
    "x, y in 1..6) covers way if sum({x, y}) = 4": 1,
    "x, y in 1..6) where x != y covers way if sum({x, y}) = 4": 0,
    "x, y in 1..6) where x != y and x > 0 covers way if sum({x, y}) = 4": 0,
    "x, y in 1..6) covers way if x < y and sum({x, y}) = 4": 0,
    "x, y in 1..6) covers way if x < y or sum({x, y}) = 4": 1,
    "x, y in 1..6, z in {sum({x, y})}) where x < y covers way if z > 1": 0,
    "z in {sum({x, y}) for x, y in 1..6 where x < y}) covers way if z > 1": 0,
    "z in {sum({x, y}) for x, y in 1..6}) covers way if z > 1": 1,
    "x, y in 1..6) where x < y and any(sum({x, y}) = 4 for y in 2..2) covers way": 1,
    "x, y in 1..6) where x < y and any(sum({x, y}) = z for z in 2..2) covers way": 0,
    "x, y in 1..6) where x < y and any(z = 3 for z in {sum({x, y})}, x in 1..2) covers way": 0,
    "x, y in 1..6) where x < y and any(z = 3 for x in 1..2, z in {sum({x, y})}) covers way": 1,
    "x, y in 1..6) where x < y and sum(2 * v for v in {x, y}) > 5 covers way": 0,
    "x, y in 1..6) where x < y and sum(x for x in {x, y}) > 5 covers way": 0,
    "x in 1..6) where sum({x, 3}) > 5 covers way": 1,
    "x in 1..6) where x > 3 and sum({x, 3}) > 5 covers way": 0,
    "x in 1..6) where sum({x, x + 1}) > 5 covers way": 0,
    "x in 1..6, y in x + 1..6) where sum({x, y}) > 5 covers way": 0,
    "x, y, z in 1..6) where x < y and y <= z - 1 and sum({x, y, z}) > 5 covers way": 0,
    "x, y in 1..6) where y = x + 1 and sum({x, y}) > 5 covers way": 0,
    "x, y in 1..6) where x mod 2 = 0 and y mod 2 = 1 and sum({x, y}) > 5 covers way": 0,
    "x in 1..3, y in 4..6) covers way if sum({x, y}) = 4": 0,
    "x, y in 1..6) covers way if sum({x, y}) = 4 and x != y": 0,
    "x in 1..6) covers way cost sum({x, len({1, 2, 2})})": 1,
    "x in 1..2) where sum({two, one, one + 1}) > x covers way": 1,
    "x in 1..2) where sum({two, one, one + 2}) > x covers way": 0,
    "x in 1..2) where total(x, 3) > x covers way": 0,
    "x in 1..3) where total(x, 3) > x covers way": 1,
    "x in 1..3) covers way given throw(x) for x in 2..2 where sum({x, 2}) > 1": 1,
    "x in 1..3) covers way require throw(1) <= sum({x, 2}) for x in 1..3": 1,
    "x in 1..3) covers way require throw(1) <= sum({x, 2}) for x in 3..3": 0,
}
"""The ends of options whose sums are of one set, and whether its members may be equal."""


@pytest.mark.parametrize("option", MAYBE_EQUAL)
def test_members_that_conditions_exclude_from_being_equal(option: str) -> None:
    names = "let one = 1 let two = 2 def total(a, b) = sum({a, b})"
    found = told(f"{names} item way option throw({option}")
    assert [each.code for each in found if each.code == "W815"] == ["W815"] * MAYBE_EQUAL[option]


def test_what_is_offered_for_a_comprehension() -> None:
    def offered(sum_: str) -> str:
        return " ".join(told(f"item way option throw(x, y in 1..6) covers way if {sum_} > 1")[0].help)

    assert "`(x + (y - 1))`" in offered("sum(v for v in {x, y - 1})")
    assert "`" not in offered("sum(2 * v for v in {x, y - 1})").replace("`+`", "")
    assert "`" not in offered("sum(v for v in {x, y - 1} where v > 1)").replace("`+`", "")
