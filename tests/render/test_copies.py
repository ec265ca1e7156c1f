"""Different solutions are drawn differently; a drawing, read as clues, allows its solution, and others only
if they draw something where it is empty, because `.` says nothing.
"""

from __future__ import annotations

import random
import unicodedata
from itertools import islice

import pytest
from effort import examples

import excover
from excover.base.limits import Limits
from excover.problem.problem import Problem, parse

SHAPES = ("|AA", "|AAA\n  |A", "|AA B\n  |A", "|A B\n  |A B", "|AA\n  |AA", "|A.A")
WAYS = ("each 0..9 times", "each at most once", "each at least 0 times", "each at most 2 times")
VALUES = '{"A", "p", 1, "1"}'
SET = "b[r, c]"
MORE = ("b[r, c + 1]", "b[r + 1, c]", "b[r + 1, c + 1]")


def described(rng: random.Random) -> str:
    """Pieces, options with and without cells, and options that differ in what is not seen."""
    rows, columns = rng.choice([(2, 3), (3, 2), (1, 5), (2, 4), (3, 3)])
    glued = rng.choice(["", "", ", torus"]) if min(rows, columns) > 1 else ""
    text = f"board b {rows}x{columns}{glued}{rng.choice(['', ', at most 3 holes'])}\n"
    if rng.random() < 0.3:
        text += f"fill b with {rng.choice(['1..2', '{1, 2, 3}', VALUES])}\n"
    for name in rng.sample(["s", "t"], rng.choice([0, 1, 1, 2])):
        group = rng.choice(["free", "fixed", "one-sided"])
        text += (
            f"shapes {name} detached\n  {rng.choice(SHAPES)}\nplace {group} {name} on b {rng.choice(WAYS)}\n"
        )
    for name in rng.sample(["put", "pair", "lay"], rng.choice([0, 1, 2])):
        others = rng.sample(MORE, rng.choice([0, 1, 1, 2]))
        cells = [each[1:].strip("[]") for each in others]
        fits = " and ".join(f"({cell}) in b" for cell in cells) or "r > 0"
        copies = rng.choice([1, 1, 2])
        covers = ", ".join([SET, *others])
        text += f"option {name}(k in 1..{copies}, (r, c) in b) where {fits} covers {covers}\n"
    if rng.random() < 0.5 or ("place" not in text and "option" not in text):
        text += "item lamp[1..2]\noption lit(x in lamp, room in 1..2) covers lamp[x]\n"
    return text


def draws_more(other: excover.Solution, solution: excover.Solution) -> bool:
    texts = zip(other.drawing.split(), solution.drawing.split(), strict=True)
    return {*other.undrawn} > {*solution.undrawn} or any("." in b and a != b for a, b in texts)


def few(problem: Problem, number: int = 60) -> list[excover.Solution]:
    return list(islice(problem.solutions(), number))


