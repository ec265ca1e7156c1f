"""Search trees as text, SVG and data, in the words of the puzzle.

38 forced moves, cell (1, 3)
├─ 4: 12 forced moves, solution
└─ 5: 3 forced moves, dead end: nothing is left for row[2]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

from excover.cover.matrix import Matrix
from excover.names import HIDDEN, OptionName, Value, show
from excover.render.svg import FONT, INK, MUTED, PAPER, Picture, element, shown
from excover.words import clipped, plural, text_width

if TYPE_CHECKING:
    from excover.solve.tree import Node, Tree

WIDEST = 56
"""Characters of a choice."""


@dataclass(frozen=True, slots=True)
class Words:
    """How items and options are called; ``boards`` are the families whose items are the cells of a board."""

    matrix: Matrix
    boards: frozenset[str]

    def item(self, item: int) -> str:
        name = self.matrix.items[item]
        if name.family not in self.boards:
            return str(name)
        where = f" of {name.family}" if len(self.boards) > 1 else ""
        return f"cell{where} ({', '.join(map(show, name.indices))})"

    def choices(self, node: Node) -> list[str]:
        """What tells the branches of a node apart: the arguments that are not the same in all, or names."""
        options = [branch.option for branch in node.branches]
        every = [*options, *node.missing]
        kept = _differing([self.matrix.options[option] for option in every if option is not None])
        return ["none more" if option is None else self._choice(option, kept) for option in options]

    def _choice(self, option: int, kept: Sequence[int]) -> str:
        name = self.matrix.options[option]
        if name.family == HIDDEN:
            return "not chosen"
        text = ", ".join(_bare(name.arguments[k]) for k in kept) if kept else str(name)
        return clipped(text, WIDEST)

    def forced(self, node: Node) -> str:
        return plural(len(node.moves), "forced move") if node.moves else ""

    def end(self, node: Node) -> str:
        """What a node comes to after its forced moves."""
        if node.item is None:
            return "…" if node.end == "cut" else node.end
        if node.end == "dead end":
            left = "nothing" if self.matrix.lower[node.item] == 1 else "too little"
            return f"dead end: {left} is left for {self.item(node.item)}"
        return self.item(node.item) + (", …" if node.end == "cut" else "")


def _differing(names: Sequence[OptionName]) -> list[int]:
    """The arguments in which options differ; none if they are of several families, or all alike."""
    if len({(name.family, len(name.arguments)) for name in names}) != 1:
        return []
    columns = zip(*(name.arguments for name in names), strict=True)
    return [k for k, column in enumerate(columns) if any(value != column[0] for value in column)]


def _bare(value: Value) -> str:
    return value if isinstance(value, str) and value else show(value)


def summary(tree: Tree) -> str:
    """The numbers, which are those of the whole tree only if all of it was grown."""
    ends = f"{plural(tree.solutions, 'solution')}, {plural(tree.dead_ends, 'dead end')}"
    return f"{plural(tree.nodes, 'node')}, {ends}" + (
        "" if tree.exhausted else "; it goes on where there is …"
    )


# Text


def text_lines(tree: Tree, words: Words) -> Iterator[str]:
    """The tree as lines, without their ends; what a description says in them is not made visible yet."""
    yield _headline(tree.root, words)
    yield from _below(tree.root, words, "")


def _headline(node: Node, words: Words) -> str:
    return ", ".join(filter(None, [words.forced(node), words.end(node)]))


def _below(node: Node, words: Words, indent: str) -> Iterator[str]:
    choices = words.choices(node)
    for k, (branch, choice) in enumerate(zip(node.branches, choices, strict=True)):
        is_last = k + 1 == len(choices) and not node.missing
        yield f"{indent}{'└─' if is_last else '├─'} {choice}: {_headline(branch.node, words)}"
        yield from _below(branch.node, words, indent + ("   " if is_last else "│  "))
    if node.branches and node.missing:
        yield f"{indent}└─ … {plural(len(node.missing), 'branch', 'branches')} more"


# Data


def tree_data(tree: Tree, words: Words) -> dict[str, Any]:
    """For JSON: the numbers, and nodes within nodes."""
    return {
        "count": tree.solutions,
        "exhausted": tree.exhausted,
        "nodes": tree.nodes,
        "dead_ends": tree.dead_ends,
        "root": _node_data(tree.root, words),
    }


def _node_data(node: Node, words: Words) -> dict[str, Any]:
    options, items = words.matrix.options, words.matrix.items
    moves = [
        {"item": str(items[move.item]), "option": None if move.option is None else str(options[move.option])}
        for move in node.moves
    ]
    branches = [
        {
            "option": None if branch.option is None else str(options[branch.option]),
            "node": _node_data(branch.node, words),
        }
        for branch in node.branches
    ]
    item = None if node.item is None else str(items[node.item])
    missing = [None if option is None else str(options[option]) for option in node.missing]
    return {"forced": moves, "end": node.end, "item": item, "branches": branches, "missing": missing}


# Pictures

SIZE, SMALL = 12.0, 10.5
BOX, ROW = 20.0, 27.0
"""Heights of a box, and of a row of the picture."""
GAP, ACROSS, BEND = 7.0, 42.0, 8
"""The room between the texts of a node, that for the lines between two levels, and how they turn."""
SHORT = 30
"""Characters of a choice in a picture."""
FILLS = {"branches": "#eef2f7", "solution": "#c9ecdf", "dead end": "#fbdccb", "cut": PAPER}
EDGES = {"branches": "#8894a6", "solution": "#009e73", "dead end": "#d55e00", "cut": "#8894a6"}


def picture(tree: Tree, words: Words) -> Picture:
    """From left to right, a column for each level and a row for each leaf: what is branched on, solutions and
    dead ends in boxes, before each the choice that leads there. A node stands in the row of its first branch.
    """
    placed = _placed(tree.root, words)
    columns = _columns(placed)
    drawn = [piece for each in placed for piece in each.elements(columns)]
    return Picture(columns[-1] - ACROSS, (placed[-1].row + 1) * ROW, drawn).framed(12)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A node with its texts, at its level and row; ``parent`` is the node it is a branch of."""

    level: int
    row: int
    parent: _Placed | None
    end: str
    before: Sequence[str]
    label: str
    behind: str

    @property
    def box(self) -> float:
        return _wide(self.label, SIZE) + 16

    @property
    def width(self) -> float:
        return self.box + sum(_wide(text, SMALL) + GAP for text in (*self.before, self.behind) if text)

    def elements(self, columns: Sequence[float]) -> Iterator[Element]:
        """The line that leads to it, its texts and its box."""
        x, y = columns[self.level], _middle(self.row)
        if above := self.parent:
            end = columns[above.level] + above.width
            yield _line(end, _middle(above.row), x - ACROSS / 2, x - 4, y)
        for text, ink in zip(self.before, (INK, MUTED), strict=True):
            if text:
                yield _text(text, x, y, SMALL, ink)
                x += _wide(text, SMALL) + GAP
        colors = {"fill": FILLS[self.end], "stroke": EDGES[self.end]}
        yield element("rect", x=x, y=y - BOX / 2, width=self.box, height=BOX, rx=5, **colors)
        yield _text(self.label, x + self.box / 2, y, SIZE, INK, "middle")
        if self.behind:
            yield _text(self.behind, x + self.box + GAP, y, SMALL, MUTED)


