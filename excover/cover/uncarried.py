"""What a matrix asks beyond its items, for which many searches and formats have no place."""

from __future__ import annotations

from excover.cover.global_constraints import refuse_constraints
from excover.cover.matrix import Matrix
from excover.cover.sums import refuse_sums


def refuse_uncarried(matrix: Matrix, what: str) -> None:
    """Raises SpecError if there are bounds on sums or global constraints: ``what`` cannot keep to them."""
    refuse_sums(matrix.bounds, what)
    refuse_constraints(matrix.constraints, what)
