"""What functions of excover take and give back, and programs seldom name: for annotations.

>>> from excover.types import Symbol, Value
>>> Symbol("red", "Color")
Symbol(name='red')

What `import excover` does not give directly is here, except the types of JSON objects (`excover.json`).
"""

from excover.analysis.ladder import Technique
from excover.cover.compiled import Canvas, Compiled, Marking, Place
from excover.cover.given import Givens
from excover.cover.global_constraints import GlobalConstraint
from excover.cover.read_givens import GivenLike
from excover.cover.sums import WeightedSum
from excover.cover.verify import NamedCover
from excover.cover.wanted_names import NamesItems
from excover.diagnostics import Edit, Label, Report, Severity
from excover.lattices import Cell
from excover.limits import Ceiling
from excover.model.arguments import CoverLike
from excover.names import Record, Symbol, Value
from excover.new_file import CannotWrite
from excover.notebook.walker import SolutionWalker
from excover.pipeline import Settings
from excover.problem import ItemsLike
from excover.puzzle.puzzle import Puzzle
from excover.puzzle.state import TablesLike
from excover.render.drawn_tree import DrawnTree
from excover.render.svg import Picture
from excover.runs.journal import Tally
from excover.solution_set.heat import HeatMap
from excover.solution_set.starts import Starts
from excover.solve.engine import Cover, VerificationError
from excover.solve.run import Listener
from excover.solve.search import CoverBatch
from excover.solve.strategy import Unsuitable
from excover.solve.symmetries.group import Group
from excover.source import Source, Span

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
    "NamedCover",
    "NamesItems",
    "Picture",
    "Place",
    "Puzzle",
    "Record",
    "Report",
    "Settings",
    "Severity",
    "SolutionWalker",
    "Source",
    "Span",
    "Starts",
    "Symbol",
    "TablesLike",
    "Tally",
    "Technique",
    "Unsuitable",
    "Value",
    "VerificationError",
    "WeightedSum",
]
