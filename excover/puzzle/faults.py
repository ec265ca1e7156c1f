"""The wording of what can be wrong with declarations, boards and pieces (codes E201 to E239, W201 ..)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from excover.diagnostics import Diagnostic, error, warning
from excover.expressions.faults import kind
from excover.names import Value, brief
from excover.source import Span
from excover.words import clipped, did_you_mean, listed, plural, raised, visible


def said_twice(span: Span, what: str, earlier: Span) -> Diagnostic:
    return error("E201", f"{what} is said twice").at(span).beside(earlier, "here already")


def unknown_parameter(name: str, known: Iterable[str]) -> Diagnostic:
    names = list(known)
    found = error("E202", f"there is no parameter `{name}`").helped(did_you_mean(name, names))
    return found.helped(
        f"the parameters are {listed(names, 'and')}" if names else "this description has none"
    )


def parameter_value(span: Span, name: str, value: Value, domain: Value) -> Diagnostic:
    return (
        error("E203", f"parameter `{name}` cannot be {brief(value)}")
        .at(span, f"it is one of {brief(domain)}")
        .helped("choose such a value, or widen the set behind `in`")
    )


def parameter_kind(span: Span, name: str, value: Value, default: Value) -> Diagnostic:
    return (
        error("E204", f"parameter `{name}` cannot be {brief(value)}")
        .at(span, f"it is {kind(default)}")
        .helped("give a value of the same kind as the one that is declared")
    )


def unknown_library(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    names = list(known)
    return (
        error("E205", f"there is no shipped description `{name}`")
        .at(span)
        .helped(did_you_mean(name, names) or f"shipped are {listed(names, 'and', 30)}")
    )


def import_cycle(span: Span, name: str) -> Diagnostic:
    return (
        error("E206", f"`{visible(name)}` imports itself")
        .at(span)
        .helped("leave this import out, or move what both need to a third file")
    )


def imports_too_deep(span: Span, limit: int) -> Diagnostic:
    return (
        error("E260", f"more than {limit} descriptions import each other in a chain")
        .at(span)
        .helped("import what is needed here directly", raised("nesting"))
    )


def not_an_index_set(span: Span, value: Value) -> Diagnostic:
    found = error("E207", f"an item family needs a set here, and this is {kind(value)}").at(span)
    return found.helped(f"write `1..{clipped(span.text)}`" if isinstance(value, int) else "")


def too_many_items(span: Span, factors: list[int], limit: int) -> Diagnostic:
    product = " × ".join(f"{factor:,}" for factor in factors)
    return error("E503", f"{product} items, the limit is {limit:,}").at(span).helped(raised("items"))


def too_many_families(span: Span, count: int, limit: int) -> Diagnostic:
    return (
        error("E503", f"{count:,} items up to here, the limit is {limit:,}").at(span).helped(raised("items"))
    )


def empty_family(span: Span, name: str) -> Diagnostic:
    return (
        warning("W201", f"`{name}` has no items")
        .at(span, "this set is empty")
        .helped("if that is meant for some parameters only, this can be ignored")
    )


def board_needs_size(span: Span, name: str) -> Diagnostic:
    return (
        error("E208", f"board `{name}` has neither a size nor a drawing")
        .at(span)
        .helped(f"write `board {name} 6x10`, or draw it below, each line beginning with a bar: `|....`")
    )


def board_has_both(span: Span, name: str) -> Diagnostic:
    return error("E209", f"board `{name}` has a size and a drawing").at(span).helped("leave the size out")


def board_size(span: Span, value: Value) -> Diagnostic:
    return (
        error("E210", f"a board cannot be {brief(value)} cells wide")
        .at(span)
        .helped("sizes are numbers from 1")
    )


def board_dimensions(span: Span, count: int) -> Diagnostic:
    return (
        error("E211", f"a board has 2 or 3 sizes, not {count}")
        .at(span)
        .helped("`6x10` is rows by columns, `3x4x5` layers by rows by columns")
    )


def board_too_large(span: Span, factors: Iterable[int], limit: int) -> Diagnostic:
    product = " × ".join(f"{factor:,}" for factor in factors)
    return (
        error("E504", f"a board of {product} cells, the limit is {limit:,}").at(span).helped(raised("cells"))
    )


def board_without_cells(span: Span, name: str) -> Diagnostic:
    return error("E212", f"board `{name}` has no cells").at(span).helped("`.` draws a cell")


def board_mark(span: Span) -> Diagnostic:
    return (
        error("E213", f"`{span.text}` means nothing in the drawing of a board")
        .at(span)
        .helped(
            "`.` is a cell to cover, `?` one that may stay empty, `#` or a blank is no cell, "
            "a letter or digit is a cell with that label; `legend` gives other characters a meaning"
        )
    )


def remark_in_drawing(span: Span) -> Diagnostic:
    return (
        error("E257", "a comment behind a line of a drawing")
        .at(span, "all of this is part of the drawing")
        .helped(
            "a comment stands on a line of its own",
            "if these are cells, write blanks instead of `#`: they too are no cells",
        )
    )


def tab_in_drawing(span: Span) -> Diagnostic:
    return error("E214", "a tab in a drawing").at(span).helped("use blanks: a tab has no certain width")


def shapes_mark(span: Span) -> Diagnostic:
    return (
        error("E215", f"`{span.text}` means nothing in the drawing of pieces")
        .at(span)
        .helped(
            "a letter or digit is a cell of the piece of that name, `.` or a blank is nothing",
            "a comment stands on a line of its own" if span.text == "#" else "",
        )
    )


def no_pieces(span: Span, name: str) -> Diagnostic:
    return (
        error("E216", f"`{name}` has no pieces").at(span).helped("draw each piece with a letter of its own")
    )


def piece_drawn_twice(span: Span, letter: str, earlier: Span) -> Diagnostic:
    return (
        error("E217", f"piece `{letter}` is drawn twice")
        .at(span)
        .beside(earlier, "here already, in an earlier band")
        .helped("every piece has its own letter; a blank line separates bands")
    )


def piece_in_parts(span: Span, letter: str, count: int, in_layers: bool) -> Diagnostic:
    return (
        warning("W202", f"piece `{letter}` does not hang together")
        .at(span, f"it is in {count:,} parts")
        .helped(
            "if a part is another piece, give it a letter of its own",
            f'if the parts belong together, say so below the drawing: `legend "{letter}" = detached`',
            "a bar begins the next layer of the whole line, where each piece stands in the same columns again"
            if in_layers
            else "",
        )
    )


def never_placed(span: Span, name: str) -> Diagnostic:
    return (
        warning("W203", f"the pieces of `{name}` are never placed")
        .at(span)
        .helped(f"write `place free {name} on board`")
    )


def not_a(span: Span, name: str, wanted: str, known: Iterable[str]) -> Diagnostic:
    names = list(known)
    there = f"there is {listed(names, 'and')}" if names else f"no {wanted} is declared above"
    return error("E218", f"`{name}` is not a {wanted}").at(span).helped(did_you_mean(name, names) or there)


def too_deep_piece(span: Span, letter: str, board: str, declared: Span) -> Diagnostic:
    return (
        error("E219", f"piece `{letter}` has several layers and can never lie in `{board}`")
        .at(span)
        .beside(declared, "this board is one layer deep and closed")
        .helped("say `, open below` or `, open above` where pieces may stick out")
    )


def at_least_value(span: Span, value: Value) -> Diagnostic:
    return (
        error("E220", f"`covering at least {brief(value)}` says nothing")
        .at(span)
        .helped("1 and more can be asked for")
    )


def mirrored_in_space(span: Span) -> Diagnostic:
    return (
        warning("W204", "`free` also places mirror images, which no solid piece can be turned into")
        .at(span)
        .helped("`one-sided` is every way to turn a piece in space")
    )


def congruent(span: Span, letters: list[str], factor: int, first: Span) -> Diagnostic:
    return (
        warning("W205", f"pieces {listed(letters, 'and')} have the same shape")
        .at(span)
        .beside(first, "the first of them")
        .noted(f"swapping them gives another solution: counts are {factor:,} times as large")
        .helped(f"if they are alike, draw only one of them and say `each {len(letters)} times`")
    )


def placed_twice(span: Span, shapes: str, board: str, earlier: Span) -> Diagnostic:
    return (
        error("E221", f"`{shapes}` is placed on `{board}` twice")
        .at(span)
        .beside(earlier, "here already")
        .helped("leave one of them out; `free` places all that `one-sided` and `fixed` do")
    )


def option_twice(span: Span, name: str, earlier: Span) -> Diagnostic:
    return (
        error("E103", f"option `{name}` is declared twice")
        .at(span)
        .beside(earlier, "here already")
        .helped("an option is known by its name and arguments: give this one another name")
    )


def several_boards(span: Span, boards: Iterable[str]) -> Diagnostic:
    return (
        error("E223", f"on which board: {listed(list(boards))}?")
        .at(span)
        .helped("with several boards `draw` is not needed: options show on the boards they cover")
    )


def unknown_option(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    names = list(known)
    return (
        error("E224", f"there is no option `{name}`")
        .at(span)
        .helped(did_you_mean(name, names), "" if names else "declare options before they are drawn or given")
    )


def option_arguments(span: Span, name: str, wanted: Iterable[str], declared: Span) -> Diagnostic:
    call = f"{name}({', '.join(wanted)})"
    return (
        error("E225", f"option `{name}` has other arguments")
        .at(span)
        .beside(declared, f"declared here as `{call}`")
        .helped(f"write `{call}`")
    )


def draw_argument(span: Span) -> Diagnostic:
    return (
        error("E226", "an option is drawn with a name of its own for each argument")
        .at(span)
        .helped("write `draw put(r, c, v) at (r, c) as v`")
    )


def color_without_quotes(span: Span, name: str) -> Diagnostic:
    return error("E101", f"`{name}` is not declared").at(span).helped(f'a color is a text: `"{name}"`')


def mark_without_quotes(span: Span, name: str) -> Diagnostic:
    return error("E101", f"`{name}` is not declared").at(span).helped(f'a mark is a text: `"{name}"`')


def draw_placing(span: Span, name: str) -> Diagnostic:
    return error("E227", f"the pieces of `{name}` draw themselves").at(span).helped("leave this `draw` out")


def symmetry_of_placing(span: Span, name: str) -> Diagnostic:
    return (
        error("E227", f"the pieces of `{name}` have the symmetries of their board")
        .at(span)
        .helped("leave this `symmetry` out: those of boards are found without being told")
    )


def unknown_family(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    names = list(known)
    return (
        error("E101", f"item `{name}` is not declared")
        .at(span)
        .helped(did_you_mean(name, names) or f"declare it: `item {name}[..]`")
    )


def wrong_arity(span: Span, name: str, wanted: int, got: int, is_tuple: bool, declared: Span) -> Diagnostic:
    """``is_tuple``: the one index that is wanted is a tuple of as many members."""
    indices = plural(wanted, "index", "indices") if wanted else "no index"
    found = error("E228", f"`{name}` has {indices}, not {got}").at(span).beside(declared, "declared here")
    if is_tuple:
        inside = span.text.partition("[")[2].rpartition("]")[0]
        return found.helped(
            f"its index is a tuple, which has brackets of its own: `{name}[({clipped(inside)})]`"
        )
    return found.helped(
        f"write `{name}[{', '.join('rcvxyz'[:wanted])}]`" if 0 < wanted < 7 else f"write `{name}`"
    )


def never_covered(span: Span, name: str) -> Diagnostic:
    return (
        error("E229", f"no option ever covers an item of `{name}`")
        .at(span)
        .helped(f"name it in the `covers` of an option, or take `{name}` out")
    )


def library_name(span: Span, name: str) -> Diagnostic:
    return error("E230", f"`{name}` is a function of the language").at(span).helped("choose another name")


def flat_lattice(span: Span, lattice: str, is_open: bool) -> Diagnostic:
    what = "an open side" if is_open else "layers"
    return (
        error("E231", f"a board of the {lattice} lattice has no {what}")
        .at(span)
        .helped("leave the lattice out")
    )


def not_glueable(span: Span, flag: str) -> Diagnostic:
    return (
        error("E232", f"only a rectangle of squares can be a {flag}")
        .at(span)
        .helped("give its size, as in `board ring 5x8, cylinder`")
    )


def legend_character(span: Span) -> Diagnostic:
    return (
        error("E233", "a legend explains single characters, the bar excepted")
        .at(span)
        .helped('write `legend "*" = cell, "x" = wall`')
    )


def legend_meaning(span: Span, name: str, known: list[str]) -> Diagnostic:
    return error("E234", f"`{name}` is no meaning here").at(span).helped(f"it is one of {listed(known)}")


def off_lattice(span: Span, first: Span, pieces: bool) -> Diagnostic:
    return (
        error("E235", "this cell is off the lattice")
        .at(span)
        .beside(first, "where hexagons stand is set by this one")
        .helped(
            "hexagons stand in every other column, shifted by one column from row to row",
            "or draw this piece in a band of its own: a line with only a bar, `|`, ends a band"
            if pieces
            else "",
        )
    )


def lattices_differ(span: Span, shapes: str, one: str, board: str, other: str) -> Diagnostic:
    return (
        error(
            "E236",
            f"the pieces of `{shapes}` are drawn on the {one} lattice, `{board}` is on the {other} one",
        )
        .at(span)
        .helped(f"say the lattice: `shapes {shapes} {other}`, and draw the pieces on it")
    )


def bounds_value(span: Span, value: Value) -> Diagnostic:
    return (
        error("E237", f"an item cannot be covered {brief(value)} times")
        .at(span)
        .helped("write a number from 0 to 999,999; `at least k times` has no upper end")
    )


def empty_bounds(span: Span, lower: int, upper: int) -> Diagnostic:
    if upper == 0:
        found = error("E238", "an item that is covered 0 times at most can never be covered").at(span)
        return found.helped("leave the item out")
    found = error("E238", f"no number is at least {lower:,} and at most {upper:,}").at(span)
    return found.helped(f"write `{upper}..{lower} times`")


def each_differs(span: Span, shapes: str, earlier: Span) -> Diagnostic:
    return (
        error("E239", f"how often the pieces of `{shapes}` are used is said in two ways")
        .at(span)
        .beside(earlier, "here otherwise")
        .helped("say the same `each .. times` wherever they are placed")
    )


def color_missing(span: Span, item: str, declared: Span) -> Diagnostic:
    return (
        error("E241", f"`{item}` is colored: which color does it get?")
        .at(span)
        .beside(declared, "declared here")
        .helped("write `= color` behind it")
    )


def color_unexpected(span: Span, item: str, declared: Span) -> Diagnostic:
    return (
        error("E242", f"`{item}` is not colored")
        .at(span)
        .beside(declared, "declared here")
        .helped("write `colored` behind its declaration, or leave the color out")
    )


def empty_table(span: Span, name: str) -> Diagnostic:
    return error("E244", f"table `{name}` has no header").at(span).helped("its first line names the columns")


def column_name(span: Span, name: str, number: int) -> Diagnostic:
    called = f"`{visible(name)}` cannot be the name of a column" if name else f"column {number} has no name"
    return (
        error("E245", called)
        .at(span)
        .helped(
            "letters from A to Z, digits and underscores, a `*` behind it for a column of lists",
            "no two columns have the same name",
            "a comment stands on a line of its own" if "#" in name else "",
        )
    )


def field_count(span: Span, got: int, wanted: int) -> Diagnostic:
    return (
        error("E246", f"a line of {plural(got, 'field')}, and the header names {wanted}")
        .at(span)
        .helped("fields are separated by blanks, or by bars if the header has bars; in CSV, as in the header")
    )


def several_separators(span: Span, found: Sequence[str]) -> Diagnostic:
    signs = listed(["tab" if sign == "\t" else sign for sign in found], "and")
    return (
        error("E258", f"what separates the columns: the header has {signs}")
        .at(span)
        .helped('put quotes around names of columns that contain one of them: `"size; in mm"`')
    )


def open_quote(span: Span) -> Diagnostic:
    return (
        error("E258", "the quote that opens here is never closed")
        .at(span)
        .helped('close it; a field that begins with a quote is written `"""so"" it begins"`')
    )


