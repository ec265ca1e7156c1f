"""The picture of a run."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import Run as RunCommand

from excover.runs import timeline
from excover.runs.journal import Journal, PartReport
from excover.runs.journal_file import create
from excover.runs.run_description import record
from excover.solve.part_search import Rest
from excover.source_files import find

RECT = "{http://www.w3.org/2000/svg}rect"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Three parts by two workers, one of which has a name with a bracket; a fourth part is open."""
    create(tmp_path / "j", record(find("queens"), "count")[0])
    with Journal(tmp_path / "j") as journal:
        rests = tuple(Rest((number,), 0.2) for number in range(3))
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


def test_nothing_was_done_yet(run: RunCommand, tmp_path: Path) -> None:
    path, svg = tmp_path / "j", tmp_path / "run.svg"
    create(path, record(find("queens"), "count")[0])
    assert run("status", str(path), "--svg", str(svg)).status == 3
    assert ElementTree.parse(svg).getroot().findall(RECT) == []


def test_too_much_to_draw(
    path: Path, run: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timeline, "MOST_BARS", 2)
    ran = run("status", str(path), "--svg", str(tmp_path / "run.svg"))
    assert ran.status == 2
    assert "3 parts" in ran.err
    assert not (tmp_path / "run.svg").exists()
