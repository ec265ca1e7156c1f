"""The extension of VS Code: its package, and its script in Node.js with stubs in place of the editor."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from effort import HANGS
from extras import program_or_skip

import excover
from excover.apps.editing.vocabulary import textmate
from excover.base.source import Source, begins_as_yaml
from excover.language.syntax.yaml import schema_text

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "editors" / "vscode"
PACKAGE = json.loads((FOLDER / "package.json").read_text())


def run(*command: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=HANGS, check=False)


def packed(folder: Path, target: Path) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, str(ROOT / "tools" / "vsix.py"), str(folder), str(target))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The folder of the extension with a script, but without what npm installs."""
    folder = tmp_path / "vscode"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("node_modules", "dist", "*.vsix"))
    (folder / "dist").mkdir()
    (folder / "dist" / "extension.js").write_text("exports.activate = () => {};\n")
    (folder / "dist" / "excover.schema.json").write_text(schema_text())
    (folder / "dist" / "excover.tmLanguage.json").write_text(textmate())
    return folder


def test_the_package_has_what_its_manifests_name(copy: Path, tmp_path: Path) -> None:
    target = tmp_path / "excover.vsix"
    done = packed(copy, target)
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(target) as archive:
        names = set(archive.namelist())
        assert archive.testzip() is None
        manifest = ElementTree.fromstring(archive.read("extension.vsixmanifest"))
        types = ElementTree.fromstring(archive.read("[Content_Types].xml"))
        package = json.loads(archive.read("extension/package.json"))
    space = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"
    assert {asset.attrib["Path"] for asset in manifest.iter(f"{space}Asset")} <= names
    identity = manifest.find(f"{space}Metadata/{space}Identity")
    assert identity is not None
    assert identity.attrib["Version"] == package["version"]
    grammars = [grammar["path"] for grammar in package["contributes"]["grammars"]]
    schemas = [each["url"] for each in package["contributes"]["yamlValidation"]]
    for name in (package["main"], package["icon"], *grammars, *schemas):
        assert f"extension/{name.removeprefix('./')}" in names
    known = {each.attrib["Extension"] for each in types}
    assert {Path(name).suffix for name in names} - {".xml"} <= known
    assert not [name for name in names if "node_modules" in name]


def test_the_package_leads_to_the_repository(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REPOSITORY", "https://example.org/excover")
    target = tmp_path / "excover.vsix"
    assert packed(copy, target).returncode == 0
    with zipfile.ZipFile(target) as archive:
        manifest = ElementTree.fromstring(archive.read("extension.vsixmanifest"))
    properties = {
        each.attrib["Id"]: each.attrib["Value"] for each in manifest.iter() if "Value" in each.attrib
    }
    assert properties["Microsoft.VisualStudio.Services.Links.Source"] == "https://example.org/excover"


def test_the_same_content_gives_the_same_package(copy: Path, tmp_path: Path) -> None:
    for name in ("a.vsix", "b.vsix"):
        assert packed(copy, tmp_path / name).returncode == 0
    assert (tmp_path / "a.vsix").read_bytes() == (tmp_path / "b.vsix").read_bytes()


def test_a_package_without_its_script_is_refused(copy: Path, tmp_path: Path) -> None:
    (copy / "dist" / "extension.js").unlink()
    done = packed(copy, tmp_path / "excover.vsix")
    assert done.returncode == 1
    assert "npm run build" in done.stderr
    assert not (tmp_path / "excover.vsix").exists()


def test_versions_are_those_of_the_project() -> None:
    assert PACKAGE["version"] == excover.__version__
    exact = {**PACKAGE["dependencies"], **PACKAGE["devDependencies"]}
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in exact.values())


# The script

