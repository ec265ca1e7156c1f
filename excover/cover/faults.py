"""The wording of what can be wrong with options and givens (codes E102, E301 to E349, W301 to W349)."""

from __future__ import annotations

from collections.abc import Sequence

from excover.css import names
from excover.diagnostics import Diagnostic, error, warning
from excover.expressions.faults import kind, reached
from excover.expressions.scope import ItemFamily
from excover.names import ItemName, OptionName, Record, Symbol, Value, brief
from excover.source import Span
from excover.words import did_you_mean, listed, plural, raised


def missing_item(
    span: Span, family: ItemFamily, missing: ItemName, binding: str, count: int, total: int
) -> Diagnostic:
    found = error("E102", f"`{missing}` does not exist").at(span, reached(binding))
    found = found.beside(family.span, f"`{family.name}` is declared here for {family.shape}")
    found = found.noted(f"{count:,} of {plural(total, 'option')} {'falls' if count == 1 else 'fall'} outside")
    if meant := _field_meant(family, missing, span):
        return found.helped(meant)
    return found.helped(
        "narrow the binder, add a condition with `where`, or say `if` behind the item it is for"
    )


def _field_meant(family: ItemFamily, missing: ItemName, span: Span) -> str:
    """A record stands where the family has one of its fields as index."""
    for at, index in enumerate(missing.indices):
        if not isinstance(index, Record):
            continue
        known = {key[at] for key in family.keys if at < len(key)}
        columns = [name for name, value in index.fields.items() if value in known]
        if columns:
            record = span.text.partition("[")[2].removesuffix("]").split(",")[at].strip() or "record"
            return f"its index is a field of the record: `{record}.{columns[0]}`"
    return ""


def covered_twice(span: Span, option: OptionName, item: ItemName, count: int) -> Diagnostic:
    return (
        error("E301", f"`{option}` covers `{item.in_words}` twice")
        .at(span)
        .noted(f"so {_others(count - 1)}" if count > 1 else "")
        .helped("exclude it with `where`, or say `if` behind one of the two covers")
    )


def nothing_covered(span: Span, option: OptionName) -> Diagnostic:
    return error("E302", f"`{option}` covers nothing").at(span).helped("exclude it with `where`")


def _others(count: int) -> str:
    return f"{'does' if count == 1 else 'do'} {count:,} more of these options"


def only_secondary(span: Span, option: OptionName, count: int, covered: Sequence[ItemFamily]) -> Diagnostic:
    others = f"so {_others(count - 1)}" if count > 1 else ""
    found = error("E303", f"`{option}` covers no item that has to be covered").at(span)
    for family in covered:
        found = found.beside(family.span, f"`{family.name}` may stay uncovered")
    return found.noted(
        others,
        "nothing demands it and nothing speaks against it, so nobody can tell whether it is to be chosen",
    ).helped(
        "let it cover an item that must be covered, or say `optional option` to have it tried both ways",
        "`at most once` and `colored` hold for all items of a statement: write two `item` statements, one of "
        "them for the items that must be covered"
        if len(covered) > 1
        else "",
    )


def equal_options(span: Span, one: OptionName, other: OptionName, count: int, first: Span) -> Diagnostic:
    found = warning("W301", f"`{one}` and `{other}` cover the same items").at(span)
    found = found.beside(first, "the first of them") if first != span else found
    return found.noted(
        f"{plural(count, 'option covers', 'options cover')} just what an earlier option covers; "
        "each is another answer, and multiplies the number of solutions"
    ).helped("if they are one answer to you, say `distinct` before `covers`")


def too_many(span: Span, what: str, count: int, limit: int) -> Diagnostic:
    return (
        error("E505", f"{count:,} {what} up to here, the limit is {limit:,}")
        .at(span)
        .helped("narrow a binder, or add a condition with `where`", raised(what))
    )


def too_long_a_piece(span: Span, letter: str, board: str) -> Diagnostic:
    return (
        error("E505", f"piece `{letter}` is too long to be laid on `{board}` in every way")
        .at(span)
        .helped("is there a mark far away from the others?", raised("entries"))
    )


def uncoverable(span: Span, items: Sequence[ItemName]) -> Diagnostic:
    names = listed([item.in_words for item in items], "and", 6)
    return (
        warning("W302", f"nothing can cover {names}")
        .at(span, "declared here")
        .noted("so there is no solution")
        .helped("let an option cover it; what may stay uncovered is `at most once`, or `?` in a drawn board")
    )


