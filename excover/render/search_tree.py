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
from excover.words import clipped, plural
from excover.words import width as columns

if TYPE_CHECKING:
    from excover.solve.search_tree import Node, Tree

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

    def choices(self, node: Node, most: int = WIDEST) -> list[str]:
        """What tells branches apart: the arguments that the item of the node does not say already, or names.

        Of about ``most`` characters, or more where branches would read the same.
        """
        options = [branch.option for branch in node.branches]
        every = [*options, *node.missing]
        said = () if node.item is None else self.matrix.items[node.item].indices
        kept = _telling([self.matrix.options[option] for option in every if option is not None], said)
        return told_apart(["none more" if k is None else self._choice(k, kept) for k in options], most)

    def _choice(self, option: int, kept: Sequence[int]) -> str:
        name = self.matrix.options[option]
        if name.family == HIDDEN:
            return "not chosen"
        return ", ".join(_bare(name.arguments[k]) for k in kept) if kept else str(name)

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


def told_apart(texts: Sequence[str], most: int) -> list[str]:
    """Long texts without their middle, of ``most`` characters, or more until those that differ still do.

    >>> told_apart(["a, {(1, 1), (1, 2), (1, 3)}", "a, {(1, 1), (1, 2), (2, 3)}", "b"], 20)
    ['a, {..., (1, 3)}', 'a, {..., (2, 3)}', 'b']
    """
    while True:
        short = [_without_middle(text, most) for text in texts]
        if len(set(short)) == len(set(texts)):
            return short
        most += most // 4


def _without_middle(text: str, most: int) -> str:
    """Of what stands in parentheses, all or nothing."""
    if len(text) <= most:
        return text
    head, tail = text[: (most - 3) // 2], text[(most - 3) // 2 + 3 - most :]
    if head.rfind("(") > head.rfind(")"):
        head = head[: head.rfind("(")]
    if ")" in tail.partition("(")[0] and "(" in tail:
        tail = tail[tail.find("(") :]
    return f"{head}...{tail}"


def _telling(names: Sequence[OptionName], said: Sequence[Value]) -> list[int]:
    """The arguments that differ, or are not ``said``; none if options are of several families."""
    if len({(name.family, len(name.arguments)) for name in names}) != 1:
        return []
    columns = zip(*(name.arguments for name in names), strict=True)
    return [
        k
        for k, column in enumerate(columns)
        if any(value != column[0] for value in column) or column[0] not in said
    ]


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
        yield f"{indent}└─ {more(node)}"


def more(node: Node) -> str:
    """The branches that were not grown."""
    return f"… {plural(len(node.missing), 'branch', 'branches')} more"


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
GAP, ACROSS, BEND = 7.0, 30.0, 8
"""The room between the texts of a node, that for the lines between two levels, and how they turn."""
SHORT = 36
"""Characters of a choice in a picture, if they are enough to tell it from the others."""
FILLS = {"branches": "#eef2f7", "solution": "#c9ecdf", "dead end": "#fbdccb", "cut": PAPER}
EDGES = {"branches": "#8894a6", "solution": "#009e73", "dead end": "#d55e00", "cut": "#8894a6"}


def picture(tree: Tree, words: Words) -> Picture:
    """From left to right, a column for each level and a row for each leaf: what is branched on, solutions and
    dead ends in boxes, before each the choice that leads there. A node stands in the row of its first branch.
    """
    placed = _placed(tree.root, words)
    columns = _columns(placed)
    drawn = [piece for each in placed for piece in each.elements(columns)]
    width = max(columns[each.level].box + each.width for each in placed)
    return Picture(width, (placed[-1].row + 1) * ROW, drawn).framed(12)


@dataclass(frozen=True, slots=True)
class _Level:
    """Where the choices of a level begin, and its boxes."""

    choice: float
    box: float


@dataclass(frozen=True, slots=True)
class _Placed:
    """A node with its texts, at its level and row, or branches that were not grown, which have no box.

    ``parent`` is the node it is a branch of.
    """

    level: int
    row: int
    parent: _Placed | None
    end: str
    choice: str
    label: str = ""
    behind: str = ""

    @property
    def box(self) -> float:
        return _wide(self.label, SIZE) + 16 if self.label else 0

    @property
    def width(self) -> float:
        """Of the box, and what stands behind it."""
        return self.box + (_wide(self.behind, SMALL) + GAP if self.behind else 0)

    def elements(self, columns: Sequence[_Level]) -> Iterator[Element]:
        """The line that leads to it, its texts and its box."""
        column, y = columns[self.level], _middle(self.row)
        if above := self.parent:
            turn = column.choice - ACROSS / 2
            yield _line(columns[above.level].box + above.box, _middle(above.row), turn, column.choice - 4, y)
        if self.choice:
            yield _text(self.choice, column.choice, y, SMALL, INK if self.label else MUTED)
        if self.label:
            colors = {"fill": FILLS[self.end], "stroke": EDGES[self.end]}
            yield element("rect", x=column.box, y=y - BOX / 2, width=self.box, height=BOX, rx=5, **colors)
            yield _text(self.label, column.box + self.box / 2, y, SIZE, INK, "middle")
        if self.behind:
            yield _text(self.behind, column.box + self.box + GAP, y, SMALL, MUTED)


def _placed(root: Node, words: Words) -> list[_Placed]:
    """All nodes in the order of the search, a new row for each branch but the first of its node."""
    placed: list[_Placed] = []

    def place(node: Node, choice: str, row: int, parent: _Placed | None) -> int:
        """The first row that is free below it."""
        level = parent.level + 1 if parent else 0
        end, _, reason = (
            words.end(node).partition(": ") if node.end == "dead end" else (words.end(node), "", "")
        )
        label = ", ".join(filter(None, [words.forced(node), clipped(end, WIDEST)]))
        made = _Placed(level, row, parent, node.end, choice, label, clipped(reason, WIDEST))
        placed.append(made)
        below = row
        for branch, name in zip(node.branches, words.choices(node, SHORT), strict=True):
            below = place(branch.node, name, below, made)
        if node.branches and node.missing:
            placed.append(_Placed(level + 1, below, made, "cut", more(node)))
            below += 1
        return max(below, row + 1)

    place(root, "", 0, None)
    return placed


def _columns(placed: Sequence[_Placed]) -> list[_Level]:
    """As wide as the choices of a level, and the boxes of it that lines lead on from.

    Right of a leaf its row is empty, so that it may be wider than its column.
    """
    levels = range(1 + max(each.level for each in placed))
    choices, boxes = [0.0 for _ in levels], [0.0 for _ in levels]
    for each in placed:
        if each.label and each.choice:
            choices[each.level] = max(choices[each.level], _wide(each.choice, SMALL) + GAP)
        if each.end == "branches":
            boxes[each.level] = max(boxes[each.level], each.box)
    ends = accumulate((c + b + ACROSS for c, b in zip(choices, boxes, strict=True)), initial=0.0)
    return [_Level(start, start + choice) for start, choice in zip(ends, choices, strict=False)]


def _middle(row: int) -> float:
    return (row + 0.5) * ROW


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


NARROW = frozenset(" ()[]{},.:;'|!ijlft")


def _wide(text: str, size: float) -> float:
    """About as wide as a text is shown, in Helvetica or another font that is not wider."""
    return size * sum(0.32 if each in NARROW else 0.58 * columns(each) for each in shown(text))
