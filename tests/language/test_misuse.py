"""Whatever is written, it is understood or refused in words: never another exception, never a hang.

Descriptions are made of statements with any expression in any place, and of the shipped ones with words or
lines deleted, doubled, swapped and changed.
`EXAMPLES=10000 python -m pytest tests/language/test_misuse.py` looks further.
"""

from __future__ import annotations

import os
import re

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.limits import Limits
from excover.base.source import Source
from excover.language import gallery
from excover.problem.problem import compile_source

SMALL = Limits(
    nesting=20, bindings=20_000, cells=400, items=2_000, options=2_500, entries=30_000, symmetries=20_000
)
FEW = settings(max_examples=int(os.environ.get("EXAMPLES", "25")), suppress_health_check=list(HealthCheck))
UNLOCATED = {"E001", "E507"}


def check(text: str) -> None:
    try:
        problem = compile_source(Source("spec.xc", text), limits=SMALL)
        told: tuple[Diagnostic, ...] = problem.warnings
        assert problem.symmetries.order >= 1
    except SpecError as wrong:
        told = wrong.diagnostics
        assert told, "refused without a word"
    for diagnostic in told:
        assert diagnostic.labels or diagnostic.code in UNLOCATED
        assert diagnostic.plain()


# Statements with anything in any place

NAMES = [
    "n",
    "S",
    "red",
    "Hue",
    "T",
    "f",
    "a",
    "b",
    "edge",
    "tray",
    "box",
    "comb",
    "p",
    "q",
    "x",
    "y",
    "r",
    "c",
]
names = st.sampled_from(NAMES)
numbers = st.sampled_from(["0", "1", "2", "3", "7", "999999999999999999"])
leaves = st.one_of(names, numbers, st.sampled_from(['"A"', '"red"', '""', "1..3", "{}", "{1, 2}", "(1, 2)"]))


