"""A search tree with the names of its problem: as text, as a picture in notebooks, and as data.

>>> from excover.problem.problem import parse
>>> print(parse("item a  option heads() covers a  option tails() covers a").tree())
a
├─ heads(): solution
└─ tails(): solution
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from excover.base.words import visible
from excover.render.tree_picture import Words, picture, text_lines, tree_data, tree_summary
from excover.search.search_tree import Tree

if TYPE_CHECKING:
    from excover.base.json.standard_output import TreeData


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
