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

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from excover.authors.clue import Clue
    from excover.authors.clues import Clues, NotUnique, clues, minimal_clues
    from excover.authors.generate import GaveUp, NewPuzzle, Wanted, generate
    from excover.authors.progress import Progress, Stopped
    from excover.authors.rate import Level, Rating, rate
    from excover.authors.reasons import Reason
    from excover.authors.symmetry import Symmetry
    from excover.authors.unique import Uniqueness, Verdict, unique
    from excover.authors.why import Extent, Why, why
    from excover.cover.matrix import Matrix
    from excover.decode import Solution
    from excover.diagnostics import Diagnostic, SpecError
    from excover.limits import Limits
    from excover.many import solve_many
    from excover.names import ItemName, OptionName, OrderedSet
    from excover.problem import Problem, Solutions, find_given, load, parse
    from excover.solve.outcome import Outcome, Statistics, Status, StoppedBy, Unfinished
    from excover.solve.search import Budget
    from excover.solve.strategy import Strategy
    from excover.survey.solutions import Survey

__all__ = [
    "Budget",
    "Clue",
    "Clues",
    "Diagnostic",
    "Extent",
    "GaveUp",
    "ItemName",
    "Level",
    "Limits",
    "Matrix",
    "NewPuzzle",
    "NotUnique",
    "OptionName",
    "OrderedSet",
    "Outcome",
    "Problem",
    "Progress",
    "Rating",
    "Reason",
    "Solution",
    "Solutions",
    "SpecError",
    "Statistics",
    "Status",
    "Stopped",
    "StoppedBy",
    "Strategy",
    "Survey",
    "Symmetry",
    "Unfinished",
    "Uniqueness",
    "Verdict",
    "Wanted",
    "Why",
    "clues",
    "find_given",
    "generate",
    "load",
    "minimal_clues",
    "parse",
    "rate",
    "solve_many",
    "unique",
    "why",
]

_HOMES = {
    "excover.authors.clue": ("Clue",),
    "excover.authors.clues": ("Clues", "NotUnique", "clues", "minimal_clues"),
    "excover.authors.generate": ("GaveUp", "NewPuzzle", "Wanted", "generate"),
    "excover.authors.progress": ("Progress", "Stopped"),
    "excover.authors.rate": ("Level", "Rating", "rate"),
    "excover.authors.reasons": ("Reason",),
    "excover.authors.symmetry": ("Symmetry",),
    "excover.authors.unique": ("Uniqueness", "Verdict", "unique"),
    "excover.authors.why": ("Extent", "Why", "why"),
    "excover.cover.matrix": ("Matrix",),
    "excover.decode": ("Solution",),
    "excover.diagnostics": ("Diagnostic", "SpecError"),
    "excover.limits": ("Limits",),
    "excover.many": ("solve_many",),
    "excover.names": ("ItemName", "OptionName", "OrderedSet"),
    "excover.problem": ("Problem", "Solutions", "find_given", "load", "parse"),
    "excover.solve.outcome": ("Outcome", "Statistics", "Status", "StoppedBy", "Unfinished"),
    "excover.solve.search": ("Budget",),
    "excover.solve.strategy": ("Strategy",),
    "excover.survey.solutions": ("Survey",),
}


def __getattr__(name: str) -> object:
    """Imports what is used when it is used, so that `excover --help` does not wait for all of it."""
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(home), name)
    return value


def __dir__() -> list[str]:
    return __all__
