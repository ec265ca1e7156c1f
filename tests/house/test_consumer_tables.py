"""The tables of the documents that say what each consumer of a problem is, and what it cannot express."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from excover.formats.exports import EXPORTS, Export
from excover.matrix.capabilities import EVERYTHING, Consumer, Feature
from excover.search import engine_table
from excover.search.engine_table import CONSUMERS, ENGINES, Program

DOCS = Path(__file__).parents[2] / "docs"
PACKAGE = Path(engine_table.__file__).parents[1]


def refused(consumer: Consumer) -> str:
    """Only a format can be for goals: an engine is not asked for a best solution if it finds none."""
    asked = [each for each in Feature if each is not Feature.COSTS or isinstance(consumer, Export)]
    missing = [feature.value for feature in asked if feature not in consumer.carries]
    return (
        "; ".join(missing)
        if consumer.carries - {Feature.WIDE}
        else "anything but items that must be covered exactly once"
    )


def formats() -> Iterator[tuple[str, ...]]:
    for name, export in EXPORTS.items():
        yield f"`{name}`", export.help, refused(export)


def engines() -> Iterator[tuple[str, ...]]:
    for name, engine in ENGINES.items():
        if not isinstance(engine, Program):
            yield f"`{name}`", engine.help, refused(engine)


def programs() -> Iterator[tuple[str, ...]]:
    for name, engine in ENGINES.items():
        if isinstance(engine, Program):
            yield f"`{name}`", engine.help, f"`{engine.install}`", refused(engine)


def others() -> Iterator[tuple[str, ...]]:
    for name, consumer in CONSUMERS.items():
        if name not in ENGINES and consumer.carries != EVERYTHING:
            yield consumer.title, consumer.used_by, refused(consumer)


@pytest.mark.parametrize(
    ("document", "rows"),
    [("formats.md", formats), ("search.md", engines), ("search.md", programs), ("search.md", others)],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_table_is_that_of_the_registry(
    document: str, rows: object, request: pytest.FixtureRequest
) -> None:
    assert callable(rows)
    file, made = DOCS / document, "".join(f"| {' | '.join(row)} |\n" for row in rows())
    text = file.read_text("utf-8")
    head = re.search(rf"<!-- {rows.__name__}: .*?\n\|[-|]+\|\n", text, re.DOTALL)
    assert head
    end = text.index("\n\n", head.end() - 1) + 1
    if request.config.getoption("regenerate"):
        file.write_text(text[: head.end()] + made + text[end:], "utf-8")
    else:
        assert text[head.end() : end] == made, (
            "`pytest --regenerate tests/house/test_consumer_tables.py` makes it anew"
        )


def test_consumers_are_declared_in_their_home() -> None:
    """There `CONSUMERS` has all of them, so that every one is tried and described."""
    declared = re.compile(r"^(?!.*>>>).*\b(?:Consumer|EngineEntry|Program)\(", re.MULTILINE)
    found = {file for file in PACKAGE.rglob("*.py") if declared.search(file.read_text("utf-8"))}
    assert found == {
        PACKAGE / "matrix" / "capabilities.py",
        Path(engine_table.__file__),
    }


def test_the_core_gets_problems_by_one_function() -> None:
    """It compares what they ask with what their consumer carries."""
    made = re.compile(r"\bProblem\(m\.|_core\.Problem\(")
    found = {file.name for file in PACKAGE.rglob("*.py") if made.search(file.read_text("utf-8"))}
    assert found == {"native.py"}
