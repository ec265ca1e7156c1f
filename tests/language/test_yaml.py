"""The YAML form: the same trees as the text form, and messages that point into the YAML file.

Each file in `wrong/yaml/` says in its first lines which lines must fail, and how. What is told about it is
kept in `golden/yaml/`; `python -m pytest --regenerate tests/language/test_yaml.py` writes those files anew.
"""

from __future__ import annotations

import re
from pathlib import Path

import jsonschema
import pytest
import yaml
from effort import examples, steps
from goldens import Golden, plain
from hypothesis import given, settings
from trees import specs

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.source import Source
from excover.language import gallery
from excover.language.messages.message import codes
from excover.language.source_files import read
from excover.language.syntax import ast, yaml_nodes
from excover.language.syntax.parse import parse
from excover.language.syntax.yaml import SECTIONS, parse_yaml, schema, yaml_of
from excover.language.syntax.yaml_forms import Scalar, YamlMapping, YamlNode
from excover.language.syntax.yaml_nodes import read_nodes
from excover.problem.problem import compile_source

pytestmark = pytest.mark.outer

HERE = Path(__file__).parents[1]
GOLDEN = HERE / "golden" / "yaml"
WRONG = sorted((HERE / "wrong" / "yaml").glob("*.yaml"))
SHIPPED = sorted(gallery.folder().rglob("*.xc"))
EXPECTED = re.compile(r"^# line (\d+): error (E\d{3}): (.*)$", re.MULTILINE)
DEEP = Limits(nesting=1000)


def of_yaml(text: str, limits: Limits = DEFAULT) -> ast.Spec:
    return parse_yaml(Source("spec.yaml", text), limits)


def of_text(text: str, limits: Limits = DEFAULT) -> ast.Spec:
    return parse(Source("spec.xc", text), limits)


# Both forms give the same tree


QUEENS = """\
excover: 1
puzzle: N queens
params: {n: {default: 8, in: 1..64}}
items:
  - row[1..n]
  - column[1..n]
  - up[2..2*n]: at most once
  - down[1-n..n-1]: at most once
options:
  queen(r, c in 1..n):
    covers: ["row[r]", "column[c]", "up[r+c]", "down[r-c]"]
draw:
  - {option: "queen(r, c)", at: "(r, c)", as: '"Q"'}
expect: {solutions: 92}
"""

