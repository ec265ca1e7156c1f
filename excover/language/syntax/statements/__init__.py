"""The statements of the language, a module for each, or for a few of a kind.

`Statement` is the union of their nodes, so that mypy finds every `match` that omits one. `FORMS` provides the
grammar, the YAML form and its JSON Schema with their parts. A node has the name of its keyword, followed by
``Statement`` if the word alone names something else: a `BoardStatement` declares a `Board`.
"""

# ruff: noqa: F403, F405

from collections.abc import Sequence
from functools import cached_property
from typing import TypeAlias

from excover.language.syntax.nodes import Node, nodes_within
from excover.language.syntax.statements.board import *
from excover.language.syntax.statements.definitions import *
from excover.language.syntax.statements.draw import *
from excover.language.syntax.statements.goal import *
from excover.language.syntax.statements.item import *
from excover.language.syntax.statements.option import *
from excover.language.syntax.statements.place import *
from excover.language.syntax.statements.require import *
from excover.language.syntax.statements.shapes import *

Statement: TypeAlias = (
    PuzzleStatement
    | Import
    | Param
    | Let
    | Enum
    | Table
    | Def
    | Items
    | Option
    | Choose
    | Lines
    | Also
    | LatticeStatement
    | BoardStatement
    | ShapesStatement
    | AllShapes
    | ChosenShapes
    | ListedShapes
    | AllTiles
    | ListedTiles
    | PlaceStatement
    | Fill
    | GivenOptions
    | GivenDrawing
    | GivenColor
    | Forbid
    | Retain
    | RequireApart
    | RequireWithout
    | RequireAreas
    | RequireConnected
    | RequireLoop
    | RequirePaths
    | RequireThat
    | SymmetryStatement
    | Draw
    | DrawItem
    | DrawMark
    | Decorate
    | Goal
    | CostBound
    | Expect
)

FORMS = (
    PUZZLE_FORM,
    IMPORT_FORM,
    PARAM_FORM,
    LET_FORM,
    ENUM_FORM,
    TABLE_FORM,
    DEF_FORM,
    ITEM_FORM,
    OPTION_FORM,
    CHOOSE_FORM,
    LINES_FORM,
    ALSO_FORM,
    LATTICE_FORM,
    BOARD_FORM,
    SHAPES_FORM,
    TILES_FORM,
    PLACE_FORM,
    FILL_FORM,
    GIVEN_FORM,
    FORBID_FORM,
    RETAIN_FORM,
    REQUIRE_FORM,
    SYMMETRY_FORM,
    DRAW_FORM,
    GOAL_FORM,
    COST_BOUND_FORM,
    EXPECT_FORM,
)
"""In the order in which the YAML form and its schema list them."""


class Spec(Node):
    """A description."""

    statements: tuple[Statement, ...]

    @cached_property
    def nodes(self) -> Sequence[Node]:
        """All nodes of its statements, collected once for all puzzles that are read with it."""
        return [*nodes_within(self.statements)]
