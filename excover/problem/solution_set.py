r"""All solutions of a problem without a list of them: their diagram, and their number with a certificate.

>>> from excover.problem.problem import parse
>>> solution_set = SolutionSet.of(parse("board box 2x3 shapes d\n  |AA BB CC\nplace free d on box"))
>>> solution_set
<SolutionSet of 18 solutions>
>>> print(solution_set[-1])
ABB
ACC
>>> [len(set(solution)) for solution in solution_set.sample(3, seed=1)]
[3, 3, 3]

The number of solutions with a certificate that another program checks: tools/check_proof.py or, with rules,
tools/check_clauses.py.

>>> import io
>>> from excover import load
>>> file = io.BytesIO()
>>> proof = prove_count(load("queens", {"n": 6}), file)
>>> proof.outcome.count, proof.size == len(file.getvalue())
(4, True)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from operator import index
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from excover.base.diagnostics import OverLimit, SpecError
from excover.base.errors import not_as_wanted
from excover.base.names import OptionName
from excover.base.new_file import NewFile
from excover.base.words import plural, visible
from excover.language import messages
from excover.language.syntax.ast import UpTo
from excover.matrix.compiled import Compiled
from excover.matrix.givens.given import GivenLike
from excover.matrix.goals import with_one_cost
from excover.problem.problem import Problem, kind_of_symmetry
from excover.search import clause_proof, proof
from excover.search.diagram import Diagram
from excover.search.diagram_file import DiagramFileError, TooManyCovers
from excover.search.diagram_file import TooLarge as DiagramTooLarge
from excover.search.outcome import Unfinished
from excover.search.permutation_group import Group
from excover.search.proof import MOST_BYTES as MOST_BYTES
from excover.search.proof import NoRoomForProof
from excover.search.proof import Proof as Proof
from excover.search.run import UNLIMITED, Run, takes_run, takes_runs
from excover.search.search import count
from excover.search.strategy import room
from excover.solutions.decode import Decoder, Solution
from excover.solutions.solution_rows import SolutionRows

if TYPE_CHECKING:
    import pandas

    from excover.problem.heat import HeatMap
    from excover.problem.starts import Starts


class TooLarge(OverLimit):
    """The diagram of all solutions exceeds its memory limit."""


def _diagram(problem: Problem, run: Run) -> Diagram:
    """From a list, if the states of a frontier-based search are too wide, and there are few solutions."""
    try:
        return Diagram(problem.matrix, run)
    except ValueError as obstacle:
        with suppress(DiagramTooLarge):
            return Diagram.listed(problem.matrix, run)
        raise SpecError(messages.NoDiagram(str(obstacle).rpartition(": ")[2])) from None


@takes_runs
@dataclass(frozen=True, eq=False, repr=False)
class SolutionSet:
    """All solutions of a problem, without a list of them: counted, numbered, sampled, ranked.

    ``compiled`` has the options to which the numbers in the ``diagram`` refer. ``is_proven``: no solution is
    known to be missing; false for a set from a file whose solutions were not counted again.
    """

    problem: Problem
    compiled: Compiled
    diagram: Diagram
    is_proven: bool = True

    @classmethod
    @takes_run
    def of(cls, problem: Problem, run: Run = UNLIMITED) -> SolutionSet:
        """Builds the diagram; Ctrl-C interrupts it at any time.

        Only memory and threads of the strategy matter; the listener gets the number of visited states, which
        a budget of nodes limits. Raises Unfinished if the run ends before the diagram is complete, when
        nothing is known; TooLarge (a SpecError) if it needs too much memory, or if the solutions of a problem
        with bounds on sums or global constraints are too many to list; SpecError if a state is too wide, and
        there are more than three solutions.
        """
        bounded = run.started().by(run.strategy.replaced(memory=run.strategy.room))
        try:
            return cls(problem, problem.compiled, _diagram(problem, bounded))
        except TooManyCovers as reason:
            raise TooLarge(messages.NoDiagram(str(reason))) from None
        except DiagramTooLarge:
            raise TooLarge(messages.DiagramOverMemory(bounded.strategy.room)) from None

    @classmethod
    @takes_run
    def load(
        cls,
        path: str | PathLike[str],
        problem: Problem,
        memory: int | None = None,
        run: Run = UNLIMITED,
        *,
        recount: bool = False,
    ) -> SolutionSet:
        """From a diagram that was saved for the same problem, or for it without its givens.

        Everything in the file is verified to be solutions, all different. Only ``recount`` proves that none
        was left out by whoever wrote it: it counts the solutions of the problem again. That there is no
        solution at all is proved in any case.
        Raises TooLarge or SpecError as `of`, also if the file is not such a diagram or is found to leave
        solutions out; OSError if it cannot be read; Unfinished if the run ends first.
        """
        run = run.started()
        loaded = cls._loaded(path, problem, room(memory), run)
        if not recount and loaded:
            return replace(loaded, is_proven=False)
        loaded._prove_complete(path, run)
        return loaded

    @classmethod
    def _loaded(cls, path: str | PathLike[str], problem: Problem, most: int, run: Run) -> SolutionSet:
        bare = problem.without_givens()
        fault = ""
        for each in (problem, bare):
            try:
                diagram = Diagram.load(path, each.matrix, most, run)
            except TooManyCovers as reason:
                raise TooLarge(messages.NoDiagram(str(reason))) from None
            except DiagramTooLarge:
                raise TooLarge(messages.DiagramOverMemory(most)) from None
            except DiagramFileError as wrong:
                fault = fault or str(wrong)
            else:
                return cls(each, each.compiled, diagram)._within(problem, run)
        raise SpecError(messages.OtherDiagram(fault))

    def _prove_complete(self, path: str | PathLike[str], run: Run) -> None:
        """Every path is a solution of its own, so it is enough to count the solutions another way."""
        counted = count(self.problem.matrix, run.limited(solutions=None if self else 1))
        if not counted.exhausted and not counted.count > self.count:
            raise Unfinished(counted)
        if counted.count != self.count:
            has = f"it has {self.count:,} of {'' if counted.exhausted else 'at least '}{counted.count:,}"
            raise SpecError(messages.OtherDiagram(f"{visible(fspath(path))} leaves solutions out: {has}"))

    def given(self, given: GivenLike, run: Run = UNLIMITED) -> SolutionSet:
        """The set of solutions that agree with further givens, found without a new search.

        Raises SpecError if the givens cannot be met, each by itself or two together; Unfinished.
        """
        return self._within(self.problem.given(given), run.started())

    def _within(self, problem: Problem, run: Run) -> SolutionSet:
        """``problem`` is the same problem with the same and further givens."""
        if problem is self.problem:
            return self
        numbers, left = self.compiled.matrix.option_numbers, problem.matrix.option_numbers
        lost = [number for name, number in numbers.items() if name not in left]
        diagram = self.diagram.restricted(lost, run=run)
        for wanted in _demands(problem):
            diagram = diagram.restricted((), map(numbers.__getitem__, wanted), run)
        compiled = self.compiled.replaced(given=problem.compiled.given)
        return SolutionSet(problem, compiled, diagram, self.is_proven)

    def symmetries(self, up_to: UpTo = "symmetry") -> Group:
        """The symmetries of the problem, as permutations of the options of the diagram."""
        matrix, group = self.problem.matrix, self.problem.group(up_to)
        if len(matrix.options) == len(self.compiled.matrix.options):  # it has all of them, or some
            return group
        numbers = self.compiled.matrix.option_numbers
        return group.renumbered(len(numbers), [numbers[name] for name in matrix.options])

    def __reduce__(self) -> tuple[object, ...]:
        return SolutionSet, (self.problem, self.compiled, self.diagram, self.is_proven)

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
        """All solutions in the order of their numbers, which is that of the engine `graph`."""
        return map(self._decode, self.diagram)

    def __getitem__(self, number: int) -> Solution:
        """The solution with a number, from 0 or from the end; raises IndexError if there is none."""
        try:
            number = index(number)
        except TypeError:
            instead = "write `solution_set[0]`, or `sample(3, seed=1)` for several"
            raise not_as_wanted("solutions are numbered", number, instead) from None
        if not -self.count <= number < self.count:
            raise IndexError(f"there is no solution {number}: of {self.count} the first is 0, the last -1")
        return self._decode(self.diagram[number])

    def numbers(self, *, seed: int) -> Iterator[int]:
        """The numbers of solutions drawn one by one without end, each exactly uniformly; IndexError if there
        are none.
        """
        if not self:
            raise IndexError("there is no solution to draw")
        return self.diagram.ranks(seed)

    def draws(self, *, seed: int) -> Iterator[Solution]:
        """The solutions with these numbers."""
        return map(self.__getitem__, self.numbers(seed=seed))

    def sample(self, number: int = 1, *, seed: int) -> list[Solution]:
        """The solutions of the first draws. ValueError for a negative number."""
        if number < 0:
            raise ValueError(f"a sample of {number} solutions: there is no such number")
        return list(islice(self.draws(seed=seed), number))

    def ranked(self, run: Run = UNLIMITED) -> Iterator[Solution]:
        """All solutions, the best first, by the costs and the goal of the description; SpecError without."""
        objectives = self.problem.puzzle.objectives
        if not objectives:
            raise SpecError(messages.NoGoal())
        matrix, goal = with_one_cost(self.compiled.matrix, objectives)
        ranking = self.diagram.ranked(matrix.prices(), maximize=goal == "maximize", run=run)
        return (self._decode(cover) for _, cover in ranking)

    @cached_property
    def _decode(self) -> Decoder:
        return Decoder(self.compiled)

    def uses(self, run: Run = UNLIMITED) -> Mapping[OptionName, int]:
        """For every option, the number of solutions that choose it. Unfinished if the run ends first."""
        matrix, marginals = self.compiled.matrix, self.diagram.marginals(run)
        return {matrix.options[option]: marginals[option] for option in matrix.own_options()}

    def uses_frame(self, run: Run = UNLIMITED) -> pandas.DataFrame:
        """A row for each option, as in `Solutions.to_frame`, with the solutions that choose it.

        ``uses`` is their number, ``share`` their part of all solutions. Raises MissingExtra without pandas.
        """
        from excover.problem.heat import uses_frame

        own, marginals = self.compiled.matrix.own_options(), self.diagram.marginals(run)
        rows = SolutionRows.of(self.compiled)
        uses = [marginals[option] for option in own]
        frame: pandas.DataFrame = uses_frame(rows, own, uses, self.count)
        return frame

    def heat(self, run: Run = UNLIMITED) -> HeatMap:
        """How many solutions hold each mark on each cell. SpecError if nothing is drawn; Unfinished."""
        from excover.problem.heat import heat_map

        return heat_map(self.problem.title, self.compiled, self.diagram, run.started())

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
        """A stream of the sets of that many options, or pieces, that exactly one solution contains.

        When it has ended, it has the number of sets that some solution contains, and the ``most`` sets that
        most solutions contain. It yields at most ``keep`` sets but counts all of them; of sets that a
        symmetry maps to each other, it yields one if ``up_to_symmetry`` (or ``up_to``). Givens are not part
        of any set. Raises ValueError for less than one piece, SpecError for a diagram from a forged file.
        """
        from excover.problem.starts import skipped_options, starts_of

        kind = kind_of_symmetry(up_to, up_to_symmetry)
        group = None if kind is None else self.symmetries(kind)
        skipped = skipped_options(self.problem, self.compiled)
        return starts_of(
            self.diagram, self.compiled, pieces, skipped=skipped, group=group, keep=keep, most=most, run=run
        )

    @property
    def longest_start(self) -> int:
        """The most options, or pieces, of any solution that are not given; no start has more."""
        from excover.problem.starts import longest_start, skipped_options

        return longest_start(self.diagram, skipped_options(self.problem, self.compiled))


def _demands(problem: Problem) -> Iterator[list[OptionName]]:
    """For each given that does more than exclude options, the options of which one must be chosen."""
    matrix, own = problem.matrix, len(problem.full.matrix.items)
    for item in range(own, len(matrix.items)):
        yield [matrix.options[option] for option in matrix.columns[item]]


class ProofTooLarge(OverLimit):
    """A certificate exceeds its limit of bytes, or the search for it exceeds its memory."""


@takes_run
def prove_count(
    problem: Problem,
    file: str | PathLike[str] | BinaryIO,
    run: Run = UNLIMITED,
    *,
    limit: int = MOST_BYTES,
    folder: str | PathLike[str] | None = None,
) -> Proof:
    """Counts the solutions and writes a certificate of the number (docs/proof-format.md): one of clauses if
    there are bounds on sums or global constraints, or the engine is `learning`, otherwise one of states.

    ``file`` is a path, where the certificate appears when it is complete, or a binary file open for writing.
    Until then, two temporary files, in ``folder`` or the folder of the path, take up to ``limit`` bytes each,
    which is also the limit of the certificate, and waiting states take the memory that the strategy of the
    ``run`` allows. The listener gets the number of states so far, and the budget of nodes limits it.

    Raises ProofTooLarge (a SpecError) if these limits do not suffice, Unfinished if the run ends first, and
    OSError if a file cannot be written.
    """
    matrix = problem.matrix
    by_clauses = bool(matrix.rules) or run.strategy.engine == "learning"
    try:
        with _opened(file) as (into, beside):
            write = clause_proof.prove_by_clauses if by_clauses else proof.prove
            return write(matrix, into, run, limit=limit, folder=folder or beside)
    except NoRoomForProof as reasons:
        raise ProofTooLarge(messages.CertificateTooLarge(str(reasons), by_clauses)) from None


@contextmanager
def _opened(file: str | PathLike[str] | BinaryIO) -> Iterator[tuple[BinaryIO, Path | None]]:
    """The file, and its folder if known."""
    if isinstance(file, str | PathLike):
        with NewFile(file) as new, new.opened() as into:
            yield into, new.folder
    elif hasattr(file, "write"):
        yield file, None
    else:
        wanted = "`file` of `prove_count` is a path, or a binary file open for writing"
        raise not_as_wanted(wanted, file, 'as in `"count.proof"`')