FORMS = [
    ("puzzle: on", 'puzzle "on"'),
    ("puzzle: 12:30", 'puzzle "12:30"'),
    ("puzzle: '012'", 'puzzle "012"'),
    ("import: pentominoes", "import pentominoes"),
    ("import: [soma as s, {file: a b.xc, as: p}]", 'import soma as s import "a b.xc" as p'),
    ("params: {n: 8}", "param n = 8"),
    ("params: {yes: {default: 012, in: 1..64}}", "param yes = 012 in 1..64"),
    (
        "choose: [wet(r in 1..3), hidden f(i in 1..2) from 1..i]",
        "choose wet(r in 1..3) hidden choose f(i in 1..2) from 1..i",
    ),
    (
        "lines: ['hidden f along {(1, 2)}', 'g along {(3, 4)}']",
        "hidden lines f along {(1, 2)} lines g along {(3, 4)}",
    ),
    ("let: {D: 1..9}", "let D = 1..9"),
    ("let: [{a: 1}, {a: 2, b: 3}]", "let a = 1 let a = 2 let b = 3"),
    ("let: {a: '{1, 2}'}", "let a = {1, 2}"),
    ("let:\n  a: x and\n    y", "let a = x and y"),
    ("items: {a: else cost 5, 'b[1..3]': else cost 5}", "item a else cost 5, b[1..3] else cost 5"),
    ("items: {a: 'else cost 5, more at cost 3'}", "item a else cost 5, more at cost 3"),
    ("items: {a: 'once, more at cost 3'}", "item a once, more at cost 3"),
    ("require: a(1) = 1 else cost 5 each", "require a(1) = 1 else cost 5 each"),
    ("items: [{a: at most once else cost x if y else z}]", "item a at most once else cost x if y else z"),
    ("cost: at most 100", "cost at most 100"),
    ("cost: [at least -1, at most n + 1]", "cost at least -1 cost at most n + 1"),
    ("enums: {Colour: [red, no]}", "enum Colour = red, no"),
    ("tables: {T: {file: a.csv}}", 'table T from "a.csv"'),
    ("tables:\n  T:\n    art: |\n      a b*\n      1 x y", "table T\n|a b*\n|1 x y"),
    ("def: {'f(x, y)': x + y}", "def f(x, y) = x + y"),
    ("items: a", "item a"),
    ("items: [{'a[1..2]': colored, b: once}]", "item a[1..2] colored, b"),
    ("items: [[{a: 2 times}, {a: 3 times}], 'b, c']", "item a 2 times, a 3 times item b, c"),
    (
        "fill: {board: b, with: 1..4, once per: [row, each of cages, 'each of {{(1, 1)}}, column']}",
        "fill b with 1..4, once per row, each of cages, each of {{(1, 1)}}, column",
    ),
    ("items: {a: 2 times, b: at least 3 times}", "item a 2 times, b at least 3 times"),
    ("options:\n  f(x in S):\n    covers: a[x] = c if x > 1", "option f(x in S) covers a[x] = c if x > 1"),
    ("options: {f(): {covers: [a, 'b, c']}}", "option f() covers a, b, c"),
    (
        "options: {f(): {covers: '(a[z] for z in Z)', optional: true, distinct: false, cost: 3}}",
        "optional option f() covers (a[z] for z in Z) cost 3",
    ),
    ("options: {f(x in S): {most: 3, covers: a}}", "option f(x in S) up to 3 times covers a"),
    ("options: {f(i in S): {hidden: true, covers: a}}", "hidden option f(i in S) covers a"),
    (
        "options: {f(x in S): {where: x > 1, distinct: true, covers: a}}",
        "option f(x in S) where x > 1 distinct covers a",
    ),
    ("boards: {tray: {size: 5x11}}", "board tray 5x11"),
    ("boards: {b: {size: 2x2, flags: [torus, at most n holes]}}", "board b 2x2, torus, at most n holes"),
    ("require: s apart", "require s apart"),
    ("require: s apart at corners per hue(piece) mod 2", "require s apart at corners per hue(piece) mod 2"),
    (
        "require: [b without crossroads, 'b without faults, crossroads']",
        "require b without crossroads require b without faults, crossroads",
    ),
    (
        "require: ['s connected', 'f(r, v) where v > 1 at {r} connected at corners per v']",
        "require s connected require f(r, v) where v > 1 at {r} connected at corners per v",
    ),
    (
        "require: ['f(x) at x connected along {(1, 2)}', 'f as one loop', 'f(p) joining {p, 1} connected']",
        "require f(x) at x connected along {(1, 2)} require f as one loop "
        "require f(p) joining {p, 1} connected",
    ),
    (
        "require: ['f as paths between number', 'f(p) joining {p, 1} as paths between {(1, 2), (3, 2)}']",
        "require f as paths between number require f(p) joining {p, 1} as paths between {(1, 2), (3, 2)}",
    ),
    ("require: ['f() where n > 1 connected']", "require f() where n > 1 connected"),
    ("boards: {b: {size: n by m, flags: [torus, open below]}}", "board b n by m, torus, open below"),
    (
        "lattices: {l: {art: A, periods: '(1, 0), (0, 1)', angle: 90, corners: '\"A\" = x', "
        "motions: '(r, c) -> p'}}",
        'lattice l\n|A\nperiods (1, 0), (0, 1) angle 90 corners "A" = x motions (r, c) -> p',
    ),
    (
        "lattices: {l: {art: A, neighbors: '(1, 1) = s for s in S'}}",
        "lattice l\n|A\nneighbors (1, 1) = s for s in S",
    ),
    ("boards: {b: {lattice: l, size: 2x3}}", "board b on l 2x3"),
    ("boards: {b: {lattice: hex, art: '. .', legend: {'*': wall}}}", 'board b hex\n|. .\nlegend "*" = wall'),
    ('boards: {b: {art: "..\\n.#\\n"}}', "board b\n|..\n|.#"),
    ("boards:\n  b:\n    art: |\n      |..\n      |.#", "board b\n|..\n|.#"),
    ("shapes:\n  s:\n    art: |2\n        A\n\n      BB", "shapes s\n|  A\n|\n|BB"),
    ("shapes: {s: {all: free, cells: 5, lattice: hex}}", "shapes s = all free 5 of hex"),
    (
        "shapes: {s: {all: one-sided, cells: 1..n, lattice: cube, without: holes}}",
        "shapes s = all one-sided 1..n of cube without holes",
    ),
    (
        "shapes: {s: {all: free, cells: 5, lattice: square, without: 'holes, X'}}",
        "shapes s = all free 5 of square without holes, X",
    ),
    ("shapes: {s: {of: p, pieces: 'F, 1'}}", "shapes s = F, 1 of p"),
    ("shapes: {s: {of: p, without: F}}", "shapes s = p without F"),
    ("shapes: {s: {detached: true, art: A.A}}", "shapes s detached\n|A.A"),
    (
        "shapes: {s: {pieces: '\"A\" at x, (k at y for k in z)', lattice: hex, detached: true}}",
        'shapes s = "A" at x, (k at y for k in z) of hex detached',
    ),
    (
        "tiles: {s: {all: one-sided, lattice: square, sides: 1..3}}",
        "shapes s = all one-sided tiles of square with sides in 1..3",
    ),
    (
        "tiles: {s: {all: free, lattice: hex, corners: C, where: x}}",
        "shapes s = all free tiles of hex with corners in C where x",
    ),
    (
        "tiles: {s: {tiles: '\"A\" with sides x, (k with corners y for k in z)', lattice: hex}}",
        'shapes s = "A" with sides x, (k with corners y for k in z) of hex',
    ),
    ("place: {shapes: s, board: b, as: free, border: w}", "place free s on b border w"),
    ("place: {shapes: s, board: b, as: free}", "place free s on b"),
    (
        'place: [{shapes: s, board: b, as: free, matching: \'"1" on "a"\'}]',
        'place free s on b matching "1" on "a"',
    ),
    ("shapes:\n  s:\n    art: |2\n        AA\n    labels: |2\n        1.", "shapes s\n|  AA\nlabels\n|  1."),
    ('boards: {b: {size: 1x2, labels: "|1"}}', "board b 1x2\nlabels\n|1"),
    (
        "place: [{shapes: s, board: b, as: fixed, each: 2 times, covering: at least 4, where: x}]",
        "place fixed s on b each 2 times covering at least 4 where x",
    ),
    (
        "fill: {board: g, with: 1..9, once per: [row, block 3x3]}",
        "fill g with 1..9, once per row, block 3x3",
    ),
    ("fill: {board: g, with: D}", "fill g with D"),
    ("given: [put(1), 'a[1, 2] = c', {art: .A}]", "given put(1) given a[1, 2] = c given\n|.A"),
    ("draw: {look: line, at: p}", "draw line at p"),
    (
        "draw: [{look: cage, at: cells(k) for k in cages, as: k.sum, color: '\"red\"'}]",
        'draw cage at cells(k) as k.sum color "red" for k in cages',
    ),
    ("draw: [{option: line(e), at: e}, {item: 'dot[x]', at: x}]", "draw line(e) at e draw dot[x] at x"),
    ("given: [put(i) for i in 1..3 where i > 1]", "given put(i) for i in 1..3 where i > 1"),
    ("given: ['put(1), put(i) for i in S']", "given put(1), put(i) for i in S"),
    ("also: {option: 'f(x, y)', covers: 'a[x]'}", "also f(x, y) covers a[x]"),
    (
        "also: [{option: f(x), where: x > 1, covers: [a, 'b[x] = red']}]",
        "also f(x) where x > 1 covers a, b[x] = red",
    ),
    ("forbid: [put(r) for r in 1..2]", "forbid put(r) for r in 1..2"),
    ("retain: [put(r) for r in 1..2]", "retain put(r) for r in 1..2"),
    ("symmetry: ['f(x, y) -> f(y, x)']", "symmetry f(x, y) -> f(y, x)"),
    ("draw: {item: 'a[r]', at: '(r, 1)'}", "draw a[r] at (r, 1)"),
    ("draw: {option: 'line(p, q)', joining: '{p, q}', as: 2}", "draw line(p, q) joining {p, q} as 2"),
    ("goal: minimize", "minimize"),
    (
        "goal: 'minimize max(a) then max(b[1], c[i] for i in 1..2)'",
        "minimize max(a) then max(b[1], c[i] for i in 1..2)",
    ),
    ("expect: {'best max(a[i] for i in 1..2)': 3}", "expect best max(a[i] for i in 1..2) = 3"),
    (
        "expect: {solutions up to symmetry: 12, solutions up to rotations: 24, items: '>= 3'}",
        "expect solutions up to symmetry = 12 expect solutions up to rotations = 24 expect items >= 3",
    ),
    (
        "expect: [{solutions: 2, options: 5, when: n = 4}]",
        "expect solutions = 2 when n = 4 expect options = 5 when n = 4",
    ),
    (
        "let: {a: 1}\nstatements:\n  - items: [i]\n    let: {b: 2}\n  - items: [j]",
        "let a = 1 item i let b = 2 item j",
    ),
]


