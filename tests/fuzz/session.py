"""A session with the public API and, beside it, what the model expects: each step is checked as it is made.

A step is a list: its name and numbers or texts. Numbers that choose among what is there wrap around, and a
step that has nothing to work on does nothing, so that any part of a sequence is a sequence too.
"""

from __future__ import annotations

import gc
import pickle
import tempfile
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import excover
from excover.base.names import OptionName
from excover.search.engine import TooLarge
from excover.search.outcome import Cancellation, StoppedBy
from excover.search.portfolio.by_forecast import HybridEnumeration
from excover.search.tuning import tuning
from fuzz.little import Cover, Little

T = TypeVar("T")
Step = list[Any]


class Mismatch(AssertionError):
    """The package and the model disagree."""


def check(holds: object, told: str) -> None:
    if not holds:
        raise Mismatch(told)


def cover_of(solution: excover.Solution) -> Cover:
    names = [name.family for name in solution.options]
    check(len(names) == len(set(names)), f"an option twice: {names}")
    return frozenset(names)


def listed(solutions: Iterable[excover.Solution]) -> list[Cover]:
    return [cover_of(each) for each in solutions]


@dataclass
class Known:
    """Something of the package, and the solutions that it must have."""

    what: Any
    covers: frozenset[Cover]


@dataclass
class Stream:
    """Solutions that are being listed; ``limit`` is how many there may be."""

    solutions: excover.Solutions
    covers: frozenset[Cover]
    limit: int | None
    is_cut: bool
    may_be_too_large: bool
    stop: Stop
    seen: set[Cover] = field(default_factory=set)
    is_over: bool = False
    """It was refused for want of memory and cannot go on."""

    def take(self, found: Iterable[excover.Solution]) -> None:
        for solution in found:
            cover = cover_of(solution)
            check(cover in self.covers, f"no solution: {sorted(cover)}")
            check(cover not in self.seen, f"twice: {sorted(cover)}")
            self.seen.add(cover)
        check(self.limit is None or len(self.seen) <= self.limit, "more than the budget")
        outcome = self.solutions.outcome
        check(outcome.count >= len(self.seen), f"{outcome.count} found, {len(self.seen)} given out")
        check(not outcome.exhausted or outcome.count == len(self.covers), f"all are {outcome.count}")

    def end(self) -> None:
        """It gave StopIteration: everything was given out, or it says why not."""
        outcome = self.solutions.outcome
        if outcome.exhausted or not self.is_cut:
            check(outcome.exhausted, f"stopped by {outcome.stopped_by} without a reason")
            check(self.seen == self.covers, f"{len(self.seen)} of {len(self.covers)} given out")


@dataclass
class Stop(Cancellation):
    """A cancellation, or an interrupt, after some looks at it."""

    after: int | None = None
    interrupts: bool = False

    @property
    def reason(self) -> StoppedBy | None:
        return StoppedBy.CANCELLED if self._asks() else None

    def _asks(self) -> bool:
        if self.after is None:
            return False
        self.after -= 1
        if self.after >= 0:
            return False
        if self.interrupts:
            self.after = None
            raise KeyboardInterrupt
        return True


