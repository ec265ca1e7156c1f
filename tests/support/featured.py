"""A small problem for each feature that a problem may have, and its answer straight from the definition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from naive import covers

import excover
from excover.matrix.capabilities import EVERYTHING, Consumer, Feature
from excover.matrix.goals import goal_sum
from excover.problem.problem import Problem

PLAIN = """
item a[1..2]
option x(i, v in 1..2) covers a[i] cost 3 * i - v
"""
SHARED = """
item a[1..4]
item s {how}
option x(i in 1..4) covers a[i], s cost i
option y(i in 1..4) covers a[i] cost 5 - i
"""
FIELD = """
board field 1x3
option paint(cell in field) covers field[cell] cost 1
option plain(cell in field) covers field[cell] cost 2
"""
LINES = """
let points = {(r, c) for r, c in 1..2}
item drawn[points, points] at most once
optional option line(p, q in points) where q in {(p[1], p[2] + 1), (p[1] + 1, p[2])}
  covers drawn[p, q] cost q[1] + q[2]
"""
TEXTS: dict[str, tuple[set[Feature], str]] = {
    "plain": (set(), PLAIN),
    "optional": ({Feature.OPTIONAL}, SHARED.format(how="at most once")),
    "never": ({Feature.NEVER}, SHARED.format(how="0 times")),
    "several": ({Feature.SEVERAL}, SHARED.format(how="2 times")),
    "a few": ({Feature.SEVERAL}, SHARED.format(how="1..3 times")),
    "any number": ({Feature.SEVERAL}, SHARED.format(how="at least 3 times")),
    "colors": (
        {Feature.COLORS},
        "item a[1..2]\nitem k colored\noption x(i in 1..2, v in 1..3) covers a[i], k = v cost i * v",
    ),
    "free": (
        {Feature.FREE, Feature.SEVERAL},
        "item s 2 times\noption x(i in 1..4) covers s cost i",
    ),
    "no options": ({Feature.NO_OPTIONS}, "item a\noption x(i in 2..1) covers a cost i"),
    "minimize": ({Feature.COSTS}, f"{PLAIN}minimize"),
    "maximize": ({Feature.COSTS}, f"{PLAIN}maximize"),
    "cost": ({Feature.SUMS}, f"{PLAIN}cost at most 5"),
    "units": (
        {Feature.SUMS},
        "item a[1..2]\nitem load at least 3 units\noption x(i, v in 1..2) covers a[i], load by v cost i",
    ),
    "goal in units": (
        {Feature.COSTS},
        "item a[1..2]\nitem load in units\n"
        "option x(i, v in 1..2) covers a[i], load by v cost i * v\nminimize load then maximize cost",
    ),
    "connected": ({Feature.CONNECTED}, f"{FIELD}require paint connected"),
    "one loop": (
        {Feature.LOOP, Feature.OPTIONAL},
        f"{LINES}require line(p, q) joining {{p, q}} as one loop",
    ),
    "paths": (
        {Feature.PATHS, Feature.OPTIONAL},
        f"{LINES}require line(p, q) joining {{p, q}} as paths between {{((1, 1), 1), ((1, 2), 1)}}",
    ),
    "areas": ({Feature.AREAS}, f"{FIELD}require paint as areas of 1..2"),
    "all items": (
        {Feature.COLORS, Feature.SEVERAL, Feature.OPTIONAL, Feature.WIDE},
        f"{SHARED.format(how='2 times')}item k colored\nitem t at most once\n"
        "also x(i) covers k = i mod 3, t if i = 1\nalso y(i) covers t if i = 4",
    ),
}


Cover = tuple[int, ...]


class Answer(NamedTuple):
    """All solutions, as ascending numbers of options, and those that are best; all are, without a goal."""

    solutions: frozenset[Cover]
    best: frozenset[Cover]

    @classmethod
    def of(cls, solutions: Iterable[Cover], cost: Callable[[Cover], object] = lambda cover: 0) -> Answer:
        """The best are those of least cost."""
        costs: dict[Cover, Any] = {cover: cost(cover) for cover in solutions}
        least = min(costs.values(), default=None)
        return cls(frozenset(costs), frozenset(cover for cover in costs if costs[cover] == least))


def features(problem: Problem) -> set[Feature]:
    """What a problem asks, feature by feature."""

    def is_asked(feature: Feature) -> bool:
        rest = Consumer("all", "all", EVERYTHING - {feature})
        return rest.lacks(problem.matrix, problem.puzzle.goal) is not None

    return set(filter(is_asked, Feature))


def answer(problem: Problem) -> Answer:
    """By the definition; of several goals, the first one counts most."""
    matrix = problem.matrix
    goals = [
        (-1 if objective.direction == "maximize" else 1, goal_sum(matrix, objective))
        for objective in problem.puzzle.objectives
    ]
    found = (cover for cover in covers(matrix) if all(rule.holds(cover) for rule in matrix.rules))
    return Answer.of(found, lambda cover: [sign * goal.total(cover) for sign, goal in goals])


def problems() -> dict[str, Problem]:
    return {name: excover.parse(text) for name, (_, text) in TEXTS.items()}
