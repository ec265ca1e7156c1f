"""The statements of the language, one module each.

`Statement` is the union of their nodes, so that mypy finds every `match` that omits one. `FORMS` provides the
grammar, the YAML form and its JSON Schema with their parts. A node has the name of its keyword, followed by
``Statement`` if the word alone names something else: a `BoardStatement` declares a `Board`.
"""

from typing import TypeAlias

from excover.language.syntax.nodes import Node
from excover.language.syntax.statements import (
    board,
    choose,
    def_,
    draw,
    enum,
    expect,
    fill,
    forbid,
    given,
    goal,
    import_,
    item,
    lattice,
    let,
    lines,
    option,
    param,
    place,
    puzzle,
    require,
    shapes,
    symmetry,
    table,
    tiles,
)
from excover.language.syntax.statements.board import BoardStatement as BoardStatement
from excover.language.syntax.statements.board import HoleLimit as HoleLimit
from excover.language.syntax.statements.board import LabelsHead as LabelsHead
from excover.language.syntax.statements.board import NamedLabels as NamedLabels
from excover.language.syntax.statements.choose import Choose as Choose
from excover.language.syntax.statements.def_ import Def as Def
from excover.language.syntax.statements.draw import Decorate as Decorate
from excover.language.syntax.statements.draw import Draw as Draw
from excover.language.syntax.statements.draw import DrawItem as DrawItem
from excover.language.syntax.statements.draw import DrawMark as DrawMark
from excover.language.syntax.statements.enum import Enum as Enum
from excover.language.syntax.statements.expect import Expect as Expect
from excover.language.syntax.statements.expect import Setting as Setting
from excover.language.syntax.statements.expect import UpTo as UpTo
from excover.language.syntax.statements.fill import Fill as Fill
from excover.language.syntax.statements.fill import Groups as Groups
from excover.language.syntax.statements.fill import Unit as Unit
from excover.language.syntax.statements.forbid import Forbid as Forbid
from excover.language.syntax.statements.forbid import Removing as Removing
from excover.language.syntax.statements.forbid import RemovingStatement as RemovingStatement
from excover.language.syntax.statements.forbid import Retain as Retain
from excover.language.syntax.statements.given import GivenColor as GivenColor
from excover.language.syntax.statements.given import GivenDrawing as GivenDrawing
from excover.language.syntax.statements.given import GivenOptions as GivenOptions
from excover.language.syntax.statements.goal import CostBound as CostBound
from excover.language.syntax.statements.goal import Extreme as Extreme
from excover.language.syntax.statements.goal import Goal as Goal
from excover.language.syntax.statements.goal import GoalTerm as GoalTerm
from excover.language.syntax.statements.goal import sum_text as sum_text
from excover.language.syntax.statements.import_ import Import as Import
from excover.language.syntax.statements.item import Family as Family
from excover.language.syntax.statements.item import Items as Items
from excover.language.syntax.statements.lattice import LatticeMotion as LatticeMotion
from excover.language.syntax.statements.lattice import LatticeStatement as LatticeStatement
from excover.language.syntax.statements.lattice import OnCell as OnCell
from excover.language.syntax.statements.lattice import OnCells as OnCells
from excover.language.syntax.statements.lattice import Period as Period
from excover.language.syntax.statements.let import Let as Let
from excover.language.syntax.statements.lines import Lines as Lines
from excover.language.syntax.statements.option import Also as Also
from excover.language.syntax.statements.option import CoverEach as CoverEach
from excover.language.syntax.statements.option import Covered as Covered
from excover.language.syntax.statements.option import CoveredItem as CoveredItem
from excover.language.syntax.statements.option import Option as Option
from excover.language.syntax.statements.param import Param as Param
from excover.language.syntax.statements.place import PlaceStatement as PlaceStatement
from excover.language.syntax.statements.puzzle import PuzzleStatement as PuzzleStatement
from excover.language.syntax.statements.require import RequireApart as RequireApart
from excover.language.syntax.statements.require import RequireAreas as RequireAreas
from excover.language.syntax.statements.require import RequireConnected as RequireConnected
from excover.language.syntax.statements.require import RequireLoop as RequireLoop
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
from excover.language.syntax.statements.table import Table as Table
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
    puzzle.FORM,
    import_.FORM,
    param.FORM,
    let.FORM,
    enum.FORM,
    table.FORM,
    def_.FORM,
    item.FORM,
    option.FORM,
    choose.FORM,
    lines.FORM,
    option.ALSO_FORM,
    lattice.FORM,
    board.FORM,
    shapes.FORM,
    tiles.FORM,
    place.FORM,
    fill.FORM,
    given.FORM,
    forbid.FORM,
    forbid.RETAIN_FORM,
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
