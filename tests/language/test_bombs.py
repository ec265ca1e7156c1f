"""What is too large is refused before anything large is built, and the message names the limit."""

from __future__ import annotations

import re
import sys
import tracemalloc
from collections.abc import Callable

import pytest
from commands import Run
from slow_values import with_slow

import excover
from excover.base.diagnostics import SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.source import Source
from excover.problem.problem import compile_source


def doubling(pattern: str, count: int) -> str:
    """The pattern for 1, 2, .. with ``old`` and ``new`` names in it."""
    return "\n".join(pattern.format(old=f"v{n}", new=f"v{n + 1}") for n in range(count))


def in_option(binders: str) -> str:
    return f"item i\noption x({binders}) covers i"


# What is read

DEEP = {
    "brackets": ("E002", "let a = " + "(" * 200_000),
    "braces": ("E002", "let a = " + "{" * 200_000),
    "indices": ("E002", "let a = b" + "[1" * 200_000),
    "not": ("E002", "let a = " + "not " * 5_000 + "1"),
    "not, with comments between": ("E002", "let a = " + "not # no\n" * 2_000 + "1"),
    "minus": ("E002", "let a = " + "- " * 2_000 + "1"),
    "else": ("E002", "let a = " + "1 if (1 = 1) else " * 500 + "1"),
    "sum": ("E002", "let a = 1" + " + 1" * 2_000),
    "members": ("E002", "let a = b" + "[1]" * 2_000),
    "columns": ("E002", "let a = b" + ".c" * 2_000),
    "words": ("E001", "item a\n" * 100_000),
    "long text": ("E001", "#" * (DEFAULT.source + 1)),
    "long name": ("E003", "item " + "a" * 200_000),
    "long number": ("E004", "let a = " + "9" * 200_000),
    "long size": ("E004", f"board b {'9' * 200_000}x9"),
    "long block": ("E004", f"board b 2x2 fill b with 1..2, once per block {'9' * 20_000}x9"),
    "errors": ("E101", "\n".join(f"let a{n} = b{n}" for n in range(1_000))),
    "near names": ("E101", "enum E = " + ", ".join(f"nam{n}" for n in range(3_000)) + "\nlet a = name"),
}


@pytest.mark.parametrize("kind", with_slow(DEEP, slow=["words", "near names"]))
def test_a_long_or_deep_text(kind: str) -> None:
    code, text = DEEP[kind]
    refused(code, text)


# The worst beginnings of every terminal of the grammar

