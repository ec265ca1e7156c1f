"""Boards, pieces, goals and bounds on costs, from Python as statements of the language.

>>> print(board_text("tray", [(1, 1), (1, 2), (2, 2)], "", (), most=100))
board tray
  |..
  |#.
>>> print(board_text("tray", (6, 10), "", ["torus"], most=100))
board tray 6x10, torus
>>> print(shapes_text("s", {"I": [(0, 0), (0, 1)], "L": ["L.", "LL"]}, "", most=100))
shapes s
  |II
  |
  |L.
  |LL
>>> print(fill_text("grid", range(1, 10), ["row", "block 3x3"], [[(1, 1), (2, 2)]], most=100)[0])
fill grid with 1..9, once per row, block 3x3, each of {{(1, 1), (2, 2)}}
>>> print(place_text("s", "tray", "free", {"at_most": 2}, 0, {"a": ["x", "y"]}))
place free s on tray each 0..2 times matching "a" on "x", "a" on "y"

What a model wants: goals, and bounds on the costs, as statements of the language.

>>> wanted_sums("maximize", ["late", "cost"]).objectives[1].direction
'maximize'
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import floor, prod
from operator import index
from typing import Any, TypeAlias

from excover.base.diagnostics import SpecError
from excover.base.names import ItemName, OrderedSet, Value, is_name
from excover.base.source import Span
from excover.base.words import as_seen
from excover.language import messages
from excover.language.expressions.reduce import Unwritable, literal, set_of
from excover.language.meaning.puzzle import COST
from excover.language.python_values import (
    exact,
    fits,
    is_single,
    listed_until,
    parameter_value,
    value_of,
    without_numpy,
)
from excover.language.syntax import ast, phrases
from excover.language.syntax.format import with_drawing_below
from excover.lattices import LATTICES
from excover.lattices.lattice import AXES, DIMENSIONS
from excover.matrix.changes import times_of
from excover.problem.arguments import told_in_words
from excover.problem.model_data import PriceLike, StatedNumbers, call, index_sets
from excover.problem.model_items import Covers, ModelItems, WorstOf

CellsLike: TypeAlias = str | Sequence[str] | Iterable[tuple[int, ...]]
"""A drawing as a text or as lines, or cells: (row, column) or (layer, row, column); on lattices with blocks,
(block, layer, row, column)."""

SIDES = ("torus", "cylinder", "open below", "open above", "crossing", "may stay empty")
TURNS = ("free", "one-sided", "fixed")
MOST_WORDS = 1000
_UNIT = re.compile(r"row|column|label|block \d+x\d+")
_LETTER = re.compile(r"[A-Za-z0-9]")
_SHIFTED = re.compile(r"torus shifted by -?\d+")
_SIZE = re.compile(r"\d+(x\d+){1,3}")


def board_text(
    name: str, cells: CellsLike | tuple[int, ...], lattice: str, sides: Iterable[str], most: int
) -> str:
    """A `board` statement. Sizes are a tuple of numbers or a text; cells are counted from 1.

    Raises SpecError if cells are none, or their box has more than ``most`` cells.
    """
    _one_of(lattice, "lattice", ("", *LATTICES))
    sides = [
        side if _SHIFTED.fullmatch(side) else _one_of(side, "side of a board", SIDES)
        for side in _texts(sides, "model.board(.., sides=..)")
    ]
    head = " ".join(filter(None, ["board", name, lattice]))
    axes = _axes(lattice)
    sizes = tuple(map(without_numpy, cells)) if isinstance(cells, tuple) else ()
    lines: list[str] = []
    if sizes and all(type(length) is int for length in sizes):
        if not 2 <= len(sizes) <= axes or min(sizes) < 1:
            counts = "2 or 3" if axes == DIMENSIONS else f"2 to {axes}"
            raise SpecError(
                messages.NotADrawing(
                    f"a board has {counts} sizes from 1, not {as_seen(sizes)}", "write them as (6, 10)"
                )
            )
        head += " " + "x".join(map(str, sizes))
    elif isinstance(cells, str) and _SIZE.fullmatch(cells):
        head = f"{head} {cells}"
    else:
        lines = _lines(cells, ".", "#", 1, most, axes)
    return with_drawing_below(", ".join([head, *sides]), lines)


def shapes_text(
    name: str, pieces: str | Sequence[str] | Mapping[str, CellsLike], lattice: str, most: int
) -> str:
    """A `shapes` statement. Raises SpecError if the cells of a piece are none, or more than ``most``."""
    _one_of(lattice, "lattice", ("", *LATTICES))
    if isinstance(pieces, Mapping):
        for letter in pieces:
            if not isinstance(letter, str) or not _LETTER.fullmatch(letter):
                wrong = f"a piece is called by one letter or digit, not {as_seen(letter)}"
                raise SpecError(messages.NotADrawing(wrong, 'call it "A", or draw the pieces: ["AA", "A."]'))
        axes = _axes(lattice)
        drawn = [_lines(cells, letter, ".", None, most, axes) for letter, cells in pieces.items()]
        lines = [line for shape in drawn for line in ("", *shape)][1:]
    else:
        lines = _lines(pieces, "", "", None, most, _axes(lattice))
    head = " ".join(filter(None, ["shapes", name, lattice]))
    return with_drawing_below(head, lines)


def place_text(
    shapes: str,
    board: str,
    turned: str,
    how_often: Mapping[str, Any],
    covering: int,
    matching: Mapping[str, str | Iterable[str]],
) -> str:
    """A `place` statement. Raises SpecError for other words, or bounds that are no numbers."""
    text = f"place {_one_of(turned, 'way to turn pieces', TURNS)} {shapes} on {board}"
    (each,) = times_of(1, how_often)
    if (each.lower, each.upper) != (1, 1):
        upper = f"{each.lower}..{each.upper}" if each.upper is not None else f"at least {each.lower}"
        text += f" each {upper} times"
    least = without_numpy(covering)
    if type(least) is not int:
        raise SpecError(
            messages.WrongArgument("model.place(.., covering=..)", "a number of cells", as_seen(least))
        )
    if least:
        text += f" covering at least {least}"
    if not isinstance(matching, Mapping):
        takes = "the labels of the board for each label of the pieces, {'1': ['x', 'y']}"
        raise SpecError(messages.WrongArgument("model.place(.., matching=..)", takes, as_seen(matching)))
    pairs = [
        f"{_text(piece)} on {_text(label)}"
        for piece, labels in matching.items()
        for label in _texts(labels, "model.place(.., matching=..)")
    ]
    return f"{text} matching {', '.join(pairs)}" if pairs else text


def fill_text(
    board: str, values: Any, once_per: Iterable[str], groups: Iterable[Any], most: int
) -> tuple[str, Iterable[Value]]:
    """A `fill` statement, and its values. Raises SpecError if a value is none of the language."""
    what = "the values of `model.fill`"
    members = set() if is_single(values) and not isinstance(values, set | frozenset | OrderedSet) else values
    if isinstance(members, range):
        members = listed_until(members, most, what)
    listed = parameter_value(members, set(), what)
    if not isinstance(listed, Iterable) or not listed:
        takes = "a set of values, such as range(1, 10)"
        raise SpecError(messages.WrongArgument("model.fill(board, values)", takes, as_seen(values)))
    units = _texts(once_per, "model.fill(.., once_per=..)")
    for unit in units:
        if not _UNIT.fullmatch(unit):
            known = ("row", "column", "label", "block 3x3")
            raise SpecError(messages.NotOneOfTheWords("part of a board", as_seen(unit), unit, known))
    what = "the groups of `model.fill`"
    cells = [OrderedSet(listed_until(group, most, what)) for group in listed_until(groups, most, what)]
    units = [*units, f"each of {_text(OrderedSet(cells))}"] if cells else units
    text = f"fill {board} with {_text(listed)}" + (f", once per {', '.join(units)}" if units else "")
    return text, listed


def choose_text(
    name: str, indices: Sequence[Any], among: Any, most_items: int, most_values: int
) -> tuple[str, list[Value]]:
    """A `choose` statement, and the values in it. Raises SpecError for what is no set of values."""
    if not indices:
        raise SpecError(messages.NotASetOfIndices(name, "no argument"))
    sets = index_sets(name, indices, most_items)
    written: Callable[[list[Value]], str] = lambda values: phrases.expression(set_of(values))  # noqa: E731
    pairs_of = zip(indices, sets, strict=True)
    domains = [each.name if isinstance(each, ModelItems) else written(members) for each, members in pairs_of]
    letters = [f"i{place}" for place in range(1, len(indices) + 1)]
    head = ", ".join(f"{letter} in {domain}" for letter, domain in zip(letters, domains, strict=True))
    text = f"choose {name}({head})"
    what = f"the values of `{name}`"
    listed = [each for members in sets for each in members]
    if among is None:
        return text, listed
    if not isinstance(among, Mapping):
        values = _values(among, most_values, what)
        return f"{text} from {written(values)}", [*listed, *values]
    pairs: list[Value] = [
        (value_of(key, what), value)
        for key, members in among.items()
        for value in _values(members, most_values, what)
    ]
    index = letters[0] if len(letters) == 1 else f"({', '.join(letters)})"
    return f"{text} from {{v for (k, v) in {written(pairs)} where k = {index}}}", [*listed, *pairs]


def _values(values: Any, most: int, what: str) -> list[Value]:
    return [value_of(each, what) for each in listed_until(values, most, what)]


def _text(value: Value) -> str:
    """A value in the notation of the language. Raises SpecError if it has none."""
    try:
        known = value_of(value, "a label or a value")
        return phrases.expression(set_of(known) if isinstance(known, OrderedSet) else literal(known))
    except Unwritable as wrong:
        raise SpecError(
            messages.NotADrawing(str(wrong), "use a text in one line without quotation marks")
        ) from None


def _texts(words: str | Iterable[str], call: str) -> list[str]:
    """One text, or several. Raises SpecError for anything else."""
    is_one = isinstance(words, str) or not isinstance(words, Iterable) or getattr(words, "shape", None) == ()
    listed = [words] if is_one else words
    found = listed_until(listed, MOST_WORDS, f"an argument of `{call}`")
    for word in found:
        if not isinstance(word, str):
            raise SpecError(messages.WrongArgument(call, "a text or a list of texts", as_seen(word)))
    return found


def _one_of(word: str, what: str, known: Sequence[str]) -> str:
    if not isinstance(word, str) or word not in known:
        text = word if isinstance(word, str) else ""
        raise SpecError(messages.NotOneOfTheWords(what, as_seen(word), text, [*filter(None, known)]))
    return word


def _axes(lattice: str) -> int:
    return LATTICES[lattice].axes if lattice else DIMENSIONS


def _lines(
    cells: CellsLike | tuple[int, ...], mark: str, gap: str, origin: int | None, most: int, axes: int
) -> list[str]:
    """The lines of a drawing; ``origin`` is the least coordinate, None for that of the cells."""
    if isinstance(cells, str):
        return cells.strip("\n").split("\n")
    many = isinstance(cells, Iterable) and not isinstance(cells, bytes | Mapping)
    if not many or hasattr(cells, "columns") or getattr(cells, "shape", None) == ():
        way_out = 'draw it, ["..#", "..."], or list its cells: [(1, 1), (1, 2)]'
        raise SpecError(
            messages.NotADrawing(f"a drawing or cells are expected, not {as_seen(cells)}", way_out)
        )
    listed = listed_until(cells, most, "a list of cells")
    if listed and all(isinstance(line, str) for line in listed):
        return [str(line) for line in listed]
    places = {_place(cell, axes) for cell in listed}
    if not places:
        raise SpecError(messages.NotADrawing("there are no cells", "list at least one cell"))
    ends = [(min(axis), max(axis)) for axis in zip(*places, strict=True)]
    least = [low if origin is None else origin for low, _ in ends]
    if any(low < begin for (low, _), begin in zip(ends, least, strict=True)):
        wrong = f"the cells of a board are counted from 1, and one is {min(places)[-axes:]} ({_order(axes)})"
        raise SpecError(messages.NotADrawing(wrong, "add 1 to rows and columns that are counted from 0"))
    box = [high - low + 1 for low, (_, high) in zip(least, ends, strict=True)]
    if prod(box) > most:
        sizes = " × ".join(f"{length:,}" for length in box[-axes:])
        wrong = f"the cells are in a box of {sizes} cells; the limit is {most:,}"
        raise SpecError(messages.NotADrawing(wrong, "raise it by `Model(limits=Limits(cells=..))`"))
    blocks, layers, rows, columns = (
        range(begin, high + 1) for begin, (_, high) in zip(least, ends, strict=True)
    )

    def drawn(block: int, layer: int, row: int) -> str:
        return "".join(mark if (block, layer, row, column) in places else gap for column in columns)

    return [
        "||".join("|".join(drawn(block, layer, row) for layer in layers) for block in blocks) for row in rows
    ]


def _order(axes: int) -> str:
    return ", ".join(AXES[-axes:])


def _place(cell: object, axes: int) -> tuple[int, int, int, int]:
    """Block, layer, row and column; the block and the layer are 1 if they are not given."""
    try:
        coordinates = [index(each) for each in islice(cell, axes + 1)] if isinstance(cell, Iterable) else []
    except TypeError:  # no whole number
        coordinates = []
    if len(coordinates) not in (2, axes):
        wrong = f"a cell is (row, column) or ({_order(axes)}), whole numbers, not {as_seen(cell)}"
        raise SpecError(messages.NotADrawing(wrong, "give such a tuple for each cell"))
    block, layer, row, column = (1, 1, *coordinates)[-len(AXES) :]
    return block, layer, row, column


GoalLike: TypeAlias = str | Covers | ModelItems | WorstOf
"""A goal: "cost", items in units, or `model.max(load)`."""


def wanted_sums(direction: str, sums: Sequence[GoalLike]) -> ast.Goal:
    """A goal for each sum; without any, the cost. Raises SpecError for what is no sum."""
    span = call(f"model.{direction}", *map(_shown, sums))
    refs = [ref for each in sums or [COST] for ref in _refs(each, span)]
    return ast.Goal(span, tuple(ast.GoalTerm(span, direction, ref) for ref in refs))


def _shown(part: object) -> str:
    if isinstance(part, WorstOf):
        return f"model.{part.word}({_shown(part.sums)})"
    if isinstance(part, ModelItems):
        return part.name
    return ", ".join(map(str, part)) if isinstance(part, Covers) else f'"{part}"'


def _refs(part: GoalLike, span: Span) -> Iterator[ast.Ref | ast.Extreme | None]:
    match part:
        case WorstOf(word, sums):
            names = [ItemName(sums.name, ())] if isinstance(sums, ModelItems) else [*sums]
            yield ast.Extreme(span, ast.Name(span, word), tuple(_ref(name, span) for name in names), None)
        case str() if part == "cost":
            yield None
        case str() if is_name(part):
            yield ast.Ref(span, ast.Name(span, part), ())
        case Covers():
            yield from (_ref(name, span) for name in part)
        case ModelItems():
            yield from (_ref(name, span) for name in part.all())
        case _:
            takes = 'a goal, "cost", an item in units such as load[1], or `model.max(load)`'
            raise SpecError(messages.WrongArgument("model.minimize(..)", takes, as_seen(part)))


def _ref(name: ItemName, span: Span) -> ast.Ref:
    return ast.Ref(span, ast.Name(span, name.family), tuple(map(literal, name.indices)))


def cost_bounds(at_least: Any, at_most: Any) -> tuple[dict[str, Any], list[ast.CostBound]]:
    """Bounds on the sum of the costs that are fractions, by their side, and all as statements, whole.

    Raises SpecError if they are no numbers, or there is none.
    """
    bounds = {"least": without_numpy(at_least), "most": without_numpy(at_most)}
    stated = {side: bound for side, bound in bounds.items() if bound is not None}
    found = {side: exact(bound) for side, bound in stated.items()}
    wrong = [f"at_{side}={as_seen(stated[side])}" for side, bound in found.items() if not _fits(bound)]
    if wrong or not stated:
        way_out = "bound the sum of the costs by numbers of 64 bits: at_least=.. or at_most=.."
        got = wrong[0] if wrong else "nothing"
        raise SpecError(messages.WrongArgument("model.cost(..)", "numbers", got, way_out))
    span = call("model.cost", *(f"at_{side}={bound}" for side, bound in stated.items()))
    fractions = {side: bound for side, bound in stated.items() if type(bound) is not int}
    return fractions, [ast.CostBound(span, side, literal(floor(bound or 0))) for side, bound in found.items()]


def _fits(bound: Any) -> bool:
    return bound is not None and fits(floor(bound))


@told_in_words
class GoalMethods:
    """What a model has for costs."""

    @abstractmethod
    def _want(self, goal: ast.Goal) -> None:
        """Adds a goal behind those so far. Raises SpecError."""

    @abstractmethod
    def _resolve(self, spec: ast.Spec, wanted: ast.Goal | None = None) -> None:
        """Adds statements. Raises SpecError."""

    def minimize(self, *sums: GoalLike) -> None:
        """The goal is the least sum: of the costs, or of items in units, the most important first.

        `minimize(late, "cost")` is the least `late`, and of these solutions the cheapest, and
        `minimize(model.max(load))` makes the greatest `load` small. What another call of `minimize` or
        `maximize` names counts less.
        """
        self._want(wanted_sums("minimize", sums))

    def maximize(self, *sums: GoalLike) -> None:
        """The goal is the greatest sum; see `minimize`."""
        self._want(wanted_sums("maximize", sums))

    @abstractmethod
    def _told(self) -> StatedNumbers:
        """The numbers that were stated so far."""

    def cost(self, *, at_least: PriceLike | None = None, at_most: PriceLike | None = None) -> None:
        """Bounds the sum of the costs: only solutions within the bounds count."""
        fractions, bounds = cost_bounds(at_least, at_most)
        self._resolve(ast.Spec(bounds[0].span, tuple(bounds)))
        self._told().bounds |= fractions
