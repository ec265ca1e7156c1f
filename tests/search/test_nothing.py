"""Problems that shrink to nothing: no items, no options, no costs, no primary item, no color, no solution.

Each is a description made here, with its solutions found from what it was made of and nothing of excover;
every engine, every question and every command has to agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from effort import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st

import excover
from excover import OptionName, SolutionSet, SpecError
from excover.apps.cli import main
from excover.base.source import Source
from excover.formats.exports import EXPORTS
from excover.formats.exports.as_cnf import export, formula
from excover.formats.exports.as_dlx import export as lines
from excover.formats.matrix_files import read_matrix
from excover.language.syntax.format import format_spec
from excover.matrix.core_form import core
from excover.problem.problem import Problem
from excover.search.run import Run
from excover.search.search import count
from excover.search.strategy import EngineName, Strategy, Unsuitable

COLORED = (-1, -1)
MANY = 99
TIMES = {
    (1, 1): "",
    (0, 1): "at most once",
    (2, 2): "2 times",
    (0, MANY): "at least 0 times",
    (0, 2): "at most 2 times",
    (0, 0): "0 times",
    COLORED: "colored",
}
PRIMARY = [bounds for bounds in TIMES if bounds not in ((0, 1), COLORED)]


@dataclass(frozen=True)
class Family:
    """``ways`` options that cover the same items, each in its own color; the d-th costs d times ``cost``."""

    ways: int
    covers: tuple[int, ...]
    cost: int | None = None
    optional: bool = False


@dataclass(frozen=True)
class Made:
    """Items by their bounds, options, and those options that are forbidden."""

    items: tuple[tuple[int, int], ...] = ()
    options: tuple[Family, ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()
    goal: str = "minimize"

    def text(self) -> str:
        said = [f"item i{k} {TIMES[bounds]}" for k, bounds in enumerate(self.items)]
        for k, family in enumerate(self.options):
            covers = ", ".join(map(self._covered, family.covers))
            cost = "" if family.cost is None else f" cost {family.cost} * d"
            optional = "optional " * family.optional
            said.append(f"param n{k} = {family.ways}")
            said.append(f"{optional}option o{k}(d in 1..n{k}) covers {covers}{cost}")
        covered = {i for family in self.options for i in family.covers}
        free = [i for i in range(len(self.items)) if i not in covered]
        said += [f"optional option p{i}(d in {{}}) covers {self._covered(i)}" for i in free]
        said += [f"forbid o{k}({d})" for k, d in self.forbidden]
        return "\n".join(said + [self.goal] * self.has_costs)

    def _covered(self, item: int) -> str:
        return f"i{item}" + " = d" * (self.items[item] == COLORED)

    @property
    def has_costs(self) -> bool:
        return any(family.cost is not None for family in self.options)

    def solutions(self) -> dict[frozenset[OptionName], int]:
        """Every solution, straight from the definition, and its cost."""
        options = [(k, d) for k, family in enumerate(self.options) for d in range(1, family.ways + 1)]
        options = [option for option in options if option not in self.forbidden]
        found = {}
        for size in range(len(options) + 1):
            for chosen in combinations(options, size):
                if all(map(self._is_met, range(len(self.items)), [chosen] * len(self.items))):
                    cost = sum((self.options[k].cost or 0) * d for k, d in chosen)
                    found[frozenset(OptionName(f"o{k}", (d,)) for k, d in chosen)] = cost
        return found

    def _is_met(self, item: int, chosen: tuple[tuple[int, int], ...]) -> bool:
        users = [d for k, d in chosen if item in self.options[k].covers]
        if self.items[item] == COLORED:
            return len(set(users)) <= 1
        low, high = self.items[item]
        return low <= len(users) <= high


@st.composite
def made(draw: st.DrawFn) -> Made:
    items = draw(st.lists(st.sampled_from(list(TIMES)), max_size=3))
    families = []
    for _ in range(draw(st.integers(0, 3)) if items else 0):
        covers = draw(st.sets(st.integers(0, len(items) - 1), min_size=1))
        optional = not any(items[i] in PRIMARY for i in covers)
        cost = draw(st.none() | st.integers(-2, 3))
        families.append(Family(draw(st.integers(0, 2)), tuple(sorted(covers)), cost, optional))
    options = [(k, d) for k, family in enumerate(families) for d in range(1, family.ways + 1)]
    forbidden = draw(st.sets(st.sampled_from(options))) if options else set()
    goal = draw(st.sampled_from(["minimize", "maximize"]))
    return Made(tuple(items), tuple(families), tuple(sorted(forbidden)), goal)


NO_PRICED_OPTION = Made(((1, 1),), (Family(2, (0,)), Family(0, (0,), 1)))
A_FORBIDDEN_ONE = Made(((1, 1),), (Family(2, (0,)), Family(1, (0,), 1)), ((1, 1),))
ENGINES: list[EngineName] = ["auto", "sparse", "lanes", "graph"]


def by_options(solutions: Iterator[excover.Solution]) -> dict[frozenset[OptionName], int]:
    listed = [(frozenset(solution), solution.cost or 0) for solution in solutions]
    assert len(dict(listed)) == len(listed)
    return dict(listed)


@given(made())
@example(NO_PRICED_OPTION)
@example(A_FORBIDDEN_ONE)
@example(Made())
@example(Made(((0, 1),)))
@example(Made((COLORED,), (Family(0, (0,), 1, optional=True),)))
def test_every_engine_and_question_agrees_with_the_definition(made: Made) -> None:
    problem, wanted = excover.parse(made.text()), made.solutions()
    for strategy in [Strategy(e, threads) for e in ENGINES for threads in (1, 2)]:
        try:
            assert problem.tally(Run(strategy=strategy)).count == len(wanted)
            assert by_options(problem.solutions(Run(strategy=strategy))) == wanted
        except Unsuitable:
            assert strategy.engine in ("lanes", "graph")
    first = problem.solve()
    assert frozenset(first) in wanted if first is not None else not wanted
    assert problem.count(up_to_symmetry=True) == len(wanted)
    assert len(list(problem.solutions(Run.within(solutions=2)))) == min(2, len(wanted))
    check_goal(made, problem, wanted)
    check_solution_set(made, problem, wanted)
    check_forms(made, problem, wanted)


def check_goal(made: Made, problem: Problem, wanted: dict[frozenset[OptionName], int]) -> None:
    better = min if made.goal == "minimize" else max
    if not made.has_costs:
        with pytest.raises(SpecError, match="no goal"):
            problem.best()
        return
    best = problem.best()
    if best is None:
        assert not wanted
    else:
        assert best.cost == wanted[frozenset(best)] == better(wanted.values())


def check_solution_set(made: Made, problem: Problem, wanted: dict[frozenset[OptionName], int]) -> None:
    try:
        solution_set = SolutionSet.of(problem)
    except SpecError:
        return  # an option without an item that is covered exactly once
    assert solution_set.count == len(wanted) == len(list(solution_set))
    assert by_options(iter(solution_set)) == wanted
    assert solution_set.uses() == {
        option: sum(option in cover for cover in wanted)
        for option in (problem.matrix.options[number] for number in problem.matrix.own_options())
    }
    assert len(solution_set.sample(2, seed=1) if solution_set else []) == 2 * bool(wanted)
    assert solution_set.starts(1).count == 0
    if made.has_costs:
        ranked = [solution.cost for solution in solution_set.ranked()]
        assert ranked == sorted(wanted.values(), reverse=made.goal == "maximize")


def check_forms(made: Made, problem: Problem, wanted: dict[frozenset[OptionName], int]) -> None:
    """What is written and read back has the same solutions, and the same costs."""
    if made.items:
        text = "\n".join(lines(problem.matrix, "", problem.puzzle.goal))
        _, again = read_matrix(Source("a.dlx", text), {})
        assert count(again.matrix).count == len(wanted)
    else:
        with pytest.raises(ValueError, match="without items"):
            list(lines(problem.matrix))
    core_form = excover.parse(format_spec(core(problem.puzzle, problem.compiled)))
    assert by_options(core_form.solutions()) == wanted
    assert formula(problem.matrix, export).variables >= len(problem.matrix.options)


COMMANDS = [
    *("solve", "solve --all", "solve --json", "count", "count --up-to-symmetry", "count --engine graph"),
    *("unique", "why", "rate", "clues", "info", "estimate", "check", "tree", "pieces", "diagram", "heatmap"),
    *("sample", "sample --best 1", "sample --index 1", "starts --pieces 1", "generate --time-limit 0"),
    *(f"expand --to {form}" for form in EXPORTS),
]


@pytest.mark.slow
@settings(max_examples=examples(60))
@given(made())
@example(NO_PRICED_OPTION)
@example(Made())
@example(Made(((0, 1),)))
def test_every_command_answers(made: Made) -> None:
    with TemporaryDirectory() as folder:
        spec = Path(folder) / "made.xc"
        spec.write_text(made.text())
        for command in COMMANDS:
            name, *rest = command.split()
            status = main([name, str(spec), *rest])
            assert status in (0, 1, 2, 3), command
            if name in ("solve", "count") and "graph" not in rest:
                assert status == (0 if made.solutions() else 1), command
