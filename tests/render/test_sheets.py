"""Every command that draws takes --svg, --png and --pdf, and they mean the same everywhere."""

from __future__ import annotations

import json
import struct
import sys
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path
from xml.etree import ElementTree

import pytest
from extras import module_or_skip

from excover import load, parse, unique
from excover.apps.cli import main
from excover.apps.play.page_facts import link_of_picture
from excover.language.links.link_codes import MOST_UNPACKED, BadLink, unpacked
from excover.language.source_files import find_given
from excover.render.svg import link_inside, png, scale

pytestmark = pytest.mark.outer

SMALL = """\
board tray 4x4
shapes piece
  |PP. LLL TTT III
  |PPP L.. .T.
place free piece on tray
"""
COMMANDS = ["solve", "tree", "pieces", "heatmap", "generate"]
TABLE = """\
table T
  | n
  | 2
item a[1..2]
option x(n in T) covers a[1], a[2]
"""
INCH = 25.4
QUEENS = Path(__file__).parents[2] / "specs/queens.xc"


def writing(files: dict[str, str]) -> list[str]:
    return [word for kind, file in files.items() for word in (f"--{kind}", file)]


@pytest.fixture
def spec(tmp_path: Path) -> str:
    file = tmp_path / "small.xc"
    file.write_text(SMALL)
    return str(file)


@pytest.mark.parametrize("command", COMMANDS)
def test_all_kinds(command: str, spec: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module_or_skip("cairosvg")
    files = {kind: str(tmp_path / f"a.{kind}") for kind in ("svg", "png", "pdf")}
    assert main([command, spec, *writing(files)]) == 0
    heads = {kind: Path(file).read_bytes()[:5] for kind, file in files.items()}
    assert heads == {"svg": b"<svg ", "png": b"\x89PNG\r", "pdf": b"%PDF-"}
    told = capsys.readouterr().err
    assert [f"{file}: " in told for file in files.values()] == [True] * 3


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_refused_before_the_work(
    command: str, kind: str, spec: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if kind != "svg":
        module_or_skip("cairosvg")
    for path, told in [("/nowhere/a", "No such file or directory"), ("", "it is not a file name")]:
        assert main([command, spec, f"--{kind}", path]) == 2
        printed = capsys.readouterr()
        assert not printed.out
        assert f"cannot write `{path}`: {told}" in printed.err


@pytest.mark.parametrize("command", COMMANDS)
def test_two_pictures_need_two_files(
    command: str, spec: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, spec, "--svg", f"{tmp_path}/a", "--png", f"{tmp_path}/./a"]) == 2
    assert "two pictures have the same file name" in capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS)
