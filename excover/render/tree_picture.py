"""Search trees as text, SVG and data, with the names of the puzzle.

38 forced moves, cell (1, 3)
├─ 4: 12 forced moves, solution
└─ 5: 3 forced moves, dead end: nothing is left for row[2]

A search tree with the names of its problem: as text, as a picture in notebooks, and as data.

>>> from excover.problem.problem import parse
>>> print(parse("item a  option heads() covers a  option tails() covers a").tree())
a
├─ heads(): solution
└─ tails(): solution
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from excover.base.names import HIDDEN, OptionName, Value, show
from excover.base.words import clipped, plural, visible
from excover.base.words import width as columns
from excover.matrix.matrix import Matrix
from excover.render.svg import FONT, INK, MUTED, PAPER, Picture, element, shown
from excover.search.search_tree import Tree, TreeNode

if TYPE_CHECKING:
    from excover.base.json.objects import BranchData, MoveData, NodeData
    from excover.base.json.outputs import TreeData

WIDEST = 56
"""The most characters of a choice."""


@dataclass(frozen=True, slots=True)
class Words:
    """The names of items and options; ``boards`` are the families whose items are the cells of a board."""

    matrix: Matrix
    boards: frozenset[str]

    def item(self, item: int) -> str:
        name = self.matrix.items[item]
        if name.family not in self.boards:
            return str(name)
        where = f" of {name.family}" if len(self.boards) > 1 else ""
        return f"cell{where} ({', '.join(map(show, name.indices))})"

    def choices(self, node: TreeNode, most: int = WIDEST) -> list[str]:
        """What distinguishes branches: the arguments that the item of the node does not already determine, or
        names.

        About ``most`` characters, or more if branches would look the same.
        """
        options = [branch.option for branch in node.branches]
        every = [*options, *node.missing]
        settled = () if node.item is None else self.matrix.items[node.item].indices
        kept = _distinguishing(
            [self.matrix.options[option] for option in every if option is not None], settled
        )
        return told_apart(["none more" if k is None else self._choice(k, kept) for k in options], most)

    def _choice(self, option: int, kept: Sequence[int]) -> str:
        name = self.matrix.options[option]
        if name.family == HIDDEN:
            return "not chosen"
        return ", ".join(_bare(name.arguments[k]) for k in kept) if kept else str(name)

    def forced(self, node: TreeNode) -> str:
        return plural(len(node.moves), "forced move") if node.moves else ""

    def end(self, node: TreeNode) -> str:
        """The result of a node after its forced moves."""
        if node.item is None:
            return "…" if node.end == "cut" else f"dead end: {node.fault}" if node.fault else node.end
        if node.end == "dead end":
            left = "nothing" if self.matrix.lower[node.item] == 1 else "too little"
            return f"dead end: {left} is left for {self.item(node.item)}"
        return self.item(node.item) + (", …" if node.end == "cut" else "")


def told_apart(texts: Sequence[str], most: int) -> list[str]:
    """Long texts without their middle, of ``most`` characters, or more until different texts still differ.

    >>> told_apart(["a, {(1, 1), (1, 2), (1, 3)}", "a, {(1, 1), (1, 2), (2, 3)}", "b"], 20)
    ['a, {..., (1, 3)}', 'a, {..., (2, 3)}', 'b']
    """
    while True:
        short = [_without_middle(text, most) for text in texts]
        if len(set(short)) == len(set(texts)):
            return short
        most += most // 4


def _without_middle(text: str, most: int) -> str:
    """Keeps all or nothing of parentheses."""
    if len(text) <= most:
        return text
    head, tail = text[: (most - 3) // 2], text[(most - 3) // 2 + 3 - most :]
    if head.rfind("(") > head.rfind(")"):
        head = head[: head.rfind("(")]
    if ")" in tail.partition("(")[0] and "(" in tail:
        tail = tail[tail.find("(") :]
    return f"{head}...{tail}"


def _distinguishing(names: Sequence[OptionName], settled: Sequence[Value]) -> list[int]:
    """The arguments that differ, or are not ``settled``; none if options are of several families."""
    if len({(name.family, len(name.arguments)) for name in names}) != 1:
        return []
    columns = zip(*(name.arguments for name in names), strict=True)
    return [
        k
        for k, column in enumerate(columns)
        if any(value != column[0] for value in column) or column[0] not in settled
    ]


def _bare(value: Value) -> str:
    return value if isinstance(value, str) and value else show(value)


def tree_summary(tree: Tree) -> str:
    """The totals, which are those of the whole tree only if all of it was grown."""
    ends = f"{plural(tree.solutions, 'solution')}, {plural(tree.dead_ends, 'dead end')}"
    return f"{plural(tree.nodes, 'node')}, {ends}" + (
        "" if tree.exhausted else "; it goes on where there is …"
    )


# Text


def text_lines(tree: Tree, words: Words) -> Iterator[str]:
    """The lines of the tree without line ends; control characters of the description are not yet escaped."""
    yield _headline(tree.root, words)
    yield from _below(tree.root, words, "")


def _headline(node: TreeNode, words: Words) -> str:
    return ", ".join(filter(None, [words.forced(node), words.end(node)]))


def _below(node: TreeNode, words: Words, indent: str) -> Iterator[str]:
    choices = words.choices(node)
    for k, (branch, choice) in enumerate(zip(node.branches, choices, strict=True)):
        is_last = k + 1 == len(choices) and not node.missing
        yield f"{indent}{'└─' if is_last else '├─'} {choice}: {_headline(branch.node, words)}"
        yield from _below(branch.node, words, indent + ("   " if is_last else "│  "))
    if node.branches and node.missing:
        yield f"{indent}└─ {more(node)}"


def more(node: TreeNode) -> str:
    """The branches that were not grown."""
    return f"… {plural(len(node.missing), 'branch', 'branches')} more"


# Data


def tree_data(tree: Tree, words: Words) -> TreeData:
    """For JSON: the totals, and nested nodes."""
    return {
        "count": tree.solutions,
        "exhausted": tree.exhausted,
        "nodes": tree.nodes,
        "dead_ends": tree.dead_ends,
        "root": _node_data(tree.root, words),
    }


def _node_data(node: TreeNode, words: Words) -> NodeData:
    options, items = words.matrix.options, words.matrix.items
    moves: list[MoveData] = [
        {"item": str(items[move.item]), "option": None if move.option is None else str(options[move.option])}
        for move in node.moves
    ]
    branches: list[BranchData] = [
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
"""The height of a box, and of a row of the picture."""
GAP, ACROSS, BEND = 7.0, 30.0, 8
"""The gap between the texts of a node, the gap for the lines between two levels, and the radius of their
turns.
"""
SHORT = 36
"""The characters of a choice in a picture, if they distinguish it from the others."""
FILLS = {"branches": "#eef2f7", "solution": "#c9ecdf", "dead end": "#fbdccb", "cut": PAPER}
EDGES = {"branches": "#8894a6", "solution": "#009e73", "dead end": "#d55e00", "cut": "#8894a6"}


def picture(tree: Tree, words: Words) -> Picture:
    """From left to right, a column for each level and a row for each leaf: items to branch on, solutions and
    dead ends in boxes, each after the choice that leads to it. A node is in the row of its first branch.
    """
    placed = _placed(tree.root, words)
    columns = _columns(placed)
    drawn = [piece for each in placed for piece in each.elements(columns)]
    width = max(columns[each.level].box + each.width for each in placed)
    return Picture(width, (placed[-1].row + 1) * ROW, drawn).framed(12)


@dataclass(frozen=True, slots=True)
class _Level:
    """The horizontal places of the choices of a level, and of its boxes."""

    choice: float
    box: float


@dataclass(frozen=True, slots=True)
class _Placed:
    """A node with its texts, at its level and row, or branches that were not grown, which have no box.

    ``parent`` is the node of which it is a branch.
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
        """The text of the box, and the text after it."""
        return self.box + (_wide(self.behind, SMALL) + GAP if self.behind else 0)

    def elements(self, columns: Sequence[_Level]) -> Iterator[Element]:
        """The line to the node, its texts and its box."""
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