HARNESS = """
const Module = require("module");
const said = [];
const panels = [];
const commands = {};
const contexts = {};
const events = {};
const text = (languageId, path, content = "") => ({
  languageId, uri: { scheme: "file", fsPath: path }, getText: () => content,
});
const heard = (name) => (run) => ((events[name] = run), { dispose() {} });
const vscode = {
  commands: {
    registerCommand: (name, run) => ((commands[name] = run), { dispose() {} }),
    executeCommand: (name, key, value) => (contexts[key] = value),
  },
  workspace: {
    getConfiguration: () => ({ get: () => "/opt/excover" }),
    textDocuments: [text("excover", "/a.xc")],
    onDidOpenTextDocument: heard("open"),
    onDidSaveTextDocument: heard("save"),
  },
  window: {
    activeTextEditor: { document: { uri: "file:///a.xc" } },
    showErrorMessage: (text) => said.push(["error", text]),
    showWarningMessage: (text) => said.push(["warning", text]),
    showInformationMessage: (text) => said.push(["information", text]),
    withProgress: (bar, run) => run({}, { onCancellationRequested: (stop) => (vscode.stop = stop) }),
    createWebviewPanel: (...made) => {
      const panel = { made, webview: { html: "" }, onDidDispose: (end) => (panel.end = end) };
      panels.push(panel);
      return panel;
    },
  },
  ProgressLocation: { Notification: 15 },
  ViewColumn: { Beside: -2 },
};
const clients = [];
class LanguageClient {
  constructor(...made) {
    this.made = made;
    clients.push(this);
  }
  async start() {
    if (process.env.FAILS) throw new Error("spawn excover ENOENT");
  }
  async stop() {
    this.stopped = true;
  }
}
const load = Module._load;
const stubs = { vscode, "vscode-languageclient/node": { LanguageClient } };
Module._load = (name, ...rest) => stubs[name] ?? load(name, ...rest);
const extension = require(process.argv[1]);
"""


