"""The rules that `why` names conflict, and no others of them do: tried on random conditions."""

from __future__ import annotations

from typing import Any

import pytest
from cancelling import ending_when

import excover
from excover.authors import conflicts, why
from excover.authors.conflicts import has_solution, rules_in_conflict
from excover.matrix.compiled import Compiled
from excover.matrix.expand import expand
from excover.matrix.matrix import Matrix
from excover.search.outcome import Cancellation, Unfinished
from excover.search.run import Run
from tests.language.test_conditions import case
from tests.support.effort import examples


@pytest.mark.random
@pytest.mark.parametrize("seed", range(examples(60)))
def test_named_rules_conflict_and_none_can_be_left_out(seed: int) -> None:
    base, rules = case(10_000 + seed)
    rules = [rule.text for rule in (*rules, *case(20_000 + seed)[1], *case(30_000 + seed)[1])]
    texts = {f"require {rule}": "" for rule in rules}
    try:
        problem = excover.parse(base + "".join(map("\n{}".format, texts)))
    except excover.SpecError:
        return
    named = rules_in_conflict(problem)
    if problem.solve() is not None or excover.parse(base).solve() is None:
        assert not named
        return
    assert named
    words = [str(clause) for clause in map(_whole, problem.puzzle.conditions)]
    kept = [text for text, said in zip(texts, words, strict=True) if any(_says(each, said) for each in named)]
    assert not excover.parse(base + "".join(map("\n{}".format, kept))).count()
    for left_out in kept:
        others = [text for text in kept if text != left_out]
        assert excover.parse(base + "".join(map("\n{}".format, others))).solve() is not None


def _whole(statement: object) -> str:
    from excover.language.meaning.items import statement_text

    return statement_text(statement)  # type: ignore[arg-type]


def _says(named: str, whole: str) -> bool:
    """Whether a rule is the statement, or the statement for some values of its loop."""
    begin = whole.rpartition(" for q in ")[0]
    return named == whole or named.startswith((f"{begin} with ", f"{begin} for "))


def test_values_of_loops_are_named_where_they_can_be_told_apart() -> None:
    text = "choose a(i in 1..5) from 0..3 require a(5) = 2 require a(i) <= a(i + 1) for i in 1..4\n"
    problem = excover.parse(f"{text} require sum(a(i) for i in 1..5) = 12 require a(1) != 0")
    assert rules_in_conflict(problem) == [
        "require a(5) = 2",
        *(f"require a(i) <= a(i+1) with i = {i}" for i in (2, 3, 4)),
        "require sum(a(i) for i in 1..5) = 12",
    ]


def test_a_condition_that_takes_options_away_is_named_whole() -> None:
    text = "choose a(i in 1..2) from 0..3 require a(i) < 2 for i in 1..2 require a(1) + a(2) > 2"
    assert rules_in_conflict(excover.parse(text)) == [
        "require a(i) < 2 for i in 1..2",
        "require a(1) + a(2) > 2",
    ]


def test_clues_take_part() -> None:
    text = "choose a(i in 1..3) from 0..3 require a(1) < a(2) require a(2) < a(3) require a(1) != 3\n"
    problem = excover.parse(text)
    found = excover.why(problem.given(["a(3, 1)"]))
    assert found.reason is not None
    assert "keeps to `require a(1) < a(2)` and `require a(2) < a(3)` together" in found.reason.text
    assert len(found.clues) == 1


def test_a_reason_is_kept_where_the_time_ends_before_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = excover.parse("choose a(i in 1..5) from 0..2 require a(i) < a(i + 1) for i in 1..4")
    named, run = excover.why(problem), Run(cancellation=Cancellation())

    def stopped(*_: object) -> list[str]:
        run.cancellation.cancel()
        run.check()
        return []

    monkeypatch.setattr(why, "rules_in_conflict", stopped)
    unnamed = excover.why(problem, run)
    assert named.reason
    assert unnamed.reason
    assert named.reason.text.startswith(f"{unnamed.reason.text}; no solution keeps to")


def test_of_many_rules_few_sets_are_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = "".join(f"require a({i}) + a({i + 1}) <= 6\n" for i in range(1, 60))
    problem = excover.parse(f"choose a(i in 1..60) from 1..4\n{rules}require a(30) = 4\nrequire a(31) > 2\n")
    asked = []

    def counted(matrix: Matrix, run: Run) -> bool:
        asked.append(matrix)
        return has_solution(matrix, run)

    monkeypatch.setattr(conflicts, "has_solution", counted)
    assert rules_in_conflict(problem) == [
        "require a(30) + a(31) <= 6",
        "require a(30) = 4",
        "require a(31) > 2",
    ]
    assert len(asked) < 35


@pytest.mark.parametrize("most", [1, 2, 5])
def test_a_run_that_has_ended_compiles_no_further(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    rules = "".join(f"require a({i}) < a({i + 1})\n" for i in range(1, 9))
    problem = excover.parse(f"choose a(i in 1..9) from 1..8\n{rules}")
    compiled: list[object] = []

    def counted(*given: Any) -> Compiled:
        compiled.append(given)
        return expand(*given)

    monkeypatch.setattr(conflicts, "expand", counted)
    with pytest.raises(Unfinished):
        rules_in_conflict(problem, run=ending_when(lambda: len(compiled) >= most))
    assert len(compiled) == most