def _placed(root: TreeNode, words: Words) -> list[_Placed]:
    """All nodes in the order of the search, with a new row for each branch except the first of its node."""
    placed: list[_Placed] = []

    def place(node: TreeNode, choice: str, row: int, parent: _Placed | None) -> int:
        """The first free row below it."""
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
    """As wide as the choices of a level, and those boxes from which lines continue.

    To the right of a leaf, its row is empty, so it may be wider than its column.
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
    """To the right, down at ``turn``, and to the right again."""
    bent = f"H{turn - BEND:.1f}q{BEND} 0 {BEND} {BEND}V{y2 - BEND:.1f}q0 {BEND} {BEND} {BEND}"
    way = f"M{x1:.1f} {y1:.1f}{bent if y2 > y1 else ''}H{x2:.1f}"
    return element("path", d=way, fill="none", stroke=EDGES["branches"], stroke_width=1.2)


def _text(text: str, x: float, y: float, size: float, fill: str, anchor: str = "start") -> Element:
    """Centered at the height ``y``."""
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
    """The approximate width of a text in Helvetica or another font that is not wider."""
    return size * sum(0.32 if each in NARROW else 0.58 * columns(each) for each in shown(text))


@dataclass(frozen=True, repr=False, eq=False)
class DrawnTree:
    """What Algorithm X tries: the items it branches on, forced moves, dead ends and solutions.

    ``title`` is that of the problem.
    """

    tree: Tree
    words: Words
    title: str = ""

    @property
    def nodes(self) -> int:
        """The root and every branch tried, including forced ones."""
        return self.tree.nodes

    @property
    def solutions(self) -> int:
        """The number of solutions in the tree."""
        return self.tree.solutions

    @property
    def exhausted(self) -> bool:
        """Whether it is the whole tree."""
        return self.tree.exhausted

    def __repr__(self) -> str:
        return f"<DrawnTree: {tree_summary(self.tree)}>"

    def __str__(self) -> str:
        return "\n".join(map(visible, text_lines(self.tree, self.words)))

    def svg(self) -> str:
        """The tree as a picture, from left to right."""
        return picture(self.tree, self.words).svg(self.title)

    def _repr_svg_(self) -> str:
        """For notebooks."""
        return self.svg()

    def as_data(self) -> TreeData:
        """For JSON: the totals, and nested nodes."""
        return tree_data(self.tree, self.words)
