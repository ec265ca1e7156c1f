"""A diagram of all covers in a file, as docs/diagram-format.md describes it, and one from a list of covers.

>>> from excover.base.names import ItemName, OptionName
>>> options = [(OptionName(name), items) for name, items in (("x", [0]), ("y", [1]), ("z", [0, 1]))]
>>> matrix = Matrix.build([(ItemName("a"), 1, 1), (ItemName("b"), 1, 1)], options)
>>> from excover.search.engine_table import DIAGRAM
>>> from excover.search.native import native_problem
>>> listed_diagram(matrix, native_problem(matrix, DIAGRAM), Run()).solutions
2

A frontier-based search knows nothing of sizes of areas, and with other rules its states may be too many. Then
covers are listed, each as a path of options in the order of the first items that they cover; and paths that
end alike are
merged, as in the smallest automaton of a sorted list of words (J. Daciuk, S. Mihov, B. Watson and R. Watson,
Computational Linguistics 26, 2000).
"""

from __future__ import annotations

import hashlib
import os
import struct
from array import array
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from excover.base.errors import ExcoverError
from excover.base.words import visible
from excover.matrix.constraints import NO_OPTION
from excover.matrix.matrix import Matrix
from excover.matrix.matrix_digest import digest, little_endian
from excover.matrix.verify import broken_rule
from excover.search._core import Diagram as CoreDiagram
from excover.search._core import DiagramSearch, Problem
from excover.search._core import TooLarge as TooLarge
from excover.search.engine import ENDLESS, Cover
from excover.search.outcome import Unfinished
from excover.search.permutation_group import Look
from excover.search.run import Run
from excover.search.search import Search
from excover.search.tuning import tuning

MAGIC = b"\x89XCDIAG\n"
"""Not a text, so that programs that transfer texts do not change it, as in PNG."""
VERSION = 1
MOST_LISTED = 10**6
"""Covers of a problem with rules."""
FEW_LISTED = 3
"""Of one without: with one more, the searches for a few solutions end."""
HEADER = struct.Struct("<8sIIIIQ32s")
"""Magic, version, options, nodes, flags, edges, digest of the matrix."""
EMPTY = 1
CHECKSUM = 32
PIECE = 2**20


class DiagramFileError(ExcoverError, ValueError):
    """A file that is not a diagram, or not of this matrix, with the reason."""


def covers_digest(matrix: Matrix) -> bytes:
    """The SHA-256 of what determines the covers; `matrix_digest` is of all that a matrix has."""
    m = matrix
    sha = hashlib.sha256(b"excover matrix 1")
    for numbers in (m.lower, m.upper, m.colored, m.starts, m.entries, m.colors):
        sha.update(struct.pack("<Q", len(numbers)))
        sha.update(little_endian(numbers))
    for rule in m.rules:
        sha.update(digest(rule))
    return sha.digest()


def encoded(matrix: Matrix, diagram: CoreDiagram, look: Look) -> bytes:
    """The content of a file. Raises TooManyCovers."""
    if matrix.rules and diagram.solutions > MOST_LISTED:
        raise TooManyCovers.of(matrix)  # which a reader would have to test
    options, flags = len(matrix.anchored.options), EMPTY * diagram.is_empty
    head = HEADER.pack(MAGIC, VERSION, options, diagram.nodes, flags, diagram.edges, covers_digest(matrix))
    data = head + diagram.encoded(look)
    return data + _sha256(data, look)


def read_diagram(
    path: str | PathLike[str], matrix: Matrix, problem: Problem, memory: int, look: Look
) -> CoreDiagram:
    """DiagramFileError, TooLarge or OSError, as in `Diagram.load`.

    ``look`` is called every few hundredths of a second; what it raises ends the reading.
    """
    return decoded(_content(path, memory, look), _name(path), matrix, problem, memory, look)


