"""The images of hidden options under a symmetry of the others, from which they follow.

Rules make items and options of their own, which no statement names. An item whose options have images has the
item of these as its image; a hidden option whose items have images, the option of these. What several fit is
chosen, since they are alike; whether all that is a symmetry is for others to check.

>>> from excover.problem.problem import parse
>>> text = "choose f(i in 1..3) from 1..2 require f(i) < f(i mod 3 + 1) for i in 1..3 else cost 1 minimize "
>>> problem = parse(text + "symmetry f(i, v) -> f(i mod 3 + 1, v)")
>>> problem.count(), problem.count(up_to="symmetry")
(8, 4)
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeAlias

from excover.base.names import HIDDEN
from excover.matrix.matrix import Matrix

SignatureOfImages: TypeAlias = tuple[object, ...]


def complete(matrix: Matrix, images: array[int], told: Collection[int], look: Callable[[], object]) -> None:
    """Sets the images of the hidden options that are not ``told``, as far as there are some."""
    hidden = [
        option for option, name in enumerate(matrix.options) if name.family == HIDDEN and option not in told
    ]
    if hidden and told:
        _ImageFinder(matrix, images, hidden, look).run()


class _SideOfImages:
    """The items and options of one side, whose images are known or which are images: equal ones have the same
    number.
    """

    def __init__(self, matrix: Matrix, options: Iterable[tuple[int, int]]) -> None:
        self.matrix = matrix
        self.options = dict(options)
        self.items: dict[int, int] = {}

    def item(self, item: int) -> SignatureOfImages:
        known = (self.options[option] for option in self.matrix.columns[item] if option in self.options)
        bounds = self.matrix.lower[item], self.matrix.upper[item], self.matrix.colored[item]
        return *bounds, len(self.matrix.columns[item]), tuple(sorted(known))

    def option(self, option: int, cost: int) -> SignatureOfImages:
        items = self.matrix.option_items(option)
        return cost, len(items), tuple(sorted(self.items[item] for item in items if item in self.items))


class _ImageFinder:
    def __init__(
        self, matrix: Matrix, images: array[int], hidden: Sequence[int], look: Callable[[], object]
    ) -> None:
        self._images, self._look = images, look
        self._costs = matrix.prices()
        unknown = set(hidden)
        known = [option for option in range(len(images)) if option not in unknown]
        self._from = _SideOfImages(matrix, ((option, images[option]) for option in known))
        self._to = _SideOfImages(matrix, ((images[option], images[option]) for option in known))
        self._options = {side: dict.fromkeys(hidden) for side in (self._from, self._to)}
        self._items = {side: dict.fromkeys(range(len(matrix.items))) for side in (self._from, self._to)}

    def run(self) -> None:
        """Items and options in turn; a choice between several only where nothing else follows."""
        while self._options[self._from]:
            self._look()
            if not (self._match_items(1) or self._match_options(1)) and not (
                self._match_items(2) or self._match_options(2)
            ):
                return

    def _match_items(self, most: int) -> bool:
        pairs = self._pairs(self._items, lambda side, item: side.item(item), most)
        for one, other in pairs:
            self._from.items[one] = self._to.items[other] = other
        return bool(pairs)

    def _match_options(self, most: int) -> bool:
        pairs = self._pairs(self._options, lambda side, each: side.option(each, self._costs[each]), most)
        for one, other in pairs:
            self._from.options[one] = self._to.options[other] = self._images[one] = other
        return bool(pairs)

    def _pairs(
        self,
        waiting: dict[_SideOfImages, dict[int, None]],
        signature: Callable[[_SideOfImages, int], SignatureOfImages],
        most: int,
    ) -> list[tuple[int, int]]:
        """Those whose signature no other has; with ``most`` above 1, the first of several with one."""
        groups: list[dict[SignatureOfImages, list[int]]] = []
        for side in (self._from, self._to):
            found: dict[SignatureOfImages, list[int]] = {}
            for each in waiting[side]:
                found.setdefault(signature(side, each), []).append(each)
            groups.append(found)
        pairs = []
        for key, ones in groups[0].items():
            others = groups[1].get(key, [])
            if len(ones) == len(others) and (len(ones) == 1 or most > 1):
                pairs.append((ones[0], others[0]))
                if most > 1:
                    break
        for one, other in pairs:
            del waiting[self._from][one], waiting[self._to][other]
        return pairs
