"""Outcomes and diagnostics as data for JSON.

>>> from excover.diagnostics import error
>>> from excover.source import Source, Span
>>> data = diagnostic_data(error("E101", "no such item").at(Span(Source("queens.xc", "item a"), 5, 6)))
>>> data["code"], data["labels"][0]["line"], data["labels"][0]["column"]
('E101', 1, 6)
"""

from __future__ import annotations

from typing import Any

from excover.diagnostics import Diagnostic, Label
from excover.solve.outcome import Outcome


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
    }


def diagnostic_data(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "severity": diagnostic.severity.value,
        "code": diagnostic.code,
        "message": diagnostic.message,
        "labels": list(map(_label_data, diagnostic.labels)),
        "notes": list(diagnostic.notes),
        "help": list(diagnostic.help),
    }


def _label_data(label: Label) -> dict[str, Any]:
    """Lines and columns count from 1; the end is behind the last character."""
    span = label.span
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
        "text": label.text,
        "primary": label.primary,
    }
