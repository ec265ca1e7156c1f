"""Diagrams in files, as docs/diagram-format.md describes them, and as Graphviz draws them.

>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> covers_digest(matrix).hex()[:16]
'642e620fe1e0ec5f'
"""

from __future__ import annotations

import hashlib
import os
import struct
from os import PathLike
from pathlib import Path

from excover.base.errors import ExcoverError
from excover.base.words import visible
from excover.matrix.matrix import Matrix
from excover.matrix.matrix_digest import little_endian
from excover.search._core import Diagram, Problem, TooLarge
from excover.search.symmetries.group import Look

MAGIC = b"\x89XCDIAG\n"
"""Not a text, so that programs that transfer texts do not change it, as in PNG."""
VERSION = 1
HEADER = struct.Struct("<8sIIIIQ32s")
"""Magic, version, options, nodes, flags, edges, digest of the matrix."""
EMPTY = 1
CHECKSUM = 32
PIECE = 2**20


class DiagramFileError(ExcoverError, ValueError):
    """A file that is not a diagram, or not of this matrix, with the reason."""


def covers_digest(matrix: Matrix) -> bytes:
    """The SHA-256 of what determines the covers by the items alone: a matrix with bounds on sums or global
    constraints is refused before a diagram of it is made or read. `matrix_digest` is of all that it has.
    """
    m = matrix
    sha = hashlib.sha256(b"excover matrix 1")
    for numbers in (m.lower, m.upper, m.colored, m.starts, m.entries, m.colors):
        sha.update(struct.pack("<Q", len(numbers)))
        sha.update(little_endian(numbers))
    return sha.digest()


def encoded(matrix: Matrix, diagram: Diagram, look: Look) -> bytes:
    """The content of a file."""
    options, flags = len(matrix.options), EMPTY * diagram.is_empty
    head = HEADER.pack(MAGIC, VERSION, options, diagram.nodes, flags, diagram.edges, covers_digest(matrix))
    data = head + diagram.encoded(look)
    return data + _sha256(data, look)


def read_diagram(
    path: str | PathLike[str], matrix: Matrix, problem: Problem, memory: int, look: Look
) -> Diagram:
    """DiagramFileError, TooLarge or OSError, as in `excover.search.diagrams.diagram.Diagram.load`.

    ``look`` is called every few hundredths of a second; what it raises ends the reading.
    """
    return decoded(_content(path, memory, look), _name(path), matrix, problem, memory, look)


def decoded(data: bytes, name: str, matrix: Matrix, problem: Problem, memory: int, look: Look) -> Diagram:
    """The diagram in the content of a file with this ``name``. Raises the errors of `read_diagram`."""
    nodes, edges, flags = _checked_header(name, data, matrix, look)
    body = data[HEADER.size : -CHECKSUM]
    try:
        return Diagram(problem, body, nodes, edges, bool(flags & EMPTY), memory, look)
    except ValueError as fault:
        raise _wrong(name, str(fault)) from None


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


def dot(diagram: Diagram, matrix: Matrix, most: int) -> str:
    """A digraph: nodes are states, edges options with their names, the double circle ends solutions."""
    if diagram.nodes > most:
        raise TooLarge(
            f"the diagram has {diagram.nodes:,} nodes; a drawing of more than {most:,} shows nothing"
        )
    lines = [
        "digraph solutions {",
        '  node [shape=circle, label=""];',
        f"  {diagram.nodes} [shape=doublecircle];",
    ]
    if diagram.is_empty:
        lines = lines[:2]
    for node in range(diagram.nodes):
        for option, child in diagram.edges_of(node):
            lines.append(f"  {node} -> {child} [label={_quoted(str(matrix.options[option]))}];")
    return "\n".join([*lines, "}", ""])


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
    if options != len(matrix.options) or own != covers_digest(matrix):
        raise _wrong(name, "it is of another description, or of other parameters or givens")
    if flags & ~EMPTY:
        raise _wrong(name, "it has flags that nothing is known of")
    return nodes, edges, flags


def _wrong(name: str, reason: str) -> DiagramFileError:
    return DiagramFileError(f"{name} is no diagram of these solutions: {reason}")


def _name(path: str | PathLike[str]) -> str:
    return visible(os.fspath(path))


def _quoted(text: str) -> str:
    return '"' + visible(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
