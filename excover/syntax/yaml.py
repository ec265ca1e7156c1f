"""From the YAML form to the syntax tree.

Keys stand for the keywords of the text form; what follows them there is read here by the same grammar.
Sections are read in the order in which they are written. ``statements`` holds further sections, for orders
that one map with distinct keys cannot have.

>>> from excover.source import Source
>>> text = "{excover: 1, items: [a, b: at most once], options: {'x()': {covers: a}}}"
>>> spec = parse_yaml(Source("x.yaml", text))
>>> [type(statement).__name__ for statement in spec.statements]
['Items', 'Items', 'Option']
>>> spec.statements[2].covers[0].ref.span.text
'a'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

from excover.diagnostics import Diagnostic, SpecError
from excover.limits import DEFAULT, Limits
from excover.source import Source, Span
from excover.syntax import ast, faults
from excover.syntax.parse import parse_part
from excover.syntax.yaml_nodes import Mapping, Node, Scalar, Sequence, read_nodes

VERSION = "1"
GROUPS = ("free", "one-sided", "fixed")
LATTICES = ("square", "hex", "triangle", "cube")
GOALS = ("minimize", "maximize")

T = TypeVar("T")


def parse_yaml(source: Source, limits: Limits = DEFAULT) -> ast.Spec:
    """The syntax tree of a description in YAML. Raises SpecError with all that is wrong with its form."""
    root = read_nodes(source, limits)
    reader = _Reader(limits)
    statements = reader.collected(lambda: reader.document(root)) or []
    if reader.wrong:
        raise SpecError(reader.wrong)
    return ast.Spec(root.span, tuple(statements))


# The parts that a section holds, one for each statement


class _Entry(NamedTuple):
    key: Scalar
    value: Node | None

    @property
    def span(self) -> Span:
        return self.key.span.to(self.value.span) if self.value else self.key.span


class _Claim(NamedTuple):
    entry: _Entry
    when: Node | None


def _members(node: Node) -> list[Node]:
    """Of a list; anything else is a list of itself."""
    return list(node.members) if isinstance(node, Sequence) else [node]


def _entries(node: Node) -> list[_Entry]:
    """Of a map, or of a list of maps, where keys may come again."""
    return [_Entry(key, value) for member in _members(node) for key, value in _mapping(member).entries]


def _listed(node: Node) -> list[_Entry]:
    """Keys with values and keys without, in a map or a list."""
    found: list[_Entry] = []
    for member in _members(node):
        found += [_Entry(member, None)] if isinstance(member, Scalar) else _entries(member)
    return found


def _claims(node: Node) -> list[_Claim]:
    found: list[_Claim] = []
    for member in _members(node):
        entries = [_Entry(*entry) for entry in _mapping(member).entries]
        when = next((entry.value for entry in entries if entry.key.text == "when"), None)
        found += [_Claim(entry, when) for entry in entries if entry.key.text != "when"]
    return found


def _mapping(node: Node, keys: tuple[str, ...] = ()) -> Mapping:
    """``keys`` are those that it may have."""
    if isinstance(node, Scalar):
        _written(node)
    if not isinstance(node, Mapping):
        raise SpecError(faults.wrong_node(_shown(node), _kind(node), "a map, `key: value`,", keys))
    return node


def _scalar(node: Node, what: str = "a text") -> Scalar:
    if not isinstance(node, Scalar):
        raise SpecError(faults.wrong_node(_shown(node), _kind(node), what))
    return node


def _kind(node: Node) -> str:
    return "a list" if isinstance(node, Sequence) else "a map" if isinstance(node, Mapping) else "a text"


def _shown(node: Node) -> Span:
    """Its first line."""
    return Span(node.span.source, node.span.start, node.span.start + len(node.span.text.split("\n")[0]))


class _Fields:
    """The values of a map with known keys."""

    def __init__(self, node: Node | None, owner: str, required: str, optional: str = "") -> None:
        assert node is not None
        needed = [key for key in required.split(", ") if key]
        known = (*needed, *(key for key in optional.split(", ") if key))
        self.values = {key.text: value for key, value in _mapping(node, known).entries}
        wrong = [
            faults.unknown_key(key.span, key.text, known, owner)
            for key, _ in _mapping(node).entries
            if key.text not in known
        ]
        missing = [faults.missing_key(_shown(node), key, owner) for key in needed if key not in self.values]
        if wrong or missing:
            raise SpecError(wrong or missing)

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def __getitem__(self, key: str) -> Node:
        return self.values[key]

    def get(self, key: str, read: Callable[[Node], T]) -> T | None:
        return read(self.values[key]) if key in self.values else None


class _Reader:
    """Reads statements; what is wrong with one does not hide what is wrong with the next."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.wrong: list[Diagnostic] = []

    def collected(self, read: Callable[[], T]) -> T | None:
        """What is read, or nothing where it cannot be."""
        try:
            return read()
        except SpecError as wrong:
            self.wrong += wrong.diagnostics
            return None

    # Sections

    def document(self, root: Node) -> list[ast.Statement]:
        versions = [value for key, value in _mapping(root).entries if key.text == "excover"]
        if not versions:
            self.wrong.append(faults.no_version(_shown(root)))
        for version in versions:
            self.collected(lambda version=version: _check_version(version))  # type: ignore[misc]
        return list(self._chapter(root, [*SECTIONS, "statements", "excover"]))

    def _chapter(self, node: Node, known: list[str]) -> Iterator[ast.Statement]:
        for key, value in _mapping(node).entries:
            if key.text not in known:
                self.wrong.append(faults.unknown_key(key.span, key.text, known, "a description"))
            elif key.text == "statements":
                for chapter in _members(value):
                    yield from self._chapter(chapter, list(SECTIONS))
            elif key.text != "excover":
                yield from self._section(SECTIONS[key.text], value)

    def _section(self, section: _Section, node: Node) -> Iterator[ast.Statement]:
        for part in self.collected(lambda: section.split(node)) or []:
            statement = self.collected(lambda part=part: section.read(self, part))  # type: ignore[misc]
            if statement:
                yield statement

    def puzzle(self, node: Node) -> ast.Puzzle:
        return ast.Puzzle(node.span, self._text(node, "a title"))

    def import_(self, node: Node) -> ast.Import:
        if isinstance(node, Scalar):
            return ast.Import(node.span, *self._part(node, "library"))
        fields = _Fields(node, "an import", "file", "as")
        return ast.Import(node.span, self._text(fields["file"], "a path"), fields.get("as", self._name))

    def param(self, entry: _Entry) -> ast.Param:
        name, value = self._name(entry.key), _value(entry)
        if isinstance(value, Scalar):
            return ast.Param(entry.span, name, self._expression(value), None)
        fields = _Fields(value, "a parameter", "default", "in")
        return ast.Param(
            entry.span, name, self._expression(fields["default"]), fields.get("in", self._expression)
        )

    def let(self, entry: _Entry) -> ast.Let:
        return ast.Let(entry.span, self._name(entry.key), self._expression(_value(entry)))

    def enum(self, entry: _Entry) -> ast.Enum:
        symbols = tuple(map(self._name, _members(_value(entry))))
        return ast.Enum(entry.span, self._name(entry.key), symbols)

    def table(self, entry: _Entry) -> ast.Table:
        fields = _Fields(entry.value, "a table", "", "art, file")
        origin = fields.get("file", lambda node: self._text(node, "a path")) or fields.get("art", _drawing)
        if not origin or len(fields.values) > 1:
            raise SpecError(faults.missing_key(entry.key.span, "art` or `file", "a table"))
        return ast.Table(entry.span, self._name(entry.key), origin)

    def def_(self, entry: _Entry) -> ast.Def:
        name, parameters = self._part(entry.key, "signature")
        return ast.Def(entry.span, name, parameters, self._expression(_value(entry)))

    def items(self, entry: _Entry) -> ast.Items:
        families = self._part(entry.key, "families")
        return ast.Items(entry.span, families, self._part(entry.value, "bounds") if entry.value else None)

    def option(self, entry: _Entry) -> ast.Option:
        fields = _Fields(entry.value, "an option", "covers", "where, cost, optional, distinct")
        name, binders = self._part(entry.key, "head")
        span = entry.span
        return ast.Option(
            span,
            name,
            ast.Loop(
                Span(span.source, name.span.end, span.end), binders, fields.get("where", self._expression)
            ),
            tuple(covered for node in _members(fields["covers"]) for covered in self._part(node, "covers")),
            fields.get("cost", self._expression),
            bool(fields.get("optional", _flag)),
            bool(fields.get("distinct", _flag)),
        )

    def board(self, entry: _Entry) -> ast.Board:
        fields = _Fields(entry.value, "a board", "", "size, art, lattice, flags, legend")
        return ast.Board(
            entry.span,
            self._name(entry.key),
            fields.get("lattice", lambda node: _word(node, LATTICES)) or "",
            fields.get("size", lambda node: self._part(node, "size")) or (),
            fields.get("flags", self._flags) or (),
            fields.get("art", _drawing),
            fields.get("legend", self._legend) or (),
        )

    def shapes(self, entry: _Entry) -> ast.Shapes:
        fields = _Fields(entry.value, "a set of shapes", "art", "lattice, legend")
        return ast.Shapes(
            entry.span,
            self._name(entry.key),
            fields.get("lattice", lambda node: _word(node, LATTICES)) or "",
            _drawing(fields["art"]),
            fields.get("legend", self._legend) or (),
        )

    def place(self, node: Node) -> ast.Place:
        fields = _Fields(node, "a placement", "shapes, board, as", "each, covering, where")
        return ast.Place(
            node.span,
            _word(fields["as"], GROUPS),
            self._name(fields["shapes"]),
            self._name(fields["board"]),
            fields.get("each", lambda node: self._part(node, "bounds")),
            fields.get("covering", lambda node: self._part(node, "least")),
            fields.get("where", self._expression),
        )

    def fill(self, node: Node) -> ast.Fill:
        fields = _Fields(node, "a filling", "board, with", "once per")
        units = _members(fields["once per"]) if "once per" in fields else []
        return ast.Fill(
            node.span,
            self._name(fields["board"]),
            self._expression(fields["with"]),
            tuple(unit for node in units for unit in self._part(node, "units")),
        )

    def given(self, node: Node) -> ast.GivenDrawing | ast.GivenOptions | ast.GivenColor:
        if isinstance(node, Mapping):
            return ast.GivenDrawing(node.span, _drawing(_Fields(node, "a given drawing", "art")["art"]))
        said: ast.GivenOptions | ast.GivenColor = self._part(node, "given_part")
        return said

    def forbid(self, node: Node) -> ast.Forbid:
        return ast.Forbid(node.span, *self._part(node, "forbidden"))

    def symmetry(self, node: Node) -> ast.Symmetry:
        return ast.Symmetry(node.span, self._part(node, "motions"))

    def draw(self, node: Node) -> ast.Draw | ast.DrawItem | ast.DrawMark:
        keys = {key.text for key, _ in node.entries} if isinstance(node, Mapping) else set()
        if "item" in keys:
            fields = _Fields(node, "the drawing of an item", "item, at")
            return ast.DrawItem(node.span, self._part(fields["item"], "ref"), self._expression(fields["at"]))
        if keys & {"as", "color"} and keys.isdisjoint({"option", "at"}):
            fields = _Fields(node, "the color of a mark", "as, color")
            color, loop = self._part(fields["color"], "seen_in")
            return ast.DrawMark(node.span, self._expression(fields["as"]), color, loop)
        fields = _Fields(node, "the drawing of an option", "option, at", "as, color")
        option, position = self._part(fields["option"], "option_ref"), self._expression(fields["at"])
        mark, color = (fields.get(key, self._expression) for key in ("as", "color"))
        return ast.Draw(node.span, option, position, mark, color)

    def goal(self, node: Node) -> ast.Goal:
        return ast.Goal(node.span, _word(node, GOALS))

    def expect(self, claim: _Claim) -> ast.Expect:
        subject, up_to_symmetry = self._part(claim.entry.key, "subject")
        operator, value = self._part(_value(claim.entry), "claim")
        settings = self._part(claim.when, "settings_") if claim.when else ()
        return ast.Expect(claim.entry.span, subject, up_to_symmetry, operator, value, settings)

    # Values

    def _part(self, node: Node, rule: str) -> Any:
        """What a rule of the grammar makes of a text."""
        scalar = _written(_scalar(node))
        if not scalar.text.strip():
            raise SpecError(faults.nothing_written(scalar.span))
        return parse_part(scalar.passage, rule, self.limits)

    def _expression(self, node: Node) -> ast.Expr:
        expr: ast.Expr = self._part(node, "expression")
        return expr

    def _name(self, node: Node) -> ast.Name:
        name: ast.Name = self._part(node, "name")
        return name

    def _text(self, node: Node, what: str) -> ast.Text:
        """A text as it stands there, without quotes of the language."""
        scalar = _written(_scalar(node, what))
        if re.search(r'["\n]', scalar.text):
            raise SpecError(faults.not_one_line(_shown(scalar), what))
        return ast.Text(scalar.span, scalar.text)

    def _flags(self, node: Node) -> tuple[str, ...]:
        return tuple(self._part(flag, "flag") for flag in _members(node))

    def _legend(self, node: Node) -> tuple[ast.Meaning, ...]:
        return tuple(
            ast.Meaning(entry.span, self._text(entry.key, "a character"), self._name(_value(entry)))
            for entry in _entries(node)
        )


