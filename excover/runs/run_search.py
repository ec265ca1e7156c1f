"""What a worker needs to search parts of a run: the compiled description, and the search for its question.

>>> from excover.runs.run_description import record
>>> from excover.search.part_search import ROOT, Slice
>>> from excover.base.source import Source
>>> source = Source("coin.xc", "item a  option heads() covers a  option tails() covers a")
>>> description, problem = record(source, "count")
>>> run_search(description, problem).search(ROOT, Slice(), SliceControl()).count
2
"""

from __future__ import annotations

from excover.problem.problem import Problem
from excover.runs.best_search import BestPartSearch
from excover.runs.certificate_search import CertificateSearch
from excover.runs.puzzle_search import PuzzleSearch
from excover.runs.run_description import JournalError, RunDescription
from excover.runs.searched_part import RunSearch, SliceControl
from excover.runs.shard_forms import shard_form
from excover.runs.tree_search import TreeSearch

__all__ = ["SliceControl", "run_search"]


def run_search(description: RunDescription, problem: Problem | None = None) -> RunSearch:
    """``problem``: the description, if it was compiled already. JournalError if it cannot be compiled again
    to the same matrix; Unsuitable, ValueError or SpecError if the question cannot be asked of it.
    """
    problem = problem or description.compiled()
    match description.question:
        case "best":
            return BestPartSearch(problem)
        case "puzzles":
            if description.puzzles is None:
                raise JournalError("the journal does not say which puzzles are wanted")
            return PuzzleSearch(problem, description.puzzles)
        case "count" if description.form == "proof":
            return CertificateSearch(problem)
        case "count" | "all":
            lists = description.question == "all"
            return TreeSearch(
                problem, description.engine, shard_form(description.form, problem) if lists else None
            )
        case other:
            raise JournalError(f"the journal asks for `{other}`, which this excover does not know")
