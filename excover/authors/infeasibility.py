"""Why a matrix has no solution: a short proof in words if there is one, otherwise items that conflict.

>>> from excover.problem.problem import parse
>>> crowded = parse("item a, b item x[1..1] at most once option p() covers a, x[1] option q() covers b, x[1]")
>>> print(short_reason(crowded.compiled).text)
`a` and `b` each need an option that covers `x[1]`, and that may be covered once
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import chain
from string import ascii_uppercase
from typing import TYPE_CHECKING

from excover.authors.colorings import Competition, closed_items, hall_sets, refuting_coloring
from excover.authors.mus import NODES, MusSearch
from excover.base.names import HIDDEN, ItemName, RuleItem
from excover.base.words import listed, plural
from excover.lattices import Cell
from excover.matrix.capabilities import bits
from excover.matrix.compiled import Compiled, Marking, Place
from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.render.text import drawing_text
from excover.search.linear_refutation import Weighing, refutation, without_modulus
from excover.search.outcome import Unfinished
from excover.search.run import UNLIMITED, Run
from excover.search.search import first_cover

if TYPE_CHECKING:
    from excover.base.json.objects import ReasonData

MOST_REMAINDERS = 6
"""So many are written."""
MOST_SHARED = 6
"""The most items that are named because others conflict over them."""


class Kind(Enum):
    BLOCKED = "blocked"
    """An item has no option."""
    CROWDED = "crowded"
    """Items compete for fewer others."""
    AREA = "area"
    COLORING = "coloring"
    PARITY = "parity"
    WEIGHTS = "weights"
    """Every option weighs 0, or a multiple of something, but what must be covered does not."""
    BOUNDS = "bounds"
    """Bounds on sums that no solution keeps to, though there are solutions without them."""
    CONSTRAINTS = "constraints"
    """Global constraints that no solution keeps to, though there are solutions without them."""
    ITEMS = "items"
    """No short proof was found: these items cannot all be covered, though all but any one of them can."""


@dataclass(frozen=True, slots=True)
class Reason:
    """``proof`` exists for all kinds except BOUNDS, CONSTRAINTS and ITEMS; ``drawing`` shows colors or marked
    cells, the ``marks`` of items. ``brief`` is a text for one line, where ``text`` may be too long for that.
    """

    kind: Kind
    text: str
    items: tuple[ItemName, ...]
    drawing: str = ""
    proof: Weighing | None = None
    marks: Mapping[ItemName, str] = field(default_factory=dict, compare=False)
    brief: str = ""

    def as_data(self) -> ReasonData:
        """For JSON."""
        return {
            "kind": self.kind.value,
            "text": self.text,
            "items": list(map(str, self.items)),
            "drawing": self.drawing.splitlines(),
        }


def with_closed(matrix: Matrix, reason: Reason) -> Reason:
    """Names the items with the bound 0 because of which options of the reason's items cannot be chosen."""
    closed, about = closed_items(matrix), {*reason.items}
    needing = [item for item, name in enumerate(matrix.items) if name in about] if closed else []
    rows = (matrix.option_items(option) for item in needing for option in matrix.columns[item])
    beside = closed.intersection(chain.from_iterable(rows))
    barring = [matrix.items[item].in_words for item in sorted(beside)]
    if not barring:
        return reason
    note = f"nothing may cover {listed(barring)}, whose bound is 0"
    return replace(reason, text=f"{reason.text}; {note}")


def is_refuted(matrix: Matrix, run: Run = UNLIMITED) -> bool:
    """Whether there is a proof without search. Raises Unfinished."""
    return bool(_competition(matrix, run) or refutation(matrix, run) or refuting_coloring(matrix, run))


def short_reason(compiled: Compiled, run: Run = UNLIMITED) -> Reason | None:
    """A proof without search; None if none of the usual ones applies. Raises Unfinished."""
    return _competition(compiled.matrix, run) or _coloring(compiled, run) or _weights(compiled, run)


