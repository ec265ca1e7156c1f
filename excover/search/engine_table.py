"""Who takes a problem and answers questions about it, and what each of them carries.

>>> sorted(ENGINES["learning"].answers), PROGRAMS["highs"].install
(['all', 'count', 'first'], "pip install 'excover[highs]'")
>>> DISK.carries >= {Feature.COLORS, Feature.SEVERAL}, Feature.SUMS in DISK.carries
(True, False)

An engine is asked for by its name; to add one, add its name to `EngineName` and its row to `ENGINES`. Formats
of other programs are in `excover.formats.exports`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from excover.base.errors import Unsuitable
from excover.matrix.capabilities import EVERYTHING, ITEMS, Consumer, Feature
from excover.matrix.matrix import Matrix

EngineName: TypeAlias = Literal[
    "auto", "sparse", "lanes", "graph", "learning", "highs", "cp-sat", "sat", "clingo"
]
"""Those of `ENGINES`, and ``auto``, which chooses the one of excover's own that is expected to be fastest."""

QuestionKind: TypeAlias = Literal["first", "best", "all", "count"]
"""A solution or none, one of least or greatest cost, all of them, or their number."""

LISTED: frozenset[QuestionKind] = frozenset({"first", "all", "count"})


class EngineEntry(Consumer):
    """An engine: the questions that it ``answers``, and whether it takes several threads, and a seed of a
    random order; ``finds`` has words for what it finds if it does not list. ``nanoseconds``: what a node and
    an update take, about, on a machine with AVX-512.
    """

    answers: frozenset[QuestionKind] = LISTED
    help: str = ""
    finds: str = ""
    takes_threads: bool = True
    takes_seed: bool = True
    nanoseconds: tuple[float, float] = (0.0, 0.0)

    @property
    def asked(self) -> str:
        return f"--engine {self.name}"

    def admit(self, matrix: Matrix, question: QuestionKind, seed: int | None, goal: str = "") -> None:
        """Raises Unsuitable unless it answers the question, takes the seed, and carries the matrix."""
        if question not in self.answers:
            raise Unsuitable(f"{self.title} finds {self.finds}, and no more")
        if seed is not None and not self.takes_seed:
            raise Unsuitable(f"{self.title} has no random order")
        self.check(matrix, goal, lambda other: other in _admitting(question, seed))


class Program(EngineEntry):
    """A solver of other people, for some solutions or the best one: the Python ``module`` and the ``package``
    that bring it, its ``extra``, and its limits.

    It takes costs whose absolute values are at most ``largest_cost`` each and ``largest_sum`` together, and
    bounds on sums of weights that are at most ``largest_row`` together.
    """

    answers: frozenset[QuestionKind] = LISTED | {"best"}
    module: str = ""
    package: str = ""
    largest_cost: int = 2**61
    largest_sum: int = 2**61
    largest_row: int = 2**61

    @property
    def extra(self) -> str:
        return self.name

    @property
    def install(self) -> str:
        """The command that installs it."""
        return f"pip install 'excover[{self.extra}]'"

    @property
    def version(self) -> str:
        from importlib import metadata  # it takes as long to import as all of a count

        return metadata.version(self.package)


ENGINES: Mapping[str, EngineEntry] = {
    each.name: each
    for each in (
        EngineEntry(
            "sparse",
            "the engine `sparse`",
            EVERYTHING - {Feature.COSTS},
            help="depth-first search with sparse sets: any problem, a first solution",
            nanoseconds=(60.0, 2.6),
        ),
        EngineEntry(
            "lanes",
            "the engine `lanes`",
            ITEMS - {Feature.SEVERAL},
            help="the same search with bit sets and vector instructions: the fastest list, if its tables fit",
            nanoseconds=(20.0, 0.3),
        ),
        EngineEntry(
            "graph",
            "the engine `graph`",
            EVERYTHING - {Feature.COSTS, Feature.AREAS},
            help="a frontier-based search, or the diagram of all solutions: counting, and listing very many "
            "solutions, if many states are equal",
            takes_seed=False,
            nanoseconds=(0.0, 150.0),
        ),
        EngineEntry(
            "learning",
            "the engine `learning`",
            EVERYTHING - {Feature.COSTS},
            help="a search that learns a clause from each failure: a few solutions that are hard to find",
            takes_threads=False,
            nanoseconds=(100.0, 5.0),
        ),
        # Floating point with a tolerance of 10^-6, so that sums must stay far below 2^53.
        Program(
            "highs",
            "HiGHS",
            EVERYTHING,
            help="HiGHS, branch and cut; costs up to 10^9 together, because it computes in floating point",
            module="highspy",
            package="highspy",
            largest_cost=10**9,
            largest_sum=10**9,
            largest_row=10**9,
        ),
        Program(
            "cp-sat",
            "CP-SAT",
            EVERYTHING,
            help="CP-SAT of OR-Tools; costs up to 2^61 together",
            module="ortools",
            package="ortools",
        ),
        Program(
            "sat",
            "PySAT",
            EVERYTHING,
            help="CaDiCaL, and RC2 for a best solution, of PySAT; sums with bounds up to 2^20; on one "
            "thread, without `--seed`",
            module="pysat",
            package="python-sat",
            takes_threads=False,
            takes_seed=False,
            largest_row=2**20,
        ),
        Program(
            "clingo",
            "clingo",
            EVERYTHING,
            help="clingo; each cost below 2^31, sums with bounds up to 2^30",
            module="clingo",
            package="clingo",
            largest_cost=2**31 - 1,
            largest_row=2**30,
        ),
    )
}


