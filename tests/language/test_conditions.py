"""Conditions of `require`: against a reading of their own, in Python, over all solutions without them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from itertools import product, takewhile
from math import prod
from operator import add, eq, ge, le, lt, mul, ne
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import excover
from excover.apps.cli import main
from excover.base.diagnostics import SpecError
from excover.base.source import Source
from excover.language.expressions.decided import Compares, ValueOf, every, in_covers
from excover.language.syntax.format import format_spec
from excover.language.syntax.parse import parse
from excover.language.syntax.yaml import yaml_of
from excover.matrix.core_form import core_text
from excover.matrix.rules.additions import Biclique, bicliques
from excover.problem.problem import compile_source
from tests.support.effort import examples, steps

Cell = tuple[int, ...]

ITEMS = [
    "item two[1..2] at most once optional option star(k in 1..4) covers two[(k-1) div 2 + 1]",
    "item two[1..2] option star(k in 1..4) covers two[(k-1) div 2 + 1]",
    "item two[1..2] 1..2 times option star(k in 1..4) covers two[(k-1) div 2 + 1]",
    "choose star(k in 1..4)",
    "hidden choose star(k in 1..4)",
]
UNITS = ["", ", once per row", ", once per column"]


class Said(NamedTuple):
    """An expression in the language, and in Python: `G` is the filled board, `S` the set of stars."""

    text: str
    python: str


Made = Callable[[int], tuple[str, list[Said]]]


class Writer:
    """Writes random conditions; ``names`` are those of the loops around."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    def index(self, names: Sequence[str], size: int) -> Said:
        if names and self.random.random() < 0.6:
            name = self.random.choice(names)
            return Said(f"({name} mod {size}) + 1", f"({name} % {size}) + 1")
        number = str(self.random.randint(1, size))
        return Said(number, number)

    def cell(self, names: Sequence[str]) -> Said:
        row, column = self.index(names, 2), self.index(names, 3)
        return Said(f"grid({row.text}, {column.text})", f"G[{row.python}, {column.python}]")

    def star(self, names: Sequence[str]) -> Said:
        place = self.index(names, 4)
        return Said(f"star({place.text})", f"({place.python} in S)")

    def number(self, depth: int, names: Sequence[str]) -> Said:
        if depth <= 0 or self.random.random() < 0.3:
            number = str(self.random.randint(0, 4))
            star = self.star(names)
            counted = Said(f"({star.text} + 0)", f"({star.python} + 0)")
            return self.random.choice([self.cell(names), counted, Said(number, number)])
        return self.random.choice([self._arithmetic, self._chosen, self._counted])(depth - 1, names)

    def _arithmetic(self, depth: int, names: Sequence[str]) -> Said:
        one, other = self.number(depth, names), self.number(depth, names)
        form = self.random.choice(["({} + {})", "({} - {})", "({} * {})", "min({}, {})", "max({}, {})"])
        match self.random.randrange(8):
            case 0:
                return Said(f"abs({one.text})", f"abs({one.python})")
            case 1:
                by = self.cell(names)
                text, python = self.random.choice([("div", "//"), ("mod", "%")])
                return Said(f"({one.text} {text} {by.text})", f"({one.python} {python} {by.python})")
            case 2:
                function = self.random.choice(["sum", "product", "min", "max"])
                return Said(
                    f"{function}(({one.text}, {other.text}))", f"{function}(({one.python}, {other.python}))"
                )
            case _:
                pass
        return Said(form.format(one.text, other.text), form.format(one.python, other.python))

    def _chosen(self, depth: int, names: Sequence[str]) -> Said:
        one, other, test = self.number(depth, names), self.number(depth, names), self.condition(depth, names)
        form = "({} if {} else {})"
        return Said(
            form.format(one.text, test.text, other.text), form.format(one.python, test.python, other.python)
        )

    def _counted(self, depth: int, names: Sequence[str]) -> Said:
        name, most = f"i{len(names)}", self.random.randint(2, 3)
        inside = [*names, name]
        loop, python = f"for {name} in 1..{most}", f"for {name} in range(1, {most + 1})"
        test, number = self.condition(depth, inside), self.number(depth, inside)
        match self.random.randrange(6):
            case 0:
                return Said(f"count({test.text} {loop})", f"sum(bool({test.python}) {python})")
            case 4:
                return Said(f"leading({test.text} {loop})", f"leading({test.python} {python})")
            case 5:
                among = self.condition(depth, inside)
                return Said(
                    f"leading({test.text} {loop} where {among.text})",
                    f"leading({test.python} {python} if {among.python})",
                )
            case 1:
                return Said(
                    f"sum({number.text} {loop} where {test.text})",
                    f"sum({number.python} {python} if {test.python})",
                )
            case 2:
                return Said(
                    f"product({number.text} {loop} where {test.text})",
                    f"product({number.python} {python} if {test.python})",
                )
            case _:
                function = self.random.choice(["sum", "min", "max", "product"])
                return Said(f"{function}({number.text} {loop})", f"{function}({number.python} {python})")

    def condition(self, depth: int, names: Sequence[str]) -> Said:
        if depth <= 0 or self.random.random() < 0.2:
            return self.random.choice([self.star(names), self._compared(0, names)])
        form = self.random.choice([self._compared, self._joined, self._member, self._of_all])
        return form(depth - 1, names)

    def _compared(self, depth: int, names: Sequence[str]) -> Said:
        one, other = self.number(depth, names), self.number(depth, names)
        sign = self.random.choice(["=", "!=", "<", "<=", ">", ">="])
        python = "==" if sign == "=" else sign
        return Said(f"({one.text} {sign} {other.text})", f"({one.python} {python} {other.python})")

    def _joined(self, depth: int, names: Sequence[str]) -> Said:
        one, other = self.condition(depth, names), self.condition(depth, names)
        forms = {
            "({} and {})": "({} and {})",
            "({} or {})": "({} or {})",
            "({} implies {})": "(not {} or {})",
            "({} = {})": "(bool({}) == bool({}))",
            "({} != {})": "(bool({}) != bool({}))",
        }
        text, python = self.random.choice(list(forms.items()))
        if self.random.random() < 0.2:
            return Said(f"(not {one.text})", f"(not {one.python})")
        return Said(text.format(one.text, other.text), python.format(one.python, other.python))

    def _member(self, depth: int, names: Sequence[str]) -> Said:
        if self.random.random() < 0.5:
            number = self.number(depth, names)
            return Said(f"({number.text} in {{1, 3, 4}})", f"({number.python} in (1, 3, 4))")
        if self.random.random() < 0.4:
            one, *others = (self.number(depth, names) for _ in range(3))
            text, python = (", ".join(getattr(each, form) for each in others) for form in ("text", "python"))
            return Said(f"({one.text} in ({text}))", f"({one.python} in ({python}))")
        one, other = self.cell(names), self.cell(names)
        pairs = "(1, 2), (2, 3), (3, 3)"
        return Said(
            f"(({one.text}, {other.text}) in {{{pairs}}})", f"(({one.python}, {other.python}) in ({pairs}))"
        )

    def _of_all(self, depth: int, names: Sequence[str]) -> Said:
        name, most = f"i{len(names)}", self.random.randint(2, 3)
        inside = [*names, name]
        loop, python = f"for {name} in 1..{most}", f"for {name} in range(1, {most + 1})"
        if self.random.random() < 0.4:
            number = self.number(depth, inside)
            return Said(f"different({number.text} {loop})", f"differ([{number.python} {python}])")
        test, function = self.condition(depth, inside), self.random.choice(["all", "any"])
        return Said(f"{function}({test.text} {loop})", f"{function}({test.python} {python})")

    def _meant(self, names: Sequence[str]) -> Said:
        """A condition, at times as the meaning of a star."""
        test = self.condition(self.random.randint(1, 3), names)
        if self.random.random() < 0.7:
            return test
        star = self.star(names)
        return Said(f"({star.text} = {test.text})", f"({star.python} == bool({test.python}))")

    def rule(self) -> Said:
        if self.random.random() < 0.5:
            return self._meant([])
        each = self._meant(["q"])
        return Said(f"{each.text} for q in 1..3", f"all({each.python} for q in range(1, 4))")