def _competition(matrix: Matrix, run: Run) -> Reason | None:
    found = hall_sets(matrix, run)
    if found is None:
        return None
    proof = Weighing(dict.fromkeys(found.needing, 1) | dict.fromkeys(found.needed, -1))
    if not proof.refutes(matrix):
        return None
    items = tuple(matrix.items[item] for item in (*found.needing, *found.needed))
    kind = Kind.CROWDED if found.needed else Kind.BLOCKED
    return Reason(kind, _wording(matrix, found), items, proof=proof)


def _wording(matrix: Matrix, found: Competition) -> str:
    needing, needed = ([matrix.items[item].in_words for item in part] for part in found)
    if not needed:
        return f"no option is left that covers {listed(needing)}"
    these = f"{len(needing):,} items must be covered, {listed(needing, 'and')}"
    rules = list(dict.fromkeys(needed))
    if len(rules) == 1 < len(needed):
        return f"{these}; each needs one of {len(needed):,} things that {listed(rules)} allows once each"
    if len(needed) == 1:
        each = f"{listed(needing, 'and')} each need an option that covers {listed(needed)}"
        return f"{each}, and that may be covered once"
    once = f"which may be covered once each, {len(needed):,} times in all"
    return f"{these}; each needs one of {listed(needed)}, {once}"


def _coloring(compiled: Compiled, run: Run) -> Reason | None:
    matrix = compiled.matrix
    found = refuting_coloring(matrix, run)
    if found is None:
        return None
    letters = {-1: "W", 0: "", 1: "B" if -1 in found.colors.values() else "*"}
    marks = {matrix.items[item]: letters[color] for item, color in found.colors.items()}
    items = tuple(matrix.items[item] for item in found.colors)
    if found.is_area:
        return Reason(Kind.AREA, found.wording, items, proof=found.proof)
    drawing = drawing_of_marks(compiled, marks)
    return Reason(Kind.COLORING, found.wording, items, drawing, found.proof, marks)


def _weights(compiled: Compiled, run: Run) -> Reason | None:
    found = refutation(compiled.matrix, run)
    if found is None:
        return None
    proof = _without_needless(without_modulus(found, compiled.matrix), compiled.matrix)
    return _parity(compiled, proof) if proof.modulus == 2 else _balance(compiled, proof)


def _without_needless(proof: Weighing, matrix: Matrix) -> Weighing:
    """Without items that add nothing to what must be covered: options weigh no more without them."""
    if proof.modulus:
        return proof
    return Weighing(
        {item: weight for item, weight in proof.weights.items() if weight < 0 or matrix.lower[item]}
    )


def _parity(compiled: Compiled, proof: Weighing) -> Reason:
    items = tuple(compiled.matrix.items[item] for item in proof.weights)
    these = listed([item.in_words for item in items], "and")
    times = proof.needed(compiled.matrix)
    text = f"every option covers an even number of {these}, which are to be covered {times:,} times in all"
    marks = dict.fromkeys(items, "*")
    return Reason(Kind.PARITY, text, items, drawing_of_marks(compiled, marks), proof, marks)


def _balance(compiled: Compiled, proof: Weighing) -> Reason:
    if not proof.modulus and {*proof.weights.values()} == {1, -1}:
        return _shortage(compiled.matrix, proof)
    weights = {compiled.matrix.items[item]: weight for item, weight in proof.weights.items()}
    letters = dict(zip(sorted(set(weights.values())), ascii_uppercase, strict=False))
    marks = {item: letters[weight] for item, weight in weights.items() if weight in letters}
    drawing = drawing_of_marks(compiled, marks)
    weighed = _weighed(compiled, weights, letters if drawing else {})
    text = f"{weighed}: {_imbalance(compiled.matrix, proof)}"
    return Reason(Kind.WEIGHTS, text, tuple(weights), drawing, proof, marks)


