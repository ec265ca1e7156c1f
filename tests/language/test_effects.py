"""What has no effect is told: statements of every kind, and those of the gallery with a condition that never
holds; and what is not told has an effect.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from effort import examples
from trees import COINS, IDLE, NAMES, PIECES, SAID

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.source import Source, Span
from excover.language import gallery
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import Column, Frame
from excover.language.source_files import find, read
from excover.language.syntax import ast
from excover.matrix.compiled import Compiled
from excover.matrix.core_form import core_text
from excover.matrix.matrix_digest import matrix_digest
from excover.problem.pipeline import Description, compile_description
from excover.problem.problem import parse

NEVER = ast.Comparison(
    Span(Source("<never>", ""), 0, 0),
    ast.Number(Span(Source("<never>", ""), 0, 0), 1),
    (("=", ast.Number(Span(Source("<never>", ""), 0, 0), 0)),),
)


def test_every_statement_is_among_these() -> None:
    assert {*IDLE} | NAMES | SAID == {*get_args(ast.Statement)}


@pytest.mark.whole
@pytest.mark.parametrize("kind", IDLE, ids=lambda kind: kind.__name__)
def test_a_statement_without_effect_is_told(kind: type[Any]) -> None:
    source = Source("idle.xc", IDLE[kind])
    (*_, statement) = [each for each in read(source).statements if isinstance(each, kind)]
    assert any(is_about(each, statement) for each in told(source)), told(source)


def told(source: Source, spec: ast.Spec | None = None) -> tuple[Diagnostic, ...]:
    try:
        return tuple(compile_description(source, spec=spec).compiled.warnings)
    except SpecError as wrong:
        return wrong.diagnostics


def is_about(warning: Diagnostic, statement: ast.Statement) -> bool:
    """Whether a place that it points to is in the statement, or it is about all of it."""
    places = [label.span for label in warning.labels]
    return any(statement.span.start <= each.start and each.end <= statement.span.end for each in places)


def never(statement: ast.Statement) -> ast.Statement | None:
    """The same with a condition that never holds, if it can have one."""
    match statement:
        case ast.Also() | ast.RequireConnected() | ast.RequireLoop():
            return statement.replaced(where=NEVER)
        case ast.Option(loop=loop) | ast.Choose(loop=loop):
            return statement.replaced(loop=loop.replaced(where=NEVER))
        case ast.RequireThat(loop=ast.Loop() as loop):
            return statement.replaced(loop=loop.replaced(where=NEVER))
        case ast.Forbid(loop=ast.Loop() as loop) | ast.GivenOptions(loop=ast.Loop() as loop):
            return statement.replaced(loop=loop.replaced(where=NEVER))
        case ast.GivenColor(loop=ast.Loop() as loop) | ast.DrawMark(loop=ast.Loop() as loop):
            return statement.replaced(loop=loop.replaced(where=NEVER))
        case ast.Decorate(loop=ast.Loop() as loop):
            return statement.replaced(loop=loop.replaced(where=NEVER))
        case _:
            return None


def sampled(seed: int, number: int) -> Iterator[tuple[Source, ast.Spec, int]]:
    """Statements of random puzzles of the gallery, by their places in the description."""
    names = gallery.names()
    for name in random.Random(seed).sample(names, min(len(names), examples(number))):
        source = find(name)
        spec = read(source)
        for place in range(len(spec.statements)):
            yield source, spec, place


def named_labels(spec: ast.Spec) -> set[str]:
    boards = (each for each in spec.statements if isinstance(each, ast.BoardStatement))
    return {each.head.name.id for board in boards for each in board.named_labels}


def test_statements_of_the_gallery_that_never_apply_are_told() -> None:
    """But for those that read labels with a name, which another board may have."""
    tried = 0
    for source, spec, place in sampled(1, 48):
        changed = never(spec.statements[place])
        if changed and named_labels(spec).isdisjoint(changed.mentioned):
            others = (*spec.statements[:place], changed, *spec.statements[place + 1 :])
            found = told(source, spec.replaced(statements=others))
            is_told = any(each.is_error or is_about(each, changed) for each in found)
            assert is_told, (source.name, changed.span.text, found)
            tried += 1
    assert tried > 3


def test_statements_of_the_gallery_that_are_not_told_have_an_effect() -> None:
    checked = (ast.Also, ast.Forbid, ast.Draw, ast.DrawItem, ast.Decorate, *get_args(ast.Requiring))
    for source, spec, place in sampled(2, 24):
        if isinstance(spec.statements[place], (*checked, ast.GivenOptions, ast.GivenDrawing)):
            others = spec.statements[:place] + spec.statements[place + 1 :]
            try:
                without = compile_description(source, spec=spec.replaced(statements=others))
            except SpecError:
                continue  # others need it
            assert seen(without) != seen(compile_description(source, spec=spec)), spec.statements[
                place
            ].span.text


def seen(description: Description) -> tuple[object, ...]:
    """What is searched and how it is drawn."""
    made: Compiled = description.compiled
    return matrix_digest(made.matrix), list(made.canvases), list(made.markings)


def test_a_cell_that_an_also_names_off_the_board() -> None:
    text = """
    board grid 4x4
    fill grid with 1..4, once per row, column
    let path = ((1, 3), (1, 4), (1, 5))
    let steps = {(path[i], path[i + 1]) for i in 1..2}
    item rise[steps, 1..4] at most once
    also grid(r, c, v)
      covers (rise[(a, b), s] for (a, b) in steps, s in 1..v where a = (r, c)),
        (rise[(a, b), s] for (a, b) in steps, s in v..4 where b = (r, c))
    """
    (warning,) = parse(text).warnings
    assert warning.code == "W306"
    assert warning.message == "`grid` has no cell `(1, 5)`"
    assert parse(text.replace("(1, 5)", "(2, 4)")).warnings == ()


@pytest.mark.parametrize(
    "where",
    ["(r, c) in {(i, j), (i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)}", "(r, c) = (i, j + 1)"],
)
def test_neighbors_beyond_the_rim_of_a_board(where: str) -> None:
    """Each cell states its neighbors in the same way, also at the rim."""
    text = f"""
    board b 3x3
    item lit[1..3, 1..3] at most 9 times
    option light(r, c in 1..3) covers b[r, c]
    also light(r, c) covers (lit[i, j] for i, j in 1..3 where {where})
    """
    assert parse(text).warnings == ()


def test_cells_off_the_board_are_looked_for_in_one_domain_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in all combinations of the names of a loop, of which its condition leaves a few."""
    sizes, column = [], Evaluator.column

    def counted(self: Evaluator, expr: ast.Expr, frame: Frame) -> Column:
        sizes.append(frame.size)
        return column(self, expr, frame)

    monkeypatch.setattr(Evaluator, "column", counted)
    text = """
    board b 3x3
    item x[1..3] at most 9 times
    option f(r, c in 1..3) covers b[r, c]
    also f(r, c) covers (x[j] for i, j in 1..200 where i = r and (r, c) = (i, j))
    """
    assert parse(text).warnings == ()
    assert max(sizes) < 200**2


