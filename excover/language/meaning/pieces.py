"""From drawings and sizes to boards and pieces."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import Value, brief
from excover.base.source import Span
from excover.language import messages
from excover.language.expressions.frame import UNIT
from excover.language.expressions.scope import check, check_loop
from excover.language.meaning.drawing import BLANK, Mark, bands, marks, remark
from excover.language.meaning.puzzle import Board, Piece, Shapes
from excover.language.meaning.state import State
from excover.language.syntax import ast
from excover.lattices import Cell, Lattice, default_lattice, extent, translated
from excover.lattices.gluing import gluing
from excover.lattices.lattice import DIMENSIONS, plus
from excover.lattices.polyforms import Polyform

BOARD_MEANINGS = {".": "cell", "?": "optional", "#": "wall", BLANK: "wall"}
SHAPES_MEANINGS = {".": "nothing", BLANK: "nothing"}
DETACHED = "detached"
"""The word in a legend for a piece that is meant to have several parts."""


def board_lattice(statement: ast.BoardStatement, stated: Lattice | None, layers: int) -> Lattice:
    """The stated lattice, or square for a closed layer and cubes otherwise. Raises SpecError."""
    open_ = {"below", "above"} & set(statement.flags)
    glued = set(statement.flags) - open_ - {"crossing"}
    solid = layers > 1 or bool(open_)
    lattice = stated or default_lattice(solid)
    if solid and not lattice.solid:
        raise SpecError(messages.FlatLattice(statement.name.span, lattice.name, bool(open_)))
    if "crossing" in statement.flags and not lattice.around:
        raise SpecError(messages.NothingCrosses(statement.name.span, lattice.cell_names[1]))
    if open_ and lattice.axes > DIMENSIONS:
        raise SpecError(messages.OpenBlocks(statement.name.span, lattice.cell_names[1]))
    if glued and (why := _cannot_close(statement, lattice, glued)):
        raise SpecError(
            messages.BoardCannotClose(statement.name.span, min(glued), lattice.cell_names[1], why)
        )
    return lattice


def _cannot_close(statement: ast.BoardStatement, lattice: Lattice, glued: Collection[str]) -> str:
    """Why the sides of a board cannot be glued together; empty if they can."""
    if not lattice.sides:
        return "lattice"
    if statement.drawing or lattice.whole:
        return "drawing"
    return "slanting" if "torus" not in glued and lattice.sides[1][1] else ""


def sized_board(
    statement: ast.BoardStatement, stated: Lattice | None, sizes: Sequence[int], shift: int
) -> Board:
    """A full board of its lattice; ``sizes`` are rows and columns, and what is before them; ``shift`` is that
    of a torus.
    """
    *before, layers, rows, columns = (1, *sizes) if len(sizes) == 2 else sizes
    lattice = board_lattice(statement, stated, layers)
    refuse_long(lattice, sizes, statement.name.span)
    board = _full_board(statement, lattice, sorted(lattice.box(*before, layers, rows, columns)))
    return board.replaced(gluing=gluing(lattice, board.flags, rows, columns, shift))


def whole_board(statement: ast.BoardStatement, lattice: Lattice) -> Board:
    """All cells of a lattice without periods."""
    return _full_board(statement, board_lattice(statement, lattice, 1), lattice.whole)


def _full_board(statement: ast.BoardStatement, lattice: Lattice, cells: Sequence[Cell]) -> Board:
    name, flags = statement.name, frozenset(statement.flags)
    labels = _board_labels(statement, lattice, cells, {})
    return Board(name.id, name.span, lattice, tuple(cells), lattice.extent(cells), flags, labels=labels)


def drawn_board(statement: ast.BoardStatement, stated: Lattice | None, drawing: ast.Drawing) -> Board:
    """The board of a drawing. Raises SpecError."""
    name = statement.name
    shown = checked_marks(drawing, stated)
    strokes = _stroke_meanings(stated)
    meanings = _meanings(statement.legend, BOARD_MEANINGS | strokes)
    wrong = [m for m in shown if m.text not in meanings and not _is_label(m.text)]
    if wrong:
        instead = "" if strokes else "#" if any(meanings.get(m.text) == "cell" for m in shown) else "."
        raise SpecError(messages.UnknownBoardMark(wrong[0].span, _alike(wrong, drawing), instead))
    kept = [mark for mark in shown if meanings.get(mark.text) != "wall"]
    if not kept:
        raise SpecError(messages.BoardWithoutCells(name.span, name.id))
    box = (stated or default_lattice(solid=True)).extent(mark.cell for mark in shown)
    lattice = board_lattice(statement, stated, box[0])
    refuse_long(lattice, lattice.sizes(box), name.span)
    _refuse_off_lattice(lattice, kept, pieces=False)
    cells = tuple(sorted(mark.cell for mark in kept))
    lettered = {mark.cell: mark for mark in kept if mark.text not in meanings}
    return Board(
        name.id,
        name.span,
        lattice,
        cells,
        box,
        frozenset(statement.flags),
        frozenset(mark.cell for mark in kept if meanings.get(mark.text) == "optional"),
        _board_labels(statement, lattice, cells, lettered),
        sum(mark.text == "#" for mark in shown),
    )


def _board_labels(
    statement: ast.BoardStatement, lattice: Lattice, cells: Sequence[Cell], lettered: Mapping[Cell, Mark]
) -> dict[Cell, str]:
    """The labels of a board: the letters of its drawing, and those drawn separately. Raises SpecError."""
    labels, there = _cell_labels(statement.labels, lattice), set(cells)
    for cell, mark in labels.items():
        if cell not in there:
            raise SpecError(messages.LabelWithoutCell(mark.span))
        if cell in lettered:
            raise SpecError(messages.LabelledTwice(mark.span, lettered[cell].span))
    return {cell: mark.text for cell, mark in sorted({**lettered, **labels}.items())}


def drawn_shapes(statement: ast.ShapesStatement, lattice: Lattice | None) -> tuple[Shapes, list[Diagnostic]]:
    """The pieces of a drawing in the order of their first marks, and warnings. Raises SpecError."""
    stated = _meanings(statement.legend, SHAPES_MEANINGS, DETACHED)
    meanings = {character: meaning for character, meaning in stated.items() if meaning != DETACHED}
    meanings |= dict.fromkeys(_stroke_meanings(lattice).keys() & {"+"}, "nothing")
    pieces: dict[str, Piece] = {}
    parts: dict[str, int] = {}
    warnings: list[Diagnostic] = []
    labels = _cell_labels(statement.labels, lattice)
    for band in bands(statement.drawing.lines):
        for piece in _pieces_of(
            band, statement.drawing, lattice or default_lattice(solid=True), meanings, labels
        ):
            if piece.letter in pieces:
                earlier = pieces[piece.letter]
                raise SpecError(messages.PieceDrawnTwice(piece.span, piece.letter, earlier.span))
            pieces[piece.letter] = piece
            parts[piece.letter] = (lattice or default_lattice(solid=True)).components(piece.cells)
            if parts[piece.letter] > 1 and not statement.detached and stated.get(piece.letter) != DETACHED:
                in_layers = extent(piece.cells)[0] > 1
                warnings.append(
                    messages.PieceInParts(piece.span, piece.letter, parts[piece.letter], in_layers)
                )
    name = statement.name
    for line in statement.legend:
        if line.meaning.id == DETACHED and parts.get(line.character.value) == 1:
            warnings.append(messages.InOnePart(line.character.span, f"the piece `{line.character.value}` is"))
    if statement.detached and {*parts.values()} == {1}:
        warnings.append(messages.InOnePart(name.span, f"all pieces of `{name.id}` are"))
    if not pieces:
        raise SpecError(messages.DrawingWithoutPieces(name.span, name.id))
    if labels:
        raise SpecError(messages.LabelWithoutCell(next(iter(labels.values())).span))
    return Shapes(name.id, name.span, lattice, tuple(pieces.values())), warnings


def _cell_labels(drawing: ast.Drawing | None, lattice: Lattice | None) -> dict[Cell, Mark]:
    """The labels at each place of a drawing of labels."""
    shown = checked_marks(drawing, lattice) if drawing else []
    strokes = _stroke_meanings(lattice).keys() & {"+"}
    labels = {mark.cell: mark for mark in shown if mark.text not in SHAPES_MEANINGS.keys() | strokes}
    wrong = next((mark for mark in labels.values() if not _is_label(mark.text)), None)
    if wrong:
        raise SpecError(messages.InvalidLabel(wrong.span))
    return labels


def _pieces_of(
    band: Sequence[Span],
    drawing: ast.Drawing,
    lattice: Lattice,
    meanings: Mapping[str, str],
    labels: dict[Cell, Mark],
) -> list[Piece]:
    """The pieces of some lines. Their labels are taken out of those of the whole drawing."""
    found: dict[str, list[Mark]] = {}
    begin = (0, drawing.lines.index(band[0]), 0)
    drawn = [
        m for m in checked_marks(ast.Drawing(drawing.span, tuple(band)), lattice) if m.text not in meanings
    ]
    if wrong := [mark for mark in drawn if not _is_label(mark.text)]:
        letters = {mark.text for mark in drawn if _is_label(mark.text)}
        raise SpecError(
            messages.UnknownPieceMark(
                wrong[0].span, _alike(wrong, drawing), _meant_by(wrong[0].text, letters)
            )
        )
    for mark in drawn:
        found.setdefault(mark.text, []).append(mark)
    _refuse_off_lattice(lattice, [mark for shown in found.values() for mark in shown], pieces=True)
    pieces = []
    for letter, shown in found.items():
        cells = [mark.cell for mark in shown]
        refuse_long(lattice, lattice.spans(cells), shown[0].span)
        moved = dict(zip(cells, translated(cells, lattice.shift(cells)), strict=True))
        own = {to: label.text for cell, to in moved.items() if (label := labels.pop(plus(cell, begin), None))}
        pieces.append(Piece(letter, tuple(sorted(moved.values())), shown[0].span, own))
    return pieces


def _stroke_meanings(lattice: Lattice | None) -> dict[str, str]:
    """What the strokes of edges mean on a board, and the sign of a joint."""
    strokes = lattice.strokes.values() if lattice else ()
    return dict.fromkeys(strokes, "cell") | ({"+": "wall"} if strokes else {})


def _alike(marks: Sequence[Mark], drawing: ast.Drawing) -> tuple[Span, ...]:
    """Where the first of some marks stands; nowhere if the lines have no places in the text of the drawing.

    So it is where YAML escapes characters.
    """
    alike = [mark.span for mark in marks if mark.text == marks[0].text]
    return tuple(span for span in alike if span.source is drawing.span.source)


def _meant_by(character: str, letters: set[str]) -> str:
    """What a character among pieces with these letters probably is: nothing, or a cell of the only piece.

    >>> _meant_by("_", {"L", "T"}), _meant_by("*", {"L"}), _meant_by("*", set()), _meant_by("*", {"L", "T"})
    ('.', 'L', 'A', '')
    """
    if character in "_-,":
        return "."
    return "".join(letters or "A") if len(letters) < 2 else ""


def _is_label(text: str) -> bool:
    return text.isascii() and text.isalnum()


def _meanings(legend: Sequence[ast.Meaning], usual: Mapping[str, str], *further: str) -> dict[str, str]:
    """The meaning of each character by a legend, or by default. ``further`` are words for legends only."""
    meanings, words = dict(usual), {*usual.values(), *further}
    for line in legend:
        if len(line.character.value) != 1 or line.character.value == "|":
            raise SpecError(messages.InvalidLegendCharacter(line.character.span))
        if line.meaning.id not in words:
            raise SpecError(messages.UnknownLegendMeaning(line.meaning.span, line.meaning.id, sorted(words)))
        meanings[line.character.value] = line.meaning.id
    return meanings


def _refuse_off_lattice(lattice: Lattice, shown: Sequence[Mark], *, pieces: bool) -> None:
    """A stroke, such as `/`, has to be drawn where there is an edge of that direction."""
    if strays := set(lattice.strays([mark.cell for mark in shown])):
        wrong = next(mark for mark in shown if mark.cell in strays)
        many = lattice.cell_names[1]
        first = shown[0].span if len(lattice.steps) == 1 else None
        by, column = _columns_off(lattice, shown), wrong.cell[2] + 1
        beside = _columns_beside(lattice, wrong.cell)
        dot, sites = wrong.text == ".", lattice.sites
        raise SpecError(
            messages.CellOffLattice(wrong.span, first, many, sites, pieces, dot, by, column, beside)
        )
    strokes = set(lattice.strokes.values())
    for mark in shown:
        stroke = lattice.strokes.get(lattice.kind(mark.cell), mark.text)
        if mark.text in strokes and mark.text != stroke:
            raise SpecError(messages.OtherStroke(mark.span, mark.text, stroke, lattice.sites))


def _columns_off(lattice: Lattice, shown: Sequence[Mark]) -> int:
    """How many columns to the right, at least, all marks would have to stand; negative: to the left."""
    wide, first = lattice.translations[2][2], min(mark.cell[2] for mark in shown)
    for by in sorted(range(max(-first, -wide), wide + 1), key=abs):
        if not lattice.strays([plus(mark.cell, (0, 0, by)) for mark in shown]):
            return by
    return 0


def _columns_beside(lattice: Lattice, cell: Cell) -> list[int]:
    """The nearest columns to the left and right where a cell stands in a drawing that begins with the
    lattice; none if a drawing begins with a cell."""
    layer, row, column = cell
    wide = lattice.translations[2][2] if len(lattice.steps) > 1 else 0
    ways = range(column - 1, max(-1, column - 1 - wide), -1), range(column + 1, column + 1 + wide)
    found = ((at for at in way if not lattice.strays([(layer, row, at)])) for way in ways)
    return [at + 1 for each in found if (at := next(each, None)) is not None]


def refuse_long(lattice: Lattice, sizes: Sequence[int], span: Span) -> None:
    if lattice.longest and max(sizes) > lattice.longest:
        raise SpecError(messages.TooLongForItsLattice(span, lattice.cell_names[1], lattice.longest))


def checked_marks(drawing: ast.Drawing, lattice: Lattice | None) -> list[Mark]:
    """Raises SpecError for a comment or a tab among them, or for one that is too far away."""
    if behind := remark(drawing.lines):
        raise SpecError(messages.CommentInDrawing(behind))
    shown = list(marks(drawing.lines, lattice))
    tab = next((mark for mark in shown if mark.text == "\t"), None)
    if tab:
        raise SpecError(messages.TabInDrawing(tab.span))
    if lattice and lattice.longest and (far := next((m for m in shown if lattice.is_beyond(m.cell)), None)):
        raise SpecError(messages.TooLongForItsLattice(far.span, lattice.cell_names[1], lattice.longest))
    return shown


# The letters of `shapes .. = all ..`: those by which the pieces are known, as the libraries draw them.

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def names_of(state: State, span: Span, lattice: Lattice, group: str, forms: Sequence[Polyform]) -> list[str]:
    """The usual letters of forms of one size; if there are none, letters and digits in order, or numbers."""
    sizes = {len(form) for form in forms}
    library = lattice.libraries.get((len(forms[0]), group)) if len(sizes) == 1 else None
    if library:
        usual = _letters(state, ast.Name(span, library), lattice, group)
        return [usual[form] for form in forms]
    return in_order(len(forms))


def in_order(number: int) -> list[str]:
    """So many names: letters and digits, or numbers if these do not suffice."""
    if number <= len(_LETTERS):
        return list(_LETTERS[:number])
    return list(map(str, range(1, number + 1)))


def _letters(state: State, library: ast.Name, lattice: Lattice, group: str) -> dict[Polyform, str]:
    """The letters that a library draws, by the form as `polyforms` lists it."""
    (drawing,) = state.load.spec(library).statements
    assert isinstance(drawing, ast.ShapesStatement)
    shapes, _ = drawn_shapes(drawing, lattice)
    return {min(lattice.orientations(piece.cells, group)): piece.letter for piece in shapes.pieces}


# Pieces that a statement lists one by one: each has a letter and a value, and a part may have a loop.

ListedPart = TypeVar("ListedPart", ast.PieceCells, ast.TileColors)


def pieces_by_letter(
    state: State,
    statement: ast.ListedShapes | ast.ListedTiles,
    parts: Sequence[ListedPart],
    made: Callable[[ListedPart], Iterable[Piece]],
) -> dict[str, Piece]:
    """The pieces of all parts of a statement, in their order. Raises SpecError."""
    pieces: dict[str, Piece] = {}
    for part in parts:
        for piece in made(part):
            if piece.letter in pieces:
                raise SpecError(
                    messages.PieceListedTwice(part.letter.span, piece.letter, pieces[piece.letter].span)
                )
            pieces[piece.letter] = piece
            if len(pieces) > state.limits.pieces:
                raise SpecError(messages.TooManyShapes(statement.span, state.limits.pieces, "list fewer"))
    if not pieces:
        raise SpecError(messages.NoPiecesLeft(statement.span, statement.name.id))
    return pieces


def letters_and_values(
    state: State, part: ast.PieceCells | ast.TileColors, value: ast.Expr
) -> Iterator[tuple[str, Value, str]]:
    """The letter and the value of each piece of a part, one for each binding of its loop, and that binding.

    Raises SpecError.
    """
    local = check_loop(part.loop, state.scope) if part.loop else frozenset[str]()
    check(part.letter, state.scope, local)
    check(value, state.scope, local)
    frame = state.evaluator.expand(part.loop)[0] if part.loop else UNIT
    letters, values = state.evaluator.column(part.letter, frame), state.evaluator.column(value, frame)
    for row, (letter, found) in enumerate(zip(letters, values, strict=True)):
        name, binding = brief(letter) if type(letter) is int else letter, frame.binding(row)
        if not (isinstance(name, str) and name.isascii() and name.isalnum()):
            raise SpecError(messages.InvalidPieceName(part.letter.span, letter, binding))
        yield name, found, binding