def test_missing_extra(
    command: str,
    spec: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    assert main([command, spec, "--png", str(tmp_path / "a.png")]) == 2
    printed = capsys.readouterr()
    assert not printed.out
    assert "pip install 'excover[pictures]'" in printed.err


@pytest.mark.parametrize(
    ("command", "counted"),
    [
        ("solve", {"solutions": 1}),
        ("tree", {"nodes": 125}),
        ("heatmap", {"solutions": 16}),
        ("generate", {"puzzles": 1}),
    ],
)
def test_pictures_are_reported_as_data(
    command: str,
    counted: dict[str, int],
    spec: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = str(tmp_path / "a.svg")
    assert main([command, spec, "--json", "--svg", file]) == 0
    told = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert {"version": 1, "picture": {"file": file, **counted}} in told


def test_a_picture_of_solutions_has_its_puzzle_inside(tmp_path: Path) -> None:
    """As the playground opens it, with what came from outside in the text; not where that is no drawing."""
    module_or_skip("cairosvg")
    drawn = {kind: str(tmp_path / f"a.{kind}") for kind in ("svg", "png", "pdf")}
    assert main(["solve", "queens", "-p", " n = 2*3", *writing(drawn)]) == 0
    for kind in ("svg", "png"):
        assert unpacked(link_of_picture(drawn[kind])) == (QUEENS.read_text(), {"n": "2*3"})
    (tmp_path / "f").write_text("4 .\n. .\n")
    board = {"field": str(tmp_path / "f")}
    for arguments, problem in [
        (["sudoku", "--given", "sudoku-hard"], load("sudoku").given(find_given("sudoku-hard"))),
        (["mosaic", "--board", f"field={board['field']}"], load("mosaic", tables=board)),
    ]:
        assert main(["solve", *arguments, *writing(drawn)]) == 0
        for kind in ("svg", "png"):
            found = unpacked(link_of_picture(drawn[kind]))
            assert found
            inside = parse(found[0])
            assert inside.compiled.matrix.options == problem.compiled.matrix.options
            assert inside.compiled.matrix.rules == problem.compiled.matrix.rules
            assert unique(inside).verdict is unique(problem).verdict


def test_a_picture_of_tables_has_no_puzzle_inside(tmp_path: Path) -> None:
    file, table = tmp_path / "a.svg", tmp_path / "t.csv"
    (tmp_path / "a.xc").write_text(TABLE)
    table.write_text("n\n1\n")
    assert main(["solve", str(tmp_path / "a.xc"), "--table", f"T={table}", "--svg", str(file)]) == 0
    with pytest.raises(BadLink):
        link_of_picture(str(file))
    file.write_text('<svg><metadata id="excover">other words</metadata></svg>')  # it is no description either
    with pytest.raises(BadLink, match="this picture"):
        link_of_picture(str(file))


def test_a_picture_that_unpacks_to_very_much(tmp_path: Path) -> None:
    bomb = zlib.compressobj(9, zlib.DEFLATED, -15)
    small = bomb.compress(b'{"text": "' + b"#" * 2 * MOST_UNPACKED + b'"}') + bomb.flush()
    link = f"p={urlsafe_b64encode(small).decode().rstrip('=')}"
    file = tmp_path / "a.svg"
    file.write_text(f'<svg><metadata id="excover">{link}</metadata></svg>')
    assert len(link) < MOST_UNPACKED / 100
    with pytest.raises(BadLink, match="cut off"):
        unpacked(link_of_picture(str(file)))


@pytest.mark.parametrize("cut", [0, 8, 33, 40, 60])
def test_a_picture_that_was_cut_off_has_no_puzzle(cut: int, tmp_path: Path) -> None:
    module_or_skip("cairosvg")
    file = tmp_path / "a.png"
    assert main(["solve", "queens", "--png", str(file)]) == 0
    assert link_inside(file.read_bytes())
    assert not link_inside(file.read_bytes()[:cut])


def test_arrows_have_a_font_in_which_there_are_some(tmp_path: Path) -> None:
    """Cairo draws a text in one font, and a box for what that lacks: each arrow would look the same."""
    module_or_skip("cairosvg")
    drawn = []
    for arrow in "\u2197\u2198\u2199":
        text = f'board f 1x1\noption x(p in f) covers f[p]\ndraw x(p) at p as "{arrow}"\n'
        (tmp_path / "a.xc").write_text(text)
        assert main(["solve", str(tmp_path / "a.xc"), "--png", str(tmp_path / "a.png")]) == 0
        picture = (tmp_path / "a.png").read_bytes()
        drawn.append(picture[picture.index(b"IDAT") :])
    assert len({*drawn}) == 3


def test_pieces_have_their_size_on_paper(spec: str, tmp_path: Path) -> None:
    """In millimetres, in pixels with their density, and in points."""
    module_or_skip("cairosvg")
    svg, drawn, page = (tmp_path / f"a.{kind}" for kind in ("svg", "png", "pdf"))
    assert main(["pieces", spec, "--svg", str(svg), "--png", str(drawn), "--pdf", str(page)]) == 0
    width = float(ElementTree.parse(svg).getroot().get("width", "").removesuffix("mm"))
    (pixels,) = struct.unpack(">I", drawn.read_bytes()[16:20])
    kind, density, _, unit = struct.unpack(">4sIIB", drawn.read_bytes()[37:50])
    assert (kind, unit) == (b"pHYs", 1)
    assert pixels / density * 1000 == pytest.approx(width, rel=0.01)
    box = page.read_bytes().split(b"/MediaBox [ ")[1].split()
    assert float(box[2]) / 72 * INCH == pytest.approx(width, rel=0.01)


def test_a_picture_that_is_too_large_for_pixels_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    module_or_skip("cairosvg")
    monkeypatch.setattr("excover.render.svg.MOST", 4_683)
    file = tmp_path / "tree.png"
    assert main(["tree", "queens", "--nodes", "5000", "--png", str(file)]) == 0
    assert (
        "tree.png: 1,199 nodes, 92 solutions, 254 dead ends, shrunk to 50%; --svg" in capsys.readouterr().err
    )
    assert struct.unpack(">II", file.read_bytes()[16:24])[1] == 4_683


@pytest.mark.parametrize(("width", "height"), [(1, 1), (10, 1e6), (1e6, 10), (1e5, 1e5), (20_000, 3_000)])
def test_no_picture_has_too_many_pixels(width: float, height: float) -> None:
    by = scale(width, height)
    assert 0 < by <= 2
    assert max(width, height) * by <= 32_000.1
    assert width * height * by * by <= 100.1e6


def test_the_size_of_a_picture_is_separate_from_its_density() -> None:
    """The file stays a PNG that others read."""
    cairo = module_or_skip("cairosvg")
    made = png('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>', 10, 10)
    again = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"><image href="{_as_url(made)}"/></svg>'
    )
    assert cairo.svg2png(bytestring=again.encode())


def _as_url(data: bytes) -> str:
    from base64 import b64encode

    return f"data:image/png;base64,{b64encode(data).decode()}"
