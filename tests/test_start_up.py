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
    "multiprocessing.connection",
    "rich",
    "traceback",
    "yaml",
    "excover.analysis",
    "excover.formats.burrtools",
    "excover.formats.dlx_reader",
    "excover.cover.changes",
    "excover.json.objects",
    "excover.json.schema",
    "excover.lattices.declared",
    "excover.lattices.hex",
    "excover.puzzle.csv_rows",
    "excover.puzzle.lattice_reading",
    "excover.puzzle.tiles",
    "excover.render.svg",
    "excover.render.terminal",
    "excover.solution_set.solution_set",
    "excover.solve.burnside",
    "excover.solve.optimum.optimizer",
    "excover.solve.portfolio.until_first",
    "excover.solve.refutation.proof",
    "excover.solve.reduction",
    "excover.solve.portfolio.hybrid_enumeration",
    "excover.solve.symmetries.symmetry",
    "excover.syntax.diagnosis",
    "excover.syntax.make_tables",
    "excover.syntax.misspelling",
    "excover.syntax.recovery",
    "excover.syntax.repair",
}
"""What few commands need, and others must not wait for."""
USUAL = {"click", "excover.solve.run"}
"""What all commands need, but the version does not."""


def imported(arguments: list[str]) -> set[str]:
    """Which of these are imported when a command has ended."""
    run = f"import sys; from excover.cli import main; main({arguments!r})"
    command = [sys.executable, "-c", f"{run}; print(*sys.modules, file=sys.stderr)"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return (RARE | USUAL).intersection(ran.stderr.splitlines()[-1].split())


@pytest.mark.parametrize(
    ("command", "needed"),
    [
        ("--version", set()),
        ("count queens", USUAL),
        ("count queens --reduce", USUAL | {"dataclasses", "excover.solve.reduction"}),
        ("solve sudoku --given sudoku-easy", USUAL | {"dataclasses", "excover.solve.portfolio.until_first"}),
    ],
)
def test_nothing_is_imported_that_is_not_needed(command: str, needed: set[str]) -> None:
    assert imported(command.split()) == needed
