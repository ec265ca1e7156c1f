"""
The native core: knows integers, not puzzles. Only ``excover.search`` imports it.
"""

import array
import enum
from collections.abc import Callable
from typing import overload

import excover.base.errors

class Stop(enum.Enum):
    """
    Why a run came back; only ``EXHAUSTED`` means that there is nothing more to find.
    """

    EXHAUSTED = 0

    SOLUTIONS = 1

    NODES = 2

    TIME = 3

class CoverBatch:
    """
    Covers in flat arrays; ``batch[k]`` is one of them, as a tuple of option numbers.
    """

    def __init__(self) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, cover: int) -> tuple[int, ...]: ...
    def extend(self, covers: list[tuple[int, ...]]) -> None:
        """Append covers; each is a tuple of option numbers."""

class Template:
    """
    Writes solutions as text, in UTF-8: parts in their order, filled by the options of a cover.

    ``between`` stands before every solution but the first. ValueError for what does not fit the form.
    """

    def __init__(self, between: bytes) -> None: ...
    def add_text(self, text: bytes) -> None:
        """A part that is the same in every solution."""

    def add_number(self) -> None:
        """The number of the solution."""

    def add_sum(self, weights: array.array[int]) -> None:
        """The sum of the weights of the chosen options, ``array('q')``."""

    def add_list(self, between: bytes, numbered: bool) -> None:
        """
        The texts of the options; after the number of the solution and a comma if ``numbered``.
        """

    def add_enclosed(self, before: bytes, after: bytes) -> None:
        """
        The texts of the options, one after the other, between two texts; nothing if all are empty.
        """

    def add_places(self, places: int) -> None:
        """
        Places that are not shown, instead of a drawing: each solution has at most one mark on each.
        """

    def add_drawing(self, lines: list[list[bytes]], between: bytes, quoted: bool) -> None:
        """
        Lines of places with the texts of empty cells; blanks at the end of a line are left out.

        ``quoted``: each line in quotation marks, and none for a last line that is empty.
        """

    def add_mark(self, text: bytes) -> int:
        """The number of a text for strokes."""

    def define(self, option: int, texts: list[bytes], strokes: list[tuple[int, array.array[int]]]) -> None:
        """
        The text of an option in each list; marks, each with its places (``array('I')``).
        """

    def hide(self, option: int) -> None:
        """Define an option that writes and draws nothing."""

    def unknown(self, covers: CoverBatch) -> list[int]:
        """The options of these covers that are not defined yet."""

    def write(self, covers: CoverBatch, begin: int, number: int) -> tuple[bytes, int]:
        """
        The text of the covers from ``begin`` on, numbered from ``number``, and the cover where it ends.

        It ends before a cover that the form cannot write: with two marks on a place, or an empty drawing.
        """

class Problem:
    """
    A checked, immutable exact cover problem; the arrays are copied.

    ``array('I')`` but for ``colored``, ``array('B')``. ValueError if they do not describe a problem.
    """

    def __init__(
        self,
        lower: array.array[int],
        upper: array.array[int],
        colored: array.array[int],
        starts: array.array[int],
        entries: array.array[int],
        colors: array.array[int],
    ) -> None: ...
    @property
    def items(self) -> int: ...
    @property
    def options(self) -> int: ...
    def may_nest(self) -> bool:
        """
        Whether a solution may be a part of another one; false where each option has an item that is covered
        exactly so many times.
        """

def fault(problem: Problem, cover: array.array[int]) -> str | None:
    """
    What is wrong with a cover (its option numbers ascending), or None if it is a solution.
    """

