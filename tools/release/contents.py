"""Checks what is in the files of a release: `python tools/release/contents.py DIST`.

Every wheel has the core, the parse tables, the gallery, the manual page and the licences of what it is linked
with, and nothing of the tests, and runs with glibc 2.17 or musl 1.2; the names, the metadata and
`excover/__init__.py` agree on the version.
"""

from __future__ import annotations

import re
import sys
import tarfile
from collections.abc import Iterator
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

LICENCES = {
    "LICENSE",
    "licenses/llvm.txt",
    "licenses/nanobind.txt",
    "licenses/playground.txt",
    "licenses/robin-map.txt",
}
WANTED = {
    "excover/search/_core.pyi",
    "excover/py.typed",
    "excover/apps/play/static/play.js",
    "excover/apps/play/tour.md",
    "excover/language/messages/errors.md",
    "excover/language/syntax/_tables.py",
    "excover/specs/kanoodle.xc",
    "excover/apps/play/static/gallery.json",
    "excover/grammars/excover.lark",
    "excover/grammars/excover.output.schema.json",
    "excover/grammars/excover.schema.json",
    "excover/grammars/excover.tmLanguage.json",
}
IN_SDIST = {
    "pyproject.toml",
    "grammars/excover.lark",
    "specs/kanoodle.xc",
    "excover/native/CMakeLists.txt",
    "docs/errors.md",
    "docs/tour.md",
    "tools/made_files.py",
    *LICENCES,
}


def faults_of_wheel(path: Path) -> Iterator[str]:
    _, version, *_ = path.name.split("-")
    with ZipFile(path) as wheel:
        names = set(wheel.namelist())
        info = f"excover-{version}.dist-info"
        metadata = HeaderParser().parsestr(wheel.read(f"{info}/METADATA").decode())
        written = re.search(
            r'^__version__ = "(.*)"', wheel.read("excover/__init__.py").decode(), re.MULTILINE
        )
    wanted = WANTED | {f"{info}/licenses/{name}" for name in LICENCES}
    wanted |= {f"excover-{version}.data/data/share/man/man1/excover.1"}
    yield from (f"{name} is missing" for name in sorted(wanted - names))
    cores = [name for name in names if re.fullmatch(r"excover/search/_core\..*(so|pyd)", name)]
    if len(cores) != 1:
        yield f"{len(cores)} native cores: {', '.join(cores)}"
    if not re.search("-(manylinux2014|musllinux_1_2)_", path.name):
        yield "needs a newer C library than glibc 2.17 or musl 1.2"
    foreign = [name for name in names if not name.startswith(("excover/", f"excover-{version}."))]
    yield from (f"{name} does not belong there" for name in sorted(foreign))
    yield from (f"{name} is a source of the core" for name in names if name.endswith((".cpp", ".hpp")))
    if not version == metadata["Version"] == (written and written[1]):
        yield f"versions differ: {version}, {metadata['Version']}, {written and written[1]}"


def faults_of_sdist(path: Path) -> Iterator[str]:
    stem = path.name.removesuffix(".tar.gz")
    with tarfile.open(path) as archive:
        names = {member.name.removeprefix(f"{stem}/") for member in archive.getmembers()}
    yield from (f"{name} is missing" for name in sorted(IN_SDIST - names))


def main(folder: Path) -> int:
    wheels, sdists = sorted(folder.glob("*.whl")), sorted(folder.glob("*.tar.gz"))
    if not wheels or len(sdists) != 1:
        print(f"{folder} has {len(wheels)} wheels and {len(sdists)} source distributions", file=sys.stderr)
        return 1
    found = [(path, fault) for path in wheels for fault in faults_of_wheel(path)]
    found += [(path, fault) for path in sdists for fault in faults_of_sdist(path)]
    for path, fault in found:
        print(f"{path.name}: {fault}", file=sys.stderr)
    if not found:
        print(f"{len(wheels)} wheels and the source distribution have what they need, and no more")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
