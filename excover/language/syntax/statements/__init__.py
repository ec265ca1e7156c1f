"""The statements of the language, a module for each, or for a few of a kind.

`Statement` is the union of their nodes, so that mypy finds every `match` that omits one. `FORMS` provides the
grammar, the YAML form and its JSON Schema with their parts. A node has the name of its keyword, followed by
``Statement`` if the word alone names something else: a `BoardStatement` declares a `Board`.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import TypeAlias

from excover.language.syntax.nodes import Node, nodes_within
from excover.language.syntax.statements import (
    board,
    choose,
    definitions,
    draw,
    expect,
    given,
    goal,
    head,
    item,
    lattice,
    option,
    place,
    require,
    shapes,
    symmetry,
    tiles,
)
from excover.language.syntax.statements.board import BoardStatement as BoardStatement
from excover.language.syntax.statements.board import HoleLimit as HoleLimit
from excover.language.syntax.statements.board import LabelsHead as LabelsHead
from excover.language.syntax.statements.board import NamedLabels as NamedLabels
from excover.language.syntax.statements.choose import Choose as Choose
from excover.language.syntax.statements.choose import Lines as Lines
from excover.language.syntax.statements.definitions import Def as Def
from excover.language.syntax.statements.definitions import Enum as Enum
from excover.language.syntax.statements.definitions import Let as Let
from excover.language.syntax.statements.definitions import Param as Param
from excover.language.syntax.statements.definitions import Table as Table
from excover.language.syntax.statements.draw import Decorate as Decorate
from excover.language.syntax.statements.draw import Draw as Draw
from excover.language.syntax.statements.draw import DrawItem as DrawItem
from excover.language.syntax.statements.draw import DrawMark as DrawMark
from excover.language.syntax.statements.expect import Expect as Expect
from excover.language.syntax.statements.expect import Setting as Setting
from excover.language.syntax.statements.expect import UpTo as UpTo
from excover.language.syntax.statements.given import Forbid as Forbid
from excover.language.syntax.statements.given import GivenColor as GivenColor
from excover.language.syntax.statements.given import GivenDrawing as GivenDrawing
from excover.language.syntax.statements.given import GivenOptions as GivenOptions
from excover.language.syntax.statements.given import Removing as Removing
from excover.language.syntax.statements.given import RemovingStatement as RemovingStatement
from excover.language.syntax.statements.given import Retain as Retain
from excover.language.syntax.statements.goal import CostBound as CostBound
from excover.language.syntax.statements.goal import Extreme as Extreme
from excover.language.syntax.statements.goal import Goal as Goal
from excover.language.syntax.statements.goal import GoalTerm as GoalTerm
from excover.language.syntax.statements.goal import sum_text as sum_text
from excover.language.syntax.statements.head import Import as Import
from excover.language.syntax.statements.head import PuzzleStatement as PuzzleStatement
from excover.language.syntax.statements.item import Family as Family
from excover.language.syntax.statements.item import Items as Items
from excover.language.syntax.statements.lattice import LatticeMotion as LatticeMotion
from excover.language.syntax.statements.lattice import LatticeStatement as LatticeStatement
from excover.language.syntax.statements.lattice import OnCell as OnCell
from excover.language.syntax.statements.lattice import OnCells as OnCells
from excover.language.syntax.statements.lattice import Period as Period
from excover.language.syntax.statements.option import Also as Also
from excover.language.syntax.statements.option import CoverEach as CoverEach
from excover.language.syntax.statements.option import Covered as Covered
from excover.language.syntax.statements.option import CoveredItem as CoveredItem
from excover.language.syntax.statements.option import Option as Option
from excover.language.syntax.statements.place import Fill as Fill
from excover.language.syntax.statements.place import Groups as Groups
from excover.language.syntax.statements.place import PlaceStatement as PlaceStatement
from excover.language.syntax.statements.place import Unit as Unit
from excover.language.syntax.statements.require import RequireApart as RequireApart
from excover.language.syntax.statements.require import RequireAreas as RequireAreas
from excover.language.syntax.statements.require import RequireConnected as RequireConnected
from excover.language.syntax.statements.require import RequireLoop as RequireLoop
from excover.language.syntax.statements.require import RequirePaths as RequirePaths
from excover.language.syntax.statements.require import RequireThat as RequireThat
from excover.language.syntax.statements.require import RequireWithout as RequireWithout
from excover.language.syntax.statements.require import Requiring as Requiring
from excover.language.syntax.statements.shapes import AllShapes as AllShapes
from excover.language.syntax.statements.shapes import ChosenShapes as ChosenShapes
from excover.language.syntax.statements.shapes import ListedShapes as ListedShapes
from excover.language.syntax.statements.shapes import PieceCells as PieceCells
from excover.language.syntax.statements.shapes import ShapesStatement as ShapesStatement
from excover.language.syntax.statements.symmetry import Motion as Motion
from excover.language.syntax.statements.symmetry import SymmetryStatement as SymmetryStatement
from excover.language.syntax.statements.tiles import AllTiles as AllTiles
from excover.language.syntax.statements.tiles import ListedTiles as ListedTiles
from excover.language.syntax.statements.tiles import TileColors as TileColors

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
    head.PUZZLE_FORM,
    head.IMPORT_FORM,
    definitions.PARAM_FORM,
    definitions.LET_FORM,
    definitions.ENUM_FORM,
    definitions.TABLE_FORM,
    definitions.DEF_FORM,
    item.FORM,
    option.FORM,
    choose.CHOOSE_FORM,
    choose.LINES_FORM,
    option.ALSO_FORM,
    lattice.FORM,
    board.FORM,
    shapes.FORM,
    tiles.FORM,
    place.PLACE_FORM,
    place.FILL_FORM,
    given.FORM,
    given.FORBID_FORM,
    given.RETAIN_FORM,
    require.FORM,
    symmetry.FORM,
    draw.FORM,
    goal.FORM,
    goal.COST_BOUND_FORM,
    expect.FORM,
)
"""In the order in which the YAML form and its schema list them."""


class Spec(Node):
    """A description."""

    statements: tuple[Statement, ...]

    @cached_property
    def nodes(self) -> Sequence[Node]:
        """All nodes of its statements, collected once for all puzzles that are read with it."""
        return [*nodes_within(self.statements)]