class Space(NamedTuple):
    """A board of six cells, with a value in each, `box`; ``wraps`` are the translations that glue it."""

    text: str
    cells: tuple[Cell, ...]
    steps: tuple[Cell, ...]
    corners: tuple[Cell, ...] = ()
    wraps: tuple[Cell, ...] = ()

    def home(self, place: Cell) -> Cell | None:
        """The cell at a place, if there is one."""
        moves = product(range(-4, 5), repeat=len(self.wraps))
        images = (
            tuple(n + sum(map(mul, often, along)) for n, *along in zip(place, *self.wraps, strict=True))
            for often in moves
        )
        return next((each for each in images if each in self.cells), None)

    @cache  # noqa: B019
    def moved(self, cell: Cell, step: Cell) -> Cell | None:
        return self.home(tuple(map(add, cell, step)))

    def near(self, cell: Cell, steps: Sequence[Cell]) -> set[Cell]:
        return {to for step in steps if (to := self.moved(cell, step)) not in (None, cell)}

    def ahead(self, cell: Cell, step: Cell, among: Collection[Cell]) -> list[Cell]:
        found = [cell]
        while (to := self.moved(found[-1], step)) and to in among and to not in found:
            found.append(to)
        return found[1:]

    def is_connected(self, among: Collection[Cell], steps: Sequence[Cell], to_edge: bool) -> bool:
        """If ``to_edge``, each part has a cell beside which there is none."""
        left = set(among)
        while left:
            part, waiting = set[Cell](), [left.pop()]
            while waiting:
                part.add(cell := waiting.pop())
                waiting += (found := self.near(cell, steps) & left)
                left -= found
            if to_edge and not any(self.moved(cell, step) is None for cell in part for step in self.steps):
                return False
            if not to_edge and left:
                return False
        return True

    def within(self, cell: Cell, steps: int, among: Collection[Cell]) -> set[Cell]:
        found = {cell}
        for _ in range(steps):
            found |= {to for each in found for to in self.near(each, self.steps) if to in among}
        return found

    def runs(self, step: Cell, among: Sequence[Cell]) -> list[list[Cell]]:
        back = tuple(-n for n in step)
        rows = [[*reversed(self.ahead(cell, back, among)), cell] for cell in among]
        return [
            [row[0], *self.ahead(row[0], step, among)]
            for at, row in enumerate(rows)
            if not any({*row} == {*other} for other in rows[:at])
        ]

    def windows(self, sizes: Sequence[int], among: Sequence[Cell]) -> list[list[Cell]]:
        offsets = [*product(*map(range, sizes))]
        boxes = [[self.moved(cell, offset) for offset in offsets] for cell in among]
        return [box for box in boxes if {*box} <= {*among} and len({*box}) == len(box)]  # type: ignore[misc]


