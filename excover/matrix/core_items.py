"""Items of the matrix that belong to no family, by the options that cover them, for the core form."""

from __future__ import annotations

from collections.abc import Iterator

from excover.base.names import GIVEN, HIDDEN
from excover.matrix.compiled import Compiled


def demands(compiled: Compiled) -> Iterator[list[int]]:
    """The options of each given of which one must be chosen.

    This includes a given optional option, which can no longer be skipped.
    """
    matrix = compiled.matrix
    for item, name in enumerate(matrix.items):
        if name.family in (GIVEN, HIDDEN) and matrix.lower[item]:
            options = matrix.columns[item].tolist()
            skipped = any(matrix.options[option].family == HIDDEN for option in options)
            if name.family == GIVEN or (options and not skipped):
                yield options


def crossings(compiled: Compiled) -> Iterator[list[int]]:
    """The options of each crossing that they exclude each other from."""
    matrix = compiled.matrix
    for item, name in enumerate(matrix.items):
        if name.family == HIDDEN and not matrix.lower[item]:
            yield matrix.columns[item].tolist()
