// A Web Worker that answers the questions of the page: Pyodide with excover in it. The files beside this one are
// those that `excover play --static` writes.

const files = (name) => new URL(name, import.meta.url).href;

async function bytes(name) {
  const answer = await fetch(files(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function begin() {
  const [library, archive, core] = [import(files("pyodide/pyodide.mjs")), bytes("excover.zip"), bytes("core.wasm")];
  const { loadPyodide } = await library;
  const python = await loadPyodide({ indexURL: files("pyodide/"), packages: [] });
  const folder = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  python.unpackArchive(await archive, "zip", { extractDir: folder });
  python.FS.writeFile(`${folder}/excover/search/_core.abi3.so`, await core);
  return python.runPython("from excover.apps.play.questions import answer_json; answer_json");
}

const begun = begin();
begun.then(
  () => postMessage({ ready: true }),
  (wrong) => postMessage({ fatal: String(wrong) }),
);

onmessage = async ({ data: { question, data } }) => {
  const answer = await begun;
  try {
    const said = (text) => postMessage({ said: JSON.parse(text) });
    postMessage({ answer: JSON.parse(answer(question, JSON.stringify(data), said)) });
  } catch (wrong) {
    postMessage({ fatal: String(wrong) });
  }
};
