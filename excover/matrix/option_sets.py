"""What choosing an option excludes, with sets of options as integers (see `excover.base.bit_sets`).

>>> from excover.matrix.consumer import ITEMS
>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build(
...     items=[(ItemName("a"), 1, 1), (ItemName("b"), 0, 2)],
...     options=[(OptionName(str(items)), items) for items in ([0], [0, 1], [1], [1])],
... )
>>> sets = OptionSets(matrix, Consumer("sets", "sets of options", ITEMS))
>>> bin(sets.everything), bin(sets.of_item[1]), bin(sets.rivals(1))
('0b1111', '0b1110', '0b1')
>>> bin(sets.left(sets.everything, chosen=0b0110, option=2))  # 1 and 2 are as many as may cover b
'0b111'
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from excover.base.bit_sets import bit_set
from excover.matrix.consumer import Consumer
from excover.matrix.matrix import Matrix


class OptionSets:
    """The options of each item of a matrix and of each color of an item, and those that an option excludes.

    NotCarried if the consumer does not carry the matrix. ``kept_bits`` limits the cached sets of rivals.
    """

    def __init__(self, matrix: Matrix, consumer: Consumer, kept_bits: int = 0) -> None:
        consumer.check(matrix)
        self.of_item: Sequence[int] = list(map(bit_set, matrix.columns))
        self._matrix = matrix
        self._by_color: dict[int, dict[int, int]] = {}
        self._rivals: dict[int, int] = {}
        self._kept_bits = kept_bits

    @property
    def everything(self) -> int:
        """All options."""
        return (1 << len(self._matrix.options)) - 1

    @cached_property
    def unusable(self) -> int:
        """The options that cover an item that must not be covered."""
        found = 0
        for upper, options in zip(self._matrix.upper, self.of_item, strict=True):
            found |= 0 if upper else options
        return found

    def of_color(self, item: int, color: int) -> int:
        """The options that give a colored item a color."""
        if item not in self._by_color:
            by_color = self._matrix.by_color(item).items()
            self._by_color[item] = {color: bit_set(options) for color, options in by_color}
        return self._by_color[item].get(color, 0)

    def rivals(self, option: int) -> int:
        """The options that cannot be chosen together with one.

        Both cover an item that may be covered only once, or they give an item different colors.
        """
        if option not in self._rivals:
            if len(self._rivals) * len(self._matrix.options) >= self._kept_bits:
                self._rivals.clear()
            self._rivals[option] = self._rivals_of(option)
        return self._rivals[option]

    def left(self, options: int, chosen: int, option: int) -> int:
        """Those of some options that may remain once ``option``, one of the ``chosen``, is chosen.

        An item that the chosen ones cover as often as allowed keeps only these. If they cover it more often,
        nothing is left.
        """
        options &= ~self.rivals(option)
        for item in self._matrix.option_items(option):
            upper = self._matrix.upper[item]
            if upper > 1 and upper <= (times := (chosen & self.of_item[item]).bit_count()):
                if upper < times:
                    return 0
                options &= ~self.of_item[item] | chosen
        return options

    def _rivals_of(self, option: int) -> int:
        matrix, found = self._matrix, 0
        for item, color in matrix.option_entries(option):
            if matrix.colored[item]:
                found |= self.of_item[item] & ~self.of_color(item, color)
            elif matrix.upper[item] == 1:
                found |= self.of_item[item]
        return found & ~(1 << option)
