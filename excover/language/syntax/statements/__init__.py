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
from excover.language.syntax.statements import (
    board,
    definitions,
    draw,
    goal,
    item,
    option,
    place,
    require,
    shapes,
)
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
    definitions.PUZZLE_FORM,
    definitions.IMPORT_FORM,
    definitions.PARAM_FORM,
    definitions.LET_FORM,
    definitions.ENUM_FORM,
    definitions.TABLE_FORM,
    definitions.DEF_FORM,
    item.FORM,
    option.FORM,
    option.CHOOSE_FORM,
    option.LINES_FORM,
    option.ALSO_FORM,
    definitions.LATTICE_FORM,
    board.FORM,
    shapes.FORM,
    shapes.TILES_FORM,
    place.PLACE_FORM,
    place.FILL_FORM,
    place.GIVEN_FORM,
    place.FORBID_FORM,
    place.RETAIN_FORM,
    require.FORM,
    option.SYMMETRY_FORM,
    draw.FORM,
    goal.FORM,
    goal.COST_BOUND_FORM,
    goal.EXPECT_FORM,
)
"""In the order in which the YAML form and its schema list them."""


class Spec(Node):
    """A description."""

    statements: tuple[Statement, ...]

    @cached_property
    def nodes(self) -> Sequence[Node]:
        """All nodes of its statements, collected once for all puzzles that are read with it."""
        return [*nodes_within(self.statements)]