def test_a_definition_alone_needs_no_reader() -> None:
    """Others import it."""
    assert [each.code for each in parse("table T\n  | name size\n  | a    1\n").warnings] == []


def test_a_column_of_a_table_from_outside_needs_no_reader() -> None:
    text = "table T\n  | name size\n  | a    1\nitem t[T]  option x(r in T) covers t[r]"
    assert [each.message for each in parse(text).warnings] == ["nothing reads the column `size` of `T`"]
    assert parse(text, tables={"T": [{"name": "b", "size": 2}]}).warnings == ()


def test_that_nothing_is_drawn_can_be_meant() -> None:
    assert parse(COINS + "draw heads(c) at {}").warnings == ()


FIELD = "board f 2x2, may stay empty item need option z(i in 1..2) covers need, f[i, i] "


@pytest.mark.parametrize(
    ("decision", "arguments"),
    [
        ("optional option x(p in f) covers f[p]", "p"),
        ("optional option x(i, j in 1..2) where i = j covers f[i, j]", "i, j"),
        ("optional option x(p in f) up to 2 times covers f[p]", "p, often"),
        ("choose x(p in f)", "p"),
        ("choose x((i, j) in f) from i..2", "i, j, v"),
        ("choose x(i in 1..3) where i > 1 from 1..2", "i, v"),
        ("lines x on f", "p, q"),
        ("lines x along {((1, 1), (2, 2))}", "p, q"),
    ],
)
def test_hidden_is_short_for_a_drawing_nowhere(decision: str, arguments: str) -> None:
    shown, hidden = parse(FIELD + decision), parse(f"{FIELD} hidden {decision}")
    nowhere = parse(f"{FIELD} {decision} draw x({arguments}) at {{}}")
    digests = {matrix_digest(problem.matrix) for problem in (shown, hidden, nowhere)}
    assert len(digests) == 1
    assert hidden.warnings == nowhere.warnings == ()
    again = parse(core_text(hidden.puzzle, hidden.compiled))
    pictures = [[str(each) for each in problem.solutions()] for problem in (hidden, nowhere, shown)]
    assert pictures[0] == pictures[1] != pictures[2]
    assert sorted(map(str, again.solutions())) == sorted(pictures[0])


