"""What `excover play --static` is made of: what is missing, or does not belong together, is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import Run

from excover.apps.play.page_facts import PYODIDE, PYODIDE_FILES, package_archive, write_page
from excover.language import gallery
from excover.search.strategy import core_names


def npm_package(folder: Path, version: str = PYODIDE, without: str = "") -> str:
    folder.mkdir()
    for name in PYODIDE_FILES:
        if name != without:
            (folder / name).write_text(json.dumps({"version": version}))
    return str(folder)


def core(file: Path, without: str = "") -> str:
    """Not a module, but with the names that one has."""
    names = [name for name in core_names() if name != without]
    file.write_bytes(b"\0asm" + "\0".join(names).encode())
    return str(file)


@pytest.mark.slow
def test_the_page(run: Run, tmp_path: Path) -> None:
    package, module = npm_package(tmp_path / "npm"), core(tmp_path / "core")
    ran = run("play", "--static", str(tmp_path / "page"), "--pyodide", package, "--core", module, "soma")
    assert (ran.status, ran.err.count("error")) == (0, 0)
    assert "Soma cube" in (tmp_path / "page" / "facts.json").read_text()
    assert [*json.loads((tmp_path / "page" / "gallery.json").read_text())] == [*gallery.names()]
    assert (tmp_path / "page" / "pyodide" / "python_stdlib.zip").exists()
    assert (tmp_path / "page" / "core.wasm").read_bytes() == Path(module).read_bytes()


@pytest.mark.slow
def test_the_page_beside_documents_leads_to_them(tmp_path: Path) -> None:
    package = Path(npm_package(tmp_path / "npm"))
    write_page(tmp_path, package, b"\0asm", documents="../docs/language.html")
    assert json.loads((tmp_path / "facts.json").read_text())["documents"] == "../docs/language.html"


@pytest.mark.parametrize("name", PYODIDE_FILES[1:-1])
def test_a_package_without_a_file(name: str, run: Run, tmp_path: Path) -> None:
    package = npm_package(tmp_path / "npm", without=name)
    ran = run("play", "--static", "page", "--pyodide", package, "--core", core(tmp_path / "core"))
    assert (ran.status, name in ran.err) == (2, True)
    assert not (tmp_path / "page").exists()


def test_another_pyodide(run: Run, tmp_path: Path) -> None:
    package = npm_package(tmp_path / "npm", version="0.1.2")
    ran = run("play", "--static", "page", "--pyodide", package, "--core", core(tmp_path / "core"))
    assert ran.status == 2
    assert f"has Pyodide 0.1.2; the core is compiled for {PYODIDE}" in ran.err


def test_another_core(run: Run, tmp_path: Path) -> None:
    package, module = npm_package(tmp_path / "npm"), core(tmp_path / "core", without="CoverBatch")
    ran = run("play", "--static", "page", "--pyodide", package, "--core", module)
    assert ran.status == 2
    assert "another version of excover, without CoverBatch" in ran.err
    assert "python tools/wasm_core.py" in ran.err
    (tmp_path / "core").write_bytes(b"MZ")
    ran = run("play", "--static", "page", "--pyodide", package, "--core", module)
    assert (ran.status, "is not WebAssembly" in ran.err) == (2, True)


@pytest.mark.slow
def test_the_archive_has_the_same_bytes_each_time() -> None:
    assert package_archive() == package_archive()
