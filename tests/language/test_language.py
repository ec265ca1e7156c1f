"""What each form of expression is worth, and what each statement means for the count or the drawing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import excover
from excover.base.diagnostics import SpecError
from excover.base.limits import DEFAULT
from excover.base.names import OptionName, OrderedSet, Value
from excover.base.source import Source
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.scope import Scope, check
from excover.language.messages.about_pieces import CongruentPieces
from excover.language.syntax.format import format_spec
from excover.language.syntax.parse import parse_expression
from excover.matrix.core_form import core


def evaluated(text: str) -> Any:
    expression, scope = parse_expression(Source("<test>", text)), Scope()
    check(expression, scope)
    return Evaluator(scope, DEFAULT).constant(expression)


def a_set(*members: Value) -> OrderedSet:
    return OrderedSet(members)


# Expressions

VALUES: list[tuple[str, Value]] = [
    # numbers
    ("17", 17),
    ("2 + 3 * 4", 14),
    ("10 - 3 - 2", 5),
    ("-(2 + 3)", -5),
    ("2 - -3", 5),
    ("7 div 2", 3),
    ("-7 div 2", -4),
    ("-7 mod 3", 2),
    ("2 * 7 mod 4", 2),
    # texts and tuples
    ('"red"', "red"),
    ("(1, 2)", (1, 2)),
    ('("a", (1, 2))', ("a", (1, 2))),
    ("(5, 6, 7)[2]", 6),
    ("((1, 2), (3, 4))[2, 1]", 3),
    ("((1, 2), (3, 4))[2][1]", 3),
    ('"abc"[3]', "c"),
    # sets
    ("1..4", range(1, 5)),
    ("-1..1", range(-1, 2)),
    ("3..1", range(3, 2)),
    ("1..2 + 3", range(1, 6)),
    ("{}", a_set()),
    ("{3, 1, 3}", a_set(3, 1)),
    ("{x * x for x in 1..3}", a_set(1, 4, 9)),
    ("{x for x in 1..9 where x mod 2 = 0}", a_set(2, 4, 6, 8)),
    ("{(x, y) for x, y in 1..2}", a_set((1, 1), (1, 2), (2, 1), (2, 2))),
    ("{(x, y) for x in 1..3, y in 1..x where x + y = 4}", a_set((2, 2), (3, 1))),
    ("{x + y for (x, y) in {(1, 2), (3, 4)}}", a_set(3, 7)),
    ("{z + y for (x, y) in {(1, 2)}, z in x..y}", a_set(3, 4)),
    ("{x for x in {y for y in 1..3 where y > 1}}", a_set(2, 3)),
    # conditions
    ("1 if 2 < 3 else 0", 1),
    ("1 if 2 = 3 else 2 if 2 != 3 else 3", 2),
    ("1 if 1 < 2 <= 2 < 3 else 0", 1),
    ("1 if 1 < 3 < 2 else 0", 0),
    ("1 if 3 in 1..3 else 0", 1),
    ("1 if 0 not in {1, 2} else 0", 1),
    ("1 if (1, 2) in {(1, 2)} else 0", 1),
    ('1 if "a" < "b" else 0', 1),
    ("1 if (1, 2) = (1, 2) else 0", 1),
    ("1 if {1, 2} = {2, 1} else 0", 1),
    ("1 if not 1 = 2 and 3 = 3 else 0", 1),
    ("1 if 1 = 1 or 1 = 2 and 1 = 3 else 0", 1),
    ("1 if 1 = 2 and 1 div 0 = 1 else 0", 0),
    ("1 div 0 if 1 = 2 else 0", 0),
    ("1 if 2 < 1 < min({}) else 0", 0),
    ("1 if 1 = 2 = 1 div 0 else 0", 0),
    ("count(x for x in 0..3 where 1 <= x <= 6 div x)", 2),
    ("1 if 3 not # a comment\n # and another\n in {1} else 0", 1),
    ('1 if "x" in {1, "x"} else 0', 1),
    ('count(x for x in {1, "x", (1, 2)} where x = "x")', 1),
    ("1 if {} = {1} else 0", 0),
    ('1 if "x" in {} or (1, 2) in {} else 0', 0),
    ("1 if {(1, {})} = {(2, {1})} else 0", 0),
    # the least and the greatest number
    ("9223372036854775807", 2**63 - 1),
    ("-9223372036854775808", -(2**63)),
    ("1000000000000000000", 10**18),
    ("-9223372036854775808 div 2", -(2**62)),
    ("abs(-9223372036854775807)", 2**63 - 1),
    # functions
    ("abs(-3)", 3),
    ("min(4, 2, 3)", 2),
    ("max(1..5)", 5),
    ("min({4, 2})", 2),
    ("sum(1..4)", 10),
    ("sum({})", 0),
    ("sum(x * x for x in 1..3)", 14),
    ("sum(1 for x, y in 1..3 where x < y)", 3),
    ("max(x mod 4 for x in 1..9)", 3),
    ("count({1, 1, 2})", 2),
    ("count(x for x in 1..9 where x > 3)", 6),
    ("1 if all(x > 0 for x in 1..3) else 0", 1),
    ("1 if any(x > 3 for x in 1..3) else 0", 0),
    ("1 if all(x > 0 for x in {}) else 0", 1),
    ("len(2..4)", 3),
    ("len((1, 2))", 2),
    ('len("abcd")', 4),
]


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_expression(text: str, value: Value) -> None:
    found = evaluated(text)
    assert found == value
    assert type(found) is type(value)


def test_sets_keep_the_order_they_were_written_in() -> None:
    assert list(evaluated("{3, 1, 2}")) == [3, 1, 2]
    assert list(evaluated("{-x for x in 1..3}")) == [-1, -2, -3]


@pytest.mark.parametrize(
    "text",
    ["9223372036854775808", "abs(-9223372036854775808)", "9223372036854775807 + 1", "18446744073709551616"],
)
def test_larger_numbers_are_refused(text: str) -> None:
    with pytest.raises(SpecError, match=r"E004|E111"):
        evaluated(text)


# One value of each kind, and what no value of another kind equals

KINDS = [
    "1",
    '"1"',
    "p",
    "q",
    "T[1]",
    "U[1]",
    "(1, 1)",
    '(1, "1")',
    "(1, 1, 1)",
    "(p, 1)",
    "{1}",
    "{p}",
    '{"1"}',
]
KINDS += ["{(1, 1)}", "{{1}}"]
DECLARED = "enum P = p enum Q = q\ntable T\n|a\n|1\ntable U\n|a\n|1\n"
COMPARED = DECLARED + "item i option o(x in {{1, 2}}) where {} covers i option r() covers i"


def holds(condition: str) -> bool:
    """Whether an option exists, for it does under this condition."""
    return len(excover.parse(COMPARED.format(condition)).matrix.options) > 1


@pytest.mark.parametrize("one", KINDS)
def test_values_of_two_kinds_are_not_compared(one: str) -> None:
    for other in KINDS:
        if one == other:
            conditions = (
                f"{one} = {other}",
                f"{one} != {other}",
                f"{one} in {{{one}}}",
                f"{one} not in {{{one}}}",
            )
            assert list(map(holds, conditions)) == [True, False, True, False]
            continue
        for condition in (f"{one} = {other}", f"{one} != {other}"):
            with pytest.raises(SpecError, match="E109"):
                holds(condition)
        for condition in (f"{one} in {{{other}}}", f"{one} not in {{{other}, {other}}}"):
            with pytest.raises(SpecError, match="E109"):
                holds(condition)
        assert holds(f"{one} in {{{other}, {one}}}")


ATOMS = ["0", "1", "2", "3", "a", "b", "-a", "(a - b)", "abs(b)", "max(a, b, 1)"]
NUMBERS = ["{n} + {n}", "{n} - {n}", "{n} * {n}", "{n} div {n}", "{n} mod {n}", "({n})"]
NUMBERS += ["({n} if {c} else {n})", "sum({n} for c in 1..3 where {c})"]
CONDITIONS = [
    "{n} = {n}",
    "{n} != {n}",
    "{n} < {n}",
    "{n} >= {n}",
    "{c} and {c}",
    "{c} or {c}",
    "not {c}",
    "({c})",
    "{n} < {n} <= {n}",
    "{n} = {n} != {n}",
]


@st.composite
def expressions(draw: st.DrawFn, forms: list[str] = NUMBERS, depth: int = 4) -> str:
    """A form whose holes are filled: {n} with numbers, {c} with conditions."""
    form = draw(st.sampled_from(forms))
    while "{n}" in form:
        number = draw(expressions(NUMBERS, depth - 1) if depth > 1 else st.sampled_from(ATOMS))
        form = form.replace("{n}", number, 1)
    while "{c}" in form:
        simple = CONDITIONS if depth > 2 else CONDITIONS[:4]
        form = form.replace("{c}", draw(expressions(simple, depth - 1)), 1)
    return form


def python(text: str) -> str:
    """The same expression for Python, whose operators bind as these do."""
    words = text.replace("1..3", "(1, 2, 3)").replace(" where ", " if ").split(" ")
    spelled = {"div": "//", "mod": "%", "=": "=="}
    return " ".join(spelled.get(word, word) for word in words)


@given(expressions())
def test_arithmetic_is_that_of_python(text: str) -> None:
    everywhere = [(a, b) for a in range(-2, 3) for b in range(-2, 3)]
    try:
        wanted = [(a, b, eval(python(text), {"a": a, "b": b})) for a, b in everywhere]
    except ZeroDivisionError:
        with pytest.raises(SpecError, match="division by zero"):
            evaluated(f"{{(a, b, {text}) for a, b in -2..2}}")
    else:
        assert list(evaluated(f"{{(a, b, {text}) for a, b in -2..2}}")) == wanted


# Statements: the number of solutions

AWAY = "board g\n|????\nshapes p\n|AA\nplace free p on g"
COUNTS: list[tuple[str, str, int]] = [
    ("covered once", "item a, b  option x() covers a  option y() covers b  option z() covers b, a", 2),
    ("nothing covers it", "item a[1..2]  option x(r in 1..1) covers a[r]", 0),
    ("at most once", "item a  item b at most once  option x() covers a  option y() covers a, b", 2),
    ("at most once is no twice", "item a[1..2]  item b at most once  option x(r in 1..2) covers a[r], b", 0),
    ("indices are tuples", "let P = {(1, 1), (2, 2)}  item a[P]  option x(p in P) covers a[p]", 1),
    ("indices are texts", 'let S = {"x", "y"}  item a[S]  option x(s in S) covers a[s]', 1),
    ("one tuple for all indices", "item a[1..2, 1..2]  option x(p in a) covers a[p]", 1),
    ("a family is the set of its indices", "item a[1..3]  option x(r in a) covers a[r]", 1),
    ("param and let", "param n = 3  let m = n + 1  item a[1..m]  option x(r in 1..m) covers a[r]", 1),
    ("def", "def twin(r) = 5 - r  item a[1..4]  option x(r in 1..2) covers a[r], a[twin(r)]", 1),
    ("def of def", "def f(x) = x+1 def g(x) = f(f(x)) item a[1..3] option x() covers a[g(1)], a[1], a[2]", 1),
    ("where", "item a[1..4]  option x(r, s in 1..4) where r < s covers a[r], a[s]", 3),
    ("dependent binders", "item a[1..4]  option x(r in 1..4, s in r+1..4) covers a[r], a[s]", 3),
    ("pairs taken apart", "item a[1..4]  option x((r, s) in {(1, 2), (3, 4), (2, 3)}) covers a[r], a[s]", 1),
    ("if", "item a[1..3]  option x(r in 1..3) covers a[r], a[r+1] if r = 1", 1),
    ("for", "item a[1..6]  option x(r in 1..2) covers (a[s] for s in 1..6 where s mod 2 = r mod 2)", 1),
    ("for within for", "item a[1..2, 1..2]  option x() covers ((a[r, c] for c in 1..2) for r in 1..2)", 1),
    ("for with several", "item a[1..2], b[1..2]  option x() covers (a[r], b[r] for r in 1..2)", 1),
    ("for with if", "item a[1..2], b  option x() covers (a[r], b if r = 2 for r in 1..2)", 1),
    ("a board is an item family", "board g 2x2  option x((r, c) in g) covers g[r, c]", 1),
    ("dominoes", "board g 2x3  option h((r, c) in g) where (r, c+1) in g covers g[r, c], g[r, c+1]"
     "  option v((r, c) in g) where (r+1, c) in g covers g[r, c], g[r+1, c]", 3),
    ("a board by expressions", "param n = 2  board g n by (n+1)  option x((r, c) in g) covers g[r, c]", 1),
    ("a cube", "board g 2x2x2  option x((l, r, c) in g) covers g[l, r, c]", 1),
    ("a drawn board", "board g\n|.#\n|..\nshapes p\n|AA\n|.A\nplace free p on g", 1),
    ("cells that may stay empty", "board g\n|.?.?\nshapes p\n|A B\nplace fixed p on g", 2),
    ("a piece that may stay away", f"{AWAY} each at most once", 4),
    ("two pieces that may stay away", f"{AWAY} each at most 2 times", 5),
    ("a piece that may stay away is given", f"{AWAY} each at most once\ngiven\n|.AA.", 1),
    ("given by name", "item a[1..3], b[1..3]  option x(r, c in 1..3) covers a[r], b[c]  given x(1, 2)", 2),
    ("two given", "item a[1..3], b[1..3]  option x(r, c in a) covers a[r], b[c]  given x(1, 2), x(2, 1)", 1),
    ("given by a drawing", "board g 1x3\nshapes p\n|A BB\nplace free p on g\ngiven\n|.B.", 2),
    ("given in digits", "item a[1..3], b[1..3]  option x(r, c in 1..3) covers a[r], b[c]"
     "  draw x(r, c) at (1, r) as c\ngiven\n|3..", 2),
    ("import", "import tetrominoes  board g 4x5  place free tetrominoes on g", 0),
    ("a comment", "item a # not b\noption x() covers a # , b", 1),
]  # fmt: skip


@pytest.mark.parametrize(("text", "count"), [case[1:] for case in COUNTS], ids=[case[0] for case in COUNTS])
def test_statement(text: str, count: int) -> None:
    problem = excover.parse(text)
    assert problem.count() == count == len(list(problem.solutions()))


@pytest.mark.parametrize(
    ("each", "said"),
    [
        ("", "gives another solution: counts are 2 times as large"),
        (" each 2 times", "gives another solution: counts are 6 times as large"),
        (" each 0..4 times", "gives another solution"),
        (" each 0 times", ""),
        (' where piece = "A" or (2, 2) in cells', ""),
    ],
)
def test_what_equal_pieces_do_to_counts(each: str, said: str) -> None:
    """A condition on the letters may make them different; those that are not used do nothing."""
    text = "board b 2x4\nshapes p\n|AA BB\nplace free p on b" + each
    told = [
        note for warning in excover.parse(text).warnings for note in warning.notes if warning.code == "W205"
    ]
    assert told == [f"exchanging them {said}"] * bool(said)


@pytest.mark.parametrize(
    ("drawn", "apart"),
    [
        ("|AA BB", "|AA\nplace free p on b each 2 times"),
        (
            "|AA BB CCCC",
            "|CCCC\nplace free p on b\nshapes q\n|AA\nplace free q on b each 2 times",
        ),
    ],
)
def test_equal_pieces_become_one_as_the_warning_says(drawn: str, apart: str) -> None:
    """One piece of its own where the statement has others, which its `each` would be about, too."""
    cells = 2 * 4 if "C" in drawn else 4
    text = f"board b {cells // 4}x4\nshapes p\n"
    before, after = excover.parse(f"{text}{drawn}\nplace free p on b"), excover.parse(text + apart)
    (told,) = [warning for warning in before.warnings if warning.code == "W205"]
    own = " as `shapes` of its own, place these," if "C" in drawn else ""
    assert told.help == (f"to treat them as identical, draw one of them{own} and write `each 2 times`",)
    assert before.count() == 2 * after.count() > 0
    assert not after.warnings


def test_a_piece_may_be_meant_to_be_in_parts() -> None:
    drawn = "board b 1x4\nshapes p\n|A.A B.B\n{}\nplace fixed p on b"
    assert [each.code for each in excover.parse(drawn.format("")).warnings] == ["W202", "W202", "W205"]
    problem = excover.parse(drawn.format('legend "A" = detached, "B" = detached'))
    assert [each.code for each in problem.warnings] == ["W205"]
    assert problem.count() == 2
    half = excover.parse(drawn.format('legend "B" = detached'))
    assert [each.message for each in half.warnings if each.code == "W202"] == ["piece `A` is not connected"]


def test_a_piece_that_may_stay_away_has_symmetries_and_a_core() -> None:
    problem = excover.parse(f"{AWAY} each at most once")
    assert problem.count(up_to_symmetry=True) == 3
    core_form = format_spec(core(problem.puzzle, problem.compiled))
    assert "optional option p" in core_form
    assert excover.parse(core_form).count() == 4


# Statements: the number of ways to place a piece

P_IN_SPACE = "board b 3x3x3\nshapes p\n|PP.\n|P..\nplace {} p on b"
PLACEMENTS: list[tuple[str, str, int]] = [
    ("fixed", "board b 3x3\nshapes p\n|LL\n|L.\nplace fixed p on b", 4),
    ("one-sided, 4 ways", "board b 3x3\nshapes p\n|LL\n|L.\nplace one-sided p on b", 16),
    ("one-sided, chiral", "board b 2x3\nshapes p\n|SS.\n|.SS\nplace one-sided p on b", 1),
    ("free, chiral", "board b 2x3\nshapes p\n|SS.\n|.SS\nplace free p on b", 2),
    ("a symmetric piece lies one way", "board b 3x3\nshapes p\n|AA\n|AA\nplace free p on b", 4),
    ("fixed in space", P_IN_SPACE.format("fixed"), 12),
    ("one-sided in space", P_IN_SPACE.format("one-sided"), 144),
    ("a reference point that is no cell", "board b\n|.#\n|..\nshapes p\n|.A\n|AA\nplace free p on b", 1),
    ("closed below", "board b 1x2\nshapes p\n|AA\nplace free p on b", 1),
    (
        "open below",
        "board b 1x2, open below\nshapes p\n|AA|.A\nplace one-sided p on b covering at least 2",
        1,
    ),
    ("open below, any part", "board b 1x2, open below\nshapes p\n|A|A\nplace one-sided p on b", 3),
    ("what is below lies free", "board b 1x2, open below\nshapes p\n|.A|AA\nplace fixed p on b", 2),
    ("two boards", "board a 1x2\nboard b 1x3\nshapes p\n|AA\nplace free p on a\nplace free p on b", 3),
]


@pytest.mark.parametrize(
    ("text", "options"), [case[1:] for case in PLACEMENTS], ids=[case[0] for case in PLACEMENTS]
)
def test_placements(text: str, options: int) -> None:
    assert len(excover.parse(text).full.matrix.options) == options


# Names, parameters, imports


def test_an_option_is_known_by_its_name_and_arguments() -> None:
    (solution,) = excover.parse('item a[1..2] option x(r in 1..2, s in {"q"}) covers a[r]').solutions()
    assert solution.options == (OptionName("x", (1, "q")), OptionName("x", (2, "q")))
    assert [str(option) for option in solution] == ['x(1, "q")', 'x(2, "q")']


def test_a_placement_is_known_by_its_piece_and_its_cells() -> None:
    (solution,) = excover.parse("board b 1x2\nshapes p\n|AA\nplace free p on b").solutions()
    assert [str(option) for option in solution] == ['p("A", {(1, 1), (1, 2)})']


def test_items_and_options_come_in_the_order_of_the_description() -> None:
    text = "item b[{3, 1}], a  option y(r in {3, 1}) covers b[r]  option x() covers a"
    matrix = excover.parse(text).matrix
    assert list(map(str, matrix.items)) == ["b[3]", "b[1]", "a"]
    assert list(map(str, matrix.options)) == ["y(3)", "y(1)", "x()"]


def test_a_parameter_is_set_from_outside() -> None:
    text = "param n = 2 in 1..9  item a[1..n]  option x(r in 1..n) covers a[r]"
    assert len(excover.parse(text).matrix.items) == 2
    assert len(excover.parse(text, {"n": 5}).matrix.items) == 5


def test_an_import_takes_definitions_only() -> None:
    problem = excover.parse("import queens  item a[1..n]  option x(r in 1..n) covers a[r]")
    assert list(map(str, problem.matrix.items)) == [f"a[{r}]" for r in range(1, 9)]
    assert problem.title == ""
    assert not problem.puzzle.expectations
    with pytest.raises(SpecError, match="there is no parameter `n`"):
        excover.parse("import queens  item a  option x() covers a", {"n": 5})


def test_a_table_that_is_imported_under_a_prefix_finds_its_own_symbols(tmp_path: Path) -> None:
    (tmp_path / "crew.xc").write_text("enum Skill = sail, cook\ntable crew\n  |name skill\n  |Ada  cook\n")
    text = 'import "crew.xc" as my\nitem a\noption x(c in my_crew) where c.skill = my_cook covers a'
    (tmp_path / "spec.xc").write_text(text)
    assert excover.load(tmp_path / "spec.xc").count() == 1


def test_files_of_one_spelling_in_two_folders_are_two(tmp_path: Path) -> None:
    (tmp_path / "far" / "far").mkdir(parents=True)
    (tmp_path / "far" / "b.xc").write_text('import "far/b.xc"\nlet one = 1')
    (tmp_path / "far" / "far" / "b.xc").write_text("let two = 2")
    (tmp_path / "spec.xc").write_text('import "far/b.xc" item a[one..two] option x() covers a[1], a[2]')
    assert excover.load(tmp_path / "spec.xc").count() == 1


def test_a_cell_that_may_stay_empty_fills_no_unit() -> None:
    assert excover.parse("board b\n|.?\nfill b with 1..2, once per row").count() == 4
    assert excover.parse("board b\n|.?\nfill b with {1}, once per row").count() == 1


# Drawings

DRAWINGS: list[tuple[str, str, str]] = [
    ("marks", 'item a[1..2]  option x(r in 1..2) covers a[r]  draw x(r) at (r, 3 - r) as "Q"', ".Q\nQ."),
    ("without a mark", "item a[1..2]  option x(r in 1..2) covers a[r]  draw x(r) at (1, 2*r)", "*.*"),
    ("numbers", "item a[1..2]  option x(r in 1..2) covers a[r]  draw x(r) at (1, r) as 6*r", " 6 12"),
    ("sets of places", "item a  option x() covers a  draw x() at {(0, c) for c in -1..1} as 7", "777"),
    ("layers", "item a[1..2]  option x(r in 1..2) covers a[r]  draw x(r) at (r, 1, r) as r", "1.|.2"),
    ("a hole", "board b\n|.#\n|..\nshapes p\n|A.\n|AA\nplace free p on b", "A#\nAA"),
    ("a cell that stays empty", "board b\n|.?\nshapes p\n|A\nplace fixed p on b", "A."),
    ("two boards", "board a 1x1\nboard b 1x2\noption x() covers a[1, 1], b[1, 1], b[1, 2]", "x\n\nxx"),
    ("options on a board", "board b 1x2\noption whole() covers b[1, 1], b[1, 2]", "ww"),
    ("drawn on a board", "board b 1x2\noption x(c in 1..2) covers b[1, c]\ndraw x(c) at (1, c) as c", "12"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "drawing"), [case[1:] for case in DRAWINGS], ids=[case[0] for case in DRAWINGS]
)
def test_drawing(text: str, drawing: str) -> None:
    solution = excover.parse(text).solve()
    assert solution is not None
    assert solution.drawing == drawing


def test_a_drawing_without_positions_draws_nothing() -> None:
    text = "param n = 1\nitem x\noption z(i in 1..2) covers x\ndraw z(i) at {(1, j) for j in 2..n} as i"
    assert (excover.parse(text).compiled.canvases, excover.parse(text).count()) == ([], 2)
    assert excover.parse(text, {"n": 3}).compiled.canvases[0].extent == (1, 1, 2)


def test_what_is_not_drawn_is_named() -> None:
    assert str(excover.parse("item a[1..2]  option x(r in 1..2) covers a[r]").solve()) == "x(1), x(2)"


@given(st.data())
def test_a_solution_read_back_is_itself(data: st.DataObject) -> None:
    """Any drawn assignment: marks of one and of several characters, from any corner, flat or in layers."""
    rows, columns = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 4))
    values = data.draw(st.sampled_from(["1..3", "9..11", '{"x", "yy"}', '{"a", "b", "c"}']))
    row, column = data.draw(st.integers(-3, 3)), data.draw(st.integers(-3, 3))
    place = data.draw(st.sampled_from([f"(r + {row}, c + {column})", f"(c, r + {row}, 1)"]))
    problem = excover.parse(f"""
        item cell[1..{rows}, 1..{columns}]
        option put(r in 1..{rows}, c in 1..{columns}, v in {values}) covers cell[r, c]
        draw put(r, c, v) at {place} as v
    """)
    solutions = list(problem.solutions(excover.Run.within(solutions=30)))
    solution = data.draw(st.sampled_from(solutions))
    assert list(problem.given(solution.drawing).solutions()) == [solution]
    assert list(problem.given(solution.options).solutions()) == [solution]


PIECES = ["A", "AA", "AA\n|A.", "A.\n|AA\n|.A", "AAA\n|.A.", "AAAA"]


@given(st.lists(st.text(".#?", min_size=3, max_size=4), min_size=2, max_size=4), st.sampled_from(PIECES))
def test_a_piece_lies_only_on_cells_of_the_board(lines: list[str], piece: str) -> None:
    """Every placement has the size of the piece and avoids what is no cell; no two are the same."""
    text = "board b\n" + "".join(f"|{line}\n" for line in lines) + f"shapes p\n|{piece}\nplace free p on b"
    if not any(c in ".?" for line in lines for c in line):
        return
    cells = {(r, c) for r, line in enumerate(lines, 1) for c, mark in enumerate(line, 1) if mark != "#"}
    placed = [set(option.arguments[1]) for option in excover.parse(text).full.matrix.options]  # type: ignore[call-overload]
    assert all(place <= cells and len(place) == piece.count("A") for place in placed)
    assert len(set(map(frozenset, placed))) == len(placed)


@pytest.mark.parametrize(
    ("title", "said"),
    [("", "<Problem: 1 item, 2 options>"), ('puzzle "Two"', "<Problem 'Two': 1 item, 2 options>")],
)
def test_a_problem_says_what_it_is(title: str, said: str) -> None:
    assert repr(excover.parse(f"{title}\nitem a\noption x(r in 1..2) covers a")) == said


@pytest.mark.parametrize(
    ("forbid", "letters"),
    [
        ('forbid p("C", {(1, 1), (1, 2), (1, 3)})', ["A", "B"]),
        ('forbid p("C", c) for c in {{(1, 1), (1, 2), (1, 3)}, {(2, 1), (2, 2), (2, 3)}}', ["A", "B"]),
        ("forbid p(x, {(1, 1), (1, 2), (1, 3)}) for x in p", ["A", "B", "C"]),
        ('forbid p(x, {(1, 1), (1, 2), (1, 3)}) for x in p where x != "A"', None),
        ('forbid p(x, {(1, 1), (1, 2), (1, 3)}) for x in {"A", "B"}', None),
    ],
)
def test_pieces_that_forbid_distinguishes_are_no_twins(forbid: str, letters: list[str] | None) -> None:
    text = f"board b 3x3\nshapes p\n  |AAA BBB CCC\nplace free p on b\n{forbid}\n"
    told = [each for each in excover.parse(text).warnings if each.code == "W205"]
    assert [each.letters for each in told if isinstance(each, CongruentPieces)] == (
        [tuple(letters)] if letters else []
    )