def behind_a_quote(span: Span) -> Diagnostic:
    return (
        error("E258", "a field ends with its closing quote, and something stands behind that")
        .at(span)
        .helped('within quotes, write a quote twice: `"5"" pipe"`')
    )


def decimals(span: Span, table: str, column: str, text: str) -> Diagnostic:
    return (
        warning(
            "W208", f"`{visible(text)}` is a text, and so is all of `{table}.{column}`: numbers are whole"
        )
        .at(span)
        .helped("to calculate with the column, write it in smaller units: 35 tenths for 3.5")
    )


def unreadable_file(span: Span, name: str, why: str) -> Diagnostic:
    return (
        error("E247", f"`{visible(name)}` cannot be read: {why}")
        .at(span)
        .helped("files are found by relative paths inside the folder of this description")
    )


def outside_folder(span: Span, name: str) -> Diagnostic:
    return (
        error("E248", f"`{visible(name)}` is outside the folder of this description")
        .at(span)
        .helped("files are found by relative paths inside that folder only")
    )


def fill_not_flat(span: Span, board: str) -> Diagnostic:
    return (
        error("E249", f"`{board}` cannot be filled: it is not a flat board of squares")
        .at(span)
        .helped("write an `option` for each cell and value")
    )


def unit_too_large(span: Span, unit: str, cells: int, values: int) -> Diagnostic:
    return (
        error("E250", f"{unit} has more cells, {cells:,}, than there are values, {values:,}")
        .at(span)
        .helped("fill with more values, or leave this unit out")
    )


