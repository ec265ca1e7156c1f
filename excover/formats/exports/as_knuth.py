r"""The DLX format with names of at most eight characters and colors of one, for Knuth's own programs.

>>> from array import array
>>> from excover.base.names import OptionName
>>> matrix = Matrix.build(
...     items=[(ItemName("a"), 1, 1), (ItemName("row", (100, "first")), 1, 1), (ItemName("s"), 0, 1)],
...     options=[(OptionName("x"), [0, 2]), (OptionName("y"), [1, 2])],
... ).replaced(colors=array("I", [0, 1, 0, 2]), palette=("red", "r"))
>>> lines = list(export(matrix))
>>> lines[0]
'| _1 is row[100,"first"]'
>>> print("\n".join(line for line in lines if not line.startswith("| ")))
a _1 | s
a s:a
_1 s:r
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from excover.base.errors import Unsuitable
from excover.base.names import ItemName, Value
from excover.formats.exports import Export, Exported, as_dlx
from excover.matrix.matrix import Matrix

_LONGEST = 8
_COLORS = [chr(code) for code in range(ord("!"), ord("~") + 1) if chr(code) not in "%:|"]
_COLORS.sort(key=lambda color: (not color.isalnum(), color.isupper(), color.isdigit(), color))


def shortened(matrix: Matrix) -> Matrix:
    """The matrix with other names in place of long ones. Unsuitable if there are more colors than signs."""
    names = list(map(as_dlx.item_name, matrix.items))
    kept = {name for name in names if len(name) <= _LONGEST and "%" not in name}
    free = (name for name in (f"_{number}" for number in count(1)) if name not in kept)
    items = tuple(ItemName(name if name in kept else next(free)) for name in names)
    return matrix.replaced(items=items, palette=_signs(as_dlx.colors(matrix), matrix.palette))


def _signs(words: Sequence[str], palette: Sequence[Value]) -> tuple[Value, ...]:
    """A sign for each color, its own word if that is one; those that represent none stay."""
    kept = {word for word in words if len(word) == 2}
    renamed = [word for word in words if word and word not in kept]
    free = [sign for sign in _COLORS if f":{sign}" not in kept]
    if len(renamed) > len(free):
        raise Unsuitable(f"Knuth's programs take {len(_COLORS)} colors of one character")
    signs = dict(zip(renamed, free, strict=False))
    return tuple(
        (word[1:] if word in kept else signs[word]) if word else palette[number]
        for number, word in enumerate(words)
    )


def _lines(problem: Exported) -> Iterator[str]:
    short = shortened(problem.matrix)
    for new, item in zip(short.items, problem.matrix.items, strict=True):
        if new.family != (name := as_dlx.item_name(item)):
            yield f"| {new.family} is {name}"
    yield from as_dlx.export.write(problem._replace(matrix=short))


export = Export(
    "knuth",
    "the DLX format with short names",
    as_dlx.export.carries,
    help="the DLX format with names of at most 8 characters and colors of 1, for Knuth's own programs",
    write=_lines,
)
