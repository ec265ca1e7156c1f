"""What functions of excover take and give back, and programs seldom name: for annotations.

>>> Symbol("red", "Color")
Symbol(name='red')

What `import excover` does not give directly is here, except the types of JSON objects (`excover.base.json`).
"""

from excover.apps.notebook import SolutionWalker
from excover.authors.rate import Technique
from excover.base.diagnostics import Edit, Label, Report, Severity
from excover.base.errors import CannotWrite
from excover.base.limits import Ceiling
from excover.base.names import Record, Symbol, Value
from excover.base.source import Source, Span
from excover.language.meaning.puzzle import Puzzle
from excover.language.meaning.state import TablesLike
from excover.lattices import Cell
from excover.matrix.compiled import Canvas, Compiled, Marking, Place
from excover.matrix.constraints import GlobalConstraint, WeightedSum
from excover.matrix.givens.given import GivenLike, Givens
from excover.matrix.name_resolution import NamesItems
from excover.matrix.verify import NamedCover
from excover.problem.arguments import CoverLike
from excover.problem.column_generation import Relaxation
from excover.problem.heat import HeatMap
from excover.problem.model_items import WorstOf
from excover.problem.model_rules import ModelOptions, ModelRule, ModelTerm, ModelValues
from excover.problem.model_wholes import ModelLines
from excover.problem.pipeline import Settings
from excover.problem.starts import Starts
from excover.problem.what_if import ItemsLike, StartLike
from excover.render.svg import Picture
from excover.render.tree_picture import DrawnTree
from excover.runs.journal import Tally
from excover.search.engine import Cover, VerificationError
from excover.search.permutation_group import Group
from excover.search.run import Listener
from excover.search.search import CoverBatch
from excover.search.strategy import Unsuitable

__all__ = [
    "CannotWrite",
    "Canvas",
    "Ceiling",
    "Cell",
    "Compiled",
    "Cover",
    "CoverBatch",
    "CoverLike",
    "DrawnTree",
    "Edit",
    "GivenLike",
    "Givens",
    "GlobalConstraint",
    "Group",
    "HeatMap",
    "ItemsLike",
    "Label",
    "Listener",
    "Marking",
    "ModelLines",
    "ModelOptions",
    "ModelRule",
    "ModelTerm",
    "ModelValues",
    "NamedCover",
    "NamesItems",
    "Picture",
    "Place",
    "Puzzle",
    "Record",
    "Relaxation",
    "Report",
    "Settings",
    "Severity",
    "SolutionWalker",
    "Source",
    "Span",
    "StartLike",
    "Starts",
    "Symbol",
    "TablesLike",
    "Tally",
    "Technique",
    "Unsuitable",
    "Value",
    "VerificationError",
    "WeightedSum",
    "WorstOf",
]
