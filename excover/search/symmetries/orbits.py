"""When a count or a list looks for symmetries, and what its statistics then tell.

Both begin without symmetries, which the covers of a small problem do not repay, and look for them when the
search has done as much work as that may take. Work is counted, so the same matrix has the same order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from excover.matrix.matrix import Matrix
from excover.search.outcome import Statistics, Unfinished
from excover.search.run import Run
from excover.search.tuning import tuning

if TYPE_CHECKING:
    from excover.search.symmetries.group import Group
    from excover.search.symmetries.representatives import Representatives

    FindGroup: TypeAlias = Callable[[], Group | None]
    """Finds the symmetries of a matrix, as permutations of its options; None if that takes too long."""


def suits_orbits(matrix: Matrix, run: Run) -> bool:
    """Whether all covers are wanted, in any order, of a matrix in which symmetries may be found soon.

    A budget of nodes, a seed and a requested engine mean a certain search tree; a budget of solutions means
    the first ones of a list.
    """
    budget, strategy = run.budget, run.strategy
    is_open = strategy.engine == "auto" and strategy.seed is None and not strategy.reduce
    is_whole = budget.solutions is None and budget.nodes is None
    is_plain = not matrix.bounds and not matrix.constraints
    return strategy.symmetry and is_open and is_whole and is_plain and is_small(matrix)


def is_small(matrix: Matrix) -> bool:
    """Whether orbits of its options are soon found."""
    return len(matrix.entries) <= tuning.orbit_entries


def is_due(matrix: Matrix, done: float) -> bool:
    """Whether as much work is done as finding symmetries may take."""
    return done >= max(tuning.orbit_head_start, tuning.orbit_entry_work * len(matrix.entries))


def found_orbits(
    matrix: Matrix, run: Run, progress: float | None, find_group: FindGroup
) -> Representatives | None:
    """None also if the search seems to have less work left than it has done, as far as its progress tells, or
    if the run ends meanwhile: what it has found is then worth more than a beginning.
    """
    if progress is not None and progress > 0.5:
        return None
    from excover.search.symmetries.representatives import representatives  # small problems need none

    try:
        group = find_group()
        found = representatives(matrix, group, run.check) if group else None
        run.check()
    except Unfinished:
        return None
    return found


def with_beginning(found: Statistics, began: Statistics, orbits: Representatives) -> Statistics:
    """With the work before symmetries were known, and a reason that tells of them."""
    return (found + began).replaced(reason=f"{orbits.of}; {found.reason}")
