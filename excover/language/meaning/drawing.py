"""Drawings: lines of characters with their places; and how options, givens and expectations are shown.

A bar within a line separates layers; the leftmost is the top one. A double bar separates blocks of layers.

>>> from excover.base.source import Source
>>> source = Source("x.xc", "|A.|AA")
>>> [(mark.cell, mark.text) for mark in marks([Span(source, 1, 6)])]
[((0, 0, 0), 'A'), ((0, 0, 1), '.'), ((1, 0, 0), 'A'), ((1, 0, 1), 'A')]
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, assert_never

from excover.base.css_colors import rgb
from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.source import Span
from excover.base.words import did_you_mean
from excover.language import messages
from excover.language.expressions.scope import check, check_loop
from excover.language.meaning.objectives import is_goal
from excover.language.meaning.state import (
    State,
    argument_names,
    check_chosen,
    check_colored,
    names_among,
    one_board,
)
from excover.language.syntax import ast, phrases
from excover.language.syntax.statements.draw import LOOKS
from excover.lattices import Cell, Lattice
from excover.lattices.lattice import DIMENSIONS

BLANK = " "


class Mark(NamedTuple):
    """The mark of a drawing at a cell (counted from 0), and its place in the text."""

    cell: Cell
    text: str
    span: Span


def layers(line: Span, lattice: Lattice | None = None) -> list[tuple[int, Span]]:
    """The layers of a line with their numbers; where bars are edges, it has one."""
    if lattice and lattice.strokes:
        return [(0, line)]
    found, start = [], 0
    between = "||" if lattice and lattice.axes > DIMENSIONS else "\n"
    for number, block in enumerate(line.text.split(between)):
        for layer, text in enumerate(block.split("|"), lattice.block(number) if lattice else 0):
            found.append((layer, line.part(start, len(text))))
            start += len(text) + 1
        start += len(between) - 1
    return found


def box_of(lines: Sequence[Span], lattice: Lattice | None) -> list[int]:
    """The rows and columns of a drawing, preceded by its layers if it has several."""
    texts = [layers(line, lattice) for line in lines]
    high, columns = max(map(len, texts)), max(len(layer.text) for text in texts for _, layer in text)
    return [high, len(lines), columns] if high > 1 else [len(lines), columns]


def marks(lines: Sequence[Span], lattice: Lattice | None = None) -> Iterator[Mark]:
    """All characters of a drawing in reading order, including blanks, one cell each."""
    for row, line in enumerate(lines):
        for layer, segment in layers(line, lattice):
            for column, text in enumerate(segment.text):
                yield Mark((layer, row, column), text, segment.part(column))


def word_marks(lines: Sequence[Span], lattice: Lattice | None = None) -> Iterator[Mark]:
    """The same for a drawing whose marks are words separated by blanks."""
    for row, line in enumerate(lines):
        for layer, segment in layers(line, lattice):
            start = 0
            for column, word in enumerate(segment.text.split()):
                start = segment.text.index(word, start)
                yield Mark((layer, row, column), word, segment.part(start, len(word)))
                start += len(word)


def remark(lines: Sequence[Span]) -> Span | None:
    """The first comment after a line: `#`, a blank and a word, to the right of everything drawn.

    >>> from excover.base.source import Source
    >>> source = Source("x.xc", "...  # one\\n....")
    >>> remark([Span(source, 0, 10), Span(source, 11, 15)]).text
    '# one'
    >>> remark([Span(source, 11, 15)])
    """
    starts = [_remark_start(line.text) for line in lines]
    drawn = (line.text[:start].rstrip() for line, start in zip(lines, starts, strict=True))
    width = max(map(len, drawn), default=0)
    behind = ((line, start) for line, start in zip(lines, starts, strict=True) if start is not None)
    return next((line.part(start, len(line.text) - start) for line, start in behind if start >= width), None)


def _remark_start(text: str) -> int | None:
    start = text.find(" # ") + 1
    return start if start and re.search("[a-z]{2}", text[start:]) else None


def bands(lines: Sequence[Span]) -> list[list[Span]]:
    """The drawing divided at its blank lines."""
    found: list[list[Span]] = [[]]
    for line in lines:
        if line.text.strip():
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return [band for band in found if band]


# How options are drawn, the givens, and the expectations.


class FilledDrawing(ast.Draw):
    """The drawing that a `fill` has by itself."""


def draws_nothing(draw: ast.Draw | ast.DrawItem) -> bool:
    """`draw f(x) at {}`, as of hidden options: that nothing is drawn is meant."""
    return draw.position == ast.Set(draw.position.span, ())


class ChosenDrawing(ast.Draw):
    """The drawing that a `choose` has by itself, unless a `draw` statement follows."""


def draw(state: State, statement: ast.Draw | ast.DrawItem | ast.DrawMark | ast.Decorate) -> None:
    match statement:
        case ast.Draw():
            _draw_option(state, statement)
        case ast.DrawItem():
            _draw_item(state, statement)
        case ast.DrawMark():
            _draw_mark(state, statement)
        case ast.Decorate():
            _decorate(state, statement)
        case _:
            assert_never(statement)


def _not_a_name(span: Span, call: str, name: str) -> Diagnostic:
    return messages.DrawnArgumentNotName(span, call, name)


def _draw_option(state: State, draw: ast.Draw) -> None:
    local = argument_names(state, draw.option, _not_a_name, lambda *told: messages.DrawOfPieces(*told))
    one_board(state, draw.span)
    check(draw.position, state.scope, local)
    if draw.mark:
        check(draw.mark, state.scope, local)
    if draw.color:
        _check_color(state, draw.color, local)
    name = draw.option.name.id
    state.draws = [
        each for each in state.draws if not isinstance(each, ChosenDrawing) or each.option.name.id != name
    ]
    state.draws.append(draw)


def _draw_item(state: State, draw: ast.DrawItem) -> None:
    local = names_among(state, draw.item, _not_a_name)
    name = draw.item.name
    if name.id in state.shapes:
        raise SpecError(messages.DrawOfPieces(draw.item.span, name.id))
    if not draw.item.index and _undeclared(state, name, ()) and did_you_mean(name.id, LOOKS):
        raise SpecError(messages.UnknownDecoration(name.span, name.id, LOOKS))
    check_colored(state, draw.item, local)
    one_board(state, draw.span)
    check(draw.position, state.scope, local)
    state.draws.append(draw)


def _draw_mark(state: State, draw: ast.DrawMark) -> None:
    local = check_loop(draw.loop, state.scope) if draw.loop else frozenset()
    _check_mark(state, draw.mark, local)
    _check_color(state, draw.color, local)
    state.mark_colors.append(draw)


_WITH_TEXT = ("cage", "dot", "text")


def _decorate(state: State, draw: ast.Decorate) -> None:
    if draw.look in state.scope.families():
        family = state.family(draw.look)
        if not family.arity and family.is_colored:
            raise SpecError(messages.NameOfDecoration(draw.span, draw.look))
    one_board(state, draw.span)
    if draw.text is None and draw.look == "text":
        raise SpecError(messages.TextOfDecoration(draw.span, draw.look, None))
    local = check_loop(draw.loop, state.scope) if draw.loop else frozenset()
    check(draw.position, state.scope, local)
    if draw.text:
        if draw.look not in _WITH_TEXT:
            raise SpecError(messages.TextOfDecoration(draw.text.span, draw.look, None))
        check(draw.text, state.scope, local)
    if draw.color:
        _check_color(state, draw.color, local)
    state.decorations.append(draw)


def _check_mark(state: State, mark: ast.Expr, local: Collection[str]) -> None:
    """A letter of a piece, or a mark that is drawn, without its quotes, is reported as such."""
    name = _undeclared(state, mark, local)
    letters = (piece.letter for shapes in state.shapes.values() for piece in shapes.pieces)
    marks = (
        drawn.mark.value
        for drawn in state.draws
        if isinstance(drawn, ast.Draw) and isinstance(drawn.mark, ast.Text)
    )
    if name and name in {*letters, *marks}:
        raise SpecError(messages.MarkWithoutQuotes(mark.span, name))
    check(mark, state.scope, local)


def _check_color(state: State, color: ast.Expr, local: Collection[str]) -> None:
    """A name of a color without its quotes is reported as such."""
    name = _undeclared(state, color, local)
    if rgb(name):
        raise SpecError(messages.ColorWithoutQuotes(color.span, name))
    check(color, state.scope, local)


def _undeclared(state: State, expr: ast.Expr, local: Collection[str]) -> str:
    """A name that is not declared; otherwise empty."""
    scope, name = state.scope, expr.id if isinstance(expr, ast.Name) else ""
    known = scope.incomplete or any(name in names for names in (local, scope, scope.upcoming))
    return "" if known else name


def given(state: State, statement: ast.GivenOptions | ast.GivenDrawing | ast.GivenColor) -> None:
    match statement:
        case ast.GivenOptions():
            _given_options(state, statement)
        case ast.GivenDrawing():
            _given_drawing(state, statement)
        case ast.GivenColor():
            _given_color(state, statement)
        case _:
            assert_never(statement)


def _given_options(state: State, given: ast.GivenOptions) -> None:
    local = check_loop(given.loop, state.scope) if given.loop else frozenset()
    for ref in given.options:
        check_chosen(state, ref, given.loop, local)
    state.givens.append(given)


def _given_color(state: State, given: ast.GivenColor) -> None:
    local = check_loop(given.loop, state.scope) if given.loop else frozenset()
    _check_colored_given(state, given, local)
    check(given.color, state.scope, local)
    state.givens.append(given)


def _check_colored_given(state: State, given: ast.GivenColor, local: Collection[str]) -> None:
    name, index = given.item.name.id, given.item.index
    filled = state.options.get(name) if name in state.boards else None  # by `fill`
    if filled and len(filled.loop.names) == len(index) + 1:
        whole = Span(given.span.source, given.item.span.start, given.color.span.end)
        option = phrases.option(ast.OptionRef(whole, given.item.name, (*index, given.color)))
        raise SpecError(messages.NotColoredCell(whole, name, option))
    check_colored(state, given.item, local)


def _given_drawing(state: State, given: ast.GivenDrawing) -> None:
    if behind := remark(given.drawing.lines):
        raise SpecError(messages.CommentInDrawing(behind))
    state.givens.append(given)


def expect(state: State, expect: ast.Expect) -> None:
    for setting in expect.settings:
        if setting.name.id not in state.settings:
            raise SpecError(messages.UnknownParameter(setting.name.id, state.settings, setting.name.span))
        check(setting.value, state.scope)
    check(expect.value, state.scope)
    if expect.item is not None and not is_goal(state, expect.item):
        raise SpecError(messages.UnitsExpectedWithoutGoal(expect.item.span, ast.sum_text(expect.item)))
    state.expectations.append(expect)