def in_node(script: str, **environment: str) -> Any:
    """What a script prints as JSON, after the harness."""
    node = program_or_skip("node", "nodejs")
    code = f"{HARNESS}\n(async () => {{ {script} }})();"
    ran = subprocess.run(
        [node, "-e", code, str(FOLDER / "extension.js")],
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=False,
        env={**environment},
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_the_extension_starts_the_server_and_restarts_it() -> None:
    found = in_node(
        """
        await extension.activate({ subscriptions: [] });
        await commands["excover.restart"]();
        const [, , server, options] = clients[1].made;
        console.log(JSON.stringify({ stopped: clients[0].stopped, server, selector: options.documentSelector,
                                     options: options.initializationOptions, said }));
        """
    )
    assert found["stopped"]
    assert found["server"] == {"command": "/opt/excover", "args": ["lsp"]}
    assert found["selector"] == [{"language": PACKAGE["contributes"]["languages"][0]["id"]}]
    assert found["options"] == {"showsReports": True}
    assert found["said"] == []


def test_files_in_yaml_are_served_if_they_are_descriptions() -> None:
    found = in_node(
        """
        vscode.workspace.textDocuments = [text("yaml", "/other.yaml", "a: excover\\nexcover: 1\\n")];
        await extension.activate({ subscriptions: [] });
        const selectors = () => clients.map((client) => client.made[3].documentSelector);
        const before = selectors();
        await events.open(text("yaml", "/b.yaml", "# A puzzle\\n\\nexcover: 1\\n"));
        await events.save(text("yaml", "/b.yaml", "excover: 1\\n"));
        await events.open(text("excover", "/a.xc"));
        await events.open(text("yaml", "C:\\\\x[1]\\\\c.yaml", '{"excover": 1}'));
        console.log(JSON.stringify({ before, after: selectors(), contexts, stopped: clients[0].stopped }));
        """
    )
    language = {"language": "excover"}
    first = {"language": "yaml", "scheme": "file", "pattern": "/b.yaml"}
    second = {"language": "yaml", "scheme": "file", "pattern": "C:/x[[]1[]]/c.yaml"}
    assert found["before"] == []
    assert found["after"] == [[language, first], [language, first, second]]
    assert found["contexts"] == {"excover.descriptions": ["/b.yaml", "C:\\x[1]\\c.yaml"]}
    assert found["stopped"]


def test_several_files_in_yaml_start_the_server_once() -> None:
    """Those that are open at the beginning, and those that come together."""
    found = in_node(
        """
        const files = (...names) => names.map((name) => text("yaml", `/${name}.yaml`, "excover: 1"));
        vscode.workspace.textDocuments = files("a", "b", "c");
        await extension.activate({ subscriptions: [] });
        await Promise.all(files("d", "e", "f").map(events.open));
        const paths = (client) => client.made[3].documentSelector.slice(1).map(({ pattern }) => pattern[1]);
        console.log(JSON.stringify(clients.map(paths)));
        """
    )
    assert found == [[*"abc"], [*"abcdef"]]


@pytest.mark.parametrize(
    "start", ["excover: 1", "# A\n---\nexcover: 1", "{'excover': 1", "item: excover: 1", "a"]
)
def test_the_extension_and_the_server_take_the_same_files_in_yaml(start: str) -> None:
    found = in_node(
        f"""
        vscode.workspace.textDocuments = [text("yaml", "/a.yaml", {json.dumps(start)})];
        await extension.activate({{ subscriptions: [] }});
        console.log(clients.length);
        """
    )
    assert bool(found) == begins_as_yaml(Source("a.yaml", start))


def test_a_server_that_does_not_start_is_told_with_the_install_line() -> None:
    found = in_node(
        "await extension.activate({ subscriptions: [] }); console.log(JSON.stringify(said));", FAILS="1"
    )
    ((kind, text),) = found
    assert kind == "error"
    assert "pip install 'excover[lsp]'" in text


def test_searches_are_shown_and_can_be_stopped() -> None:
    hostile = "<script>hit()</script>"
    found = in_node(
        f"""
        await extension.activate({{ subscriptions: [] }});
        const run = clients[0].made[3].middleware.executeCommand;
        const asked = [];
        const next = (report) => async (name, given) => (asked.push([name, given]), report);
        await run("excover.search", [], next({{ text: {json.dumps(hostile)}, svg: "<svg/>" }}));
        await run("excover.search", ["file:///b.xc"], next({{ text: "none", svg: "" }}));
        vscode.stop();
        await run("excover.expect", ["file:///b.xc", 7], next({{ text: "not met: x", svg: "" }}));
        await run("excover.expect", [], next({{ text: "never asked", svg: "" }}));
        await run("excover.count", ["u"], next({{ text: "4 solutions", svg: "" }}));
        await run("other", [1], next({{}}));
        const first = extension.page({{ text: {json.dumps(hostile)}, svg: "<svg/>" }});
        const scripts = panels[0].made[3];
        console.log(JSON.stringify({{ asked, said, panels: panels.length, first, scripts }}));
        """
    )
    assert found["asked"] == [
        ["excover.search", ["file:///a.xc"]],
        ["excover.search", ["file:///b.xc"]],
        ["excover.stop", []],
        ["excover.expect", ["file:///b.xc", 7]],
        ["excover.count", ["u"]],
        ["other", [1]],
    ]
    assert found["said"] == [["warning", "not met: x"], ["information", "4 solutions"]]
    assert found["panels"] == 1
    assert found["scripts"] == {"enableScripts": False}
    assert "<script" not in found["first"]
    assert base64.b64encode(b"<svg/>").decode() in found["first"]
    assert "default-src 'none'" in found["first"]


def test_commands_of_the_palette_are_those_of_the_server() -> None:
    declared = {each["command"] for each in PACKAGE["contributes"]["commands"]}
    assert declared == {"excover.search", "excover.count", "excover.restart"}


@pytest.mark.skipif(
    not (FOLDER / "node_modules").is_dir(),
    reason="node_modules is missing: `npm ci` in editors/vscode",
)
def test_the_bundle_is_built_and_packaged(tmp_path: Path) -> None:
    """In a copy of what it is made of: the folder itself stays as it is."""
    folder = tmp_path / "editors" / "vscode"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("node_modules", "dist", "*.vsix"))
    (folder / "node_modules").symlink_to(FOLDER / "node_modules")
    (tmp_path / "grammars").symlink_to(ROOT / "grammars")
    built = run("npm", "run", "build", folder=folder)
    assert built.returncode == 0, built.stderr
    script = (folder / "dist" / "extension.js").read_text()
    assert "excover.solution" in script
    assert 'require("vscode")' in script
    done = packed(folder, tmp_path / "excover.vsix")
    assert done.returncode == 0, done.stderr
