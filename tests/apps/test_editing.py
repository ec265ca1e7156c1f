"""What an editor asks, on the gallery and on texts that are broken at any place."""

from __future__ import annotations

import os
import pickle
import time
from functools import cache

import pytest
from effort import HANGS, steps
from hypothesis import given
from hypothesis import strategies as st
from slow_values import PUZZLES, with_slow

from excover.apps.editing.edited_text import EditedText, Encoding, LineColumns, facts_of, words_of
from excover.apps.editing.editor_process import EditorProcess, ProcessEnded, ProcessFault, solved
from excover.apps.editing.hints import CannotRename, renamed
from excover.apps.editing.name_table import Declaration, name_table
from excover.apps.editing.vocabulary import meaning_of, meanings
from excover.base.limits import Limits
from excover.base.source import Source
from excover.language import gallery
from excover.language.expressions.library import LIBRARY
from excover.language.syntax import ast
from excover.language.syntax.grammar import statement_words, words_of_the_grammar
from excover.language.syntax.parse import parse, parse_partly
from excover.language.syntax.recovery import MOST_WRONG
from excover.language.syntax.statements.base import NameKind
from excover.lattices import LATTICE_NAMES

NAMES = gallery.names()


@cache
def shipped(name: str) -> Source:
    source = gallery.puzzle(name)
    assert source
    return source


# The partial tree


@pytest.mark.parametrize("name", PUZZLES)
def test_a_wrong_statement_does_not_hide_the_others(name: str) -> None:
    """Each statement in turn is broken by a character that no word has."""
    source = shipped(name)
    spec = parse(source)
    for statement in spec.statements:
        keyword = next(words_of(statement.span.text))
        at = statement.span.start + keyword.end
        broken = Source(source.name, source.text[:at] + "§" + source.text[at:], source.path)
        read, errors = parse_partly(broken)
        kept = {each.span.text for each in read.statements}
        others = {each.span.text for each in spec.statements if each is not statement}
        assert others <= kept <= others | {statement.span.text}  # `minimize§` has a whole word
        assert errors


@pytest.mark.parametrize(
    "name", with_slow(["kanoodle", "queens", "sudoku", "timetable"], slow=["kanoodle", "queens", "sudoku"])
)
def test_every_beginning_has_a_tree(name: str) -> None:
    """Its statements are those of the whole text, but for the last one, which may be shorter."""
    source = shipped(name) if name in NAMES else shipped("langford")
    whole = [each.span.text for each in parse(source).statements]
    for length in range(len(source.text)):
        read, errors = parse_partly(Source(source.name, source.text[:length]))
        texts = [each.span.text for each in read.statements]
        assert texts[:-1] == whole[: max(0, len(texts) - 1)]
        assert len(errors) <= 1


def test_many_errors_are_not_all_reported() -> None:
    def text(wrong: int) -> Source:
        lines = "item 3\n" * wrong
        return Source("x.xc", f"item a\n{lines}item b\n")

    read, errors = parse_partly(text(1000))
    assert len(errors) == MOST_WRONG
    assert [each.span.text for each in read.statements][:1] == ["item a"]
    few, many = (steps(lambda wrong=wrong: parse_partly(text(wrong))) for wrong in (100, 1000))  # type: ignore[misc]
    assert many < 3 * few  # each of them takes time to explain


def test_what_exceeds_a_limit_has_no_statements() -> None:
    read, (error,) = parse_partly(Source("x.xc", "item a\n" * 100), Limits(words=10))
    assert not read.statements
    assert error.code.startswith("E")


def test_a_given_is_one_statement_though_its_parts_are_nodes() -> None:
    read, errors = parse_partly(Source("x.xc", "given f(1), g(2)\ngiven a[1] = 2\nitem ("))
    assert [each.span.text for each in read.statements] == ["given f(1), g(2)", "given a[1] = 2"]
    assert len(errors) == 1


# Names


