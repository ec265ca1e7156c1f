"""The reference of the commands, as a document and as a manual page, is that of their help."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from excover.apps.cli.app import COMMANDS
from excover.apps.cli.reference import FORMS, main, man, markdown, pages

ROOT = Path(__file__).parents[2]
DOCUMENTS = {"markdown": "commands.md", "man": "excover.1"}


@pytest.mark.parametrize("form", FORMS)
def test_the_documents_are_up_to_date(form: str) -> None:
    """`python -m excover.apps.cli.reference` writes them anew."""
    made = {"markdown": markdown, "man": man}[form]()
    assert (ROOT / "docs" / DOCUMENTS[form]).read_text("utf-8") == made


def test_every_command_and_option_is_there() -> None:
    found = {page.name: page for page in pages()}
    assert {f"excover {name}" for name in COMMANDS} <= set(found)
    assert "excover gallery show" in found
    options = [names for names, _ in found["excover solve"].options]
    assert {"--node-limit N", "-p NAME=VALUE", "-h, --help"} <= set(options)
    assert all(page.paragraphs[0] for page in found.values())


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
