"""The wording of what can be wrong with files of other programs (codes E402 to E469, W401 to W403)."""

from __future__ import annotations

from collections.abc import Sequence

from excover.diagnostics import Diagnostic, error, warning
from excover.names import ItemName
from excover.source import Span
from excover.words import clipped, did_you_mean, listed, plural, raised, visible


def no_parameters(name: str) -> Diagnostic:
    return error("E402", f"a matrix has no parameters, and so no `{name}`").helped(
        "leave it out; parameters belong to descriptions in the language"
    )


# The first line of a DLX file


def no_items(span: Span) -> Diagnostic:
    return (
        error("E403", "there is no line with the names of the items")
        .at(span)
        .helped("the first line that does not begin with `|` names them all: `a b c | d e`")
    )


def no_item_name(span: Span) -> Diagnostic:
    return (
        error("E404", f"`{clipped(span.text)}` is no name of an item")
        .at(span)
        .helped(
            "names have no `:` and no `|`; before one there may be bounds, `2:3|x` or `2|x`, and a `|` of "
            "its own stands before the items that may stay uncovered"
        )
    )


def item_named_twice(span: Span, first: Span) -> Diagnostic:
    return (
        error("E405", f"the item `{clipped(span.text)}` is named twice")
        .at(span)
        .beside(first, "named here first")
        .helped("leave one of them out; names are read as in a URL, so that `%41` is `A`")
    )


def second_bar(span: Span) -> Diagnostic:
    return (
        error("E406", "a second `|` among the items")
        .at(span)
        .helped("one `|` parts them in two; leave it out")
    )


def wrong_bounds(span: Span, most: int) -> Diagnostic:
    return (
        error("E407", f"`{clipped(span.text)}` is not how often an item may be covered")
        .at(span)
        .helped(f"`2:3|x` is 2 to 3 times: the lower number first, none above {most:,}")
    )


def bounds_of_secondary(span: Span) -> Diagnostic:
    return (
        error("E407", "an item behind the `|` has no bounds: it is covered at most once")
        .at(span)
        .helped("name it before the `|`; `0:2|x` is an item covered at most twice")
    )


# The options of a DLX file


def unknown_item(span: Span, name: str, known: Sequence[str]) -> Diagnostic:
    return (
        error("E408", f"there is no item `{clipped(name)}`")
        .at(span)
        .helped(did_you_mean(name, known) or "the first line of the file names all items")
    )


def item_twice(span: Span, first: Span, name: str) -> Diagnostic:
    return (
        error("E409", f"this option covers `{clipped(name)}` twice")
        .at(span)
        .beside(first, "covered here already")
        .helped("leave one of them out")
    )


def wrong_color(span: Span) -> Diagnostic:
    return (
        error("E410", f"`{clipped(span.text)}` is not an item with a color")
        .at(span)
        .helped("`x:1` gives the item `x` the color 1; a color has no blank, no `:` and no `|` in it")
    )


def color_of_primary(span: Span, name: str, declared: Span) -> Diagnostic:
    return (
        error("E410", f"`{clipped(name)}` has to be covered, so it has no color")
        .at(span)
        .beside(declared, "named here")
        .helped("leave the color out, or name the item behind the `|` in the first line")
    )


def wrong_cost(span: Span, most: int) -> Diagnostic:
    return (
        error("E411", f"`{clipped(span.text)}` is not a cost")
        .at(span)
        .helped(f"`|5` at the end of an option is a cost of 5; no cost is above {most:,}")
    )


def too_large(span: Span, what: str, count: int, limit: int) -> Diagnostic:
    return error("E505", f"{count:,} {what} up to here, the limit is {limit:,}").at(span).helped(raised(what))


def nothing_to_cover(span: Span, count: int, has_bar: bool) -> Diagnostic:
    more = f"so do {count - 1:,} more" if count > 2 else "so does 1 more" if count == 2 else ""
    return (
        warning("W401", "this option covers nothing that has to be covered")
        .at(span)
        .noted(more, "it is left out, as Knuth's programs leave it out")
        .helped(
            "delete it, or name one of its items before the `|` in the first line" if has_bar else "delete it"
        )
    )