def areas_disagree(span: Span, shapes: str, pieces: int, board: str, cells: int, walls: int) -> Diagnostic:
    found = (
        warning("W303", f"the pieces of `{shapes}` have {pieces:,} cells, `{board}` has {cells:,} to cover")
        .at(span)
        .noted("so there is no solution")
    )
    if walls == pieces:
        return found.helped(
            f"in a drawing `.` is a cell and `#` is none; the other way round there are {walls:,}"
        )
    if pieces < cells:
        return found.helped(
            "if a piece may be used more than once, say how often: `each at least 0 times`",
            "if cells may stay empty, draw the board with `?` for them",
        )
    return found.helped(
        "draw a larger board, or leave pieces out",
        "if not every piece has to be used, say so: `each at most once`",
    )


def fits_nowhere(span: Span, letters: Sequence[str], boards: Sequence[str]) -> Diagnostic:
    """Pieces that need not be used, and never can be."""
    which = f"piece `{letters[0]}` fits" if len(letters) == 1 else f"pieces {listed(letters, 'and', 12)} fit"
    return (
        warning("W304", f"{which} nowhere on {listed(boards, 'and')}")
        .at(span)
        .noted("no solution uses it" if len(letters) == 1 else "no solution uses them")
        .helped("is its drawing misaligned? marks of one letter, band and layer are one piece")
    )


def not_a_position(span: Span, value: Value, binding: str) -> Diagnostic:
    return (
        error("E304", f"{kind(value)} is not a place to draw at: {brief(value)}")
        .at(span, reached(binding))
        .helped("places are `(row, column)` or `(layer, row, column)`, or a set of them")
    )


def outside_board(span: Span, position: Value, board: str, binding: str) -> Diagnostic:
    return (
        error("E305", f"`{board}` has no cell {brief(position)}")
        .at(span, reached(binding))
        .helped(
            "places are counted from 1: `(row, column)`, or `(layer, row, column)` on a board with layers"
        )
    )


def mixed_positions(span: Span) -> Diagnostic:
    return (
        error("E306", "places with two and with three coordinates cannot be drawn together")
        .at(span, "the first that draws")
        .helped("name the layer everywhere: `(layer, row, column)`")
    )


def not_a_mark(span: Span, value: Value, binding: str) -> Diagnostic:
    return (
        error("E307", f"a mark is a number or a text without blanks and bars, not {brief(value)}")
        .at(span, reached(binding))
        .helped("`.`, `?`, `#` and `_` alone are no marks either: in a drawing they say something else")
    )


def not_drawable(span: Span, value: Value, binding: str) -> Diagnostic:
    text = value.name if isinstance(value, Symbol) else value
    close = did_you_mean(text, names()) if isinstance(text, str) else ""
    return (
        error("E309", f"{brief(value)} is no color to draw in")
        .at(span, reached(binding))
        .helped(close, 'colors are the names of CSS, such as `"orange"`, and digits: `"#ffa500"` or `"#fa0"`')
    )


def two_colors(span: Span, mark: str, color: Value, binding: str, other: Value, first: Span) -> Diagnostic:
    found = error("E310", f"the mark `{mark}` is drawn in two colors: {brief(other)} and {brief(color)}")
    found = found.at(span, reached(binding))
    found = found.beside(first, f"here in {brief(other)}") if first != span else found
    return found.helped("a mark has one color, wherever it is drawn: draw another mark, or in the same color")


def mark_not_drawn(span: Span, mark: str, known: Sequence[str]) -> Diagnostic:
    found = error("E311", f"nothing draws the mark `{mark}`").at(span)
    if not known:
        return found.helped('nothing is drawn at all: say `draw put(r, c) at (r, c) as "A"`, for example')
    return found.helped(did_you_mean(mark, known), f"these are drawn: {listed(known, 'and')}")


def canvas_too_large(span: Span, cells: int, limit: int) -> Diagnostic:
    return (
        error("E506", f"a drawing of {cells:,} cells, the limit is {limit:,}")
        .at(span, "this and all other `draw` statements together")
        .helped("draw at small numbers, close to each other", raised("cells"))
    )


# Givens


def nothing_drawn(span: Span) -> Diagnostic:
    return (
        error("E320", "there is no drawing that this could be a part of")
        .at(span)
        .helped("say how options are drawn: `draw put(r, c, v) at (r, c) as v`, or give options by name")
    )


def too_many_bands(span: Span, boards: Sequence[str]) -> Diagnostic:
    return (
        error("E321", f"one drawing for each of {listed(boards, 'and')} is expected, a blank line between")
        .at(span, "this is one too many")
        .helped("leave it out, or the blank line above it")
    )


