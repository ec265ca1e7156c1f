"""The objects within others that excover writes as JSON. What is not known is None.

>>> list(MoveData.__annotations__)
['item', 'option']
"""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict


class OneOf(tuple[str, ...]):
    """The texts that a key may have."""

    __slots__ = ()


StatusText = Annotated[str, OneOf(("solved", "none", "unknown"))]
StopText = Annotated[str, OneOf(("limit", "gap", "time", "nodes", "interrupt", "cancelled"))]
VerdictText = Annotated[str, OneOf(("unique", "none", "several", "unknown"))]
Seconds = Annotated[float, "seconds that have passed"]
DrawnLines = Annotated[list[str], "the lines of a drawing; empty where nothing is drawn"]
Names = Annotated[list[str], "items, options or givens, as the description calls them"]
Argument = Annotated[object, "a number, a text, true or false, or a list of these: sets and tuples are lists"]


class OptionData(TypedDict):
    """Sets and tuples are lists."""

    name: str
    family: str
    arguments: list[Argument]


class SolutionData(TypedDict):
    """The chosen options, what they cost if the description has costs, and the sums of items in units."""

    options: list[OptionData]
    cost: NotRequired[float]
    totals: NotRequired[Annotated[dict[str, float], "the sum of each item in units"]]
    drawing: DrawnLines


class CertificateData(TypedDict):
    """The size of a certificate: of states, or else of clauses."""

    states: int
    clauses: int
    bytes: int


class RangeData(TypedDict):
    """An estimate, and what the true value should be between; how far to trust it: docs/counting.md."""

    about: float
    low: float
    high: float


class ForecastData(TypedDict):
    """What a count on disk was expected to take before it began; `states` are known if `exact`."""

    states: RangeData
    seconds: Annotated[RangeData, "of each thread, if it has a processor of its own"]
    bytes: Annotated[RangeData, "of all files, at most at once"]
    exact: bool


class GroupData(TypedDict):
    """Solutions that choose the same options, or cover the same items, of a family."""

    names: Annotated[list[str], "of these options or items"]
    count: Annotated[int, "the number of these solutions"]


class OutcomeData(TypedDict):
    """After a search, or if a diagram was not completed in time."""

    status: StatusText
    count: Annotated[int, "the number of solutions; all there are if `exhausted`"]
    exhausted: bool
    stopped_by: StopText | None
    nodes: Annotated[int, "of the search tree"]
    updates: int
    depth: int
    seconds: Annotated[float, "of the search alone"]
    engine: str
    reason: Annotated[str, "why this engine was chosen"]
    threads: int
    cost: NotRequired[Annotated[float, "of the best solution so far, if the best one is wanted"]]
    goals: NotRequired[
        Annotated[
            dict[str, float],
            "the values of all goals, unless it is the cost alone; `cost` and `bound` are of the first",
        ]
    ]
    bound: NotRequired[Annotated[float, "no solution is better: none costs less, or to maximize, more"]]
    claimed_by: NotRequired[Annotated[str, "the program on whose word there are no others; not verified"]]
    gap: NotRequired[Annotated[float, "between the two, as a part of the cost"]]


class WorkerStateData(TypedDict):
    """A worker of a run; what it has done since the process began that coordinates them."""

    worker: str
    part: Annotated[int | None, "that it searches, if known"]
    parts: int
    nodes: int
    nodes_per_second: Annotated[int, "in the last part"]


class WorkData(TypedDict):
    """A part of the search tree, and what it took."""

    part: int
    seconds: float
    nodes: int
    worker: str


class SolutionSetData(TypedDict):
    """What is known of all solutions at once."""

    status: StatusText
    count: int
    exhausted: bool
    stopped_by: StopText | None
    seconds: Seconds
    proven: Annotated[bool, "no solution is missing; false for a file that was not recounted"]


class CellData(TypedDict):
    """The coordinates of a cell, and how many solutions have the mark there."""

    at: list[int]
    count: int


class MarkData(TypedDict):
    """Cells that never hold the mark are left out."""

    mark: str
    board: str
    cells: list[CellData]


class MarksData(TypedDict):
    """How often each mark is where, over all solutions."""

    title: str
    count: int
    marks: list[MarkData]


class ReasonData(TypedDict):
    """Why there is no solution."""

    kind: str
    text: str
    items: Names
    drawing: DrawnLines


class SubsetData(TypedDict):
    """Givens that leave exactly one solution."""

    clues: Names
    drawing: DrawnLines


class WalkData(TypedDict):
    """The guesses in the rating of a puzzle."""

    guesses: int
    dead_ends: int
    depth: int
    solutions: int


class StepData(TypedDict):
    """A deduction: an option is chosen, or others are excluded; `items` are those by which it is seen."""

    technique: str
    name: Annotated[str, "that people have for it"]
    text: str
    items: list[str]
    chosen: str | None
    excluded: list[str]


class RatingData(TypedDict):
    """The hardest technique needed, the number of rounds of each, and the guesses; `walk` is null without
    guesses, and after too many. `steps` with `--steps`.
    """

    level: Annotated[str, OneOf(("easy", "medium", "hard", "evil"))]
    number: float
    technique: str
    rounds: Annotated[dict[str, int], "by technique"]
    walk: WalkData | None
    steps: NotRequired[list[StepData]]


