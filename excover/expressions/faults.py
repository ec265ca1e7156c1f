"""The wording of what can be wrong with names and expressions (codes E101 to E139)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from excover.diagnostics import Diagnostic, error
from excover.names import OrderedSet, Record, Symbol, Value, brief
from excover.source import Span
from excover.words import clipped, did_you_mean, listed, plural, raised


def kind(value: Value) -> str:
    """What a value is, with its article."""
    match value:
        case bool():
            return "a condition"
        case int():
            return "a number"
        case str():
            return "a text"
        case range() | OrderedSet():
            return "a set"
        case Symbol():
            return "a symbol"
        case Record():
            return "a record"
        case _:
            return "a tuple"


def unknown_name(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return error("E101", f"`{name}` is not declared").at(span).helped(did_you_mean(name, known))


def declared_twice(name: str, span: Span, earlier: Span) -> Diagnostic:
    return (
        error("E103", f"`{name}` is declared twice")
        .at(span)
        .beside(earlier, "it is declared here already")
        .helped("choose another name")
    )


def declared_later(span: Span, name: str, later: Span) -> Diagnostic:
    return (
        error("E104", f"`{name}` is declared only later")
        .at(span, "used here")
        .beside(later, "declared here")
        .helped("move the declaration up: a name can be used below its declaration")
    )


def not_a_value(span: Span, name: str, what: str, declared: Span | None) -> Diagnostic:
    found = error("E105", f"`{name}` is {what}, not a value").at(span)
    found = found.beside(declared, "declared here") if declared else found
    return found.helped(f"write `{name}(...)`")


def not_a_function(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    wanted = "a set of numbers is written `1..8`" if name == "range" else did_you_mean(name, known)
    return error("E106", f"there is no function `{name}`").at(span).helped(wanted)


def wrong_argument_count(span: Span, name: str, wanted: str, got: int, call: str = "") -> Diagnostic:
    """``call`` is how it would be right."""
    return error("E107", f"`{name}` takes {wanted}, not {got}").at(span).helped(call and f"write `{call}`")


def wrong_kind(span: Span, value: Value, wanted: str, binding: str) -> Diagnostic:
    found = error("E108", f"{wanted} is needed here, and this is {kind(value)}: {brief(value)}")
    return found.at(span, reached(binding)).helped(_mended(clipped(span.text), value, wanted))


def _mended(text: str, value: Value, wanted: str) -> str:
    """How a value of one kind is made one of another kind, where there is a usual way."""
    match value, wanted:
        case str(), "a number":
            return 'texts are not calculated with, and cannot be joined: write a tuple, `("x", "y")`'
        case bool(), "a number":
            return f"write `1 if {text} else 0`"
        case int(), "a condition":
            return f"compare it, as in `{text} > 0`"
        case int(), "a set":
            return f"write `1..{text}`, or `{{{text}}}` for a set of one"
        case _:
            return ""


def reached(binding: str) -> str:
    return f"reached with {binding}" if binding else ""


def not_comparable(span: Span, left: Value, right: Value, binding: str) -> Diagnostic:
    return (
        error("E109", f"{kind(left)} and {kind(right)} cannot be compared: {brief(left)} and {brief(right)}")
        .at(span, reached(binding))
        .helped("conditions are joined with `and`, `or`, `not`" if isinstance(left, bool) else "")
    )


def never_equal(span: Span, left: Value, right: Value, binding: str) -> Diagnostic:
    """Two values of different kinds are compared by `=` or `!=`."""
    return (
        error("E109", f"{_exactly(left)} never equals {_exactly(right)}: {brief(left)} and {brief(right)}")
        .at(span, reached(binding))
        .helped(_made_alike(left, right))
    )


def never_member(span: Span, member: Value, members: Collection[Value], binding: str) -> Diagnostic:
    """A value is looked for in a set of values of another kind."""
    first = next(iter(members))
    return (
        error(
            "E109", f"{_exactly(member)} never equals {_exactly(first)}: {brief(member)} in {brief(members)}"
        )
        .at(span, reached(binding))
        .helped(_made_alike(member, first))
    )


def _exactly(value: Value) -> str:
    """Its kind, as far as values of another kind never equal it."""
    match value:
        case Symbol():
            return f"a symbol of `{value.enum}`"
        case Record():
            return f"a record of `{value.table}`"
        case tuple():
            return f"a tuple of {len(value)}"
        case _:
            return kind(value)


def _made_alike(left: Value, right: Value) -> str:
    """How two values of different kinds become comparable, where there is a usual way."""
    match left, right:
        case (str() as text, Symbol(name)) | (Symbol(name), str() as text):
            return f"a symbol is written without quotes: `{name if name == text else text}`"
        case (str(), int()) | (int(), str()):
            return (
                'numbers are written without quotes; labels of boards and letters of pieces are texts: `"1"`'
            )
        case (Record(fields=fields), str() | int() | Symbol()) | (
            str() | int() | Symbol(),
            Record(fields=fields),
        ):
            return f"compare a field of the record, such as `.{next(iter(fields))}`"
        case tuple(), tuple():
            return "tuples are equal if they have as many members, and those are equal"
        case _:
            return "compare values of one kind"


def zero_division(span: Span, binding: str) -> Diagnostic:
    return (
        error("E110", "division by zero")
        .at(span, reached(binding))
        .helped("guard it: `a div b if b != 0 else 0`, or exclude zero in `where`")
    )


def number_out_of_range(span: Span, binding: str) -> Diagnostic:
    return (
        error("E111", "the result does not fit 64 bits")
        .at(span, reached(binding))
        .helped("numbers, and the lengths of sets, lie between -2^63 and 2^63 - 1")
    )


def index_out_of_range(span: Span, index: Value, length: int, binding: str) -> Diagnostic:
    return (
        error("E112", f"there is no member {brief(index)} in a tuple or text of {length}")
        .at(span, reached(binding))
        .helped("members are counted from 1")
    )


def empty_extremum(span: Span, name: str, binding: str) -> Diagnostic:
    return (
        error("E113", f"`{name}` of nothing has no value")
        .at(span, reached(binding))
        .helped("exclude the empty case with `if`")
    )


def not_a_tuple_of(span: Span, value: Value, length: int) -> Diagnostic:
    return (
        error("E114", f"members of this set are to be taken apart into {plural(length, 'name')}")
        .at(span, f"but {brief(value)} is a member")
        .helped("leave the parentheses out for names that each run through the set: `r, c in 1..8`")
    )  # fmt: skip


def condition_as_value(span: Span) -> Diagnostic:
    return (
        error("E115", "a condition cannot be a member of a tuple or set")
        .at(span)
        .helped("write `1 if condition else 0`")
    )


def too_many_bindings(span: Span, binders: list[tuple[str, int]], limit: int) -> Diagnostic:
    """``binders`` are the texts of the binders and how many values each has, at most."""
    widest = clipped(max(binders, key=lambda binder: binder[1])[0])
    factors = " × ".join(f"{count:,} for `{clipped(text)}`" for text, count in binders[-8:])
    return (
        error("E501", f"more than {limit:,} bindings would be tried")
        .at(span, factors)
        .helped(
            f"narrow `{widest}`, or put a `where` condition that needs only the first names first: "
            "it is applied as soon as its names are bound",
            raised("bindings"),
        )
    )


def too_large_values(span: Span, limit: int) -> Diagnostic:
    return (
        error("E508", f"tuples and sets of more than {limit:,} parts, counted with all within each other")
        .at(span, "up to here")
        .helped("put fewer sets into sets", raised("bindings"))
    )


def too_deep_a_value(span: Span, limit: int) -> Diagnostic:
    return (
        error("E508", f"more than {limit} tuples and sets stand within each other")
        .at(span, "here one more is put around")
        .helped("put numbers or symbols into tuples and sets, and look other values up with a `def`")
    )


def too_heavy(span: Span, name: str, limit: int) -> Diagnostic:
    return (
        error("E502", f"one call of `{name}` would take more than {limit:,} operations")
        .at(span)
        .helped("give a value that is used several times a name with `let`, or as a parameter")
    )


def calls_too_deep(span: Span, name: str, limit: int) -> Diagnostic:
    return (
        error("E502", f"one call of `{name}` would nest more than {limit} operations")
        .at(span, "those of the functions that it calls included")
        .helped("let fewer functions call each other")
    )


def no_such_key(span: Span, name: str, key: Value, known: list[Value], binding: str) -> Diagnostic:
    near = did_you_mean(str(key), [other for other in known if isinstance(other, str)])
    return (
        error("E116", f"`{name}` has nothing at {brief(key)}")
        .at(span, reached(binding))
        .helped(near or f"it has {listed([brief(other) for other in known], 'and', 6)}")
    )


def repeated_key(span: Span, name: str, repeated: Value, binding: str) -> Diagnostic:
    return (
        error(
            "E118",
            f"first fields of `{name}` repeat, as {brief(repeated)}, and do not tell its records apart",
        )
        .at(span, reached(binding))
        .helped(
            f"go through the records: `for x in {name} where ..`",
            "or put a first column with a key of its own before the others",
        )
    )


def unknown_column(span: Span, column: str, columns: Iterable[str]) -> Diagnostic:
    names = list(columns)
    return (
        error("E117", f"there is no column `{column}`")
        .at(span)
        .helped(did_you_mean(column, names) or f"the columns are {listed(names, 'and')}")
    )