def test_an_option_without_arguments_before_one_that_is_drawn() -> None:
    """The drawings of the second were taken for those of the first."""
    text = (
        "item a[1..2]  option edge(c in 3..2) covers a[c]  option x(c in a) covers a[c]  draw x(c) at (c, c)"
    )
    problem = parse(text)
    assert [str(solution) for solution in problem.solutions()] == ["*.\n.*"]
    assert len(problem.compiled.markings) == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (PIECES.replace("2x2", "\n  |AB\n  |BA\n"), ["nothing reads the letters of `b`"]),
        (PIECES.replace("2x2", "\n  |AA\n  |AA\n"), []),
        (PIECES.replace("2x2", "\n  |AB\n  |BA\n") + "require len({b[r, c] for (r, c) in b}) = 2", ["W355"]),
        (PIECES.replace("AA\n", 'AA\n  legend "A" = detached\n'), ["the piece `A` is in one part"]),
        (PIECES.replace("AA\n", 'A.A\n  legend "A" = detached\n').replace("2x2", "1x4"), []),
        (PIECES.replace("shapes s", "shapes s detached"), ["all pieces of `s` are in one part"]),
        (PIECES.replace("\n  |AA\n", ' = "A" at {(1, 1), (1, 2)} detached '),
         ["all pieces of `s` are in one part"]),
        (PIECES.replace("\n  |AA\n", ' = "A" at {(1, 1), (2, 2)} detached '), []),
        (COINS + "item hue[1..3] at most once also heads(c) covers hue[c]", ["no option covers `hue[3]`"]),
        (COINS + "item hue[1..3] in units also heads(c) covers hue[c] by c", ["no option covers `hue[3]`"]),
        (COINS + "item hue[{(r, r) for r in 1..9}] at most once also heads(c) covers hue[(c, c)]",
         ["no option covers `hue[(3, 3)]`, `hue[(4, 4)]`, `hue[(5, 5)]`, `hue[(6, 6)]` and 3 more"]),
        (COINS + "item hue[1..2, 1..2] at most once also heads(c) covers hue[c, c]", []),
        (COINS + "item hue[1..2] at most once also heads(c) covers hue[c]", []),
    ],
)  # fmt: skip
def test_parts_that_nothing_reads_or_covers(text: str, told: list[str]) -> None:
    warnings = parse(text).warnings
    assert [each.message if each.code == "W306" else each.code for each in warnings] == told


@pytest.mark.parametrize(
    ("rule", "is_idle"),
    [
        ("require grid(1, 1) < 9", True),
        ("require grid(1, c) > 0 for c in 1..3", True),
        ("require grid(1, 1) in (1, 2, 3) and grid(2, 2) != 7", True),
        ("require grid(1, 1) != 2 require grid(1, 1) != 2", True),
        ("require sum(grid(1, c) for c in 1..3) < 10", True),
        ("require grid(1, 1) < 3", False),
        ("require grid(1, 1) < grid(2, 2)", False),
        ("require grid(1, c) < 3 for c in 1..2", False),
    ],
)
def test_a_condition_that_always_holds_is_told(rule: str, is_idle: bool) -> None:
    problem = parse(f"board grid 3x3 fill grid with 1..3, once per row, column {rule}")
    assert [each.code for each in problem.warnings] == ["W306"] * is_idle


def test_a_condition_on_labels_may_hold_on_this_board() -> None:
    labels = "board grid labels clue\n| 9 .\n| . .\n"
    problem = parse(f"{labels}fill grid with 1..2 require grid(p) < clue[p] for p in clue")
    assert not problem.warnings


def test_a_set_that_is_written_empty_is_meant_to_be() -> None:
    """Unlike one that is computed."""
    text = "board b 1x2, may stay empty let walls = SET lines f on b "
    text += "require not f(p, q) for (p, q) in walls draw wall at {p, q} for (p, q) in walls"
    for walls, found in (("{}", []), ("{(p, q) for p, q in b where p = (0, 0)}", ["W306", "W306"])):
        assert [each.code for each in parse(text.replace("SET", walls)).warnings] == found


def test_areas_read_the_letters_of_a_board() -> None:
    text = "board field, may stay empty\n|AAB\n|ABB\nchoose star(p in field)\n"
    rule = "require count(star(p) for p in area) = 1 for area in areas(field)"
    assert [each.code for each in parse(text).warnings] == ["W306"]
    problem = parse(text + rule)
    assert not problem.warnings
    assert problem.count() == 9


@pytest.mark.parametrize(
    "statement",
    [
        "fill grid with 1..2, once per row, each of {line for line in lines where diagonals = 1}",
        "choose f(p in grid)\nrequire f(p) for p in grid where diagonals = 1",
    ],
)
def test_what_a_parameter_switches_off(statement: str) -> None:
    board = "param diagonals = 0\nboard grid 2x2, may stay empty\nlet lines = {{(1, 1), (2, 2)}}"
    assert not parse(f"{board}\n{statement}").warnings
    [warning] = parse(f"{board}\n{statement.replace('diagonals = 1', '(1, 2) in {}')}").warnings
    assert warning.code == "W306"
