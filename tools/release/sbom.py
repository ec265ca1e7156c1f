"""The software bill of materials of a release: `python tools/release/sbom.py DIST` (CycloneDX 1.6).

It names what the core in the wheels is linked with, in the versions of this environment, the packages that
are in the page of the playground, and those that are needed to run it, with the bounds of the metadata.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any
from zipfile import ZipFile


def component(name: str, version: str, licence: str, **more: Any) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": f"{name}@{version}" if version else name,
        "name": name,
        **({"version": version} if version else {}),
        "licenses": [{"expression": licence}],
        **more,
    }


def clang_version() -> str:
    """Of the LLVM whose libc++, libc++abi, libunwind and compiler-rt are in the wheels."""
    shown = subprocess.run(
        [sys.executable, "-m", "ziglang", "c++", "--version"], capture_output=True, text=True, check=True
    ).stdout
    found = re.search(r"clang version ([\d.]+)", shown)
    if found is None:
        raise ValueError(f"no version of Clang in {shown!r}")
    return found[1]


def linked() -> list[dict[str, Any]]:
    nanobind, llvm = metadata.version("nanobind"), clang_version()
    apache = "Apache-2.0 WITH LLVM-exception"
    return [
        component("nanobind", nanobind, "BSD-3-Clause", purl=f"pkg:pypi/nanobind@{nanobind}"),
        component("robin-map", "", "MIT", description=f"as nanobind {nanobind} has it"),
        *(component(name, llvm, apache) for name in ("libc++", "libc++abi", "libunwind", "compiler-rt")),
    ]


def in_the_playground() -> list[dict[str, Any]]:
    """The packages whose licences its build has listed."""
    text = (Path(__file__).parents[2] / "licenses" / "playground.txt").read_text("utf-8")
    made = []
    for section in re.split(r"^={70,}$", text, flags=re.MULTILINE)[1:]:
        name, version = section.split(maxsplit=2)[:2]
        if "Permission is hereby granted, free of charge" not in section:
            raise ValueError(f"{name} in licenses/playground.txt has another licence than MIT")
        purl = f"pkg:npm/{name.replace('@', '%40')}@{version}"
        made.append(component(name, version, "MIT", purl=purl))
    return made


def required(wheel: Path) -> list[dict[str, Any]]:
    """What the wheel needs without any extra."""
    with ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        lines = archive.read(name).decode().splitlines()
    found = [line.removeprefix("Requires-Dist: ") for line in lines if line.startswith("Requires-Dist: ")]
    needed = [re.match(r"([\w.-]+) *([^;]*)$", line) for line in found]
    return [
        {
            "type": "library",
            "bom-ref": match[1],
            "name": match[1],
            "purl": f"pkg:pypi/{match[1].lower()}",
            "description": f"needed to run, {match[2]}",
        }
        for match in needed
        if match
    ]


def bill(folder: Path) -> dict[str, Any]:
    files = sorted([*folder.glob("*.whl"), *folder.glob("*.tar.gz")])
    wheels = [file for file in files if file.suffix == ".whl"]
    version = files[0].name.split("-")[1].removesuffix(".tar.gz")
    made = [
        {
            "type": "file",
            "bom-ref": file.name,
            "name": file.name,
            "hashes": [{"alg": "SHA-256", "content": sha256(file.read_bytes()).hexdigest()}],
        }
        for file in files
    ]
    parts, needs = [*linked(), *in_the_playground()], required(wheels[0])
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": component("excover", version, "MIT", purl=f"pkg:pypi/excover@{version}")},
        "components": [*made, *parts, *needs],
        "dependencies": [
            {"ref": f"excover@{version}", "dependsOn": [part["bom-ref"] for part in [*parts, *needs]]}
        ],
    }


if __name__ == "__main__":
    dist = Path(sys.argv[1])
    text = json.dumps(bill(dist), indent=1) + "\n"
    (dist / "excover.cdx.json").write_text(text)
    print(f"wrote {dist / 'excover.cdx.json'}")