@pytest.mark.parametrize("name", PUZZLES)
def test_all_names_can_be_given_other_names(name: str) -> None:
    """Every use is found, and no other: with all names renamed, the puzzle is the same."""
    draft = EditedText.of(shipped(name))
    for number in range(len(draft.names.declarations)):
        offset = draft.names.declarations[number].span.start
        if draft.names.declarations[number].kind is NameKind.SYMBOL and _has_table(draft):
            with pytest.raises(CannotRename):
                renamed(draft, offset, f"zz{number}")
            continue
        edits = renamed(draft, offset, f"zz{number}")
        text = draft.source.text
        for edit in reversed(edits):
            text = text[: edit.span.start] + edit.replacement + text[edit.span.end :]
        draft = EditedText.of(Source(draft.source.name, text, draft.source.path))
    before, after = facts_of(shipped(name)), facts_of(draft.source)
    assert not [each for each in after.diagnostics if each.is_error]
    assert after.size == before.size
    assert [number for _, number in after.made] == [number for _, number in before.made]


def _has_table(draft: EditedText) -> bool:
    return any(isinstance(statement, ast.Table) for statement in draft.spec.statements)


@pytest.mark.parametrize("name", NAMES)
def test_every_name_of_a_right_text_is_known(name: str) -> None:
    """A name in the tree is a declaration or a use; but for those of a `place`, which nothing declares."""
    source = shipped(name)
    spec = parse(source)
    draft = EditedText.of(source)
    found = {each.span.start for each in draft.names.occurrences}
    for statement in spec.statements:
        if isinstance(statement, ast.PlaceStatement | ast.Import):
            continue
        for each in _names_in(statement):
            known = each.span.start in found
            usual = (
                "cell",
                "wall",
                "nothing",
                "sides",
                "corners",
                "piece",
                "true",
                "false",
                *_FUNCTIONS,
                *LATTICE_NAMES,
            )
            assert known or each.id in usual, (each.id, each.span.line)


_FUNCTIONS = tuple(LIBRARY)


def _names_in(part: object) -> list[ast.Name]:
    if isinstance(part, ast.Name):
        return [part]
    parts = part.parts if isinstance(part, ast.Node) else part if isinstance(part, tuple) else ()
    return [name for each in parts for name in _names_in(each)]


def test_an_inner_name_hides_an_outer_one() -> None:
    spec = parse(Source("x.xc", "let r = 1\nlet s = {r for r in {r, 2}}\nlet t = r\n"))
    names = name_table(spec)
    outer, inner = (each for each in names.declarations if each.name == "r")
    assert [use.span.line for use in names.uses_of(outer)] == [2, 3]
    assert [use.span.column for use in names.uses_of(inner)] == [10]


def test_an_option_and_an_item_may_have_one_name() -> None:
    spec = parse(Source("x.xc", "item a\noption a() covers a\ngiven a()\n"))
    names = name_table(spec)
    item, option = names.declarations
    assert [(use.span.line, use.declaration) for use in names.uses] == [(2, item), (3, option)]


def test_imports_of_imports_have_the_prefix_of_their_own_import(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "a.xc").write_text('import "b.xc" as b\nlet one = 1\nitem hidden\n')
    (tmp_path / "b.xc").write_text('import "a.xc" as a\nlet two = 2\n')
    source = Source("c.xc", 'import "a.xc" as a\n', str(tmp_path / "c.xc"))

    def shown(each: Declaration) -> tuple[str, str]:
        return each.name, each.span.text

    assert sorted(map(shown, EditedText.of(source).names.imported)) == [("a_one", "one"), ("b_two", "two")]


# Words and places


@pytest.mark.parametrize("name", NAMES)
def test_words_have_no_gaps(name: str) -> None:
    text = shipped(name).text
    at = 0
    for word in words_of(text):
        assert not text[at : word.start].strip()
        assert text[word.start : word.end] == word.text
        at = word.end
    assert not text[at:].strip()


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r")), st.data())
def test_places_are_those_of_the_encoding(text: str, data: st.DataObject) -> None:
    encoding: Encoding = data.draw(st.sampled_from(["utf-8", "utf-16", "utf-32"]))
    offset = data.draw(st.integers(0, len(text)))
    positions = LineColumns(text, encoding)
    line, column = positions.of(offset)
    before = text[:offset]
    unit = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    codec = encoding if unit == 1 else f"{encoding}-le"
    assert line == before.count("\n")
    assert column == len(before.rpartition("\n")[2].encode(codec)) // unit
    assert positions.offset(line, column) == offset