def uncoverable(span: Span, items: Sequence[ItemName], has_bar: bool) -> Diagnostic:
    names = listed([str(item) for item in items], "and", 6)
    if has_bar:
        found = f"too few options cover {names}"
        way = "name what may stay uncovered behind the `|`, or add options"
    else:
        found = f"column {names} has no 1" if len(items) == 1 else f"columns {names} have no 1"
        way = "add a row, or leave the column out"
    return warning("W402", found).at(span).noted("so there is no solution").helped(way)


# Rows of 0 and 1


def no_rows(span: Span) -> Diagnostic:
    return error("E412", "there is no row of 0 and 1").at(span).helped("write one: `0 1 1 0`, or `0110`")


def not_a_bit(span: Span) -> Diagnostic:
    return (
        error("E412", f"`{clipped(span.text)}` is neither 0 nor 1")
        .at(span)
        .helped("each line is a row of 0 and 1, with blanks between them or without, and nothing else")
    )


def row_length(span: Span, got: int, wanted: int, first: Span) -> Diagnostic:
    return (
        error("E413", f"a row of {got:,}, and the first has {wanted:,}")
        .at(span)
        .beside(first, f"{plural(wanted, 'column')} here")
        .helped("all rows of a matrix are of the same length; is a line broken?")
    )


# Answers of other solvers


def not_an_answer(span: Span, wanted: str) -> Diagnostic:
    return (
        error("E420", f"`{clipped(span.text)}` is no part of such an answer")
        .at(span)
        .helped(f"expected: {wanted}")
    )


def no_answer(span: Span, wanted: str) -> Diagnostic:
    return error("E421", "there is no answer in this text").at(span).helped(f"expected: {wanted}")


def said_both(span: Span, first: Span) -> Diagnostic:
    return (
        error("E422", "the answer says both yes and no to an option")
        .at(span, "this one")
        .beside(first, "and this one")
        .helped("give one answer at a time")
    )


def no_such_option(span: Span) -> Diagnostic:
    return (
        error("E424", "no option covers just these items")
        .at(span)
        .helped("is this the answer to another puzzle, or to other parameters or clues?")
    )


def not_a_solution(span: Span, why: str) -> Diagnostic:
    return (
        error("E425", f"this is no solution: {why}")
        .at(span)
        .helped("is this the answer to another puzzle, or to other parameters or clues?")
    )


# What a format cannot say


def too_many(what: str, count: int, limit: int, name: str) -> Diagnostic:
    return error("E430", f"{count:,} {what}, the limit is {limit:,}").helped(raised(name))


# Files of BurrTools


def no_xml(span: Span, why: str) -> Diagnostic:
    return error("E440", f"this is not XML: {why}").at(span).helped("is the file whole?")


def doctype(span: Span) -> Diagnostic:
    return (
        error("E440", "no document type is read, nor what one may define")
        .at(span)
        .helped("BurrTools writes none: leave it out")
    )


def no_burrtools(span: Span, name: str) -> Diagnostic:
    return (
        error("E441", f"`{clipped(name)}` is not what a file of BurrTools begins with")
        .at(span)
        .helped("such a file is one element `puzzle`")
    )


def other_version(span: Span) -> Diagnostic:
    return error("E441", "only versions 1 and 2 of the format are known").at(span)


def no_number(span: Span, name: str, written: str) -> Diagnostic:
    said = f"`{clipped(written)}` is no number, as `{name}` has to be" if written else f"`{name}` is missing"
    return error("E442", said).at(span, "in this element")


def least_above_most(span: Span) -> Diagnostic:
    return error("E442", "`min` is above `max`").at(span)


def other_grid(span: Span, grid: int) -> Diagnostic:
    known = {1: "triangular prisms", 2: "spheres", 3: "rhombic tetrahedra", 4: "tetrahedra and octahedra"}
    return (
        error("E443", f"this puzzle is on {known.get(grid, f'a grid of type {grid}')}, not on cubes")
        .at(span)
        .helped("cubes, type 0, are all that is read; hexagons and triangles can be drawn in the language")
    )


