"""Outcomes and diagnostics as data for JSON.

>>> from excover.messages.about_names import UnknownName
>>> from excover.source import Source, Span
>>> data = diagnostic_data(UnknownName(Span(Source("queens.xc", "item a"), 5, 6), "a", ["b"]))
>>> data["code"], data["labels"][0]["line"], data["labels"][0]["column"]
('E101', 1, 6)
"""

from __future__ import annotations

from typing import Any

from excover.cover.matrix import UNBOUNDED, Matrix
from excover.diagnostics import Diagnostic, Label
from excover.names import OrderedSet, Record, Symbol, Value
from excover.solve.outcome import Outcome
from excover.source import Span


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    """``count`` is a lower bound unless ``exhausted``."""
    statistics = outcome.statistics
    return {
        "status": outcome.status.value,
        "count": outcome.count,
        "exhausted": outcome.exhausted,
        "stopped_by": outcome.stopped_by and outcome.stopped_by.value,
        "nodes": statistics.nodes,
        "updates": statistics.updates,
        "depth": statistics.depth,
        "seconds": round(statistics.seconds, 6),
        "engine": statistics.engine,
        "reason": statistics.reason,
        "threads": statistics.threads,
        **({"reduction": statistics.reduction} if statistics.reduction else {}),
    }


def matrix_data(matrix: Matrix, title: str = "") -> dict[str, Any]:
    """Items with their bounds (``high`` is null without one), and options with the items they cover.

    ``items`` of an option are numbers, counted from 0; ``colors`` has null where there is none.
    """
    items = [
        {
            "name": str(name),
            "low": matrix.lower[item],
            "high": None if matrix.upper[item] == UNBOUNDED else matrix.upper[item],
            "colored": bool(matrix.colored[item]),
        }
        for item, name in enumerate(matrix.items)
    ]
    options = [_option_data(matrix, option) for option in range(len(matrix.options))]
    return {"title": title, "items": items, "options": options}


def _option_data(matrix: Matrix, option: int) -> dict[str, Any]:
    data: dict[str, Any] = {"name": str(matrix.options[option]), "items": matrix.option_items(option)}
    colors = matrix.colors[matrix.starts[option] : matrix.starts[option + 1]]
    if any(colors):
        palette = [None, *map(plain, matrix.palette)]
        data["colors"] = [palette[color] for color in colors]
    if matrix.costs is not None:
        data["cost"] = matrix.costs[option]
    return data


def plain(value: Value) -> Any:
    """A value of the language as JSON has it: sets are lists, symbols and records their names."""
    match value:
        case tuple() | range() | OrderedSet():
            return list(map(plain, value))
        case Symbol():
            return value.name
        case Record():
            return plain(value.key)
        case bool() | int() | str():
            return value
        case _:
            return str(value)


def diagnostic_data(diagnostic: Diagnostic) -> dict[str, Any]:
    """``fix`` is the edit that most likely does what is meant, or null."""
    edit = diagnostic.fix()
    return {
        "severity": diagnostic.severity.value,
        "code": diagnostic.code,
        "message": diagnostic.message,
        "labels": list(map(_label_data, diagnostic.labels)),
        "notes": list(diagnostic.notes),
        "help": list(diagnostic.help),
        "fix": edit and {**_span_data(edit.span), "replacement": edit.replacement},
    }


def _label_data(label: Label) -> dict[str, Any]:
    return {**_span_data(label.span), "text": label.text, "primary": label.primary}


def _span_data(span: Span) -> dict[str, Any]:
    """Lines and columns count from 1; the end is behind the last character."""
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
    }