class Session:
    """Problems, streams and solution_sets; a step chooses among them by number."""

    def __init__(self, little: Little) -> None:
        self.little = little
        first = Known(excover.parse(little.text()), frozenset(little.covers()))
        self.problems, self.solution_sets = [first], list[Known]()
        self.streams: list[Stream] = []

    def run(self, steps: Iterable[Step]) -> None:
        for name, *arguments in steps:
            getattr(self, f"do_{name}")(*arguments)

    # Problems

    def do_given(self, number: int, option: int) -> None:
        problem = of(self.problems, number)
        name = f"o{option % len(self.little.options)}"
        covers = frozenset(cover for cover in problem.covers if name in cover)
        try:
            self.problems.append(Known(problem.what.given([OptionName(name)]), covers))
        except excover.SpecError:
            check(not covers, f"{name} may be given")

    def do_solve(self, number: int) -> None:
        problem = of(self.problems, number)
        found = problem.what.solve()
        check((found is None) == (not problem.covers), f"solve: {found}")
        check(found is None or cover_of(found) in problem.covers, f"no solution: {found}")

    def do_unique(self, number: int) -> None:
        problem = of(self.problems, number)
        verdict = ["none", "unique", "several"][min(2, len(problem.covers))]
        check(excover.unique(problem.what).verdict.value == verdict, f"not {verdict}")

    def do_count(self, number: int, strategy: dict[str, Any]) -> None:
        problem = of(self.problems, number)
        with allowed(strategy):
            outcome = problem.what.tally(excover.Run(strategy=excover.Strategy(**strategy)))
            check(outcome.exhausted, f"stopped by {outcome.stopped_by}")
            check(outcome.count == len(problem.covers), f"{outcome.count}, not {len(problem.covers)}")

    def do_count_within(
        self, number: int, strategy: dict[str, Any], budget: dict[str, Any], asked: int
    ) -> None:
        problem = of(self.problems, number)
        with allowed(strategy):
            outcome = problem.what.tally(
                excover.Run(excover.Budget(**budget), excover.Strategy(**strategy), Stop(asked))
            )
            all_of_them = len(problem.covers)
            check(outcome.count <= all_of_them, f"{outcome.count}, more than {all_of_them}")
            check(not outcome.exhausted or outcome.count == all_of_them, f"all are {outcome.count}")
            most = budget.get("solutions")
            check(most is None or outcome.count <= most, f"{outcome.count}, more than the budget")

    def do_best(self, number: int) -> None:
        if not self.little.costs:
            return
        problem = of(self.problems, number)
        costs = [self.little.cost(cover_of(each)) for each in problem.what.improvements()]
        check(costs == sorted(set(costs), reverse=True), f"not better and better: {costs}")
        best = [min(map(self.little.cost, problem.covers))] if problem.covers else []
        check(costs[-1:] == best, f"the best is {best}, not {costs[-1:]}")

    def do_pickle(self, number: int) -> None:
        problem = of(self.problems, number)
        self.problems.append(Known(again(problem.what), problem.covers))
        for solution in problem.what.solutions(excover.Run.within(solutions=2)):
            check(again(solution) == solution, f"pickled to another: {solution}")
        outcome = problem.what.tally()
        check(again(outcome) == outcome, "pickled to another outcome")

    # Streams

    def do_list(
        self, number: int, strategy: dict[str, Any], budget: dict[str, Any], asked: int | None
    ) -> None:
        problem, stop = of(self.problems, number), Stop(asked)
        with allowed(strategy):
            solutions = problem.what.solutions(
                excover.Run(excover.Budget(**budget), excover.Strategy(**strategy), stop)
            )
            is_cut = bool(budget) or asked is not None
            is_tight = strategy.get("engine") == "graph" and "memory" in strategy
            limit = budget.get("solutions")
            self.streams.append(Stream(solutions, problem.covers, limit, is_cut, is_tight, stop))

    def do_next(self, number: int, times: int) -> None:
        if self.streams:
            advance(of(self.streams, number), times)

    def do_drain(self, number: int) -> None:
        if self.streams:
            stream = of(self.streams, number)
            stream.take(stream.solutions.drain())
            check(not stream.solutions.drain(), "drained twice")

    def do_interrupt(self, number: int, asked: int, times: int) -> None:
        """An interrupt at one of the next looks; what was found is kept, and the listing can go on."""
        if self.streams:
            stream = of(self.streams, number)
            if stream.stop.after is None:
                stream.stop.after, stream.stop.interrupts = asked, True
            with suppress(KeyboardInterrupt):
                advance(stream, times)
            if stream.stop.interrupts:
                stream.stop.after, stream.stop.interrupts = None, False

    def do_drop(self, number: int) -> None:
        if self.streams:
            del self.streams[number % len(self.streams)]
            gc.collect()

    def do_finish(self, number: int) -> None:
        if self.streams:
            finish(of(self.streams, number))

    def do_finish_all(self) -> None:
        """Each on a thread of its own."""
        together([lambda each=each: finish(each) for each in self.streams])

    def do_share(self, number: int, threads: int) -> None:
        """One problem, counted and listed by several threads at once."""
        problem = of(self.problems, number)

        def work() -> None:
            check(problem.what.count() == len(problem.covers), "counted wrong beside others")
            check(set(listed(problem.what.solutions())) == problem.covers, "listed wrong beside others")

        together([work] * threads)

    # SolutionSets

    def do_solution_set(self, number: int, strategy: dict[str, Any]) -> None:
        problem = of(self.problems, number)
        try:
            solution_set = excover.SolutionSet.of(
                problem.what, excover.Run(strategy=excover.Strategy(**strategy))
            )
        except excover.SpecError as refused:
            is_full = "memory" in strategy and "memory" in str(refused)
            check(is_full or not self._has_diagrams(), "there is no diagram")
            return
        self.solution_sets.append(Known(solution_set, problem.covers))
        self._check_solution_set(self.solution_sets[-1])

    def do_solution_set_given(self, number: int, option: int) -> None:
        if not self.solution_sets:
            return
        solution_set, name = of(self.solution_sets, number), f"o{option % len(self.little.options)}"
        covers = frozenset(cover for cover in solution_set.covers if name in cover)
        try:
            self.solution_sets.append(Known(solution_set.what.given([OptionName(name)]), covers))
        except excover.SpecError:
            check(not covers, f"{name} may be given")
        else:
            self._check_solution_set(self.solution_sets[-1])

    def do_save(self, number: int, cut: int) -> None:
        """Saved and loaded again; and a file that was cut is refused."""
        if not self.solution_sets:
            return
        known = of(self.solution_sets, number)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "diagram"
            known.what.diagram.save(path)
            problem = known.what.problem
            try:
                loaded = excover.SolutionSet.load(path, problem)
            except excover.SpecError:
                check(known.what.compiled is not problem.compiled, "its own diagram is refused")
            else:
                self.solution_sets.append(Known(loaded, known.covers))
                self._check_solution_set(self.solution_sets[-1])
            data = path.read_bytes()
            path.write_bytes(data[: cut % len(data)])
            try:
                excover.SolutionSet.load(path, problem)
            except excover.SpecError:
                return
            raise Mismatch("a diagram that was cut is accepted")

    def do_sample(self, number: int, seed: int) -> None:
        if self.solution_sets and (known := of(self.solution_sets, number)).covers:
            check(
                set(listed(known.what.sample(5, seed=seed))) <= known.covers, "a sample that is no solution"
            )

    def _has_diagrams(self) -> bool:
        """Does every option cover an item that is covered exactly once?"""
        once = {k for k, (low, high, _) in enumerate(self.little.items) if (low, high) == (1, 1)}
        return all(any(item in once for item, _ in option) for option in self.little.options)

    @staticmethod
    def _check_solution_set(known: Known) -> None:
        solution_set, covers = known.what, known.covers
        check(solution_set.count == len(covers), f"a solution_set of {solution_set.count}, not {len(covers)}")
        found = listed(solution_set)
        check(len(found) == len(covers), "listed twice")
        check(set(found) == covers, "listed others")
        check([cover_of(solution_set[k]) for k in range(len(covers))] == found, "numbered otherwise")
        for name, uses in solution_set.uses().items():
            check(
                uses == sum(name.family in cover for cover in covers), f"{name.family} is used {uses} times"
            )