def _placed(root: Node, words: Words) -> list[_Placed]:
    """All nodes in the order of the search, a new row for each branch but the first of its node."""
    placed: list[_Placed] = []

    def place(node: Node, choice: str, row: int, parent: _Placed | None) -> int:
        """The first row that is free below it."""
        texts = (clipped(choice, SHORT), words.forced(node)), *_labels(node, words)
        made = _Placed(parent.level + 1 if parent else 0, row, parent, node.end, *texts)
        placed.append(made)
        below = row
        for branch, name in zip(node.branches, words.choices(node), strict=True):
            below = place(branch.node, name, below, made)
        return max(below, row + 1)

    place(root, "", 0, None)
    return placed


def _columns(placed: Sequence[_Placed]) -> list[float]:
    """Where each level begins; and, behind the last one, where another would."""
    widest = [0.0] * (1 + max(each.level for each in placed))
    for each in placed:
        widest[each.level] = max(widest[each.level], each.width)
    return list(accumulate((width + ACROSS for width in widest), initial=0.0))


def _middle(row: int) -> float:
    return (row + 0.5) * ROW


def _labels(node: Node, words: Words) -> tuple[str, str]:
    """What stands in the box, and what behind it."""
    item = "" if node.item is None else clipped(words.item(node.item), SHORT)
    match node.end:
        case "branches":
            return item, f"… {len(node.missing)} more" if node.missing else ""
        case "cut":
            return "…", item
        case _:
            return node.end, item


def _line(x1: float, y1: float, turn: float, x2: float, y2: float) -> Element:
    """To the right, down at ``turn``, and on."""
    bent = f"H{turn - BEND:.1f}q{BEND} 0 {BEND} {BEND}V{y2 - BEND:.1f}q0 {BEND} {BEND} {BEND}"
    way = f"M{x1:.1f} {y1:.1f}{bent if y2 > y1 else ''}H{x2:.1f}"
    return element("path", d=way, fill="none", stroke=EDGES["branches"], stroke_width=1.2)


def _text(text: str, x: float, y: float, size: float, fill: str, anchor: str = "start") -> Element:
    """Around the height ``y``."""
    return element(
        "text",
        text=text,
        x=x,
        y=y + 0.36 * size,
        text_anchor=anchor,
        font_family=FONT,
        font_size=size,
        fill=fill,
    )


def _wide(text: str, size: float) -> float:
    """About as wide as a text is shown."""
    return 0.56 * size * text_width(shown(text))
