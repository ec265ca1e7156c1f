"""Options that may be chosen several times, with how often as their last argument.

`option cut(p in 1..1) up to 3 times covers a` is the matrix

    cut(1), once            a  choice  second  third
    cut(1) 2 times          a  choice          third
    cut(1) 3 times          a  choice
    hidden: not chosen         choice  second  third
    hidden: the second time a          second
    hidden: the third time  a                  third

in which all other items are covered exactly once. So every engine and format has it, each solution has one of
the first three options at most, and amounts and costs are those of all times together.

>>> from excover.problem.problem import parse
>>> text = "item a 4 times option cut(p in 1..2) up to 3 times covers a"
>>> [str(solution) for solution in parse(text).solutions()]
['cut(1), cut(2) 3 times', 'cut(1) 2 times, cut(2) 2 times', 'cut(1) 3 times, cut(2)']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from excover.base.names import HIDDEN, ItemName, OptionName, OptionTimes
from excover.language.syntax import ast
from excover.matrix.compiled import Block
from excover.matrix.matrix_room import MatrixRoom, NumberedItems

NOT_CHOSEN = 1
"""The last argument of the hidden option that is chosen where another is not; others have 2, 3 .."""


class _Often(NamedTuple):
    """An option by its number and its name, with how often it may be chosen; the item of which option is
    chosen, and one for each further time.
    """

    number: int
    name: OptionName
    most: int
    choice: int
    further: tuple[int, ...]

    @property
    def times(self) -> range:
        return range(1, self.most + 1)

    def chosen(self, times: int) -> OptionTimes:
        return OptionTimes(self.name.family, (*self.name.arguments, times))

    def hidden(self, last: int) -> OptionName:
        return OptionName(HIDDEN, (self.name.family, *self.name.arguments, last))

    def items(self, times: int) -> tuple[int, ...]:
        return self.choice, *self.further[max(0, times - 1) :]


def chosen_often(
    block: Block, most: Sequence[int], items: NumberedItems, room: MatrixRoom
) -> tuple[Block, Block]:
    """The options of a block with how often each is chosen, up to ``most`` times, and the hidden ones.

    An option is not chosen more often than an item that it covers may be. Raises SpecError at a limit.
    """
    able = list(_able(block, most, items, room))
    ways = [(each, times) for each in able for times in each.times]
    rows = [(*block.rows[each.number], *each.items(times)) for each, times in ways]
    made = block.replaced(
        names=[each.chosen(times) for each, times in ways],
        rows=rows,
        colors=[
            (*hues, *[0] * (len(row) - len(hues)))
            for (each, _), row in zip(ways, rows, strict=True)
            for hues in block.colors[each.number : each.number + 1]
        ],
        costs=[block.costs[each.number] * times for each, times in ways if block.costs],
        amounts=[
            tuple((item, amount * times) for item, amount in block.amounts[each.number])
            for each, times in ways
            if block.amounts
        ],
        aliases={
            each._replace(name=name).chosen(times): each.chosen(times)
            for name, kept in block.aliases.items()
            for each in able
            if each.name == kept
            for times in each.times
        },
    )
    hidden = [(each.hidden(NOT_CHOSEN), each.items(0)) for each in able]
    hidden += [
        (each.hidden(last), (*_counted(block.rows[each.number], items), item))
        for each in able
        for last, item in enumerate(each.further, NOT_CHOSEN + 1)
    ]
    return made, Block(block.source, block.span, [name for name, _ in hidden], [row for _, row in hidden])


def is_often(block: Block) -> bool:
    """Whether its options, which may be hidden, are of those that may be chosen several times."""
    return isinstance(block.source, ast.Option) and block.source.most is not None


def _able(block: Block, most: Sequence[int], items: NumberedItems, room: MatrixRoom) -> Iterator[_Often]:
    for number, (name, row, wanted) in enumerate(zip(block.names, block.rows, most, strict=True)):
        counted = _counted(row, items)
        bounds = (upper for item in counted if (upper := items.bounds[item].upper) is not None)
        times = min([wanted, *bounds])
        if times < 1:
            continue
        room.take(block.span, 2 * times, (2 * len(row) + times) * times)
        choice, *further = (
            items.add(ItemName(HIDDEN, (f"{name} {time}",)), block.span)
            for time in range(1, times + 1 if counted else 2)
        )
        yield _Often(number, name, times, choice, tuple(further))


def _counted(row: Sequence[int], items: NumberedItems) -> list[int]:
    """The items that count how often they are covered, as those do not that have a color."""
    return [item for item in row if not items.bounds[item].colored]