@pytest.mark.whole
@pytest.mark.parametrize("seed", range(examples(160)))
def test_random_descriptions(seed: int) -> None:
    text = described(random.Random(seed))
    try:
        problem = excover.parse(text, limits=Limits(options=2000))
    except excover.SpecError:
        return  # an item without options
    found = few(problem)
    assert len({str(solution) for solution in found}) == len(found), text
    for solution in found[:: max(1, len(found) // 5)]:
        again = list(excover.parse(text, given=str(solution)).solutions())
        assert solution in again, text
        assert all(draws_more(other, solution) for other in again if other != solution), text


PARTS = ['"', "\\", ", ", "a", "b", "n", ")", "(", "\n", "\r", "\u2028", " ", "  ", "y("]


@pytest.mark.parametrize("seed", range(examples(40)))
def test_texts_with_signs_of_the_notation(seed: int) -> None:
    """Options with any texts are printed differently, and what is printed gives each of them again."""
    rng = random.Random(seed)

    def text() -> str:
        return "".join(rng.choices(PARTS, k=rng.randrange(5)))

    model = excover.Model()
    model.add("item a  board b 1x1  option dot(c in b) covers b[c]")
    item = model["a"]
    ways = {tuple(text() for _ in range(rng.randrange(1, 4))) for _ in range(8)}
    ways |= {("a", 'b", "c'), ("a", "b", "c"), ("\n",), ("\\n",)}
    for way in sorted(ways):
        model.option("y", way, covers=item)
    problem = model.problem()
    found = few(problem)
    assert len({str(solution) for solution in found}) == len(found) == len(ways)
    for solution in found:
        (name,) = (option for option in solution.options if option.family == "y")
        assert list(problem.given(str(solution)).solutions()) == [solution]
        assert list(problem.given([str(name)]).solutions()) == [solution]
        assert list(problem.given([name]).solutions()) == [solution]


def test_most_random_descriptions_have_solutions() -> None:
    def is_solved(seed: int) -> bool:
        try:
            return excover.parse(described(random.Random(seed))).solve() is not None
        except excover.SpecError:
            return False

    assert sum(map(is_solved, range(40))) > 20


@pytest.mark.parametrize(
    "text",
    [
        'shapes s = "1" at {(1, 1)}  place free s on b each at most 2 times  fill b with 1..2',
        'fill b with {"p", "q"}  option put(c in b) covers b[c]',
        'fill b with {1, "1"}',
    ],
)
def test_marks_of_a_fill(text: str) -> None:
    found = list(parse(f"board b 1x2  {text}").solutions())
    assert len({str(solution) for solution in found}) == len(found) > 3


def test_a_fill_has_numbers_only_where_marks_are_the_same() -> None:
    text = "board b 1x2  fill b with 1..2  option put(c in b) covers b[c]"
    assert {str(solution) for solution in parse(text).solutions()} == {a + b for a in "12p" for b in "12p"}


def test_copies_of_a_piece() -> None:
    problem = parse("board b 2x3  shapes s\n  |DD\nplace free s on b each 3 times\n")
    assert [str(solution) for solution in problem.solutions()] == [
        "D1 D1 D2\nD1 D1 D2",
        "D2 D1 D1\nD2 D1 D1",
        "D2 D2 D2\nD2 D2 D2",
    ]


def test_a_mark_without_a_number_gives_any_copy() -> None:
    problem = parse("board b 2x3  shapes s\n  |DD\nplace free s on b each 3 times\n")
    assert problem.given("D . .\n. . .").count() == 3
    assert problem.given("D2 . .\n. . .").count() == 2
    assert problem.given("DD.\n...").count() == problem.given(". D .\n. . .").count() == 3
    assert problem.given_drawing == ""
    assert problem.given("D..\n...").given_drawing == "D..\n..."
    assert problem.given(". . D1\n. . D1").given_drawing == " .  . D1\n .  . D1"
    with pytest.raises(excover.SpecError, match="no option draws `D3` here"):
        problem.given("D3 . .\n. . .")


def test_pieces_that_are_used_once_have_their_letters() -> None:
    problem = parse("board b 2x3  shapes s\n  |DD EE\n  |   E.\nplace free s on b each at most once\n")
    assert all(not canvas.copies for canvas in problem.compiled.canvases)


def test_options_by_their_first_letters() -> None:
    text = "board b 1x4  option rod(k in 1..3) covers b[1, k], b[1, k + 1]  option ring(c in b) covers b[c]"
    problem = parse(text)
    assert len({str(solution) for solution in problem.solutions()}) == problem.count() == 5


def test_the_color_of_an_item_tells_only_its_own_options_apart() -> None:
    """Others that give colors, too, have numbers."""
    text = """
    board b 1x4
    item tag[1..4] colored
    item other[1..2] colored
    item oo
    option rod(k in 1..3) covers b[1, k], b[1, k + 1], tag[k] = 1
    option ring(k in 1..4) covers b[1, k], tag[k] = 2
    option set() covers oo, other[1] = 1
    draw other[i] at (1, i)
    """
    problem = parse(text)
    assert len({str(solution) for solution in problem.solutions()}) == problem.count() == 5


def test_numbers_are_not_taken_for_other_marks() -> None:
    text = (
        'board b 2x2  shapes s = 1 at {(1, 1), (1, 2)}, "11" at {(1, 1)}  place free s on b each 0..4 times\n'
    )
    problem = parse(text)
    found = list(problem.solutions())
    assert len({str(solution) for solution in found}) == len(found) == 7
    assert all(list(problem.given(str(each)).solutions()) == [each] for each in found)


def test_options_that_cover_no_cell_are_named() -> None:
    text = "board b 1x2  fill b with 1..2, once per row  item lamp[1..2]  "
    text += "option lit(x, y in 1..2) covers lamp[x]"
    problem = parse(text)
    first = next(problem.solutions())
    assert str(first) == "12\nlit(1, 1), lit(2, 1)"
    assert first.drawing == "12"
    assert [str(name) for name in first.undrawn] == ["lit(1, 1)", "lit(2, 1)"]
    assert list(problem.given(str(first)).solutions()) == [first]
    assert problem.given("..\nlit(1, 2)").count() == 4
    assert [str(each) for each in parse(f"{text} draw lit(x, y) at {{}}").solutions()][:2] == ["12", "12"]


def test_names_below_a_drawing_in_a_statement_and_wrong_ones() -> None:
    text = "board b 1x2  fill b with 1..2, once per row  item lamp[1..2]  "
    text += "option lit(x, y in 1..2) covers lamp[x]\n"
    assert parse(f"{text}given\n  |..\n  |lit(1, 2), lit(2, 1)\n").count() == 2
    for below, wrong in {"lit(3)": 1, "lit(1, 2), lit(2, 9)": 12, "lit(1, 2), ": 1, "lit(1, 2": 1}.items():
        with pytest.raises(excover.SpecError) as caught:
            parse(text).given(f"..\n{below}")
        assert [each.code for each in caught.value.diagnostics] == ["E326"], below
        assert f"<given>:2:{wrong}" in str(caught.value)


def test_names_below_a_drawing_as_they_are_typed() -> None:
    text = "board b 1x2  fill b with 1..2, once per row  item lamp[1..2]  "
    text += "option löt(x, y in 1..2) covers lamp[x]\n"
    apart = unicodedata.normalize("NFD", "löt(1, 2)")
    for below in ("löt(1, 2)", apart, "löt(1, 2)  ", " löt(1, 2)", "löt(1,2)", f"{apart}, {apart}"):
        assert parse(text).given(f"..\n{below}").count() == 4, below
        assert parse(f"{text}given\n  |..\n  |{below}\n").count() == 4, below
    with pytest.raises(excover.SpecError) as caught:
        parse(text).given(f"..\n  {apart.replace('2', '3')}, {apart}, {apart.replace('1', '9')}")
    places = [each.labels[0].span.text for each in caught.value.diagnostics]
    assert places == [apart.replace("2", "3"), apart.replace("1", "9")]


def test_the_command_prints_the_same(capsysbinary: pytest.CaptureFixture[bytes], tmp_path) -> None:  # type: ignore[no-untyped-def]
    from excover.apps.cli import main

    path = tmp_path / "lamps.xc"
    path.write_text("board b 1x2  fill b with 1..2  item a  option lit(y in 1..2) covers a\n")
    assert main(["solve", str(path), "--all"]) == 0
    shown = capsysbinary.readouterr().out.decode().split("\n\n")
    assert len(shown) == len(set(shown)) == 8
