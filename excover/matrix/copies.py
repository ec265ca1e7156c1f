"""Plain drawings that distinguish different solutions.

A mark shows which option draws it, unless options of one mark overlap: of `DDDD`, it is not seen where a
domino ends. There a number follows the mark, `D1 D1 D2 D2`, which is the same for copies of the same form. So
who reads a drawing cell by cell finds each option at its first cell. Options that draw nothing on a board are
named below it.

>>> from excover.problem.problem import parse
>>> dominoes = parse("board b 2x2  shapes s\\n  |DD\\nplace free s on b each 2 times")
>>> for solution in dominoes.solutions():
...     print(solution, end="\\n\\n")
D1 D1
D1 D1
<BLANKLINE>
D2 D2
D2 D2
<BLANKLINE>
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, count, repeat
from operator import sub

from excover.base.names import HIDDEN
from excover.language.meaning.drawing import FilledDrawing
from excover.language.meaning.items import no_cell_of
from excover.language.meaning.listing import Joined, OnDemand
from excover.language.meaning.puzzle import Placing, Puzzle
from excover.language.syntax import ast
from excover.language.syntax.nodes import nodes_within
from excover.lattices import Cell
from excover.matrix.compiled import Block, Canvas, Marking
from excover.matrix.matrix import Matrix
from excover.matrix.option_blocks import PlacedDrawings

Markings = Sequence[tuple[Marking, ...]]
CellNumbers = tuple[int, ...]
"""Cells as numbers that ascend in reading order; their differences are the same for copies of one form."""

_Looked = tuple[range, Markings]
"""The numbers of options, and their drawings, if these are of pieces."""


def with_copies(
    puzzle: Puzzle, blocks: Sequence[Block], matrix: Matrix, canvases: list[Canvas], markings: Markings
) -> tuple[list[Canvas], Markings]:
    """The canvases and the markings with signs where these distinguish options.

    The signs are made when a text is first drawn or read. Marks of `draw` statements are left as they are.
    """
    looked_at = _looked_at(puzzle, blocks, markings)
    if not looked_at or not canvases:
        return canvases, markings
    signs = _Signs(looked_at, matrix, canvases, markings)
    signed = [
        canvas.replaced(copies=_CopiesOnCanvas(signs, number)) for number, canvas in enumerate(canvases)
    ]
    return signed, SignedDrawings(markings, signs)


def named_families(
    puzzle: Puzzle, blocks: Iterable[Block], canvases: Sequence[Canvas], markings: Markings
) -> frozenset[str]:
    """Of the families without a `draw`, those with options that are not seen on the canvases."""
    shown = (
        _drawn(puzzle)
        | _filled(puzzle)
        | {no_cell_of(board.name) for board in puzzle.boards if board.has_holes}
    )
    found: set[str] = set()
    first = 0
    for block in blocks if canvases else ():
        size = len(block.names)
        family = block.names[0].family if size and not isinstance(block.source, Placing) else ""
        if family and family not in shown and not all(markings[first : first + size]):
            found.add(family)
        first += size
    return frozenset(found)


def _drawn(puzzle: Puzzle) -> set[str]:
    return {draw.option.name.id for draw in puzzle.draws if type(draw) is ast.Draw}


def _filled(puzzle: Puzzle) -> set[str]:
    return {draw.option.name.id for draw in puzzle.draws if isinstance(draw, FilledDrawing)}


def _looked_at(puzzle: Puzzle, blocks: Iterable[Block], markings: Markings) -> list[_Looked]:
    """The options of pieces, of `fill` and of families without a `draw`; of pieces that are used once, and of
    `fill`, only where something else has their marks.
    """
    drawn, filled = _drawn(puzzle), _filled(puzzle)
    of_items = {draw.item.name.id for draw in puzzle.draws if isinstance(draw, ast.DrawItem)}
    covered = _covered(puzzle) if of_items else {}
    found: list[tuple[_Looked, Collection[tuple[str, str]], bool]] = []
    first = 0
    for block in blocks:
        options = range(first, first + len(block.names))
        first = options.stop
        family = block.names[0].family if block.names else HIDDEN
        if family != HIDDEN and isinstance(block.source, Placing):
            board, shapes = block.source.board.name, block.source.shapes
            bounds = next(each.bounds for each in puzzle.families if each.name == shapes.name)
            letters = {(board, piece.letter) for piece in shapes.pieces}
            found.append(((options, block.drawn), letters, all(each.upper == 1 for each in bounds)))
        elif family in filled - drawn:
            drawings = map(markings.__getitem__, options)
            marks = [(family, mark) for mark in _marks_of_a_cell(block, drawings)]
            found.append(((options, ()), marks, True))
        elif family not in {HIDDEN, *drawn} and of_items.isdisjoint(covered.get(family, ())):
            initials = {(each.name, family[0]) for each in puzzle.boards}
            found.append(((options, ()), initials, False))
    times = Counter(chain.from_iterable(marks for _, marks, _ in found))
    return [own for own, marks, is_single in found if not is_single or any(times[each] > 1 for each in marks)]


def _marks_of_a_cell(block: Block, drawings: Iterable[tuple[Marking, ...]]) -> Iterator[str]:
    """Those of the values of a `fill`, which every cell may have."""
    for name, drawn in zip(block.names, drawings, strict=True):
        if name.arguments[:2] != block.names[0].arguments[:2]:
            return
        yield from (each.mark for each in drawn[:1])


def _covered(puzzle: Puzzle) -> dict[str, set[str]]:
    """The families of the items that the options of each family cover."""
    found: dict[str, set[str]] = {}
    stated = [(each.name, each.covers) for each in puzzle.sources if isinstance(each, ast.Option)]
    for family, covers in (*stated, *((each.option.name, each.covers) for each in puzzle.additions)):
        names = (node.ref.name.id for node in nodes_within(covers) if isinstance(node, ast.CoveredItem))
        found.setdefault(family.id, set()).update(names)
    return found


class _Signs:
    """The numbers behind the marks of options, and what stands between a mark and its number."""

    def __init__(
        self, looked_at: Sequence[_Looked], matrix: Matrix, canvases: Sequence[Canvas], markings: Markings
    ) -> None:
        self._looked_at, self._matrix, self._canvases, self._markings = looked_at, matrix, canvases, markings

    @cached_property
    def _found(self) -> tuple[array[int], dict[tuple[int, str], int]]:
        """The number of each option, 0 for none, and the greatest for each mark of a canvas."""
        numbers = array("I", bytes(4 * len(self._matrix.options)))
        most: dict[tuple[int, str], int] = {}
        for key, (options, places) in self._groups().items():
            own = _numbers(options, places, self._matrix)
            for option, number in zip(options, own, strict=True):
                numbers[option] = number
            if any(own):
                most[key] = max(own)
        return numbers, most

    @property
    def numbers(self) -> array[int]:
        return self._found[0]

    @cached_property
    def before(self) -> str:
        """Nothing, if every text has one meaning then, also where letters stand side by side."""
        signs = chain(("", "'", ":"), map(chr, count(0x2200)))
        canvases = range(len(self._canvases))
        return next(sign for sign in signs if all(map(self._is_clear, canvases, repeat(sign))))

    def copies(self, canvas: int, before: str) -> dict[str, tuple[str, str]]:
        """The texts of marks with numbers on a canvas, and their parts."""
        return {
            f"{mark}{before}{number}": (mark, f"{before}{number}")
            for (at, mark), most in self._found[1].items()
            if at == canvas
            for number in range(1, most + 1)
        }

    def _is_clear(self, canvas: int, before: str) -> bool:
        own = sum(most for (at, _), most in self._found[1].items() if at == canvas)
        texts, marks = self.copies(canvas, before), {*self._canvases[canvas].marks}
        is_one = len(texts) == own and marks.isdisjoint(texts)
        return is_one and not any(marks.issuperset(text) for text in texts)

    def _groups(self) -> dict[tuple[int, str], tuple[list[int], list[CellNumbers]]]:
        """The options of each mark of a canvas, with the cells on which they draw it; those that draw on
        several boards, on the first of them.
        """
        found: dict[tuple[int, str], tuple[list[int], list[CellNumbers]]] = {}
        for options, drawn in self._looked_at:
            first = options.start
            drawn = drawn or self._markings[options.start : options.stop]
            for part in drawn.parts if isinstance(drawn, Joined) else [drawn]:
                for key, own, places in _drawings(part):
                    those, all_places = found.setdefault(key, ([], []))
                    those.extend(map(first.__add__, own))
                    all_places.extend(places)
                first += len(part)
        return found


def _drawings(part: Markings) -> Iterator[tuple[tuple[int, str], Iterable[int], Iterable[CellNumbers]]]:
    """Options by their numbers in a part, with what they draw: all placements of a piece together."""
    if isinstance(part, PlacedDrawings):
        places = list(map(_place, part.cells))
        ways = (tuple(map(places.__getitem__, way)) for way in part.ways)
        yield (part.canvas, part.letter), range(len(part)), ways
        return
    for option, drawn in enumerate(part):
        if drawn and drawn[0].cells:
            yield (drawn[0].canvas, drawn[0].mark), (option,), (tuple(sorted(map(_place, drawn[0].cells))),)


def _place(cell: Cell) -> int:
    layer, row, column = cell
    return (layer * _WIDE + row) * _WIDE + column


_WIDE = 2**20
"""More than twice as many as a board has rows or columns."""


def _numbers(options: Sequence[int], places: Sequence[CellNumbers], matrix: Matrix) -> Sequence[int]:
    """A number from 1 for each option of a mark that its cells alone do not show, or 0.

    Options lie on the cells of a board, each of which is covered at most once.
    """
    if len(set(chain.from_iterable(places))) == sum(map(len, places)):
        return [0] * len(places)
    times = Counter(places)
    ranks = list(_ranks(places)) if len(times) < len(places) else [1] * len(places)
    if _are_single(options, matrix):
        return [rank if times[place] > 1 else 0 for place, rank in zip(places, ranks, strict=True)]
    firsts = Counter(place[0] for place in places)
    if max(firsts.values()) == 1:
        return [0] * len(places)
    forms: dict[object, int] = {}
    return [
        forms.setdefault((rank, *map(sub, place[1:], repeat(place[0]))), len(forms) + 1)
        for place, rank in zip(places, ranks, strict=True)
    ]


def _ranks(places: Iterable[CellNumbers]) -> Iterator[int]:
    """The number of each option among those on the same cells, from 1."""
    seen: Counter[CellNumbers] = Counter()
    for place in places:
        seen[place] += 1
        yield seen[place]


def _are_single(options: Sequence[int], matrix: Matrix) -> bool:
    """Whether at most one of them can be chosen, because of an item that all cover."""
    common = matrix.shared_once(options[:1])
    for option in options:
        common &= set(matrix.option_items(option))
        if not common:
            return False
    return True


class _CopiesOnCanvas(Mapping[str, tuple[str, str]]):
    """Those of one canvas, made when they are first asked for."""

    def __init__(self, signs: _Signs, canvas: int) -> None:
        self._signs, self._canvas = signs, canvas

    @cached_property
    def _copies(self) -> dict[str, tuple[str, str]]:
        return self._signs.copies(self._canvas, self._signs.before)

    def __getitem__(self, text: str) -> tuple[str, str]:
        return self._copies[text]

    def __iter__(self) -> Iterator[str]:
        return iter(self._copies)

    def __len__(self) -> int:
        return len(self._copies)

    def __reduce__(self) -> tuple[object, ...]:
        return dict, (self._copies,)


class SignedDrawings(OnDemand[tuple[Marking, ...]]):
    """Drawings with a number behind the first mark of some options."""

    def __init__(self, markings: Markings, signs: _Signs) -> None:
        self._markings, self._signs = markings, signs

    def __len__(self) -> int:
        return len(self._markings)

    def __iter__(self) -> Iterator[tuple[Marking, ...]]:
        return map(self._signed, self._markings, self._signs.numbers)

    def _made(self, number: int) -> tuple[Marking, ...]:
        return self._signed(self._markings[number], self._signs.numbers[number])

    def _signed(self, drawn: tuple[Marking, ...], number: int) -> tuple[Marking, ...]:
        if not number:
            return drawn
        first, *others = drawn
        return first._replace(copy=f"{self._signs.before}{number}"), *others
