"""How to search: which engine, on how many threads, in how much memory, in which order.

>>> Strategy("lanes", threads=2)
Strategy(engine='lanes', threads=2, memory=None, ordered=False, seed=None, reduce=False)
>>> Strategy(memory=50_000_000).room
50000000

A strategy changes what a search costs and the order in which covers come, never their set or their number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from excover.errors import ExcoverError
from excover.solve.machine import free_memory

EngineName: TypeAlias = Literal["auto", "sparse", "lanes", "graph"]
"""``sparse``: sparse sets, for any matrix. ``lanes``: item lanes, the same covers in the same order.
``graph``: a sweep over states, which counts, or builds the diagram of all covers and then lists it, in
another order. ``auto`` takes the one that is expected to be faster.
"""


MOST_THREADS = 1024


class Unsuitable(ExcoverError, ValueError):
    """The engine that is asked for cannot do what is asked for."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """Raises ValueError where a field makes no sense.

    ``threads`` that search at once. ``memory``: bytes that tables may take, None for a quarter of what is
    free when the search begins. ``ordered``: covers come in the same order with any number of threads.
    ``seed``: of a random order in which items and options are tried; None for the order of the matrix.
    ``reduce``: options that no solution can contain are taken out first (excover/solve/reduction.py).
    """

    engine: EngineName = "auto"
    threads: int = 1
    memory: int | None = None
    ordered: bool = False
    seed: int | None = None
    reduce: bool = False

    def __post_init__(self) -> None:
        if self.engine not in get_args(EngineName):
            raise ValueError(f"there is no engine {self.engine!r}")
        if not 1 <= self.threads <= MOST_THREADS:
            raise ValueError(f"a search has 1 to {MOST_THREADS} threads, not {self.threads}")
        if self.memory is not None and self.memory < 0:
            raise ValueError(f"{self.memory} bytes of memory")
        if self.seed is not None and not 0 <= self.seed < 2**64:
            raise ValueError(f"the seed {self.seed} is not a number of 64 bits")

    @property
    def room(self) -> int:
        """Bytes that tables may take."""
        return room(self.memory)


AUTO = Strategy()


def room(memory: int | None) -> int:
    """So many bytes, or if that is left open, a quarter of those that are free."""
    return free_memory() // 4 if memory is None else min(memory, 2**63)