def test_the_example() -> None:
    text = """
        puzzle "N queens" param n = 8 in 1..64
        item row[1..n] item column[1..n] item up[2..2*n] at most once item down[1-n..n-1] at most once
        option queen(r, c in 1..n) covers row[r], column[c], up[r+c], down[r-c]
        draw queen(r, c) at (r, c) as "Q"
        expect solutions = 92
    """
    assert ast.same(of_yaml(QUEENS), of_text(text))
    assert yaml_of(of_text(text)) == QUEENS
    assert compile_source(Source("queens.yaml", QUEENS)).count() == 92


@pytest.mark.parametrize(("form", "text"), FORMS, ids=lambda text: str(text)[:30])
def test_form(form: str, text: str) -> None:
    assert ast.same(of_yaml(f"excover: 1\n{form}\n"), of_text(text))


def test_every_section_is_tried() -> None:
    assert {form.split(":")[0] for form, _ in FORMS} >= set(SECTIONS)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped(path: Path) -> None:
    spec = parse(gallery.read_file(path))
    again = of_yaml(yaml_of(spec))
    assert ast.same(spec, again)
    assert yaml_of(again) == yaml_of(spec)


@settings(max_examples=examples(150))
@given(specs)
def test_any_tree(spec: ast.Spec) -> None:
    assert ast.same(of_yaml(yaml_of(spec), DEEP), spec)


