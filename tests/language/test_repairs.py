"""Single mistakes in the texts of the gallery: every edit that is offered leads on.

What is mistaken is a word or a sign that is left out, written twice, exchanged with the next one or
with one that other languages have, or misspelt.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from slow_values import PUZZLES, VARIED

from excover.apps.editing.edited_text import TextWord, words_of
from excover.base.diagnostics import Diagnostic
from excover.base.source import Source
from excover.language import gallery
from excover.language.syntax import recovery
from excover.language.syntax.parse import parse_partly
from excover.language.syntax.repair import StatementTrial


def test_no_repair_is_tried_of_errors_that_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []
    monkeypatch.setattr(StatementTrial, "repair", lambda *found: tried.append(found))
    _, errors = parse_partly(Source("x.xc", "enum Day = Mon Tue\n" * 9 + "item a\n"))
    assert len(errors) == len(tried) == recovery.MOST_WRONG


@pytest.mark.parametrize("behind", ["", "\n", "  # see\n\n", "\nitem c\n", "\n# x\noption x() covers a\n"])
def test_a_comma_between_items(behind: str) -> None:
    for items, edited in (("a b", "a, b"), ("a[1..3] b[1..3]", "a[1..3], b[1..3]"), ("a, b c", "a, b, c")):
        (wrong,) = parse_partly(Source("x.xc", f"item {items}{behind}")).errors
        edit = wrong.fix()
        assert edit
        assert edit.applied() == f"item {edited}{behind}"
        assert not edit.is_certain  # `b times` may be meant
    (wrong,) = parse_partly(Source("x.xc", f"let b = 3\nitem a b{behind}")).errors
    assert wrong.fix() is None  # `b times` is as likely


def test_an_item_behind_a_forgotten_comma_is_no_misspelled_word() -> None:
    """Neither the comma nor `colored` is certain; a name that stands elsewhere, too, is an item."""
    text = "item row[1..3] col\noption x(r in 1..3) covers row[r]"
    for behind, edits in ((", col\n", [","]), ("\n", ["colored", ","])):
        (wrong,) = parse_partly(Source("x.xc", text + behind)).errors
        assert [(edit.replacement, edit.is_certain) for edit in wrong.fixes()] == [(e, False) for e in edits]


@pytest.mark.parametrize(
    ("wrong", "mended", "certain"),
    [
        ("option x(r r, c in 1..3) covers a", "option x(r, c in 1..3) covers a", True),
        ("enum Day = Bar r", "enum Day = Bar, r", True),
        ("let m = {(1, 2) (1, 3), (1, 4)}", "let m = {(1, 2), (1, 3), (1, 4)}", True),
        ("let m = (1, 2) (1)", "let m = (1, 2) [1]", False),
        ("let m = {1, 2 3, 4}", "let m = {1, 2, 3, 4}", True),
        ("let m = {1, 2 2, 4}", "let m = {1, 2, 2, 4}", False),  # one of them may be too many
        ("let m = {n, 2 a, 4}", "let m = {n, 2, a, 4}", False),  # a sign may be missing
        ("item a[1..3, b\n", "item a[1..3, b]\n", False),  # or `a[1..3], b`
        ("item a[1..3\n", "item a[1..3]\n", True),
        ("let a = (b) + (c))\n", "let a = (b) + (c)\n", False),  # one that opens may be missing
        ("enum Day = Mon, , Tue", "enum Day = Mon, Tue", False),  # a name may be missing
    ],
)
def test_a_word_too_many_or_a_comma_too_few(wrong: str, mended: str, certain: bool) -> None:
    (found,) = parse_partly(Source("x.xc", wrong)).errors
    edit = found.fix()
    assert edit
    assert (edit.applied(), edit.is_certain) == (mended, certain)


@pytest.mark.parametrize("statement", ["given x(r) where r > 1", "forbid x(r) where r > 1"])
def test_no_loop_without_names_is_proposed(statement: str) -> None:
    (wrong,) = parse_partly(Source("x.xc", f"item a\noption x(r in 1..3) covers a\n{statement}\n")).errors
    assert wrong.fixes() == []
    assert "for x in S where" in wrong.help[0]


@pytest.mark.parametrize(
    ("wrong", "help_", "mended"),
    [
        ("item a exactly once\n", "write `once`", "item a once\n"),
        ("enum Day = {Mon, Tue}\n", "without braces", None),
        ("optional item a\n", "`item a at most once`", None),
        ("expect 24 solutions\n", "`expect solutions = 4`", None),
        ("board 3x4\n", "give the board a name", None),
        ("board b 3,4\n", "write a size as", "board b 3x4\n"),
        ("draw x at r, c as r\n", "in parentheses", None),
        (
            "option x(r in 1..3) covers a if r is 2\n",
            "write equality",
            "option x(r in 1..3) covers a if r = 2\n",
        ),
        (
            "option x(r in 1..3)\n  where r > 1, r < 3\n  covers a\n",
            "`and` between conditions",
            "option x(r in 1..3)\n  where r > 1 and r < 3\n  covers a\n",
        ),
        (
            "option x(r in 1..3) covers a if r = 1 where r != 2\n",
            "before `covers`",
            "option x(r in 1..3) where r != 2 covers a if r = 1\n",
        ),
    ],
)
def test_what_newcomers_write(wrong: str, help_: str, mended: str | None) -> None:
    (found,) = parse_partly(Source("x.xc", wrong)).errors
    edit = found.fix()
    assert help_ in " ".join(found.help)
    assert (edit.applied() if edit else None) == mended


EACH = 6
"""How many mistakes of each text are tried."""

FOREIGN = {
    **{
        "=": ["==", ":", "in"],
        ",": [";", "", "and"],
        "in": [":", "=", "of", "on"],
        "on": ["in", "at", ":", ""],
    },
    **{"..": ["...", ":", "to"], "[": ["(", "{"], "]": [")", "}"], "(": ["[", "{"], ")": ["]", "}"]},
    **{"covers": ["cover", ":", "->", ""], "and": ["&&", ","], "or": ["||"], "|": [""], "where": ["if", ""]},
    **{"!=": ["<>", "/="], "div": ["/"], "mod": ["%"], "for": [":", "|"], "free": ["fre", ""]},
}


def mistakes(source: Source, number: int) -> Iterator[Source]:
    """Texts with a single mistake each, the same ones every time."""
    chosen = random.Random(source.name)
    words = [word for word in words_of(source.text) if word.kind != "comment"]
    for _ in range(number):
        at = chosen.randrange(len(words) - 1)
        word = words[at]
        text = mistaken(chosen, word, words[at + 1])
        end = words[at + 1].end if text.startswith(words[at + 1].text) and text != word.text else word.end
        changed = source.text[: word.start] + text + source.text[end:]
        yield Source(source.name, changed, source.path)


def mistaken(chosen: random.Random, word: TextWord, following: TextWord) -> str:
    text = word.text
    if word.kind == "drawing":
        return text[1:]
    kinds = [*FOREIGN.get(text, []), "", f"{text} {text}", f"{following.text} {text}", f"{text};", f"{text}:"]
    if len(text) > 3 and text.isalpha():
        cut = chosen.randrange(1, len(text) - 1)
        kinds += [
            text[:cut] + text[cut + 1 :],
            text[: cut - 1] + text[cut] + text[cut - 1] + text[cut + 1 :],
        ] * 3
    return chosen.choice(kinds)


@pytest.mark.parametrize("name", PUZZLES)
def test_an_edit_leads_on(name: str) -> None:
    source = gallery.puzzle(name)
    assert source
    for wrong in mistakes(source, EACH):
        errors = parse_partly(wrong).errors
        for number, each in enumerate(errors):
            if edit := each.fix():
                fixed = Source(wrong.name, edit.applied(), wrong.path)
                known = {behind(other) for other in errors[:number]}
                later = [other for other in parse_partly(fixed).errors if behind(other) not in known]
                assert all(behind(other) < behind(each) for other in later), (each.plain(), edit, later)


def behind(error: Diagnostic) -> int:
    """How much of its text is behind an error, and so may not be read yet."""
    span = error.labels[0].span
    return len(span.source.text) - span.start


@pytest.mark.slow
def test_an_edit_that_is_certain_restores_the_text() -> None:
    """It does so after nearly all mistakes of texts; of others, something else was meant."""
    right, wrong = 0, []
    for name in VARIED:
        source = gallery.puzzle(name)
        assert source
        for mistaken in mistakes(source, EACH):
            edits = [edit for error in parse_partly(mistaken).errors[:1] for edit in error.fixes()]
            if len(edits) == 1 and edits[0].is_certain:
                if joined(edits[0].applied()) == joined(source.text):
                    right += 1
                else:
                    wrong.append((name, edits[0].applied()))
    assert len(wrong) < right / 20, wrong


def joined(text: str) -> list[str]:
    return [word.text for word in words_of(text) if word.kind != "comment"]


TRAY = "board tray 3x3\nshapes bits\n  |AA\n  |A.\n"
TASKS = "enum Task = ash, fir\nenum Day = Mon, Tue\nitem task[Task]\n"


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        (TRAY + "place free bits tray\n", TRAY + "place free bits on tray\n"),
        (TRAY + "place free bits in tray\n", TRAY + "place free bits on tray\n"),
        (
            TRAY + "place free bits\nexpect solutions = 1\n",
            TRAY + "place free bits on tray\nexpect solutions = 1\n",
        ),
        ("table t\n  |form size\n  shape 3\n  |bar 4\n", "table t\n  |form size\n  |shape 3\n  |bar 4\n"),
        ("table t\n  |form size\n  |bar 4\n  as-is 3\n", "table t\n  |form size\n  |bar 4\n  |as-is 3\n"),
        ("enum Day = Mon; Tue\n", "enum Day = Mon, Tue\n"),
        ("enum Day = Mon, Tue;\n", "enum Day = Mon, Tue\n"),
        ("enum Day: Mon, Tue\n", "enum Day = Mon, Tue\n"),
        ("enum Day = Mon Tue\n", "enum Day = Mon, Tue\n"),
        ("let n = sum(x : x in 1..3)\n", "let n = sum(x for x in 1..3)\n"),
        ("item a[1:3]\n", "item a[1..3]\n"),
        (TASKS + "option p(t : Task) covers task[t]\n", TASKS + "option p(t in Task) covers task[t]\n"),
        (TASKS + "option p(t in Task): covers task[t]\n", TASKS + "option p(t in Task) covers task[t]\n"),
        (TASKS + "option p(t in Task) covers task(t)\n", TASKS + "option p(t in Task) covers task[t]\n"),
        (TASKS + "option p(t in Task) task[t]\n", TASKS + "option p(t in Task) covers task[t]\n"),
        ("item row[1..8\nexpect solutions = 1\n", "item row[1..8]\nexpect solutions = 1\n"),
        ("let 2a = 3\n", ""),
        ("enum Day {Mon, Tue}\n", ""),
    ],
)
def test_what_was_meant(text: str, fixed: str) -> None:
    """No edit where none is certain."""
    (wrong,) = parse_partly(Source("x.xc", text)).errors
    edit = wrong.fix()
    assert (edit.applied() if edit else "") == fixed


def test_a_long_statement_is_not_read_again_and_again() -> None:
    names = ", ".join(f"day{n}" for n in range(2000))
    (wrong,) = parse_partly(Source("x.xc", f"enum Day = {names}, Mon Tue\n")).errors
    assert (wrong.code, wrong.fix()) == ("E008", None)
