"""A matrix as an object of JSON.

>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0])])
>>> "".join(export(matrix)).partition('"options": ')[2]
'[{"name": "x()", "items": [0]}], "sums": [], "rules": []}'
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from excover.base.json import argument, line
from excover.base.names import show
from excover.formats.exports import Export, Exported
from excover.matrix.capabilities import EVERYTHING
from excover.matrix.constraints import Areas, Connected, GlobalConstraint, WeightedSum
from excover.matrix.line_constraints import NO_END, LineConstraint, Paths
from excover.matrix.matrix import UNBOUNDED, Matrix

if TYPE_CHECKING:
    from excover.base.json.objects import MatrixItemData, MatrixOptionData, MatrixRuleData, MatrixSumData
    from excover.base.json.outputs import MatrixData


def _lines(problem: Exported) -> Iterator[str]:
    matrix, goal = problem.priced
    data: MatrixData = {
        "title": problem.title,
        "items": [_item_data(matrix, item) for item in range(len(matrix.items))],
        "options": [_option_data(matrix, option) for option in range(len(matrix.options))],
        "sums": list(map(_sum_data, matrix.bounds)),
        "rules": list(map(_rule_data, matrix.constraints)),
    }
    if goal:
        data["goal"] = goal
    yield line(data)


def _item_data(matrix: Matrix, item: int) -> MatrixItemData:
    return {
        "name": str(matrix.items[item]),
        "low": matrix.lower[item],
        "high": None if matrix.upper[item] == UNBOUNDED else matrix.upper[item],
        "colored": bool(matrix.colored[item]),
    }


def _option_data(matrix: Matrix, option: int) -> MatrixOptionData:
    data: MatrixOptionData = {"name": str(matrix.options[option]), "items": matrix.option_items(option)}
    colors = matrix.colors[matrix.starts[option] : matrix.starts[option + 1]]
    if any(colors):
        palette = [None, *map(argument, matrix.palette or range(1, max(colors) + 1))]
        data["colors"] = [palette[color] for color in colors]
    if matrix.costs is not None:
        data["cost"] = matrix.costs[option]
    return data


def _sum_data(bound: WeightedSum) -> MatrixSumData:
    return {
        "name": bound.name,
        "options": bound.options.tolist(),
        "weights": bound.weights.tolist(),
        "low": bound.lower,
        "high": bound.upper,
    }


def _rule_data(rule: GlobalConstraint) -> MatrixRuleData:
    data: MatrixRuleData = {
        "name": rule.name,
        "kind": "loop" if isinstance(rule, LineConstraint) else "connected",
        "places": list(map(show, rule.places)),
        "marks": [rule.of(option).tolist() for option in range(len(rule.starts) - 1)],
    }
    if isinstance(rule, Paths):
        data["kind"] = "paths"
        data["ends"] = [None if label == NO_END else label for label in rule.ends]
    if isinstance(rule, Connected | Areas):
        data["near"] = list(map(list, rule.near))
    if isinstance(rule, Areas):
        data["kind"] = "areas"
        data["areas"] = [
            {"start": each.start, "option": each.option, "least": each.least, "most": each.most}
            for each in rule.areas
        ]
    return data


export = Export(
    "json",
    "JSON",
    EVERYTHING,
    help="items with their bounds, options with the numbers of their items, sums and rules, as JSON",
    write=_lines,
)