def test_the_order_of_statements_is_kept() -> None:
    text = "let a = 1 item i let b = 2 item j let a = 3 minimize maximize"
    assert ast.same(of_yaml(yaml_of(of_text(text))), of_text(text))


def test_keys_too_long_for_one_line() -> None:
    names = ", ".join(f"argument_number_{n}" for n in range(200))
    spec = of_text(f"def f({names}) = 1 option g({names} in 1..2) covers a")
    assert ast.same(of_yaml(yaml_of(spec)), spec)


def test_the_name_chooses_the_form() -> None:
    assert ast.same(read(Source("a.YML", "excover: 1\nlet: {a: 1}")), read(Source("a.xc", "let a = 1")))


# Places


def spans(text: str, value: str) -> str:
    """What is found where ``value``, an expression with a name x, says its name stands."""
    spec = of_yaml(text)
    (statement,) = spec.statements
    assert isinstance(statement, ast.Let)
    found = [statement.value]
    while not isinstance(found[-1], ast.Name):
        assert isinstance(found[-1], ast.Binary)
        found.append(found[-1].right)
    assert found[-1].id == value
    return found[-1].span.text


@pytest.mark.parametrize(
    "written",
    [
        "1 + there",
        "'1 + there'",
        '"1 + there"',
        '"1 \\u002b there"',
        '"\\t1\\x20+ \\\n     there"',
        "\n    1\n\n    +\n    there",
        "'1\n\n    + there'",
        "|\n    1\n     +\n    there",
        ">\n    1\n\n      +\n\n    there",
        ">-  # folded\n    1 +\n    there",
    ],
)
def test_a_name_is_where_it_was_written(written: str) -> None:
    assert spans(f"excover: 1\nlet:\n  a: {written}\n", "there") == "there"


def test_a_line_of_a_drawing_is_where_it_was_written() -> None:
    text = "excover: 1\nshapes:\n  s:\n    art: |2\n       A.B\n\n      CC \nlet: {a: 1}\n"
    shapes = of_yaml(text).statements[0]
    assert isinstance(shapes, ast.ShapesStatement)
    assert [(line.text, line.line, line.column) for line in shapes.drawing.lines] == [
        (" A.B", 5, 7),
        ("", 6, 1),
        ("CC ", 7, 7),
    ]


# What is wrong


def told(source: Source) -> list[Diagnostic]:
    try:
        return list(compile_source(source).warnings)
    except SpecError as wrong:
        return list(wrong.diagnostics)


def line_of(diagnostic: Diagnostic) -> int:
    return next((label.span.line for label in diagnostic.labels if label.primary), 0)


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_points_to_the_error(path: Path, golden: Golden) -> None:
    source = Source(path.name, path.read_text())
    wanted = [(int(line), code, message) for line, code, message in EXPECTED.findall(source.text)]
    found = [diagnostic for diagnostic in told(source) if diagnostic.is_error]
    assert wanted, "the file says nothing about what is wrong with it"
    assert [(line_of(d), d.code, d.message.split("\n")[0]) for d in found] == wanted
    golden(f"yaml/{path.stem}.txt", plain(found))


def test_every_message_has_an_example() -> None:
    shown = {code for path in GOLDEN.glob("*.txt") for code in re.findall(r"\[(E\d{3})\]", path.read_text())}
    assert {code for code in codes() if re.match("E0[23]", code)} <= shown