def _admitting(question: QuestionKind, seed: int | None) -> list[EngineEntry]:
    """The engines that answer the question, and take the seed."""
    able = (each for each in ENGINES.values() if question in each.answers)
    return [each for each in able if seed is None or each.takes_seed]


PROGRAMS: Mapping[str, Program] = {
    name: entry for name, entry in ENGINES.items() if isinstance(entry, Program)
}

DIAGRAM = Consumer(
    "diagram", "a diagram of all solutions", EVERYTHING, used_by="`sample`, `heatmap`, `starts`, `diagram`"
)
DISK = Consumer("disk", "a count on disk", ITEMS - {Feature.FREE}, used_by="`count --disk`")
CERTIFICATE = Consumer("certificate", "a certificate", EVERYTHING, used_by="`count --proof`")
CERTIFICATE_IN_PARTS = Consumer(
    "certificate in parts",
    "a certificate in parts",
    ITEMS,
    "`excover count --proof` writes one as a whole",
    used_by="`run --count --proof`",
)
ESTIMATE = Consumer("estimate", "an estimate", EVERYTHING, used_by="`estimate`")
TREE = Consumer("tree", "the search tree", EVERYTHING, used_by="`tree`")
REASONING = Consumer("reasoning", "reasoning without search", EVERYTHING, used_by="`rate`")
LINES = Consumer(
    "lines",
    "a search for many puzzles at a time",
    ITEMS - {Feature.SEVERAL, Feature.NO_OPTIONS},
    used_by="`solve --given-lines`, which otherwise solves them one by one",
)
SYMMETRIES = Consumer(
    "symmetries",
    "what is up to symmetry",
    EVERYTHING,
    used_by="`--up-to`, `info --symmetries`",
)
BEST = EngineEntry(
    "best",
    "the search for the best solution",
    EVERYTHING,
    used_by="`solve`",
    answers=frozenset({"best"}),
    finds="the best solution",
    nanoseconds=(100.0, 5.0),
)
BEST_IN_PARTS = Consumer(
    "best in parts",
    "a run for the best solution",
    ITEMS - {Feature.SEVERAL} | {Feature.COSTS},
    "`excover solve` finds the best one without a journal",
    used_by="`run --best`; it carries a bound on the cost that is a cutoff",
)
REFUTATION = EngineEntry(
    "linear",
    "linear refutation",
    EVERYTHING,
    used_by="`solve`, `count`, `why`",
    answers=frozenset({"first"}),
    finds="that there is no solution",
    nanoseconds=(20.0, 1.5),
)
"""It only shows what no set of options can do by its items, whatever else is asked."""
MATCHING = EngineEntry(
    "matching",
    "matching",
    ITEMS - {Feature.SEVERAL, Feature.COLORS, Feature.WIDE},
    used_by="`solve`, for a first solution",
    answers=frozenset({"first"}),
    finds="a solution",
    takes_threads=False,
    takes_seed=False,
    nanoseconds=(100.0, 3.0),
)
PFAFFIAN = EngineEntry(
    "pfaffian",
    "counting by a Pfaffian",
    frozenset({Feature.NEVER, Feature.NO_OPTIONS}),
    used_by="`count`; only where each option covers two items, and no lines between these need to cross",
    answers=frozenset({"count"}),
    finds="how many solutions there are",
    takes_threads=False,
    nanoseconds=(3000.0, 45.0),
)

CONSUMERS: Mapping[str, Consumer] = {
    **ENGINES,
    **{each.name: each for each in tuple(globals().values()) if type(each) is Consumer},
    BEST.name: BEST,
    **{each.name: each for each in (REFUTATION, MATCHING, PFAFFIAN)},
}
"""All that are declared here."""

MEMBERS: Mapping[str, EngineEntry] = {
    **ENGINES,
    "cost": BEST,
    **{each.name: each for each in (REFUTATION, MATCHING, PFAFFIAN)},
}
"""What takes turns, by the names in statistics."""
