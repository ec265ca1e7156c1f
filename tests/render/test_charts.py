"""Boards on a terminal.

After a change, look at what `pytest --regenerate` makes of golden/charts/ before it is committed.
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys

import pytest
from goldens import Golden

import excover
from excover.language.source_files import find_given
from excover.render.chart import Depth, chart
from excover.render.scene import scenes

pytestmark = pytest.mark.outer

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def shown(problem: excover.Problem, columns: int = 80, depth: Depth | None = None) -> list[str | None]:
    solution = problem.solve()
    assert solution
    drawn = scenes(solution.canvases, solution.markings, solution.given)
    return [chart(scene, columns, depth) for scene in drawn]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("kanoodle", None),
        ("sudoku", "sudoku-easy"),
        ("jigsaw-latin", None),
        ("queens", None),
        ("soma", None),
        ("tetrahexes", None),
        ("hexiamonds", None),
        ("langford", None),
        ("cylinder", None),
        ("masyu", None),
        ("bridges", None),
        ("paint-by-numbers", None),
    ],
)
def test_chart(name: str, given: str | None, golden: Golden) -> None:
    [text] = shown(excover.load(name, given=find_given(given) if given else None))
    golden(f"charts/{name}.txt", f"{text}\n")


@pytest.mark.parametrize("name", ["kanoodle", "soma", "tetrahexes", "hexiamonds", "queens"])
def test_colors_only_color(name: str) -> None:
    """Without its escapes a colored board is the plain one, but for blanks at the ends of lines."""
    problem = excover.load(name)
    for plain, colored in zip(shown(problem), shown(problem, depth="truecolor"), strict=True):
        assert plain
        assert colored
        assert colored != plain
        bare = ESCAPE.sub("", colored).split("\n")
        assert list(map(str.rstrip, bare)) == list(map(str.rstrip, plain.split("\n")))


def test_each_piece_has_its_color() -> None:
    [text] = shown(excover.load("kanoodle"), depth="truecolor")
    assert text
    grounds: dict[str, set[str]] = {}
    for ground, letter in re.findall(r"\x1b\[[0-9;]*48;2;([0-9;]+)m ([A-Z]) ", text):
        grounds.setdefault(letter, set()).add(ground)
    assert {len(each) for each in grounds.values()} == {1}
    assert len(set.union(*grounds.values())) == len(grounds) == 12


def test_no_room() -> None:
    """A board that is too wide, or whose marks are, is not drawn; layers go below each other."""
    assert shown(excover.load("kanoodle"), columns=44) == [None]
    assert shown(excover.load("kanoodle"), columns=45) != [None]
    [wide], [narrow] = shown(excover.load("soma"), 80), shown(excover.load("soma"), 20)
    assert wide
    assert narrow
    assert narrow.count("\n") > 2 * wide.count("\n")


def on_terminal(*arguments: str, **environment: str) -> str:
    """What a command writes on a terminal of 80 columns."""
    master, slave = pty.openpty()
    environment = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "COLUMNS": "80", **environment}
    command = [sys.executable, "-m", "excover", "solve", *arguments]
    with subprocess.Popen(command, stdout=slave, stderr=subprocess.DEVNULL, env=environment) as process:
        os.close(slave)
        written = b""
        try:
            while part := os.read(master, 10_000):
                written += part
        except OSError:  # the terminal is closed
            pass
    os.close(master)
    assert process.returncode == 0
    return written.decode().replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("arguments", "environment", "drawn", "colored"),
    [
        ([], {}, True, True),
        ([], {"NO_COLOR": "1"}, True, False),
        (["--color", "never"], {}, True, False),
        (["--color", "always"], {"NO_COLOR": "1"}, True, True),
        ([], {"TERM": "dumb"}, False, False),
        (["--plain"], {}, False, False),
        ([], {"COLUMNS": "20"}, False, False),
        ([], {"PYTHONIOENCODING": "ascii"}, False, False),
    ],
)
def test_on_a_terminal(arguments: list[str], environment: dict[str, str], drawn: bool, colored: bool) -> None:
    written = on_terminal("kanoodle", *arguments, **environment)
    assert ("┌" in written) == drawn
    assert ("\x1b[" in written) == colored
    assert bool(re.search("^[A-L]{11}$", written, re.MULTILINE)) == (not drawn)
