"""The cores, the free memory and the vector instructions available to this process.

>>> cores() >= 1, free_memory() > 0
(True, True)
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

UNKNOWN = 2**31
"""Bytes assumed to be free if the system does not report them."""


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def free_memory() -> int:
    """Bytes that this process can still use without displacing others, by the tightest limit."""
    return max(0, min(_bounds(), default=UNKNOWN))


def instructions() -> list[str]:
    """The sets of vector instructions that the lanes can use, the best one last; the first is ``plain``."""
    from excover.search import _core

    return _core.instructions()


def core_names() -> list[str]:
    """The classes and functions of the native core. Each is a text in its file, however it was compiled."""
    from excover.search import _core

    return [name for name in dir(_core) if not name.startswith("_")]


def _bounds() -> Iterator[int]:
    with suppress(OSError, StopIteration, ValueError):
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        yield next(1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable:"))
    with suppress(OSError, ValueError):  # of a container; "max" means no limit
        group = Path("/sys/fs/cgroup")
        yield int((group / "memory.max").read_text()) - int((group / "memory.current").read_text())
    with suppress(ImportError, OSError, ValueError):  # by `ulimit -v`
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        if limit != resource.RLIM_INFINITY:
            yield limit - pages * resource.getpagesize()
