"""The forms of a description: YAML, one layout, the core form; and the pages about errors."""

from __future__ import annotations

import json
import re
import stat
import subprocess
import sys
import types
from collections.abc import Sequence
from pathlib import Path

import pytest
from commands import Ran, Run
from slow_values import PUZZLES

import excover
from excover.apps.cli.commands import check
from excover.apps.cli.commands.convert import FORMER
from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import ItemName
from excover.base.source import Source
from excover.language.meaning.resolve import resolve
from excover.language.source_files import find_given
from excover.language.syntax import ast
from excover.language.syntax.format import format_spec
from excover.language.syntax.parse import parse as parse_text
from excover.language.syntax.yaml import yaml_of
from excover.matrix.compiled import Compiled
from excover.matrix.core_form import core
from excover.matrix.expand import expand
from excover.matrix.matrix import Matrix
from excover.problem.problem import Problem, compile_source, load, parse

pytestmark = pytest.mark.outer

TINY = """\
# Two halves
item a , b   # both
option half( x in {"A","B"} ) covers a if x="A", b if x="B"
expect solutions = 1
"""
TINY_LAID_OUT = """\
# Two halves
item a, b  # both
option half(x in {"A", "B"}) covers a if x = "A", b if x = "B"
expect solutions = 1
"""
TINY_YAML = """\
excover: 1
items:
  - a, b
options:
  half(x in {"A", "B"}):
    covers: [a if x = "A", b if x = "B"]
expect: {solutions: 1}
"""


def write(name: str, text: str) -> Path:
    path = Path(name)
    path.write_bytes(text.encode())
    return path


# A description in YAML is read wherever one in text is


def test_a_file_in_yaml_is_a_description(run: Run) -> None:
    write("tiny.yaml", TINY_YAML)
    assert run("count tiny.yaml").out == "1\n"
    assert run("solve tiny.yaml").out == 'half("A"), half("B")\n'


def test_standard_input_is_yaml_where_it_begins_like_yaml(run: Run) -> None:
    assert run("count -", stdin=TINY_YAML).out == "1\n"
    assert run("count -", stdin=f"# a comment\n---\n{TINY_YAML}").out == "1\n"
    assert run("count -", stdin=TINY).out == "1\n"


def test_a_file_is_what_its_name_says(run: Run) -> None:
    write("tiny.xc", TINY_YAML)
    ran = run("count tiny.xc")
    assert (ran.status, "--> tiny.xc:1:1" in ran.err) == (2, True)


def test_expectations_read_the_same_in_both_forms(run: Run) -> None:
    write("tiny.xc", TINY)
    write("tiny.yaml", TINY_YAML)
    ran = run("check tiny.xc tiny.yaml --json")
    told = [json.loads(line) for line in ran.out.splitlines()]
    assert [(each["spec"], each["verdict"], each["expectation"]) for each in told] == [
        ("tiny.xc", "ok", "solutions = 1"),
        ("tiny.yaml", "ok", "solutions = 1"),
    ]


def test_a_text_imports_yaml_and_yaml_a_text(run: Run) -> None:
    write("size.yaml", "{excover: 1, params: {n: 3}}")
    write("square.xc", 'import "size.yaml"  let m = n*n')
    write(
        "all.yaml",
        'excover: 1\nimport: \'"square.xc"\'\nitems: ["a[1..m]"]\noptions: {x(i in 1..m): {covers: "a[i]"}}',
    )
    assert json.loads(run("info all.yaml --json").out)["size"]["options"] == 9


