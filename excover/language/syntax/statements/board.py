"""``board chess 8x8``: the cells of a board are items."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from excover.base.diagnostics import SpecError
from excover.base.source import Span
from excover.language import messages
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, lengths, node, only, spanned
from excover.language.syntax.nodes import Drawing, Expr, Meaning, Name, Node, Number
from excover.language.syntax.statements.base import (
    Clause,
    NamedStatement,
    NameKind,
    StatementForm,
    named_maps,
)
from excover.language.syntax.yaml_forms import (
    DRAWING,
    LATTICE,
    LEGEND,
    Data,
    Form,
    Key,
    KeyedForm,
    Phrase,
    Reader,
    Scalar,
    YamlNode,
    drawn,
    inline,
    mapping,
    members,
    one_or_more,
)
from excover.lattices import LATTICE_NAMES

FROM_OUTSIDE = "from outside"
"""In YAML, in place of the drawing of labels without one."""
MAY_STAY_EMPTY = "may stay empty"
"""The flag of a board of which any cells may stay empty."""


class HoleLimit(Node):
    """``at most 4 holes`` on a board, or ``at most 1 hole``."""

    most: Expr


class GluedSides(Node):
    """``torus`` or ``cylinder``: which sides are glued. ``torus shifted by 2``: below a column of the
    last row is another one of the first.
    """

    word: str
    by: Expr | None = None


class LabelsHead(Node):
    """``runs* left`` in ``labels runs* left``: labels with a name.

    ``several``: each place has a tuple of labels. ``margin`` is the side of the board beside which they
    stand, ``above``, ``below``, ``left`` or ``right``; ``corners`` if they stand at the corners of cells,
    and empty if they stand in the cells.
    """

    name: Name
    several: bool
    margin: str

    @property
    def at_corners(self) -> bool:
        return self.margin == "corners"

    @property
    def is_beside(self) -> bool:
        return bool(self.margin) and not self.at_corners

    @property
    def in_words(self) -> str:
        return f"{self.name.id}{'*' * self.several} {self.margin}".rstrip()


class NamedLabels(Node):
    """Numbers and words in the cells of a board, at their corners, or beside it; those without a drawing come
    from outside.
    """

    head: LabelsHead
    drawing: Drawing | None


class BoardStatement(NamedStatement):
    """Drawn, or with sizes: rows and columns, or layers, rows and columns.

    ``lattice`` is None if omitted. Flags are ``below``, ``above`` (open sides), ``torus``, ``cylinder``,
    ``crossing`` and `MAY_STAY_EMPTY`.
    ``holes`` is how many cells may stay empty; None if all have to be covered. ``shift`` is by how many cells
    a torus is shifted, if at all.
    """

    is_definition = False
    declares = NameKind.BOARD

    lattice: Name | None
    sizes: tuple[Expr, ...]
    flags: tuple[str, ...]
    holes: Expr | None
    drawing: Drawing | None
    legend: tuple[Meaning, ...]
    labels: Drawing | None
    named_labels: tuple[NamedLabels, ...] = ()
    shift: Expr | None = None

    def declared(self) -> tuple[Name, ...]:
        return (self.name, *(each.head.name for each in self.named_labels))

    def clauses(self) -> Iterator[Clause | Drawing]:
        words = " ".join(
            filter(None, ["board", self.name.id, phrases.lattice(self.lattice), _size_text(self.sizes)])
        )
        yield Clause(", ".join([words, *_flag_texts((self.flags, self.holes, self.shift))]))
        if self.drawing:
            yield self.drawing
        yield Clause("legend" if self.legend else "", list(map(phrases.meaning, self.legend)))
        if self.labels:
            yield Clause("labels")
            yield self.labels
        for each in self.named_labels:
            yield Clause(f"labels {each.head.in_words}")
            if each.drawing:
                yield each.drawing


def _size_text(sizes: Sequence[Expr]) -> str:
    if sizes and all(isinstance(length, Number) for length in sizes):
        return "x".join(map(phrases.expression, sizes))
    return " by ".join(map(_length, sizes))


def _flag_texts(stated: _Flags) -> list[str]:
    flags, holes, shift = stated
    number = phrases.number(holes) if holes else ""
    limit = [f"at most {number} {'hole' if number == '1' else 'holes'}"] if number else []
    by = f" shifted by {phrases.number(shift)}" if shift else ""
    return [*(flag_text(flag) + by * (flag == "torus") for flag in flags), *limit]


def _length(length: Expr) -> str:
    """In parentheses if it begins with the name of a lattice, which would be read as that of the board."""
    written = phrases.atom(length)
    return f"({written})" if re.match(rf"({'|'.join(LATTICE_NAMES)})\b", written) else written


def flag_text(flag: str) -> str:
    return f"open {flag}" if flag in {"below", "above"} else flag


def _size(builder: Builder, _start: int, _end: int, children: list[Any]) -> tuple[Expr, ...]:
    if not children or not isinstance(children[0], slice):
        return tuple(children)
    return tuple(lengths(builder, children[0]))


def _flag(builder: Builder, _start: int, _end: int, children: list[Any]) -> str | HoleLimit | GluedSides:
    (flag,) = children
    if isinstance(flag, HoleLimit | GluedSides):
        return flag
    word = builder.written(flag)
    return MAY_STAY_EMPTY if word.startswith("may") else word


@spanned
def _board(_builder: Builder, span: Span, children: list[Any]) -> BoardStatement:
    name, lattice, sizes, flags, *drawn, labels = children
    words, holes, shift = _split(flags)
    return BoardStatement(span, name, lattice, sizes, words, holes, *drawn, *labels).replaced(shift=shift)


def _board_labels(
    _builder: Builder, _start: int, _end: int, children: list[Any]
) -> tuple[Drawing | None, tuple[NamedLabels, ...]]:
    """The labels without a name, and the others. Raises SpecError if the former are stated twice."""
    plain = [each for each in children if isinstance(each, Drawing)]
    if len(plain) > 1:
        raise SpecError(messages.SpecifiedTwice(plain[1].span, "the labels without a name", plain[0].span))
    return next(iter(plain), None), tuple(each for each in children if isinstance(each, NamedLabels))


@spanned
def _labels_head(builder: Builder, span: Span, children: list[Any]) -> LabelsHead:
    name, *words = children
    written = [builder.written(word) for word in words]
    return LabelsHead(span, name, "*" in written, next((word for word in written if word != "*"), ""))


_Flags: TypeAlias = tuple[tuple[str, ...], Expr | None, Expr | None]
"""Those that are words, the number of holes, and the shift."""


def _split(flags: Iterable[str | HoleLimit | GluedSides]) -> _Flags:
    """Raises SpecError if the number of holes, or which sides are glued together, is stated twice."""
    stated = list(flags)
    limits = [flag for flag in stated if isinstance(flag, HoleLimit)]
    glued = [flag for flag in stated if isinstance(flag, GluedSides)]
    for what, way_out, found in (
        ("the number of holes", "", limits),
        ("which sides are glued together", "a torus glues all four, a cylinder left to right alone", glued),
    ):
        if len(found) > 1:
            raise SpecError(messages.SpecifiedTwice(found[1].span, what, found[0].span, way_out))
    words = [flag.word if isinstance(flag, GluedSides) else flag for flag in stated]
    return (
        tuple(word for word in words if isinstance(word, str)),
        limits[0].most if limits else None,
        glued[0].by if glued else None,
    )


_WORDS = {"enum": ["torus", "cylinder", "open below", "open above", "crossing", MAY_STAY_EMPTY]}
_FLAG = Phrase(
    "flag", {"anyOf": [_WORDS, {"type": "string", "pattern": "^(at most .+ holes?|torus shifted by .+)$"}]}
)


def _flags(reader: Reader, node: YamlNode) -> _Flags:
    return _split(_FLAG.read(reader, member) for member in members(node))


_HEAD: Phrase = Phrase("labels_head")


def _named_labels(reader: Reader, node: YamlNode) -> tuple[NamedLabels, ...]:
    return tuple(
        NamedLabels(key.span.to(value.span), _HEAD.read(reader, key), _drawn_labels(reader, value))
        for key, value in mapping(node).entries
    )


def _drawn_labels(reader: Reader, node: YamlNode) -> Drawing | None:
    is_outside = isinstance(node, Scalar) and node.text == FROM_OUTSIDE
    return None if is_outside else DRAWING.read(reader, node)


def _labels_drawn(labels: Iterable[NamedLabels]) -> Data:
    return {each.head.in_words: drawn(each.drawing) if each.drawing else FROM_OUTSIDE for each in labels}


_BOARD = KeyedForm(
    BoardStatement,
    "a board",
    "A board, by its size or drawn.",
    Key("lattice", LATTICE),
    Key(
        "size",
        Phrase("size", write=_size_text, absent=()),
        "`6x10`, `n by m`, or `3x4x5`: layers, rows and columns.",
        fields="sizes",
    ),
    Key(
        "flags",
        Form(_flags, one_or_more(_FLAG.schema), lambda stated: inline(_flag_texts(stated)), ((), None, None)),
        "What happens at its sides, and how many cells may stay empty.",
        fields="flags holes shift",
    ),
    Key("art", DRAWING, fields="drawing"),
    Key("legend", LEGEND),
    Key("labels", DRAWING, "The labels of cells, drawn at their places."),
    Key(
        "named labels",
        Form(_named_labels, {"type": "object", "additionalProperties": DRAWING.schema}, _labels_drawn, ()),
        "Numbers and words in cells, at their corners or beside the board, by name: `number`, `sum left`.",
        fields="named_labels",
    ),
)

BOARD_FORM = StatementForm(
    named_maps("boards", "Boards, whose cells are items to be covered.", _BOARD, brief=True),
    {
        "board": _board,
        "size": _size,
        "flags": as_tuple,
        "flag": _flag,
        "hole_limit": node(HoleLimit),
        "glued": node(GluedSides),
        "drawing_or_none": only,
        "board_labels": _board_labels,
        "labelled": only,
        "labelled_by_name": node(NamedLabels),
        "labels_head": _labels_head,
    },
    {"board": "cells to cover, by size or drawn"},
    names="nothing",
)
