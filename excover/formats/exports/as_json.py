"""A matrix as an object of JSON.

>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0])])
>>> "".join(export(matrix)).partition('"options": ')[2]
'[{"name": "x()", "items": [0]}]}'
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from excover.base.json import argument, line
from excover.formats.exports import Export, Exported
from excover.matrix.consumer import ITEMS, Feature
from excover.matrix.matrix import UNBOUNDED, Matrix

if TYPE_CHECKING:
    from excover.base.json.objects import MatrixItemData, MatrixOptionData
    from excover.base.json.outputs import MatrixData


def _lines(problem: Exported) -> Iterator[str]:
    matrix, goal = problem.priced
    data: MatrixData = {
        "title": problem.title,
        "items": [_item_data(matrix, item) for item in range(len(matrix.items))],
        "options": [_option_data(matrix, option) for option in range(len(matrix.options))],
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
        palette = [None, *map(argument, matrix.palette)]
        data["colors"] = [palette[color] for color in colors]
    if matrix.costs is not None:
        data["cost"] = matrix.costs[option]
    return data


export = Export(
    "json",
    "JSON",
    ITEMS | {Feature.COSTS},
    help="items with their bounds, and options with the numbers of their items, as JSON",
    write=_lines,
)
