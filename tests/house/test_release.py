"""What is checked of the files of a release, on small ones made here; what needs the version agrees on it.

And what earlier versions wrote is still read: `tests/released` has files of each, but for patches
(docs/stability.md). `pytest --regenerate tests/house/test_release.py` writes those of this one, once.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import sqlite3
import subprocess
import tarfile
import tomllib
from contextlib import closing
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
import yaml
from commands import Run
from effort import HANGS
from loaded import loaded
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import excover
from excover.apps.play.page_facts import link_of_picture
from excover.language import gallery
from excover.language.links.link_codes import unpacked
from excover.runs.run_description import OWN_VERSION

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "tools" / "release"


contents, sbom, ci, version, index_page = (
    loaded(TOOLS / f"{name}.py") for name in ("contents", "sbom", "wanted_by_ci", "version", "index_page")
)

INFO = "excover-1.2.3.dist-info"
METADATA = """\
Metadata-Version: 2.4
Name: excover
Version: 1.2.3
Requires-Dist: click>=8.1
Requires-Dist: cairosvg>=2.7; extra == "pictures"
"""
GOOD = {
    **dict.fromkeys(contents.WANTED, ""),
    "excover/__init__.py": '__version__ = "1.2.3"\n',
    "excover/search/_core.abi3.so": "",
    "excover-1.2.3.data/data/share/man/man1/excover.1": "",
    f"{INFO}/METADATA": METADATA,
    **{f"{INFO}/licenses/{name}": "" for name in contents.LICENCES},
}


def wheel(folder: Path, files: dict[str, str]) -> Path:
    path = folder / "excover-1.2.3-cp312-abi3-manylinux2014_x86_64.whl"
    with ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def sdist(folder: Path, names: set[str]) -> Path:
    path = folder / "excover-1.2.3.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name in names:
            archive.addfile(tarfile.TarInfo(f"excover-1.2.3/{name}"), io.BytesIO())
    return path


def test_good_files_have_no_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wheel(tmp_path, GOOD)
    sdist(tmp_path, contents.IN_SDIST)
    assert contents.main(tmp_path) == 0
    assert capsys.readouterr().out.startswith("1 wheels and the source distribution")


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({f"{INFO}/licenses/licenses/llvm.txt": None}, "licenses/llvm.txt is missing"),
        ({"excover/language/syntax/_tables.py": None}, "excover/language/syntax/_tables.py is missing"),
        ({"excover/search/_core.abi3.so": None}, "0 native cores"),
        ({"excover/search/_core.cpython-311.so": ""}, "2 native cores"),
        ({"tests/apps/test_cli.py": ""}, "tests/apps/test_cli.py does not belong there"),
        ({"excover/native/core/problem.cpp": ""}, "is a source of the core"),
        ({"excover/__init__.py": '__version__ = "1.2.4"\n'}, "versions differ: 1.2.3, 1.2.3, 1.2.4"),
    ],
)
def test_faults_of_wheels(
    changes: dict[str, str | None], fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wheel(tmp_path, {name: text for name, text in {**GOOD, **changes}.items() if text is not None})
    sdist(tmp_path, contents.IN_SDIST)
    assert contents.main(tmp_path) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert fault in line


def test_a_wheel_for_newer_systems_is_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = wheel(tmp_path, GOOD)
    path.rename(tmp_path / path.name.replace("manylinux2014", "manylinux_2_28"))
    sdist(tmp_path, contents.IN_SDIST)
    assert contents.main(tmp_path) == 1
    assert "needs a newer C library" in capsys.readouterr().err


def test_faults_of_source_distributions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wheel(tmp_path, GOOD)
    assert contents.main(tmp_path) == 1
    sdist(tmp_path, contents.IN_SDIST - {"grammars/excover.lark"})
    assert contents.main(tmp_path) == 1
    assert "grammars/excover.lark is missing" in capsys.readouterr().err


def test_the_bill_of_materials(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sbom, "clang_version", lambda: "22.1.0")
    wheel(tmp_path, GOOD)
    sdist(tmp_path, contents.IN_SDIST)
    bill = json.loads(json.dumps(sbom.bill(tmp_path)))
    names = {part["name"] for part in bill["components"]}
    assert {"nanobind", "robin-map", "libc++", "click", "codemirror", "excover-1.2.3.tar.gz"} <= names
    assert "cairosvg" not in names
    (click,) = (part for part in bill["components"] if part["name"] == "click")
    assert click["description"] == "needed to run, >=8.1"
    assert set(bill["dependencies"][0]["dependsOn"]) <= {part["bom-ref"] for part in bill["components"]}
    assert bill["metadata"]["component"]["version"] == "1.2.3"


@pytest.mark.parametrize(
    ("file", "wanted"),
    [
        ("requirements.txt", (TOOLS / "requirements.in").read_text()),
        ("ci.txt", "\n".join(ci.wanted(ROOT / "pyproject.toml"))),
    ],
)
def test_every_tool_is_pinned_by_hash(file: str, wanted: str) -> None:
    """And in a version that pyproject.toml allows: `tools/release/run pin` writes both files anew."""
    found = re.findall(
        r"^([\w.-]+)==(\S+).* \\\n    --hash=sha256:", (TOOLS / file).read_text(), re.MULTILINE
    )
    for line in wanted.splitlines():
        if line and not line.startswith("#"):
            need = Requirement(line)
            versions = [version for name, version in found if name == canonicalize_name(need.name)]
            assert versions, need
            assert [one for one in versions if need.specifier.contains(one, prereleases=True)], need


def test_the_bundle_is_of_the_packages_in_the_lock_file() -> None:
    """`npm run build` in the folder playground lists them; each import is one of them."""
    locked = json.loads((ROOT / "playground" / "package-lock.json").read_text())["packages"]
    listed = sbom.in_the_playground()
    for part in listed:
        package = locked[f"node_modules/{part['name']}"]
        assert (part["version"], "MIT") == (package["version"], package["license"])
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "playground" / "src").glob("*.js"))
    imported = set(
        re.findall(r'^(?:import|export) [^;]*?from "((?:@[\w-]+/)?[a-z][\w-]*)"', sources, re.MULTILINE)
    )
    assert {"codemirror", "@codemirror/state"} <= imported
    assert imported <= {part["name"] for part in listed}


def test_the_licences_of_the_project_are_those_that_wheels_must_have() -> None:
    found = {str(path.relative_to(ROOT)) for path in [ROOT / "LICENSE", *(ROOT / "licenses").iterdir()]}
    assert found == contents.LICENCES


def test_the_changelog_has_the_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert "version" in project["dynamic"]
    assert f"## [{excover.__version__}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_a_new_version_changes_nothing_else_in_the_manifests() -> None:
    for name, times in version.MANIFESTS.items():
        text = (ROOT / name).read_text("utf-8")
        changed = version.with_version(text, "7.8.9", times)
        lines = [new for old, new in zip(text.splitlines(), changed.splitlines(), strict=True) if old != new]
        assert [line.strip().lstrip('"') for line in lines] == [
            'version": "7.8.9",' if name.endswith("json") else 'version: "7.8.9"'
        ] * times
        assert version.with_version(changed, excover.__version__, times) == text


def test_the_recipe_for_conda_needs_what_the_project_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    recipe = yaml.safe_load((TOOLS / "conda" / "recipe.yaml").read_text())["requirements"]
    for key, wanted in (
        ("run", project["project"]["dependencies"]),
        ("host", project["build-system"]["requires"]),
    ):
        assert {str(Requirement(line)) for line in recipe[key]} - {"python", "pip"} == set(
            map(str, map(Requirement, wanted))
        )


def test_the_page_of_an_index_has_whole_links() -> None:
    page = (ROOT / "README.md").read_text("utf-8")
    shown = index_page.page_of_index(page, "https://example.org/excover", "v1.2.3")
    links = re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", shown, flags=re.DOTALL))
    assert len(links) > 40
    assert all(link.startswith("https://") or link.startswith("#") for link in links)
    start = "https://example.org/excover/"
    for link in links:
        if link.startswith(start):
            kind, _, path = link.removeprefix(start).partition("/v1.2.3/")
            assert (ROOT / path.partition("#")[0]).exists(), link
            assert (kind == "raw") == path.endswith((".png", ".svg"))
    blocks, those_of_a_clone = (re.findall(r"```.*?```", each, re.DOTALL) for each in (shown, page))
    (first,) = (block for block in blocks if block not in those_of_a_clone)
    assert first.startswith("```sh\npython3 -m venv .venv && .venv/bin/pip install excover && ")
    assert "--find-links" not in shown


def test_the_metadata_of_an_index_have_links() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    urls = tomllib.loads(index_page.with_urls(text, "https://example.org/excover", "v1.2.3"))["project"][
        "urls"
    ]
    assert urls["Changelog"] == "https://example.org/excover/blob/v1.2.3/CHANGELOG.md"
    assert tomllib.loads(text)["project"].get("urls") is None


# Files of earlier versions

RELEASED = Path(__file__).parents[1] / "released"
THIS = RELEASED / ".".join(excover.__version__.split(".")[:2])
TRAY = """\
board tray 4x4
shapes piece
  |PP. LLL TTT III
  |PPP L.. .T.
