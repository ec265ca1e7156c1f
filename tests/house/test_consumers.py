"""Whoever takes a problem, with every feature that a problem has: the answer is right, or it is refused.

What is new in a registry is tried, too: a format needs a reading in `export_readings`, another consumer a
question in `ASKED`.
"""

from __future__ import annotations

import io
import re
from array import array
from collections.abc import Callable
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, cast, get_args

import pytest
from export_readings import READINGS
from featured import TEXTS, Answer, Cover, answer, features, problems

import excover
from excover import Run, Strategy
from excover.authors.candidates import RandomSolutions
from excover.authors.techniques import Rules
from excover.base.errors import Unsuitable
from excover.formats.exports import EXPORTS
from excover.matrix import capabilities
from excover.matrix.capabilities import EVERYTHING, Consumer, Feature, NotCarried, bits
from excover.matrix.constraints import GlobalConstraint
from excover.matrix.line_constraints import LineConstraint
from excover.problem.problem import Problem
from excover.runs.run_description import SliceControl
from excover.runs.run_search import BestPartSearch
from excover.search.disk_count import Disk, count_on_disk
from excover.search.engine import AS_MATCHING, AS_PFAFFIAN, Engine
from excover.search.engine_table import (
    CONSUMERS,
    ENGINES,
    MATCHING,
    PFAFFIAN,
    EngineEntry,
    EngineName,
    Program,
    QuestionKind,
)
from excover.search.estimate import profile
from excover.search.linear_refutation import refutation
from excover.search.part_search import ROOT, PartSearch, Slice
from excover.search.proof import PartProofs
from excover.search.search import Finding, LineSearch, Marks

PROBLEMS = problems()
each_problem = pytest.mark.parametrize("problem", [pytest.param(PROBLEMS[name], id=name) for name in TEXTS])


@pytest.mark.parametrize("name", TEXTS)
def test_each_problem_has_its_features(name: str) -> None:
    assert features(PROBLEMS[name]) == TEXTS[name][0]


def test_each_feature_has_a_problem() -> None:
    assert set().union(*(found for found, _ in TEXTS.values())) == EVERYTHING
    kinds = {*GlobalConstraint.__subclasses__(), *LineConstraint.__subclasses__()} - {LineConstraint}
    assert set(capabilities.KINDS) == kinds


@each_problem
@pytest.mark.whole
@pytest.mark.parametrize("name", EXPORTS)
def test_a_format_says_the_same_or_refuses(name: str, problem: Problem) -> None:
    try:
        lines = EXPORTS[name].described(problem.puzzle, problem.compiled)
    except NotCarried:
        assert features(problem) - EXPORTS[name].carries
        return
    assert features(problem) <= EXPORTS[name].carries
    found, wanted = READINGS[name](lines, problem), answer(problem)
    assert found.solutions == wanted.solutions
    assert found.best == wanted.best or not problem.puzzle.objectives  # costs without a goal are written, too


def covers_of(solutions: Any, problem: Problem) -> list[Cover]:
    """Hidden options are left out of a solution: those that only say that others are not chosen."""
    numbers = problem.matrix.option_numbers
    whole = {
        frozenset(option for option in cover if option in own): cover
        for own in [set(problem.matrix.own_options())]
        for cover in answer(problem).solutions
    }
    return [whole.get(frozenset(numbers[name] for name in solution), ()) for solution in solutions]


def first(problem: Problem, run: Run, wanted: Answer) -> None:
    found = covers_of(problem.solutions(run.limited(solutions=1)), problem)
    assert set(found) <= wanted.solutions
    assert len(found) == min(1, len(wanted.solutions))


def every(problem: Problem, run: Run, wanted: Answer) -> None:
    found = covers_of(problem.solutions(run), problem)
    assert len(found) == len(wanted.solutions)
    assert set(found) == wanted.solutions


def counted(problem: Problem, run: Run, wanted: Answer) -> None:
    assert problem.count(run) == len(wanted.solutions)


def one_of_the_best(problem: Problem, run: Run, wanted: Answer) -> None:
    found = covers_of(filter(None, [problem.best(run)]), problem) if problem.puzzle.objectives else []
    assert set(found) <= wanted.best
    assert len(found) == bool(wanted.best and problem.puzzle.objectives)