def _shortage(matrix: Matrix, proof: Weighing) -> Reason:
    """What must be covered more often than may be covered what its options take."""
    wanted = [item for item, weight in proof.weights.items() if weight > 0]
    taken = [item for item, weight in proof.weights.items() if weight < 0]
    often, most = proof.least(matrix, wanted), -proof.least(matrix, taken)
    these, those = (listed([matrix.items[item].in_words for item in part], "and") for part in (wanted, taken))
    demand = f"{these} must be covered {_times(often)}" + " in all" * (len(wanted) > 1)
    supply = f"may be covered at most {_times(most)}" + " in all" * (len(taken) > 1)
    text = f"{demand}; no option covers more of that than of {those}, which {supply}"
    items = tuple(matrix.items[item] for item in (*wanted, *taken))
    return Reason(Kind.CROWDED, text, items, proof=proof)


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number:,} times"


def _imbalance(matrix: Matrix, proof: Weighing) -> str:
    if not proof.modulus:
        return f"{_weights_of_options(matrix, proof)}, but {_least_of_items(matrix, proof)}"
    each = f"every option weighs a multiple of {proof.modulus}"
    *others, last = map(str, sorted(proof.remainders(matrix)))
    if not others:
        return f"{each}, but all that is to be covered weighs {last}"
    few = len(others) < MOST_REMAINDERS
    never = f"leaves {', '.join(others)} or {last} when divided by {proof.modulus}" if few else "never does"
    return f"{each}, but what is covered {never}, however often each item is covered within its bounds"


def _weights_of_options(matrix: Matrix, proof: Weighing) -> str:
    weights = proof.weights
    rows = map(matrix.option_items, range(len(matrix.options)))
    all_weigh_nothing = not any(sum(weights.get(item, 0) for item in row) for row in rows)
    return "every option weighs 0" if all_weigh_nothing else "no option weighs more than 0"


def _least_of_items(matrix: Matrix, proof: Weighing) -> str:
    least = proof.least(matrix)
    if all(matrix.lower[item] == matrix.upper[item] for item in proof.weights):
        return f"all that is to be covered weighs {least}"
    return f"what is covered weighs at least {least}, however often each item is covered within its bounds"


def _weighed(compiled: Compiled, weights: Mapping[ItemName, int], letters: Mapping[int, str]) -> str:
    """The weights of items, by letters if those are drawn."""
    families = {item.family for item in weights}
    cells = {family for family in families if letters and _canvas_of(compiled, family) is not None}
    groups = []
    for weight in sorted(set(weights.values())):
        alike = [item for item, own in weights.items() if own == weight]
        if weight in letters and any(item.family in cells for item in alike):
            groups.append(f"{weight} for each {letters[weight]} as drawn")
            alike = [item for item in alike if item.family not in cells]
        if alike:
            groups.append(f"{weight} for {listed([item.in_words for item in alike], 'and')}")
    return f"with the weights {', '.join(groups)}"


def drawing_of_marks(compiled: Compiled, marks: Mapping[ItemName, str]) -> str:
    """Marks in the cells of items; empty if no item is a cell."""
    places = places_of_items(compiled, [item for item, mark in marks.items() if mark])
    markings = [Marking(canvas, marks[item], (cell,)) for item, (canvas, cell) in places.items()]
    return drawing_text(compiled.canvases, markings) if markings else ""


def places_of_items(compiled: Compiled, items: Sequence[ItemName]) -> dict[ItemName, Place]:
    """The cells that items are; other items have none."""
    families = dict.fromkeys(item.family for item in items)
    canvases = {family: _canvas_of(compiled, family) for family in families}
    places = {}
    for item in items:
        number = canvases[item.family]
        cell = None if number is None else compiled.canvases[number].cell(item.indices)
        if number is not None and cell is not None:
            places[item] = number, cell
    return places


