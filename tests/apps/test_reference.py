"""The reference of the commands, as a document and as a manual page, is that of their help."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from excover.apps.cli.app import COMMANDS
from excover.apps.cli.reference import FORMS, main, man, markdown, pages
from excover.apps.editing.vocabulary import textmate
from excover.base.json import schema
from excover.language import gallery
from excover.language.syntax import yaml
from excover.search import _core

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("form", FORMS)
def test_it_is_printed(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    made = {"markdown": markdown, "man": man}[form]()
    assert main([form]) == 0
    assert capsys.readouterr().out == made
    assert all(page.name.removeprefix("excover ") in made for page in pages())


@pytest.mark.slow
def test_the_build_makes_the_files(tmp_path: Path) -> None:
    """Without PyYAML; elsewhere, as tools/made_files.py of a checkout is run by CMake."""
    program, core = ROOT / "tools" / "made_files.py", Path(_core.__file__).parent
    subprocess.run([sys.executable, "-BP", program, tmp_path / "made", core], cwd=tmp_path, check=True)
    made = {path.name: path.read_text("utf-8") for path in (tmp_path / "made").iterdir()}
    pictures = json.loads(made.pop("gallery.json"))
    assert [*pictures] == [*gallery.names()]
    assert pictures["kanoodle"].startswith("<svg ")
    assert made == {
        "excover.1": man(),
        "excover.schema.json": yaml.schema_text(),
        "excover.output.schema.json": schema.schema_text(),
        "excover.tmLanguage.json": textmate(),
    }


def test_the_files_are_in_a_wheel() -> None:
    """`contents.py` looks for each; no copy of them is in git."""
    made = ["excover.schema.json", "excover.output.schema.json", "excover.tmLanguage.json"]
    wanted = (ROOT / "tools" / "release" / "contents.py").read_text("utf-8")
    assert all(f'"excover/grammars/{name}"' in wanted for name in made)
    assert '"excover/apps/play/static/gallery.json"' in wanted
    assert [path.name for path in (ROOT / "grammars").iterdir()] == ["excover.lark"]


def test_every_command_and_option_is_there() -> None:
    found = {page.name: page for page in pages()}
    assert {f"excover {name}" for name in COMMANDS} <= set(found)
    assert "excover gallery show" in found
    options = [names for names, _ in found["excover solve"].options]
    assert {"--node-limit N", "-p NAME=VALUE", "-h, --help"} <= set(options)
    assert all(page.paragraphs[0] for page in found.values())
    helps = dict(found["excover count"].options)
    assert "One engine searches alone then, without the races" in helps["--node-limit N"]


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is missing: install it")
def test_the_manual_page_is_set_without_a_warning() -> None:
    ran = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-P-c", "-P-b", "-P-u"],
        input=man(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stderr == ""
    assert "--node-limit N" in ran.stdout
    assert "\\" not in ran.stdout


def test_a_wrong_form_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["html"]) == 2
    assert capsys.readouterr().err == "usage: python -m excover.apps.cli.reference markdown|man\n"
