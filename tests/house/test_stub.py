"""The types of the core, which the build writes beside it: mypy and the core cannot disagree."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

from nanobind.stubgen import StubGen

from excover.search import _core

STUB = Path(__file__).parents[2] / "excover" / "search" / "_core.pyi"


def meaning(text: str) -> str:
    """The syntax tree, without layout and imports."""
    tree = ast.parse(text)
    tree.body = [node for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = inspect.cleandoc(node.value).strip()
    return ast.dump(tree, indent=1)


def test_the_stub_is_up_to_date() -> None:
    generator = StubGen(_core)
    generator.put(_core)
    assert meaning(STUB.read_text("utf-8")) == meaning(generator.get())


def test_every_type_is_precise() -> None:
    """Whatever has no type of its own says so in the bindings, where a typed wrapper belongs."""
    tree = ast.parse(STUB.read_text("utf-8"))
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            kinds = [
                function.returns,
                *(each.annotation for each in function.args.args if each.arg != "self"),
            ]
            for kind in kinds:
                assert kind is not None, function.name
                assert ast.unparse(kind) not in ("object", "list", "tuple", "dict"), function.name


def test_every_class_and_function_has_a_docstring() -> None:
    tree = ast.parse(STUB.read_text("utf-8"))
    named = [node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    assert len(named) > 20
    assert [node.name for node in named if not ast.get_docstring(node)] == []
