"""A process under `ulimit -v` ends with an answer or as out of memory, wherever memory ends; none aborts."""

from __future__ import annotations

import resource
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="address space is limited on Linux only")


def ended(arguments: list[str], megabytes: int) -> subprocess.CompletedProcess[str]:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return subprocess.run(
        [sys.executable, *arguments], preexec_fn=limit, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def least() -> int:
    """The megabytes in which the command line starts."""
    low, high = 1, 2000
    while high - low > 1:
        middle = (low + high) // 2
        if ended(["-c", "import excover.cli.app"], middle).returncode == 0:
            high = middle
        else:
            low = middle
    return high


@pytest.mark.slow
@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize("words", ["count queens -p n=10", "solve sudoku", "count dominoes --engine graph"])
def test_a_ladder_of_limits(words: str, threads: str, least: int) -> None:
    """Every megabyte at first, where modules are imported, and then in wider steps."""
    statuses = set()
    for more in [*range(1, 30), *range(30, 100, 10)]:
        process = ended(["-m", "excover", *words.split(), "--threads", threads], least + more)
        told = process.returncode, process.stderr
        assert process.returncode in (0, 3), told
        assert ("out of memory" in process.stderr) == (process.returncode == 3), told
        statuses.add(process.returncode)
    assert statuses == {0, 3}