def decoded(data: bytes, name: str, matrix: Matrix, problem: Problem, memory: int, look: Look) -> CoreDiagram:
    """The diagram in the content of a file with this ``name``. Raises the errors of `read_diagram`."""
    nodes, edges, flags = _checked_header(name, data, matrix, look)
    body = data[HEADER.size : -CHECKSUM]
    try:
        diagram = CoreDiagram(problem, body, nodes, edges, bool(flags & EMPTY), memory, look)
    except ValueError as fault:
        raise _wrong(name, str(fault)) from None
    if matrix.rules and (broken := _broken(matrix, problem, diagram, look)):
        raise _wrong(name, f"of one of its paths, {broken}")
    return diagram


def _broken(matrix: Matrix, problem: Problem, diagram: CoreDiagram, look: Look) -> str:
    """What is wrong with a cover that breaks a rule of the matrix; empty if none does. Raises TooLarge."""
    if diagram.solutions > MOST_LISTED:
        raise TooManyCovers.of(matrix)
    search, own = DiagramSearch(problem, diagram), len(matrix.options)
    while True:
        found: list[Cover] = []
        search.run(tuning.diagram_batch, ENDLESS, tuning.slice_seconds)
        search.hand_over(found)
        covers = (tuple(option for option in cover if option < own) for cover in found)
        if not found or (fault := broken_rule(matrix.rules, covers)):
            return fault if found else ""
        look()


def _sha256(data: bytes, look: Look) -> bytes:
    """Piece by piece: there may be gigabytes."""
    sha, view = hashlib.sha256(), memoryview(data)
    for start in range(0, len(data), PIECE):
        if start:
            look()
        sha.update(view[start : start + PIECE])
    return sha.digest()


def _content(path: str | PathLike[str], memory: int, look: Look) -> bytes:
    """Reads piece by piece, so that a size in the file cannot make it allocate memory in advance."""
    data = bytearray()
    with Path(path).open("rb") as file:
        while len(data) <= memory and (piece := file.read(PIECE)):
            if data:
                look()
            data += piece
            if not data.startswith(MAGIC):
                raise _wrong(_name(path), "it does not begin as a diagram does")
    if len(data) > memory:
        raise TooLarge(f"{_name(path)} is larger than the {memory:,} bytes that a diagram may take")
    return bytes(data)


def _checked_header(name: str, data: bytes, matrix: Matrix, look: Look) -> tuple[int, int, int]:
    """The numbers of nodes and edges, and the flags."""
    if not data.startswith(MAGIC):
        raise _wrong(name, "it does not begin as a diagram does")
    if len(data) < HEADER.size + CHECKSUM:
        raise _wrong(name, "it is cut off")
    _, version, options, nodes, flags, edges, own = HEADER.unpack_from(data)
    if version != VERSION:
        raise _wrong(
            name, f"it is written in version {version} of the format; this program reads version {VERSION}"
        )
    if _sha256(data[:-CHECKSUM], look) != data[-CHECKSUM:]:
        raise _wrong(name, "it is cut off or damaged: its checksum is wrong")
    if options != len(matrix.anchored.options) or own != covers_digest(matrix):
        raise _wrong(name, "it is of another description, or of other parameters or givens")
    if flags & ~EMPTY:
        raise _wrong(name, "it has flags that nothing is known of")
    return nodes, edges, flags


def _wrong(name: str, reason: str) -> DiagramFileError:
    return DiagramFileError(f"{name} is no diagram of these solutions: {reason}")


def _name(path: str | PathLike[str]) -> str:
    return visible(os.fspath(path))


class TooManyCovers(TooLarge):
    """Of a matrix with rules, after so many nodes."""

    nodes = 0

    @classmethod
    def of(cls, matrix: Matrix, nodes: int = 0) -> TooManyCovers:
        because = f"because of `{matrix.rules[0].name}`"
        many = cls(f"there are more than {MOST_LISTED:,} solutions, which are listed one by one {because}")
        many.nodes = nodes
        return many


_Path: TypeAlias = bytes
"""The options of a cover, in the order of the first items that they cover, four bytes each, highest first."""
_Edges: TypeAlias = tuple[tuple[int, int], ...]
_PATH_BYTES = 100
"""What one takes besides its options."""


