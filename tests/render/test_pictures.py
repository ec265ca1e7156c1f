"""Pictures of solutions, and the files that `excover solve` writes.

Each picture is kept in `golden/pictures/`; after a change, look at what
`python -m pytest --regenerate tests/render/test_pictures.py` makes of them before it is committed.
"""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from effort import HANGS
from extras import module_or_skip
from goldens import Golden

import excover
from excover.apps.cli import main, pictures
from excover.language.source_files import find_given
from excover.lattices import Cell
from excover.matrix.compiled import Canvas, Marking
from excover.render.geometry import Layout, Pen, lines, loops, outline, shared
from excover.render.isometric import hides, solid
from excover.render.scene import PALETTE, scenes
from excover.render.views import View, page, solution_picture

pytestmark = pytest.mark.outer

NS = "{http://www.w3.org/2000/svg}"

FOUR = """
puzzle "Four pieces"
board tray 4x4
shapes piece
  |PP. LLL TTT III
  |PPP L.. .T.
place free piece on tray
"""


@pytest.mark.parametrize(
    ("name", "given", "view"),
    [
        ("kanoodle", None, "layers"),
        ("kanoodle-start", None, "layers"),
        ("sudoku", "sudoku-easy", "layers"),
        ("jigsaw-latin", None, "layers"),
        ("queens", None, "layers"),
        ("word-square", None, "layers"),
        ("dominoes", None, "layers"),
        ("langford", None, "layers"),
        ("cylinder", None, "layers"),
        ("tetrahexes", None, "layers"),
        ("hexiamonds", None, "layers"),
        ("ball-tetrahedron", None, "layers"),
        ("ball-tetrahedron", None, "isometric"),
        ("ball-tetrahedron", None, "lifted"),
        ("polysticks", None, "layers"),
        ("slitherlink", None, "layers"),
        ("soma", None, "layers"),
        ("hypercubes", None, "layers"),
        ("soma", None, "isometric"),
        ("soma", None, "lifted"),
        ("soma", None, "exploded"),
        ("soma", None, "cut"),
        ("ball-tetrahedron", None, "exploded"),
    ],
)
def test_picture(name: str, given: str | None, view: View, golden: Golden) -> None:
    solution = excover.load(name, given=find_given(given) if given else None).solve()
    assert solution
    text = solution_picture(solution, view).svg(name).replace("><", ">\n<") + "\n"
    assert ElementTree.fromstring(text).find(f"{NS}title").text == name  # type: ignore[union-attr]
    golden(f"pictures/{name}{'' if view == 'layers' else '-' + view}.svg", text)


# Geometry


def test_outline_of_a_ring() -> None:
    """A hole has a way around it of its own; straight lines are one."""
    ring = [(0, row, column) for row in range(3) for column in range(3) if (row, column) != (1, 1)]
    layout = Layout.of(Canvas("", (1, 3, 3), (1, 1, 1), frozenset()))
    assert sorted(len(loop) for loop in loops(layout.sides(ring))) == [4, 4]
    assert len(lines(outline(layout.sides(ring)))) == 8
    assert len(lines(shared(layout.sides(ring)))) == 8


def test_layers_lie_side_by_side() -> None:
    canvas = Canvas("", (3, 2, 2), (1, 1, 1), frozenset())
    layout = Layout.of(canvas)
    assert (layout.width, layout.height) == (8, 2)
    assert len(layout.islands(layout.cells)) == 3


def test_every_cell_of_every_picture_is_drawn_once() -> None:
    """The areas of the pieces of a solution add up to the board's."""
    solution = excover.load("kanoodle").solve()
    assert solution
    [scene] = scenes(solution.canvases, solution.markings)
    assert sorted(cell for piece in scene.pieces for cell in piece) == list(Layout.of(scene.canvas).cells)
    assert {frozenset(piece.values()) for piece in scene.pieces} == {frozenset(c) for c in "ABCDEFGHIJKL"}


def test_pieces_that_overlap_are_marks() -> None:
    canvas = Canvas("", (1, 1, 2), (1, 1, 1), frozenset(), marks=("a",), tiled=True)
    both = ((0, 0, 0), (0, 0, 1))
    [scene] = scenes([canvas], [[Marking(0, "a", both)], [Marking(0, "a", both)]])
    assert not scene.pieces
    assert len(scene.marks) == 2


