"""Everything that one gets back from the public API has a public name."""

from __future__ import annotations

import ast
import inspect
import pydoc
import re
from collections.abc import Iterator
from typing import Any

import excover
import excover.types
from excover.base.json import objects, outputs

PUBLIC = {*excover.__all__, *excover.types.__all__}
JSON = {name for module in (objects, outputs, outputs) for name in vars(module)}
PYTHON = {"None", "Any", "Self", "True", "False", "Callable", "T", "DataFrame", "RecordBatch"}
PYTHON |= {
    "Iterator",
    "Iterable",
    "Sequence",
    "Mapping",
    "AsyncGenerator",
    "Generator",
    "Literal",
    "PathLike",
}
PYTHON |= {"TracebackType", "Concatenate", "Future", "UpTo", "View", "BaseException", "NoReturn"}
"""Names of Python, pandas and Arrow, and choices among texts."""


def functions(name: str) -> Iterator[tuple[str, Any]]:
    """The public functions, methods and properties under a public name."""
    value = getattr(excover, name)
    members = {name: value} if inspect.isfunction(value) else {}
    if inspect.isclass(value):
        members = {f"{name}.{key}": each for key, each in vars(value).items() if not key.startswith("_")}
    for where, member in members.items():
        found = member.fget if isinstance(member, property) else getattr(member, "func", member)
        found = getattr(found, "__func__", found)
        if inspect.isfunction(found):
            yield where, found


def test_all_that_comes_back_is_public() -> None:
    used = {
        (where, word)
        for name in excover.__all__
        for where, function in functions(name)
        for word in re.findall(r"[A-Z]\w+", str(function.__annotations__.get("return", "")))
    }
    assert len(used) > 100
    assert {(where, word) for where, word in used if word not in PUBLIC | JSON | PYTHON} == set()


def test_public_names_are_there_and_have_one_home() -> None:
    assert not {*excover.__all__} & {*excover.types.__all__}
    assert excover.__all__ == sorted(excover.__all__)
    for name in excover.__all__:
        assert getattr(excover, name) is not None
    for name in excover.types.__all__:
        assert getattr(excover.types, name) is not None


def test_every_public_name_is_documented() -> None:
    for name in excover.__all__:
        value = getattr(excover, name)
        assert inspect.isclass(value) or inspect.isfunction(value), name
        assert value.__doc__, name


def test_help_fits_in_a_head() -> None:
    """The map and the functions; it had thousands of lines, with every method of every class."""
    shown = pydoc.plain(pydoc.render_doc(excover)).splitlines()
    assert len(shown) < 300
    functions = [name for name in excover.__all__ if inspect.isfunction(getattr(excover, name))]
    assert len(functions) > 10
    for name in functions:
        assert any(line.startswith(f"    {name}(") for line in shown)
    assert dir(excover) == excover.__all__


def test_help_begins_with_a_map() -> None:
    """All names of the first screen exist."""
    text = excover.__doc__ or ""
    assert len(text.splitlines()) < 30
    for word in re.findall(r"`([\w.]+)`", text):
        if word.startswith("excover.") or word.islower():
            continue
        assert ast.parse(word)
        owner, _, member = word.partition(".")
        assert not member or hasattr(getattr(excover, owner), member), word


def test_signatures_are_short() -> None:
    """The default of a parameter is shown as what differs from the defaults of its class."""
    for name in excover.__all__:
        for where, function in functions(name):
            for parameter in inspect.signature(function).parameters.values():
                assert len(str(parameter)) < 100, where
