"""How to search: the engine, the number of threads, the memory, and the order.

>>> Strategy("lanes", threads=2)
Strategy(engine='lanes', threads=2)
>>> strategy = Strategy(memory=80_000_000)
>>> strategy.room, strategy.share("linear"), strategy.rest("linear", "lanes")
(80000000, 10000000, 50000000)

A strategy affects the cost of a search and the order of covers, never their set or their number.

What there is to use are the cores, the memory and the vector instructions of this process.

>>> cores() >= 1, free_memory() > 0
(True, True)
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from excover.base.errors import Unsuitable as Unsuitable
from excover.base.frozen import Configuration
from excover.base.words import did_you_mean, listed
from excover.search.engine_table import EngineName as EngineName

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


Sharer: TypeAlias = Literal["lanes", "learning", "linear", "waiting", "background"]
"""What shares the memory of a question with a frontier search: engines, the covers of a list
that wait, and a background member."""

_PARTS: dict[Sharer, int] = {"lanes": 4, "learning": 4, "linear": 8, "waiting": 8, "background": 8}

MOST_THREADS = 1024


class Strategy(Configuration):
    """The settings of a search. ValueError if a field makes no sense, TypeError for one of another type.

    ``threads`` that search at once. ``memory``: bytes for the tables of all searches of a question together,
    None for a quarter of the free memory. ``ordered``: covers come in the same order with any number of
    threads. ``seed``: of a random order in which items and options are tried; None for the order of the
    matrix. ``symmetry``: a count or a list of all solutions may search for one of those that are symmetric,
    and make the others from it.
    """

    engine: EngineName = "auto"
    threads: int = 1
    memory: int | None = None
    ordered: bool = False
    seed: int | None = None
    symmetry: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.engine not in (engines := get_args(EngineName)):
            meant = did_you_mean(self.engine, engines) if isinstance(self.engine, str) else ""
            meant = meant or f"use {listed(engines, most=len(engines))}"
            raise ValueError(f"there is no engine {self.engine!r}: {meant}")
        if not 1 <= self.threads <= MOST_THREADS:
            raise ValueError(f"a search has 1 to {MOST_THREADS} threads, not {self.threads}")
        if self.memory is not None and self.memory < 0:
            raise ValueError(f"{self.memory} bytes of memory")
        if self.seed is not None and not 0 <= self.seed < 2**64:
            raise ValueError(f"the seed {self.seed} is not a number of 64 bits")

    @property
    def room(self) -> int:
        """Bytes that tables may use."""
        return room(self.memory)

    def share(self, sharer: Sharer) -> int:
        """Bytes that the tables of one of several searches may use, which is no more than it ever needs."""
        from excover.search.tuning import tuning  # of the core, which sources alone have not

        needs = {
            "lanes": tuning.lane_bytes,
            "learning": tuning.learning_bytes,
            "linear": tuning.linear_bytes,
        }
        most = self.room // _PARTS[sharer]
        return min(most, needs.get(sharer, most))

    def rest(self, *others: Sharer) -> int:
        """Bytes that a frontier search may use beside others: with their shares, these are all the room."""
        fixed = self.replaced(memory=self.room)
        return fixed.room - sum(map(fixed.share, others))


AUTO = Strategy()


def room(memory: int | None) -> int:
    """The given number of bytes, or by default a quarter of the free ones."""
    return free_memory() // 4 if memory is None else min(memory, 2**63)
