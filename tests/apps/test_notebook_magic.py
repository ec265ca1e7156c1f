"""The cell magic, lists as sheets and the widget, in a shell of IPython; skipped where it is missing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from extras import module_or_skip

import excover
from excover.apps.notebook import Direction, SolutionWalker

pytestmark = pytest.mark.outer
COIN = "item a  option heads() covers a  option tails() covers a"


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])  # which the shell replaces
    interactive = module_or_skip("IPython.core.interactiveshell").InteractiveShell
    made = interactive.instance()
    made.reset()
    made.run_line_magic("load_ext", "excover")
    yield made
    interactive.clear_instance()


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, shell: Any) -> list[Any]:
    """What `display` was given."""
    found: list[Any] = []
    monkeypatch.setattr("IPython.display.display", found.append)
    shell.run_line_magic("reload_ext", "excover")
    return found


def test_a_cell_is_a_problem(shell: Any) -> None:
    shell.run_cell("size, people = 5, ['Ada', 'Ben']")
    problem = shell.run_cell_magic("excover", "queens -p n=size", (Path("specs/queens.xc")).read_text())
    assert problem.count() == 10
    assert shell.user_ns["queens"] is problem
    text = "table T\n  | name\n  | Eve\nitem i[T] option o(t in T, k in {1, 2}) covers i[t]"
    tabled = shell.run_cell_magic("excover", "--table T={'name':people}", text)
    assert tabled.count() == 4


def test_files_are_beside_the_notebook(shell: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "t.csv").write_text("name\nAda\nBen\n")
    monkeypatch.chdir(tmp_path)
    text = 'table T from "t.csv" item i[T] option o(t in T) covers i[t]'
    assert shell.run_cell_magic("excover", "", text).count() == 1
    assert shell.run_cell_magic("excover", f"--folder {tmp_path}", text).count() == 1


def test_an_error_is_under_its_line(shell: Any, shown: list[Any]) -> None:
    cell = "item a # <b>first</b>\noption x() covers a, b\noption y() covers a"
    with pytest.raises(excover.SpecError) as error:
        shell.run_cell_magic("excover", "p", cell)
    (marked,) = shown
    lines = "".join(ElementTree.fromstring(marked._repr_html_()).itertext()).split("\n")
    assert lines[:2] == ["   1 item a # <b>first</b>", "   2 option x() covers a, b"]
    assert "error[E101]" in lines[2]
    assert [line for line in lines if line.startswith("   3 ")] == ["   3 option y() covers a"]
    assert "wavy" in marked._repr_html_()
    assert repr(marked) == str(error.value)
    assert error.value._render_traceback_() == ["SpecError: 1 error in this description, shown above"]
    assert "p" not in shell.user_ns


def test_a_warning_is_shown_with_the_problem(shell: Any, shown: list[Any]) -> None:
    problem = shell.run_cell_magic("excover", "", "item a, b  option x(k in {1, 2}) covers a, b")
    assert len(problem.warnings) == 1
    assert "warning[" in repr(shown[0])
    assert "wavy #ca8a04" in shown[0]._repr_html_()


@pytest.mark.parametrize(
    "line", ["1x", "-p n", "-p =3", "--nonsense", "a b", "--table T="], ids=lambda line: str(line)
)
def test_a_wrong_line_is_a_usage_error(shell: Any, line: str) -> None:
    from IPython.core.error import UsageError

    with pytest.raises(UsageError):
        shell.run_cell_magic("excover", line, COIN)


def test_a_wrong_cell_ends_the_run(shell: Any) -> None:
    result = shell.run_cell("%%excover\nitem", silent=True)
    assert isinstance(result.error_in_exec, excover.SpecError)


def test_lists_of_solutions_are_sheets(shell: Any) -> None:
    html = shell.display_formatter.formatters["text/html"]
    queens = list(excover.load("queens", {"n": 6}).solutions())
    sheet = ElementTree.fromstring(html(queens))
    assert sheet[0].text == "4 solutions"
    assert html(queens).count("<svg ") == 1
    coin = list(excover.parse(COIN).solutions())
    assert ["".join(row.itertext()) for row in ElementTree.fromstring(html(coin)).iter("tr")] == [
        "1heads()",
        "2tails()",
    ]
    assert html([1, 2]) is None
    assert html([]) is None
    assert html([coin[0], 1]) is None


def test_the_walker_searches_as_it_is_asked() -> None:
    asked: list[int] = []

    def stream() -> Iterator[excover.Solution]:
        for number, solution in enumerate(excover.load("queens", {"n": 6}).solutions()):
            asked.append(number)
            yield solution

    walker = SolutionWalker(stream())
    assert (asked, walker.position, walker.ended) == ([0], 1, False)
    assert walker.picture.startswith("<svg")
    steps: list[tuple[Direction, int]] = [("next", 2), ("next", 3), ("before", 2), ("first", 1)]
    for where, place in [*steps, ("before", 1), ("last", 3)]:
        walker.go(where)
        assert walker.position == place
        assert walker.solution is walker.solutions[place - 1]
    assert asked == [0, 1, 2]
    assert walker.state == "3 solutions so far"
    for _ in range(3):
        walker.go("next")
    assert (walker.position, walker.ended, walker.state) == (4, True, "all of 4 solutions")
    with pytest.raises(ValueError, match="away"):
        walker.go("away")  # type: ignore[arg-type]


def test_the_widget_takes_messages_of_the_browser() -> None:
    module_or_skip("anywidget")
    walker = excover.walk(excover.load("queens", {"n": 6}))
    widget = walker.widget
    assert (widget.position, widget.found, widget.picture) == (1, 1, walker.picture)
    widget.take(widget, {"go": "next"}, [])
    assert (widget.position, widget.found, widget.state) == (2, 2, "2 solutions so far")
    assert widget.words == ", ".join(map(str, walker.solutions[1]))
    for foreign in ({"go": "away"}, {}, "next", None):
        widget.take(widget, foreign, [])
    assert widget.position == 2
    assert "application/vnd.jupyter.widget-view+json" in str(walker._repr_mimebundle_())


def test_the_walker_says_why_it_ends() -> None:
    queens = excover.load("queens", {"n": 6})
    walker = SolutionWalker(queens.solutions(excover.Run.within(solutions=1)))
    walker.go("next")
    assert walker.state == "1 solution, ended by limit"
    walker = SolutionWalker(queens.solutions())
    for _ in range(5):
        walker.go("next")
    assert walker.state == "all of 4 solutions"
    nothing = SolutionWalker(excover.load("queens", {"n": 3}).solutions())
    assert (nothing.solution, nothing.position, nothing.state) == (None, 0, "no solution")


def test_an_interrupted_walker_goes_on() -> None:
    solutions = iter(excover.load("queens", {"n": 6}).solutions())
    interrupts = iter([KeyboardInterrupt, None, None])

    class Stream(Iterator[excover.Solution]):
        def __next__(self) -> excover.Solution:
            if raised := next(interrupts, None):
                raise raised
            return next(solutions)

    walker = SolutionWalker(Stream())
    assert walker.state == "interrupted; `next` continues the search"
    walker.go("next")
    assert (walker.position, walker.state) == (1, "1 solution so far")


def test_without_the_library_the_message_has_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "anywidget", None)
    with pytest.raises(excover.MissingExtra, match=r"pip install 'excover\[notebook\]'"):
        excover.walk(excover.parse(COIN))
