"""What is too large is refused before the work that it would take: the work is counted, or must not begin."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from commands import Run
from effort import steps
from slow_values import with_slow

import excover
from excover.apps.cli import app
from excover.base import names
from excover.base.diagnostics import MOST_REPORTED, SpecError
from excover.base.limits import Limits
from excover.language.expressions.evaluate import Evaluator
from excover.language.meaning.puzzle import Placing
from excover.language.meaning.requirements import Apart
from excover.matrix import expand
from excover.matrix.expand_constraints import MarkedPlaces, least_entries
from excover.matrix.matrix_room import Crossings, MatrixRoom
from excover.matrix.placements import Grid, Ways

PIECES = "shapes p\n  |AA BBB CCC\n  |    B  CCC\n"


def refuse(*_: object) -> list[tuple[int, ...]]:
    raise AssertionError("a placement was made")


@pytest.mark.parametrize(
    "board",
    [
        "80x80",
        "18x18x18",
        "80x80, torus",
        "80x80, cylinder",
        "1x80x80, open below",
        "hex 60x60",
        "triangle 60x50",
    ],
)
def test_too_many_placements(monkeypatch: pytest.MonkeyPatch, board: str) -> None:
    """Known before a single one is made, on boards of every kind."""
    monkeypatch.setattr(Ways, "made", refuse)
    lattice = board.split()[0] if board[0].isalpha() else ""
    pieces = {"hex": "shapes p hex\n  |A A B B C C\n  | A   B C C\n"}.get(lattice, PIECES)
    if lattice == "triangle":
        pieces = "shapes p triangle\n  |AA BBB CCCC\n"
    with pytest.raises(SpecError, match=r"E505.*options up to here"):
        excover.parse(f"board b {board}\n{pieces}place free p on b\n", limits=Limits(options=20_000))


@pytest.mark.slow
@pytest.mark.parametrize("size", with_slow(["500x500", "60x60x60"], slow=["60x60x60"]))
def test_too_many_placements_for_the_usual_limits(monkeypatch: pytest.MonkeyPatch, size: str) -> None:
    monkeypatch.setattr(Ways, "made", refuse)
    with pytest.raises(SpecError, match=r"E505.*options up to here"):
        excover.parse(f"board b {size}\n{PIECES}place free p on b\n")


BOXES = ["hex 250000x1", "triangle 125000x2"]


@pytest.mark.parametrize("board", with_slow(BOXES, slow=BOXES[1:]))
def test_a_board_whose_box_is_too_large(board: str) -> None:
    """Shifted rows: few cells, in a box that has billions."""
    with pytest.raises(SpecError, match=r"E504.*takes a box of"):
        excover.parse(f"board b {board}\nshapes p {board.split()[0]}\n  |A\nplace free p on b\n")


@pytest.mark.parametrize(
    "board", ["5x6", "3x4x5", "1x7", "\n  |..#.\n  |....\n  |#..?", "\n  |..|..\n  |.#|.."]
)
@pytest.mark.parametrize("group", ["fixed", "one-sided", "free"])
def test_placements_are_counted_exactly_on_closed_boards(board: str, group: str) -> None:
    problem = excover.parse(f"board b {board}\n{PIECES}place {group} p on b each at most 9 times\n")
    (placing,) = problem.puzzle.sources
    assert isinstance(placing, Placing)
    ways = [Ways(Grid(placing.board), piece.cells, group, 1) for piece in placing.shapes.pieces]
    assert sum(each.least for each in ways) == len(problem.matrix.own_options())


def test_items_of_a_rule_are_counted_as_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """1,260 placements cover 66 of these items each, of which there is room for 6,140; a condition may leave
    few of them.
    """
    touched = Apart.touched
    made: list[str] = []
    monkeypatch.setattr(Apart, "touched", lambda *of: made.append(of[1]) or touched(*of))
    text = "board b 30x30\nshapes p\n  |AAAAAAAAAA\nplace free p on b each at most 9 times where 1 < 2\n"
    with pytest.raises(SpecError, match=r"E505.*entries up to here"):
        excover.parse(text + "require p apart at corners", limits=Limits(entries=20_000))
    assert 50 < len(made) < 150


@pytest.mark.parametrize("rule", ["p apart", "p apart at corners", "b without crossroads"])
def test_items_of_a_rule_are_counted_before_a_placement_is_made(
    monkeypatch: pytest.MonkeyPatch, rule: str
) -> None:
    monkeypatch.setattr(Ways, "made", refuse)
    text = f"board b 30x30\nshapes p\n  |AAAAAAAAAA\nplace free p on b each at most 9 times\nrequire {rule}"
    with pytest.raises(SpecError, match=r"E505.*entries up to here") as refused:
        excover.parse(text, limits=Limits(entries=20_000))
    assert [each.report().labels[0].span.text for each in refused.value.diagnostics] == [f"require {rule}"]


BOARDS = {
    "5x6": PIECES,
    "7x7, torus": PIECES,
    "5x7, cylinder": PIECES,
    "\n  |..#...\n  |.....#\n  |#..?..": PIECES,
    "2x3x4": PIECES,
    "2x4": "shapes p\n  |AAA\n  |AAA\n",
    "hex 5x4": "shapes p hex\n  |A A B B C C\n  | A   B C C\n",
    "triangle 4x6": "shapes p triangle\n  |AA BBB CCCC\n",
}


NOT_ON = {
    ("7x7, torus", "b without faults"),
    ("5x7, cylinder", "b without faults"),
    ("2x3x4", "p apart at corners"),
    ("2x3x4", "b without crossroads"),
    ("hex 5x4", "b without faults"),
    ("triangle 4x6", "b without faults"),
}
"""The boards that refuse a rule."""


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(
    "rule", ["p apart", "p apart at corners", "b without crossroads", "b without faults"]
)
def test_items_of_a_rule_are_never_more_in_advance(board: str, rule: str) -> None:
    """Of pieces that must be apart, they are as many."""
    text = f"board b {board}\n{BOARDS[board]}place free p on b each at most 9 times\n"
    try:
        puzzle = excover.parse(text + f"require {rule}").puzzle
    except SpecError:
        assert (board, rule) in NOT_ON
        return
    assert (board, rule) not in NOT_ON
    room = MatrixRoom(Limits())
    (placing,) = (each for each in puzzle.sources if isinstance(each, Placing))
    least = sum(least_entries(requirement, placing, room) for requirement in puzzle.requirements)
    found = 0
    for piece in placing.shapes.pieces:
        for way in room.ways(placing, piece).made():
            cells = [placing.board.cells[n] for n in way]
            found += sum(len([*each.touched(piece.letter, cells)]) for each in puzzle.requirements)
    assert least == found if "apart" in rule else 0 <= least <= found


@pytest.mark.parametrize("rule", ["connected", "connected at corners"])
def test_places_are_counted_before_they_are_looked_at(monkeypatch: pytest.MonkeyPatch, rule: str) -> None:
    monkeypatch.setattr(MarkedPlaces, "_position", refuse)
    monkeypatch.setattr(expand, "draw_options", refuse)
    text = "board b 30x30\noption dark(x in b) covers b[x]\noption bright(x in b) covers b[x]\n"
    text += f"require dark(x) at {{(r, c) for r, c in 1..20}} {rule}"
    with pytest.raises(SpecError, match=r"E505.*entries up to here"):
        excover.parse(text, limits=Limits(entries=5_000))


def test_members_of_a_comprehension_are_counted_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """44,850 pairs have 134,550 parts."""
    text = "let S = 1..300\nitem s[S] at most once\noptional option f(x in S) covers s[x]\n"
    text += "require f(x) at x connected along {(a, b) for a, b in S where a < b}"
    monkeypatch.setattr(Evaluator, "_members", refuse)
    with pytest.raises(SpecError, match=r"E508.*more than 100,000 parts") as refused:
        excover.parse(text, limits=Limits(bindings=100_000))
    assert "narrow the loop" in str(refused.value)


@pytest.mark.slow
@pytest.mark.parametrize("member", ["{a, b}", "(a, a + b)", "(0, a, b)"])
def test_many_members_are_counted_before_they_are_looked_at(
    monkeypatch: pytest.MonkeyPatch, member: str
) -> None:
    text = f"let pairs = {{{member} for a, b in 1..300 where a < b}}"
    excover.parse(text, limits=Limits(bindings=300_000))
    monkeypatch.setattr(names, "measured", refuse)
    with pytest.raises(SpecError, match=r"E508.*more than 100,000 parts"):
        excover.parse(text, limits=Limits(bindings=100_000))


def test_members_that_are_equal_count_once() -> None:
    excover.parse("let few = {(a mod 2, b mod 2) for a, b in 1..300}", limits=Limits(bindings=100_000))
    ones = ", ".join("1" * 99)
    excover.parse(f"let few = {{(a, 2) for a in ({ones})}}", limits=Limits(bindings=200))


def test_neighbors_of_places_take_little_work() -> None:
    def work(rule: str) -> int:
        text = "board b 20x20\noption k(c in b) covers b[c]\noption n(c in b) covers b[c]\n"
        return steps(lambda: excover.parse(text + rule))

    work("require k connected")  # what is imported first is not counted
    assert work("require k connected") - work("") < 60 * 400


REPEATED = {
    "item": "item i{0}\noption o{0}() covers i{0}",
    "option": "option o{0}(x in 1..2) covers a[{0}, x]",
    "cost": "option o{0}(x in 1..2) covers a[{0}, x] cost x",
    "optional": "optional option o{0}(x in 1..2) covers a[{0}, x]",
    "also": "item b{0} at most once\noption o{0}(x in 1..2) covers a[{0}, x]\nalso o{0}(x) covers b{0}",
    "draw": "option o{0}(x in 1..2) covers a[{0}, x]\ndraw o{0}(x) at ({0}, x)",
    "units": "item u{0} at most 2 units\noption o{0}(x in 1..2) covers a[{0}, x], u{0} by x",
    "given": "option o{0}(x in 1..2) covers a[{0}, x]\ngiven o{0}(1)",
    "forbid": "forbid all({0}, 2)",
    "require": "require not (all({0}, 2) and all({0} mod 2 + 1, 3))",
    "connected": "option o{0}(x in 1..2) covers a[{0}, x]\nrequire o{0}(x) at (x, x) connected",
    "symmetry": "option o{0}(x in 1..2) covers a[{0}, x]\nsymmetry o{0}(x) -> o{0}(3 - x)",
    "let": "let k{0} = {0}",
    "def": "def f{0}(x) = x + {0}",
    "enum": "enum e{0} = s{0}, t{0}",
    "param": "param p{0} = {0}",
    "table": "table t{0}\n  | x y\n  | 1 2\noption o{0}(r in t{0}) covers a[{0}, r.x]",
    "board": "board b{0}\n  |..\nshapes s{0}\n  |AA\nplace free s{0} on b{0}",
    "expect": "expect solutions = {0}",
}


@pytest.mark.whole
@pytest.mark.parametrize("kind", REPEATED)
def test_the_work_of_statements_does_not_grow_with_the_others(kind: str) -> None:
    """Twice as many statements are twice the work, and not four times."""

    def text(number: int) -> str:
        items = f"item a[1..{number}, 1..3]\noption all(r in 1..{number}, c in 1..3) covers a[r, c]\n"
        return items + "\n".join(REPEATED[kind].format(n) for n in range(1, number + 1))

    excover.parse(text(2))  # what is imported first is not counted
    work = [steps(lambda n=n: excover.parse(text(n))) for n in (40, 80, 160)]  # type: ignore[misc]
    assert work[2] - work[1] < 2.3 * (work[1] - work[0])


@pytest.mark.slow
def test_a_long_given_is_quoted_only_as_far_as_it_is_read() -> None:
    with pytest.raises(SpecError) as refused:
        excover.load("sudoku", given="5" * 500_000 + "\n" + "5" * 400_000)
    assert len(refused.value.diagnostics) <= MOST_REPORTED


def test_digits_of_a_directive_are_not_made_a_number(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    longest = 0

    def watched(method: Callable[..., int]) -> Callable[..., int]:
        def call(self: yaml.SafeLoader, mark: object) -> int:
            nonlocal longest
            number = method(self, mark)
            longest = max(longest, number.bit_length())
            return number

        return call

    name = "scan_yaml_directive_number"
    monkeypatch.setattr(yaml.scanner.Scanner, name, watched(getattr(yaml.scanner.Scanner, name)))
    ran = run("count a.yaml", **{})
    Path("a.yaml").write_text(f"%YAML 1.{'1' * 900_000}\n---\nexcover: 1\n")
    ran = run("count a.yaml")
    assert (ran.status, "E020" in ran.err, longest) == (2, True, 1)
    Path("a.yaml").write_text("%YAML 1.2\n---\nexcover: 1\nitems: [a]\noptions: {x(): {covers: a}}\n")
    assert run("count a.yaml").out == "1\n"


def test_a_chain_of_imports_is_followed_so_far(tmp_path: Path) -> None:
    def chain(length: int) -> Path:
        for n in range(length):
            (tmp_path / f"s{n}.xc").write_text(f'import "s{n + 1}.xc"\nlet a{n} = {n}\n')
        (tmp_path / f"s{length}.xc").write_text("let last = 1\n")
        spec = tmp_path / "spec.xc"
        spec.write_text('import "s0.xc"\nitem a\noption x() covers a cost last\nminimize\n')
        return spec

    most = excover.Limits().nesting
    assert excover.load(chain(most - 1)).count() == 1
    with pytest.raises(SpecError, match=rf"error\[E260\]: more than {most} nested imports"):
        excover.load(chain(most + 400))


@pytest.mark.parametrize(
    "module", ["excover.apps.cli", "excover.apps.cli.app", "click", "excover.problem.problem"]
)
def test_ctrl_c_during_the_imports(module: str) -> None:
    """Sent where a module begins to be imported."""
    code = f"""
