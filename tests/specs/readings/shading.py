"""Cells that are shaded or not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, product
from itertools import permutations as orders
from math import prod

from tiny_boards import WAYS, Cell, Filling, Labels, TinyBoard, chosen, filled, flat, genre, valued

Found = Iterator[tuple[Filling, Labels]]
SHADE = valued("shade")


def apart(board: TinyBoard, cells: Filling) -> bool:
    return not any(p in cells and q in cells for p, q in board.pairs())


def some_of_each(board: TinyBoard, cells: Filling, high: int, wide: int) -> bool:
    """No window is all shaded or all white."""
    return all(0 < len(cells.intersection(window)) < high * wide for window in board.windows(high, wide))


def full(board: TinyBoard, cells: Filling) -> bool:
    return any(cells.issuperset(window) for window in board.windows(2, 2))


def others(board: TinyBoard, cells: Filling) -> Filling:
    return frozenset(board.cells) - cells


def seen(board: TinyBoard, p: Cell, cells: Filling) -> int:
    """How many of some cells are seen from a cell in the four directions, without its own."""
    count = 0
    for way in WAYS.values():
        for q in board.ray(p, way):
            if q not in cells:
                break
            count += 1
    return count


def in_region(region: dict[Cell, str], cells: Filling) -> dict[Cell, list[int]]:
    return {p: [sum(region[q] == k for q in cells)] for p, k in region.items()}


def areas(region: dict[Cell, str]) -> list[Filling]:
    return [frozenset(p for p in region if region[p] == k) for k in sorted(set(region.values()))]


def totals(board: TinyBoard, values: dict[Cell, int]) -> dict[str, dict[int, list[int]]]:
    return {
        "across": {r: [sum(v for p, v in values.items() if p[0] == r)] for r in range(1, board.high + 1)},
        "down": {c: [sum(v for p, v in values.items() if p[1] == c)] for c in range(1, board.wide + 1)},
    }


def sums(board: TinyBoard, cells: Filling) -> dict[str, dict[int, list[int]]]:
    """How many there are in each row and column."""
    return totals(board, dict.fromkeys(cells, 1))


@genre("aqre", SHADE, clue="cells", sizes=((1, 5), (2, 4), (3, 3), (3, 4), (4, 2)))
def aqre(board: TinyBoard) -> Found:
    room = board.regions("room")
    for shaded in board.subsets():
        if board.is_whole(shaded) and some_of_each(board, shaded, 1, 4) and some_of_each(board, shaded, 4, 1):
            yield shaded, {"clue": in_region(room, shaded)}


def to_the_edge(board: TinyBoard, cells: Filling) -> bool:
    edge = {p for p in board.cells if len(board.beside(p)) < 4}
    return all(part & edge for part in board.parts(cells))


@genre("cave", chosen("rock"), clue="cells")
def cave(board: TinyBoard) -> Found:
    for inside in board.subsets():
        if board.is_whole(inside) and to_the_edge(board, rock := others(board, inside)):
            yield rock, {"clue": {p: [1 + seen(board, p, inside), "?"] for p in inside}}


@genre("slitherlink-cells", chosen("inside"), clue="cells")
def slitherlink(board: TinyBoard) -> Found:
    for inside in board.subsets():
        if inside and board.is_whole(inside) and to_the_edge(board, others(board, inside)):
            sides = {
                p: sum((board.plus(p, way) in inside) != (p in inside) for way in WAYS.values())
                for p in board.cells
            }
            yield inside, {"clue": {p: [count] for p, count in sides.items()}}


@genre(
    "nurikabe",
    lambda options: frozenset(a[0] for f, a in options if f == "island" and a[1] == "sea"),
    clue="cells",
)
def nurikabe(board: TinyBoard) -> Found:
    """An island has one number, so the places of the numbers come first; not all cells have one."""
    numbers = board.some()[1:]
    board.must["clue"] = dict.fromkeys(numbers, 1)
    for sea in board.subsets():
        islands = board.parts(others(board, sea))
        if (
            board.is_whole(sea)
            and not full(board, sea)
            and all(len(each.intersection(numbers)) == 1 for each in islands)
        ) and not sea.intersection(numbers):
            yield sea, {"clue": {p: [len(each)] for each in islands for p in each.intersection(numbers)}}


@genre("kurotto", chosen("shade"), clue="cells")
def kurotto(board: TinyBoard) -> Found:
    circles = board.some()
    board.must["clue"] = dict.fromkeys(circles, "o")
    for shaded in board.subsets([p for p in board.cells if p not in circles]):
        parts = board.parts(shaded)
        sizes = {p: sum(len(part) for part in parts if part.intersection(board.beside(p))) for p in circles}
        yield shaded, {"clue": {p: [size, "o"] for p, size in sizes.items()}}


@genre("yin-yang", valued("color", "b"), clue="cells")
def yin_yang(board: TinyBoard) -> Found:
    for black in board.subsets():
        white = others(board, black)
        if (
            board.is_whole(black)
            and board.is_whole(white)
            and not full(board, black)
            and not full(board, white)
        ):
            yield black, {"clue": {p: ["b" if p in black else "w"] for p in board.cells}}


def at_corners(board: TinyBoard, cells: Filling) -> dict[Cell, list[int]]:
    """How many of the cells meet at each corner, which is the upper left one of the cell at its place."""
    counts = dict.fromkeys(product(range(1, board.high + 2), range(1, board.wide + 2)), 0)
    for (r, c), i, j in product(cells, (0, 1), (0, 1)):
        counts[r + i, c + j] += 1
    return {p: [count] for p, count in counts.items()}


@genre("creek", SHADE, clue="points")
def creek(board: TinyBoard) -> Found:
    for shaded in board.subsets():
        if board.is_whole(others(board, shaded)):
            yield shaded, {"clue": at_corners(board, shaded)}


@genre("heyawake", SHADE, clue="cells")
def heyawake(board: TinyBoard) -> Found:
    room = board.regions("room")
    for shaded in board.subsets():
        if apart(board, shaded) and board.is_whole(others(board, shaded)):
            runs = [run for line in board.lines() for run in white_runs(line, shaded)]
            if all(sum(room[p] != room[q] for p, q in pairwise(run)) < 2 for run in runs):
                yield shaded, {"clue": in_region(room, shaded)}


def white_runs(line: list[Cell], shaded: Filling) -> list[list[Cell]]:
    runs: list[list[Cell]] = [[]]
    for p in line:
        if p in shaded:
            runs.append([])
        else:
            runs[-1].append(p)
    return runs


@genre("hitori", chosen("shade"))
def hitori(board: TinyBoard) -> Found:
    number = board.numbers("number", range(1, max(board.high, board.wide) + 1))
    for shaded in board.subsets():
        kept = others(board, shaded)
        if (
            apart(board, shaded)
            and board.is_whole(kept)
            and all(
                len({number[p] for p in kept.intersection(line)}) == len(kept.intersection(line))
                for line in board.lines()
            )
        ):
            yield shaded, {}


@genre("kuromasu", SHADE, clue="cells")
def kuromasu(board: TinyBoard) -> Found:
    for shaded in board.subsets():
        white = others(board, shaded)
        if apart(board, shaded) and board.is_whole(white):
            yield shaded, {"clue": {p: [1 + seen(board, p, white), "?"] for p in white}}


def shape(cells: Filling) -> Filling:
    """The same for all turned and reflected copies."""
    images = []
    points = list(cells)
    for _ in range(2):
        for _ in range(4):
            points = [(c, -r) for r, c in points]
            top, left = min(r for r, _ in points), min(c for _, c in points)
            images.append(frozenset((r - top, c - left) for r, c in points))
        points = [(r, -c) for r, c in points]
    return min(images, key=sorted)


@genre(
    "lits",
    lambda options: frozenset(p for f, a in options if f == "form" for p in a[1]),
    sizes=((1, 4), (2, 4), (3, 4), (4, 3)),
)
def lits(board: TinyBoard) -> Found:
    region = board.regions()
    for shaded in board.subsets():
        four = [shaded & area for area in areas(region)]
        if (
            all(len(each) == 4 and board.is_whole(each) for each in four)
            and board.is_whole(shaded)
            and not full(board, shaded)
        ) and all(
            shape(a) != shape(b) or not any(q in b for p in a for q in board.beside(p))
            for a in four
            for b in four
            if a != b
        ):
            yield shaded, {}


@genre("canal-view", SHADE, clue="cells")
def canal_view(board: TinyBoard) -> Found:
    for shaded in board.subsets():
        if board.is_whole(shaded) and not full(board, shaded):
            yield shaded, {"clue": {p: [seen(board, p, shaded), "?"] for p in others(board, shaded)}}


@genre("nurimisaki", SHADE, circle="cells")
def nurimisaki(board: TinyBoard) -> Found:
    """The places of the circles are those of one solution, if there is any."""
    found = []
    for shaded in board.subsets():
        white = others(board, shaded)
        beside = {p: len(white.intersection(board.beside(p))) for p in white}
        if board.is_whole(white) and some_of_each(board, shaded, 2, 2) and 0 not in beside.values():
            found.append((shaded, {p for p in white if beside[p] == 1}))
    circles = board.rng.choice(found)[1] if found else set(board.some())
    board.must["circle"] = dict.fromkeys(circles, "?")
    for shaded, ends in found:
        if ends == circles:
            yield shaded, {"circle": {p: [1 + seen(board, p, others(board, shaded)), "?"] for p in circles}}


@genre("usoone", SHADE)
def usoone(board: TinyBoard) -> Found:
    region = board.regions()
    numbers = {p: board.rng.randint(0, 3) for p in board.some(0.4)}
    board.table("clue", numbers)
    for shaded in board.subsets():
        if apart(board, shaded) and board.is_whole(others(board, shaded)) and not shaded & numbers.keys():
            wrong = [region[p] for p, n in numbers.items() if len(shaded.intersection(board.beside(p))) != n]
            if sorted(wrong) == sorted({region[p] for p in numbers}):
                yield shaded, {}


@genre("norinori", chosen("shaded"))
def norinori(board: TinyBoard) -> Found:
    region = board.regions()
    for shaded in board.subsets():
        if all(len(area & shaded) == 2 for area in areas(region)):
            if all(len(shaded.intersection(board.beside(p))) == 1 for p in shaded):
                yield shaded, {}


@genre("star-battle", chosen("star"), sizes=((1, 1), (2, 2), (3, 3), (4, 4)))
def star_battle(board: TinyBoard) -> Found:
    region = board.regions(least=board.high)
    for stars in permutations(board, board.cells):
        lines = [*board.lines(), *areas(region)]
        if all(len(stars.intersection(line)) == 1 for line in lines):
            if not any(q in stars for p in stars for q in board.around(p)):
                yield stars, {}


@genre(
    "hakoiri",
    lambda options: frozenset(a for a in chosen("sign")(options) if a[2] != "-"),
    clue="cells",
    sizes=((1, 4), (2, 3), (2, 4), (3, 3)),
)
def hakoiri(board: TinyBoard) -> Found:
    region = board.regions()
    for signs in board.fillings("-", "c", "s", "t"):
        if all(
            sorted(signs[p] for p in area if signs[p] != "-") == ["c", "s", "t"] for area in areas(region)
        ):
            put = {p: sign for p, sign in signs.items() if sign != "-"}
            if board.is_whole(put) and not any(put.get(q) == put[p] for p in put for q in board.around(p)):
                yield filled(put), {"clue": {p: [sign] for p, sign in put.items()}}


@genre("hanare", chosen("here"), clue="cells")
def hanare(board: TinyBoard) -> Found:
    region = board.regions()
    size = {p: sum(k == region[p] for k in region.values()) for p in board.cells}
    for here in board.subsets():
        if all(len(here & area) == 1 for area in areas(region)):
            neighbors = [pair for line in board.lines() for pair in pairwise(p for p in line if p in here)]
            if all(abs(size[p] - size[q]) == q[0] - p[0] + q[1] - p[1] - 1 for p, q in neighbors):
                yield here, {"clue": {p: [size[p]] for p in here}}


@genre("putteria", chosen("here"), clue="cells")
def putteria(board: TinyBoard) -> Found:
    region = board.regions()
    size = {p: sum(k == region[p] for k in region.values()) for p in board.cells}
    for here in board.subsets():
        if all(len(here & area) == 1 for area in areas(region)) and apart(board, here):
            lines = [[size[p] for p in line if p in here] for line in board.lines()]
            if all(len(set(line)) == len(line) for line in lines):
                yield here, {"clue": {p: [size[p] if p in here else "x"] for p in board.cells}}


@genre("shimaguni", SHADE, clue="cells")
def shimaguni(board: TinyBoard) -> Found:
    region = board.regions()
    borders = [(p, q) for p, q in board.pairs() if region[p] != region[q]]
    for shaded in board.subsets():
        if all(shaded & area and board.is_whole(shaded & area) for area in areas(region)):
            count = in_region(region, shaded)
            if all(count[p] != count[q] and not (p in shaded and q in shaded) for p, q in borders):
                yield shaded, {"clue": count}


@genre("paint-area", valued("shade"), clue="cells")
def paint_area(board: TinyBoard) -> Found:
    region = board.regions()
    for names in board.subsets(sorted(set(region.values()))):
        shaded = frozenset(p for p in board.cells if region[p] in names)
        if board.is_whole(shaded) and some_of_each(board, shaded, 2, 2):
            counts = {p: [len(shaded.intersection(board.beside(p)))] for p in board.cells}
            yield frozenset((k,) for k in names), {"clue": counts}


@genre("tilepaint", chosen("shaded"), across="left", down="above")
def tilepaint(board: TinyBoard) -> Found:
    region = board.regions()
    for names in board.subsets(sorted(set(region.values()))):
        shaded = frozenset(p for p in board.cells if region[p] in names)
        yield frozenset((k,) for k in names), sums(board, shaded)


@genre("chocona", chosen("shaded"), clue="cells")
def chocona(board: TinyBoard) -> Found:
    region = board.regions()
    for shaded in board.subsets():
        if all(part in board.boxes() for part in board.parts(shaded)):
            yield shaded, {"clue": in_region(region, shaded)}


@genre("mosaic", chosen("shaded"), clue="cells")
def mosaic(board: TinyBoard) -> Found:
    for shaded in board.subsets():
        yield shaded, {"clue": {p: [len(shaded.intersection([p, *board.around(p)]))] for p in board.cells}}


@genre("minesweeper", chosen("mine"), clue="cells")
def minesweeper(board: TinyBoard) -> Found:
    number = board.settings["mines"] = board.rng.choice([0, 0, 1, 2, 3])
    for mines in board.subsets():
        if number in (0, len(mines)):
            yield (
                mines,
                {"clue": {p: [len(mines.intersection(board.around(p))), "?"] for p in others(board, mines)}},
            )


@genre("square-o", chosen("circle"), clue="points")
def square_o(board: TinyBoard) -> Found:
    """A number has four places for circles around it."""
    for circles in board.subsets():
        corners = at_corners(board, circles)
        yield circles, {"clue": {p: corners[p] for _, _, _, p in board.windows(2, 2)}}


@genre("curving-road", SHADE)
def curving_road(board: TinyBoard) -> Found:
    circles = board.some()
    board.table("circle", dict.fromkeys(circles, "o"))
    for shaded in board.subsets([p for p in board.cells if p not in circles]):
        white = set(others(board, shaded))
        if apart(board, shaded) and board.is_whole(white):
            ways = [way for p in circles for way in board.ways_from(white, p) if way[-1] in circles]
            if all(turns(way) >= 2 for way in ways if not any(p in circles for p in way[1:-1])):
                yield shaded, {}


def turns(way: list[Cell]) -> int:
    steps = [(q[0] - p[0], q[1] - p[1]) for p, q in pairwise(way)]
    return sum(a != b for a, b in pairwise(steps))


@genre("cocktail-lamp", SHADE, clue="cells")
def cocktail_lamp(board: TinyBoard) -> Found:
    region = board.regions()
    for shaded in board.subsets():
        if all(board.is_whole(shaded & area) for area in areas(region)) and not full(board, shaded):
            if board.is_whole(shaded, board.around):
                if not any(p in shaded and q in shaded and region[p] != region[q] for p, q in board.pairs()):
                    yield shaded, {"clue": in_region(region, shaded)}


@genre("light-up", chosen("lamp"), clue="cells")
def light_up(board: TinyBoard) -> Found:
    black = board.some()
    board.must["clue"] = dict.fromkeys(black, "x")
    white = [p for p in board.cells if p not in black]
    lit = {
        p: {q for way in WAYS.values() for q in white_runs(board.ray(p, way), frozenset(black))[0]}
        for p in white
    }
    for lamps in board.subsets(white):
        if not any(lit[p] & lamps for p in lamps) and all(p in lamps or lit[p] & lamps for p in white):
            yield lamps, {"clue": {p: [len(lamps.intersection(board.beside(p))), "x"] for p in black}}


@genre("bright-light", chosen("star"), clue="cells")
def bright_light(board: TinyBoard) -> Found:
    numbers = board.some()
    board.must["clue"] = dict.fromkeys(numbers, 0)
    for stars in board.subsets([p for p in board.cells if p not in numbers]):
        rays = {
            p: [white_runs(board.ray(p, way), frozenset(numbers))[0] for way in WAYS.values()]
            for p in numbers
        }
        yield stars, {"clue": {p: [sum(q in stars for ray in rays[p] for q in ray)] for p in numbers}}


@genre("kuroshuto", SHADE, clue="cells")
def kuroshuto(board: TinyBoard) -> Found:
    for shaded in board.subsets():
        if apart(board, shaded) and board.is_whole(others(board, shaded)):
            labels = {
                p: [k for k in range(5) if sum(board.plus(p, way, k) in shaded for way in WAYS.values()) == 1]
                for p in others(board, shaded)
            }
            yield shaded, {"clue": labels}


@genre("yajikabe", SHADE, clue="cells", sizes=((1, 4), (2, 2), (2, 3), (3, 3), (3, 4)))
def yajikabe(board: TinyBoard) -> Found:
    for shaded in board.subsets():
        if board.is_whole(shaded) and not full(board, shaded):
            yield shaded, {"clue": {p: arrows(board, p, shaded) for p in others(board, shaded)}}


def arrows(board: TinyBoard, p: Cell, cells: Filling) -> list[str]:
    return [f"{len(cells.intersection(board.ray(p, way)))},{name}" for name, way in WAYS.items()]


@genre("thermometers", chosen("filled"), across="left", down="above")
def thermometers(board: TinyBoard) -> Found:
    """The cells of a tube are those of a way, from its bulb on."""
    left, tube, step = set(board.cells), {}, {}
    while left:
        ways = [[p] for p in left] + [way for way in board.ways_from(left) if len(way) <= 4]
        way = board.rng.choice(sorted(ways))
        left.difference_update(way)
        for n, p in enumerate(way, 1):
            tube[p], step[p] = len(left), n
    board.table("tube", tube)
    board.table("step", step)
    for cells in board.subsets():
        if all(q in cells for p in cells for q in board.cells if tube[q] == tube[p] and step[q] < step[p]):
            yield cells, sums(board, cells)


@genre("fobidoshi", valued("circle"), clue="cells", sizes=((1, 5), (2, 4), (3, 3), (3, 4), (4, 2)))
def fobidoshi(board: TinyBoard) -> Found:
    for circles in board.subsets():
        four = [*board.windows(1, 4), *board.windows(4, 1)]
        if board.is_whole(circles) and not any(circles.issuperset(each) for each in four):
            yield circles, {"clue": {p: ["o" if p in circles else "x"] for p in board.cells}}


@genre("nondango", chosen("black"))
def nondango(board: TinyBoard) -> Found:
    region = board.regions()
    circles = board.some(0.8)
    board.table("circle", dict.fromkeys(circles, "x"))
    for black in board.subsets(circles):
        threes = [
            [board.plus(p, way, k) for k in range(3)]
            for p in circles
            for way in ((0, 1), (1, 0), (1, 1), (1, -1))
        ]
        same = any(
            set(three) <= set(circles) and len(black.intersection(three)) in (0, 3) for three in threes
        )
        if all(len(black & area) == 1 for area in areas(region)) and not same:
            yield black, {}


@genre("juosan", valued("bar", "h"), clue="cells")
def juosan(board: TinyBoard) -> Found:
    region = board.regions()
    for flat_ in board.subsets():
        upright = others(board, flat_)
        if not any(upright.issuperset(w) for w in board.windows(1, 3)) and not any(
            flat_.issuperset(w) for w in board.windows(3, 1)
        ):
            counts = [in_region(region, flat_), in_region(region, upright)]
            yield flat_, {"clue": {p: [count[p][0] for count in counts] for p in board.cells}}


@genre("snake", valued("snake"), across="left", down="above", sizes=((1, 3), (2, 2), (3, 3), (3, 4), (2, 5)))
def snake(board: TinyBoard) -> Found:
    """Its ends are those of one snake."""
    found = set()
    for way in board.ways_from(set(board.cells)):
        near = [
            (i, j) for i, p in enumerate(way) for j, q in enumerate(way) if i < j and q in board.around(p)
        ]
        if all(j == i + 1 or (j == i + 2 and way[j] not in board.beside(way[i])) for i, j in near):
            if way[0] < way[-1]:
                found.add((frozenset(way), way[0], way[-1]))
    ends = board.rng.choice(sorted(found, key=str))[1:]
    board.table("end", dict.fromkeys(ends, "x"))
    for cells, *between in sorted(found, key=str):
        if tuple(between) == ends:
            yield cells, sums(board, cells)


@genre("kakurasu", chosen("shaded"), across="left", down="above")
def kakurasu(board: TinyBoard) -> Found:
    for shaded in board.subsets():
        across, down = ({p: p[axis] for p in shaded} for axis in (1, 0))
        yield shaded, {"across": totals(board, across)["across"], "down": totals(board, down)["down"]}


@genre("gappy", chosen("shaded"), across="left", down="above", sizes=((2, 2), (8, 8)))
def gappy(board: TinyBoard) -> Found:
    pairs = [
        [frozenset(pair) for pair in combinations(row, 2) if pair[0][1] + 1 < pair[1][1]]
        for row in board.rows()
    ]
    found = [frozenset[Cell]()]
    for row in pairs:
        found = [
            above | pair
            for above in found
            for pair in row
            if not any(q in above for p in pair for q in board.around(p))
        ]
        columns = board.lines()[board.high :]
        found = [each for each in found if all(len(each.intersection(line)) <= 2 for line in columns)]
    for shaded in found:
        twos = [sorted(shaded.intersection(line)) for line in board.lines()]
        if all(len(two) == 2 for two in twos):
            gaps = [[q[0] - p[0] + q[1] - p[1] - 1] for p, q in twos]
            across, down = (dict(enumerate(part, 1)) for part in (gaps[: board.high], gaps[board.high :]))
            yield shaded, {"across": across, "down": down}


@genre("number-cross", chosen("shaded"), across="left", down="above")
def number_cross(board: TinyBoard) -> Found:
    number = board.numbers("number", range(4))
    for shaded in board.subsets():
        yield shaded, totals(board, {p: number[p] for p in others(board, shaded)})


@genre("starry-sky", chosen("star"), across="left", down="above")
def starry_sky(board: TinyBoard) -> Found:
    ways = {**WAYS, "ne": (-1, 1), "se": (1, 1), "sw": (1, -1), "nw": (-1, -1)}
    arrow: dict[Cell, str] = {}
    for star in board.some(0.2):
        seen_from = [(board.plus(star, way, -k), name) for name, way in ways.items() for k in (1, 2)]
        p, name = board.rng.choice(seen_from)
        if p in board.cells and p not in arrow:
            arrow[p] = name
    board.table("arrow", arrow)
    for stars in board.subsets([p for p in board.cells if p not in arrow]):
        ahead = {p: stars.intersection(board.ray(p, ways[way])) for p, way in arrow.items()}
        if all(len(each) == 1 for each in ahead.values()) and all(
            sum(p in each for each in ahead.values()) == 1 for p in stars
        ):
            yield stars, sums(board, stars)


@genre("mejilink", chosen("inside"), sizes=((1, 4), (2, 2), (2, 4), (3, 3), (3, 4)))
def mejilink(board: TinyBoard) -> Found:
    region = board.regions()
    for names in board.subsets(sorted(set(region.values()))):
        inside = frozenset(p for p in board.cells if region[p] in names)
        if inside and board.is_whole(inside) and to_the_edge(board, others(board, inside)):
            left_out = dict.fromkeys(region.values(), 0)
            for p in board.cells:
                for way in WAYS.values():
                    q = board.plus(p, way)
                    left_out[region[p]] += region.get(q) != region[p] and (p in inside) == (q in inside)
            if all(left_out[k] == len(area) for area in areas(region) for k in {region[p] for p in area}):
                yield inside, {}


@genre(
    "stitches",
    lambda options: frozenset((a[0], a[1]) for f, a in options if f == "stitch"),
    across="left",
    down="above",
)
def stitches(board: TinyBoard) -> Found:
    region = board.regions()
    borders = [(p, q) for p, q in board.pairs() if region[p] != region[q]]
    pairs = sorted({tuple(sorted((region[p], region[q]))) for p, q in borders})
    for stitch in board.subsets(borders):
        if sorted(tuple(sorted((region[p], region[q]))) for p, q in stitch) == pairs:
            ends = [p for each in stitch for p in each]
            if len(set(ends)) == len(ends):
                yield stitch, sums(board, frozenset(ends))


@genre(
    "moonlight",
    lambda options: frozenset((f, *flat(a)) for f, a in options),
    planet="cells",
    sizes=((2, 2), (3, 3), (4, 4)),
)
def moonlight(board: TinyBoard) -> Found:
    planets = board.some(0.3)[: board.high]
    board.must["planet"] = dict.fromkeys(planets, "o")
    sky = [p for p in board.cells if p not in planets]
    for stars in permutations(board, sky):
        for clouds in permutations(board, sky):
            if not stars & clouds:
                labels = {}
                for p in planets:
                    first = {
                        name: next(
                            (q for q in board.ray(p, way) if q in stars | clouds or q in planets), None
                        )
                        for name, way in WAYS.items()
                    }
                    lit = "".join(name for name in "nesw" if first[name] in stars)
                    labels[p] = [lit or "o"]
                yield (
                    frozenset({("star", *p) for p in stars} | {("cloud", *p) for p in clouds}),
                    {"planet": labels},
                )


def permutations(board: TinyBoard, cells: list[Cell]) -> list[Filling]:
    """One cell in each row and column."""
    found = [frozenset(enumerate(order, 1)) for order in orders(range(1, board.wide + 1))]
    return [each for each in found if each <= set(cells)]


@genre("paint-by-numbers", chosen("shaded"), across="left", down="stacked")
def paint_by_numbers(board: TinyBoard) -> Found:
    """A line without a number has no runs, so all lines are labeled."""
    board.must |= {
        "across": dict.fromkeys(range(1, board.high + 1), "."),
        "down": dict.fromkeys(range(1, board.wide + 1), "."),
    }
    for shaded in board.subsets():
        runs = [
            [str(len(run)) for run in white_runs(line, others(board, shaded)) if run]
            for line in board.lines()
        ]
        labels = [[" ".join(line) or "."] for line in runs]
        yield (
            shaded,
            {
                "across": dict(enumerate(labels[: board.high], 1)),
                "down": dict(enumerate(labels[board.high :], 1)),
            },
        )


QUARTERS = {"n": (0, 0, 0, 2), "e": (0, 2, 2, 2), "s": (2, 2, 2, 0), "w": (2, 0, 0, 0)}
"""The two corners of a cell that each of its quarters has beside its middle, in half cells."""


@genre(
    "shakashaka",
    lambda options: frozenset(a for a in chosen("half")(options) if a[2] in ("nw", "ne", "se", "sw")),
    black="cells",
    sizes=((1, 3), (2, 2), (2, 3), (3, 3)),
)
def shakashaka(board: TinyBoard) -> Found:
    """Cells are cut into quarters, two of which a triangle fills; a white area is a rectangle if it is as
    large as the smallest around it, upright or turned.
    """
    white = board.rng.sample(board.cells, min(5, len(board.cells)))
    black = others(board, frozenset(white))
    board.must["black"] = dict.fromkeys(black, "x")
    for halves in board.fillings("no", "nw", "ne", "se", "sw", cells=white):
        quarters = {(p, q) for p in white for q in "nesw" if q not in halves[p].replace("no", "")}
        if all(is_rectangle(part) for part in board.parts(quarters, lambda each: quarters_near(board, each))):
            put = {p: half for p, half in halves.items() if half != "no"}
            yield filled(put), {"black": {p: ["x", sum(q in put for q in board.beside(p))] for p in black}}


def quarters_near(board: TinyBoard, quarter: tuple[Cell, str]) -> list[tuple[Cell, str]]:
    p, q = quarter
    n = "nesw".index(q)
    return [(p, "nesw"[n - 1]), (p, "nesw"[(n + 1) % 4]), (board.plus(p, WAYS[q]), "nesw"[(n + 2) % 4])]


def is_rectangle(quarters: Filling) -> bool:
    corners = []
    for (r, c), q in quarters:
        a, b, d, e = QUARTERS[q]
        corners += [(2 * r + a, 2 * c + b), (2 * r + d, 2 * c + e), (2 * r + 1, 2 * c + 1)]
    turned = [(x + y, x - y) for x, y in corners]
    boxes = [
        prod(max(each) - min(each) for each in zip(*points, strict=True)) for points in (corners, turned)
    ]
    return len(quarters) in (boxes[0], boxes[1] / 2)
