"""The instances that engines and peers are measured on, built without the language.

>>> thirteen = matrix_of("queens 13")
>>> len(thirteen.items), len(thirteen.options), INSTANCES["queens 13"].solutions
(76, 169, 73712)
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from random import Random

from excover.base.names import ItemName, OptionName
from excover.matrix.matrix import UNBOUNDED, Matrix

Cell = tuple[int, ...]
Entry = tuple[object, int]
"""An item by any key, and its color, 0 where it has none."""


@dataclass(frozen=True, slots=True)
class Instance:
    """``solutions`` as published or found by several programs."""

    build: Callable[[], Matrix]
    solutions: int


def matrix(
    primary: Iterable[object],
    options: Iterable[Iterable[object]],
    at_most_once: Iterable[object] = (),
    colored: Iterable[object] = (),
) -> Matrix:
    """Options are lists of items, or of (item, color) for colored ones."""
    numbers: dict[object, int] = {}
    lower, upper, is_colored = array("I"), array("I"), array("B")
    for keys, bounds in ((primary, (1, 1, 0)), (at_most_once, (0, 1, 0)), (colored, (0, UNBOUNDED, 1))):
        for key in keys:
            numbers[key] = len(numbers)
            for values, value in zip((lower, upper, is_colored), bounds, strict=True):
                values.append(value)
    starts, entries, colors = array("I", [0]), array("I"), array("I")
    for option in options:
        for item in option:
            key, color = item if isinstance(item, tuple) and item[0] in numbers else (item, 0)
            entries.append(numbers[key])
            colors.append(color)
        starts.append(len(entries))
    names = [ItemName("i", (k,)) for k in range(len(numbers))]
    option_names = [OptionName("o", (k,)) for k in range(len(starts) - 1)]
    return Matrix(names, lower, upper, is_colored, option_names, starts, entries, colors)


def orientations(shape: Iterable[Cell], turns: Iterable[Callable[[Cell], Cell]]) -> list[tuple[Cell, ...]]:
    """A shape turned in every way, pushed into the corner, each once."""
    cells = list(shape)
    found = set()
    for turn in turns:
        turned = [turn(cell) for cell in cells]
        least = [min(values) for values in zip(*turned, strict=True)]
        found.add(
            tuple(sorted(tuple(v - low for v, low in zip(cell, least, strict=True)) for cell in turned))
        )
    return sorted(found)


def turns_of_the_plane() -> list[Callable[[Cell], Cell]]:
    """The eight, with reflections."""

    def turn(swap: bool, a: int, b: int) -> Callable[[Cell], Cell]:
        return lambda cell: (a * cell[swap], b * cell[1 - swap])

    return [turn(swap, a, b) for swap in (False, True) for a in (1, -1) for b in (1, -1)]


def turns_of_space() -> list[Callable[[Cell], Cell]]:
    """The twenty-four, without reflections."""

    def parity(order: Sequence[int]) -> int:
        return -1 if sum(a > b for k, a in enumerate(order) for b in order[k + 1 :]) % 2 else 1

    def turn(order: Sequence[int], signs: Sequence[int]) -> Callable[[Cell], Cell]:
        return lambda cell: tuple(s * cell[k] for s, k in zip(signs, order, strict=True))

    return [
        turn(order, signs)
        for order in permutations(range(3))
        for signs in product((1, -1), repeat=3)
        if parity(order) * signs[0] * signs[1] * signs[2] == 1
    ]


def packing(
    board: Iterable[Cell], pieces: Mapping[str, Iterable[Cell]], turns: list[Callable[[Cell], Cell]]
) -> Matrix:
    """Every piece once, every cell once."""
    cells = sorted(board)
    inside, options = set(cells), []
    for name, shape in pieces.items():
        for oriented in orientations(shape, turns):
            for corner in cells_of_the_box(cells):
                placed = [tuple(a + b for a, b in zip(cell, corner, strict=True)) for cell in oriented]
                if inside.issuperset(placed):
                    options.append([name, *placed])
    return matrix([*pieces, *cells], options)


def cells_of_the_box(cells: Sequence[Cell]) -> Iterable[Cell]:
    """All cells of the smallest box around a board."""
    return product(*(range(min(values), max(values) + 1) for values in zip(*cells, strict=True)))


def drawn(picture: str) -> dict[str, list[Cell]]:
    """The cells of each letter; blocks of the picture stand side by side."""
    shapes: dict[str, list[Cell]] = {}
    for row, line in enumerate(picture.split("\n")):
        for column, letter in enumerate(line):
            if letter not in ". ":
                shapes.setdefault(letter, []).append((row, column))
    return shapes


KANOODLE = """\
.A .B ...C .D .E F. ..G .HH I.I J KK .L.
.A BB CCCC DD .E FF ..G HH. III J KK LLL
AA BB .... .D EE .. GGG H.. ... J .. .L.
.. .. .... .D E. .. ... ... ... J .. ..."""

PENTOMINOES = """\
.FF I L. NN PP TTT U.U V.. W.. .X. .Y ZZ.
FF. I L. N. PP .T. UUU V.. WW. XXX YY .Z.
.F. I L. N. P. .T. ... VVV .WW .X. .Y .ZZ
... I LL .. .. ... ... ... ... ... .Y ...
... I .. .. .. ... ... ... ... ... .. ..."""


def pentominoes(board: Iterable[Cell]) -> Matrix:
    shapes = drawn(PENTOMINOES)
    shapes["N"] = [(0, 1), (1, 1), (1, 0), (2, 0), (3, 0)]
    return packing(board, shapes, turns_of_the_plane())


def rectangle(height: int, width: int) -> list[Cell]:
    return list(product(range(height), range(width)))


def scott() -> Matrix:
    """The chessboard without its middle."""
    return pentominoes(set(rectangle(8, 8)) - set(product((3, 4), (3, 4))))


def soma() -> Matrix:
    pieces = {
        "V": [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
        "L": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)],
        "T": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0)],
        "Z": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)],
        "A": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)],
        "B": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 0, 1)],
        "P": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
    }
    return packing(product(range(3), repeat=3), pieces, turns_of_space())


def macmahon() -> Matrix:
    """The 24 squares with edges of three colors on 4 x 6, equal colors meeting, one color all around."""
    height, width = 4, 6
    options = []
    for edges in product((1, 2, 3), repeat=4):
        piece = min(edges[k:] + edges[:k] for k in range(4))
        for r, c in rectangle(height, width):
            on_border = (r == 0, c == width - 1, r == height - 1, c == 0)
            if any(edge != 1 for edge, border in zip(edges, on_border, strict=True) if border):
                continue
            sides = (("h", r, c), ("v", r, c + 1), ("h", r + 1, c), ("v", r, c))
            options.append([piece, (r, c), *zip(sides, edges, strict=True)])
    pieces = {min(edges[k:] + edges[:k] for k in range(4)) for edges in product((1, 2, 3), repeat=4)}
    across = [("h", r, c) for r in range(height + 1) for c in range(width)]
    down = [("v", r, c) for r in range(height) for c in range(width + 1)]
    return matrix([*sorted(pieces), *rectangle(height, width)], options, colored=[*across, *down])


def word_rectangles(height: int, width: int, words: int) -> Matrix:
    """Rows and columns are made-up words, each used once at most: consonants and vowels take turns."""
    random = Random(1)

    def made_up(length: int) -> set[str]:
        found: set[str] = set()
        while len(found) < words:
            first = random.randrange(2)
            letters = (random.choice(("aeiou", "bdlmnprst")[(first + k) % 2]) for k in range(length))
            found.add("".join(letters))
        return found

    options = []
    for word in sorted(made_up(width)):
        for r in range(height):
            cells = [((r, c), ord(letter)) for c, letter in enumerate(word)]
            options.append([("row", r), word, *cells])
    for word in sorted(made_up(height)):
        for c in range(width):
            cells = [((r, c), ord(letter)) for r, letter in enumerate(word)]
            options.append([("column", c), word, *cells])
    lines = [*(("row", r) for r in range(height)), *(("column", c) for c in range(width))]
    vocabulary = dict.fromkeys(str(option[1]) for option in options)
    return matrix(lines, options, at_most_once=vocabulary, colored=rectangle(height, width))


def random_sparse(items: int, options: int, sizes: Sequence[int], seed: int) -> Matrix:
    random = Random(seed)
    chosen = {tuple(sorted(random.sample(range(items), random.choice(sizes)))) for _ in range(options)}
    return matrix(range(items), sorted(chosen))


def queens(n: int) -> Matrix:
    options = [
        [("row", r), ("column", c), ("up", r + c), ("down", r - c)] for r in range(n) for c in range(n)
    ]
    lines = [(kind, k) for kind in ("row", "column") for k in range(n)]
    diagonals = [("up", k) for k in range(2 * n - 1)] + [("down", k) for k in range(1 - n, n)]
    return matrix(lines, options, at_most_once=diagonals)


def langford(n: int) -> Matrix:
    """Twice each number, the two k's with k others between them; not up to reversal."""
    options = [[("number", k), i, i + k + 1] for k in range(1, n + 1) for i in range(2 * n - k - 1)]
    return matrix([*(("number", k) for k in range(1, n + 1)), *range(2 * n)], options)