def filled(pattern: str, **holes: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Each hole ``<name>`` of the pattern is filled anew."""
    parts = re.split(r"<(\w+)>", pattern)
    made = [holes[part] if i % 2 else st.just(part) for i, part in enumerate(parts)]
    return st.tuples(*made).map("".join)


def wider(e: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    op = st.sampled_from(
        [*"+-*=<>", "..", "div", "mod", "!=", "<=", "in", "not in", "and", "or"],
    )
    shapes = [
        *("(<e>)", "<e> <o> <e>", "-<e>", "not <e>", "<e> if <e> else <e>", "(<e>, <e>)", "{<e>, <e>}"),
        *(
            "{<e> for <n> in <e>}",
            "{<e> for (r, c) in <e> where <e>}",
            "<n>[<e>]",
            "<n>[<e>, <e>]",
            "(<e>).to",
        ),
        *("<n>.to", "<n>(<e>)", "<n>(<e>, <e>)", "min(<e>, <e>)", "len(<e>)", "sum(<e> for <n> in <e>)"),
        *("count(<e>)", "abs(<e>)", "any(<e> for r, c in <e>)", "max(<e>)", "all(<e>)"),
    ]
    return st.one_of([filled(shape, e=e, n=names, o=op) for shape in shapes])


expressions = st.recursive(leaves, wider, max_leaves=5)
art = st.lists(st.text("AB12.?#*| \t", max_size=6), min_size=1, max_size=4).map(
    lambda lines: "".join(f"\n  |{line}" for line in lines) + "\n"
)
group = st.sampled_from(["free", "one-sided", "fixed"])
lattice = st.sampled_from(["", "", "square", "hex", "triangle", "cube"])
flags = st.sampled_from(["", "", ", torus", ", cylinder", ", open below", ", open below, open above"])
times = st.one_of(
    st.sampled_from(["", "", "at most once", "colored"]),
    *[filled(shape, e=leaves) for shape in ("<e> times", "<e>..<e> times", "at most <e> times")],
)
each_times = st.one_of(st.just(""), filled("each <e> times", e=leaves))
unit = st.sampled_from(["row", "column", "label", "block", "block 1x2", "block 2x2", "row 2x2", "block 0x1"])
loop = st.one_of(st.just(""), filled("for <n> in <e> where <e>", n=names, e=expressions))
size = st.one_of(
    st.sampled_from(["2x2", "2x3", "1x2x2", "2x2x2", "0x1", "2x2x2x2"]), filled("<e> by <e>", e=leaves)
)
binders = st.sampled_from(
    [
        "",
        "r in 1..3",
        "r, c in 1..2",
        "(r, c) in tray",
        "r in a",
        "x in T",
        "y in S",
        "r in Hue",
        "r, r in 1..2",
    ]
)
refs = st.sampled_from(
    [
        "a[r]",
        "a[1]",
        "a",
        "tray[r, c]",
        "tray[1, 1]",
        "tray[r]",
        "edge[r]",
        "edge",
        'p["A"]',
        "b[x]",
        "b[y, r]",
    ]
)
cover = st.one_of(
    refs, refs, *[filled(s, r=refs, e=expressions) for s in ("<r> = <e>", "<r> if <e>", "<r> = 1")]
)
call = filled(
    "<n>(<e>)", n=names, e=st.one_of(binders, st.sampled_from(["r", "r, c", "r, c, v", "1", "c, r", ""]))
)

STATEMENTS = [
    *('puzzle "A"', "import pentominoes", "import tetrominoes as p", "import nothing", 'import "x.xc"'),
    *("param n = <e>", "param n = <e> in <e>", "let S = <e>", "let <n> = <e>", "enum Hue = red, <n>"),
    *("table T\n  |name to*\n  |A 1,2\n  |B 3\n", "table T<art>", 'table T from "x.csv"', "def f(x) = <e>"),
    *(
        "def f(x, y) = <e>",
        "item a[1..3] <m>",
        "item a[<e>] <m>",
        "item b[<e>, <e>], edge[1..3] <m>",
        "item edge colored",
    ),
    *(
        "option x(<b>) covers <c>",
        "option x(<b>) where <e> covers <c>, <c>",
        "optional option y(<b>) covers <c>",
    ),
    *("option y(<b>) distinct covers <c> cost <e>", "option x(<b>) covers a[1], (<c>, <c> for <n> in <e>)"),
    *(
        "board tray <l> <s><f>",
        "board tray 2x2",
        "board tray <l><f><art>",
        "board box 2x2x2<f>",
        "board comb hex<art>",
    ),
    *(
        'board tray<art>legend "<d>" = cell, "*" = <k>\n',
        "shapes p <l><art>",
        "shapes p\n  |AA B\n",
        "shapes q\n  |A\n",
    ),
    *(
        "place <g> p on tray <t>",
        "place <g> <n> on <n> <t> covering at least <e>",
        "place free p on tray where <e>",
    ),
    *("fill tray with 1..2, once per <u>, <u>", "fill tray with <e>", "fill <n> with <e>, once per <u>"),
    *("given <call>", "given <art>", "given <r> = <e>", "given <r> = <e> <loop>", "forbid <call> <loop>"),
    *("symmetry <call> -> <call>", "symmetry x(r, c) -> x(c, r)", "symmetry tray(r, c, v) -> tray(c, r, v)"),
    *("draw <call> at <e>", "draw x(r) at (r, 1) as <e>", "draw x(r, c) at (r, c)", "draw edge[r] at (1, r)"),
    *("draw <r> at <e>", "minimize", "maximize", "expect solutions = <e>", "expect <n> up to symmetry <e>"),
    *("expect options > 3 when n = <e>", "<e>", "|..", "# nothing"),
]
HOLES = {
    **{
        "e": expressions,
        "n": names,
        "art": art,
        "m": times,
        "b": binders,
        "c": cover,
        "l": lattice,
        "s": size,
    },
    **{"f": flags, "g": group, "t": each_times, "u": unit, "call": call, "r": refs, "loop": loop},
    **{
        "d": st.sampled_from("Ax*.|") | st.just("ab"),
        "k": st.sampled_from(["cell", "wall", "optional", "n"]),
    },
}
statements = st.one_of([filled(statement, **HOLES) for statement in STATEMENTS])
beginnings = st.sampled_from(
    [
        "",
        "param n = 3\nboard tray 2x2\nitem a[1..3]\noption x(r in 1..3) covers a[r]\n",
        "enum Hue = red, blue\nboard tray\n  |AA\n  |B?\nshapes p\n  |AA B\nplace free p on tray\n",
        "board tray 2x2\nfill tray with 1..2, once per row\nitem edge[1..3] colored\n",
        "item a[1..2], b[1..2]\noption x(r, c in 1..2) covers a[r], b[c]\ndraw x(r, c) at (r, c)\n",
    ]
)


@FEW
@given(beginnings, st.lists(statements, min_size=1, max_size=6))
def test_any_statements(beginning: str, more: list[str]) -> None:
    check(beginning + "\n".join(more))


DECLARED = """
param n = 3
let S = 1..3
enum Hue = red, blue
table T
  |name to*
  |A    1,2
  |B    3
def f(x) = x + 1
item a[1..3]
item b[Hue, 1..2]
item edge[1..3] colored
option x(r, c in 1..3) covers a[r], edge[c] = r
option z(h in Hue, i in 1..2) covers b[h, i]
"""
BOARDS = [
    "board tray 2x2\nshapes p\n  |AA B\nplace free p on tray\n",
    "board tray\n  |AA\n  |B?\nfill tray with 1..4, once per row, label\n",
    "board tray 2x3, torus\nshapes p\n  |AA B\nplace one-sided p on tray each at most 2 times\n",
    "board tray hex\n  |A .\n  | . ?\nshapes p hex\n  |A A\nplace fixed p on tray\n",
    "board tray 2x2x2\nshapes p\n  |AA.|A..\nplace one-sided p on tray covering at least 2\n",
    "board tray triangle 2x2\nshapes p triangle\n  |AA B\nplace free p on tray\n",
]
constants = st.sampled_from(
    [
        *(
            "1",
            "2",
            "2",
            "3",
            "n",
            "n - 1",
            "red",
            "blue",
            "S",
            "Hue",
            "tray",
            "T",
            "a",
            "edge",
            "(1, 2)",
            "{1, 2}",
        ),
        *(
            '"A"',
            "f(1)",
            'T["A"].to',
            "T.name",
            "tray[1, 2]",
            "p",
            "{(1, 1)}",
            "{}",
            "len(tray)",
            "1..2",
            "9999999999",
        ),
    ]
)
bound = constants | st.sampled_from(
    [
        *(
            "r",
            "c",
            "v",
            "r",
            "c",
            "r + c",
            "r - 1",
            "r div 2",
            "c mod v",
            "(r, c)",
            "r * c",
            "n - r",
            "4 - r",
            "f(r)",
        ),
        *("tray[r, c]", "{r}", "{(r, c)}", "min(r, c)", "1 if r = c else 2", "{v, c}", "(1, r, c)", "-c"),
    ]
)
signs = st.sampled_from(["=", "=", "!=", "!=", "<", "<=", "in", "not in"])
conditions = filled("<b> <s> <b>", b=bound, s=signs) | filled(
    "<n>(<b> <s> <b> for <l>)",
    n=st.sampled_from(["all", "any"]),
    b=bound,
    s=signs,
    l=st.sampled_from(["w in S", "(k, l) in tray", "h in Hue"]),
)
loops = st.sampled_from(
    [
        "r, c, v in 1..2",
        "r, c, v in 1..3",
        "(r, c) in tray, v in S",
        "r in a, c, v in 1..2",
        "r, c in S, v in Hue",
    ]
)
items = (
    filled("a[<b>]", b=bound)
    | filled("b[<b>, <b>]", b=bound)
    | filled("tray[<b>, <b>]", b=bound)
    | filled("tray[<b>]", b=bound)
    | st.sampled_from(["a[r]", "a[c]", "b[red, c]", "tray[r, c]", "edge[r] = v", "edge[c] = 1", 'p["A"]'])
)
chosen = (
    filled("x(<k>, <k>)", k=constants)
    | filled("y(<k>, <k>, <k>)", k=constants)
    | st.sampled_from(["x(1, 2)", "y(1, 1, 2)", "z(red, 2)", "tray(1, 1, 2)", 'p("A", {(1, 1), (1, 2)})'])
)
ways = (
    filled("x(<b>, <b>)", b=bound)
    | filled("y(<b>, <b>, <b>)", b=bound)
    | st.sampled_from(["z(red, v)", "x(r, c)"])
)
motions = (
    filled("x(r, c) -> x(<b>, <b>)", b=bound)
    | filled("y(r, c, v) -> y(<b>, <b>, <b>)", b=bound)
    | st.sampled_from(
        [
            "y(r, c, v) -> y(c, r, v)",
            "tray(r, c, v) -> tray(c, r, v)",
            "p(r, c) -> p(c, r)",
            "x(r, c) -> z(red, r)",
            "x(r, c) -> x(c, r)",
            "x(r, r) -> x(r, r)",
            "z(r, c) -> z(r, 3 - c)",
        ]
    )
)
USES = [
    *(
        "option y(<l>) covers <i>, a[1]",
        "option y(<l>) covers a[r], <i>",
        "optional option y(<l>) covers <i>",
    ),
    *(
        "option y(<l>) where <c> covers <i>, <i> if <c>",
        "option y(<l>) covers a[2] cost <b>",
        "minimize",
        "maximize",
    ),
    *(
        "option y(<l>) distinct covers edge[r] = <b>, a[1]",
        "option y(<l>) covers a[1], (<i> for k in <k> where <c>)",
    ),
    *(
        "option y(<l>) where r != c covers a[r], a[c]",
        "given <o>",
        "given <o>, <o>",
        "forbid <o>",
        "given <art>",
    ),
    *(
        "forbid <w> for <l>",
        "given edge[<k>] = <k>",
        "given edge[r] = <b> for <l>",
        "draw x(r, c) at (r, c) as <b>",
    ),
    *(
        "draw y(r, c, v) at <b> as <b>",
        "draw x(r, c) at <b>",
        "draw edge[r] at (1, r)",
        "draw edge[r] at <k>",
    ),
    *("symmetry <m>", "symmetry <m>, <m>", "expect options = <k> when n = <k>", "let k = <k>", "item k[<k>]"),
    *(
        "place free p on tray where piece = <k>",
        "fill tray with <k>, once per column",
        "def g(r, c, v) = <b>",
    ),
    *(
        "given\n  |A.\n",
        "given\n  |12\n",
        "given\n  |AA\n  |B.\n",
        "param m = <k> in <k>",
        "def g(r, c, v) = <c>",
    ),
]
used = st.one_of(
    [
        filled(
            use, b=bound, k=constants, c=conditions, l=loops, i=items, o=chosen, w=ways, m=motions, art=art
        )
        for use in USES
    ]
)


@FEW
@given(st.sampled_from(["", *BOARDS, *BOARDS]), st.lists(used, min_size=1, max_size=3))
def test_any_use_of_what_is_declared(board: str, uses: list[str]) -> None:
    check(DECLARED + board + "\n".join(uses))


# Shipped descriptions, changed

SHIPPED = [source.text for name in gallery.names() if (source := gallery.puzzle(name))]
WORD = re.compile(r"\|[^\n]*|#[^\n]*|\"[^\"\n]*\"|\w+|\s+|.")
OTHERS = [
    *"()[]{}=,.|-<>",
    "..",
    "0",
    "1",
    "2",
    "99",
    "for",
    "in",
    "where",
    "if",
    "not",
    "at",
    "item",
    "option",
    "n",
]


@st.composite
def changed(draw: st.DrawFn) -> str:
    """One of the shipped descriptions, a few words or lines of it changed."""
    text = draw(st.sampled_from(SHIPPED))
    parts = WORD.findall(text) if draw(st.booleans()) else text.splitlines(keepends=True)
    for _ in range(draw(st.integers(1, 3))):
        at, other = (draw(st.integers(0, len(parts) - 1)) for _ in "ab")
        match draw(st.sampled_from(["delete", "double", "swap", "replace", "number"])):
            case "delete" if len(parts) > 1:
                del parts[at]
            case "double":
                parts.insert(other, parts[at])
            case "swap":
                parts[at], parts[other] = parts[other], parts[at]
            case "replace":
                parts[at] = draw(st.sampled_from(OTHERS))
            case "number":
                parts[at] = re.sub(
                    r"\d+", draw(st.sampled_from(["0", "1", "17", "10000000000000"])), parts[at]
                )
    return "".join(parts)


@FEW
@given(changed())
def test_changed_descriptions(text: str) -> None:
    check(text)


@FEW
@given(
    st.lists(
        st.sampled_from([*OTHERS, *NAMES, *STATEMENTS[:5], "\n|A", '"', "\t", "\r", "é", "\x00"]), max_size=12
    )
)
def test_any_words(words: list[str]) -> None:
    check(" ".join(words))
