"""What solutions, streams and reasons show in notebooks and consoles, and calls that people try."""

from __future__ import annotations

import excover

SHIFTS = excover.parse(
    "item day[1..2] once, load in units"
    '  option works(who in {"Ada", "B<b"}, d in 1..2) covers day[d], load cost d  minimize'
)


def test_a_solution_without_a_drawing_is_a_table() -> None:
    html = SHIFTS.best()._repr_html_()
    assert html == (
        "<table><caption>cost 3, load 2</caption>"
        "<tr><th>works</th><td>Ada</td><td>1</td></tr><tr><th>works</th><td>Ada</td><td>2</td></tr></table>"
    )
    assert "B&lt;b" in SHIFTS.forbid(['works("Ada", 1)']).solve()._repr_html_()
    assert excover.load("queens").solve()._repr_html_() is None


def test_streams_say_how_far_they_are() -> None:
    stream = SHIFTS.solutions(excover.Run.within(solutions=1))
    list(stream)
    assert repr(stream) == "<Solutions: 1 solution so far; `next`, `list` or a loop gives them>"
    better = SHIFTS.improvements()
    assert "no solution yet" in repr(better)
    list(better)
    assert "cost 3" in repr(better)


def test_a_reason_is_a_text_in_notebooks() -> None:
    none = excover.load("queens", {"n": 3})
    run = excover.Run.within(seconds=60)
    assert excover.why(none, run)._repr_html_().startswith("<pre>there is no solution")
    assert str(excover.why(none, run)) == str(excover.why(none, run=run))
    assert (
        excover.unique(excover.load("queens"), run).verdict == excover.unique(excover.load("queens")).verdict
    )