import runpy, signal, sys
class Finder:
    def find_spec(self, name, *_):
        if name == {module!r}:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Finder())
sys.argv = ["excover", "count", "queens"]
runpy.run_module("excover", run_name="__main__")
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode in (-signal.SIGINT, 130)
    assert ended.stderr in ("", "interrupted\n")
    assert ended.stdout == ""


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="Python passes the signal through")
def test_ctrl_c_while_a_class_is_made(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """Python 3.11 makes a RuntimeError of what comes out of `__set_name__`."""

    class Interrupting:
        def __set_name__(self, _owner: type, _name: str) -> None:
            signal.raise_signal(signal.SIGINT)

    def make_a_class(_context: object) -> None:
        type("Made", (), {"member": Interrupting()})

    monkeypatch.setattr(app.excover, "invoke", make_a_class)
    assert run("gallery").status == 130


def test_a_lost_terminal_leaves_no_file(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "excover", "diagram", "langford", "-p", "n=24", "--save", "out.xcd"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL) as process:
        while not os.listdir(tmp_path):
            assert process.poll() is None
        process.send_signal(signal.SIGHUP)
        assert process.wait() == 128 + signal.SIGHUP
    assert os.listdir(tmp_path) == []


ADDED = {
    "crossings": "board b square_edges 3x3\nshapes s square_edges\n  |+A+A+ +B+B+\nplace free s on b",
    "skips": "item s[1..9] at most once\noptional option o(i in 1..9) covers s[i]",
    "skips of pieces": "board b\n  |???\nshapes s\n  |AA\nplace free s on b each at most once",
}
"""Descriptions to which compilation adds items: the crossings of sticks, and choices not to use an option."""


@pytest.mark.parametrize("name", ADDED)
def test_what_compilation_adds_counts(name: str) -> None:
    matrix = excover.parse(ADDED[name]).matrix
    assert len(matrix.own_items()) < len(matrix.items)
    counts = {"items": len(matrix.items), "options": len(matrix.options), "entries": len(matrix.entries)}
    excover.parse(ADDED[name], limits=Limits(**counts))
    for limit, count in counts.items():
        with pytest.raises(SpecError, match=f"{count:,} {limit} up to here; the limit is {count - 1:,}"):
            excover.parse(ADDED[name], limits=Limits(**{limit: count - 1}))


def test_what_placements_have_in_common_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    for kind in (Ways, Grid, Crossings):
        home = sys.modules[kind.__module__]
        monkeypatch.setattr(home, kind.__name__, lambda *of, kind=kind: made.append(kind) or kind(*of))
    sticks = "shapes {} square_edges\n  |+{}+\n"
    text = "board b square_edges 3x3\n" + sticks.format("s", "S") + sticks.format("t", "T")
    excover.parse(text + "place free s on b\nplace free t on b")
    assert Counter(made) == {Ways: 2, Grid: 1, Crossings: 1}


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A folder with the sources alone, as in a clone whose package is installed elsewhere."""
    shutil.copytree(
        Path(str(excover.__file__)).parent,
        tmp_path / "excover",
        ignore=shutil.ignore_patterns("_core*", "native", "__pycache__"),
    )
    return tmp_path


RUN_MODULE = "import runpy; sys.argv[1:] = ['{}', 'queens']; runpy.run_module('excover', None, '__main__')"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("import excover; excover.Problem", 1),
        ("import excover; excover.why", 1),
        (RUN_MODULE.format("count"), 2),
        (RUN_MODULE.format("why"), 2),
    ],
)
def test_sources_without_their_core_say_so(code: str, status: int, sources: Path) -> None:
    """-S leaves out the hook of an editable installation; the current folder is the first of the path."""
    others = list(filter(None, sys.path))
    command = [sys.executable, "-S", "-c", f"import sys; sys.path += {others!r}; {code}"]
    ended = subprocess.run(command, cwd=sources, capture_output=True, text=True, check=False)
    assert ended.returncode == status
    assert "this is the source folder of excover" in ended.stderr
    assert "internal error" not in ended.stderr