def _canvas_of(compiled: Compiled, family: str) -> int | None:
    """The number of the canvas whose cells are the items of a family: an option that covers an item is drawn
    there.
    """
    for number, canvas in enumerate(compiled.canvases):
        if canvas.name == family:
            return number
    if not compiled.canvases:
        return None
    matrix = compiled.matrix
    for option, markings in enumerate(compiled.markings):
        marked: set[Cell | None] = {cell for marking in markings for cell in marking.cells}
        for item in map(matrix.items.__getitem__, matrix.option_items(option)):
            positions = len(item.indices) in (2, 3) and set(map(type, item.indices)) == {int}
            at = item.indices if positions else (0, 0)
            if item.family == family and compiled.canvases[0].cell(at) not in marked:
                return None
    return 0


# By search


def conflicting_items(compiled: Compiled, run: Run, given: Iterable[int] = ()) -> Reason:
    """Items that cannot all be covered if others need not be; irreducible. Raises Unfinished.

    The items ``given``, by number, have to be covered in any case, and are named only if they alone conflict.
    """
    matrix = compiled.matrix
    items = [item for item in range(len(matrix.items)) if matrix.lower[item]]
    conflicts = MusSearch(len(items), _Relaxed(matrix, items, run))
    assert not conflicts.can_be_met(conflicts.all)
    kept = frozenset(given)
    background = sum(1 << k for k, item in enumerate(items) if item in kept)
    beside = conflicts.mus(conflicts.all, background)
    found = [items[k] for k in bits(beside or conflicts.mus(background))]
    names = tuple(matrix.items[item] for item in found)
    text = _of_conflicting(names, " beside the givens" if background and beside else "")
    if len(found) == 1 and not background:
        text = _too_often(matrix, found[0], run) or text
    elif len(found) > 1 or background:
        text += _about(matrix, [*found, *(item for item in items if beside and item in kept)], run)
    return Reason(Kind.ITEMS, text, names, drawing_of_marks(compiled, dict.fromkeys(names, "*")))


def _of_conflicting(names: Sequence[ItemName], beside: str) -> str:
    """That they conflict; ``beside`` names the others."""
    if len(names) == 1:
        often = "" if beside else " as often as it has to be"
        return f"{names[0].in_words} cannot be covered{often}{beside}, even if nothing else is"
    words = list(dict.fromkeys(name.in_words for name in names))
    if len(words) == 1:
        return f"{listed(words)} cannot hold{beside}, even if nothing else does"
    if any(isinstance(name, RuleItem) for name in names):
        return f"{listed(words, 'and')} cannot all hold{beside}"
    wording = (
        f"{plural(len(names), 'item')} cannot all be covered{beside}, though all but any one of them can"
    )
    return f"{wording}: {listed(words, 'and')}"


def disagreed(matrix: Matrix, ones: Sequence[int], others: Sequence[int]) -> list[int]:
    """The colored items to which each of some options gives another color than each of others."""
    colors = [[dict(matrix.option_entries(option)) for option in options] for options in (ones, others)]
    one, other = colors
    common = set(one[0]).intersection(*one, *other) if one and other else set[int]()
    return [
        item
        for item in sorted(common)
        if matrix.colored[item] and {row[item] for row in one}.isdisjoint(row[item] for row in other)
    ]


def _about(matrix: Matrix, needed: Sequence[int], run: Run) -> str:
    """The items without need over which others conflict; empty if there are none, or many."""
    columns = [matrix.columns[item] for item in needed]
    if len(needed) == 2 and (items := disagreed(matrix, *columns)):
        one, other, about = (listed([matrix.items[item].in_words]) for item in (*needed, items[0]))
        return f", because each option of {one} gives {about} another color than each of {other}"
    found = contested(matrix, needed, run)
    colored, others = (
        list(dict.fromkeys(matrix.items[item].in_words for item in found if matrix.colored[item] == kind))
        for kind in (1, 0)
    )
    parts = [f"compete for {listed(others, 'and')}"] if others else []
    parts += [f"disagree about the color of {listed(colored, 'and')}"] if colored else []
    return f"; their options {' and '.join(parts)}" if 0 < len(found) <= MOST_SHARED else ""