@given(st.text("ab😋\n"), st.integers(0, 9), st.integers(0, 99))
def test_a_place_outside_is_the_nearest(text: str, line: int, column: int) -> None:
    offset = LineColumns(text).offset(line, column)
    assert 0 <= offset <= len(text)
    assert LineColumns(text).of(offset)[0] == min(line, text.count("\n"))


def test_every_statement_has_a_meaning() -> None:
    assert meanings().keys() == set(statement_words())


def test_every_word_of_the_grammar_has_a_meaning() -> None:
    assert [word for word in sorted(words_of_the_grammar()) if not meaning_of(word)] == []
    assert meaning_of("tray") == ""


# TextFacts


@pytest.mark.parametrize("name", PUZZLES)
def test_facts_travel(name: str) -> None:
    facts = facts_of(shipped(name))
    copy = pickle.loads(pickle.dumps(facts))
    assert [each.message for each in copy.diagnostics] == [each.message for each in facts.diagnostics]
    assert copy.names == facts.names
    assert facts.size
    assert sum(number for _, number in facts.made) == facts.size[1]


def test_a_value_is_known_though_another_statement_is_wrong() -> None:
    facts = facts_of(Source("x.xc", "let n = 6*7\nlet m = n + oops\nlet k = n - 1\nitem a["))
    assert (facts.names["n"].value, facts.names["k"].value) == ("42", "41")
    assert "m" not in facts.names


def test_a_huge_set_is_not_written_out() -> None:
    facts = facts_of(Source("x.xc", "let s = {(a, b) for a, b in 1..300}\nlet r = 1..1000000\n"))
    assert len(facts.names["s"].value) <= 300
    assert (facts.names["s"].count, facts.names["r"].value) == (90_000, "1..1000000")


# Searches


PLANS = """enum Task = ash, fir
item task[Task]
item late in units
option ash(n in 1..2) covers task[ash], late by n cost 5 - n
option fir(n in 1..2) covers task[fir], late by n cost 7 - n
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PLANS, "late "),
        (PLANS + "minimize", "cost 8 (minimum)\nlate 4"),
        (PLANS + "maximize", "cost 10 (maximum)\nlate 2"),
        (PLANS + "minimize late", "late 2 (minimum)\ncost 10"),
        (PLANS + "minimize late then cost", "late 2, cost 10 (best by `minimize late then cost`)"),
        ("item a option x() covers a", "x()"),
    ],
)
def test_a_solution_has_its_cost(text: str, said: str) -> None:
    report = solved(Source("x.xc", text), HANGS).text
    assert said in report
    assert report.endswith(said) or text == PLANS


# Workers


def test_a_worker_is_ended_and_replaced() -> None:
    with EditorProcess() as worker:
        with pytest.raises(ProcessEnded):
            worker.ask(time.sleep, 10_000, seconds=0.5)
        assert worker.ask(abs, -1, seconds=HANGS) == 1


@pytest.mark.slow
def test_a_stopped_worker_is_forgotten() -> None:
    """The next question goes to another process at once, not to one that is about to die."""
    with EditorProcess() as worker:
        first = worker.ask(os.getpid, seconds=HANGS)
        for _ in range(3):
            worker.stop()
            assert worker.ask(os.getpid, seconds=HANGS) != first


def test_a_fault_in_a_worker_is_told() -> None:
    with EditorProcess() as worker:
        with pytest.raises(ProcessFault, match="ZeroDivisionError"):
            worker.ask(divmod, 1, 0, seconds=HANGS)
        assert worker.ask(abs, -1, seconds=HANGS) == 1


def test_a_closed_worker_answers_nothing() -> None:
    worker = EditorProcess()
    worker.close()
    with pytest.raises(ProcessEnded):
        worker.ask(abs, -1, seconds=HANGS)