place free piece on tray
expect solutions = 16
"""
RULES = """\
board field 3x3, may stay empty
choose shaded(p in field)
require count(shaded(p) for p in field) = 3
require shaded(p) connected
expect solutions = 22
"""
PROOFS = {"tray": ("check_proof", 16), "rules": ("check_clauses", 22)}


def keep(run: Run, folder: Path) -> None:
    """Files of this version, of each kind that docs/stability.md lists."""
    folder.mkdir(parents=True)
    tray, rules = folder / "tray.xc", folder / "rules.xc"
    tray.write_text(TRAY)
    rules.write_text(RULES)
    for name, command in {
        "tray.yaml": f"convert {tray} --to yaml",
        "tray.dlx": f"expand {tray} --to dlx",
        "rules.json": f"expand {rules} --to json",
        "count.json": f"count {tray} --json",
    }.items():
        (folder / name).write_text(run(command).out)
    for command in (
        f"count {tray} --proof {folder}/tray.proof",
        f"count {rules} --proof {folder}/rules.proof",
        f"diagram {tray} --save {folder}/tray.diagram",
        f"solve {tray} --svg {folder}/tray.svg",
        f"run {tray} --count --journal {folder}/tray.journal --workers 1",
    ):
        assert run(command).status == 0, command
    with ZipFile(folder / "shipped.zip", "w", ZIP_DEFLATED) as archive:
        for path in sorted(gallery.folder().rglob("*.*")):
            archive.write(path, path.relative_to(gallery.folder()))


@pytest.fixture(params=sorted({THIS.name, *(path.name for path in RELEASED.iterdir())}))
def released(request: pytest.FixtureRequest, run: Run) -> Path:
    folder = RELEASED / str(request.param)
    if not folder.exists() and request.config.getoption("regenerate"):
        keep(run, folder)
    assert folder.exists(), f"`pytest --regenerate {Path(__file__).name}` keeps the files of this version"
    return folder


def test_descriptions_are_read_as_they_were(released: Path, run: Run) -> None:
    for name in ("tray.xc", "tray.yaml", "rules.xc"):
        ran = run(f"check {released / name}")
        assert ran.status == 0, ran.err


def test_diagrams_are_loaded(released: Path, run: Run) -> None:
    ran = run(f"diagram {released}/tray.xc --load {released}/tray.diagram --recount")
    assert (ran.status, ran.out.split()[0]) == (0, "16")


@pytest.mark.parametrize("name", PROOFS)
def test_certificates_are_accepted(released: Path, name: str) -> None:
    tool, number = PROOFS[name]
    checker = loaded(ROOT / "tools" / f"{tool}.py")
    (problem,) = released.glob(f"{name}.[dj][ls]*")
    assert checker.proven(checker.Problem(problem), released / f"{name}.proof") == number


def test_journals_are_read_and_continued_by_their_version_alone(released: Path, run: Run) -> None:
    shutil.copy(released / "tray.journal", "kept.journal")  # SQLite writes files beside it
    assert run("status kept.journal").out == "16\n"
    assert run("resume kept.journal").out == "16\n"
    with closing(sqlite3.connect("kept.journal")) as journal:
        begun = json.loads(*journal.execute("select description from run").fetchone())["version"]
    verified = run("verify kept.journal")
    if begun == OWN_VERSION:
        assert verified.status == 0
    else:
        assert (verified.status, f"begun with excover {begun}" in verified.err) == (2, True)


def test_json_has_all_that_it_had(released: Path, run: Run) -> None:
    was, now = (
        json.loads((released / "count.json").read_text()),
        json.loads(run(f"count {released}/tray.xc --json").out),
    )
    assert was.keys() <= now.keys()
    assert {key: now[key] for key in ("version", "status", "count", "exhausted")} == {
        key: was[key] for key in ("version", "status", "count", "exhausted")
    }


def test_pictures_open_again(released: Path) -> None:
    assert unpacked(link_of_picture(str(released / "tray.svg"))) == (TRAY, {})


def test_shipped_descriptions_are_read(released: Path, tmp_path: Path, run: Run) -> None:
    """Those that have changed since; of the others, the tests of the gallery are."""
    with ZipFile(released / "shipped.zip") as archive:
        archive.extractall(tmp_path)
    assert len(list(tmp_path.rglob("*.xc"))) > 100
    for path in sorted(tmp_path.glob("*.xc")):
        shipped = gallery.folder() / path.name
        if not shipped.exists() or shipped.read_bytes() != path.read_bytes():
            excover.load(path)


def test_help_lists_every_step_of_ci() -> None:
    """Each step, a function `run_NAME`, has a line, and nothing runs."""
    ci_run = ROOT / ".ci" / "run"
    steps = {*re.findall(r"^run_(\w+)\(\)", ci_run.read_text("utf-8"), re.M)} - {"pytest"}
    shown = subprocess.run([str(ci_run), "--help"], capture_output=True, text=True, check=True, timeout=HANGS)
    assert {*re.findall(r"^  (\w+) ", shown.stdout, re.M)} == steps
    assert not shown.stderr