# Colors


def test_fills_are_distinguishable() -> None:
    """By eyes of all three kinds of cones and by those that lack one (Machado and others, 2009)."""
    for matrix in CONES.values():
        seen = [_oklab(_times(matrix, _linear(color))) for color in PALETTE]
        nearest = min(
            sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) for one, other in combinations(seen, 2)
        )
        assert nearest**0.5 > 0.06


def test_letters_can_be_read() -> None:
    """Contrast of at least 4.5, as WCAG 2 asks for."""
    for color in PALETTE:
        r, g, b = _linear(color)
        assert (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) / (_linear("#1a1a1a")[0] + 0.05) > 4.5


CONES = {
    "all": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no long": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no middle": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no short": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_LMS = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
Vector = tuple[float, ...]


def _linear(color: str) -> Vector:
    values = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)


def _times(matrix: tuple[Vector, ...], vector: Vector) -> Vector:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def _oklab(rgb: Vector) -> Vector:
    return _times(_LAB, tuple(max(0, value) ** (1 / 3) for value in _times(_LMS, rgb)))


# The command


@pytest.fixture
def four(tmp_path: Path) -> str:
    file = tmp_path / "four.xc"
    file.write_text(FOUR)
    return str(file)


def test_sheet(four: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "all.svg"
    assert main(["solve", four, "--all", "--svg", str(out), "--columns", "8"]) == 0
    printed = capsys.readouterr()
    assert printed.out.count("\n\n") == 15
    assert printed.err.endswith(f"{out}: 16 solutions\n")
    root = ElementTree.parse(out).getroot()
    assert len(root.findall(f"{NS}g/{NS}g")) == 16
    assert float(root.get("width", "")) > 3 * float(root.get("height", ""))


def test_up_to_symmetry_and_columns(tmp_path: Path) -> None:
    out = tmp_path / "all.svg"
    assert main(["solve", "scott", "--all", "--up-to-symmetry", "--svg", str(out), "--columns", "13"]) == 0
    boards = ElementTree.parse(out).getroot().findall(f"{NS}g/{NS}g")
    places = [re.findall(r"[\d.]+", board.get("transform", "")) for board in boards]
    assert len(places) == 65
    assert len({x for x, _ in places}) == 13


def test_all_kinds_at_once(four: str, tmp_path: Path) -> None:
    module_or_skip("cairosvg")
    names = {kind: str(tmp_path / f"a.{kind}") for kind in ("svg", "png", "pdf", "html")}
    arguments = [part for kind, name in names.items() for part in (f"--{kind}", name)]
    assert main(["solve", four, *arguments]) == 0
    heads = {kind: Path(name).read_bytes()[:5] for kind, name in names.items()}
    assert heads == {"svg": b"<svg ", "png": b"\x89PNG\r", "pdf": b"%PDF-", "html": b"<!doc"}
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(Path(names["svg"]).stat().st_mode) == 0o666 & ~mask


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["--svg", "no/such/folder/a.svg"],
            "error: cannot write `no/such/folder/a.svg`: No such file",
        ),
        (["--svg", ""], "error: cannot write ``: it is not a file name"),
        (["--svg", "-"], "error: cannot write `-`: it is not a file name"),
        (["--svg", "."], "error: cannot write `.`: Is a directory"),
        (["--svg", "a", "--html", "./a"], "error: two pictures have the same file name"),
        (["--svg", "a.png"], "error: --svg a.png: this file name is for --png"),
        (["--columns", "3"], "error: --columns and --view need a picture, such as `--svg FILE`"),
        (
            ["--view", "isometric"],
            "error: --columns and --view need a picture, such as `--svg FILE`",
        ),
        (
            ["--html", "a.html", "--view", "lifted"],
            "error: --view lifted is for --svg, --png and --pdf; the page shows layers",
        ),
        (
            ["--svg", "a.svg", "--view", "exploded"],
            "error: --view exploded is for solids, and this board is flat: `--view isometric` shows",
        ),
    ],
)
def test_refused_before_the_search(
    arguments: list[str],
    told: str,
    four: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["solve", four, *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert told in printed.err
    assert [each.name for each in tmp_path.iterdir()] == ["four.xc"]


def test_a_view_is_that_of_the_picture_beside_a_page(tmp_path: Path) -> None:
    """The page shows layers as always."""
    alone, beside, page = (str(tmp_path / name) for name in ("alone.svg", "beside.svg", "page.html"))
    assert main(["solve", "soma", "--svg", alone, "--view", "exploded"]) == 0
    assert main(["solve", "soma", "--svg", beside, "--html", page, "--view", "exploded"]) == 0
    assert Path(beside).read_bytes() == Path(alone).read_bytes()
    assert Path(page).stat().st_size > 0


def test_a_long_title_leaves_room_for_what_a_heat_map_shows(tmp_path: Path) -> None:
    described, picture = tmp_path / "described.xc", tmp_path / "a.svg"
    fill = "board b 2x2 fill b with 1..2, once per row, column"
    described.write_text(f'puzzle "{"A very long title " * 5}" {fill}')
    assert main(["heatmap", str(described), "--svg", str(picture)]) == 0
    (caption,) = re.findall("[^>]*percent[^<]*", picture.read_text())
    assert re.fullmatch(r"A very long title .*\.\.\.: percent of 2 solutions", caption)
    assert len(caption) == 80


def test_a_view_of_no_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "australia", "--svg", str(tmp_path / "a.svg"), "--view", "cut"]) == 2
    assert "--view cut is for boards, and this description draws nothing on one" in capsys.readouterr().err


