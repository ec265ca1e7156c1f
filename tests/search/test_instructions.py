"""The lanes use the widest vectors of the machine: the core detects what the operating system reports."""

import platform
from pathlib import Path

import pytest

from excover.search._core import instructions

CPUINFO = Path("/proc/cpuinfo")
NEEDED = {
    "avx2": {"avx2", "popcnt"},
    "avx512bw": {"avx2", "popcnt", "avx512f", "avx512bw", "avx512dq"},
    "avx512": {"avx512f", "avx512bw", "avx512dq", "avx512_bitalg", "avx512_vpopcntdq"},
}


def _reported() -> set[str]:
    lines = CPUINFO.read_text().splitlines()
    return set(next(line for line in lines if line.startswith("flags")).partition(":")[2].split())


@pytest.mark.skipif(platform.machine() != "x86_64" or not CPUINFO.exists(), reason="needs Linux on x86-64")
def test_the_instructions_are_those_that_the_system_reports() -> None:
    flags = _reported()
    assert instructions() == ["plain", *(name for name, needed in NEEDED.items() if needed <= flags)]


@pytest.mark.skipif(platform.machine() != "aarch64", reason="needs a 64-bit ARM processor")
def test_every_arm_has_neon() -> None:
    assert instructions() == ["plain", "neon"]


@pytest.mark.skipif(platform.machine() in ("x86_64", "aarch64"), reason="has instructions of its own")
def test_other_machines_use_plain_vectors() -> None:
    assert instructions() == ["plain"]