ON_SQUARES = tuple(product((1, 2), (1, 2, 3)))
ON_HEXAGONS = tuple((r, r + c) for r, c in product((1, 2), (0, 2, 4)))
SQUARE = ((0, 1), (1, 0), (0, -1), (-1, 0))
AROUND = (*SQUARE, (1, 1), (1, -1), (-1, 1), (-1, -1))
HEXAGON = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
CUBE = tuple(tuple(sign * (k == axis) for k in range(3)) for axis in range(3) for sign in (1, -1))
FILL = "fill box with 1..3"
CHOOSE = "may stay empty choose box(p in field) from 1..3"
SPACES = [
    Space(f"board box 2x3 {FILL}", ON_SQUARES, SQUARE, AROUND),
    Space(f"board box 2x3, torus {FILL}", ON_SQUARES, SQUARE, AROUND, ((2, 0), (0, 3))),
    Space(f"board box 2x3, torus shifted by 1 {FILL}", ON_SQUARES, SQUARE, AROUND, ((2, -1), (0, 3))),
    Space(f"board box 2x3, cylinder {FILL}", ON_SQUARES, SQUARE, AROUND, ((0, 3),)),
    Space(f"board field hex 2x3, {CHOOSE}", ON_HEXAGONS, HEXAGON, HEXAGON),
    Space(f"board field hex 2x3, torus, {CHOOSE}", ON_HEXAGONS, HEXAGON, HEXAGON, ((2, 2), (0, 6))),
    Space(
        f"board field hex 2x3, torus shifted by 1, {CHOOSE}",
        ON_HEXAGONS,
        HEXAGON,
        HEXAGON,
        ((2, 0), (0, 6)),
    ),
    Space(
        f"board field 2x1x3, {CHOOSE}",
        tuple(product((1, 2), (1,), (1, 2, 3))),
        CUBE,
    ),
]


