"""``fill chess with 1..8, once per row, column``: one value for every cell of a board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias, cast

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, lengths, node, spanned
from excover.language.syntax.nodes import Expr, Name, Node, Number
from excover.language.syntax.statements.base import BaseStatement, Clause, StatementForm
from excover.language.syntax.yaml_forms import (
    EXPRESSION,
    NAME,
    Data,
    Form,
    Inline,
    Key,
    KeyedForm,
    Phrase,
    Reader,
    YamlNode,
    inline,
    members,
    one_or_more,
)
from excover.language.syntax.yaml_sections import Entry, Many

UnitKind: TypeAlias = Literal["row", "column", "label", "block"]


class Unit(Node):
    """A unit in which a value occurs once: ``row``, ``column``, ``label`` or ``block`` (with rows and
    columns).
    """

    kind: UnitKind
    sizes: tuple[Expr, ...]


class Groups(Node):
    """``each of G``: a value occurs once in each of a set of sets of cells."""

    sets: Expr


class Fill(BaseStatement):
    board: Name
    values: Expr
    units: tuple[Unit | Groups, ...]

    def placed(self) -> tuple[Name, ...]:
        return (self.board,)

    def clauses(self) -> Iterator[Clause]:
        once_per = ", once per" if self.units else ""
        words = f"fill {self.board.id} with {phrases.domain(self.values)}{once_per}"
        yield Clause(words, list(map(_unit_text, self.units)))

    def to_yaml(self) -> Entry:
        return _SECTION.entry(Inline(self._fields()))

    def _fields(self) -> Iterator[tuple[str, Data]]:
        yield "board", self.board.id
        yield "with", phrases.expression(self.values)
        if self.units:
            yield "once per", inline(map(_unit_text, self.units))


def _unit_text(unit: Unit | Groups) -> str:
    if isinstance(unit, Groups):
        return f"each of {phrases.expression(unit.sets)}"
    numbers = [size.value for size in unit.sizes if isinstance(size, Number)]
    sizes = "x".join(map(str, numbers)) if len(numbers) == len(unit.sizes) else ""
    return " ".join(filter(None, [unit.kind, sizes or " by ".join(map(phrases.atom, unit.sizes))]))


@spanned
def _fill(_builder: Builder, span: Span, children: list[Any]) -> Fill:
    board, values, *units = children
    return Fill(span, board, values, *units or [()])


@spanned
def _unit(builder: Builder, span: Span, children: list[Any]) -> Unit | Groups:
    kind, *size = children
    if isinstance(kind, Groups):
        return kind
    sizes = lengths(builder, size[0]) if size and isinstance(size[0], slice) else size
    return Unit(span, cast(UnitKind, builder.written(kind)), tuple(sizes))


_UNITS = Phrase("units")


def _units(reader: Reader, node: YamlNode) -> tuple[Unit | Groups, ...]:
    return tuple(unit for member in members(node) for unit in _UNITS.read(reader, member))


_BOARD = Key("board", NAME, "The name of the board.", needed=True)
_WITH = Key("with", EXPRESSION, "The values, such as `1..9`.", needed=True)
_ONCE_PER = Key(
    "once per",
    Form(_units, one_or_more(_UNITS.schema)),
    "Where a value stands once: `row`, `column`, `label`, `block 3x3`, `each of cages`.",
)
_FILL = KeyedForm("a filling", "A board and values.", _BOARD, _WITH, _ONCE_PER)


def _from_yaml(reader: Reader, node: YamlNode) -> Fill:
    fields = _FILL.read(reader, node)
    return Fill(node.span, fields[_BOARD], fields[_WITH], fields.get(_ONCE_PER) or ())


_SECTION = Many("fill", "One value for every cell of a board.", _from_yaml, _FILL.schema)

FORM = StatementForm(
    _SECTION,
    {"fill": _fill, "units": as_tuple, "unit": _unit, "groups": node(Groups)},
    {"fill": "writes one value into each cell of a board"},
    names="board",
)