def _value(entry: _Entry) -> Node:
    assert entry.value is not None
    return entry.value


def _written(scalar: Scalar) -> Scalar:
    if not scalar.text and not scalar.style:
        raise SpecError(faults.nothing_written(scalar.span))
    return scalar


def _check_version(node: Node) -> None:
    if _scalar(node).text != VERSION:
        raise SpecError(faults.not_version_one(node.span, _scalar(node).text))


def _flag(node: Node) -> bool:
    scalar = _scalar(node)
    if scalar.text not in {"true", "false"}:
        raise SpecError(faults.not_a_flag(scalar.span, scalar.text))
    return scalar.text == "true"


def _word(node: Node, words: tuple[str, ...]) -> str:
    scalar = _scalar(node)
    if scalar.text not in words:
        raise SpecError(faults.no_such_word(scalar.span, scalar.text, words))
    return scalar.text


def _drawing(node: Node) -> ast.Drawing:
    """A drawing has no bars here; where each line begins with one, they are those of the text form."""
    scalar = _written(_scalar(node, "a drawing"))
    if scalar.style != "|" and (scalar.style == ">" or "\n" in scalar.span.text):
        raise SpecError(faults.drawing_in_one_line(_shown(scalar)))
    if not scalar.text:
        raise SpecError(faults.nothing_written(scalar.span))
    lines = scalar.text.removesuffix("\n").split("\n")
    bar = int(all(line.startswith("|") for line in lines))
    found, start = [], 0
    for line in lines:
        found.append(_line(scalar, start + bar, start + len(line)))
        start += len(line) + 1
    return ast.Drawing(scalar.span, tuple(found))