def listed_diagram(matrix: Matrix, problem: Problem, run: Run) -> CoreDiagram:
    """That of a matrix with any rules, or with few covers, whose ``problem`` is that of `Matrix.anchored`.

    Raises TooManyCovers, TooLarge, and Unfinished.
    """
    paths = _paths(matrix, run)
    nodes = _nodes(paths, run.check)
    body = bytearray()
    for number, edges in enumerate(nodes):
        _put(body, len(edges) - 1)
        after = 0
        for option, child in edges:
            _put(body, option - after)
            _put(body, child - number - 1)
            after = option + 1
    all_edges, room = sum(map(len, nodes)), run.strategy.room
    return CoreDiagram(problem, bytes(body), len(nodes), all_edges, not paths, room, run.check)


def _paths(matrix: Matrix, run: Run) -> list[_Path]:
    """Sorted."""
    room, anchored = run.strategy.room, matrix.anchored
    first = [_first_exact_item(anchored, option) for option in range(len(anchored.options))]
    stand_in = {option: pad for option, pad in enumerate(stand_ins(matrix)) if pad != NO_OPTION}
    most = MOST_LISTED if matrix.rules else FEW_LISTED
    search = Search(matrix, run.limited(solutions=most + 1, nodes=run.budget.nodes))
    paths: list[_Path] = []
    for cover in search:
        left_out = stand_in.keys() - set(cover)
        path = sorted([*cover, *map(stand_in.__getitem__, left_out)], key=first.__getitem__)
        paths.append(struct.pack(f">{len(path)}I", *path))
        room -= _PATH_BYTES + len(paths[-1])
        if room < 0:
            raise TooLarge("the solutions do not fit")
        if len(paths) > most:
            if not matrix.rules:
                raise TooLarge("there are too many solutions")
            raise TooManyCovers.of(matrix, search.outcome.statistics.nodes)
    if not search.outcome.exhausted:
        raise Unfinished(search.outcome)
    paths.sort()
    return paths


def stand_ins(matrix: Matrix) -> array[int]:
    """Of each option, the one of `Matrix.anchored` that is chosen where it is not, or `NO_OPTION`."""
    anchored, own = matrix.anchored, len(matrix.options)
    found = array("I", [NO_OPTION]) * own
    for pad in range(own, len(anchored.options)):
        [item] = anchored.option_items(pad)
        found[anchored.columns[item][0]] = pad
    return found


def _first_exact_item(matrix: Matrix, option: int) -> int:
    """Or the number of items: an option that is never chosen may have none."""
    m = matrix
    exact = (i for i in m.option_items(option) if m.lower[i] == m.upper[i] == 1 and not m.colored[i])
    return min(exact, default=len(m.items))


def _nodes(paths: Sequence[_Path], look: Look) -> list[_Edges]:
    """The edges of each node, the root first: options, and the nodes to which they lead."""
    known: dict[_Edges, int] = {}  # numbers from the end, which is 0
    waiting: list[list[tuple[int, int]]] = [[]]
    before: Sequence[int] = ()
    for number, path in enumerate([*paths, b""]):
        if not number % 4096:
            look()
        options = struct.unpack(f">{len(path) // 4}I", path)
        common = next((k for k, (a, b) in enumerate(zip(before, options, strict=False)) if a != b), 0)
        node = 0
        for at in range(len(before) - 1, common - 1, -1):
            waiting[at].append((before[at], node))
            if at > common:
                node = known.setdefault(tuple(waiting.pop()), len(known) + 1)
        waiting += [[] for _ in range(len(options) - len(waiting))]
        before = options
    if not paths or not paths[0]:
        return []
    ordered = [*known, tuple(waiting[0])]
    last = len(ordered)
    return [tuple((option, last - child) for option, child in edges) for edges in reversed(ordered)]


def _put(body: bytearray, number: int) -> None:
    """In LEB128."""
    while number >= 128:
        body.append(number & 127 | 128)
        number >>= 7
    body.append(number)
