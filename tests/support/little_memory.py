"""A program that searches on two threads with little memory left: `little_memory.py GraphCount 9000` (KB).

It prints `done` or `out of memory`; `tests/search/test_threads.py` runs it.
"""

from __future__ import annotations

import resource
import sys
from pathlib import Path

from exiting import ENDLESS, KINDS, Run, native
from matrices import queens

from excover.search import _core as core


def counting() -> Run:
    """The frontier search needs a few megabytes."""
    count = core.GraphCount(native(queens(10)), 10**8, 2)
    return lambda: count.run(ENDLESS, ENDLESS, 1)


def main(kind: str, kilobytes: int) -> None:
    run = counting() if kind == "GraphCount" else KINDS[kind]()
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    limit = pages * resource.getpagesize() + kilobytes * 1024
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    try:
        run()
        print("done")
    except MemoryError:
        print("out of memory")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