def _line(scalar: Scalar, start: int, end: int) -> Span:
    """A line of a drawing; one that is written with escapes becomes a source of its own."""
    span, text = scalar.passage.span(start, end), scalar.text[start:end]
    return span if span.text == text else Span(Source(span.source.name, text), 0, len(text))


class _Section(NamedTuple):
    """How a section is split into what stands for one statement, and how each is read."""

    split: Callable[[Node], list[Any]]
    read: Callable[[_Reader, Any], ast.Statement]


def _itself(node: Node) -> list[Node]:
    return [node]


SECTIONS: dict[str, _Section] = {
    "puzzle": _Section(_itself, _Reader.puzzle),
    "import": _Section(_members, _Reader.import_),
    "params": _Section(_entries, _Reader.param),
    "let": _Section(_entries, _Reader.let),
    "enums": _Section(_entries, _Reader.enum),
    "tables": _Section(_entries, _Reader.table),
    "def": _Section(_entries, _Reader.def_),
    "items": _Section(_listed, _Reader.items),
    "options": _Section(_entries, _Reader.option),
    "boards": _Section(_entries, _Reader.board),
    "shapes": _Section(_entries, _Reader.shapes),
    "place": _Section(_members, _Reader.place),
    "fill": _Section(_members, _Reader.fill),
    "given": _Section(_members, _Reader.given),
    "forbid": _Section(_members, _Reader.forbid),
    "symmetry": _Section(_members, _Reader.symmetry),
    "draw": _Section(_members, _Reader.draw),
    "goal": _Section(_itself, _Reader.goal),
    "expect": _Section(_claims, _Reader.expect),
}
