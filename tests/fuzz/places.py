"""The folders in which pytest finds modules of tests, for the programs here, which run without it."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]

sys.path[:0] = [str(ROOT / folder) for folder in SETTINGS["pythonpath"]]
