"""``place free pieces on chess``: every placement of a piece on a board is an option;
``fill chess with 1..8, once per row, column``: one value for every cell of a board;
``given``, ``forbid`` and ``retain``: what a solution must contain, and which options remain.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias, cast

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Action, Builder, as_tuple, lengths, node, only, spanned, unpacked
from excover.language.syntax.nodes import (
    AtMostOnce,
    Bounds,
    Drawing,
    Expr,
    LabelMatch,
    Loop,
    Name,
    Node,
    Number,
    OptionRef,
    Ref,
)
from excover.language.syntax.statements.base import (
    BaseStatement,
    Clause,
    Many,
    PhraseStatement,
    StatementForm,
    maps,
)
from excover.language.syntax.yaml_forms import (
    DRAWING,
    EXPRESSION,
    NAME,
    Form,
    Key,
    KeyedForm,
    Phrase,
    Reader,
    Word,
    YamlMapping,
    YamlNode,
    inline,
    members,
    one_or_more,
    several,
)


class PlaceStatement(BaseStatement):
    """``group`` is ``free``, ``one-sided`` or ``fixed``; ``matching`` is None if omitted."""

    group: str
    shapes: Name
    board: Name
    each: Bounds | AtMostOnce | None
    at_least: Expr | None
    matching: tuple[LabelMatch, ...] | None
    border: Expr | None
    where: Expr | None

    def placed(self) -> tuple[Name, ...]:
        return (self.shapes,)

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"place {self.group} {self.shapes.id} on {self.board.id}")
        yield Clause(f"each {phrases.bounds(self.each)}" if self.each else "")
        yield Clause(f"covering {_least(self.at_least)}" if self.at_least else "")
        yield Clause("matching" if self.matching else "", list(map(phrases.label_match, self.matching or ())))
        yield Clause(f"border {phrases.number(self.border)}" if self.border else "")
        yield Clause(f"where {phrases.expression(self.where)}" if self.where else "")


def _least(expr: Expr) -> str:
    return f"at least {phrases.number(expr)}"


_PLACE = KeyedForm(
    PlaceStatement,
    "a placement",
    "Pieces and a board.",
    Key("shapes", NAME, "The name of the pieces.", needed=True),
    Key("board", NAME, "The name of the board.", needed=True),
    Key(
        "as",
        Word(("free", "one-sided", "fixed")),
        "How pieces may be moved: `free` may be turned and turned over, `one-sided` turned, `fixed` neither.",
        needed=True,
        fields="group",
    ),
    Key(
        "each",
        Phrase("bounds", write=phrases.bounds),
        "How often each piece is used, such as `2 times`; otherwise once.",
    ),
    Key(
        "covering",
        Phrase("least", {"type": "string", "pattern": "^at least .+"}, _least),
        "How many cells of the board a placement covers: `at least 4`.",
        fields="at_least",
    ),
    Key(
        "matching",
        Phrase("matches", write=several(phrases.label_match)),
        "On which labels of the board labelled cells of pieces may lie: "
        '`"1" on "a"`; otherwise on their own.',
    ),
    Key("border", EXPRESSION, "The color of sides and corners of tiles along the border of the board."),
    Key("where", EXPRESSION, "A condition; only what meets it is made."),
)

PLACE_FORM = StatementForm(
    maps("place", "Every placement of pieces on a board is an option.", _PLACE),
    {
        **{"place": node(PlaceStatement), "each_times": only, "covering": only, "least": only},
        **{"matching": only, "matches": as_tuple, "label_match": node(LabelMatch), "border": only},
    },
    {
        "place": "places pieces on a board: `free` ones may be turned and reflected, `one-sided` "
        "ones only turned, `fixed` ones neither",
    },
)


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
    units: tuple[Unit | Groups, ...] = ()

    def placed(self) -> tuple[Name, ...]:
        return (self.board,)

    def clauses(self) -> Iterator[Clause]:
        once_per = ", once per" if self.units else ""
        words = f"fill {self.board.id} with {phrases.domain(self.values)}{once_per}"
        yield Clause(words, list(map(_unit_text, self.units)))


def _unit_text(unit: Unit | Groups) -> str:
    if isinstance(unit, Groups):
        return f"each of {phrases.expression(unit.sets)}"
    numbers = [size.value for size in unit.sizes if isinstance(size, Number)]
    sizes = "x".join(map(str, numbers)) if len(numbers) == len(unit.sizes) else ""
    return " ".join(filter(None, [unit.kind, sizes or " by ".join(map(phrases.atom, unit.sizes))]))


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


_FILL = KeyedForm(
    Fill,
    "a filling",
    "A board and values.",
    Key("board", NAME, "The name of the board.", needed=True),
    Key("with", EXPRESSION, "The values, such as `1..9`.", needed=True, fields="values"),
    Key(
        "once per",
        Form(_units, one_or_more(_UNITS.schema), lambda units: inline(map(_unit_text, units)), ()),
        "Where a value stands once: `row`, `column`, `label`, `block 3x3`, `each of cages`.",
        fields="units",
    ),
)

FILL_FORM = StatementForm(
    maps("fill", "One value for every cell of a board.", _FILL),
    {"fill": node(Fill), "units": as_tuple, "unit": _unit, "groups": node(Groups)},
    {"fill": "writes one value into each cell of a board"},
    names="board",
)


# ``given put(1, 1, 5)``: what a solution must contain, as options, colors of items, or a drawing;
# ``forbid queen(r, r) for r in 1..n``: options that are removed; ``retain``: those that remain.


class GivenOptions(PhraseStatement):
    """``given queen(r, r), queen(r, 1)``, for every binding of the loop."""

    keyword = "given"

    options: tuple[OptionRef, ...]
    loop: Loop | None

    def clauses(self) -> Iterator[Clause]:
        options = list(map(phrases.option, self.options))
        if self.loop is None:
            yield Clause("given", options)
        else:
            yield Clause(f"given {', '.join(options)}{phrases.optional_loop(self.loop)}")


class GivenDrawing(BaseStatement):
    drawing: Drawing

    def clauses(self) -> Iterator[Clause | Drawing]:
        yield Clause("given")
        yield self.drawing


class GivenColor(PhraseStatement):
    """``given letter[1, 1] = c``, for every binding of the loop."""

    keyword = "given"

    item: Ref
    color: Expr
    loop: Loop | None

    def clauses(self) -> Iterator[Clause]:
        color = phrases.number(self.color)
        yield Clause(f"given {phrases.item(self.item)} = {color}{phrases.optional_loop(self.loop)}")


@spanned
def _given(_builder: Builder, span: Span, children: list[Any]) -> GivenDrawing | GivenOptions | GivenColor:
    (what,) = children
    if isinstance(what, Drawing):
        return GivenDrawing(span, what)
    return cast(GivenOptions | GivenColor, type(what)(span, *what.parts[1:]))


_PART = Phrase("given_part")
_ART = Key("art", DRAWING, needed=True, fields="drawing")
_DRAWING = KeyedForm(GivenDrawing, "a given drawing", "A drawing that solutions agree with.", _ART)


def _from_yaml(reader: Reader, node: YamlNode) -> GivenDrawing | GivenOptions | GivenColor:
    if isinstance(node, YamlMapping):
        return cast(GivenDrawing, _DRAWING.read(reader, node, node.span))
    given: GivenOptions | GivenColor = _PART.read(reader, node)
    return given


GivenDrawing.keyed = (_DRAWING,)
GivenDrawing.section = GivenOptions.section = GivenColor.section = Many(
    "given",
    "What a solution must contain: options, `put(1, 1, 5)`, or `put(i, i, 5) for i in 1..3`; the color of an "
    "item, `letter[1, 1] = c`; or a drawing.",
    _from_yaml,
    {"anyOf": [_PART.schema, _DRAWING.schema]},
)

GIVEN_FORM = StatementForm(
    GivenOptions.section,
    {
        **{"given": _given, "given_part": only},
        **{"given_options": node(GivenOptions), "given_listed": as_tuple, "given_color": node(GivenColor)},
    },
    {"given": "clues: options, colors or a drawing that solutions agree with"},
    names="drawn",
    takes_values=True,
)


class RemovingStatement(PhraseStatement):
    """Removes options by naming some, for every binding of a loop."""

    option: OptionRef
    loop: Loop | None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"{self.keyword} {phrases.option(self.option)}{phrases.optional_loop(self.loop)}")


class Forbid(RemovingStatement):
    """Removes those that it names."""

    keyword = "forbid"


class Retain(RemovingStatement):
    """Removes those of the same family that it does not name."""

    keyword = "retain"


_REMOVED = Phrase("forbidden")


def _form(kind: type[RemovingStatement], description: str, meaning: str, **shared: Action) -> StatementForm:
    """``shared`` are the actions of rules that others have, too."""
    section = kind.section_of(_REMOVED, description)
    actions = {kind.keyword: unpacked(kind), **shared}
    return StatementForm(section, actions, {kind.keyword: meaning}, names="option", takes_values=True)


Removing: TypeAlias = Forbid | Retain

FORBID_FORM = _form(
    Forbid, "Options that are left out: `queen(r, r) for r in 1..n`.", "removes options", forbidden=as_tuple
)
RETAIN_FORM = _form(
    Retain,
    "The only options of their name that are left: `queen(r, c) for r, c in 1..n where r != c`.",
    "removes all options of a name but these",
)