class SpaceWriter(Writer):
    """Writes conditions on the values of a board by the words of places."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.space = space = self.random.choice(SPACES)
        self.some = self.random.sample(space.cells, self.random.randint(3, 5))
        self.region = self.random.choices("ABC", k=6) if space.steps is SQUARE else []
        self.letters = dict(zip(space.cells, self.region, strict=False))
        drawing = (
            "".join(
                f"\n  |{''.join(self.letters[cell] for cell in space.cells if cell[0] == row)}"
                for row in (1, 2)
            )
            if self.region
            else ""
        )
        labels = f"labels region {drawing}\n" if self.region else ""
        board, _, rest = space.text.partition(" fill" if " fill" in space.text else " choose")
        word = "fill" if " fill" in space.text else "choose"
        self.base = (
            f"{board} {labels}{word}{rest}\nlet cell = ({', '.join(map(str, space.cells))})\n"
            f"let some = {{{', '.join(map(str, self.some))}}}\n"
        )

    def cell(self, names: Sequence[str]) -> Said:
        place = self.index(names, 6)
        return Said(f"box(cell[{place.text}])", f"G[AT[{place.python} - 1]]")

    def rule(self) -> Said:
        """In one of five cases about cells that hang together."""
        if self.random.random() < 0.8:
            return super().rule()
        arguments = "r, c, v" if self.space.text.startswith("board box") else "p, v"
        values = self.random.choice([(1,), (2, 3), (3,)])
        at_corners = bool(self.space.corners) and self.random.random() < 0.5
        has_edge = any(
            self.space.moved(p, step) is None for p in self.space.cells for step in self.space.steps
        )
        to_edge = has_edge and self.random.random() < 0.5
        near = " at corners" * at_corners + " to the edge" * to_edge
        cells = f"[p for p in G if G[p] in {values}]"
        return Said(
            f"box({arguments}) where v in {{{', '.join(map(str, values))}}} connected{near}",
            f"connected({SPACES.index(self.space)}, {cells}, {at_corners}, {to_edge})",
        )

    def _counted(self, depth: int, names: Sequence[str]) -> Said:
        if self.random.random() < 0.5:
            return super()._counted(depth, names)
        return self._of_cells(self._cells())

    def _of_all(self, depth: int, names: Sequence[str]) -> Said:
        if self.random.random() < 0.3:
            return super()._of_all(depth, names)
        function, (text, groups) = self.random.choice(["all", "any"]), self._groups()
        sign, number = self.random.choice(["=", "<=", ">=", "!="]), self.random.randint(0, 5)
        each = self._of_cells(("w", "w"))
        python = f"{each.python} {'==' if sign == '=' else sign} {number}"
        if self.random.random() < 0.3:
            different = "different(box(p) for p in w)", "differ([G[p] for p in w])"
            return Said(
                f"{function}({different[0]} for w in {text})", f"{function}({different[1]} for w in {groups})"
            )
        return Said(
            f"{function}({each.text} {sign} {number} for w in {text})",
            f"{function}({python} for w in {groups})",
        )

    def _of_cells(self, cells: tuple[str, str]) -> Said:
        """A number that some cells have, which may be none."""
        (text, python), value = cells, self.random.randint(1, 3)
        return self.random.choice(
            [
                Said(f"sum(box(p) for p in {text})", f"sum(G[p] for p in {python})"),
                Said(f"count(box(p) = {value} for p in {text})", f"sum(G[p] == {value} for p in {python})"),
                Said(
                    f"sum(box(p) for p in {text} where box(p) != {value})",
                    f"sum(G[p] for p in {python} if G[p] != {value})",
                ),
                Said(
                    f"count(box(p) < box(q) for p, q in {text} where p < q)",
                    f"sum(G[p] < G[q] for p in {python} for q in {python} if p < q)",
                ),
            ]
        )

    def _among(self) -> tuple[str, Sequence[Cell]]:
        return self.random.choice([(self.space.text.split()[1], self.space.cells), ("some", self.some)])

    def _cells(self) -> tuple[str, str]:
        """Cells by a word of places, and as a list."""
        space, (among, cells) = self.space, self._among()
        number = self.random.randint(1, 6)
        start = space.cells[number - 1]
        found: tuple[str, Iterable[Cell]] = self.random.choice(
            [
                (f"beside(cell[{number}])", space.near(start, space.steps)),
                (f"within(cell[{number}], 2, {among})", space.within(start, 2, cells)),
                (f"ray(cell[{number}], {(step := self._step())}, {among})", space.ahead(start, step, cells)),
                *[(f"around(cell[{number}])", space.near(start, space.corners))] * bool(space.corners),
            ]
        )
        return found[0], str([*found[1]])

    def _groups(self) -> tuple[str, str]:
        """Sets of cells by a word of places, and as a list."""
        space, (among, cells), step = self.space, self._among(), self._step()
        sizes = [self.random.randint(1, 2) for _ in step]
        areas = [
            [cell for cell in space.cells if self.letters[cell] == each] for each in sorted({*self.region})
        ]
        found: tuple[str, list[list[Cell]]] = self.random.choice(
            [
                (f"runs({among}, {step})", space.runs(step, cells)),
                *[(f"windows({among}, {', '.join(map(str, sizes))})", space.windows(sizes, cells))]
                * (space.steps is not HEXAGON),
                *[("areas(region)", areas)] * bool(self.region),
            ]
        )
        return found[0], str(found[1])

    def _step(self) -> Cell:
        return self.random.choice([*self.space.steps, *self.space.corners])


def differ(members: Sequence[int]) -> bool:
    return len(set(members)) == len(members)


def leading(conditions: Iterable[object]) -> int:
    return len([*takewhile(bool, conditions)])


def connected(space: int, cells: Collection[Cell], at_corners: bool, to_edge: bool) -> bool:
    where = SPACES[space]
    return where.is_connected(cells, where.corners if at_corners else where.steps, to_edge)


@cache
def solutions(text: str) -> list[dict[str, object]]:
    found = []
    for solution in excover.parse(text).solutions():
        grid = {
            name.arguments[0] if isinstance(name.arguments[0], tuple) else name.arguments[:2]: name.arguments[
                -1
            ]
            for name in solution.options
            if name.family in ("grid", "box")
        }
        stars = {name.arguments[0] for name in solution.options if name.family == "star"}
        known = {"G": grid, "S": stars, "AT": sorted(grid)}
        found.append(known | {"differ": differ, "product": prod, "leading": leading, "connected": connected})
    return found


def case(seed: int) -> tuple[str, list[Said]]:
    writer = Writer(f"conditions {seed}")
    units, items = writer.random.choice(UNITS), writer.random.choice(ITEMS)
    base = f"board grid 2x3 fill grid with 1..3{units} {items}"
    return base, [writer.rule() for _ in range(writer.random.randint(1, 4))]


def case_in_space(seed: int) -> tuple[str, list[Said]]:
    writer = SpaceWriter(f"space {seed}")
    base = writer.base + writer.random.choice(ITEMS)
    return base, [writer.rule() for _ in range(writer.random.randint(2, 5))]


def number_by_hand(base: str, rules: Sequence[Said]) -> int:
    tests = [compile(rule.python, "<rule>", "eval") for rule in rules]
    return sum(all(eval(test, dict(known)) for test in tests) for known in solutions(base))


CASES = (case, case_in_space)


@pytest.mark.random
@pytest.mark.parametrize("seed", range(examples(40)))
@pytest.mark.parametrize("made", CASES)
def test_counts_agree_with_a_reading_in_python(made: Made, seed: int) -> None:
    base, rules = made(seed)
    text = base + "".join(f"\nrequire {rule.text}" for rule in rules)
    try:
        found = excover.parse(text).count()
    except SpecError as refused:
        if {each.code for each in refused.diagnostics} != {"E353"}:
            raise
        return  # products of many values
    assert found == number_by_hand(base, rules), text


@pytest.mark.random
@pytest.mark.parametrize("seed", range(examples(15)))
@pytest.mark.parametrize("made", CASES)
def test_all_forms_say_the_same(made: Made, seed: int) -> None:
    base, rules = made(seed)
    text = base + "".join(f"\nrequire {rule.text}" for rule in rules)
    tree = parse(Source("spec.xc", text))
    written = format_spec(tree)
    assert format_spec(parse(Source("spec.xc", written))) == written
    try:
        expected = excover.parse(text).matrix
    except SpecError:
        return
    again = compile_source(Source("spec.yaml", yaml_of(tree))).matrix
    assert list(again.options) == list(expected.options)
    assert again.entries == expected.entries
    assert [each.parts[:5] for each in again.sums] == [each.parts[:5] for each in expected.sums]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("true and not false", "true"),
        ('"ab" + "c"', '"abc"'),
        ("sum((3, 1, 3)) + max((2, 5)) + count((0, 0))", "14"),
        ("sum(2*x for x in (3, 1, 3))", "14"),
        ("{x for x in (3, 1, 3)}", "{3, 1}"),
        ("count(x > 1 for x in 1..4)", "3"),
        ("different(x mod 3 for x in 1..3)", "true"),
        ("different((1, 2, 1))", "false"),
        ("1 > 2 implies 1 div 0 = 1", "true"),
        ("beside((1, 1))", "{(1, 2), (2, 1)}"),
        ("product(x for x in (3, 1, 3)) + product({2, 5}) + product({})", "20"),
        ('number("12") + number("-3")', "9"),
        ("2 in (1, 2) and 3 not in (1, 2)", "true"),
        ("subsets(1..3, 2)", "{(1, 2), (1, 3), (2, 3)}"),
        ("{len(subsets({1, 4, 5}, k)) for k in 0..4}", "{1, 3, 0}"),
        ("ray((2, 0), (0, 1), b)", "((2, 1), (2, 2), (2, 3))"),
        ("len(ray((1, 1), (1, 1), {(2, 2), (4, 4)}))", "1"),
        ("around((1, 1), b)", "{(1, 2), (2, 1), (2, 2)}"),
        ("within((1, 1), 1, b)", "{(1, 1), (1, 2), (2, 1)}"),
        ("within((1, 1), 3, {(1, 2), (1, 3), (2, 3)}, b)", "{(1, 1), (1, 2), (1, 3), (2, 3)}"),
        ("within((1, 1), 9, {(2, 2), (1, 3)})", "{(1, 1)}"),
        ("within((1, 1), -1, b)", "{}"),
    ],
)
def test_words_of_expressions(expression: str, value: str) -> None:
    text = f"board b 2x3, may stay empty item a option x() where ({expression}) = ({value}) covers a"
    assert excover.parse(text).count() == 1


def test_new_functions_are_names_of_descriptions_that_have_them() -> None:
    text = "def beside(p) = p + 1 let different = 2 item a option x() where beside(different) = 3 covers a"
    assert excover.parse(text).count() == 1


def test_the_board_goes_round() -> None:
    one_each = "require count(mine(q) for q in beside(p)) = 1 for p in b"
    assert excover.parse(f"board b 4x4, torus, may stay empty choose mine(p in b) {one_each}").count() == 16


CONDITIONS: list[tuple[str, Callable[[int, int], bool]]] = [
    ("f(1) = f(2)", lambda a, b: a == b),
    ("f(1) < f(2)", lambda a, b: a < b),
    ("f(1) + f(2) = 6", lambda a, b: a + b == 6),
    ("f(1) * f(2) > 6", lambda a, b: a * b > 6),
    ("f(1) div f(2) = 2", lambda a, b: a // b == 2),
    ("product(f(i) for i in 1..2) = 4", lambda a, b: a * b == 4),
    ("product(f(i) for i in 1..2 where f(i) > 2) = 3", lambda a, b: prod(i for i in (a, b) if i > 2) == 3),
    ("product(a for a in 2..3 where f(1) < 3 and a < 3) = 2", lambda a, b: a < 3),
    ("product(3 for a in 1..2 where any(f(1) = a for b in {})) = 1", lambda a, b: True),
    ("sum((f(1), f(2), 1)) = 5", lambda a, b: a + b + 1 == 5),
    ("f(1) in (f(2), 3)", lambda a, b: a in (b, 3)),
    ("f(1) not in (2, 3)", lambda a, b: a not in (2, 3)),
    ("abs(f(1) - f(2)) >= 2", lambda a, b: abs(a - b) >= 2),
    ("f(1) mod 2 = f(2) mod 2", lambda a, b: a % 2 == b % 2),
    ("(f(1) div 2, f(2)) != (1, 3)", lambda a, b: (a // 2, b) != (1, 3)),
    ("f(1) = 2 implies f(2) in {1, 4}", lambda a, b: a != 2 or b in (1, 4)),
    ("(f(1) = 3) = (f(2) = 3)", lambda a, b: (a == 3) == (b == 3)),
    ("different(f(i) for i in 1..2)", lambda a, b: a != b),
    ("max(f(1), f(2)) = 3", lambda a, b: max(a, b) == 3),
    ("count(f(i) > 2 for i in 1..2) = 1", lambda a, b: (a > 2) + (b > 2) == 1),
    ("count(i for i in 1..2 where f(i) > 2) = 1", lambda a, b: (a > 2) + (b > 2) == 1),
    ("sum(i for i in 1..2 where f(i) = i) != 2", lambda a, b: (a == 1) + 2 * (b == 2) != 2),
    ("(f(1) if f(2) > 2 else 1) < 3", lambda a, b: (a if b > 2 else 1) < 3),
    ("f(i) < 4 for i in 1..2 where f(3 - i) > 1", lambda a, b: (b <= 1 or a < 4) and (a <= 1 or b < 4)),
]


@pytest.mark.parametrize(("text", "holds"), CONDITIONS, ids=[text for text, _ in CONDITIONS])
def test_two_values(text: str, holds: Callable[[int, int], bool]) -> None:
    digits = range(1, 5)
    expected = [(a, b) for a in digits for b in digits if holds(a, b)]
    problem = excover.parse(f"choose f(i in 1..2) from 1..4 require {text}")
    found = [tuple(name.arguments[1] for name in each.options) for each in problem.solutions()]
    assert sorted(found) == expected
    assert not problem.matrix.sums, "two values need no sum"


@pytest.mark.parametrize("drawn", ["board grid 3x4", "board grid |...? |.?#. |?..."])
@pytest.mark.parametrize("seed", range(4))
def test_groups_of_cells_have_each_value_once(drawn: str, seed: int) -> None:
    """As items of `fill`, as a condition on each group, and as lists of options that exclude each other."""
    random = Random(f"groups {seed}")
    board = drawn.replace("|", "\n|") + "\n"
    places = sorted(excover.parse(f"{board} fill grid with 1..2").puzzle.boards[0].positions.values())
    groups = [random.sample(places, random.randint(0, 4)) for _ in range(random.randint(0, 3))]
    text = f"{{{', '.join('{' + ', '.join(map(str, group)) + '}' for group in groups)}}}"
    fill = f"{board} fill grid with 1..4, once per row"
    by_fill = excover.parse(f"{fill}, each of {text}")
    pairs = f"require not (grid(p, v) and grid(q, v)) for g in {text}, (p, q) in subsets(g, 2), v in 1..4"
    assert by_fill.count() == excover.parse(f"{fill} {pairs}").count()
    assert excover.parse(core_text(by_fill.puzzle, by_fill.compiled)).count() == by_fill.count()
    if "?" not in drawn:
        different = f"require different(grid(p) for p in g) for g in {text}"
        assert excover.parse(f"{fill} {different}").count() == by_fill.count()


PRODUCTS = [
    (
        "product(f(i) for i in 1..5) = {}",
        -2,
        3,
        [-12, 0, 1, 7, 16],
        lambda each, wanted: prod(each) == wanted,
    ),
    ("product(f(i) for i in 1..5) != {}", 0, 3, [0, 6], lambda each, wanted: prod(each) != wanted),
    (
        "2 * product(f(i) + 1 for i in 1..5) = {}",
        0,
        2,
        [36],
        lambda each, wanted: 2 * prod(i + 1 for i in each) == wanted,
    ),
    (
        "f(5) * {} = product(f(i) for i in 1..4)",
        0,
        3,
        [1],
        lambda each, wanted: each[4] * wanted == prod(each[:4]),
    ),
    (
        "f(1) > 1 implies product(f(i) for i in 2..5) = {}",
        1,
        4,
        [24],
        lambda each, wanted: each[0] < 2 or prod(each[1:]) == wanted,
    ),
]


@pytest.mark.parametrize(("text", "low", "high", "numbers", "holds"), PRODUCTS)
def test_a_product_of_many_values_is_no_list_of_combinations(
    text: str, low: int, high: int, numbers: list[int], holds: Callable[[tuple[int, ...], int], bool]
) -> None:
    for wanted in numbers:
        expected = sum(holds(each, wanted) for each in product(range(low, high + 1), repeat=5))
        problem = excover.parse(f"choose f(i in 1..5) from {low}..{high} require {text.format(wanted)}")
        assert problem.count() == expected
        assert len(problem.matrix.options) < 200


def test_soft_conditions_cost() -> None:
    text = (
        "choose f(i in 1..3) from 1..2 require f(i) != f(j) for i, j in 1..3 where i < j else cost i minimize"
    )
    best = excover.parse(text).best()
    assert best is not None
    assert best.cost == 1
    assert len(best.options) == 3


def test_an_option_that_is_forbidden_is_never_chosen() -> None:
    text = "choose f(i in 1..3) forbid f(2) require f(1) implies f(2) require not (f(2) and f(3))"
    assert excover.parse(text).count() == 2


def test_functions_take_what_is_decided() -> None:
    near = "def near(a, b) = abs(a - b) <= 1"
    text = f"{near} choose f(i in 1..3) from 1..3 require near(f(i), f(i+1)) for i in 1..2"
    assert excover.parse(text).count() == 17


@pytest.mark.parametrize(
    ("rule", "code", "marked"),
    [
        ("f(4) = 1", "E350", "f(4)"),
        ("g(1) = 1", "E106", "g"),
        ("sum(x for x in 1..f(1)) = 2", "E352", "1..f(1)"),
        ("f(1) + 1", "E354", "f(1) + 1"),
        ('f(1) < "a"', "E354", 'f(1) < "a"'),
        ("f(1) div (f(2) - 1) = 1", "E354", "f(1) div (f(2) - 1"),
        ("product((f(1), 4000000000000000000, 3)) = 1", "E111", "product((f(1), 4000000000000000000, 3))"),
        ("f(f(1)) = 2", "E354", "f(1)"),
        ("(1, 2)[f(1)] = 2", "E352", "f(1)"),
    ],
)
def test_refusals_show_the_place(rule: str, code: str, marked: str) -> None:
    with pytest.raises(SpecError) as refused:
        excover.parse(f"choose f(i in 1..3) from 1..3 require {rule}")
    (only,) = refused.value.diagnostics
    assert (only.code, only.labels[0].span.text) == (code, marked)


@pytest.mark.parametrize(
    ("values", "rule", "advice"),
    [
        ("1..3", "f(1)", r"compare it with a value, as in `f\(1\) = \.\.`"),
        ("1..3", "f(1) div 0 = 3", "divide by a number that cannot be 0"),
        ('{"a", "b"}', "f(1) + f(2) = 3", "only numbers are added and ordered; compare other values"),
        ('{"a", "b"}', 'f(1) < "b"', "only numbers are added and ordered; compare other values"),
        ("1..3", "f(1, 1) = 1", r"write `f\(1, 1\)`: an option is a condition"),
        ("1..3", "f(1, 1) != 1", r"write `not f\(1, 1\)`"),
        ("1..3", "f(1, 1) = 2", "state the condition by itself, or behind `not`"),
        ("1..3", "f(1, 1) < f(2, 1)", "conditions are combined by `and`, `or`"),
    ],
)
def test_a_value_of_another_kind_gets_advice_of_its_own(values: str, rule: str, advice: str) -> None:
    with pytest.raises(SpecError, match=advice):
        excover.parse(f"choose f(i in 1..3) from {values} require {rule}")


def test_a_decision_that_does_not_exist_is_told_by_its_argument() -> None:
    with pytest.raises(SpecError, match=r"argument 1 of `f` is 1\.\.3, not 4"):
        excover.parse("choose f(i in 1..3) from 1..2 require f(4) = 1")
    with pytest.raises(SpecError, match="`f` has 2 arguments"):
        excover.parse("choose f(i in 1..3) from 1..2 require f(1, 1, 1)")


def test_a_condition_that_leaves_an_item_no_option_is_pointed_at() -> None:
    def first(text: str) -> tuple[str, str]:
        report = excover.parse(text).warnings[0].report()
        return report.labels[0].span.text, report.message

    chosen = "choose f(i in 1..3) from 1..2 "
    told = "this condition leaves no option that covers `f[1]`"
    assert first(f"{chosen} require f(1) = 3") == ("require f(1) = 3", told)
    assert first(f"{chosen} require f(1) = 3 require f(2) > f(3)")[0] == "require f(1) = 3"
    covers = "item a  option x(k in 1..2) covers a "
    assert first(f"{covers} require x(1) = false require not x(2)")[1].startswith("these conditions leave")
    other = "choose f(i in 1..3) from 1..2 * (3 - i) require f(1) = 1"
    assert first(other) == ("f", "no option covers `f[3]`")


def test_a_choice_from_no_value_says_so() -> None:
    reports = [each.report() for each in excover.parse("choose f(i in 1..3) from {}").warnings]
    (told,) = (each for each in reports if each.message == "this `choose` has nothing to choose from")
    assert told.notes == ("the set behind `from`, or one of its loop, is empty",)


def test_an_undeclared_table_of_bounds_is_to_be_declared() -> None:
    with pytest.raises(SpecError, match="declare it above, such as `let need = "):
        excover.parse("item row[r in 1..3] need[r] times option o(r in 1..3) covers row[r]")
    with pytest.raises(SpecError, match="give the member a name"):
        excover.parse("item row[1..3] need times option o(r in 1..3) covers row[r]")


@pytest.mark.parametrize("form", ["text", "yaml"])
def test_rules_are_expanded(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rules.xc"
    file.write_text("choose f(i in 1..2) from 1..2 require f(1) < f(2)")
    assert main(["expand", str(file), "--to", form]) == 0
    name = {"text": "again.xc", "yaml": "again.yaml"}[form]
    assert compile_source(Source(name, capsys.readouterr().out)).count() == 1


def test_conditions_take_part_in_symmetry() -> None:
    square = "board grid 3x3 fill grid with 1..3, once per row, column"
    assert excover.parse(f"{square} require grid(1, 1) < grid(3, 3)").group().order == 2
    assert excover.parse(f"{square} require grid(1, 2) < grid(3, 3)").group().order == 1


def test_a_sum_of_three_values_is_listed_by_any_engine() -> None:
    problem = excover.parse("choose f(i in 1..3) from 1..9 require f(1) = f(2) + f(3)")
    assert not problem.matrix.sums
    assert len(list(problem.solutions())) == 36


@pytest.mark.parametrize("chosen", ["choose f(i in 1..4)", "choose f(i in 1..4) from 1..3"])
def test_a_comparison_its_reverse_and_its_opposite_are_decided_once(chosen: str) -> None:
    pairs = "i in 1..4, j in 1..4 where i < j"
    once = excover.parse(f"{chosen} require count(f(i) != f(j) for {pairs}) = 4")
    for other, number in (("f(j) != f(i)", 8), ("not (f(i) = f(j))", 8), ("f(j) = f(i)", 6)):
        said = f"count(f(i) != f(j) for {pairs}) + count({other} for {pairs})"
        both = excover.parse(f"{chosen} require {said} = {number} and count(f(i) != f(j) for {pairs}) = 4")
        assert len(both.matrix.options) == len(once.matrix.options)
        assert sorted(map(str, both.solutions())) == sorted(map(str, once.solutions()))
        assert once.count()


def test_a_condition_on_one_value_costs() -> None:
    problem = excover.parse("choose f(i in 1..2) from 1..3 require f(1) > 1 and f(1) < 3 else cost 2")
    assert sorted(each.cost or 0 for each in problem.solutions()) == [0] * 3 + [2] * 6


def test_operands_are_evaluated_once_at_each_depth() -> None:
    """Twice at each of forty depths would never end."""
    added, nested = " + ".join(["1"] * 40), "f(1)"
    for _ in range(40):
        nested = f"max({nested}, 1)"
    text = f"choose f(i in 1..2) from 1..3 require f(1) + {added} = 42 require {nested} = f(2)"
    assert excover.parse(text).count() == 1


def test_a_value_is_looked_up_without_trying_all_of_its_options() -> None:
    """Conditions on a value are tried for each of its options, so that this would be their number squared."""
    lookups = 0

    class Cover(set[int]):
        def __contains__(self, option: object) -> bool:
            nonlocal lookups
            lookups += 1
            return super().__contains__(option)

    value = ValueOf(tuple((option, -option) for option in range(400)))
    covers = [Cover([option]) for option in (3, 399, 400)]
    between = every([Compares(value, ">", -390), Compares(value, "<=", -3)])
    assert in_covers(between, covers[:2]) == [True, False]
    assert in_covers(value, covers) == [-3, -399, None]
    assert lookups < 10


def test_a_chain_of_values_is_covered_with_work_for_its_rows_not_its_pairs() -> None:
    less = tuple(tuple(one < other for other in range(60)) for one in range(60))
    found: list[Biclique] = []
    assert steps(lambda: found.extend(bicliques(less))) < 250_000
    assert len(found) == 60
    assert steps(lambda: bicliques(less)) < 10  # known from the cells before


@pytest.mark.parametrize("sign", ["=", "<=", "<", ">="])
@pytest.mark.parametrize("number", range(4))
def test_leading_members_that_are_decided_themselves(sign: str, number: int) -> None:
    """A sum ends behind what a number needs, by members that are in the loop for certain."""
    loop = "for i in 1..4 where i > 2 or d(i)"
    text = f"choose c(i in 1..4) choose d(i in 1..2) require leading(c(i) {loop}) {sign} {number}"
    found = [
        leading(met for met, is_one in zip(cover[:4], (*cover[4:], True, True), strict=True) if is_one)
        for cover in product([False, True], repeat=6)
    ]
    compare = {"=": eq, "<=": le, "<": lt, ">=": ge}[sign]
    assert excover.parse(text).count() == sum(compare(each, number) for each in found)


def test_leading_without_its_own_beginning() -> None:
    """What is subtracted, or known to hold, changes how far a row of conditions must go for a number."""
    random = Random(1)
    for _ in range(60):
        row = random.choices(range(1, 7), k=random.randint(2, 6))
        weight, cut = random.randint(1, 3), random.randint(1, len(row) - 1)
        whole, begun = (
            f"{weight} * leading(i > 5 or c(i) for (_, i) in {{{', '.join(map(str, enumerate(each)))}}})"
            for each in (row, row[:cut])
        )
        sign, number = random.choice(["=", "<=", "<"]), random.randint(0, 3)
        compare = {"=": eq, "<=": le, "<": lt}[sign]
        found = []
        for cover in product([False, True], repeat=5):
            met = [(*cover, True)[i - 1] for i in row]
            found.append(weight * (leading(met) - leading(met[:cut])))
        text = f"choose c(i in 1..5) require {whole} - {begun} {sign} {number}"
        assert excover.parse(text).count() == sum(compare(each, number) for each in found)


def test_beginnings_in_sums_of_several_cells() -> None:
    """Each is a decision of its own; the conditions of several have the same items."""
    random = Random(2)
    signs = {"=": eq, "<=": le, "<": lt, ">=": ge, "!=": ne}
    for _ in range(examples(200)):
        rays = [random.sample(range(1, 6), random.randint(1, 5)) for _ in range(random.randint(2, 4))]
        weights = [random.choice([1, 1, 1, 2, -1]) for _ in rays]
        value, sign, number = random.randint(0, 2), random.choice([*signs]), random.randint(0, 9)
        terms = (
            f"{weight} * leading(c(i) {'>=' if at % 2 else '='} {value} for (_, i) in {shown})"
            for at, (ray, weight) in enumerate(zip(rays, weights, strict=True))
            for shown in [f"{{{', '.join(map(str, enumerate(ray)))}}}"]
        )
        text = f"choose c(i in 1..5) from 0..2 require {' + '.join(terms)} {sign} {number}"
        found = [
            sum(
                weight * leading((cover[i - 1] >= value if at % 2 else cover[i - 1] == value) for i in ray)
                for at, (ray, weight) in enumerate(zip(rays, weights, strict=True))
            )
            for cover in product(range(3), repeat=5)
        ]
        assert excover.parse(text).count() == sum(signs[sign](each, number) for each in found), text


Chosen = Collection[str]


def condition_on_options(
    random: Random, names: Sequence[str], depth: int
) -> tuple[str, Callable[[Chosen], bool]]:
    """In the language and as a predicate of the chosen options."""
    if depth == 0 or random.random() < 0.2:
        name = random.choice(names)
        return name, lambda chosen: name in chosen
    if random.random() < 0.2:
        text, holds = condition_on_options(random, names, depth - 1)
        return f"(not {text})", lambda chosen: not holds(chosen)
    (one, first), (other, second) = (condition_on_options(random, names, depth - 1) for _ in range(2))
    match random.choice(["and", "or", "implies"]):
        case "and":
            return f"({one} and {other})", lambda chosen: first(chosen) and second(chosen)
        case "or":
            return f"({one} or {other})", lambda chosen: first(chosen) or second(chosen)
    return f"({one} implies {other})", lambda chosen: not first(chosen) or second(chosen)


@pytest.mark.parametrize("seed", range(examples(300)))
def test_decisions_that_have_options_in_common(seed: int) -> None:
    random = Random(f"in common {seed}")
    covered = [[1], [2], [3], [4], *(random.sample(range(1, 5), random.randint(1, 3)) for _ in range(4))]
    names = [f"x{number}()" for number in range(len(covered))]
    rules = [condition_on_options(random, names, 2) for _ in range(2)]
    text = "item cell[1..4]\n"
    for name, cells in zip(names, covered, strict=True):
        text += f"option {name} covers {', '.join(f'cell[{cell}]' for cell in cells)}\n"
    text += "".join(f"require {rule}\n" for rule, _ in rules)
    expected = 0
    for kept in product((False, True), repeat=len(names)):
        cells = [cell for each, is_kept in zip(covered, kept, strict=True) if is_kept for cell in each]
        chosen = {name for name, is_kept in zip(names, kept, strict=True) if is_kept}
        expected += sorted(cells) == [1, 2, 3, 4] and all(holds(chosen) for _, holds in rules)
    assert excover.parse(text).count() == expected


def test_an_option_that_fails_both_parts_of_an_or() -> None:
    options = "option domino(c in 1..3) covers cell[c], cell[c + 1] option single(c in 1..4) covers cell[c]"
    assert excover.parse(f"item cell[1..4] {options} require single(1) or single(2)").count() == 3


DECIDED = """shaded(1) | v(1) | w(1) | m(1) | t(1) | count(shaded(p) for p in 1..2) | sum(v(p) for p in 1..2)
v(1) * v(2) | 1 + 2 * v(1) * v(2) | leading(shaded(p) for p in 1..2) | max(count(shaded(p) for p in 1..2), 1)
min(v(1), v(2)) | 1 + 2 * max(v(1), v(2)) | abs(v(1) - v(2)) | (v(1) + v(2)) mod 3
v(1) if shaded(1) else v(2)
(max(v(1), v(2)), 1) | any(shaded(p) for p in 1..2) | different(v(p) for p in 1..2)""".replace("\n", " | ")
OTHERS = [
    "1",
    '"x"',
    "true",
    "(1, 1)",
    '("x", 1)',
    "red",
    "{1}",
    "tab[1]",
    "w(2)",
    "m(2)",
    "t(2)",
    "max(v(2), 2)",
]
OTHER_SETS = ['{"x", 1}', '{"x"}', "{(1, 1), 2}", "{red}", "{{1}, 2}", "1..2", "{}", '"x"']
OF_ALL_KINDS = """enum Color = red, green
table tab
  | key | n
  | 1   | 5
