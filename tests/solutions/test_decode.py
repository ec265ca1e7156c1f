"""Solutions are decoded when they are asked for something, and each name is made once."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest

import excover
from excover.matrix.name_resolution import Originals
from excover.solutions.decode import Solution


def test_what_is_not_asked_for_is_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    names = excover.load("queens").matrix.options

    class Watched(list[object]):
        def __getitem__(self, number):  # type: ignore[no-untyped-def, override]
            made.append(number)
            return names[number]

    monkeypatch.setattr(Originals, "options", lambda _self, _names: Watched())
    solutions = list(excover.load("queens").solutions())
    assert (len(solutions), made) == (92, [])
    assert len({solution.options for solution in solutions}) == 92
    assert len(made) == len(set(made))


@pytest.mark.parametrize("ask", [str, repr, len, list, hash, copy.copy, copy.deepcopy, pickle.dumps])
def test_any_first_question_is_answered(ask) -> None:  # type: ignore[no-untyped-def]
    [first, *_], [again, *_] = (list(excover.load("queens", {"n": 6}).solutions()) for _ in range(2))
    ask(first)
    assert first == again
    assert first == Solution(again.options)
    assert {"_cover", "_decoder"}.isdisjoint(field.name for field in dataclasses.fields(first))
    assert pickle.loads(pickle.dumps(again)) == first
    with pytest.raises(AttributeError, match="a solution has no `colour`"):
        first.colour  # noqa: B018


def test_next_and_for_take_turns() -> None:
    solutions = excover.load("queens").solutions()
    taken = [next(solutions)]
    for solution in solutions:
        taken.append(solution)
        if len(taken) % 3 == 0:
            break
    taken += [next(solutions), *solutions]
    assert taken == list(excover.load("queens").solutions())
    assert solutions.outcome.exhausted


def test_only_items_in_units_have_totals() -> None:
    """A rule is a row of the same kind, but no total: several rows may state one rule."""
    problem = excover.load("sukoro")
    names = [each.name for each in problem.matrix.sums if each.is_rule]
    assert len(set(names)) < len(names)
    assert problem.solve().totals == {}