def test_a_board_on_which_nothing_is_drawn_is_no_picture(tmp_path: Path) -> None:
    """Options that lie on no cell are a table; without any, the picture is the bare board."""
    described, picture = tmp_path / "described.xc", tmp_path / "a.svg"
    board = "board b 2x2, may stay empty\n"
    pair = "choose pair(p, q in {(1, 1), (2, 2)}) where p != q require pair((1, 1), (2, 2))\n"
    described.write_text(board + pair)
    assert main(["solve", str(described), "--svg", str(picture)]) == 0
    assert ">pair</text>" in picture.read_text()
    described.write_text(f"{board}shapes s\n  |AAA\nplace free s on b each at least 0 times\n")
    assert main(["solve", str(described), "--svg", str(picture)]) == 0
    assert "<text" not in picture.read_text()


def test_nothing_to_print(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    described = tmp_path / "described.xc"
    place = "place free s on b each at least 0 times\n"
    described.write_text(f"board b 1x1x2, may stay empty\nshapes s\n  |AAA\n{place}")
    assert main(["solve", str(described), "--stl", str(tmp_path / "a.stl")]) == 2
    assert "nothing to print: no option covers a cell of a board" in capsys.readouterr().err


def test_no_solid_view_of_hexagons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "tetrahexes", "--svg", str(tmp_path / "a.svg"), "--view", "isometric"]) == 2
    assert (
        "--view isometric is for boards of squares, or of shipped lattices with layers in space"
        in capsys.readouterr().err
    )


