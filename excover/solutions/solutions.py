r"""Streams of solutions: covers as the search finds them, decoded one at a time.

>>> from excover.problem.problem import parse
>>> coin = parse("item a  option heads() covers a  option tails() covers a")
>>> found = coin.solutions()
>>> [str(solution) for solution in found], found.outcome.count
(['heads()', 'tails()'], 2)

Solutions counted by what they have in common: projected onto the options, or the items, of a family.

>>> from excover.problem.problem import parse
>>> tray = parse("board tray 3x2 shapes p\n  |AA BBB C\n  |AA\nplace free p on tray each at most 2 times")
>>> tray.count_by("p[..]")
{('p["A"]', 'p["C"]', 'p["C"]'): 2, ('p["B"]', 'p["B"]'): 1}
>>> pair = parse("item a[1..2] option x(i in 1..2) covers a[i] option y() covers a[1], a[2]")
>>> pair.count_by("y")
{(): 1, ('y()',): 1}
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence, Sized
from contextlib import suppress
from functools import cached_property
from itertools import chain, islice
from os import PathLike
from typing import TYPE_CHECKING, Any

from excover.base.diagnostics import SpecError
from excover.base.errors import Unpicklable
from excover.base.frozen import Frozen, checks_kinds
from excover.base.names import show
from excover.base.words import plural
from excover.language import messages
from excover.matrix.compiled import Compiled
from excover.matrix.matrix import Matrix
from excover.search.outcome import Outcome, StoppedBy, Unfinished
from excover.search.portfolio.portfolio import Improving
from excover.search.run import Listener, Progress, Run
from excover.search.search import Cover, CoverBatch, Search, Selected
from excover.solutions.decode import Decoder, Solution
from excover.solutions.solution_rows import SolutionRows, write_data

if TYPE_CHECKING:
    import numpy
    import pandas
    import pyarrow

    from excover.search.diagram import Diagram
    from excover.search.permutation_group import FindGroup, Group


class Solutions(Unpicklable, Iterator[Solution]):
    """A stream of solutions; ``outcome`` is up to date at any time.

    With a group, only one of the solutions that it maps to each other is yielded, and counted; with a family,
    only the first of those that have the same options, or cover the same items, of it.
    """

    _instead = "a stream of solutions stays in its process: send the problem, or a list of its solutions"

    def __init__(
        self,
        compiled: Compiled,
        run: Run,
        group: Group | None = None,
        find_group: FindGroup | None = None,
        family: str | None = None,
    ) -> None:
        """``find_group`` finds symmetries by which there is less to search, not less to yield (`Search`).

        SpecError for no such family.
        """
        self._compiled, self._decode = compiled, Decoder(compiled)
        is_limited = run.budget.solutions is not None
        run = run.by(run.strategy.replaced(ordered=run.strategy.ordered or is_limited)).started()
        matrix, most = compiled.matrix, run.budget.solutions
        traits = None if family is None else _traits(matrix, family)
        if traits is not None:
            run = run.limited(nodes=run.budget.nodes)
        self._search: Search | Selected
        if group is None:
            self._search = Search(matrix, run, find_group)
        else:
            from excover.search.up_to_symmetry import FirstOfOrbits  # few ask for symmetries

            self._search = FirstOfOrbits(matrix, group, run)
        if traits is not None:
            self._search = FirstOfGroups(self._search, matrix, traits, most)

    def __repr__(self) -> str:
        found = plural(self.outcome.count, "solution")
        return f"<Solutions: {found} so far; `next`, `list` or a loop gives them>"

    @property
    def outcome(self) -> Outcome:
        return self._search.outcome

    @property
    def progress(self) -> float | None:
        """The finished part of the search tree, from 0 to 1; None if unknown."""
        return self._search.progress

    def covers(self) -> Iterator[Cover]:
        """The same, not decoded: option numbers of the matrix."""
        yield from self._search

    def batches(self) -> Iterator[CoverBatch]:
        """The same many at a time, without an object for each."""
        yield from self._search.batches()

    # As data; each takes the solutions that were not yet given

    @cached_property
    def _data(self) -> SolutionRows:
        return SolutionRows.of(self._compiled)

    def to_frame(self) -> pandas.DataFrame:
        """A row for each chosen option: the solution from 1, the option, its family and arguments, its cost.

        Raises MissingExtra without pandas.
        """
        frame: pandas.DataFrame = self._data.to_frame(self.covers())
        return frame

    def to_arrays(self) -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]:
        """The option numbers of all solutions, one after the other, and where each solution starts.

        Solution ``k`` has the options ``options[starts[k] : starts[k + 1]]`` of the matrix of this problem,
        whose names are `problem.matrix.options[n]`; another problem, such as `problem.forbid(..)`, has other
        numbers. Raises MissingExtra without numpy.
        """
        return self._data.to_arrays(self.covers())

    @checks_kinds
    def arrow_batches(self, rows: int = 100_000) -> Iterator[pyarrow.RecordBatch]:
        """The rows of `to_frame` in batches of about so many rows, found as they are asked for.

        Raises MissingExtra without pyarrow.
        """
        return self._data.arrow_batches(self.covers(), rows)

    @checks_kinds
    def to_parquet(self, path: str | PathLike[str]) -> int:
        """Writes the rows of `to_frame` as they are found; returns the number of solutions.

        The file appears when all are written. Raises CannotWrite (an OSError), MissingExtra without pyarrow.
        """
        return self._written("parquet", path)

    @checks_kinds
    def to_sqlite(self, path: str | PathLike[str]) -> int:
        """Writes a database as they are found; returns the number of solutions.

        Its table `options` has the arguments of each option under its number, and `choices` the numbers of
        the options of each solution. The file appears when all are written. Raises CannotWrite (an OSError).
        """
        return self._written("sqlite", path)

    def _written(self, kind: str, path: str | PathLike[str]) -> int:
        number = 0

        def counted() -> Iterator[Cover]:
            nonlocal number
            for cover in self.covers():
                number += 1
                yield cover

        write_data(self._data, kind, path, counted())
        return number

    def __next__(self) -> Solution:
        return self._decode(next(self._search))

    def __iter__(self) -> Iterator[Solution]:
        """As by `next`, with less to do for each."""
        return map(self._decode, self._search)

    def drain(self) -> list[Solution]:
        """Solutions that were found but not yet yielded, without further search; for use after Ctrl-C."""
        return list(map(self._decode, self._search.drain()))


class UnstartedSolutions(Solutions):
    """A stream that ended before its search began."""

    def __init__(self, outcome: Outcome, compiled: Compiled) -> None:
        self._outcome, self._compiled = outcome, compiled

    @property
    def outcome(self) -> Outcome:
        return self._outcome

    @property
    def progress(self) -> float | None:
        return None

    def covers(self) -> Iterator[Cover]:
        yield from ()

    def batches(self) -> Iterator[CoverBatch]:
        yield from ()

    def __next__(self) -> Solution:
        raise StopIteration

    def __iter__(self) -> Iterator[Solution]:
        return self

    def drain(self) -> list[Solution]:
        return []


class Unproved(Unfinished):
    """A run that was to find the best solution ended early: ``solution`` is the best one so far.

    ``outcome`` has its cost, and the bound that no solution can pass.
    """

    def __init__(self, outcome: Outcome, solution: Solution) -> None:
        super().__init__(outcome)
        self.args = (outcome, solution)
        self.solution = solution

    def __str__(self) -> str:
        return f"{super().__str__()}: {self.outcome.best_so_far}"


class Improvements(Unpicklable, Iterator[Solution]):
    """A stream of better and better solutions; ``outcome`` shows at any time how far it has come.

    It has the ``cost`` of the last one found, the ``bound`` that none can pass, and the ``gap`` between them.
    """

    _instead = "a stream of solutions stays in its process: send the problem, or a list of its solutions"

    def __init__(self, compiled: Compiled, covers: Improving) -> None:
        self._decode = Decoder(compiled)
        self._covers, self._originals = covers, compiled.originals

    def __repr__(self) -> str:
        known = self.outcome.best_so_far or "no solution yet"
        return f"<Improvements: {known}; `next`, `list` or a loop gives each better solution>"

    @property
    def outcome(self) -> Outcome:
        return self._covers.outcome.in_own_numbers(self._originals.total)

    def __next__(self) -> Solution:
        return self._decode(next(self._covers))

    def drain(self) -> list[Solution]:
        """Solutions that were found but not yet yielded, without further search; for use after Ctrl-C."""
        return list(map(self._decode, self._covers.drain()))


class InOwnNumbers:
    """A listener to a search for the best solution, which passes on what is known in own numbers."""

    improvements: Improvements | None = None

    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    def __call__(self, progress: Progress) -> None:
        if self.improvements is not None and progress.outcome is not None:
            known = self.improvements.outcome
            progress = progress.replaced(count=known.count, note=known.best_so_far, outcome=known)
        self._listener(progress)


def last_of(improvements: Improvements) -> Solution | None:
    """The last improvement, which is a best solution; None if there is no solution.

    Raises Unproved or Unfinished where the run ended first. A KeyboardInterrupt names what is lost with it.
    """
    try:
        last = next(iter(deque(improvements, maxlen=1)), None)
    except KeyboardInterrupt as interrupted:
        if known := improvements.outcome.best_so_far:
            interrupted.add_note(
                f"best() had found {known}: `for solution in problem.improvements()` gives each solution "
                "when it is found, and a run with a time limit raises Unproved with the last one"
            )
        raise
    outcome = improvements.outcome
    if outcome.exhausted or outcome.stopped_by is StoppedBy.GAP:
        return last
    raise Unfinished(outcome) if last is None else Unproved(outcome, last)


# Solutions counted by what they have in common: projected onto the options, or the items, of a family.


LISTED = 100_000
"""So many solutions are listed before a diagram of all is built, which may be larger than they are."""
MOST_GROUPS = 200_000


class Trait(Frozen):
    """What a solution may have: a ``name``, and the ``options`` by which it has it.

    It ``excludes`` the others if it chooses one of them at most; how often it does matters if it ``repeats``.
    """

    name: str
    options: Sequence[int]
    excludes: bool
    repeats: bool = False


def counted_by(
    matrix: Matrix, listing: Callable[[Run], Solutions], family: str, run: Run
) -> dict[tuple[str, ...], int]:
    """See `Problem.count_by`."""
    from excover.search.diagram import Diagram, TooLarge  # few ask for it

    run, traits = run.started(), _traits(matrix, family)
    solutions = listing(run)
    covers, group_of = solutions.covers(), Grouping(matrix, traits)
    groups: Counter[_Group] = Counter()
    _list(islice(covers, LISTED), group_of, groups)
    is_whole = run.budget.solutions is None and not matrix.rules
    may_project = is_whole and not any(trait.repeats for trait in traits)
    if may_project and not solutions.outcome.exhausted and not run.stopped_by:
        diagram = None
        with suppress(ValueError, TooLarge):  # listed instead
            diagram = Diagram(matrix, run.by(run.strategy.replaced(memory=run.strategy.room)))
        if diagram is not None:
            return _named(_projected(diagram, traits, run), traits)
    _list(covers, group_of, groups)
    if not solutions.outcome.exhausted:
        raise Unfinished(solutions.outcome)
    return _named(groups, traits)


_Group = tuple[int, ...]
"""The numbers of traits, ascending; several times that of one that a solution has several times."""


def _traits(matrix: Matrix, family: str) -> list[Trait]:
    """Those of a family of options, or of items: its name alone, `f(..)` or `f[..]`; else SpecError."""
    name, is_items = family.removesuffix("(..)").removesuffix("[..]"), family.endswith("[..]")
    options = [option for option in matrix.own_options() if matrix.options[option].family == name]
    items = [item for item in matrix.own_items() if matrix.items[item].family == name]
    if options and not is_items:
        return [Trait(str(matrix.options[option]), (option,), excludes=True) for option in options]
    if items and not family.endswith("(..)"):
        return [trait for item in items for trait in _of_item(matrix, item)]
    known = [f"{matrix.options[option].family}(..)" for option in matrix.own_options()]
    known += [f"{matrix.items[item].family}[..]" for item in matrix.own_items()]
    raise SpecError(messages.UnknownFamily(family, list(dict.fromkeys(known))))


def _of_item(matrix: Matrix, item: int) -> Iterator[Trait]:
    """The item, or it with each of its colors."""
    for color, options in matrix.by_color(item).items():
        name = f"{matrix.items[item]}={show(matrix.palette[color - 1])}" if color else str(matrix.items[item])
        once = matrix.upper[item] == 1
        yield Trait(name, options, excludes=once, repeats=not once and not matrix.colored[item])


class Grouping:
    """The traits of a solution by its options."""

    def __init__(self, matrix: Matrix, traits: Sequence[Trait]) -> None:
        self._traits = traits
        self._by_option: list[list[int]] = [[] for _ in matrix.options]
        for number, trait in enumerate(traits):
            for option in trait.options:
                self._by_option[option].append(number)

    def __call__(self, cover: Cover) -> _Group:
        found = sorted(chain.from_iterable(map(self._by_option.__getitem__, cover)))
        pairs = zip(found, [-1, *found], strict=False)
        return tuple(trait for trait, last in pairs if trait != last or self._traits[trait].repeats)


class FirstOfGroups(Selected):
    """The first of the covers that have the same traits. Raises SpecError for too many groups."""

    def __init__(
        self, search: Search | Selected, matrix: Matrix, traits: Sequence[Trait], most: int | None
    ) -> None:
        super().__init__(search, most)
        self._group_of, self._firsts = Grouping(matrix, traits), dict[_Group, Cover]()

    def _is_wanted(self, cover: Cover) -> bool:
        first = self._firsts.setdefault(self._group_of(cover), cover)
        _check(self._firsts)
        return first is cover  # whether or not it was asked before an interruption


def _list(covers: Iterator[Cover], group_of: Grouping, groups: Counter[_Group]) -> None:
    for cover in covers:
        groups[group_of(cover)] += 1
        _check(groups)


def _check(groups: Sized) -> None:
    if len(groups) > MOST_GROUPS:
        raise SpecError(messages.TooManyGroups(MOST_GROUPS))


def _named(groups: Counter[_Group], traits: Sequence[Trait]) -> dict[tuple[str, ...], int]:
    return {tuple(traits[trait].name for trait in group): groups[group] for group in sorted(groups)}


def _projected(diagram: Diagram, traits: Sequence[Trait], run: Run) -> Counter[_Group]:
    """Splits all solutions by a trait that some of them have and others have not, and each part again."""
    groups: Counter[_Group] = Counter()
    parts: list[tuple[Diagram, Sequence[int], _Group]] = [(diagram, range(len(traits)), ())]
    while parts:
        part, left, chosen = parts.pop()
        uses = part.marginals(run)
        total = {trait: sum(map(uses.__getitem__, traits[trait].options)) for trait in left}
        sure = {trait for trait in left if traits[trait].excludes and total[trait] == part.count}
        left, chosen = [trait for trait in left if total[trait] and trait not in sure], (*chosen, *sure)
        if not left:
            groups[tuple(sorted(chosen))] = part.count
            _check(groups)
            continue
        first = max(left, key=total.__getitem__)
        without = part.restricted(traits[first].options, run=run)
        if without:
            parts.append((without, left, chosen))
        rest = [trait for trait in left if trait != first]
        parts.append((part.restricted((), traits[first].options, run), rest, (*chosen, first)))
    return groups