def block_size(span: Span) -> Diagnostic:
    return (
        error("E251", "a block, and nothing else, has rows and columns").at(span).helped("write `block 3x3`")
    )


def label_missing(span: Span, board: str) -> Diagnostic:
    return (
        error("E252", f"the drawing of `{board}` has no labels")
        .at(span)
        .helped("a letter or digit in the drawing of a board is a label")
    )


def motion_arguments(span: Span) -> Diagnostic:
    return (
        error("E226", "the left side of a symmetry has a name for each argument")
        .at(span)
        .helped("write `symmetry queen(r, c) -> queen(c, r)`")
    )


def cost_without_goal(span: Span) -> Diagnostic:
    return (
        warning("W206", "costs are told, but not what is wanted")
        .at(span)
        .helped("say `minimize` or `maximize`")
    )


def nothing_described(span: Span) -> Diagnostic:
    return (
        warning("W207", "nothing is described")
        .at(span, "no statement begins here or below")
        .helped("say `item a` and `option x() covers a`, or `import` a shipped puzzle")
    )


def goal_without_cost(span: Span) -> Diagnostic:
    return error("E254", "no option has a cost").at(span).helped("say `cost 3` at the end of an option")


def cost_expected_without_goal(span: Span) -> Diagnostic:
    return (
        error("E256", "a cost is expected, but nothing says whether the least or the greatest")
        .at(span)
        .helped("say `minimize` or `maximize`")
    )


def not_colored_item(span: Span, name: str) -> Diagnostic:
    return (
        error("E255", f"only colored items are drawn and given by color, and `{name}` is not")
        .at(span)
        .helped(f"write `colored` behind the declaration of `{name}`, or name an option instead")
    )
