"""excover: describe an exact cover problem, get every solution.

>>> import excover
>>> latin = excover.load("latin", {"n": 3})
>>> latin.count()
12
>>> print(latin.solve())
123
231
312

- a problem: `load` and `parse` a description, or state a `Model` in Python; each gives a `Problem`
- its answers: `Problem.solve`, `count`, `best`, `tally`, `solutions` (a stream, also as data and files)
- its variants: `Problem.given`, `forbid`, `with_bounds`, `without_items`, `with_costs`, `with_parameters`
- limits and cancellation: a `Run` has a `Budget`, a `Strategy`, a `Cancellation`; `start` gives a `Handle`
- all solutions at once: `SolutionSet`; proofs of counts: `prove_count`
- for authors: `unique`, `why`, `clues`, `minimal_clues`, `rate`, `steps`, `generate`, `disassemble`
- many clues at once: `solve_many`
- notebooks: `%load_ext excover`, `walk`, `SolutionSheet`
- errors: `SpecError` for descriptions and models, `Unfinished` for runs that ended early; all `ExcoverError`
- names for annotations: `excover.types`

`help(excover.Problem)` shows one of them with its methods; docs/python.md describes them with examples,
docs/stability.md defines what stays stable.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "1.0.0"

if TYPE_CHECKING:
    from excover.apps.notebook import SolutionSheet, walk
    from excover.authors.candidates import Symmetry
    from excover.authors.clue_lines import LineResult, Rejection, solve_many
    from excover.authors.clues import Clue, Clues, NotUnique, clues, minimal_clues
    from excover.authors.disassembly import Disassembly, NotSolid, PieceMove, disassemble
    from excover.authors.generate import GaveUp, NewPuzzle, Wanted, generate
    from excover.authors.infeasibility import Reason
    from excover.authors.rate import Level, Rating, rate
    from excover.authors.steps import SolvingStep, steps
    from excover.authors.unique import Uniqueness, Verdict, unique
    from excover.authors.why import Extent, Why, why
    from excover.base.diagnostics import Diagnostic, SpecError
    from excover.base.errors import ExcoverError, MissingExtra
    from excover.base.limits import Limits
    from excover.base.names import ItemName, OptionName, OrderedSet
    from excover.language.source_files import find_given
    from excover.matrix.matrix import Matrix
    from excover.matrix.verify import CoverError
    from excover.problem.model import Model
    from excover.problem.model_items import Covers, ModelItems
    from excover.problem.problem import Problem, load, parse
    from excover.problem.solution_set import Proof, ProofTooLarge, SolutionSet, prove_count
    from excover.runs.campaign import Campaign
    from excover.runs.run_description import JournalError
    from excover.search.disk_count import Disk, DiskStopped
    from excover.search.handle import Handle, start
    from excover.search.outcome import Cancellation, Outcome, Statistics, Status, StoppedBy, Unfinished
    from excover.search.progress_log import ProgressLog
    from excover.search.run import Budget, Progress, Run
    from excover.search.strategy import Strategy
    from excover.solutions.decode import Solution
    from excover.solutions.solutions import Improvements, Solutions, Unproved

__all__ = [
    "Budget",
    "Campaign",
    "Cancellation",
    "Clue",
    "Clues",
    "CoverError",
    "Covers",
    "Diagnostic",
    "Disassembly",
    "Disk",
    "DiskStopped",
    "ExcoverError",
    "Extent",
    "GaveUp",
    "Handle",
    "Improvements",
    "ItemName",
    "JournalError",
    "Level",
    "Limits",
    "LineResult",
    "Matrix",
    "MissingExtra",
    "Model",
    "ModelItems",
    "NewPuzzle",
    "NotSolid",
    "NotUnique",
    "OptionName",
    "OrderedSet",
    "Outcome",
    "PieceMove",
    "Problem",
    "Progress",
    "ProgressLog",
    "Proof",
    "ProofTooLarge",
    "Rating",
    "Reason",
    "Rejection",
    "Run",
    "Solution",
    "SolutionSet",
    "SolutionSheet",
    "Solutions",
    "SolvingStep",
    "SpecError",
    "Statistics",
    "Status",
    "StoppedBy",
    "Strategy",
    "Symmetry",
    "Unfinished",
    "Uniqueness",
    "Unproved",
    "Verdict",
    "Wanted",
    "Why",
    "clues",
    "disassemble",
    "find_given",
    "generate",
    "load",
    "minimal_clues",
    "parse",
    "prove_count",
    "rate",
    "solve_many",
    "start",
    "steps",
    "unique",
    "walk",
    "why",
]

_HOMES = {
    "excover.authors.clues": ("Clue", "Clues", "NotUnique", "clues", "minimal_clues"),
    "excover.authors.disassembly": ("Disassembly", "NotSolid", "PieceMove", "disassemble"),
    "excover.authors.generate": ("GaveUp", "NewPuzzle", "Wanted", "generate"),
    "excover.authors.rate": ("Level", "Rating", "rate"),
    "excover.authors.steps": ("SolvingStep", "steps"),
    "excover.authors.infeasibility": ("Reason",),
    "excover.authors.candidates": ("Symmetry",),
    "excover.authors.unique": ("Uniqueness", "Verdict", "unique"),
    "excover.authors.why": ("Extent", "Why", "why"),
    "excover.matrix.matrix": ("Matrix",),
    "excover.solutions.decode": ("Solution",),
    "excover.base.diagnostics": ("Diagnostic", "SpecError"),
    "excover.search.handle": ("Handle", "start"),
    "excover.base.limits": ("Limits",),
    "excover.runs.campaign": ("Campaign",),
    "excover.runs.run_description": ("JournalError",),
    "excover.base.errors": ("ExcoverError", "MissingExtra"),
    "excover.authors.clue_lines": ("LineResult", "Rejection", "solve_many"),
    "excover.problem.model": ("Model",),
    "excover.problem.model_items": ("Covers", "ModelItems"),
    "excover.base.names": ("ItemName", "OptionName", "OrderedSet"),
    "excover.problem.problem": ("Problem", "load", "parse"),
    "excover.apps.notebook": ("SolutionSheet", "load_ipython_extension", "walk"),
    "excover.solutions.solutions": ("Improvements", "Solutions", "Unproved"),
    "excover.language.source_files": ("find_given",),
    "excover.search.disk_count": ("Disk", "DiskStopped"),
    "excover.search.outcome": ("Cancellation", "Outcome", "Statistics", "Status", "StoppedBy", "Unfinished"),
    "excover.search.progress_log": ("ProgressLog",),
    "excover.search.run": ("Budget", "Progress", "Run"),
    "excover.search.strategy": ("Strategy",),
    "excover.matrix.verify": ("CoverError",),
    "excover.problem.solution_set": ("Proof", "ProofTooLarge", "SolutionSet", "prove_count"),
}


def __getattr__(name: str) -> object:
    """Names are imported on first use, so that `excover --help` starts quickly."""
    if name == "types":  # the module, without an import of its own
        return import_module("excover.types")
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        module = import_module(home)
    except ImportError as missing:
        from excover.base.errors import NO_CORE, core_is_missing

        if core_is_missing(missing):
            raise ImportError(NO_CORE) from None
        raise
    value = globals()[name] = getattr(module, name)
    return value


def __dir__() -> list[str]:
    """All names; for `help`, functions alone: with every method of every class, it had 4,000 lines."""
    if sys._getframe(1).f_globals.get("__name__") != "inspect":  # where `help` asks for members
        return __all__
    return [name for name in __all__ if name.islower()]
