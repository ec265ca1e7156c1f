"""Package an extension of VS Code: python3 tools/vsix.py FOLDER FILE.vsix

A .vsix file is a zip archive with two manifests (Open Packaging Conventions) beside the folder `extension`.
The folder's package.json lists what is in it: its main script, which `npm run build` makes, and what it
contributes. With REPOSITORY in the environment, the web address of the repository, its page has a link to it.
"""

import json
import os
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

ROOT = Path(__file__).parents[1]
KINDS = {
    ".json": "application/json",
    ".js": "application/javascript",
    ".md": "text/markdown",
    ".png": "image/png",
    ".txt": "text/plain",
}
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of all files, so that the same content gives the same archive."""


def packaged(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The members of the archive, in order. Raises FileNotFoundError if a file of package.json is missing."""
    package = json.loads((folder / "package.json").read_text("utf-8"))
    yield "[Content_Types].xml", _content_types()
    yield "extension.vsixmanifest", _manifest(package)
    yield "extension/LICENSE.txt", (ROOT / "LICENSE").read_bytes()
    for name in ["package.json", "README.md", *_files(package)]:
        yield f"extension/{name}", (folder / name).read_bytes()


def _files(package: dict[str, Any]) -> list[str]:
    """The files that package.json names."""
    contributes = package["contributes"]
    named = [package["main"], package["icon"], *(grammar["path"] for grammar in contributes["grammars"])]
    named += [language["configuration"] for language in contributes["languages"]]
    named += [schema["url"] for schema in contributes["yamlValidation"]]
    return sorted({name.removeprefix("./") for name in named})


def _content_types() -> bytes:
    types = Element("Types", xmlns="http://schemas.openxmlformats.org/package/2006/content-types")
    for suffix, kind in {**KINDS, ".vsixmanifest": "text/xml"}.items():
        SubElement(types, "Default", Extension=suffix, ContentType=kind)
    return tostring(types, "utf-8", xml_declaration=True)


def _manifest(package: dict[str, Any]) -> bytes:
    schema = "http://schemas.microsoft.com/developer/vsx-schema/2011"
    manifest = Element("PackageManifest", Version="2.0.0", xmlns=schema)
    about = SubElement(manifest, "Metadata")
    identity = {"Id": package["name"], "Version": package["version"], "Publisher": package["publisher"]}
    SubElement(about, "Identity", Language="en-US", **identity)
    SubElement(about, "DisplayName").text = package["displayName"]
    SubElement(about, "Description").text = package["description"]
    SubElement(about, "Categories").text = ",".join(package["categories"])
    SubElement(about, "License").text = "extension/LICENSE.txt"
    SubElement(about, "Icon").text = icon = f"extension/{package['icon']}"
    properties = SubElement(about, "Properties")
    engine = {"Id": "Microsoft.VisualStudio.Code.Engine", "Value": package["engines"]["vscode"]}
    SubElement(properties, "Property", **engine)
    if repository := os.environ.get("REPOSITORY"):
        link = {"Id": "Microsoft.VisualStudio.Services.Links.Source", "Value": repository}
        SubElement(properties, "Property", **link)
    installation = SubElement(manifest, "Installation")
    SubElement(installation, "InstallationTarget", Id="Microsoft.VisualStudio.Code")
    SubElement(manifest, "Dependencies")
    assets = SubElement(manifest, "Assets")
    for kind, path in (
        ("Microsoft.VisualStudio.Code.Manifest", "extension/package.json"),
        ("Microsoft.VisualStudio.Services.Content.Details", "extension/README.md"),
        ("Microsoft.VisualStudio.Services.Content.License", "extension/LICENSE.txt"),
        ("Microsoft.VisualStudio.Services.Icons.Default", icon),
    ):
        SubElement(assets, "Asset", Type=kind, Path=path, Addressable="true")
    return tostring(manifest, "utf-8", xml_declaration=True)


def main(folder: str, target: str) -> None:
    try:
        members = list(packaged(Path(folder)))
    except FileNotFoundError as missing:
        sys.exit(f"{missing.filename} is missing: say `npm ci && npm run build` in {folder}")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name, EPOCH), data, zipfile.ZIP_DEFLATED)
    print(target)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
