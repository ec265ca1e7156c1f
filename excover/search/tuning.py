"""The tuning constants of Python code in one table, beside that of the core (``core/tuning.cpp``).

A value affects time or memory, or how hard something is tried before a weaker answer is given, but never
makes an answer wrong. Benchmarks and tests change values temporarily; no command line option does. A value
applies to the whole process, including searches in other threads.

To add a constant: a line in ``Tuning``, and ``tuning.name`` where it is used. The range must suit every use.

>>> with tuned(count_head_start=100, sparse_cover=64):
...     tuning.count_head_start
100
>>> tuning.count_head_start
20000
>>> with tuned(count_head_start=-1):
...     pass
Traceback (most recent call last):
  ...
ValueError: count_head_start is 0 to 1000000000
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

from excover.base.frozen import Frozen
from excover.search import _core


class _Constant(NamedTuple):
    """An entry of the table."""

    standard: float
    least: float
    most: float
    meaning: str


def constant(standard: float, least: float, most: float, meaning: str) -> Any:
    return _Constant(standard, least, most, meaning)


class Tuning:
    """The constants of Python code; assigning one checks its range."""

    slice_seconds: float = constant(0.02, 1e-6, 1.0, "seconds of native work between two looks at signals")
    lane_bytes: int = constant(256 * 2**20, 0, 2**40, "bytes that the conflict rows of the lanes may take")
    graph_least_room: int = constant(
        10**6, 1, 2**40, "bytes that a frontier search may take whatever the limit of memory"
    )
    frontier_bytes: int = constant(
        2**24, 0, 2**40, "bytes of a frontier search beside others before it must seem to pay to go on"
    )
    frontier_thrift: int = constant(
        1000, 1, 10**9, "work of the others for each byte that it may take beyond these in any case"
    )
    portfolio_frontier: int = constant(
        96 * 2**20,
        1,
        2**40,
        "bytes that a frontier search of rules may take beside others, for a few solutions",
    )
    portfolio_cuts: int = constant(
        10**6, 0, 10**12, "work by which a relaxation with cuts is ahead of a search with global constraints"
    )
    disk_seconds: int = constant(60, 0, 10**6, "seconds between two checkpoints of a count on disk, at least")
    disk_block: int = constant(2**16, 1, 2**24, "bytes of a block of a sorted run, about")
    disk_fan_in: int = constant(32, 2, 1000, "sorted runs of a level and shard that are read at once")
    disk_merged: int = constant(
        2**16, 1, 2**30, "states of such runs that are merged between two looks at the clock"
    )
    forecast_seconds: float = constant(
        1.0, 1e-3, 3600.0, "seconds of the processor for samples that estimate the size of a count on disk"
    )
    forecast_states: int = constant(2**20, 1, 2**40, "states of the largest of these samples, at most")
    batch_covers: int = constant(4096, 1, 10**6, "covers taken from an engine at a time")
    batch_numbers: int = constant(2**18, 1, 2**30, "options in all covers taken at a time")
    batch_seconds: float = constant(0.05, 0.0, 10.0, "seconds in which a batch should be used up")
    diagram_batch: int = constant(4096, 1, 10**6, "covers taken from a diagram at a time")
    lines_batch: int = constant(1024, 1, 10**6, "lines of clues solved at a time")
    starts_batch: int = constant(1000, 1, 10**6, "starts taken at a time")

    count_head_start: int = constant(
        20_000, 0, 10**9, "nodes of the search before a count also tries the frontier search"
    )
    count_share: float = constant(
        0.1,
        1e-3,
        1.0,
        "of the work of a count, what search and frontier search do at least, whatever is forecast",
    )
    forecast_middle: float = constant(
        0.5, 0.01, 1.0, "of the levels of a frontier search, those before half of its states"
    )
    forecast_tail: float = constant(
        0.1, 0.0, 10.0, "of its levels, those that make up what is left, at the growth of the last ones"
    )
    forecast_width: int = constant(4, 1, 10**6, "parts of the states to come, one of which waits at a time")
    forecast_state_bytes: int = constant(24, 1, 10**6, "bytes of a state that waits")
    forecast_window: int = constant(24, 1, 10**6, "parts of the levels, in one of which growth is measured")
    hybrid_head_start: int = constant(500_000, 0, 10**9, "nodes of a listing before its diagram is begun")
    hybrid_worth: float = constant(
        3.0, 0.0, 1e9, "times its work that the search seems to have left, from which on a diagram is begun"
    )
    hybrid_turn: int = constant(50_000, 1, 10**9, "nodes of a listing in a turn, at least")
    hybrid_states: int = constant(5_000, 1, 10**9, "states of the diagram between two looks at its prospects")
    hybrid_patience: float = constant(
        1.5, 0.0, 1e9, "times the work that the search has left, which the diagram may seem to have left"
    )
    best_first_nodes: int = constant(
        5_000, 1, 10**9, "nodes of the search for a first solution in a turn, where the best is wanted"
    )
    best_probe_nodes: int = constant(
        1000, 1, 10**9, "nodes of a search for a cover that is better by the worst of several sums, at first"
    )
    best_pause: int = constant(
        10**7, 0, 10**12, "items of options passed over between two improvements that are handed out"
    )
    best_unit: float = constant(
        1.5, 0.01, 1000.0, "nanoseconds in which a bound passes over an item of an option"
    )
    start_nodes: int = constant(
        20_000, 0, 10**9, "nodes of the search for a cover with which the solver of another program begins"
    )
    run_slices: int = constant(50, 1, 10**6, "slices of a run's parts that the time spent so far would be")
    run_least_slice: float = constant(0.2, 1e-4, 3600.0, "seconds of such a slice, at least")
    run_most_slice: float = constant(10.0, 1e-4, 3600.0, "seconds of such a slice, at most")
    proof_turn: int = constant(1000, 1, 10**9, "states that a search for a certificate writes in a turn")
    proof_walks: int = constant(300, 1, 10**6, "random walks that estimate the tree of a certificate")
    proof_hopeless: int = constant(
        1000, 1, 10**9, "times too large that an estimated tree must be to be left out"
    )

    estimate_batches: int = constant(
        64, 4, 2**20, "batches of random walks from which intervals are taken, at most"
    )
    speed_seconds: float = constant(0.25, 1e-3, 60.0, "seconds of listing that measure its speed")
    refutation_work: int = constant(
        2 * 10**8, 0, 10**12, "work on the linear equations of a matrix where nothing takes turns with it"
    )
    linear_bytes: int = constant(2**26, 0, 2**40, "bytes that the table of linear equations may take")
    learning_bytes: int = constant(
        2**28, 2**20, 2**40, "bytes that the clauses of the learning search may take"
    )
    probe_head_start: int = constant(
        10**8, 0, 10**12, "work of a list or a count of rare covers before a probe learns beside it"
    )
    probe_rarity: int = constant(
        10**6, 0, 10**9, "nodes for each cover of a list or a count from which on covers are rare"
    )
    probe_rules_rarity: int = constant(
        10_000, 0, 10**9, "the same with rules, or items that are covered several times"
    )
    probe_share: float = constant(
        0.2, 1e-3, 1.0, "of the work of such a list or count, what the probe may do meanwhile"
    )
    probe_rules_share: float = constant(
        4.0, 1e-3, 100.0, "the same with rules, or items that are covered several times"
    )
    portfolio_favour: int = constant(
        12,
        1,
        10**6,
        "times the work of each other that the learning search, or one of paths, may do for a first solution",
    )
    portfolio_long_clauses: float = constant(
        16.0, 0.0, 1e9, "literals of a learnt clause per level from which restarts are favoured"
    )
    portfolio_head_start: int = constant(
        600_000, 0, 10**12, "work of the search for a first solution before others take turns with it"
    )
    portfolio_lane_bytes: int = constant(
        2**20, 0, 2**40, "bytes of conflict rows up to which the lanes begin a search for a few solutions"
    )
    portfolio_turn: int = constant(
        100, 1, 10**9, "nodes in a turn of the portfolio for a first solution, at least"
    )
    portfolio_most_learnt: int = constant(
        10_000, 0, 10**9, "solutions up to which a probe goes on beside a list or a count"
    )
    portfolio_optimizer: int = constant(
        100_000,
        1,
        10**12,
        "nodes of the search for the best solution, where a first one is to keep to bounds on sums",
    )
    portfolio_growth: float = constant(
        1.25, 1.0001, 100.0, "times as long a round of that portfolio is as all before it"
    )
    orbit_elements: int = constant(
        4096, 1, 10**9, "elements of a group up to which orbits are counted by Burnside"
    )

    orbit_turn: int = constant(10_000, 1, 10**9, "nodes of a list before symmetries are sought")
    orbit_entries: int = constant(10**6, 0, 2**32, "entries of a matrix up to which symmetries are sought")
    orbit_looks: int = constant(
        400, 1, 10**9, "looks at the clock while symmetries are sought for a count or a list"
    )
    orbit_numbers: int = constant(
        2**22, 1, 2**32, "numbers in the symmetries that are kept for the images of covers"
    )
    orbit_items: int = constant(
        4, 0, 10**6, "orbits of items looked at where no item is fixed by all symmetries"
    )
    orbit_gain: float = constant(
        1.5, 1.0, 1e9, "options for each representative, on the average, that make it worth while"
    )

    random_room: int = constant(64 * 2**20, 0, 2**40, "bytes of a diagram for random solutions, with pieces")
    random_small_room: int = constant(8 * 2**20, 0, 2**40, "bytes of one for problems without pieces")
    rule_bits: int = constant(2**33, 0, 2**50, "bits of the tables of rules up to which they are made")
    rule_kept_bits: int = constant(2**30, 0, 2**50, "bits of these that are kept")
    conflict_patience: int = constant(2000, 0, 10**9, "searches for a smaller conflict")
    conflict_probe: int = constant(
        100_000, 1, 10**12, "nodes of a search that looks for what solutions agree on"
    )
    hall_entries: int = constant(100_000, 0, 10**9, "entries of a matrix up to which a Hall set is sought")
    coloring_looks: int = constant(
        3_200_000,
        0,
        10**12,
        "entries of a matrix looked at for a coloring argument, once for each coloring of a family",
    )

    def __init__(self) -> None:
        vars(self).update((name, entry.standard) for name, entry in _TABLE.items())

    def __setattr__(self, name: str, value: float) -> None:
        if name not in _TABLE:
            raise ValueError(f"there is no constant `{name}`")
        _check(name, value)
        object.__setattr__(self, name, value)


_TABLE = {name: entry for name, entry in vars(Tuning).items() if isinstance(entry, _Constant)}


def _check(name: str, value: float) -> None:
    kind, (_, least, most, _) = Tuning.__annotations__[name], _TABLE[name]
    if isinstance(value, bool) or not isinstance(value, (int, float) if kind == "float" else int):
        raise ValueError(f"{name} is a number of type {kind}")
    if not least <= value <= most:
        raise ValueError(f"{name} is {least} to {most}")


tuning = Tuning()


class TuningConstant(Frozen):
    """A row of the table; ``native`` if it belongs to the core."""

    name: str
    value: float
    standard: float
    least: float
    most: float
    meaning: str
    native: bool


def constants() -> list[TuningConstant]:
    """The constants of both languages, with their current values."""
    native = [TuningConstant(*row, native=True) for row in _core.tuning_constants()]
    own = [
        TuningConstant(name, getattr(tuning, name), *entry, native=False) for name, entry in _TABLE.items()
    ]
    return native + own


def set_tuning(name: str, value: float) -> None:
    """Sets a constant of either table; ValueError if there is no such constant, or the value is out of its
    range.
    """
    if not any(row[0] == name for row in _core.tuning_constants()):
        setattr(tuning, name, value)
    elif isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**64:
        _core.set_tuning(name, value)
    else:
        raise ValueError(f"{name} is a whole number")


@contextmanager
def tuned(**values: float) -> Iterator[None]:
    """Sets values within the block, and restores the previous ones afterwards."""
    before = {row.name: row.value for row in constants()}
    with ExitStack() as back:
        for name, value in values.items():
            set_tuning(name, value)
            back.callback(set_tuning, name, before[name])
        yield
