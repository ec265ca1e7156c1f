"""Random solutions, the same for a seed on every machine.

>>> from excover.problem.problem import load
>>> queens = load("queens", {"n": 6})
>>> source = RandomSolutions(queens.matrix)
>>> source.is_uniform, source.draw(Random(7)) == source.draw(Random(7))
(True, True)

Exactly uniform if there is a diagram of all solutions, and it is small. Otherwise the first solution found
with the options in random order, which favours some solutions over others.
"""

from __future__ import annotations

from random import Random

from excover.matrix.matrix import Matrix
from excover.search.diagrams.diagram import Diagram, TooLarge
from excover.search.outcome import Unfinished
from excover.search.run import UNLIMITED, Run
from excover.search.search import Cover, Search
from excover.search.strategy import Strategy
from excover.search.tuning import tuning


class RandomSolutions:
    """Random solutions of a matrix, one after the other. Raises Unfinished."""

    def __init__(self, matrix: Matrix, run: Run = UNLIMITED) -> None:
        self._matrix = matrix
        self._run = run
        self._diagram = _diagram(matrix, run)

    @property
    def is_uniform(self) -> bool:
        return self._diagram is not None

    def draw(self, random: Random) -> Cover | None:
        """None if there is no solution. Raises Unfinished."""
        if self._diagram is None:
            return self._searched(random)
        return self._diagram[random.randrange(self._diagram.count)] if self._diagram else None

    def _searched(self, random: Random) -> Cover | None:
        order = random.sample(range(len(self._matrix.options)), len(self._matrix.options))
        search = Search(self._matrix.restricted(order), self._run.aside(solutions=1))
        cover = next(search, None)
        if cover is None and not search.outcome.exhausted:
            raise Unfinished(search.outcome)
        return None if cover is None else tuple(sorted(order[option] for option in cover))


def _diagram(matrix: Matrix, run: Run) -> Diagram | None:
    room = tuning.random_room if _has_pieces(matrix) else tuning.random_small_room
    try:
        return Diagram(matrix, run.aside(strategy=Strategy(memory=room)))
    except (TooLarge, ValueError, MemoryError):  # too large, or of a problem that no diagram carries
        return None


def _has_pieces(matrix: Matrix) -> bool:
    """Whether some option covers several items of a family."""
    for option in range(len(matrix.options)):
        families = [matrix.items[item].family for item in matrix.option_items(option)]
        if len(set(families)) < len(families):
            return True
    return False
