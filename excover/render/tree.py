"""Search trees as text, SVG and data, in the words of the puzzle.

38 forced moves, cell (1, 3)
├─ 4: 12 forced moves, solution
└─ 5: 3 forced moves, dead end: nothing is left for row[2]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
    """The numbers, which are those of the whole tree only if it is complete."""
    ends = f"{plural(tree.solutions, 'solution')}, {plural(tree.dead_ends, 'dead end')}"
    return f"{plural(tree.nodes, 'node')}, {ends}" + (
        "" if tree.complete else "; it goes on where there is …"
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
        "nodes": tree.nodes,
        "solutions": tree.solutions,
        "dead_ends": tree.dead_ends,
        "complete": tree.complete,
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
BOX, STEP, GAP = 24.0, 100.0, 16.0
"""Heights of a box and of a level, and the room between two columns."""
LINE = 15.0
SHORT = 30
"""Characters of a choice in a picture."""
FILLS = {"branches": "#eef2f7", "solution": "#c9ecdf", "dead end": "#fbdccb", "cut": PAPER}
EDGES = {"branches": "#8894a6", "solution": "#009e73", "dead end": "#d55e00", "cut": "#8894a6"}


def picture(tree: Tree, words: Words) -> Picture:
    """Boxes from the top down: what is branched on, solutions and dead ends, with the choices above them."""
    root = _placed(tree.root, words, "", 0, 0)
    return Picture(root.width, _depth(tree.root) * STEP + BOX + 3 * LINE, root.elements).framed(12)


@dataclass(frozen=True, slots=True)
class _Subtree:
    """Its elements, how wide it is, where the middle of its root is, and the top of what is above its box."""

    elements: list[Element]
    width: float
    middle: float
    top: float


def _depth(node: Node) -> int:
    return max((1 + _depth(branch.node) for branch in node.branches), default=0)


def _placed(node: Node, words: Words, choice: str, left: float, level: int) -> _Subtree:
    """A node with its box at a level, and all below it, from ``left`` on."""
    below: list[_Subtree] = []
    x = left
    for branch, name in zip(node.branches, words.choices(node), strict=True):
        below.append(_placed(branch.node, words, clipped(name, SHORT), x, level + 1))
        x += below[-1].width + GAP
    above = list(filter(None, [choice, words.forced(node)]))
    label, under = _labels(node, words)
    own = max(_wide(label, SIZE) + 16, *(_wide(text, SMALL) for text in [under, *above]))
    spread = x - GAP - left if below else 0.0
    width = max(own, spread)
    wanted = (below[0].middle + below[-1].middle) / 2 if own < spread else left + width / 2
    middle = min(max(wanted, left + own / 2), left + width - own / 2)
    top = level * STEP + 2 * LINE
    foot = top + BOX + (LINE if under else 0)
    elements = [_line(middle, foot, each.middle, each.top) for each in below]
    elements += _box(node, label, under, above, middle, top)
    for each in below:
        elements += each.elements
    return _Subtree(elements, width, middle, top - 4 - LINE * len(above))


def _labels(node: Node, words: Words) -> tuple[str, str]:
    """What stands in the box, and what under it."""
    item = "" if node.item is None else clipped(words.item(node.item), SHORT)
    match node.end:
        case "branches":
            return item, f"… {len(node.missing)} more" if node.missing else ""
        case "cut":
            return "…", item
        case _:
            return node.end, item


def _box(node: Node, label: str, under: str, above: list[str], middle: float, top: float) -> list[Element]:
    """A box with its label; above it the choice that leads there, and how many moves were forced."""
    width = _wide(label, SIZE) + 16
    box = element(
        "rect",
        x=middle - width / 2,
        y=top,
        width=width,
        height=BOX,
        rx=5,
        fill=FILLS[node.end],
        stroke=EDGES[node.end],
    )
    found = [box, _text(label, middle, top + 16, SIZE, INK)]
    if under:
        found.append(_text(under, middle, top + BOX + 12, SMALL, MUTED))
    for line, text in enumerate(reversed(above)):
        found.append(
            _text(text, middle, top - 6 - LINE * line, SMALL, MUTED if line < len(above) - 1 else INK)
        )
    return found


def _line(x1: float, y1: float, x2: float, y2: float) -> Element:
    middle = (y1 + y2) / 2
    numbers = map("{:.1f}".format, (x1, y1, x1, middle, x2, middle, x2, y2))
    way = "M{} {}C{} {} {} {} {} {}".format(*numbers)
    return element("path", d=way, fill="none", stroke=EDGES["branches"], stroke_width=1.2)


def _text(text: str, x: float, y: float, size: float, fill: str) -> Element:
    return element(
        "text", text=text, x=x, y=y, text_anchor="middle", font_family=FONT, font_size=size, fill=fill
    )


def _wide(text: str, size: float) -> float:
    """About as wide as a text is shown."""
    return 0.56 * size * text_width(shown(text))