def latin(n: int, given: Mapping[Cell, int]) -> Matrix:
    """What is left of a Latin square."""
    return filled({("x", r, c): (("r", r), ("c", c)) for r, c in rectangle(n, n)}, n, given)


def sudoku(box: int, given: Mapping[Cell, int]) -> Matrix:
    n = box * box
    cells = {("x", r, c): (("r", r), ("c", c), ("b", r // box, c // box)) for r, c in rectangle(n, n)}
    return filled(cells, n, given)


def filled(
    groups: Mapping[tuple[str, int, int], tuple[tuple[object, ...], ...]], n: int, given: Mapping[Cell, int]
) -> Matrix:
    """A value for each cell, each once in every group; what is given is taken out."""
    used = {(group, value) for (r, c), value in given.items() for group in groups[("x", r, c)]}
    options = [
        [cell, *((group, value) for group in groups[cell])]
        for cell in groups
        if cell[1:] not in given
        for value in range(n)
        if not any((group, value) in used for group in groups[cell])
    ]
    every = {(group, value) for cell in groups for group in groups[cell] for value in range(n)}
    cells = [cell for cell in groups if cell[1:] not in given]
    return matrix([*cells, *sorted(every - used, key=str)], options)


FIFTEEN_CLUES = """\
.......1.
4........
.2.......
....5.4.7
..8......
..1.9....
3..4.....
.5.1.....
...8.6..."""


def fifteen_clues() -> Matrix:
    """A Sudoku of 15 clues, too few for a single solution."""
    clues = [
        ((r, c), int(digit) - 1)
        for r, line in enumerate(FIFTEEN_CLUES.split("\n"))
        for c, digit in enumerate(line)
        if digit != "."
    ]
    return sudoku(3, dict(clues))


def quasigroup_with_holes(n: int, holes: int, seed: int) -> Matrix:
    """A cyclic Latin square whose rows, columns and values were shuffled, with some cells cleared."""
    random = Random(seed)
    rows, columns, values = (random.sample(range(n), n) for _ in range(3))
    square = {(r, c): values[(rows[r] + columns[c]) % n] for r, c in rectangle(n, n)}
    cells = random.sample(rectangle(n, n), n * n - holes)
    return latin(n, {cell: square[cell] for cell in sorted(cells)})


def y_pentominoes() -> Matrix:
    """Twenty-five of them fill the cube of side 5."""
    return copies_in_cube([(0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3), (0, 1, 1)], 5)


def t_tetracubes() -> Matrix:
    """Fifty-four of them fill the cube of side 6."""
    return copies_in_cube([(0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 1)], 6)


def copies_in_cube(shape: list[Cell], side: int) -> Matrix:
    cells = list(product(range(side), repeat=3))
    options = [
        placed
        for oriented in orientations(shape, turns_of_space())
        for corner in cells
        if set(placed := [tuple(map(sum, zip(cell, corner, strict=True))) for cell in oriented]) <= set(cells)
    ]
    return matrix(cells, options)


def dominoes(n: int) -> Matrix:
    cells = rectangle(n, n)
    across = [[(r, c), (r, c + 1)] for r in range(n) for c in range(n - 1)]
    down = [[(r, c), (r + 1, c)] for r in range(n - 1) for c in range(n)]
    return matrix(cells, across + down)


def reduced_latin(n: int) -> Matrix:
    given: dict[Cell, int] = {}
    for k in range(n):
        given[0, k] = given[k, 0] = k
    return latin(n, given)


def partitions(n: int) -> Matrix:
    """The partitions of a set of n elements: every subset is an option."""
    return matrix(range(n), [[k for k in range(n) if subset >> k & 1] for subset in range(1, 2**n)])


INSTANCES = {
    "Kanoodle": Instance(lambda: packing(rectangle(5, 11), drawn(KANOODLE), turns_of_the_plane()), 371_020),
    "pentominoes 6x10": Instance(lambda: pentominoes(rectangle(6, 10)), 9_356),
    "pentominoes 8x8 without the middle": Instance(scott, 520),
    "Soma": Instance(soma, 11_520),
    "MacMahon 4x6": Instance(macmahon, 106_624),
    "word rectangles 4x5": Instance(lambda: word_rectangles(4, 5, 500), 206_289),
    "random, 60 items, options of 4": Instance(lambda: random_sparse(60, 500, [4], 1), 11_813),
    "random, 60 items, options of 3 to 5": Instance(lambda: random_sparse(60, 420, [3, 4, 5], 1), 3_110),
    "Sudoku of 15 clues": Instance(fifteen_clues, 748_361),
    "reduced Latin squares of 7": Instance(lambda: reduced_latin(7), 16_942_080),
    "queens 13": Instance(lambda: queens(13), 73_712),
    "Langford 12": Instance(lambda: langford(12), 216_288),
    "partitions of 12": Instance(lambda: partitions(12), 4_213_597),
}

FURTHER: Mapping[str, Callable[..., Matrix]] = {
    "queens 200": lambda: queens(200),
    "Sudoku 25x25, empty": lambda: sudoku(5, {}),
    "Y pentominoes 5x5x5": y_pentominoes,
    "quasigroup with holes": lambda seed: quasigroup_with_holes(30, 378, seed),
    "dominoes 16x16": lambda: dominoes(16),
    "Latin squares of 6": lambda: latin(6, {}),
}
"""Those of which a first solution is wanted, or the number alone."""


@cache
def matrix_of(name: str, *seed: int) -> Matrix:
    return INSTANCES[name].build() if name in INSTANCES else FURTHER[name](*seed)