class ParameterData(TypedDict):
    """The value as the language writes it."""

    parameter: str
    value: str


class RuleData(TypedDict):
    """A rule for all of a solution, as the language writes it."""

    rule: str


class SizeData(TypedDict):
    """The size of a matrix; entries are pairs of an option and an item of it."""

    items: int
    primary: int
    secondary: int
    options: int
    entries: int


class ItemFamilyData(TypedDict):
    """Items of one name."""

    item: str
    number: int
    covered: Annotated[str, "how often, in words"]
    secondary: int


class OptionFamilyData(TypedDict):
    """Options of one name."""

    option: str
    number: int


class BoardData(TypedDict):
    """A board on which something is placed."""

    board: str
    size: str
    cells: int
    may_stay_empty: int
    lattice: str
    flags: str


class PieceData(TypedDict):
    """A piece of some shapes on a board."""

    piece: str
    of: str
    board: str
    cells: int
    orientations: int
    placements: int


class MatrixItemData(TypedDict):
    """An item is covered `low` to `high` times; null is without limit."""

    name: str
    low: int
    high: int | None
    colored: bool


class MatrixOptionData(TypedDict):
    """The numbers of its items, from 0, and the color that it gives each of them."""

    name: str
    items: list[int]
    colors: NotRequired[list[Argument]]
    cost: NotRequired[int]


class MatrixSumData(TypedDict):
    """The weights of the chosen options sum up to `low` at least and `high` at most; null is no bound."""

    name: str
    options: list[int]
    weights: list[int]
    low: int | None
    high: int | None


class MatrixAreaData(TypedDict):
    """How many places hang together with `start`: if an option is chosen, or, for null, in any case."""

    start: int
    option: int | None
    least: int
    most: int


class MatrixRuleData(TypedDict):
    """What the places that the chosen options mark must be: `connected`, `areas`, a `loop` or `paths`.

    `marks` has the numbers of the places of each option, from 0, of a loop and of paths two for each line;
    `near` the neighbors of each place, `ends` its number of those at which a path ends, or null: paths join
    places with the same.
    """

    name: str
    kind: str
    places: list[str]
    marks: list[list[int]]
    near: NotRequired[list[list[int]]]
    areas: NotRequired[list[MatrixAreaData]]
    ends: NotRequired[list[int | None]]


class MoveData(TypedDict):
    """An item with one way to go on, and the option that is; null is none."""

    item: str
    option: str | None


class BranchData(TypedDict):
    """An option that was tried, null for none, and the node that it leads to."""

    option: str | None
    node: NodeData


class NodeData(TypedDict):
    """After its forced moves, a node ends as *branches* of an `item`, a *solution*, a *dead end* (without an
    item where a rule is broken), or *cut*; `missing` are options of branches that were not grown.
    """

    forced: list[MoveData]
    end: Annotated[str, OneOf(("branches", "solution", "dead end", "cut"))]
    item: str | None
    branches: list[BranchData]
    missing: list[str | None]


class IntervalData(TypedDict):
    """An estimate with its 95 % interval; null for infinity, and for what was not measured."""

    mean: float | None
    low: float | None
    high: float | None


class ProfileData(TypedDict):
    """The exact numbers of a tree that was searched."""

    count: int
    exhausted: bool
    nodes: int
    levels: list[int]


class TreeEstimateData(TypedDict):
    """Estimates of a search tree that was not searched."""

    walks: int
    count: IntervalData
    nodes: IntervalData
    levels: list[IntervalData]
    doubtful: bool


class PlaceData(TypedDict):
    """Lines and columns count from 1; the end is behind the last character."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class LabelData(PlaceData):
    """A place in a file, and what is wrong there."""

    text: str
    primary: Annotated[bool, "whether this is the place of the fault, and not one that explains it"]


class EditData(PlaceData):
    """The place that is replaced, and the text that takes it."""

    replacement: str


class PieceMoveData(TypedDict):
    """Pieces that move together: `up`, `down`, `back`, `forward`, `left` or `right`, of prisms also
    `back left` and the like; null is away."""

    pieces: Names
    direction: str
    distance: Annotated[int | None, "in cells, of prisms in lengths of a side"]


class ShownData(TypedDict):
    """How much a picture shows."""

    solutions: NotRequired[int]
    nodes: NotRequired[int]
    walks: NotRequired[int]
    puzzles: NotRequired[int]
    pieces: NotRequired[int]
    moves: NotRequired[int]


class ProgressData(TypedDict):
    """During long work: after half a minute, then every minute."""

    seconds: Seconds
    stage: NotRequired[str]
    count: NotRequired[int]
    total: NotRequired[int | None]
    done: NotRequired[Annotated[float | None, "the part of this stage that is done, from 0 to 1"]]
    note: NotRequired[str]
    cost: NotRequired[Annotated[float, "of the best solution so far"]]
    bound: NotRequired[Annotated[float, "no solution is better"]]
    gap: NotRequired[Annotated[float, "how far the best may be from the optimum, as a part of its cost"]]
    nodes: NotRequired[int]
    parts: NotRequired[int]
    open: NotRequired[Annotated[int, "parts of a run that are still to be searched"]]
    left: NotRequired[Annotated[IntervalData | None, "seconds of workers, if the rest is like what is done"]]
    workers: NotRequired[list[WorkerStateData]]