def of(known: list[T], number: int) -> T:
    return known[number % len(known)]


def again(thing: T) -> T:
    return pickle.loads(pickle.dumps(thing))  # type: ignore[no-any-return]


class allowed:  # noqa: N801  (read as a statement)
    """The engine that is asked for may refuse the problem, in words, unless it is one for every problem."""

    def __init__(self, strategy: dict[str, Any]) -> None:
        self.engine = strategy.get("engine", "auto")

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, _traceback: object
    ) -> bool:
        return self.engine in ("lanes", "graph") and isinstance(fault, ValueError) and bool(str(fault))


def advance(stream: Stream, times: int | None) -> None:
    """Take so many solutions, or all."""
    wanted = None if times is None else len(stream.seen) + times
    try:
        stream.take(islice(stream.solutions, times))
        stopped = stream.solutions.outcome.stopped_by is not None
        check(times == 0 or stopped or not stream.is_over, "it goes on though it was refused")
    except TooLarge:
        check(stream.may_be_too_large, "too large without a limit on memory")
        stream.is_over = True
        return
    if wanted is None or len(stream.seen) < wanted:
        stream.end()


def finish(stream: Stream) -> None:
    advance(stream, None)


def together(works: list[Callable[[], object]]) -> None:
    """On threads; the first fault is raised here."""
    faults: list[BaseException] = []

    def guarded(work: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=guarded, args=[work]) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]


class eagerly:  # noqa: N801
    """Within, another engine takes over after so many nodes (at least 4); None: as usual."""

    def __init__(self, nodes: int | None) -> None:
        self.nodes = nodes

    def __enter__(self) -> None:
        self.before = tuning.count_head_start, tuning.hybrid_head_start, HybridEnumeration._is_hopeless
        if self.nodes is not None:
            tuning.count_head_start = tuning.hybrid_head_start = self.nodes
            HybridEnumeration._is_hopeless = lambda _self: False  # type: ignore[method-assign]

    def __exit__(self, *_: object) -> None:
        tuning.count_head_start, tuning.hybrid_head_start = self.before[:2]
        HybridEnumeration._is_hopeless = self.before[2]  # type: ignore[method-assign]