BOMBS = {
    "depth": ("E021", "excover: 1\nlet: " + "[" * 200_000),
    "depth-in-blocks": ("E021", "".join(f"{' ' * n}a:\n" for n in range(1000))),
    "lists-in-lists": ("E021", "- " * 100_000),
    "keys-of-keys": ("E021", "? " * 100_000),
    "nodes": ("E021", "excover: 1\nitems:\n" + "- a\n" * 100_000),
    "laughs": (
        "E022",
        "a: &a [x, x]\n"
        + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefg", "bcdefgh", strict=True)),
    ),
    "recursion": ("E022", "&a [*a]"),
    "anchors": ("E022", "&a " * 100_000),
    "scalar": ("E001", "excover: 1\npuzzle: " + "x" * 10_000_000),
    "expression": ("E002", "excover: 1\nlet: {a: '" + "(1 + " * 20_000 + "'}"),
    "escape": ("E020", 'excover: 1\nlet: {a: "\\UFFFFFFFF"}'),
    "version": ("E020", f"%YAML {'9' * 5000}.1\n---\nexcover: 1"),
    "open-quote": ("E020", "excover: 1\nputzle: '" + "x" * 300_000),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Soon: the work is counted, and the limit on nodes is lowered so that it need not be long."""
    code, text = BOMBS[name]
    monkeypatch.setattr(yaml_nodes, "NODES", 2000)

    def read_it() -> None:
        with pytest.raises(SpecError) as refused:
            of_yaml(text)
        assert [diagnostic.code for diagnostic in refused.value.diagnostics] == [code]
        assert str(refused.value)

    assert steps(read_it) < 2_000_000


def scalar_of_lines(number: int) -> YamlNode:
    return read_nodes(Source("spec.yaml", "a: '" + "x y\n  " * number + "'"))


@pytest.mark.slow
def test_a_long_text_over_many_lines_is_read_in_linear_time() -> None:
    assert steps(lambda: scalar_of_lines(10_000)) < 2.2 * steps(lambda: scalar_of_lines(5_000))
    node = scalar_of_lines(50_000)
    assert isinstance(node, YamlMapping)
    assert isinstance(value := node.entries[0][1], Scalar)
    assert value.passage.span(199_996, 199_997).text == "x"


# The schema


def valid(text: str) -> bool:
    validator = jsonschema.Draft202012Validator(schema())
    return bool(validator.is_valid(yaml.safe_load(text)))


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_are_valid(path: Path) -> None:
    assert valid(yaml_of(parse(gallery.read_file(path))))


@pytest.mark.parametrize("form", [form for form, _ in FORMS], ids=lambda text: str(text)[:30])
def test_forms_are_valid(form: str) -> None:
    quoted = form.replace("puzzle: on", "puzzle: 'on'").replace("puzzle: 12:30", "puzzle: '12:30'")
    assert valid(f"excover: 1\n{quoted}".replace("{yes:", "{'yes':").replace("no]", "'no']"))


@pytest.mark.parametrize(
    "section",
    [
        "lattices: {a: {art: AB, periods: 0}}",
        "shapes: {a: {of: b, without: 7}}",
        "boards: {a: {size: 0x0}}",  # a number of base 16 to YAML
    ],
)
def test_a_phrase_may_look_like_a_number(section: str) -> None:
    assert valid(f"excover: 1\n{section}")
    of_yaml(f"excover: 1\n{section}")


@settings(max_examples=examples(60))
@given(specs)
def test_any_tree_is_valid(spec: ast.Spec) -> None:
    read_nodes(Source("spec.yaml", yaml_of(spec)))
    assert valid(yaml_of(spec))


INVALID = [
    "puzzle: Tiny",
    "excover: 2",
    "excover: 1\nitem: [a]",
    "excover: 1\noptions: {x(): {where: a}}",
    "excover: 1\noptions: {x: {covers: a}}",
    "excover: 1\noptions: {x(): {covers: a, optional: maybe}}",
    "excover: 1\nplace: {shapes: a, board: b, as: fre}",
    "excover: 1\nlet: {12: 3}",
    "excover: 1\nlet: {a: [1, 2]}",
    "excover: 1\nshapes: {s: {}}",
    "excover: 1\nexpect: {solution: 3}",
    "excover: 1\ngoal: cheapest",
    "excover: 1\nstatements: [{excover: 1}]",
    "- a",
]


@pytest.mark.parametrize("text", INVALID)
def test_wrong_ones_are_not_valid(text: str) -> None:
    assert not valid(text)
    with pytest.raises(SpecError):
        of_yaml(text)


def test_the_schema_knows_every_section() -> None:
    assert set(schema()["$defs"]["sections"]["properties"]) == set(SECTIONS)
    assert set(schema()["properties"]) == {*SECTIONS, "excover", "statements"}