def outside_canvas(span: Span, mark: str, where: str, size: str) -> Diagnostic:
    return (
        error("E322", f"`{mark}` stands outside {where}")
        .at(span, f"{where} has {size}")
        .helped("is the drawing shifted? it begins at the first row and column")
    )


def mark_on_hole(span: Span, mark: str, where: str) -> Diagnostic:
    return (
        error("E323", f"`{mark}` stands where {where} has no cell")
        .at(span)
        .helped("is the drawing shifted? `.`, `#` and blanks say nothing")
    )


def no_such_mark(span: Span, mark: str, possible: Sequence[str]) -> Diagnostic:
    found = error("E324", f"nothing can draw `{mark}` here").at(span)
    return found.helped(f"possible here: {listed(possible)}" if possible else "no option draws anything here")


def line_length(span: Span, got: int, wanted: int) -> Diagnostic:
    return (
        error("E325", f"a line of {plural(got, 'mark')}, and {wanted:,} are expected")
        .at(span)
        .helped("write all rows one behind the other, or each row in a line of its own")
    )


def unknown_given(span: Span, option: OptionName) -> Diagnostic:
    return (
        error("E326", f"there is no option `{option}`")
        .at(span)
        .helped("its arguments are outside the binders, or `where` excludes it")
    )


CONTRADICTIONS = frozenset(("E327", "E328", "E329"))
"""The codes of givens that are well formed and exclude each other."""


def given_excluded(span: Span, text: str) -> Diagnostic:
    return (
        error("E329", "the other givens leave no way to meet this one")
        .at(span, text)
        .helped("take it out, or one of the others")
    )


def givens_contradict(first: Span, second: Span, item: ItemName, givens: tuple[str, str]) -> Diagnostic:
    return (
        error("E327", f"givens contradict each other: both need `{item.in_words}`")
        .at(second, givens[1])
        .beside(first, givens[0])
        .helped("take one of them out")
    )


def not_a_placement(spans: Sequence[Span], letter: str, owners: Sequence[str]) -> Diagnostic:
    """``owners`` are the pieces that could lie on just these cells."""
    found = error("E328", f"these marks are no legal placement of `{letter}`")
    for span in spans:
        found = found.at(span)
    return found.helped(
        f"they could be {listed(owners)}" if owners else "all marks of a letter are one piece"
    )


def not_a_color(span: Span) -> Diagnostic:
    return (
        error("E308", "a color is a number, a text, a symbol or a tuple")
        .at(span)
        .helped("give a single value, such as a member of an `enum`")
    )


def cost_too_large(span: Span, cost: int, most: int) -> Diagnostic:
    return (
        error("E312", f"a cost of {cost:,} is too large")
        .at(span)
        .noted(f"sums of costs have to fit 64 bits: here each may be between -{most:,} and {most:,}")
        .helped("say costs in a larger unit")
    )


def no_such_item(span: Span, item: ItemName) -> Diagnostic:
    return (
        error("E102", f"`{item}` does not exist")
        .at(span)
        .helped("give an item within the sets that it is declared for")
    )


def no_such_color(span: Span, item: ItemName, color: Value, known: Sequence[Value]) -> Diagnostic:
    return (
        error("E331", f"nothing gives `{item}` the color {brief(color)}")
        .at(span)
        .helped(f"possible here: {listed([brief(value) for value in known])}")
    )


def image_missing(span: Span, source: OptionName, target: OptionName) -> Diagnostic:
    return (
        error("E332", f"this is no symmetry: `{source}` would go to `{target}`, which is no option")
        .at(span)
        .helped("a symmetry takes every option to an option: a mirror image of `c in 1..n` is `n + 1 - c`")
    )


def not_a_symmetry(span: Span, clash: tuple[OptionName, OptionName] | None) -> Diagnostic:
    found = error("E333", "this is no symmetry: it does not take items to items").at(span)
    if clash:
        found = error("E333", f"this is no symmetry: `{clash[0]}` and `{clash[1]}` go to the same option").at(
            span
        )
    return found.helped(
        "options that a symmetry does not name stay where they are; `a(x) -> .., b(x) -> ..` names two"
    )


def group_too_large(span: Span, options: int, most: int) -> Diagnostic:
    return (
        error("E507", f"the symmetry group of {options:,} options takes more than {most:,} numbers")
        .at(span, "these symmetries and their combinations")
        .helped("say fewer symmetries, or count without `up to symmetry`", raised("symmetries"))
    )