def contested(matrix: Matrix, needed: Sequence[int], run: Run) -> list[int]:
    """Items without need whose upper bounds and colors make needed ones conflict, which do; irreducible.
    Empty if these conflict anyway, or where that is not known soon.
    """
    covered = {
        item for need in needed for option in matrix.columns[need] for item in matrix.option_items(option)
    }
    items = [
        item for item in sorted(covered) if not matrix.lower[item] and matrix.items[item].family != HIDDEN
    ]
    search = MusSearch(len(items), _Freed(matrix, needed, items, run))
    try:
        return [items[k] for k in bits(search.mus(search.all))] if items else []
    except Unfinished:
        return []


def _too_often(matrix: Matrix, item: int, run: Run) -> str:
    """How often an item must, and how often it can be covered; empty if it must be covered once.

    Raises Unfinished.
    """
    often, name, options = matrix.lower[item], matrix.items[item], matrix.columns[item]
    if often == 1:
        return ""
    most, never = 0, often
    while never - most > 1:
        between = (most + never) // 2
        lower = matrix.lower[:]
        lower[item] = between
        if _Relaxed(matrix.replaced(lower=lower), [item], run)(1) is None:
            never = between
        else:
            most = between
    can = f"can be covered at most {_times(most)}" if most else "cannot be covered at all"
    chosen = listed([str(matrix.options[each]) for each in options], "and")
    by = f", by {chosen}" if len(options) == most else ""
    return f"{listed([name.in_words])} must be covered {_times(often)}, and {can}{by}"


class _Relaxed:
    """The oracle: unwanted items may be covered less often than required."""

    def __init__(self, matrix: Matrix, items: list[int], run: Run) -> None:
        self.matrix, self.items, self.run = matrix, items, run
        self.asked = 0

    def __call__(self, wanted: int) -> int | None:
        self.run.report("items", self.asked)
        self.asked += 1
        matrix = self.matrix
        lower = array("I", bytes(matrix.lower.itemsize * len(matrix.lower)))
        for k in bits(wanted):
            lower[self.items[k]] = matrix.lower[self.items[k]]
        relaxed = matrix.replaced(lower=lower)
        keep = [o for o in range(len(matrix.options)) if any(map(relaxed.is_primary, matrix.option_items(o)))]
        cover = first_cover(relaxed.restricted(keep), self.run.aside())
        if cover is None:
            return None
        times = Counter(item for option in cover for item in matrix.option_items(keep[option]))
        return sum(1 << k for k, item in enumerate(self.items) if times[item] >= matrix.lower[item])


class _Freed:
    """The oracle: unwanted items may be covered any number of times, in any colors."""

    def __init__(self, matrix: Matrix, needed: Sequence[int], items: Sequence[int], run: Run) -> None:
        options = sorted({option for item in needed for option in matrix.columns[item]})
        lower = array("I", bytes(matrix.lower.itemsize * len(matrix.lower)))
        for item in needed:
            lower[item] = matrix.lower[item]
        self._matrix = matrix.replaced(lower=lower).restricted(options)
        self._items, self._run = items, run

    def __call__(self, wanted: int) -> int | None:
        matrix = self._matrix
        free = {item for k, item in enumerate(self._items) if not wanted >> k & 1}
        upper, colored = matrix.upper[:], matrix.colored[:]
        for item in free:
            upper[item], colored[item] = UNBOUNDED, 0
        entries = zip(matrix.entries, matrix.colors, strict=True)
        colors = array("I", [0 if item in free else color for item, color in entries])
        freed = matrix.replaced(upper=upper, colored=colored, colors=colors)
        run = self._run.aside(nodes=self._run.budget.nodes or NODES)
        return None if first_cover(freed, run) is None else wanted
