"""The wording of what can be wrong before a description is even read (E001, E011 to E019)."""

from __future__ import annotations

from collections.abc import Sequence

from excover.diagnostics import Diagnostic, error
from excover.limits import Ceiling
from excover.words import did_you_mean, listed, raised, visible


def too_long(name: str, ceiling: Ceiling) -> Diagnostic:
    """Of a text of any kind; nothing of it is used."""
    return error("E001", f"`{visible(name)}` has more than {ceiling.most:,} characters").helped(
        "is it the right file?", raised(ceiling.limit)
    )


def no_spec(name: str, shipped: Sequence[str]) -> Diagnostic:
    return (
        error("E011", f"there is no file and no shipped puzzle `{visible(name)}`")
        .helped(did_you_mean(name, shipped), "`excover gallery` lists the shipped puzzles")
    )  # fmt: skip


def no_given(name: str, shipped: Sequence[str]) -> Diagnostic:
    return (
        error("E012", f"there is no file `{visible(name)}` with givens")
        .helped(did_you_mean(name, shipped), f"shipped ones are {listed(shipped, 'and')}")
    )  # fmt: skip


def not_text(name: str) -> Diagnostic:
    return error("E013", f"`{visible(name)}` is not a text in UTF-8")


def too_nested() -> Diagnostic:
    return error("E014", "functions call each other too deeply to be evaluated").helped(
        "let a `def` use fewer others: some hundred calls within calls are too many"
    )
