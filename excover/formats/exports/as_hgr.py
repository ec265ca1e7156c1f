"""A hypergraph in the format of hMETIS: items are vertices, options are hyperedges.

>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> items = [(ItemName(name), 1, 1) for name in "abc"]
>>> matrix = Matrix.build(items, [(OptionName("x"), [0, 2]), (OptionName("y"), [1])])
>>> print(*(line for line in export(matrix) if "exact cover" not in line), sep="\\n")
% v1 a
% v2 b
% v3 c
% e1 x()
% e2 y()
2 3
1 3
2

G. Karypis and V. Kumar, "hMETIS: a hypergraph partitioning package". The first line that is no comment has
the numbers of hyperedges and vertices; each further line has the vertices of a hyperedge. KaHyPar and
Mt-KaHyPar read it, too. An exact cover is a set of hyperedges that has every vertex once.
"""

from __future__ import annotations

from collections.abc import Iterator

from excover.base.words import visible
from excover.formats.exports import Export, Exported

HEADER = "An exact cover problem: item k is vertex k, option k hyperedge k; their names follow the numbers."


def _lines(problem: Exported) -> Iterator[str]:
    matrix = problem.matrix
    names = [("v", matrix.items), ("e", matrix.options)]
    comments = (f"{letter}{k} {name}" for letter, each in names for k, name in enumerate(each, 1))
    yield from (f"% {visible(comment)}" for comment in (*problem.comments, HEADER, *comments))
    yield f"{len(matrix.options)} {len(matrix.items)}"
    for option in range(len(matrix.options)):
        yield " ".join(str(item + 1) for item in matrix.option_items(option))


export = Export(
    "hgr",
    "a hypergraph",
    help="a hypergraph in the format of hMETIS and KaHyPar, whose vertices are items and hyperedges options, "
    "if every item must be covered exactly once",
    write=_lines,
)
