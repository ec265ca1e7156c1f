"""Random syntax trees: all that the grammar can say, whether it means anything or not; and a text for each
statement in which it has no effect.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, get_args

from hypothesis import strategies as st

from excover.base.names import normal
from excover.base.source import Source, Span
from excover.language.syntax import ast
from excover.language.syntax.grammar import keywords
from excover.language.syntax.statements.draw import LOOKS

NOWHERE = Span(Source("<tree>", ""), 0, 0)

_RESERVED = sorted(keywords())

# Words that mean something in some places only are names in all others.
_CONTEXTUAL = re.findall(
    r"\w+",
    """
    hex cube row block free up to per most least open below torus solutions items true null yes n x
    excover statements
    """,
)

Strategy = st.SearchStrategy[Any]

words = st.one_of(
    st.sampled_from(["a", "b", "c", "x1", "_"]),
    st.sampled_from(_CONTEXTUAL),
    st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True),
    st.sampled_from(["größe", "имя", "名前", "दिन", "שם", "ⅳ"]),
    st.from_regex(r"[^\W\d]\w{0,8}", fullmatch=True).map(normal).filter(str.isidentifier),
).filter(lambda word: word not in _RESERVED)
characters = st.characters(exclude_characters='"\n', exclude_categories=["Cs"])
texts = st.one_of(
    st.sampled_from(["Q", "", "a: b", "#", "|", "012", "on", "it's", "- x", "{}", "c:\\d", "..", "é"]),
    st.text(characters, max_size=8),
)


def node(make: Callable[..., Any], *parts: Strategy) -> Strategy:
    return st.builds(make, st.just(NOWHERE), *parts)


def tuples(part: Strategy, least: int = 0, most: int = 3) -> Strategy:
    return st.lists(part, min_size=least, max_size=most).map(tuple)


def maybe(part: Strategy) -> Strategy:
    return st.none() | part


names = node(ast.Name, words)
literals = node(ast.Text, texts)
numbers = node(ast.Number, st.integers(0, 2**63 - 1) | st.integers(0, 20))
patterns = node(ast.Pattern, tuples(names, 1, 1), st.just(False)) | node(
    ast.Pattern, tuples(names, 2, 3), st.just(True)
)


def loops(expr: Strategy, least: int = 0) -> Strategy:
    binders = node(ast.Binder, tuples(patterns, 1), expr)
    return node(ast.Loop, tuples(binders, least, 2), maybe(expr))


def _forms(expr: Strategy) -> Strategy:
    operators = st.sampled_from(["+", "-", "*", "div", "mod"])
    relations = st.sampled_from(["=", "!=", "<", "<=", ">", ">=", "in", "not in"])
    return st.one_of(
        node(ast.Tuple, tuples(expr, 1)),
        node(ast.Set, tuples(expr)),
        node(ast.Each, expr, loops(expr)),
        node(ast.Interval, expr, expr),
        node(ast.Negation, expr),
        node(ast.Binary, expr, operators, expr),
        node(ast.Comparison, expr, tuples(st.tuples(relations, expr), 1)),
        node(ast.Not, expr),
        node(ast.Logical, st.sampled_from(["and", "or"]), tuples(expr, 2)),
        node(ast.Conditional, expr, expr, expr),
        node(ast.Index, expr, tuples(expr, 1)),
        node(ast.Field, expr, words | st.sampled_from(_RESERVED)),
        node(ast.Call, names, tuples(expr)),
        node(ast.Aggregate, names, expr, loops(expr)),
    )


expressions = st.recursive(numbers | names | literals, _forms, max_leaves=6)

refs = node(ast.Ref, names, tuples(expressions))
option_refs = node(ast.OptionRef, names, tuples(expressions))
times = node(ast.Bounds, expressions, maybe(expressions)) | node(ast.AtMostOnce)
amounts = node(ast.Units, maybe(expressions), maybe(expressions))
multiplicities = times | node(ast.Colored) | amounts
families = node(
    ast.Family,
    names,
    tuples(expressions),
    maybe(multiplicities),
    maybe(expressions),
    maybe(expressions),
)
covers = st.recursive(
    node(ast.CoveredItem, refs, *[maybe(expressions)] * 3),
    lambda inner: node(ast.CoverEach, tuples(inner, 1), loops(expressions)),
    max_leaves=3,
)

drawn_lines = st.one_of(
    st.text(".#?ABc |", max_size=8),
    st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=6),
)
drawings = node(
    ast.Drawing,
    tuples(drawn_lines.map(lambda line: Span(Source("<tree>", line), 0, len(line))), 1),
)
legends = tuples(node(ast.Meaning, literals, names), 0, 2)
letters = node(ast.Text, st.sampled_from(["F", "a", "7", "12"]))
matches = tuples(node(ast.LabelMatch, literals, literals), 1, 2)
lattices = node(ast.Name, st.sampled_from(["square", "hex", "triangle", "cube"])) | names
sides = tuples(st.sampled_from(["below", "above"]))
flags = st.builds(lambda own, glued: (*own, *glued), sides, st.sampled_from([(), ("torus",), ("cylinder",)]))
units = node(
    ast.Unit,
    st.just("block"),
    st.just(()) | tuples(node(ast.Number, st.integers(0, 99)), 2) | tuples(expressions, 2, 2),
)
units |= node(ast.Unit, st.sampled_from(["row", "column", "label"]), st.just(()))
units |= node(ast.Groups, expressions)
sizes = st.just(()) | tuples(expressions, 2)
comparisons = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
claims = comparisons, expressions, tuples(node(ast.Setting, names, expressions), 0, 2)
groups = st.sampled_from(["fixed", "one-sided", "free"])
rims = st.sampled_from(["sides", "corners"])

periods = tuples(node(ast.Period, expressions, maybe(expressions)), 0, 3)
on_cells = maybe(
    node(ast.OnCells, tuples(node(ast.OnCell, expressions, expressions), 1, 2), maybe(loops(expressions)))
)
moves = tuples(node(ast.LatticeMotion, tuples(names, 1), expressions), 0, 2)

statements = st.one_of(
    node(ast.LatticeStatement, names, drawings, periods, maybe(expressions), on_cells, on_cells, moves),
    node(ast.PuzzleStatement, literals),
    node(ast.Import, names | literals, maybe(names)),
    node(ast.Param, names, expressions, maybe(expressions)),
    node(ast.Let, names, expressions),
    node(ast.Enum, names, tuples(names, 1)),
    node(ast.Table, names, drawings | literals),
    node(ast.Def, names, tuples(names, 1), expressions),
    node(ast.Items, tuples(families, 1)),
    node(
        ast.Option,
        names,
        loops(expressions),
        tuples(covers, 1, 4),
        maybe(expressions),
        st.booleans(),
        st.booleans(),
        maybe(expressions),
        st.booleans(),
    ),
    node(ast.Choose, names, loops(expressions), maybe(expressions), st.booleans()),
    node(ast.Also, option_refs, maybe(expressions), tuples(covers, 1, 4)),
    node(
        ast.BoardStatement,
        names,
        maybe(lattices),
        sizes,
        flags,
        maybe(expressions),
        maybe(drawings),
        legends,
        maybe(drawings),
    ),
    node(
        ast.BoardStatement,
        names,
        maybe(lattices),
        sizes,
        st.just(("torus",)),
        maybe(expressions),
        maybe(drawings),
        legends,
        maybe(drawings),
        st.just(()),
        expressions,
    ),
    node(ast.Lines, names, st.booleans(), expressions, st.booleans()),
    node(ast.RequireApart, names, st.booleans(), maybe(expressions)),
    node(ast.RequireThat, expressions, maybe(loops(expressions)), st.none()),
    node(ast.RequireThat, expressions, maybe(loops(expressions)), expressions, st.booleans()),
    node(ast.RequireWithout, names, tuples(st.sampled_from(["crossroads", "faults"]), 1, 2)),
    node(
        ast.RequireConnected,
        option_refs,
        maybe(expressions),
        maybe(expressions),
        st.just(False),
        st.booleans(),
        st.booleans(),
        st.none(),
        st.booleans(),
        maybe(expressions),
    ),
    node(
        ast.RequireConnected,
        option_refs,
        maybe(expressions),
        maybe(expressions),
        st.just(False),
        st.booleans(),
        st.just(False),
        expressions,
        st.just(False),
        maybe(expressions),
    ),
    node(
        ast.RequireConnected,
        option_refs,
        maybe(expressions),
        expressions,
        st.just(True),
        st.booleans(),
        st.just(False),
        st.none(),
        st.just(False),
        maybe(expressions),
    ),
    node(
        ast.RequireAreas,
        option_refs,
        maybe(expressions),
        maybe(expressions),
        st.just(False),
        st.booleans(),
        st.booleans(),
        st.none(),
        st.just(False),
        maybe(expressions),
        expressions,
        st.none(),
        st.none(),
    ),
    node(
        ast.RequireAreas,
        option_refs,
        maybe(expressions),
        maybe(expressions),
        st.just(False),
        st.booleans(),
        st.just(False),
        maybe(expressions),
        st.just(False),
        st.none(),
        expressions,
        expressions,
        maybe(loops(expressions)),
    ),
    node(ast.RequireLoop, option_refs, maybe(expressions), expressions, st.booleans(), st.booleans()),
    node(ast.RequireLoop, option_refs, maybe(expressions), st.none(), st.just(False), st.booleans()),
    node(
        ast.RequirePaths,
        option_refs,
        maybe(expressions),
        expressions,
        st.booleans(),
        st.booleans(),
        expressions,
    ),
    node(ast.ShapesStatement, names, maybe(lattices), st.booleans(), drawings, legends, maybe(drawings)),
    node(
        ast.AllShapes,
        names,
        groups,
        expressions,
        lattices,
        st.booleans(),
        tuples(letters, 0, 2),
    ),
    node(ast.ChosenShapes, names, tuples(letters, 1), st.booleans(), names),
    node(
        ast.ListedShapes,
        names,
        tuples(node(ast.PieceCells, expressions, expressions, maybe(loops(expressions))), 1, 3),
        maybe(lattices),
        st.booleans(),
    ),
    node(
        ast.PlaceStatement,
        groups,
        names,
        names,
        maybe(times),
        maybe(expressions),
        maybe(matches),
        maybe(expressions),
        maybe(expressions),
    ),
    node(ast.AllTiles, names, groups, lattices, rims, expressions, maybe(expressions)),
    node(
        ast.ListedTiles,
        names,
        tuples(node(ast.TileColors, expressions, rims, expressions, maybe(loops(expressions))), 1, 3),
        maybe(lattices),
    ),
    node(ast.Fill, names, expressions, tuples(units)),
    node(ast.GivenOptions, tuples(option_refs, 1), maybe(loops(expressions))),
    node(ast.GivenDrawing, drawings),
    node(ast.GivenColor, refs, expressions, maybe(loops(expressions))),
    node(ast.Forbid, option_refs, maybe(loops(expressions))),
    node(ast.Retain, option_refs, maybe(loops(expressions))),
    node(ast.SymmetryStatement, tuples(node(ast.Motion, option_refs, option_refs), 1)),
    node(ast.Draw, option_refs, expressions, maybe(expressions), maybe(expressions), st.booleans()),
    node(ast.DrawItem, refs, expressions),
    node(ast.DrawMark, expressions, expressions, maybe(loops(expressions))),
    node(
        ast.Decorate,
        st.sampled_from(LOOKS),
        expressions,
        maybe(expressions),
        maybe(expressions),
        maybe(loops(expressions)),
    ),
    node(ast.CostBound, st.sampled_from(["most", "least"]), expressions),
    node(ast.Goal, tuples(node(ast.GoalTerm, st.sampled_from(["minimize", "maximize"]), maybe(refs)), 1)),
    node(ast.Expect, st.just("solutions"), maybe(st.sampled_from(get_args(ast.UpTo))), *claims),
    node(ast.Expect, st.sampled_from(["options", "items", "cost"]), st.none(), *claims),
    node(ast.Expect, st.just("units"), st.none(), *claims, refs),
)
specs = node(ast.Spec, tuples(statements, 0, 8))


# Statements without effect

PIECES = "board b 2x2  shapes s\n  |AA\nplace free s on b each 2 times\n"
COINS = "item coin[1..2]  option heads(c in coin) covers coin[c]  option tails(c in coin) covers coin[c]\n"
COLORS = COINS + "item hue colored\n"

IDLE = {
    ast.Table: COINS + "table T\n  | name size\n  | a    1\n",
    ast.Items: COINS + "item spare in units  also tails(c) covers spare by 0",
    ast.Option: COINS + "option edge(c in 3..2) covers coin[c]",
    ast.Also: COINS + "item spare at most once  also tails(c) where c > 2 covers spare",
    ast.BoardStatement: PIECES.replace("2x2", '\n  |..\n  |..\n  legend "*" = wall\n'),
    ast.ShapesStatement: PIECES.replace("AA\n", 'AA\n  legend "-" = nothing\n'),
    ast.AllShapes: PIECES + "shapes all_others = all free 3 of square",
    ast.ChosenShapes: PIECES + "shapes others = A of s",
    ast.ListedShapes: PIECES + 'shapes others = "B" at {(1, 1)}',
    ast.AllTiles: PIECES + "shapes others = all free tiles of square with sides in 1..2",
    ast.ListedTiles: PIECES + 'shapes others = "B" with sides (1, 1, 1, 1)',
    ast.PlaceStatement: "board b 2x2, at most 4 holes  shapes s\n  |AAA\nplace free s on b each at most once",
    ast.Fill: "board b 2x2  fill b with {}",
    ast.GivenOptions: COINS + "given heads(c) for c in 3..2",
    ast.GivenDrawing: PIECES + "given\n  |..\n  |..\n",
    ast.GivenColor: COLORS + "also heads(c) covers hue = c  given hue = c for c in 3..2",
    ast.Forbid: COINS + "forbid heads(c) for c in 3..2",
    ast.Retain: COINS + "retain heads(c) for c in 1..9",
    ast.RequireApart: PIECES.replace("2 times", "at most once") + "require s apart",
    ast.RequireWithout: "board b 1x2  shapes s\n  |AA\nplace free s on b  require b without crossroads",
    ast.RequireConnected: COINS + "require heads(c) where c > 2 at (1, c) connected",
    ast.RequireAreas: COINS + "require heads(c) where c > 2 at (1, c) as areas of 2",
    ast.RequireLoop: COINS + "require heads(c) where c > 2 joining {c, 3 - c} as one loop",
    ast.RequirePaths: COINS + "require heads(c) where c > 2 joining {c, 3 - c} as paths between {}",
    ast.RequireThat: COINS + "require heads(c) for c in 3..2",
    ast.Lines: COINS + "lines f along {}",
    ast.Choose: COINS + "choose f(x in 3..2)",
    ast.SymmetryStatement: COINS + "symmetry heads(c) -> heads(c)",
    ast.Draw: COINS + "draw heads(c) at {(1, x) for x in 3..2}",
    ast.DrawItem: COLORS + "also heads(c) covers hue = c  draw hue at {(1, x) for x in 3..2}",
    ast.DrawMark: COINS + 'draw heads(c) at (1, c) as "h"  draw as m color "red" for m in 3..2',
    ast.Decorate: PIECES + "draw cage at {(1, c)} for c in 3..2",
    ast.Goal: COINS + "minimize",
    ast.CostBound: COINS + "cost at most 3",
}
"""A text in which a statement of the class has no effect, which a warning or an error tells."""
NAMES = {ast.Import, ast.Param, ast.Let, ast.Enum, ast.Def, ast.LatticeStatement}
"""What gives names, which need not be used."""
SAID = {ast.PuzzleStatement, ast.Expect}
