"""A matrix as an object of JSON.

>>> from excover.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0])])
>>> matrix_data(matrix)["options"]
[{'name': 'x()', 'items': [0]}]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from excover.cover.matrix import UNBOUNDED, Matrix
from excover.cover.uncarried import refuse_uncarried
from excover.json.encoding import argument

if TYPE_CHECKING:
    from excover.json.objects import MatrixItemData, MatrixOptionData
    from excover.json.standard_output import MatrixData


def matrix_data(matrix: Matrix, title: str = "") -> MatrixData:
    """Items with their bounds, and options with the numbers of their items. SpecError for bounds on sums."""
    refuse_uncarried(matrix, "this JSON")
    return {
        "title": title,
        "items": [_item_data(matrix, item) for item in range(len(matrix.items))],
        "options": [_option_data(matrix, option) for option in range(len(matrix.options))],
    }


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
