"""Tiles with colored sides or corners, compared with tiles turned by hand, and with published counts."""

from __future__ import annotations

from itertools import pairwise, permutations, product

import pytest
from slow_values import with_slow

import excover
from excover.base.limits import Limits
from excover.base.source import Source
from excover.language.meaning.resolve import new_state, resolve_into
from excover.language.source_files import DescriptionLoader
from excover.language.syntax.format import format_spec
from excover.language.syntax.parse import parse
from excover.lattices import LATTICES
from excover.lattices.rims import Rim, has_rims
from excover.matrix.core_form import core

RIMMED = [name for name, lattice in LATTICES.items() if has_rims(lattice)]


@pytest.mark.parametrize("name", RIMMED)
@pytest.mark.parametrize("kind", ["sides", "corners"])
def test_motions_permute_sides_and_corners(name: str, kind: str) -> None:
    rim = Rim(LATTICES[name], kind)
    for cell in sorted(LATTICES[name].steps):
        around = range(len(rim.of(cell)))
        for group in ("fixed", "one-sided", "free"):
            images = list(rim.images(cell, group))
            assert len(images) == len(LATTICES[name].motions(group))
            assert all(sorted(seats) == list(around) for _, seats in images)
        assert all(cell in place for place in rim.of(cell))


@pytest.mark.parametrize("name", ["square", "triangle", "hex", "cube", "kite"])
def test_each_side_belongs_to_two_cells(name: str) -> None:
    lattice = LATTICES[name]
    for cell in sorted(lattice.steps):
        assert sorted(min(side - {cell}) for side in Rim(lattice, "sides").of(cell)) == sorted(
            lattice.neighbours(cell)
        )