class Engine:
    """
    What all engines have: they search in slices, and report between two slices what they found.

    What makes no sense for an engine has the value of none: no covers, a progress of None, no levels.
    """

    def run(self, solutions: int, nodes: int, seconds: float) -> Stop:
        """
        Go on where the last run stopped, for so many solutions, nodes and seconds; without the GIL.
        """

    @overload
    def hand_over(self, into: list[tuple[int, ...]]) -> str | None:
        """
        Verify the covers found since the last call and append them, or return what is wrong with one.
        """

    @overload
    def hand_over(self, into: CoverBatch) -> str | None: ...
    @property
    def solutions(self) -> int:
        """Those found so far, of any number."""

    @property
    def nodes(self) -> int: ...
    @property
    def updates(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def progress(self) -> float | None:
        """The part of the tree that is behind, from 0 to 1; None if unknown."""

    @property
    def level(self) -> int:
        """How many levels of a sweep are behind it; 0 once a diagram is built."""

    @property
    def levels(self) -> int:
        """All of them; 0 once a diagram is built."""

    @property
    def least_sums(self) -> list[int]:
        """
        No solution has a smaller sum than this, for each bound on a sum that the engine keeps to.
        """

    @property
    def threads(self) -> int:
        """How many have taken part so far."""

    def stay_alone(self, alone: bool) -> None:
        """Whether a single thread goes on, which knows its position in the tree."""

    def go_on_from(self, other: Engine) -> None:
        """
        Hand out only what another engine, which lists the same problem, has not met.

        RuntimeError if several threads share its tree, or it has none.
        """

    def diagram(self, problem: Problem) -> Diagram | None:
        """
        The diagram of all solutions, if it is built; ``problem`` is the one it was built for.
        """

class TreeSearch(Engine):
    """A search of a tree of which parts can be given to other searches."""

    def split(self) -> tuple[tuple[int, ...], float] | None:
        """
        Steal the branches left at the node nearest to the root that has some: their guiding path and share.

        The path has the option chosen in each node, or 2**32 - 1 where none is; the branches are those behind
        its last one. None if there is nothing to steal: a search keeps a branch.
        """

    def enter(self, path: array.array[int], share: float) -> None:
        """
        Leave all and take what was stolen; ValueError if the tree has no such ``path``, ``array('I')``.
        """

def tuning_constants() -> list[tuple[str, int, int, int, int, str]]:
    """
    Name, value, default, least and most value, and meaning of each tuning constant.
    """

def set_tuning(name: str, value: int) -> None:
    """
    ValueError if there is no such constant, or the value is out of its range.
    """

class SparseSearch(TreeSearch):
    """
    All solutions by sparse sets.

    ``first``: not in the order of listing, but the first one soon. ``seed``: of a random order
    of items and options, where there is to be one.

    ``linear_constraints``: options (``array('I')``, ascending), the weight of each (``array('q')``), and what
    the weights of the chosen ones sum to at most. ``global_constraints``: what all chosen options together
    must be: whether that is a loop, or else connected; the places of each option, two for each line of a
    loop; and the neighbors of each place; both as starts and members (``array('I')``). ValueError for either
    together with a seed.
    """

    def __init__(
        self,
        problem: Problem,
        keep_covers: bool,
        first: bool,
        seed: int | None = None,
        linear_constraints: list[tuple[array.array[int], array.array[int], int]] = [],
        global_constraints: list[
            tuple[bool, array.array[int], array.array[int], array.array[int], array.array[int]]
        ] = [],
    ) -> None: ...
    @property
    def slacks(self) -> list[tuple[int, list[tuple[int, int]]]]:
        """
        How much more than the least sum each of ``linear_constraints`` may be, and the options that take some
        of that, with what they take: (slack, [(option, taken)..]). An option that takes more than is
        left is hidden.
        """

    @property
    def profile(self) -> list[int]:
        """
        How many nodes there were at each level of the tree so far, the root's first.
        """

class LaneSearch(TreeSearch):
    """
    All solutions by item lanes, in the same order as by sparse sets.

    ValueError if ``lane_bytes`` is endless. ``instructions``: "best", or one of ``instructions()``.
    """

    def __init__(
        self, problem: Problem, keep_covers: bool, instructions: str, seed: int | None = None
    ) -> None: ...

def lane_bytes(problem: Problem) -> int:
    """
    What the conflict rows of the lanes take; 2**64 - 1 if an item may be covered more than once.
    """

def instructions() -> list[str]:
    """
    The sets of vector instructions that the lanes can use on this machine, the best one last.
    """

class LearningSearch(Engine):
    """
    Solutions in any order, by learning from failures; clauses take at most ``memory`` bytes.

    ``linear_constraints``, ``global_constraints`` and ``seed`` as for `SparseSearch`. ValueError if the
    problem has more than 2^31 options. ``run`` raises MemoryError if there is no room
    to exclude a solution that is known.
    """

    def __init__(
        self,
        problem: Problem,
        memory: int,
        keep_covers: bool = True,
        seed: int | None = None,
        linear_constraints: list[tuple[array.array[int], array.array[int], int]] = [],
        global_constraints: list[
            tuple[bool, array.array[int], array.array[int], array.array[int], array.array[int]]
        ] = [],
    ) -> None: ...

class ParallelSearch(Engine):
    """
    All solutions by ``engine``, "sparse" or "lanes", on several threads that live in ``run`` only.

    ``ordered``: in the order of a single thread; ``room`` bytes of covers may wait for their turn.
    A single thread visits the first ``head_start`` nodes, and a thread at most ``grain`` between
    looks at the others. ``linear_constraints`` and ``global_constraints`` as for `SparseSearch`, for
    "sparse" alone.
    """

    def __init__(
        self,
        problem: Problem,
        keep_covers: bool,
        engine: str,
        threads: int,
        ordered: bool,
        room: int,
        seed: int | None = None,
        head_start: int = 20000,
        grain: int = 100000,
        linear_constraints: list[tuple[array.array[int], array.array[int], int]] = [],
        global_constraints: list[
            tuple[bool, array.array[int], array.array[int], array.array[int], array.array[int]]
        ] = [],
    ) -> None: ...
    @property
    def bytes_waiting(self) -> int: ...

class RandomWalks:
    """
    Random walks down the tree of ``SparseSearch`` (Knuth 1975), and sums over those since ``forget``.

    The same seed gives the same walks, however they are cut into runs. Where few options are left
    a walk ends with a search of the rest, unless ``searching`` is false.
    """

    def __init__(self, problem: Problem, seed: int, searching: bool = True) -> None: ...
    def run(self, walks: int, seconds: float) -> Stop:
        """
        So many walks, or as many as there is time for, without the GIL; the next run goes on.
        """

    def forget(self) -> None: ...
    @property
    def walks(self) -> int: ...
    @property
    def solutions(self) -> float: ...
    @property
    def nodes(self) -> list[float]:
        """At each level, the root's first."""

class ClueLines:
    """
    Lines of clues against one problem; ``array('I')`` but for ``symbols`` and ``blank``, ``array('B')``.

    Option o draws ``symbols[k]`` at place ``at[k]`` of a ``blank`` line, for k from ``starts[o]`` up to
    ``starts[o + 1]``. ValueError where this way does not suit the problem.
    """

    def __init__(
        self,
        problem: Problem,
        starts: array.array[int],
        at: array.array[int],
        symbols: array.array[int],
        blank: array.array[int],
        unique: bool,
    ) -> None: ...
    def load(self, lines: bytes) -> None:
        """The next lines, a symbol a place, one behind the other; 0 is no clue."""

    def run(self, seconds: float, threads: int) -> bool:
        """Go on, without the GIL; true once every line is answered."""

    def answers(self) -> bytes:
        """
        Of each line: 0 not yet, 1 solved, 2 none, 3 ambiguous, 4 with a symbol that nothing draws.
        """

    def drawn(self) -> bytes:
        """How the solutions look, one line behind the other."""

    def covers(self) -> bytes:
        """
        The options of the solutions, of 32 bits each, all filled up with 2**32 - 1 to the same width.
        """

class CheapestSearch(Engine):
    """
    Ever cheaper solutions, and a lower bound.

    ``costs`` are ``array('q')``, one an option; ValueError if they are too large. The search ends
    when no solution is cheaper by more than the ``gap``, a part of the cost. ``linear_constraints`` as for
    `SparseSearch`. The ``threads`` live in ``run`` only; their number decides which of several best
    solutions is found.
    ``memory``: bytes that prices kept on the way from the roots of its trees may take.
    """

    def __init__(
        self,
        problem: Problem,
        costs: array.array[int],
        gap: float = 0.0,
        linear_constraints: list[tuple[array.array[int], array.array[int], int]] = [],
        threads: int = 1,
        memory: int = 18446744073709551615,
    ) -> None: ...
    def run_for(self, work: int, solutions: int, nodes: int, seconds: float) -> Stop:
        """
        As `run`, but stops, as if by nodes, once ``work`` has grown by so much.
        """

    def offer(self, cover: array.array[int]) -> None:
        """
        A solution found elsewhere, ``array('I')``: from now on, only cheaper ones are sought.
        """

    def want_at_most(self, cost: int) -> None:
        """From now on, only solutions that cost at most so much are sought."""

    @property
    def bound(self) -> int:
        """No solution costs less."""

    @property
    def has_two_sides(self) -> bool:
        """
        Whether a circulation is under way, which will soon give the best solution.
        """

    @property
    def work(self) -> int:
        """Items of options passed over, about 1.5 ns each."""

class LinearRefutation(Engine):
    """
    Weights of items that every option balances, but what is to be covered does not, by some modulus.

    Looks for nothing if its tables could take more than ``memory`` bytes. EXHAUSTED once weights are
    found, or are known not to be. Its nodes are steps: options taken in for each modulus, and weights
    tried; its updates are numbers added up.
    """

    def __init__(self, problem: Problem, memory: int) -> None: ...
    @property
    def modulus(self) -> int:
        """Of the weights; 0 if none were found."""

    @property
    def weights(self) -> list[int]:
        """Of every item, if they were found."""

def frontier_order_work(problem: Problem) -> float:
    """
    What the search for a good order of the sweep takes, about, in comparisons of words.
    """

class GraphCount(Engine):
    """
    The number of solutions by a sweep over states; ValueError where that does not apply.

    It takes at most so many bytes of memory, beside a small multiple of what the problem takes.
    The number of threads changes nothing but the time. ``depth`` is the ``level``.
    """

    def __init__(self, problem: Problem, memory: int, threads: int) -> None: ...
    @property
    def bytes(self) -> int:
        """Of memory in the tables, at most so far."""

class DiskError(excover.base.errors.ExcoverError, RuntimeError):
    """
    Files of a count on disk: what is wrong (system, full, limit, damaged), the file, and the reason.
    """

class DiskCount(Engine):
    """
    The number of solutions by a sweep whose states go to a folder where memory is full.

    It goes on with the count in the folder, if there is one. DiskError if that cannot be; ValueError
    where a sweep does not apply. After an error of a call it is of no use: open the folder again.
    ``run`` writes a checkpoint now and then. ``depth`` is the ``level`` that is swept.
    """

    def __init__(
        self,
        problem: Problem,
        memory: int,
        threads: int,
        folder: bytes,
        identity: str,
        limit: int,
        seconds: int,
        block: int,
        fan_in: int,
        merged: int,
    ) -> None: ...
    def save(self) -> None:
        """Write a checkpoint; without the GIL."""

    @property
    def widths(self) -> list[int]:
        """Of the levels so far: how many states were expanded."""

    @property
    def seconds(self) -> float:
        """Of all processes that worked on it, as far as their work is kept."""

    @property
    def bytes(self) -> int:
        """Of memory in the tables, at most so far."""

    @property
    def disk_bytes(self) -> int:
        """Of the files of states now."""

    @property
    def most_disk_bytes(self) -> int:
        """Of these files, at most so far."""

    @property
    def saved(self) -> int:
        """Checkpoints so far."""

class Forecast:
    """
    About how many states a sweep will have, from random samples of so many states of each level.

    ValueError where a sweep does not apply.
    """

    def __init__(self, problem: Problem, memory: int, most: int, seed: int) -> None: ...
    def run(self, seconds: float) -> Stop:
        """Go on; without the GIL. Nothing is known before it is exhausted."""

    @property
    def widths(self) -> list[float]:
        """States of each level."""

    @property
    def updates(self) -> float:
        """Options that may be chosen, in all states together."""

    @property
    def least_bytes(self) -> float:
        """In files at most at once, if each state is there once."""

    @property
    def most_bytes(self) -> float:
        """The same if each is there as often as it was reached."""

    @property
    def expanded(self) -> int:
        """States that were sampled."""

    @property
    def expanded_updates(self) -> int:
        """Their options."""

    @property
    def doubt(self) -> float:
        """
        The logarithm of the factor by which all may be fewer, since too few states were met twice.
        """

    @property
    def is_exact(self) -> bool:
        """No level was too wide."""

class ProofSearch:
    """
    The lines of a certificate of a count; see docs/proof-format.md.

    ``numbers``: of every item, its number in the certificate if it is primary. ``sharing``: items are
    decided in a fixed order and equal states are written once; otherwise the lines follow a search
    tree. TooLarge if the states that are waiting take more than ``memory`` bytes. ``path``: the way to the
    first state, which is what remains after the option of each item on it was chosen, or all its
    options refused (2**32 - 1); ValueError if the tree has no such path.
    """

    def __init__(
        self, problem: Problem, numbers: array.array[int], memory: int, sharing: bool, path: array.array[int]
    ) -> None: ...
    def run(self, nodes: int, seconds: float) -> Stop:
        """
        Go on where the last run stopped, for so many states and seconds; without the GIL.
        """

    def take(self) -> bytes:
        """The lines written since the last call."""

    def split(self) -> list[tuple[int, tuple[int, ...], float]]:
        """
        Give away the waiting states nearest to the first one, all children of one state: the number of each,
        the way to it, and its share of what is below the first state. No line will expand them.
        """

    @property
    def limbs(self) -> list[int]:
        """
        The number of solutions, 64 bits a limb, the lowest first; known when all is written.
        """

    @property
    def nodes(self) -> int:
        """States written."""

    @property
    def updates(self) -> int:
        """Their children."""

class PermutationGroup:
    """A group made by its generators, ``array('I')``."""

    def __init__(self, degree: int) -> None: ...
    def add(self, generator: array.array[int], look: Callable[[], object]) -> None:
        """
        ValueError for what is no permutation of the points. After what ``look`` raises, this is no group.
        """

    @property
    def numbers(self) -> int:
        """That are kept, of 32 bits each."""

    @property
    def orbits(self) -> list[int]:
        """Their lengths; the product is the order."""

    def generators(self) -> list[bytes]: ...
    def contains(self, element: array.array[int]) -> bool: ...
    def element(self, number: int) -> bytes:
        """0 is the identity; below the order, which is below 2**64."""

    def classes(self) -> list[tuple[int, int]]:
        """
        Of each class of conjugates the first element's number, and the size; a bit for each element.
        """

class CanonicalTest:
    """Is a set of points, ascending, the first of all its images?"""

    def __init__(self, group: PermutationGroup) -> None: ...
    def is_first(self, ascending: array.array[int], look: Callable[[], object]) -> bool: ...

class Images:
    """
    All covers from those with one option of each orbit; arguments are ``array('I')``.

    ``kept``: the options that covers are given in. ``elements``: permutations, one after the other.
    ``firsts`` and ``numbers``: the elements for each option; none if it is no representative.
    """

    def __init__(
        self,
        problem: Problem,
        kept: array.array[int],
        elements: array.array[int],
        firsts: array.array[int],
        numbers: array.array[int],
    ) -> None: ...
    @overload
    def hand_over(self, covers: CoverBatch, into: list[tuple[int, ...]]) -> str | None:
        """
        Move the images of covers to a list, verified, or return what is wrong with one.
        """

    @overload
    def hand_over(self, covers: CoverBatch, into: CoverBatch) -> str | None: ...
    @property
    def taken(self) -> int:
        """Covers taken so far."""

    @property
    def made(self) -> int:
        """Images of these."""

def preserving(
    group: PermutationGroup,
    kept: array.array[int],
    left: Problem,
    costs: array.array[int],
    look: Callable[[], object],
) -> list[bytes]:
    """
    Generators of the subgroup that preserves the options ``kept``, which are those of the problem ``left``.
    """

class Completion:
    """
    What permutations of some items do to all options; ``labels`` (``array('I')``) have to be kept.
    """

    def __init__(
        self, problem: Problem, costs: array.array[int], labels: array.array[int], look: Callable[[], object]
    ) -> None: ...
    def complete(self, items: array.array[int], look: Callable[[], object]) -> bytes | None:
        """
        Images of items, 2**32 - 1 for unknown ones; None where no automorphism follows.
        """

def is_automorphism(
    problem: Problem, costs: array.array[int], images: array.array[int], look: Callable[[], object]
) -> bool:
    """
    Does a permutation of options come with one of the items that keeps bounds, colors and costs?
    """

class TooLarge(excover.base.errors.ExcoverError, RuntimeError):
    """A diagram takes more memory than it may."""

class Diagram:
    """
    All solutions of a problem, as paths.

    ``look`` is called every few hundredths of a second; what it raises ends the call.
    """

    def __init__(
        self,
        problem: Problem,
        bytes: bytes,
        nodes: int,
        edges: int,
        is_empty: bool,
        memory: int,
        look: Callable[[], object],
    ) -> None:
        """
        What ``encoded`` gave; ValueError if the bytes are no such diagram, TooLarge if its numbers are.
        """

    def encoded(self, look: Callable[[], object]) -> bytes: ...
    def edges_of(self, node: int) -> list[tuple[int, int]]:
        """
        Each an option and a node, or the number of all nodes, which is the end of a solution.
        """

    @property
    def is_empty(self) -> bool:
        """
        There is no solution; a diagram without nodes that is not empty has one, without options.
        """

    @property
    def nodes(self) -> int: ...
    @property
    def edges(self) -> int: ...
    @property
    def solutions(self) -> int: ...
    @property
    def limbs(self) -> int:
        """Of 64 bits, in every number of solutions."""

    def solutions_without(self, banned: array.array[int], look: Callable[[], object]) -> int:
        """``array('B')``, a flag an option."""

    def restricted(
        self, banned: array.array[int], wanted: array.array[int], look: Callable[[], object]
    ) -> Diagram:
        """
        The solutions without banned options and, if any is wanted, with one of those; flags as above.
        """

    def marginals(self, look: Callable[[], object]) -> list[int]:
        """How many solutions choose each option."""

    def cover(self, rank: array.array[int]) -> tuple[int, ...]:
        """
        ``array('Q')`` of so many limbs, the lowest first; IndexError beyond the last solution.
        """

    def ranking(self, costs: array.array[int], look: Callable[[], object]) -> DiagramRanking:
        """
        ``array('q')``, one an option; their absolute values must not add up to 2**63.
        """

class DiagramRanking:
    """The solutions of a diagram, cheapest first."""

    def __next__(self) -> tuple[int, tuple[int, ...]]: ...

class DiagramSearch(Engine):
    """
    All solutions by way of their diagram; ValueError where that does not apply.

    ``run`` builds it first, or raises TooLarge.
    """

    @overload
    def __init__(self, problem: Problem, memory: int, threads: int) -> None: ...
    @overload
    def __init__(self, problem: Problem, diagram: Diagram) -> None: ...

class Starts:
    """
    All sets of ``size`` options that solutions contain; ``skipped``: ``array('B')``, a flag an option.

    Of those that ``symmetries`` take to each other, one.
    """

    def __init__(
        self,
        diagram: Diagram,
        size: int,
        skipped: array.array[int],
        symmetries: PermutationGroup | None,
        keep: int,
        most: int,
    ) -> None: ...
    def run(self, unique: int, seconds: float) -> Stop:
        """
        Go on until so many unique starts wait, or seconds are used up; without the GIL.
        """

    def hand_over(self) -> list[tuple[int, ...]]:
        """The unique starts found since the last call."""

    def most(self) -> list[tuple[int, tuple[int, ...]]]:
        """Those that most solutions contain, with how many."""

    @property
    def sets(self) -> int: ...
    @property
    def unique(self) -> int: ...
    @property
    def done(self) -> float: ...

class Separation:
    """
    The fewest straight moves until some solid pieces are away from the others.

    ``cells``: ``array('i')``, layer, row and column of all cells, piece by piece; ``sizes``: ``array('I')``,
    the cells of each piece. ValueError for more than 64 pieces.
    """

    def __init__(self, cells: array.array[int], sizes: array.array[int], most_groups: int) -> None: ...
    def run(self, seconds: float) -> Stop:
        """Go on; without the GIL. SOLUTIONS once some pieces are away."""

    def moves(self) -> list[tuple[int, tuple[int, int, int], int | None]]:
        """
        Once some are away: the pieces of each move (bits), its direction, and its distance, or None.
        """

    @property
    def positions(self) -> int:
        """That were reached so far."""
