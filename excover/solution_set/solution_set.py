"""The diagram of all solutions, in the description's own words.

>>> from excover.problem import parse
>>> solution_set = SolutionSet.of(parse("board box 2x3 shapes d\\n  |AA BB CC\\nplace free d on box"))
>>> solution_set
<SolutionSet of 18 solutions>
>>> print(solution_set[-1])
CBA
CBA
>>> [len(set(solution)) for solution in solution_set.sample(3, seed=1)]
[3, 3, 3]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from os import PathLike
from typing import TYPE_CHECKING

from excover.cover.compiled import Compiled
from excover.cover.given import Givens
from excover.cover.matrix import Matrix
from excover.cover.motions import UpTo
from excover.decode import Decoder, Solution, decoder
from excover.diagnostics import Diagnostic, SpecError
from excover.messages.about_solution_sets import DiagramOverMemory, NoDiagram, NothingExact, OtherDiagram
from excover.names import OptionName
from excover.problem import Given, Problem
from excover.solve.diagram import Diagram, DiagramFileError
from excover.solve.diagram import TooLarge as DiagramTooLarge
from excover.solve.group import Group
from excover.solve.run import UNLIMITED, Run
from excover.solve.strategy import room
from excover.words import plural

if TYPE_CHECKING:
    from excover.solution_set.heat import HeatMap
    from excover.solution_set.starts import Starts


class TooLarge(SpecError):
    """The diagram of all solutions takes more memory than it may."""


@dataclass(frozen=True, eq=False, repr=False)
class SolutionSet:
    """All solutions of a problem, known without a list of them: counted, numbered, drawn at random, ranked.

    ``compiled`` has the options that the ``diagram`` speaks of, by their numbers.
    """

    problem: Problem
    compiled: Compiled
    diagram: Diagram

    @classmethod
    def of(cls, problem: Problem, run: Run = UNLIMITED) -> SolutionSet:
        """Builds the diagram; Ctrl-C is answered at any time.

        Of the strategy of the run, memory and threads matter; its listener gets the number of states that
        were looked at, which is what a budget of nodes limits. Unfinished if the run ends before the diagram
        is built: nothing is known then. TooLarge (a SpecError) if it takes too much memory; SpecError where
        an option covers nothing that must be covered exactly once.
        """
        bounded = run.by(replace(run.strategy, memory=run.strategy.room))
        try:
            return cls(problem, problem.compiled, Diagram(problem.matrix, bounded))
        except DiagramTooLarge:
            raise TooLarge(DiagramOverMemory(bounded.strategy.room)) from None
        except ValueError as obstacle:
            raise SpecError(_obstacle(problem.matrix, str(obstacle))) from None

    @classmethod
    def load(cls, path: str | PathLike[str], problem: Problem, memory: int | None = None) -> SolutionSet:
        """With a diagram that was saved for the same problem, or for it without its givens.

        TooLarge or SpecError as `of`, also for a file that is no such diagram; OSError if it cannot be read.
        """
        bare = replace(problem, givens=Givens(), compiled=problem.full)
        fault = ""
        most = room(memory)
        for each in (problem, bare):
            try:
                diagram = Diagram.load(path, each.matrix, most)
            except DiagramTooLarge:
                raise TooLarge(DiagramOverMemory(most)) from None
            except DiagramFileError as wrong:
                fault = fault or str(wrong)
            else:
                return cls(each, each.compiled, diagram)._within(problem)
        raise SpecError(OtherDiagram(fault))

    def given(self, given: Given) -> SolutionSet:
        """The set of those solutions that agree with further givens, found without a new search.

        Raises SpecError where the givens cannot be met, each by itself or two together.
        """
        return self._within(self.problem.given(given))

    def _within(self, problem: Problem) -> SolutionSet:
        """``problem`` is the same with the same and further givens."""
        if problem is self.problem:
            return self
        numbers, left = self._numbers(), set(problem.matrix.options)
        diagram = self.diagram.restricted(number for name, number in numbers.items() if name not in left)
        for wanted in _demands(problem):
            diagram = diagram.restricted((), map(numbers.__getitem__, wanted))
        return SolutionSet(problem, replace(self.compiled, given=problem.compiled.given), diagram)

    def _numbers(self) -> dict[OptionName, int]:
        """Of the options that the diagram speaks of."""
        return {name: number for number, name in enumerate(self.compiled.matrix.options)}

    def symmetries(self, up_to: UpTo = "symmetry") -> Group:
        """Those of the problem, as permutations of the options of the diagram."""
        matrix, numbers, group = self.problem.matrix, self._numbers(), self.problem.group(up_to)
        if matrix.options == self.compiled.matrix.options:
            return group
        return group.renumbered(len(numbers), [numbers[name] for name in matrix.options])

    def __reduce__(self) -> tuple[object, ...]:
        return SolutionSet, (self.problem, self.compiled, self.diagram)

    def __repr__(self) -> str:
        of = f"{self.problem.title!r}: " if self.problem.title else ""
        return f"<SolutionSet of {of}{plural(self.count, 'solution')}>"

    @property
    def count(self) -> int:
        """The number of solutions."""
        return self.diagram.count

    def __bool__(self) -> bool:
        return self.count > 0

    def __iter__(self) -> Iterator[Solution]:
        """All solutions by their numbers, as the engine `graph` lists them."""
        return map(self._decode, self.diagram)

    def __getitem__(self, number: int) -> Solution:
        """The solution of a number from 0 on, or from the end; IndexError if there are not so many."""
        if not -self.count <= number < self.count:
            raise IndexError(f"there is no solution {number}: of {self.count} the first is 0, the last -1")
        return self._decode(self.diagram[number])

    def numbers(self, *, seed: int) -> Iterator[int]:
        """Those of solutions drawn one by one without end, each exactly uniformly; IndexError if none."""
        if not self:
            raise IndexError("there is no solution to draw")
        return self.diagram.ranks(seed)

    def draws(self, *, seed: int) -> Iterator[Solution]:
        """The solutions of these numbers."""
        return map(self.__getitem__, self.numbers(seed=seed))

    def sample(self, number: int = 1, *, seed: int) -> list[Solution]:
        """The first so many of the draws."""
        return list(islice(self.draws(seed=seed), number))

    def ranked(self) -> Iterator[Solution]:
        """All solutions, the best first, by the costs and the goal of the description; ValueError without."""
        goal = self.problem.puzzle.goal
        if not goal:
            raise ValueError("this description has no goal: say `minimize` or `maximize`")
        ranking = self.diagram.ranked(self.compiled.matrix.prices(), maximize=goal == "maximize")
        return (self._decode(cover) for _, cover in ranking)

    @cached_property
    def _decode(self) -> Decoder:
        return decoder(self.compiled)

    def uses(self) -> Mapping[OptionName, int]:
        """Of every option, how many solutions choose it."""
        matrix, marginals = self.compiled.matrix, self.diagram.marginals()
        return {matrix.options[option]: marginals[option] for option in matrix.own_options()}

    def heat(self) -> HeatMap:
        """How many solutions hold each mark on each cell; SpecError where nothing is drawn."""
        from excover.solution_set.heat import heat_map

        return heat_map(self.problem.title, self.compiled, self.diagram)

    def starts(
        self,
        pieces: int,
        *,
        up_to_symmetry: bool = False,
        up_to: UpTo | None = None,
        keep: int | None = None,
        most: int = 1,
        run: Run = UNLIMITED,
    ) -> Starts:
        """A stream of the sets of so many options, or pieces, that exactly one solution contains.

        When it has ended, it tells how many sets there are that any solution contains, and those ``most``
        that most solutions contain. It gives no more than ``keep``, and still counts them all; of sets that
        a symmetry takes to each other, one if ``up_to_symmetry`` (or ``up_to``). What is given is part
        of no set.
        ValueError for less than one piece, SpecError for a diagram from a file that somebody has forged.
        """
        from excover.solution_set.starts import starts_of

        kind = up_to or ("symmetry" if up_to_symmetry else None)
        return starts_of(self, pieces, up_to=kind, keep=keep, most=most, run=run)


def _demands(problem: Problem) -> Iterator[list[OptionName]]:
    """Of each given that is no matter of exclusion alone, the options of which one must be chosen."""
    matrix, own = problem.matrix, len(problem.full.matrix.items)
    for item in range(own, len(matrix.items)):
        yield [name for option, name in enumerate(matrix.options) if item in matrix.option_items(option)]


def _obstacle(matrix: Matrix, reason: str) -> Diagnostic:
    """What keeps a matrix from having a diagram; ``reason`` is in the words of the core."""
    for option, name in enumerate(matrix.options):
        if not any(_is_exact(matrix, item) for item in matrix.option_items(option)):
            return NothingExact(name, matrix.option_spans[option] if matrix.option_spans else None)
    return NoDiagram(reason.rpartition(": ")[2])


def _is_exact(matrix: Matrix, item: int) -> bool:
    return matrix.lower[item] == matrix.upper[item] == 1 and not matrix.colored[item]
