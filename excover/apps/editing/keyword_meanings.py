"""What the words of the grammar mean, a line each.

>>> meaning_of("covers"), meaning_of("tray")
('the items that an option covers', '')
"""

from __future__ import annotations

from collections.abc import Mapping

from excover.lattices import LATTICE_NAMES


def meaning_of(word: str) -> str:
    """Of a word within a statement, or of the statements that begin with it; empty if it has none."""
    if word in LATTICE_NAMES:
        return f"the lattice `{word}`"
    return _MEANINGS.get(word) or _WITHIN.get(word, "")


def meanings() -> Mapping[str, str]:
    """The words that begin statements, with their meanings."""
    return _MEANINGS


_MEANINGS = {
    "puzzle": "the title",
    "param": "a value that can be set from outside: by `-p n=5`, or by a slider of the playground",
    "let": "a name for a value",
    "def": "a function",
    "enum": "symbols, and the set of them",
    "table": "records, drawn or from a CSV file; the first line names the columns",
    "import": "definitions from a library or another file",
    "item": "what must be covered, exactly once unless it says how often",
    "option": "what can be chosen, and the items that it covers",
    "optional": "an option that may be left out though nothing else needs it",
    "also": "items that options cover besides, those of pieces and of filled boards too",
    "forbid": "removes options",
    "lattice": "cells, neighbors and motions of your own, for boards and shapes",
    "board": "cells to cover, by size or drawn",
    "shapes": "pieces: drawn, a letter each, or all of a kind, or tiles by their colors",
    "place": "places pieces on a board: `free` ones may be turned and reflected, `one-sided` ones "
    "only turned, `fixed` ones neither",
    "require": "what pieces must not do together, such as touch, or options must: be connected, be one loop",
    "fill": "writes one value into each cell of a board",
    "given": "clues: options, colors or a drawing that solutions agree with",
    "draw": "how a solution looks",
    "expect": "a test: `excover check` runs it, and Check of the playground",
    "minimize": "asks for the least total cost, or the least units of an item; `then` a further goal",
    "maximize": "asks for the greatest total cost, or the most units of an item; `then` a further goal",
    "symmetry": "a map from solutions to solutions",
}

_WITHIN = {
    "above": "a flat board that is `open above`: upper layers of a piece may stick out there",
    "all": "every piece or tile of a kind; `all(c for x in S)`: whether a condition holds for every value",
    "along": "the pairs of places that are neighbors; in a lattice, where periods go on in the polygons",
    "and": "both conditions hold",
    "arrow": "a decoration: an arrow from a circle around its first cell",
    "angle": "the unit of the directions of a lattice's polygons, in degrees (90)",
    "apart": "pieces do not touch: no cells of two of them are neighbors",
    "as": "how something is shown or read: a mark, a prefix, one loop",
    "at": "the place of a drawing; `at least`, `at most`: a bound; `at corners`: touching at a corner counts",
    "below": "a flat board that is `open below`: lower layers of a piece may stick out there",
    "best": "the units of an item in the best solution, if the item is a goal",
    "block": "a block of the board: each value once in each of them",
    "border": "the color of the sides that lie on the border of the board",
    "box": "a decoration: a filled square in each of the cells",
    "by": "a size of two numbers, `n by n`; of an item in units, the amount that an option covers",
    "color": "the color in which a mark is shown",
    "colored": "covered any number of times, but always with the same color",
    "cage": "a decoration: a dashed line around cells, with a text in its corner",
    "circle": "a decoration: a filled circle in each of the cells",
    "column": "a column of the board: each value once in each of them",
    "connected": "the chosen options hang together",
    "corners": "tiles are known by the colors at their corners",
    "cost": "what an option or an uncovered item costs; in `expect`, the total cost",
    "covering": "only placements with at least that many cells on the board",
    "covers": "the items that an option covers",
    "crossing": "sticks of pieces may cross each other",
    "crossroads": "points at which four pieces meet",
    "cylinder": "glues opposite sides of the board together, left to right",
    "detached": "a piece may have cells that do not hang together",
    "distinct": "of options that cover the same items, only the first",
    "div": "the quotient, rounded down",
    "dot": "a decoration: a small circle in the middle of some cells, such as two neighbors",
    "each": "how often each piece is used; exactly once if it is not said",
    "else": "the value if a condition does not hold; of an item, what leaving it uncovered costs",
    "faults": "straight lines between rows or columns through the whole board that cut no piece",
    "fixed": "pieces are neither turned nor reflected",
    "for": "a loop: for each value of a set",
    "free": "pieces may be turned and reflected",
    "from": "the file that a table is read from",
    "hole": "a cell that may stay empty",
    "holes": "cells that may stay empty; of pieces, empty cells that a piece encloses",
    "if": "a condition: the item or the value before it counts only if it holds",
    "in": "a name and the set of its values; in conditions, whether a value is in a set",
    "items": "the number of items",
    "joining": "the two places that each option joins, as a line from one to the other",
    "label": "the cells with the same label, in which each value stands once",
    "labels": "labels of the cells of the drawing above",
    "least": "a bound from below",
    "legend": "the meaning of characters in the drawing above",
    "line": "a decoration: a line through cells",
    "loop": "the chosen options form one closed line",
    "matching": "which labels of pieces may lie on which labels of cells",
    "mod": "the remainder of a division",
    "most": "a bound from above",
    "motions": "the motions of a lattice of your own",
    "neighbors": "the neighbors of cells in a lattice of your own",
    "not": "the condition does not hold",
    "of": "the pieces or the lattice from which these are taken",
    "on": "the board, or a lattice of your own",
    "once": "exactly one time; `once per row`: each value once in each row",
    "one": "one time, or one of something",
    "one-sided": "pieces may be turned, but not reflected",
    "open": "a side of a flat board where layers of a piece may stick out: `open below`, `open above`",
    "options": "the number of options",
    "or": "at least one of the conditions holds",
    "outline": "a decoration: a thick line around cells",
    "per": "for each of these by itself",
    "periods": "translations that move the drawing of a lattice onto its next copies",
    "rotations": "solutions that a turn maps to each other count once",
    "row": "a row of the board: each value once in each of them",
    "shade": "a decoration: filled cells",
    "sides": "tiles are known by the colors of their sides",
    "solutions": "the number of solutions",
    "text": "a decoration: a text in the middle of some cells, such as two neighbors",
    "then": "a further goal, which decides among the best by the goals before",
    "thermometer": "a decoration: a line through cells that begins with a bulb",
    "tiles": "tiles with colored sides or corners",
    "times": "how often an item is covered or a piece is used",
    "to": "`up to symmetry`: solutions that a symmetry maps to each other count once",
    "torus": "glues opposite sides of the board together, left to right and top to bottom",
    "units": "an item of which options cover amounts, `covers a by 7`, and the bound on their sum",
    "up": "`up to symmetry`: solutions that a symmetry maps to each other count once",
    "wall": "a decoration: a thick line on the sides that cells share",
    "when": "the values of parameters for which a test holds",
    "where": "a condition: only what meets it is made",
    "with": "the values, labels or sides that follow",
    "without": "what must not be there, or is left out",
}
