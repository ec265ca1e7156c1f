"""What a command imports: start-up is most of what a small puzzle takes."""

from __future__ import annotations

import subprocess
import sys

import pytest

RARE = {
    "csv",
    "dataclasses",
    "gzip",
    "importlib.metadata",
    "json",
    "multiprocessing.connection",
    "numbers",
    "random",
    "rich",
    "shutil",
    "traceback",
    "yaml",
    "excover.authors",
    "excover.formats.burrtools",
    "excover.formats.matrix_reader",
    "excover.matrix.changes",
    "excover.matrix.givens.given_drawing",
    "excover.matrix.placements",
    "excover.base.json.objects",
    "excover.base.json.schema",
    "excover.base.new_file",
    "excover.lattices.declared",
    "excover.lattices.hexagonal",
    "excover.language.expressions.reduce",
    "excover.language.meaning.given_tables",
    "excover.language.meaning.lattice_reading",
    "excover.language.meaning.shaping",
    "excover.language.meaning.tables",
    "excover.language.messages.about_rules",
    "excover.language.messages.about_statements",
    "excover.render.svg",
    "excover.problem.solution_set",
    "excover.search.up_to_symmetry",
    "excover.search.portfolio.until_proved",
    "excover.search.portfolio.until_enough",
    "excover.search.linear_refutation",
    "excover.search.permutation_group",
    "excover.search.proof",
    "excover.search.symmetry",
    "excover.language.syntax.diagnosis",
    "excover.language.syntax.format",
    "excover.language.syntax.make_tables",
    "excover.language.syntax.repair",
    "excover.language.syntax.recovery",
}
"""What few commands need, and others must not wait for."""
USUAL = {"click", "excover.search.run"}
"""What all commands need, but the version does not."""


def imported(arguments: list[str]) -> set[str]:
    """Which of these are imported when a command has ended."""
    run = f"import sys; from excover.apps.cli import main; main({arguments!r})"
    command = [sys.executable, "-c", f"{run}; print(*sys.modules, file=sys.stderr)"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return (RARE | USUAL).intersection(ran.stderr.splitlines()[-1].split())


@pytest.mark.parametrize(
    ("command", "needed"),
    [
        ("--version", set()),
        ("count queens", USUAL),
        (
            "solve sudoku --given sudoku-easy",
            USUAL
            | {
                "dataclasses",
                "excover.matrix.givens.given_drawing",
                "excover.search.portfolio.until_enough",
            },
        ),
        (
            "solve nurikabe",
            USUAL
            | {
                "dataclasses",
                "excover.lattices.declared",
                "excover.language.meaning.tables",
                "excover.search.portfolio.until_enough",
            },
        ),
    ],
)
def test_nothing_is_imported_that_is_not_needed(command: str, needed: set[str]) -> None:
    assert imported(command.split()) == needed
