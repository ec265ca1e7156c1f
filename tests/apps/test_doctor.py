"""`excover doctor` reports what is there, and notices what is missing or wrong."""

from __future__ import annotations

import re
import sys
from importlib import metadata

import pytest
from commands import Run

from excover.apps.cli.commands import help
from excover.search.strategy import instructions


def sections(text: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    title = ""
    for line in text.splitlines():
        if line.startswith("  "):
            name, value = line.split(maxsplit=1)
            found[title][name] = value
        else:
            title = line
            found[title] = {}
    return found


def test_the_report(run: Run) -> None:
    ran = run("doctor")
    report = sections(ran.out)
    assert (ran.status, ran.err) == (0, "")
    assert list(report) == ["versions", "extras", "machine", "engines", "limits"]
    assert report["versions"]["click"] == metadata.version("click")
    assert {"lark", "pyyaml", "rich"} <= set(report["versions"])
    assert {"pictures", "plot"} <= set(report["extras"])
    assert not help.FOR_DEVELOPERS & set(report["extras"])
    assert report["machine"]["vectors"].endswith(f"the lanes use {instructions()[-1]}")
    assert report["engines"] == {
        **dict.fromkeys(["sparse", "lanes", "graph"], "92 solutions of 8 queens"),
        "learning": "92 solutions of 8 queens",
    }
    assert report["limits"]["options"] == "1,000,000"


def test_an_extra_that_is_not_installed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        metadata,
        "requires",
        lambda _name: ["lark<2,>=1.2", 'no-such-package>=2; extra == "pictures"'],
    )
    extras = sections(run("doctor").out)["extras"]
    assert extras["pictures"] == "missing: no-such-package; run: pip install 'excover[pictures]'"


def test_every_requirement_belongs_to_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        "lark<2,>=1.2",
        'ortools>=9.12; extra == "cp-sat"',
        "numpy>=1; python_version >= '3' and extra == 'data'",
    ]
    monkeypatch.setattr(metadata, "requires", lambda _name: lines)
    found = {extra: help._required(extra) for extra in ("", "cp-sat", "data")}
    assert found == {"": ["lark"], "cp-sat": ["ortools"], "data": ["numpy"]}


def test_an_extra_whose_library_does_not_load(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "requires", lambda _name: ["lark", 'lark; extra == "pictures"'])
    monkeypatch.setitem(sys.modules, "lark", None)
    extras = sections(run("doctor").out)["extras"]
    assert re.match(r"lark cannot be loaded: .*; run: pip install 'excover\[pictures\]'", extras["pictures"])


@pytest.mark.slow
def test_a_wrong_count_is_a_fault(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(help, "QUEENS", 93)
    ran = run("doctor")
    assert ran.status == 70
    assert ran.err.startswith("error: wrong answers from `sparse`, `lanes`, `graph` and `learning`")
