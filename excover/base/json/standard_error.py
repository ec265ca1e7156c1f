"""The objects that commands write on standard error with `--json`, one a line: the only key is its kind.

>>> [name for note in NOTES for name in note.__annotations__]
['diagnostic', 'outcome', 'lines', 'picture', 'progress', 'end', 'error']
"""

from __future__ import annotations

from typing import Annotated, NotRequired, TypeAlias, TypedDict, get_args

from excover.base.json.objects import (
    EditData,
    LabelData,
    OneOf,
    OutcomeData,
    ProgressData,
    Seconds,
    ShownData,
    SolutionSetData,
    StatusText,
    StopText,
)


class DiagnosticData(TypedDict):
    """An error, with exit status 2, or a warning; `fix` is an edit that most likely fixes it."""

    severity: Annotated[str, OneOf(("error", "warning"))]
    code: str
    message: str
    labels: list[LabelData]
    notes: list[str]
    help: list[str]
    fix: EditData | None


class DecodedData(TypedDict):
    """After `decode`: the number of verified solutions, and for `s OPTIMUM FOUND` `best`."""

    status: StatusText
    count: int
    best: NotRequired[Annotated[str, OneOf(("proven", "claimed"))]]


class SampledData(SolutionSetData):
    """After `sample`: the number `shown` is as requested if `exhausted`."""

    shown: int
    seed: Annotated[int | None, "of solutions at random"]


class StartsData(SolutionSetData):
    """After `starts`: those with a completion, and with exactly one; lower bounds unless `exhausted`."""

    starts: int
    unique: int


class LinesData(TypedDict):
    """After `solve --given-lines`."""

    solved: int
    none: int
    ambiguous: int
    wrong: int
    stopped_by: StopText | None
    seconds: Seconds
    per_second: int


class _File(TypedDict):
    file: str | None


class PictureData(_File, ShownData):
    """A written file, and how much it shows; null if there was no solution to draw."""


class DiagnosticNote(TypedDict):
    diagnostic: DiagnosticData


class OutcomeNote(TypedDict):
    outcome: OutcomeData | SampledData | StartsData | DecodedData


class LinesNote(TypedDict):
    lines: LinesData


class PictureNote(TypedDict):
    picture: PictureData


class ProgressNote(TypedDict):
    progress: ProgressData


class EndNote(TypedDict):
    end: Annotated[str, "why there is no answer, or no further one"]


class ErrorNote(TypedDict):
    error: Annotated[str, "why the command failed, where that is no fault of the description"]


Note: TypeAlias = DiagnosticNote | OutcomeNote | LinesNote | PictureNote | ProgressNote | EndNote | ErrorNote
"""A line of standard error: an object in an object, whose key is its kind."""

NOTES = get_args(Note)
"""What all commands write on standard error."""
