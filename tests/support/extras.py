"""What tests need that not every installation has: a test without it is skipped, and says what to install."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

EXTRAS = {
    "data": ("numpy", "pandas", "pyarrow"),
    "test": ("clingo", "excover.search.external.clingo", "fastapi", "httpx", "polars", "scipy"),
    "pictures": ("cairosvg",),
    "plot": ("matplotlib",),
    "notebook": ("IPython", "anywidget"),
    "lsp": ("pygls",),
    "highs": ("highspy",),
    "cp-sat": ("ortools",),
    "sat": ("pysat",),
    "dask": ("distributed",),
    "site": ("railroad", "sphinx"),
    "dev": ("mypy", "scikit_build_core"),
}
"""The extras of excover, with the modules that they bring."""
BY_MODULE = {module: extra for extra, modules in EXTRAS.items() for module in modules}


def way_out(module: str) -> str:
    """Why a test without this module is skipped, in a sentence.

    >>> way_out("scipy.sparse"), way_out("jupyterlab")
    ("scipy.sparse is missing: pip install -e '.[test]'", 'jupyterlab is missing: pip install jupyterlab')
    """
    extra = BY_MODULE.get(module) or BY_MODULE.get(module.partition(".")[0])
    install = f"-e '.[{extra}]'" if extra else module.partition(".")[0]
    return f"{module} is missing: pip install {install}"


def module_or_skip(module: str) -> Any:
    """The module; skips the test where it is missing."""
    return pytest.importorskip(module, reason=way_out(module), exc_type=ImportError)


def skip_without(module: str) -> None:
    """Skips the test where the module is missing, without an import: some solvers clash in one process."""
    if find_spec(module) is None:
        pytest.skip(way_out(module))


def checkout_or_skip() -> None:
    """Skips the test in an unpacked archive, of which git knows nothing."""
    if not (Path(__file__).parents[2] / ".git").exists():
        pytest.skip("this is no git checkout: clone the repository")
    program_or_skip("git")


def program_or_skip(program: str, package: str = "") -> str:
    """The path of a program; skips the test where it is missing."""
    path = shutil.which(program)
    if path is None:
        pytest.skip(f"{program} is missing: install it, on Debian by `apt-get install {package or program}`")
    return path