def other_voxels(span: Span) -> Diagnostic:
    return error("E444", "only voxels of type 0 are known").at(span)


def no_voxel(span: Span, character: str) -> Diagnostic:
    return (
        error("E444", f"`{visible(character)}` is no voxel")
        .at(span, "in this shape")
        .helped("`_` is empty, `#` is filled, `+` may stay empty; a number behind one is its color")
    )


def voxel_count(span: Span, size: tuple[int, int, int], count: int) -> Diagnostic:
    x, y, z = size
    return error("E444", f"{count:,} voxels, where {x:,} by {y:,} by {z:,} are said").at(
        span, "in this shape"
    )


def too_many_voxels(span: Span, count: int, limit: int) -> Diagnostic:
    return (
        error("E504", f"{count:,} voxels up to here, the limit is {limit:,}").at(span).helped(raised("cells"))
    )


def no_such_parameter(name: str) -> Diagnostic:
    return error("E402", f"a file of BurrTools has no parameter `{visible(name)}`").helped(
        "`-p problem=2` chooses its second problem; there are no others"
    )


def no_problems(span: Span) -> Diagnostic:
    return error("E445", "this file has shapes, but no problem to solve").at(span)


def which_problem(span: Span, asked: object, names: Sequence[str]) -> Diagnostic:
    said = "say which" if asked is None else f"there is no problem {clipped(str(asked))}"
    shown = (f"{number}: {clipped(name) or 'without a name'}" for number, name in enumerate(names[:20], 1))
    more = f"and {len(names) - 20:,} more" if len(names) > 20 else ""
    return (
        error("E445", f"this file has {plural(len(names), 'problem')}: {said}")
        .at(span)
        .noted(*shown, more)
        .helped("choose one by its number: `-p problem=2`" if len(names) > 1 else "")
    )


def no_result(span: Span, none: bool) -> Diagnostic:
    why = "has no result shape" if none else "has a result shape that is not there"
    return error("E446", f"this problem {why}").at(span).helped("choose the shape to be filled in BurrTools")


def no_parts(span: Span) -> Diagnostic:
    return error("E446", "this problem has no pieces").at(span)


def no_such_shape(span: Span, number: int, count: int) -> Diagnostic:
    return error("E446", f"there is no shape {number:,}: the last is {count - 1:,}").at(span)


def part_twice(span: Span, first: Span) -> Diagnostic:
    return error("E446", "this shape is a piece already").at(span).beside(first, "here")


def empty_shape(span: Span, used: Span, what: str) -> Diagnostic:
    return error("E446", "this shape is empty").at(span).beside(used, what)


def variable_piece(span: Span, used: Span) -> Diagnostic:
    return (
        error("E446", "a piece has no voxels that may stay empty")
        .at(span)
        .beside(used, "is a piece here")
        .helped("BurrTools does not solve this either: make them filled or empty")
    )


def too_many_parts(span: Span, count: int, most: int) -> Diagnostic:
    return (
        error("E446", f"{count:,} pieces; with letters and digits, {most} can be drawn")
        .at(span)
        .helped("a description in the language has room for more, in several `shapes`")
    )


def color_rule(span: Span, color: int, on: int) -> Diagnostic:
    return (
        error("E447", f"voxels of color {color} may not lie on color {on}: such rules are not read")
        .at(span, "in this problem")
        .helped(
            "without them there may be more solutions; allow every pair of colors in BurrTools to have these"
        )
    )


def hole_rule(span: Span, holes: int) -> Diagnostic:
    return (
        error("E447", f"at most {plural(holes, 'hole')} may be left: such rules are not read")
        .at(span, "in this problem")
        .helped("without it there may be more solutions; remove the limit in BurrTools to have these")
    )


def colors_left_out(span: Span) -> Diagnostic:
    return (
        warning("W403", "ways to lay this shape that differ by their colors alone are one here")
        .at(span)
        .noted("BurrTools counts them separately")
    )
