"""Every text that a model takes is read back from what it writes, or refused in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from test_model import content

import excover
from excover import Model, SpecError
from excover.language.syntax.grammar import keywords
from excover.language.syntax.nodes import is_quotable
from excover.matrix.matrix import Matrix

MARKS = "\"'\\\n\r\t\0\x0b\x0c\x1c\x85\u2028\u2029\ufeff\ud800\u202e |#.,()[]{}<>x1é日😀"
TEXTS = st.text(st.sampled_from(MARKS) | st.characters(), max_size=4)


def indices(model: Model, text: str) -> None:
    task = model.items("task", [text, "other"])
    model.options("act", [text, "other"], covers=task[[text, "other"]])


def arguments(model: Model, text: str) -> None:
    task = model.item("task")
    model.option("act", text, (text, 1), covers=task)


def colors(model: Model, text: str) -> None:
    task, room = model.item("task"), model.item("room", colored=True)
    model.option("act", covers=[task, room.colored(text)])


def values(model: Model, text: str) -> None:
    model.board("grid", 2, 2)
    model.fill("grid", {text, "other"}, once_per=["row", "column"])


def title(model: Model, text: str) -> None:
    model.add(f'puzzle "{text}"')
    indices(model, "other")


def cells(model: Model, text: str) -> None:
    model.board("grid", f"..{text}")
    model.shapes("piece", "A")
    model.place("piece", on="grid", at_least=0)


def pieces(model: Model, text: str) -> None:
    model.board("grid", "..")
    model.shapes("piece", f"A{text}")
    model.place("piece", on="grid", at_least=0)


USES: list[Callable[[Model, str], None]] = [indices, arguments, colors, values, title, cells, pieces]


def read_back(text: str) -> Matrix:
    """As from a file."""
    return excover.parse(text.encode().decode()).matrix


@pytest.mark.parametrize("use", USES, ids=lambda use: use.__name__)
@settings(max_examples=examples(160))
@given(text=TEXTS)
def test_texts_of_models_are_read_back(use: Callable[[Model, str], None], text: str) -> None:
    model = Model()
    try:
        use(model, text)
        matrix = model.problem().matrix
    except SpecError:
        assert use not in (indices, arguments, colors)
        return
    try:
        written = model.to_xc()
    except SpecError:
        assert not is_quotable(text)
        return
    assert content(read_back(written)) == content(matrix)


def test_words_of_the_language_are_names_and_are_written_back_with_an_end() -> None:
    model = excover.Model()
    place, item = model.items("place", [1, 2, 3]), model.items("item", ["a", "b"], at_most=[1, 2])
    fill = model.items("fill", [1], units=True, at_most=9)
    covers = [place[[1, 2, 3]], item[["a", "b", "b"]], fill[1].by(2)]
    model.options("place", [1, 2, 3], ["a", "b", "b"], covers=covers, cost=[1, 2, 3])
    model.options("place_", board=[1, 2, 3], covers=place[[1, 2, 3]], cost=5)
    model.items("else", [1, 2], else_cost=3)
    model.options("by", [1, 2], covers=model["else"][[1, 2]], cost=[2, 4])
    model.also("place", covers=model["else"][1].where([False, False, False]))
    model.minimize(fill, "cost")
    problem, written = model.problem(), excover.parse(model.to_xc())
    assert problem.count() == written.count() == 32
    best, again = problem.forbid("place_(1)").best(), written.forbid("place_(1)").best()
    assert best.by_family["place"] == [(1, "a")]
    assert again.by_family["place__"] == [(1, "a")]
    assert (best.cost, best.totals) == (16, {"fill[1]": 2})
    assert (again.cost, again.totals) == (16, {"fill_[1]": 2})
    with pytest.raises(SpecError, match="E791"):
        model.chosen("place")


def answers(word: str, name: str) -> Any:
    """What problems say whose items, sums and options are called so, told with the word; or the code of the
    error.
    """
    try:
        listed, summed, chosen = Model(), Model(), Model()
        job, other = listed.items("job", [1, 2]), listed.items(name, [1, 2])
        listed.options("y", [1, 2], covers=[job[[1, 2]], other[[1, 2]]])
        listed.option("z", 3, covers=[job[1], other[1]])
        job, load = summed.items("job", [1, 2]), summed.item(name, units=True, at_most=8)
        summed.options("y", [1, 2], [5, 2], covers=[job[[1, 2]], load.by([5, 6])], cost=[2, 3])
        summed.options("y", [1, 2], [3, 4], covers=[job[[1, 2]], load.by([2, 3])], cost=[4, 1])
        summed.minimize()
        job = chosen.items("job", [1, 2])
        chosen.option(name, 1, covers=job[1])
        chosen.options("y", [1, 2], covers=job[[1, 2]])
    except SpecError as error:
        return error.diagnostics[0].code
    best, more = summed.problem().best(), chosen.problem().with_option(name, 2, covers=job[2])
    texts = [str(sorted(map(str, model.problem().solutions()))) for model in (listed, summed, chosen)]
    texts += [str(best.totals), str(best.cost), str(sorted(map(str, more.solutions())))]
    texts += [str(sorted(listed.problem().count_by(f"{name}[..]").items()))]
    return [text.replace(name, word) for text in texts]


@pytest.mark.parametrize("word", sorted(keywords()))
def test_a_word_of_the_language_is_a_name_as_any_other_or_is_refused(word: str) -> None:
    internal = {"cost", "given", "optional"}
    assert answers(word, word) == ("E791" if word in internal else answers(word, f"{word}_q"))
    if word in internal:
        with pytest.raises(SpecError, match=f"E791.*`{word}`"):
            excover.parse("item a option x() covers a").with_option(word, 1, covers="a")
