"""The source distribution has every file of the checkout; a wheel is built from it without Git or network."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from extras import checkout_or_skip, module_or_skip

pytestmark = pytest.mark.outer

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_every_file_is_in_it(tmp_path: Path) -> None:
    module_or_skip("scikit_build_core")
    checkout_or_skip()
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    files = {name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()}
    build = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, str(tmp_path)], cwd=ROOT, capture_output=True, check=True)
    (archive,) = tmp_path.iterdir()
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert files - names == set()
    assert "PKG-INFO" in names
