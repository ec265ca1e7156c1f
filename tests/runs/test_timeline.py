"""The picture of a run."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import Run as RunCommand
from forging import forge

from excover.language.source_files import find
from excover.runs import run_report
from excover.runs.journal import Journal, PartReport
from excover.runs.journal_file import create
from excover.runs.run_description import record
from excover.runs.shares import merge
from excover.search.part_search import GuidingPath

RECT = "{http://www.w3.org/2000/svg}rect"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Three parts by two workers, one of which has a name with a bracket; a fourth part is open."""
    create(tmp_path / "j", record(find("queens"), "count")[0])
    with Journal(tmp_path / "j") as journal:
        rests = tuple(GuidingPath((number,), 0.2) for number in range(3))
        journal.record([PartReport(1, "1", 0, 5, 2.0, rests)])
        journal.record([PartReport(2, "<2>", 0, 5, 1.0), PartReport(3, "1", 0, 5, 0.5)])
    return tmp_path / "j"


def test_a_bar_for_each_part(path: Path, run: RunCommand, tmp_path: Path) -> None:
    svg = tmp_path / "run.svg"
    assert run("status", str(path), "--svg", str(svg)).status == 3
    picture = ElementTree.parse(svg).getroot()
    rects = picture.findall(RECT)
    assert len(rects) == 3
    assert len({rect.get("y") for rect in rects}) == 2
    assert {rect[0].text for rect in rects} == {"part 1: 2.00 s", "part 2: 1.00 s", "part 3: 0.50 s"}
    widths = [float(rect.get("width", "0")) for rect in rects]
    assert widths == pytest.approx([max(widths), max(widths) / 2, max(widths) / 4], abs=0.02)
    colors = {rect[0].text: rect.get("fill") for rect in rects}
    assert colors["part 1: 2.00 s"] != colors["part 3: 0.50 s"]  # neighbours in a row
    assert "worker <2>" in "".join(picture.itertext())


def working(tmp_path: Path, times: list[tuple[int, str, float, float]]) -> ElementTree.Element:
    """The picture of a run with parts given by the share and the worker, seconds, and when they ended; merged
    of two journals.
    """
    paths = [tmp_path / "one", tmp_path / "two"]
    for share, path in enumerate(paths, 1):
        create(path, record(find("queens"), "count")[0], share=f"{share}/2")
        with Journal(path) as journal:
            journal.record(
                [PartReport(1, "0", 0, 0, 0.0, tuple(GuidingPath((n,), 0.1) for n in range(len(times))))]
            )
            journal.divide([])
    for number, (share, worker, seconds, ended) in enumerate(times, 2):
        for place, path in enumerate(paths, 1):
            state = "'done', count = 0, nodes = 1, rests = 0" if place == share else "'away'"
            changes = f"state = {state}, seconds = {seconds}, worker = '{worker}', ended = {ended}"
            first = "state = 'away'" if place == 2 else "ended = 1000.0"
            forge(
                path,
                f"update part set {changes} where id = {number}",
                f"update part set {first} where id = 1",
            )
    merge(paths, tmp_path / "whole", None)
    with Journal(tmp_path / "whole", read_only=True) as journal:
        return ElementTree.fromstring(run_report.timeline(journal).svg("a run"))


def named(picture: ElementTree.Element, rest: str = "worker ") -> list[str]:
    return [text for text in picture.itertext() if text.startswith(rest)]


def spans(picture: ElementTree.Element) -> dict[str, tuple[str | None, float, float]]:
    """Of each part: its row, and where it begins and ends."""
    return {
        str(rect[0].text).partition(":")[0]: (rect.get("y"), left, left + float(rect.get("width", "0")))
        for rect in picture.findall(RECT)
        for left in [float(rect.get("x", "0"))]
    }


def test_workers_of_machines_that_never_met_have_rows_of_their_own(tmp_path: Path) -> None:
    """All machines call theirs 1, 2, and so on; here they worked at the same time."""
    times = [(1, "1", 5.0, 1005.0), (2, "1", 4.0, 1004.5), (2, "10", 3.0, 1004.0), (2, "9", 1.0, 1005.0)]
    picture = working(tmp_path, times)
    assert named(picture) == [f"worker {name}" for name in ("1/2:0", "1/2:1", "2/2:1", "2/2:9", "2/2:10")]
    assert named(picture, "no work") == []
    drawn = spans(picture)
    assert len({row for row, _, _ in drawn.values()}) == len(drawn) == 5
    (_, left, right), (_, other, end) = drawn["part 2"], drawn["part 3"]
    assert (other - left) / (right - left) == pytest.approx(0.1, abs=0.01)
    assert (end - left) / (right - left) == pytest.approx(0.9, abs=0.01)


def test_a_long_time_without_work_is_short(tmp_path: Path) -> None:
    """The second machine began a day later."""
    picture = working(tmp_path, [(1, "1", 6.0, 1006.0), (2, "1", 3.0, 86_409.0), (2, "2", 6.0, 86_412.0)])
    assert named(picture, "no work") == ["no work for 23 h 43 min"]
    assert "85,412.0 s" in picture.itertext()
    drawn = spans(picture)
    widths = {part: right - left for part, (_, left, right) in drawn.items()}
    assert widths["part 2"] == pytest.approx(2 * widths["part 3"], abs=0.05) == widths["part 4"]
    assert widths["part 2"] > run_report.WIDTH / 4
    assert drawn["part 2"][2] < drawn["part 3"][1] == pytest.approx(drawn["part 4"][1], abs=0.02)
    assert max(right for _, _, right in drawn.values()) == pytest.approx(run_report.WIDTH, abs=0.02)


@pytest.mark.slow
def test_many_breaks_and_long_names_leave_room_for_the_bars(tmp_path: Path) -> None:
    times = [
        (1, "tcp://very-long-name-of-a-machine.example.org:41234", 1.0, 1000.0 * n) for n in range(1, 100)
    ]
    picture = working(tmp_path, times)
    assert len(named(picture, "no work")) == 98
    drawn = spans(picture)
    places = sorted((left, right) for _, left, right in drawn.values())
    assert sum(right - left for left, right in places) > run_report.WIDTH / 4
    assert all(right <= left + 0.02 for (_, right), (left, _) in pairwise(places) if right - left)
    assert "..." in named(picture)[1]


def test_short_pauses_are_drawn_as_they_were(tmp_path: Path) -> None:
    """A worker waits for parts; nobody wants to read of parts of a second."""
    picture = working(tmp_path, [(1, "1", 0.01, 1000.5), (1, "1", 0.01, 1001.4), (2, "1", 20.0, 1023.0)])
    assert named(picture, "no work") == []


def test_nothing_was_done_yet(run: RunCommand, tmp_path: Path) -> None:
    path, svg = tmp_path / "j", tmp_path / "run.svg"
    create(path, record(find("queens"), "count")[0])
    assert run("status", str(path), "--svg", str(svg)).status == 3
    assert ElementTree.parse(svg).getroot().findall(RECT) == []


def test_too_much_to_draw(
    path: Path, run: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_report, "MOST_BARS", 2)
    ran = run("status", str(path), "--svg", str(tmp_path / "run.svg"))
    assert ran.status == 2
    assert "3 parts" in ran.err
    assert not (tmp_path / "run.svg").exists()
