"""Lines from cell to cell."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from tiny_boards import WAYS, Cell, Edge, Filling, TinyBoard, chosen, edges, flat, genre, linked

from .shading import Found, apart, areas, arrows, in_region, others, sums

LINE = linked()
LOOP_SIZES = ((2, 2), (2, 3), (3, 3), (3, 4), (4, 3), (4, 4), (2, 5))


def visited(loop: Iterable[Edge]) -> Filling:
    return frozenset(p for edge in loop for p in edge)


def leaving(board: TinyBoard, loop: Filling, p: Cell) -> list[Cell]:
    """The directions in which a line leaves a cell."""
    return [way for way in WAYS.values() if frozenset(edges([p, board.plus(p, way)])) <= loop]


def bends(board: TinyBoard, loop: Filling, p: Cell) -> bool:
    ways = leaving(board, loop, p)
    return len(ways) == 2 and ways[0][0] + ways[1][0] != 0


def straight(board: TinyBoard, loop: Filling, p: Cell) -> bool:
    return len(leaving(board, loop, p)) == 2 and not bends(board, loop, p)


def arms(board: TinyBoard, loop: Filling, p: Cell) -> dict[Cell, int]:
    """How far the line goes straight from a cell, in each direction in which it leaves it."""
    found = {}
    for way in leaving(board, loop, p):
        q, length = p, 0
        while way in leaving(board, loop, q):
            q, length = board.plus(q, way), length + 1
        found[way] = length
    return found


def crossings(region: dict[Cell, str], loop: Filling) -> dict[str, int]:
    """How often a loop crosses the border of each region."""
    found = dict.fromkeys(region.values(), 0)
    for p, q in loop:
        if region[p] != region[q]:
            found[region[p]] += 1
            found[region[q]] += 1
    return found


@genre("simple-loop", LINE, sizes=LOOP_SIZES)
def simple_loop(board: TinyBoard) -> Found:
    """The cells without walls are those of one loop, but for a few."""
    loops = list(board.loops())
    walls = others(board, visited(board.rng.choice(loops))).symmetric_difference(board.some(0.03))
    board.table("wall", dict.fromkeys(walls, "x"))
    for loop in loops:
        if visited(loop) == others(board, walls):
            yield loop, {}


@genre("grand-tour", LINE, board="point", sizes=LOOP_SIZES, known="cells")
def grand_tour(board: TinyBoard) -> Found:
    for loop in board.loops():
        if visited(loop) == set(board.cells):
            known = {}
            for p in board.cells:
                ways = leaving(board, loop, p)
                right, down = ["r"] * ((0, 1) in ways), ["d"] * ((1, 0) in ways)
                known[p] = right + down + ["rd"] * bool(right and down)
            yield loop, {"known": known}


@genre("masyu", LINE, sizes=LOOP_SIZES, circle="cells")
def masyu(board: TinyBoard) -> Found:
    for loop in board.loops():
        labels = {}
        for p in visited(loop):
            near = [board.plus(p, way) for way in leaving(board, loop, p)]
            if bends(board, loop, p):
                labels[p] = ["b"] if all(straight(board, loop, q) for q in near) else []
            else:
                labels[p] = ["w"] if any(bends(board, loop, q) for q in near) else []
        yield loop, {"circle": labels}


@genre("country-road", LINE, sizes=LOOP_SIZES, clue="cells")
def country_road(board: TinyBoard) -> Found:
    region = board.regions(least=2)
    for loop in board.loops():
        white = others(board, visited(loop))
        if set(crossings(region, loop).values()) == {2}:
            if not any(p in white and q in white and region[p] != region[q] for p, q in board.pairs()):
                yield loop, {"clue": in_region(region, visited(loop))}


@genre("detour", LINE, sizes=LOOP_SIZES, clue="cells")
def detour(board: TinyBoard) -> Found:
    region = board.regions()
    for loop in board.loops():
        if visited(loop) == set(board.cells):
            turns = frozenset(p for p in board.cells if bends(board, loop, p))
            yield loop, {"clue": in_region(region, turns)}


@genre("double-back", LINE, sizes=((3, 4), (4, 3), (4, 4), (2, 5)))
def double_back(board: TinyBoard) -> Found:
    """Two regions, one of which is a box, or any regions."""
    box = board.rng.choice(board.boxes())
    region = {p: "a" if p in box else "b" for p in board.cells}
    if board.rng.random() < 0.2:
        region = board.regions(least=2)
    region = {p: k for p, k in region.items() if board.rng.random() < 0.95}
    board.table("region", region)
    for loop in board.loops(region):
        if visited(loop) == set(region) and set(crossings(region, loop).values()) == {4}:
            yield loop, {}


@genre("entry-exit", LINE, sizes=LOOP_SIZES)
def entry_exit(board: TinyBoard) -> Found:
    region = board.regions(least=2)
    for loop in board.loops():
        if visited(loop) == set(board.cells) and set(crossings(region, loop).values()) == {2}:
            yield loop, {}


@genre("balance-loop", LINE, sizes=LOOP_SIZES, circle="cells")
def balance_loop(board: TinyBoard) -> Found:
    for loop in board.loops():
        labels = {}
        for p in visited(loop):
            one, other = arms(board, loop, p).values()
            color = "w" if one == other else "b"
            labels[p] = [color, f"{color},{one + other}"]
        yield loop, {"circle": labels}


@genre("shingoki", LINE, sizes=LOOP_SIZES, circle="cells")
def shingoki(board: TinyBoard) -> Found:
    for loop in board.loops():
        labels = {}
        for p in visited(loop):
            color = "b" if bends(board, loop, p) else "w"
            labels[p] = [color, f"{color},{sum(arms(board, loop, p).values())}"]
        yield loop, {"circle": labels}


@genre("geradeweg", LINE, sizes=LOOP_SIZES, clue="cells")
def geradeweg(board: TinyBoard) -> Found:
    for loop in board.loops():
        labels: dict[Cell, list[int | str]] = {}
        for p in visited(loop):
            lengths = set(arms(board, loop, p).values())
            if straight(board, loop, p):
                lengths = {sum(arms(board, loop, p).values())}
            labels[p] = ["?", *(lengths if len(lengths) == 1 else ())]
        yield loop, {"clue": labels}


@genre("castle-wall", LINE, sizes=LOOP_SIZES, clue="cells")
def castle_wall(board: TinyBoard) -> Found:
    clues = board.some(0.15)
    board.must["clue"] = dict.fromkeys(clues, "g")
    for loop in board.loops(set(board.cells) - set(clues)):
        labels = {}
        for p in clues:
            above = [edge for edge in loop if edge[0][0] == edge[1][0] < p[0] and edge[0][1] == p[1]]
            color = "w" if len(above) % 2 else "b"
            counts = [
                f"{len([e for e in loop if set(e) <= set(board.ray(p, way))])},{name}"
                for name, way in WAYS.items()
            ]
            labels[p] = [color, "g", *(f"{each},{count}" for each in (color, "g") for count in counts)]
        yield loop, {"clue": labels}


@genre("dotchi-loop", LINE, sizes=LOOP_SIZES)
def dotchi_loop(board: TinyBoard) -> Found:
    region = board.regions()
    circle = {p: board.rng.choice("wwb") for p in board.some()}
    board.table("circle", circle)
    white = [p for p, color in circle.items() if color == "w"]
    for loop in board.loops({p for p in board.cells if circle.get(p) != "b"}):
        if visited(loop).issuperset(white):
            turning = [{bends(board, loop, p) for p in white if p in area} for area in areas(region)]
            if all(len(each) < 2 for each in turning):
                yield loop, {}


@genre("linesweeper", LINE, sizes=LOOP_SIZES, clue="cells")
def linesweeper(board: TinyBoard) -> Found:
    for loop in board.loops():
        on = visited(loop)
        yield loop, {"clue": {p: [len(on.intersection(board.around(p)))] for p in others(board, on)}}


@genre("mid-loop", LINE, sizes=LOOP_SIZES, dot="cells")
def mid_loop(board: TinyBoard) -> Found:
    for loop in board.loops():
        labels: dict[Cell, list[str]] = {}
        for p in visited(loop):
            lengths = arms(board, loop, p)
            labels[p] = ["o"] if straight(board, loop, p) and len(set(lengths.values())) == 1 else []
            for mark, way in (("r", (0, 1)), ("b", (1, 0))):
                back = lengths.get((-way[0], -way[1]), 0)
                if lengths.get(way) == back + 1:
                    labels[p].append(mark)
            labels[p] += ["rb"] * ("r" in labels[p] and "b" in labels[p])
        yield loop, {"dot": labels}


@genre("moon-sun", LINE, sizes=LOOP_SIZES)
def moon_sun(board: TinyBoard) -> Found:
    region = board.regions(least=2)
    loops = [loop for loop in board.loops() if set(crossings(region, loop).values()) == {2}]
    on = visited(board.rng.choice(loops)) if loops else frozenset()
    sign = {p: "ox"[(p in on) ^ (region[p] in "bdfhjl")] for p in board.cells if board.rng.random() < 0.6}
    board.table("sign", sign)
    names = sorted(set(region.values()))
    for loop in loops:
        for kinds in product("ox", repeat=len(names)):
            kind = dict(zip(names, kinds, strict=True))
            met = {region[p] for p in sign if p in visited(loop)}
            right = all((p in visited(loop)) == (sign[p] == kind[region[p]]) for p in sign)
            ends = [(kind[region[p]], kind[region[q]]) for p, q in loop if region[p] != region[q]]
            if right and met == {region[p] for p in sign} and all(a != b for a, b in ends):
                yield loop, {}


def without_cells(board: TinyBoard, clues: Iterable[Cell]) -> Iterable[tuple[Filling, Filling]]:
    """Each loop through cells without a clue, with the cells that it does not visit, which do not touch."""
    for loop in board.loops(set(board.cells) - set(clues)):
        shaded = others(board, visited(loop)) - set(clues)
        if apart(board, shaded):
            yield loop, shaded


@genre("yajilin", LINE, sizes=LOOP_SIZES, clue="cells")
def yajilin(board: TinyBoard) -> Found:
    clues = board.some(0.15)
    board.must["clue"] = dict.fromkeys(clues, "0,n")
    for loop, shaded in without_cells(board, clues):
        yield loop, {"clue": {p: arrows(board, p, shaded) for p in clues}}


@genre("koburin", LINE, sizes=LOOP_SIZES, clue="cells")
def koburin(board: TinyBoard) -> Found:
    clues = board.some(0.15)
    board.must["clue"] = dict.fromkeys(clues, "?")
    for loop, shaded in without_cells(board, clues):
        yield loop, {"clue": {p: ["?", len(shaded.intersection(board.beside(p)))] for p in clues}}


@genre("regional-yajilin", LINE, sizes=LOOP_SIZES, clue="cells")
def regional_yajilin(board: TinyBoard) -> Found:
    region = board.regions()
    for loop, shaded in without_cells(board, ()):
        yield loop, {"clue": in_region(region, shaded)}


WAY_SIZES = ((1, 3), (2, 2), (2, 3), (3, 3), (4, 2))


def ways_of(
    board: TinyBoard, cells: set[Cell], first: Cell | None = None
) -> Iterable[tuple[list[Cell], Filling]]:
    for way in board.ways_from(cells, first):
        if first is not None or way[0] < way[-1]:
            yield way, frozenset(edges(way))


@genre("pipeline", LINE, sizes=WAY_SIZES, known="cells", across="left", down="above")
def pipeline(board: TinyBoard) -> Found:
    """The ends are those of one pipe."""
    ends = board.rng.sample(board.cells, 2)
    board.must["known"] = dict.fromkeys(ends, "n")
    for way, pipe in ways_of(board, set(board.cells)):
        if {way[0], way[-1]} == set(ends):
            names = {
                p: "".join(name for name in "nesw" if WAYS[name] in leaving(board, pipe, p)) for p in way
            }
            yield pipe, {"known": {p: [name] for p, name in names.items()}, **sums(board, frozenset(way))}


@genre("number-snake", LINE, sizes=WAY_SIZES)
def number_snake(board: TinyBoard) -> Found:
    number = board.numbers("number", range(1, board.rng.randint(2, 7)))
    for way, line in ways_of(board, set(board.cells), (1, 1)):
        if way[-1] == board.cells[-1]:
            if sorted(number[p] for p in way) == sorted(set(number.values())):
                yield line, {}


@genre("number-link", LINE, sizes=((2, 2), (2, 3), (3, 3), (3, 4), (2, 5)))
def number_link(board: TinyBoard) -> Found:
    """Ways between the places of each number that visit all cells, or none."""
    places = board.rng.sample(board.cells, 2 * board.rng.randint(1, 2))
    number = {p: n // 2 + 1 for n, p in enumerate(places)}
    board.table("number", number)
    for ways in routed(board, set(board.cells), places):
        yield frozenset(edge for way in ways for edge in edges(way)), {}


def routed(board: TinyBoard, left: set[Cell], ends: list[Cell]) -> Iterable[list[list[Cell]]]:
    """Every set of ways between each two ends that visit all cells."""
    if not ends:
        if not left:
            yield []
        return
    for way in board.ways_from(left - set(ends[2:]), ends[0]):
        if way[-1] == ends[1]:
            yield from ([way, *rest] for rest in routed(board, left - set(way), ends[2:]))


@genre(
    "pipelink",
    lambda options: frozenset((a[:2], a[3:5]) for a in chosen("line")(options) if a[2] == a[5]),
    sizes=((2, 2), (2, 3), (3, 3)),
    known="cells",
)
def pipelink(board: TinyBoard) -> Found:
    for kept in board.subsets(board.pairs()):
        degree = {p: len(leaving(board, kept, p)) for p in board.cells}
        if set(degree.values()) <= {2, 4} and len(followed(board, kept)) == len(kept) + 1:
            known = {
                p: "".join(name for name in "nesw" if WAYS[name] in leaving(board, kept, p))
                for p in board.cells
            }
            yield kept, {"known": {p: [ways] for p, ways in known.items()}}


def followed(board: TinyBoard, line: Filling) -> list[Cell]:
    """The cells that one meets who goes along a line from its first cell, and straight through crossings."""
    first, second = min(line)
    way = [first, second]
    while True:
        step = (way[-1][0] - way[-2][0], way[-1][1] - way[-2][1])
        ways = leaving(board, line, way[-1])
        if len(ways) == 2:
            step = next(each for each in ways if each != (-step[0], -step[1]))
        if way[-1] == first and board.plus(first, step) == second:
            return way
        way.append(board.plus(way[-1], step))


@genre(
    "bridges",
    lambda options: frozenset(a for a in chosen("bridges")(options) if a[4]),
    sizes=((1, 3), (2, 3), (3, 3), (3, 4), (4, 4)),
    island="cells",
)
def bridges(board: TinyBoard) -> Found:
    islands = board.some(0.4)
    board.must["island"] = dict.fromkeys(islands, "?")
    spans = {}
    for p in islands:
        for way in (WAYS["e"], WAYS["s"]):
            met = [q for q in board.ray(p, way) if q in islands][:1]
            spans |= {(p, q): set(board.ray(p, way)[: board.ray(p, way).index(q)]) for q in met}
    for counts in product(range(3), repeat=len(spans)):
        built = {pair: n for pair, n in zip(spans, counts, strict=True) if n}
        crossed = any(a < b and spans[a] & spans[b] for a in built for b in built)
        near = lambda p: [q for pair in built if p in pair for q in pair if q != p]  # noqa: E731, B023
        if not crossed and board.is_whole(islands, near):
            sums_ = {p: sum(n for pair, n in built.items() if p in pair) for p in islands}
            if all(sums_.values()):
                yield (
                    frozenset((*p, *q, n) for (p, q), n in built.items()),
                    {"island": {p: [n, "?"] for p, n in sums_.items()}},
                )


@genre(
    "shirokuro",
    lambda options: frozenset(flat((a[0], a[2])) for _, a in options),
    sizes=((1, 4), (2, 3), (3, 3), (3, 4), (4, 4)),
)
def shirokuro(board: TinyBoard) -> Found:
    circle: dict[Cell, str] = {}
    for p in board.some(0.3):
        q = board.rng.choice([m for m in board.cells if m != p and (m[0] == p[0] or m[1] == p[1])])
        if not {p, q} & circle.keys():
            circle |= {p: "w", q: "b"}
    board.table("circle", circle)

    def joined(left: list[Cell], used: set[Cell]) -> Iterable[list[Edge]]:
        if not left:
            yield []
        for q in left[1:]:
            p = left[0]
            if circle[p] != circle[q] and (p[0] == q[0] or p[1] == q[1]):
                between = {
                    m for m in board.cells if p < m < q and (p[0] == m[0] == q[0] or p[1] == m[1] == q[1])
                }
                if not between & (used | circle.keys()):
                    yield from (
                        [(p, q), *rest]
                        for rest in joined([m for m in left if m not in (p, q)], used | between)
                    )

    for pairs in joined(sorted(circle), set()):
        yield frozenset(flat(pair) for pair in pairs), {}


@genre("doors", linked("open"), sizes=((1, 2), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3)), clue="cells")
def doors(board: TinyBoard) -> Found:
    for opened in board.subsets(board.pairs()):
        near = lambda p: [board.plus(p, way) for way in leaving(board, opened, p)]  # noqa: E731, B023
        if board.is_whole(board.cells, near):
            yield opened, {"clue": {p: [sum(arms(board, opened, p).values())] for p in board.cells}}


@genre(
    "slant",
    chosen("slant"),
    clue="points",
    sizes=((1, 1), (1, 3), (2, 2), (2, 3), (3, 3), (3, 4)),
)
def slant(board: TinyBoard) -> Found:
    for values in board.fillings("/", "\\"):
        links = [
            ((r, c), (r + 1, c + 1)) if v == "\\" else ((r, c + 1), (r + 1, c))
            for (r, c), v in values.items()
        ]
        points = list(product(range(1, board.high + 2), range(1, board.wide + 2)))
        near = lambda p: [q for link in links if p in link for q in link if q != p]  # noqa: E731, B023
        if len(links) == len(points) - len(board.parts(points, near)):  # a forest
            yield frozenset((*p, v) for p, v in values.items()), {"clue": {p: [len(near(p))] for p in points}}
