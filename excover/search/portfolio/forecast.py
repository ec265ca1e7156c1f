"""How much work a sweep over states has left, from its growth so far.

>>> forecast = Forecast(levels=60)
>>> for depth, states in [(5, 100), (10, 1_000), (15, 6_000), (20, 20_000)]:
...     forecast.note(depth, states)
>>> round(forecast.left, 1)
5.7

A sweep goes from level to level. The states of a level become more, at first by the same factor from level to
level, then by less and less, until about the middle; then they become fewer. On twelve packings, Sudokus,
Latin squares, dominoes and queens, half of all states were found when 0.36 to 0.63 of the levels were done
(`tuning.forecast_middle`). So what is left follows from the growth over the last levels, if it shrinks evenly
until there. The estimate is far too high at first, and becomes better on the way.
"""

from __future__ import annotations

from math import exp, inf, log

from excover.search.tuning import tuning

MOST = 500.0
"""The logarithm of more states than any sweep can have."""


class Forecast:
    """The levels that a sweep has reached, and the number of its states then."""

    def __init__(self, levels: int) -> None:
        self._levels = max(1, levels)
        self._noted: list[tuple[int, int]] = []

    def note(self, depth: int, states: int) -> None:
        """The sweep has come to this level, after so many states."""
        if states and (not self._noted or depth > self._noted[-1][0]):
            self._noted.append((depth, states))

    @property
    def left(self) -> float:
        """The states that are left, as a multiple of those before; infinite while too little is known."""
        if len(self._noted) < 2:
            return inf
        depth, states = self._noted[-1]
        window = max(1, self._levels // tuning.forecast_window)
        earlier = [each for each in self._noted[:-1] if each[0] <= depth - window] or self._noted[:1]
        past, fewer = earlier[-1]
        growth = log(states / fewer) / (depth - past)
        ahead = tuning.forecast_middle * self._levels - depth
        if ahead > 0:
            return 2 * exp(min(MOST, growth * ahead / 2)) - 1
        return min(1.0, growth * tuning.forecast_tail * self._levels)
