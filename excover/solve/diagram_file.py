"""Diagrams in files, as docs/diagram-format.md describes them, and as Graphviz draws them.

>>> from excover.cover.matrix import Matrix
>>> from excover.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> digest(matrix).hex()[:16]
'642e620fe1e0ec5f'
"""

from __future__ import annotations

import hashlib
import os
import struct
import sys
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from excover._core import Diagram, Problem, TooLarge
from excover.cover.matrix import Matrix
from excover.errors import ExcoverError
from excover.words import visible

MAGIC = b"\x89XCDIAG\n"
"""Not text, so that nothing that transfers text takes it for one, as in PNG."""
VERSION = 1
HEADER = struct.Struct("<8sIIIIQ32s")
"""Magic, version, options, nodes, flags, edges, digest of the matrix."""
EMPTY = 1
CHECKSUM = 32
PIECE = 2**20


class DiagramFileError(ExcoverError, ValueError):
    """A file that is no diagram, or not of this matrix; says what is wrong."""


def digest(matrix: Matrix) -> bytes:
    """SHA-256 of what the solutions depend on: two matrices with the same one have the same covers."""
    m = matrix
    sha = hashlib.sha256(b"excover matrix 1")
    for numbers in (m.lower, m.upper, m.colored, m.starts, m.entries, m.colors):
        sha.update(struct.pack("<Q", len(numbers)))
        sha.update(_little_endian(numbers))
    return sha.digest()


def encoded(matrix: Matrix, diagram: Diagram) -> bytes:
    """The content of a file."""
    options, flags = len(matrix.options), EMPTY * diagram.is_empty
    head = HEADER.pack(MAGIC, VERSION, options, diagram.nodes, flags, diagram.edges, digest(matrix))
    data = head + diagram.encoded()
    return data + hashlib.sha256(data).digest()


def write_whole(path: str | PathLike[str], data: bytes) -> None:
    """No reader ever sees a part."""
    with new_whole(path) as file:
        file.write(data)


@contextmanager
def new_whole(path: str | PathLike[str]) -> Iterator[BinaryIO]:
    """A file beside the path, which takes its name when all is written, and is gone if that fails."""
    target = Path(path).resolve()
    if target.exists() and not target.is_file():  # such as a pipe
        with target.open("wb") as file:
            yield file
        return
    part = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with part.open("wb") as file:
            yield file
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def read_diagram(path: str | PathLike[str], matrix: Matrix, problem: Problem, memory: int) -> Diagram:
    """DiagramFileError, TooLarge or OSError, as `excover.solve.diagram.Diagram.load` says."""
    return decoded(_content(path, memory), _name(path), matrix, problem, memory)


def decoded(data: bytes, name: str, matrix: Matrix, problem: Problem, memory: int) -> Diagram:
    """The diagram that is the content of a file of that ``name``. Raises as `read_diagram`."""
    nodes, edges, flags = _checked_header(name, data, matrix)
    body = data[HEADER.size : -CHECKSUM]
    try:
        return Diagram(problem, body, nodes, edges, bool(flags & EMPTY), memory)
    except ValueError as fault:
        raise _wrong(name, str(fault)) from None


def _content(path: str | PathLike[str], memory: int) -> bytes:
    """Piece by piece: what may be read is no reason to make room for it."""
    data = bytearray()
    with Path(path).open("rb") as file:
        while len(data) <= memory and (piece := file.read(PIECE)):
            data += piece
            if not data.startswith(MAGIC):
                raise _wrong(_name(path), "it does not begin as a diagram does")
    if len(data) > memory:
        raise TooLarge(f"{_name(path)} is larger than the {memory:,} bytes that a diagram may take")
    return bytes(data)


def dot(diagram: Diagram, matrix: Matrix, most: int) -> str:
    """A digraph: a node a state, an edge an option with its name, a double circle the end of a solution."""
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


def _checked_header(name: str, data: bytes, matrix: Matrix) -> tuple[int, int, int]:
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
    if hashlib.sha256(data[:-CHECKSUM]).digest() != data[-CHECKSUM:]:
        raise _wrong(name, "it is cut off or damaged: its checksum is wrong")
    if options != len(matrix.options) or own != digest(matrix):
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


def _little_endian(numbers: array[int]) -> bytes:
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.tobytes()
