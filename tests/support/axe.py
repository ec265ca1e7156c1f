"""axe-core, which finds what readers of screens cannot use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

AXE = Path(__file__).parents[2] / "playground" / "node_modules" / "axe-core" / "axe.min.js"


def serious_faults(page: Any) -> list[tuple[str, list[str]]]:
    """The rules that a page breaks, each with three places; skips the test where axe-core is missing."""
    if not AXE.exists():
        pytest.skip("no axe-core: `npm ci` in the folder playground has it")
    page.evaluate(AXE.read_text())
    found = page.evaluate("() => axe.run()")
    return [
        (each["id"], [node["html"][:120] for node in each["nodes"]][:3])
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]
