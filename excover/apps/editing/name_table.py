"""The names of a text: where each is declared, where it is used, and where it can be seen.

>>> from excover.base.source import Source
>>> from excover.language.syntax.parse import parse
>>> spec = parse(Source("x.xc", "let n = 3 item row[1..n] option x(r in row) covers row[r]"))
>>> names = name_table(spec)
>>> [(each.name, each.kind.value, len(names.uses_of(each))) for each in names.declarations]
[('n', 'value', 1), ('row', 'item', 2), ('x', 'option', 0), ('r', 'local', 1)]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from excover.base.diagnostics import SpecError
from excover.base.frozen import Frozen
from excover.base.source import Span
from excover.language.syntax import ast
from excover.language.syntax.statements.base import NameKind


class Declaration(Frozen):
    """``span`` is the name, ``whole`` what declares it: a statement, or a loop for a local name.

    ``name`` may have the prefix of an import. ``domain`` is the set that a local name runs through.
    """

    name: str
    kind: NameKind
    span: Span
    whole: Span
    domain: ast.Expr | None = None


class NameUse(Frozen):
    span: Span
    declaration: Declaration


class NameTable(Frozen):
    """``declarations`` and ``uses`` of one text; ``imported`` are the declarations of other texts."""

    declarations: tuple[Declaration, ...]
    uses: tuple[NameUse, ...]
    imported: tuple[Declaration, ...]

    def at(self, offset: int) -> NameUse | None:
        """The name at a place, or just before it: a use, or a declaration as a use of itself."""
        found = [use for use in self.occurrences if use.span.start <= offset <= use.span.end]
        return max(found, key=lambda use: use.span.start, default=None)

    @property
    def occurrences(self) -> list[NameUse]:
        """The uses, and the declarations as uses of themselves, in the order of the text."""
        declared = [NameUse(each.span, each) for each in self.declarations]
        return sorted([*declared, *self.uses], key=lambda use: use.span.start)

    def uses_of(self, declaration: Declaration) -> list[NameUse]:
        return [use for use in self.uses if use.declaration is declaration]

    def visible(self, offset: int) -> list[Declaration]:
        """The declarations that mean something at a place."""
        own = [each for each in self.declarations if each.kind is not NameKind.LOCAL]
        local = [
            each
            for each in self.declarations
            if each.kind is NameKind.LOCAL and each.whole.start <= offset <= each.whole.end
        ]
        return [*local, *own, *self.imported]


Library = Callable[[ast.Name | ast.Text], ast.Spec]
"""Reads what an `import` names. Raises SpecError."""

_Names = Mapping[str, Declaration | None]
"""Local names; None for those that a statement has without a declaration."""


def name_table(spec: ast.Spec, library: Library | None = None) -> NameTable:
    """The names of a tree, which may lack statements; without a ``library``, imports declare nothing."""
    reader = _Reader(library)
    for statement in spec.statements:
        reader.declare(statement)
    for statement in spec.statements:
        reader.use_lattice(_lattice_of(statement))
        reader.use(statement)
    return NameTable(tuple(reader.declarations), tuple(reader.uses), tuple(reader.imported))


class _Reader:
    def __init__(self, library: Library | None) -> None:
        self.library = library
        self.names: dict[str, Declaration] = {}
        self.options: dict[str, Declaration] = {}
        self.lattices: dict[str, Declaration] = {}
        self.declarations: list[Declaration] = []
        self.imported: list[Declaration] = []
        self.uses: list[NameUse] = []

    # Declarations

    def declare(self, statement: ast.Statement) -> None:
        if isinstance(statement, ast.Import):
            prefix = f"{statement.prefix.id}_" if statement.prefix else ""
            self._import(statement.library, prefix, set())
        for name, kind in _declared(statement):
            declaration = Declaration(name.id, kind, name.span, statement.span)
            self.declarations.append(declaration)
            self._of(kind).setdefault(name.id, declaration)

    def _of(self, kind: NameKind) -> dict[str, Declaration]:
        """Options and lattices have names of their own."""
        return {NameKind.OPTION: self.options, NameKind.LATTICE: self.lattices}.get(kind, self.names)

    def _import(self, library: ast.Name | ast.Text, prefix: str, read: set[str]) -> None:
        """Imports of imports keep their names."""
        try:
            spec = self.library(library) if self.library else None
        except SpecError:
            return
        if spec is None or (path := spec.span.source.path) in read:
            return
        for statement in spec.statements:
            if isinstance(statement, ast.Import):
                inner = f"{statement.prefix.id}_" if statement.prefix else ""
                self._import(statement.library, inner, read | {path})
            for name, kind in _declared(statement) if statement.is_definition else ():
                declaration = Declaration(prefix + name.id, kind, name.span, statement.span)
                self.imported.append(declaration)
                self._of(kind).setdefault(declaration.name, declaration)

    # Uses

    def use_lattice(self, lattice: ast.Name | None) -> None:
        if lattice and lattice.id in self.lattices:
            self.uses.append(NameUse(lattice.span, self.lattices[lattice.id]))

    def use(self, statement: ast.Statement) -> None:  # noqa: C901, PLR0912
        span = statement.span
        match statement:
            case ast.Def(_, _, parameters, body):
                self.walk(body, self.bound(parameters, {}, span))
            case ast.Also(_, option, where, covers):
                self.option(option.name)
                self.walk((where, covers), self.bound(option.arguments, {}, span))
            case ast.PlaceStatement():
                self.walk(statement.parts[2:-1], {})
                self.walk(statement.where, dict.fromkeys(("piece", "cells", "cell", "sides", "corners")))
            case ast.RequireApart() | ast.RequireConnected() | ast.RequireLoop():
                self.rule(statement)
            case ast.SymmetryStatement(_, motions):
                for motion in motions:
                    self.option(motion.source.name)
                    self.walk(motion.image, self.bound(motion.source.arguments, {}, motion.span))
            case ast.Draw(_, option):
                self.option(option.name)
                local = self.bound(option.arguments, {}, span)
                self.walk((statement.position, statement.mark, statement.color), local)
            case ast.DrawItem(_, item, position):
                self.name(item.name, {})
                self.walk(position, self.bound(item.index, {}, span))
            case ast.Items():
                for family in statement.families:
                    binders = tuple(family.binders(self.names))
                    named = tuple(each for each in binders if each.patterns[0].span != family.name.span)
                    self.walk(tuple(each.domain for each in binders if each not in named), {})
                    local = self.loop(ast.Loop(family.span, named, None), {}, span)
                    self.walk((family.multiplicity, family.price), local)
            case ast.ChosenShapes():
                self.name(statement.source, {})
            case ast.ListedShapes() | ast.AllTiles() | ast.ListedTiles():
                self.listed(statement)
            case ast.LatticeStatement():
                self.lattice(statement)
            case ast.Import() | ast.Enum():
                pass
            case _:
                self.walk(_others(statement), self.loop(_loop_of(statement), {}, span))

    def rule(self, statement: ast.RequireApart | ast.RequireConnected | ast.RequireLoop) -> None:
        """What is required of options, or of pieces by their letters."""
        if isinstance(statement, ast.RequireApart):
            self.name(statement.shapes, {})
            self.walk(statement.per, {"piece": None})
            return
        self.option(statement.option.name)
        local = self.bound(statement.option.arguments, {}, statement.span)
        if not statement.option.arguments:
            local = {"piece": None}
        self.walk((statement.where, statement.place), local)
        if isinstance(statement, ast.RequirePaths):
            self.walk(statement.between, {})
        if isinstance(statement, ast.RequireConnected):
            self.walk(statement.per, local)
            self.walk(statement.along, {})
        if isinstance(statement, ast.RequireAreas):
            if statement.start is not None:
                local = self.loop(statement.loop, {}, statement.span)
            self.walk((statement.how_many, statement.start), local)

    def listed(self, statement: ast.ListedShapes | ast.AllTiles | ast.ListedTiles) -> None:
        match statement:
            case ast.ListedShapes():
                for piece in statement.pieces:
                    self.walk((piece.letter, piece.cells), self.loop(piece.loop, {}, piece.span))
            case ast.ListedTiles():
                for tile in statement.tiles:
                    self.walk((tile.letter, tile.colors), self.loop(tile.loop, {}, tile.span))
            case ast.AllTiles():
                self.walk(statement.colors, {})
                self.walk(statement.where, {statement.rim: None})

    def lattice(self, statement: ast.LatticeStatement) -> None:
        self.walk((statement.periods, statement.angle), {})
        for stated in (statement.corners, statement.neighbors):
            if stated:
                self.walk(stated.entries, self.loop(stated.loop, {}, stated.span))
        for move in statement.moves:
            self.walk(move.image, self.bound(move.names, {}, move.span))

    def walk(self, part: object, local: _Names) -> None:  # noqa: C901
        """Notes the uses within a node, or a tuple of them."""
        match part:
            case ast.Name():
                self.name(part, local)
            case ast.Each(span, value, loop):
                self.walk(value, self.loop(loop, local, span))
            case ast.Aggregate(span, _, value, loop):
                self.walk(value, self.loop(loop, local, span))
            case ast.CoverEach(span, covers, loop):
                self.walk(covers, self.loop(loop, local, span))
            case ast.Call(_, name, arguments) if name.id in self.options and name.id not in local:
                self.option(name)
                self.walk(arguments, local)
            case ast.OptionRef(_, name, arguments):
                self.option(name)
                self.walk(arguments, local)
            case ast.Meaning():
                pass
            case ast.Node():
                self.walk(part.parts[1:], local)
            case tuple():
                for member in part:
                    self.walk(member, local)
            case _:  # a word or a number
                pass

    def loop(self, loop: ast.Loop | None, local: _Names, whole: Span) -> _Names:
        if loop is None:
            return local
        for binder in loop.binders:
            self.walk(binder.domain, local)
            names = [name for pattern in binder.patterns for name in pattern.names]
            is_member = not any(pattern.is_tuple for pattern in binder.patterns)
            local = self.bound(names, local, whole, binder.domain if is_member else None)
        self.walk(loop.where, local)
        return local

    def bound(
        self, names: Sequence[object], local: _Names, whole: Span, domain: ast.Expr | None = None
    ) -> _Names:
        """The local names with those that a loop or a reference binds."""
        found = dict(local)
        for name in names:
            if isinstance(name, ast.Name):
                found[name.id] = Declaration(name.id, NameKind.LOCAL, name.span, whole, domain)
                self.declarations.append(found[name.id])  # type: ignore[arg-type]
        return found

    def name(self, name: ast.Name, local: _Names) -> None:
        declaration = local[name.id] if name.id in local else self.names.get(name.id)
        if declaration:
            self.uses.append(NameUse(name.span, declaration))

    def option(self, name: ast.Name) -> None:
        """The placements of pieces, and the values of a filled board, have the name of those."""
        declaration = self.options.get(name.id) or self.names.get(name.id)
        if declaration:
            self.uses.append(NameUse(name.span, declaration))


def _others(statement: ast.Statement) -> tuple[object, ...]:
    """The rest of a statement besides its own name, that of a lattice, and its loop."""
    known = (*(name for name, _ in _declared(statement)[:1]), _lattice_of(statement), _loop_of(statement))
    return tuple(part for part in statement.parts[1:] if part not in known)


def _loop_of(statement: ast.Statement) -> ast.Loop | None:
    loop = getattr(statement, "loop", None)
    return loop if isinstance(loop, ast.Loop) else None


def _lattice_of(statement: ast.Statement) -> ast.Name | None:
    lattice = getattr(statement, "lattice", None)
    return lattice if isinstance(lattice, ast.Name) else None


def _declared(statement: ast.Statement) -> list[tuple[ast.Name, NameKind]]:
    """The names that a statement declares, options included."""
    if isinstance(statement, ast.Option | ast.Choose | ast.Lines):
        return [(statement.name, NameKind.OPTION)]
    if isinstance(statement, ast.Enum):
        return [(statement.name, NameKind.ENUM), *((name, NameKind.SYMBOL) for name in statement.symbols)]
    kind = statement.declares
    return [(name, kind) for name in statement.declared()] if kind else []
