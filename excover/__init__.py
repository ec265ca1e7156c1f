"""excover: describe an exact cover problem, get every solution.

>>> import excover
>>> latin = excover.load("latin", {"n": 3})
>>> latin.count()
12
>>> print(latin.solve())
123
231
312
"""

from excover.cover.matrix import Matrix
from excover.decode import Solution
from excover.diagnostics import Diagnostic, SpecError
from excover.limits import Limits
from excover.names import ItemName, OptionName, OrderedSet
from excover.problem import Problem, Solutions, Unfinished, load, parse
from excover.solve.outcome import Outcome, Statistics, Status, StoppedBy
from excover.solve.search import Budget

__all__ = [
    "Budget",
    "Diagnostic",
    "ItemName",
    "Limits",
    "Matrix",
    "OptionName",
    "OrderedSet",
    "Outcome",
    "Problem",
    "Solution",
    "Solutions",
    "SpecError",
    "Statistics",
    "Status",
    "StoppedBy",
    "Unfinished",
    "load",
    "parse",
]