COUNTS = [
    # n (n+1) (n^2-n+2) / 4 squares, n (n^2+2) / 3 triangles (P. MacMahon, 1921)
    *(("square", "one-sided", n, n * (n + 1) * (n * n - n + 2) // 4) for n in range(1, 5)),
    *(("triangle", "one-sided", n, n * (n * n + 2) // 3) for n in range(1, 6)),
    *(("square", "free", n, n * (n + 1) * (n * n + n + 2) // 8) for n in range(1, 5)),  # OEIS A002817
    *(("hex", "one-sided", n, count) for n, count in ((1, 1), (2, 14), (3, 130))),  # OEIS A006565
    *(("cube", "one-sided", n, count) for n, count in ((1, 1), (2, 10), (3, 57), (4, 240))),  # OEIS A047780
    *(("cube", "free", n, count) for n, count in ((1, 1), (2, 10), (3, 56), (4, 220))),  # OEIS A198833
]


@pytest.mark.parametrize(("lattice", "group", "colors", "count"), COUNTS)
def test_as_many_tiles_as_published(lattice: str, group: str, colors: int, count: int) -> None:
    size = "1x1x1" if lattice == "cube" else "1x1"
    text = f"board b {lattice} {size} shapes t = all {group} tiles of {lattice} with sides in 1..{colors}"
    made = excover.parse(f"{text} place fixed t on b each at most once")
    assert len(made.puzzle.scope["t"].keys) == count  # type: ignore[union-attr]


def test_corners_of_cubes_with_two_colors() -> None:
    text = "board b cube 1x1x1 shapes t = all one-sided tiles of cube with corners in 1..2"
    made = excover.parse(f"{text} place fixed t on b each at most once")
    assert len(made.puzzle.scope["t"].keys) == 23  # type: ignore[union-attr]  # OEIS A000543


TILES = {"A": (1, 2, 1, 2), "B": (1, 1, 2, 2), "C": (1, 2, 2, 2), "D": (1, 1, 1, 2), "E": (1, 1, 2, 2)}


def turned(colors: tuple[int, ...], mirrored: bool) -> set[tuple[int, ...]]:
    images = {colors[k:] + colors[:k] for k in range(4)}
    return images | ({tuple(reversed(each)) for each in images} if mirrored else set())


def by_hand(rows: int, columns: int, mirrored: bool, border: int | None, torus: bool) -> int:
    """The arrangements of as many tiles as fit, found one by one."""
    count = 0
    cells = list(product(range(rows), range(columns)))
    for letters in permutations(TILES, len(cells)):
        for ways in product(*(sorted(turned(TILES[letter], mirrored)) for letter in letters)):
            at = dict(zip(cells, ways, strict=True))
            holds = True
            for (r, c), (top, right, bottom, left) in at.items():
                below, beside = (r + 1, c), (r, c + 1)
                if torus:
                    below, beside = (below[0] % rows, c), (r, beside[1] % columns)
                holds &= below not in at or at[below][0] == bottom
                holds &= beside not in at or at[beside][3] == right
                if border is not None and not torus:
                    holds &= r > 0 or top == border
                    holds &= c > 0 or left == border
                    holds &= below in at or bottom == border
                    holds &= beside in at or right == border
            count += holds
    return count


@pytest.mark.parametrize("group", ["one-sided", "free"])
@pytest.mark.parametrize(
    ("flag", "border"),
    with_slow([("", None), ("", 1), ("", 2), (", torus", None), (", torus", 1)], slow=[(", torus", None)]),
)
@pytest.mark.parametrize("size", [(1, 2), (2, 2), (1, 3), (1, 1)])
def test_like_tiles_turned_by_hand(size: tuple[int, int], flag: str, border: int | None, group: str) -> None:
    listed = ", ".join(f'"{letter}" with sides {colors}' for letter, colors in TILES.items())
    text = f"board b {size[0]}x{size[1]}{flag} shapes t = {listed} place {group} t on b each at most once"
    if border is not None:
        text += f" border {border}"
    made = excover.parse(text)
    expected = by_hand(*size, group == "free", border, bool(flag))
    assert made.count() == len(list(made.solutions())) == expected
    if made.matrix.options:
        again = excover.parse(format_spec(core(made.puzzle, made.full)))
        assert again.count() == expected


def test_corners_that_match() -> None:
    """Four squares around a point, with corners in two colors: one tile of each kind with k ones."""
    tiles = {"A": (1, 1, 1, 1), "B": (1, 1, 1, 2), "C": (1, 1, 2, 2), "D": (1, 2, 2, 2)}
    listed = ", ".join(f'"{letter}" with corners {colors}' for letter, colors in tiles.items())
    made = excover.parse(f"board b 2x2 shapes t = {listed} place one-sided t on b")
    count = 0
    for letters in permutations(tiles):
        for ways in product(*(sorted(turned(tiles[letter], False)) for letter in letters)):
            points: dict[tuple[int, int], set[int]] = {}
            for (r, c), colors in zip(product(range(2), repeat=2), ways, strict=True):
                for (i, j), color in zip(((0, 0), (0, 1), (1, 1), (1, 0)), colors, strict=True):
                    points.setdefault((r + i, c + j), set()).add(color)
            count += all(len(colors) == 1 for colors in points.values())
    assert made.count() == count > 0


def test_options_are_named_by_what_is_seen() -> None:
    text = 'board b 1x2 shapes t = "A" with sides (1, 2, 3, 4), "B" with sides (1, 1, 1, 4)'
    text += " place one-sided t on b"
    made = excover.parse(text)
    assert {name.arguments for name in made.matrix.options} >= {
        ((1, 1), (1, 2, 3, 4)),
        ((1, 2), (2, 3, 4, 1)),
    }
    assert str(excover.parse(text).solve()) == str(made.solve())
    twins = excover.parse(text.replace("(1, 1, 1, 4)", "(2, 3, 4, 1)"))
    assert {name.arguments[0] for name in twins.matrix.options} == {"A", "B"}
    assert excover.parse(f"{text} given t((1, 1), (1, 2, 3, 4))").count() >= 0


def test_conditions_and_clues() -> None:
    text = "board b 1x2 shapes t = all one-sided tiles of square with sides in 1..2 place one-sided t on b"
    few = excover.parse(f"{text} each at most once where cell = (1, 1) or sides[1] = 2")
    assert all(name.arguments[1][0] == 2 for name in few.matrix.options if name.arguments[0] == (1, 2))  # type: ignore[index]
    given = excover.parse(f"{text} each at most once given b_sides[((1, 1), 2)] = 1")
    seen = [name.arguments for each in given.solutions() for name in each]
    assert {colors[1] for cell, colors in seen if cell == (1, 1)} == {1}  # type: ignore[index]
    assert {colors[3] for cell, colors in seen if cell == (1, 2)} == {1}  # type: ignore[index]


def test_the_core_form_is_read_with_few_bindings() -> None:
    """Each option looks up its tile by its colors, and its items by its cell."""
    text = "board b 2x3 shapes t = all one-sided tiles of square with sides in 1..3"
    made = excover.parse(f"{text} place one-sided t on b each at most once")
    form = format_spec(core(made.puzzle, made.full))
    assert "b_sides[i1] = sides[k]" in form
    again = excover.parse(form, limits=excover.Limits(bindings=486 * 400))
    assert len(made.matrix.options) == len(again.matrix.options) == 486


def test_motions_of_the_board_are_found() -> None:
    text = """board b hex
      | . .
      |. . .
      | . .
    shapes t = all {} tiles of hex with sides in 1..2
    place {} t on b each at most once border 1"""
    assert excover.parse(text.format("one-sided", "one-sided")).symmetries.order == 12


@pytest.mark.parametrize("group", ["fixed", "one-sided", "free"])
@pytest.mark.parametrize(
    ("lattice", "size", "colors", "order"),
    [
        *(("square", "1x1", 3, 8), ("square", "1x2", 3, 4), ("square", "1x3", 2, 4), ("square", "2x2", 3, 8)),
        *(("hex", "1x2", 2, 4), ("triangle", "1x1", 3, 4), ("triangle", "1x2", 2, 2)),
        *(("cube", "1x1x2", 2, 16), ("cube", "1x2x2", 2, 16), ("cube", "1x2x3", 2, 8)),
    ],
)
@pytest.mark.parametrize("rim", ["sides", "corners"])
def test_motions_that_move_no_cell_are_found(
    lattice: str, size: str, colors: int, order: int, group: str, rim: str
) -> None:
    """As those that take a row to itself and exchange top and bottom."""
    text = f"board b {lattice} {size} shapes t = all {group} tiles of {lattice} with {rim} in 1..{colors}"
    made = excover.parse(f"{text} place {group} t on b each at most once")
    assert made.symmetries.order == order


def test_a_strip_of_tiles_up_to_its_motions() -> None:
    """Three cards in a row, each as often as you like, counted by all images of each arrangement."""
    cards = {"A": (1, 2, 3, 2), "B": (1, 3, 2, 3), "C": (2, 2, 1, 3), "D": (2, 3, 1, 2)}
    listed = ", ".join(f'"{name}" with sides {colors}' for name, colors in cards.items())
    made = excover.parse(f"board b 1x3 shapes t = {listed} place one-sided t on b each 0..3 times")
    ways = sorted({each for colors in cards.values() for each in turned(colors, False)})
    rows = [
        row for row in product(ways, repeat=3) if all(left[1] == right[3] for left, right in pairwise(row))
    ]
    classes = {
        min(
            row,
            tuple((down, left, up, right) for up, right, down, left in reversed(row)),  # turned
            tuple((up, left, down, right) for up, right, down, left in reversed(row)),  # reflected
            tuple((down, right, up, left) for up, right, down, left in row),
        )
        for row in rows
    }
    assert made.count() == len(rows)
    assert made.count(up_to_symmetry=True) == len(classes)


@pytest.mark.slow
def test_tiles_on_a_declared_lattice() -> None:
    """Bricks in a wall have six sides, and can be turned by half: against all ways to color four of them."""
    wall = excover.parse("""
    lattice bricks
      |A
      periods (1, 0) along (1, -1), (0, 1) along (2, 0)
      corners "A" = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))
    shapes tile = all one-sided tiles of bricks with sides in 1..2
    board wall on bricks 2x2
    place one-sided tile on wall each at most once
    """)
    # clockwise: left and right half of the top, right, right and left half of the bottom, left
    tiles = list(product((1, 2), repeat=6))
    name = {tile: min(tile, tile[3:] + tile[:3]) for tile in tiles}
    beside = {tile: [right for right in tiles if right[5] == tile[2]] for tile in tiles}
    rows = [(a, b) for a in tiles for b in beside[a] if name[a] != name[b]]
    below: dict[tuple[int, ...], list[tuple[tuple[int, ...], tuple[int, ...]]]] = {}
    for c, d in rows:
        below.setdefault((c[0], c[1], d[0]), []).append((c, d))
    found = sum(
        len({name[tile] for tile in (a, b, c, d)}) == 4 for a, b in rows for c, d in below[a[3], b[4], b[3]]
    )
    assert wall.count() == found


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("all one-sided tiles of square with sides in 1..1000000000000", "E794"),
        ("all one-sided tiles of square with sides in 1..9000000000000000000", "E794"),
        ("all one-sided tiles of square with sides in 1..45", "E794"),
        ("all fixed tiles of square with sides in 1..44", "E509"),
        ("all fixed tiles of triangle with sides in 1..12", "E509"),
        ("(k with sides (1, 2, 1, 2) for k in 1..1000000000000)", "E501"),
        ("(k with sides (1, 2, 1, k) for k in 1..2001)", "E509"),
    ],
)
def test_too_many_tiles_are_refused_before_they_are_made(text: str, code: str) -> None:
    with pytest.raises(excover.SpecError) as refused:
        excover.parse(f"board b 1x1 shapes t = {text} place fixed t on b each at most once")
    assert [each.code for each in refused.value.diagnostics if each.is_error] == [code]


@pytest.mark.parametrize(("group", "count"), [("fixed", 1), ("one-sided", 6), ("free", 12)])
def test_a_listed_triangle_points_up_until_it_is_moved(group: str, count: int) -> None:
    text = f'board b triangle 1x1 shapes t = "A" with sides (1, 2, 3) of triangle place {group} t on b'
    made = excover.parse(f"{text} each at least 0 times")
    assert len(made.matrix.options) == count
    assert made.matrix.options[0].arguments == ((1, 1), (1, 2, 3))


@pytest.mark.parametrize("group", ["free", "one-sided", "fixed"])
@pytest.mark.parametrize(
    "lattice", ["square with sides", "square with corners", "hex with sides", "cube with sides"]
)
def test_classes_are_led_by_their_least_tiles(lattice: str, group: str) -> None:
    """Each class once, by the first of its tiles: no motion makes an earlier one of it, and all are there."""
    cell, _, rim = lattice.split()
    source = Source("x.xc", f"shapes t = all {group} tiles of {cell} with {rim} in 1..3\n")
    state = new_state(DescriptionLoader(Limits()), {}, Limits())
    resolve_into(state, parse(source))
    (shapes,) = state.shapes.values()
    rims = Rim(LATTICES[cell], rim)
    at = shapes.pieces[0].cells[0]
    turns = [seats for kind, seats in rims.images(at, group) if kind == rims.kind(at)]
    every = product(range(1, 4), repeat=len(rims.of(at)))
    least = [each for each in every if each == min(tuple(each[s] for s in seats) for seats in turns)]
    assert [piece.colors for piece in shapes.pieces] == least
