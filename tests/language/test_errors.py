"""What is told about wrong descriptions: where, in which words, and with what help.

The first of them are the examples of docs/errors.md; `golden/examples_of_pages.txt` has what they give.
Each file in `wrong/` is another one, and says in a comment which line must fail, and how:

    item row[1..sise]  # error E101: `sise` is not declared

or, where a drawing leaves no room for a comment, in a line of its own: `# line 4: error E217: piece ..`. All
that is told about a file is kept in `golden/errors/`, as it is shown to people. After a change, look at what
`python -m pytest --regenerate tests/language/test_errors.py` makes of those files before it is committed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from goldens import Golden, plain
from page_examples import told as told_of_example
from page_examples import wrong_examples

import excover
from excover import ItemName, OptionName
from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.limits import Limits
from excover.base.source import Source
from excover.formats.answers import dlx_answer, opb_answer, sat_answer
from excover.formats.exports import EXPORTS
from excover.formats.exports.as_cnf import export as cnf_lines
from excover.language.meaning.resolve import resolve
from excover.language.messages.message import codes, message_page
from excover.language.syntax.parse import parse as parse_spec
from excover.problem.problem import compile_source
from excover.search.engine_table import DISK

pytestmark = pytest.mark.outer

HERE = Path(__file__).parents[1]
GOLDEN = HERE / "golden" / "errors"
EXAMPLES = HERE / "golden" / "examples_of_pages.txt"
FORMS = (".xc", ".dlx", ".xmpuzzle", ".polycube")
FILES = sorted(path for path in (HERE / "wrong").iterdir() if path.suffix in FORMS)
EXPECTED = re.compile(r"# (?:line (\d+): )?(error|warning) ([EW]\d{3}): (.*)$", re.MULTILINE)


# Descriptions with a comment on the line that must fail


class Told(NamedTuple):
    line: int
    severity: str
    code: str
    message: str


def expected(text: str) -> Iterator[Told]:
    for number, line in enumerate(text.splitlines(), 1):
        for elsewhere, severity, code, message in EXPECTED.findall(line):
            yield Told(int(elsewhere or number), severity, code, message)


def told(source: Source) -> list[Diagnostic]:
    try:
        return list(compile_source(source).warnings)
    except SpecError as wrong:
        return list(wrong.diagnostics)


def line_of(diagnostic: Diagnostic) -> int:
    return next((label.span.line for label in diagnostic.labels if label.primary), 0)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_points_to_the_error(path: Path) -> None:
    source = Source(path.name, path.read_text())
    found = told(source)
    wanted = list(expected(source.text))
    assert wanted, "the file says nothing about what is wrong with it"
    assert [(line_of(d), d.severity.value, d.code) for d in found] == [each[:3] for each in wanted]
    for diagnostic, each in zip(found, wanted, strict=True):
        assert diagnostic.message.startswith(each.message)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_is_shown_as_before(path: Path, golden: Golden) -> None:
    golden(f"errors/{path.stem}.txt", plain(told(Source(path.name, path.read_text()))))


def test_the_examples_of_pages_are_shown_as_before(golden: Golden) -> None:
    golden(EXAMPLES.name, "\n".join(plain(told_of_example(source)) for source in wrong_examples().values()))


# What no single description can show: limits, parameters, files


class Again:
    """Files that import themselves."""

    def spec(self, _name: object) -> Any:
        return parse_spec(Source("again.xc", "import again"))

    def table(self, _name: object) -> Any:
        raise AssertionError


def cycle() -> None:
    resolve(Again().spec(""), Again())


def limited(text: str, **limits: int) -> Callable[[], object]:
    return lambda: compile_source(Source("spec.xc", text), limits=Limits(**limits))


def with_settings(text: str, **settings: object) -> Callable[[], object]:
    return lambda: compile_source(Source("spec.xc", text), settings)


def symmetries(text: str, **limits: int) -> Callable[[], object]:
    return lambda: compile_source(Source("spec.xc", text), limits=Limits(**limits)).symmetries


def generated(problem: excover.Problem, **wanted: excover.Symmetry) -> Callable[[], object]:
    return lambda: list(excover.generate(problem, wanted=excover.Wanted(**wanted)))


def given(drawing: str) -> Callable[[], object]:
    return lambda: excover.load("sudoku", given=drawing)


OBLONG = """board wall 2x3
option dot(r in 1..2, c in 1..3, m in {"a", "b"}) covers wall[r, c]
draw dot(r, c, m) at (r, c) as m
"""
DOUBLING = "".join(f"def f{n + 1}(x) = f{n}(x) + f{n}(x)\n" for n in range(1, 16))
CHAIN = "def f0(x) = x\n" + "".join(f"def f{n + 1}(x) = f{n}(x)\n" for n in range(100))
PAIRS = "".join(f"let v{n + 1} = (v{n}, v{n})\n" for n in range(30))
TEXTS = "".join(f"let s{n + 1} = s{n} + s{n}\n" for n in range(20))
NESTED = "".join(f"let v{n + 1} = {{v{n}}}\n" for n in range(60))
QUEENS = "param n = 8 in 1..64\nitem row[1..n]\noption x(r in 1..n) covers row[r]"
SQUARES = "item a[1..100]\noption x(r in 1..100, c in 1..100) where r <= c covers a[r]"


def matrix(text: str, name: str = "spec.dlx", **limits: int) -> Callable[[], object]:
    return lambda: compile_source(Source(name, text), limits=Limits(**limits))


def answer(read: Callable[..., object], text: str, to: object) -> Callable[[], object]:
    return lambda: read(Source("answer.txt", text), to)


TWO = compile_source(Source("two.dlx", "a b\na\nb\n")).matrix

ROOKS = "item row[1..3], column[1..3]\noption rook(r, c in 1..3) covers row[r], column[c]\n"


def modelled(act: Callable[[excover.Model, excover.ModelItems], object]) -> Callable[[], object]:
    def run() -> object:
        model = excover.Model()
        act(model, model.items("row", range(1, 4)))
        return model.problem()

    return run


def paired() -> excover.Problem:
    cell = {(1, 2), (3, 4)}
    return excover.parse(
        "param cells = {(0, 0)}\nitem cell[cells]\noption put(c in cells) covers cell[c]", {"cells": cell}
    )


def total(model: excover.Model) -> excover.ModelItems:
    return model.item("total", units=True)


def item_after_an_option(model: excover.Model, row: excover.ModelItems) -> None:
    model.option("put", 1, covers=row[1])
    model.option("put", 2, covers=[row[2], model.items("column", [1])[1]])


def sums_alone() -> object:
    model = excover.Model()
    load = model.item("load", units=True, at_least=3)
    model.options("put", [1, 2], covers=load.by([1, 2]))
    return model.problem()


def too_many_options() -> object:
    model = excover.Model(limits=Limits(options=2))
    model.options("put", [1, 2, 3], covers=model.items("row", [1, 2, 3]))
    return model.problem()


FOG_OF_WAR = (
    "https://f-puzzles.com/?load=N4IgzglgXgpiBcBGANCA5gJwgExPA2vsAL4C6pyIAZgPZo1UDuAhhiPPiAEqIDCiIUsSA"
)


def unwritten_model() -> None:
    model = excover.Model()
    pipe = model.items("pipe", ['5"', "7"])
    model.options("take", [1, 2], covers=pipe[['5"', "7"]])
    model.to_xc()


OTHERS: dict[str, tuple[str, Callable[[], object]]] = {
    "text-too-long": ("E001", limited("item a option x() covers a", source=20)),
    "brackets-too-deep": ("E002", limited("let a = " + "(" * 60 + "1" + ")" * 60)),
    "name-too-long": ("E003", limited("item " + "a" * 101)),
    "number-too-long": ("E004", limited("let a = " + "9" * 30)),
    "no-such-spec": ("E011", lambda: excover.load("kanodle")),
    "link-of-an-unknown-genre": ("E015", lambda: excover.load("https://puzz.link/p?norinory/2/2/8g")),
    "link-that-ends-early": ("E016", lambda: excover.load("https://puzz.link/p?kakuro/2/2/mlg3-")),
    "link-that-ends-late": ("E016", lambda: excover.load("https://puzz.link/p?norinori/2/2/8gg")),
    "link-with-a-wrong-sign": ("E016", lambda: excover.load("https://puzz.link/p?norinori/2/2/8?")),
    "link-with-unknown-rules": ("E018", lambda: excover.load(FOG_OF_WAR)),
    "link-of-a-large-puzzle": ("E017", lambda: excover.load("https://puzz.link/p?norinori/999/999/8g")),
    "no-such-parameter": ("E202", with_settings(QUEENS, size=9)),
    "set-outside-its-range": ("E203", with_settings(QUEENS, n=65)),
    "set-to-a-text": ("E204", with_settings("param n = 8 item a[1..n] option x(r in a) covers a[r]", n="8")),
    "import-of-itself": ("E206", cycle),
    "import-without-a-folder": ("E247", limited('import "pieces.xc"')),
    "symmetry-out-of-the-board": ("E332", symmetries(f"{ROOKS}symmetry rook(r, c) -> rook(r + 1, c)")),
    "symmetry-that-parts-neighbors": (
        "E830",
        symmetries(
            "item house[1..3] at most once\n"
            "optional option visit(h in 1..3) covers house[h]\n"
            "require visit(h) at h connected along {(1, 2), (2, 3)}\n"
            "symmetry visit(h) -> visit(h mod 3 + 1)"
        ),
    ),
    "symmetry-onto-one-option": ("E333", symmetries(f"{ROOKS}symmetry rook(r, c) -> rook(r, 1)")),
    "symmetry-of-options-only": (
        "E333",
        symmetries(f"{ROOKS}symmetry rook(r, c) -> rook(r, (c+r) mod 3 + 1)"),
    ),
    "too-many-symmetries": ("E507", symmetries(f"{ROOKS}symmetry rook(r, c) -> rook(c, r)", symmetries=9)),
    "too-many-words": ("E001", limited("item a option x() covers a", words=5)),
    "chain-too-long": ("E002", limited("let a = 1" + " + 1" * 101)),
    "functions-too-deep": ("E502", limited(CHAIN)),
    "values-too-large": ("E508", limited(f"let v0 = (1, 2)\n{PAIRS}", bindings=9999)),
    "too-many-members": (
        "E508",
        limited("let pairs = {(a, b) for a, b in 1..50 where a < b}", bindings=3000),
    ),
    "texts-too-long": ("E508", limited('let s0 = "ab"\n' + TEXTS, bindings=9999)),
    "values-too-deep": ("E508", limited(f"let v0 = {{1}}\n{NESTED}")),
    "items-of-several-families": ("E503", limited("item a[1..9]\nitem b[1..9]", items=10)),
    "board-in-too-large-a-box": ("E504", limited("board tray hex 400x300")),
    "too-many-bindings": ("E501", limited(SQUARES, bindings=1000)),
    "too-heavy-a-function": ("E502", limited(f"def f1(x) = x + 1\n{DOUBLING}")),
    "too-many-items": ("E503", limited("item cell[1..1000, 1..1000]")),
    "board-too-large": ("E504", limited("board tray 1000x1000")),
    "too-many-options": ("E505", limited(QUEENS, options=5)),
    "drawing-of-too-many-cells": (
        "E506",
        limited("item a[1..9, 1..9] option x(r, c in 1..9) covers a[r, c] draw x(r, c) at (r, c)", cells=80),
    ),
    "drawing-too-large": ("E506", limited(f"{QUEENS}\ndraw x(r) at (r, r*r)", cells=500)),
    "clue-of-a-wrong-digit": ("E324", given("53..7...X\n")),
    "clues-of-a-larger-board": ("E322", given("\n".join(["." * 10] * 9))),
    "clues-too-long": ("E322", given("53..7.....1\n6..195...\n")),
    "clue-line-too-short": ("E325", given("53..7....6..195...")),
    "matrix-too-long": ("E001", matrix("a b\na b\n", matrix=5)),
    "matrix-with-parameters": ("E402", lambda: compile_source(Source("spec.dlx", "a\na\n"), {"n": 4})),
    "matrix-without-items": ("E403", matrix("| nothing but a comment\n")),
    "matrix-without-rows": ("E412", matrix("\n", "spec.01")),
    "matrix-of-too-many-items": ("E505", matrix("a b c\na b c\n", items=2)),
    "matrix-of-too-many-options": ("E505", matrix("a b\na b\na\nb\n", options=2)),
    "matrix-of-too-many-entries": ("E505", matrix("a b\na b\na b\n", entries=3)),
    "rows-of-other-digits": ("E412", matrix("0 1 1\n1 2 0\n", "spec.01")),
    "rows-of-other-lengths": ("E413", matrix("011\n10\n", "spec.01")),
    "answer-not-of-sat": ("E420", answer(sat_answer, "v 1 -2 x3 0", 2)),
    "answer-not-of-opb": ("E420", answer(opb_answer, "s SATISFIABLE\nv x1 -2", 2)),
    "answer-without-any": ("E421", answer(sat_answer, "c a comment\n", 2)),
    "answer-yes-and-no": ("E422", answer(sat_answer, "v 1 2\nv -1 0", 2)),
    "answer-with-other-options": ("E424", answer(dlx_answer, "1:\n a (1 of 1)\n a b (1 of 1)\n", TWO)),
    "formula-too-long": ("E430", lambda: list(cnf_lines(TWO, limits=Limits(entries=1)))),
    "sum-not-carried": (
        "E334",
        lambda: list(cnf_lines(excover.parse("item a option x() covers a cost 3 cost at most 4").matrix)),
    ),
    "constraint-not-carried": (
        "E825",
        lambda: list(
            cnf_lines(excover.parse("board b 1x2 option x(c in b) covers b[c] require x connected").matrix)
        ),
    ),
    "feature-not-carried": (
        "E431",
        lambda: EXPORTS["matrix"](excover.parse("item a item b at most once option x() covers a, b").matrix),
    ),
    "model-not-written": ("E432", unwritten_model),
    "option-not-anchored": (
        "E602",
        lambda: DISK.check(excover.parse("item a 2 times option x(i in 1..2) covers a").matrix),
    ),
    "no-such-table": (
        "E263",
        lambda: excover.parse("table plan\n  |a\n  |1\nitem x[plan.a]", tables={"plans": []}),
    ),
    "table-with-a-text-for-a-list": (
        "E266",
        lambda: excover.parse("table plan\n  |a b*\n  |1 2", tables={"plan": [{"a": 1, "b": "2"}]}),
    ),
    "model-without-that-item": ("E701", modelled(lambda m, row: m.options("put", covers=row[[1, 2, 4, 5]]))),
    "model-with-a-missing-value": ("E702", modelled(lambda _, row: row[[1, None, 3]])),
    "model-with-a-fraction": ("E702", modelled(lambda _, row: row[[1, 2.5, 3]])),
    "model-with-a-decimal": ("E702", modelled(lambda _, row: row[[1, Decimal("2.5")]])),
    "model-with-sums-alone": ("E303", sums_alone),
    "model-with-too-many-options": ("E505", too_many_options),
    "model-with-another-condition": ("E702", modelled(lambda _, row: row[[1, 2]].where([1, "no"]))),
    "model-with-short-columns": (
        "E703",
        modelled(lambda model, row: model.options("put", [1, 2], covers=row[[1, 2, 3]])),
    ),
    "model-with-equal-names": (
        "E704",
        modelled(lambda model, row: model.options("put", ["a", "b", "a"], covers=row[[1, 2, 3]])),
    ),
    "model-with-a-two": ("E705", modelled(lambda _, row: row.rows([[0, 1, 2]]))),
    "model-with-narrow-rows": ("E705", modelled(lambda _, row: row.rows([[0, 1]]))),
    "model-with-a-late-item": ("E706", modelled(item_after_an_option)),
    "model-with-a-fraction-of-a-unit": ("E790", modelled(lambda model, _: total(model).by([1, "2"]))),
    "model-with-a-third": ("E790", modelled(lambda m, row: m.option("put", 1, covers=row[1], cost=1 / 3))),
    "cost-no-multiple": ("E790", lambda: excover.parse(ROOKS).with_costs({"rook(1, 2)": 0.5})),
    "model-with-a-keyword-as-a-name": ("E791", modelled(lambda model, _: model.choose("given", [1]))),
    "model-with-other-arguments": (
        "E792",
        modelled(lambda model, row: [model.option("put", *each, covers=row[1]) for each in ([1], [1, 2])]),
    ),
    "model-with-a-short-addition": (
        "E793",
        modelled(lambda model, row: [model.option("put", covers=row), model.also("put", covers=row[[1, 2]])]),
    ),
    "model-with-two-words-as-a-name": ("E281", modelled(lambda model, _: model.items("work day", [1]))),
    "model-with-a-number-of-items": ("E282", modelled(lambda model, _: model.items("seat", 3))),
    "model-with-a-bound-in-words": (
        "E283",
        modelled(lambda model, _: model.items("seat", [1], at_most="many")),
    ),
    "model-with-too-few-bounds": (
        "E703",
        modelled(lambda model, _: model.items("seat", [1, 2], at_most=[1])),
    ),
    "model-that-covers-a-text": ("E284", modelled(lambda model, _: model.option("put", 1, covers="row[1]"))),
    "model-without-that-family": ("E285", modelled(lambda model, _: model["rows"])),
    "model-with-another-lattice": (
        "E286",
        modelled(lambda model, _: model.board("b", (2, 2), lattice="hexes")),
    ),
    "model-with-a-slip-in-a-keyword": (
        "E290",
        modelled(lambda model, _: model.items("seat", [1, 2], atmost=1)),  # type: ignore[call-arg]
    ),
    "model-without-what-is-covered": (
        "E290",
        modelled(lambda model, row: model.options("put", [1], cover=row[1])),  # type: ignore[call-arg]
    ),
    "no-goal": ("E267", lambda: excover.parse(ROOKS).best()),
    "model-with-a-cell-0": ("E287", modelled(lambda model, _: model.board("b", [(0, 1), (1, 1)]))),
    "model-with-a-mapping": ("E288", modelled(lambda _, row: row[{"a": 1}])),
    "model-with-a-bound-as-a-text": ("E289", modelled(lambda model, _: model.cost(at_most="half"))),
    "model-with-a-tuple-as-a-column": (
        "E288",
        modelled(lambda m, row: m.options("put", (2, 3), covers=row[[2, 3]])),
    ),
    "model-with-a-tuple-as-an-index": ("E701", modelled(lambda m, row: m.options("put", covers=row[(1, 2)]))),
    "number-for-a-name": ("E780", lambda: excover.parse(ROOKS).forbid([7])),  # type: ignore[list-item]
    "name-without-a-tuple": ("E780", lambda: excover.parse(ROOKS).given([OptionName("rook", (3))])),  # type: ignore[arg-type]
    "name-as-a-plain-tuple": ("E780", lambda: excover.parse(ROOKS).given([("rook", 1, 2)])),  # type: ignore[list-item]
    "name-without-a-family": ("E780", lambda: excover.parse(ROOKS).forbid(OptionName(1, (2,)))),  # type: ignore[arg-type]
    "range-for-a-name": ("E780", lambda: excover.parse(ROOKS).forbid([range(10**12)])),  # type: ignore[list-item]
    "name-with-a-list": ("E702", lambda: excover.parse(ROOKS).given([OptionName("rook", ([1], 2))])),  # type: ignore[arg-type]
    "names-without-end": ("E288", lambda: excover.parse(ROOKS).forbid(range(10**12))),  # type: ignore[arg-type]
    "start-of-another-problem": ("E326", lambda: excover.parse(ROOKS).near(["queen(1, 2)"])),
    "cost-of-a-name-as-a-text": ("E790", lambda: excover.parse(ROOKS).with_costs({"rook(1, 2)": "3"})),  # type: ignore[dict-item]
    "costs-as-a-number": ("E799", lambda: excover.parse(ROOKS).with_costs(5)),  # type: ignore[arg-type]
    "costs-without-names": ("E799", lambda: excover.parse(ROOKS).with_costs([7, 8])),  # type: ignore[arg-type]
    "name-of-a-pair": ("E326", lambda: paired().given([OptionName("put", ((1, 2)))])),
    "name-of-a-paired-item": ("E102", lambda: paired().without_items(ItemName("cell", ((1, 2))))),
    "name-of-a-near-family": ("E326", lambda: excover.parse(ROOKS).given(["rok(1, 2)"])),
    "name-with-another-argument": ("E326", lambda: excover.parse(ROOKS).forbid("rook(1, 4)")),
    "name-with-one-argument": (
        "E326",
        lambda: excover.parse(ROOKS).with_costs({OptionName("rook", (1,)): 3}),
    ),
    "pair-for-a-set": (
        "E204",
        with_settings("param a = {1, 2}\nitem b[a]\noption x() covers b[1]", a=(1, 2)),
    ),
    "model-that-covers-twice": (
        "E301",
        modelled(lambda model, row: model.options("put", covers=[row[[1, 2, 3]], row[[2, 2, 1]]])),
    ),
    "nothing-to-give": ("E621", generated(excover.load("australia"))),
    "clues-that-cannot-be-symmetric": (
        "E622",
        generated(excover.load("kanoodle"), symmetry=excover.Symmetry.HALF_TURN),
    ),
    "quarter-turn-of-an-oblong": (
        "E623",
        generated(excover.parse(OBLONG), symmetry=excover.Symmetry.QUARTER_TURN),
    ),
    "clues-in-a-row": ("E327", given("5...5....\n.........\n")),
}


@pytest.mark.parametrize("name", OTHERS)
def test_is_refused(name: str, golden: Golden) -> None:
    code, attempt = OTHERS[name]
    with pytest.raises(SpecError) as refused:
        attempt()
    assert [diagnostic.code for diagnostic in refused.value.diagnostics] == [code]
    golden(f"errors/{name}.txt", plain(refused.value.diagnostics))


def test_is_refused_without_being_there(tmp_path: Path) -> None:
    picture = tmp_path / "picture.xc"
    picture.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(SpecError, match="is not a text in UTF-8"):
        excover.load(picture)


def test_a_file_outside_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.xc").write_text("let a = 1")
    (tmp_path / "mine").mkdir()
    spec = tmp_path / "mine" / "spec.xc"
    (tmp_path / "mine" / "link.xc").symlink_to(tmp_path / "secret.xc")
    for path in ("../secret.xc", str(tmp_path / "secret.xc"), "link.xc"):
        spec.write_text(f'import "{path}"')
        with pytest.raises(SpecError, match=r"error\[E248\]: .* is outside the folder of this description"):
            excover.load(spec)


@pytest.mark.parametrize(
    ("path", "content", "why"),
    [
        ("none.csv", b"", "there is no such file"),
        (".", b"", "there is no such file"),
        ("\0", b"", "no file has such a name"),
        ("a" * 5000, b"", "File name too long"),
    ],
)
def test_a_file_that_cannot_be_read(tmp_path: Path, path: str, content: bytes, why: str) -> None:
    (tmp_path / "t.csv").write_bytes(content)
    spec = tmp_path / "spec.xc"
    spec.write_text(f'table T from "{path}"')
    with pytest.raises(SpecError, match=rf"error\[E247\]: .* cannot be read: {why}"):
        excover.load(spec)


def test_all_errors_are_reported_at_once() -> None:
    text = "item row[1..sise]\nlet a = 1 + colour\noption x(r in 1..3) covers rwo[r]\n"
    assert [(d.code, line_of(d)) for d in told(Source("spec.xc", text))] == [
        ("E101", 1),
        ("E101", 2),
        ("E101", 3),
    ]


def test_consequences_of_an_error_are_not_reported() -> None:
    text = "let n = sise\nitem row[1..n]\noption x(r in 1..n) covers row[r]\n"
    assert [(d.code, line_of(d)) for d in told(Source("spec.xc", text))] == [("E101", 1)]


def test_nothing_follows_from_an_import_that_failed() -> None:
    text = (
        "import pentominos\nboard box 6x10\nplace free pentominoes on box\nlet a = size + 1\nitem b[1..c]\n"
    )
    assert [(d.code, line_of(d)) for d in told(Source("spec.xc", text))] == [("E205", 1)]


def test_nothing_follows_from_a_drawing_that_is_wrong() -> None:
    text = 'board tray\n  |..*\nshapes p\n  |AA\nplace free p on tray\nforbid p("A", {}) for x in tray\n'
    assert [(d.code, line_of(d)) for d in told(Source("spec.xc", text))] == [("E213", 2)]


def test_all_wrong_options_are_reported() -> None:
    text = "item a[1..3]\noption x(r in 0..3) covers a[r]\noption y(r in 1..4) covers a[r]\n"
    assert [(d.code, line_of(d)) for d in told(Source("spec.xc", text))] == [("E102", 2), ("E102", 3)]


def test_the_number_of_reported_errors_is_limited() -> None:
    text = "".join(f"let a{n} = b\n" for n in range(1000))
    assert len(told(Source("spec.xc", text))) == 100


# How a message lies below the text


def shown(text: str) -> list[str]:
    """The lines of the first message from the arrow on, without bars and numbers."""
    (wrong, *_) = told(Source("spec.xc", text))
    return wrong.plain().split("\n")[1:]


def test_marks_stand_below_tabs() -> None:
    assert shown("let a =\t\tb +\t1")[1:4] == [
        "  |",
        "1 | let a =        b +    1",
        "  |                ^",
    ]


def test_marks_stand_below_wide_and_joined_characters() -> None:
    text = 'puzzle "数独" let a = b'
    line, under = shown(text)[2:4]
    assert (line, under) == ('1 | puzzle "数独" let a = b', "  |                       ^")
    line, under = shown('puzzle "e\u0301" let a = b')[2:4]
    assert under == "  |                    ^"


def test_marks_stand_below_escapes() -> None:
    line, under = shown('puzzle "\x1b[31m" let a = b')[2:4]
    assert line == '1 | puzzle "\\x1b[31m" let a = b'
    assert under.index("^") == line.index("= b") + 2


def test_a_wide_line_is_shown_in_parts() -> None:
    text = f'item a[1..2] let s = "{"-" * 300}" option x(r in 1..3) covers a[r] let t = "{"-" * 300}"'
    lines = shown(text)
    assert all(len(line) < 220 for line in lines)
    marked = [(line, under) for line, under in pairwise(lines) if line.startswith("1 |")]
    (there, arrows), (first, dashes) = marked
    assert there[arrows.index("^") :].startswith("a[r]")
    assert first[dashes.index("-") :].startswith("a[1..2]")
    assert there.startswith("1 | ...")
    assert there.endswith("...")


def test_marks_over_several_lines() -> None:
    text = "item a[1..3]\n\n\nitem b[1..3]\noption x(r in 1..4)\n  covers a[r],\n    b[r]"
    assert shown(text)[1:7] == [
        "  |",
        "1 | item a[1..3]",
        "  |      - `a` is declared here for 1..3",
        ".",
        "6 |   covers a[r],",
        "  |          ^^^^ reached with r = 4",
    ]


def test_line_ends_make_no_difference() -> None:
    text = "board tray\n  |..*\n"
    plain = shown(text)
    for ends in ("\r\n", "\r"):
        with pytest.raises(SpecError) as wrong:
            excover.parse(text.replace("\n", ends))
        assert str(wrong.value).split("\n")[2:] == plain[1:]


def test_the_end_of_a_text() -> None:
    for text in ("item a[1..3", "item a[1..3\n", "item a[1..3  # end"):
        assert shown(text)[0] == f" --> spec.xc:1:{12 if '#' not in text else 19}"


# All messages


ELSEWHERE = {
    "E772",
    "E012",
    "E013",
    "E014",
    "E248",
    "E258",
    "E260",
    "E425",
    "E606",
    "E278",
    "E299",
    "E809",
    "E835",
    "E295",
} | {
    *("E330", "E449", "E510", "E511", "E512", "E513", "E514", "E730", "E731", "E732", "E733", "E734", "W211"),
}
"""Their messages name files; see the tests of the command line, tables, certificates, models and above."""


def test_every_message_has_an_example() -> None:
    goldens = "".join(path.read_text() for path in (HERE / "golden").rglob("*.txt"))
    comments = "".join(path.read_text() for path in (HERE / "wrong").rglob("*.*"))
    in_yaml = {code for code in codes() if "```yaml" in (message_page(code) or "")}  # see test_explain.py
    assert set(codes()) - ELSEWHERE - in_yaml <= set(re.findall(r"\b[EW]\d{3}\b", goldens + comments))


UNLOCATED = {
    "text-too-long",
    "no-such-spec",
    "no-such-parameter",
    "matrix-too-long",
    "matrix-with-parameters",
    "formula-too-long",
    *("no-goal", "model-with-a-slip-in-a-keyword", "model-without-what-is-covered"),
    *("no-such-table", "model-without-that-item", "model-with-a-missing-value", "model-with-a-fraction"),
    *("model-with-short-columns", "model-with-a-two", "model-with-narrow-rows", "model-with-a-late-item"),
    *("model-with-a-decimal", "model-with-a-third", "cost-no-multiple", "start-of-another-problem"),
    "model-with-another-condition",
    *("model-with-a-fraction-of-a-unit", "model-with-a-keyword-as-a-name", "model-with-other-arguments"),
    *("model-with-a-short-addition", "model-with-two-words-as-a-name", "model-with-a-number-of-items"),
    *("model-with-a-bound-in-words", "model-with-too-few-bounds", "model-that-covers-a-text"),
    *("model-without-that-family", "model-with-another-lattice", "model-with-a-cell-0"),
    *("model-with-a-mapping", "model-with-a-bound-as-a-text", "model-with-a-tuple-as-a-column"),
    *("name-without-a-family", "range-for-a-name", "name-with-a-list", "names-without-end"),
    *(
        "cost-of-a-name-as-a-text",
        "costs-as-a-number",
        "costs-without-names",
        "model-with-a-tuple-as-an-index",
        "number-for-a-name",
        "name-without-a-tuple",
        "name-as-a-plain-tuple",
    ),
}


@pytest.mark.parametrize("path", [EXAMPLES, *sorted(GOLDEN.glob("*.txt"))], ids=lambda path: path.stem)
def test_messages_are_in_the_words_of_the_user(path: Path) -> None:
    text = path.read_text()
    assert re.match(r"(error|warning)\[[EW]\d{3}\]: \S", text)
    assert (" --> " in text) == (path.stem not in UNLOCATED)
    assert not re.search(r"_anon|\\b|ast\.|OrderedSet|Traceback|None|\bast\b|<class", text)
