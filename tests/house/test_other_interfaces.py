"""What the table in docs/python.md says of the interfaces of clingo and OR-Tools, tried with both."""

from __future__ import annotations

import pickle
from importlib.util import find_spec
from pathlib import Path

import pytest
from extras import module_or_skip

TABLE = (Path(__file__).parents[2] / "docs" / "python.md").read_text("utf-8")


def test_clingo() -> None:
    clingo = module_or_skip("clingo")
    assert f"versions {'.'.join(clingo.__version__.split('.')[:2])} of clingo's" in TABLE
    control = clingo.Control(["0"])
    control.add("base", [], "{a(1..3)}.")
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:  # lazy solutions
        models = [str(model) for model in handle]
    assert len(models) == 8
    handle = control.solve(async_=True)
    handle.cancel()
    assert not hasattr(handle, "__await__")
    assert not hasattr(handle, "__aiter__")
    assert isinstance(control.statistics, dict)
    assert hasattr(clingo.Backend, "add_rule")
    assert hasattr(clingo.Backend, "add_heuristic")
    assert pickle.loads(pickle.dumps(clingo.Number(3))) == clingo.Number(3)
    with pytest.raises(TypeError):
        pickle.dumps(control)
    assert not hasattr(clingo.Model, "_repr_html_")
    assert _is_typed("clingo")


def test_cp_sat() -> None:
    module_or_skip("ortools")
    import ortools
    from ortools.sat.python import cp_model

    assert f"and {'.'.join(ortools.__version__.split('.')[:2])} of OR-Tools'" in TABLE
    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    for name in ("new_bool_var_series", "add_hint", "add_assumptions", "export_to_file"):
        assert hasattr(model, name)
    assert hasattr(solver, "stop_search")
    with pytest.raises(TypeError):
        pickle.dumps(model)
    assert not hasattr(model, "_repr_html_")
    assert _is_typed("ortools.sat.python")


def _is_typed(package: str) -> bool:
    spec = find_spec(package)
    assert spec is not None
    return any((Path(folder) / "py.typed").exists() for folder in spec.submodule_search_locations or ())