def test_yaml_is_not_imported_for_a_text(run: Run) -> None:
    script = (
        "import sys, excover; excover.parse('item a option x() covers a'); assert 'yaml' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


# convert


def test_convert_gives_the_other_form(run: Run) -> None:
    write("tiny.xc", TINY)
    write("tiny.yaml", TINY_YAML)
    there = run("convert tiny.xc")
    assert (there.out, there.err) == (TINY_YAML, "2 comments left out\n")
    back = run("convert tiny.yaml")
    assert back.out == "".join(line for line in TINY_LAID_OUT.replace("  # both", "").splitlines(True)[1:])


def test_convert_to_the_form_that_it_has(run: Run) -> None:
    assert run("convert - --to text", stdin=TINY).out == TINY_LAID_OUT
    assert run("convert - --to yaml", stdin=TINY_YAML).out == TINY_YAML


def test_convert_of_a_shipped_puzzle_and_of_nonsense(run: Run) -> None:
    assert run("convert queens").out.startswith("excover: 1\npuzzle: N queens\n")
    assert run("convert -", stdin="item").status == 2


# fmt


def test_fmt_lays_a_file_out_and_keeps_its_mode(run: Run) -> None:
    path = write("tiny.xc", TINY)
    path.chmod(0o640)
    ran = run("fmt tiny.xc")
    assert (ran.status, ran.out, ran.err) == (0, "", "formatted tiny.xc\n")
    assert path.read_text() == TINY_LAID_OUT
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [other.name for other in Path().iterdir()] == ["tiny.xc"]


def test_fmt_leaves_a_file_alone_that_is_laid_out(run: Run) -> None:
    path = write("tiny.xc", TINY_LAID_OUT)
    before = path.stat()
    assert run("fmt tiny.xc") == Ran(0, "", "")
    assert path.stat().st_ino == before.st_ino


def test_fmt_check_names_files_and_changes_none(run: Run) -> None:
    path = write("one.xc", TINY)
    write("two.xc", TINY_LAID_OUT)
    assert run("fmt --check one.xc two.xc") == Ran(1, "one.xc\n", "")
    assert path.read_text() == TINY
    assert run("fmt --check two.xc").status == 0


def test_fmt_of_standard_input(run: Run) -> None:
    assert run("fmt -", stdin=TINY) == Ran(0, TINY_LAID_OUT, "")
    assert run("fmt - --check", stdin=TINY) == Ran(1, "<stdin>\n", "")


def test_fmt_art_puts_bars(run: Run) -> None:
    ran = run("fmt - --art", stdin="board tray\n..\n..\nshapes piece\nAA BB\nplace free piece on tray")
    assert ran.out == "board tray\n  |..\n  |..\nshapes piece\n  |AA BB\nplace free piece on tray\n"


def test_fmt_repairs_line_ends(run: Run) -> None:
    path = write("dos.xc", "\ufeffitem a\r\noption x() covers a\r\n")
    assert run("fmt dos.xc").status == 0
    assert path.read_bytes() == b"item a\noption x() covers a\n"


def test_fmt_follows_a_link(run: Run) -> None:
    path = write("tiny.xc", TINY)
    link = Path("link.xc")
    link.symlink_to("tiny.xc")
    assert run("fmt link.xc").status == 0
    assert link.is_symlink()
    assert path.read_text() == TINY_LAID_OUT


def test_fmt_refuses_what_it_cannot_lay_out_and_goes_on(run: Run) -> None:
    wrong = write("wrong.xc", "item a item")
    yaml = write("tiny.yaml", "# kept\n" + TINY_YAML)
    write("noise.xc", "item a")
    Path("noise.xc").write_bytes(b"\xff\xfe\xff")
    right = write("tiny.xc", TINY)
    ran = run("fmt wrong.xc tiny.yaml noise.xc queens tiny.xc")
    assert ran.status == 2
    assert (wrong.read_text(), yaml.read_text()) == ("item a item", "# kept\n" + TINY_YAML)
    assert right.read_text() == TINY_LAID_OUT
    for said in ("error[E007]", "`tiny.yaml` is in YAML", "`noise.xc` is not a text", "cannot read `queens`"):
        assert said in ran.err


LOOP = "item step[1..3] at most once\noptional option go(i in 1..3) covers step[i]\n"
FORMER_TEXTS = {
    "a bound of several families": (
        "item b[1..2]\nitem a[1..2], c at most once\noption x(i in 1..2) covers a[i], b[i], c\n",
        "item b[1..2]\nitem a[1..2] at most once, c at most once\noption x(i in 1..2) covers a[i], b[i], c\n",
    ),
    "a loop at places": (
        f"{LOOP}require go(i) at {{i, i mod 3+1}} as one loop\n",
        f"{LOOP}require go(i) joining {{i, i mod 3+1}} as one loop\n",
    ),
    "a bound of several families in YAML": (
        "excover: 1\nitems:\n  # kept\n  - a, b: at most once\n    c: once\n"
        "options:\n  x(): {covers: 'a, b, c'}\n",
        "excover: 1\nitems:\n  # kept\n  - a: at most once\n    b: at most once\n    c: once\n"
        "options:\n  x(): {covers: 'a, b, c'}\n",
    ),
}


@pytest.mark.parametrize("name", FORMER_TEXTS)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_fmt_migrates_what_earlier_versions_read(run: Run, name: str, ends: str) -> None:
    before, after = FORMER_TEXTS[name]
    path = write("old.yaml" if "YAML" in name else "old.xc", "")
    path.write_bytes(before.replace("\n", ends).encode())
    assert run(f"check {path}").status == 2
    assert run(f"fmt --migrate --check {path}").status == 1
    assert run(f"fmt --migrate {path}") == Ran(0, "", f"formatted {path}\n")
    assert path.read_text() == after
    assert run(f"count {path}").status < 2
    assert run(f"fmt --migrate {path}") == Ran(0, "", "")


def test_every_form_that_is_migrated_has_an_example() -> None:
    found = {type(wrong) for before, _ in FORMER_TEXTS.values() for wrong in refused(before)}
    assert found == set(FORMER)


def test_fmt_migrates_nothing_in_a_file_with_other_errors(run: Run) -> None:
    text = FORMER_TEXTS["a bound of several families"][0] + "option y() covers d\n"
    path = write("old.xc", text)
    ran = run("fmt --migrate old.xc")
    assert (ran.status, path.read_text()) == (2, text)
    assert "error[E101]" in ran.err


def refused(text: str) -> Sequence[Diagnostic]:
    with pytest.raises(SpecError) as wrong:
        compile_source(Source("old.yaml" if text.startswith("excover") else "old.xc", text))
    return wrong.value.diagnostics


# explain


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """A room of pages with two of them."""
    made = types.ModuleType("excover.language.messages.message")
    texts = {"E101": "E101: an unknown item\n", "E103": "E103: an unknown name\n"}
    made.message_page = texts.get  # type: ignore[attr-defined]
    made.codes = lambda: list(texts)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "excover.language.messages.message", made)


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize("code", ["E103", "e103", "[E103]"])
def test_explain_prints_a_page(run: Run, code: str) -> None:
    assert run(f"explain {code}") == Ran(0, "E103: an unknown name\n", "")


