"""`why` names the rule that no solution keeps to, in the words of the description."""

from __future__ import annotations

import pytest

import excover
from excover.authors.why import why

BOARD = "board tray {size}\nshapes piece\n  |{pieces}\nplace free piece on tray each {times} times\n"


def said(size: str, pieces: str, times: str, rules: str) -> str:
    return BOARD.format(size=size, pieces=pieces, times=times) + rules


CASES = {
    said("4x4", "A", "16", "require tray without crossroads"): "`require tray without crossroads`",
    said("2x2", "AA", "2", "require tray without faults"): "`require tray without faults`",
    said("2x4", "AA", "4", "require piece apart"): "`require piece apart`",
    said("3x3, at most 2 holes", "AA", "1..3", ""): "`board tray at most 2 holes`",
    said(
        "2x2", "A", "4", "require tray without crossroads, faults"
    ): "`require tray without crossroads, faults`",
    said("1x3", "AA", "1", ""): "",
    said("1x3", "AA", "1", "require piece apart"): "",
}


@pytest.mark.parametrize("text", CASES)
def test_the_rule_is_named(text: str) -> None:
    found = why(excover.parse(text))
    assert found.reason is not None
    _, told, rule = found.reason.text.partition("; no solution keeps to ")
    assert (rule, bool(told)) == (CASES[text], bool(CASES[text]))


def test_rules_that_fail_together_are_both_named() -> None:
    """Either of the two alone has solutions."""
    text = said("2x2, at most 1 hole", "A", "1..4", "require piece apart")
    reason = why(excover.parse(text)).reason
    assert reason is not None
    both = "`board tray at most 1 hole` and `require piece apart` together"
    assert reason.text.endswith(f"; no solution keeps to {both}")
    for old, new in (("most 1 hole", "most 2 holes"), ("require piece apart", "")):
        assert excover.parse(text.replace(old, new)).solve() is not None


def test_bounds_that_are_set_later_are_no_rule_of_the_text() -> None:
    text = said("2x2, at most 1 hole", "AA", "1", "")
    reason = why(excover.parse(text).with_bounds(["tray_holes"], at_most=[0])).reason
    assert reason is not None
    assert "no solution keeps to" not in reason.text


def test_one_item_is_told_in_words() -> None:
    found = why(excover.parse("item a 2 times\nitem b\noption x() covers a\noption y() covers b"))
    assert found.reason is not None
    assert "1 item cannot" not in found.reason.text


def test_what_rules_add_is_named_by_the_rule() -> None:
    """With the values of its loop, not by the names of items that nobody wrote."""
    text = "choose f(i in 1..3) from 1..2\n"
    text += "require f(i) = 1 implies (f(i mod 3 + 1) = 2 and f(1) = f(3)) for i in 1..3\n"
    told = str(why(excover.parse(f"{text}require f(1) + f(2) + f(3) = 4")))
    assert "`require f(i) = 1 implies f(i mod 3+1) = 2 and f(1) = f(3) with i = " in told
    assert "rule_" not in told


def test_a_rule_is_told_once() -> None:
    """Though it is both what no option covers, or what options compete for, and what no solution keeps to."""
    text = "board b 1x3, may stay empty\noptional option s(p in b) covers b[p]\n"
    reason = why(excover.parse(f"{text}require count(s(p) for p in b) = 4")).reason
    assert reason is not None
    assert reason.text == "no solution keeps to `require count(s(p) for p in b) = 4`"
    text = "choose a(i in 1..3) from 1..3\nrequire a(1) != a(2) or a(3) = 4\nrequire a(1) = a(2)"
    reason = why(excover.parse(text)).reason
    assert reason is not None
    for rule in text.splitlines()[1:]:
        assert reason.text.count(f"`{rule}`") == 1


@pytest.mark.parametrize(("clues", "told"), [("7 .", ["the 7 left of row 1"]), ("6 .", [])])
def test_a_rule_about_a_label_is_named_by_it(clues: str, told: list[str]) -> None:
    """As in the steps of `rate`."""
    text = "board b 2x3\nlabels k left\n" + "".join(f"|{clue}\n" for clue in clues.split())
    text += "fill b with 1..3, once per row\nrequire b(r, 1) * b(r, 2) * b(r, 3) = k[r] for r in k"
    found = why(excover.parse(text))
    names = [found.reason.text.removeprefix("no solution keeps to ")] if found.reason else []
    assert names == told


def test_rules_about_the_same_label_are_told_apart() -> None:
    text = "board b 1x3\nlabels k left\n|4\nfill b with 1..3, once per row\n"
    text += "require b(r, 1) + b(r, 2) = k[r] for r in k\nrequire b(r, 1) + 2*b(r, 2) = k[r] for r in k"
    reason = why(excover.parse(text)).reason
    assert reason is not None
    for rule in text.splitlines()[4:]:
        assert rule.removesuffix(" for r in k") in reason.text


def test_a_rule_that_options_compete_for_is_told_once() -> None:
    """Beside a given, by its label, and not again with its loop."""
    text = "board b 1x3\nlabels k left\n|4\nfill b with 1..3, once per row\n"
    reason = why(excover.parse(f"{text}require b(r, 1) + b(r, 2) = k[r] for r in k"), "2..").reason
    assert reason is not None
    assert reason.text.count("the 4 left of row 1") == 1
    assert "require" not in reason.text
