r"""What a worker needs to search parts of a run: the compiled description, and the search for its question.

>>> from excover.runs.run_description import record
>>> from excover.search.part_search import ROOT
>>> from excover.base.source import Source
>>> source = Source("coin.xc", "item a  option heads() covers a  option tails() covers a")
>>> description, problem = record(source, "count")
>>> run_search(description, problem).search(ROOT, Slice(), SliceControl()).count
2

The best solution in parts: subtrees of the search tree, which know the best solution found anywhere.

>>> from excover.problem.problem import parse
>>> text = "item a  option x(k in 1..3) covers a cost k  maximize"
>>> found = BestPartSearch(parse(text)).search(ROOT, Slice(), SliceControl())
>>> found.incumbent.cost, found.bound
(3, 3)

A part is the subtree at a node, named by the options chosen from the root on. It is searched by
`Optimizer`, among the solutions that are better than the best one that is known. If a slice of time does
not finish it, all branches of its node become parts of their own. What the slice has found is not lost: the
best solution, and the bound on the cost.

Counts the solutions in parts of the search tree, and writes the certificate of each part.

>>> problem = parse("item a  option heads() covers a  option tails() covers a")
>>> found = CertificateSearch(problem).search(ROOT, Slice(), SliceControl())
>>> found.count, zlib.decompress(found.content)
(2, b'1\n1 1 0 0\n')

A file has the lines of one part, as `excover.search.proof` writes them, compressed; a part is
the whole tree below a state. `excover.runs.audited_parts` puts them together.

Counts or lists the solutions in parts of the search tree.

>>> problem = parse("item a  option heads() covers a  option tails() covers a")
>>> found = TreeSearch(problem, "auto", shard_form("jsonl", problem)).search(ROOT, Slice(), SliceControl())
>>> found.count, found.content.count(b"\n")
(2, 2)

New puzzles in parts: ranges of their numbers.

>>> import json
>>> from excover.problem.problem import load
>>> search = PuzzleSearch(load("sudoku-4x4"), PuzzleOrder(7, 3, {}))
>>> found = search.search(ROOT, Slice(seconds=60), SliceControl())
>>> found.count, found.rests, json.loads(found.content.splitlines()[2])["number"]
(3, (), 3)

The path of a part is the number of its first puzzle and of the last one, from 1; that of all is empty. As the
k-th puzzle depends on nothing but the seed and k, a run makes the same puzzles as `excover generate`.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import fields
from itertools import pairwise
from time import perf_counter

from excover.authors.candidates import Symmetry
from excover.authors.generate import ANYTHING, GaveUp, Wanted, generate
from excover.authors.rate import Level
from excover.base.errors import Unsuitable
from excover.base.json import line
from excover.problem.problem import Problem
from excover.runs.run_description import (
    Incumbent,
    JournalError,
    PuzzleOrder,
    RunDescription,
    RunSearch,
    SearchedPart,
    ShardForm,
    SliceControl,
    is_better,
    shard_form,
)
from excover.runs.tree_walk import TreeWalk
from excover.search.engine_table import BEST_IN_PARTS
from excover.search.outcome import Cancellation
from excover.search.part_search import GuidingPath, PartSearch, Slice
from excover.search.portfolio.until_proved import Optimizer, bounds_costs_alone
from excover.search.proof import PartProofs
from excover.search.run import Budget, Progress, Run
from excover.search.strategy import EngineName
from excover.solutions.decode import Decoder, JsonLines


class BestPartSearch:
    """Unsuitable if the description has no goal, or has what a search in parts does not carry, such as bounds
    on sums that are more than a cutoff of the costs.
    """

    engine = "cost"

    def __init__(self, problem: Problem) -> None:
        matrix = problem.matrix
        self.goal = problem.puzzle.goal
        if not self.goal:
            raise Unsuitable("this description has no goal: add `minimize` or `maximize`")
        if [objective.item for objective in problem.puzzle.objectives] != [None]:
            raise Unsuitable(
                "a run finds the best solution by its cost alone; `excover solve` by several goals, too"
            )
        is_cutoff = bounds_costs_alone(matrix, self.goal)
        BEST_IN_PARTS.check(matrix.without_sums() if is_cutoff else matrix, self.goal)
        self._walk = TreeWalk(matrix)
        self._matrix = matrix
        self._prices = matrix.prices()
        self._decode, self._json = Decoder(problem.compiled), JsonLines()

    def search(self, part: GuidingPath, time: Slice, control: SliceControl) -> SearchedPart:
        """ValueError if the tree has no such part."""
        if not self._walk.is_path(part.path):
            raise ValueError("a path takes a branch that its node does not have")
        began, keep, found = perf_counter(), self._walk.options_below(part.path), None
        branches = self._walk.branches(part.path)
        watch = _Watch(control)
        run = Run(progress=watch)
        if branches:  # without any, there is at most one solution, which takes no time
            run = Run(Budget(seconds=time.seconds), cancellation=watch.button, progress=watch)
        search = watch.search = Optimizer(self._matrix.restricted(keep), self.goal, run)
        watch.look()
        for cover in search:
            if control.best is None or is_better(self.goal, self._cost(cover, keep), control.best):
                found = Incumbent(
                    self._cost(cover, keep),
                    self._json.line(self._decode([keep[option] for option in cover])),
                )
                control.improved(found)
        outcome, passed = search.outcome, perf_counter() - began
        nodes, count = outcome.statistics.nodes, int(found is not None)
        if outcome.exhausted:
            return SearchedPart(count, nodes, passed, (), b"", found, control.best)
        rests = tuple(GuidingPath((*part.path, branch), part.share / len(branches)) for branch in branches)
        return SearchedPart(count, nodes, passed, rests, b"", found, outcome.bound)

    def _cost(self, cover: Sequence[int], keep: Sequence[int]) -> int:
        return sum(self._prices[keep[option]] for option in cover)


class _Watch:
    """Between two steps of a search: what the others have found, and whether the slice is to end."""

    def __init__(self, control: SliceControl) -> None:
        self._control = control
        self.button = Cancellation()
        self.search: Optimizer | None = None

    def __call__(self, _progress: Progress) -> None:
        self.look()

    def look(self) -> None:
        if self._control.is_enough():
            self.button.cancel()
        if self.search and self._control.best is not None:
            self.search.improve_on(self._control.best)


MEMORY = 256 * 10**6
"""Bytes for the waiting states of a part: the same on all machines, so that they divide the tree alike."""


class CertificateSearch:
    """SpecError if there are bounds on sums, which certificates do not have."""

    engine = "proof"

    def __init__(self, problem: Problem) -> None:
        self._proofs = PartProofs(problem.matrix, MEMORY)

    def search(self, part: GuidingPath, time: Slice, control: SliceControl) -> SearchedPart:
        """ValueError if the tree has no such part, NoRoomForProof if the branches of one state take too much
        memory.
        """
        found = self._proofs.search(part, time, control.is_enough)
        content = zlib.compress(found.lines)
        return SearchedPart(found.count, found.states, found.seconds, found.rests, content)


class TreeSearch:
    """``form``: of the files with solutions, None if these are only counted. Unsuitable if the engine does
    not suit the problem.
    """

    def __init__(self, problem: Problem, engine: EngineName, form: ShardForm | None) -> None:
        self._search = PartSearch(problem.matrix, engine, form is not None)
        self._form = form

    @property
    def engine(self) -> str:
        return self._search.engine

    def search(self, part: GuidingPath, time: Slice, control: SliceControl) -> SearchedPart:
        """ValueError if the tree has no such part."""
        found = self._search.search(part, time, control.is_enough)
        content = self._form.content(found.covers) if self._form else b""
        return SearchedPart(found.count, found.nodes, found.seconds, found.rests, content)


ATTEMPTS = 10_000
"""Solutions to try for a puzzle: ten times those of `generate`, since thousands of others wait for it."""

PIECES = 64
"""Into how many parts, at most, a range is divided that a slice did not finish."""


def requirements(order: PuzzleOrder) -> Wanted:
    """Raises ValueError or TypeError for a damaged record.

    >>> requirements(PuzzleOrder(1, 2, order_fields(Wanted(most=30, level=Level.EASY)))).level.value
    'easy'
    """
    known = dict(order.wanted)
    if "symmetry" in known:
        known["symmetry"] = Symmetry(known["symmetry"])
    if "level" in known:
        known["level"] = Level(known["level"])
    if "clues_from" in known:
        known["clues_from"] = tuple(known["clues_from"])  # type: ignore[arg-type]
    return Wanted(**known)  # type: ignore[arg-type]


def order_fields(wanted: Wanted) -> dict[str, object]:
    """The fields that are not the default, for JSON."""
    given = {each.name: getattr(wanted, each.name) for each in fields(wanted)}
    return {
        name: value.value if isinstance(value, Symmetry | Level) else value
        for name, value in given.items()
        if value != getattr(ANYTHING, name)
    }


class PuzzleSearch:
    """Makes puzzles. SpecError if nothing is drawn, or clues cannot be symmetric."""

    engine = "puzzles"

    def __init__(self, problem: Problem, order: PuzzleOrder) -> None:
        self._problem, self._order, self._wanted = problem, order, requirements(order)

    def search(self, part: GuidingPath, time: Slice, control: SliceControl) -> SearchedPart:
        """At least one puzzle, and as many as the slice allows; fewer if one cannot be made, with which the
        next part begins. ValueError if there is no such part, or its first puzzle cannot be made.
        """
        first, last = self._range(part)
        began, lines, number = perf_counter(), bytearray(), first
        seed, wanted = self._order.seed, [self._wanted] * (last - first + 1)
        try:
            for puzzle in generate(self._problem, seed, wanted=wanted, start=first - 1, attempts=ATTEMPTS):
                lines += f"{line(puzzle.as_data(number, seed))}\n".encode()
                number += 1
                if perf_counter() - began > time.seconds or control.is_enough():
                    break
        except GaveUp as gave_up:
            if number == first:
                raise ValueError(f"puzzle {number}: {gave_up}: ask for what is easier to meet") from None
        passed = perf_counter() - began
        rests = tuple(
            GuidingPath((low, high), part.share * (high - low + 1) / (last - first + 1))
            for low, high in divided(number, last)
        )
        return SearchedPart(number - first, 0, passed, rests, bytes(lines))

    def _range(self, part: GuidingPath) -> tuple[int, int]:
        if not part.path:
            return 1, self._order.number
        first, last = part.path
        if not 1 <= first <= last <= self._order.number:
            raise ValueError(f"the run has no puzzles {first} to {last}")
        return first, last


def divided(first: int, last: int) -> list[tuple[int, int]]:
    """A range in pieces of nearly the same length.

    >>> divided(3, 9)[:3], divided(1, 128)[-1], divided(4, 3)
    ([(3, 3), (4, 4), (5, 5)], (127, 128), [])
    """
    count = last - first + 1
    pieces = min(PIECES, count)
    edges = [first + count * k // pieces for k in range(pieces + 1)] if count > 0 else [first]
    return [(low, high - 1) for low, high in pairwise(edges)]


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
                raise JournalError("the journal does not name the puzzles that are wanted")
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