choose shaded(p in 1..2)
choose v(p in 1..2) from 1..2
choose w(p in 1..2) from {"x", "y"}
choose m(p in 1..2) from {"x", 1, 2, (1, 1), (2, 1)}
choose t(p in 1..2) from {(1, 1), (2, 1), ("x", 1)}
"""


@pytest.mark.parametrize("decided", DECIDED.split(" | "))
def test_a_decided_value_is_compared_with_values_of_each_kind(decided: str) -> None:
    """It is refused, or each solution meets either the comparison or its opposite."""
    opposites = [("=", "!=", OTHERS), ("<", ">=", OTHERS), ("in", "not in", OTHER_SETS)]
    for sign, opposite, others in opposites:
        for other in others:
            for left, right in [(decided, other), (other, decided)][: 1 if sign == "in" else 2]:
                try:
                    counts = [
                        excover.parse(f"{OF_ALL_KINDS}require ({left}) {each} ({right})").count()
                        for each in (sign, opposite)
                    ]
                except SpecError:
                    continue
                assert sum(counts) == 2**2 * 2**2 * 2**2 * 5**2 * 3**2, (left, sign, right)


@pytest.mark.parametrize("number", ["max(count(shaded(p) for p in 1..2), 1)", "min(v(1), v(2), 2)"])
@pytest.mark.parametrize("other", ['= "x"', "= (1, 1)", "= red", 'in {"x"}'])
def test_a_maximum_is_never_equal_to_what_is_no_number(number: str, other: str) -> None:
    problem = excover.parse(f"{OF_ALL_KINDS}require {number} {other}")
    assert "W302" in [each.code for each in problem.warnings]
    assert problem.count() == 0
    assert excover.parse(f"{OF_ALL_KINDS}require not ({number} {other})").count() == 14400
