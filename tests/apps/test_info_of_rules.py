"""What `info` says of bounds that may be exceeded."""

from __future__ import annotations

from pathlib import Path

import pytest

from excover.apps.cli import main


def test_bounds_are_shown_with_what_exceeding_them_costs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "soft.xc"
    file.write_text(
        "item seat[i in 1..2] i times, more at cost 5 item load at most 3 units, more at cost 2 "
        "option sit(g in 1..3, i in 1..2) covers seat[i], load by g minimize"
    )
    assert main(["info", str(file)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "once, more at cost 5: 1, 2 times, more at cost 5: 1" in shown
    assert "item load at most 3 units, more at cost 2" in shown
    assert "seat_more" in shown
