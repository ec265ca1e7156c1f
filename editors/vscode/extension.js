// The extension: starts `excover lsp`, and shows what its searches find.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const SEARCHES = ["excover.search", "excover.count", "excover.expect"];

/** The first key of a description in YAML. */
const FIRST_KEY = /^(?:\s|#[^\n]*\n|---|\{)*["']?excover["']?\s*:/;

let client;
let panel;

/** The last start of the server, and a start that has not begun: what comes until then is for it, too. */
let started;
let waiting;

/** The paths of the descriptions in YAML that were opened; other files in YAML are left alone. */
const descriptions = new Set();

/** The arguments of a command; from the palette it has none, and is about the text that is shown. */
function completed(command, given) {
  if (given && given.length) return given;
  const editor = vscode.window.activeTextEditor;
  return editor && command !== "excover.expect" ? [editor.document.uri.toString()] : undefined;
}

/** Runs a search with a progress bar whose button ends it. */
async function search(command, given, next) {
  const asked = completed(command, given);
  if (!asked) return undefined;
  const bar = {
    location: vscode.ProgressLocation.Notification,
    title: command.replace(".", ": "),
    cancellable: true,
  };
  const report = await vscode.window.withProgress(bar, (_progress, cancellation) => {
    cancellation.onCancellationRequested(() => next("excover.stop", []));
    return next(command, asked);
  });
  if (report) show(command, report);
  return report;
}

function show(command, report) {
  if (command === "excover.search") {
    preview(report);
  } else if (report.text.startsWith("not met")) {
    vscode.window.showWarningMessage(report.text);
  } else {
    vscode.window.showInformationMessage(report.text);
  }
}

/** Shows a solution beside the text. */
function preview(report) {
  if (!panel) {
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    panel = vscode.window.createWebviewPanel("excover.solution", "Solution", column, { enableScripts: false });
    panel.onDidDispose(() => (panel = undefined));
  }
  panel.webview.html = page(report);
}

/** A page without scripts: a picture is an image, so that nothing in it runs, and text is escaped. */
function page({ text, svg }) {
  const escaped = text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
  const data = Buffer.from(svg, "utf8").toString("base64");
  const picture = svg ? `<img alt="The solution" src="data:image/svg+xml;base64,${data}">` : "";
  return `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>Solution</title>
<style>img { max-width: 100%; background: white; } pre { font-family: var(--vscode-editor-font-family); }</style>
${picture}
<pre>${escaped}</pre>`;
}

function made() {
  const command = vscode.workspace.getConfiguration("excover").get("command") || "excover";
  const middleware = {
    executeCommand: (name, given, next) => (SEARCHES.includes(name) ? search(name, given, next) : next(name, given)),
  };
  return new LanguageClient(
    "excover",
    "excover",
    { command, args: ["lsp"] },
    { documentSelector: selector(), initializationOptions: { showsReports: true }, middleware },
  );
}

/** The texts that the server serves: those in the language, and single files in YAML. */
function selector() {
  const patterns = [...descriptions].map((path) => path.replace(/\\/g, "/").replace(/[*?{}[\]]/g, "[$&]"));
  const files = patterns.map((pattern) => ({ language: "yaml", scheme: "file", pattern }));
  return [{ language: "excover" }, ...files];
}

async function start() {
  client = made();
  try {
    await client.start();
  } catch (failed) {
    vscode.window.showErrorMessage(
      `The server did not start: ${failed.message ?? failed}. Install it with pip install 'excover[lsp]', or set excover.command.`,
    );
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old) await old.stop().catch(() => undefined);
}

async function restarted() {
  await stop();
  await start();
}

/** Starts the server, again if it runs, after what was asked for before; once for all that is asked for meanwhile. */
function restart() {
  waiting ??= started = Promise.resolve(started).then(() => {
    waiting = undefined;
    return restarted();
  });
  return waiting;
}

/** Starts the server with the first text for it, and again with files in YAML that turn out to be for it. */
function take(document) {
  if (document.languageId === "excover") return started ?? restart();
  const path = document.uri.fsPath;
  const isNew = document.languageId === "yaml" && document.uri.scheme === "file" && !descriptions.has(path);
  if (!isNew || !FIRST_KEY.test(document.getText())) return started;
  descriptions.add(path);
  vscode.commands.executeCommand("setContext", "excover.descriptions", [...descriptions]);
  return restart();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("excover.restart", restart),
    vscode.workspace.onDidOpenTextDocument(take),
    vscode.workspace.onDidSaveTextDocument(take),
  );
  await Promise.all(vscode.workspace.textDocuments.map(take));
}

module.exports = { activate, deactivate: stop, page };