QUESTIONS: dict[QuestionKind, Callable[[Problem, Run, Answer], None]] = {
    "first": first,
    "all": every,
    "count": counted,
    "best": one_of_the_best,
}
AUTO = EngineEntry("auto", "the engine that is chosen", EVERYTHING, answers=frozenset(QUESTIONS))
ENTRIES = [
    pytest.param(entry, id=entry.name, marks=[pytest.mark.slow] * isinstance(entry, Program))
    for entry in (AUTO, *ENGINES.values())
]


def test_every_engine_has_a_name_that_may_be_asked_for() -> None:
    assert {*get_args(EngineName)} == {"auto", *ENGINES}


@each_problem
@pytest.mark.whole
@pytest.mark.parametrize("kind", QUESTIONS)
@pytest.mark.parametrize("entry", ENTRIES)
def test_an_engine_answers_or_refuses(entry: EngineEntry, kind: QuestionKind, problem: Problem) -> None:
    """What it does not carry is tested on each solution that it lists; a refusal names who answers."""
    if isinstance(entry, Program) and find_spec(entry.module) is None:
        pytest.skip(entry.install)
    wanted, name = answer(problem), cast(EngineName, entry.name)
    for threads, seed in product([1, 2], [None, 1]):
        try:
            QUESTIONS[kind](problem, Run(strategy=Strategy(name, threads, seed=seed)), wanted)
        except Unsuitable as refusal:
            assert not can_answer(entry, kind, seed, problem)
            for other in re.findall("--engine ([a-z-]+)", str(refusal)):
                assert can_answer(ENGINES[other], kind, seed, problem)


def can_answer(entry: EngineEntry, kind: QuestionKind, seed: int | None, problem: Problem) -> bool:
    carries = features(problem) - {Feature.COSTS} <= entry.carries
    return carries and kind in entry.answers and (entry.takes_seed or seed is None)


# Others


def diagram(problem: Problem, wanted: Answer, _folder: Path) -> None:
    assert set(excover.SolutionSet.of(problem).diagram) == wanted.solutions


def disk(problem: Problem, wanted: Answer, folder: Path) -> None:
    assert count_on_disk(problem.matrix, Disk(folder)).count == len(wanted.solutions)


def certificate(problem: Problem, wanted: Answer, _folder: Path) -> None:
    assert excover.prove_count(problem, io.BytesIO()).outcome.count == len(wanted.solutions)


def certificate_in_parts(problem: Problem, wanted: Answer, _folder: Path) -> None:
    search, rests, count = PartProofs(problem.matrix, 10**8), [ROOT], 0
    while rests:
        found = search.search(rests.pop(), Slice(nodes=3))
        rests += found.rests
        count += found.count
    assert count == len(wanted.solutions)


def estimate(problem: Problem, wanted: Answer, _folder: Path) -> None:
    assert profile(problem.matrix).solutions == len(wanted.solutions)


def tree(problem: Problem, wanted: Answer, _folder: Path) -> None:
    assert problem.tree().solutions == len(wanted.solutions)


def reasoning(problem: Problem, wanted: Answer, _folder: Path) -> None:
    rules = Rules(problem.matrix)
    state = rules.propagated(rules.start)
    if state is None:
        assert not wanted.solutions
    else:
        assert all(
            set(bits(state.chosen)) <= set(cover) <= set(bits(state.alive)) for cover in wanted.solutions
        )


def lines(problem: Problem, wanted: Answer, _folder: Path) -> None:
    none, options = array("I"), len(problem.matrix.options)
    marks = Marks(array("I", bytes(4 * options + 4)), none, array("B"), blank=array("B", [0]))
    answers = LineSearch(problem.matrix, marks, unique=True, threads=1).answers(bytes(1))
    statuses = [Finding.NONE, Finding.SOLVED, Finding.AMBIGUOUS]
    assert answers.findings == [statuses[min(2, len(wanted.solutions))]]


def symmetries(problem: Problem, wanted: Answer, _folder: Path) -> None:
    group = problem.group()
    first = covers_of(problem.solutions(up_to_symmetry=True), problem)
    images = [{tuple(sorted(by[option] for option in cover)) for by in group.elements()} for cover in first]
    assert sum(map(len, images)) == len(wanted.solutions)
    assert set().union(*images) == wanted.solutions
    assert problem.count(up_to_symmetry=True) == len(first)