def test_missing_extra(
    four: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    assert main(["solve", four, "--png", str(tmp_path / "a.png")]) == 2
    printed = capsys.readouterr()
    assert not printed.out
    assert "pip install 'excover[pictures]'" in printed.err


def test_no_solution_no_picture(four: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was there before stays."""
    out = tmp_path / "a.svg"
    out.write_text("before")
    given = tmp_path / "given.txt"
    given.write_text("....\n.III\n....\n....\n")
    assert main(["solve", four, "--given", str(given), "--svg", str(out)]) == 1
    assert "no picture written: there is no solution to draw" in capsys.readouterr().err
    assert out.read_text() == "before"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.svg", "four.xc", "given.txt"]


def test_what_was_found_before_a_limit_is_drawn(tmp_path: Path) -> None:
    out = tmp_path / "a.svg"
    assert main(["solve", "kanoodle", "--limit", "3", "--svg", str(out)]) == 0
    assert len(ElementTree.parse(out).getroot().findall(f"{NS}g/{NS}g")) == 3


def test_ctrl_c(tmp_path: Path) -> None:
    """What was found until then is drawn."""
    out = tmp_path / "a.svg"
    command = [sys.executable, "-m", "excover", "solve", "dominoes", "--all", "--svg", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for _ in range(20):
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=HANGS)
    assert process.returncode == 130
    assert f"{out}: " in told
    assert ElementTree.parse(out).getroot().findall(f"{NS}g/{NS}g")


def test_no_pictures_of_many_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("." * 81 + "\n")
    out = tmp_path / "a.svg"
    assert main(["solve", "sudoku", "--given-lines", str(lines), "--svg", str(out)]) == 2
    assert "--given-lines draws no pictures: remove --svg" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.slow
def test_a_sheet_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert pictures.SHEET == 1000
    monkeypatch.setattr(pictures, "SHEET", 10)
    out = tmp_path / "a.svg"
    assert main(["solve", "kanoodle", "--limit", "11", "--svg", str(out)]) == 0
    assert f"{out}: the first 10 of 11 solutions" in capsys.readouterr().err


def test_a_page_has_margins() -> None:
    solution = excover.load("queens", {"n": 4}).solve()
    assert solution
    one = solution_picture(solution)
    assert page([one], None).width > one.width
    assert page([one] * 4, columns=9).height == page([one]).height


# The pictures of the documents

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "pictures.md").read_text()
SHOWN = re.findall(r"^\$ excover (solve .*--svg (\S+).*) > /dev/null$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("command", "name"), SHOWN, ids=[name for _, name in SHOWN])
def test_committed_picture(
    command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    """What `docs/pictures.md` shows is what the command beside it writes; `--regenerate` makes it anew.

    Without the link inside, whose bytes depend on the zlib of the machine.
    """
    monkeypatch.chdir(tmp_path)
    assert main(command.split()) == 0
    golden(DOCS / "pictures" / name, re.sub("<metadata.*?</metadata>", "", Path(name).read_text()))


def test_every_picture_is_shown() -> None:
    linked = {page.name: re.findall(r"\(pictures/(\S+)\)", page.read_text()) for page in DOCS.glob("*.md")}
    files = sorted(file.name for file in (DOCS / "pictures").iterdir())
    assert sorted(name for names in linked.values() for name in names) == files
    assert set(linked["pictures.md"]) == {name for _, name in SHOWN}


def test_pieces_in_their_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A cell of the printed sheet is as wide as asked for."""
    out = tmp_path / "pieces.svg"
    assert main(["pieces", "pentominoes", "--svg", str(out), "--cell", "20"]) == 0
    root = ElementTree.parse(out).getroot()
    width, units = root.get("width", ""), root.get("viewBox", "").split()[2]
    assert width.endswith("mm")
    assert float(width[:-2]) / float(units) == 20 / 40
    assert float(width[:-2]) <= 210
    assert sorted("".join(each.itertext()) for each in root.iter(f"{NS}text")) == list("FILNPTUVWXYZ")


def test_solid_pieces_are_seen_as_solids(tmp_path: Path) -> None:
    """Not as layers, each of which looks like a piece; a cube of B is hidden, so that it has layers."""
    out = tmp_path / "pieces.svg"
    assert main(["pieces", "soma", "--svg", str(out)]) == 0
    texts = ["".join(each.itertext()) for each in ElementTree.parse(out).getroot().iter(f"{NS}text")]
    assert sorted(texts) == list("ABBLPTVZ")


@pytest.mark.parametrize(
    ("cells", "hidden"),
    [
        ([(0, 0, 0), (1, 0, 0), (1, 0, 1)], False),
        ([(1, 0, 0), (0, 1, 1)], True),  # right before the eye
        ([(1, 0, 0), (0, 0, 0), (0, 0, 1), (1, 1, 0)], False),
        ([(1, 0, 0), (0, 0, 0), (1, 0, 1), (1, 1, 0)], True),  # each face has a cube on it
        ([(0, 0, 0), (0, 0, 1), (0, 0, 2)], False),
    ],
)
def test_hidden_cubes(cells: list[Cell], hidden: bool) -> None:
    canvas = Canvas("", (2, 2, 3), (1, 1, 1), frozenset(), marks=("A",), tiled=True)
    [scene] = scenes([canvas], [[Marking(0, "A", tuple(cells))]])
    assert hides(scene) == hidden


def test_a_letter_is_not_half_hidden() -> None:
    """The last face of A that is drawn lies behind B, its other top does not."""
    canvas = Canvas("", (2, 3, 2), (1, 1, 1), frozenset(), marks=("A", "B"), tiled=True)
    [scene] = scenes(
        [canvas], [[Marking(0, "A", ((1, 0, 1), (1, 1, 1)))], [Marking(0, "B", ((0, 2, 1), (1, 2, 1)))]]
    )
    [letter] = [each for each in solid([scene]).root().iter("text") if each.text == "A"]
    assert letter.get("transform", "").endswith(" 34.64 80)")


def test_solids_stand_on_a_floor() -> None:
    """Where a board is not filled: of 64 squares, 56 have no queen."""
    [queens] = [excover.load("queens").solve()]
    assert queens is not None
    drawn = ElementTree.fromstring(queens.svg("isometric"))
    assert len([each for each in drawn.iter(f"{NS}path") if each.get("fill") == "#ffffff"]) == 56


def test_copies_of_pieces(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pieces", "copies"]) == 0
    assert len(capsys.readouterr().out.split("\n\n")) == len(excover.load("copies").solve() or ())


def test_no_pieces(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pieces", "queens"]) == 2
    assert "there are no pieces" in capsys.readouterr().err


def test_a_reader_that_goes_away_leaves_no_file(tmp_path: Path) -> None:
    """Enough is printed that the pipe must break."""
    command = [sys.executable, "-m", "excover", "solve", "kanoodle", "--all", "--svg", "a.svg"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout
        assert run.stdout.readline()
        run.stdout.close()
        run.wait(HANGS)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("cell", ["nan", "1", "inf"])
def test_no_width_of_a_cell(cell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pieces", "soma", "--svg", str(tmp_path / "a.svg"), "--cell", cell]) == 2
    assert "Invalid value for '--cell'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_wide_characters_are_written_smaller() -> None:
    """They take two columns: of four columns, `日本` has as much room as `ABCD`."""
    pen = Pen(Layout.of(Canvas("", (1, 1, 1), (1, 1, 1), frozenset())))
    wide, four, two = (pen.text((0, 0, 0), text).get("font-size", "") for text in ("日本", "ABCD", "AB"))
    assert wide == four
    assert float(wide) < float(two)


def test_texts_of_any_length_have_room(tmp_path: Path) -> None:
    """Marks and titles are clipped where they could not be read."""
    title, mark = "title " * 100, "mark" * 100
    (tmp_path / "long.xc").write_text(
        f'puzzle "{title}"\nitem i\noption x(k in 1..2) covers i\ndraw x(k) at (1, k) as "{mark}"\n'
    )
    out = tmp_path / "a.svg"
    for command in ("solve", "heatmap"):
        assert main([command, str(tmp_path / "long.xc"), "--svg", str(out)]) == 0
        root = ElementTree.parse(out).getroot()
        assert float(root.get("width", "")) < 1000
        texts = list(root.iter(f"{NS}text"))
        assert texts
        assert all(len(each.text or "") <= 80 and float(each.get("font-size", "")) > 1 for each in texts)


def test_wide_marks_stand_below_each_other() -> None:
    """In columns of the terminal, not in characters; what is drawn can be given."""
    wide = excover.parse(
        "item row[1..2], column[1..2]\noption put(r, c in 1..2) covers row[r], column[c]\n"
        'draw put(r, c) at (r, c) as "日本" if r = 1 else "e\u0301"\n'
    )
    first = wide.solve()
    assert str(first) == "日本    .\n   .    e\u0301"
    assert [str(each) for each in wide.given(str(first)).solutions()] == [str(first)]


def test_pictures_are_reported_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "a.svg")
    assert main(["solve", "queens", "-p", "n=6", "--all", "--svg", file, "--json"]) == 0
    told = json.loads(capsys.readouterr().err.splitlines()[-1])
    assert told == {"version": 1, "picture": {"file": file, "solutions": 4}}
    assert main(["solve", "queens", "-p", "n=3", "--svg", file, "--json"]) == 1
    told = json.loads(capsys.readouterr().err.splitlines()[-1])
    assert told == {"version": 1, "picture": {"file": None, "solutions": 0}}
