"""The objects that commands write with `--json` on standard output and standard error, one a line.

The JSON Schema (`excover.base.json.schema`) and the tables of docs/formats.md are made from these classes,
and those beside. A key that is not always there is NotRequired.

>>> ANSWERS["`rate`"].__name__
'RatingData'

The objects that commands write on standard error with `--json`, one a line: the only key is its kind.

>>> [name for note in NOTES for name in note.__annotations__]
['diagnostic', 'outcome', 'lines', 'picture', 'progress', 'end', 'error']
"""

from __future__ import annotations

from typing import Annotated, NotRequired, TypeAlias, TypedDict, get_args

from excover.base.json.objects import (
    BoardData,
    CertificateData,
    DrawnLines,
    EditData,
    ForecastData,
    GroupData,
    IntervalData,
    ItemFamilyData,
    LabelData,
    MarksData,
    MatrixItemData,
    MatrixOptionData,
    MatrixRuleData,
    MatrixSumData,
    Names,
    NodeData,
    OneOf,
    OptionFamilyData,
    OutcomeData,
    ParameterData,
    PieceData,
    PieceMoveData,
    ProfileData,
    ProgressData,
    RatingData,
    ReasonData,
    RuleData,
    Seconds,
    ShownData,
    SizeData,
    SolutionData,
    SolutionSetData,
    StatusText,
    StopText,
    SubsetData,
    TreeEstimateData,
    VerdictText,
    WorkData,
)


class _Numbered(TypedDict):
    number: Annotated[int, "from 1"]


class FoundSolutionData(_Numbered, SolutionData):
    """A solution, numbered from 1."""


class _MayBeNumbered(TypedDict):
    number: NotRequired[Annotated[int, "as `--index` has it"]]


class SampleData(_MayBeNumbered, SolutionData):
    """A solution, numbered as `--index` has it; not with `--best`."""


class LineResultData(TypedDict):
    """`line` is the number in the file, `solved` the solved line, `status` the result."""

    number: int
    line: int
    status: Annotated[str, OneOf(("solved", "none", "unknown", "ambiguous", "wrong"))]
    solved: str | None
    solution: SolutionData | None


class RatedLineData(TypedDict):
    """`line` is the number in the file, `status` that of the puzzle; `rating` if there is one solution."""

    number: int
    line: int
    status: Annotated[str, OneOf(("solved", "none", "ambiguous", "wrong"))]
    rating: RatingData | None


class CountData(OutcomeData):
    """An outcome, the size of the certificate if one was written, and the forecast of a count on disk that
    was begun.
    """

    certificate: CertificateData | None
    forecast: ForecastData | None


class GroupsData(TypedDict):
    """The number of solutions, and each of their groups, which have the same options or items of a family."""

    count: int
    groups: list[GroupData]


class RunData(TypedDict):
    """What the journal of a run knows; `seconds` are those of all workers together."""

    journal: str
    question: Annotated[str, OneOf(("count", "all", "best", "puzzles"))]
    share: Annotated[str, "of the tree, such as 1/4"]
    count: Annotated[int, "the number of solutions; all of the share if `exhausted`"]
    exhausted: bool
    done: Annotated[float, "the part of the share that is done, from 0 to 1"]
    parts: int
    open: Annotated[int, "parts that are still to be searched"]
    nodes: int
    seconds: float
    left: Annotated[IntervalData | None, "seconds of workers, if the rest is like what is done"]
    files: Annotated[int, "with solutions or puzzles"]
    cost: Annotated[int | None, "of the best solution so far, if the best is wanted"]
    bound: Annotated[int | None, "no solution is better than this cost"]
    best: Annotated[SolutionData | None, "the best solution so far"]
    slowest: list[WorkData]


class RunCheckData(TypedDict):
    """What was checked of the journal of a run, and what is wrong with it."""

    verdict: Annotated[str, OneOf(("right", "wrong"))]
    count: Annotated[int | None, "unknown if the journal is damaged"]
    exhausted: Annotated[bool, "the run is complete"]
    checked: list[str]
    faults: list[str]


class DiagramData(SolutionSetData):
    """The diagram of all solutions; `nodes` are those of the diagram."""

    nodes: int
    edges: int


class HeatMapData(SolutionSetData, MarksData):
    """How often each mark is on each cell, over all solutions."""


class _Completions(TypedDict):
    completions: int


class StartData(_Completions, SolutionData):
    """A set of options, and the number of solutions that contain it."""


class CheckData(TypedDict):
    """An `expect` line: *ok*, *FAIL*, *unknown*; or *bad* or *none* for a description."""

    spec: str
    verdict: Annotated[str, OneOf(("ok", "FAIL", "unknown", "bad", "none"))]
    expectation: str
    remark: str
    seconds: Seconds