def best(problem: Problem, wanted: Answer, _folder: Path) -> None:
    found = problem.best()
    assert set(covers_of([found] if found else [], problem)) <= wanted.best
    assert bool(found) == bool(wanted.best)


def best_in_parts(problem: Problem, wanted: Answer, _folder: Path) -> None:
    search, parts, costs = BestPartSearch(problem), [ROOT], [None]
    while parts:
        found = search.search(parts.pop(), Slice(), SliceControl())
        parts += found.rests
        costs += [found.incumbent.cost] if found.incumbent else []
    prices = problem.matrix.prices()
    assert {cost for cost in costs if cost is not None} == {
        sum(prices[option] for option in cover) for cover in wanted.best
    }


def refuted(problem: Problem, wanted: Answer, _folder: Path) -> None:
    assert refutation(problem.matrix) is None or not wanted.solutions


def matched(problem: Problem, wanted: Answer, _folder: Path) -> None:
    MATCHING.check(problem.matrix)
    search, found = Engine(problem.matrix, Run.within(solutions=1), True, AS_MATCHING), list[Cover]()
    while not search.is_over:
        search.run_slice()
    search.hand_over(found)
    assert set(found) <= wanted.solutions
    assert bool(found) == bool(wanted.solutions)


def counted_by_pfaffian(problem: Problem, wanted: Answer, _folder: Path) -> None:
    PFAFFIAN.check(problem.matrix)
    search = Engine(problem.matrix, Run(), False, AS_PFAFFIAN)
    while not search.is_over:
        search.run_slice()
    assert search.outcome.count == len(wanted.solutions)


def parts(problem: Problem, wanted: Answer, _folder: Path) -> None:
    search, rests, found = PartSearch(problem.matrix, keep_covers=True), [ROOT], list[Cover]()
    while rests:
        result = search.search(rests.pop(), Slice(nodes=3))
        rests += result.rests
        found += result.covers
    assert len(found) == len(wanted.solutions)
    assert set(found) == wanted.solutions


ASKED: dict[str, Callable[[Problem, Answer, Path], None]] = {
    "diagram": diagram,
    "disk": disk,
    "certificate": certificate,
    "certificate in parts": certificate_in_parts,
    "estimate": estimate,
    "tree": tree,
    "reasoning": reasoning,
    "lines": lines,
    "symmetries": symmetries,
    "best": best,
    "best in parts": best_in_parts,
    "linear": refuted,
    "matching": matched,
    "pfaffian": counted_by_pfaffian,
}


@pytest.mark.whole
@pytest.mark.parametrize("name", [name for name in CONSUMERS if name not in ENGINES])
@pytest.mark.parametrize("described", TEXTS)
def test_another_consumer_answers_or_refuses(name: str, described: str, tmp_path: Path) -> None:
    asks, problem, unasked = ASKED[name], PROBLEMS[described], {Feature.COSTS}
    if name.startswith("best"):
        unasked.clear()
        if not problem.puzzle.objectives:
            problem = excover.parse(f"{TEXTS[described][1]}\nminimize")
    try:
        asks(problem, answer(problem), tmp_path)
    except NotCarried:
        assert features(problem) - CONSUMERS[name].carries - unasked
    except Unsuitable:
        assert (name, described) == ("best in parts", "goal in units") or (
            name == "pfaffian"
            and 1 in map(len, map(problem.matrix.option_items, range(len(problem.matrix.options))))
        )


@each_problem
def test_a_search_in_parts_has_all_solutions(problem: Problem, tmp_path: Path) -> None:
    parts(problem, answer(problem), tmp_path)


@each_problem
def test_a_random_solution_is_one(problem: Problem) -> None:
    """From a diagram, or, where there is none, from a search."""
    found = RandomSolutions(problem.matrix).draw(Random(1))
    assert found in answer(problem).solutions or not answer(problem).solutions


def test_who_declares_nothing_carries_nothing() -> None:
    nothing = Consumer("new", "a new format")
    for name, problem in PROBLEMS.items():
        goal = problem.puzzle.goal
        assert (nothing.lacks(problem.matrix, goal) is None) == (name == "plain")