@pytest.mark.usefixtures("pages")
def test_explain_of_an_unknown_code(run: Run) -> None:
    ran = run("explain E1O3")
    assert (ran.status, ran.out) == (2, "")
    assert "error: there is no code `E1O3`; did you mean `E103`?" in ran.err


def test_errors_on_a_terminal_point_to_a_page_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = "item a option x() covers b option y() covers c"
    assert "excover explain" not in run("solve -", stdin=wrong).err
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    err = run("solve -", stdin=wrong).err
    assert err.count("excover explain") == 1
    code = err[err.index("[") + 1 : err.index("]")]
    assert err.endswith(f"\nto learn more, run: excover explain {code}\n")
    assert "excover explain" not in run("solve - --json", stdin=wrong).err
    assert "excover explain" not in run("solve -", stdin=TINY).err


@pytest.mark.parametrize("command", ["tree queens", "solve wide.xc"])
def test_no_line_is_wider_than_the_terminal(command: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is cut says so; in a pipe, nothing is."""
    wide = f"board b 1x60\nshapes p\n  |{'AB' * 30}\nplace fixed p on b\n"
    whole = run(command, wide=wide).out.splitlines()
    assert max(map(len, whole)) > 40
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "40")
    *shown, last = run(command, wide=wide).out.splitlines()
    assert max(map(len, shown)) == 40
    cut = [each for each in shown if each.endswith("…") and each not in whole]
    assert last.startswith(f"({len(cut)} line")
    assert last.endswith(f" cut: all of it is {max(map(len, whole))} columns wide, or in a pipe)")


# new


@pytest.mark.parametrize(
    ("answers", "count"),
    [
        (["pieces", "", "2", "4", "4"], 4),
        (["values", "Small", "2", "yes"], 2),
        (["values", 'a "b"', "Numbers", "4", "yes"], 288),
        (["marks", "", "4", "1", "no"], 2),
        (["marks", "", "3", "2", "yes"], 6),
        (["pairs", "", "Ada, Ben", "cook, wash", "no"], 2),
        (["pairs", "", "Ada, Ada", "Ada, Ben", "cook, wash, shop", "cook", "yes"], 1),
        (["marks", "", "2", "1", "no", "marks", "", "5", "1", "no"], 14),
    ],
)
def test_a_first_description(answers: list[str], count: int, run: Run) -> None:
    """It is as `fmt` writes it, and has so many solutions. What cannot be is asked again."""
    ran = run("new first", stdin="\n".join([*answers, ""]))
    assert ran.status == 0
    text = Path("first.xc").read_text()
    assert ran.out == f"{excover.parse(text).solve()}\n"
    assert excover.parse(text).count() == count
    assert run("fmt --check first.xc").status == 0
    again = run("new first.xc", stdin="\n" * 9)
    assert (again.status, Path("first.xc").read_text()) == (2, text)
    assert "exists" in again.err


def test_a_first_description_that_takes_long(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "SECONDS", 1e-9)
    ran = run("new first", stdin="marks\n\n30\n7\nno\n")
    assert ran.status == 2
    assert "no solution was found in 1e-09 seconds: smaller numbers, please" in ran.err
    assert not Path("first.xc").exists()


def test_a_first_description_that_is_not_finished(run: Run) -> None:
    for answers in ("", "pieces\n"):
        ended = run("new first", stdin=answers)
        assert ended.status == 2
        assert "the input ended before every question was answered" in ended.err
    assert not Path("first.xc").exists()
    assert "does not end with .xc" in run("new first.txt", stdin="").err


# info


def test_info_reports_multiplicities_colors_goal_and_symmetries(run: Run) -> None:
    text = """
        item a 2 times, b 2 times  item c at least 1 times  item d 0..3 times
        item s at most once  item k colored
        option x(n in 1..4) covers a if n < 3, b if n > 2, c, d, s if n = 1, k = "red" cost n
        minimize
    """
    write("many.xc", text)
    facts = json.loads(run("info many.xc --json --symmetries").out)
    assert {each["item"]: each["covered"] for each in facts["items"]} == {
        **{"a": "2 times", "b": "2 times", "c": "at least 1 times", "d": "0..3 times"},
        **{"s": "at most once", "k": "colored"},
    }
    assert (facts["goal"], facts["symmetries"]) == ("minimize", 1)
    assert "symmetry group of order 1\n" in run("info many.xc --symmetries").out
    assert "symmetries" not in json.loads(run("info many.xc --json").out)


def test_info_reports_boards(run: Run) -> None:
    text = "board rim 2x4, torus  shapes bar\n  |II\nplace free bar on rim each at most 4 times"
    (board,) = json.loads(run("info - --json", stdin=text).out)["boards"]
    assert (board["lattice"], board["flags"]) == ("square", "torus")


# The core form


def content(problem: Problem | Compiled) -> tuple[object, ...]:
    """Items, and options with what they cover, cost and draw, all by name."""
    compiled = problem.compiled if isinstance(problem, Problem) else problem
    matrix = compiled.matrix
    names = item_names(matrix)
    items = sorted(zip(names, matrix.lower, matrix.upper, matrix.colored, strict=True))
    options = []
    for option, name in enumerate(matrix.options):
        entries = range(matrix.starts[option], matrix.starts[option + 1])
        covers = sorted(
            ((names[matrix.entries[k]], ["", *matrix.palette][matrix.colors[k]]) for k in entries), key=str
        )
        options.append((str(name), covers, matrix.prices()[option]))
    return items, options, drawings(compiled)


def item_names(matrix: Matrix) -> list[str]:
    """With what the core form names differently: crossings, which are `crossing[k]` there, parts of a family
    with several bounds, which are families with a number, and families that have an index for each part of a
    key, which is one there."""
    crossings = [item for item, name in enumerate(matrix.items) if "crossing " in str(name)]
    numbers = {item: f"crossing[{k}]" for k, item in enumerate(crossings, 1)}
    return [numbers.get(item) or without_part(name) for item, name in enumerate(matrix.items)]


def without_part(name: ItemName) -> str:
    keys = name.indices[0] if len(name.indices) == 1 and isinstance(name.indices[0], tuple) else name.indices
    return str(ItemName(re.sub(r"_\d+$", "", name.family), tuple(keys)))


def drawings(compiled: Compiled) -> list[object]:
    extents = [canvas.extent for canvas in compiled.canvases]
    markings = [
        {
            (
                marking.canvas,
                marking.mark,
                tuple(sorted(map(compiled.canvases[marking.canvas].position, marking.cells))),
            )
            for marking in each
        }
        for each in compiled.markings
    ]
    return [extents, markings]


def core_of(problem: Problem) -> ast.Spec:
    return core(problem.puzzle, problem.compiled)


SHORT = 10_000
"""Texts of so many characters are read within a moment."""


def read_again(problem: Problem) -> Problem:
    """The core form, through its text and through YAML."""
    text = format_spec(core_of(problem))
    again = parse(text)
    tree = parse_text(Source("core.xc", text))
    assert content(compile_source(Source("core.yaml", yaml_of(tree)))) == content(again)
    return again


def compiled_again(problem: Problem) -> Compiled:
    """The core form, read as a tree, and as a text too if it is short."""
    spec = core_of(problem)
    text = format_spec(spec)
    if len(text) < SHORT:
        assert ast.same(parse_text(Source("core.xc", text)), spec)
    again = resolve(spec, None, {})  # type: ignore[arg-type]  # it imports nothing
    assert (again.title, again.goal) == (problem.puzzle.title, problem.puzzle.goal)
    return expand(again)


@pytest.mark.parametrize("name", PUZZLES)
def test_the_core_form_of_every_shipped_puzzle_is_the_same_matrix(name: str) -> None:
    problem = load(name)
    assert content(compiled_again(problem)) == content(problem)


def examples() -> list[str]:
    reference = Path(__file__).parents[2] / "docs" / "language.md"
    found = re.findall(r"```excover[^\n]*\n(.*?)```", reference.read_text("utf-8"), re.DOTALL)
    return [text for text in found if not re.search(r'(import|from) "', text)]  # these need files beside them


@pytest.mark.parametrize("text", examples())
def test_the_core_form_of_every_example_of_the_reference_is_as_large(text: str) -> None:
    problem = parse(text)
    if problem.puzzle.global_constraints or problem.puzzle.conditions:  # rules have no core form
        return
    matrix, again = problem.matrix, compiled_again(problem).matrix
    assert set(again.options) == set(matrix.options)
    assert (len(again.items), len(again.entries)) == (len(matrix.items), len(matrix.entries))


def test_expand_to_text_carries_out_all_that_saves_writing(run: Run) -> None:
    text = """
        import "words.xc"
        param n = 2 in 1..9
        def odd(i) = 2*i - 1
        board strip 1x2
        fill strip with 1..n, once per row
        item seat[{odd(i) for i in 1..n}]
        option sit((s, k) in {(s, k) for s in seat, k in 1..3 where k < 3}) distinct
          covers seat[odd((s+1) div 2)], strip[1, 1] if n = 3, strip_row[1, k] if n = 2 and s > odd(1)
        forbid sit(3, 2)
        given sit(1, 1)
        expect options = 7
    """
    write("words.xc", "let unused = 1")
    write("all.xc", text)
    note, _, written = run("expand all.xc --to text").out.partition("\n")
    assert note.startswith("# Symmetries of boards")
    assert written == (
        "item strip[{1}, 1..2]\n"
        "item strip_row[{1}, 1..2]\n"
        "item seat[{1, 3}]\n"
        "option strip(r in {1}, c, v in 1..2) covers strip[r, c], strip_row[r, v]\n"
        "option sit(s in {1, 3}, k in {1}) covers seat[2*((s+1) div 2)-1], strip_row[1, k] if s > 1\n"
        "draw strip(r, c, v) at (r, c) as v\n"
    )


def test_expand_applies_clues_that_are_given(run: Run) -> None:
    assert find_given("sudoku-hard").text
    ran = run("expand sudoku --given sudoku-hard --to text")
    assert run("count -", stdin=ran.out).out == "1\n"


def test_expand_to_yaml(run: Run) -> None:
    ran = run("expand queens -p n=2 --to yaml")
    assert ran.out.startswith("# Symmetries of boards")
    assert ran.out.partition("\n")[2].startswith("excover: 1\npuzzle: N queens\nitems:\n  - row[1..2]\n")
    assert run("expand -", stdin=ran.out).out == run("expand queens -p n=2").out


def same_core(text: str, given: str | None = None) -> str:
    """The core form, which is the same in all that matters."""
    problem = parse(text, given=given)
    assert content(read_again(problem)) == content(problem)
    return format_spec(core_of(problem))


def test_symbols_and_records_keep_their_declarations() -> None:
    text = same_core("""
        enum Color = red, green   enum Unused = north
        table T
          |name | likes* | note
          |Ada  | red    | x y |
          |Ben  | green,red |  |
        table Other
          |word
          |word
        item T_of[T], color[Color]
        option paint(t in T, c in Color) where c in t.likes covers T_of[t], color[c] if T["Ada"].note = "x y"
    """)
    assert text == (
        "enum Color = red, green\n"
        "table T\n"
        "  |name | likes*    | note\n"
        "  |Ada  | red       | x y\n"
        "  |Ben  | green,red | |\n"
        'item T_of[{T["Ada"], T["Ben"]}]\n'
        "item color[{red, green}]\n"
        'option paint((t, c) in {(T["Ada"], red), (T["Ben"], red), (T["Ben"], green)})'
        " covers T_of[t], color[c]\n"
    )


def test_colors_costs_and_multiplicities_stay() -> None:
    text = same_core("""
        let wide = 3
        item cell[1..wide, 1..2] colored   item line[1..wide] 1..wide times   item any_ at least 2 times
        option x(r in 1..wide, v in {"u", "v"})
          covers line[r], any_, (cell[r, c] = v for c in 1..2 where c <= wide)
          cost 1000000*r - wide
        draw cell[r, c] at (r, c)
        minimize
    """)
    assert "covers line[r], any_, (cell[r, c] = v for c in 1..2 where c <= 3)\n" in text
    assert text.endswith("\n  cost 1000000*r - 3\ndraw cell[r, c] at (r, c)\nminimize\n")


def test_names_that_a_function_binds_do_not_hide_those_of_its_arguments() -> None:
    text = same_core("""
        def below(n) = {k for k in 1..n}
        item a[1..3] at most 9 times, b[1..3] at most 9 times
        option x(k in 1..3) covers a[k], (b[j] for j in below(k))
    """)
    assert "for j in {k_2 for k_2 in 1..k}" in text


def test_a_board_stays_where_a_family_cannot_say_the_same() -> None:
    text = same_core("""
        board hole
          |..?
          |.#.
        shapes bar
          |II LL
          |   L
        place free bar on hole each 0..4 times
    """)
    assert text.startswith('board hole\n  |..?\n  |.#.\nitem bar[{"I", "L"}] at most 4 times\n')


@pytest.mark.parametrize(
    "board",
    ["board b hex 2x2", "board b triangle 2x2", "board b\n  |..|..\n  |.#|..", "board b\n  |AB\n  |BA"],
)
def test_boards_of_every_kind(board: str) -> None:
    text = same_core(f"{board}\n option x(p in b) covers b[p]")
    assert text.startswith(board.split("\n")[0].removesuffix(" 2x2"))


def test_labels_are_looked_up_on_a_board() -> None:
    text = same_core("""
        board b
          |AAB
          |ABB
        fill b with 1..3, once per label
        given b(1, 1, 2)
    """)
    assert 'item b_label[{"A", "B"}, 1..3]\n' in text
    assert "b_label[b[r, c], v]" in text


def test_pieces_on_two_boards_are_options_of_one_family() -> None:
    problem = parse("""
        board left 1x3  board right 3x1
        shapes bar
          |II T
        place free bar on left each 2 times
        place free bar on right each 2 times
    """)
    again = read_again(problem)
    items, options, _ = content(problem)
    assert content(again)[:2] == (items, options)


def test_items_of_a_unit_with_fewer_cells_are_a_family_of_their_own() -> None:
    problem = parse("""
        board b
          |...
          |.#.
        fill b with 1..3, once per row, column
        optional option more(v in 1..3) covers b_row[2, v], b_column[(1, v)]
    """)
    text = format_spec(core_of(problem))
    assert "item b_row[{1}, 1..3]\nitem b_row_2[{2}, 1..3] at most once\n" in text
    again = read_again(problem)
    assert again.count() == problem.count()
    assert len(again.matrix.entries) == len(problem.matrix.entries)
    assert sorted(again.matrix.lower) == sorted(problem.matrix.lower)


def test_what_is_given_is_a_clue_where_fewer_options_do_not_say_it() -> None:
    text = """
        item a 0..2 times   item b[1..2] at most 2 times   item s[1..2] at most once
        option x(i, j in 1..2) covers a, b[i]
        optional option y(k in 1..2) covers s[k]
        option z(k in 1..3) covers a
        given x(1, 2), y(2)
    """
    problem = parse(text)
    core_text = format_spec(core_of(problem))
    assert "item clue[1..2] at least 1 times\n" in core_text
    assert "clue[2] if (i, j) in {(1, 2)}" in core_text
    assert read_again(problem).count() == problem.count() > 0


def test_options_of_which_none_is_left() -> None:
    same_core(
        'item a, b option x(i, j in 1..2) covers a, b option y(k in {"u"}) covers a, b option z() covers a, b'
        ' forbid y(k) for k in {"u"} forbid z() forbid x(i, j) for i, j in 1..2'
    )


def test_a_text_that_the_language_cannot_write(run: Run) -> None:
    write("t.csv", 'name,note\n"A ""quoted"" name",x\n')
    write("quoted.xc", 'table T from "t.csv" item a[T] option x(t in T) covers a[t]')
    ran = run("expand quoted.xc --to text")
    assert (ran.status, ran.out) == (2, "")
    assert "it has a quotation mark" in ran.err


def test_functions_that_would_grow_without_end(run: Run) -> None:
    powers = " ".join(f"def f{i}(x) = max(f{i - 1}(x), f{i - 1}(x))" for i in range(1, 10))
    write(
        "bomb.xc",
        f"def f0(x) = x {powers} item a[1..2] option x(i in 1..2) covers a[i + 0*{'f9(' * 9}i{')' * 9}]",
    )
    ran = run("expand bomb.xc --to text")
    assert ran.status == 2
    assert "too large to be written out" in ran.err