LONG = 10_000
STRETCHED = {
    "quotes": '"' * (LONG - 1),
    "an open quote": '"' + "a" * LONG,
    "bars": "|" * LONG,
    "a bare drawing": "board b\n" + "." * LONG + "!",
    "a drawing": "board b\n  |" + "." * 3 * LONG + "!",
    "digits": "9" * LONG + "a",
    "sizes": "1x" * (LONG // 2) + "1a",
    "long sizes": ("9" * 1000 + "x") * 200 + "9a",
    "brackets": "(" * LONG,
    "dashes": "-" * LONG,
    "dashes apart": "- " * (LONG // 2),
    "not .. in": "not" + " " * LONG + "im",
    "many not .. in": ("not" + " " * 1000) * 200,
    "keywords": "option" * (LONG // 6),
    "underscores": "_" * LONG,
    "blanks": " " * LONG + "!",
    "hashes": "#" * LONG + "\n!",
    "dots": "." * LONG,
    "equals": "=" * LONG,
    "accents": "\u0301" * LONG,
    "escapes": "\x1b" * LONG,
    "one-sided": "one-side" * (LONG // 80),
}


BEFORE = ["", "let a = ", "place ", "board b "]


@pytest.mark.parametrize("kind", STRETCHED)
@pytest.mark.parametrize("before", with_slow(BEFORE, slow=BEFORE[1:]))
def test_a_terminal_stretched(kind: str, before: str) -> None:
    refused("", before + STRETCHED[kind], most_megabytes=40)


# What is meant

HUGE = "999999999999999999"
MEANT: dict[str, tuple[str, str, str]] = {
    "items": ("E503", f"item a[1..{HUGE}]", "items"),
    "items of two sets": ("E503", "item a[1..100000, 1..100000]", "items"),
    "items of many families": ("E503", "\n".join(f"item a{n}[1..4000]" for n in range(200)), "items"),
    "board": ("E504", f"board b {HUGE}x{HUGE}", "cells"),
    "board of layers": ("E504", "board b 1000x1000x1000", "cells"),
    "parameters": ("E504", f"param n = {HUGE}\nboard b n by n", "cells"),
    "drawn board": ("E504", "board b\n" + "  |.\n" * 1000 + "  |" + "." * 1000, "cells"),
    "boards": ("E503", "\n".join(f"board b{n} 100x100" for n in range(20)), "items"),
    "binders": ("E501", in_option(", ".join(f"x{n}" for n in range(20)) + " in 1..5000"), "bindings"),
    "one binder": ("E501", in_option(f"x in 1..{HUGE}"), "bindings"),
    "for": ("E501", f"let a = {{x for x in 1..{HUGE}}}", "bindings"),
    "sum": ("E501", f"let a = sum(1..{HUGE})", "bindings"),
    "joined": ("E501", f"let a = {{y for x in 1..2, y in 1..{HUGE} where y = x}}", "bindings"),
    "joined pairs": (
        "E501",
        "let a = {z for w in 1..2000, x in {1}, (y, z) in {(1, k) for k in 1..20000} where y = x}",
        "bindings",
    ),
    "covers": ("E501", f"item i\noption x() covers (i for x in 1..{HUGE})", "bindings"),
    "given": ("E501", f"item i\noption x(r in 1..2) covers i\nforbid x(r) for r in 1..{HUGE}", "bindings"),
    "pairs of pairs": ("E508", "let v0 = (1, 2)\n" + doubling("let {new} = ({old}, {old})", 60), "bindings"),
    "sets of sets": ("E508", "let v0 = {1}\n" + doubling("let {new} = {{{old}}}", 500), ""),
    "functions": ("E502", "def v0(x) = x\n" + doubling("def {new}(x) = {old}(x) + {old}(x)", 60), ""),
    "a chain of functions": ("E502", "def v0(x) = x\n" + doubling("def {new}(x) = {old}(x)", 500), ""),
    "drawing": ("E506", f"item i\noption x(r in {{1, {HUGE}}}) covers i\ndraw x(r) at (r, r)", "cells"),
    "long range": ("E111", f"let a = 0 - {HUGE} * 9 .. {HUGE} * 9", ""),
}


SMALLER = {
    "boards": Limits(items=20_000),
    "items of many families": Limits(items=100_000),
    "pairs of pairs": Limits(bindings=100_000),
}
"""Where what is legal is large already."""


@pytest.mark.parametrize("kind", MEANT)
def test_a_short_text_that_means_much(kind: str) -> None:
    code, text, limit = MEANT[kind]
    message = refused(code, text, SMALLER.get(kind, DEFAULT))
    assert f"excover.Limits({limit}=N)" in message if limit else "help: " in message


def test_long_pieces_have_no_more_room_than_there_is() -> None:
    piece = "\n".join("  |" + "A" * 20 for _ in range(20))
    text = f"board b 60x60\nshapes p\n{piece}\nplace fixed p on b"
    message = refused("E505", text, Limits(entries=50_000))
    assert "excover.Limits(entries=N)" in message


@pytest.mark.slow
def test_limits_can_be_raised() -> None:
    text = "item a[1..60000]\noption x() covers (a[i] for i in 1..60000 where i < 2)"
    refused("E503", text, Limits(items=50_000))
    assert len(excover.parse(text, limits=Limits(items=60_000)).matrix.items) == 60_000


def refused(code: str, text: str, limits: Limits = DEFAULT, most_megabytes: float = 50) -> str:
    """What is said to it; without a code, whatever that is."""
    message, megabytes = measured(lambda: compile_source(Source("spec.xc", text), limits=limits))
    assert megabytes < most_megabytes
    assert re.match(rf"(error|warning)\[{code}", message)
    assert len(message) < 50_000
    return message


def measured(attempt: Callable[[], object]) -> tuple[str, float]:
    """The message, and how much memory there was at most."""
    excover.parse("let a = 1")  # so that nothing is counted that is there only once
    tracemalloc.start()
    try:
        with pytest.raises(SpecError) as wrong:
            attempt()
        message = str(wrong.value)
        return message, tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "spec",
    [
        "item a[1..10]\noption x(r in 1..10) covers a[r]",
        "let s = sum(r for r in 1..10)\nitem a\noption x() covers a cost s",
    ],
)
def test_as_many_bindings_as_are_allowed_and_no_more(spec: str) -> None:
    excover.parse(spec, limits=Limits(bindings=10))
    with pytest.raises(SpecError, match=r"E501.*more than 9 bindings"):
        excover.parse(spec, limits=Limits(bindings=9))


# What Python's stack does not hold


def at_depth(frames: int, function: Callable[[], int]) -> int:
    return at_depth(frames - 1, function) if frames else function()


NEGATED = "item a[1.." + "-" * 400 + "(1)]  option o(i in 1..1) covers a[i]"


def test_the_recursion_of_a_caller_stays_its_own() -> None:
    """The stack is full before anything of a description is evaluated."""
    with pytest.raises(RecursionError):
        at_depth(sys.getrecursionlimit() - 60, lambda: excover.load("queens").count())


def test_a_limit_of_nesting_that_the_stack_does_not_hold() -> None:
    with pytest.raises(SpecError, match="a nesting limit of 2,000 is too high"):
        excover.parse(NEGATED, limits=Limits(nesting=2000))


@pytest.mark.parametrize("words", ["count -", "count queens -p n=" + "-" * 400 + "(0-8)"])
def test_a_limit_on_the_command_line_that_the_stack_does_not_hold(run: Run, words: str) -> None:
    ran = run(*words.split(), "--allow", "nesting=2000", stdin=NEGATED)
    assert ran.status == 2
    assert "error[E014]" in ran.err