class UniqueData(TypedDict):
    """One or two solutions, and the cells of the second that differ, `-` (if no mark has it) for empty."""

    verdict: VerdictText
    solutions: list[SolutionData]
    difference: DrawnLines
    outcome: OutcomeData


class NotUniqueData(TypedDict):
    """Instead of the answer, if there is not exactly one solution."""

    verdict: Annotated[str, OneOf(("none", "several"))]


class WhyData(TypedDict):
    """Givens that conflict: *smallest*, *irreducible*, or *some*."""

    status: StatusText
    clues: Names
    extent: Annotated[str, OneOf(("smallest", "irreducible", "some"))] | None
    drawing: DrawnLines
    reason: ReasonData | None
    solution: SolutionData | None


class MinimalSubsetData(_Numbered, SubsetData):
    """A minimal subset of the givens."""


class DisassemblyData(FoundSolutionData):
    """A solution; if it comes apart, the numbers of moves for each separation, the moves, and the parts of
    pieces of one group that stay together.
    """

    levels: list[int] | None
    moves: list[PieceMoveData]
    together: list[list[str]]


class CluesData(TypedDict):
    """If `finished`, every given is needed or needless, and no more of `enough` can be left out."""

    needed: Names
    needless: Names
    enough: SubsetData
    finished: bool
    solution: SolutionData


class NewPuzzleData(TypedDict):
    """A new puzzle, with its `line` if it has one."""

    number: int
    seed: int
    clues: Names
    drawing: DrawnLines
    line: str | None
    rating: RatingData | None
    solution: SolutionData


class InfoData(TypedDict):
    """The tables that are printed without `--json`."""

    title: str
    parameters: list[ParameterData]
    size: SizeData
    with_givens: SizeData | None
    goal: Annotated[str, "`minimize`, `maximize`, or with what: `minimize delay then cost`"] | None
    items: list[ItemFamilyData]
    options: list[OptionFamilyData]
    boards: list[BoardData]
    pieces: list[PieceData]
    rules: list[RuleData]
    symmetries: NotRequired[Annotated[int, "the order of the symmetry group"]]


class MatrixData(TypedDict):
    """The exact cover problem that a description stands for; with a `goal`, the sum of costs is to be
    *minimize*d or *maximize*d.
    """

    title: str
    goal: NotRequired[str]
    items: list[MatrixItemData]
    options: list[MatrixOptionData]
    sums: list[MatrixSumData]
    rules: list[MatrixRuleData]


class TreeData(TypedDict):
    """The part of the tree that was grown, and its root node."""

    count: int
    exhausted: bool
    nodes: int
    dead_ends: int
    root: NodeData


class EstimateData(TreeEstimateData):
    """Estimates of the number of solutions, of the `nodes` at each level and of the `seconds` to list all;
    the `known` number of solutions; with `--exact`, or for a small tree, its `exact` numbers. Null for what
    was not measured before the end.
    """

    seconds: IntervalData
    nodes_per_second: float | None
    known: int | None
    exact: ProfileData | None


Output: TypeAlias = (
    FoundSolutionData
    | LineResultData
    | RatedLineData
    | CountData
    | GroupsData
    | RunData
    | RunCheckData
    | SampleData
    | HeatMapData
    | StartData
    | DiagramData
    | CheckData
    | UniqueData
    | WhyData
    | DisassemblyData
    | CluesData
    | MinimalSubsetData
    | RatingData
    | NotUniqueData
    | NewPuzzleData
    | InfoData
    | TreeData
    | EstimateData
    | MatrixData
)
"""A line of standard output."""


ANSWERS: dict[str, type] = {
    "`solve`, `decode`": FoundSolutionData,
    "`solve --given-lines`": LineResultData,
    "`rate --given-lines`": RatedLineData,
    "`count`": CountData,
    "`count --by`": GroupsData,
    "`run`, `resume`, `status`, `merge`": RunData,
    "`verify`": RunCheckData,
    "`sample`": SampleData,
    "`heatmap`": HeatMapData,
    "`starts`": StartData,
    "`diagram`": DiagramData,
    "`check`": CheckData,
    "`unique`": UniqueData,
    "`why`": WhyData,
    "`disassemble`, `decode --saved`": DisassemblyData,
    "`clues`": CluesData,
    "`clues --all`": MinimalSubsetData,
    "`rate`": RatingData,
    "`rate`, `clues`": NotUniqueData,
    "`generate`": NewPuzzleData,
    "`info`": InfoData,
    "`tree`": TreeData,
    "`estimate`": EstimateData,
    "`expand --to json`": MatrixData,
}
"""What each command writes on standard output, an object a line."""


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
